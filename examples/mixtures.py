"""Coins beside continuous noise: the programs of docs/mixtures.md."""

from __future__ import annotations

from typing import Any

from dpverify import mechanism, poisson_subsampled


@mechanism(inputs=[0, 1], neighbours="all")
def subsampled(record: int, draw: Any, *, q: str = "1/10", sigma: str = "1") -> Any:
    """A record that takes part with probability q, and Gaussian noise."""
    mean = record if draw.flip(q) else 0
    return mean + draw.gaussian(sigma)


@mechanism(inputs=[0, 1], neighbours="all", moves="A")
def two_scales(count: int, draw: Any) -> Any:
    """The coin chooses the scale."""
    if draw.flip("1/3"):
        return count + draw.gaussian(1)
    return count + draw.gaussian(3)


@mechanism(inputs=[0, 1], neighbours="all")
def noisy(count: int, draw: Any) -> Any:
    """A count with Laplace noise."""
    return count + draw.laplace(1)


by_name = poisson_subsampled(noisy, "1/10")
