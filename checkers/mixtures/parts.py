"""From a traced program in numbers to its mixture: for each word chances, and densities of a value.

A path that begins again divides all of these by the chance that a try ends; a value that is wrapped
around has a part for each turn.

What must never change: a path whose conditions are more than bounds of single noises is refused
with the reason; the chances of all paths are those of the coins and noises, independent of what is
released but for the window that is stated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil, floor, isqrt

from dpverify.checkers.unsupported import of_one_value
from dpverify.defs.continuous.coins import coins_apart
from dpverify.defs.documents.traced import AGAIN, COIN, Form, Law, Noise, Path, Shape, Traced
from dpverify.defs.errors import Undecided

End = Fraction | None


@dataclass(frozen=True)
class Window:
    """Between two ends, None where there is none."""

    low: End = None
    high: End = None

    @property
    def empty(self) -> bool:
        """Whether there is no inside."""
        return self.low is not None and self.high is not None and self.low >= self.high

    def and_above(self, end: Fraction) -> Window:
        """What of it lies above an end."""
        return Window(end if self.low is None else max(self.low, end), self.high)

    def and_below(self, end: Fraction) -> Window:
        """What of it lies below an end."""
        return Window(self.low, end if self.high is None else min(self.high, end))


@dataclass(frozen=True)
class Spread:
    """The law of sign·noise + centre.

    Args: size the scale, for Gaussian noise the variance; sign −1 where noise with two different
        sides is turned over.
    """

    law: Law
    size: Fraction
    centre: Fraction = Fraction(0)
    sign: int = 1


Masses = tuple[tuple[Spread, Window], ...]
"""Chances of single noises to lie in windows, to be multiplied."""


@dataclass(frozen=True)
class Kept:
    """1/Z, where a try ends with probability Z = Σ weight·masses, and else begins again."""

    ends: tuple[tuple[Fraction, Masses], ...]


@dataclass(frozen=True)
class Turns:
    """1 + r + r² + … with r = e^rate: a tail that is wrapped around, every turn over the first.

    Args: rate < 0; nearly: each turn is at most r times the one before, so that this is a bound and
        1 another.
    """

    rate: Fraction
    nearly: bool = False


@dataclass(frozen=True)
class Share:
    """Which share of a geometric series every count-th term is, from a place on.

    That is r^place·(1 − r)/(1 − r^count) with r = e^rate, rate < 0.
    """

    rate: Fraction
    place: int
    count: int


Factor = Kept | Turns | Share


@dataclass(frozen=True)
class Part:
    """One path of a word, or one turn of what it wraps around.

    Args: weight the probability of its coins; masses further chances, of single noises to lie in
        windows; spread the law of the value that it releases, None where it releases none; window
        where this lies; factors by which its density is to be multiplied; merged whether it stands
        for many outputs, of which no more is known than what they have together.
    """

    weight: Fraction
    masses: Masses = ()
    spread: Spread | None = None
    window: Window = field(default_factory=Window)
    factors: tuple[Factor, ...] = ()
    merged: bool = False


Tries = Mapping[str, Sequence[tuple["Part", Shape | None]]]
"""By word the parts of its paths, each with the shape in which its value is released."""
Mixture = Mapping[str, tuple[Part, ...]]
"""By word; what is released is one value on all paths of a word, or none."""


def tries_of(traced: Traced) -> Tries:
    """The paths of a program in numbers, by word; those that begin again are a factor of all.

    Raises: Undecided("unsupported") where it releases several values at once, or compares noise
        with other noise.
    """
    tries = {
        word: [(part, path.shape) for path in paths for part in _parts(traced.noises, path)]
        for word, paths in traced.words.items()
        if word != AGAIN
    }
    if AGAIN not in traced.words:
        return tries
    kept = Kept(tuple(_end(part) for pairs in tries.values() for part, _ in pairs))
    return {
        word: [(replace(part, factors=(kept,)), shape) for part, shape in pairs]
        for word, pairs in tries.items()
    }


def mixture_of(traced: Traced) -> Mixture:
    """The words of a program whose values are not rounded.

    Raises: as `tries_of`; Undecided("unsupported") for rounded values.
    """
    found = {}
    for word, pairs in tries_of(traced).items():
        if len({part.spread is None for part, _ in pairs}) > 1:
            raise unsupported("a value that is released with noise on some paths alone")
        found[word] = _merged([each for part, shape in pairs for each in in_shape(part, shape)])
    return found


def _end(part: Part) -> tuple[Fraction, Masses]:
    """With which probability a path is taken."""
    own = () if part.spread is None else ((part.spread, part.window),)
    return part.weight, (*part.masses, *own)


def unsupported(what: str) -> Undecided:
    """The refusal of a program that does more."""
    return Undecided("unsupported", of_one_value(what))


def _parts(noises: Sequence[Noise], path: Path) -> list[Part]:
    """The path as a part; none where its conditions cannot hold."""
    windows: dict[int, Window] = {}
    weight, path = coins_apart(noises, path)
    if not weight or not all(_narrowed(windows, form) for form in path.conditions):
        return []
    if any(window.empty for window in windows.values()):
        return []
    spread, window = _released(noises, path.released, windows)
    masses = [
        (_spread(noises[n], Fraction(1), Fraction(0)), each) for n, each in sorted(windows.items())
    ]
    return [Part(weight, tuple(masses), spread, window)]


def _narrowed(windows: dict[int, Window], form: Form) -> bool:
    """Take a condition into the windows; False where it cannot hold."""
    if form.shift.gaps:
        raise unsupported("inputs beyond all bounds")
    if not form.noises:
        return form.shift.constant >= 0
    if len(form.noises) > 1:
        raise unsupported("comparisons of noises with each other")
    ((number, factor),) = form.noises
    end, known = -form.shift.constant / factor, windows.get(number, Window())
    windows[number] = known.and_above(end) if factor > 0 else known.and_below(end)
    return True


def _released(
    noises: Sequence[Noise], released: Sequence[Form], windows: dict[int, Window]
) -> tuple[Spread | None, Window]:
    """The law of the released value and its window, which is taken out of the others."""
    if not released:
        return None, Window()
    if len(released) > 1:
        raise unsupported("several released values")
    (form,) = released
    if form.shift.gaps:
        raise unsupported("inputs beyond all bounds")
    centre = form.shift.constant
    if not form.noises:
        raise unsupported("a value that is released without noise")
    if len(form.noises) == 1:
        ((number, factor),) = form.noises
        window = windows.pop(number, Window())
        ends = [None if x is None else factor * x + centre for x in (window.low, window.high)]
        low, high = ends if factor > 0 else ends[::-1]
        return _spread(noises[number], factor, centre), Window(low, high)
    normal = all(noises[n].law == "gaussian" and n not in windows for n, _ in form.noises)
    if not normal:
        raise unsupported("a released sum of noises that are not Gaussian, or are compared")
    variance = sum((k * noises[n].scale) ** 2 for n, k in form.noises)
    return Spread("gaussian", Fraction(variance), centre), Window()


def _spread(noise: Noise, factor: Fraction, centre: Fraction) -> Spread:
    """The law of factor·noise + centre."""
    size, sign = abs(factor) * noise.scale, 1 if factor > 0 else -1
    if noise.law == COIN:
        raise unsupported("coins that are released")
    if noise.law in ("gaussian", "laplace", "uniform"):
        sign = 1  # as likely on both sides
    return Spread(noise.law, size**2 if noise.law == "gaussian" else size, centre, sign)


def _merged(parts: Sequence[Part]) -> tuple[Part, ...]:
    """The parts, those alike but for their weight as one."""
    found: dict[Part, Fraction] = {}
    for part in parts:
        alike = replace(part, weight=Fraction(1))
        found[alike] = found.get(alike, Fraction(0)) + part.weight
    return tuple(replace(alike, weight=weight) for alike, weight in found.items())


# ---------------------------------------------------------------- around a circle

MOST_TURNS = 2_000
"""Turns of one part that are looked at one by one."""
FAR = 13
"""Gaussian noise beyond so many of its scales is e^(−84) times its height, or less."""


def in_shape(part: Part, shape: Shape | None) -> Iterator[Part]:
    """A part of a value v as those of v mod p: turn k is v − k·p between 0 and p.

    Far out the turns of Laplace and exponential noise are each e^(−p/b) times the one before, and
    those of Gaussian noise at most e^(−p·d/σ²) times, at a distance d. So one turn stands for all
    beyond it.
    """
    if shape is None:
        yield part
    elif shape.step is not None or shape.modulus is None:
        raise unsupported("rounded values with noise other than Laplace or exponential noise")
    else:
        yield from _turns(part, shape.modulus)


def _turns(part: Part, modulus: Fraction) -> Iterator[Part]:
    if part.spread is None:
        raise unsupported("a remainder of no noise")
    low, below = _first(part.spread, part.window, modulus, -1)
    high, above = _first(part.spread, part.window, modulus, 1)
    if high - low > MOST_TURNS:
        raise unsupported(f"noise that goes more than {MOST_TURNS} times around its modulus")
    for k in range(low, high + 1):
        centre = part.spread.centre - k * modulus
        ends = [
            None if end is None else end - k * modulus
            for end in (part.window.low, part.window.high)
        ]
        window = Window(*ends).and_above(Fraction(0)).and_below(modulus)
        # Of noise with one side a single turn may stand for all; with two sides there are more.
        factor = (above if k == high else None) or (below if k == low else None)
        if not window.empty:
            spread = replace(part.spread, centre=centre)
            more = () if factor is None else (factor,)
            yield replace(part, spread=spread, window=window, factors=(*part.factors, *more))


def _first(
    spread: Spread, window: Window, modulus: Fraction, side: int
) -> tuple[int, Turns | None]:
    """The last turn to one side that is looked at, and what all beyond it are together."""
    end, other = (window.high, window.low) if side > 0 else (window.low, window.high)
    centre = spread.centre
    if spread.law == "uniform":
        edge = centre + side * spread.size
        end = edge if end is None else side * min(side * end, side * edge)
    if spread.law == "exponential" and side != spread.sign:
        end = centre if end is None else side * min(side * end, side * centre)
    if end is not None:
        return floor(end / modulus), None
    start = centre if other is None else side * max(side * centre, side * other)
    if spread.law in ("laplace", "exponential"):
        # A whole turn beyond the centre and the other end of the window.
        turn = ceil(start / modulus) if side > 0 else floor(start / modulus) - 1
        return turn, Turns(-modulus / spread.size)
    if spread.law != "gaussian":
        raise unsupported(f"a remainder of {spread.law} noise")
    edge = start + side * FAR * root_above(spread.size)
    turn = ceil(edge / modulus) if side > 0 else floor(edge / modulus) - 1
    away = abs((turn if side > 0 else turn + 1) * modulus - centre)
    return turn, Turns(-modulus * (2 * away + modulus) / (2 * spread.size), nearly=True)


def root_above(square: Fraction) -> Fraction:
    """A rational number a little above a square root."""
    return Fraction(isqrt(ceil(square * 65536)) + 1, 256)
