"""The kernel for scenarios: re-checks a saved result about partial knowledge from its text.

Trusted: this file, `knowledge`, `counts`, `count_views`, `chains`, `parameters`,
`dpverify.defs.numbers` and the standard library. Checked:

- the digest of the scenario, and that the setting of a witness belongs to it;
- each term names one value b of the knowledge, with its probability given the first of the two
  values of the target, t (that is P(b) where the two are independent, as for all but chains), and
  those of its event under both values; no b stands twice; the terms violate the claim, by the
  stated excess: P(S) − e^ε·Q(S) > δ for one b (apkdp), Σ P(b | t)·(P(S) − e^ε·Q(S)) > δ (ppkdp);
  for theta-reducible,
  more outputs have the vector (P(o | t, b))_t under one b than under another;
- where Θ is an interval or a box of parameters, a setting names one point of it; that the claim
  holds at all of them is shown by `parameters`;
- `holds` and `tight`: recomputed over all settings, and what is smaller is refuted; where terms
  are omitted from an average, the whole average is recomputed in their place.

What must never change: accepted means that all of this was checked.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import permutations
from typing import Any

from dpverify.checkers.kernel import parameters
from dpverify.checkers.kernel.chain_places import PlacesView
from dpverify.checkers.kernel.chains import ChainView
from dpverify.checkers.kernel.channels import OPTIONAL, check_schema, refuse_less_promised
from dpverify.checkers.kernel.count_views import CountView, Event
from dpverify.checkers.kernel.counts import largest, summed
from dpverify.checkers.kernel.knowledge import MAX_WORK, NOTES, Limit, Scenario, Slice
from dpverify.checkers.kernel.outcome import (
    NOT_RECHECKED,
    Outcome,
    known_keys,
    present,
    shown,
)
from dpverify.checkers.kernel.queries import whole
from dpverify.checkers.kernel.results import (
    beside_a_witness,
    check_evidence,
    enclosed_only,
    opened,
    tight_in_words,
)
from dpverify.checkers.kernel.work import judged_in_budget
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.balls import ball_bounds, working_precision
from dpverify.defs.numbers.documents import need

PARAMETERS = {"apkdp": ("eps", "delta"), "ppkdp": ("eps", "delta"), "theta-reducible": ()}
EPS = partial(num.as_eps, allow_infinity=True)
PLACE = ("setting", "terms")
OMITTED = ("terms_omitted",)
TERM = ("known", "weight", "event", "probabilities")
READ: dict[str, Callable[[Any], Any]] = {"eps": EPS, "delta": num.as_bound}


def replay(document: object) -> Outcome:
    """Re-check a result whose subject is a scenario; the same answers as `door.replay`."""
    return judged_in_budget(document, _result)


def _result(document: Any) -> Outcome:
    subject, name = doc.member(document, "subject", dict), doc.member(document, "definition", str)
    verdict = opened(document, ("tight", "attained_by"))
    if "scenario" not in subject:
        raise Limit("no scenario is carried")
    known_keys(subject, "the subject", ("kind", "digest", "scenario"), ("source",))
    given = doc.member(subject, "scenario", dict)
    check_schema(given, "scenario")
    need(
        subject["digest"] == digest(given),
        "the digest is not that of the scenario: one of the two was changed",
    )
    if name not in PARAMETERS:
        raise Limit(f"the kernel does not know the definition {name[:60]!a} of scenarios")
    asked = doc.member(document, "given", dict)
    claim = _IntervalClaim(given, name, asked) if "theta" in given else \
        _Claim(Scenario(given), name, asked)  # fmt: skip
    refuse_less_promised(document, given["mechanism"].get("channel", {}))
    beyond: list[str] = []
    claim.recheck(document, verdict, beyond)
    tight = document.get("tight", {})
    by_balls = enclosed_only(*claim.values.values(), *tight.values())
    check_evidence(document, verdict, by_balls=by_balls)
    unread = [*beyond, *present(document, NOT_RECHECKED)]
    unread += [f"subject.scenario.{key}" for key in NOTES if key in given]
    mechanism = "subject.scenario.mechanism"
    unread += present(document, [f"{mechanism}.program"])
    # Of the channel of a mechanism only the laws are used: who is a neighbour is not asked.
    unread += present(document, [f"{mechanism}.channel.{key}" for key in (*OPTIONAL, "neighbours")])
    unread.append("checked")
    omitted = ("witness.terms_omitted", "attained_by.terms_omitted")
    unread += present(document, omitted)
    facts = [(key, shown(value)) for key, value in document["given"].items()]
    facts.append(("digest", subject["digest"]))
    facts += [tight_in_words(key, form) for key, form in tight.items()]
    text = f"{name} {verdict or 'measured'}: re-checked"
    return Outcome("accepted", text, tuple(unread), tuple(facts))


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
        for key in given:
            need(key in PARAMETERS[name], f"'given' has {key[:60]!a}, no parameter of {name}")
        self.values = {k: doc.exactly(given[k], READ[k], k) for k in PARAMETERS[name] if k in given}
        for key, value in self.values.items():
            need(value >= 0, f"{key} is negative")
            need(value != num.INFINITY, f"{key} is infinite: such a claim says nothing")
            need(key == "eps" or value <= 1, f"{key} is greater than 1")

    def recheck(self, result: Any, verdict: str | None, unread: list[str]) -> None:
        """Check the verdict with its witness, and the tight value.

        Args: unread takes the members that were not re-checked, see `beside_a_witness`.
        """
        missing = [key for key in PARAMETERS[self.name] if key not in self.values]
        if verdict is None:
            need(len(missing) == 1, "'given' does not leave out the one parameter measured")
        else:
            need(not missing, f"'given' has no {missing[:1]}: a claim has all its parameters")
        # How many settings a search looked at depends on which of them it took for alike: that is
        # read, and listed as not re-checked.
        known_keys(result.get("checked"), "'checked'", ("settings", "known"), ("null",))
        for key, count in result["checked"].items():
            whole(count, f"the number of {key}")
        if verdict == "fails":
            witness = doc.member(result, "witness", dict)
            by = () if self.name == "theta-reducible" else ("excess",)
            known_keys(witness, "the witness", (*PLACE, *by), OMITTED)
            self._refutes(witness, self.values)
        tight = "tight" in result or "attained_by" in result
        if self.name == "theta-reducible":
            need(not tight, "theta-reducible has no tight value")
            if verdict == "holds":
                self._is_reducible()
        elif verdict != "fails" or tight:
            check = partial(self._tight, result, (missing or ["delta"])[0])
            beside_a_witness(check, verdict, ["tight", "attained_by"], unread)

    def _tight(self, result: Any, key: str) -> None:
        """The stated tight value: the claim holds there, and what is smaller is refuted."""
        known_keys(doc.member(result, "tight", dict), "'tight'", (key,))
        low, high = doc.stated(doc.member(result["tight"], key, dict), READ[key], f"tight {key}")
        if high != num.INFINITY:  # at infinite ε nothing is claimed
            bound = high if key == "delta" else self.values["delta"]
            fault = f"the claim fails at the stated {key}"
            self._at_most(self.values.get("eps", high), bound, fault)
        # The stated end is a decimal, rounded up: what is claimed may lie between the truth and it.
        if result.get("verdict") == "holds" and not high <= self.values["delta"]:
            self._at_most(self.values["eps"], self.values["delta"], "the claim does not hold")
        place = doc.member(result, "attained_by", dict)
        known_keys(place, "'attained_by'", PLACE, OMITTED)
        # Nothing is smaller than ε = 0; and no event is needed to show that δ is at least 0.
        least = (key == "eps" and low == 0) or (low == 0 and not place["terms"])
        self._refutes(place, {**self.values, key: low}, below=key, least=least)
        if "terms_omitted" in place and not least:
            if key == "eps" and low == num.INFINITY:
                raise Limit("the terms of an infinite ε are left out")
            all_of = self._largest(low if key == "eps" else self.values["eps"])
            good = all_of >= low if key == "delta" else all_of > self.values["delta"]
            need(good, f"nothing refutes what is smaller than the stated {key}")

    def _at_most(self, eps: Any, bound: Any, fault: str) -> None:
        """Reject unless δ at ε is at most the bound in every setting."""
        need(self._largest(eps) <= bound, fault)

    def _refutes(
        self, place: Any, values: dict[str, Any], below: str = "", *, least: bool = False
    ) -> None:
        """Reject unless the terms violate the claim, or all values `below` a tight one.

        Args: least whether nothing has to be refuted: then the terms need only be true.
        """
        if "terms_omitted" in place:
            need(whole(place["terms_omitted"], "terms_omitted") > 0, "no terms are omitted")
        where = doc.member(place, "setting", dict)
        known_keys(where, "the setting", ("theta", "target", "values"))
        number, target = whole(where["theta"], "theta"), whole(where["target"], "target")
        listed = doc.member(place, "terms", list)
        if least and not listed and where["values"] == []:
            # Where there is nothing to compare, no setting attains anything.
            need(number == 0 and target == 0, "a setting without values is not the first one")
            return
        need(number < len(self.scenario.family), "the setting names no member of the family")
        slices = self._slices(number, target, [MAX_WORK])
        for term in listed:
            known_keys(term, "a term", TERM, ("interval",))
        terms = [(doc.member(term, "known", str), term) for term in listed]
        for known in doc.labels([known for known, _ in terms], "known"):
            need(known in slices, f"nobody can know {known[:60]!a} in this setting")
        if isinstance(slices, PlacesView):
            slices.check_apart([known for known, _ in terms], one=self.name == "apkdp")
        some = _values_of(slices)
        pair = doc.labels(where["values"], "values of the target", some)
        if isinstance(slices, PlacesView):
            slices = slices.given(pair[0])
        for known, term in terms:
            doc.agrees(term["weight"], slices[known].weighed(pair[0]), f"P(b) for {known[:60]!a}")
        if self.name == "theta-reducible":
            need(len(terms) == 2, f"an obstruction has two terms, not {len(terms)}")
            need(len(pair) == len(some), "an obstruction is about all values of the target")
            (first, vector), (second, other) = (
                self._class(slices[known], pair, term) for known, term in terms
            )
            need(vector == other, "the two terms have different vectors")
            need(first > second, "the terms do not obstruct a bijection")
            return
        need(len(pair) == 2, f"the setting has {len(pair)} values of the target, not two")
        one = len(terms) <= 1 if least else len(terms) == 1
        need(one or self.name == "ppkdp", "apkdp is refuted for one value of the knowledge")
        self._violates([(slices[known], term) for known, term in terms], pair, values, place,
                       below, least=least)  # fmt: skip

    def _violates(
        self, terms: Any, pair: list[str], values: dict[str, Any], place: Any, below: str,
        *, least: bool,
    ) -> None:  # fmt: skip
        infinite = values["eps"] == num.INFINITY
        odds = None if infinite else num.exp(values["eps"])
        gains, seen = [], []
        for at, term in terms:
            event = self._event(term)
            p, q = (at.mass(t, event) for t in pair)
            stated = doc.member(term, "probabilities", list)
            need(len(stated) == 2, f"a term has {len(stated)} probabilities, not two")
            for given, mass in zip(stated, (p, q), strict=True):
                doc.agrees(given, mass, "a probability of the event")
            weight = at.weighed(pair[0]) if self.name == "ppkdp" else num.ONE
            need(least or not infinite or q == 0, "an event of infinite loss has Q(S) > 0")
            gains.append(weight * (p if odds is None else at.gain(*pair, event, odds)))
            seen.append(weight * q)
        excess = summed([*gains, num.ZERO - values["delta"]])
        if "excess" in place:
            doc.agrees(doc.member(place, "excess", dict), excess, "the excess")
        if least or (below and "terms_omitted" in place):
            # Nothing is to be refuted; or the terms are true, yet too few: `_tight` asks what all
            # of them add up to.
            return
        attained = below == "delta" or (below == "eps" and not infinite and summed(seen) > 0)
        need(excess > 0 or (attained and excess == 0), "the terms do not refute what they must")

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
        need(
            len(vector) == len(pair),
            f"a term has {len(vector)} probabilities for {len(pair)} values",
        )
        need(any(p != 0 for p in vector), "all probabilities of a term are 0")
        outputs = {o for law in laws for o in law}
        same = {o for o in outputs if [law.get(o, num.ZERO) for law in laws] == vector}
        need(
            {*doc.labels(term.get("event"), "the event")} == same,
            "the event of a term is not that of all outputs with its probabilities",
        )
        return len(same), vector

    def _views(self) -> Iterator[Any]:
        """What the attacker sees, for every member of the family and every target.

        Of targets that are certain nothing is asked. Were all of them, anything would hold.
        """
        work, asked = [MAX_WORK], False
        for number in range(len(self.scenario.family)):
            for target in self.scenario.targets_of(number):
                view = self._slices(number, target, work)
                asked = asked or len(_values_of(view)) > 1
                yield view
        need(asked, "nothing is asked: no target has two values")

    def _slices(self, number: int, target: int, work: list[int]) -> Any:
        """What the attacker sees of a target; reducibility compares laws that are written out."""
        written = self.name == "theta-reducible"
        return self.scenario.slices(number, target, work, written=written)

    def _largest(self, eps: Any) -> Any:
        """max APK_b, or max PPK, at ε over all settings; at infinite ε the mass of loss ∞."""
        odds = None if eps == num.INFINITY else num.exp(eps)
        found: Any = num.ZERO
        seen: dict[Any, Any] = {}
        for view in self._views():
            if isinstance(view, CountView | ChainView):
                found = largest([found, view.largest(odds, active=self.name == "apkdp")])
                continue
            laws = {b: {t: at.law(t) for t in at.values} for b, at in view.items()}
            size = sum(len(law[0]) for each in laws.values() for law in each.values())
            need(size * 10 <= MAX_WORK, "too large: the laws of all settings", Limit)
            for t, u in permutations(next(iter(view.values())).values, 2):
                each = {b: self._delta(laws[b][t], laws[b][u], odds, seen) for b in view}
                parts = (view[b].weighed(t) * delta for b, delta in each.items())
                average = sum(parts, start=num.ZERO) if self.name == "ppkdp" else None
                for delta in each.values() if average is None else [average]:
                    found = max(found, delta)
        return found

    def _delta(self, first: Any, second: Any, odds: Any, seen: dict[Any, Any]) -> Any:
        """Σ max(0, P(o) − e^ε·Q(o)), by numerators over the denominator of P.

        It depends on the pairs of masses alone, which are often the same for another knowledge,
        moved to other outputs; `seen` holds what was computed at this ε.
        """
        (p, below_p), (q, below_q) = first, second
        masses = tuple((mass, q.get(o, 0)) for o, mass in p.items())
        if (key := (masses, below_p, below_q)) in seen:
            return seen[key]
        factor = num.ONE if below_p == below_q else below_p / below_q
        weight = None if odds is None else odds * factor
        event = [(mass, other) for mass, other in masses if _exceeds(mass, weight, other)]
        delta: Any = summed([num.Value(mass) for mass, _ in event])
        if weight is not None:
            delta = delta - weight * summed([num.Value(other) for _, other in event])
        seen[key] = delta / below_p
        return seen[key]

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
            need(len(kinds) == 1, "two values of the knowledge are not equivalent")


def _values_of(view: Any) -> tuple[str, ...]:
    """The values that a target can have."""
    seen = view if isinstance(view, CountView | ChainView) else next(iter(view.values()))
    values: tuple[str, ...] = seen.values
    return values


def _exceeds(mass: Any, odds: Any, other: Any) -> bool:
    """Whether mass > odds·other; at infinite odds whether other = 0."""
    if odds is None:
        return bool(other == 0)
    if isinstance(odds, num.Value):
        return num.exceeds(num.Value(mass), odds, num.Value(other))
    return bool(num.Value(mass) - odds * num.Value(other) > 0)


class _IntervalClaim(_Claim):
    """The same where Θ is an interval or a box of parameters: a witness names one point of it."""

    def __init__(self, given: dict[str, Any], name: str, asked: dict[str, Any]) -> None:
        need(name != "theta-reducible", "reducibility over an interval", Limit)
        other = {"joint", "chain", "family"} & given.keys()
        need(not other, "a parameter with an interval stands beside records, and no other law")
        need(given.get("injected", False) is False, "values cannot be injected over an interval")
        self.document, self.asked = given, asked
        self.parameters = parameters.parameters_of(doc.member(given, "theta", dict))
        self.laws = parameters.laws_of(given, self.parameters)
        # What is released, who is a target and what is known is the same at every value.
        super().__init__(self._there(self.parameters.corner), name, asked)
        need(self.scenario.query.noise is None, "noise over an interval", Limit)
        counted = given.get("known", {"count": 0}).get("count", b"0")
        alike = all(law == self.laws[0] for law in self.laws)
        need(alike or whole(counted, "known") == 0, "a count is known of records with several laws")

    def _there(self, point: parameters.Point) -> Scenario:
        """The scenario at one point of the box."""
        return Scenario(parameters.law_at(self.document, self.parameters, point))

    def _refutes(
        self, place: Any, values: dict[str, Any], below: str = "", *, least: bool = False
    ) -> None:
        where = doc.member(place, "setting", dict)
        there: _Claim = self
        if "at" in where or not (least and not doc.member(place, "terms", list)):
            point = self.parameters.point(where.get("at"))
            there = _Claim(self._there(point), self.name, self.asked)
        plain = {**place, "setting": {key: where[key] for key in where if key != "at"}}
        _Claim._refutes(there, plain, values, below, least=least)

    def _at_most(self, eps: Any, bound: Any, fault: str) -> None:
        need(eps != num.INFINITY, "an infinite ε over an interval", Limit)
        exact = bound.as_rational()
        if exact is None:
            with working_precision(parameters.BITS):
                exact = ball_bounds(bound.ball(parameters.BITS))[0]
        at_most = Fraction(int(exact.p), int(exact.q))
        records = doc.member(self.document, "records", list)
        sizes = [whole(group.get("count", b"1"), "a count") for group in records]
        known, query = self.scenario.known_of(0), self.scenario.query
        need(not query.weights or len(query.weights) == sum(sizes),
             f"there are {len(query.weights)} weights for {sum(sizes)} records")  # fmt: skip
        kinds, of_record = parameters.kinds_of(self.laws, sizes, known, query.weights)
        targets = self.scenario.targets_of(0)
        need(all(target < len(of_record) for target in targets), "a target is none of the records")
        asked = any(len(kinds[of_record[target]].law) > 1 for target in targets)
        need(asked, "nothing is asked: no target has two values")
        for own in {of_record[target] for target in targets}:
            need(kinds[own].free > 0, "the target is among the known records")
            claim = self.parameters, num.exp(eps), at_most
            below = parameters.bounded(query, kinds, own, claim, active=self.name == "apkdp")
            need(below, f"{fault}, for some values of the parameters")

    def _largest(self, eps: Any) -> Any:
        raise Limit(f"terms are left out over an interval, at ε = {eps}")
