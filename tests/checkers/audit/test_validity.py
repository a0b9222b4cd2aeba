"""Validity, measured: claims that are exactly true are seldom refuted, however often one looks."""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np
import pytest

import dpverify as dv
from benchmarks.audit_validity import (
    EXACT,
    RISK,
    beyond,
    interval,
    leaking,
    null,
    rejections,
)
from dpverify.checkers.audit.one_run import Scores, guessed, lower_bound


@pytest.mark.long
def test_a_true_claim_is_seldom_refuted() -> None:
    """16 audits at a risk of 5 %: more than 4 rejections have a probability of 0.1 %."""
    assert sum(rejections(name, range(2), 2000) for name in EXACT) <= 4


@pytest.mark.slow
def test_true_claims_are_refuted_in_at_most_five_percent_of_2000_audits() -> None:
    """Measured: 250 audits of each mechanism, with a look after each batch."""
    found = {name: rejections(name, range(100, 350)) for name in EXACT}
    total, number = sum(found.values()), 250 * len(found)
    high = interval(number, total)[1]
    sys.stdout.write(f"\n{total} of {number} refuted; at most {high:.4f}; {found}")
    assert number == 2000
    assert high <= 0.05


def test_a_false_claim_is_refuted() -> None:
    """The same audits can fail: of ε = 0.8 all, with more samples."""
    for name in ("response", "laplace"):
        found = dv.audit(
            EXACT[name][0], dv.PureDP(eps="0.8"), inputs=[0, 1], draws=40_000, risk=RISK
        )
        assert found.fails


# ---------------------------------------------------------------- one run


@pytest.mark.parametrize(("scores", "eps"), [(null, 0.0), (leaking, 1.0)])
def test_one_run_bounds_are_seldom_too_large(scores: Callable[..., Scores], eps: float) -> None:
    """100 runs: more than 14 have a probability of 0.01 % where 5 % is the truth."""
    assert beyond(scores, eps, range(100)) <= 14


@pytest.mark.slow
def test_one_run_bounds_of_2000_runs() -> None:
    """Measured: on null scores the bound is 0 in at least 95 %, on a leak below the truth."""
    for scores, eps, delta in ((null, 0.0, 0.0), (null, 0.0, 1e-5), (leaking, 1.0, 0.0)):
        found = beyond(scores, eps, range(2000), delta)
        high = interval(2000, found)[1]
        sys.stdout.write(f"\n{scores.__name__}, δ = {delta}: {found} of 2000; at most {high:.4f}")
        assert high <= 0.05


def test_one_run_bounds_of_gaussian_dp_are_seldom_too_large() -> None:
    """50 runs with scores of exactly μ = 1, and 50 that know nothing: at most 9 in 100 beyond."""
    beyond_it = 0
    for seed in range(100):
        rng = np.random.default_rng(seed)
        included = rng.random(200) < 0.5
        truth = seed % 2
        scores = Scores(truth * included + rng.normal(size=200), included)
        beyond_it += lower_bound(200, guessed(scores, seed), 0.0, RISK, "mu") > truth
    assert beyond_it <= 9


def test_one_run_sees_a_leak_of_gaussian_dp() -> None:
    """Of 2,000 canaries with μ = 2 about half is found."""
    rng = np.random.default_rng(1)
    included = rng.random(2000) < 0.5
    found = guessed(Scores(2 * included + rng.normal(size=2000), included), 0)
    assert 0.9 < lower_bound(2000, found, 0.0, RISK, "mu") < 2


def test_one_run_sees_a_leak() -> None:
    """Scores that tell everything bound ε well away from 0."""
    rng = np.random.default_rng(5)
    included = rng.random(1000) < 0.5
    found = guessed(Scores(included.astype(float) + rng.random(1000) / 9, included), 0)
    assert lower_bound(1000, found, 0.0, RISK) > 4
