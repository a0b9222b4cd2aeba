"""The kernel for claims about distances and guesses: re-checks a saved result from its text.

Trusted: this file, `checkers/kernel.py` (which reads the channel), `dpverify.defs.numbers` and the
standard library. As there: nothing that found the result is used, and accepted means that all of
this was checked, in exact numbers:

- the channel, its digest, and the prior, distance or neighbours that `given` repeats;
- metric-dp, P(S) ≤ e^{ε·d}·Q(S) for any two inputs at a finite distance d (0 demands equal laws);
- guessing-advantage, P[g | Y] − P[g] ≤ η within every class of the attacker's knowledge, for every
  output that can occur there; the posterior of an event lies between those of its outputs;
- `fails`: the witness violates the claim by the stated excess; `holds`: the claim, everywhere;
- `tight`: the claim holds at it, and the event of `attained_by` refutes all that is smaller.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

from dpverify.checkers.kernel import Outcome, read_channel
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need as _need

MAX_WORK: Final = 2_000_000  # comparisons of exact numbers
EPS = partial(num.as_eps, allow_infinity=True)
Limit = partial(num.Undecided, "unsupported")
Law = Mapping[str, num.Value]
Rows = Mapping[str, Law]


def replay(document: object) -> Outcome:
    """Re-check a result about a distance or a guess; the same answers as `kernel.replay`."""
    try:
        document = doc.read(document) if isinstance(document, str) else document
        return Outcome("accepted", _result(document))
    except num.Undecided as limit:
        return Outcome("not-recheckable", " ".join(limit.text.split())[:300])
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as fault:
        return Outcome("rejected", " ".join(str(fault).split())[:300])  # whatever goes wrong here


def _result(document: Any) -> str:
    schema = doc.member(document, "schema", str)
    _need(schema.startswith("dpverify.result/1."), "the schema is not dpverify.result/1.0")
    name, verdict = doc.member(document, "definition", str), document.get("verdict")
    _need(name in CLAIMS, f"the kernel does not know the definition {name[:60]!a}", Limit)
    _need(verdict in ("holds", "fails", "unknown", None), "there is no such verdict")
    evidence = {"fails": ("certificate",), "unknown": (None,)}.get(verdict, ("exact", "enclosure"))
    _need(document.get("evidence") in evidence, "evidence and verdict do not belong together")
    _need(("witness" in document) == (verdict == "fails"), "a witness belongs to 'fails', only")
    if verdict == "unknown":
        raise num.Undecided(document["reason"]["code"], f"unknown: {document['reason']['text']}")
    subject = doc.member(document, "subject", dict)
    _need(subject.get("kind") == "channel" and "channel" in subject, "no channel is carried", Limit)
    channel, digest = read_channel(subject["channel"])
    _need(subject.get("digest", digest) == digest, "the digest is not that of the channel")
    claim = CLAIMS[name](channel.rows, subject["channel"], doc.member(document, "given", dict))
    claim.decide(document, verdict)
    return f"{name} {verdict or 'measured'}: re-checked"


class _Claim:
    """One claim with its one parameter; the subclasses say what it claims."""

    key: str
    details: tuple[str, ...] = ()

    def __init__(self, rows: Rows, raw: Any, given: Any) -> None:
        self.rows, self.given = rows, given
        self.outputs = list(next(iter(rows.values())))
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

    def decide(self, said: Any, verdict: Any) -> None:
        """Check everything that the document says about the claim."""
        _need((self.key in self.given) == (verdict is not None), "given: a parameter too many")
        bound = None
        if verdict is not None:
            bound = doc.exactly(self.given[self.key], self.parse, self.key)
            _need(bound >= 0 and bound != num.INFINITY, f"{self.key} is out of range")
        counted = doc.member({"checked": {}, **said}, "checked", dict)
        for key, count in self.counts().items():
            doc.agrees(counted.get(key, count), num.Value(count), f"the number of {key}")
        if verdict == "fails":
            witness = doc.member(said, "witness", dict)
            _need("excess" in witness, "the witness has no excess")
            self.refutes(witness, bound, below=False)
        high: Any = num.INFINITY
        if "tight" in said or "attained_by" in said or verdict is None:
            _need([*doc.member(said, "tight", dict)] == [self.key], f"tight: not {self.key} alone")
            low, high = doc.stated(said["tight"][self.key], self.parse, f"tight {self.key}")
            self.check(high)
            self.refutes(doc.member(said, "attained_by", dict), low, below=True)
        if verdict == "holds" and not high <= bound:
            self.check(bound)


class _MetricDP(_Claim):
    key = "eps"

    def read(self, raw: Any) -> None:
        inputs, matrix = list(self.rows), doc.member(raw, "distance", list)
        self.apart: dict[tuple[str, str], Any] = {}
        for x, row in zip(inputs, matrix, strict=True):
            for z, cell in zip(inputs, row, strict=True):
                d = doc.exactly(cell, EPS, "a distance")
                _need(d >= 0 and (x != z or d == 0), "a distance is negative, or not 0 to itself")
                if x != z and d != num.INFINITY:
                    self.apart[x, z] = d
        _need(self.apart, "no two inputs are at a finite distance")

    def parse(self, given: Any) -> Any:
        return EPS(given)

    def counts(self) -> dict[str, int]:
        return {"pairs": len(self.apart), "outputs": len(self.outputs)}

    def odds(self, eps: Any, d: Any) -> Any:
        """e^{ε·d}; None where it is infinite."""
        if eps == num.INFINITY:
            return num.ONE if d == 0 else None
        return num.exp(eps * d)

    def check(self, bound: Any) -> None:
        if bound == num.INFINITY:  # nothing is claimed
            return
        work = len(self.apart) * len(self.outputs)
        _need(work <= MAX_WORK, f"too large: {work} comparisons for all pairs", Limit)
        known: dict[str, Any] = {}
        for (x, z), d in self.apart.items():
            text = num.number_text(d)
            odds = known[text] if text in known else known.setdefault(text, self.odds(bound, d))
            p, q = self.rows[x], self.rows[z]
            good = all(p[y] <= odds * q[y] for y in self.outputs)
            _need(good, f"the claim fails for the inputs {x[:60]!a}, {z[:60]!a}")

    def refutes(self, place: Any, bound: Any, *, below: bool) -> None:
        inputs = doc.labels(place.get("inputs"), "inputs of the event", self.rows)
        event = doc.labels(place.get("event"), "the event", self.outputs)
        _need(len(inputs) == 2 and (inputs[0], inputs[1]) in self.apart, "inputs: no finite pair")
        p, q = (num.total(self.rows[x][y] for y in event) for x in inputs)
        for said, number in zip(doc.member(place, "probabilities", list), (p, q), strict=True):
            doc.agrees(said, number, "a probability of the event")
        d = self.apart[inputs[0], inputs[1]]
        odds = self.odds(bound, d)
        excess = p if odds is None else p - odds * q
        if "excess" in place:
            doc.agrees(doc.member(place, "excess", dict), excess, "the excess")
        if below and bound == 0:  # nothing is smaller
            return
        infinite = below and odds is None
        at_bound = below and odds is not None and d > 0 and q > 0 and excess == 0
        good = (q == 0 < p) if infinite else (at_bound or excess > 0)
        _need(good, "the event does not refute what it must")


class _GuessingAdvantage(_Claim):
    key = "eta"
    details = ("goal", "knowledge")

    def read(self, raw: Any) -> None:
        inputs = list(self.rows)
        self.prior = doc.probabilities(raw.get("prior"), inputs, "prior")
        self.goal = doc.labels(self.given.get("goal"), "goal", inputs)
        _need(self.goal, "the goal is empty")
        classes = self.given.get("knowledge", [inputs])
        self.classes = [doc.labels(each, "a class of the knowledge", inputs) for each in classes]
        named = [x for each in self.classes for x in each]
        _need(len(named) == len(inputs) and {*named} == {*inputs}, "knowledge: not a partition")
        _need(all(self.classes), "knowledge: an empty class")

    def parse(self, given: Any) -> Any:
        eta = num.as_bound(given)
        _need(eta <= 1, "eta is out of range")
        return eta

    def counts(self) -> dict[str, int]:
        return {"classes": len(self.classes), "outputs": len(self.outputs)}

    def parts(self, known: list[str], event: list[str]) -> Iterator[num.Value]:
        """Without the condition: P[g], P[class], then P[g, Y], P[class, Y]."""
        inside = [x for x in known if x in self.goal]
        for some in (inside, known):
            yield num.total(self.prior[x] for x in some)
        for some in (inside, known):
            yield num.total(self.prior[x] * self.rows[x][y] for x in some for y in event)

    def check(self, bound: Any) -> None:
        work = len(self.rows) * len(self.outputs)
        _need(work <= MAX_WORK, f"too large: {work} products", Limit)
        for known in self.classes:
            for y in self.outputs:
                right, whole, hit, seen = self.parts(known, [y])
                good = hit * whole <= (right + bound * whole) * seen
                _need(good, f"the claim fails at {y[:60]!a}")

    def refutes(self, place: Any, bound: Any, *, below: bool) -> None:
        setting = doc.member(place, "setting", dict)
        event = doc.labels(place.get("event"), "the event", self.outputs)
        known = doc.labels(setting.get("known"), "known", self.rows)
        _need({*known} in [{*each} for each in self.classes], "known: no class of the knowledge")
        inside = doc.labels(setting.get("goal"), "goal", self.rows)
        _need({*inside} == {*known} & {*self.goal}, "goal: not that of the claim in this class")
        right, whole, hit, seen = self.parts(known, event)
        _need(whole > 0 and seen > 0, "the situation or the event cannot occur")
        before, after = right / whole, hit / seen
        for said, number in zip(
            doc.member(place, "probabilities", list), (before, after), strict=True
        ):
            doc.agrees(said, number, "a probability of a right guess")
        excess = after - before - bound
        if "excess" in place:
            doc.agrees(doc.member(place, "excess", dict), excess, "the excess")
        _need(excess > 0 or (below and excess == 0), "the event does not refute what it must")


CLAIMS: Final[Mapping[str, type[_Claim]]] = {
    "metric-dp": _MetricDP,
    "guessing-advantage": _GuessingAdvantage,
}
"""The definitions that are re-checked here."""
