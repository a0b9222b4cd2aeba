"""The kernel's part for scenarios: re-checks a saved result about partial knowledge from its text.

Trusted: this file, `knowledge`, `counts`, `count_views`,
`dpverify.defs.numbers` and the standard library. Checked:

- the digest of the scenario, and that the setting of a witness belongs to it;
- each term names one value b of the knowledge, with its probability and those of its event under
  both values of the target; no b stands twice; the terms violate the claim, by the stated excess:
  P(S) − e^ε·Q(S) > δ for one b (apkdp), Σ P(b)·(P(S) − e^ε·Q(S)) > δ (ppkdp); for theta-reducible,
  more outputs have the vector (P(o | t, b))_t under one b than under another;
- `holds` and `tight`: recomputed over all settings, and what is smaller is refuted; where terms
  are omitted from an average, the whole average is recomputed in their place.

What must never change: accepted means that all of this was checked.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import permutations
from typing import Any

from dpverify.checkers.kernels.count_views import CountView, Event
from dpverify.checkers.kernels.counts import largest, summed
from dpverify.checkers.kernels.knowledge import MAX_WORK, NOTES, Limit, Scenario, Slice
from dpverify.checkers.kernels.queries import whole
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need as _need

PARAMETERS = {"apkdp": ("eps", "delta"), "ppkdp": ("eps", "delta"), "theta-reducible": ()}
EPS = partial(num.as_eps, allow_infinity=True)
READ: dict[str, Callable[[Any], Any]] = {"eps": EPS, "delta": num.as_bound}


def scenario_result(document: Any, unread: list[str]) -> str:
    """Re-check a result whose subject is a scenario; returns the line that says what was checked.

    Raises: NumberError and the like for what is wrong, Undecided for what is too large.
    """
    subject, name = document["subject"], document.get("definition")
    _need("scenario" in subject, "no scenario is carried", Limit)
    given = doc.member(subject, "scenario", dict)
    schema = doc.member(given, "schema", str)
    known = re.fullmatch(r"dpverify\.scenario/1\.[0-9]{1,6}", schema, re.ASCII)
    _need(known, "the schema is not dpverify.scenario/1.0")
    _need(subject.get("digest", digest(given)) == digest(given), "the digest is another one")
    _need(type(name) is str and name in PARAMETERS, f"no definition {str(name)[:60]!a}", Limit)
    claim = _Claim(Scenario(given), name, doc.member(document, "given", dict))
    return claim.recheck(document, unread)


def digest(given: dict[str, Any]) -> str:
    """The sha256 of a scenario of a document, without its title and notes."""

    def plain(part: Any) -> Any:
        if isinstance(part, dict):
            return {key: plain(value) for key, value in part.items()}
        if isinstance(part, list):
            return [plain(value) for value in part]
        return int(part) if isinstance(part, bytes) else part

    form = plain({key: value for key, value in given.items() if key not in NOTES})
    text = json.dumps(form, sort_keys=True, separators=(",", ":"))
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


class _Claim:
    """A claim about a scenario, or a measurement of one parameter."""

    def __init__(self, scenario: Scenario, name: str, given: dict[str, Any]) -> None:
        self.scenario, self.name = scenario, name
        _need(given.keys() <= {*PARAMETERS[name]}, "given: an unknown parameter")
        self.values = {k: doc.exactly(given[k], READ[k], k) for k in PARAMETERS[name] if k in given}
        for key, v in self.values.items():
            good = v >= 0 and (v <= 1 or key == "eps") and v != num.INFINITY
            _need(good, f"{key} is out of range")

    def recheck(self, said: Any, unread: list[str]) -> str:
        """Check the verdict with its witness, and the tight value.

        Args: unread takes the members that were not re-checked: beside a witness that was, a tight
            value that is too much work.
        """
        verdict = said.get("verdict")
        missing = [key for key in PARAMETERS[self.name] if key not in self.values]
        _need(len(missing) == (verdict is None), "given: a parameter too many or too few")
        if verdict == "fails":
            whole_claim = "excess" in said["witness"] or self.name == "theta-reducible"
            _need(whole_claim, "the witness has no excess")
            self._refutes(doc.member(said, "witness", dict), self.values)
        tight = "tight" in said or "attained_by" in said
        if self.name == "theta-reducible":
            _need(not tight, "theta-reducible has no tight value")
            if verdict == "holds":
                self._is_reducible()
        elif verdict != "fails" or tight:
            try:
                self._tight(said, (missing or ["delta"])[0])
            except num.Undecided:
                if verdict != "fails":
                    raise
                unread += ("tight", "attained_by")
        return f"{self.name} {verdict or 'measured'}: re-checked"

    def _tight(self, said: Any, key: str) -> None:
        """The stated tight value: the claim holds there, and what is smaller is refuted."""
        _need([*doc.member(said, "tight", dict)] == [key], f"tight: not {key} alone")
        low, high = doc.stated(doc.member(said["tight"], key, dict), READ[key], f"tight {key}")
        if high != num.INFINITY:  # at infinite ε nothing is claimed
            found = self._largest(self.values.get("eps", high))
            bound = high if key == "delta" else self.values["delta"]
            _need(found <= bound, f"the claim fails at the stated {key}")
        if said.get("verdict") == "holds":
            _need(high <= self.values["delta"], "the claim does not hold")
        place = doc.member(said, "attained_by", dict)
        if not (key == "eps" and low == 0) and place.get("terms"):
            self._refutes(place, {**self.values, key: low}, below=key)
        elif low != 0:
            _need(False, "nothing refutes what is smaller")
        if place.get("terms_omitted"):
            _need(key == "delta" or low != num.INFINITY, "the terms of an infinite ε", Limit)
            all_of = self._largest(low if key == "eps" else self.values["eps"])
            good = all_of >= low if key == "delta" else all_of > self.values["delta"]
            _need(good, "what is smaller is not refuted")

    def _refutes(self, place: Any, values: dict[str, Any], below: str = "") -> None:
        """Reject unless the terms violate the claim, or all values `below` a tight one."""
        where = doc.member(place, "setting", dict)
        number, target = whole(where.get("theta"), "theta"), whole(where.get("target"), "target")
        _need(number < len(self.scenario.family), "the setting names no member of the family")
        slices = self._slices(number, target, [MAX_WORK])
        terms = [
            (doc.member(term, "known", str), term) for term in doc.member(place, "terms", list)
        ]
        for known in doc.labels([known for known, _ in terms], "known"):
            _need(known in slices, f"known: there is no {known[:60]!a}")
        some = slices.values if isinstance(slices, CountView) else \
            next(iter(slices.values())).values  # fmt: skip
        pair = doc.labels(where.get("values"), "values of the target", some)
        for known, term in terms:
            doc.agrees(term.get("weight"), slices[known].weight, f"P(b) for {known[:60]!a}")
        if self.name == "theta-reducible":
            _need(len(pair) == len(some) and len(terms) == 2, "not two terms over all values")
            (first, vector), (second, other) = (
                self._class(slices[known], pair, term) for known, term in terms
            )
            same = vector == other and "excess" not in place
            _need(same and first > second, "the terms do not obstruct a bijection")
            return
        _need(len(pair) == 2, "the setting has not two values")
        _need(len(terms) == 1 or self.name == "ppkdp", "apkdp is refuted for one b")
        self._violates([(slices[known], term) for known, term in terms], pair, values, place, below)

    def _violates(
        self, terms: Any, pair: list[str], values: dict[str, Any], place: Any, below: str
    ) -> None:
        infinite = values["eps"] == num.INFINITY
        odds = None if infinite else num.exp(values["eps"])
        gains, seen = [], []
        for at, term in terms:
            event = self._event(term)
            p, q = (at.mass(t, event) for t in pair)
            for said, mass in zip(doc.member(term, "probabilities", list), (p, q), strict=True):
                doc.agrees(said, mass, "a probability of the event")
            weight = at.weight if self.name == "ppkdp" else num.ONE
            _need(not infinite or q == 0, "an event of infinite loss has Q(S) > 0")
            gains.append(weight * (p if odds is None else at.gain(*pair, event, odds)))
            seen.append(weight * q)
        excess = summed([*gains, num.ZERO - values["delta"]])
        if "excess" in place:
            doc.agrees(doc.member(place, "excess", dict), excess, "the excess")
        if below and place.get("terms_omitted"):
            return  # the terms are true, yet too few: `_tight` asks what all of them add up to
        attained = below == "delta" or (below == "eps" and not infinite and summed(seen) > 0)
        _need(excess > 0 or (attained and excess == 0), "the terms do not refute what they must")

    def _event(self, term: Any) -> Event:
        """The outputs of an event; an interval of counts is written by its ends."""
        event, ends = doc.labels(doc.member(term, "event", list), "the event"), None
        if "interval" in term:
            low, high = (int(whole(end, "an interval")) for end in doc.labels(
                term["interval"], "an interval"))  # fmt: skip
            ends = low, high
        return Event(event, ends)

    def _class(self, at: Slice, pair: list[str], term: Any) -> tuple[int, list[num.Value]]:
        """How many outputs have the stated vector, which must be those stated; and the vector."""
        stated = doc.member(term, "probabilities", list)
        vector = [doc.exactly(p, num.as_value, "a probability") for p in stated]
        laws = [at.law_of(t) for t in pair]
        _need(len(vector) == len(pair) and any(p != 0 for p in vector), "the vector of a term")
        outputs = {o for law in laws for o in law}
        same = {o for o in outputs if [law.get(o, num.ZERO) for law in laws] == vector}
        _need({*doc.labels(term.get("event"), "the event")} == same, "outputs of the vector")
        return len(same), vector

    def _views(self) -> Iterator[Any]:
        work = [MAX_WORK]
        for number in range(len(self.scenario.family)):
            for target in self.scenario.targets_of(number):
                yield self._slices(number, target, work)

    def _slices(self, number: int, target: int, work: list[int]) -> Any:
        """What the attacker sees of a target; reducibility compares laws that are written out."""
        written = self.name == "theta-reducible"
        return self.scenario.slices(number, target, work, written=written)

    def _largest(self, eps: Any) -> Any:
        """max APK_b, or max PPK, at ε over all settings; at infinite ε the mass of loss ∞."""
        odds = None if eps == num.INFINITY else num.exp(eps)
        found: Any = num.ZERO
        for view in self._views():
            if isinstance(view, CountView):
                found = largest([found, view.largest(odds, active=self.name == "apkdp")])
                continue
            laws = {b: {t: at.law(t) for t in at.values} for b, at in view.items()}
            size = sum(len(law[0]) for each in laws.values() for law in each.values())
            _need(size * 10 <= MAX_WORK, "too large: the laws of all settings", Limit)
            for t, u in permutations(next(iter(view.values())).values, 2):
                each = {b: self._delta(laws[b][t], laws[b][u], odds) for b in view}
                parts = (view[b].weight * delta for b, delta in each.items())
                average = sum(parts, start=num.ZERO) if self.name == "ppkdp" else None
                for delta in each.values() if average is None else [average]:
                    found = max(found, delta)
        return found

    def _delta(self, first: Any, second: Any, odds: Any) -> Any:
        """Σ max(0, P(o) − e^ε·Q(o)), by numerators over the denominator of P."""
        (p, below_p), (q, below_q) = first, second
        factor = num.ONE if below_p == below_q else below_p / below_q
        found: Any = num.ZERO
        for o, mass in p.items():
            other = factor * q.get(o, 0)
            gain = (mass if other == 0 else num.ZERO) if odds is None else mass - odds * other
            found = found + gain if gain > 0 else found
        return found / below_p

    def _is_reducible(self) -> None:
        for view in self._views():
            kinds = set()
            for at in view.values():
                laws = [at.law_of(t) for t in at.values]
                vectors = [tuple(law.get(o, num.ZERO) for law in laws)
                           for o in {o for law in laws for o in law}]  # fmt: skip
                some: dict[Any, int] = {}
                for vector in vectors:
                    if any(p != 0 for p in vector):
                        some[vector] = some.get(vector, 0) + 1
                kinds.add(frozenset(some.items()))
            _need(len(kinds) == 1, "two values of the knowledge are not equivalent")
