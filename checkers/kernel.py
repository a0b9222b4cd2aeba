"""The kernel: re-checks a saved result or refutation from its text, trusting no other checker.

Trusted: this file, `kernels/scenarios.py`, `dpverify.defs.numbers`, the standard library. Checked:

- the channel: known keys, distinct labels, entries ≥ 0, rows of sum 1, at least one pair of
  neighbours; its digest; the counts in `checked`; neighbours and prior where `given` has them;
- `fails`: the witness is a pair of neighbours and an event with the stated probabilities, it
  violates the claim, and by the stated excess; `holds`: the claim, for every pair it ranges over;
- `tight`: the claim holds at it, and the event of `attained_by` refutes all that is smaller (of
  bounds without exact number: at the upper, below the lower); bounds enclose their number;
- nothing else is stated, such as a bound, a certificate or inputs beyond those of the channel;
- a refutation: objects are recomputed, hypotheses hold, the conclusion fails; not whose they are.
For laws P, Q of an ordered pair and E = e^ε. Pure, local DP: P(S) ≤ E·Q(S); (ε,δ): ≤ E·Q(S) + δ.
Probabilistic DP: P(P > E·Q) ≤ δ. Privacy at risk: P(P > E·Q or Q > E·P) ≤ risk. What must never
change: accepted means that all of this was checked; whatever is malformed is rejected, in one line.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import permutations
from operator import ge, gt
from typing import Any, Literal

from dpverify.checkers.kernels.scenarios import scenario_result
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need as _need

MAX_WORK = 10_000_000  # comparisons of rationals, a microsecond or a few each
PURE = {"pure-dp": ("eps",), "local-dp": ("eps",)}
RISKS = {"probabilistic-dp": ("eps", "delta"), "privacy-at-risk": ("eps", "risk")}
NAMES = PURE | RISKS | {"approx-dp": ("eps", "delta")}
EPS = partial(num.as_eps, allow_infinity=True)
READ: dict[str, Callable[[Any], Any]] = {"eps": EPS, "delta": num.as_bound, "risk": num.as_bound}
KEYS = "schema inputs outputs matrix neighbours directed distance prior title source notes"
Law = dict[str, num.Value]
Rows = dict[str, Law]
Limit = partial(num.Undecided, "unsupported")
Comparisons = Mapping[str, Callable[[Any, Rows, frozenset[Any] | None], str]]


@dataclass(frozen=True)
class Outcome:
    """What became of a document; `text` is one line: what was re-checked, or what is wrong."""

    status: Literal["accepted", "rejected", "not-recheckable"]
    text: str
    unread: tuple[str, ...] = ()  # members of the document that were not re-checked


def replay(document: object, comparisons: Comparisons | None = None) -> Outcome:
    """Re-check a result or refutation.

    Args: document its JSON text, or what was read from it, without floats; comparisons, trusted:
        what re-checks further claims of refutations, by definition, and raises where they fail.
    Returns: accepted; rejected; or not-recheckable (unknown, too large, or of another kind).
    """
    try:
        document = doc.read(document) if isinstance(document, str) else document
        kind = _schema(document, "result|refutation")
        unread: list[str] = []
        if kind == "refutation":
            return Outcome("accepted", _refutation(document, comparisons or {}))
        return Outcome("accepted", _result(document, unread), tuple(unread))
    except num.Undecided as limit:
        return Outcome("not-recheckable", " ".join(limit.text.split())[:300])
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as fault:
        return Outcome("rejected", " ".join(str(fault).split())[:300])  # whatever goes wrong here


def _schema(document: Any, kinds: str) -> str:
    given = doc.member(document, "schema", str)
    match = re.fullmatch(rf"dpverify\.({kinds})/1\.[0-9]{{1,6}}", given, re.ASCII)
    _need(match, f"schema {given[:60]!a} is not dpverify.{kinds}/1.0, which is read here")
    return match[1] if match else ""


@dataclass(frozen=True)
class _Channel:
    rows: Rows  # a law per input, all over the same outputs
    pairs: frozenset[Any] | None  # ordered pairs of inputs; None: all of distinct ones

    @cached_property
    def outputs(self) -> list[str]:
        return list(next(iter(self.rows.values())))

    @cached_property
    def counts(self) -> dict[str, int]:
        pairs = len(self.rows) * (len(self.rows) - 1) if self.pairs is None else len(self.pairs)
        return {"pairs": pairs, "outputs": len(self.outputs)}


def read_channel(given: Any) -> tuple[_Channel, str]:
    """A channel of the document and its digest, in which alone a distance takes part."""
    _schema(given, "channel")
    doc.labels([k for k in given if k[:2] != "x-"], "keys of the channel", KEYS.split())
    inputs, outputs = (doc.labels(given.get(key), key) for key in ("inputs", "outputs"))
    laws = list(zip(inputs, doc.member(given, "matrix", list), strict=True))
    _need(len(laws) > 1 and outputs, "a channel needs at least two inputs and one output")
    rows = {x: doc.probabilities(law, outputs, f"row {x[:60]!a}") for x, law in laws}
    pairs = _relation(given.get("neighbours"), inputs, given.get("directed", False))
    _need(given.get("prior") is None or doc.probabilities(given["prior"], inputs, "prior"), "prior")
    form = {k: given[k] for k in ("distance", "prior") if given.get(k) is not None}
    form |= {"inputs": inputs, "outputs": outputs, "neighbours": sorted(pairs or []) or "all"}
    form["matrix"] = [[num.number_text(p) for p in row.values()] for row in rows.values()]
    text = json.dumps(form, sort_keys=True, separators=(",", ":"))
    return _Channel(rows, pairs), f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def _relation(given: Any, inputs: list[str], directed: Any) -> frozenset[Any] | None:
    _need(type(directed) is bool, "directed is neither true nor false")
    if type(given) is str and given == "all":
        return None
    pairs = [tuple(doc.labels(pair, "a pair of neighbours", inputs)) for pair in given]
    _need(type(given) is list and {*map(len, pairs)} == {2}, "neighbours: not a list of pairs")
    return frozenset(pairs if directed else pairs + [pair[::-1] for pair in pairs])


def _made(a: _Channel, first: Rows, then: Callable[..., Law], hidden: bool = True) -> _Channel:
    """Two steps on the same input, the second chosen by the outcome of the first."""
    rows: Rows = {x: {} for x in a.rows}
    for x, row in rows.items():
        work = len(rows) * sum(len(then(x, y)) for y in first[x])
        _need(work <= MAX_WORK, "too large: a composed channel", Limit)
        for y, p in first[x].items():
            for z, q in then(x, y).items():
                label = z if hidden else json.dumps([y, z], ensure_ascii=False)
                row[label] = row.get(label, num.ZERO) + p * q
    return _Channel(rows, a.pairs)


def _composed(form: Any, get: Callable[[Any], _Channel]) -> _Channel:
    """The channel that an object of a refutation stands for; labels are matched by name."""
    match form if len(form) == 1 else {}:
        case {"post_process": [m, f]}:
            a, b = get(m), get(f)
            _need(b.rows.keys() == {*a.outputs}, "post_process: the labels differ")
            return _made(a, a.rows, lambda _, y: b.rows[y])
        case {"product": [m, n]}:
            return _composed({"adaptive": [m, [n] * len(get(m).outputs)]}, get)
        case {"adaptive": [m, [*names]]}:
            a = get(m)
            many = dict(zip(a.outputs, map(get, names), strict=True))
            _need(all(b.rows.keys() == a.rows.keys() for b in many.values()), "adaptive: inputs")
            return _made(a, a.rows, lambda x, y: many[y].rows[x], False)
        case {"mixture": [w, m, n]} | {"visible_mixture": [w, m, n]}:
            a, b, v = get(m), get(n), doc.exactly(w, num.as_value, "the weight of a mixture")
            hidden, branch, coin = "mixture" in form, (a.rows, b.rows), {"0": v, "1": 1 - v}
            _need(0 <= v <= 1 and a.rows.keys() == b.rows.keys(), "mixture: weight, or inputs")
            _need(not hidden or {*a.outputs} == {*b.outputs}, "mixture: the outputs differ")
            return _made(a, dict.fromkeys(a.rows, coin), lambda x, z: branch[int(z)][x], hidden)
        case {"restrict": [m, some]}:
            a = get(m)
            kept = doc.labels(some, "restrict", a.rows)
            left = a.pairs and frozenset(pair for pair in a.pairs if {*pair} <= {*kept})
            _need(len(kept) > 1 and left != frozenset(), "restrict: no pair of neighbours is left")
            return _Channel({x: a.rows[x] for x in kept}, left)
        case {"merge_proportional": [m]}:
            a = get(m)
            columns = {y: [row[y] for row in a.rows.values()] for y in a.outputs}
            weights = {y: num.total(column) or num.ONE for y, column in columns.items()}
            rays = {y: tuple(p / weights[y] for p in column) for y, column in columns.items()}
            first = {ray: y for y, ray in reversed(rays.items())}
            return _made(a, a.rows, lambda _, y: {first[rays[y]]: num.ONE})
    return read_channel(form)[0]


@dataclass(frozen=True)
class _Claim:
    channel: _Channel
    name: str
    eps: Any
    slack: Any = num.ZERO  # δ or the risk

    @cached_property
    def odds(self) -> Any:
        return None if self.eps == num.INFINITY else num.exp(self.eps)  # e^ε

    def past(self, p: Law, q: Law, event: Iterable[str], than: Callable[..., bool]) -> list[str]:
        """The outputs whose loss (the absolute one, for the risk) is > or ≥ ε."""
        two, e = self.name == "privacy-at-risk", self.odds
        if e is None:
            return [y for y in event if q[y] == 0 or (two and p[y] == 0)]
        return [y for y in event if than(p[y], e * q[y]) or (two and than(q[y], e * p[y]))]

    def excess(self, p: Law, q: Law, event: Iterable[str]) -> Any:
        """By how much an event violates the claim."""
        weight, other = (num.total(law[y] for y in event) for law in (p, q))
        by_loss = self.odds is None or self.name in RISKS
        return (weight if by_loss else weight - self.odds * other) - self.slack

    def check(self) -> None:
        """Reject unless the claim holds for every pair; at infinite ε nothing is claimed."""
        rows, pairs, outputs = self.channel.rows, self.channel.pairs, self.channel.outputs
        _need(self.eps >= 0 and self.slack >= 0, "a parameter is negative")
        if self.odds is not None and pairs is None and self.name in PURE:
            for y in outputs:
                column = [row[y] for row in rows.values()]
                _need(max(column) <= self.odds * min(column), f"the claim fails at {y[:60]!a}")
        elif self.odds is not None:
            work = self.channel.counts["pairs"] * len(outputs)
            _need(work <= MAX_WORK, f"too large: {work} comparisons for all pairs", Limit)
            for x, z in permutations(rows, 2) if pairs is None else sorted(pairs):
                event = self.past(rows[x], rows[z], outputs, gt)
                good = not event or self.excess(rows[x], rows[z], event) <= 0
                _need(good, f"the claim fails for the inputs {x[:60]!a}, {z[:60]!a}")

    def refutes(self, place: Any, below: str = "") -> None:
        """Reject unless the event of a place refutes the claim, or all values `below` a tight one.

        Below a δ or risk it has excess 0; below an ε also, with Q(S) > 0, or it collects losses
        ≥ ε that are too likely; below ε = 0 there is nothing.
        """
        inputs = doc.labels(place.get("inputs"), "inputs of the event", self.channel.rows)
        event = doc.labels(place.get("event"), "the event", self.channel.outputs)
        near = self.channel.pairs is None or tuple(inputs) in self.channel.pairs
        _need(len(inputs) == 2 and near, "the inputs of the event are not neighbours")
        p, q = (self.channel.rows[x] for x in inputs)
        for said, law in zip(doc.member(place, "probabilities", list), (p, q), strict=True):
            doc.agrees(said, num.total(law[y] for y in event), "a probability of the event")
        excess, by_loss = self.excess(p, q, event), self.odds is None or self.name in RISKS
        if "excess" in place:
            doc.agrees(doc.member(place, "excess", dict), excess, "the excess")
        finite = not by_loss and any(q[y] > 0 for y in event)
        equal = excess == 0 and (finite if below == "eps" else below)
        losses = not by_loss or event == self.past(p, q, event, ge if below == "eps" else gt)
        least = below == "eps" and self.eps == 0
        _need(least or (losses and (equal or excess > 0)), "the event does not refute what it must")


def _statement(
    said: Any,
    channel: _Channel,
    raw: dict[str, Any],
    more: Comparisons,
    unread: list[str] | None = None,
) -> str:
    """Check a claim with its verdict, or a measurement; returns the line that says so.

    Args: unread takes the members that were not re-checked: beside a witness that was, a tight
        value that is too much work.
    """
    name, verdict, given = said.get("definition"), said.get("verdict"), said.get("given")
    _need(type(name) is str and type(given) is dict, "a claim has no definition, or no 'given'")
    if name in more and name not in NAMES:  # nobody redefines what is checked here
        return more[name](said, channel.rows, channel.pairs)
    _need(name in NAMES, f"the kernel does not know the definition {name[:60]!a}", Limit)
    values = {key: doc.exactly(given[key], READ[key], key) for key in NAMES[name] if key in given}
    missing = [key for key in NAMES[name] if key not in values]
    _need(len(missing) == (verdict is None), "given: a parameter too many or too few")
    for key, v in values.items():
        _need(v >= 0 and (v <= 1 or key == "eps") and v != num.INFINITY, f"{key} is out of range")
    rest = given.keys() - values.keys()
    same = rest <= {"neighbours", "prior"} and all(given[key] == raw.get(key) for key in rest)
    _need(same, "given: a parameter is unknown, or is not that of the channel")
    channel = _Channel(channel.rows, None if name == "local-dp" else channel.pairs)
    both = channel.pairs is None or {pair[::-1] for pair in channel.pairs} <= channel.pairs
    _need(both or name != "privacy-at-risk", f"{name} of a directed relation")
    doc.counts_agree(said, channel.counts)

    def claim(**new: Any) -> _Claim:
        return _Claim(channel, name, *((values | new)[key] for key in NAMES[name]))

    if verdict == "fails":
        claim().refutes(doc.member(said, "witness", dict))
    key, high = (missing or NAMES[name])[-1], num.INFINITY
    if "tight" in said or "attained_by" in said or verdict is None:
        _need([*doc.member(said, "tight", dict)] == [key], f"tight: not {key} alone")
        low, high = doc.stated(doc.member(said["tight"], key, dict), READ[key], f"tight {key}")
        claim(**{key: low}).refutes(doc.member(said, "attained_by", dict), below=key)
        try:
            claim(**{key: high}).check()
        except num.Undecided:
            if verdict != "fails" or unread is None:
                raise
            unread.append("tight")
    if verdict == "holds" and not high <= values[key]:
        claim().check()
    return f"{name} {verdict or 'measured'}: re-checked"


def _result(document: Any, unread: list[str]) -> str:
    subject, verdict = doc.member(document, "subject", dict), document.get("verdict")
    _need(verdict in ("holds", "fails", "unknown", None), "there is no such verdict")
    kinds = ["scenario", *(["channel"] if "channel" in subject else [])]  # the first looks itself
    _need(verdict == "unknown" or subject.get("kind") in kinds, "no channel is carried", Limit)
    evidence = {"fails": ("certificate",), "unknown": (None,)}.get(verdict, ("exact", "enclosure"))
    _need(document.get("evidence") in evidence, "evidence and verdict do not belong together")
    doc.states_only(document, "tight attained_by")
    if verdict == "unknown":
        raise num.Undecided(document["reason"]["code"], f"unknown: {document['reason']['text']}")
    if subject["kind"] == "scenario":
        return scenario_result(document, unread)
    channel, digest = read_channel(subject["channel"])
    _need(subject.get("digest", digest) == digest, "the digest is not that of the channel")
    _need(verdict != "fails" or "excess" in document["witness"], "the witness has no excess")
    return _statement(document, channel, subject["channel"], {}, unread)


def _refutation(document: Any, comparisons: Comparisons) -> str:
    @cache
    def get(name: str) -> _Channel:
        _need(type(name) is str and name in objects, "an object is named that is not there")
        return _composed(objects[name], get)

    objects = doc.member(document, "objects", dict)
    claims = [(claim, "holds") for claim in doc.member(document, "hypotheses", list)]
    for claim, verdict in [*claims, (doc.member(document, "conclusion", dict), "fails")]:
        _need(doc.member(claim, "verdict", str) == verdict, f"a claim here is to be: {verdict}")
        _statement(claim, get(doc.member(claim, "of", str)), {}, comparisons)
    return f"{len(claims)} hypotheses hold, the conclusion fails: re-checked"
