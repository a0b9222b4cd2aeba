"""Correlated records: a Markov chain, and which of its records the attacker knows.

Record 0 has the law `start`; each later one depends on the record before it alone, by one row of
`steps`. What must never change: a value of the knowledge leaves every possible value of a target
possible, or the scenario is refused; what is known is written "3=1,7=0", by place and value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, product
from typing import Any, Final

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import Value, number_text
from dpverify.defs.validate import shown, shown_number

MAX_STATES: Final = 8
MAX_SETS: Final = 100_000
"""Sets of records, any of which may be the one that is known."""
Law = tuple[tuple[str, Value], ...]
Reach = tuple[tuple[bool, ...], ...]


@dataclass(frozen=True)
class Chain:
    """`count` records of a Markov chain, and which of them the attacker knows.

    Args: start the law of record 0; steps for each value the law of the next record, both over the
        same values in the same order, rational.
    `known`: ("indices", (i, …)) fixed places; ("size", k): k of the records without the target, all
    sets equally likely.
    """

    count: int
    start: Law
    steps: tuple[tuple[str, Law], ...]
    known: tuple[str, Any] = ("indices", ())

    @property
    def n(self) -> int:
        """The number of records."""
        return self.count

    @property
    def values(self) -> list[str]:
        """The values that records can take, in order of appearance."""
        return [value for value, _ in self.start]

    @property
    def random(self) -> bool:
        """Whether chance decides which records are known."""
        return bool(self.known[0] == "size")

    @cached_property
    def _listed(self) -> frozenset[int]:
        return frozenset() if self.random else frozenset(self.known[1])

    def is_known(self, record: int) -> bool:
        """Whether a record is among those that are known for sure."""
        return record in self._listed

    def targets(self, wanted: tuple[int, ...] | None) -> Iterator[int]:
        """The targets that are asked for, else every record that is not known."""
        yield from (i for i in wanted or range(self.n) if not self.is_known(i))

    def known_sets(self, target: int) -> Iterator[tuple[int, ...]]:
        """The sets of places that may be known beside a target; all are equally likely."""
        if not self.random:
            yield tuple(sorted(self._listed))
            return
        yield from combinations([i for i in range(self.n) if i != target], self.known[1])

    @cached_property
    def matrix(self) -> tuple[tuple[Fraction, ...], ...]:
        """The probabilities of the next record, row by row."""
        return tuple(tuple(p.as_fraction() for _, p in law) for _, law in self.steps)

    @cached_property
    def first(self) -> tuple[Fraction, ...]:
        """The probabilities of record 0."""
        return tuple(p.as_fraction() for _, p in self.start)

    @cached_property
    def _doublings(self) -> list[Reach]:
        """Which value can follow which after 1, 2, 4, … records."""
        reaches = [tuple(tuple(p > 0 for p in row) for row in self.matrix)]
        while 2 ** len(reaches) < self.n:
            reaches.append(_joined(reaches[-1], reaches[-1]))
        return reaches

    def follows(self, steps: int) -> Reach:
        """Which value is possible so many records after which."""
        size = range(len(self.start))
        reach: Reach = tuple(tuple(i == j for j in size) for i in size)
        for bit, doubled in enumerate(self._doublings):
            if steps >> bit & 1:
                reach = _joined(reach, doubled)
        return reach

    def possible(self, place: int) -> tuple[int, ...]:
        """The numbers of the values that a record can have."""
        reach, states = self.follows(place), range(len(self.start))
        return tuple(v for v in states if any(self.first[u] > 0 and reach[u][v] for u in states))

    def to_dict(self) -> dict[str, Any]:
        """The chain and the knowledge as a scenario file holds them."""
        kind, which = self.known
        known = {"random": {kind: which}} if self.random else {kind: list(which)}
        steps = {value: _written(law) for value, law in self.steps}
        return {
            "chain": {"count": self.count, "start": _written(self.start), "steps": steps},
            "known": known,
        }

    def excluded(self, target: int) -> str | None:
        """What a value of the knowledge excludes of a target, as a sentence; None if nothing."""
        if all(p > 0 for row in self.matrix for p in row):
            return None
        for before, after in self._near(target):
            sentence = self._excluded(target, before, after)
            if sentence is not None:
                return sentence
        return None

    def _near(self, target: int) -> Iterator[tuple[int | None, int | None]]:
        """The known places next to a target on either side, which alone matter to it."""
        if self.random and self.known[1]:
            # Each record may be the nearest one that is known, on one side or on both.
            befores, afters = range(target), range(target + 1, self.n)
            yield from ((b, None) for b in befores)
            yield from ((None, a) for a in afters)
            if self.known[1] > 1:
                yield from product(befores, afters)
            return
        before = [i for i in self._listed if i < target]
        after = [i for i in self._listed if i > target]
        yield max(before, default=None), min(after, default=None)

    def _excluded(self, target: int, before: int | None, after: int | None) -> str | None:
        states, own = range(len(self.start)), self.possible(target)
        to = None if before is None else self.follows(target - before)
        on = None if after is None else self.follows(after - target)
        through = None if before is None or after is None else self.follows(after - before)
        for u in states if before is None else self.possible(before):
            for v in states if after is None else self.possible(after):
                if through is not None and not through[u][v]:
                    continue
                for t in own:
                    if (to is None or to[u][t]) and (on is None or on[t][v]):
                        continue
                    known = [(before, u), (after, v)]
                    text = " and ".join(
                        f"record {place} is {shown(self.values[w])}"
                        for place, w in known if place is not None
                    )  # fmt: skip
                    return f"record {target} cannot be {shown(self.values[t])} where {text}"
        return None


def _joined(a: Reach, b: Reach) -> Reach:
    size = range(len(a))
    return tuple(tuple(any(a[i][k] and b[k][j] for k in size) for j in size) for i in size)


def _written(law: Law) -> dict[str, str]:
    return {value: number_text(p) for value, p in law}


def check_chain(chain: Chain, targets: tuple[int, ...] | None) -> None:
    """Refuse a chain whose laws, knowledge or targets break a rule.

    Raises: DomainError for the first rule that is broken.
    """
    kind, which = chain.known
    if kind == "indices" and not all(0 <= i < chain.n for i in which):
        raise DomainError(f"known record {max(which)} is no record; they are 0 to {chain.n - 1}")
    size = which if kind == "size" else len(which)
    if not 0 <= size < chain.n:
        raise DomainError(
            f"{size} known records of {chain.n}; at least one must be left as the target"
        )
    for what, law in [("start", chain.start), *((f"step from {v}", s) for v, s in chain.steps)]:
        _check_law(law, f"the probabilities of the {what} of the chain")
    for target in chain.targets(targets):
        sentence = chain.excluded(target)
        if sentence is not None:
            raise DomainError(
                f"{sentence}; every value of the knowledge must leave every value of the target"
                ' possible: name other places, or a "target" further away'
            )


def _check_law(law: Law, what: str) -> None:
    for _, p in law:
        if not p.is_rational:
            raise DomainError(f"{what}: one is {shown_number(p)}, must be rational")
        if p < 0:
            raise DomainError(f"{what}: one is {shown_number(p)}, must be ≥ 0")
    total = sum((p for _, p in law), start=Value(0))
    if total != 1:
        raise DomainError(f"{what} sum to {shown_number(total)}, must be 1")


def stationary(steps: Mapping[str, Mapping[str, Fraction]]) -> dict[str, Fraction]:
    """The one law that a step leaves as it is, by elimination in rational numbers.

    Raises: DomainError where there are several.

    >>> stationary({"0": {"0": Fraction(9, 10), "1": Fraction(1, 10)},
    ...             "1": {"0": Fraction(3, 10), "1": Fraction(7, 10)}})
    {'0': Fraction(3, 4), '1': Fraction(1, 4)}
    """
    values = list(steps)
    size = len(values)
    # The equations π·P = π, and that the law sums to 1; one of the former follows from the others.
    rows = [
        [steps[u].get(v, Fraction(0)) - (u == v) for u in values] + [Fraction(0)] for v in values
    ]
    rows.append([Fraction(1)] * (size + 1))
    for column in range(size):
        pivot = next((i for i in range(column, len(rows)) if rows[i][column]), None)
        if pivot is None:
            raise DomainError(
                "the chain has several stationary laws: it falls into parts that are never left;"
                ' give "start": {value: probability}'
            )
        rows[column], rows[pivot] = rows[pivot], rows[column]
        lead = rows[column][column]
        rows[column] = [entry / lead for entry in rows[column]]
        for i, row in enumerate(rows):
            if i != column and row[column]:
                factor = row[column]
                rows[i] = [a - factor * b for a, b in zip(row, rows[column], strict=True)]
    return {value: rows[i][size] for i, value in enumerate(values)}
