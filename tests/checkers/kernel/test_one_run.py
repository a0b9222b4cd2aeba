"""Audits in one run: the bound on right guesses, and what guesses do not show."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from scipy.stats import binom

from dpverify.checkers.kernel.door import replay


def document(**changes: Any) -> dict[str, Any]:
    """Of 100 guesses about 1,000 canaries 80 were right: 1 is less than ε at a risk of 1/20."""
    return {
        "schema": "dpverify.one-run-audit/1.0",
        "source": {"kind": "scores", "name": "scores.csv"},
        "definition": "pure-dp",
        "given": {"eps": "1/2"},
        "verdict": "fails",
        "evidence": "sampled",
        "risk": "1/20",
        "lower_bound": {"eps": "0.9"},
        "canaries": 1000,
        "guesses": [{"made": 100, "right": 80}],
        **changes,
    }


def chance(canaries: int, made: int, right: int, eps: float, delta: float) -> float:
    """The bound of Theorem 5.2, term by term, by the binomial law of scipy."""
    coin = 1 / (1 + math.exp(-eps))
    tail = binom.sf(right - 1, made, coin)
    shares = [
        (binom.cdf(right - 1, made, coin) - binom.cdf(right - i - 1, made, coin)) / i
        for i in range(1, canaries + 1)
    ]
    return float(tail + 2 * canaries * delta * max(shares))


def test_a_genuine_document_is_accepted() -> None:
    assert replay(json.dumps(document())).status == "accepted"


@pytest.mark.parametrize("delta", [0.0, 1e-6, 1e-5])
def test_the_bound_is_that_of_the_theorem(delta: float) -> None:
    """A risk a little above the chance is accepted, one a little below is not."""
    exact = chance(1000, 100, 80, 0.9, delta)
    name = "approx-dp" if delta else "pure-dp"
    given = {"eps": "1/2", **({"delta": f"{delta:.6f}"} if delta else {})}
    for factor, status in ((1 + 1e-9, "accepted"), (1 - 1e-9, "rejected")):
        found = document(definition=name, given=given, risk=f"{exact * factor:.15f}")
        outcome = replay(json.dumps(found))
        assert outcome.status == status, (exact, outcome)


FORGERIES: dict[str, tuple[dict[str, Any], str]] = {
    "it holds": ({"verdict": "holds"}, "samples show no more"),
    "another kind of evidence": ({"evidence": "exact"}, "'sampled'"),
    "a larger ε": ({"given": {"eps": "1.2"}}, "claim fails"),
    "a larger bound": ({"lower_bound": {"eps": "1.2"}}, "lower bound"),
    "a risk that is not divided": (
        {"guesses": [{"made": 100, "right": 71}, {"made": 10, "right": 9}],
         "lower_bound": {"eps": "0.5"}, "given": {"eps": "0"}}, "lower bound"),
    "more right guesses than were made": ({"guesses": [{"made": 10, "right": 11}]}, "no count"),
    "more guesses than canaries": ({"guesses": [{"made": 1001, "right": 900}]}, "no count"),
    "no guess": ({"guesses": [{"made": 0, "right": 0}]}, "no guess"),
    "no guesses": ({"guesses": []}, "no guesses"),
    "another definition": ({"definition": "zcdp"}, "nothing of"),
    "δ of a definition without": ({"given": {"eps": "1/2", "delta": "0"}}, "not read here"),
    "an unknown key": ({"mood": "good"}, "not read here"),
    "a newer version": ({"schema": "dpverify.one-run-audit/1.1"}, "not known"),
    "a risk of 0": ({"risk": "0"}, "between 0 and 1"),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_document_is_refused(name: str) -> None:
    """Each says more than its guesses show."""
    changes, words = FORGERIES[name]
    outcome = replay(json.dumps(document(**changes)))
    assert outcome.status == "rejected", outcome
    assert words in outcome.text, outcome


def test_the_risk_is_divided_among_the_numbers_of_guesses() -> None:
    """At 0.5 the chance of 71 of 100 lies between 1/40 and 1/20."""
    assert 1 / 40 < chance(1000, 100, 71, 0.5, 0.0) < 1 / 20
