"""All pairs of an n × n channel: weights uniform in 1 … 2^20, rows divided by their sums.

The clock starts on a channel that is loaded, and of several runs the least counts: from the second
on its float image is there. The limit is a float pass, which names no pair and proves nothing.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable
from functools import cache
from typing import Any

from benchmarks.waits.row import Row, Work

SIZES = (40, 100, 300, 1000)
PART = 16
"""Rows that a float pass is measured on where all of them take long; the others take as long."""


@cache
def weights(n: int) -> Any:
    """Whole numbers, the same in each run."""
    import numpy as np

    return np.random.default_rng([0, n]).integers(1, 2**20, (n, n), endpoint=True)


def channel(n: int) -> Any:
    """The channel, all pairs of its inputs neighbours."""
    from dpverify.defs.channel import Channel

    labels = [str(i) for i in range(n)]
    return Channel.from_weights(labels, labels, weights(n))


def floats(n: int) -> Any:
    """The same numbers as floats."""
    return weights(n) / weights(n).sum(axis=1)[:, None]


def measure(name: str, limit: Callable[[Any], Any], times: float = 1, **given: Any) -> Any:
    """The work of `measure` beside a pass over all pairs; `times` as in `Work`."""

    def work(n: int) -> Work:
        import dpverify as dv

        asked, numbers = channel(n), floats(n)
        return Work(lambda: dv.measure(asked, name, **given).tight, lambda: limit(numbers), times)

    return work


def _searched(asked: Any) -> Any:
    """The search alone, without the kernel's word that `dv.measure` asks for on small channels.

    What a float image keeps of its columns is forgotten first: that is what the limit computes.
    """
    from dpverify.checkers.exact import measure_channel
    from dpverify.checkers.floats import image_of

    vars(image_of(asked.rows)).pop("extremes", None)
    return measure_channel(asked, "pure-dp", {})


def _search(n: int) -> Work:
    asked, numbers = channel(n), floats(n)
    return Work(lambda: _searched(asked), lambda: columns(numbers))


def by_rows(name: str, limit: Callable[[Any, Any], Any], **given: Any) -> Any:
    """The same, where the limit takes row after row and is measured on PART of them."""

    def work(n: int) -> Work:
        import dpverify as dv

        asked, numbers, part = channel(n), floats(n), min(n, PART)
        return Work(
            lambda: dv.measure(asked, name, **given).tight,
            lambda: [limit(row, numbers) for row in numbers[:part]],
            n / part,
        )

    return work


def columns(p: Any) -> Any:
    """The float ε by the extremes of the columns."""
    import numpy as np

    return np.log((p.max(axis=0) / p.min(axis=0)).max())


def city_blocks(odds: float) -> Callable[[Any], Any]:
    """The float δ of all pairs at e^ε = odds, by distances of the laws."""

    def limit(p: Any) -> Any:
        from scipy.spatial.distance import cdist

        return (1 - odds + cdist(p, odds * p, "cityblock").max()) / 2

    return limit


def moments(*orders: float) -> Callable[[Any], Any]:
    """The float moments of all pairs, each a product of two matrices."""
    return lambda p: [(p**order @ (p ** (1 - order)).T).max() for order in orders]


def _range(row: Any, p: Any) -> Any:
    import numpy as np

    return np.ptp(np.log(row / p), axis=1).max()


def _sorted(row: Any, p: Any) -> Any:
    import numpy as np

    order = np.argsort(row / p, axis=1)
    return np.take_along_axis(p, order, axis=1).cumsum(axis=1).min()


def _tail(row: Any, p: Any) -> Any:
    return (row * (row > math.e * p)).sum(axis=1).max()


def _qif(n: int) -> Work:
    qif: Any = importlib.import_module("qif")
    asked, numbers = channel(n), floats(n)
    metric = qif.metric.discrete(qif.uint)
    return Work(
        lambda: _searched(asked),
        lambda: qif.measure.d_privacy.smallest_epsilon(numbers, metric),
    )


def _profile(n: int) -> Work:
    import dpverify as dv

    asked, numbers, eps = channel(n), floats(n), [f"{k}/20" for k in range(1, 51)]
    limit = city_blocks(math.e)
    return Work(lambda: dv.privacy_profile(asked, eps), lambda: limit(numbers), 50)


def compiled(work: Callable[[int], Work]) -> Callable[[int], Work]:
    """The same question where numba is loaded; a cell that does not need it does without."""

    def with_numba(n: int) -> Work:
        importlib.import_module("numba")
        return work(n)

    return with_numba


def _account(n: int) -> Work:
    from scipy.optimize import brentq
    from scipy.stats import norm

    from dpverify.accounting import Plan, account, gaussian

    plan, mu = Plan((gaussian(20, times=n),)), math.sqrt(n) / 20

    def delta(eps: float) -> float:
        low = -eps / mu - mu / 2
        return float(norm.cdf(low + mu) - math.exp(eps + norm.logcdf(low)) - 1e-5)

    return Work(lambda: account(plan, delta="1e-5"), lambda: brentq(delta, 0, mu * mu + 10 * mu))


def _votes(n: int) -> Work:
    import numpy as np
    from scipy.special import gammaln

    import dpverify as dv
    from dpverify.defs.io import scenario_from_document

    given = {
        "schema": "dpverify.scenario/1.0",
        "records": [{"count": n, "values": {"0": "1/2", "1": "1/2"}}],
        "known": {"count": n // 10},
        "mechanism": {"name": "thresholded-count", "threshold": n // 10},
    }

    def limit() -> Any:
        k = np.arange(n + 1)
        return np.exp(gammaln(n + 1) - gammaln(k + 1) - gammaln(n - k + 1) - n * math.log(2)).sum()

    return Work(lambda: dv.measure(scenario_from_document(given), "apkdp", eps="0").tight, limit)


RENYI = {100: "13.5 s, 14 ms by BLAS; the order was not noted"}
DELTA = measure("approx-dp", city_blocks(math.e), eps="1")
ROWS = (
    Row(0, "tight ε", "inputs and outputs", "extremes of columns in numpy", SIZES,
        _search, {1000: "0.44 ms, 1.4 times its limit"}),
    Row(0, "tight ε, re-checked", "inputs and outputs", "extremes of columns in numpy", SIZES,
        measure("pure-dp", columns)),
    Row(0, "tight ε beside qif", "inputs and outputs", "qif: smallest_epsilon", SIZES,
        _qif, {1000: "18,000 times as fast"}, needs="qif"),
    Row(0, "closed-form accounting", "Gaussian steps", "δ(ε) in floats, by scipy",
        (100, 10_000, 1_000_000, 100_000_000), _account, note="at its limit, no figure"),
    Row(0, "counts of votes", "votes", "the terms of the binomial law in numpy",
        (10_000, 100_000, 1_000_000, 10_000_000), _votes, {10_000_000: "at its limit, no figure"}),
    Row(2, "tight ε of small channels", "inputs and outputs", "extremes of columns in numpy",
        (17, 18, 36, 72), _search, {17: "36 ms", 18: "0.11 ms"}),
    Row(2, "total variation", "inputs and outputs", "city-block distances, scipy",
        (50, 100, 200, 1000), measure("total-variation", city_blocks(1)),
        {200: "49 s, 1.7 GB; 6 ms as (ε,δ) at ε = 0"}),
    Row(2, "δ at ε = 0", "inputs and outputs", "city-block distances, scipy",
        (50, 100, 200, 1000), measure("approx-dp", city_blocks(1), eps="0"), {200: "6 ms"}),
    Row(2, "bounded range", "inputs and outputs", "ranges of logarithms in numpy", SIZES,
        by_rows("bounded-range", _range)),
    Row(2, "Rényi of order 2", "inputs and outputs", "a product of matrices (BLAS)", SIZES,
        measure("renyi-dp", moments(2), alpha=2), RENYI),
    Row(2, "Rényi of order 3/2", "inputs and outputs", "a product of matrices (BLAS)", SIZES,
        measure("renyi-dp", moments(1.5), alpha="3/2"), RENYI),
    Row(2, "Rényi of order 27/10", "inputs and outputs", "a product of matrices (BLAS)", SIZES,
        measure("renyi-dp", moments(2.7), alpha="27/10"), RENYI),
    Row(2, "χ²", "inputs and outputs", "a product of matrices (BLAS)", SIZES,
        measure("chi-squared-dp", moments(2))),
    Row(2, "zCDP", "inputs and outputs", "59 products of matrices (BLAS), one measured", SIZES,
        measure("zcdp", moments(1.5), 59)),
    Row(2, "Gaussian DP", "inputs and outputs", f"outputs of pairs sorted, {PART} rows measured",
        SIZES, by_rows("gaussian-dp", _sorted)),
    Row(2, "f-DP", "inputs and outputs", f"outputs of pairs sorted, {PART} rows measured", SIZES,
        by_rows("f-dp", _sorted), {100: "unknown after 40 s"}),
    Row(2, "f-DP, numba", "inputs and outputs", f"outputs of pairs sorted, {PART} rows measured",
        SIZES, compiled(by_rows("f-dp", _sorted)), needs="numba"),
    Row(2, "probabilistic DP", "inputs and outputs", f"sums of tails, {PART} rows measured", SIZES,
        by_rows("probabilistic-dp", _tail, eps="1")),
    Row(2, "privacy at risk", "inputs and outputs", f"sums of tails, {PART} rows measured", SIZES,
        by_rows("privacy-at-risk", _tail, eps="1")),
    Row(2, "tight ε at δ = 1/100", "inputs and outputs", "one pass of city-block distances", SIZES,
        measure("approx-dp", city_blocks(math.e), delta="1/100"), {1000: "3.6 s"}),
    Row(2, "δ at ε = 1, numpy", "inputs and outputs", "city-block distances, scipy", SIZES,
        DELTA, {1000: "483 ms"}),
    Row(2, "δ at ε = 1, numba", "inputs and outputs", "city-block distances, scipy", SIZES,
        compiled(DELTA), {1000: "68 ms, a trial of one pass"}, needs="numba"),
    Row(2, "δ at 50 values of ε", "inputs and outputs", "50 such distances, one measured", SIZES,
        _profile, {1000: "24 s"}),
    Row(2, "δ at 50 values of ε, numba", "inputs and outputs", "50 such distances, one measured",
        SIZES, compiled(_profile), needs="numba"),
)  # fmt: skip
