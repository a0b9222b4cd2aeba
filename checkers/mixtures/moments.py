"""∫ p^α·q^(1−α) of two mixtures, of which the Rényi divergence of order α > 1 is the logarithm.

Between the tails by Taylor polynomials of balls on short intervals. On a tail p^α is at
most V^(α−1)·Σ v_i·f_i^α, with V the sum of the weights (Jensen), and q at least one of its terms:
what is left is e to a square or a line, which falls at least as fast as its tangent at the start.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import arb, arb_series, fmpq

from dpverify.checkers.mixtures.excess import Tick, total
from dpverify.checkers.mixtures.far_out import moment_of_merged
from dpverify.checkers.mixtures.parts import Mixture, Part
from dpverify.checkers.mixtures.pieces import Piece, cut
from dpverify.checkers.mixtures.tails import rational
from dpverify.checkers.mixtures.terms import Term, bumps
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers.balls import series_length

FARTHER = 12
"""How often tails are put twice as many bits out."""
LOOKS = 64
"""Places at which the height of what is integrated is looked at."""
TERMS = 28
"""Terms of a Taylor polynomial."""
MOST_PARTS = 1 << 20
"""Parts of a piece."""


def moment(ours: Mixture, theirs: Mixture, order: Fraction, bits: int, tick: Tick) -> arb | None:
    """Σ over words of ∫ p^α·q^(1−α), α > 1 the order; None where it is infinite.

    Raises: Undecided("unsupported") for tails that are not known.
    """
    found, alpha = arb(0), arb(rational(order))
    for word in sorted(ours):
        tick()
        one, other = ours[word], theirs.get(word, ())
        if not one:
            continue
        if not other:
            return None
        if any(part.merged for part in (*one, *other)):
            found += moment_of_merged(one, other, order)
            continue
        if one[0].spread is None:
            p, q = total(one, None, None), total(other, None, None)
            found += p * ((alpha - 1) * (p / q).log()).exp()
            continue
        more = _of_values(one, other, order, bits, tick)
        if more is None:
            return None
        found += more
    return found


def _of_values(
    ours: Sequence[Part], theirs: Sequence[Part], order: Fraction, bits: int, tick: Tick
) -> arb | None:
    """The integral of a word; tails begin farther and farther out, until they add little."""
    far, found = bits, arb(0)
    for _ in range(FARTHER):
        pieces = [piece for piece in cut(ours, theirs, far) if piece.ours]
        if any(not piece.theirs or (piece.tail and _grows(piece, order)) for piece in pieces):
            return None
        rests = [_beyond(piece, order) for piece in pieces if piece.tail]
        rest = sum((rest for rest in rests if rest is not None), arb(0))
        fine = _height([piece for piece in pieces if not piece.tail], order) * arb(2) ** -bits
        if None not in rests and rest < fine:
            found = arb(0).union(rest)
            for piece in pieces:
                tick()
                found += _between(piece, order, fine) if not piece.tail else 0
            return found
        far *= 2
    raise Undecided("precision", "the tails of two mixtures do not fall as far as is looked")


def _between(piece: Piece, order: Fraction, fine: arb) -> arb:
    """The integral on a piece that ends: Taylor polynomials, with the last term on all of it.

    The interval is halved until what the last term may add is below its share of `fine`.
    """
    found, waiting = arb(0), [(piece.low, piece.high)]
    whole = piece.high - piece.low
    with series_length(TERMS):
        while waiting:
            low, high = waiting.pop()
            half, middle = (high - low) / 2, (low + high) / 2
            last = abs(_series(piece, order, arb(low).union(arb(high)), middle)[TERMS - 1])
            rest = 2 * last.upper() * arb(half) ** TERMS / TERMS
            if not rest < fine * arb(2 * half / whole):
                if half < whole / MOST_PARTS:
                    raise Undecided("precision", "an integral of two mixtures does not settle")
                waiting += [(low, middle), (middle, high)]
                continue
            at = _series(piece, order, arb(middle), middle)
            for k in range(0, TERMS - 1, 2):
                found += 2 * at[k] * arb(half) ** (k + 1) / (k + 1)
            found += rest.union(-rest)
    return found


def _series(piece: Piece, order: Fraction, at: arb, middle: fmpq) -> arb_series:
    """p·(p/q)^(α−1) around a point, both over the term that leads in the middle."""
    leading = piece.leading(middle, middle)
    p, q = (
        sum((_over(term, leading, at).exp() * term.height for term in terms), arb_series([0]))
        for terms in (piece.ours, piece.theirs)
    )
    ratio = p.log() - q.log()
    return (ratio * arb(rational(order - 1)) + leading.at(at)).exp() * p


def _over(term: Term, leading: Term, at: arb) -> arb_series:
    """The exponent of a term less that of another, around a point."""
    a, b, c = term.a - leading.a, term.b - leading.b, term.c - leading.c
    found = arb_series([(a * at + b) * at + c, 2 * a * at + b, arb(a)])
    for sign, bump in bumps(term, leading):
        found = found + sign * bump.value(arb_series([at, 1]))
    return found


def _height(pieces: Sequence[Piece], order: Fraction) -> arb:
    """About the largest value of what is integrated; only to know which remainders are small."""
    found, alpha = arb(0), arb(rational(order))
    for piece in pieces:
        for k in range(1, LOOKS):
            y = arb(piece.low + (piece.high - piece.low) * k / LOOKS)
            p, q = (
                sum((t.height * t.power(y).exp() for t in terms), arb(0))
                for terms in (piece.ours, piece.theirs)
            )
            found = arb.max(found, (alpha * p.log() + (1 - alpha) * q.log()).exp())
    return arb(found.mid())


def _grows(piece: Piece, order: Fraction) -> bool:
    """Whether p^α·q^(1−α) does not fall on a tail: by the slowest terms of both."""
    alpha = rational(order)
    p, q = piece.slowest(piece.ours), piece.slowest(piece.theirs)
    a, b = (alpha * x + (1 - alpha) * y for x, y in zip(p, q, strict=True))
    return a > 0 or (a == 0 and b >= 0)


def _beyond(piece: Piece, order: Fraction) -> arb | None:
    """At most the integral on a tail; None where that does not fall from its start on."""
    alpha, start = rational(order), piece.start
    slow = piece.slowest(piece.theirs)
    floor = next(term for term in piece.theirs if piece.order(term) == slow)
    weight, found = sum((term.height for term in piece.ours), arb(0)), arb(0)
    for term in piece.ours:
        most = _tangent(piece, term, floor, alpha, start)
        if most is None:
            return None
        found += term.height / weight * most
    return found * ((alpha - 1) * weight.log()).exp() * weight


def _tangent(piece: Piece, term: Term, floor: Term, alpha: fmpq, start: fmpq) -> arb | None:
    """∫ (f/height)^α·(w·g)^(1−α) on a tail, at most; None where it does not fall from the start."""
    a = alpha * term.a + (1 - alpha) * floor.a
    slope = piece.tail * (alpha * term.slope(arb(start)) + (1 - alpha) * floor.slope(arb(start)))
    if a > 0 or not slope < 0 or term.bump is not None or floor.bump is not None:
        return None
    at = arb(start)
    power = alpha * term.power(at) + (1 - alpha) * (floor.power(at) + floor.height.log())
    most: arb = power.exp() / -slope
    return most
