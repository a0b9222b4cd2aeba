"""A refuting instance becomes a document that the kernel accepts, and no other becomes one."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from dpverify.checkers.kernel.door import replay
from dpverify.defs.channel import Channel
from dpverify.defs.errors import DomainError, InternalError
from dpverify.defs.numbers import Value, ln
from dpverify.proofs.entry import Entry
from dpverify.proofs.examine import Options, examine
from dpverify.proofs.instances import Instance
from dpverify.proofs.labels import Size
from dpverify.proofs.refutation import document, expressible, replayed
from dpverify.proofs.registry import entry
from dpverify.proofs.statement import AnyChannel, Claim, Statement
from tests.proofs.examples import SHAPE, post_processing

NAME = "dp.approx-as-probabilistic"


def published() -> Instance:
    """P = (.55, .45), Q = (.45, .55), ε = 0, δ = .1: P[L > 0] = .55."""
    channel = Channel(["0", "1"], ["a", "b"], [["0.55", "0.45"], ["0.45", "0.55"]])
    parameters = {"eps": ln(1), "delta": Value(Fraction(1, 10))}
    shape = {"inputs": 2, "outputs": 2}
    return Instance(entry(NAME).statement, shape, {"M": channel}, parameters)


@pytest.fixture
def refutation() -> dict[str, Any]:
    """The document for the published counterexample."""
    return document(NAME, published())


def test_the_document_says_what_was_found(refutation: dict[str, Any]) -> None:
    """Hypothesis, conclusion and witness, as worked out by hand."""
    given = {"eps": "0", "delta": "1/10"}
    assert refutation["hypotheses"] == [
        {"of": "M", "definition": "approx-dp", "given": given, "verdict": "holds"}
    ]
    conclusion = refutation["conclusion"]
    assert (conclusion["definition"], conclusion["verdict"]) == ("probabilistic-dp", "fails")
    witness = conclusion["witness"]
    assert witness["inputs"] == ["0", "1"]
    assert witness["event"] == ["a"]
    assert witness["probabilities"] == ["11/20", "9/20"]
    assert witness["excess"]["exact"] == "9/20"


def test_the_kernel_accepts_it(refutation: dict[str, Any]) -> None:
    """Also after a round trip through text."""
    assert replayed(refutation) is refutation
    assert replay(json.loads(json.dumps(refutation))).status == "accepted"


@pytest.mark.parametrize(
    "change",
    [
        lambda d: d["conclusion"]["given"].update(delta="11/20"),
        lambda d: d["hypotheses"][0]["given"].update(delta="9/100"),
        lambda d: d["conclusion"]["witness"].update(event=["b"]),
        lambda d: d["conclusion"]["witness"].update(probabilities=["1/2", "9/20"]),
        lambda d: d["objects"]["M"]["matrix"][0].reverse(),
    ],
)
def test_a_changed_document_is_an_internal_error(refutation: dict[str, Any], change: Any) -> None:
    """What the kernel rejects is never passed on."""
    change(refutation)
    with pytest.raises(InternalError, match=NAME):
        replayed(refutation)


def test_compositions_are_named_not_copied() -> None:
    """The derived channel stands as a composition, for the kernel to recompute."""
    statement = post_processing(hypothesis="2*eps")
    response = Channel(["x0", "x1"], ["y0", "y1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    same = Channel(["y0", "y1"], ["z0", "z1"], [[1, 0], [0, 1]])
    instance = Instance(statement, SHAPE, {"M": response, "f": same}, {"eps": ln(2)})
    made = document("some.id", instance)
    assert made["objects"]["N"] == {"post_process": ["M", "f"]}
    assert made["hypotheses"][0]["given"] == {"eps": "2*ln(2)"}
    assert replayed(made)


def test_forms_are_not_expressible() -> None:
    """The kernel knows one form of each claim, so equivalences stay exact evidence."""
    statement = entry("dp.two-forms.pure").statement
    assert not expressible(Instance(statement, {}, {}, {}))
    assert expressible(published())


@pytest.mark.parametrize(
    ("assumed", "claimed"),
    [
        ({"eps": "ln(1/2)", "delta": "delta"}, {"eps": "0", "delta": "1/2"}),
        ({"eps": "0", "delta": "delta"}, {"eps": "ln(1/2)", "delta": "delta"}),
        ({"eps": "0", "delta": "delta"}, {"eps": "0", "delta": "delta-2"}),
    ],
)
def test_a_negative_bound_of_events_has_no_document(
    assumed: dict[str, str], claimed: dict[str, str]
) -> None:
    """The inequality with it may hold or fail; it is no claim, and no fault of the kernel."""
    statement = Statement(
        objects={"M": AnyChannel(Size("inputs", "x"), Size("outputs", "y"))},
        parameters={"delta": "value"},
        hypotheses=(Claim("M", "approx-dp", assumed),),
        conclusion=Claim("M", "approx-dp", claimed),
        sizes={"inputs": (2, 2), "outputs": (2, 2)},
    )
    with pytest.raises(DomainError, match=r"is negative|is no probability"):
        examine(Entry("t", "t", statement, "t", "refuted", instances=200), [], Options())
