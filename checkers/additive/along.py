"""From a traced program to densities along its one released value, as sums of exponentials.

A path that releases factor·z + constant, where z is one noise with Laplace or exponential law,
gives the value v the density of z at (v − constant)/factor, divided by |factor|. Each condition
that names z and one other noise is then an end of that noise, a line in v; what names neither is a
factor of its own. Between the places where such lines meet each other or a kink of a law, all this
is a sum of exponentials. What is no such path is refused with its reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, pairwise

from dpverify.checkers.continuous.words import probability
from dpverify.checkers.unsupported import Shape, not_released
from dpverify.defs.documents.traced import Form, Noise, Path, Traced, exact_law
from dpverify.defs.numbers import Loss, Number, Value, exp
from dpverify.defs.numbers.functions import distribution_of, power
from dpverify.defs.pairs.along import Along, Cell, Mass, Sum, merged, scaled, times

Line = tuple[Fraction, Fraction]
"""slope·v + constant."""
Bounds = dict[int, tuple[list[Line], list[Line]]]
"""Lower and upper ends of each other noise."""
NONE = Fraction(0)
MOST_CELLS = 2_000


def along_pair(one: Traced, other: Traced) -> Along:
    """The pair of laws of a program, in numbers, on two inputs.

    Raises: Undecided("unsupported") where a word that is possible on both releases several values,
        or a value with noise of another law, or comparisons are more than ends of single noises
        along the value.
    """
    masses: list[tuple[Mass, Mass]] = []
    cells: list[Cell] = []
    for word in sorted({*one.words, *other.words}):
        paths = [_possible(traced.words.get(word, ())) for traced in (one, other)]
        if any(path.released for several in paths for path in several) and all(paths):
            sides = [_Word(*side) for side in zip((one, other), paths, strict=True)]
            places = sorted({place for side in sides for place in side.places})
            if len(places) > MOST_CELLS:
                raise not_released(Shape.MANY_PIECES)
            for low, high in pairwise([None, *places, None]):
                p, q = (side.density(_inside(low, high)) for side in sides)
                ends = [None if end is None else Loss(end) for end in (low, high)]
                cells += [Cell(ends[0], ends[1], p, q)] if p or q else []
        else:
            # What one input alone can give is told by its word, whatever it releases.
            here, there = (
                word_mass(traced.noises, several)
                for traced, several in zip((one, other), paths, strict=True)
            )
            masses.append((here, there))
    return Along(masses, cells)


@dataclass
class _Word:
    """One word of one input: paths along its value, and the places where their forms change."""

    traced: Traced
    paths: Sequence[Path]
    along: list[_Path] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Raises: Undecided("unsupported") for paths that release several values."""
        counts = {len(path.released) for path in self.paths}
        if counts - {0} and counts != {1}:
            raise not_released(Shape.SEVERAL_COMPARED)
        if counts == {1}:
            self.along = [_path(self.traced, each) for each in self.paths]

    @property
    def places(self) -> set[Fraction]:
        """Where a path's density may change its form."""
        return {place for path in self.along for place in path.places()}

    def density(self, near: Fraction) -> Sum:
        """The density near a place where no form changes."""
        return merged(path.density(near) for path in self.along)


@dataclass(frozen=True)
class _Path:
    """One path: weight times the density of a noise along `line`, within low and high.

    Args: bounds of the noises that conditions tie to the value.
    """

    noises: tuple[Noise, ...]
    weight: Mass
    centre: int
    line: Line
    low: Fraction | None
    high: Fraction | None
    bounds: Bounds

    def places(self) -> Iterable[Fraction]:
        """Kinks of the laws, and where the ends of a noise meet."""
        yield from (end for end in (self.low, self.high) if end is not None)
        lines: list[tuple[Line, Line]] = [(self.line, (NONE, NONE))]
        for lows, highs in self.bounds.values():
            lines += [(end, (NONE, NONE)) for end in (*lows, *highs)]
            lines += combinations([*lows, *highs], 2)
        for a, b in lines:
            if a[0] != b[0]:
                yield (b[1] - a[1]) / (a[0] - b[0])

    def density(self, near: Fraction) -> Sum:
        """The density, as it is near a place."""
        beyond = (self.low is not None and near < self.low) or (
            self.high is not None and near > self.high
        )
        if beyond:
            return {}
        found = scaled(_density(self.noises[self.centre], self.line, near), self.weight)
        for number, (lows, highs) in self.bounds.items():
            low = max(lows, key=lambda line: _at(line, near), default=None)
            high = min(highs, key=lambda line: _at(line, near), default=None)
            if low is not None and high is not None and _at(low, near) >= _at(high, near):
                return {}
            noise = self.noises[number]
            upper: Sum = {NONE: Value(1)} if high is None else _below(noise, high, near)
            lower: Sum = {} if low is None else _below(noise, low, near)
            found = times(found, merged([upper, scaled(lower, Value(-1))]))
        return merged([found])


def _path(traced: Traced, path: Path) -> _Path:
    """A path along its value."""
    (released,) = path.released
    if len(released.noises) != 1:
        raise not_released(Shape.NO_SINGLE_NOISE)
    ((centre, factor),) = released.noises
    slope, constant = 1 / factor, -released.shift.constant / factor
    ends: tuple[list[Fraction], list[Fraction]] = ([], [])
    bounds: Bounds = {}
    apart = []
    for form in path.conditions:
        terms, more = dict(form.noises), form.shift.constant
        k = terms.pop(centre, None)
        if k is None:
            apart.append(form)
            continue
        line = (k * slope, k * constant + more)
        if len(terms) > 1:
            raise not_released(Shape.SEVERAL_OTHERS)
        if terms:
            ((number, unit),) = terms.items()
            side = bounds.setdefault(number, ([], []))[unit < 0]
            side.append((-line[0] / unit, -line[1] / unit))
        else:
            ends[line[0] < 0].append(-line[1] / line[0])
    low, high = max(ends[0], default=None), min(ends[1], default=None)
    weight = _rest(traced, apart, bounds) * Value(1 / abs(factor))
    return _Path(traced.noises, weight, centre, (slope, constant), low, high, bounds)


