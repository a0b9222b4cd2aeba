"""Records of five values of which an attacker knows none: `measure` of apkdp at ε = 0.

The limit of a sum is the n-th power of a polynomial with whole coefficients, by flint.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from benchmarks.waits.row import Row, Work

LAW = {"0": "1/2", "1": "1/5", "2": "1/10", "3": "1/10", "4": "1/10"}
TENTHS = (5, 2, 1, 1, 1)
TABLE = {"-1": "1/4", "0": "1/2", "1": "1/4"}


def _asked(n: int, mechanism: dict[str, Any]) -> Any:
    import dpverify as dv
    from dpverify.defs.io import scenario_from_document

    document = {
        "schema": "dpverify.scenario/1.0",
        "records": [{"count": n, "values": LAW}],
        "known": {"count": 0},
        "mechanism": mechanism,
    }
    return dv.measure(scenario_from_document(document), "apkdp", eps=0).tight


def _power(n: int) -> Any:
    import flint

    return flint.fmpz_poly(list(TENTHS)) ** n


def _bins(n: int) -> Any:
    bins: Counter[tuple[int, ...]] = Counter({(0,) * len(TENTHS): 1})
    for _ in range(n):
        longer: Counter[tuple[int, ...]] = Counter()
        for counts, mass in bins.items():
            for value, weight in enumerate(TENTHS):
                more = (*counts[:value], counts[value] + 1, *counts[value + 1 :])
                longer[more] += mass * weight
        bins = longer
    return bins


def _work(
    mechanism: Callable[[int], dict[str, Any]], limit: Callable[[int], Any]
) -> Callable[[int], Work]:
    return lambda n: Work(lambda: _asked(n, mechanism(n)), lambda: limit(n))


def _sum(n: int) -> dict[str, Any]:
    return {"name": "linear", "weights": ["1"] * n}


def _clamped(n: int, **size: str) -> dict[str, str]:
    """Discrete Laplace noise on a sum, clamped to what the sum may be."""
    return {"law": "discrete-laplace", "low": "0", "high": str(4 * n), **size}


POWER = "a power of a polynomial, flint"
SIZES = (30, 100, 300, 1000)
ROWS = (
    Row(5, "sum", "records", POWER, SIZES, _work(_sum, _power),
        {100: "5.3 s, 1.2 ms by polynomials", 300: "more than 48 s, 9 ms by polynomials",
         1000: "refused"}),
    Row(5, "mean", "records", POWER, SIZES,
        _work(lambda _: {"name": "arithmetic-mean"}, _power)),
    Row(5, "sum with noise of three values", "records", POWER, SIZES,
        _work(lambda n: _sum(n) | {"noise": TABLE}, _power)),
    Row(5, "sum with discrete Laplace noise, ratio 1/2", "records", POWER, (10, 20, 40, 100),
        _work(lambda n: _sum(n) | {"noise": _clamped(n, ratio="1/2")}, _power)),
    Row(5, "sum with discrete Laplace noise, scale 2", "records", POWER, (10, 20, 40, 100),
        _work(lambda n: _sum(n) | {"noise": _clamped(n, scale="2")}, _power)),
    Row(5, "histogram", "records", "its law by whole numbers, record by record", (5, 10, 15, 20),
        _work(lambda _: {"name": "histogram"}, _bins)),
)  # fmt: skip
