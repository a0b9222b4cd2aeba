"""Results about partial knowledge for forgers: a few votes, whose databases are all written out."""

from __future__ import annotations

import hashlib
import json
from copy import deepcopy
from fractions import Fraction
from functools import partial
from itertools import permutations, product
from random import Random
from typing import Any

from dpverify.checkers.decide import check, measure
from dpverify.defs.definitions.registry import definition
from dpverify.defs.io import scenario_from_document
from tests.fuzz.documents import Document, Kind
from tests.fuzz.documents_channels import drawn_bound, drawn_eps
from tests.fuzz.oracle import Unread, fraction, odds

BOTTOM = "⊥"


def drawn_scenario(random: Random) -> Document:
    """Two to five votes of one law, some of them known, and their count, withheld if small."""
    count = random.randint(2, 5)
    chance = random.randint(1, 5)
    mechanism: dict[str, Any] = {"name": "count"}
    if random.random() < 0.6:
        mechanism = {"name": "thresholded-count", "threshold": random.randint(0, 3)}
    return {
        "schema": "dpverify.scenario/1.0",
        "records": [{"count": count, "values": {"0": f"{6 - chance}/6", "1": f"{chance}/6"}}],
        "known": {"count": random.randint(0, count - 1)},
        "mechanism": mechanism,
    }


def make(name: str, random: Random) -> Document:
    """A genuine result."""
    scenario = scenario_from_document(drawn_scenario(random))
    eps = drawn_eps(random)
    if random.random() < 0.4:
        result: Any = measure(scenario, name, eps=eps)
    else:
        result = check(scenario, definition(name, eps=eps, delta=drawn_bound(random)))
    document: Document = json.loads(result.to_json())
    document.pop("run", None)
    return document


class Votes:
    """The joint law of what is known, one unknown vote and the output, by every database."""

    def __init__(self, form: Any) -> None:
        if {*form} - {"schema", "records", "known", "mechanism", "title", "source", "notes"}:
            raise Unread
        ((group),) = form["records"]
        self.count = int(group.get("count", 1))
        law = {value: fraction(p) for value, p in group["values"].items()}
        if {*law} != {"0", "1"} or sum(law.values()) != 1 or min(law.values()) < 0:
            raise Unread
        known = form.get("known", {"count": 0})
        if {*known} != {"count"} or self.count > 7:
            raise Unread
        self.known = int(known["count"])
        name = form["mechanism"]["name"]
        if name not in ("count", "thresholded-count") or "counted" in form["mechanism"]:
            raise Unread
        cut = int(form["mechanism"]["threshold"]) if "threshold" in form["mechanism"] else None
        self.values = [value for value in ("0", "1") if law[value] > 0]
        self.laws: dict[str, dict[str, dict[str, Fraction]]] = {}  # b, then t: masses of outputs
        self.weights: dict[str, Fraction] = {}
        for votes in product("01", repeat=self.count):
            p = Fraction(1)
            for vote in votes:
                p *= law[vote]
            b, yes = str(votes[: self.known].count("1")), votes.count("1")
            output = str(yes) if cut is None or yes > cut else BOTTOM
            if p:
                of_b = self.laws.setdefault(b, {}).setdefault(votes[-1], {})
                of_b[output] = of_b.get(output, Fraction(0)) + p
                self.weights[b] = self.weights.get(b, Fraction(0)) + p
        for b, by in self.laws.items():
            for t, masses in by.items():
                whole = self.weights[b] * law[t]
                by[t] = {output: p / whole for output, p in masses.items()}

    def delta(self, name: str, e: Fraction | None) -> Fraction:
        """The smallest δ, over both orders of the target's values."""
        found = Fraction(0)
        for t, u in permutations(self.values, 2):
            gains = {b: self.gain(b, t, u, e) for b in self.laws}
            if name == "apkdp":
                found = max(found, *gains.values())
            else:
                found = max(found, sum((self.weights[b] * g for b, g in gains.items()), found * 0))
        return found

    def gain(self, b: str, t: str, u: str, e: Fraction | None) -> Fraction:
        """Σ max(0, P(o | t, b) − e^ε·P(o | u, b))."""
        p, q = self.laws[b][t], self.laws[b][u]
        if e is None:
            return sum((m for o, m in p.items() if not q.get(o)), Fraction(0))
        return sum((max(Fraction(0), m - e * q.get(o, 0)) for o, m in p.items()), Fraction(0))


def is_true(document: Document) -> bool | None:
    """Digest, verdict, tight δ, and every term of a place."""
    try:
        form = document["subject"]["scenario"]
        if document["subject"]["digest"] != digest(form):
            return False
        votes, given, name = Votes(form), document["given"], document["definition"]
        verdict = document.get("verdict")
        if "eps" not in given:
            return None
        most = votes.delta(name, odds(given["eps"]))
        if verdict is not None and (most <= fraction(given["delta"])) != (verdict == "holds"):
            return False
        if "tight" in document:
            exact = document["tight"]["delta"].get("exact")
            if exact is not None and fraction(exact) != most:
                return False
        places = [document[key] for key in ("witness", "attained_by") if key in document]
        return all(_terms_are_true(place, votes) for place in places)
    except Unread:
        return None


def _terms_are_true(place: Any, votes: Votes) -> bool:
    if not place["terms"]:
        return True
    values, target = place["setting"]["values"], int(place["setting"]["target"])
    if not votes.known <= target < votes.count:
        return False
    for term in place["terms"]:
        b = term["known"]
        if b not in votes.weights or fraction(term["weight"]) != votes.weights[b]:
            return False
        stated = [fraction(p) for p in term["probabilities"]]
        if stated != _probabilities(votes, b, values, term["event"]):
            return False
    return len({term["known"] for term in place["terms"]}) == len(place["terms"])


