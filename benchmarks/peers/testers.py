"""What samples of an event show: dpverify's event, pair and sampler; another system's bound.

The pair is the one of those on the walk, or with one entry alone, that should show most in so many
samples. The sampler is a referee in plain Python, so its seconds say nothing about testers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from time import process_time
from typing import Any

from dpverify.checkers.audit import words
from dpverify.checkers.audit.interval import clopper_pearson
from dpverify.checkers.benchmark.row import Row
from dpverify.checkers.benchmark.table import Settings, rows
from dpverify.checkers.continuous.walks import Walk
from dpverify.checkers.continuous.worst_inputs import worst_inputs
from dpverify.defs.continuous.trace import Family
from dpverify.defs.errors import Undecided
from dpverify.defs.mechanisms import library_mechanism

SAMPLES = 100_000
RISK = Fraction(1, 20)
SEED = 0
EPS = Fraction(1, 10)
CHOSEN = (("B13", 5), ("B22", 10), ("B24", 2), ("B25", 10))


@dataclass(frozen=True)
class Sampled:
    """A row of the benchmark, and how often its event occurred on both inputs."""

    row: Row
    exact_seconds: float
    here: int
    there: int
    seconds: float

    def question(self) -> dict[str, Any]:
        """As JSON."""
        return {"here": self.here, "there": self.there, "samples": SAMPLES, "risk": float(RISK)}


def sampled() -> Iterator[Sampled]:
    """Each chosen row at ε = 1/10."""
    for name, n in CHOSEN:
        start = process_time()
        (row,) = rows([name], Settings(n=n, eps=EPS))
        exact = process_time()
        program = library_mechanism(row.name).with_parameters(n=n, eps=EPS)
        found = worst_inputs(program, None)
        if found.walk is None:
            raise Undecided("unsupported", f"{name} has no walk")
        pair = words.audited(program, found.family, found.walk, SAMPLES, SEED, most_telling)
        here, there = sorted((each.count for each in pair), reverse=True)
        yield Sampled(row, exact - start, here, there, process_time() - exact)


def most_telling(family: Family, walk: Walk, event: words.Event, eps: Fraction) -> words.Pair:
    """The pair with the largest bound at the counts that are to be expected."""
    best: tuple[float, words.Pair] | None = None
    for pair in words.pairs_of(walk):
        here, there = (words.event_probability(family, event, given, eps) for given in pair)
        bound = expected(float(here.mid()), float(there.mid()), SAMPLES)
        if best is None or bound > best[0]:
            best = bound, (pair, (here, there))
    if best is None:
        raise Undecided("unsupported", "the walk has no pair")
    return best[1]


def expected(here: float, there: float, samples: int) -> float:
    """ln of the lower end for the likelier input over the upper end for the other.

    >>> expected(0.5, 0.5, 100) < 0 < expected(0.9, 0.1, 100)
    True
    """
    low = clopper_pearson(round(max(here, there) * samples), samples, RISK)[0]
    high = clopper_pearson(round(min(here, there) * samples), samples, RISK)[1]
    return math.log(low / high) if low else -math.inf
