"""Repairs: single changes after which a claim holds, compared with closed forms."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from dpverify.checkers.decide import check
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.next_questions.repairing import Repair, repair
from dpverify.defs.definitions import ZCDP, ApproxDP, LocalDP, PrivacyAtRisk, PureDP
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.errors import UsageError
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.numbers import parse
from dpverify.defs.programs import Draw, mechanism
from dpverify.defs.target import parse_target
from dpverify.reports.markdown import to_markdown
from dpverify.reports.repair_report import repair_report
from examples.noise_to_choose import answers, truth
from tests.repository.source import ROOT


@mechanism(inputs=[0, 1])
def shown_half(bit: int, draw: Draw) -> int:
    """Noise of scale 1/2 where 1 is needed: the 2 is the mistake."""
    return bit + int(draw.discrete_laplace("1/2", low=-bit, high=1 - bit))


@mechanism(inputs=[0, 1])
def told(bit: int, draw: Draw) -> Any:
    """The input itself, whatever is drawn."""
    return (bit, draw.flip("1/2"))


@mechanism(inputs=[0, 1])
def above(x: int, draw: Draw, t: int = 0) -> bool:
    """The same mistake, before a threshold that is given by its place or by its name."""
    return bool(x + draw.discrete_laplace("1/2") > t)


@mechanism(inputs=[0, 1])
def nearly_told(bit: int, draw: Draw) -> int:
    """No probability is 7/8 times 4/3."""
    return 1 if draw.flip("7/8") else bit


def changes(found: Repair, kind: str) -> list[tuple[str, str, str]]:
    return [
        (one.change.name, one.change.before, one.change.after)
        for one in found.proposals
        if one.change.kind == kind
    ]


def test_the_claim_that_is_true() -> None:
    """n answers of a coin of 3/4: ε = n·ln 3; at ε = 3 and n = 3 δ is (27 − e³)/64."""
    found = repair(answers.with_parameters(n=3), PureDP(eps=3))
    assert found.verdict.fails
    first, second = found.proposals[:2]
    assert str(first.claim.given["eps"]) == "ln(27)"
    assert isinstance(second.claim, ApproxDP)
    assert second.claim.given["delta"] == parse("27/64-1/64*exp(3)")


def test_a_parameter_and_a_number_of_the_source() -> None:
    """Two answers cost 2·ln 3 = 2.197 < 3; and a coin nearer to 1/2 costs less than 3/4."""
    found = repair(answers.with_parameters(n=3), PureDP(eps=3))
    assert changes(found, "parameter") == [("n", "3", "2")]
    (name, before, after), *_ = changes(found, "constant")
    assert (name, before) == ('"3/4"', '"3/4"')
    again = check(found.proposals[-1].verdict.subject.channel, PureDP(eps=3))  # type: ignore[union-attr]
    assert again.holds
    assert after != before


def test_the_mistake_in_the_source_is_found() -> None:
    """Half of the noise: 1/2 must become 1, and the line says so."""
    found = repair(shown_half, PureDP(eps=1))
    (one,) = [each for each in found.proposals if each.change.kind == "constant"]
    assert (one.change.before, one.change.after) == ('"1/2"', "1")
    assert one.change.diff is not None
    assert one.change.diff[1].startswith('return bit + int(draw.discrete_laplace("1"')


def test_a_parameter_with_a_default_needs_no_star() -> None:
    """Noise of scale 1 is e-fold; the threshold is kept by the edited function."""
    found = repair(above, PureDP(eps=1))
    assert changes(found, "constant") == [('"1/2"', '"1/2"', "1")]
    assert not found.refused


def test_what_cannot_be_asked_was_not_tried() -> None:
    """A coin of 7/6 is none: the program says so, and the report does not call it tried."""
    found = repair(nearly_told, PureDP(eps="1/10"))
    assert "7/6" in [one.change.after for one in found.refused]
    assert all("between 0 and 1" in one.why for one in found.refused)
    assert all((one.outcome == "refused") == bool(one.why) for one in found.tried)
    decided = len(found.tried) - len(found.refused)
    text = to_markdown(repair_report(found))
    tried, _, refused = text.partition(f"Another {len(found.refused)} that could not be asked")
    assert f"All {decided} changes that were tried" in tried
    assert "→ 7/6 in" not in tried
    assert "→ 7/6 in" in refused
    assert refused.count("between 0 and 1") == len(found.refused)


def test_where_nothing_helps_it_is_said_how_many_could_not_be_asked() -> None:
    found = replace(repair(nearly_told, PureDP(eps="1/10")), proposals=())
    said = f"makes the claim hold; {len(found.refused)} could not be asked about"
    assert said in to_markdown(repair_report(found))
    none = replace(found, tried=tuple(one for one in found.tried if one not in found.refused))
    assert "makes the claim hold\n" in to_markdown(repair_report(none))


def test_the_number_by_which_a_library_mechanism_is_wrong() -> None:
    """`eps=2 * eps` in B04: the 2 must be 1."""
    program = library_mechanism("bad-partial-sum").with_parameters(n=1)
    found = repair(program, PureDP(eps="1/2"))
    assert ("2", "2", "1") in changes(found, "constant")
    assert ("eps", "1/2", "1/4") in changes(found, "parameter")


def test_every_proposal_is_decided_and_replayed() -> None:
    found = repair(truth, ZCDP(rho="1/10"))
    assert found.proposals
    assert all(one.verdict.holds for one in found.proposals)
    outcomes = [replay(document).status for document in found.documents]
    assert outcomes == ["accepted"] * (len(found.proposals) + 1)


@pytest.mark.long
@pytest.mark.parametrize(
    "claim", [PureDP(eps="1/100"), ApproxDP(eps="1/100", delta="1/1000"), ZCDP(rho="1/10000")]
)
def test_saying_nothing_is_no_repair(claim: Definition) -> None:
    """A coin of 1/2 satisfies every claim: 3/4 · 2/3 is tried, and not proposed."""
    found = repair(truth, claim)
    assert ("p", "3/4", "1/2") not in changes(found, "parameter")
    words = {one.change.after: one.outcome for one in found.tried if one.change.kind == "parameter"}
    assert words["1/2"] == "says nothing"


def test_where_nothing_helps_nothing_is_proposed() -> None:
    """No ε and no δ below 1: the input is told. What was tried is listed."""
    found = repair(told, PureDP(eps=1))
    assert found.verdict.fails
    assert not found.proposals
    assert {one.change.kind for one in found.tried} == {"claim", "constant"}
    assert {one.outcome for one in found.tried} <= {"fails", "says nothing", "refused"}


def test_a_claim_that_holds_needs_none() -> None:
    found = repair(truth, PureDP(eps=2))
    assert found.verdict.holds
    assert not found.proposals
    assert not found.tried


def test_time_that_ends_is_said() -> None:
    found = repair(answers.with_parameters(n=3), PureDP(eps=3), time_limit=0.001)
    assert found.stopped is not None
    assert "time limit" in found.stopped


def test_a_target_by_its_name() -> None:
    target = parse_target(f"{ROOT}/examples/noise_to_choose.py:truth")
    assert target is not None
    found = repair(target, PureDP(eps=1))
    assert found.subject.endswith("noise_to_choose.py:truth")
    assert ("eps", "1", "ln(3)") in changes(found, "claim")
    assert found.verdict.run is not None
    assert len(found.verdict.run.hash_seeds) >= 2


@pytest.mark.parametrize(
    ("subject", "claim", "said"),
    [(truth, "pure-dp", "the claim is"), ("B36", PureDP(eps=1), "give a function under")],
)
def test_bad_questions_are_refused(subject: Any, claim: Any, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        repair(subject, claim)


@mechanism(inputs=[0, 1])
def hardly_noisy(x: int, draw: Draw, b: str = "1/2000000") -> Any:
    return x + draw.laplace(b)


def test_a_delta_that_is_rounded_up_to_more_than_1() -> None:
    """Its bounds lie just below 1; everything is (1, 1)-private."""
    found = repair(hardly_noisy, PureDP(eps=1))
    asked = {(one.change.name, one.change.after): one.outcome for one in found.tried}
    assert asked["delta", "1"] == "says nothing"


@mechanism(inputs=[0, 1, 2], neighbours=[(0, 1), (1, 2)])
def along(x: int, draw: Draw) -> bool:
    """A step changes the probability by 1/4, and both steps by 1/2."""
    return draw.flip(("1/4", "1/2", "3/4")[x])


def test_the_missing_delta_of_neighbours_is_none_of_any_two_inputs() -> None:
    """At ε = 1/2 neighbours need δ = (2 − √e)/4, and 0 and 2 the larger (3 − √e)/4."""
    missing = changes(repair(along, PureDP(eps="1/2")), "claim")[-1]
    assert missing[:2] == ("delta", "0")
    assert parse(missing[2]) == parse("1/2-1/4*exp(1/2)")
    assert changes(repair(along, LocalDP(eps="1/2")), "claim") == [("eps", "1/2", "ln(3)")]


def test_a_repair_is_no_boolean() -> None:
    with pytest.raises(TypeError, match="proposals"):
        bool(repair(truth, PureDP(eps=2)))


def test_a_risk_of_1_is_no_repair() -> None:
    """The loss exceeds any ε with probability 1 at most, whatever is released."""
    found = repair(told, PrivacyAtRisk(eps="1/10", risk="1/10"))
    assert [one.change.text for one in found.proposals if one.change.kind == "claim"] == []
    asked = {(one.change.name, one.change.after): one.outcome for one in found.tried}
    assert asked["risk", "1"] == "says nothing"
