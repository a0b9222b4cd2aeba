"""Programs of category 2 whose noise tells how many records there are; C = ε = μ = 1."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpverify import mechanism


@mechanism(inputs=["3 records", "4 records"], neighbours="all")
def mean_with_noise_of_its_size(label: str, draw: Any, *, times: str = "10") -> Any:
    """Questions 74 and 75: records that are 0, and noise of scale 10/n, or 2/n."""
    return draw.laplace(Fraction(times) / (3 if label == "3 records" else 4))


@mechanism(inputs=["2 records", "3 records"], neighbours="all")
def gradient_with_noise_of_its_size(
    label: str, draw: Any, *, two: str = "2", three: str = "1", apart: str = "0"
) -> Any:
    """Questions 26, 28 and 29: one step of a mean of gradients; its σ depends on their number."""
    if label == "2 records":
        return draw.gaussian(two)
    return Fraction(apart) + draw.gaussian(three)
