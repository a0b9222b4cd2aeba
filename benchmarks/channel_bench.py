"""The exact checker beside plain float passes, in one process on one machine.

For each n: a random n × n channel, weights uniform in 1 … 2^20, rows divided exactly by their sums,
all ordered pairs of inputs neighbours. Each time is the best of several runs, in milliseconds of
this process's CPU time, so that other work on the machine counts little; the clock starts on a
loaded channel, and loading and the float image (made once per channel, then kept) have rows of
their own.

    exact ε      measure pure-dp: the tight ε as ln of a fraction, its pair and output
    columns      numpy on the float matrix: max over columns of ln(max/min); no pair, no proof
    qif          PyPI's qif, d_privacy.smallest_epsilon with the discrete metric (if installed)
    exact δ(1)   measure approx-dp at ε = 1: the tight δ exactly, its pair and event
    cdist        scipy on the float matrix: ((1 − e) + city block distance(P, e·Q))/2, its maximum
    k-ary texts  load randomised response on n values, each entry a text with e^(1/2)
    k-ary ε      check pure-dp of it at its ε = 1/2, equality
"""

from __future__ import annotations

import argparse
import importlib
import math
import resource
import sys
from collections.abc import Callable
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.spatial.distance import cdist

from dpverify.checkers.decide import check
from dpverify.checkers.exact import measure_channel
from dpverify.checkers.floats import forget_images, image_of
from dpverify.defs.channel import Channel
from dpverify.defs.definitions import PureDP

Floats = NDArray[np.float64]
Times = dict[str, float]
SIZES = (100, 300, 1000)
SECONDS_EACH = 1.0


def main() -> None:
    """Print the table and the ratios."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("sizes", nargs="*", type=int, default=list(SIZES), metavar="N")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--no-qif", action="store_true", help="qif takes seconds from n = 300 on")
    options = parser.parse_args()
    qif = None if options.no_qif else _qif()
    results = {n: bench(n, options.seed, qif) for n in options.sizes}
    _print(results, qif_missing=qif is None)


def bench(n: int, seed: int, qif: Any) -> Times:
    """All times for one size, in seconds."""
    weights = np.random.default_rng([seed, n]).integers(1, 2**20, (n, n), endpoint=True)
    labels = [str(i) for i in range(n)]
    load, channel = _once(lambda: Channel.from_weights(labels, labels, weights))
    forget_images()
    image, made = _once(lambda: image_of(channel.rows).floats)
    floats = np.array(made)
    times = {"load": load, "float image": image}
    times["exact ε"], exact_eps = _best(lambda: exact_epsilon(channel))
    times["columns"], eps = _best(lambda: float(column_eps(floats)))
    times["exact δ(1)"], exact_delta = _best(
        lambda: measure_channel(channel, "approx-dp", {"eps": 1})
    )
    times["cdist"], delta = _best(lambda: cdist_delta(floats))
    _same(exact_eps.value.approx(), eps, "ε")
    _same(exact_delta.value.approx(), delta, "δ(1)")
    times["k-ary texts"], channel = _once(lambda: Channel(labels, labels, k_ary(n)))
    times["k-ary ε"], verdict = _once(lambda: check(channel, PureDP(eps="1/2")))
    if not verdict.holds:
        sys.exit("k-ary randomised response is not what it claims")
    if qif is not None:
        times["qif"], found = _best(lambda: qif_eps(qif, floats), seconds=0)
        _same(float(found), eps, "ε of qif")
    return times


def exact_epsilon(channel: Channel) -> Any:
    """The tight ε of a channel whose images are kept, but not the extremes of their columns."""
    vars(image_of(channel.rows)).pop("extremes", None)
    return measure_channel(channel, "pure-dp", {})


def k_ary(n: int) -> list[list[str]]:
    """The matrix as texts: e^ε for the truth and 1 for each other value, over their sum."""
    other, truth = (f"{x}/(exp(1/2)+{n - 1})" for x in ("1", "exp(1/2)"))
    return [[truth if i == j else other for j in range(n)] for i in range(n)]


def column_eps(p: Floats) -> Any:
    """The float ε of all pairs by column extremes."""
    return np.log((p.max(axis=0) / p.min(axis=0)).max())


def cdist_delta(p: Floats) -> float:
    """The float δ(1) of all pairs; the diagonal is 0 like any pair of equal rows."""
    return float(((1 - math.e) + cdist(p, math.e * p, "cityblock").max()) / 2)


def qif_eps(qif: Any, p: Floats) -> float:
    """The float ε of all pairs by qif."""
    return float(qif.measure.d_privacy.smallest_epsilon(p, qif.metric.discrete(qif.uint)))


def _qif() -> Any:
    try:
        return importlib.import_module("qif")
    except ImportError:
        return None


def _once(action: Callable[[], Any]) -> tuple[float, Any]:
    start = process_time()
    result = action()
    return process_time() - start, result


def _best(action: Callable[[], Any], *, seconds: float = SECONDS_EACH) -> tuple[float, Any]:
    """The shortest of at least one run, and of as many as fit into the given time, up to 50."""
    best, result = _once(action)
    spent, runs = best, 1
    while spent < seconds and runs < 50:
        again, result = _once(action)
        best, spent, runs = min(best, again), spent + again, runs + 1
    return best, result


def _same(exact: float, floating: float, what: str) -> None:
    if not math.isclose(exact, floating, rel_tol=1e-9, abs_tol=1e-12):
        sys.exit(f"{what}: the exact checker says {exact}, the float pass {floating}")


RATIOS = (
    ("exact ε / columns", "exact ε", "columns"),
    ("qif / exact ε", "qif", "exact ε"),
    ("exact δ(1) / cdist", "exact δ(1)", "cdist"),
)


def _print(results: dict[int, Times], *, qif_missing: bool) -> None:
    print((__doc__ or "").strip(), end="\n\n")
    names = ["load", "float image", "exact ε", "columns", "qif", "exact δ(1)", "cdist",
             "k-ary texts", "k-ary ε"]  # fmt: skip
    print(f"{'milliseconds':<22}" + "".join(f"{f'n = {n}':>14}" for n in results))
    for name in names:
        if any(name in times for times in results.values()):
            print(_row(name, [times.get(name, math.nan) * 1000 for times in results.values()]))
    print()
    for label, above, below in RATIOS:
        if all(above in times for times in results.values()):
            print(_row(label, [times[above] / times[below] for times in results.values()]))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"\npeak memory of this process: {peak:.0f} MiB")
    if qif_missing:
        print("qif was not measured; `make compare` installs it")


def _row(label: str, numbers: list[float]) -> str:
    return f"{label:<22}" + "".join(f"{number:>14.3f}" for number in numbers)
