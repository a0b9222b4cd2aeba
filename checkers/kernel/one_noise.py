"""For the kernel: tries that begin again, and remainders, of a value with one noise.

Trusted, with `mixtures.py`. A try ends with probability Z, the sum over the paths that do not begin
again; the next try is independent of it, so each probability of a try is divided by Z. A value v
mod p has the densities of all its turns, v − k·p between 0 and p, added. Far out the turns of
Laplace and exponential noise are each e^(−p/b) times the one before, so that one stands for all
beyond it with the factor 1/(1 − e^(−p/b)). Those of Gaussian noise are at most
e^(−p·(2d + p)/(2σ²)) times the one before at a distance of at least d, and so on beyond: one stands
for all with a factor between 1 and that of such a series.

What must never change: a ball contains the true factor; an exact number is the true one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache, partial
from math import floor
from typing import Any, Final

from flint import arb, ctx

from dpverify.checkers.kernel.mixture_sources import End, Share, Source, q_of
from dpverify.defs import numbers as num
from dpverify.defs.documents.traced import Shape
from dpverify.defs.numbers.documents import need as _need

MOST_TURNS: Final = 2_000
FAR: Final = 12
"""So many standard deviations from its mean the turns of Gaussian noise are taken together."""
Limit = partial(num.Undecided, "unsupported")


# ---------------------------------------------------------------- tries


@dataclass(frozen=True)
class Tries:
    """1/Z; `ends` are the shares of all paths that do not begin again, in one try."""

    ends: tuple[Share, ...]

    def ball(self) -> arb:
        """At the precision that is set."""
        return _tries(self.ends, ctx.prec)

    def exact(self) -> Any:
        """As a number; None where it is known by balls alone."""
        return _exact_tries(self.ends)


@lru_cache(maxsize=256)
def _tries(ends: Sequence[Share], _bits: int) -> arb:
    whole = sum((_whole(share) for share in ends), arb(0))
    _need(whole > 0, "whether a try ever ends", Limit)
    return 1 / whole


def _whole(share: Share) -> arb:
    """The probability of a share, with its value where it must lie."""
    found = share.probability()
    return found if share.source is None else found * share.source.chance(share.low, share.high)


@lru_cache(maxsize=256)
def _exact_tries(ends: Sequence[Share]) -> Any:
    found: Any = num.ZERO
    for share in ends:
        part = exact_chance(share)
        within = num.Value(1)
        if share.source is not None:
            within = _exact_between(share.source, share.low, share.high)
        if part is None or within is None:
            return None
        found = found + part * within
    _need(found > 0, "whether a try ever ends", Limit)
    return 1 / found


def exact_chance(share: Share) -> Any:
    """The probability of a share, whatever its value; None where it is known by balls alone."""
    found: Any = num.Value(share.weight)
    for source, low, high in share.chances:
        part = _exact_between(source, low, high)
        if part is None:
            return None
        found = found * part
    for factor in share.factors:
        more = factor.exact()
        if more is None:
            return None
        found = found * more
    return found


def _exact_between(source: Source, low: End, high: End) -> Any:
    """P(low ≤ value ≤ high), where it is a sum of powers of e with rational exponents."""
    if low is not None and high is not None and low >= high:
        return num.ZERO
    upto = num.Value(1) if high is None else _exact_upto(source, high)
    below = num.ZERO if low is None else _exact_upto(source, low)
    return None if upto is None or below is None else upto - below


def _exact_upto(source: Source, end: Fraction) -> Any:
    if source.law not in ("laplace", "exponential", "uniform"):
        return None
    x = (end - source.centre) / source.exact_scale() * (-1 if source.turned else 1)
    fall: Any = num.exp(num.Value(-abs(x)))
    if source.law == "laplace":
        upto = fall / 2 if x < 0 else 1 - fall / 2
    elif source.law == "exponential":
        upto = num.ZERO if x < 0 else 1 - fall
    else:
        upto = num.Value((1 + max(Fraction(-1), min(Fraction(1), x))) / 2)
    return 1 - upto if source.turned else upto


# ---------------------------------------------------------------- remainders


@dataclass(frozen=True)
class Turns:
    """1/(1 − e^rate), of turns that are each e^rate times the one before, or `at_most` that."""

    rate: Fraction
    at_most: bool

    def ball(self) -> arb:
        """At the precision that is set."""
        most = 1 / (1 - arb(q_of(self.rate)).exp())  # a geometric series; its first term is 1
        return arb(1).union(most) if self.at_most else most

    def exact(self) -> Any:
        """As a number; None where it is known by balls alone."""
        return None if self.at_most else 1 / (1 - num.exp(num.Value(self.rate)))


def in_shape(share: Share, shape: Shape | None) -> list[Share]:
    """A share whose value is released in a shape, as shares of what is released."""
    if shape is None:
        return [share]
    known = share.source is not None and shape.step is None and shape.modulus is not None
    _need(known, "a value that is rounded", Limit)
    return list(_turns(share, shape.modulus or Fraction(1)))


def _turns(share: Share, modulus: Fraction) -> Iterator[Share]:
    source: Any = share.source
    low, high = _supported(source, share.low, share.high)
    first = floor(source.centre / modulus)
    for k in range(first, first + MOST_TURNS):
        start = k * modulus
        if high is not None and start >= high:
            break
        last = None if high is not None else _all_beyond(source, start, low, modulus, 1)
        yield from _turn(share, low, high, k, modulus, last)
        if last is not None:
            break
    else:
        raise Limit("too many turns around a modulus")
    for k in range(first - 1, first - MOST_TURNS, -1):
        start = (k + 1) * modulus
        if low is not None and start <= low:
            break
        last = None if low is not None else _all_beyond(source, start, high, modulus, -1)
        yield from _turn(share, low, high, k, modulus, last)
        if last is not None:
            break
    else:
        raise Limit("too many turns around a modulus")


def _turn(
    share: Share, low: End, high: End, k: int, modulus: Fraction, factor: Turns | None
) -> Iterator[Share]:
    """Turn k of a share; none where it is empty."""
    by = k * modulus
    bottom = Fraction(0) if low is None else max(Fraction(0), low - by)
    top = modulus if high is None else min(modulus, high - by)
    if bottom < top and share.source is not None:
        source = replace(share.source, centre=share.source.centre - by)
        factors = (*share.factors, *(() if factor is None else (factor,)))
        yield replace(share, source=source, low=bottom, high=top, factors=factors)


def _supported(source: Source, low: End, high: End) -> tuple[End, End]:
    """The window of a value without what its noise cannot reach."""
    bounds: tuple[End, End] = (None, None)
    if source.law == "uniform":
        bounds = source.centre - source.exact_scale(), source.centre + source.exact_scale()
    elif source.law == "exponential":
        bounds = (None, source.centre) if source.turned else (source.centre, None)
    below = [end for end in (low, bounds[0]) if end is not None]
    above = [end for end in (high, bounds[1]) if end is not None]
    return max(below, default=None), min(above, default=None)


def _all_beyond(
    source: Source, start: Fraction, cut: End, modulus: Fraction, side: int
) -> Turns | None:
    """What the turn that begins at `start`, to a side, and all beyond it are together.

    Args: cut the end of the window on the other side. None where the turns are not alike yet.
    """
    away = (start - source.centre) * side
    # Before the centre turns still grow, and before the cut they are not whole.
    if away < 0 or (cut is not None and (start - cut) * side < 0):
        return None
    if source.law in ("laplace", "exponential"):
        return Turns(-modulus / source.exact_scale(), at_most=False)
    _need(source.law == "gaussian", f"a remainder of {source.law[:40]} noise", Limit)
    if away**2 < FAR**2 * source.square:
        return None
    return Turns(-modulus * (2 * away + modulus) / (2 * source.square), at_most=True)
