"""Tulap noise: discrete Laplace noise spread evenly over the unit around each integer."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpverify.defs.programs import Draw, mechanism

SOURCE = (
    "J. Awan, A. Slavkovic, Differentially private uniformly most powerful tests for binomial data,"
    " NeurIPS 2018, Definition 4.1"
)


@mechanism(
    inputs=[0, 1],
    name="continuous-tulap",
    title="a count plus discrete Laplace noise of ratio b, clamped, and a uniform number around 0",
    claim="(ln(1/b), δ), with δ the probability of an end",
    truth="that; no pure ε holds, since the noise ends",
    source=SOURCE,
)
def tulap(count: int, draw: Draw, *, b: Fraction = Fraction(1, 2), most: int = 20) -> Any:
    """The count plus clamped integer noise plus uniform noise between −1/2 and 1/2."""
    return (
        count + draw.discrete_laplace(ratio=b, low=-most, high=most) + draw.uniform("-1/2", "1/2")
    )
