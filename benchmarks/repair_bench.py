"""What `repair` proposes for each broken mechanism of the library, as a table.

    .venv/bin/python benchmarks/repair_bench.py [ID…] [--seconds 60]

Sizes are the smallest at which the printed claim fails. Mechanisms that say how their inputs move
are asked about all inputs; the others about those that they list.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from dpverify.checkers.benchmark.claims import claim_of
from dpverify.checkers.next_questions.repairing import Repair, repair
from dpverify.defs.definitions import ZCDP, PureDP
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.mechanisms import library
from dpverify.defs.programs.mechanism import Mechanism

SIZES: Mapping[str, Mapping[str, Any]] = {
    "B13d": {"n": 3}, "B22d": {"n": 3, "m": 0}, "B29d": {"n": 5, "m": 0},
    "B08": {"n": 2}, "B13": {"n": 3}, "B22": {"n": 3}, "B25": {"n": 3}, "B25d": {"n": 3},
    "B08d": {"n": 2, "m": 1}, "B10d": {"n": 2, "m": 1}, "B50c": {"m": 0, "n": 2},
    "B50b": {"n": 2, "m": 1}, "B50a": {"n": 2}, "B04d": {"n": 1}, "B04": {"n": 1},
}  # fmt: skip


def broken() -> Iterator[tuple[str, Mechanism, Definition, bool]]:
    """Id, mechanism, its printed claim, and whether that is about all inputs."""
    for each in library().values():
        if ".broken." not in each.function.__module__:
            continue
        name = str(each.about["id"])
        program = each.with_parameters(**SIZES.get(name, {}))
        yield name, program, printed(program), "moves" in each.about


def printed(program: Mechanism) -> Definition:
    """The claim that is printed for a mechanism, at its parameters."""
    text = str(program.about["claim"])
    if text == "ε²/8-zCDP":
        return ZCDP(rho=Fraction(program.parameters["eps"]) ** 2 / 8)
    if text == "2ε":
        return PureDP(eps=2 * Fraction(program.parameters["eps"]))
    return PureDP(eps=claim_of(program))


def row(name: str, found: Repair, seconds: float, processor: float) -> str:
    """One line of the table."""
    kinds = [f"{one.change.kind}: {one.change.text}" for one in found.proposals]
    shown = "; ".join(kinds[:4]) + (f" (+{len(kinds) - 4})" if len(kinds) > 4 else "")
    took = f"{seconds:6.1f} s ({processor:5.1f} processor)"
    return f"{name:6} {found.verdict.name:8} {took}  {len(kinds)} proved  {shown}"


def main() -> None:
    """Ask all of them, or those that are named."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ids", nargs="*")
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    asked = proved = holding = 0
    for name, program, claim, everywhere in broken():
        if options.ids and name not in options.ids:
            continue
        started, used = time.perf_counter(), time.process_time()
        found = repair(program, claim, all_inputs=everywhere, time_limit=options.seconds)
        took = time.perf_counter() - started, time.process_time() - used
        print(row(name, found, *took), flush=True)
        if found.verdict.holds:
            holding += 1
            continue
        asked += 1
        proved += bool(found.proposals)
    print(f"{time.process_time():.0f} processor seconds in all")
    print(f"{proved} of {asked} have a proposal that was then proved; {holding} hold as they are")


if __name__ == "__main__":
    main()
