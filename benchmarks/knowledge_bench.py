"""Times of partial knowledge: 10⁴ to 10⁶ identical voters; different ones; means, sums and chains.

`python -m benchmarks.knowledge_bench`. Each line: what, seconds, digits certified, memory so far.
`python -m benchmarks.knowledge_bench places`: one record known at random; processor seconds.
"""

from __future__ import annotations

import resource
import sys
from time import perf_counter, process_time
from typing import Any

from dpverify.checkers.budget import UNLIMITED
from dpverify.checkers.decide import measure
from dpverify.checkers.knowledge.answers import tight
from dpverify.defs.io import scenario_from_document
from dpverify.defs.knowledge import Scenario
from dpverify.defs.numbers import enclosure, parse

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


def five_values(n: int, known: int, mechanism: Any) -> Scenario:
    """n records of five values, some known, with a mean or a sum."""
    law = {"1": "1/16", "2": "4/16", "3": "6/16", "4": "4/16", "5": "1/16"}
    return scenario_from_document(
        {
            "schema": "dpverify.scenario/1.0",
            "records": [{"count": n, "values": law}],
            "known": {"count": known},
            "mechanism": mechanism,
        }
    )


def days(n: int, known: Any) -> Scenario:
    """n days of a Markov chain, one known, the count released if it is more than a quarter."""
    steps = {"0": {"0": "9/10", "1": "1/10"}, "1": {"0": "3/10", "1": "7/10"}}
    return scenario_from_document(
        {
            "schema": "dpverify.scenario/1.0",
            "chain": {"count": n, "start": "stationary", "steps": steps},
            "known": known,
            "target": n // 2,
            "mechanism": {"name": "thresholded-count", "threshold": n // 4},
        }
    )


def line(
    what: str, scenario: Scenario, eps: str, names: tuple[str, ...] = ("apkdp", "ppkdp")
) -> None:
    """Measure the definitions once and print a line."""
    started, ends = perf_counter(), []
    for name in names:
        delta = measure(scenario, name, eps=eps).tight["delta"]
        ends.append(enclosure(delta)[0])
    seconds = perf_counter() - started
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{what:<28} ε = {eps:<4} {seconds:7.2f} s  {memory:5} MB  δ = {', '.join(ends)}")


def places() -> None:
    """One record known, beside the same chain with that record named: the answer alone, and all."""
    for n in (1000, 3000, 10_000):
        for known in ({"indices": [n // 2 - 3]}, {"random": {"size": 1}}):
            scenario = days(n, known)
            started = process_time()
            answer = tight(scenario, "ppkdp", "delta", {"eps": parse("1/10")}, UNLIMITED)
            low, high = enclosure(answer.value)
            alone = process_time() - started
            checked = measure(scenario, "ppkdp", eps="1/10")
            whole = process_time() - started - alone
            good = "re-checked" if checked.not_rechecked is None else "not re-checked"
            what = f"{n} records, known: {known}"
            print(f"{what:<48} {alone:6.2f} s, with the kernel {whole:6.2f} s, {good}")
            print(f"{'':<8}δ in [{low}, {high}]")


def main() -> None:
    """Print all lines."""
    if sys.argv[1:] == ["places"]:
        places()
        return
    for p in ("1/2", "1e-7"):
        for n in SIZES:
            for eps in ("0", "1"):
                line(f"{n} voters, p = {p}", voters(n, p), eps)
    for n in (100, 300, 1000):
        line(f"mean of {n}", five_values(n, 0, {"name": "arithmetic-mean"}), "1")
    weights = {"name": "linear", "weights": ["1"] * 100}
    line("sum of 100", five_values(100, 0, weights), "1")
    line("sum of 100, 20 known", five_values(100, 20, weights), "1")
    for n in (100, 1000, 10_000):
        for name in ("apkdp", "ppkdp"):
            line(f"Markov chain, {n} records", days(n, {"indices": [n // 2 - 3]}), "1/10", (name,))
    for n in (1000, 10_000):
        line(f"{n} different voters", different(n), "0")


if __name__ == "__main__":
    main()
