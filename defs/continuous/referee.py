"""The referee of the tracer: a program, run on concrete noise, must do what its trace says.

At each point the path is found from the linear conditions of the trace, in integers; then the
program runs on that noise, as floats and as Fractions, and what it returns must be the word of that
path with its released values. Points are drawn at random, then searched inside the regions that
were not visited yet, so that rare words are visited as well; narrow ones on a finer grid, since a
program that tells a stand-in from a number could show its input there alone.

What must never change: the referee shares no code with the tracer; a program that differs from its
trace at one point is refused, with the point.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import ldexp
from typing import Any, NamedTuple

from dpverify.defs.clock import Tick, no_clock
from dpverify.defs.continuous.concrete import Concrete, Difference, Restarted, places_of
from dpverify.defs.continuous.dice import Dice
from dpverify.defs.continuous.reading import Told, read
from dpverify.defs.continuous.regions import End, Linear, Point, Regions
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import AGAIN, Shape, Traced
from dpverify.defs.errors import NumberError, ProgramError, Undecided
from dpverify.defs.programs.draw import Draw
from dpverify.defs.validate import shown

MOST_POINTS = 2_000
"""Points at which the program runs, over all of its inputs."""
POINTS_ALONE = 200
"""Points of a trace that stands alone."""
FEWEST_POINTS = 12
"""Points of each input."""
MOST_TERMS = 40_000
"""Noises and conditions at all points together; a tenth of a second or two."""
CLOSE = 40
"""A released float differs from the exact value by at most 2^-CLOSE of the sum of its terms."""
BEYOND = 20
"""A gap that lies beyond all bounds is 2^BEYOND times everything else, and as often the next."""
MOST_BITS = 500
"""Numbers beyond 2^MOST_BITS, and factors below 2^-MOST_BITS, are not compared: products of two
must be doubles."""
TRIES = 2
"""Searches for a point in a region that random points do not hit."""

FLOATS, FRACTIONS = "floats", "Fractions"
FIRST = 0
"""The number of a point whose noise are floats, and entries ints."""


@dataclass(frozen=True)
class Case:
    """A program on one input, or on all of its shape.

    Args:
        run: ε, or None for the program's own, and an input ↦ the program as a function of its draw.
        given: the input; for all inputs one that shows the type of lists.
        traced: its trace; units the values of ε at which both are compared, empty where scales are
            numbers.
        entries: names of the gaps that are the entries of the input; empty for one input.
        whole: whether noise is integer.
    """

    run: Callable[[Fraction | None, Any], Callable[[Draw], Any]]
    given: Any
    traced: Traced
    units: Sequence[Fraction] = ()
    entries: tuple[str, ...] = ()
    whole: bool = False


class Visit(NamedTuple):
    """One point: its path, the input in numbers, and the kind of numbers that noise has."""

    point: Point
    end: End
    given: Any
    kind: str


class _Exact(Exception):
    """A program computes with exact numbers of ours, which refuse floats."""


@dataclass
class Referee:
    """Compares a program with its traces, at so many points for each, and counts them.

    Args: share of the points for each trace; tick is called at each point and raises where time is
        up.
    """

    share: int = POINTS_ALONE
    tick: Tick = no_clock
    points: int = 0
    paths: int = 0
    visited: int = 0
    _types: dict[tuple[Any, ...], type] = field(default_factory=dict)

    @property
    def account(self) -> dict[str, int]:
        """At how many points program and trace were compared; the paths, and those visited."""
        return {"points": self.points, "paths": self.paths, "visited": self.visited}

    def spread(self, count: int) -> None:
        """Give each of so many traces its part of the points that are left."""
        self.share = max(FEWEST_POINTS, (MOST_POINTS - self.points) // max(1, count))

    def compare(self, case: Case) -> None:
        """Compare program and trace point by point.

        Raises: ProgramError at the first point at which they differ; Undecided where doubles, on
            which the program runs here, do not hold its numbers.
        """
        for unit in case.units or (None,):
            _refuse_beyond_doubles(case.traced, unit or Fraction(1))
            parts = len(case.units) or 1
            try:
                comparison = _Comparison(self, case, unit, parts)
                missed = comparison.play()
                if missed and not case.whole:
                    missed = _Comparison(self, case, unit, parts, narrow=True).look_for(missed)
                paths = len(comparison.regions.ends)
                self.paths += paths
                self.visited += paths - len(missed)
            except (
                OverflowError
            ):  # ours, of an input: what the program raises is a fault of its own
                raise _beyond_doubles("one of its inputs") from None

    def same_type(self, place: tuple[Any, ...], kind: type) -> bool:
        """Whether a released value has the type that it has at other points."""
        return self._types.setdefault(place, kind) is kind


def _refuse_beyond_doubles(traced: Traced, unit: Fraction) -> None:
    """Raise Undecided where a number of a trace is far too large, or a factor too small."""
    forms = [
        form
        for paths in traced.words.values()
        for path in paths
        for form in (*path.conditions, *path.released)
    ]
    factors = [noise.scale / unit for noise in traced.noises]
    factors += [factor for form in forms for _, factor in form.noises]
    constants = [form.shift.constant for form in forms]
    for number in (*factors, *constants):
        if abs(number) > 1 << MOST_BITS:
            raise _beyond_doubles(f"a number above 2^{MOST_BITS}")
    if any(abs(number) < Fraction(1, 1 << MOST_BITS) for number in factors):
        raise _beyond_doubles(f"a scale or a factor of noise below 2^-{MOST_BITS}")


def _beyond_doubles(what: str) -> Undecided:
    return Undecided(
        "unsupported",
        f"{what}: a program with noise is also run on doubles, which do not reach so far; state its"
        " numbers in other units",
    )


class _Comparison:
    """One trace at one ε."""

    def __init__(
        self,
        referee: Referee,
        case: Case,
        unit: Fraction | None,
        parts: int,
        *,
        narrow: bool = False,
    ) -> None:
        self.referee, self.case, self.unit, self.narrow = referee, case, unit, narrow
        self.gaps = case.entries or tuple(sorted(set(_gaps(case.given))))
        self.run: Callable[[Draw], Any] | None = None
        self.symbols = _has_shift(case.given)
        self.inputs: dict[type, Any] = {}  # by the kind of numbers, where no point changes them
        self.regions = Regions(
            case.traced, unit or Fraction(1), self.gaps, whole=case.whole, narrow=narrow
        )
        self.places = places_of(case.traced.noises, unit or Fraction(1))
        longest = max((len(end.conditions) for end in self.regions.ends), default=0)
        afford = MOST_TERMS // (len(case.traced.noises) + longest + 2)
        self.budget = max(FEWEST_POINTS, min(referee.share, afford)) // parts or 1
        # A seed of the trace's own size: the same program is compared at the same points.
        self.random = Dice(len(self.regions.ends) << 20 | len(case.traced.noises))

    def play(self) -> list[int]:
        """Random points, then one in each region that was not visited, then the rest at random.

        Returns: which regions no point was in.
        """
        if not self.case.traced.noises and not self.case.entries:
            self.budget = min(self.budget, FEWEST_POINTS)  # every point is the same
        first = self.budget // 2
        for number in range(first):
            self._visit(self._drawn(number), number)
        left = self.budget - first
        for end in self._rare():
            if left > 0:
                for _ in range(TRIES):  # in floats, as a user's code gets them
                    found = self._within(end, self._drawn(FIRST), FIRST)
                    if found is not None and self._visit(found, FIRST):
                        break
                left -= 1
        for number in range(left):
            self._visit(self._drawn(number), number)
        return [k for k, end in enumerate(self.regions.ends) if not end.visits]

    def look_for(self, missed: Sequence[int]) -> list[int]:
        """A point in each of some regions, which may be narrow; those that are still missed.

        What a program does on a path that is seldom taken, and nowhere else, is seen here alone.
        """
        for k in missed[: self.budget]:
            found = self._within(self.regions.ends[k], self._drawn(FIRST), FIRST)
            if found is not None:
                self._visit(found, FIRST)
        return [k for k in missed if not self.regions.ends[k].visits]

    def _rare(self) -> list[End]:
        """The paths that were not visited; first those of words that were not."""
        told = {end.word for end in self.regions.ends if end.visits}
        missing = [end for end in self.regions.ends if not end.visits]
        seen: set[str] = set()
        first: list[End] = []
        then: list[End] = []
        for end in missing:
            (then if end.word in told or end.word in seen else first).append(end)
            seen.add(end.word)
        return first + then

    # ------------------------------------------------------------ points

    def _drawn(self, number: int) -> Point:
        """A random point: noise, and the entries of an input or gaps beyond all bounds."""
        regions, random = self.regions, self.random
        point = regions.random(random)
        count = len(regions.noises)
        if self.case.entries:
            wide = random.choice((1, 1, 3, 10)) * max(1.0, *regions.scales, 1.0)
            wide = min(wide, 3) if self.case.whole else wide
            for i in range(len(self.gaps)):
                point[count + i] = round(random.uniform(-wide, wide) * (1 << regions.bits))
        else:
            for i in range(len(self.gaps)):
                point[count + i] = self._beyond << BEYOND * (len(self.gaps) - 1 - i)
        return self._rounded(point, number)

    @cached_property
    def _beyond(self) -> int:
        """A number beyond all that the trace and the input mention, on the grid."""
        constants = (abs(line.constant) for end in self.regions.ends for line in end.conditions)
        largest = max(constants, default=0) >> self.regions.bits
        scale = int(max(1.0, *self.regions.scales, 1.0))
        return (max(largest, scale, _largest(self.case.given)) + 1) << BEYOND + self.regions.bits

    def _rounded(self, point: Point, number: int) -> Point:
        """The point with entries of an input that are integers, where integers are its kind."""
        if self.case.entries and self._kind(number) == (FLOATS, int):
            bits, count = self.regions.bits, len(self.regions.noises)
            point[count:] = [_nearest(x, bits) << bits for x in point[count:]]
        return point

    def _within(self, end: End, start: Point, number: int) -> Point | None:
        """A point in the region of a path; entries of an input move first, then the noise alone."""
        regions = self.regions
        point: Point | None = start
        if self.case.entries:
            point = regions.inside(end, start, regions.width, self.random)
            point = None if point is None else self._rounded(point, number)
        if point is None:
            return None
        point = regions.inside(end, point, len(regions.noises), self.random)
        return point if point is not None and regions.supported(point) else None

    def _kind(self, number: int) -> tuple[str, type]:
        """The numbers of noise and of entries: mostly what users have, floats and ints."""
        if self.case.whole:
            return FLOATS, int
        if self.narrow:
            return FRACTIONS, Fraction  # of a float the last digits would be cut off
        if number % 4 == 3 or (len(self.gaps) > 1 and not self.case.entries):
            return FRACTIONS, Fraction  # two gaps beyond all bounds leave no digits for floats
        return FLOATS, float if number % 4 == 2 else int

    def _number(self, value: int, kind: type) -> Any:
        """A coordinate of a point as a number."""
        bits = self.regions.bits
        if kind is float:
            return ldexp(value, -bits)
        return value >> bits if kind is int else Fraction(value, 1 << bits)

    # ------------------------------------------------------------ the program

    def _visit(self, point: Point, number: int) -> bool:
        """Compare at a point; whether it is one that counts, away from ties."""
        self.referee.tick()
        holding = self.regions.holding(point)
        if holding is None:
            return False
        kind, entry = self._kind(number)
        given = self._input(point, entry)
        if len(holding) != 1:
            text = f"{len(holding)} of its paths" if holding else "none of its paths"
            raise self._refused(point, given, f"its trace takes {text}")
        visit = Visit(point, holding[0], given, kind)
        try:
            try:
                output = self._output(visit)
            except _Exact:
                visit = visit._replace(kind=FRACTIONS)
                output = self._output(visit)
            if visit.end.word == AGAIN:
                return False  # it drew on within the trace, and returned: another path's business
            told = read(output, visit.end.word, strict=self._strict(visit))
            self._compare(visit, told, entry)
        except Restarted:
            pass  # as its trace says
        except Difference as found:
            raise self._refused(point, given, f"it {found}") from None
        visit.end.visits += 1
        self.referee.points += 1
        return True

    def _strict(self, visit: Visit) -> bool:
        """Whether numbers in a word must have the type that the word shows.

        Of a Shift half is a Fraction in the trace; of the int in its place it is a float.
        """
        return visit.kind == FLOATS and not self.symbols

    def _output(self, visit: Visit) -> Any:
        """What the program returns.

        Raises: Difference where it returns nothing.
        """
        kind: type = int if self.case.whole else float if visit.kind == FLOATS else Fraction
        draw = Concrete(
            self.places,
            lambda place: self._number(visit.point[place], kind),
            whole=self.case.whole,
            again=visit.end.word == AGAIN,
        )
        try:
            run = self.run or self.case.run(self.unit, visit.given)
            if not self.gaps and not self.symbols:
                self.run = run  # the input is the same at every point
            return run(draw)
        except (Difference, Undecided, MemoryError):
            raise
        except NumberError:
            if visit.kind == FRACTIONS:
                raise Difference("raises NumberError") from None
            raise _Exact from None
        except (Exception, SystemExit, GeneratorExit) as error:  # noqa: BLE001  the user's code
            text = " ".join(str(error).split())[:100]
            raise Difference(f"raises {type(error).__name__} ({text})") from None

    def _compare(self, visit: Visit, told: Told, entry: type) -> None:
        """Compare the released values.

        Raises: Difference.
        """
        end = visit.end
        for number, (value, wanted) in enumerate(zip(told, end.released, strict=True)):
            place = (end.word, number, visit.kind, entry, self.case.given.__class__)
            if not self.referee.same_type(place, type(value)) or (
                visit.kind == FLOATS
                and not self.case.whole
                and end.noisy[number]
                and end.shape is None
                and type(value) is not float
            ):
                raise Difference(
                    f"releases {shown(value)}, of another type than at other noise: a receiver"
                    " sees which"
                )
            if end.shape is not None:
                if not _agree_in_shape(value, wanted, end.shape, visit.point):
                    raise Difference(f"releases {shown(value)}, rounded otherwise than its trace")
            elif not _agree(value, wanted, visit.point):
                exact = Fraction(wanted.at(visit.point)[0], wanted.denominator)
                raise Difference(f"releases {shown(value)} where its trace has {shown(exact)}")

    def _input(self, point: Point, entry: type) -> Any:
        """The input in numbers."""
        if not self.gaps and not self.symbols:
            known = self.inputs.get(entry)
            if known is None:
                known = self.inputs[entry] = _in_numbers(self.case.given, {}, entry)
            return known
        gaps = dict(zip(self.gaps, point[len(self.regions.noises) :], strict=True))
        if not self.case.entries:
            grid = Fraction(1, 1 << self.regions.bits)
            return _in_numbers(
                self.case.given, {name: value * grid for name, value in gaps.items()}, entry
            )
        made = [self._number(value, entry) for value in gaps.values()]
        sample = self.case.given
        return type(sample)(made) if isinstance(sample, (list, tuple)) else made[0]

    def _refused(self, point: Point, given: Any, what: str) -> ProgramError:
        """The refusal, with the point."""
        noises = self.case.traced.noises
        drawn = ", ".join(
            f"{noise.law} {self._number(value, int if self.case.whole else float):g}"
            for noise, value in list(zip(noises, point, strict=False))[:6]
        )
        more = ", …" if len(noises) > 6 else ""
        at = f" at eps = {self.unit}" if self.unit is not None else ""
        return ProgramError(
            f"does not do what its trace says, on the input {shown(given)}{at} with the noise"
            f" ({drawn}{more}): {what}; a program may add, scale, compare and release noise, and go"
            " by nothing else about it"
        )


def _nearest(number: int, bits: int) -> int:
    """The integer nearest to number / 2^bits, the even one of two."""
    half = (1 << bits) >> 1
    below = number >> bits
    rest = number - (below << bits)
    return below + (rest > half or (rest == half > 0 and below & 1))


def _agree(value: Any, wanted: Linear, point: Point) -> bool:
    """Whether a released number is what the trace says: a float up to its rounding."""
    exact, size = wanted.at(point)
    try:
        number: float | Fraction = value if type(value) in (float, int) else Fraction(value)
        top, below = number.as_integer_ratio()
    except (ValueError, OverflowError):  # nan or infinite
        return False
    gap = abs(top * wanted.denominator - exact * below)
    if type(value) is not float:
        return gap == 0
    return gap << CLOSE <= size * below


def _agree_in_shape(value: Any, wanted: Linear, shape: Shape, point: Point) -> bool:
    """The same of a value that is rounded or wrapped around; any number where that is a tie."""
    exact, size = wanted.at(point)
    number, slack = (Fraction(k, wanted.denominator) for k in (exact, size))
    slack /= 1 << CLOSE
    if shape.step is not None:
        if abs(number - round(number)) <= slack:
            return True
        number = shape.step * math.floor(number) + shape.offset
    if shape.modulus is not None:
        turns = number / shape.modulus
        if abs(turns - round(turns)) * shape.modulus <= slack and shape.step is None:
            return True
        number %= shape.modulus
    try:
        gap = abs(Fraction(value) - number)
    except (ValueError, OverflowError):  # nan or infinite
        return False
    return gap <= slack + abs(number) / (1 << CLOSE) if type(value) is float else gap == 0


def _gaps(given: Any) -> Iterable[str]:
    """The names of the gaps in an input."""
    if isinstance(given, (list, tuple)):
        for member in given:
            yield from _gaps(member)
    elif isinstance(given, Shift):
        yield from (name for name, _ in given.gaps)


def _has_shift(given: Any) -> bool:
    """Whether an input holds what is no plain number."""
    if isinstance(given, (list, tuple)):
        return any(map(_has_shift, given))
    return isinstance(given, Shift)


def _largest(given: Any) -> int:
    """The size of the largest number of an input."""
    if isinstance(given, (list, tuple)):
        return max(map(_largest, given), default=0)
    number = given.constant if isinstance(given, Shift) else given
    return abs(int(number)) if isinstance(number, (int, Fraction)) else 0


def _in_numbers(given: Any, gaps: dict[str, Fraction], kind: type) -> Any:
    """The input with numbers in place of Shifts; integers where they are."""
    if isinstance(given, (list, tuple)):
        return type(given)(_in_numbers(member, gaps, kind) for member in given)
    if not isinstance(given, Shift):
        return given
    number = given.at(gaps)
    if kind is Fraction:
        return number
    return int(number) if number.denominator == 1 else float(number)
