"""The efficient attack as an experiment: random queries, noise, decoding, and what came out.

A random database of n bits is asked m random queries, each record in each with probability 1/2. The
same seed gives the same database, queries and noise. Positions count as independent trials in the
interval; they share the queries, so its confidence is that of the model, not a proof.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from dpverify.checkers.reconstruction.curators import CURATORS, Asked
from dpverify.checkers.reconstruction.decoding import decoded
from dpverify.checkers.reconstruction.interval import clopper_pearson
from dpverify.defs.errors import DomainError, UsageError
from dpverify.defs.validate import did_you_mean, shown, shown_number

MOST_RECORDS = 2_000
MOST_CELLS = 16_000_000
"""Records times queries: below it the linear program takes less than 2 GB."""
MOST_ALPHA = 1_000
"""Noise of 1000·√n is more than any answer; far larger numbers no float holds."""
CONFIDENCE = Fraction(95, 100)


@dataclass(frozen=True)
class Plan:
    """What is tried.

    Args:
        n: records, from 1 to 2,000.
        queries: how many, at least 1; with n at most 16,000,000 cells.
        alpha: α from 0 to 1,000, rational; the noise has the size E = α·√n.
        noise: the name of a curator, such as "uniform".
        seed: an integer ≥ 0.
        seconds: for the solver; None sets no limit.

    Raises: DomainError or UsageError outside these ranges.
    """

    n: int
    queries: int
    alpha: Fraction
    noise: str = "uniform"
    seed: int = 0
    seconds: float | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.n <= MOST_RECORDS:
            raise DomainError(f"n is {shown(self.n)}, must be from 1 to {MOST_RECORDS} records")
        if self.queries < 1 or self.n * self.queries > MOST_CELLS:
            raise DomainError(
                f"queries is {shown(self.queries)}; with {self.n} records it must be from 1 to"
                f" {MOST_CELLS // self.n}"
            )
        if not 0 <= self.alpha <= MOST_ALPHA:
            raise DomainError(f"α is {shown_number(self.alpha)}, must be from 0 to {MOST_ALPHA}")
        if self.seed < 0:
            raise DomainError(f"the seed is {self.seed}, must be at least 0")
        if self.noise not in CURATORS:
            hint = did_you_mean(self.noise, CURATORS)
            raise UsageError(
                f"there is no noise {shown(self.noise)}{hint or '; take one of: '}"
                + ("" if hint else ", ".join(CURATORS))
            )


@dataclass(frozen=True)
class Outcome:
    """What came out: `errors` of n records are wrong; `seconds` for the linear program."""

    plan: Plan
    errors: int
    seconds: float

    @property
    def fraction(self) -> Fraction:
        """The share of records that are wrong."""
        return Fraction(self.errors, self.plan.n)

    @property
    def interval(self) -> tuple[Fraction, Fraction]:
        """A 95 % Clopper–Pearson interval of the probability that a record is wrong."""
        return clopper_pearson(self.errors, self.plan.n, CONFIDENCE)


def attack(plan: Plan, database: Sequence[int] | None = None) -> Outcome:
    """Ask, decode, compare.

    Args: database n bits, in place of one drawn from the seed.
    Raises: DomainError for another number of bits; Undecided where the linear program was not
        solved.
    """
    import numpy as np
    from scipy import sparse

    random = np.random.default_rng(plan.seed)
    drawn = random.integers(0, 2, plan.n)
    secret = drawn if database is None else np.array(database, dtype=drawn.dtype)
    if len(secret) != plan.n:
        raise DomainError(f"the database has {len(secret)} bits, must have n = {plan.n}")
    chosen = random.integers(0, 2, (plan.queries, plan.n), dtype=np.int8)
    queries = sparse.csc_matrix(chosen, dtype=float)
    sizes = chosen.sum(axis=1, dtype=float)
    size = float(plan.alpha) * float(np.sqrt(plan.n))
    curator = CURATORS[plan.noise]
    answers = curator.respond(Asked(queries, sizes, queries @ secret, size, random))
    del chosen
    start = time.monotonic()
    guess = decoded(queries, answers, seconds=plan.seconds)
    seconds = time.monotonic() - start
    return Outcome(plan, int((guess != secret).sum()), seconds)


Point = tuple[Fraction, Fraction, Fraction, Fraction]
"""(α, share of wrong records over all runs, lower end, upper end of its interval)."""


def error_against_alpha(
    n: int,
    queries: int,
    alphas: Sequence[Fraction],
    *,
    noise: str = "uniform",
    runs: int = 1,
    seed: int = 0,
    seconds: float | None = None,
) -> Iterator[Point]:
    """The points of a figure: how the share of wrong records grows with α.

    Args:
        n: records, as in `Plan`.
        queries: for each run, as in `Plan`.
        alphas: in any order.
        noise: the name of a curator.
        runs: R ≥ 1.
        seed: of the first run; the others have those that follow.
        seconds: for one linear program; None sets no limit.

    Yields: a point for each α. Its interval counts the n·R records as independent trials.
    Raises: Undecided where a linear program was not solved.
    """
    if runs < 1:
        raise DomainError(f"runs is {runs}, must be at least 1")
    for alpha in alphas:
        plans = [Plan(n, queries, alpha, noise, seed + run, seconds) for run in range(runs)]
        errors, trials = sum(attack(plan).errors for plan in plans), n * runs
        lower, upper = clopper_pearson(errors, trials, CONFIDENCE)
        yield alpha, Fraction(errors, trials), lower, upper