def _rest(traced: Traced, apart: Sequence[Form], bounds: Bounds) -> Mass:
    """The probability of conditions without the released noise; ends of tied ones become theirs."""
    loose = []
    for form in apart:
        tied = [number for number, _ in form.noises if number in bounds]
        if not tied:
            loose.append(form)
            continue
        if len(form.noises) > 1:
            raise not_released(Shape.OTHERS_AMONG)
        ((number, unit),) = form.noises
        bounds[number][unit < 0].append((NONE, -form.shift.constant / unit))
    return word_mass(traced.noises, (Path(tuple(loose)),))


def _possible(paths: Iterable[Path]) -> list[Path]:
    """The paths that noise can take, without conditions on numbers alone."""
    found = []
    for path in paths:
        forms = (*path.released, *path.conditions)
        if any(not form.shift.finite or form.shift.gaps for form in forms):
            raise not_released(Shape.BEYOND_BOUNDS)
        bare = [form.shift.constant for form in path.conditions if not form.noises]
        if 0 in bare:
            raise not_released(Shape.TIE)
        if all(number > 0 for number in bare):
            left = tuple(form for form in path.conditions if form.noises)
            found.append(Path(left, path.released))
    return found


def word_mass(noises: tuple[Noise, ...], paths: Iterable[Path]) -> Mass:
    """The probability that the conditions of one of some paths hold.

    Gaussian noises that enter all conditions that share them in the same ratio are one normal
    variable, between two ends; all others have exact probabilities.
    """
    total: Mass = Value(0)
    for path in paths:
        product: Mass = Value(1)
        for forms in _apart(path.conditions):
            normal = _normal(noises, forms)
            if normal is None:
                traced = Traced(noises, {"": (Path(tuple(forms)),)})
                normal = probability(traced, "").at(Fraction(1))
            product = product * normal
        total = total + product
    return total


def _apart(conditions: Sequence[Form]) -> Iterable[list[Form]]:
    """The conditions in groups that share no noise."""
    left = list(conditions)
    while left:
        names, size = {n for n, _ in left[0].noises}, 0
        while size != len(names):
            size = len(names)
            for form in left:
                own = {n for n, _ in form.noises}
                names |= own if own & names else set()
        yield [form for form in left if {n for n, _ in form.noises} & names]
        left = [form for form in left if not {n for n, _ in form.noises} & names]


def _normal(noises: tuple[Noise, ...], forms: Sequence[Form]) -> Mass | None:
    """Φ(high) − Φ(low) of conditions on one normal variable; None where they are others."""
    first = dict(forms[0].noises)
    if any(noises[n].law != "gaussian" for form in forms for n, _ in form.noises):
        return None
    ends: tuple[list[Fraction], list[Fraction]] = ([], [])
    for form in forms:
        terms = dict(form.noises)
        ratios = {terms[n] / first[n] for n in terms.keys() & first.keys()}
        if terms.keys() != first.keys() or len(ratios) != 1:
            raise not_released(Shape.SEVERAL_KINDS)
        (ratio,) = ratios
        ends[ratio < 0].append(-form.shift.constant / ratio)
    variance = sum(((k * noises[n].scale) ** 2 for n, k in first.items()), NONE)
    deviation = power(Value(variance), Value(Fraction(1, 2)))
    low, high = max(ends[0], default=None), min(ends[1], default=None)
    if low is not None and high is not None and low >= high:
        return Value(0)
    below = Value(0) if low is None else _distribution(low, deviation)
    return (Value(1) if high is None else _distribution(high, deviation)) - below


def _distribution(end: Fraction, deviation: Number) -> Mass:
    return distribution_of(Value(end) / deviation)


def _density(noise: Noise, line: Line, near: Fraction) -> Sum:
    """The density of a noise along a line, as it is near a place."""
    rate, value = 1 / noise.scale, _at(line, near)
    match exact_law(noise.law):
        case "laplace":
            return _exponential(-rate if value > 0 else rate, line, rate / 2)
        case "exponential":
            return _exponential(-rate, line, rate) if value > 0 else {}


def _below(noise: Noise, line: Line, near: Fraction) -> Sum:
    """P(noise ≤ line), as it is near a place."""
    rate, value = 1 / noise.scale, _at(line, near)
    half = Fraction(1, 2)
    match exact_law(noise.law):
        case "laplace" if value <= 0:
            return _exponential(rate, line, half)
        case "laplace":
            return merged([{NONE: Value(1)}, _exponential(-rate, line, -half)])
        case "exponential":
            if value <= 0:
                return {}
            return merged([{NONE: Value(1)}, _exponential(-rate, line, Fraction(-1))])


def _exponential(rate: Fraction, line: Line, factor: Fraction) -> Sum:
    """factor·e^{rate·line}."""
    return {rate * line[0]: exp(rate * line[1]) * factor}


def _at(line: Line, place: Fraction) -> Fraction:
    return line[0] * place + line[1]


def _inside(low: Fraction | None, high: Fraction | None) -> Fraction:
    if low is None:
        return NONE if high is None else high - 1
    return low + 1 if high is None else (low + high) / 2
