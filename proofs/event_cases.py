"""A question as cases without `ite`: which event refutes the conclusion, and what is then assumed.

A conclusion such as Σ_o max(0, P(o) − e^ε Q(o)) ≤ δ fails exactly if P(S) − e^ε Q(S) > δ for some
event S. So there is a case for each event; of those that differ by a renaming of outputs one is
asked (`checkers.smt.orbits`), which leaves an event of each size. A hypothesis of that form says
the same of every event; `weaker` keeps what it says of the event of the case and of its complement,
which often suffices, and is short. `merged` keeps of that what is said of sums over outputs that
the case treats alike, so that events of any size may be one script. `whole` keeps all.

What must never change: if no case of a question has a solution, the question has none; if a case
that is asked whole has one, the question has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from dpverify.checkers.smt.choices import (
    TRUE,
    Choice,
    Comparison,
    Joined,
    Reading,
    Tree,
    beside,
    compared,
    comparisons,
    definition,
    directions,
    joined,
    names_of,
    opposite,
    put,
    resolved,
    substituted,
    surely_at_least_zero,
    ways,
    written,
)
from dpverify.checkers.smt.merging import Column, Entry, Merging, classes_of
from dpverify.checkers.smt.model import assertions
from dpverify.checkers.smt.orbits import (
    Renaming,
    case_key,
    different,
    key,
    selections,
    symmetries,
)
from dpverify.checkers.smt.polynomials import Polynomial, variable
from dpverify.checkers.smt.script import script
from dpverify.checkers.smt.terms import Formula
from dpverify.defs.errors import Undecided
from dpverify.proofs.exchanges import exchanges
from dpverify.proofs.formula import Encoding, Question

MOST_CASES = 600
"""Of one question; more take longer than a solver takes for the question as it is."""
MOST_INNER = 4
"""Choices within choices, such as max(ε₁, ε₂); each doubles the cases."""

Case = tuple[Tree, ...]


@dataclass(frozen=True)
class EventCase:
    """One case: what is assumed, what is sought, and what the choices left are.

    Args:
        comment: of the question.
        assumed: the hypotheses and what channels and parameters are.
        sought: the conclusion denied, the event being chosen.
        choices: what the further variables stand for.
        colours: for each variable of the chosen parts of the sum, which options it occurs in.
        guards: the same for the choices that were made in a hypothesis.
        entries: the variables that are entries of channels, and where they stand.
        nonnegative: the variables that are ≥ 0 by what is assumed.
    """

    comment: str
    assumed: tuple[Tree, ...]
    sought: Case
    choices: Mapping[str, Choice]
    colours: Mapping[str, frozenset[int]]
    guards: Mapping[str, frozenset[int]]
    entries: Mapping[str, Entry]
    nonnegative: frozenset[str]

    @property
    def impossible(self) -> bool:
        """Whether something is sought that no numbers ≥ 0 satisfy, such as −δ > 0."""
        return any(
            (isinstance(tree, Joined) and not tree.parts and tree.word == "or")
            or (
                isinstance(tree, Comparison)
                and tree.relation == ">"
                and surely_at_least_zero(-tree.polynomial, self.nonnegative)
            )
            for tree in self.sought
        )

    def whole(self) -> str:
        """The case as one script; it has a solution exactly if the case has."""
        return self._script([*self.assumed, *self.sought])

    @cached_property
    def merging(self) -> Merging:
        """Which outputs the case treats alike: they are chosen alike, and it seeks them or not."""
        sought = self._sought_names
        kinds: dict[Column, list[object]] = {}
        for v, entry in self.entries.items():
            kind = (entry.row, self.colours.get(v), self.guards.get(v), v in sought)
            kinds.setdefault(entry.column, []).append(kind)
        classes = classes_of({column: tuple(kind) for column, kind in kinds.items()})
        names = frozenset[str]().union(self.entries, *map(names_of, self.assumed))
        return Merging(self.entries, classes, _unused("_of", names))

    @property
    def _sought_names(self) -> frozenset[str]:
        return frozenset[str]().union(*map(names_of, self.sought))

    def merged(self) -> str:
        """What follows for the event and its complement as one output each; short, for any size."""
        trees = [tree for tree in self._facts(either=True) if self._plain(tree)]
        formulas = [Formula(written(tree)) for tree in self.merging.merged(trees)]
        return script(self.comment, [("of sums over alike outputs", formulas)])

    def _plain(self, tree: Tree) -> bool:
        return not names_of(tree) & self.choices.keys()

    def _facts(self, *, either: bool) -> list[Tree]:
        """What holds; of comparisons over all events what they say of this one and of the rest."""
        facts: list[Tree] = []
        for tree in (*self.assumed, *self.sought):
            if isinstance(tree, Comparison):
                facts += self._at_the_event(tree, either=either)
            else:
                facts.append(tree)
        return facts

    def weaker(self) -> str:
        """What follows from the assumptions for the entries that the case speaks of."""
        facts = self._facts(either=False)
        sought = self._sought_names
        sums = self._last_entries(facts, sought)
        far = frozenset(self.entries) - sought
        kept = [self._near(put(fact, sums), far) for fact in facts]
        return self._script([*(t for t in kept if t != TRUE), *self.sought])

    def _script(self, trees: Sequence[Tree]) -> str:
        defined = list(_definitions(trees, self.choices, self.nonnegative))
        groups = [("assumed and sought", trees), ("maxima and minima", defined)]
        return script(
            self.comment,
            [(head, [Formula(written(t)) for t in dict.fromkeys(of)]) for head, of in groups],
        )

    def _at_the_event(self, fact: Comparison, *, either: bool) -> list[Tree]:
        """What a hypothesis over all events says of the event of the case, and of the rest."""
        chosen = [name for name in sorted(fact.names) if name in self.choices]
        if not chosen:
            return [fact]
        result = []
        for flipped in (0, 1):
            values = {}
            for name in chosen:
                option = self._option(fact, name, flipped, either=either)
                if option is not None:
                    values[name] = option
            result.append(put(fact, values))
        return list(dict.fromkeys(result))

    def _option(
        self, fact: Comparison, name: str, flipped: int, *, either: bool
    ) -> Polynomial | None:
        """The option that the event of the case selects, or either, of which the fact holds too."""
        colour = self._colour(name)
        wanted = directions(fact.polynomial, name, self.nonnegative)
        if colour is None or len(wanted) > 1:
            return None
        choice = self.choices[name] if wanted == {"small"} else opposite(self.choices[name])
        own = colour ^ flipped
        for option in (own, 1 - own) if either else (own,):
            # The value is at least the option, and the fact is about what it is at most.
            needed = beside(choice, option, self.nonnegative)
            if needed == TRUE or needed in self.sought:
                return self.choices[name].options[option]
        return None

    def _colour(self, name: str) -> int | None:
        """Which option the case takes for the parts with the same entries; None if both.

        It is the first for entries of which the case says nothing: as good as the second.
        """
        own = self.choices[name].names & self.entries.keys()
        taken = {colour for v in own for colour in self.colours.get(v, ())}
        return max(taken, default=0) if len(taken) < 2 else None

    def _last_entries(self, facts: Sequence[Tree], sought: frozenset[str]) -> dict[str, Polynomial]:
        """For each row with an entry that the case does not speak of: it is 1 minus the others."""
        values: dict[str, Polynomial] = {}
        for fact in facts:
            if not isinstance(fact, Comparison) or fact.relation != "=":
                continue
            terms = fact.polynomial.terms
            linear = all(len(monomial) <= 1 for monomial in terms)
            if not linear or not fact.names <= self.entries.keys() or fact.names & values.keys():
                continue
            far = [v for v in fact.names - sought if terms[(v,)] == -1]
            if far:  # of 1 − Σ = 0
                last = min(far)
                values[last] = variable(last) + fact.polynomial
        return values

    def _near(self, fact: Tree, far: frozenset[str]) -> Tree:
        """What a fact says of the other entries: of what is subtracted, what is far is left out."""
        if not names_of(fact) & far:
            return fact
        if not isinstance(fact, Comparison) or fact.relation == "=":
            return TRUE
        kept = {}
        for monomial, coefficient in fact.polynomial.terms.items():
            if not far & {*monomial}:
                kept[monomial] = coefficient
            elif coefficient > 0 or not self.nonnegative.issuperset(monomial):
                return TRUE
        return compared(Polynomial(kept), fact.relation)


@dataclass(frozen=True)
class _Cases:
    """The cases of a question in which no choice stands within another one."""

    question: Question
    assumed: tuple[Tree, ...]
    denied: Tree
    choices: Mapping[str, Choice]
    entries: Mapping[str, Entry]
    proposed: Sequence[Renaming] = field(repr=False)

    @cached_property
    def nonnegative(self) -> frozenset[str]:
        """The variables of which something like v ≥ 0 or v ≥ 1 is assumed."""
        result = set()
        for tree in self.assumed:
            if isinstance(tree, Comparison) and len(tree.names) == 1:
                (name,) = tree.names
                terms = tree.polynomial.terms
                positive = terms.get((name,), 0) > 0 and terms.get((), 0) <= 0
                if positive and terms.keys() <= {(name,), ()}:
                    result.add(name)
        return frozenset(result)

    def cases(self) -> Iterator[EventCase]:
        renamings = symmetries(self.proposed, self.assumed, self.choices)
        unequal = {case_key(way): way for way in reversed(ways(self.denied, MOST_CASES))}
        for case in different([*unequal.values()][::-1], renamings):
            kept = [names for names in renamings if case_key(case, names) == case_key(case)]
            yield from self._by_events(case, kept)

    def _by_events(self, case: Case, renamings: Sequence[Renaming]) -> Iterator[EventCase]:
        place, parts = self._chosen_parts(case)
        # The comparison itself has to stay where it is: the case may have another one like it.
        same = [r for r in renamings if not parts or key(case[place], r) == key(case[place])]
        chosen = self._selected(parts, same)
        for option_of in chosen:
            values = {n: self.choices[n].options[k] for n, k in option_of.items()}
            sought = [put(t, values) if k == place else t for k, t in enumerate(case)]
            for name, option in option_of.items():
                sought.append(beside(self._as_large(case[place], name), option, self.nonnegative))
            kept = [r for r in same if all(option_of.get(r[n]) == k for n, k in option_of.items())]
            yield from self._by_guards(tuple(sought), option_of, kept)
        if not chosen:
            yield self._case(case, {}, {})

    def _by_guards(
        self, sought: Case, option_of: Mapping[str, int], renamings: Sequence[Renaming]
    ) -> Iterator[EventCase]:
        """A choice by cases in a hypothesis, where the event of the case speaks of it, is made."""
        for guards in self._selected(self._guarded(sought, option_of), renamings) or [{}]:
            conditions = [
                (self.choices[n].condition, self.choices[n].otherwise)[k] for n, k in guards.items()
            ]
            yield self._case((*sought, *conditions), option_of, guards)

    def _selected(
        self, parts: Sequence[str], renamings: Sequence[Renaming]
    ) -> list[dict[str, int]]:
        """The options of each selection; those under one condition are taken together."""
        groups: dict[object, list[str]] = {}
        for name in parts:
            choice = self.choices[name]
            together = choice.condition if choice.kind == "case" else name
            groups.setdefault(together, []).append(name)
        if not groups:
            return []
        return [
            {n: k for names, k in zip(groups.values(), selection, strict=True) for n in names}
            for selection in selections([*groups.values()], renamings)
        ]

    def _guarded(self, sought: Case, option_of: Mapping[str, int]) -> list[str]:
        """The choices by cases of a hypothesis about the entries that are sought.

        Of several it is the first about entries that what is sought wants to be large, if any is.
        """
        near = frozenset().union(*map(names_of, sought)) & self.entries.keys()
        first: list[str] = []
        for tree in self.assumed:
            if not isinstance(tree, Comparison):
                continue
            names = [n for n in self.choices if n in tree.names and n not in option_of]
            cases = [n for n in names if self.choices[n].kind == "case"]
            inside = [n for n in cases if self.choices[n].names & self.entries.keys() <= near]
            if inside and self._wants_large(sought, inside[0]):
                return inside
            first = first or inside
        return first

    def _wants_large(self, sought: Case, name: str) -> bool:
        """Whether the entries in the options of a choice count for the first sum that is sought."""
        options = [Comparison(option, ">=").names for option in self.choices[name].options]
        own = frozenset().union(*options) & self.entries.keys()
        sums = [t.polynomial for t in sought if isinstance(t, Comparison)][:1]
        wanted = [directions(of, v, self.nonnegative) for of in sums for v in own]
        return bool(wanted) and all(want == {"large"} for want in wanted)

    def _chosen_parts(self, case: Case) -> tuple[int, list[str]]:
        """The first comparison that wants choices to be large, with these in order."""
        for k, tree in enumerate(case):
            if isinstance(tree, Comparison):
                parts = [n for n in self.choices if n in tree.names and self._selects(tree, n)]
                if parts:
                    return k, parts
        return 0, []

    def _selects(self, tree: Comparison, name: str) -> bool:
        wanted = directions(tree.polynomial, name, self.nonnegative)
        kind = self.choices[name].kind
        return (len(wanted) == 1 and (wanted == {"large"}) is (kind != "min")) or (
            len(wanted) == 1 and kind == "case"
        )

    def _as_large(self, tree: Tree, name: str) -> Choice:
        """The choice, or its opposite where the comparison wants it small."""
        (comparison,) = comparisons(tree)
        large = directions(comparison.polynomial, name, self.nonnegative) == {"large"}
        return self.choices[name] if large else opposite(self.choices[name])

    def _case(
        self, sought: Case, option_of: Mapping[str, int], guards: Mapping[str, int]
    ) -> EventCase:
        values = {name: self.choices[name].options[option] for name, option in guards.items()}
        return EventCase(
            self.question.comment,
            tuple(put(tree, values) for tree in self.assumed),
            tuple(t for t in resolved([put(t, values) for t in sought]) if t != TRUE),
            self.choices,
            self._options_of_entries(option_of),
            self._options_of_entries(guards),
            self.entries,
            self.nonnegative,
        )

    def _options_of_entries(self, option_of: Mapping[str, int]) -> dict[str, frozenset[int]]:
        result: dict[str, frozenset[int]] = {}
        for name, option in option_of.items():
            for v in self.choices[name].names & self.entries.keys():
                result[v] = result.get(v, frozenset()) | {option}
        return result


def event_cases(encoding: Encoding, question: Question) -> list[EventCase]:
    """The cases of a question of this encoding.

    Raises: Undecided("unsupported") where there are too many, or something is not read.
    """
    entries = {
        entry.text: Entry(f"{name}_{i}", (name, str(j)))
        for name in encoding.free
        for i, row in enumerate(encoding.objects[name].rows)
        for j, entry in enumerate(row)
    }
    reading = Reading(_unused("choice_", [*encoding.statement.parameters, *encoding.objects]))
    all_of = joined("and", [reading.tree(f) for f in _formulas(question.assumed)])
    assumed = all_of.parts if isinstance(all_of, Joined) and all_of.word == "and" else (all_of,)
    (denied,) = (reading.tree(f) for f in _formulas([question.denied]))
    proposed = list(exchanges(encoding.statement, encoding.shape))
    result: list[EventCase] = []
    impossible: list[EventCase] = []
    for facts, goal, choices in _without_inner(assumed, denied, reading.choices):
        asked = _Cases(question, tuple(facts), goal, choices, entries, proposed)
        for case in asked.cases():
            (impossible if case.impossible else result).append(case)
            if len(result) > MOST_CASES:
                raise Undecided("unsupported", f"more than {MOST_CASES} cases")
    # Where all are impossible one is left, so that it is a solver that says so.
    return result or impossible[:1]


def _unused(text: str, names: Iterable[str]) -> str:
    """The text, or a longer one, that stands in no name."""
    while any(text in name for name in names):
        text = f"{text[0]}z{text[1:]}"
    return text


def _formulas(formulas: Sequence[Formula]) -> list[object]:
    return assertions("\n".join(f"(assert {formula})" for formula in formulas))


def _without_inner(
    assumed: Sequence[Tree], denied: Tree, choices: Mapping[str, Choice]
) -> Iterator[tuple[list[Tree], Tree, Mapping[str, Choice]]]:
    """Choices that stand within others are made: all ways, each with its condition."""
    inner = [n for n in choices if any(n in other.names for other in choices.values())]
    if len(inner) > MOST_INNER:
        raise Undecided("unsupported", f"more than {MOST_INNER} choices within choices")
    for options in product((0, 1), repeat=len(inner)):
        values: dict[str, Polynomial] = {}
        conditions: list[Tree] = []
        for name, option in zip(inner, options, strict=True):
            choice = choices[name]
            conditions.append(put((choice.condition, choice.otherwise)[option], values))
            values[name] = substituted(choice.options[option], values)
        left = {
            name: _put_in_choice(choice, values)
            for name, choice in choices.items()
            if name not in values
        }
        facts = [put(tree, values) for tree in assumed]
        yield [*facts, *conditions], put(denied, values), left


def _put_in_choice(choice: Choice, values: Mapping[str, Polynomial]) -> Choice:
    first, second = (substituted(option, values) for option in choice.options)
    condition, otherwise = put(choice.condition, values), put(choice.otherwise, values)
    return Choice(choice.kind, condition, otherwise, (first, second))


def _definitions(
    trees: Sequence[Tree], choices: Mapping[str, Choice], nonnegative: frozenset[str]
) -> Iterator[Tree]:
    """What the choices that occur have to satisfy, in the directions in which they occur."""
    wanted: dict[str, set[str]] = {}
    for tree in trees:
        for comparison in comparisons(tree):
            for name in comparison.names & choices.keys():
                sides = directions(comparison.polynomial, name, nonnegative)
                wanted.setdefault(name, set()).update(sides)
    for name, choice in choices.items():
        for direction in ("small", "large"):
            if direction in wanted.get(name, ()):
                yield from definition(name, choice, direction)
