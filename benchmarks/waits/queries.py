"""Programs with continuous noise: the tight ε over all real inputs, for n queries or entries.

The limit is one run of such a loop in floats: n draws and n comparisons. The rows of re-checks let
the kernel read a result, text to word, beside measuring it and writing the text.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from benchmarks.waits.cell import command, dpverify
from benchmarks.waits.row import Cost, Row, Work

GIVEN = 5
"""Seconds of the time limit whose keeping is looked at."""
WRITTEN_OUT = '''"""Report noisy max as people write it, of which nothing is told but its moves."""

from dpverify import mechanism


@mechanism(inputs=[(0,) * {n}], neighbours="all", moves="A")
def noisy_max(scores, draw):
    best, largest = 0, 0
    for place, score in enumerate(scores):
        noisy = score + draw.laplace(2)
        if place == 0 or noisy > largest:
            best, largest = place, noisy
    return best
'''


def _program(name: str, **settings: int) -> Any:
    from dpverify.defs.mechanisms import library_mechanism

    return library_mechanism(name).with_parameters(**settings)


def _run(n: int) -> int:
    noise = Random(0)  # noqa: S311  a sample, no secret
    level = noise.expovariate(1) - noise.expovariate(1)
    return sum(noise.expovariate(1) - noise.expovariate(1) > level for _ in range(n))


def _tight(name: str, **settings: int) -> Callable[[int], Work]:
    def work(n: int) -> Work:
        import dpverify as dv

        return Work(
            lambda: dv.measure(_program(name, n=n, **settings), "pure-dp", all_inputs=True).tight,
            lambda: _run(n),
        )

    return work


def _timed(words: list[str]) -> Callable[[], Cost]:
    """A command by the clock: the processes that run its programs are not counted otherwise."""
    asked = command(words, answers=(0, 1, 3))

    def cost() -> Cost:
        start = perf_counter()
        found = asked()
        return Cost(perf_counter() - start, found.mib, found.said)

    return cost


def _command(name: str, **settings: int) -> Callable[[int], Work]:
    """Where nobody says which inputs are meant, some pairs of the listed ones are looked at."""

    def work(n: int) -> Work:
        given = ",".join(f"{key}={value}" for key, value in {"n": n, **settings}.items())
        words = dpverify("measure", f"{name}:{given}", "--definition", "pure-dp")
        return Work(_timed(words), _timed([*words, "--all-inputs"]))

    return work


def _replayed(name: str, **settings: int) -> Callable[[int], Work]:
    def work(n: int) -> Work:
        import dpverify as dv
        from dpverify.checkers.kernel import door
        from dpverify.defs.numbers.documents import read

        def measured() -> str:
            program = _program(name, n=n, **settings)
            return dv.measure(program, "pure-dp", all_inputs=True).to_json()

        text = measured()

        def replayed() -> None:
            if (outcome := door.replay(read(text))).status != "accepted":
                raise SystemExit(f"{name}: {outcome.status} at n = {n}")

        return Work(replayed, measured)

    return work


def _every_eps(n: int) -> Work:
    words = dpverify("check", f"B25:n={n}", "--definition", "pure-dp")
    return Work(
        command([*words, "--eps", "6/5*eps", "--eps-range", "all"]),
        command([*words, "--eps", "6/5"]),
    )


def _interrupted(n: int) -> Work:
    path = Path(tempfile.mkdtemp()) / "written_out.py"
    path.write_text(WRITTEN_OUT.format(n=n), "utf-8")
    words = dpverify("measure", f"{path}:noisy_max", "--definition", "pure-dp", "--all-inputs")
    return Work(_timed([*words, "--time-limit", str(GIVEN)]), lambda: Cost(GIVEN, 0.0))


RUN = "one run of its loop in floats"
TEXT = "measuring and its text"
MANY = (40, 100, 300, 1000)
ROWS = (
    Row(6, "sparse vector, c = 4 (B20)", "queries", RUN, (10, 20, 40, 1000),
        _tight("B20", c=4), {20: "10 s"}),
    Row(6, "sparse vector, c = 1 (B20)", "queries", RUN, (20, 40, 80, 1000),
        _tight("B20", c=1), {40: "4.7 s", 80: "unknown"}),
    Row(6, "sparse vector, c = 1 (B20), the command", "queries",
        "all inputs asked for, whole process", (5, 10, 20, 1000), _command("B20", c=1),
        clock=True),
    Row(6, "sparse vector, c = 3 (B20)", "queries", RUN, (20, 40, 80, 1000),
        _tight("B20", c=3), {40: "refused"}),
    Row(6, "sparse vector, c = 5 (B20)", "queries", RUN, MANY, _tight("B20", c=5),
        {1000: "refused"}),
    Row(6, "sparse vector, ρ redrawn, c = 5 (B21)", "queries", RUN, MANY, _tight("B21", c=5)),
    Row(6, "sparse vector, monotone, c = 5 (B32)", "queries", RUN, MANY, _tight("B32", c=5)),
    Row(6, "sparse vector, too little noise, c = 5 (B23)", "queries", RUN, MANY,
        _tight("B23", c=5)),
    Row(6, "sparse vector, no noise on queries (B24)", "queries", RUN, MANY,
        _tight("B24")),
    Row(6, "sparse vector, no end (B25)", "queries", RUN, (10, 14, 100, 1000), _tight("B25"),
        {14: "refused, status 2"}),
    Row(6, "noisy max (B11)", "entries", RUN, (50, 100, 300, 1000), _tight("B11"),
        {50: "2.2 s", 100: "184 s"}),
    Row(6, "noisy max, exponential (B12)", "entries", RUN, (50, 100, 300, 1000), _tight("B12")),
    Row(6, "noisy max with its lead (B17)", "entries", RUN, (50, 100, 300, 1000), _tight("B17")),
    Row(6, "replay: sparse vector, c = 5", "queries", TEXT, MANY, _replayed("B20", c=5)),
    Row(6, "replay: sparse vector, no end", "queries", TEXT, MANY, _replayed("B25")),
    Row(6, "replay: noisy max", "entries", TEXT, MANY, _replayed("B11")),
    Row(6, "every ε at once (B25)", "queries", "the same question at ε = 1, whole process",
        (3, 4, 6, 8, 10), _every_eps, note="nine times as long for each query"),
    Row(6, f"time limit of {GIVEN} s, noisy max written out", "entries",
        f"the {GIVEN} s that were given", (12, 25, 50, 100), _interrupted, {100: "184 s"},
        clock=True),
)  # fmt: skip
