"""A function of a database as a function of one record, with all that the others do as variables.

Trusted, beside the grammar of expressions, `ratios.py`, `ranges.py` and the standard library.

Of n records one, "record", is exchanged. The others enter as variables with an interval each:
one record by itself ("y…", in the domain), the mean of a term over those that the term does not
share with the record ("t…", in the term's range), the product of such terms, the largest,
smallest or middle ones of them. What must never change: whatever the records are, there are
values of the variables in their intervals for which the function is the ratio (or differs from
it by a number that does not depend on the record). The intervals may allow more than records
do; that makes an upper bound larger, never smaller.

Where n is a number, each place of the record is a case. Where n is a variable, `least` or more,
a case is a choice of which of the terms that could contain the record do.

A sum whose terms all see the record through a common quantity, such as a mean, is n − 1 equal
terms of one other record: the largest sum of changes is at most the sum of the largest changes.
That is used only where the sum is a summand of the whole function (`outer`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import reduce
from itertools import combinations
from typing import Final

from dpverify.checkers.kernel.ranges import Interval, hole, interval, never_negative
from dpverify.checkers.kernel.ratios import (
    Ratio,
    clipped,
    coefficients,
    function,
    number,
    substituted,
    variable,
)
from dpverify.defs.expressions.tree import Index, Tree
from dpverify.defs.numbers import NumberError, Undecided

RECORD: Final = "record"
SIZE: Final = "n"
MOST_CASES: Final = 200
OF_RANK: Final = ("largest-record", "smallest-record", "median", "smallest", "quantile")
OF_ALL: Final = ("sum", "product", "pairs", *OF_RANK)
Place = int | None
"""Of the exchanged record, where n is a number."""


class Unlocalised(Undecided):
    """A form of function that is not read in this way."""

    def __init__(self, text: str) -> None:
        super().__init__("unsupported", text)


@dataclass
class Case:
    """One way in which the exchanged record occurs.

    Args:
        title: in words.
        ratio: in "record" and the variables.
        box: the interval of each.
        hole: why the function might not be a number somewhere; else "". Parts that the ratio has
            no longer, such as both in log(x) - log(x), count too.
    """

    title: str
    ratio: Ratio
    box: dict[str, Interval]
    hole: str


@dataclass
class Setting:
    """What is known of the database.

    Args:
        domain: of each record.
        size: n, or None where it is any integer from `least` on.
        least: the smallest n.
        parameters: the interval of each parameter.
        share: whether the place of a record is read as a share of n, or as any number from 1 on;
            both allow all places.
        odd: of all n from `least` on, those that are odd (even); None for all of them.
    """

    domain: tuple[Fraction, Fraction]
    size: int | None
    least: int
    parameters: Mapping[str, Interval] = field(default_factory=dict)
    share: bool = True
    odd: bool | None = None

    @property
    def n(self) -> Ratio:
        """The number of records."""
        return variable(SIZE) if self.size is None else number(self.size)

    def box(self) -> dict[str, Interval]:
        """The intervals of what stands in every function."""
        sides: dict[str, Interval] = dict(self.parameters)
        if self.size is None:
            sides[SIZE] = Fraction(self.least), float("inf")
        return sides


def cases(tree: Tree, setting: Setting, *, whole: bool = False) -> Iterator[Case]:
    """Every way in which one record of the database is exchanged.

    With `whole` nothing is left out of the ratio that the record does not change.

    Raises: NumberError for a name without a meaning; Unlocalised where a sum has another form.
    """
    if setting.size is not None:
        for place in range(1, setting.size + 1):
            yield _Reader(tree, setting, place=place).case(f"record {place}", whole)
        return
    for name, choice in _choices(tree, setting):
        parities: tuple[bool | None, ...] = (setting.odd,)
        if setting.odd is None and any(t.op == "median" for t in tree.all()):
            parities = (True, False)
        for odd in parities:
            parity = "" if odd is None else (", n odd" if odd else ", n even")
            reader = _Reader(tree, setting, fixed=name, touched=choice, odd=odd)
            yield reader.case(f"{name or 'any record'}{parity}{_shown(choice)}", whole)


def _shown(choice: Mapping[int, frozenset[Index]]) -> str:
    parts = [",".join(map(str, sorted(c, key=str))) or "none" for c in choice.values()]
    return ", in the terms " + "; ".join(parts) if parts else ""


def _choices(tree: Tree, setting: Setting) -> list[tuple[str, dict[int, frozenset[Index]]]]:
    """Which fixed place the record has, if one, and which occurrences in each sum contain it."""
    fixed = sorted({str(i) for t in tree.all() if t.op == "record" for i in t.places
                    if i.name in ("", SIZE)})  # fmt: skip
    known = [_parsed(place) for place in fixed]
    n = setting.least
    for place in known:
        if not 1 <= place.at(n) <= n or place.at(n + 1) > n + 1:
            raise NumberError(f"the function has x[{place}], but n may be {n}")
    firsts, lasts = ([p for p in known if bool(p.name) == of_n] for of_n in (False, True))
    if any(first.shift >= last.at(n) for first in firsts for last in lasts):
        raise Unlocalised("records at fixed places may be the same; ask about larger n")
    result = []
    for name in ("", *fixed):
        choices: list[dict[int, frozenset[Index]]] = [{}]
        for t in (t for t in tree.all() if t.op in ("sum", "product")):
            options = list(_subsets(t, setting, name))
            choices = [{**choice, id(t): option} for choice in choices for option in options]
            if len(choices) > MOST_CASES:
                raise Unlocalised(f"there are more than {MOST_CASES} ways to exchange a record")
        result += [(name, choice) for choice in choices]
    return result


def _subsets(tree: Tree, setting: Setting, fixed: str) -> Iterator[frozenset[Index]]:
    """The sets of occurrences in a sum that one record may have, by residues and ends."""
    occurrences = _occurrences(tree)
    if len(occurrences) == 1 and occurrences[0] == Index(tree.name, 1, 0) and _whole(tree):
        yield frozenset(occurrences)  # each record is in one term
        return
    steps = {o.times for o in occurrences}
    if len(steps) > 1:
        raise Unlocalised("a sum has records with indices of different steps")
    known = {o: _certain(tree, o, setting, fixed) for o in occurrences}
    for k in range(len(occurrences) + 1):
        for subset in combinations(occurrences, k):
            step = next(iter(steps), 1)
            fits = all(known[o] in (None, o in subset) for o in occurrences)
            if fits and len({o.shift % step for o in subset}) <= 1:
                yield frozenset(subset)


def _certain(tree: Tree, occurrence: Index, setting: Setting, fixed: str) -> bool | None:
    """Whether the record at a fixed place is in a term by this occurrence; None if it depends."""
    if not fixed or occurrence.times != 1:
        return None
    place, (first, last) = _parsed(fixed), _range(tree, setting)

    def sign(end: Index) -> tuple[int, int]:
        """The index of the term minus an end: at the least n, and how it grows."""
        grows = (place.name == SIZE) - (end.name == SIZE)
        n = setting.least
        at = place.at(n if place.name else 0) - occurrence.shift - end.at(n if end.name else 0)
        return at, grows

    (low, rising), (high, falling) = sign(first), sign(last)
    if low >= 0 and rising >= 0 and high <= 0 and falling <= 0:
        return True
    if (low < 0 and rising <= 0) or (high > 0 and falling >= 0):
        return False
    return None


def _occurrences(tree: Tree) -> list[Index]:
    """The places in a sum's body that move with its index."""
    return sorted(set(tree.parts[0].moving(tree.name)), key=str)


