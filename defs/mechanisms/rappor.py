"""RAPPOR for two values whose Bloom filters have no bit in common: the worst case."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.programs import Draw, mechanism

SOURCE = "Ú. Erlingsson, V. Pihur, A. Korolova, RAPPOR, CCS 2014"


def filter_of(value: int, hashes: int) -> list[int]:
    """The Bloom filter of value 0 or 1: h bits of 2h, none in common."""
    return [int(bit // hashes == value) for bit in range(2 * hashes)]


@mechanism(
    inputs=[0, 1],
    id="B37",
    name="one-time-rappor",
    title="one-time RAPPOR: each bit of a Bloom filter kept with probability 1−f, else uniform",
    claim="2h·ln((1−f/2)/(f/2))",
    truth="that, if two values differ in 2h bits",
    source=SOURCE,
)
def one_time_rappor(
    value: int, draw: Draw, *, h: int = 1, f: Fraction = Fraction(1, 2)
) -> tuple[int, ...]:
    """Every bit of the filter is kept with probability 1 − f, else replaced by a fair coin."""
    return tuple(int(draw.flip("1/2")) if draw.flip(f) else bit for bit in filter_of(value, h))


@mechanism(
    inputs=[0, 1],
    id="B38",
    name="rappor",
    title="RAPPOR: one-time RAPPOR, then each bit reported as 1 with probability q (set) or p",
    claim="h·ln(q*(1−p*)/(p*(1−q*)))",
    truth="that, with q* = f(p+q)/2 + (1−f)q and p* = f(p+q)/2 + (1−f)p",
    source=SOURCE,
)
def rappor(
    value: int,
    draw: Draw,
    *,
    h: int = 1,
    f: Fraction = Fraction(1, 2),
    p: Fraction = Fraction(1, 2),
    q: Fraction = Fraction(3, 4),
) -> tuple[int, ...]:
    """The permanent response of `one_time_rappor`, seen through an instantaneous one."""
    permanent = one_time_rappor.function(value, draw, h=h, f=f)
    return tuple(int(draw.flip(q if bit else p)) for bit in permanent)
