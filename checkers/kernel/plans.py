"""For the kernel: reads a plan from a document, and the pairs of laws that its tables compare.

Trusted, beside `dpverify.defs.numbers` and the standard library. What must never change: a key that
is not read is refused, and so is an event outside of the ranges that the docstrings of
`dpverify.defs.accounting` state.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from dpverify.checkers.kernel.outcome import known_keys
from dpverify.checkers.kernel.work import spend
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need

DIRECTIONS: Final = {
    "add": ("add",),
    "remove": ("remove",),
    "add-or-remove": ("remove", "add"),
    "replace": ("replace",),
    "replace-by-null": ("remove", "add"),
}
EITHER_WAY: Final = ("add-or-remove", "replace", "replace-by-null")
"""Relations of which both orders of two neighbours are asked about."""
SIZES: Final = {
    "gaussian": "sigma",
    "laplace": "scale",
    "discrete-gaussian": "sigma",
    "discrete-laplace": "scale",
}
MOST_TIMES: Final = 10**9
MOST_EVENTS: Final = 100
MOST_PARTS: Final = 20

Pair = tuple[tuple[Fraction, Fraction], ...]
"""The masses P and Q of outputs, no two with the same ratio, in the order of falling ratios."""


@dataclass(frozen=True)
class Noisy:
    """Noise of a law and a size, for a query that one record moves by so much."""

    law: str
    size: Fraction
    moved: Fraction

    @property
    def ratio(self) -> Fraction:
        """Sensitivity over size."""
        return self.moved / self.size


@dataclass(frozen=True)
class Guaranteed:
    """Anything that is (ε, δ)-private."""

    eps: Fraction
    delta: Fraction


@dataclass(frozen=True)
class Tabled:
    """A law for each input, ordered pairs of neighbours, and the input of an absent record."""

    rows: tuple[tuple[Fraction, ...], ...]
    pairs: tuple[tuple[int, int], ...]
    null: int | None
    same: bool = False
    """Whether all uses compare the same pair; else each use any."""


@dataclass(frozen=True)
class Event:
    """A source on samples of a rate, so many times; samples are drawn by one of two schemes."""

    source: Noisy | Guaranteed | Tabled
    rate: Fraction
    times: int
    scheme: str = "poisson"


def read_plan(plan: Any) -> tuple[str, list[list[Event]]]:
    """The relation of a plan, and its events: once, or once with those of each part.

    A record that is added or removed takes part in all events outside of parts, and in those of one
    part alone. Given all earlier answers, the answers of the other parts have the same law with
    the record and without it. So they cost nothing, and the dearest part decides. A replaced
    record may go from one part to another one, and costs more than that.
    """
    known_keys(plan, "'plan'", ("relation", "events"), ("parts",))
    relation = plan["relation"]
    need(isinstance(relation, str) and relation in DIRECTIONS, "the relation is not known")
    common = _events(doc.member(plan, "events", list), relation)
    if "parts" not in plan:
        need(len(common) > 0, f"a plan has 1 to {MOST_EVENTS} events")
        return relation, [common]
    parts = doc.member(plan, "parts", list)
    need(relation != "replace", "a replaced record may go to another part")
    need(2 <= len(parts) <= MOST_PARTS, f"a plan has no parts, or 2 to {MOST_PARTS}")
    divided = []
    for part in parts:
        need(type(part) is list and part, "a part is a list of events")
        divided.append([*common, *_events(part, relation)])
    return relation, divided


def _events(given: list[Any], relation: str) -> list[Event]:
    need(len(given) <= MOST_EVENTS, f"a plan has 1 to {MOST_EVENTS} events")
    read = [_event(event) for event in given]
    for event in read:
        _fits(event, relation)
    return read


def _fits(event: Event, relation: str) -> None:
    """Reject a sample that is not defined for the neighbours."""
    if event.rate == 1:
        return
    fixed = event.scheme != "poisson"
    need(not fixed or relation == "replace", "a sample without replacement is of replaced records")
    need(not fixed or isinstance(event.source, Noisy), "a sample without replacement has noise")
    guaranteed = isinstance(event.source, Guaranteed)
    need(not guaranteed or relation != "replace", "a guarantee about replaced records on a sample")


def _event(given: Any) -> Event:
    kind = doc.member(given, "noise", str)
    often = ("noise", "sampling", "times")
    source: Noisy | Guaranteed | Tabled
    if kind in SIZES:
        known_keys(given, "an event", (*often, SIZES[kind], "sensitivity"), ("scheme",))
        source = Noisy(
            kind,
            fraction(given[SIZES[kind]], "size"),
            fraction(given["sensitivity"], "sensitivity"),
        )
        need(source.size > 0 and source.moved > 0, "size and sensitivity of noise are above 0")
        whole = source.moved.denominator == 1 or not kind.startswith("discrete")
        need(whole, "the sensitivity of noise on integers is an integer")
    elif kind == "private":
        known_keys(given, "an event", (*often, "eps", "delta"), ("scheme",))
        source = Guaranteed(fraction(given["eps"], "eps"), fraction(given["delta"], "delta"))
        need(source.eps > 0 and 0 <= source.delta < 1, "a guarantee has ε > 0 and 0 ≤ δ < 1")
    elif kind == "channel":
        known_keys(given, "an event", (*often, "rows", "pairs"), ("null", "uses", "scheme"))
        source = _table(given)
    else:
        raise num.NumberError(f"the noise {kind[:60]!a} is not known")
    rate, count = fraction(given["sampling"], "sampling"), fraction(given["times"], "times")
    need(count.denominator == 1, "an event occurs a whole number of times")
    need(0 < rate <= 1, "a sampling rate lies in (0, 1]")
    need(1 <= count.numerator <= MOST_TIMES, "an event occurs 1 to 10^9 times")
    scheme = given.get("scheme", "poisson")
    need(scheme in ("poisson", "without-replacement"), "the scheme of samples is not known")
    if rate != 1:
        absent = not isinstance(source, Tabled) or source.null is not None
        need(absent, "a channel on a sample has a row for an absent record")
    return Event(source, rate, count.numerator, scheme)


def _table(given: Any) -> Tabled:
    rows = []
    for row in doc.member(given, "rows", list):
        need(type(row) is list and row, "a row is no list")
        spend("a channel", len(row))
        rows.append(tuple(fraction(entry, "an entry") for entry in row))
    need(len(rows) >= 2, "a channel has two rows at least")
    for row in rows:
        need(len(row) == len(rows[0]), "the rows of a channel are of one length")
        need(min(row) >= 0 and sum(row) == 1, "a row of a channel is no law")
    indices = range(len(rows))
    pairs = []
    for pair in doc.member(given, "pairs", list):
        need(type(pair) is list and len(pair) == 2, "a pair of inputs is no pair")
        one, other = (_index(i, indices) for i in pair)
        need(one != other, "a pair is of one input")
        pairs.append((one, other))
    need(pairs, "a channel has no pair of neighbours")
    need(len({*pairs}) == len(pairs), "a pair of inputs stands twice")
    need({i for pair in pairs for i in pair} == {*indices}, "a row has no neighbour")
    uses = given.get("uses", "any")
    need(uses in ("any", "same"), "the uses of a channel compare any pair or the same one")
    null = _index(given["null"], indices) if "null" in given else None
    return Tabled(tuple(rows), tuple(pairs), null, uses == "same")


def _index(given: Any, indices: range) -> int:
    index = fraction(given, "an index")
    need(index in indices, "an index is that of no row")
    return index.numerator


def either_way(relation: str, events: Iterable[Event]) -> bool:
    """Whether the two neighbours may change places, in every table of pairs as well."""
    if relation not in EITHER_WAY:
        return False
    for event in events:
        if isinstance(event.source, Tabled):
            compared = [
                pairs_by_rows(event.source, event.rate, name) for name in DIRECTIONS[relation]
            ]
            places = {place for pairs in compared for place in pairs}
            if {(other, one) for one, other in places} != places:
                return False
    return True


def pairs_of(table: Tabled, rate: Fraction, direction: str) -> list[Pair]:
    """The pairs of laws of one use, each once."""
    return sorted(set(pairs_by_rows(table, rate, direction).values()))


def pairs_by_rows(table: Tabled, rate: Fraction, direction: str) -> dict[tuple[int, int], Pair]:
    """The pairs of laws of one use: on a sample, row x becomes (1 − q)·null + q·x."""
    rows, pairs = list(table.rows), list(table.pairs)
    if table.null is not None:
        absent = table.rows[table.null]
        rows = [
            tuple((1 - rate) * a + rate * b for a, b in zip(absent, row, strict=True))
            for row in rows
        ]
        if direction == "replace":  # by another record, which is not the absent one
            pairs = [pair for pair in pairs if table.null not in pair]
        else:
            second = direction == "remove"
            pairs = [pair for pair in pairs if pair[1 if second else 0] == table.null]
    need(pairs, "a channel has no pair of neighbours in one direction")
    spend("pairs of laws", len(pairs) * len(rows[0]))
    return {(one, other): _merged(rows[one], rows[other]) for one, other in pairs}


def _merged(first: tuple[Fraction, ...], second: tuple[Fraction, ...]) -> Pair:
    """Two laws, outputs of equal ratio merged; p/(p + q) rises with p/q and is always finite."""
    masses: dict[Fraction, tuple[Fraction, Fraction]] = {}
    for p, q in zip(first, second, strict=True):
        if p or q:
            before = masses.get(p / (p + q), (Fraction(0), Fraction(0)))
            masses[p / (p + q)] = (before[0] + p, before[1] + q)
    return tuple(masses[share] for share in sorted(masses, reverse=True))


def worst(pairs: list[Pair]) -> Pair | None:
    """The pair whose curve is above all others; None where there is none.

    Every curve f(t) is convex, does not rise, and starts with f(0) = 1. That of a pair is linear
    between its kinks, the ratios p/q, and constant beyond the last one. So what is above the others
    at its own kinks is above them everywhere: chords lie above convex functions.
    """
    for pair in pairs:
        kinks = [p / q for p, q in pair if q]
        spend("curves of pairs", len(pairs) * len(kinks) * len(pair))
        if all(curve(pair, t) >= curve(other, t) for t in kinks for other in pairs):
            return pair
    return None


def curve(pair: Pair, t: Fraction) -> Fraction:
    """f(t) = Σ (p − t·q)⁺."""
    return sum((p - t * q for p, q in pair if p > t * q), Fraction(0))


def fraction(given: Any, name: str) -> Fraction:
    """A rational number, from its text or digits."""
    # A document has most of its numbers twice.
    return _text(given, name) if type(given) in (str, bytes) else _read(given, name)


@lru_cache(maxsize=64)
def _text(given: str | bytes, name: str) -> Fraction:
    return _read(given, name)


def _read(given: Any, name: str) -> Fraction:
    exact = doc.exactly(given, num.as_value, name).as_rational()
    if exact is None:
        raise num.NumberError(f"{name} is not rational")
    return Fraction(int(exact.p), int(exact.q))
