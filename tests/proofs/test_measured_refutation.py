"""Refutations of claims under definitions that measure two laws: re-checked, and forged ones not.

The oracle is the response with 3/4 and 1/4, worked out by hand. Its losses are ±ln 3, so that the
bounded range is 2·ln 3 and the total variation 1/2; Σ P²/Q = 9/4 + 1/12 = 7/3, so that χ² = 4/3 and
D_2 = ln(7/3); it is ε²/2-zCDP and no less than KL = ln(3)/2 will do; both errors of the best test
are 1/4, so that μ = 2·Φ⁻¹(3/4) = 1.3489…
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpverify.checkers.kernel.door import replay
from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Number, Value, as_eps, ln, parse
from dpverify.proofs.definitions import decider
from dpverify.proofs.instances import Instance
from dpverify.proofs.parts import ANY, sizes
from dpverify.proofs.refutation import document, expressible, replayed
from dpverify.proofs.search import search
from dpverify.proofs.statement import Claim, Statement
from tests.proofs.examples import SHAPE

Change = Callable[[dict[str, Any]], object]
RESPONSE = Channel(["x0", "x1"], ["y0", "y1"], [["3/4", "1/4"], ["1/4", "3/4"]])
BOUNDS = {
    "total-variation": ("delta", "49/100", "1/2"),
    "bounded-range": ("eps", "ln(8)", "2*ln(3)"),
    "renyi-dp": ("eps", "ln(233/100)", "ln(7/3)"),
    "chi-squared-dp": ("chi_squared", "133/100", "4/3"),
    "zcdp": ("rho", "549/1000", "604/1000"),
    "gaussian-dp": ("mu", "1348/1000", "1349/1000"),
}
"""The parameter; a bound that is too small, and one that is not, unless the last digit counts."""


def instance(definition: str, bound: str, given: Number | None = None) -> Instance:
    """ln(3)-DP, which the response has, claimed to imply a bound."""
    name, _, _ = BOUNDS[definition]
    details = {"alpha": "2"} if definition == "renyi-dp" else {}
    statement = Statement(
        objects={"M": ANY},
        parameters={"eps": "loss"},
        hypotheses=(Claim("M", "pure-dp", {"eps": "eps"}),),
        conclusion=Claim("M", definition, {**details, name: bound}),
        sizes=sizes((2, 2), (2, 2)),
    )
    return Instance(statement, SHAPE, {"M": RESPONSE}, {"eps": given or ln(3)})


def refutation(definition: str) -> dict[str, Any]:
    """The document for a bound that is too small, as it is read from a file."""
    found: dict[str, Any] = json.loads(
        json.dumps(document("some.id", instance(definition, BOUNDS[definition][1])))
    )
    return found


@pytest.mark.parametrize("definition", BOUNDS)
def test_the_kernel_accepts_the_document(definition: str) -> None:
    """With the conclusion as the fact that it re-checked."""
    form = refutation(definition)
    assert replayed(form) is form
    assert ("conclusion", f"{definition} of M") in replay(form).facts


@pytest.mark.parametrize("definition", BOUNDS)
def test_a_bound_that_holds_is_not_refuted(definition: str) -> None:
    """The same place, at a bound that is large enough by the calculation above."""
    form = refutation(definition)
    name, _, enough = BOUNDS[definition]
    form["conclusion"]["given"][name] = enough
    form["conclusion"]["witness"].pop("excess")
    assert replay(form).status == "rejected"
    form["conclusion"]["witness"]["excess"] = {"exact": "1", "lower": "1", "upper": "1"}
    assert replay(form).status == "rejected"


@pytest.mark.parametrize("definition", BOUNDS)
def test_a_measured_definition_is_re_checked_as_a_hypothesis(definition: str) -> None:
    """It holds at a bound that is large enough; at the other it does not, and is refused."""
    name, small, enough = BOUNDS[definition]
    form = refutation("total-variation" if definition != "total-variation" else "zcdp")
    given = {**({"alpha": "2"} if definition == "renyi-dp" else {}), name: enough}
    form["hypotheses"] = [{"of": "M", "definition": definition, "given": given, "verdict": "holds"}]
    assert replay(form).status == "accepted"
    given[name] = small
    outcome = replay(form)
    assert outcome.status == "rejected"
    assert "the claim fails for the inputs" in outcome.text


def _witness(key: str, value: Any) -> Change:
    return lambda form: form["conclusion"]["witness"].update({key: value})


def _given(key: str, value: Any) -> Change:
    return lambda form: form["conclusion"]["given"].update({key: value})


NO_EXCESS = {"exact": "0", "lower": "0", "upper": "0"}
FORGED: dict[str, tuple[str, Change, str]] = {
    "another order": ("renyi-dp", _given("alpha", "3"), "order"),
    "an order of the witness": ("renyi-dp", _witness("order", "3"), "order"),
    "no order": ("renyi-dp", lambda form: form["conclusion"]["given"].pop("alpha"), "alpha"),
    "another divergence": ("renyi-dp", _witness("divergence", NO_EXCESS), "divergence"),
    "an order of chi-squared": ("chi-squared-dp", _witness("order", "3"), "order"),
    "another event": ("total-variation", _witness("event", ["y1"]), "probability"),
    "an event of no output": ("gaussian-dp", _witness("event", ["y7"]), "event"),
    "other probabilities": ("gaussian-dp", _witness("probabilities", ["1", "0"]), "probability"),
    "outputs the other way round": (
        "bounded-range",
        lambda form: form["conclusion"]["witness"]["outputs"].reverse(),
        "loss",
    ),
    "other losses": ("bounded-range", _witness("losses", ["9", "-9"]), "loss"),
    "another excess": ("zcdp", _witness("excess", NO_EXCESS), "excess"),
    "inputs that are none": ("zcdp", _witness("inputs", ["x0", "x7"]), "inputs"),
    "one input twice": ("zcdp", _witness("inputs", ["x0", "x0"]), "inputs|neighbours"),
    "a negative bound": ("zcdp", _given("rho", "-1"), "negative"),
    "an infinite bound": ("renyi-dp", _given("eps", "inf"), "inf"),
    "neighbours given anew": ("zcdp", _given("neighbours", "all"), "neighbours"),
    "a prior given": ("total-variation", _given("prior", ["1/2", "1/2"]), "prior"),
    "a key of a witness": ("zcdp", _witness("hearsay", "1"), "hearsay"),
    "no witness": ("zcdp", lambda form: form["conclusion"].pop("witness"), "witness"),
    "another verdict": (
        "zcdp",
        lambda form: form["conclusion"].update(verdict="holds"),
        "another verdict",
    ),
    "another channel": (
        "renyi-dp",
        lambda form: form["objects"]["M"].update(matrix=[["1/2", "1/2"], ["1/2", "1/2"]]),
        "divergence|refute",
    ),
    "a hypothesis that fails": (
        "gaussian-dp",
        lambda form: form["hypotheses"][0]["given"].update(eps="1"),
        "fails|violat|holds",
    ),
    "a tight value beside it": (
        "zcdp",
        lambda form: form["conclusion"].update(tight={"rho": NO_EXCESS}),
        "tight",
    ),
}


@pytest.mark.parametrize("what", FORGED)
def test_forged_documents_are_refused(what: str) -> None:
    """Each changed in one place of the genuine one, with a sentence that names it."""
    definition, change, text = FORGED[what]
    genuine = refutation(definition)
    assert replay(deepcopy(genuine)).status == "accepted"
    change(genuine)
    outcome = replay(genuine)
    assert outcome.status == "rejected", outcome
    assert re.search(text, outcome.text), outcome.text


def test_a_negative_bound_has_no_document() -> None:
    """No two laws keep it, and the kernel reads no such claim."""
    assert expressible(instance("zcdp", "nats(eps)/9"))
    assert not expressible(instance("zcdp", "nats(eps)-2"))
    assert parse("ln(3)") < 2


@pytest.mark.parametrize("definition", BOUNDS)
def test_no_two_laws_keep_a_negative_bound(definition: str) -> None:
    """Not the same law twice either, whose divergences are 0."""
    name, _, _ = BOUNDS[definition]
    details = {"alpha": Value(2)} if definition == "renyi-dp" else {}
    bounds: tuple[Number, Number] = (Value(0), Value(-1))
    if name == "eps":
        bounds = (as_eps(0), ln(parse("1/2")))
    zero, negative = bounds
    for law in ([Value(1)], [Value(Fraction(1, 3)), Value(Fraction(2, 3))]):
        assert decider(definition, "outputs", {**details, name: zero})(law, law)
        assert not decider(definition, "outputs", {**details, name: negative})(law, law)


def test_what_assumes_a_negative_bound_is_not_refuted() -> None:
    """Nothing meets it; and a conclusion with one fails where it is met at all."""
    negative = Claim("M", "zcdp", {"rho": "delta-2"})
    assumed = Statement(
        objects={"M": ANY},
        parameters={"delta": "value"},
        hypotheses=(negative,),
        conclusion=Claim("M", "total-variation-at-least", {"bound": "1/2"}),
        sizes=sizes((2, 2), (2, 2)),
    )
    looked = search(assumed, instances=50)
    assert looked.found is None
    assert not looked.met_hypotheses
    same = (Claim("M", "pure-dp", {"eps": "0"}),)
    concluded = replace(assumed, hypotheses=same, conclusion=negative)
    assert search(concluded, instances=50).found is not None
