"""The regions of noise in which a traced program takes its paths, at points of a grid.

A point has a number for each noise and each gap, all whole multiples of one power of two, so that
which conditions hold is decided in integers. Points are searched in floats and then only proposed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from dpverify.defs.continuous.dice import Dice
from dpverify.defs.documents.traced import COIN, Form, Shape, Traced, flips
from dpverify.defs.laws.registry import noise_law

Point = list[int]

FINE = 12
"""Points lie on a grid of the smallest scale times 2^-FINE."""
FINE_COINS = 20
"""Further binary digits where there are coins: an outcome may be rare."""
FINER = 60
"""Further binary digits of the grid where narrow regions are looked for."""
CLEAR, BARELY = 30, 45
"""Conditions closer to a tie than 2^-CLEAR of their terms are left to rounding: such a point says
nothing about a program that computes with floats. In a narrow region 2^-BARELY must do, which is
256 times what rounding changes."""
WITHIN, NARROWLY = (1 / 64,), (2.0**-20, 2.0**-32, 2.0**-43, 2.0**-54)
"""How far beyond a condition a point is wanted, in units of the smallest scale: the first of these
with which one is found."""
SWEEPS = 60
"""Projections onto all conditions of a path, until a point inside is given up."""
DIGITS = 53
NEARLY = 0.9999
"""How near a value may come to an end of its noise, where concrete noise must be inside."""
"""Binary digits of a float."""


class Linear(NamedTuple):
    """(Σ factor·variable + constant) / denominator, in integers."""

    factors: tuple[tuple[int, int], ...]
    constant: int
    denominator: int

    def at(self, point: Point) -> tuple[int, int]:
        """The numerator, and the sum of the sizes of its terms."""
        value, size = self.constant, abs(self.constant)
        for place, factor in self.factors:
            term = factor * point[place]
            value += term
            size += abs(term)
        return value, size


@dataclass
class End:
    """Where a path ends: its word, its conditions and what it releases."""

    word: str
    conditions: tuple[Linear, ...]
    released: tuple[Linear, ...]
    noisy: tuple[bool, ...]
    """Of each released value whether there is noise in it."""
    shape: Shape | None = None
    """What is released of the one value, where it is rounded or wrapped around."""
    visits: int = 0


@dataclass
class _Node:
    """After some conditions: the paths that end there, and the conditions that follow."""

    ends: list[End] = field(default_factory=list)
    following: dict[int, tuple[Linear, _Node]] = field(default_factory=dict)


class Regions:
    """The paths of a traced program at one ε, ready to be evaluated.

    Args: traced the program; unit ε where scales are in units of 1/ε, else 1; gaps the names of
        gaps, whose values follow those of the noises in a point; whole whether noise is integer;
        narrow whether regions are looked for that no point of the usual grid lies in.
    """

    def __init__(
        self,
        traced: Traced,
        unit: Fraction,
        gaps: Sequence[str],
        *,
        whole: bool,
        narrow: bool = False,
    ) -> None:
        self.whole = whole
        self._clear = BARELY if narrow else CLEAR
        self._within: tuple[float, ...] = NARROWLY if narrow else WITHIN
        self.noises = traced.noises
        self.scales = [float(noise.scale / unit) for noise in traced.noises]
        self._laws = [noise_law(noise.law, whole=whole) for noise in traced.noises]
        smallest = min(self.scales, default=1.0)
        finer = FINE_COINS if flips(traced) else 0
        finer += FINER if narrow else 0
        self.bits = 0 if whole else max(0, FINE - math.floor(math.log2(smallest)) + finer)
        self._places = {name: len(traced.noises) + i for i, name in enumerate(gaps)}
        self._known: dict[int, tuple[Form, Linear]] = {}
        self._root = _Node()
        self.ends: list[End] = []
        for word, paths in traced.words.items():
            for path in paths:
                end = End(
                    word,
                    tuple(map(self._linear, path.conditions)),
                    tuple(map(self._linear, path.released)),
                    tuple(bool(form.noises) for form in path.released),
                    path.shape,
                )
                self.ends.append(end)
                self._add(end, path.conditions)

    @property
    def width(self) -> int:
        """Noises and gaps together."""
        return len(self.noises) + len(self._places)

    def holding(self, point: Point) -> list[End] | None:
        """The paths whose conditions hold; None where one of them is close to a tie."""
        found: list[End] = []
        waiting = [self._root]
        while waiting:
            node = waiting.pop()
            found += node.ends
            for condition, following in node.following.values():
                value, size = condition.at(point)
                if not self.whole and condition.factors and abs(value) << self._clear <= size:
                    return None
                if value >= 0:
                    waiting.append(following)
        return found

    def inside(self, end: End, start: Point, moves: int, random: Dice) -> Point | None:
        """A point, near to one given, at which a path is probably taken; None where none is found.

        Projections onto the conditions in turn (Agmon 1954), a little beyond each.

        Args: moves how many of the first variables may move.
        """
        for within in self._within:
            found = self._projected(end, start, moves, random, within)
            if found is not None:
                return found
        return None

    def _projected(
        self, end: End, start: Point, moves: int, random: Dice, within: float
    ) -> Point | None:
        width = float(1 << self.bits) * min(self.scales, default=1.0)
        place = [float(x) for x in start]
        conditions = [*end.conditions, *self._support]
        for _ in range(SWEEPS):
            moved = False
            for factors, constant, _ in conditions:
                value = constant + sum(k * place[i] for i, k in factors)
                free = [(i, k) for i, k in factors if i < moves]
                clear = min(within, 2.0**-FINE_COINS) if self._of_coins(factors) else within
                slack = 0.0 if self.whole else width * sum(abs(k) for _, k in free) * clear
                if value >= slack or not free:
                    continue
                moved = True
                beyond = slack * random.uniform(1, 16) + (random.random() if self.whole else 0)
                step = (beyond - value) / sum(k * k for _, k in free)
                for i, k in free:
                    place[i] += k * step
            if not moved:
                return [trimmed(round(x)) if i < moves else start[i] for i, x in enumerate(place)]
        return None

    def _of_coins(self, factors: Sequence[tuple[int, int]]) -> bool:
        """Whether a condition is about coins, whose intervals may be short."""
        return all(i < len(self.noises) and self.noises[i].law == COIN for i, _ in factors)

    def random(self, random: Dice) -> Point:
        """Values of the noises, roughly as they are drawn; gaps are left at 0."""
        grid, wide = float(1 << self.bits), random.choice((1.0, 1.0, 1.0, 3.0))
        point = []
        for law, scale in zip(self._laws, self.scales, strict=True):
            size = law.sample(random, min(scale, 2.0) if self.whole else scale, wide)
            point.append(trimmed(round(size * grid)))
        return point + [0] * len(self._places)

    def supported(self, point: Point) -> bool:
        """Whether every noise has a value that its law can take."""
        return all(condition.at(point)[0] >= 0 for condition in self._support)

    @cached_property
    def _support(self) -> tuple[Linear, ...]:
        """The ends of noise that has ends, as conditions."""
        return tuple(
            Linear(((i, unit),), math.floor(-unit * end * NEARLY * (1 << self.bits)), 1)
            for i, law in enumerate(self._laws)
            for end, unit in zip(law.support(Fraction(self.scales[i])), (1, -1), strict=True)
            if end is not None
        )

    def _linear(self, form: Form) -> Linear:
        known = self._known.get(id(form))
        if known is not None:
            return known[1]
        shift = form.shift
        factors: list[tuple[int, Fraction]] = [*form.noises]
        factors += [(self._places[name], k) for name, k in shift.gaps]
        common = math.lcm(shift.constant.denominator, *(k.denominator for _, k in factors))
        made = Linear(
            tuple((place, int(k * common)) for place, k in factors),
            int(shift.constant * common) << self.bits,
            common << self.bits,
        )
        self._known[id(form)] = form, made  # the form is kept, so that no identity is reused
        return made

    def _add(self, end: End, conditions: Sequence[Form]) -> None:
        node = self._root
        for form, condition in zip(conditions, end.conditions, strict=True):
            node = node.following.setdefault(id(form), (condition, _Node()))[1]
        node.ends.append(end)


def trimmed(number: int) -> int:
    """The number with as many binary digits as a float holds."""
    spare = abs(number).bit_length() - DIGITS
    return number if spare <= 0 else number >> spare << spare
