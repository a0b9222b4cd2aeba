"""Selections with geometric noise: what their proofs may use and must show, for every n.

Trusted, with the proof kernel. The noises of all queries, and of the threshold, are one point w of
a countable set with law mass[w]. For a query i, `event` is 1 at w where i is released and else 0;
so P[i is released] = Σ_w mass[w]·event[w,i]. A proof compares the two databases by a *bijection* of
the noises: it adds whole numbers to the noise of i and to that of the threshold, so that

    Σ_w mass[w]·event[w,i] = Σ_w moved[w,i]·event'[w,i],

where moved and event' are mass and event at the point to which w is moved. Since P[Z = z] is
proportional to a^|z|, moved ≥ a^|own|·t^|threshold|·mass. Whether an event occurs is known by
linear conditions K ≥ 0 in whole numbers: where it occurs all of them hold, and elsewhere one is
violated, so K ≤ −1 there.

In sparse vector the event is that what is released is one given output, any one: above[i] is 1
where it says of query i that its answer is at least the threshold, below[i] where it says the
contrary, and unasked[i] where it has stopped before. The bijection moves the noise of each query
that is above, and that of each threshold. At most c are, so moved ≥ (a^c)^|own|·t^|threshold|·mass;
with thresholds anew there are c of these, and t^c stands in place of t. What must never change:
each axiom is true for all answers, noises, outputs, n and c, and for every alignment, whether it
proves anything or not.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from dpverify.proofs.conditions import Condition
from dpverify.proofs.expressions import compared
from dpverify.proofs.kernel import Fact, Setting
from dpverify.proofs.labels import Size
from dpverify.proofs.laws import need
from dpverify.proofs.objects import at_every_shape
from dpverify.proofs.selections import SPARSE, Alignment, Selection, selected
from dpverify.proofs.statement import AnyChannel, Property, Statement
from dpverify.proofs.sum_logic import OddsAlgebra, Sorts, SumLogic, indicator, unsupported
from dpverify.proofs.sums import Sum, atom, number

NOISES = "noises"
ONE, ZERO = number(1), number(0)
HERE = Alignment(0, 0)
MOST_MOVED = 8
"""No alignment moves a noise by more."""


def is_selection(statement: Statement) -> bool:
    """Whether the conclusion is a property of a selection with noise."""
    return isinstance(statement.conclusion, Property) and statement.conclusion.selection is not None


def is_about_outputs(statement: Statement) -> bool:
    """Whether it is a property of sparse vector, of which an output is given."""
    rule = getattr(getattr(statement.conclusion, "selection", None), "rule", None)
    return rule in SPARSE


def selection_setting(statement: Statement) -> Setting:
    """Axioms and goals of such a statement.

    Raises: Undecided("unsupported") for a statement of any other kind.
    """
    selection = getattr(statement.conclusion, "selection", None)
    if not isinstance(selection, Selection):
        raise unsupported("a property")
    ratios = ["a"] if selection.rule == "noisy max" else ["a", "t"]
    counts = {"c": "count"} if selection.rule in SPARSE else {}
    expected = {**dict.fromkeys(ratios, "value"), **counts}
    need(dict(statement.parameters) == expected, "other ratios of noise")
    need(not statement.derived and statement.objects.keys() == {"X", "D"}, "other objects")
    sort = _queries(statement)
    _need_what_is_said(statement, selection)
    axioms: dict[str, Fact] = {}
    for name in ratios:
        axioms[f"{name} >= 0"] = Fact({}, atom(name))
        axioms[f"{name} <= 1"] = Fact({}, ONE - atom(name))
    logic = SumLogic(axioms, {})
    for name in _powers(selection).values():
        axioms[f"{name} >= 0"] = Fact({}, atom(name))
        axioms[f"{name} <= 1"] = Fact({}, ONE - atom(name))
    algebra = OddsAlgebra({name: atom(name) for name in ratios}, logic)
    for count, hypothesis in enumerate(statement.hypotheses):
        if not isinstance(hypothesis, Condition):
            raise unsupported("a hypothesis of another kind")
        small, large, strict = compared(hypothesis.text, algebra)
        axioms[f"hypothesis {count}"] = Fact({}, large - small, ">" if strict else ">=")
    known = [fact.expr.terms for fact in axioms.values() if fact.relation == ">"]
    below = all((ONE - atom(name)).terms in known for name in ratios)
    need(below, "a ratio of noise that may be 1")  # there is no such law
    return replace(_Noisy(selection, sort, axioms).setting(), parts=logic.parts)


def _need_what_is_said(statement: Statement, selection: Selection) -> None:
    """The property is that of the selection, and D changes answers by what the selection says."""
    match getattr(statement.conclusion, "holds", None):
        case partial(func=func, args=args, keywords=named):
            made = func is selected and args == (selection,) and not named
        case _:
            made = False
    need(made, "a property that is not that of its selection")
    changes = statement.objects["D"]
    if not isinstance(changes, AnyChannel) or not callable(changes.outputs):
        raise unsupported("changes of other sizes")
    labels = at_every_shape(changes.outputs)
    count = selection.most - selection.least + 1
    need(len(labels) == count > 0, f"{len(labels)} changes where the selection has {count}")


def _powers(selection: Selection) -> dict[str, str]:
    """In sparse vector the atom for the c-th power of a ratio, by whose noise c may be moved."""
    moved = {"sparse vector": "a", "sparse vector anew": "at"}.get(selection.rule, "")
    return {name: f"{name}^c" for name in moved}


def _queries(statement: Statement) -> str:
    """The name of the set of queries, of which X and D are lists."""
    sets = []
    for name in ("X", "D"):
        given = statement.objects[name]
        if not isinstance(given, AnyChannel) or not isinstance(given.inputs, Size):
            raise unsupported("answers that are not a list")
        need(given.copies is None, "answers that are not a list")
        sets.append(given.inputs)
    need(sets[0] == sets[1], "answers and changes of other queries")
    prefix = sets[0].prefix
    need(prefix.isidentifier() and prefix != NOISES, f"queries that start with {prefix!r}")
    return prefix


@dataclass(frozen=True)
class _Event:
    """When a query is released, or none, or the given output, with noises that are moved.

    Args: every conditions K ≥ 0 that hold of each query j; own one of the released query alone.
    """

    free: Sorts
    every: Sum
    own: Sum | None


@dataclass(frozen=True)
class _Noisy:
    selection: Selection
    sort: str
    axioms: dict[str, Fact]

    @property
    def sparse(self) -> bool:
        """Whether an output is given, not the place of a query."""
        return self.selection.rule in SPARSE

    def setting(self) -> Setting:
        """All that is known of the noises, the databases and the events, and the goals."""
        self._common()
        goals: list[Fact] = []
        weights = ["mass"]
        released = [("", not self.sparse, (self.selection.there, self.selection.back))]
        if self.selection.rule == "above threshold":
            released.append(("-none", False, self.selection.of_none))
        for tag, placed, (there, back) in released:
            first, second = (
                self._event(f"{database}{tag}", database == "second", HERE, placed)
                for database in ("first", "second")
            )
            goals.append(self._goal(f"there{tag}", first, second, there, placed))
            goals.append(self._goal(f"back{tag}", second, first, back, placed))
            weights += [f"moved-there{tag}", f"moved-back{tag}"]
        return Setting(self.axioms, {}, tuple(goals), {NOISES: tuple(weights)})

    def _common(self) -> None:
        """Which query comes first, by how much answers change, and that the noises have a law.

        In sparse vector what the output says of a query, in place of the order.
        """
        i, j = self.sort, f"{self.sort}'"
        if self.sparse:
            self._one_of(("above", "below", "unasked"), i)
        else:
            self._one_of(("before", "after", "same"), j, i)
        change, at = atom("D", i), {i: self.sort}
        self.axioms["change at least"] = Fact(at, change - number(self.selection.least))
        self.axioms["change at most"] = Fact(at, number(self.selection.most) - change)
        self.axioms["mass >= 0"] = Fact({"w": NOISES}, atom("mass", "w"))
        self.axioms["mass sums to 1"] = Fact({}, atom("mass", "w").over({"w": NOISES}) - ONE, "=")

    def _one_of(self, names: tuple[str, str, str], *indices: str) -> None:
        """At any queries one of the atoms is 1, and the others are 0."""
        free = dict.fromkeys(sorted(indices), self.sort)
        atoms = [atom(name, *indices) for name in names]
        for name, one in zip(names, atoms, strict=True):
            self.axioms.update(indicator(name, one, free))
        first, second, third = names
        either = sum(atoms, ZERO) - ONE
        self.axioms[f"{first}, {second} or {third}"] = Fact(free, either, "=")

    def _event(self, name: str, second: bool, by: Alignment, placed: bool) -> str:
        """The atom that is 1 where the query (none, the output) is released, and what is known."""
        event = self._conditions(second, by, placed)
        free = event.free
        every = {**free, f"{self.sort}'": self.sort}
        occurs = atom(name, *free)
        violated = atom(f"violated-{name}", *every)
        self.axioms.update(indicator(name, occurs, free))
        self.axioms[f"{name} holds"] = Fact(every, occurs * event.every)
        self.axioms.update(indicator(f"violated-{name}", violated, every))
        self.axioms[f"violated-{name} fails"] = Fact(every, -violated * (event.every + ONE))
        either = occurs + violated.over({f"{self.sort}'": self.sort}) - ONE
        if event.own is not None:
            missed = atom(f"missed-{name}", *free)
            self.axioms[f"{name} holds itself"] = Fact(free, occurs * event.own)
            self.axioms.update(indicator(f"missed-{name}", missed, free))
            self.axioms[f"missed-{name} fails"] = Fact(free, -missed * (event.own + ONE))
            either = either + missed
        self.axioms[f"{name} or not"] = Fact(free, either, "=")
        return name

    def _conditions(self, second: bool, by: Alignment, placed: bool) -> _Event:
        i, j = self.sort, f"{self.sort}'"
        moved = number(by.own)

        def answer(at: str) -> Sum:
            return atom("X", at) + (atom("D", at) if second else ZERO)

        mine = answer(i) + atom("noise", "w", i) + moved
        other = answer(j) + atom("noise", "w", j)
        anew = [j] if self.selection.rule == "sparse vector anew" else []
        limit = atom("threshold", "w", *anew) + number(by.threshold)
        if self.sparse:
            reached, missed = other + moved - limit, limit - other - ONE
            return _Event(
                {"w": NOISES}, atom("above", j) * reached + atom("below", j) * missed, None
            )
        before, after = atom("before", j, i), atom("after", j, i)
        free = {"w": NOISES, i: self.sort}
        if self.selection.rule == "noisy max":
            return _Event(free, before * (mine - other - ONE) + after * (mine - other), None)
        if not placed:
            return _Event({"w": NOISES}, limit - other - ONE, None)
        return _Event(free, before * (limit - other - ONE), mine - limit)

    def _goal(self, name: str, before: str, after: str, by: Alignment, placed: bool) -> Fact:
        """P[released] on the database after is at least e^(−ε) times that before."""
        need(abs(by.own) <= MOST_MOVED and abs(by.threshold) <= MOST_MOVED, "a noise moved so far")
        need(
            placed or self.sparse or by.own == 0,
            "the noise of a query moved where none is released",
        )
        there_is = self.selection.rule != "noisy max"
        need(
            there_is or by.threshold == 0 == self.selection.threshold,
            "a threshold that is not there",
        )
        free = {"w": NOISES, self.sort: self.sort} if placed else {"w": NOISES}
        rest = {v: sort for v, sort in free.items() if v != "w"}
        over = {"w": NOISES}
        second = after.startswith("second")
        event = self._event(f"event-{name}", second, by, placed)
        mass, moved = atom("mass", "w"), atom(f"moved-{name}", *free)
        least = self._share(abs(by.own), abs(by.threshold))
        self.axioms[f"moved-{name} >= 0"] = Fact(free, moved)
        self.axioms[f"moved-{name} at least"] = Fact(free, moved - least * mass)
        chance, chance_before = ((mass * atom(each, *free)).over(over) for each in (after, before))
        again = (moved * atom(event, *free)).over(over)
        self.axioms[f"moved-{name} bijection"] = Fact(rest, chance - again, "=")
        cost = self._share(self.selection.own, self.selection.threshold)
        return Fact(rest, chance - cost * chance_before)

    def _share(self, own: int, threshold: int) -> Sum:
        """What is left of a mass, at worst, where the noises are moved so far."""
        powers = _powers(self.selection)
        a, t = (atom(powers.get(name, name)) for name in ("a", "t"))
        return _power(a, own) * _power(t, threshold)


def _power(base: Sum, exponent: int) -> Sum:
    need(0 <= exponent <= MOST_MOVED, "a power of a ratio that is negative or large")
    result = ONE
    for _ in range(exponent):
        result = result * base
    return result
