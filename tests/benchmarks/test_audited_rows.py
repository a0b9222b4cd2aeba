"""The samplers of the tables of audits: each event is as likely as a numerical integral says."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import laplace

from benchmarks.audited.rows import EPS, ROWS
from dpverify.checkers.audit.interval import clopper_pearson
from dpverify.checkers.audit.outputs import outputs_of

RISK, SAMPLES = Fraction(1, 10**6), 100_000


def over_thresholds(scale: float, inner: Callable[[float], float]) -> float:
    """The mean of a probability over a threshold with Laplace noise; nothing of dpverify."""
    near = sum(
        quad(lambda t: laplace.pdf(t, scale=scale) * inner(t), low, high, limit=200)[0]
        for low, high in ((-40 * scale, -3), (-3, 0), (0, 3), (3, 40 * scale))
    )
    return float(near)


def exact(name: str, answers: Any) -> float:
    """The probability of a row's event, by hand."""
    if name == "B13":  # all five values at most 1
        return float(np.prod(laplace.cdf(1, loc=np.array(answers), scale=2 / EPS)))
    if name == "B39w":  # of 17: clamped geometric noise of ratio 8/9, at most 0
        return 9 / 17 if answers == 0 else 8 / 17
    nu = 4 / (3 * EPS) if name == "B23" else 2 / EPS

    def below(place: int, t: float) -> float:
        return float(laplace.cdf(t, loc=answers[place], scale=nu))

    if name == "B23":  # none, none, one
        inner = lambda t: below(0, t) * below(1, t) * (1 - below(2, t))  # noqa: E731
        return over_thresholds(4 / EPS, inner)
    if name == "B25":  # five above, five below
        inner = lambda t: float(  # noqa: E731
            np.prod([1 - below(k, t) for k in range(5)])
            * np.prod([below(k, t) for k in range(5, 10)])
        )
        return over_thresholds(2 / EPS, inner)
    # Nine below; the tenth between the threshold and 2.
    inner = lambda t: float(  # noqa: E731
        np.prod([below(k, t) for k in range(9)]) * max(0.0, below(9, 2.0) - below(9, t))
    )
    return over_thresholds(2 / EPS, inner)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_events_are_as_likely_as_they_should_be(row: Any) -> None:
    """On both inputs of the pair, within an interval at 1 − 10⁻⁶."""
    for place, answers in enumerate(row.inputs):
        drawn = outputs_of(row.sampler(answers, np.random.default_rng(place), SAMPLES))
        count = int(row.event.holds(drawn).sum())
        low, high = clopper_pearson(count, SAMPLES, RISK)
        assert low <= exact(row.name, answers) <= high, (row.name, count)
