"""What judges changed plans: it knows closed forms, and calls true what is, and nothing else."""

from __future__ import annotations

from math import erf, exp, sqrt
from typing import Any

import pytest

from tests.census.judged_accounts import delta, true_bounds

pytestmark = pytest.mark.slow


def _normal(x: float) -> float:
    return (1 + erf(x / sqrt(2))) / 2


@pytest.mark.parametrize(("mu", "eps"), [(1.0, 0.5), (3.0, 8.0)])
def test_gaussian_noise(mu: float, eps: float) -> None:
    """Φ(μ/2 − ε/μ) − e^ε·Φ(−μ/2 − ε/μ); μ² adds up."""
    wanted = _normal(mu / 2 - eps / mu) - exp(eps) * _normal(-mu / 2 - eps / mu)
    for events in ([("gaussian", mu, 1)], [("gaussian", mu / 2, 4)]):
        found, room = delta(events, eps)
        assert abs(found - wanted) <= room < 1e-9


@pytest.mark.parametrize(("a", "eps"), [(1.0, 0.5), (4.0, 3.9)])
def test_laplace_noise(a: float, eps: float) -> None:
    """1 − e^((ε − a)/2) between the atoms."""
    found, room = delta([("laplace", a, 1)], eps)
    assert abs(found - (1 - exp((eps - a) / 2))) <= room < 1e-4


def _account(lower: str, upper: str) -> dict[str, Any]:
    """What two Gaussian events with μ = 3/5 and 4/5 cost at δ = 1/10, so it is said."""
    bounds = {"lower": lower, "upper": upper}
    events = [
        {"noise": "gaussian", "sigma": sigma, "sensitivity": "1", "sampling": "1", "times": 1}
        for sigma in ("5/3", "5/4")
    ]
    return {
        "plan": {"events": events},
        "given": {"delta": "1/10"},
        "eps": bounds,
        "directions": [{"eps": bounds}],
    }


def test_what_is_called_true() -> None:
    """μ = 1, whose ε at δ = 1/10 is 1.1603: δ(1.16) > 1/10 > δ(1.17)."""
    at = [_normal(0.5 - eps) - exp(eps) * _normal(-0.5 - eps) for eps in (1.16, 1.17)]
    assert at[0] > 0.1 > at[1]
    assert true_bounds(_account("1.16", "1.17"))
    assert true_bounds(_account("0", "inf"))
    assert not true_bounds(_account("1.17", "1.18"))
    assert not true_bounds(_account("1.15", "1.16"))
    sampled = _account("0", "inf")
    sampled["plan"]["events"][0]["sampling"] = "1/2"
    assert not true_bounds(sampled)
