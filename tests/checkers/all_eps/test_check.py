"""`dv.check(…, eps_range=…)` answers what `dpverify check --eps-range` answers."""

from __future__ import annotations

import json
from typing import Any

import pytest

import dpverify as dv
from dpverify.defs.errors import UsageError
from dpverify.defs.numbers import exp
from dpverify.defs.symbolic.family import Family, family_from
from tests.command_line import run

WARNER: Family = family_from({
    "inputs": ["0", "1"],
    "outputs": ["0", "1"],
    "matrix": [
        ["exp(eps)/(1+exp(eps))", "1/(1+exp(eps))"],
        ["1/(1+exp(eps))", "exp(eps)/(1+exp(eps))"],
    ],
    "neighbours": "all",
})  # fmt: skip
EVERY = dv.FamilyClaim("pure-dp", {"eps": "eps"})


@dv.mechanism(inputs=[0, 1])
def response(bit: int, draw: Any, *, eps: Any = "1") -> int:
    """Randomised response at ε."""
    return bit if draw.flip(exp(eps) / (1 + exp(eps))) else 1 - bit


def lasting(document: dict[str, Any]) -> dict[str, Any]:
    """A document without its times."""
    return {key: value for key, value in document.items() if key != "run"}


def test_a_family_a_function_and_a_program_by_name() -> None:
    """Each way to give the subject has the same parts, and its document is re-checked."""
    for subject in (WARNER, response, dv.program("B36")):
        verdict = dv.check(subject, EVERY, eps_range="all")
        assert (verdict.name, verdict.holds, verdict.fails) == ("holds", True, False)
        assert dv.replay(verdict.to_dict()).status == "accepted"
        half = dv.check(subject, dv.FamilyClaim("pure-dp", {"eps": "eps/2"}), eps_range="0..1")
        assert half.fails
        assert dv.replay(half.to_dict()).status == "accepted"


def test_it_is_what_the_command_line_says() -> None:
    """The same document, but for its times."""
    words = ("check", "B36", "--definition", "pure-dp", "--eps", "eps", "--eps-range", "all")
    shown = json.loads(run(*words, "--format", "json").out)
    found = dv.check(dv.program("B36"), EVERY, eps_range="all").to_dict()
    assert lasting(json.loads(json.dumps(found))) == lasting(shown)


def test_a_claim_with_numbers_is_about_each_eps() -> None:
    """ε = 0 at every ε of the range: false; any other number is no multiple of ε."""
    assert dv.check(WARNER, dv.PureDP(0), eps_range="1/2..1").fails
    with pytest.raises(UsageError, match="multiple of eps"):
        dv.check(WARNER, dv.PureDP(1), eps_range="1/2..1")


def test_an_open_question_is_unknown() -> None:
    """Out of time: no answer, and a reason."""
    verdict = dv.check(WARNER, EVERY, eps_range="all", time_limit=1e-9)
    assert verdict.unknown
    assert not verdict.holds
    assert not verdict.fails
    document = verdict.to_dict()
    assert document["verdict"] == verdict.name == "unknown"
    assert document["range"] == {"of": "eps", "over": "all"}


@pytest.mark.parametrize(
    ("subject", "claim", "scope", "fault"),
    [
        (WARNER, EVERY, {"eps_range": "1..0"}, "the range of eps is '1..0'"),
        (WARNER, EVERY, {"eps_range": "all", "all_inputs": True}, "leave one of them out"),
        (WARNER, dv.ZCDP(1), {"eps_range": "all"}, "not 'zcdp'"),
        (WARNER, "pure-dp", {"eps_range": "all"}, "the claim is 'pure-dp'"),
        ("warner.json", EVERY, {"eps_range": "all"}, "give a Family"),
    ],
)
def test_what_makes_no_sense(subject: Any, claim: Any, scope: dict[str, Any], fault: str) -> None:
    """A range that is none, two scopes, a definition that is not followed, no claim, no subject."""
    with pytest.raises(UsageError, match=fault):
        dv.check(subject, claim, **scope)
