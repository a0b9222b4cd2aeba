"""No failure leaves without the kernel's word."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dpverify.checkers import confirm, decide
from dpverify.checkers.confirm import confirmed
from dpverify.checkers.decide import check
from dpverify.checkers.exact import decide_channel
from dpverify.checkers.kernel import Outcome
from dpverify.checkers.subjects import Subject
from dpverify.checkers.verdict import Fails, Unknown, Witness
from dpverify.defs.channel import Channel
from dpverify.defs.errors import InternalError, Undecided
from dpverify.defs.notions import NOTIONS, PureDP
from dpverify.defs.numbers import Value

PATH = Channel(
    ["a", "b", "c"],
    ["x", "y"],
    [["1/2", "1/2"], ["1/3", "2/3"], ["1/10", "9/10"]],
    [["a", "b"], ["b", "c"]],
)


def failure(name: str = "pure-dp") -> Fails:
    """A true failure."""
    given = dict.fromkeys(NOTIONS[name].parameters, "1/100")
    verdict = check(PATH, NOTIONS[name].from_text(given))
    assert isinstance(verdict, Fails)
    return verdict


@pytest.mark.parametrize("name", NOTIONS)
@pytest.mark.parametrize("small", [0, confirm.SMALL])
def test_a_true_failure_is_confirmed(
    name: str, small: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whole, and by the two inputs of its witness alone."""
    monkeypatch.setattr(confirm, "SMALL", small)
    assert confirmed(failure(name)) == failure(name)


@pytest.mark.parametrize("small", [0, confirm.SMALL])
def test_a_wrong_witness_is_an_internal_error(small: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The finder errs: nothing is returned."""
    monkeypatch.setattr(confirm, "SMALL", small)
    true = failure()
    assert isinstance(true.witness, Witness)
    for witness in (
        replace(true.witness, event=("x", "y")),
        replace(true.witness, probabilities=(Value(1), Value(0))),
        replace(true.witness, excess=Value(1)),
        replace(true.witness, inputs=("a", "c")),
    ):
        with pytest.raises(InternalError):
            confirmed(replace(true, witness=witness))


def test_a_wrong_tight_value_is_an_internal_error() -> None:
    """A small result is replayed whole."""
    with pytest.raises(InternalError):
        confirmed(replace(failure(), tight={"eps": Value(3)}))


def test_a_kernel_that_rejects_stops_the_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check raises; it does not answer."""
    monkeypatch.setattr(confirm, "replay", lambda _: Outcome("rejected", "no"))
    with pytest.raises(InternalError, match="rejects"):
        check(PATH, PureDP(eps="1/100"))
    assert decide.check(PATH, PureDP(eps="5")).holds


def test_a_kernel_that_cannot_tell_makes_it_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """An open question, with its reason."""
    monkeypatch.setattr(confirm, "replay", lambda _: Outcome("not-recheckable", "too fine"))
    with pytest.raises(Undecided):
        confirmed_now()
    assert check(PATH, PureDP(eps="1/100")).unknown


def confirmed_now() -> Fails:
    """A failure that was found before the kernel lost its word."""
    found = decide._decided(
        Subject(PATH),
        PureDP(eps="1/100"),
        decide_channel(PATH, PureDP(eps="1/100")),
    )
    assert isinstance(found, Fails)
    return confirmed(found)


def test_a_number_that_no_document_can_hold_leaves_it_unknown() -> None:
    """An entry of 12,000 characters: the claim is refuted, but not re-checkably so."""
    long = Value(10**6000 // 3) / 10**6000
    channel = Channel(["a", "b"], ["x", "y"], [[long, 1 - long], ["0", "1"]])
    verdict = check(channel, PureDP(eps="1"))
    assert isinstance(verdict, Unknown)
    assert verdict.reason.code == "bits"
    elsewhere = Channel(
        ["a", "b", "c"], ["x", "y"], [["1/2", "1/2"], ["1/9", "8/9"], [long, 1 - long]]
    )
    assert check(elsewhere, PureDP(eps="1/10")).fails  # two other inputs refute it


def test_what_is_too_large_whole_is_replayed_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second word counts."""
    answers = iter([Outcome("not-recheckable", "too large"), Outcome("accepted", "fine")])
    monkeypatch.setattr(confirm, "replay", lambda _: next(answers))
    assert check(PATH, PureDP(eps="1/100")).fails
