"""Audits in one run: the bound on right guesses, and what guesses do not show."""

from __future__ import annotations

import json
import math
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.stats import binom, norm

from dpverify.checkers.kernel import one_run
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


# ---------------------------------------------------------------- μ-GDP


def largest(made: int, canaries: int, right: int, mu: float) -> float:
    """The largest probability of so many right guesses under μ-GDP, by a linear program.

    Over the probabilities of 0, 1, … right guesses; R_t ≤ e^ε·H_{t−1} + δ(ε) for all t and for ε on
    a grid, which are the tangents of the trade-off curve. The kernel's recursion is not used.
    """
    rows, limits = [], []
    for eps in np.linspace(-8, 8, 401).tolist():
        delta = norm.cdf(-eps / mu + mu / 2) - math.exp(eps) * norm.cdf(-eps / mu - mu / 2)
        for t in range(1, made + 1):
            rows.append([
                (j / canaries if j >= t else 0.0)
                - math.exp(eps) * ((made - j) / canaries if j >= t - 1 else 0.0)
                for j in range(made + 1)
            ])  # fmt: skip
            limits.append(delta)
    goal = [-float(j >= right) for j in range(made + 1)]
    solved = linprog(goal, A_ub=rows, b_ub=limits, A_eq=[[1.0] * (made + 1)], b_eq=[1.0])
    return -float(solved.fun)


@pytest.mark.parametrize(("made", "canaries", "right", "mu"),
                         [(20, 20, 16, 1.0), (10, 40, 9, 1.0), (12, 12, 12, 2.0)])  # fmt: skip
def test_the_bound_under_gaussian_dp_is_that_of_a_linear_program(
    made: int, canaries: int, right: int, mu: float
) -> None:
    """A risk above the program's optimum is accepted, one 1 % below is not.

    And it lies above the probability for independent canaries, which have μ-GDP each: Φ(μ/2) is the
    probability that one is guessed rightly.
    """
    optimum = largest(made, canaries, right, mu)
    assert optimum > binom.sf(right - 1, made, norm.cdf(mu / 2))
    for factor, status in ((1.0005, "accepted"), (0.99, "rejected")):
        found = document(
            definition="gaussian-dp", given={"mu": str(mu)}, risk=f"{optimum * factor:.12f}",
            lower_bound={"mu": "0"}, canaries=canaries, guesses=[{"made": made, "right": right}],
        )  # fmt: skip
        outcome = replay(json.dumps(found))
        assert outcome.status == status, (optimum, outcome)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"given": {"mu": "1.2"}}, "claim fails"),
        ({"lower_bound": {"mu": "1.2"}}, "lower bound"),
        ({"lower_bound": {"eps": "0.4"}}, "lower bound"),
        ({"given": {"eps": "1/2"}}, "given"),
        ({"guesses": [{"made": 100, "right": 50}]}, "claim fails"),
        ({"guesses": [{"made": 100, "right": 0}]}, "claim fails"),
    ],
)
def test_a_forged_document_about_gaussian_dp_is_refused(
    changes: dict[str, Any], words: str
) -> None:
    """Of 1,000 canaries 100 were guessed, 85 rightly: μ is above 0.4, and 1.2 is not refuted."""
    genuine = {
        "definition": "gaussian-dp", "given": {"mu": "0.3"}, "lower_bound": {"mu": "0.4"},
        "guesses": [{"made": 100, "right": 85}],
    }  # fmt: skip
    assert replay(json.dumps(document(**genuine))).status == "accepted"
    outcome = replay(json.dumps(document(**{**genuine, **changes})))
    assert outcome.status == "rejected"
    assert words in outcome.text


def test_doubles_propose_and_do_not_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a place on the normal law is proposed too high, nothing more is accepted for it."""
    optimum = largest(20, 20, 16, 1.0)
    found = document(
        definition="gaussian-dp", given={"mu": "1"}, risk=f"{optimum * 0.99:.12f}",
        lower_bound={"mu": "0"}, canaries=20, guesses=[{"made": 20, "right": 16}],
    )  # fmt: skip

    class Optimist:
        """Too high by 1."""

        def inv_cdf(self, x: float) -> float:
            return NormalDist().inv_cdf(x) + 1

    monkeypatch.setattr(one_run, "NormalDist", Optimist)
    assert replay(json.dumps(found)).status == "rejected"
