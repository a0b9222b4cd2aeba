"""For the kernel: rounded Gaussian values, as words of their own.

Trusted, with `mixtures.py`. step·⌊f⌋ + offset is the number v of a grid where the value
x = step·f + offset lies in [v, v + step), or in (v + step, v] of a step below 0. So between two
ends each v is a word with the chance of that cell. What lies further out is one word on each side,
`merged`: its cells are known by what they have together, and by how normal laws fall.

Let p and q be sums of normal laws of one variance V, cut into the same cells; of q take the one
furthest out, d·g around b. Where a law of p is further out than b, p/q rises without end. Else each
law of p over d·g falls outwards from where the cells begin, so that the sum of these quotients of
densities bounds p/q; and p/q is somewhere at least what all have together, and what it tends to. Of
an order α > 1 the sum of p^α·q^(1−α) over the cells is at least that of merged cells, and at most
the integral of W^(α−1)·Σ c·f^α·(d·g)^(1−α) for p = Σ c·f and W = Σ c (Hölder, Jensen). There
f^α·g^(1−α) is e^(α(α − 1)(a − b)²/(2V)) times a normal law around αa + (1 − α)b.

To cut values into cells is post-processing, and half-lines between cells keep their chances, so
that Gaussian DP is that of the values before. So is zCDP where that is reached far out: a cell at v
has V/(v − a) times the density at v, but for a factor 1 + O(1/v²), so that the largest term of
p^α·q^(1−α) is e^(α(α − 1)(a − b)²/(2V)) but for a factor of c/α, of which α grows.

What must never change: a ball contains the true number; None is infinite for certain.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import ceil, floor, isqrt
from typing import Any, Final

from flint import arb

from dpverify.checkers.kernel.mixture_sources import Share, Shares, Source, q_of
from dpverify.defs import numbers as num
from dpverify.defs.documents.traced import Shape
from dpverify.defs.numbers.documents import need as _need

STAR: Final = "•"
"""What stands for a released value in the name of a word."""

NUMBER: Final = re.compile(r"-?[0-9]+(/[0-9]+)?", re.ASCII)
MOST_CELLS: Final = 20_000
"""Cells of one value."""
FAR: Final = 14
"""So many standard deviations from its mean cells of Gaussian noise are merged."""
Limit = partial(num.Undecided, "unsupported")
Told = Mapping[str, Sequence[tuple[Share, Shape | None]]]
"""By word the shares of the paths, each with the shape in which its value is released."""
Pair = tuple[dict[str, list[Share]], dict[str, list[Share]]]


def is_rounded(told: Told) -> bool:
    """Whether a value is rounded on a path."""
    return any(shape is not None and shape.step for pairs in told.values() for _, shape in pairs)


def in_cells(one: Told, other: Told) -> Pair:
    """The words of both, all rounded values cut into cells of the same grids.

    No output is in two words: what goes on to a side does so on grids of one width, of which two
    are the same or have no number in common; and all numbers that stand alone lie between the ends.
    """
    words = {word: [*one.get(word, ()), *other.get(word, ())] for word in {*one, *other}}
    names = [word for word, pairs in words.items() if any(shape for _, shape in pairs)]
    for name in names:
        clash = [word for word in names if word != name and _may_meet(name, word)]
        _need(not clash, "values that are released at several places", Limit)
    ends = {name: _ends(words[name], _numbers(name, words)) for name in names}
    return _cut(one, ends), _cut(other, ends)


def smooth(one: Told, other: Told) -> Pair | None:
    """Both laws before rounding, where all values of a word are rounded on one grid."""
    found: Pair = ({}, {})
    grids: dict[str, tuple[Fraction, Fraction]] = {}
    for told, words in zip((one, other), found, strict=True):
        for word, pairs in told.items():
            for share, shape in pairs:
                if share.source is None:
                    words.setdefault(word, []).append(share)
                    continue
                step = None if shape is None else shape.step
                if shape is None or step is None or shape.modulus is not None:
                    return None
                grid = step, shape.offset % abs(step)
                if grids.setdefault(word, grid) != grid:
                    return None
                words.setdefault(word, []).append(_value(share, shape))
    return found


# ---------------------------------------------------------------- cells


def _value(share: Share, shape: Shape) -> Share:
    """The law of step·f + offset, from that of f."""
    source, step = share.source, shape.step
    known = source is not None and source.law == "gaussian" and shape.modulus is None
    _need(known, "a value that is rounded", Limit)
    if source is None or step is None:
        raise Limit("rounded values beside others")
    centre, square = step * source.centre + shape.offset, step**2 * source.square
    low, high = (None if end is None else step * end + shape.offset
                 for end in (share.low, share.high))  # fmt: skip
    low, high = (low, high) if step > 0 else (high, low)
    moved = Source("gaussian", square, centre, (step < 0) is not source.turned)
    return replace(share, source=moved, low=low, high=high)


def _may_meet(one: str, other: str) -> bool:
    """Whether a number may stand in two words so that they say the same."""
    (before, _, after), (start, _, end) = one.partition(STAR), other.partition(STAR)
    heads = before.startswith(start) or start.startswith(before)
    return heads and (after.endswith(end) or end.endswith(after))


def _numbers(name: str, words: Iterable[str]) -> list[Fraction]:
    """The numbers that stand in other words where a word has its value."""
    before, _, after = name.partition(STAR)
    middles = [
        word[len(before) : len(word) - len(after)]
        for word in words
        if word.startswith(before) and word.endswith(after)
    ]
    return [Fraction(middle) for middle in middles if NUMBER.fullmatch(middle)]


def _ends(
    pairs: Sequence[tuple[Share, Shape | None]], alone: Sequence[Fraction]
) -> tuple[Fraction, Fraction]:
    """Two places outside which all values fall as a normal law does."""
    places, widths = [Fraction(0), *alone], set[Fraction]()
    for share, shape in pairs:
        if shape is None or share.source is None:
            raise Limit("values that are rounded on some paths alone")
        value = _value(share, shape)
        source: Any = value.source
        far = FAR * Fraction(isqrt(ceil(source.square)) + 1)
        places += [source.centre - far, source.centre + far]
        places += [end for end in (value.low, value.high) if end is not None]
        if value.low is None or value.high is None:
            widths.add(abs(shape.step or Fraction(1)))
    _need(len(widths) < 2, "grids of several widths", Limit)
    return min(places), max(places)


def _cut(told: Told, ends: Mapping[str, tuple[Fraction, Fraction]]) -> dict[str, list[Share]]:
    words: dict[str, list[Share]] = {}
    for word, pairs in told.items():
        for share, shape in pairs:
            if share.source is None:
                words.setdefault(word, []).append(share)
                continue
            if shape is None:  # a value that is released as it is
                words.setdefault(word, []).append(share)
                continue
            for name, cell in _cells(word, share, shape, *ends[word]):
                words.setdefault(name, []).append(cell)
    return words


def _cells(
    word: str, share: Share, shape: Shape, low: Fraction, high: Fraction
) -> list[tuple[str, Share]]:
    """The cells of one share between two ends, and what lies beyond on each side."""
    value, step = _value(share, shape), shape.step or Fraction(1)
    wide, found = abs(step), list[tuple[str, Share]]()
    first = floor((low - shape.offset) / wide) - 1
    last = ceil((high - shape.offset) / wide) + 1
    _need(last - first < MOST_CELLS, "too many values of a grid", Limit)
    for n in range(first, last + 1):
        v = n * wide + shape.offset
        cell = _within(value, *((v, v + wide) if step > 0 else (v - wide, v)))
        if cell is not None:
            found.append((_named(word, str(v)), cell))
    bottom, top = (n * wide + shape.offset for n in (first, last))
    bottom, top = (bottom, top + wide) if step > 0 else (bottom - wide, top)
    for text, start, end in (("below", None, bottom), ("above", top, None)):
        tail = _within(value, start, end)
        if tail is not None:
            v = (first - 1 if start is None else last + 1) * wide + shape.offset
            found.append((_named(word, f"{v} and {text}, by {wide}"), replace(tail, merged=True)))
    return found


def _within(value: Share, low: Fraction | None, high: Fraction | None) -> Share | None:
    """A share with its value between two ends, as one without a value; None where it is empty."""
    low = value.low if low is None else low if value.low is None else max(low, value.low)
    high = value.high if high is None else high if value.high is None else min(high, value.high)
    if low is not None and high is not None and low >= high:
        return None
    source: Any = value.source
    chances = (*value.chances, (source, low, high))
    return replace(value, chances=chances, source=None, low=None, high=None)


def _named(word: str, text: str) -> str:
    return word.replace(STAR, text, 1)


# ---------------------------------------------------------------- what is merged


def is_merged(*sides: Shares) -> bool:
    """Whether a word stands for many outputs."""
    return any(share.merged for shares in sides for share in shares)


def merged_excess(p: arb, q: arb, eps: arb) -> arb:
    """Σ max(0, pᵢ − e^ε·qᵢ) of many outputs, from what they have together."""
    more = p - eps.exp() * q
    return (arb(0) if not more > 0 else more).union(p)


def merged_loss(ours: Shares, theirs: Shares) -> arb | None:
    """The supremum of ln(p/q) over many outputs; None where it is infinite."""
    start, side = _beginning(ours, theirs)
    outermost = max(side * _centre(share) for share in theirs)
    if any(side * _centre(share) > outermost for share in ours):
        return None
    square = ours[0].chances[-1][0].square
    d = sum((_rest(share) for share in theirs if side * _centre(share) == outermost), arb(0))
    least = sum((_rest(share) for share in ours if side * _centre(share) == outermost), arb(0)) / d
    most = arb(0)
    for share in ours:
        a = side * _centre(share)
        # ln of the quotient of the densities around a and b: ((x − b)² − (x − a)²)/(2V)
        power = ((side * start - outermost) ** 2 - (side * start - a) ** 2) / (2 * square)
        most += _rest(share) / d * arb(q_of(power)).exp()
    return arb.max(least, _sum(ours) / _sum(theirs)).union(most).log()


def merged_moment(ours: Shares, theirs: Shares, order: Fraction) -> arb:
    """Σ pᵢ^α·qᵢ^(1−α) over many outputs."""
    _, side = _beginning(ours, theirs)
    alpha = arb(q_of(order))
    least = (alpha * _sum(ours).log() + (1 - alpha) * _sum(theirs).log()).exp()
    b = side * max(side * _centre(share) for share in theirs)
    d = sum((_rest(share) for share in theirs if _centre(share) == b), arb(0))
    w, total = sum(map(_rest, ours), arb(0)), arb(0)
    for share in ours:
        source, low, high = share.chances[-1]
        power = order * (order - 1) * (source.centre - b) ** 2 / (2 * source.square)
        moved = replace(source, centre=order * source.centre + (1 - order) * b)
        total += _rest(share) * arb(q_of(power)).exp() * moved.chance(low, high)
    return least.union((w / d) ** (alpha - 1) * total)


def _beginning(ours: Shares, theirs: Shares) -> tuple[Fraction, int]:
    """Where all outputs begin, and to which side they lie: the same cells, one variance."""
    shares = (*ours, *theirs)
    _need(all(share.merged for share in shares), "cells beside other words", Limit)
    kinds = {(*share.chances[-1][1:], share.chances[-1][0].square) for share in shares}
    _need(len(kinds) == 1, "several grids, or several variances", Limit)
    ((low, high, _),) = kinds
    if low is not None and high is None:
        return low, 1
    if high is not None and low is None:
        return high, -1
    raise Limit("cells without an end, or with two")


def _centre(share: Share) -> Fraction:
    return share.chances[-1][0].centre


def _rest(share: Share) -> arb:
    """The probability of a share without the chance of its value."""
    return replace(share, chances=share.chances[:-1]).probability()


def _sum(shares: Shares) -> arb:
    return sum((share.probability() for share in shares), arb(0))
