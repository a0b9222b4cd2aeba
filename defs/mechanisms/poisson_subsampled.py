"""Noise on the sum of a random part of the records: a step of stochastic gradient descent.

Each record takes part with probability q. Neighbours differ in one record, which moves the sum by
at most 1: without it the sum has noise alone; with it a coin decides. Both orders are asked about.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpverify.defs.mechanisms import noise
from dpverify.defs.programs import Draw, mechanism

SOURCE = (
    "B. Balle, G. Barthe, M. Gaboardi, Privacy amplification by subsampling: tight analyses via"
    " couplings and divergences, NeurIPS 2018"
)
RECORD = [0, 1]
"""What the record adds: nothing where it is not there, else 1."""


@mechanism(
    inputs=RECORD,
    name="continuous-poisson-subsampled-gaussian",
    title="a sum with Gaussian noise, in which a record takes part with probability q",
    claim="ρ-zCDP with ρ = 1/(2σ²), whatever q is",
    truth="no smaller ρ, and no pure ε; δ(ε) in both orders by enclosures",
    source=SOURCE,
)
def gaussian(
    record: int, draw: Draw, *, q: Fraction = Fraction(1, 10), sigma: Fraction = Fraction(1)
) -> Any:
    """The record's share, if the coin lets it take part, plus Gaussian noise."""
    return (record if draw.flip(q) else 0) + draw.gaussian(sigma)


@mechanism(
    inputs=RECORD,
    name="continuous-poisson-subsampled-laplace",
    title="a sum with Laplace noise, in which a record takes part with probability q",
    claim="ln(1 + q·(e^ε − 1))",
    truth="that to remove a record; −ln(1 − q + q·e^(−ε)), which is less, to add one",
    source=SOURCE,
)
def laplace(
    record: int, draw: Draw, *, q: Fraction = Fraction(1, 10), eps: Fraction = Fraction(1)
) -> Any:
    """The record's share, if the coin lets it take part, plus Laplace noise."""
    return noise.laplace(record if draw.flip(q) else 0, draw, 1 / eps)
