"""A function of a database whose records are all written out; and on databases of numbers.

Trusted, beside the grammar of expressions, `localised.py`, `ratios.py` and the standard
library. A record is a variable, or a number; n is a number, but for databases "all others are
w", of which n may be any.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import inf
from typing import Any, Final

from dpverify.checkers.kernel.localised import (
    OF_RANK,
    RECORD,
    SIZE,
    Case,
    Setting,
    Unlocalised,
    applied,
    partial,
)
from dpverify.checkers.kernel.outcome import known_keys
from dpverify.checkers.kernel.ranges import Box, Interval, hole, never_negative
from dpverify.checkers.kernel.ratios import (
    Polynomial,
    Ratio,
    clipped,
    function,
    number,
    rational,
    substituted,
    variable,
)
from dpverify.checkers.kernel.work import spend
from dpverify.defs.expressions.tree import Index, Tree
from dpverify.defs.numbers import NumberError, Undecided
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need

MOST_RECORDS: Final = 64
MOST_TERMS: Final = 10_000
"""Of a sum that is written out."""


def constant(tree: Tree, setting: Setting) -> Ratio:
    """A number made of n and parameters, such as 2*(n-1)/n."""
    need(not _changing(tree), "what is stated of a function depends on records itself")
    return _Reader(setting, []).read(tree, {})


def cases(tree: Tree, setting: Setting) -> list[Case]:
    """One case for each place of the exchanged record; every other record is a variable."""
    result = []
    for place in range(1, _size(setting) + 1):
        records = [variable(f"y{k}") for k in range(1, _size(setting) + 1)]
        records[place - 1] = variable(RECORD)
        reader = _Reader(setting, records, place)
        ratio = reader.read(tree, {})
        box: dict[str, Interval] = dict.fromkeys(_names(records), setting.domain)
        box |= setting.box()
        used = {v: side for v, side in box.items() if v in ratio.variables | {RECORD}}
        why = hole((ratio, *reader.partial), box)
        result.append(Case(f"record {place}", ratio, used, why))
    return result


def removals(tree: Tree, setting: Setting) -> list[Case]:
    """f of n records minus f of all but one of them, for each place."""
    n = _size(setting)
    need(n >= 2, "with a record less there must be one left")
    fewer = Setting(setting.domain, n - 1, n - 1, setting.parameters)
    result = []
    for place in range(1, n + 1):
        records = [variable(f"y{k}") for k in range(1, n + 1)]
        rest = records[: place - 1] + records[place:]
        readers = _Reader(setting, records), _Reader(fewer, rest)
        before, after = (reader.read(tree, {}) for reader in readers)
        ratio = before - after
        box: dict[str, Interval] = dict.fromkeys(_names(records), setting.domain)
        box |= setting.box()
        used = {v: side for v, side in box.items() if v in ratio.variables}
        why = hole((before, after, *(p for reader in readers for p in reader.partial)), box)
        result.append(Case(f"record {place} removed", ratio, used, why))
    return result


def distance(tree: Tree, setting: Setting, place: Any, neighbours: str) -> Ratio:
    """f(D) − f(D') of stated databases: for one n, or all others equal for every n.

    Raises: NumberError where they are no neighbours or do not lie in the domain.
    """
    where = doc.member({"where": {}, **place}, "where", dict)
    values = {}
    for name, text in where.items():
        low, high = setting.parameters.get(name, (Fraction(1), Fraction(0)))
        value = rational(text, name)
        need(low <= value <= high, f"{name} does not lie in its interval")
        values[name] = number(value)
    if setting.size is None:
        ends = _pattern_values(tree, setting, place, values, outer=True)
        return _without_kinks(ends[0] - ends[1], setting.box())
    known_keys(place, "'attained'", ("databases",), ("where",))
    pair = doc.member(place, "databases", list)
    need(len(pair) == 2, "there are two databases")
    need(all(isinstance(database, list) for database in pair), "a database is a list")
    first, second = ([rational(t, "a record") for t in d] for d in pair)
    need(all(setting.domain[0] <= x <= setting.domain[1] for x in (*first, *second)),
         "a record lies outside of the domain")  # fmt: skip
    need(len(first) == setting.size, "the first database has another size")
    if neighbours == "bounded":
        need(len(second) == len(first), "the databases have different sizes")
        changed = [k for k, (a, b) in enumerate(zip(first, second, strict=True)) if a != b]
        need(len(changed) == 1, "the databases differ in other than one record")
    else:
        shorter = [first[:k] + first[k + 1 :] for k in range(len(first))]
        need(second in shorter, "the second database is not the first without a record")
    results = []
    for database in (first, second):
        own = Setting(setting.domain, len(database), len(database), setting.parameters)
        results.append(_value(_Reader(own, [number(x) for x in database]), tree, values))
    return results[0] - results[1]


def _value(reader: _Reader, tree: Tree, values: Mapping[str, Ratio]) -> Ratio:
    """What a function is at a database; NumberError where it is no number."""
    result = reader.read(tree, dict(values))
    why = hole((result, *reader.partial), reader.setting.box())
    need(not why, f"at a database there is {why}")
    return result


def values_at(tree: Tree, setting: Setting, place: Any) -> tuple[Ratio, Ratio, str]:
    """f at two neighbouring databases, and which record is exchanged.

    Raises: NumberError where they are none; Unlocalised for a function whose value is not read.
    """
    if setting.size is None:
        pair = _pattern_values(tree, setting, place, {}, outer=False)
        first, second = (_without_kinks(value, setting.box()) for value in pair)
        return first, second, doc.member(place, "record", str)
    distance(tree, setting, place, "bounded")  # refuses what are no neighbours
    databases = [[Fraction(str(x)) for x in d] for d in place["databases"]]
    changed = [k for k, (a, b) in enumerate(zip(*databases, strict=True)) if a != b]
    first, second = (_value(_Reader(setting, [number(x) for x in d]), tree, {}) for d in databases)
    return first, second, str(changed[0])


def _without_kinks(ratio: Ratio, box: Box) -> Ratio:
    """The ratio with |u| as u or −u, and max(u, v) as one of them, where that is so for all n."""
    return _each_atom(ratio.over, box) / _each_atom(ratio.under, box)


def _each_atom(polynomial: Polynomial, box: Box) -> Ratio:
    total = number(0)
    for monomial, coefficient in polynomial.items():
        term = number(coefficient)
        for atom, exponent in monomial:
            parts = [_without_kinks(part, box) for part in atom.parts]
            base = variable(atom.name) if atom.op == "variable" else function(atom.op, *parts)
            if atom.op == "abs" and (
                never_negative(parts[0], box) or never_negative(-parts[0], box)
            ):
                base = parts[0] if never_negative(parts[0], box) else -parts[0]
            if atom.op == "max":
                for one, other in (parts, parts[::-1]):
                    if never_negative(one - other, box):
                        base = one
            term = term * base.power(exponent)
        total = total + term
    return total


def _pattern_values(
    tree: Tree, setting: Setting, place: Any, values: Mapping[str, Ratio], *, outer: bool
) -> tuple[Ratio, Ratio]:
    """One record goes from one value to another while the others, some low and some high, stay."""
    known_keys(place, "'attained'", ("record", "values", "others"), ("where",))
    position = doc.member(place, "record", str)
    need(position in ("1", "2", SIZE) and setting.least >= 2, "the record is 1, 2 or n")
    ends = [rational(t, "a value") for t in doc.member(place, "values", list)]
    others = doc.member(place, "others", str)
    need(len(ends) == 2, "the record has two values")
    w = None if others == "halves" else rational(others, "the others")
    low, high = setting.domain
    need(all(low <= x <= high for x in (*ends, low if w is None else w)),
         "a record lies outside of the domain")  # fmt: skip
    if w is None:
        _need_one_rank(tree, setting)
    reader = _Pattern(setting, position, w, _levels(tree))
    box = {"index": (Fraction(0), inf), **setting.box()}
    ratio = reader.read(tree, dict(values), outer=outer)
    for x in ends:
        there = {RECORD: number(x)}
        why = hole((substituted(part, there) for part in (ratio, *reader.partial)), box)
        need(not why, f"at a database there is {why}")
    first, second = (substituted(ratio, {RECORD: number(x)}) for x in ends)
    return first, second


def _levels(tree: Tree) -> list[Fraction]:
    return sorted({t.number for t in tree.all() if t.op == "quantile"})


def _need_one_rank(tree: Tree, setting: Setting) -> None:
    """With halves the record has the rank of one order statistic, or of the highest quantile.

    Then as many of the others as that rank needs are low; a lower quantile is one of those, if its
    rank is less: ⌈p·n⌉ < ⌈q·n⌉ for every n with (q − p)·n ≥ 1.
    """
    others = [t for t in tree.all() if t.op in OF_RANK and t.op != "quantile"]
    levels = _levels(tree)
    need(len(others) + len(levels[-1:]) == 1, "with halves there is one order statistic")
    need(all((levels[-1] - p) * setting.least >= 1 for p in levels[:-1]),
         "two quantiles may have the same rank for small n")  # fmt: skip


def _size(setting: Setting) -> int:
    need(setting.size is not None and setting.size <= MOST_RECORDS, "records are not written out")
    return int(setting.size or 0)


def _names(records: list[Ratio]) -> list[str]:
    return [name for record in records for name in record.variables]


def _named(name: str, setting: Setting, indices: Mapping[str, Ratio]) -> Ratio:
    if name in indices:
        return indices[name]
    if name == SIZE:
        return setting.n
    if name == "pi" or name in setting.parameters:
        return variable(name)
    raise NumberError(f"there is the name {name[:40]!a}; say what it is with --where")


class _Reader:
    """Reads a tree on records that are written out."""

    def __init__(self, setting: Setting, records: list[Ratio], changed: int = 0) -> None:
        self.setting, self.records, self.changed = setting, records, changed
        self.partial: list[Ratio] = []

    def read(  # noqa: C901  a case for each operation
        self, tree: Tree, indices: dict[str, Ratio]
    ) -> Ratio:
        """The ratio of a tree, with a number for each index."""
        match tree.op:
            case "number":
                return number(tree.number)
            case "name":
                return _named(tree.name, self.setting, indices)
            case "record":
                return self.record(tree.places[0], indices)
            case "+":
                total = number(0)
                for part in tree.parts:
                    total = total + self.read(part, indices)
                return total
            case "*" | "/":
                left, right = (self.read(part, indices) for part in tree.parts)
                self.partial += partial(tree, [left, right])
                return left * right if tree.op == "*" else left / right
            case "sum" | "product":
                total = number(0 if tree.op == "sum" else 1)
                for i in self.range(tree):
                    term = self.read(tree.parts[0], {**indices, tree.name: number(i)})
                    total = total + term if tree.op == "sum" else total * term
                return total
            case "pairs":
                return self.pairs(tree, indices)
            case "largest-record" | "smallest-record" | "median" | "smallest" | "quantile":
                return self.ranked(tree)
        parts = [self.read(part, indices) for part in tree.parts]
        self.partial += partial(tree, parts)
        return applied(tree, parts)

    def place(self, index: Index, indices: Mapping[str, Ratio]) -> int:
        value = 0
        if index.name:
            known = _named(index.name, self.setting, indices).constant
            need(known is not None and known.denominator == 1, "an index is no whole number")
            value = int(known or 0)
        return index.at(value)

    def record(self, index: Index, indices: Mapping[str, Ratio]) -> Ratio:
        place = self.place(index, indices)
        if not 1 <= place <= len(self.records):
            raise NumberError(f"there is no record {place} among {len(self.records)}")
        return self.records[place - 1]

    def range(self, tree: Tree) -> range:
        """The indices of a sum; without a stated range those for which all records are there."""
        n = len(self.records)
        if tree.places:
            first, last = (self.place(end, {}) for end in tree.places)
        else:
            moving = set(tree.parts[0].moving(tree.name))
            first = max(-((i.shift - 1) // i.times) for i in moving)
            last = min((n - i.shift) // i.times for i in moving)
        if last - first >= MOST_TERMS:
            raise Undecided("bits", f"a sum has more than {MOST_TERMS} terms")
        spend("a sum that is written out", 20 * max(0, last - first + 1))
        return range(first, last + 1)

    def pairs(self, tree: Tree, indices: dict[str, Ratio]) -> Ratio:
        first, second = tree.name.split("<")
        total = number(0)
        spend("a sum over pairs that is written out", 20 * len(self.records) ** 2)
        for j in range(1, len(self.records) + 1):
            for i in range(1, j):
                places = {**indices, first: number(i), second: number(j)}
                total = total + self.read(tree.parts[0], places)
        return total

    def ranked(self, tree: Tree) -> Ratio:
        """An order statistic of numbers; of a record among others by those beside it."""
        n = len(self.records)
        if self.changed:
            raise Unlocalised("order statistics are read with the others' ranks as variables")
        known = [r.constant for r in self.records]
        if any(value is None for value in known):
            raise Unlocalised("order statistics are read with the others' ranks as variables")
        row = sorted(value for value in known if value is not None)
        need(row, "there are no records")
        match tree.op:
            case "largest-record":
                return number(row[-1])
            case "smallest-record":
                return number(row[0])
            case "median":
                return number((row[(n - 1) // 2] + row[n // 2]) / 2)
            case "smallest":
                need(tree.number <= n, "there is no record of that rank")
                return number(row[int(tree.number) - 1])
        return number(row[int(-(-tree.number * n // 1)) - 1])


class _Pattern:
    """Reads a tree for every n ≥ least, with all records but one equal to w.

    "halves" means as many low ends of the domain as make the record the one asked for: order
    statistics then stand between both ends. A sum whose other terms do not see the record is left
    out where it is a summand of the whole, since it is the same before and after.
    """

    def __init__(
        self, setting: Setting, position: str, w: Fraction | None, levels: list[Fraction]
    ) -> None:
        self.setting, self.position, self.w, self.levels = setting, position, w, levels
        self.partial: list[Ratio] = []

    def read(  # noqa: C901  a case for each operation
        self, tree: Tree, indices: dict[str, Ratio], *, outer: bool,
        here: Callable[[Index], bool] | None = None,
    ) -> Ratio:  # fmt: skip
        """`here` says of an index of a sum's term whether that is the record."""

        def inner(part: Tree) -> Ratio:
            return self.read(part, indices, outer=False, here=here)

        match tree.op:
            case "number":
                return number(tree.number)
            case "name":
                return _named(tree.name, self.setting, indices)
            case "record":
                return self.record(tree.places[0], here)
            case "+":
                total = number(0)
                for part in tree.parts:
                    total = total + self.read(part, indices, outer=outer, here=here)
                return total
            case "*" | "/":
                left, right = tree.parts
                first = self.read(left, indices, outer=outer and not _changing(right), here=here)
                second = self.read(
                    right, indices, here=here,
                    outer=outer and tree.op == "*" and not _changing(left),
                )  # fmt: skip
                self.partial += partial(tree, [first, second])
                return first * second if tree.op == "*" else first / second
            case "sum" | "product":
                return self.repeated(tree, indices, outer)
            case "pairs":
                return self.pairs(tree, indices, outer)
            case "largest-record" | "smallest-record" | "median" | "smallest" | "quantile":
                return self.ranked(tree)
        parts = [inner(part) for part in tree.parts]
        self.partial += partial(tree, parts)
        return applied(tree, parts)

    def other(self) -> Ratio:
        if self.w is None:
            raise Unlocalised("halves are for order statistics alone")
        return number(self.w)

    def record(self, index: Index, here: Callable[[Index], bool] | None) -> Ratio:
        if index.name in ("", SIZE):
            same = self.same_place(index)
        else:
            need(here is not None, "a record stands outside of its sum")
            same = here is not None and here(index)
        return variable(RECORD) if same else self.other()

    def same_place(self, index: Index) -> bool:
        """Whether a fixed place is that of the record, the same for every n."""
        n = self.setting.least
        need(1 <= index.at(n if index.name else 0) <= n, "a record is not there for some n")
        if str(index) == self.position:
            return True
        own = Index(SIZE, 1, 0) if self.position == SIZE else Index("", 0, int(self.position))
        if bool(index.name) != bool(own.name):  # a number from 1 on, and n or n less a number
            first, last = (own, index) if index.name else (index, own)
            need(first.shift < last.at(n), "places may coincide for some n; ask for larger n")
        return False

    def repeated(self, tree: Tree, indices: dict[str, Ratio], outer: bool) -> Ratio:
        moving = sorted(set(tree.parts[0].moving(tree.name)), key=str)
        first, last = self.range(tree, moving)
        terms: list[Ratio] = []
        for occurrence in moving:
            at = self.index_of(occurrence, first, last)
            if at is not None:
                terms.append(self.read(
                    tree.parts[0], {**indices, tree.name: at}, outer=False,
                    here=lambda index, one=occurrence: index == one,  # type: ignore[misc]  # bound now
                ))  # fmt: skip
        index = variable("index")
        rest = self.read(tree.parts[0], {**indices, tree.name: index}, outer=False,
                         here=lambda _: False)  # fmt: skip
        n = self.setting.n
        count = (number(last.times) * n * number(1 if last.name else 0) + number(last.shift)
                 - number(first.shift) + number(1) - number(len(terms)))  # fmt: skip
        need(self.setting.least + last.shift + 1 - first.shift >= len(terms),
             "a sum has too few terms for small n")  # fmt: skip
        if any(i.times != 1 for i in moving):
            # The terms of a sum in steps are counted nowhere: the others are left out, or 0.
            same = rest.constant == 0 or (outer and RECORD not in rest.variables)
            need(tree.op == "sum" and same, "a sum in steps has other terms")
            return sum(terms, number(0))
        return self.together(tree, terms, rest, count, outer)

    def together(
        self, tree: Tree, terms: list[Ratio], rest: Ratio, count: Ratio, outer: bool
    ) -> Ratio:
        """The own terms, and the others, which are all the same."""
        if tree.op == "product":
            need(rest.constant in (0, 1), "the other factors are neither 0 nor 1")
            need(rest.constant == 1 or never_negative(count - number(1), self.setting.box()),
                 "there may be no other factor")  # fmt: skip
            total = number(1 if rest.constant == 1 else 0)
            for term in terms:
                total = total * term
            return total
        total = number(0)
        for term in terms:
            total = total + term
        if "index" in rest.variables:
            if outer and RECORD not in rest.variables:
                return total  # the other terms are the same before and after
            raise Unlocalised("the other terms of a sum differ")
        return total + count * rest

    def range(self, tree: Tree, moving: list[Index]) -> tuple[Index, Index]:
        if tree.places:
            first, last = tree.places
        else:
            if any(i.times != 1 for i in moving):
                return Index("", 0, 1), Index(SIZE, 1, 0)
            low, high = (f(i.shift for i in moving) for f in (min, max))
            first, last = Index("", 0, 1 - low), Index(SIZE, 1, -high)
        need(not first.name and last.name == SIZE and last.times == 1,
             "the range of a sum does not end with n")  # fmt: skip
        need(all(i.times == 1 and first.shift + i.shift >= 1 and last.shift + i.shift <= 0
                 for i in moving), "a sum has records beyond 1 … n")  # fmt: skip
        return first, last

    def index_of(self, occurrence: Index, first: Index, last: Index) -> Ratio | None:
        """The index of the term in which this occurrence is the record, if there is one."""
        if self.position == SIZE:
            need(occurrence.times == 1, "in a sum in steps the record is 1 or 2")
            # i = n − shift lies at most at n + last.shift, and from first on for every n
            inside = -occurrence.shift <= last.shift
            need(not inside or self.setting.least - occurrence.shift >= first.shift,
                 "a term is there for some n alone")  # fmt: skip
            return self.setting.n - number(occurrence.shift) if inside else None
        index = Fraction(int(self.position) - occurrence.shift, occurrence.times)
        if index.denominator != 1 or index < first.shift:
            return None
        if occurrence.times == 1:
            need(index <= self.setting.least + last.shift, "a term is there for some n alone")
        else:
            need(occurrence.at(int(index)) <= self.setting.least, "a record is there for some n")
        return number(index)

    def pairs(self, tree: Tree, indices: dict[str, Ratio], outer: bool) -> Ratio:
        """With the first record: n − 1 pairs contain it, in the first place."""
        need(outer and self.position == "1", "a sum over pairs is read with the first record")
        first, _ = tree.name.split("<")
        term = self.read(tree.parts[0], indices, outer=False,
                         here=lambda index: index.name == first)  # fmt: skip
        rest = self.read(tree.parts[0], indices, outer=False, here=lambda _: False)
        need(RECORD not in rest.variables, "pairs without the record see it too")
        return (self.setting.n - number(1)) * term

    def ranked(self, tree: Tree) -> Ratio:
        record = variable(RECORD)
        low, high = (number(end) for end in self.setting.domain)
        need(tree.op != "smallest" or tree.number <= self.setting.least,
             "there is no record of that rank for some n")  # fmt: skip
        if self.w is not None:
            if tree.op in ("largest-record", "smallest-record"):
                sign = number(1 if tree.op == "largest-record" else -1)
                return sign * function("max", sign * record, sign * number(self.w))
            raise Unlocalised("this order statistic is read with halves")
        # Below the record stand as many low ends as its rank needs, above it high ends.
        if tree.op == "median":
            if self.setting.odd is None:
                raise Unlocalised("the median depends on whether n is odd")
            # Of an even number the record is the upper one of two; the lower one is a low end.
            if not self.setting.odd:
                return (clipped(record, low, high) + low) / number(2)
        if tree.op == "quantile" and tree.number < self.levels[-1]:
            return low
        return clipped(record, low, high)


def _changing(tree: Tree) -> bool:
    return any(t.op == "record" or t.op in OF_RANK for t in tree.all())


__all__ = ["cases", "constant", "distance", "removals"]
