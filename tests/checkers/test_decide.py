"""Check and measure: answers worked out by hand, and questions that stay open."""

from __future__ import annotations

from typing import Any

import pytest

from dpverify.checkers import on_channels
from dpverify.checkers.answers.places import Witness
from dpverify.checkers.decide import check, measure
from dpverify.checkers.kernel.finite import replay
from dpverify.checkers.verdict import Fails, Unknown
from dpverify.defs.channel import Channel
from dpverify.defs.definitions import FDP, ApproxDP, LocalDP, PrivacyAtRisk, ProbabilisticDP, PureDP
from dpverify.defs.errors import ChannelError, DomainError, InputError, Undecided, UsageError
from dpverify.defs.numbers import Value, ln, parse

RR = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])


@pytest.mark.parametrize(
    ("eps", "name"), [("1.09", "fails"), ("1.1", "holds"), ("ln(3)", "holds"), ("0", "fails")]
)
def test_randomised_response_at_ln_3(eps: str, name: str) -> None:
    """The tight ε is ln 3 = 1.0986…; at equality the claim holds."""
    verdict = check(RR, PureDP(eps=eps))
    assert verdict.name == name
    assert verdict.tight == {"eps": ln(3)}
    assert verdict.checked == {"pairs": 2, "outputs": 2}


def test_the_witness_is_worth_its_excess() -> None:
    """3/4 − e^1 · 1/4."""
    verdict = check(RR, PureDP(eps=1))
    assert isinstance(verdict, Fails)
    assert verdict.witness.excess == parse("3/4-1/4*exp(1)")
    assert isinstance(verdict.witness, Witness)
    assert verdict.witness.event == ("0",)


@pytest.mark.parametrize(
    ("definition", "excess"),
    [
        (ApproxDP(eps="ln(2)", delta="1/5"), "1/20"),  # 3/4 − 2/4 − 1/5
        (ProbabilisticDP(eps="1", delta="1/2"), "1/4"),  # 3/4 − 1/2
        (PrivacyAtRisk(eps="1", risk="1/2"), "1/2"),  # 1 − 1/2
        (LocalDP(eps="ln(2)"), "1/4"),  # 3/4 − 2/4
    ],
)
def test_excess_of_the_other_definitions(definition: Any, excess: str) -> None:
    """Worked out by hand."""
    verdict = check(RR, definition)
    assert isinstance(verdict, Fails)
    assert verdict.witness.excess == parse(excess)


def test_measure_takes_the_names_of_the_command_line() -> None:
    """δ of randomised response at ε = 1/2 is 3/4 − e^(1/2)/4."""
    assert measure(RR, "approx-dp", eps="1/2").tight["delta"] == parse("3/4-1/4*exp(1/2)")
    assert measure(RR, "approx-dp", delta="1/4").tight["eps"] == ln(2)
    assert measure(RR, "approx-dp", delta=Value(1)).tight["eps"] == 0


def test_time_out_is_unknown() -> None:
    """Never holds, never fails; measure, which has no verdict, raises."""
    verdict = check(RR, PureDP(eps="1"), time_limit=0)
    assert isinstance(verdict, Unknown)
    assert verdict.reason.code == "time"
    assert verdict.evidence is None
    assert replay(verdict.to_json()).status == "not-recheckable"
    with pytest.raises(Undecided):
        measure(RR, "pure-dp", time_limit=0)


def test_an_undecided_comparison_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason comes along."""

    def stop(*_: object, **__: object) -> None:
        raise Undecided("precision", "enclosures do not separate")

    monkeypatch.setattr(on_channels, "decide_channel", stop)
    verdict = check(RR, PureDP(eps="1"))
    assert isinstance(verdict, Unknown)
    assert (verdict.reason.code, verdict.reason.text) == ("precision", "enclosures do not separate")


def test_a_parameter_known_by_balls_is_enclosure() -> None:
    """ln(1+ln 2) is beyond values and losses; its comparison is still decided."""
    assert check(RR, PureDP(eps="ln(2+ln(4))")).evidence == "enclosure"
    failure = check(RR, PureDP(eps="ln(1+ln(2))"))
    assert failure.fails
    assert failure.evidence == "certificate"
    assert measure(RR, "approx-dp", eps="ln(1+ln(2))").evidence == "enclosure"


@pytest.mark.parametrize(
    ("function", "evidence"),
    [
        ("approx(1, ln(2))", "enclosure"),
        ("approx(ln(2)*ln(3), 1/2)", "enclosure"),
        ("approx(ln(2)*ln(3), 1)", "enclosure"),
        ("approx(1/2*ln(1+exp(1)), 1/2)", "enclosure"),
        ("approx(1, exp(-1))", "exact"),
        ("approx(1, 1)", "exact"),
        ("gaussian(0)", None),
        ("gaussian(2)", "enclosure"),
    ],
)
def test_a_trade_off_function_known_by_balls_is_enclosure(
    function: str, evidence: str | None
) -> None:
    """Engine and kernel agree on the word; None where the claim fails."""
    verdict = check(RR, FDP(function))
    assert verdict.holds == (evidence is not None)
    assert verdict.evidence == (evidence or "certificate")


def test_wrong_questions_are_errors() -> None:
    """Not verdicts."""
    one_way = Channel(["a", "b"], ["y"], [["1"], ["1"]], [["a", "b"]], directed=True)
    with pytest.raises(ChannelError):
        check(one_way, PrivacyAtRisk(eps="1", risk="1/2"))
    with pytest.raises(UsageError):
        measure(RR, "pure-dpp")
    with pytest.raises(UsageError):
        measure(RR, "approx-dp")
    with pytest.raises(DomainError):
        measure(RR, "approx-dp", delta=2)
    with pytest.raises(InputError):
        check(RR, "pure-dp")  # type: ignore[call-overload]  # that is the point
    with pytest.raises(InputError):
        check([[1]], PureDP(eps="1"))


def test_the_run_is_recorded() -> None:
    """Versions, seconds, seed, and where the subject came from."""
    verdict = check(RR, PureDP(eps="1"), seed=7, source="rr.json")
    assert verdict.run is not None
    assert verdict.run.seed == 7
    assert verdict.run.seconds >= 0
    assert set(verdict.run.versions) == {"dpverify", "python", "python-flint"}
    assert verdict.to_dict()["subject"]["source"] == "rr.json"


@pytest.mark.parametrize("seed", [-1, 2**63, 1.5, "1", True, None])
def test_a_seed_that_no_document_records_is_refused(seed: Any) -> None:
    """Before any work; -1 was recorded, and a text was an internal error."""
    with pytest.raises(UsageError, match=r"seed is .*; give a whole number from 0"):
        check(RR, PureDP(eps="1"), seed=seed)
    with pytest.raises(UsageError, match="seed is"):
        measure(RR, "pure-dp", seed=seed)


@pytest.mark.parametrize("source", [5, b"rr.json", ["rr.json"]])
def test_a_source_that_is_no_text_is_refused(source: Any) -> None:
    """It was an internal error, found by the kernel."""
    with pytest.raises(UsageError, match=r"source is .*; give a text, or None"):
        check(RR, PureDP(eps="1"), source=source)
    with pytest.raises(UsageError, match="source is"):
        measure(RR, "pure-dp", source=source)
