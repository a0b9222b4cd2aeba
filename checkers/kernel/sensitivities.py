"""The kernel for `dpverify sensitivity FUNCTION`: an upper bound, and databases that attain it.

Trusted: this file, `localised.py`, `ratios.py`, `ranges.py`, `outcome.py` and `work.py` beside
it, the grammar of expressions, `defs.numbers`, the standard library and python-flint's balls.

With f as a function of the exchanged record and variables for the others, and g = f(a) − f(b)
where a ≥ b are the two values of the record, accepted means that g ≤ s and −g ≤ s in every
case. A certificate is a tree for each case and sign. Its steps, each checked on the box where
it stands:

    split  the box is halved at a number, and both halves have a tree.
    move   a variable goes to an end of its interval, since sign·g − s rises (falls) in it: by
           ∂f/∂a at a, by −∂f/∂b at b; for another variable z by ∂f/∂z at a minus at b, or by the
           mixed derivative, since that difference is its integral from b to a.
    value  s − sign·g ≥ 0 on the box.
    slope  s − sign·∂f/∂record·(a − b) ≥ 0 with the derivative anywhere between b and a.
    square s ≥ 0 and s² − (∂f/∂record)²·w² ≥ 0, where w is the largest a − b.

f must be continuous and finite on the box, but for conditions in brackets, whose derivatives
count as anything there, so that the steps by derivatives say nothing about them. With
neighbours that have a record less, g is f of n records minus f of the others: one tree for each
place and sign.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import Any, Final

from dpverify.checkers.kernel import explicit
from dpverify.checkers.kernel.localised import RECORD, SIZE, Case, Setting, Unlocalised, cases
from dpverify.checkers.kernel.outcome import Fault, Outcome, known_keys
from dpverify.checkers.kernel.ranges import (
    Box,
    Interval,
    at_point,
    defined,
    interval,
    never_negative,
)
from dpverify.checkers.kernel.ratios import (
    Ratio,
    derivative,
    number,
    rational,
    substituted,
    variable,
    whole,
)
from dpverify.checkers.kernel.work import judged_in_budget, spend
from dpverify.defs.expressions.grammar import parse
from dpverify.defs.expressions.tree import Tree
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need

SCHEMA: Final = "dpverify.function-sensitivity/1.0"
HIGH: Final = "high"  # of the two values of the record
LOW: Final = "low"
BETWEEN: Final = "between"
WIDTH: Final = "width"
MOST_STEPS: Final = 20_000
NEIGHBOURS: Final = ("bounded", "unbounded")


def replay(document: object) -> Outcome:
    """Re-check a `dpverify.function-sensitivity` document; the same answers as `door.replay`."""
    return judged_in_budget(document, _checked, ArithmeticError, Fault)


@dataclass(frozen=True)
class Question:
    """What a document is about.

    Args: tree, setting, neighbours, bound (s).
    """

    tree: Tree
    setting: Setting
    neighbours: str
    bound: Ratio


@dataclass(frozen=True)
class Difference:
    """f in one case and one sign, with the derivatives that steps use.

    Args:
        ratio: f in "record" and further variables; or the difference itself.
        sign: 1 or −1.
        bound: s.
        exchanged: whether one record has two values; else the ratio is the difference itself.
    """

    ratio: Ratio
    sign: int
    bound: Ratio
    exchanged: bool = True

    def at(self, ratio: Ratio, name: str) -> Ratio:
        """A function of the record with another name for it."""
        return substituted(ratio, {RECORD: variable(name)})

    @cached_property
    def change(self) -> Ratio:
        """sign·g."""
        if not self.exchanged:
            return number(self.sign) * self.ratio
        return number(self.sign) * (self.at(self.ratio, HIGH) - self.at(self.ratio, LOW))

    @cached_property
    def slope(self) -> Ratio:
        """sign·∂f/∂record, in "record"."""
        return number(self.sign) * derivative(self.ratio, RECORD)

    def rates(self, name: str) -> list[Ratio]:
        """Functions of which each has the sign of ∂(sign·g − s)/∂name."""
        if name in self.bound.variables:  # then s − sign·g is what falls or rises
            return [derivative(self.change - self.bound, name)]
        if not self.exchanged:
            return [derivative(self.change, name)]
        if name == HIGH:
            return [self.at(self.slope, HIGH)]
        if name == LOW:
            return [-self.at(self.slope, LOW)]
        rate = number(self.sign) * derivative(self.ratio, name)
        mixed = self.at(derivative(rate, RECORD), BETWEEN)
        return [mixed, self.at(rate, HIGH) - self.at(rate, LOW)]


def start(case: Case) -> dict[str, Interval]:
    """The box of a case, with two values of the record."""
    box = {name: side for name, side in case.box.items() if name != RECORD}
    return {**box, HIGH: case.box[RECORD], LOW: case.box[RECORD]}


def ordered(box: dict[str, Interval]) -> dict[str, Interval]:
    """The box without what a ≥ b excludes; with an empty interval where nothing is left."""
    if HIGH not in box:
        return box
    (a, b), (c, d) = box[HIGH], box[LOW]
    return {**box, HIGH: (max(a, c), b), LOW: (c, min(b, d))}


def moves(difference: Difference, box: Box, name: str, up: bool) -> bool:
    """Whether sign·g − s certainly rises (up) or falls in a variable on the whole box."""
    inner = {**box}
    if HIGH in box:
        inner[BETWEEN] = box[LOW][0], box[HIGH][1]
        # The other end must not lie beyond the other value of the record.
        if name == HIGH and not up and box[HIGH][0] < box[LOW][1]:
            return False
        if name == LOW and up and box[LOW][1] > box[HIGH][0]:
            return False
    for rate in difference.rates(name):
        fixed = at_point(rate, inner)
        if never_negative(fixed if up else -fixed, inner):
            return True
    return False


def moved(box: dict[str, Interval], name: str, up: bool) -> dict[str, Interval]:
    """The box with one variable at an end."""
    end = box[name][1 if up else 0]
    need(end not in (inf, -inf), f"{name} has no end there")
    return {**box, name: (end, end)}


def leaf(difference: Difference, box: Box, kind: str) -> bool:
    """Whether one of the final steps holds on a box."""
    s = difference.bound
    if kind == "value":
        return never_negative(at_point(s, box) - at_point(difference.change, box), box)
    if not difference.exchanged:
        return False
    (a, b), (c, d) = box[HIGH], box[LOW]
    inner = {**box, RECORD: (c, b), WIDTH: (max(Fraction(0), a - d), b - c)}
    if kind == "slope":
        steepness = difference.slope * variable(WIDTH)
        return never_negative(at_point(s, inner) - at_point(steepness, inner), inner)
    if kind == "square":
        widest = number(Fraction(inner[WIDTH][1]))
        rest = s * s - (difference.slope * widest).power(2)
        return never_negative(s, inner) and never_negative(at_point(rest, inner), inner)
    return False


def _walked(difference: Difference, box: dict[str, Interval], tree: Any, left: list[int]) -> None:
    """Refuse a tree with a step that does not hold."""
    left[0] -= 1
    need(left[0] >= 0, f"there are more than {MOST_STEPS} steps")
    spend("a step of a sensitivity", 200)
    box = ordered(box)
    if any(side[0] > side[1] for side in box.values()):
        return  # no two values of the record are there
    if isinstance(tree, str):
        need(tree in ("value", "slope", "square"), "a step is not known")
        if not leaf(difference, box, tree):
            raise Fault(f"the bound is not confirmed where {_shown(box)}")
        return
    need(isinstance(tree, list) and len(tree) == 4, "a step is not known")
    kind, name, what, rest = tree
    need(type(name) is str and name in box, "a step is about a variable that is not there")
    if kind == "split":
        cut = rational(what, "the place of a split")
        low, high = box[name]
        need(low < cut < high, f"{name} is not split within its interval")
        need(isinstance(rest, list) and len(rest) == 2, "a split has two parts")
        for side, part in zip(((low, cut), (cut, high)), rest, strict=True):
            _walked(difference, {**box, name: side}, part, left)
        return
    need(kind == "move" and what in ("low", "high"), "a step is not known")
    if not moves(difference, box, name, what == "high"):
        raise Fault(f"it is not confirmed that {name} moves to its {what} end where {_shown(box)}")
    _walked(difference, moved(box, name, what == "high"), rest, left)


def _shown(box: Box) -> str:
    return ", ".join(f"{k} in [{a}, {b}]" for k, (a, b) in box.items())[:200]


def numbers(texts: list[Any], what: str) -> list[Fraction]:
    """Rational numbers from their texts."""
    return [rational(text, what) for text in texts]


def read_question(document: Any) -> Question:
    """The question of a document.

    Raises: NumberError for one that cannot be read.
    """
    tree = parse(doc.member(document, "function", str))
    ends = numbers(doc.member(document, "domain", list), "an end of the domain")
    need(len(ends) == 2 and ends[0] < ends[1], "the domain is an interval with two ends")
    neighbours = doc.member(document, "neighbours", str)
    need(neighbours in NEIGHBOURS, "the neighbours are bounded or unbounded")
    parameters = {}
    for name, texts in doc.member(document, "where", dict).items():
        need(isinstance(texts, list) and len(texts) == 2, "an interval of 'where' has two ends")
        low, high = texts
        need(
            name not in (SIZE, "pi", RECORD, HIGH, LOW, BETWEEN, WIDTH, "place", "index", "x")
            and not name[1:].isdigit()
            and name.isidentifier(),
            "a parameter has another name",
        )
        first = rational(low, name)
        last = inf if high == "inf" else rational(high, name)
        need(first <= last, f"the interval of {name} is empty")
        parameters[name] = (first, last)
    n = doc.member(document, "n", dict)
    known_keys(n, "'n'", (), ("size", "least", "parity"))
    need(("size" in n) != ("least" in n), "n has a size, or a least size")
    least = whole(n["size"] if "size" in n else n["least"], "n")
    size = least if "size" in n else None
    odd = {"odd": True, "even": False, None: None}.get(n.get("parity"))
    need("parity" not in n or (odd is not None and size is None), "the parity is odd or even")
    need(1 <= least <= 64 and (neighbours == "bounded" or size is not None), "n is not read")
    upper = doc.member(document, "upper", dict)
    setting = Setting(
        (ends[0], ends[1]), size, least, parameters, upper.get("place") == "share", odd
    )
    bound = explicit.constant(parse(doc.member(document, "bound", str)), setting)
    why = defined(bound, setting.box())
    need(not why, f"in the bound there is {why}")
    return Question(tree, setting, neighbours, bound)


Part = tuple[str, Ratio, dict[str, Interval], bool, str]


def questions(question: Question, form: str) -> list[Part]:
    """The functions of which a certificate has two trees each: title, ratio, box, exchanged, hole.

    A hole is why the function might not be a number somewhere there, or "".
    """
    given = question.setting.box()
    used = {name: side for name, side in given.items() if name in question.bound.variables}
    if question.neighbours == "unbounded":
        removals = explicit.removals(question.tree, question.setting)
        return [(c.title, c.ratio, {**used, **c.box}, False, c.hole) for c in removals]
    every = (
        cases(question.tree, question.setting) if form == "localised"
        else explicit.cases(question.tree, question.setting)
    )  # fmt: skip
    result: dict[Any, Part] = {}
    for case in every:
        box = {**used, **start(case)}
        key = (case.ratio.key, repr(sorted(box.items(), key=lambda item: item[0])))
        if key not in result or case.hole:
            result[key] = case.title, case.ratio, box, True, case.hole
    return list(result.values())


def _checked(document: Any) -> Outcome:
    _, facts = confirmed(document)
    unread = ("run",) if "run" in document else ()
    return Outcome("accepted", "accepted: no two neighbours are further apart", unread, facts)


def confirmed(document: Any) -> tuple[Question, tuple[tuple[str, str], ...]]:
    """The question of a document that is right, and what it says.

    Raises: NumberError or Fault for one that is not.
    """
    need(doc.member(document, "schema", str) == SCHEMA, "the schema is not known")
    keys = ("schema", "function", "domain", "neighbours", "where", "n", "bound", "upper",
            "attained", "lower", "evidence")  # fmt: skip
    known_keys(document, "a sensitivity", keys, ("run",))
    question = read_question(document)
    upper = document["upper"]
    known_keys(upper, "'upper'", ("form", "place", "trees"))
    need(upper["form"] in ("localised", "explicit"), "the form of a certificate is not known")
    need(upper["place"] in ("share", "free"), "the reading of places is not known")
    parts = questions(question, upper["form"])
    trees = doc.member(upper, "trees", list)
    need(len(trees) == len(parts), f"there are {len(parts)} cases, and trees for {len(trees)}")
    left = [MOST_STEPS]
    for (title, ratio, box, exchanged, why), pair in zip(parts, trees, strict=True):
        need(isinstance(pair, list) and len(pair) == 2, "a case has two trees")
        if why:
            raise Fault(f"in the case of {title} there is {why}")
        for sign, tree in zip((1, -1), pair, strict=True):
            _walked(Difference(ratio, sign, question.bound, exchanged), dict(box), tree, left)
    attained = _attained(document, question)
    evidence = "exact" if attained else "enclosure"
    need(
        document["evidence"] == evidence, f"the evidence is {document['evidence']}, not {evidence}"
    )
    n = question.setting
    which = {None: "every", True: "every odd", False: "every even"}[n.odd]
    about = f"n = {n.size}" if n.size is not None else f"{which} n from {n.least} on"
    return question, (("bound", document["bound"]), ("for", about), ("evidence", evidence))


def ranges(tree: Tree, setting: Setting) -> list[tuple[Ratio, dict[str, Interval]]]:
    """The function in every case, with nothing left out: what all its values are."""
    every = (
        cases(tree, setting, whole=True) if setting.size is None
        else explicit.cases(tree, setting)[:1]
    )  # fmt: skip
    every = list(every)
    if why := next((case.hole for case in every if case.hole), ""):
        raise Unlocalised(f"there is {why}")
    return [(case.ratio, {**setting.box(), **case.box}) for case in every]


def within(
    parts: list[tuple[Ratio, dict[str, Interval]]], low: Ratio, high: Ratio, trees: list[Any]
) -> None:
    """Refuse trees that do not show low ≤ f ≤ high: two for each case."""
    need(len(trees) == len(parts), f"there are {len(parts)} cases, and trees for {len(trees)}")
    left = [MOST_STEPS]
    for (ratio, box), pair in zip(parts, trees, strict=True):
        need(isinstance(pair, list) and len(pair) == 2, "a case has two trees")
        if why := defined(ratio, box):
            raise Fault(f"there is {why}")
        for difference, tree in zip(sides_of(ratio, low, high), pair, strict=True):
            _walked(difference, dict(box), tree, left)


def sides_of(ratio: Ratio, low: Ratio, high: Ratio) -> tuple[Difference, Difference]:
    """f ≤ high and −f ≤ −low, as steps see them."""
    return Difference(ratio, 1, high, False), Difference(ratio, -1, -low, False)


def _attained(document: Any, question: Question) -> bool:
    """Whether the databases are confirmed; whether their distance is the bound itself."""
    place = document["attained"]
    lower = document["lower"]
    if place is None:
        need(lower == "0", "a lower bound needs databases")
        return False
    far = explicit.distance(question.tree, question.setting, place, question.neighbours)
    values = {name: number(Fraction(v)) for name, v in place.get("where", {}).items()}
    gap = substituted(question.bound, values) - far
    if not gap.over or not (substituted(question.bound, values) + far).over:
        need(lower == document["bound"], "the lower bound is the upper one")
        return True
    box = question.setting.box()
    there = substituted(question.bound, values)
    for size in (far, -far):  # that would be a mistake of this kernel, or of the function's reader
        need(interval(there - size, box)[1] >= 0, "the databases are further apart than the bound")
    least = rational(lower, "the lower bound")
    low, high = interval(far, box)
    need(low >= least or high <= -least, "the databases are not as far apart as stated")
    return False
