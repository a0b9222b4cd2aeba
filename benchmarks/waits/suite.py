"""The suite of claims: a fixed part of it, and, where they are asked for, the commands themselves.

A part is examined as `make prove` does: instances, searches, solvers and stored proofs. The limit
is what the proof kernel takes for the stored proofs of the same claims, as a process of its own.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from benchmarks.waits.cell import ROOT, command, compiled, dpverify
from benchmarks.waits.row import Cost, Goal, Row, Work

PART = (
    "dp.post-processing.approx",
    "dp.two-forms.pure",
    "dp.total-variation.bound",
    "dp.convexity.hidden",
    "dp.approx-implies-probabilistic",
    "par.implies-probabilistic",
    "dp.guessing.total-variation",
    "dp.bounded-range-implies-pure",
    "dp.two-steps.approx",
    "dp.total-variation.convexity",
    "dp.approx.weaker",
    "dp.convexity.visible",
    "dp.two-forms.approx",
    "dp.post-processing.pure",
    "dp.convexity.hidden.pure",
    "dp.total-variation.bounds-delta",
)
"""Claims with stored proofs, of several definitions; the first n of them are a part."""

FORMER = tuple((Path(__file__).parent / "claims_of_0.1.0.txt").read_text().split())
"""The claims that 0.1.0 had: what is measured beside its 140 s is to be the same work."""


def _part(n: int) -> Work:
    ids = PART[:n]
    return Work(
        command(dpverify("prove", *ids, "--journal", "off", "--quiet"), answers=(0,)),
        command(dpverify("prove", *ids, "--explain"), answers=(0,)),
    )


def _prove(*ids: str) -> Callable[[int], Work]:
    words = dpverify("prove", *ids, "--jobs", "2", "--journal", "off", "--quiet")
    return lambda _: Work(command(words, answers=(0,)), command(dpverify("--version")))


def _clock(*words: str) -> Callable[[int], Work]:
    def ours() -> Cost:
        start = perf_counter()
        run = subprocess.run(  # noqa: S603  our own command
            words, cwd=ROOT, env=compiled(), capture_output=True, check=False
        )
        said = "" if run.returncode == 0 else f"status {run.returncode}"
        return Cost(perf_counter() - start, 0.0, said)

    # These have no peer: what is beside them is the time that they may take.
    return lambda _: Work(ours, lambda: Cost(MAY[words], 0.0))


PROVE, TEST, CI = ("make", "prove", "ARGS=--journal off"), ("make", "test"), (".ci/run",)
MAY = {PROVE: 180.0, TEST: 480.0, CI: 1500.0}
"""Seconds by the clock on two cores."""
HOUR = 3600.0
ROWS = (
    Row(8, "a part of the suite", "claims", "the proof kernel on their proofs, whole process",
        (2, 4, 8, 16), _part, note="the kernel was 0.7 % of the suite, hypothesis 77 %"),
)  # fmt: skip
WHOLE = (
    Row(8, "make prove, the claims of 0.1.0, processor", "whole", "starting the command", (1,),
        _prove(*FORMER), {1: "140 s"}, goal=Goal(1, "s", 40), patience=HOUR),
    Row(8, "make prove, processor", "whole", "starting the command", (1,), _prove(),
        patience=HOUR),
    Row(8, "make prove", "whole", "3 minutes", (1,), _clock(*PROVE), goal=Goal(1, "s", 180),
        patience=HOUR, clock=True),
    Row(8, "make test", "whole", "8 minutes", (1,), _clock(*TEST), goal=Goal(1, "s", 480),
        patience=HOUR, clock=True),
    Row(8, ".ci/run", "whole", "25 minutes", (1,), _clock(*CI), goal=Goal(1, "s", 1500),
        patience=HOUR, clock=True),
)  # fmt: skip
"""Commands that take minutes, measured with `--suite` alone."""
