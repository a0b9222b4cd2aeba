"""Auditing in one run: from scores of canaries to a lower bound on ε.

Of the canaries that scored highest it is guessed that they took part, of those that scored lowest
that they did not; the others are left out. Several numbers of guesses are tried, among which the
risk is divided; they depend on the number of canaries alone. How unlikely so many right guesses are
under (ε, δ) is bounded as by Steinke, Nasr, Jagielski 2023, Theorem 5.2, and under μ-GDP by its
whole trade-off curve, as by Mahloujifar, Melis, Chaudhuri 2025; the kernel has the argument. In
doubles, on the safe side; the kernel evaluates what is stated in balls.
"""

from __future__ import annotations

import csv
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy.special import betainc, ndtr, ndtri
from scipy.stats import binom

from dpverify.checkers.audit.betting import STEPS
from dpverify.checkers.audit.nulls import Claim
from dpverify.checkers.audit.seeding import decimal, run_of
from dpverify.checkers.gate import not_accepted
from dpverify.defs.errors import EmptyQuestion, FileError, UsageError
from dpverify.defs.validate import shown, shown_path

SCHEMA: Final = "dpverify.one-run-audit/1.0"
SHARES: Final = (1, 4, 16)
"""The numbers of guesses are the canaries divided by these."""
LEAST: Final = 10
MOST: Final = 1_000_000
SHIFT: Final = 1e-8
"""By how much a place on a normal law is moved down, relatively."""
MARGIN: Final = 1 + 1e-6
"""By how much a probability in doubles is raised."""


@dataclass(frozen=True)
class Scores:
    """Canaries: the score of each, and whether it took part."""

    scores: NDArray[np.float64]
    included: NDArray[np.bool_]


def read_scores(path: str) -> Scores:
    """Scores from a CSV file with the columns `score` and `included` (1 or 0).

    Raises: FileError for what cannot be read; UsageError for other columns or values.
    """
    try:
        with Path(path).open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            columns = reader.fieldnames or []
            for name in ("score", "included"):
                if name not in columns:
                    raise UsageError(
                        f"{shown_path(path)} has no column {name!r}; its first line must name"
                        " 'score' and 'included'"
                    )
                if columns.count(name) > 1:
                    raise UsageError(
                        f"{shown_path(path)} has the column {name!r} twice; leave one out"
                    )
            rows = [_row(row, number, path) for number, row in enumerate(reader, 2)]
    except OSError as error:
        raise FileError(f"{shown_path(path)} cannot be read: {error.strerror}") from None
    except (UnicodeDecodeError, csv.Error):
        raise FileError(f"{shown_path(path)} is no CSV in UTF-8") from None
    if not LEAST <= len(rows) <= MOST:
        raise EmptyQuestion(
            f"{shown_path(path)} has {len(rows)} canaries; give between {LEAST} and {MOST:,}"
        )
    return Scores(np.array([row[0] for row in rows]), np.array([row[1] for row in rows]))


TRUTHS: Final = {"1": True, "0": False, "true": True, "false": False}


def _row(row: dict[Any, Any], number: int, path: str) -> tuple[float, bool]:
    if any(row.get(None, ())):  # where csv puts the cells that have no column
        raise UsageError(
            f"line {number} of {shown_path(path)} has more cells than there are columns; write a"
            " number with a point, and a cell that holds a comma in quotes"
        )
    try:
        score = float(row["score"])
    except (TypeError, ValueError):
        score = math.nan
    included = TRUTHS.get(str(row["included"]).strip().lower())
    if math.isnan(score) or included is None:
        raise UsageError(
            f"line {number} of {shown_path(path)} has the score {shown(row['score'])} and included"
            f" {shown(row['included'])}; give a number, and 1 or 0"
        )
    return score, included


