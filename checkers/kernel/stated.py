"""What the kernels of single definitions share: reading a saved result, and what is to be checked.

Trusted: this file, `results`, `channels`, `outcome` and `work` beside it, `dpverify.defs.numbers`
and the standard library. As in `finite.py`: nothing that found the result is used, and
accepted means that all of this was checked, in exact numbers or balls:

- the channel, its digest, and the prior, distance or neighbours that `given` repeats;
- `fails`: the witness violates the claim by the stated excess; `holds`: the claim, everywhere;
- `tight`: the claim holds at it, and the place of `attained_by` refutes all that is smaller.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from dpverify.checkers.kernel.channels import Channel
from dpverify.checkers.kernel.outcome import Outcome, known_keys
from dpverify.checkers.kernel.results import (
    beside_a_witness,
    carried,
    channel_of,
    check_counts,
    check_evidence,
    enclosed_only,
    facts_of,
    opened,
    repeats_the_channel,
    tight_in_words,
    unread_of,
    without_the_whole,
)
from dpverify.checkers.kernel.work import judged_in_budget, spend
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need

EPS = partial(num.as_eps, allow_infinity=True)
Limit = partial(num.Undecided, "unsupported")
Law = Mapping[str, num.Value]
Rows = Mapping[str, Law]


def replayed(document: object, claims: Mapping[str, type[Claim]]) -> Outcome:
    """Re-check a result of one of some definitions; the same answers as `door.replay`."""
    return judged_in_budget(document, partial(_result, claims=claims))


def _result(document: Any, claims: Mapping[str, type[Claim]]) -> Outcome:
    unread: list[str] = []
    name = doc.member(document, "definition", str)
    if name not in claims:
        raise Limit(f"the kernel does not know the definition {name[:60]!a}")
    if issubclass(claims[name], PairClaim):
        document = without_the_whole(document, unread)
    elif "excerpt" in doc.member(document, "subject", dict):
        raise Limit(f"{name} is about the whole channel, of which an excerpt is carried")
    verdict = opened(document, claims[name].states)
    channel = channel_of(document)
    given = doc.member(document, "given", dict)
    claim = claims[name](channel, carried(document), given)
    claim.decide(document, verdict, unread)
    tight = document.get("tight", {})
    by_balls = claim.by_balls or enclosed_only(claim.bound, *tight.values())
    check_evidence(document, verdict, by_balls=by_balls)
    facts = facts_of(given, (claim.key, *claim.details), channel)
    facts += tuple(tight_in_words(key, form) for key, form in tight.items())
    return Outcome(
        "accepted",
        f"{name} {verdict or 'measured'}: re-checked",
        (*unread, *unread_of(document)),
        facts,
    )


class Claim:
    """One claim with its one parameter; the subclasses say what it claims."""

    key: str
    """The name of the parameter."""

    details: tuple[str, ...] = ()
    """Further members of `given`, such as the order of a divergence."""

    optional: tuple[str, ...] = ()
    """Those of the details that may be left out."""

    states: tuple[str, ...] = ("tight", "attained_by")
    """The members of a result that state something, and are checked here."""

    place: tuple[str, ...] = ("inputs", "event", "probabilities")
    """The keys of a place; a witness has its excess besides."""

    repeated: tuple[str, ...] = ("neighbours", "prior", "distance")
    """Members of the channel that `given` may repeat."""

    by_balls = False
    """Whether the definition is decided by enclosures, even where its numbers are exact."""

    bound: Any = None
    """The value of the parameter; None in a measurement."""

    def __init__(self, channel: Channel, raw: Any, given: Any) -> None:
        self.channel, self.given = channel, given
        self.rows: Rows = channel.rows
        self.outputs = channel.outputs
        self._known_texts: dict[str, list[str]] = {}
        own = {self.key, *self.details}
        besides = {key: value for key, value in given.items() if key not in own}
        repeats_the_channel(besides, self.repeated, raw)
        for key in self.details:
            need(key in given or key in self.optional, f"'given' has no {key!r}")
        self.read()

    def read(self) -> None:
        """Take from `given` and from the channel what this definition needs besides the rows."""

    def parse(self, given: Any) -> Any:
        """The parameter as a number."""
        raise NotImplementedError

    def check(self, bound: Any) -> None:
        """Reject unless the claim holds at this value of its parameter."""
        raise NotImplementedError

    def refutes(self, place: Any, bound: Any, *, below: bool) -> None:
        """Reject unless a place refutes this value, or `below` it all smaller ones."""
        raise NotImplementedError

    def counts(self) -> dict[str, int]:
        """What `checked` states."""
        raise NotImplementedError

    def decide(self, result: Any, verdict: str | None, unread: list[str]) -> None:
        """Check everything that the document says about the claim.

        Args: unread takes the members that were not re-checked, see `beside_a_witness`.
        """
        if verdict is None:
            need(self.key not in self.given, f"'given' has the {self.key} that is measured")
        else:
            need(self.key in self.given, f"'given' has no {self.key}")
            self.bound = doc.exactly(self.given[self.key], self.parse, self.key)
            need(self.bound >= 0, f"{self.key} is negative")
            need(self.bound != num.INFINITY, f"{self.key} is infinite")
        if verdict == "fails":
            witness = doc.member(result, "witness", dict)
            known_keys(witness, "the witness", (*self.place, "excess"))
            self.refutes(witness, self.bound, below=False)
        high: Any = num.INFINITY
        stated = verdict is None or "tight" in result or "attained_by" in result
        check_counts(result, self.counts(), expected=stated)
        if stated:
            known_keys(doc.member(result, "tight", dict), "'tight'", (self.key,))
            form = result["tight"][self.key]
            need(type(form) is dict, f"the tight {self.key} stands without its bounds")
            low, high = doc.stated(form, self.parse, f"the tight {self.key}")
            attained_by = doc.member(result, "attained_by", dict)
            known_keys(attained_by, "'attained_by'", self.place)
            self.refutes(attained_by, low, below=True)
            beside_a_witness(partial(self.check, high), verdict, ["tight"], unread)
        # A claim that holds at the tight value holds at every larger one.
        if verdict == "holds" and not high <= self.bound:
            self.check(self.bound)


def stated_as(given: Any, numbers: Sequence[Any], what: str, parse: Any = num.as_bound) -> None:
    """Reject unless a list of a document states these numbers, in order."""
    need(type(given) is list, f"{what}: they do not stand in a list")
    need(len(given) == len(numbers), f"{what}: there are {len(given)}, not {len(numbers)}")
    for stated, number in zip(given, numbers, strict=True):
        doc.agrees(stated, number, what, parse)


def added(terms: list[Any]) -> Any:
    """A sum of numbers of any kind, halved again and again: numbers known by balls are trees."""
    if len(terms) < 2:
        return terms[0] if terms else num.ZERO
    half = len(terms) // 2
    return added(terms[:half]) + added(terms[half:])


class PairClaim(Claim):
    """A claim about every ordered pair of neighbours that is no matter of one event's weight."""

    most: int = 2_000_000

    def parse(self, given: Any) -> Any:
        """A loss."""
        return EPS(given)

    def counts(self) -> dict[str, int]:
        """Of the relation."""
        return self.channel.counts

    def pair(self, p: Law, q: Law, bound: Any) -> bool:
        """Whether the claim holds for one ordered pair."""
        raise NotImplementedError

    def check(self, bound: Any) -> None:
        """Every pair."""
        if bound == num.INFINITY:  # nothing is claimed
            return
        # Pairs whose laws differ in the order of the outputs alone are one question.
        holds: dict[Any, bool] = {}
        for x, z in self.open_pairs(bound):
            text = (self._texts(x), self._texts(z))
            key = tuple(sorted(zip(*text, strict=True)))
            if key not in holds:
                holds[key] = self.pair(self.rows[x], self.rows[z], bound)
            need(holds[key], f"the claim fails for the inputs {x[:60]!a}, {z[:60]!a}")

    def open_pairs(self, bound: Any) -> Iterator[tuple[str, str]]:
        """The pairs that have to be looked at; here all, in a subclass those that bounds leave."""
        del bound
        work = self.channel.counts["pairs"] * len(self.outputs)
        need(work <= self.most, f"too large: {work} numbers for all pairs", Limit)
        spend("all pairs", work, self.channel.bits)
        yield from self.channel.ordered_pairs()

    def left_open(self, numbers: Iterable[tuple[int, int]]) -> Iterator[tuple[str, str]]:
        """Pairs that bounds leave open, by the numbers of their rows; each costs what it takes."""
        labels = list(self.rows)
        for i, j in numbers:
            spend("pairs that bounds leave open", len(self.outputs), self.channel.bits)
            yield labels[i], labels[j]

    def _texts(self, label: str) -> list[str]:
        if label not in self._known_texts:
            row = self.rows[label]
            texts = [num.number_text(row[y]) for y in self.outputs]
            self._known_texts[label] = texts
        return self._known_texts[label]

    def laws(self, place: Any) -> tuple[Law, Law]:
        """The laws of the two inputs of a place, which must be neighbours."""
        inputs = doc.labels(place["inputs"], "the inputs of the place", self.rows)
        need(len(inputs) == 2, f"the place has {len(inputs)} inputs, not two")
        first, second = inputs
        near = self.channel.are_neighbours(first, second)
        need(near, f"the inputs {first[:60]!a}, {second[:60]!a} of the place are not neighbours")
        return self.rows[first], self.rows[second]

    def weights(self, place: Any) -> tuple[num.Value, num.Value]:
        """P(S) and Q(S) of the event of a place, as it states them."""
        event = doc.labels(place["event"], "the event", self.outputs)
        p, q = (num.total(law[y] for y in event) for law in self.laws(place))
        stated_as(place["probabilities"], (p, q), "a probability of the event")
        return p, q

    @staticmethod
    def exceeds(place: Any, excess: Any, *, below: bool, parse: Any = EPS) -> None:
        """Reject unless the excess is positive, and as stated; `below` a tight value, not < 0."""
        if "excess" in place:
            doc.agrees(doc.member(place, "excess", dict), excess, "the excess", parse)
        need(excess > 0 or (below and excess == 0), "the place does not refute what it must")
