"""Saved results about finite channels, guesses and scenarios, and refutations: one of each kind."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

import dpverify as dv
from dpverify.checkers.decide import check, measure
from dpverify.defs.channel import Channel
from dpverify.proofs.number_refutation import refuted_by
from tests.checkers.knowledge.scenarios import scenario, voters
from tests.rejects.documents import refutation

Document = dict[str, Any]

PATH = Channel(
    ["a", "b", "c"], ["y", "z"], [["1/2", "1/2"], ["1/4", "3/4"], ["1/8", "7/8"]],
    [["a", "b"], ["b", "c"]], title="a path", prior=["1/2", "1/4", "1/4"],
    distance=[["0", "1", "2"], ["1", "0", "1"], ["2", "1", "0"]],
)  # fmt: skip
VOTES = voters(4, 2, "1/4", 1)
DAYS = scenario(
    chain={"count": 4, "start": {"0": "3/4", "1": "1/4"},
           "steps": {"0": {"0": "9/10", "1": "1/10"}, "1": {"0": "3/10", "1": "7/10"}}},
    known={"indices": [0]}, target=[2], mechanism={"name": "thresholded-count", "threshold": 1},
)  # fmt: skip
INTERVAL = scenario(
    theta={"parameter": "p", "interval": ["1/4", "1/2"]},
    records=[{"count": 3, "values": {"0": "1-p", "1": "p"}}],
    known={"count": 1}, mechanism={"name": "thresholded-count", "threshold": 1},
)  # fmt: skip


def _claims() -> dict[str, Callable[[], Any]]:
    small, large = {"eps": "1/10"}, {"eps": "2"}
    return {
        "pure fails": lambda: check(PATH, dv.PureDP(**small)),
        "pure holds": lambda: check(PATH, dv.PureDP(**large)),
        "pure measured": lambda: measure(PATH, "pure-dp"),
        "local fails": lambda: check(PATH, dv.LocalDP(**small)),
        "local holds": lambda: check(PATH, dv.LocalDP(**large)),
        "approx fails": lambda: check(PATH, dv.ApproxDP(eps="1/10", delta="1/100")),
        "approx holds": lambda: check(PATH, dv.ApproxDP(eps="1/10", delta="1/2")),
        "approx measured, delta": lambda: measure(PATH, "approx-dp", eps="1/10"),
        "approx measured, eps": lambda: measure(PATH, "approx-dp", delta="1/100"),
        "probabilistic fails": lambda: check(PATH, dv.ProbabilisticDP(eps="1/10", delta="1/100")),
        "probabilistic holds": lambda: check(PATH, dv.ProbabilisticDP(eps="1/10", delta="4/5")),
        "probabilistic measured": lambda: measure(PATH, "probabilistic-dp", eps="1/10"),
        "risk fails": lambda: check(PATH, dv.PrivacyAtRisk(eps="1/10", risk="1/100")),
        "risk holds": lambda: check(PATH, dv.PrivacyAtRisk(eps="1/2", risk="4/5")),
        "risk measured": lambda: measure(PATH, "privacy-at-risk", eps="1/10"),
        "divergence: total variation fails": lambda: check(PATH, dv.TotalVariation(delta="1/100")),
        "divergence: total variation measured": lambda: measure(PATH, "total-variation"),
        "divergence: bounded range fails": lambda: check(PATH, dv.BoundedRange(eps="1/10")),
        "divergence: bounded range holds": lambda: check(PATH, dv.BoundedRange(eps="3")),
        "divergence: Renyi fails": lambda: check(PATH, dv.RenyiDP(eps="1/100", alpha="2")),
        "divergence: Renyi holds": lambda: check(PATH, dv.RenyiDP(eps="1", alpha="2")),
        "divergence: zCDP fails": lambda: check(PATH, dv.ZCDP(rho="1/100")),
        "divergence: zCDP holds": lambda: check(PATH, dv.ZCDP(rho="1")),
        "trade-off: Gaussian fails": lambda: check(PATH, dv.GaussianDP(mu="1/10")),
        "trade-off: Gaussian holds": lambda: check(PATH, dv.GaussianDP(mu="2")),
        "trade-off: f-DP fails": lambda: check(PATH, dv.FDP("points(0,1; 1,0)")),
        "trade-off: f-DP holds": lambda: check(PATH, dv.FDP("approx(2, 0)")),
        "trade-off: f-DP measured": lambda: measure(PATH, "f-dp"),
        "attacker: metric fails": lambda: check(PATH, dv.MetricDP(eps="1/10")),
        "attacker: metric measured": lambda: measure(PATH, "metric-dp"),
        "approx holds, on a promise": lambda: check(
            PATH.resting_on(["a promise", "another"]), dv.ApproxDP(eps="1", delta="1/2")
        ),
        "attacker: guessing fails": lambda: check(
            PATH, dv.GuessingAdvantage(eta="1/100", goal=["a", "b"], knowledge=[["a", "c"], ["b"]])
        ),
        "attacker: guessing holds": lambda: check(
            PATH, dv.GuessingAdvantage(eta="1/2", goal=["a"])
        ),
        "scenario: APKDP fails": lambda: check(VOTES, dv.APKDP(eps="0", delta="1/1000")),
        "scenario: APKDP measured": lambda: measure(VOTES, "apkdp", eps="0"),
        "scenario: PPKDP fails": lambda: check(VOTES, dv.PPKDP(eps="0", delta="1/1000")),
        "scenario: PPKDP holds": lambda: check(VOTES, dv.PPKDP(eps="0", delta="9/10")),
        "scenario: a chain, PPKDP fails": lambda: check(DAYS, dv.PPKDP(eps="0", delta="1/1000")),
        "scenario: a chain, APKDP measured": lambda: measure(DAYS, "apkdp", eps="0"),
        "scenario: an interval, PPKDP fails": lambda: check(
            INTERVAL, dv.PPKDP(eps="0", delta="1/1000")
        ),
        "scenario: an interval, PPKDP measured": lambda: measure(INTERVAL, "ppkdp", eps="0"),
        "scenario: reducible holds": lambda: check(voters(3, 1, "1/3"), dv.ThetaReducible()),
        "scenario: reducible fails": lambda: check(VOTES, dv.ThetaReducible()),
    }


def _guess(**asked: Any) -> Document:
    from dpverify.app.guessing import Question, found
    from tests.repository.source import ROOT

    question = Question([f"{ROOT}/examples/cafeteria.csv:time"], ["10"], at=["20"], **asked)
    document: Document = found(question).certified
    return document


def _numbers() -> Document:
    from dpverify.proofs.number_refutation import numbers_of
    from dpverify.proofs.registry import entries

    for entry in entries():
        numbers = numbers_of(entry.statement)
        if numbers is not None and len(numbers.claim.names) > 1:
            return refuted_by(entry.id, numbers)
    raise LookupError("no entry is refuted by numbers")


RESPONSE = Channel(["x", "x'"], ["y", "y'"], [["3/4", "1/4"], ["1/4", "3/4"]])
MEASURED: dict[str, dict[str, Any]] = {
    "total-variation": {"delta": "1/3"},
    "bounded-range": {"eps": "ln(8)"},
    "renyi-dp": {"alpha": "2", "eps": "ln(2)"},
    "chi-squared-dp": {"chi_squared": "1"},
    "zcdp": {"rho": "1/2"},
    "gaussian-dp": {"mu": "1"},
}
"""Claims about the response, which is ln(3)-DP, that fail."""


def _measured(name: str, given: Mapping[str, Any]) -> Document:
    """That ln(3)-DP implies such a claim is refuted by the response and the witness of `check`."""
    from dpverify.defs.definitions.registry import definition

    claim = definition(name, **given)
    witness = dv.check(RESPONSE, claim).to_dict()["witness"]
    conclusion = {"of": "M", "definition": name, "given": dict(given), "verdict": "fails"}
    pure = {"of": "M", "definition": "pure-dp", "given": {"eps": "ln(3)"}, "verdict": "holds"}
    return {
        "schema": "dpverify.refutation/1.0",
        "entry": "some.id",
        "objects": {"M": RESPONSE.to_dict()},
        "hypotheses": [pure],
        "conclusion": {**conclusion, "witness": witness},
    }


@cache
def _text(kind: str) -> str:
    claims = _claims()
    if kind in claims:
        return str(claims[kind]().to_json())
    made: dict[str, Callable[[], Document]] = {
        "refutation": lambda: {**refutation()},
        "refutation by numbers": _numbers,
        **{
            f"refutation: {name} fails": partial(_measured, name, given)
            for name, given in MEASURED.items()
        },
        "guess at a given eps": lambda: _guess(eps="ln(2)"),
        "guess within an advantage": lambda: _guess(advantage="1/10"),
    }
    return json.dumps(made[kind]())


def _copy(kind: str) -> Document:
    """A document that the caller may change."""
    document: Document = json.loads(_text(kind))
    return document


OTHERS = (
    "refutation",
    *(f"refutation: {name} fails" for name in MEASURED),
    "refutation by numbers",
    "guess at a given eps",
    "guess within an advantage",
)
KINDS: dict[str, Callable[[], Document]] = {
    kind: partial(_copy, kind) for kind in (*_claims(), *OTHERS)
}
"""By the name of a kind, what makes a genuine document of it."""
