"""A plan: the events whose joint cost is asked for, and who counts as a neighbour."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from dpverify.defs.accounting.events import (
    DISCRETE,
    SCHEMES,
    SIZES,
    Event,
    Guarantee,
    Noise,
    Source,
    Table,
)
from dpverify.defs.accounting.tables import compared
from dpverify.defs.channel import Channel
from dpverify.defs.errors import DomainError, EmptyQuestion, NumberError, SchemaError
from dpverify.defs.risk.parameters import count, positive_rational, rational

RELATIONS = {
    "add": "one record is added",
    "remove": "one record is removed",
    "add-or-remove": "one record is added or removed",
    "replace": "one record is replaced by another one",
    "replace-by-null": "one record is replaced by a null record, or takes the place of one",
}
DIRECTIONS = {"add-or-remove": ("remove", "add"), "replace-by-null": ("remove", "add")}
"""The orders of the two laws that a relation asks about, where it is not one of its own name."""
KINDS = (*SIZES, "private", "channel", "gaussian-tree", "gaussian-joint")
MOST_TIMES = 10**9
MOST_EVENTS = 100
MOST_DEPTH = 4
"""Lists within lists."""
MOST_ENTRIES = 100_000
MOST_PARTS = 20
MOST_LEAVES = 10**18
OFTEN = ("noise", "sampling", "scheme", "times")
KEYS = {
    "private": (*OFTEN, "eps", "delta"),
    "channel": (*OFTEN, "rows", "pairs", "null", "uses"),
    "gaussian-tree": ("noise", "sigma", "sensitivity", "leaves", "times"),
    "gaussian-joint": ("noise", "queries", "times"),
    **{law: (*OFTEN, size, "sensitivity") for law, size in SIZES.items()},
}
"""What an event of each kind may say."""


@dataclass(frozen=True)
class Plan:
    """Events in any order, and the relation of neighbours.

    Args:
        events: those that all records take part in; one or more, unless there are parts.
        relation: one of `RELATIONS`.
        parts: two or more lists of events; each record takes part in one of the lists alone, which
            the record itself decides. Events may depend on all earlier answers.

    Raises: DomainError where the relation is not known, or says nothing about a sample or parts.
    """

    events: tuple[Event, ...]
    relation: str = "add-or-remove"
    parts: tuple[tuple[Event, ...], ...] = ()

    def __post_init__(self) -> None:
        """Refuse samples and parts that the relation says nothing about."""
        if self.relation not in RELATIONS:
            known = ", ".join(RELATIONS)
            raise DomainError(f"the relation is {self.relation!r}; it must be one of {known}")
        for event in (*self.events, *(event for part in self.parts for event in part)):
            _fits(event, self.relation)
        if self.parts and self.relation == "replace":
            raise DomainError(
                "a replaced record may go to another part; a plan with parts is about records that"
                " are added, removed or replaced by null"
            )
        if len(self.parts) == 1 or len(self.parts) > MOST_PARTS:
            raise DomainError(f"the plan has {len(self.parts)} parts; it has 2 to {MOST_PARTS}")

    def alternatives(self) -> tuple[Plan, ...]:
        """What one record takes part in: all events, and those of one part.

        What is released of the other parts has the same law with the record and without it, given
        all earlier answers. So the largest cost of an alternative is that of the plan.
        """
        if not self.parts:
            return (self,)
        return tuple(Plan((*self.events, *part), self.relation) for part in self.parts)

    def directions(self) -> tuple[str, ...]:
        """The orders of the two laws that are asked about."""
        return DIRECTIONS.get(self.relation, (self.relation,))

    def document(self) -> dict[str, Any]:
        """As JSON; `read_plan` reads it back."""
        return {
            "relation": self.relation,
            "events": [_written(event) for event in self.events],
            **({"parts": [[_written(event) for event in part] for part in self.parts]}
               if self.parts else {}),
        }  # fmt: skip


def _written(event: Event) -> dict[str, Any]:
    """One event as JSON."""
    source = event.noise
    said: dict[str, Any]
    match source:
        case Noise():
            said = {SIZES[source.law]: str(source.size), "sensitivity": str(source.sensitivity)}
        case Guarantee():
            said = {"eps": str(source.eps), "delta": str(source.delta)}
        case Table():
            said = {
                "rows": [[str(entry) for entry in row] for row in source.rows],
                "pairs": [list(pair) for pair in source.pairs],
                **({} if source.null is None else {"null": source.null}),
                **({} if source.uses == "any" else {"uses": source.uses}),
            }
    drawn = {"sampling": str(event.rate)}
    if event.scheme != "poisson":
        drawn["scheme"] = event.scheme
    return {"noise": source.law, **said, **drawn, "times": event.times}


def _fits(event: Event, relation: str) -> None:
    """Refuse a sample that is not defined for the neighbours, and a tree that is not counted.

    A channel of which a relation compares nothing is refused as well.
    """
    given = event.noise if isinstance(event.noise, Table) else None
    if given is not None and relation == "replace" and not compared(given, relation):
        raise EmptyQuestion(
            "the pairs of a channel hold no record that is replaced by another one: its null is"
            " none; the relation 'replace-by-null' compares records with the null"
        )
    if event.nodes and relation == "replace":
        both = event.times // event.nodes * (2 * event.nodes - 1)
        raise DomainError(
            "a replaced record may go to another leaf of the tree, and then moves the nodes above"
            f" both; write gaussian events: {event.times:,} times where it keeps its leaf, else"
            f" {both:,} times"
        )
    if event.rate == 1:
        return
    if event.scheme != "poisson" and relation != "replace":
        raise DomainError(
            f"a sample without replacement has a fixed size; its relation is 'replace', not"
            f" {relation!r}"
        )
    if event.scheme != "poisson" and not isinstance(event.noise, Noise):
        raise DomainError("a sample without replacement is composed for noise alone")
    if isinstance(event.noise, Guarantee) and relation == "replace":
        raise DomainError(
            "a guarantee about replaced records says nothing of one that is left out of a sample"
        )


def parse_plan(text: str) -> Plan:
    """A plan from TOML: `relation`, a table [[event]] for each event, and [[part]] for each part.

    Raises: SchemaError where it is no TOML; as `read_plan`.
    """
    try:
        # Digits, not floats: sigma = 1.1 means 11/10.
        document = tomllib.loads(text, parse_float=str)
    except tomllib.TOMLDecodeError as fault:
        raise SchemaError(f"the plan is no TOML: {fault}") from fault
    if "event" in document:
        document["events"] = document.pop("event")
    if "part" in document:
        document["parts"] = [_part(part, i) for i, part in enumerate(document.pop("part"), 1)]
    return read_plan(document)


def _part(given: Any, number: int) -> Any:
    """The events of a table [[part]], each under [[part.event]]."""
    if not isinstance(given, Mapping):
        raise SchemaError(f"part {number} is no table; write [[part.event]] above each event")
    _only(given, ("event",), f"part {number}")
    return given.get("event", [])


def read_plan(document: Mapping[str, Any]) -> Plan:
    """A plan from a mapping as `Plan.document` writes it; numbers may be texts or integers.

    Raises: SchemaError, DomainError or EmptyQuestion, each with the rule and what was given.
    """
    _only(document, ("relation", "events", "parts"), "a plan")
    relation = document.get("relation", "add-or-remove")
    if not isinstance(relation, str) or relation not in RELATIONS:
        known = ", ".join(RELATIONS)
        raise DomainError(f"the relation is {relation!r}; it must be one of {known}")
    parts = document.get("parts", [])
    events = document.get("events", [] if parts else None)
    if not isinstance(events, list):
        raise SchemaError("a plan has a list of events: write [[event]] above each")
    if not events and not parts:
        raise EmptyQuestion("the plan has no event; give at least one [[event]]")
    if not isinstance(parts, list) or not all(isinstance(part, list) for part in parts):
        raise SchemaError("the parts of a plan are lists of events: write [[part]] above each")
    if not all(parts):
        raise EmptyQuestion(f"part {parts.index([]) + 1} of the plan has no event")
    divided = tuple(_flat(part, f"part {i}, ") for i, part in enumerate(parts, 1))
    return Plan(_flat(events, ""), relation, divided)


def _flat(events: list[Any], where: str) -> tuple[Event, ...]:
    """The events of a list, with those of the lists in it."""
    if len(events) > MOST_EVENTS:
        raise DomainError(f"the plan has {len(events)} events; at most {MOST_EVENTS} are composed")
    named = [(event, f"{where}event {i}") for i, event in enumerate(events, 1)]
    flat = tuple(_listed(named, 1, 0))
    if len(flat) > MOST_EVENTS:
        raise DomainError(f"the lists of the plan hold more than {MOST_EVENTS} events")
    return flat


def channel(given: Channel, *, null: str | None = None, **how: Any) -> Event:
    """A channel, or a program that was followed to its end; `how` as for `table`.

    Args: null the label of the input that stands for a record that is not there.
    Raises: DomainError for an entry that is not rational, or a label that is none; as `read_plan`.
    """
    n, m = len(given.inputs), len(given.outputs)
    if null is not None and null not in given.inputs:
        raise DomainError(f"the null is {null!r}; it is one of the inputs of the channel")
    rows = [
        [_exact(str(given.entry(i, j)), f"entry {j} of row {i}") for j in range(m)]
        for i in range(n)
    ]
    index = None if null is None else given.inputs.index(null)
    pairs = list(given.neighbours.ordered_pairs(n))
    return table(rows, pairs=pairs, null=index, **how)


def _listed(events: list[tuple[Any, str]], times: int, depth: int) -> Iterator[Event]:
    """Events one by one: a list that is used n times is each of its events n times as often."""
    for item, where in events:
        is_joint = isinstance(item, Mapping) and item.get("noise") == "gaussian-joint"
        given = _joint(item, where) if is_joint else item
        if not isinstance(given, Mapping) or "events" not in given:
            event = _event(given, where)
            often = count(event.times * times, f"the times of {where}", most=MOST_TIMES)
            yield replace(event, times=often)
            continue
        _only(given, ("events", "times"), where)
        inner = given["events"]
        if not isinstance(inner, list) or not inner or len(inner) > MOST_EVENTS:
            raise SchemaError(f"the events of {where} are a list of 1 to {MOST_EVENTS}")
        if depth >= MOST_DEPTH:
            raise DomainError(f"the lists of {where} are more than {MOST_DEPTH} deep")
        parts = [(part, f"{where}, part {i}") for i, part in enumerate(inner, 1)]
        often = count(given.get("times", 1), f"the times of {where}", most=MOST_TIMES)
        yield from _listed(parts, times * often, depth + 1)


def gaussian(sigma: Any, **how: Any) -> Event:
    """Gaussian noise of standard deviation σ; `how` as for `noise`."""
    return noise("gaussian", sigma, **how)


def laplace(scale: Any, **how: Any) -> Event:
    """Laplace noise of a scale; `how` as for `noise`."""
    return noise("laplace", scale, **how)


def noise(
    law: str,
    size: Any,
    *,
    sensitivity: Any = 1,
    sampling: Any = 1,
    scheme: Any = "poisson",
    times: Any = 1,
) -> Event:
    """Noise of any law of `events.SIZES`, `times` times, on samples of a rate."""
    given = {
        SIZES[law]: size, "sensitivity": sensitivity, "sampling": sampling, "scheme": scheme,
        "times": times,
    }  # fmt: skip
    return _noisy(law, given, "the event")


def tree(sigma: Any, *, leaves: Any, sensitivity: Any = 1, times: Any = 1) -> Event:
    """Noisy sums at all nodes of a binary tree over so many places, of which a record is at one.

    Its sums are those of one Gaussian event, the vector of all nodes: one record moves the sums of
    ⌈log2(leaves)⌉ + 1 nodes by the sensitivity each, as so many answers about it would. A record
    that is replaced may move from leaf to leaf; a plan about such records refuses trees.
    """
    given = {"sigma": sigma, "sensitivity": sensitivity, "leaves": leaves, "times": times}
    return _tree(given, "the event")


def _tree(given: Mapping[str, Any], where: str) -> Event:
    for name in ("sigma", "leaves"):
        if name not in given:
            raise SchemaError(f"{where} has no {name}; a tree has noise σ at the nodes over leaves")
    leaves = count(given["leaves"], f"the leaves of {where}", most=MOST_LEAVES)
    event = _noisy("gaussian", {key: given[key] for key in given if key != "leaves"}, where)
    nodes = (leaves - 1).bit_length() + 1
    often = count(event.times * nodes, f"the nodes of {where} that a record is in", most=MOST_TIMES)
    return replace(event, times=often, nodes=nodes)


def joint(queries: Sequence[tuple[Any, Any]], *, times: Any = 1) -> tuple[Event, ...]:
    """Functions of the same records with Gaussian noise of their own, released together.

    One record moves all of them. So they are one Gaussian event whose μ² is Σ (Δᵢ/σᵢ)², which is
    what the list of them costs; the dearest of them alone, or a δ for each, says less.

    Args: queries pairs of a sensitivity and a standard deviation.
    """
    given = {
        "noise": "gaussian-joint",
        "queries": [{"sensitivity": moved, "sigma": sigma} for moved, sigma in queries],
        "times": times,
    }
    return tuple(_listed([(given, "the event")], 1, 0))


def _joint(given: Mapping[str, Any], where: str) -> dict[str, Any]:
    """A joint release as a list of events."""
    if "sampling" in given:
        raise DomainError(
            f"{where} is a joint release on a sample: its answers share the sample; write one"
            " gaussian event with the sensitivity of the vector of all answers"
        )
    _only(given, KEYS["gaussian-joint"], where)
    queries = given.get("queries")
    if not isinstance(queries, list) or not queries:
        raise SchemaError(f"{where} has no list of queries, each with sigma and sensitivity")
    events = []
    for i, query in enumerate(queries, 1):
        if not isinstance(query, Mapping):
            raise SchemaError(f"query {i} of {where} is no table of sigma and sensitivity")
        _only(query, ("sigma", "sensitivity"), f"query {i} of {where}")
        events.append({"noise": "gaussian", **query})
    return {"events": events, "times": given.get("times", 1)}


def private(eps: Any, delta: Any = 0, *, sampling: Any = 1, times: Any = 1) -> Event:
    """Anything (ε, δ)-private, of which no more is known, `times` times; randomised response."""
    given = {"eps": eps, "delta": delta, "sampling": sampling, "times": times}
    return _guaranteed(given, "the event")


def table(
    rows: Any,
    *,
    pairs: Any = None,
    null: Any = None,
    uses: Any = "any",
    sampling: Any = 1,
    times: Any = 1,
) -> Event:
    """A finite channel, `times` times: a law for each input, and which of them are neighbours.

    Args: rows of rationals; pairs of indices, in the orders that count (all, if not given); null
        the index of the input that stands for a record that is not there; uses "same" where all
        uses compare the same pair, "any" where each may compare another one.
    """
    given = {"rows": rows, "null": null, "uses": uses, "sampling": sampling, "times": times}
    if pairs is not None:
        given["pairs"] = [list(pair) for pair in pairs]
    return _tabled({key: value for key, value in given.items() if value is not None}, "the event")


def _law(given: Mapping[str, Any], where: str) -> str:
    """The kind of an event, by the name of its noise."""
    if "noise" not in given:
        raise SchemaError(f"{where} has no noise; give one of {', '.join(KINDS)}")
    law = given["noise"]
    if not isinstance(law, str) or law not in KINDS:
        raise DomainError(f"the noise of {where} is {law!r}; it must be one of {', '.join(KINDS)}")
    return law


def _event(given: Any, where: str) -> Event:
    if not isinstance(given, Mapping):
        raise SchemaError(f"{where} is no table of names and values")
    law = _law(given, where)
    if law in SIZES:
        name = SIZES[law]
        if name not in given:
            raise SchemaError(f"{where} has no {name}; {law} noise needs it")
        other = "scale" if name == "sigma" else "sigma"
        if other in given:
            raise SchemaError(f"{where} has {other}; {law} noise has {name}")
    _only(given, KEYS[law], where)
    if law == "gaussian-tree":
        return _tree(given, where)
    if law == "private":
        if "eps" not in given:
            raise SchemaError(f"{where} has no eps; what is private needs it")
        return _guaranteed(given, where)
    if law == "channel":
        return _tabled(given, where)
    return _noisy(law, given, where)


def _noisy(law: str, given: Mapping[str, Any], where: str) -> Event:
    sensitivity = given.get("sensitivity", 1)
    source = Noise(
        law,
        _fraction(given[SIZES[law]], f"the {SIZES[law]} of {where}"),
        _fraction(sensitivity, f"the sensitivity of {where}"),
    )
    if law in DISCRETE and source.sensitivity.denominator != 1:
        raise DomainError(f"the sensitivity of {where} is {sensitivity}; on integers it is one")
    return _often(source, given, where)


def _guaranteed(given: Mapping[str, Any], where: str) -> Event:
    delta = given.get("delta", 0)
    slack = Fraction(0) if delta in (0, "0") else _fraction(delta, f"the delta of {where}")
    if slack >= 1:
        raise DomainError(f"the delta of {where} is {delta}; it is below 1")
    return _often(Guarantee(_fraction(given["eps"], f"the eps of {where}"), slack), given, where)


def _tabled(given: Mapping[str, Any], where: str) -> Event:
    if "rows" not in given:
        raise SchemaError(f"{where} has no rows; a channel is a law for each input")
    rows = _rows(given["rows"], where)
    indices = range(len(rows))
    null = given.get("null")
    if null is not None and not (type(null) is int and null in indices):
        raise DomainError(f"the null of {where} is {null!r}; it is the index of a row")
    ordered = _pairs(given.get("pairs"), indices, where)
    if null is None and _rate(given.get("sampling", 1), where) != 1:
        raise SchemaError(f"{where} is sampled and has no null, the row of an absent record")
    if null is not None and not {(one, null) for one in indices if one != null} & set(ordered):
        raise EmptyQuestion(f"the pairs of {where} hold no removal of a record: [i, {null}]")
    if null is not None and not {(null, one) for one in indices if one != null} & set(ordered):
        raise EmptyQuestion(f"the pairs of {where} hold no addition of a record: [{null}, i]")
    uses = given.get("uses", "any")
    if uses not in ("any", "same"):
        raise DomainError(
            f"the uses of {where} are {uses!r}; they compare 'any' pair or the 'same'"
        )
    return _often(Table(rows, tuple(ordered), null, uses), given, where)


def _pairs(given: Any, indices: range, where: str) -> list[tuple[int, int]]:
    """Ordered pairs of rows; all, if none are given."""
    pairs = given
    if pairs is None:
        pairs = [[one, other] for one in indices for other in indices if one != other]
    ordered = []
    for pair in pairs if isinstance(pairs, list) else [None]:
        if (
            not isinstance(pair, list)
            or len(pair) != 2
            or any(type(i) is not int or i not in indices for i in pair)
            or pair[0] == pair[1]
        ):
            raise DomainError(f"the pairs of {where} hold {pair!r}; each is two indices of rows")
        ordered.append((pair[0], pair[1]))
    if len({*ordered}) < len(ordered):
        raise DomainError(f"the pairs of {where} hold a pair twice")
    if not ordered:
        raise EmptyQuestion(f"the pairs of {where} are none: no two inputs are neighbours")
    if {i for pair in ordered for i in pair} != {*indices}:
        raise DomainError(f"the pairs of {where} leave out a row; leave it out of the rows too")
    return ordered


def _rows(given: Any, where: str) -> tuple[tuple[Fraction, ...], ...]:
    if not isinstance(given, list | tuple) or len(given) < 2:
        raise SchemaError(f"the rows of {where} are a list of at least two")
    rows = []
    for i, row in enumerate(given):
        if not isinstance(row, list | tuple) or len(row) != len(given[0]) or not row:
            raise SchemaError(f"row {i} of {where} is no list of as many entries as row 0")
        entries = tuple(_exact(entry, f"an entry of row {i} of {where}") for entry in row)
        if min(entries) < 0:
            raise DomainError(f"row {i} of {where} has an entry below 0")
        if sum(entries) != 1:
            raise DomainError(f"row {i} of {where} sums to {sum(entries)}; it must sum to 1")
        rows.append(entries)
    if len(rows) * len(rows[0]) > MOST_ENTRIES:
        raise DomainError(f"the rows of {where} have more than {MOST_ENTRIES} entries")
    return tuple(rows)


def _often(source: Source, given: Mapping[str, Any], where: str) -> Event:
    """The source with what an event says of its samples and of how often it is used."""
    scheme = given.get("scheme", "poisson")
    if not isinstance(scheme, str) or scheme not in SCHEMES:
        raise DomainError(f"the scheme of {where} is {scheme!r}; it is one of {', '.join(SCHEMES)}")
    times = count(given.get("times", 1), f"the times of {where}", most=MOST_TIMES)
    return Event(source, _rate(given.get("sampling", 1), where), times, scheme)


def _rate(given: Any, where: str) -> Fraction:
    rate = _fraction(given, f"the sampling rate of {where}")
    if rate > 1:
        raise DomainError(f"the sampling rate of {where} is {given}; it is at most 1")
    return rate


def _exact(given: Any, name: str) -> Fraction:
    try:
        exact = rational(given, name)
    except NumberError as fault:
        raise DomainError(f"{name}: {fault}") from fault
    return Fraction(int(exact.p), int(exact.q))


def _fraction(given: Any, name: str) -> Fraction:
    try:
        exact = positive_rational(given, name)
    except NumberError as fault:
        raise DomainError(f"{name}: {fault}") from fault
    return Fraction(int(exact.p), int(exact.q))


def _only(given: Mapping[str, Any], known: tuple[str, ...], where: str) -> None:
    unknown = [str(key) for key in given if key not in known]
    if unknown:
        raise SchemaError(f"{where} has {unknown[0]!r}; known are {', '.join(known)}")
