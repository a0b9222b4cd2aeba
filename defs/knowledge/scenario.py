"""Scenarios: a family Θ of laws of (data, knowledge), a query, and the targets.

What must never change: records are numbered from 0 in the order of the groups; of a group of which
k records are known, those are its first k; the default targets are the last unknown record of each
group (for linear queries, of each weight in a group), which stand for all of their kind.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Final, TypeAlias

from dpverify.defs.display import Displayed
from dpverify.defs.errors import DomainError
from dpverify.defs.knowledge.chain import Chain, check_chain
from dpverify.defs.knowledge.parameter import ParametrisedRecords, check_parameter
from dpverify.defs.knowledge.queries import CHANNEL, COUNTS, Query
from dpverify.defs.numbers import Value, number_text, total
from dpverify.defs.validate import shown, shown_number

SCENARIO_SCHEMA: Final = "dpverify.scenario/1.0"
MAX_DATABASES: Final = 300_000
"""Databases that are enumerated."""
MAX_RECORDS: Final = 10_000_000
Law = tuple[tuple[str, Value], ...]


@dataclass(frozen=True)
class Group:
    """`count` independent records with one law: (value, probability), probabilities sum to 1."""

    count: int
    law: Law

    @property
    def support(self) -> Law:
        """The values of positive probability."""
        return tuple((value, p) for value, p in self.law if not p.is_zero)

    def to_dict(self) -> dict[str, Any]:
        """The group as a scenario file holds it."""
        return {"count": self.count, "values": {v: number_text(p) for v, p in self.law}}


@dataclass(frozen=True)
class Block:
    """Records of one law and one weight: how many are known, how many not, and a target of them.

    `law` has the values of positive probability, `settable` those that a known record can have.
    """

    law: Law
    settable: Law
    weight: Fraction | None
    known: int
    free: int
    target: int | None


@dataclass(frozen=True)
class Records:
    """Independent records in groups, and which of them the attacker knows.

    `known`: ("count", k), ("counts", (k, …)), ("indices", (i, …)): fixed records; ("size", k): k of
    the records without the target, all sets equally likely; ("each", p): each of the records
    without the target with probability p.
    """

    groups: tuple[Group, ...]
    known: tuple[str, Any] = ("count", 0)

    @property
    def n(self) -> int:
        """The number of records."""
        return sum(group.count for group in self.groups)

    @property
    def random(self) -> bool:
        """Whether chance decides which records are known."""
        return self.known[0] in ("size", "each")

    @property
    def values(self) -> list[str]:
        """The values that records can take, in order of appearance."""
        return list(dict.fromkeys(value for group in self.groups for value, _ in group.law))

    def spans(self) -> Iterator[tuple[Group, range]]:
        """Each group with the numbers of its records."""
        start = 0
        for group in self.groups:
            yield group, range(start, start + group.count)
            start += group.count

    def is_known(self, record: int) -> bool:
        """Whether a record is among those that are known for sure."""
        if self.known[0] == "indices":
            return record in self._listed
        for (_, span), count in zip(self.spans(), self.known_counts, strict=True):
            if record in span:
                return record - span.start < count
        return False

    @cached_property
    def _listed(self) -> frozenset[int]:
        return frozenset(self.known[1])

    @cached_property
    def known_counts(self) -> tuple[int, ...]:
        """How many records of each group are known for sure."""
        kind, which = self.known
        if kind == "counts":
            return tuple(which)
        if kind == "indices":
            return tuple(sum(i in span for i in which) for _, span in self.spans())
        if kind != "count":
            return (0,) * len(self.groups)
        unplaced, counts = which, []
        for group in self.groups:
            counts.append(min(unplaced, group.count))
            unplaced -= counts[-1]
        return tuple(counts)

    def blocks(
        self, weights: tuple[Fraction, ...], *, injected: bool = False
    ) -> Iterator[tuple[Block, range | list[int]]]:
        """The records by law and weight, with the numbers of each block."""
        for (group, span), count in zip(self.spans(), self.known_counts, strict=True):
            parts: Mapping[Fraction | None, range | list[int]] = {None: span}
            if weights:
                sorted_out: dict[Fraction | None, list[int]] = {}
                for i in span:
                    sorted_out.setdefault(weights[i], []).append(i)
                parts = sorted_out
            for weight, members in parts.items():
                fast = not weights and self.known[0] != "indices"
                known = count if fast else sum(self.is_known(i) for i in members)
                free = len(members) - known
                target = None if not free else members[-1]
                if free and not fast:
                    target = next(i for i in reversed(members) if not self.is_known(i))
                law = group.support
                settable = group.law if injected else law
                yield Block(law, settable, weight, known, free, target), members

    def to_dict(self) -> dict[str, Any]:
        """The records and the knowledge as a scenario file holds them."""
        kind, which = self.known
        plain = list(which) if isinstance(which, tuple) else which
        if self.random:
            plain = {kind: number_text(which) if kind == "each" else which}
        key = "random" if self.random else kind
        return {"records": [group.to_dict() for group in self.groups], "known": {key: plain}}


@dataclass(frozen=True)
class Joint:
    """Any law of (data, knowledge): rows (data, known, probability), each pair once."""

    rows: tuple[tuple[tuple[str, ...], str, Value], ...]

    @property
    def n(self) -> int:
        """The number of records."""
        return len(self.rows[0][0])

    @property
    def values(self) -> list[str]:
        """The values that records take, in order of appearance."""
        return list(dict.fromkeys(value for data, _, _ in self.rows for value in data))

    def dependence(self, target: int) -> tuple[str, str] | None:
        """A value of the target and one of the knowledge that are not independent, if any."""
        value, known, both = {}, {}, {}  # type: dict[str, Value], dict[str, Value], dict[Any, Value]
        for data, b, p in self.rows:
            t = data[target]
            value[t] = value.get(t, Value(0)) + p
            known[b] = known.get(b, Value(0)) + p
            both[t, b] = both.get((t, b), Value(0)) + p
        for t, p in value.items():
            for b, q in known.items():
                if both.get((t, b), Value(0)) != p * q:
                    return t, b
        return None

    def to_dict(self) -> dict[str, Any]:
        """The rows as a scenario file holds them."""
        return {"joint": [{"data": list(data), "known": known, "probability": number_text(p)}
                          for data, known, p in self.rows]}  # fmt: skip


Theta: TypeAlias = Records | Joint | Chain | ParametrisedRecords
"""One law of (data, knowledge)."""


@dataclass(frozen=True)
class Scenario(Displayed):
    """Where the data come from, what the attacker knows, and what is released.

    Args: family Θ, laws of the records, each with what is known of them; query what is released;
        targets the positions of the records that are to be protected, None for one of each kind of
        unknown record; injected where the attacker sets what is known, so that values of
        probability 0 count as well; notes a title and the like.
    Raises: DomainError for the first rule that is broken.
    """

    family: tuple[Theta, ...]
    query: Query
    targets: tuple[int, ...] | None = None
    injected: bool = False
    notes: Mapping[str, Any] = field(default_factory=dict, compare=False)

    def __post_init__(self) -> None:
        for theta in self.family:
            _check(theta, self)

    @property
    def title(self) -> str | None:
        """The title of the scenario, if it has one."""
        title = self.notes.get("title")
        return None if title is None else str(title)

    def canonical(self) -> dict[str, Any]:
        """What the scenario says, without titles and notes: the form that the digest is of."""
        form: dict[str, Any] = {"schema": SCENARIO_SCHEMA}
        family = [theta.to_dict() for theta in self.family]
        form |= family[0] if len(family) == 1 else {"family": family}
        if self.targets is not None:
            form["target"] = list(self.targets)
        if self.injected:
            form["injected"] = True
        return {**form, "mechanism": self.query.to_dict()}

    def to_dict(self) -> dict[str, Any]:
        """The scenario as a file holds it."""
        form = self.canonical()
        return {"schema": form.pop("schema"), **self.notes, **form}

    @cached_property
    def digest(self) -> str:
        """The sha256 of the canonical form."""
        text = json.dumps(self.canonical(), sort_keys=True, separators=(",", ":"))
        return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def _check(theta: Theta, scenario: Scenario) -> None:
    if not 1 <= theta.n <= MAX_RECORDS:
        raise DomainError(f"n = {theta.n} records; a scenario has between 1 and {MAX_RECORDS}")
    if scenario.query.name == CHANNEL and scenario.injected:
        raise DomainError(
            "values cannot be injected where the mechanism is a program, which is run on the"
            " databases that can occur; leave out 'injected'"
        )
    _check_targets(theta, scenario.targets)
    _check_values(theta, scenario.query)
    if isinstance(theta, Records):
        for group in theta.groups:
            _check_law([p for _, p in group.law], "the probabilities of a group")
        _check_known(theta)
    elif isinstance(theta, ParametrisedRecords):
        _check_interval(theta, scenario)
    elif isinstance(theta, Chain):
        _check_query_of_chain(scenario)
        check_chain(theta, scenario.targets)
    else:
        if scenario.injected:
            raise DomainError(
                "values cannot be injected into a joint law, which does not say what follows"
            )
        _check_law([p for _, _, p in theta.rows], "the joint probabilities")
        for target in scenario.targets or range(theta.n):
            dependence = theta.dependence(target)
            if dependence is not None:
                raise DomainError(
                    f"record {target} is not independent of what is known"
                    f" (value {shown(dependence[0])}, known {shown(dependence[1])});"
                    f' leave it out: "target" lists the targets'
                )


def _check_interval(theta: ParametrisedRecords, scenario: Scenario) -> None:
    """Refuse what is not decided over an interval, then what no point of it allows."""
    if scenario.query.name == CHANNEL or scenario.query.noise is not None:
        raise DomainError(
            "over an interval of a parameter the mechanism is a query without noise; give"
            ' "values": a list of the values of the parameter'
        )
    if scenario.injected:
        raise DomainError(
            "values cannot be injected where a parameter has an interval; leave out 'injected'"
        )
    if len(scenario.family) > 1:
        raise DomainError("an interval of a parameter stands alone, in no family")
    check_parameter(theta)
    for point in theta.corners:
        groups = tuple(Group(count, law) for count, law in theta.laws_at(point))
        _check(Records(groups, theta.known), scenario)


def _check_query_of_chain(scenario: Scenario) -> None:
    if scenario.query.name not in COUNTS or scenario.query.noise is not None:
        what = scenario.query.name + (" with noise" if scenario.query.noise is not None else "")
        raise DomainError(
            f"the mechanism of a chain is {what}, must be count or thresholded-count without noise"
        )
    if scenario.injected:
        raise DomainError(
            "values cannot be injected into a chain, whose other records depend on those that are"
            " known; leave out 'injected'"
        )


def _check_targets(theta: Theta, targets: tuple[int, ...] | None) -> None:
    for target in targets or ():
        if not 0 <= target < theta.n:
            raise DomainError(f"target {target} is no record; they are 0 to {theta.n - 1}")
        if isinstance(theta, Records | Chain) and theta.is_known(target):
            raise DomainError(
                f"target {target} is among the known records; name an unknown one as the target"
            )


def _check_values(theta: Theta, query: Query) -> None:
    for value in theta.values:
        query.part(value, Fraction(1))
    if query.name == CHANNEL and isinstance(theta, Records) and _is_large(theta):
        raise DomainError(
            f"a program is run on every database, and {theta.n} records have too many;"
            f" at most {MAX_DATABASES} databases"
        )
    if query.weights and len(query.weights) != theta.n:
        raise DomainError(
            f"{len(query.weights)} weights for {theta.n} records; give one for each record"
        )


def _is_large(theta: Records) -> bool:
    size = 1
    for group in theta.groups:
        if len(group.support) > 1 and group.count > MAX_DATABASES.bit_length():
            return True
        size *= len(group.support) ** group.count if len(group.support) > 1 else 1
        if size > MAX_DATABASES:
            return True
    return theta.n > MAX_DATABASES


def _check_law(law: list[Value], what: str) -> None:
    for p in law:
        if p < 0:
            raise DomainError(f"{what}: one is {shown_number(p)}, must be ≥ 0")
    if total(law) != 1:
        raise DomainError(f"{what} sum to {shown_number(total(law))}, must be 1")


def _check_known(theta: Records) -> None:
    kind, which = theta.known
    size = 0 if kind == "each" else which
    if isinstance(which, tuple):
        size = len(which) if kind == "indices" else sum(which)
    if not 0 <= size < theta.n:
        raise DomainError(
            f"{size} known records of {theta.n}; at least one must be left as the target"
        )
    if kind == "count" and which and len({group.law for group in theta.groups}) > 1:
        raise DomainError(
            f'"known": {{"count": {which}}} does not say which of {len(theta.groups)} groups;'
            ' write {"counts": [one for each group]} or {"indices": [record numbers]}'
        )
    if kind == "counts":
        _check_counts(theta, which)
    if kind == "indices" and not all(0 <= i < theta.n for i in which):
        raise DomainError(f"known record {max(which)} is no record; they are 0 to {theta.n - 1}")
    if kind == "each" and not 0 <= which <= 1:
        raise DomainError(f"each record is known with probability {which}, must be in [0, 1]")


def _check_counts(theta: Records, counts: tuple[int, ...]) -> None:
    if len(counts) != len(theta.groups):
        raise DomainError(f"{len(counts)} known counts for {len(theta.groups)} groups")
    for group, count in zip(theta.groups, counts, strict=True):
        if not 0 <= count <= group.count:
            raise DomainError(f"{count} known records in a group of {group.count}")