def _range(tree: Tree, setting: Setting) -> tuple[Index, Index]:
    """The first and last index of a sum; an implicit one is as wide as the records allow."""
    if tree.places:
        return tree.places[0], tree.places[1]
    occurrences = _occurrences(tree)
    if any(o.times != 1 for o in occurrences):
        if setting.size is None:
            return Index("", 0, 1), Index(SIZE, 1, 0)
        low = max(-((o.shift - 1) // o.times) for o in occurrences)
        high = min((setting.size - o.shift) // o.times for o in occurrences)
        return Index("", 0, low), Index("", 0, high)
    first, last = (f(o.shift for o in occurrences) for f in (min, max))
    return Index("", 0, 1 - first), Index(SIZE, 1, -last)


def _whole(tree: Tree) -> bool:
    """Whether a sum has a term for each record, if its index stands in one place alone."""
    if tree.places:
        return (str(tree.places[0]), str(tree.places[1])) == ("1", SIZE)
    return all(o.times == 1 for o in _occurrences(tree))


class _Reader:
    """Makes the ratio of one case."""

    def __init__(
        self, tree: Tree, setting: Setting, *, place: Place = None, fixed: str = "",
        touched: Mapping[int, frozenset[Index]] | None = None, odd: bool | None = None,
    ) -> None:  # fmt: skip
        self.tree, self.setting, self.place, self.fixed = tree, setting, place, fixed
        self.touched, self.odd = touched or {}, odd
        self.box = setting.box()
        self.domain: Interval = setting.domain
        self.record = variable(RECORD)
        self.known: dict[Tree, Ratio] = {}
        self.single: dict[str, Ratio] = {}
        self.means: dict[str, Ratio] = {}
        self.partial: list[Ratio] = []

    def case(self, title: str, whole: bool) -> Case:
        ratio = self.read(self.tree, {}, {}, outer=not whole)
        box = {**self.box, RECORD: self.domain}
        used = {v: box[v] for v in sorted(ratio.variables | {RECORD}) if v in box}
        return Case(title, ratio, used, hole((ratio, *self.partial), box))

    def fresh(self, kind: str, side: Interval) -> Ratio:
        """A new variable with an interval."""
        number_of = len(self.box)
        while f"{kind}{number_of}" in self.box:  # a parameter may be called so
            number_of += 1
        name = f"{kind}{number_of}"
        self.box[name] = side
        return variable(name)

    def read(
        self, tree: Tree, records: dict[str, Ratio], indices: dict[str, Ratio], *, outer: bool
    ) -> Ratio:
        """The ratio of a tree; records by their place's text, indices of sums by name."""
        if tree.op in OF_ALL and not outer and not tree.names & indices.keys():
            if tree not in self.known:  # one quantity of the database, wherever it stands
                self.known[tree] = self.of_all(tree, {}, outer=False)
            return self.known[tree]
        if tree.op in OF_ALL:
            return self.of_all(tree, indices, outer=outer)
        match tree.op:
            case "number":
                return number(tree.number)
            case "name":
                return self.named(tree.name, indices)
            case "record":
                return self.one_record(tree.places[0], records)
            case "+":
                total = number(0)
                for part in tree.parts:
                    total = total + self.read(part, records, indices, outer=outer)
                return total
            case "*" | "/":
                return self.product(tree, records, indices, outer)
        parts = [self.read(part, records, indices, outer=False) for part in tree.parts]
        self.partial += partial(tree, parts)
        return applied(tree, parts)

    def of_all(self, tree: Tree, indices: dict[str, Ratio], *, outer: bool) -> Ratio:
        """A sum, a product, or an order statistic."""
        if tree.op in ("sum", "product"):
            return self.repeated(tree, indices, outer)
        return self.pairs(tree, indices, outer) if tree.op == "pairs" else self.ordered(tree)

    def named(self, name: str, indices: Mapping[str, Ratio]) -> Ratio:
        if name in indices:
            return indices[name]
        if name == SIZE:
            return self.setting.n
        if name == "pi" or name in self.setting.parameters:
            return variable(name)
        raise NumberError(f"the function has the name {name[:40]!a}; say what it is with --where")

    def one_record(self, index: Index, records: dict[str, Ratio]) -> Ratio:
        text = str(index)
        if text in records:
            return records[text]
        if index.name not in ("", SIZE):
            raise NumberError(f"x[{text}] stands outside of a sum over {index.name}")
        if self.setting.size is not None:
            place = index.at(self.setting.size if index.name else 0)
            if not 1 <= place <= self.setting.size:
                raise NumberError(f"there is no record {place} among {self.setting.size}")
            here = place == self.place
        else:
            here = text == self.fixed
        if text not in self.single:
            self.single[text] = self.record if here else self.fresh("y", self.domain)
        return self.single[text]

    def product(
        self, tree: Tree, records: dict[str, Ratio], indices: dict[str, Ratio], outer: bool
    ) -> Ratio:
        """A product or quotient; a factor that no record changes keeps a sum outer."""
        left, right = tree.parts
        if outer and not _has_records(right):
            factor = self.read(right, records, indices, outer=False)
            first = self.read(left, records, indices, outer=_positive_or_fixed(factor))
        elif outer and tree.op == "*" and not _has_records(left):
            first = self.read(left, records, indices, outer=False)
            factor = self.read(right, records, indices, outer=_positive_or_fixed(first))
        else:
            first = self.read(left, records, indices, outer=False)
            factor = self.read(right, records, indices, outer=False)
        self.partial += partial(tree, [first, factor])
        return first * factor if tree.op == "*" else first / factor

    # Sums

    def repeated(self, tree: Tree, indices: dict[str, Ratio], outer: bool) -> Ratio:
        """A sum or product: the terms that contain the record, and what the others make."""
        first, last = _range(tree, self.setting)
        self.check_places(tree, first, last, outer)
        terms = self.places_of(tree, first, last)
        own = [self.term(tree, occurrence, indices) for occurrence in terms]
        count = self.count(first, last) - number(len(own))
        other, other_side, names = self.other_term(tree, indices)
        if tree.op == "product":
            if RECORD in other.variables and count.constant != 0:
                raise Unlocalised("a product has other factors that see the record")
            return self.rest_of_product(own, other_side, count)
        total = number(0)
        for term in own:
            total = total + term
        if count.constant == 0:
            return total
        if outer and RECORD not in other.variables:
            return total  # the other terms are the same before and after
        self.check_count(tree, count + number(len(own)))
        if RECORD in other.variables:
            return self.shared(tree, total, other, names, count, outer)
        if tree.name in _free(tree):
            raise Unlocalised("a sum with its index as a number stands inside of a function")
        if _whole(tree) and len(names) == 1 and other.variables == set(names):
            return total + count * self.mean(other, names[0], other_side)
        return total + count * self.fresh("t", other_side)

    def check_count(self, tree: Tree, terms: Ratio) -> None:
        """Refuse a sum of which it is not known how many terms it has."""
        if self.setting.size is None and any(o.times != 1 for o in _occurrences(tree)):
            raise Unlocalised("a sum in steps has other terms that see the record")
        if not never_negative(terms, self.box):
            raise Unlocalised("a sum may have no terms for small n; ask about larger n")

    def mean(self, term: Ratio, name: str, side: Interval) -> Ratio:
        """The mean of a function of one record over all others; the same one each time."""
        key = substituted(term, {name: variable("y")}).key
        if key not in self.means:
            self.means[key] = self.fresh("t", side)
        return self.means[key]

    def check_places(self, tree: Tree, first: Index, last: Index, outer: bool) -> None:
        """Refuse records beyond 1 … n, and counts of terms that are not known."""
        size = self.setting.size
        n = self.setting.least if size is None else size
        for o in _occurrences(tree):
            if size is None and o.times != 1:
                if tree.places or not outer:
                    raise Unlocalised("a sum in steps is read for every n as a summand alone")
                continue
            low, high = (o.at(end.at(n if end.name else 0)) for end in (first, last))
            empty = first.at(n if first.name else 0) > last.at(n if last.name else 0)
            slopes = last.name == SIZE and size is None and o.shift + last.shift > 0
            # A range that is empty for the least n may have terms for larger ones.
            outside = low < 1 or (high > n and not empty)
            if (outside and not (empty and size is not None)) or slopes:
                raise NumberError(f"a sum over {tree.name} has records beyond 1 … n")

    def places_of(self, tree: Tree, first: Index, last: Index) -> list[Index]:
        """The occurrences through which the record is in a term."""
        if self.place is None or self.setting.size is None:
            return sorted(self.touched[id(tree)], key=str)
        n = self.setting.size
        low, high = (end.at(n if end.name else 0) for end in (first, last))
        at = {o: Fraction(self.place - o.shift, o.times) for o in _occurrences(tree)}
        inside = [o for o, i in at.items() if i.denominator == 1 and low <= i <= high]
        if len({at[o] for o in inside}) < len(inside):
            raise Unlocalised("a term of a sum contains one record twice")
        return inside

    def count(self, first: Index, last: Index) -> Ratio:
        """How many terms a sum has."""
        ends = []
        for end in (last, first):
            base = self.setting.n if end.name else number(0)
            ends.append(number(end.times) * base + number(end.shift))
        return ends[0] - ends[1] + number(1)

    def term(self, tree: Tree, occurrence: Index, indices: dict[str, Ratio]) -> Ratio:
        """The term that contains the record at this occurrence."""
        records = {str(occurrence): self.record}
        for other in _occurrences(tree):
            records.setdefault(str(other), self.fresh("y", self.domain))
        place = (self.position() - number(occurrence.shift)) / number(occurrence.times)
        return self.read(tree.parts[0], records, {**indices, tree.name: place}, outer=False)

    def position(self) -> Ratio:
        """The place of the record: a number, or n·k for any k in [0, 1], or any from 1 on."""
        if self.place is not None:
            return number(self.place)
        if self.fixed:
            index = _parsed(self.fixed)
            base = self.setting.n if index.name else number(0)
            return number(index.times) * base + number(index.shift)
        if self.setting.share:
            self.box["place"] = Fraction(0), Fraction(1)
            return self.setting.n * variable("place")
        self.box["place"] = Fraction(1), float("inf")
        return variable("place")

    def other_term(
        self, tree: Tree, indices: dict[str, Ratio]
    ) -> tuple[Ratio, Interval, list[str]]:
        """A term without the record, its range, and the names of its own records."""
        records = {str(o): self.fresh("y", self.domain) for o in _occurrences(tree)}
        names = [name for record in records.values() for name in record.variables]
        index = self.fresh("index", self.indices_of(tree))
        ratio = self.read(tree.parts[0], records, {**indices, tree.name: index}, outer=False)
        box = {**self.box, RECORD: self.domain}
        low, high = interval(ratio, box)
        if low < 0 and never_negative(ratio, box):
            low = Fraction(0)
        return ratio, (low, high), names

    def indices_of(self, tree: Tree) -> Interval:
        """Where the index of a sum lies; for an empty range anywhere between its ends."""
        first, last = _range(tree, self.setting)
        n = self.setting.least if self.setting.size is None else self.setting.size
        low, high = (Fraction(end.at(n if end.name else 0)) for end in (first, last))
        if self.setting.size is None and last.name:
            return min(low, high), float("inf")
        return min(low, high), max(low, high)

    def rest_of_product(self, own: list[Ratio], side: Interval, count: Ratio) -> Ratio:
        total = number(1)
        for term in own:
            total = total * term
        if count.constant == 0:
            return total
        if not 0 <= side[0] <= side[1] <= 1:
            raise Unlocalised("the factors of a product do not lie in [0, 1]")
        return total * self.fresh("p", (Fraction(0), Fraction(1)))

    def shared(
        self, tree: Tree, own: Ratio, other: Ratio, names: list[str], count: Ratio, outer: bool
    ) -> Ratio:
        """A sum whose other terms see the record too: by its powers, or term by term."""
        powers = coefficients(other, names[0]) if len(names) == 1 else None
        if powers is not None and _whole(tree) and tree.name not in _free(tree):
            total = own
            for exponent, coefficient in enumerate(powers):
                mean = number(1)
                if exponent:
                    power = variable("y").power(exponent)
                    mean = self.mean(power, "y", interval(power, {"y": self.domain}))
                total = total + coefficient * count * mean
            return total
        if not outer:
            raise Unlocalised("a sum of terms that share a mean stands inside of a function")
        return own + count * other

    def pairs(self, tree: Tree, indices: dict[str, Ratio], outer: bool) -> Ratio:
        """Σ over i < j: the record is in n − 1 terms, first in some, second in the others."""
        if not outer:
            raise Unlocalised("a sum over pairs stands inside of a function")
        names = tree.name.split("<")
        if _free(tree) & set(names):
            raise Unlocalised("a sum over pairs uses its indices as numbers")
        records = {n: self.fresh("y", self.domain) for n in names}
        if RECORD in self.read(tree.parts[0], records, indices, outer=False).variables:
            raise Unlocalised("a sum over pairs has other terms that see the record")
        share = self.fresh("k", (Fraction(0), Fraction(1)))
        terms = []
        for name in names:
            records = {n: self.record if n == name else self.fresh("y", self.domain) for n in names}
            terms.append(self.read(tree.parts[0], records, indices, outer=False))
        mean = share * terms[0] + (number(1) - share) * terms[1]
        return (self.setting.n - number(1)) * mean

    # Order statistics

    def ordered(self, tree: Tree) -> Ratio:
        """max(L, min(record, U)): L and U are the others beside that rank, or ends."""
        size = self.setting.size
        odd = self.odd if size is None else size % 2 == 1
        match tree.op:
            case "largest-record":
                return self.of_rank(size or -1)
            case "smallest-record":
                return self.of_rank(1)
            case "median" if not odd:
                # Of o ≤ p ≤ q beside each other among the others it is
                # (clip(x, o, p) + clip(x, p, q))/2 = (clip(x, o, q) + p)/2.
                middle = self.fresh("o", self.domain)
                low, high = (number(end) for end in self.setting.domain)
                if size != 2:
                    low, high = self.fresh("o", self.domain), self.fresh("o", self.domain)
                return (clipped(self.record, low, high) + middle) / number(2)
            case "median":
                return self.of_rank(0 if size is None else (size + 1) // 2)
            case "smallest":
                if tree.number > (size or self.setting.least):
                    raise NumberError(f"there is no record of rank {tree.number} where n is less")
                return self.of_rank(int(tree.number))
        return self.of_rank(0 if size is None else int(-(-tree.number * size // 1)))

    def of_rank(self, rank: int) -> Ratio:
        """The record of a rank; 0 for one that is not known, −1 for the last of any number."""
        low, high = (number(end) for end in self.setting.domain)
        lower = low if rank == 1 else self.fresh("o", self.domain)
        upper = high if rank in (-1, self.setting.size) else self.fresh("o", self.domain)
        return clipped(self.record, lower, upper)


def partial(tree: Tree, parts: list[Ratio]) -> list[Ratio]:
    """What must be a number for an operation to be one: a quotient, a logarithm or a root."""
    if tree.op == "/":
        return [number(1) / parts[1]]
    if tree.op == "power" and tree.number < 0:
        return [number(1) / parts[0]]
    return [function(tree.op, parts[0])] if tree.op in ("log", "sqrt", "tan") else []


def applied(tree: Tree, parts: list[Ratio]) -> Ratio:
    """A function of numbers, in the atoms of `ratios`."""
    match tree.op:
        case "power":
            return parts[0].power(int(tree.number))
        case "sin" | "cos":
            turns = _turns(parts[0])
            return (
                function(tree.op, parts[0]) if turns is None else function(f"{tree.op}_pi", turns)
            )
        case "max" | "min":
            sign = number(1 if tree.op == "max" else -1)
            signed = [sign * part for part in parts]
            return sign * reduce(lambda a, b: function("max", a, b), signed)
        case "clip":
            return clipped(*parts)
        case "less" | "at-most":
            return function(tree.op, parts[1] - parts[0])
        case "exp" | "log" | "sqrt" | "tan" | "atan" | "abs" | "odd":
            return function(tree.op, parts[0])
    raise NumberError(f"the operation {tree.op!r} is not known")


def _turns(u: Ratio) -> Ratio | None:
    """u/π, where u is a multiple of π."""
    ratio = u / variable("pi")
    return None if "pi" in ratio.variables else ratio


def _free(tree: Tree) -> frozenset[str]:
    """The names in a sum's body that stand there as numbers."""
    return frozenset(t.name for t in tree.parts[0].all() if t.op == "name")


def _has_records(tree: Tree) -> bool:
    return any(t.op == "record" or t.op in OF_RANK for t in tree.all())


def _positive_or_fixed(factor: Ratio) -> bool:
    """Whether a factor has no variable but n: then terms change by it times as much, each."""
    return factor.variables <= {SIZE}


def _parsed(place: str) -> Index:
    name = SIZE if SIZE in place else ""
    return Index(name, 1 if name else 0, int(place.replace("n", "") or 0))


__all__ = ["RECORD", "SIZE", "Case", "Setting", "Unlocalised", "cases"]