def guessed(canaries: Scores, seed: int) -> tuple[tuple[int, int], ...]:
    """For each number of guesses, how many were right.

    Half of the guesses are about the highest scores, half about the lowest. Which of equal scores
    are guessed is drawn from the seed, not by the order of the file: that may tell who took part.
    """
    number = len(canaries.scores)
    mixed = np.random.default_rng(seed).permutation(number)
    order = mixed[np.argsort(canaries.scores[mixed], kind="stable")]
    included = canaries.included[order]
    found = []
    for share in SHARES:
        half = max(1, number // share // 2)
        right = int(np.count_nonzero(included[-half:])) + int(np.count_nonzero(~included[:half]))
        found.append((2 * half, right))
    return tuple(dict.fromkeys(found))


def chance(canaries: int, made: int, right: int, eps: float, delta: float) -> float:
    """An upper bound on the probability of so many right guesses under (ε, δ).

    >>> round(chance(1, 1, 1, 0.0, 0.0), 4)
    0.5
    """
    coin = 1 / (1 + math.exp(-eps))
    tail = 1.0 if right <= 0 else float(betainc(right, made - right + 1, coin))
    if not delta or right <= 0:
        return tail * MARGIN
    masses = binom.pmf(np.arange(right - 1, -1, -1), made, coin)
    largest = float(np.max(np.cumsum(masses) / np.arange(1, right + 1)))
    return (tail + 2 * canaries * delta * largest) * MARGIN


def exceeded(canaries: int, made: int, right: int, mu: float, tau: float) -> bool:
    """Whether so many right guesses have less than probability τ under μ-GDP.

    >>> exceeded(100, 100, 100, 1.0, 0.01)
    True
    """
    s, h = tau * right / canaries, tau * (made - right) / canaries
    for t in range(right - 1, -1, -1):
        place = float(ndtri(s)) if s > 0 else -math.inf
        lower = float(ndtr(place - SHIFT * (1 + abs(place)) - mu)) if s > 0 else 0.0
        s, h = max(s + (lower - h) * t / (made - t), 0.0), lower
        if s + h > made / canaries * MARGIN:
            return True
    return False


def lower_bound(
    canaries: int, guesses: Sequence[tuple[int, int]], delta: float, risk: Fraction,
    parameter: str = "eps",
) -> Fraction:  # fmt: skip
    """The largest ε or μ, in millionths, that one of the numbers of guesses refutes at its part."""
    share = float(risk) / len(guesses)

    def refutes(step: int) -> bool:
        value = step / STEPS
        if parameter == "mu":
            return any(exceeded(canaries, *one, value, share) for one in guesses)
        return any(chance(canaries, *one, value, delta) <= share for one in guesses)

    low, high = 0, 50 * STEPS
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if refutes(middle) else (low, middle)
    return Fraction(low, STEPS)


def audited(canaries: Scores, claim: Claim, risk: Fraction, seed: int, name: str) -> dict[str, Any]:
    """The document of an audit in one run, as it was accepted by the kernel.

    Raises: UsageError for a definition other than pure, approximate and Gaussian DP.
    """
    if claim.name not in ("pure-dp", "approx-dp", "gaussian-dp"):
        raise UsageError(
            f"one run is audited for pure-dp, approx-dp and gaussian-dp, not {claim.name}"
        )
    started = time.monotonic()
    guesses = guessed(canaries, seed)
    number = len(canaries.scores)
    lower = lower_bound(number, guesses, claim.delta, risk, claim.parameter)
    share, value = float(risk) / len(guesses), claim.value * (1 + 1e-12)
    if claim.parameter == "mu":
        refuted = any(exceeded(number, *one, value, share) for one in guesses)
    else:
        refuted = any(chance(number, *one, value, claim.delta) <= share for one in guesses)
    document: dict[str, Any] = {
        "schema": SCHEMA,
        "source": {"kind": "scores", "name": name,
                   "chosen": "half of the guesses on the highest scores, half on the lowest"},
        "definition": claim.name,
        "given": dict(claim.given),
        "verdict": "fails" if refuted else "unknown",
        **({"evidence": "sampled"} if refuted else {}),
        "risk": str(risk),
        "lower_bound": {claim.parameter: decimal(lower)},
        "canaries": number,
        "guesses": [{"made": made, "right": right} for made, right in guesses],
    }  # fmt: skip
    why = not_accepted(document, "the canaries")
    return {
        **document,
        **({} if why is None else {"not_rechecked": why}),
        "run": run_of(seed, time.monotonic() - started),
    }
