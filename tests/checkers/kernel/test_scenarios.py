"""What the kernel refuses of results about scenarios: true results, each with one change."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from dpverify.checkers.decide import check, measure
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.kernel.queries import Query
from dpverify.defs.knowledge import APKDP, PPKDP, ThetaReducible
from tests.checkers.knowledge.scenarios import scenario, voters
from tests.rejects.forgeries import signed

SMALL = voters(6, 2, "1/4", 2)
RESULTS: dict[str, Callable[[], Any]] = {
    "fails": lambda: check(SMALL, PPKDP(eps="0", delta="1/1000")),
    "active": lambda: check(SMALL, APKDP(eps="0", delta="1/1000")),
    "holds": lambda: check(SMALL, PPKDP(eps="0", delta="9/10")),
    "measured": lambda: measure(SMALL, "apkdp", delta="1/1000"),
    "equal": lambda: check(voters(4, 2, "1/3"), ThetaReducible()),
    "unequal": lambda: check(SMALL, ThetaReducible()),
}


@cache
def _saved(name: str) -> str:
    text: str = RESULTS[name]().to_json()
    return text


def saved(name: str) -> dict[str, Any]:
    """A true result as it would be saved; a copy of it."""
    document: dict[str, Any] = json.loads(_saved(name))
    return document


def change(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """Set a member of the document, named by keys and positions."""

    def apply(document: dict[str, Any]) -> None:
        *way, last = [int(key) if key.isdigit() else key for key in path.split(".")]
        holder: Any = document
        for key in way:
            holder = holder[key]
        holder[last] = value

    return apply


@pytest.mark.parametrize("name", RESULTS)
def test_the_true_results_are_accepted(name: str) -> None:
    """The controls."""
    assert replay(json.dumps(saved(name))).status == "accepted"


FORGERIES: dict[str, tuple[str, Callable[[dict[str, Any]], Any]]] = {
    "a larger claim than the terms refute": ("fails", change("given.delta", "1/2")),
    "another weight": ("fails", change("witness.terms.0.weight", "1")),
    "another probability": ("fails", change("witness.terms.0.probabilities.0", "1")),
    "a value of B that does not occur": ("fails", change("witness.terms.0.known", "7")),
    "a value of B twice": ("fails", change("witness.terms.1.known", "0")),
    "another event": ("fails", change("witness.terms.0.event", ["3"])),
    "another target value": ("fails", change("witness.setting.values", ["0", "2"])),
    "one target value twice": ("fails", change("witness.setting.values", ["0", "0"])),
    "a known record as the target": ("fails", change("witness.setting.target", 0)),
    "a target beyond the records": ("fails", change("witness.setting.target", 6)),
    "no such member of the family": ("fails", change("witness.setting.theta", 1)),
    "another excess": ("fails", change("witness.excess.exact", "1/2")),
    "a smaller tight value": (
        "fails",
        change("tight.delta", {"exact": "1/900", "lower": "0.001", "upper": "0.002"}),
    ),
    "a larger tight value": (
        "holds",
        change("tight.delta", {"exact": "4/5", "lower": "0.8", "upper": "0.8"}),
    ),
    "holds at less than the tight value": ("holds", change("given.delta", "1/1000")),
    "terms of several b against apkdp": ("fails", change("definition", "apkdp")),
    "another scenario": ("fails", change("subject.scenario.mechanism.threshold", 1)),
    "another probability of a vote": (
        "fails",
        change("subject.scenario.records.0.values", {"0": "1/2", "1": "1/2"}),
    ),
    "a law that does not sum to 1": (
        "fails",
        change("subject.scenario.records.0.values", {"0": "1/2", "1": "1/4"}),
    ),
    "more known than there are": ("fails", change("subject.scenario.known", {"count": 6})),
    "an unknown mechanism": ("fails", change("subject.scenario.mechanism.name", "median")),
    "an unknown key": ("fails", change("subject.scenario.mechanizm", {})),
    "a newer major version": ("fails", change("subject.scenario.schema", "dpverify.scenario/2.0")),
    "another digest": ("fails", change("subject.digest", "sha256:00")),
    "a parameter of another definition": ("fails", change("given.risk", "1/2")),
    "a tight ε that is too small": (
        "measured",
        change("tight.eps", {"exact": "0", "lower": "0", "upper": "0"}),
    ),
    "reducible where it is not": (
        "unequal",
        lambda d: (d.update(verdict="holds", evidence="exact"), d.pop("witness")),
    ),
    "an obstruction that is none": ("unequal", change("witness.terms", [])),
    "outputs left out of a class": ("unequal", change("witness.terms.0.event", [])),
    "an excess of an obstruction": ("unequal", change("witness.excess", {"exact": "1"})),
    "a tight value of a bijection": ("equal", lambda d: d.update(tight=saved("fails")["tight"])),
    "what attains a bijection": (
        "equal",
        lambda d: d.update(attained_by=saved("fails")["witness"]),
    ),
    "attained by nothing": (
        "fails",
        lambda d: (d.pop("tight"), d.update(attained_by={"terms": []})),
    ),
    "a bound": ("holds", change("bound", {"eps": "0"})),
    "a minor version that is none": (
        "fails",
        change("subject.scenario.schema", "dpverify.scenario/1.x"),
    ),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_rejected(name: str) -> None:
    """One line says why; nothing raises."""
    of, apply = FORGERIES[name]
    forged = saved(of)
    apply(forged)
    outcome = replay(json.dumps(forged if name == "another digest" else signed(forged)))
    assert outcome.status == "rejected", outcome
    assert "\n" not in outcome.text


def test_classes_of_two_vectors_obstruct_nothing() -> None:
    """That a vector has fewer outputs under one b is no matter of how many another one has."""
    terms = [
        {"known": "0", "weight": "4/9", "event": ["0"], "probabilities": ["2/3", "0"]},
        {"known": "1", "weight": "4/9", "event": [], "probabilities": ["1/7", "1/7"]},
    ]
    setting = {"theta": 0, "target": 3, "values": ["0", "1"]}
    forged = saved("equal") | {"verdict": "fails", "evidence": "certificate"}
    forged |= {"witness": {"setting": setting, "terms": terms}}
    assert "different vectors" in replay(json.dumps(forged)).text


def test_a_changed_scenario_does_not_fit_its_digest() -> None:
    """Even where the claim would still be true."""
    forged = saved("fails")
    forged["subject"]["scenario"]["injected"] = True
    assert "digest" in replay(json.dumps(forged)).text


def test_dependent_targets_are_refused() -> None:
    """The kernel checks the independence of target and knowledge itself."""
    rows = [
        {"data": ["0", "0"], "known": "a", "probability": "1/2"},
        {"data": ["1", "1"], "known": "a", "probability": "1/2"},
    ]
    made = scenario(joint=rows, mechanism={"name": "count"})
    document = json.loads(check(made, APKDP(eps="0", delta="0")).to_json())
    assert replay(json.dumps(document)).status == "accepted"
    document["subject"]["scenario"]["joint"][0]["known"] = "b"
    assert "independent" in replay(json.dumps(signed(document))).text


@pytest.mark.parametrize("part", ["scenario", "definition", "given", "witness"])
@pytest.mark.parametrize("value", [None, [], {}, 3, "x", True])
def test_nonsense_is_no_crash(part: str, value: Any) -> None:
    """Whatever stands in a member, the outcome is a status and a line."""
    forged = saved("fails")
    (forged["subject"] if part == "scenario" else forged)[part] = value
    assert replay(json.dumps(forged)).status in {"rejected", "not-recheckable"}


def refitted(document: dict[str, Any], weighted: bool) -> str:
    """The document with the excess of the terms that it now has, at ε = 0."""
    total = -Fraction(document["given"]["delta"])
    for term in document["witness"]["terms"]:
        p, q = (Fraction(each) for each in term["probabilities"])
        total += (p - q) * (Fraction(term["weight"]) if weighted else 1)
    document["witness"]["excess"] = {"exact": str(total), "lower": str(total), "upper": str(total)}
    for key in ("tight", "attained_by"):
        document.pop(key, None)
    return json.dumps(document)


def test_a_value_of_b_counts_once() -> None:
    """A term that stands twice would refute what is true; nor may apkdp add several b."""
    control = saved("fails")
    assert replay(refitted(control, weighted=True)).status == "accepted"
    twice = saved("fails")
    twice["witness"]["terms"] = twice["witness"]["terms"][-1:] * 1000
    assert "twice" in replay(refitted(twice, weighted=True)).text
    many = saved("fails")
    many["definition"] = "apkdp"
    assert "one value" in replay(refitted(many, weighted=False)).text


def test_a_claim_between_the_truth_and_its_decimals() -> None:
    """Of 3,000 votes δ is known by decimals of 18 digits: a claim between them may hold.

    Below both it fails; and a verdict that says that it holds there is no answer.
    """
    large = voters(3000, 150, "1/20", 3)
    stated = json.loads(measure(large, "ppkdp", eps="1/1000").to_json())["tight"]["delta"]
    assert stated["exact"] is None
    low, high = Fraction(stated["lower"]), Fraction(stated["upper"])
    first, last = (check(large, PPKDP(eps="1/1000", delta=low + (high - low) * share))
                   for share in (0, Fraction(63, 64)))  # fmt: skip
    assert first.fails
    assert last.holds
    document = json.loads(last.to_json())
    assert replay(deepcopy(document)).status == "accepted"
    document["given"]["delta"] = str(low)
    assert replay(document).status == "rejected"


@pytest.mark.parametrize("name", ["apkdp", "ppkdp"])
def test_each_known_record_counts_once(name: str) -> None:
    """Two of six votes known by their places: δ is that of two that are known by their number."""
    given = {"records": [{"count": 6, "values": {"0": "3/4", "1": "1/4"}}],
             "mechanism": {"name": "thresholded-count", "threshold": 2}}  # fmt: skip
    by_number = measure(SMALL, name, eps="1/5")
    by_place = measure(scenario(**given, known={"indices": [1, 4]}), name, eps="1/5")
    assert by_place.not_rechecked is None
    assert by_place.tight["delta"] == by_number.tight["delta"]


@pytest.mark.parametrize(("name", "parts"), [
    ("harmonic-mean", ["1/4", "2"]), ("geometric-mean", ["4", "1/2"]),
    ("arithmetic-mean", ["4", "1/2"]), ("quadratic-mean", ["16", "1/4"]),
])  # fmt: skip
def test_what_a_record_adds_to_a_mean(name: Any, parts: list[str]) -> None:
    """Of the values 4 and 1/2, by hand."""
    query = Query(name)
    assert [query.part(value, None) for value in ("4", "1/2")] == [*map(Fraction, parts)]


@pytest.mark.parametrize(
    "change_to", [{"target": []}, {"records": [{"count": 6, "values": {"0": "1", "1": "0"}}]}]
)
@pytest.mark.parametrize("name", ["holds", "equal"])
def test_a_question_about_nobody_is_refused(name: str, change_to: dict[str, Any]) -> None:
    """Of no target, or of certain ones alone, everything held: that a count is private, with δ = 0.

    Neither is a scenario that anything is asked about elsewhere.
    """
    forged = saved(name)
    forged["subject"]["scenario"] |= change_to
    if name == "holds":
        forged["given"] |= {"eps": "0", "delta": "0"}
        forged["tight"] = {"delta": {"exact": "0", "lower": "0", "upper": "0"}}
        forged["attained_by"] = {"setting": {"theta": 0, "target": 0, "values": []}, "terms": []}
    outcome = replay(json.dumps(signed(forged)))
    assert outcome.status == "rejected"
    assert "asked" in outcome.text


def test_a_question_about_certain_records_over_an_interval_is_refused() -> None:
    """So it is where a parameter has an interval, and stands in no probability of a target."""
    laws = {"0": "1-p", "1": "p"}
    made = scenario(
        theta={"parameter": "p", "interval": ["1/10", "1/2"]},
        records=[{"count": 2, "values": laws}], known={"count": 0}, mechanism={"name": "count"},
    )  # fmt: skip
    forged = json.loads(check(made, APKDP(eps=0, delta="19/20")).to_json())
    assert replay(json.dumps(forged)).status == "accepted"
    forged["subject"]["scenario"]["records"] = [{"count": 2, "values": {"0": "1", "1": "0"}}]
    forged["given"]["delta"] = "0"
    forged["tight"] = {"delta": {"exact": "0", "lower": "0", "upper": "0"}}
    forged["attained_by"] = {"setting": {"theta": 0, "target": 0, "values": []}, "terms": []}
    outcome = replay(json.dumps(signed(forged)))
    assert (outcome.status, "asked" in outcome.text) == ("rejected", True)
