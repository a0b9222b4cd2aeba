"""The staircase mechanism, drawn as people write it: a sign, a step, and where on the step."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpverify.defs.programs import Draw, mechanism

SOURCE = (
    "Q. Geng, P. Kairouz, S. Oh, P. Viswanath, The staircase mechanism in differential privacy,"
    " IEEE Journal of Selected Topics in Signal Processing 9(7), 2015, Algorithm 1"
)


@mechanism(
    inputs=[0, 1],
    name="continuous-staircase",
    title="a number plus staircase noise of at most so many steps, each b times as likely",
    claim="(ln(1/b), δ), with δ half the probability of the last step",
    truth="that, for every γ; no pure ε holds, since the last step ends",
    source=SOURCE,
)
def staircase(
    number: int,
    draw: Draw,
    *,
    b: Fraction = Fraction(1, 2),
    gamma: Fraction = Fraction(1, 2),
    most: int = 12,
) -> Any:
    """X = S·((1 − B)·(G + γ·U) + B·(G + γ + (1 − γ)·U)), with G cut off at `most`."""
    sign = 1 if draw.flip("1/2") else -1
    step = draw.geometric(b, most=most)
    if draw.flip((1 - gamma) * b / (gamma + (1 - gamma) * b)):
        return number + sign * (step + gamma + draw.uniform(0, 1 - gamma))
    return number + sign * (step + draw.uniform(0, gamma))
