"""What the kernels of single definitions share: reading a saved result, and what is to be checked.

Trusted: this file, `checkers/kernel.py` (which reads the channel), `dpverify.defs.numbers` and the
standard library. As there: nothing that found the result is used, and accepted means that all of
this was checked, in exact numbers or balls:

- the channel, its digest, and the prior, distance or neighbours that `given` repeats;
- `fails`: the witness violates the claim by the stated excess; `holds`: the claim, everywhere;
- `tight`: the claim holds at it, and the place of `attained_by` refutes all that is smaller.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from itertools import permutations
from typing import Any

from dpverify.checkers.kernel import Outcome, read_channel
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need as _need

EPS = partial(num.as_eps, allow_infinity=True)
Limit = partial(num.Undecided, "unsupported")
Law = Mapping[str, num.Value]
Rows = Mapping[str, Law]


def replayed(document: object, claims: Mapping[str, type[Claim]]) -> Outcome:
    """Re-check a result of one of some definitions; the same answers as `kernel.replay`."""
    try:
        document = doc.read(document) if isinstance(document, str) else document
        unread: list[str] = []
        return Outcome("accepted", _result(document, claims, unread), tuple(unread))
    except num.Undecided as limit:
        return Outcome("not-recheckable", " ".join(limit.text.split())[:300])
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as fault:
        return Outcome("rejected", " ".join(str(fault).split())[:300])  # whatever goes wrong here


def _result(document: Any, claims: Mapping[str, type[Claim]], unread: list[str]) -> str:
    schema = doc.member(document, "schema", str)
    known = re.fullmatch(r"dpverify\.result/1\.[0-9]{1,6}", schema, re.ASCII)
    _need(known, "the schema is not dpverify.result/1.0")
    name, verdict = doc.member(document, "definition", str), document.get("verdict")
    _need(name in claims, f"the kernel does not know the definition {name[:60]!a}", Limit)
    _need(verdict in ("holds", "fails", "unknown", None), "there is no such verdict")
    evidence = {"fails": ("certificate",), "unknown": (None,)}.get(verdict, ("exact", "enclosure"))
    _need(document.get("evidence") in evidence, "evidence and verdict do not belong together")
    doc.states_only(document, claims[name].states)
    if verdict == "unknown":
        raise num.Undecided(document["reason"]["code"], f"unknown: {document['reason']['text']}")
    subject = doc.member(document, "subject", dict)
    _need(subject.get("kind") == "channel" and "channel" in subject, "no channel is carried", Limit)
    channel, digest = read_channel(subject["channel"])
    _need(subject.get("digest", digest) == digest, "the digest is not that of the channel")
    given = doc.member(document, "given", dict)
    claim = claims[name](channel, subject["channel"], given)
    claim.decide(document, verdict, unread)
    return f"{name} {verdict or 'measured'}: re-checked"


class Claim:
    """One claim with its one parameter; the subclasses say what it claims."""

    key: str
    details: tuple[str, ...] = ()
    states: str = "tight attained_by"

    def __init__(self, channel: Any, raw: Any, given: Any) -> None:
        self.channel, self.given = channel, given
        self.rows: Rows = channel.rows
        self.outputs = list(next(iter(self.rows.values())))
        repeated = given.keys() - {self.key, *self.details}
        same = repeated <= {"neighbours", "prior", "distance"}
        same = same and all(given[key] == raw.get(key) for key in repeated)
        _need(same, "given: a parameter is unknown, or is not that of the channel")
        self.read(raw)

    def read(self, raw: Any) -> None:
        """Take from the channel's document what the kernel of channels leaves alone."""
        raise NotImplementedError

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

    def decide(self, said: Any, verdict: Any, unread: list[str]) -> None:
        """Check everything that the document says about the claim.

        Args: unread takes the members that were not re-checked: beside a witness that was, a tight
            value that is too much work.
        """
        _need((self.key in self.given) == (verdict is not None), "given: a parameter too many")
        bound = None
        if verdict is not None:
            bound = doc.exactly(self.given[self.key], self.parse, self.key)
            _need(bound >= 0 and bound != num.INFINITY, f"{self.key} is out of range")
        doc.counts_agree(said, self.counts())
        if verdict == "fails":
            witness = doc.member(said, "witness", dict)
            _need("excess" in witness, "the witness has no excess")
            self.refutes(witness, bound, below=False)
        high: Any = num.INFINITY
        if "tight" in said or "attained_by" in said or verdict is None:
            _need([*doc.member(said, "tight", dict)] == [self.key], f"tight: not {self.key} alone")
            low, high = doc.stated(said["tight"][self.key], self.parse, f"tight {self.key}")
            self.refutes(doc.member(said, "attained_by", dict), low, below=True)
            try:
                self.check(high)
            except num.Undecided:
                if verdict != "fails":
                    raise
                unread.append("tight")
        if verdict == "holds" and not high <= bound:
            self.check(bound)


