"""The line cut at the kinks of two mixtures, with both densities on each piece.

Beyond the last kink the terms are ordered by how slowly they fall. What must never change: a ball
of a tail contains what is there at every point beyond its start.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from flint import arb, fmpq

from dpverify.checkers.mixtures.parts import Part, unsupported
from dpverify.checkers.mixtures.tails import Point, reach
from dpverify.checkers.mixtures.terms import Cell, Term, kinks, less, support, term


@dataclass(frozen=True)
class Piece:
    """An interval without kinks, with the terms of both densities there.

    Args: tail +1 or −1 where it goes on to that side for ever, from `low` or `high`; else 0.
    """

    low: fmpq
    high: fmpq
    ours: tuple[Term, ...]
    theirs: tuple[Term, ...]
    tail: int = 0

    def leading(self, low: fmpq, high: fmpq) -> Term:
        """The term that is largest in the middle, roughly."""
        middle = arb((low + high) / 2)
        every = (*self.ours, *self.theirs)
        return max(every, key=lambda t: float((t.power(middle) + t.height.log()).mid()))

    @property
    def start(self) -> fmpq:
        """Where a tail begins."""
        return self.low if self.tail > 0 else self.high

    def slowest(self, terms: Sequence[Term]) -> tuple[fmpq, fmpq]:
        """The order of the slowest of some terms of a tail."""
        return max(self.order(term) for term in terms)

    def order(self, term: Term) -> tuple[fmpq, fmpq]:
        """How slowly a term falls on a tail: by the square of the distance, then by the distance.

        Raises: Undecided("unsupported") for Gumbel noise where it falls faster than any of these.
        """
        a, b = term.a, term.b * self.tail
        if term.bump is not None and (term.bump.rate > 0) != (self.tail > 0):
            if term.bump.law == "gumbel":
                raise unsupported("the lower tail of Gumbel noise")
            b = -b  # e^(−x)/(1 + e^(−x))² is even in x
        return a, b


def cut(ours: Sequence[Part], theirs: Sequence[Part], bits: int) -> list[Piece]:
    """The pieces from left to right; tails begin where less than 2^−bits of both is left."""
    parts = [part for part in (*ours, *theirs) if part.spread is not None]
    edges = [reach(part.spread, bits) for part in parts if part.spread is not None]
    points = kinks(parts)
    first = min((*(low for low, _ in edges), *points)) - 1
    last = max((*(high for _, high in edges), *points)) + 1
    sides = [[(part, support(part)) for part in parts] for parts in (ours, theirs)]
    found = [_piece(sides, first - 1, first, -1)]
    for low, high in pairwise(sorted({first, last, *points})):
        found.append(_piece(sides, low, high, 0))
    found.append(_piece(sides, last, last + 1, 1))
    return [piece for piece in found if piece.ours or piece.theirs]


Supported = Sequence[tuple[Part, tuple[Point, Point]]]
"""Parts with the ends of their support: steps by the hundred stand in few pieces each."""


def _piece(sides: Sequence[Supported], low: fmpq, high: fmpq, tail: int) -> Piece:
    inside = (low + high) / 2
    p, q = (
        tuple(
            found
            for part, (first, last) in parts
            if (first is None or first < inside) and (last is None or inside < last)
            if (found := term(part, inside)) is not None
        )
        for parts in sides
    )
    return Piece(low, high, p, q, tail)


def sums(piece: Piece, low: fmpq, high: fmpq) -> tuple[arb, arb, Term, Cell]:
    """p and q over the leading term on an interval, that term, and the interval."""
    leading, cell = piece.leading(low, high), Cell.between(low, high)
    p, q = (
        sum((t.height * less(t, leading, cell).exp() for t in terms), arb(0))
        for terms in (piece.ours, piece.theirs)
    )
    return p, q, leading, cell


def tail_sums(piece: Piece, slow: tuple[fmpq, fmpq]) -> tuple[arb, arb, arb, arb] | None:
    """p and q over a term of the slowest order, on a whole tail; then in the limit.

    Args: slow the order, at least that of every term.
    Returns: (p, q, limit of p, limit of q); None where a term of lower order does not fall from the
        start of the tail on.
    """
    start = piece.start
    found = []
    for terms in (piece.ours, piece.theirs):
        here, limit = arb(0), arb(0)
        for each in terms:
            share, rest = _over(piece, each, slow, start)
            if share is None:
                return None
            here += share
            limit += rest
        found.append((here, limit))
    (p, p_limit), (q, q_limit) = found
    return p, q, p_limit, q_limit


def _over(piece: Piece, term: Term, slow: tuple[fmpq, fmpq], start: fmpq) -> tuple[arb | None, arb]:
    """A term over e^(a·y² + b·|y|) of the slowest order, on a tail and in the limit."""
    a, b = piece.order(term)
    constant, wave = arb(term.c), arb(1)
    if term.bump is not None:
        if (term.bump.rate > 0) != (piece.tail > 0):  # logistic, turned over
            constant = -constant
        fall = (-abs(arb((start - term.bump.centre) * term.bump.rate))).exp()
        least = -fall if term.bump.law == "gumbel" else -2 * (1 + fall).log()
        wave = least.exp().union(arb(1))
    height = term.height * constant.exp()
    da, db, x = a - slow[0], b - slow[1], start * piece.tail
    if da == 0 and db == 0:
        return height * wave, height
    if not (2 * da * x + db < 0 and da <= 0):
        return None, arb(0)
    there = height * (arb((da * x + db) * x)).exp()
    return there.union(arb(0)), arb(0)
