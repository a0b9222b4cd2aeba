"""Cases of a question that differ by a renaming alone: one of each kind is asked.

A renaming of variables that maps the assumptions to themselves, and one case to another, maps the
solutions of the one to those of the other. So if one has none, neither has the other. Which
renamings map the assumptions to themselves is looked up here for each that is proposed; a renaming
that was proposed in error is not used.

Where every exchange of two outputs is such a renaming, an event may be taken to be that of the
first k outputs: the exchanges of neighbouring outputs put any k outputs in these places.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import product
from math import prod

from dpverify.checkers.smt.choices import Choice, Comparison, Tree
from dpverify.checkers.smt.polynomials import Polynomial

Renaming = Mapping[str, str]
MOST_LISTED = 10
"""Of so many parts every selection is listed, to see which are alike; of more, none is."""


def symmetries(
    proposed: Iterable[Renaming], assumed: Sequence[Tree], choices: Mapping[str, Choice]
) -> list[Renaming]:
    """Those renamings that map the assumptions to themselves, with what becomes of each choice.

    Args:
        proposed: renamings of variables; a name that is not in one stays.
        assumed: what is assumed in every case.
        choices: what the further variables stand for.
    """
    wanted = {key(tree) for tree in assumed}
    accepted = []
    for names in proposed:
        full = _with_choices(names, choices)
        if full is not None and {key(tree, full) for tree in assumed} == wanted:
            accepted.append(full)
    return accepted


def _with_choices(names: Renaming, choices: Mapping[str, Choice]) -> Renaming | None:
    """The renaming with the choices; None where a choice would become one that there is not."""
    if len(set(names.values())) < len(names) or names.keys() != set(names.values()):
        return None  # not one to one
    known = {_choice_key(choice, {}): name for name, choice in choices.items()}
    full = dict(names)
    for name, choice in choices.items():  # what stands in a choice was read before it
        image = known.get(_choice_key(choice, full))
        if image is None:
            return None
        full[name] = image
    return full


def key(tree: Tree, names: Renaming | None = None) -> Hashable:
    """What is the same for trees that differ in the order of their parts; renamed before."""
    if isinstance(tree, Comparison):
        return (tree.relation, _polynomial_key(tree.polynomial, names or {}))
    return (tree.word, frozenset(key(part, names) for part in tree.parts))


def _polynomial_key(polynomial: Polynomial, names: Renaming) -> Hashable:
    return frozenset(
        (tuple(sorted(names.get(v, v) for v in monomial)), coefficient)
        for monomial, coefficient in polynomial.terms.items()
    )


def _choice_key(choice: Choice, names: Renaming) -> Hashable:
    options = tuple(_polynomial_key(option, names) for option in choice.options)
    return (choice.kind, key(choice.condition, names), options)


def case_key(case: Iterable[Tree], names: Renaming | None = None) -> Hashable:
    """What is the same for cases that differ in order."""
    return frozenset(key(tree, names) for tree in case)


def different(
    cases: Sequence[tuple[Tree, ...]], renamings: Sequence[Renaming]
) -> list[tuple[Tree, ...]]:
    """One case of each kind: the first, of those that a chain of renamings leads to."""
    number_of = {case_key(case): k for k, case in enumerate(cases)}
    images = [
        [number_of.get(case_key(case, names), k) for k, case in enumerate(cases)]
        for names in renamings
    ]
    return [cases[k] for k in _first_of_each(len(cases), images)]


def selections(
    groups: Sequence[Sequence[str]], renamings: Sequence[Renaming]
) -> list[tuple[int, ...]]:
    """For each group of choices 0 or 1, one selection of each kind; none where there are too many.

    Args:
        groups: names of choices that are made together.
        renamings: those that map the case to itself.
    """
    group_of = {name: k for k, group in enumerate(groups) for name in group}
    moves = [
        [group_of[names.get(group[0], group[0])] for group in groups]
        for names in renamings
        if {names.get(name, name) for name in group_of} == group_of.keys()
    ]
    moves = [move for move in moves if len(set(move)) == len(groups)]
    joined = _joined_by_exchanges(len(groups), moves)
    count = prod(len(part) + 1 for part in joined)
    if len(joined) == 1 or len(groups) > MOST_LISTED:
        return _counted(joined) if count <= 2**MOST_LISTED else []
    every = list(product((0, 1), repeat=len(groups)))
    number_of = {selection: k for k, selection in enumerate(every)}
    images = [[number_of[_moved(selection, move)] for selection in every] for move in moves]
    return [every[k] for k in _first_of_each(len(every), images)]


def _moved(selection: Sequence[int], move: Sequence[int]) -> tuple[int, ...]:
    result = [0] * len(selection)
    for chosen, place in zip(selection, move, strict=True):
        result[place] = chosen
    return tuple(result)


def _joined_by_exchanges(count: int, moves: Sequence[Sequence[int]]) -> list[list[int]]:
    """The sets of numbers any two of which can be exchanged without moving another one."""
    joined = _Classes(count)
    for move in moves:
        changed = [k for k, place in enumerate(move) if place != k]
        if len(changed) == 2:
            joined.join(*changed)
    return joined.groups()


def _counted(sets: Sequence[Sequence[int]]) -> list[tuple[int, ...]]:
    """So many 1s in each set, put last there: exchanges bring any as many of its places there."""
    result = []
    for ones in product(*(range(len(part) + 1) for part in sets)):
        selection = [0] * sum(map(len, sets))
        for part, number in zip(sets, ones, strict=True):
            for place in part[len(part) - number :]:
                selection[place] = 1
        result.append(tuple(selection))
    return result


def _first_of_each(count: int, images: Sequence[Sequence[int]]) -> list[int]:
    joined = _Classes(count)
    for image in images:
        for k, other in enumerate(image):
            joined.join(k, other)
    return [group[0] for group in joined.groups()]


class _Classes:
    """Numbers 0, 1, …, of which some are found to be alike."""

    def __init__(self, count: int) -> None:
        self._parent = list(range(count))

    def _root(self, k: int) -> int:
        while self._parent[k] != k:
            self._parent[k] = self._parent[self._parent[k]]
            k = self._parent[k]
        return k

    def join(self, a: int, b: int) -> None:
        first, second = sorted((self._root(a), self._root(b)))
        self._parent[second] = first

    def groups(self) -> list[list[int]]:
        """What is alike, in order of the first of each."""
        by_root: dict[int, list[int]] = {}
        for k in range(len(self._parent)):
            by_root.setdefault(self._root(k), []).append(k)
        return list(by_root.values())
