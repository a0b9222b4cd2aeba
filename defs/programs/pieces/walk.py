"""From state to state: what a program that was cut does from one draw to the next.

A state is a place that draws, with the values of all variables that matter from there on. It is
held, and gone on from once for each value that may be drawn. What must never change: two states are
one only if they stand at the same place with values of the same types that are equal and, of lists,
are the same list in the same places; what a value may not show makes the program one that is not
cut.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm
from operator import is_, itemgetter
from typing import Any, Final

from flint import fmpq

from dpverify.defs.errors import InternalError
from dpverify.defs.programs.draw import Draw
from dpverify.defs.programs.labels import label_of
from dpverify.defs.programs.laws import Law, Mass, Uniform
from dpverify.defs.programs.pieces.allowed import Uncut
from dpverify.defs.programs.pieces.compiled import OUTPUT, Pieces, index_of, is_promise
from dpverify.defs.programs.pieces.graph import THROUGH, Site
from dpverify.defs.programs.states import Token, Tokens, Unseen

SIMPLE: Final = frozenset({int, bool, str, bytes, type(None), Fraction})
"""Types of which equal values of one type are the same to every program."""
SIMPLE_OR_RANGE: Final = SIMPLE | {range}
MOST_BRANCHES: Final = 1_000
"""Laws of which the branches are kept."""
MOST_HELD: Final = 1_500_000
"""States and checkpoints, with the parts of what is in them that has parts: memory ends."""
MOST_TOGETHER: Final = 2_000
"""Branches of states at one place that are gone on from together."""
LEAST_TOGETHER: Final = 3
"""States from which that is quicker."""
MOST_NESTED: Final = 20
"""Checkpoints without a draw between them that are gone on from together."""
MOST_HOPS: Final = 1_000_000
"""Pieces that follow each other without a draw."""

Held = tuple[Any, ...]
Target = Any
"""The number of a state, or the label of an output (a text)."""
Table = dict[Held, tuple[Held, Target]]
"""Of values where they lead, and what a checkpoint with them told."""


class Asked(Draw):
    """Remembers the law that is asked for."""

    __slots__ = ("law",)

    def _take(self, law: Law) -> Any:
        self.law = law
        return 0  # some methods make an int of it


def fresh(values: Held) -> Held:
    """The same values with lists and dictionaries of their own, one for each that there was."""
    known: dict[int, Any] = {}

    def own(value: Any) -> Any:
        kind = type(value)
        if kind is tuple:
            return tuple(map(own, value))
        if kind not in (list, dict):
            return value
        if id(value) in known:
            return known[id(value)]
        copy: Any = kind()
        known[id(value)] = copy
        if kind is list:
            copy.extend(map(own, value))
        else:
            copy.update((key, own(member)) for key, member in value.items())
        return copy

    return tuple(map(own, values))


def _members(container: Any) -> list[Any]:
    """The members of a list; the keys of a dictionary, each with its value after it."""
    if type(container) is list:
        return list(container)
    return [part for pair in container.items() for part in pair]


class _Values(Tokens):
    """Tokens of values in states; nothing that the program finds outside itself is in one."""

    def __init__(self, outside: frozenset[int]) -> None:
        super().__init__(None, lists=True)
        self._outside = outside
        self.mutable = False

    def of(self, value: Any) -> Token:
        kind = type(value)
        if value is None:
            return ("None",)
        if kind is range:  # equal ranges may have other ends
            return ("range", value.start, value.stop, value.step)
        if kind in (list, dict):
            self.mutable = True
            if id(value) in self._outside:
                raise Unseen
        return super().of(value)


class Branches:
    """The branches of a law: values, and of which numbers they are, by their probability."""

    __slots__ = ("least", "shares", "values", "weights")

    def __init__(self, law: Law) -> None:
        branches = [law.branch(k) for k in range(law.size or 0)]
        known = [branch for branch in branches if branch is not None]
        self.values = [value for value, _, _ in known]
        self.least = min((log for _, _, log in known), default=0.0)
        """log2 of the smallest probability, as a float."""
        self.shares: list[tuple[Mass, list[int]]] = []
        self.weights: tuple[int, list[tuple[int, list[int]]]] = (0, [])
        """The same with integers, and what they are divided by; 0 where that cannot be."""
        if isinstance(law, Uniform):
            self.shares.append((known[0][1], list(range(len(known)))))
        else:
            shares: dict[Any, list[int]] = {}
            for k, (_, mass, _) in enumerate(known):
                shares.setdefault(mass if isinstance(mass, fmpq) else (id(mass), k), []).append(k)
            self.shares += [(known[numbers[0]][1], numbers) for numbers in shares.values()]
        if all(isinstance(mass, fmpq) for mass, _ in self.shares):
            whole = lcm(*(int(mass.q) for mass, _ in self.shares))
            parts = [(int(mass.p) * (whole // int(mass.q)), ks) for mass, ks in self.shares]
            self.weights = (whole, parts)


class Walk:
    """The states that were met, numbered in the order of their discovery.

    Args: pieces of the program; spend is called with the number of pieces that are to be run.
    """

    def __init__(self, pieces: Pieces, spend: Callable[[int], None]) -> None:
        self.pieces, self._spend = pieces, spend
        self.states: list[tuple[int, Held, bool] | None] = []
        """Place, values, and whether any of them is a list or dictionary."""
        self.laws: list[Law] = []
        self.labels: dict[str, str] = {}
        self._numbers: dict[Any, int] = {}
        self._tables: dict[Any, Table | None] = {}
        self._known_laws: dict[Any, Law] = {}
        self._fixed: dict[int, Law] = {}
        self._branches: dict[Law, Branches] = {}
        self._promises: dict[Any, Any] = {}
        self._told: dict[Any, list[Table]] = {}
        """By the types of what a checkpoint names, the tables for types of what it leaves out."""
        self._mixed: set[int] = set()
        """Checkpoints that leave out values of several types."""
        self._size = 0
        self.rational = True
        """Whether all probabilities of laws so far are rational."""
        self._outside = frozenset(map(id, pieces.containers))
        self._found = [(one, _members(one)) for one in pieces.containers]
        self._asked = Asked()

    def start(self, values: Held) -> Target:
        """Where the program comes first, from the values of the variables of its first piece."""
        self._tokens(values)  # refuses what is no plain value
        return self.target(*self._function(0)(*fresh(values)))

    def following(self, number: int) -> list[Target]:
        """Where a state leads to, for each branch of its law in turn; asked once."""
        place, held, mutable = self._state(number)
        self.states[number] = None  # there may be many
        site = self.pieces.sites[place]
        go_on, values = self._function(site.to), held[site.count :]
        self._spend(self.laws[number].size or 0)  # before they are listed: there may be many
        drawn, tables, looks = self.branches(number).values, self._tables, bool(self._found)
        targets: list[Target] = []
        for value in drawn:
            own = fresh(values) if mutable else values
            where, key, told = go_on(value, *own)
            if looks:
                self._check_outside()
            # Most come to where another way has come: this is all that is done for those.
            kinds = (where, *map(type, key), *map(type, told)) if told else (where, *map(type, key))
            table = tables.get(kinds)
            known = None if table is None else table.get(key)
            if known is None or known[0] != told:
                targets.append(self._target(where, key, told))
            else:
                targets.append(known[1])
        return targets

    def following_all(self, numbers: range) -> list[Sequence[Target]]:
        """Where states lead to, one after the other; many that draw at one place are quicker.

        Args: numbers of states that were met one after the other; each is asked once.
        """
        targets: list[Sequence[Target]] = []
        group: list[int] = []
        last, size, total, where = None, 0, 0, -1
        for number in numbers:
            place, _, mutable = self._state(number)
            law = self.laws[number]
            if law is not last:  # seldom: of one place it is mostly the same
                last, size = law, law.size or 0
            # What lies outside is looked at after each piece.
            alone = mutable or self._found or size > MOST_TOGETHER
            if alone or place != where or total >= MOST_TOGETHER:
                targets += self._together(group, total)
                group, total, where = [], 0, place
            if alone:
                targets.append(self.following(number))
            else:
                group.append(number)
                total += size
        return targets + self._together(group, total)

    def _together(self, numbers: Sequence[int], total: int) -> list[Sequence[Target]]:
        """Where states at one place lead to, which have so many branches."""
        if len(numbers) < LEAST_TOGETHER:
            return [self.following(number) for number in numbers]
        self._spend(total)
        place, _, _ = self._state(numbers[0])
        site = self.pieces.sites[place]
        go_on, count = self._function(site.to), site.count
        answers: list[tuple[int, Held, Held]] = []
        ends, last, drawn = [0], None, list[Any]()
        for number in numbers:
            values = self._state(number)[1][count:]
            self.states[number] = None
            law = self.laws[number]
            if law is not last:
                last, drawn = law, self.branches(number).values
            answers += [go_on(value, *values) for value in drawn]
            ends.append(len(answers))
        targets = self._targets(answers, MOST_NESTED)
        return [targets[first:end] for first, end in pairwise(ends)]

    def _targets(self, answers: Sequence[tuple[int, Held, Held]], deep: int) -> list[Target]:
        """The states and outputs that come of what pieces returned, as `_target` says for one."""
        wheres = list(map(itemgetter(0), answers))
        places = set(wheres)
        if len(places) == 1:
            return self._targets_at(wheres[0], answers, deep)
        targets = {
            place: iter(self._targets_at(place, [one for one in answers if one[0] == place], deep))
            for place in places
        }
        return [next(targets[where]) for where in wheres]

    def _targets_at(
        self, where: int, answers: Sequence[tuple[int, Held, Held]], deep: int
    ) -> list[Target]:
        """The same where all are at one place."""
        _, keys, tolds = zip(*answers, strict=True)
        table = self._table_of_all(where, keys, tolds) if deep else None
        if table is None:
            return [self._target(*answer) for answer in answers]
        known = [*map(table.get, keys)]
        if None in known:
            new = {key: told for key, told in zip(keys, tolds, strict=True) if key not in table}
            self._meet(where, table, new, deep)
            known = [*map(table.__getitem__, keys)]
        told_before, targets = zip(*known, strict=True)
        if told_before != tolds:
            raise Uncut("has a checkpoint that leaves something out")
        return list(targets)

    def _table_of_all(
        self, where: int, keys: Sequence[Held], tolds: Sequence[Held]
    ) -> Table | None:
        """The one table in which all are looked up; None where there are several."""
        if where in self._mixed or (where < OUTPUT and not is_promise(where)):
            return None
        if len(set(map(len, keys))) > 1:
            return None
        for values in (keys, tolds):
            for column in zip(*values, strict=True):
                if len(set(map(type, column))) > 1:
                    return None
        return self._table(where, keys[0], tolds[0])

    def _meet(self, where: int, table: Table, new: Mapping[Held, Held], deep: int) -> None:
        """Say where values lead that were not met."""
        if is_promise(where) and where < OUTPUT and where not in self._mixed:
            self._hold(len(new))
            to = self.pieces.promises[index_of(where)]
            function, count = self._function(to), len(self.pieces.variables[to])
            # The last of its arguments are the variables that are never written.
            kept = [(*key, *told)[len(key) + len(told) - count :] for key, told in new.items()]
            targets = self._targets([function(*values) for values in kept], deep - 1)
            table.update(zip(new, zip(new.values(), targets, strict=True), strict=True))
            return
        laws = [self.law(where, key) for key in new] if where >= 0 else []
        if not laws or any(law.certain for law in laws):
            for key, told in new.items():
                self._target(where, key, told)
            return
        self._hold(len(new))
        first = len(self.states)
        self.states += [(where, key, False) for key in new]
        self.laws += laws
        numbers = range(first, len(self.states))
        table.update(zip(new, zip(new.values(), numbers, strict=True), strict=True))

    def put_back(self) -> None:
        """Give the lists and dictionaries outside the members that they had."""
        for one, members in self._found:
            one.clear()
            if type(one) is list:
                one.extend(members)
            else:
                one.update(zip(members[::2], members[1::2], strict=True))

    def _check_outside(self) -> None:
        """Refuse a program that changes what it finds outside.

        Pieces of many runs take turns, so that one would see what another has changed, even where
        each run puts it back at its end. Asked before anyone else has a turn.
        """
        for one, members in self._found:
            now = _members(one)
            if len(now) != len(members) or not all(map(is_, now, members)):
                raise Uncut("changes what it finds outside")

    def branches(self, number: int) -> Branches:
        """The branches of the law of a state."""
        law = self.laws[number]
        known = self._branches.get(law)
        if known is None:
            if len(self._branches) >= MOST_BRANCHES:
                self._branches.clear()
            known = self._branches[law] = Branches(law)
            self.rational = self.rational and known.weights[0] > 0
        return known

    def chosen(self, number: int, branch: int) -> Target:
        """Where a state leads to by one branch of its law."""
        place, held, _ = self._state(number)
        site = self.pieces.sites[place]
        one = self.laws[number].branch(branch)
        drawn = None if one is None else one[0]
        return self.target(*self._function(site.to)(drawn, *fresh(held[site.count :])))

    def _state(self, number: int) -> tuple[int, Held, bool]:
        state = self.states[number]
        if state is None:
            raise Uncut("comes to a state again")
        return state

    def _function(self, piece: int) -> Callable[..., tuple[int, Held, Held]]:
        function = self.pieces.functions[piece]
        if function is None:
            raise InternalError(f"piece {piece} of a program is no function")
        return function

    def target(self, where: int, key: Held, told: Held) -> Target:
        """The state or the output that comes of what a piece returned."""
        self._check_outside()
        return self._target(where, key, told)

    def _target(self, where: int, key: Held, told: Held) -> Target:
        waiting: list[tuple[Table, Held, Held]] = []
        target = None
        for _ in range(MOST_HOPS):
            table = None
            if where >= OUTPUT or is_promise(where):
                table = self._table(where, key, told)
            if table is not None:
                known = table.get(key)
                if known is not None:
                    if known[0] != told:
                        raise Uncut("has a checkpoint that leaves something out")
                    target = known[1]
                    break
                waiting.append((table, key, told))
            target, answer = self._next(where, key, told, table)
            if target is not None:
                break
            if self._found:
                self._check_outside()
            where, key, told = answer
        if target is None:
            raise Uncut("goes on without a draw")
        self._hold(len(waiting))
        for known_table, known_key, known_told in waiting:
            known_table[known_key] = known_told, target
        return target

    def _next(
        self, where: int, key: Held, told: Held, table: Table | None
    ) -> tuple[Target | None, Any]:
        """Where values lead that were not met: a new target, or else what the next piece says."""
        if where >= 0:
            law, target = self._place(where, key, table is None)
            if target is not None:
                return target, None
            site = self.pieces.sites[where]
            return None, self._function(site.to)(law.sure, *key[site.count :])
        if where == OUTPUT:
            return self._label(key[0]), None
        if not is_promise(where):
            return None, self._function(index_of(where))(*key)
        if table is None or where in self._mixed:
            self._promise(where, key, told, table)
        to = self.pieces.promises[index_of(where)]
        first = len(key) + len(told) - len(self.pieces.variables[to])
        return None, self._function(to)(*key[first:], *told)

    def _place(self, place: int, held: Held, seen: bool) -> tuple[Law, Target | None]:
        """The law of a place that draws, and the state there; None for one that is certain.

        Args: seen whether the values must be looked into to tell states apart.
        """
        key, mutable = None, False
        if seen:
            tokens, mutable = self._tokens(held)
            key = (place, *tokens)
            self._hold(1)
            known = self._numbers.get(key)
            if known is not None:
                return self.laws[known], known
        law = self.law(place, held)
        if law.certain:
            return law, None
        number = len(self.states)
        if key is not None:
            self._numbers[key] = number
        self.states.append((place, held, mutable))
        self.laws.append(law)
        return law, number

    def _tokens(self, held: Held) -> tuple[Token, bool]:
        """The tokens of values, and whether there is a list or dictionary among them."""
        values = _Values(self._outside)
        try:
            tokens = tuple(map(values.of, held))
        except Unseen:
            raise Uncut("holds what cannot be seen") from None
        self._hold(values.count)
        return tokens, values.mutable

    def _hold(self, size: int) -> None:
        self._size += size
        if self._size > MOST_HELD:
            raise Uncut("has too many states")

    def _table(self, where: int, key: Held, told: Held) -> Table | None:
        """What is known by values, for a place and types of which equal values are the same.

        A table is of one place and of one type for each value, so that 1 and True are apart.

        Returns: None where values of these types must be looked into.
        """
        kinds = (where, *map(type, key), *map(type, told))
        try:
            return self._tables[kinds]
        except KeyError:
            pass
        table: Table | None = {} if self._are_simple(where, kinds[1:]) else None
        self._tables[kinds] = table
        if told and table is not None:
            others = self._told.setdefault(kinds[: len(key) + 1], [])
            others.append(table)
            if len(others) > 1:
                self._mixed.add(where)
        return table

    def _are_simple(self, where: int, kinds: tuple[Any, ...]) -> bool:
        words: tuple[str, ...] = ()
        if where >= 0:
            words = self.pieces.variables[self.pieces.sites[where].to]
        elif where != OUTPUT:
            words = self.pieces.variables[self.pieces.promises[index_of(where)]]
        named = [""] * (len(kinds) - len(words)) + list(words)
        return all(
            # Of a range that a loop goes through only members are asked for, and how many.
            kind in SIMPLE or (kind is range and word.startswith(THROUGH))
            for word, kind in zip(named, kinds, strict=True)
        )

    def law(self, place: int, held: Held) -> Law:
        """The law that is asked for at a place."""
        site = self.pieces.sites[place]
        if site.constants is not None:
            fixed = self._fixed.get(place)
            if fixed is None:
                fixed = self._fixed[place] = self._law(site, site.constants)
            return fixed
        given = held[: site.count]
        kinds = tuple(map(type, given))
        if not SIMPLE_OR_RANGE.issuperset(kinds):
            return self._law(site, given)
        law = self._known_laws.get((place, kinds, given))
        if law is None:
            if len(self._known_laws) >= MOST_BRANCHES:
                self._known_laws.clear()
            law = self._known_laws[place, kinds, given] = self._law(site, given)
        return law

    def _law(self, site: Site, given: Held) -> Law:
        plain = len(given) - len(site.keywords)
        named = dict(zip(site.keywords, given[plain:], strict=True))
        getattr(self._asked, site.method)(*given[:plain], **named)
        law = self._asked.law
        if law.size is None:
            raise Uncut("draws one of infinitely many values")
        return law

    def _promise(self, where: int, key: Held, told: Held, table: Table | None) -> None:
        """Compare a checkpoint with earlier ones: its variables tell the state, or it is broken.

        What the program is given and never writes need not be named.

        Args: table what is known of values of these types; this is not among it.
        """
        if table is None:
            tokens = self._tokens(told)[0]
            self._mixed.add(where)
            broken = self._promises.setdefault((where, *self._tokens(key)[0]), tokens) != tokens
        else:
            broken = bool(self._promises) and (where, *self._tokens(key)[0]) in self._promises
        # With values of other types.
        others = self._told.get((where, *map(type, key)), ())
        if broken or any(key in other for other in others):
            raise Uncut("has a checkpoint that leaves something out")

    def _label(self, output: Any) -> str:
        if self.pieces.seen is not None:
            output = self.pieces.seen(output)
            self._check_outside()
        return self.labels.setdefault(label := label_of(output), label)
