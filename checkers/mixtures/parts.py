"""From a traced program in numbers to its mixture: for each word chances, and densities of a value.

What must never change: a path whose conditions are more than bounds of single noises is refused
with the reason; the chances of all paths are those of the coins and noises, independent of what is
released but for the window that is stated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from dpverify.defs.continuous.coins import coins_apart
from dpverify.defs.documents.traced import COIN, Form, Law, Noise, Path, Traced
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


@dataclass(frozen=True)
class Part:
    """One path of a word.

    Args: weight the probability of its coins; masses further chances, of single noises to lie in
        windows; spread the law of the value that it releases, None where it releases none; window
        where this lies.
    """

    weight: Fraction
    masses: tuple[tuple[Spread, Window], ...] = ()
    spread: Spread | None = None
    window: Window = field(default_factory=Window)


Mixture = Mapping[str, tuple[Part, ...]]
"""By word; what is released is one value on all paths of a word, or none."""


def mixture_of(traced: Traced) -> Mixture:
    """The words of a program in numbers.

    Raises: Undecided("unsupported") where it releases several values at once, or compares noise
        with other noise.
    """
    found = {}
    for word, paths in traced.words.items():
        parts = [part for path in paths for part in _parts(traced.noises, path)]
        if len({part.spread is None for part in parts}) > 1:
            raise unsupported("a value that is released with noise on some paths alone")
        found[word] = _merged(parts)
    return found


def unsupported(what: str) -> Undecided:
    """The refusal of a program that does more."""
    return Undecided("unsupported", f"coins beside continuous noise are not decided with {what}")


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
        alike = Part(Fraction(1), part.masses, part.spread, part.window)
        found[alike] = found.get(alike, Fraction(0)) + part.weight
    return tuple(
        Part(weight, alike.masses, alike.spread, alike.window) for alike, weight in found.items()
    )