def added(terms: list[Any]) -> Any:
    """A sum of numbers of any kind, halved again and again: numbers known by balls are trees."""
    if len(terms) < 2:
        return terms[0] if terms else num.ZERO
    half = len(terms) // 2
    return added(terms[:half]) + added(terms[half:])


class PairClaim(Claim):
    """A claim about every ordered pair of neighbours that is no matter of one event's weight."""

    most: int = 2_000_000

    def read(self, raw: Any) -> None:
        """Nothing besides the rows."""
        del raw

    def parse(self, given: Any) -> Any:
        """A loss."""
        return EPS(given)

    def counts(self) -> dict[str, int]:
        """Of the relation."""
        found: dict[str, int] = self.channel.counts
        return found

    def pair(self, p: Law, q: Law, bound: Any) -> bool:
        """Whether the claim holds for one ordered pair."""
        raise NotImplementedError

    def check(self, bound: Any) -> None:
        """Every pair."""
        if bound == num.INFINITY:  # nothing is claimed
            return
        work = self.channel.counts["pairs"] * len(self.outputs)
        _need(work <= self.most, f"too large: {work} numbers for all pairs", Limit)
        pairs = self.channel.pairs
        done: dict[Any, bool] = {}
        text = {x: [num.number_text(row[y]) for y in self.outputs] for x, row in self.rows.items()}
        for x, z in permutations(self.rows, 2) if pairs is None else sorted(pairs):
            key = tuple(sorted(zip(text[x], text[z], strict=True)))
            if key not in done:
                done[key] = self.pair(self.rows[x], self.rows[z], bound)
            _need(done[key], f"the claim fails for the inputs {x[:60]!a}, {z[:60]!a}")

    def laws(self, place: Any) -> tuple[Law, Law]:
        """The laws of the two inputs of a place, which must be neighbours."""
        inputs = doc.labels(place.get("inputs"), "inputs of the place", self.rows)
        near = self.channel.pairs is None or tuple(inputs) in self.channel.pairs
        _need(len(inputs) == 2 and near, "the inputs of the place are not neighbours")
        return self.rows[inputs[0]], self.rows[inputs[1]]

    def weights(self, place: Any) -> tuple[num.Value, num.Value]:
        """P(S) and Q(S) of the event of a place, as it states them."""
        event = doc.labels(place.get("event"), "the event", self.outputs)
        p, q = (num.total(law[y] for y in event) for law in self.laws(place))
        for said, number in zip(doc.member(place, "probabilities", list), (p, q), strict=True):
            doc.agrees(said, number, "a probability of the event")
        return p, q

    @staticmethod
    def exceeds(place: Any, excess: Any, *, below: bool, parse: Any = EPS) -> None:
        """Reject unless the excess is positive, and as stated; `below` a tight value, not < 0."""
        if "excess" in place:
            doc.agrees(doc.member(place, "excess", dict), excess, "the excess", parse)
        _need(excess > 0 or (below and excess == 0), "the place does not refute what it must")
