"""Times of partial knowledge, both definitions: 10⁴ to 10⁶ identical voters; different ones.

`python -m benchmarks.knowledge_bench`. Each line: what, seconds, digits certified, memory so far.
"""

from __future__ import annotations

import resource
from time import perf_counter

from dpverify.checkers.decide import measure
from dpverify.defs.io import scenario_from_document
from dpverify.defs.knowledge import Scenario
from dpverify.defs.numbers import enclosure

SIZES = (10_000, 30_000, 100_000, 300_000, 1_000_000)


def voters(n: int, p: str) -> Scenario:
    """n identical votes, a tenth known, the count released if it is more than a tenth."""
    return scenario_from_document(
        {
            "schema": "dpverify.scenario/1.0",
            "records": [{"count": n, "values": {"0": f"1-({p})", "1": p}}],
            "known": {"count": n // 10},
            "mechanism": {"name": "thresholded-count", "threshold": n // 10},
        }
    )


def different(n: int) -> Scenario:
    """n votes of n different probabilities, a tenth known."""
    groups = [{"values": {"0": f"{2 * n - i}/{3 * n}", "1": f"{n + i}/{3 * n}"}} for i in range(n)]
    return scenario_from_document(
        {
            "schema": "dpverify.scenario/1.0",
            "records": groups,
            "known": {"indices": list(range(n // 10))},
            "target": n - 1,
            "mechanism": {"name": "thresholded-count", "threshold": n // 2},
        }
    )


def line(what: str, scenario: Scenario, eps: str) -> None:
    """Measure both definitions once and print a line."""
    started, ends = perf_counter(), []
    for name in ("apkdp", "ppkdp"):
        delta = measure(scenario, name, eps=eps).tight["delta"]
        ends.append(enclosure(delta)[0])
    seconds = perf_counter() - started
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{what:<28} ε = {eps:<4} {seconds:7.2f} s  {memory:5} MB  δ = {', '.join(ends)}")


def main() -> None:
    """Print all lines."""
    for p in ("1/2", "1e-7"):
        for n in SIZES:
            for eps in ("0", "1"):
                line(f"{n} voters, p = {p}", voters(n, p), eps)
    for n in (1000, 10_000):
        line(f"{n} different voters", different(n), "0")


if __name__ == "__main__":
    main()
