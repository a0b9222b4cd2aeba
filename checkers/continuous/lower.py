"""Where the privacy loss is largest: a search over pairs, words and released values.

Every loss that is returned is exact. Balls choose among candidates only; a larger loss may have
been missed, so that nothing here shows a claim to hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import inf

from dpverify.checkers.continuous.limits import limit
from dpverify.checkers.continuous.program import Program
from dpverify.checkers.continuous.spot import Spot, smooth
from dpverify.checkers.continuous.words import Words
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Traced
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers.exponential_polynomial import ExpPoly

MOST = 4_000
"""Ratios that are looked at."""
SWEEPS = 2
BITS = 128
FAR = "zz"
"""How gaps that take released values far out are named; they come after those of inputs."""
Values = tuple[Shift, ...]


@dataclass
class _Search:
    program: Program
    enough: Callable[[Spot], bool]
    tick: Callable[[], None]
    left: int = MOST
    best: Spot | None = None
    score: float = -inf
    done: bool = False

    def offer(self, spot: Spot | None, score: float) -> None:
        """Keep a spot that is better; stop where it is good enough."""
        if spot is not None and score > self.score + 1e-12:
            self.best, self.score = spot, score
            self.done = self.enough(spot)


def largest_loss(
    program: Program,
    word: str,
    enough: Callable[[Spot], bool],
    tick: Callable[[], None],
    *,
    alone: bool = False,
) -> Spot | None:
    """The spot with the largest loss that was found, None where there is none.

    Args: word the one to begin with, and the only one if `alone`; enough whether a spot ends the
        search; tick is called often.
    """
    search = _Search(program, enough, tick)
    known: dict[str, Words] = {}
    for pair in _by_distance(program):
        one, other = (program.inputs[label] for label in pair)
        words = [known.setdefault(x, Words(program.inputs[x])) for x in pair]
        some = [word] if alone else one.words
        for each in sorted(some, key=lambda w: (w in other.words, w != word, w)):
            _word(search, pair, each, words, (one, other))
            if search.done or search.left <= 0:
                return search.best
    return search.best


def _by_distance(program: Program) -> Iterator[tuple[str, str]]:
    """The pairs that are furthest apart first; among those, as they are listed."""

    def steps(pair: tuple[str, str]) -> Fraction:
        a, b = (program.vectors.get(label, ()) for label in pair)
        return -sum((abs((y - x).constant) for x, y in zip(a, b, strict=False)), Fraction(0))

    yield from sorted(program.pairs, key=steps)


def _word(
    search: _Search,
    pair: tuple[str, str],
    word: str,
    words: Sequence[Words],
    both: tuple[Traced, Traced],
) -> None:
    """Look at one word of one pair, at many values."""
    known: dict[Values, float] = {}

    def look(values: Values) -> float:
        if values not in known:
            search.tick()
            search.left -= 1
            known[values] = _look(search, pair, word, values, words, both)
        return known[values]

    choices = _candidates(word, both)
    starts = {tuple(options[k] for options in choices) for k in (0, -1, -2)} if choices else {()}
    for start in sorted(starts, key=str):
        at, value = start, look(start)
        for _ in range(SWEEPS):
            before = value
            for i, options in enumerate(choices):
                for option in options:
                    moved = (*at[:i], option, *at[i + 1 :])
                    there = look(moved)
                    if there > value + 1e-12:
                        at, value = moved, there
                    if search.done or search.left <= 0:
                        return
            if value <= before:
                break


def _look(
    search: _Search,
    pair: tuple[str, str],
    word: str,
    values: Values,
    words: Sequence[Words],
    both: tuple[Traced, Traced],
) -> float:
    if not all(smooth(traced, word, values) for traced in both):
        return -inf
    try:
        p = words[0].probability(word, values)
        possible = word in both[1].words
        q = words[1].probability(word, values) if possible else ExpPoly.number(0)
    except Undecided as stop:
        if stop.code == "unsupported" and values:
            return -inf
        raise
    if p.is_zero:
        return -inf
    found = limit(p, q)
    eps = search.program.eps
    if found.vanishes:
        return -inf
    spot = Spot(pair, word, values, p, q, found, eps)
    score = inf if found.infinite else _float(spot)
    search.offer(spot, score)
    return score


def _float(spot: Spot) -> float:
    found = spot.limit
    ratio = found.numerator.ball(spot.eps, bits=BITS) / found.denominator.ball(spot.eps, bits=BITS)
    return float(ratio.log().mid()) if ratio > 0 else -inf


def _candidates(word: str, both: tuple[Traced, Traced]) -> list[list[Shift]]:
    """For each released value: near the shifts of what is released, between them, and far out."""
    found = []
    for i in range(len(both[0].words[word][0].released)):
        shifts = {path.released[i].shift for traced in both for path in traced.words.get(word, ())}
        finite = {s.constant for s in shifts if s.finite} | {Fraction(0)}
        near = sorted({x + k for x in finite for k in (-1, 0, 1)})
        between = [(a + b) / 2 for a, b in pairwise(near)]
        far = [Shift(Fraction(0), ((f"{FAR}{i}", Fraction(k)),)) for k in (1, -1)]
        gaps = sorted((s for s in shifts if not s.finite), key=str)
        found.append([*map(Shift, near), *map(Shift, between), *gaps, *far])
    return found
