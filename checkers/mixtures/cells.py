"""Rounded values: each value of the lattice is a word, and so is what lies far out on a side.

A value step·⌊f⌋ + offset is told where f lies in a cell [n, n + 1). Far out the cells of Laplace
and exponential noise have the masses of a geometric series, with one ratio on every input. So the
quotient of two laws is constant there, and to take these outputs together loses nothing: every
definition says the same of the lattice and of the finitely many words. Gaussian noise has no such
ratio; what is merged there is marked, and counts as known within its mass.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor, gcd, lcm
from typing import Final

from dpverify.checkers.mixtures.parts import (
    FAR,
    Mixture,
    Part,
    Share,
    Spread,
    Tries,
    Window,
    root_above,
    unsupported,
)
from dpverify.defs.documents.traced import Shape
from dpverify.defs.programs.labels import STAR, label_of

MOST_CELLS: Final = 20_000
"""Values of a lattice that are told apart, on one input."""
NUMBER: Final = re.compile(r"-?[0-9]+(/[0-9]+)?", re.ASCII)
Rounded = tuple[str, Part, Shape]


def in_cells(tries: Mapping[str, Tries]) -> dict[str, Mixture]:
    """The laws of programs on their inputs, every rounded value a word without a value.

    Args: tries by label of the input.
    Raises: Undecided("unsupported") for remainders of values that are not rounded, and where tails
        are not alike.
    """
    rounded = [(word, part, shape) for one in tries.values() for word, part, shape in _rounded(one)]
    words = {word for one in tries.values() for word in one}
    names = {word for word, *_ in rounded}
    if any(_may_meet(one, other) for one in names for other in names if one != other):
        raise unsupported("rounded values that are released at several places")
    ends = {
        word: _Ends.of([each for each in rounded if each[0] == word], _numbers(word, words))
        for word in names
    }
    found: dict[str, Mixture] = {}
    for label, one in tries.items():
        named: dict[str, list[Part]] = {}
        for word, pairs in one.items():
            for part, shape in pairs:
                if shape is None:
                    named.setdefault(word, []).append(part)
                    continue
                for name, cell in ends[word].cells(word, part, shape):
                    named.setdefault(name, []).append(cell)
        found[label] = {word: tuple(parts) for word, parts in named.items()}
    return found


def _may_meet(one: str, other: str) -> bool:
    """Whether two words say the same with some numbers, as (1, •) and (•, 1) do."""
    (before, _, after), (start, _, end) = one.partition(STAR), other.partition(STAR)
    heads = before.startswith(start) or start.startswith(before)
    return heads and (after.endswith(end) or end.endswith(after))


def _numbers(word: str, words: Iterable[str]) -> list[Fraction]:
    """The values of a word that stand as words of their own, such as the ends of a clamp."""
    before, _, after = word.partition(STAR)
    middles = [
        other[len(before) : len(other) - len(after)]
        for other in words
        if other.startswith(before) and other.endswith(after)
    ]
    return [Fraction(middle) for middle in middles if NUMBER.fullmatch(middle)]


def _rounded(one: Tries) -> Iterator[Rounded]:
    for word, pairs in one.items():
        for part, shape in pairs:
            if shape is not None:
                yield word, part, shape


@dataclass(frozen=True)
class _Ends:
    """From which values on outputs of a word are taken together, on both sides."""

    low: Fraction
    high: Fraction

    @classmethod
    def of(cls, rounded: Sequence[Rounded], alone: Sequence[Fraction]) -> _Ends:
        """From all values of a word, and those that are words of their own.

        Raises: Undecided("unsupported") where tails of a side have several ratios.
        """
        bounds = [_bounds(part, shape) for _, part, shape in rounded]
        for side in (0, 1):
            rates = {
                (_law(part), _step(shape), shape.offset % _step(shape))
                for _, part, shape in rounded
                if _goes_on(part, shape, side)
            }
            plain = all(shape.modulus is None for _, _, shape in rounded)
            if plain and len({rate[:2] for rate in rates}) > 1:
                raise unsupported("rounded values whose noise or grid differs far out")
        lowest = min(*alone, *(low for low, _ in bounds), bounds[0][0])
        return cls(lowest, max(*alone, *(high for _, high in bounds), bounds[0][1]))

    def cells(self, word: str, part: Part, shape: Shape) -> Iterator[tuple[str, Part]]:
        """The words that a rounded value is, with their parts."""
        step, offset = _step(shape), shape.offset
        sign = 1 if shape.step is not None and shape.step > 0 else -1
        first = ceil((self.low - offset) / step)
        last = floor((self.high - offset) / step)
        if last - first > MOST_CELLS:
            raise unsupported(f"more than {MOST_CELLS} values of a lattice")
        for n in range(first, last + 1):
            cell = _held(part, *((n, n + 1) if sign > 0 else (-n, -n + 1)))
            if cell is not None:
                yield _named(word, n * step + offset, shape.modulus), cell
        for side, n in ((0, first - 1), (1, last + 1)):
            up = (side == 1) == (sign > 0)
            start = n * sign if up else n * sign + 1
            tail = _held(part, start if up else None, None if up else start)
            if tail is not None:
                yield from self._tail(word, tail, part, shape, n, side)

    def _tail(
        self, word: str, tail: Part, part: Part, shape: Shape, n: int, side: int
    ) -> Iterator[tuple[str, Part]]:
        """What lies beyond the last cell: one word, or with a modulus its share of each value."""
        step, offset, away = _step(shape), shape.offset, 1 if side else -1
        value = n * step + offset
        if shape.modulus is None:
            text = f"{_text(value)} and {'above' if side else 'below'}, by steps of {_text(step)}"
            merged = _law(part)[0] == "gaussian"
            yield word.replace(STAR, text, 1), _in_values(tail, shape) if merged else tail
            return
        law, size = _law(part)
        if law == "gaussian":
            raise unsupported("a remainder of a rounded value with Gaussian noise")
        count = _period(step, shape.modulus)
        if count > MOST_CELLS:
            raise unsupported(f"more than {MOST_CELLS} values of a lattice")
        for k in range(count):
            share = Share(-1 / size, k, count)
            here = replace(tail, factors=(*tail.factors, share))
            yield _named(word, value + away * k * step, shape.modulus), here


def _in_values(tail: Part, shape: Shape) -> Part:
    """What is merged, with its last chance as one of step·f + offset."""
    spread, window = tail.masses[-1]
    return replace(tail, masses=(*tail.masses[:-1], _moved(spread, window, shape)), merged=True)


def _moved(spread: Spread, window: Window, shape: Shape) -> tuple[Spread, Window]:
    """The law and the window of step·f + offset, for Gaussian f."""
    step = Fraction(1) if shape.step is None else shape.step
    ends = [None if end is None else step * end + shape.offset for end in (window.low, window.high)]
    moved = Spread(spread.law, spread.size * step**2, step * spread.centre + shape.offset)
    return moved, Window(*(ends if step > 0 else ends[::-1]))


@dataclass(frozen=True)
class Smooth:
    """A program of rounded Gaussian values before these are rounded.

    Args: grids by word the step and the place of the grid; mixture the values before.
    """

    grids: Mapping[str, tuple[Fraction, Fraction]]
    mixture: Mixture


def before_rounding(tries: Tries) -> Smooth | None:
    """None where a value is wrapped, not Gaussian, or rounded on several grids, or not rounded."""
    grids: dict[str, tuple[Fraction, Fraction]] = {}
    mixture: dict[str, tuple[Part, ...]] = {}
    for word, pairs in tries.items():
        parts = []
        for part, shape in pairs:
            spread = part.spread
            if spread is None:
                parts.append(part)
                continue
            step = None if shape is None else shape.step
            if shape is None or step is None or shape.modulus is not None:
                return None
            grid = step, shape.offset % abs(step)
            if spread.law != "gaussian" or grids.setdefault(word, grid) != grid:
                return None
            moved, window = _moved(spread, part.window, shape)
            parts.append(replace(part, spread=moved, window=window))
        mixture[word] = tuple(parts)
    return Smooth(grids, mixture)


def _step(shape: Shape) -> Fraction:
    if shape.step is None:
        raise unsupported("remainders of values that are not rounded, beside rounded ones")
    return abs(shape.step)


def _law(part: Part) -> tuple[str, Fraction]:
    if part.spread is None:
        raise unsupported("a rounded value without noise")
    law = part.spread.law
    if law not in ("laplace", "exponential", "uniform", "gaussian"):
        raise unsupported(f"rounded {law} noise")
    return ("laplace" if law == "exponential" else law), part.spread.size


def _goes_on(part: Part, shape: Shape, side: int) -> bool:
    """Whether a rounded value has no end on a side (0 below, 1 above)."""
    up = (side == 1) == (shape.step is not None and shape.step > 0)
    spread = part.spread
    if spread is None or (part.window.high if up else part.window.low) is not None:
        return False
    return spread.law != "uniform" and not (spread.law == "exponential" and (spread.sign > 0) != up)


def _bounds(part: Part, shape: Shape) -> tuple[Fraction, Fraction]:
    """Values between which every cell with a kink, or with an end of a window, lies."""
    _law(part)
    spread, step = part.spread, shape.step or Fraction(1)
    if spread is None:
        raise unsupported("a rounded value without noise")
    places = [
        spread.centre,
        *(end for end in (part.window.low, part.window.high) if end is not None),
    ]
    if spread.law == "uniform":
        places += [spread.centre - spread.size, spread.centre + spread.size]
    if spread.law == "gaussian":
        far = FAR * root_above(spread.size)
        places += [spread.centre - far, spread.centre + far]
        for end, inside in ((part.window.low, max), (part.window.high, min)):
            if end is not None:
                places = [inside(place, end) for place in places]
    cells = [floor(min(places)) - 1, ceil(max(places))]
    values = [cell * step + shape.offset for cell in cells]
    return min(values), max(values)


def _held(part: Part, low: int | None, high: int | None) -> Part | None:
    """A part with its value between two ends, as a part without a value; None where it is empty."""
    window = part.window
    window = window if low is None else window.and_above(Fraction(low))
    window = window if high is None else window.and_below(Fraction(high))
    spread = part.spread
    if window.empty or spread is None:
        return None
    reach = Window()
    if spread.law == "uniform":
        reach = Window(spread.centre - spread.size, spread.centre + spread.size)
    elif spread.law == "exponential":
        reach = Window(spread.centre) if spread.sign > 0 else Window(None, spread.centre)
    inside = reach if window.low is None else reach.and_above(window.low)
    inside = inside if window.high is None else inside.and_below(window.high)
    if inside.empty:
        return None
    return replace(part, masses=(*part.masses, (spread, window)), spread=None, window=Window())


def _named(word: str, value: Fraction, modulus: Fraction | None) -> str:
    return word.replace(STAR, _text(value if modulus is None else value % modulus), 1)


def _text(value: Fraction) -> str:
    return label_of(int(value) if value.denominator == 1 else value)


def _period(step: Fraction, modulus: Fraction) -> int:
    """After how many steps a value comes back to itself."""
    common = lcm(step.denominator, modulus.denominator)
    one, whole = int(step * common), int(modulus * common)
    return whole // gcd(one, whole)
