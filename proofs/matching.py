"""Proofs that are known, for statements that are the same up to names and order.

A stored proof fits a setting if its atoms and sets can be renamed so that each of its goals, and
each axiom that it uses, is one of the setting's. Names of objects, parameters, labels and index
variables, the order of hypotheses and further hypotheses do not matter then. Not trusted: what
fits is a proposal, and the proof kernel checks the steps that result, in the new names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from dpverify.proofs.kernel import Fact, Facts, RefusedError, Setting
from dpverify.proofs.sums import Monomial, Sum, number, read, write

Names = Mapping[str, str]
Steps = list[dict[str, Any]]

MOST_TRIES = 20_000
"""Attempts at one stored proof; beyond them it does not fit, though another might."""


@dataclass(frozen=True)
class Known:
    """A proof of one setting: the setting, read from a document, and its steps.

    Args: setting what the proof starts from; steps as a document holds them; source where it is
        from, such as "dp.post-processing.approx".
    """

    setting: Setting
    steps: Steps
    source: str

    @property
    def used(self) -> tuple[str, ...]:
        """The axioms that the steps refer to."""
        names = texts_in(self.steps)
        return tuple(name for name in self.setting.axioms if name in names)

    @property
    def parts(self) -> tuple[str, ...]:
        """The positive parts that the steps take apart."""
        return tuple(name for name in self.setting.parts if name in texts_in(self.steps))


@dataclass(frozen=True)
class _Names:
    """What each name of a known proof stands for: atoms, sets of labels, axioms, goals.

    Index variables are renamed within each fact: `variables` of the fact that is being read.
    """

    atoms: Names
    sorts: Names
    variables: Names
    axioms: Mapping[str, tuple[str, Names]]


class _TooManyError(Exception):
    """More attempts than one proof is worth."""


class _Tries:
    def __init__(self) -> None:
        self.left = MOST_TRIES

    def __call__(self) -> None:
        self.left -= 1
        if self.left < 0:
            raise _TooManyError


def matched(known: Known, setting: Setting) -> Steps | None:
    """The steps of a known proof in the names of a setting; None where it does not fit.

    Returns: steps that the proof kernel accepts for this setting.
    """
    if len(known.setting.goals) != len(setting.goals):
        return None
    tries = _Tries()
    try:
        for names, goals in _fits(known, setting, tries):
            steps = _transported(known, setting, names, goals)
            if steps is not None:
                return steps
    except _TooManyError:
        return None
    return None


def _fits(
    known: Known, setting: Setting, tries: _Tries
) -> Iterator[tuple[_Names, tuple[Names, ...]]]:
    nothing = _Names({}, {}, {}, {})
    for names, goals in _goals(known.setting.goals, setting.goals, nothing, (), tries):
        for with_parts in _parts(known, known.parts, setting, names, tries):
            for every in _axioms(known, known.used, setting, with_parts, tries):
                yield every, goals


def _goals(
    mine: Sequence[Fact],
    theirs: Sequence[Fact],
    names: _Names,
    done: tuple[Names, ...],
    tries: _Tries,
) -> Iterator[tuple[_Names, tuple[Names, ...]]]:
    """The goals in order; with the renaming of index variables of each."""
    if len(done) == len(mine):
        yield names, done
        return
    for more in _same_fact(mine[len(done)], theirs[len(done)], names, tries):
        yield from _goals(mine, theirs, more, (*done, more.variables), tries)


def _parts(
    known: Known, left: Sequence[str], setting: Setting, names: _Names, tries: _Tries
) -> Iterator[_Names]:
    if not left:
        yield names
        return
    indices, a = known.setting.parts[left[0]]
    given = names.atoms.get(left[0])
    for name in setting.parts if given is None else (given,):
        if name not in setting.parts:
            continue
        theirs, b = setting.parts[name]
        if len(theirs) != len(indices):
            continue
        variables = dict(zip(indices, theirs, strict=True))
        start = _with(names, atoms={left[0]: name}, variables=variables)
        for more in _same_sum(a, b, start, tries):
            yield from _parts(known, left[1:], setting, more, tries)


def _axioms(
    known: Known, left: Sequence[str], setting: Setting, names: _Names, tries: _Tries
) -> Iterator[_Names]:
    """Each axiom that is used; those with fewest candidates first."""
    if not left:
        yield names
        return
    mine = known.setting.axioms
    # An axiom of which every atom is named already has one place to go, if any.
    unnamed = {name: _unnamed(mine[name], names) for name in left}
    chosen = min(left, key=unnamed.__getitem__)
    rest = [name for name in left if name != chosen]
    shape = _shape(mine[chosen])
    for name, fact in setting.axioms.items():
        if _shape(fact) != shape:
            continue
        for more in _same_fact(mine[chosen], fact, names, tries):
            found = {**more.axioms, chosen: (name, more.variables)}
            yield from _axioms(
                known, rest, setting, _Names(more.atoms, more.sorts, {}, found), tries
            )


def _unnamed(fact: Fact, names: _Names) -> int:
    return len({name for _, m in fact.expr.terms for (name, _), _ in m} - names.atoms.keys())


def _shape(fact: Fact) -> object:
    """What renaming does not change."""
    shapes = (
        (c, len(bound), tuple(sorted((len(indices), power) for (_, indices), power in m)))
        for (bound, m), c in fact.expr.terms.items()
    )
    return fact.relation, len(fact.free), frozenset(Counter(shapes).items())


def _same_fact(mine: Fact, theirs: Fact, names: _Names, tries: _Tries) -> Iterator[_Names]:
    if mine.relation != theirs.relation or len(mine.free) != len(theirs.free):
        return
    for more in _same_sum(mine.expr, theirs.expr, _with(names, variables={}), tries):
        named = {theirs.free.get(new) for new in more.variables.values()}
        if None in named or len({*more.variables.values()}) != len(more.variables):
            continue
        yield _Names(more.atoms, more.sorts, more.variables, names.axioms)


def _with(
    names: _Names,
    atoms: Names | None = None,
    sorts: Names | None = None,
    variables: Names | None = None,
) -> _Names:
    return _Names(
        {**names.atoms, **(atoms or {})},
        {**names.sorts, **(sorts or {})},
        names.variables if variables is None else variables,
        names.axioms,
    )


Term = tuple[tuple[tuple[str, str], ...], Monomial, fmpq]


def _same_sum(mine: Sum, theirs: Sum, names: _Names, tries: _Tries) -> Iterator[_Names]:
    if len(mine.terms) != len(theirs.terms):
        return
    first = [(bound, m, c) for (bound, m), c in mine.terms.items()]
    second = [(bound, m, c) for (bound, m), c in theirs.terms.items()]
    yield from _same_terms(sorted(first, key=lambda term: -len(term[1])), second, names, tries)


def _same_terms(
    mine: Sequence[Term], theirs: Sequence[Term], names: _Names, tries: _Tries
) -> Iterator[_Names]:
    if not mine:
        yield names
        return
    (bound, monomial, c), rest = mine[0], mine[1:]
    for k, (their_bound, their_monomial, their_c) in enumerate(theirs):
        if c != their_c or len(bound) != len(their_bound) or len(monomial) != len(their_monomial):
            continue
        inside = dict(bound), dict(their_bound)
        left = [*theirs[:k], *theirs[k + 1 :]]
        for more, _ in _same_factors(monomial, their_monomial, (names, {}), inside, tries):
            yield from _same_terms(rest, left, more, tries)


def _same_factors(
    mine: Monomial,
    theirs: Monomial,
    state: tuple[_Names, Names],
    bound: tuple[Names, Names],
    tries: _Tries,
) -> Iterator[tuple[_Names, Names]]:
    """Factors of one term; the state has the names and the bound variables so far."""
    if not mine:
        yield state
        return
    ((name, indices), power), rest = mine[0], mine[1:]
    for k, ((their_name, their_indices), their_power) in enumerate(theirs):
        tries()
        if power != their_power or len(indices) != len(their_indices):
            continue
        if state[0].atoms.get(name, their_name) != their_name:
            continue
        paired = _paired(indices, their_indices, state, bound)
        if paired is None:
            continue
        names, within = paired
        more = _with(names, atoms={name: their_name}), within
        yield from _same_factors(rest, (*theirs[:k], *theirs[k + 1 :]), more, bound, tries)


def _paired(
    mine: Sequence[str],
    theirs: Sequence[str],
    state: tuple[_Names, Names],
    bound: tuple[Names, Names],
) -> tuple[_Names, Names] | None:
    names, within = state
    variables, sorts, inside = dict(names.variables), dict(names.sorts), dict(within)
    for a, b in zip(mine, theirs, strict=True):
        if (a in bound[0]) != (b in bound[1]):
            return None
        known = inside if a in bound[0] else variables
        if known.setdefault(a, b) != b:
            return None
        if a in bound[0] and sorts.setdefault(bound[0][a], bound[1][b]) != bound[1][b]:
            return None
    if len({*inside.values()}) != len(inside):
        return None
    return _Names(names.atoms, sorts, variables, names.axioms), inside


# ------------------------------------------------------------------ the steps in the new names


def _transported(
    known: Known, setting: Setting, names: _Names, goals: Sequence[Names]
) -> Steps | None:
    sorts = dict(names.sorts)
    for mine, (theirs, variables) in names.axioms.items():
        _place(sorts, known.setting.axioms[mine], setting.axioms[theirs], variables)
    for fact, goal, variables in zip(known.setting.goals, setting.goals, goals, strict=True):
        _place(sorts, fact, goal, variables)
    renamed = _Renamed(names.atoms, sorts, names.axioms)
    facts = Facts(setting)
    try:
        steps: Steps = renamed.steps(known.steps)
        for step in steps:
            facts.add(step)
        for count, (goal, variables) in enumerate(zip(setting.goals, goals, strict=True)):
            if not facts.proves(goal):
                steps.append(_as_stated(count, goal, variables, steps, facts))
                facts.add(steps[-1])
    except (RefusedError, KeyError, ValueError, TypeError):
        return None
    return steps if all(facts.proves(goal) for goal in setting.goals) else None


def _place(sorts: dict[str, str], mine: Fact, theirs: Fact, variables: Names) -> None:
    for old, new in variables.items():
        sorts.setdefault(mine.free[old], theirs.free[new])


def _as_stated(
    count: int, goal: Fact, variables: Names, steps: Steps, facts: Facts
) -> dict[str, Any]:
    """A goal in its own index variables, from the step that has it in those of the known proof."""
    back = {new: old for old, new in variables.items()}
    wanted = goal.expr.renamed(back).terms
    for step in reversed(steps):
        fact = facts[step["name"]]
        if fact.expr.terms == wanted and fact.relation == goal.relation:
            reference = [step["name"], {old: variables[old] for old in fact.free}]
            terms: dict[str, Any] = {"products": [["1", [reference]]], "multiples": []}
            if goal.relation == "=":
                terms = {"multiples": [[write(number(1)), reference]]}
            return {
                "name": f"goal {count}",
                "by": "lemma",
                "relation": goal.relation,
                "free": dict(goal.free),
                "claim": write(goal.expr),
                **terms,
            }
    raise KeyError("no step proves the goal")


@dataclass(frozen=True)
class _Renamed:
    """Steps with other names for atoms, sets and axioms; index variables stay as they were."""

    atoms: Names
    sorts: Names
    axioms: Mapping[str, tuple[str, Names]]

    def steps(self, steps: Steps) -> Steps:
        return [self._step(step) for step in steps]

    def _step(self, step: Mapping[str, Any]) -> dict[str, Any]:
        return {key: self._member(key, value) for key, value in step.items()}

    def _member(self, key: str, value: Any) -> Any:
        match key:
            case "free":
                return {variable: self.sorts.get(sort, sort) for variable, sort in value.items()}
            case "claim":
                return self._sum(value)
            case "factor" if isinstance(value, list) and not _is_reference(value):
                return self._sum(value)
            case "of" | "on" | "zero" | "above" | "factor":
                return self._reference(value)
            case "products":
                return [[c, [self._reference(each) for each in names]] for c, names in value]
            case "multiples":
                return [[self._sum(factor), self._reference(name)] for factor, name in value]
            case "part":
                return self.atoms[value]
            case "positive":
                return self.steps(value)
        return value

    def _reference(self, given: Any) -> Any:
        if isinstance(given, list) and not _is_reference(given):
            return self.steps(given)  # the branch `zero` of a case distinction
        name, renaming = (given, {}) if isinstance(given, str) else given
        if name not in self.axioms:
            return given
        theirs, variables = self.axioms[name]
        back = {new: renaming.get(old, old) for old, new in variables.items()}
        changed = {new: old for new, old in back.items() if new != old}
        return [theirs, changed] if changed else theirs

    def _sum(self, given: list[Any]) -> list[Any]:
        return write(
            read(
                [
                    [
                        c,
                        [[variable, self.sorts.get(sort, sort)] for variable, sort in bound],
                        [[self.atoms.get(n, n), indices, power] for n, indices, power in monomial],
                    ]
                    for c, bound, monomial in given
                ]
            )
        )


def _is_reference(given: list[Any]) -> bool:
    return len(given) == 2 and isinstance(given[0], str) and isinstance(given[1], dict)


def texts_in(given: Any) -> set[str]:
    """Every text in data, at any depth."""
    if isinstance(given, str):
        return {given}
    if isinstance(given, dict):
        return {text for each in given.values() for text in texts_in(each)}
    if isinstance(given, list):
        return {text for each in given for text in texts_in(each)}
    return set()
