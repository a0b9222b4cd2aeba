"""The densities of one released value on two inputs, with the event of a witness shaded.

It is drawn from rounded numbers. What is decided, and in which arithmetic, the result says.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from dpverify.checkers.answers.places import EnclosedEvent, WordPlace
from dpverify.reports.drawings.figure import Axis, Band, Curve, Figure, Mark, Panel, Role

if TYPE_CHECKING:
    from dpverify.checkers.answers.documents import About
    from dpverify.checkers.answers.places import StatedPlace

RELEASED: Final = "•"
"""The word of a program that compares nothing and releases one value."""
POINTS: Final = 320
REACH: Final = 5.0
"""How many scales on both sides of the middle of each law are shown."""
MOST_SHOWN: Final = 24
"""Characters of a label in the key."""
Interval: TypeAlias = tuple[float, float]

DENSITIES: Final[Mapping[str, Callable[[float], float]]] = {
    "laplace": lambda t: math.exp(-abs(t)) / 2,
    "gaussian": lambda t: math.exp(-t * t / 2) / math.sqrt(2 * math.pi),
    "exponential": lambda t: math.exp(-t) if t >= 0 else 0.0,
    "uniform": lambda t: 0.5 if abs(t) <= 1 else 0.0,
    "logistic": lambda t: math.exp(-abs(t)) / (1 + math.exp(-abs(t))) ** 2,
}
"""Of noise of scale 1; other laws are not drawn."""


@dataclass(frozen=True)
class Law:
    """A number plus noise of one law: `scale` times noise of scale 1, turned round if below 0."""

    name: str
    middle: float
    scale: float

    def density(self, value: float) -> float:
        """The density at a value."""
        return DENSITIES[self.name]((value - self.middle) / self.scale) / abs(self.scale)


def densities_figure(about: About, place: StatedPlace | None) -> Figure | None:
    """Return both densities and the event; None where not one value with one noise is released.

    Args: about the program of a result; place its witness, or where its value is attained.
    """
    if about.kind != "continuous" or about.program is None:
        return None
    if not isinstance(place, EnclosedEvent | WordPlace):
        return None
    laws = [_law(about.program, place, side) for side in (0, 1)]
    first, second = laws
    if first is None or second is None:
        return None
    return _figure((first, second), place)


def _figure(laws: tuple[Law, Law], place: EnclosedEvent[Any, Any] | WordPlace[Any, Any]) -> Figure:
    low = min(law.middle - REACH * abs(law.scale) for law in laws)
    high = max(law.middle + REACH * abs(law.scale) for law in laws)
    places = [low + (high - low) * k / POINTS for k in range(POINTS + 1)]
    names = [f"on input {_short(name)}" for name in place.inputs]
    roles: tuple[Role, Role] = ("truth", "other")
    curves = [
        Curve(f"the density {name}", [(x, law.density(x)) for x in places], role)
        for law, name, role in zip(laws, names, roles, strict=True)
    ]
    bands = [_shaded(laws[0], part, label) for part, label in _labelled(_event(place, low, high))]
    marks = [*_seen(laws, place, names)]
    top = 1.12 * max(law.density(x) for law in laws for x in places)
    axes = Axis("released value", ends=(low, high)), Axis("density", ends=(0.0, top))
    title = "What is released on the two inputs"
    spoken = f"densities of the released value {names[0]} and {names[1]}"
    caption = (
        "Shaded: the event of the witness, which the first input makes too likely."
        if bands
        else "Marked: the released value of the witness, with both densities."
        if marks
        else "Where the curves lie far apart, the value tells the inputs apart."
    )
    panel = Panel(title, *axes, curves, bands, marks, description=spoken)
    return panel.alone("densities", f"{caption} The curves are drawn from rounded numbers.")


def _short(name: str) -> str:
    return name if len(name) <= MOST_SHOWN else f"{name[: MOST_SHOWN - 1]}…"


def _law(program: Mapping[str, Any], place: StatedPlace, side: int) -> Law | None:
    """The law of the value on one of the two inputs, as far as it is of a kind that is drawn."""
    family, entries = program.get("family"), getattr(place, "entries", None)
    if family is not None and entries is not None:
        traced = family["traced"]
        numbers = dict(zip(family["entries"], entries[side], strict=True))
    else:
        inputs = program.get("inputs") or {}
        label = getattr(place, "inputs", ("", ""))[side]
        if label not in inputs:
            return None
        traced, numbers = inputs[label], {}
    paths = traced["words"].get(RELEASED, [])
    if traced["symbolic"] or len(traced["words"]) != 1 or len(paths) != 1:
        return None
    if paths[0]["conditions"] or not paths[0]["released"].isdigit():
        return None
    form = traced["forms"][int(paths[0]["released"])]
    if len(form["noises"]) != 1 or not isinstance(form["noises"][0][1], str):
        return None
    (index, factor) = form["noises"][0]
    noise = traced["noises"][int(index)]
    shift = form["shift"]
    constant, slopes = (shift, {}) if isinstance(shift, str) else shift
    if noise["law"] not in DENSITIES or not {*slopes} <= {*numbers}:
        return None
    middle = Fraction(constant) + sum(Fraction(c) * Fraction(numbers[x]) for x, c in slopes.items())
    scale = Fraction(factor) * Fraction(noise["scale"])
    return Law(noise["law"], float(middle), float(scale)) if scale else None


def _event(place: StatedPlace, low: float, high: float) -> Iterator[Interval]:
    """The intervals of the event, cut where the picture ends."""
    for part in getattr(place, "regions", ()):
        factors = [Fraction(x) for x in part.factors]
        if part.word != RELEASED or len(factors) != 1 or not factors[0]:
            continue
        for start, end in part.where:
            ends = [
                float(Fraction(x) / factors[0]) if x is not None else sign * math.inf
                for x, sign in (
                    (start, -1 if factors[0] > 0 else 1),
                    (end, 1 if factors[0] > 0 else -1),
                )
            ]
            left, right = max(min(ends), low), min(max(ends), high)
            if left < right:
                yield left, right


def _labelled(parts: Iterator[Interval]) -> Iterator[tuple[Interval, str]]:
    """The parts of the event; the key names them once."""
    for number, part in enumerate(parts):
        yield part, "" if number else "the event S"


def _shaded(law: Law, part: Interval, label: str) -> Band:
    """What lies below a density over an interval."""
    left, right = part
    places = [left + (right - left) * k / POINTS for k in range(POINTS + 1)]
    return Band(label, [(x, 0.0) for x in places], [(x, law.density(x)) for x in places], "claim")


def _seen(laws: Sequence[Law], place: StatedPlace, names: Sequence[str]) -> Iterator[Mark]:
    """The value of a witness that is one released value, on both curves."""
    released: Sequence[Any] = getattr(place, "released", ())
    if len(released) != 1:
        return
    value = float(Fraction(released[0]))
    roles: tuple[Literal["truth", "claim"], ...] = ("truth", "claim")
    for law, name, role in zip(laws, names, roles, strict=True):
        density = law.density(value)
        label = f"released value {value:.4g}, {name}"
        yield Mark(label, value, density, role, f"density ≈ {density:.4g}")
