"""The law of the loss of discrete Gaussian noise."""

from __future__ import annotations

import pytest
from flint import acb, arb, fmpq

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import Value, parse
from dpverify.defs.risk import DiscreteGaussian
from dpverify.defs.risk.discrete_gaussian import _norm


@pytest.mark.parametrize("s", [fmpq(1, 3), fmpq(1), fmpq(25, 2), fmpq(400)])
def test_the_norm_is_a_theta_function(s: fmpq) -> None:
    """Σ e^(−x²/(2s)) = θ₃(0, i/(2πs)), which arb computes by another road."""
    tau = acb(0, 1) / (2 * arb.pi() * arb(s))
    theta = acb.modular_theta(acb(0), tau)[2].real
    assert _norm(s, 64).overlaps(theta)
    assert _norm(s, 64).rad() < 1e-11


@pytest.mark.parametrize(("s", "d", "eps"), [("1", 1, "1"), ("25/2", 3, "1/2"), ("1/3", 2, "3")])
def test_sums_over_the_noise_agree(s: str, d: int, eps: str) -> None:
    """Σ over x in −200…200 of the definitions; what is left out is below 1e-100."""
    law = DiscreteGaussian(s, d)
    rate, limit = -1 / (2 * parse(s).ball(64)), parse(eps).ball(64)
    weights = {x: (rate * x * x).exp() for x in range(-210, 211)}
    norm = sum(weights.values(), arb(0))
    small, below, delta = arb(0), arb(0), arb(0)
    for x in range(-200, 201):
        p, q = weights[x] / norm, weights[x - d] / norm
        if abs(p.log() - q.log()) <= limit + 1e-9:
            small += p
        if p.log() - q.log() <= limit + 1e-9:
            below += p
        elif p > limit.exp() * q:
            delta += p - limit.exp() * q
    rest = arb(0, 1e-12)
    assert (small + rest).overlaps(law.confidence(eps).ball(64))
    assert (below + rest).overlaps(law.at_most(eps).ball(64))
    assert (delta + rest).overlaps(law.delta(eps).ball(64))


def test_where_no_loss_is_small() -> None:
    """At distance 1 and σ² = 1 the smallest |L| is 1/2: below that the confidence is exactly 0."""
    law = DiscreteGaussian(1, 1)
    assert law.confidence("1/4") == 0
    assert law.confidence("1/2") > Value(1) / 2
    assert law.expected_loss() == parse("1/2")


@pytest.mark.parametrize(
    ("s", "d", "message"), [(0, 1, "more than 0"), ("ln(2)", 1, "rational"), (1, 0, "integer")]
)
def test_refuses(s: object, d: object, message: str) -> None:
    """Each bad parameter has its own line."""
    with pytest.raises(DomainError, match=message):
        DiscreteGaussian(s, d)
