"""How far neighbours are apart where all inputs are meant: reads the relation of a document.

Trusted. An input is a list of numbers, its entries; two inputs are neighbours where their
difference is one of the moves. A relation is a text:

- "A", "M", "O": every entry moves by at most 1; all the same way; one entry.
- "linf(r)", "one_entry(r)", "l1(r)", "l2(r)": the same with r; Σ|m_i| ≤ r; Σ m_i² ≤ r².
- "exchange(k)": +k in one entry and −k in another.
- "box(a:b,c:d)": entry by entry between two ends, or all that turned around.
- "add_or_remove(a,b)": the last entry counts records, the others are sums of values in [a, b]; one
  record joins or leaves. "replace_record(a,b)": one record takes other values.
- "still": nothing moves.
- "l1(1)[3], still[1]": parts of the input, so many entries each, that move at the same time.

All of these but "l2" are unions of polytopes, and a polytope is the hull of its corners. What is
convex in the move is largest at a corner, and alignments at all corners make one for every move
(`corners.py`). A quadratic or linear form is largest on the boundary of a ball, and how large, says
the inequality of Cauchy and Schwarz: "l2" is left to who computes with such forms.

What must never change: `contains` is the definition; hulls and boxes cover all that it contains.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, permutations, product
from math import ceil, floor, prod
from typing import Final

from dpverify.defs.documents.traced_documents import rational
from dpverify.defs.numbers.documents import need
from dpverify.defs.numbers.errors import NumberError, Undecided

Point = tuple[Fraction, ...]
Box = tuple[tuple[Fraction, Fraction], ...]
"""The least and the largest move of each entry of the input."""

NONE, ONE = Fraction(0), Fraction(1)
OLD: Final = {"A": "linf(1)", "O": "one_entry(1)"}
MOST_POINTS: Final = 20_000
"""Corners, or integer moves, that are listed."""
PART: Final = re.compile(r"(\S+)\[([1-9][0-9]{0,5})\]", re.ASCII)
WORDS: Final = re.compile(r"([a-z_0-9]+)(?:\(([^()\s]+)\))?", re.ASCII)
COUNTS: Final = {
    "linf": 1, "one_entry": 1, "l1": 1, "l2": 1, "exchange": 1, "still": 0,
    "add_or_remove": 2, "replace_record": 2,
}  # fmt: skip


@dataclass(frozen=True)
class Part:
    """So many entries in a row, and how they move.

    Args: kind the word of the relation; numbers what stands in its brackets; of a box low and high
        of each entry in turn.
    """

    kind: str
    numbers: tuple[Fraction, ...]
    size: int

    def contains(self, step: Sequence[Fraction]) -> bool:
        """Whether a step is a move."""
        sizes = [abs(x) for x in step]
        match self.kind, self.numbers:
            case "still", _:
                return not any(step)
            case "same_way", _:
                return max(sizes) <= 1 and (min(step) >= 0 or max(step) <= 0)
            case "linf", (r,):
                return max(sizes) <= r
            case "one_entry", (r,):
                return max(sizes) <= r and sum(map(bool, step)) <= 1
            case "l1", (r,):
                return sum(sizes) <= r
            case "l2", (r,):
                return sum(x * x for x in step) <= r * r
            case "exchange", (k,):
                moved = sorted(x for x in step if x)
                return not moved or moved == [-k, k]
            case _:
                return any(_inside(step, box) for box in self.boxes())

    def boxes(self) -> list[Box]:
        """The boxes whose union the moves are; else their corners, as boxes of a point.

        Of "l2" the box around it, which holds all moves and more.
        """
        still = (NONE, NONE)
        match self.kind, self.numbers:
            case "still", _:
                return [(still,) * self.size]
            case "same_way", _:
                return [((NONE, ONE),) * self.size, ((-ONE, NONE),) * self.size]
            case (("linf" | "l2"), (r,)):
                return [((-r, r),) * self.size]
            case "one_entry", (r,):
                return [
                    tuple(way if i == j else still for j in range(self.size))
                    for i in range(self.size)
                    for way in ((NONE, r), (-r, NONE))
                ]
            case "add_or_remove", (low, high):
                return _both_ways((*((low, high),) * (self.size - 1), (ONE, ONE)))
            case "replace_record", (low, high):
                far = high - low
                return [(*((-far, far),) * (self.size - 1), still)]
            case "box", numbers:
                return _both_ways(tuple(zip(numbers[::2], numbers[1::2], strict=True)))
            case _:
                return [tuple((x, x) for x in point) for hull in self.hulls() for point in hull]

    def hulls(self) -> Iterator[Iterator[Point]]:
        """Yield the corners of each polytope of which the moves are the union."""
        match self.kind, self.numbers:
            case "l1", (r,):
                _bounded(2 * self.size)
                yield (self._unit(i, x) for i in range(self.size) for x in (r, -r))
            case "exchange", (k,):
                _bounded(self.size * (self.size - 1))
                for i, j in permutations(range(self.size), 2):
                    both = zip(self._unit(i, k), self._unit(j, -k), strict=True)
                    yield iter([tuple(a + b for a, b in both)])
            case "l2", _:
                raise Undecided("unsupported", "an ℓ2 ball has no corners that could be tried")
            case _:
                for box in self.boxes():
                    yield product(*(sorted(set(side)) for side in box))

    def integers(self) -> Iterator[Point]:
        """Yield the moves that are integers, some of them more than once."""
        match self.kind, self.numbers:
            case (("l1" | "l2"), (r,)):
                yield from self._small(floor(r) if self.kind == "l1" else r * r)
            case "exchange", (k,):
                if k.denominator == 1:
                    yield (NONE,) * self.size
                    yield from (point for hull in self.hulls() for point in hull)
            case _:
                for box in self.boxes():
                    yield from product(*(_whole(*side) for side in box))

    def _small(self, most: Fraction | int) -> Iterator[Point]:
        """Integers with Σ|m_i|, or Σ m_i² for "l2", at most so much."""
        power = 1 if self.kind == "l1" else 2
        start = (NONE,) * self.size
        yield start
        for count in range(1, min(self.size, floor(most)) + 1):
            for chosen in combinations(range(self.size), count):
                for sizes in _sizes(count, Fraction(most), power):
                    for signs in product((1, -1), repeat=count):
                        step = list(start)
                        for i, size, sign in zip(chosen, sizes, signs, strict=True):
                            step[i] = Fraction(size * sign)
                        yield tuple(step)

    def base(self, move: Sequence[Fraction]) -> Point:
        """An input from which the move leads to another input that there is."""
        match self.kind, self.numbers:
            case "add_or_remove", _:  # from no record to one, or back
                return (NONE,) * self.size if move[-1] > 0 else tuple(-x for x in move)
            case "replace_record", (low, high):
                return (*(low if x >= 0 else high for x in move[:-1]), ONE)
            case _:
                return (NONE,) * self.size

    @property
    def of_records(self) -> bool:
        """Whether the entries are sums over records, so that not all numbers are inputs."""
        return self.kind in ("add_or_remove", "replace_record")

    def is_input(self, given: Sequence[Fraction]) -> bool:
        """Whether there are records with these sums; true where entries are no sums of records."""
        if not self.of_records:
            return True
        low, high = self.numbers
        count = given[-1]
        whole = count.denominator == 1 and count >= 0
        return whole and all(count * low <= x <= count * high for x in given[:-1])

    def near(self) -> str:
        """Neighbours in words."""
        numbers = [str(number) for number in self.numbers]
        match self.kind, numbers:
            case "still", _:
                return "that are the same"
            case "same_way", _:
                return "that move the same way, by at most 1 in each"
            case "linf", [r]:
                return f"at distance at most {r} in each"
            case "one_entry", [r]:
                return f"that differ in one of them, by at most {r}"
            case "l1", [r]:
                return f"at ℓ1 distance at most {r}"
            case "l2", [r]:
                return f"at ℓ2 distance at most {r}"
            case "exchange", [k]:
                return f"of which one is larger by {k} and one smaller by {k}"
            case "add_or_remove", [low, high]:
                return f"with one record of values in [{low}, {high}] added or removed"
            case "replace_record", [low, high]:
                return f"with one record of values in [{low}, {high}] replaced"
            case _:
                sides = zip(numbers[::2], numbers[1::2], strict=True)
                inside = ", ".join(f"[{low}, {high}]" for low, high in sides)
                return f"that differ by a step in {inside}, either way"

    def _unit(self, place: int, number: Fraction) -> Point:
        return tuple(number if i == place else NONE for i in range(self.size))


@dataclass(frozen=True)
class Relation:
    """The moves of neighbours: of each part of the input its own, at the same time."""

    text: str
    parts: tuple[Part, ...]

    @property
    def entries(self) -> int:
        """Entries of an input."""
        return sum(part.size for part in self.parts)

    @property
    def ball(self) -> Part | None:
        """The part that moves in an ℓ2 ball, None where there is none."""
        return next((part for part in self.parts if part.kind == "l2"), None)

    @property
    def of_records(self) -> bool:
        """Whether not all numbers are inputs."""
        return any(part.of_records for part in self.parts)

    @property
    def in_ball(self) -> frozenset[int]:
        """The numbers of the entries that move in an ℓ2 ball."""
        kinds = [part.kind for part in self.parts for _ in range(part.size)]
        return frozenset(i for i, kind in enumerate(kinds) if kind == "l2")

    def contains(self, step: Sequence[Fraction]) -> bool:
        """Whether a step from one input to another is a move."""
        if len(step) != self.entries:
            return False
        return all(part.contains(own) for part, own in self._split(step))

    def are_inputs(self, *given: Sequence[Fraction]) -> bool:
        """Whether each list of numbers is an input."""
        return all(part.is_input(own) for vector in given for part, own in self._split(vector))

    def base(self, move: Sequence[Fraction]) -> Point:
        """An input from which the move leads to an input."""
        return tuple(x for part, own in self._split(move) for x in part.base(own))

    def boxes(self, *, integers: bool = False) -> tuple[Box, ...]:
        """Boxes such that alignments for all of them make one for every move.

        Args: integers whether moves are integers: where the moves are no boxes, each of them is
            then a box of its own, since between integer shifts at corners there may be none.
        """
        if integers and not all(part.kind in _BOXED for part in self.parts):
            return tuple(tuple((x, x) for x in point) for point in self.whole())
        several = [part.boxes() for part in self.parts]
        _bounded(prod(map(len, several)))
        boxes = tuple(sum(choice, ()) for choice in product(*several))
        if not integers:
            return boxes
        inner = [tuple((Fraction(ceil(a)), Fraction(floor(b))) for a, b in box) for box in boxes]
        return self._some(tuple(box for box in inner if all(a <= b for a, b in box)))

    def hulls(self) -> Iterator[list[Point]]:
        """Yield the corners of each polytope of which the moves are the union.

        Raises: Undecided("unsupported") where there are too many, or infinitely many.
        """
        several = [[_listed(hull) for hull in part.hulls()] for part in self.parts]
        left = MOST_POINTS
        for choice in product(*several):
            left -= prod(map(len, choice))
            _bounded(MOST_POINTS - left)
            yield [sum(points, ()) for points in product(*choice)]

    def samples(self) -> Iterator[Point]:
        """Yield some moves, corners where there are corners, to look for failures at."""
        if self.ball is None:
            yield from (point for hull in self.hulls() for point in hull)
            return
        for i in sorted(self.in_ball):
            for x in (self.ball.numbers[0], -self.ball.numbers[0]):
                yield tuple(x if i == j else NONE for j in range(self.entries))

    def whole(self) -> list[Point]:
        """All moves that are integers, each once; Undecided("unsupported") where they are many."""
        several = [_listed(part.integers()) for part in self.parts]
        _bounded(prod(map(len, several)))
        points = dict.fromkeys(sum(choice, ()) for choice in product(*several))
        self._some(tuple(tuple((x, x) for x in point) for point in points))
        return [*points]

    @property
    def near(self) -> str:
        """Neighbours in words, after "inputs of n numbers"."""
        if len(self.parts) == 1:
            return self.parts[0].near()
        named = (f"of which the next {part.size} are {part.near()}" for part in self.parts)
        return ", ".join(named).replace("the next", "the first", 1)

    def covered(self, numbers: str) -> str:
        """All inputs with their neighbours, in words; `numbers` are "real" or "integer" ones."""
        part = self.parts[0]
        if self.entries > 1:
            return f"all {numbers} inputs of {self.entries} numbers, neighbours {self.near}"
        far = part.numbers[0] if len(part.numbers) == 1 else ONE
        alone = part.kind in ("still", "box")
        return f"all {numbers} inputs, neighbours " + (
            part.near() if alone else f"at distance at most {far}"
        )

    def _split(self, given: Sequence[Fraction]) -> Iterator[tuple[Part, Sequence[Fraction]]]:
        start = 0
        for part in self.parts:
            yield part, given[start : start + part.size]
            start += part.size

    def _some(self, boxes: tuple[Box, ...]) -> tuple[Box, ...]:
        """The boxes, of which one holds a move; a claim about no neighbours says nothing."""
        some = any(any(side) for box in boxes for side in box)
        need(some, f"no two different inputs of integers are neighbours by {self.text[:60]}")
        return boxes


_BOXED: Final = ("still", "same_way", "linf", "one_entry", "add_or_remove", "replace_record", "box")


def relation(text: str, entries: int) -> Relation:
    """The relation of a document, for inputs of so many entries.

    Raises: NumberError for a text that is none.

    >>> relation("l1(3/2)", 2).contains((Fraction(1), Fraction(-1, 2)))
    True
    """
    several = text.split(", ") if "[" in text else [f"{text}[{entries}]"]
    parts = tuple(map(_part, several))
    need(sum(part.size for part in parts) == entries, "the moves are about more or fewer entries")
    balls = sum(part.kind == "l2" for part in parts)
    alone = all(part.kind in ("l2", "still") for part in parts) and balls == 1
    need(not balls or alone, "an l2 ball moves together with something else")
    need(
        any(part.kind != "still" for part in parts),
        "nothing moves, so that no inputs are neighbours",
    )
    return Relation(text, parts)


def _part(text: str) -> Part:
    match = PART.fullmatch(text)
    if match is None:
        raise NumberError(f"there is no relation of neighbours {text[:60]!a}")
    name, size = match[1], int(match[2])
    if name == "M":
        return Part("same_way", (), size)
    words = WORDS.fullmatch(OLD.get(name, name))
    kind, inside = (words[1], words[2] or "") if words is not None else ("", "")
    numbers = re.split("[,:]" if kind == "box" else ",", inside) if inside else []
    known = len(numbers) == (2 * size if kind == "box" else COUNTS.get(kind, -1))
    known = known and (kind != "box" or inside.count(":") == size)
    need(known, f"there is no relation of neighbours {name[:60]!a} of {size} entries")
    read = tuple(rational(number, "a number of the moves") for number in numbers)
    need([*map(str, read)] == numbers, "a number of the moves is not in lowest terms")
    ends = kind in ("add_or_remove", "replace_record", "box")
    ordered = all(a <= b for a, b in zip(read[::2], read[1::2], strict=True)) if ends else True
    need(ordered, "an interval of the moves ends before it begins")
    need(ends or all(x > 0 for x in read), "a distance of the moves is not positive")
    moves = any(read) if kind == "box" else kind != "replace_record" or len({*read}) > 1
    need(moves, f"by {name[:60]} nothing moves")
    several = kind in ("add_or_remove", "replace_record", "exchange")
    need(size > 1 or not several, f"{kind} is about two entries or more")
    return Part(kind, read, size)


def _inside(step: Sequence[Fraction], box: Box) -> bool:
    return all(low <= x <= high for x, (low, high) in zip(step, box, strict=True))


def _both_ways(box: Box) -> list[Box]:
    back = tuple((-high, -low) for low, high in box)
    return [box] if back == box else [box, back]


def _whole(low: Fraction, high: Fraction) -> list[Fraction]:
    return [Fraction(number) for number in range(ceil(low), floor(high) + 1)]


def _sizes(count: int, most: Fraction, power: int) -> Iterator[tuple[int, ...]]:
    """Yield so many positive integers whose sum, or sum of squares, is at most so much."""
    if not count:
        yield ()
        return
    size = 1
    while size**power + count - 1 <= most:
        for rest in _sizes(count - 1, most - size**power, power):
            yield (size, *rest)
        size += 1


def _listed(points: Iterator[Point]) -> list[Point]:
    distinct: dict[Point, None] = {}
    for point in points:
        distinct[point] = None
        _bounded(len(distinct))
    return [*distinct]


def _bounded(count: int) -> None:
    if count > MOST_POINTS:
        text = f"neighbours with more than {MOST_POINTS:,} corners or integer moves to try"
        raise Undecided("unsupported", text)