def _probabilities(votes: Votes, b: str, values: Any, event: Any) -> list[Fraction]:
    laws = [votes.laws[b][t] for t in values]
    return [sum((law.get(o, Fraction(0)) for o in event), Fraction(0)) for law in laws]


def digest(form: Any) -> str:
    """SHA-256 of what a scenario says, without its notes."""
    plain = {key: value for key, value in form.items() if key not in ("title", "source", "notes")}
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"))
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"


def forge(random: Random, genuine: Document, pool: list[Document]) -> Document:
    """One to three changes, with digest, terms and excess computed again."""
    document = deepcopy(genuine)
    for _ in range(random.choice((1, 1, 2, 3))):
        try:
            random.choice(CHANGES)(random, document, pool)
        except (LookupError, TypeError, ValueError, AttributeError, Unread):
            continue
    for repair in (_put_terms_right, _put_excess_right, _sign):
        if random.random() < 0.85:
            try:
                repair(document)
            except (LookupError, TypeError, ValueError, AttributeError, Unread):
                continue
    return document


def _scenario(document: Document) -> Any:
    return document["subject"]["scenario"]


def _places(document: Document) -> list[Any]:
    return [document[key] for key in ("witness", "attained_by") if key in document]


def _of_count(random: Random, document: Document, _: Any) -> None:
    _scenario(document)["records"][0]["count"] = random.randint(1, 6)


def _of_known(random: Random, document: Document, _: Any) -> None:
    _scenario(document)["known"] = {"count": random.randint(0, 4)}


def _of_threshold(random: Random, document: Document, _: Any) -> None:
    _scenario(document)["mechanism"]["threshold"] = random.randint(0, 4)


def _of_votes(random: Random, document: Document, _: Any) -> None:
    k = random.randint(0, 6)
    _scenario(document)["records"][0]["values"] = {"0": f"{6 - k}/6", "1": f"{k}/6"}


def _of_given(random: Random, document: Document, _: Any) -> None:
    key = random.choice([*document["given"]])
    document["given"][key] = drawn_eps(random) if key == "eps" else drawn_bound(random)


def _of_definition(random: Random, document: Document, _: Any) -> None:
    document["definition"] = random.choice(("apkdp", "ppkdp", "theta-reducible"))


def _of_target(random: Random, document: Document, _: Any) -> None:
    random.choice(_places(document))["setting"]["target"] = random.randint(0, 5)


def _of_values(random: Random, document: Document, _: Any) -> None:
    setting = random.choice(_places(document))["setting"]
    setting["values"] = setting["values"][::-1]


def _of_event(random: Random, document: Document, _: Any) -> None:
    term = random.choice(random.choice(_places(document))["terms"])
    term["event"] = [o for o in (BOTTOM, *"012345") if random.random() < 0.4]


def _of_terms(random: Random, document: Document, _: Any) -> None:
    place = random.choice(_places(document))
    place["terms"] = random.sample(place["terms"], random.randint(0, len(place["terms"])))


def _of_repeated_terms(random: Random, document: Document, _: Any) -> None:
    place = random.choice(_places(document))
    place["terms"].append(deepcopy(random.choice(place["terms"])))


def _of_omitted(random: Random, document: Document, _: Any) -> None:
    random.choice(_places(document))["terms_omitted"] = random.randint(0, 3)


def _of_tight(random: Random, document: Document, _: Any) -> None:
    exact = drawn_bound(random)
    text = str(fraction(exact))
    document["tight"] = {"delta": {"exact": text, "lower": text, "upper": text}}


def _flip(random: Random, document: Document, _: Any) -> None:
    if document.get("verdict") == "fails":
        document["verdict"], document["evidence"] = "holds", "exact"
        document.pop("witness")
    else:
        document["verdict"], document["evidence"] = "fails", "certificate"
        document["given"].setdefault("delta", drawn_bound(random))
        document["witness"] = deepcopy(document["attained_by"])


def _splice(random: Random, document: Document, pool: list[Document]) -> None:
    other = deepcopy(random.choice(pool))
    key = random.choice([*other])
    document[key] = other[key]


def _put_terms_right(document: Document) -> None:
    votes = Votes(_scenario(document))
    for place in _places(document):
        for term in place["terms"]:
            b = term["known"]
            term["weight"] = str(votes.weights[b])
            found = _probabilities(votes, b, place["setting"]["values"], term["event"])
            term["probabilities"] = [str(p) for p in found]


def _put_excess_right(document: Document) -> None:
    e, place = odds(document["given"]["eps"]), document["witness"]
    by = -fraction(document["given"]["delta"])
    for term in place["terms"]:
        p, q = (fraction(number) for number in term["probabilities"])
        factor = fraction(term["weight"]) if document["definition"] == "ppkdp" else 1
        by += factor * (p - (e or 0) * q)
    low, high = by - Fraction(1, 10**6), by + Fraction(1, 10**6)
    place["excess"] = {"exact": str(by), "lower": str(low), "upper": str(high)}


def _sign(document: Document) -> None:
    document["subject"]["digest"] = digest(_scenario(document))


CHANGES = (
    _of_count, _of_known, _of_threshold, _of_votes, _of_given, _of_definition, _of_target,
    _of_values, _of_event, _of_terms, _of_repeated_terms, _of_omitted, _of_tight, _flip, _splice,
)  # fmt: skip
KINDS = tuple(Kind(name, partial(make, name), forge, is_true) for name in ("apkdp", "ppkdp"))
