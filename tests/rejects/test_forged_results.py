"""The must-reject suite of the kernel, scored beside dummies that show what the score means."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from dpverify.checkers.kernel.door import Outcome, replay
from tests.rejects.documents import Document, refutation, results
from tests.rejects.forgeries import changed, forged_refutations, forgeries
from tests.rejects.truth import still_true

Kernel = Callable[[object], Outcome]
GENUINE = results()
FORGED = {
    name: {what: forged for what, forged in forgeries(genuine) if not still_true(what, forged)}
    for name, genuine in GENUINE.items()
}
FORGED_REFUTATIONS = forged_refutations(refutation())


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


@pytest.mark.long
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
