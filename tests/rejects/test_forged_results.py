"""The must-reject suite of the kernel, scored beside dummies that show what the score means."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from dpverify.checkers.kernel.door import Outcome, replay
from tests.rejects.documents import Document, refutation, results
from tests.rejects.forgeries import changed, forgeries, without
from tests.rejects.truth import still_true

Kernel = Callable[[object], Outcome]
GENUINE = results()
FORGED = {
    name: {what: forged for what, forged in forgeries(genuine) if not still_true(what, forged)}
    for name, genuine in GENUINE.items()
}


def forged_refutations() -> dict[str, Document]:
    """A refutation with one thing changed."""
    genuine = refutation()
    objects, conclusion, hypothesis = ("objects",), ("conclusion",), ("hypotheses", 0)
    return {
        "composition: other object": changed(
            genuine, *objects, "N", to={"post_process": ["M", "M"]}
        ),
        "composition: unknown": changed(genuine, *objects, "N", to={"chain": ["M", "f"]}),
        "composition: missing object": changed(
            genuine, *objects, "N", to={"post_process": ["M", "g"]}
        ),
        "composition: of itself": changed(genuine, *objects, "N", to={"post_process": ["N", "f"]}),
        "composition: two at once": changed(genuine, *objects, "N", "product", to=["M", "M"]),
        "composition: a text": changed(genuine, *objects, "N", to="M"),
        "map: not what merges": changed(
            genuine, *objects, "f", "matrix", 3, to=["0", "1", "0"]
        ),
        "channel: mass moved": changed(
            genuine, *objects, "M", "matrix", 0, to=["1/50", "1/200", "19/40", "1/8", "3/8"]
        ),
        "hypothesis: too strong": changed(genuine, *hypothesis, "given", "risk", to="1/41"),
        "hypothesis: fails": changed(genuine, *hypothesis, "verdict", to="fails"),
        "hypothesis: of the result": changed(genuine, *hypothesis, "of", to="N"),
        "hypothesis: no verdict": without_in(genuine, "hypotheses", "verdict"),
        "hypothesis: no object": changed(genuine, *hypothesis, "of", to="Q"),
        "hypotheses: left out": without(genuine, "hypotheses"),
        "hypotheses: a text": changed(genuine, "hypotheses", to=""),
        "conclusion: holds": changed(genuine, *conclusion, "verdict", to="holds"),
        "conclusion: what holds": changed(genuine, "conclusion", to=genuine["hypotheses"][0]),
        "conclusion: of the channel": changed(genuine, *conclusion, "of", to="M"),
        "conclusion: of the map": changed(genuine, *conclusion, "of", to="f"),
        "conclusion: larger risk": changed(genuine, *conclusion, "given", "risk", to="21/40"),
        "conclusion: larger eps": changed(genuine, *conclusion, "given", "eps", to="ln(4)"),
        "conclusion: other definition": changed(genuine, *conclusion, "definition", to="pure-dp"),
        "conclusion: no witness": without(genuine, "conclusion", "witness"),
        "conclusion: left out": without(genuine, "conclusion"),
        "witness: event": changed(genuine, *conclusion, "witness", "event", to=["a", "c"]),
        "witness: probability": changed(
            genuine, *conclusion, "witness", "probabilities", 0, to="22/40"
        ),
        "witness: inputs": changed(genuine, *conclusion, "witness", "inputs", to=["x", "x"]),
        "witness: excess": changed(
            genuine, *conclusion, "witness", "excess", "exact", to="1/3"
        ),
    }  # fmt: skip


def without_in(genuine: Document, key: str, member: str) -> Document:
    """A copy whose list `key` holds its first object without one member."""
    return changed(genuine, key, 0, to=without(genuine[key][0], member))


FORGED_REFUTATIONS = forged_refutations()


@pytest.mark.parametrize("name", GENUINE)
def test_a_genuine_result_is_accepted(name: str) -> None:
    """As data and as text, whatever the order of its keys and however it is indented."""
    genuine = GENUINE[name]
    assert (replay(genuine).status, replay(genuine).unread[:1]) == ("accepted", ("run",))
    assert replay(json.dumps(genuine, sort_keys=True, indent=3)).status == "accepted"


def test_a_genuine_refutation_is_accepted() -> None:
    """As data and as text."""
    assert replay(refutation()).status == "accepted"
    assert replay(json.dumps(refutation(), sort_keys=True)).status == "accepted"


@pytest.mark.parametrize("name", GENUINE)
def test_every_forged_copy_of_a_result_is_rejected(name: str) -> None:
    """One thing is changed in each copy; the kernel rejects it in one line."""
    wrongly = {}
    for what, forged in FORGED[name].items():
        outcome = replay(forged)
        if outcome.status != "rejected" or not outcome.text or "\n" in outcome.text:
            wrongly[what] = outcome
    assert wrongly == {}


@pytest.mark.parametrize("name", FORGED_REFUTATIONS)
def test_every_forged_refutation_is_rejected(name: str) -> None:
    """One thing is changed in each copy; the kernel rejects it in one line."""
    outcome = replay(FORGED_REFUTATIONS[name])
    assert outcome.status == "rejected"
    assert outcome.text


@pytest.mark.parametrize("name", [name for name in GENUINE if "fails" in name])
def test_the_changes_that_the_issue_names_are_rejected(name: str) -> None:
    """Probability, event, input, matrix, claim, verdict, digest: each is among the forgeries."""
    kinds = {what.split(" ")[0].rstrip(":") for what in FORGED[name]}
    assert {"matrix", "given", "definition", "verdict", "digest", "witness", "inputs"} <= kinds


def test_a_holds_for_larger_parameters_is_accepted() -> None:
    """What holds, holds for larger parameters: the changed copy is true, and is re-checked as such.

    A `holds` states no number that depends on its parameters; a `fails` states its excess.
    """
    genuine = GENUINE["path: pure-dp holds"]
    assert replay(changed(genuine, "given", "eps", to="5/2")).status == "accepted"


def score(kernel: Kernel, documents: list[Document], wanted: str) -> float:
    """The share of documents on which a kernel gives the wanted answer."""
    return sum(kernel(document).status == wanted for document in documents) / len(documents)


def test_the_suite_tells_kernels_from_dummies() -> None:
    """Must-accept and must-reject together: only a kernel that looks can score 1 on both."""
    genuine = [*GENUINE.values(), refutation()]
    forged = [copy for copies in FORGED.values() for copy in copies.values()]
    forged += FORGED_REFUTATIONS.values()

    def always(status: str) -> Kernel:
        return lambda _: Outcome(status, "a dummy")  # type: ignore[arg-type]  # a test's dummy

    def scores(kernel: Kernel) -> tuple[float, float]:
        return score(kernel, genuine, "accepted"), score(kernel, forged, "rejected")

    assert scores(always("accepted")) == (1, 0)
    assert scores(always("rejected")) == (0, 1)
    assert scores(replay) == (1, 1)
    assert len(forged) > 2000
