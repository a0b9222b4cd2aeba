"""Small channels with a prior and a distance, in fractions, for oracles by brute force."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations
from typing import NamedTuple

from hypothesis import strategies as st

from dpverify.defs.channel import Channel

Rows = list[list[Fraction]]


class Attack(NamedTuple):
    """A channel with a prior, and the inputs that count."""

    rows: Rows
    prior: list[Fraction]
    goal: list[int]

    def channel(self) -> Channel:
        inputs = [f"x{i}" for i in range(len(self.rows))]
        outputs = [f"y{j}" for j in range(len(self.rows[0]))]
        return Channel(inputs, outputs, self.rows, prior=self.prior)

    @property
    def labels(self) -> list[str]:
        return [f"x{i}" for i in self.goal]


@st.composite
def attacks(draw: st.DrawFn, inputs: tuple[int, int] = (2, 4)) -> Attack:
    """Up to four inputs and outputs, zeros often."""
    n, m = draw(st.integers(*inputs)), draw(st.integers(1, 4))
    rows = [draw(laws(m)) for _ in range(n)]
    goal = draw(st.sets(st.integers(0, n - 1), min_size=1))
    return Attack(rows, draw(laws(n)), sorted(goal))


@st.composite
def laws(draw: st.DrawFn, size: int) -> list[Fraction]:
    """Small weights divided by their sum."""
    weights = draw(st.lists(st.integers(0, 5), min_size=size, max_size=size).filter(any))
    return [Fraction(w, sum(weights)) for w in weights]


def events(m: int) -> list[tuple[int, ...]]:
    """All sets of outputs but the empty one."""
    every = chain.from_iterable(combinations(range(m), k) for k in range(1, m + 1))
    return list(every)
