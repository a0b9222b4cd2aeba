"""Programs of category 2 about quotients of noisy numbers: events of the quotient, at ε = C = 1.

What is released is u/v with u = a + noise and v = b + noise, or what is computed from it. A program
says whether the quotient lies in a set, which is two comparisons of u and v.
"""

from __future__ import annotations

from typing import Any

from dpverify import mechanism

BOTH = ["D", "D'"]


@mechanism(inputs=BOTH, neighbours="all")
def low_mean(label: str, draw: Any, *, bound: str = "1", size_scale: str = "2") -> Any:
    """Questions 77 and 81: is the quotient at most −bound? Sums 0 and 1, of 6 and 7 records."""
    total, size = (0, 6) if label == "D" else (1, 7)
    u, v = total + draw.laplace(2), size + draw.laplace(size_scale)
    return (u + int(bound) * v <= 0 and v > 0) or (u + int(bound) * v >= 0 and v < 0)


@mechanism(inputs=BOTH, neighbours="all")
def same_signs(
    label: str, draw: Any, *, a0: str = "0", b0: str = "0", a1: str = "10", b1: str = "-9"
) -> Any:
    """Questions 79 and 80: is a/(a + b) strictly between 0 and 1? Just if both have one sign."""
    a, b = (int(a0), int(b0)) if label == "D" else (int(a1), int(b1))
    return (a + draw.laplace(1) > 0) == (b + draw.laplace(1) > 0)


@mechanism(inputs=BOTH, neighbours="all")
def one_noise(label: str, draw: Any) -> Any:  # noqa: ARG001  a program gets it
    """Question 83: is (a + Z)/(b + Z) exactly 1? The sum is 2 of 2 records, and 1 of 3 records.

    It is where a = b, and but for b + Z = 0, which has probability 0, nowhere else.
    """
    total, size = (2, 2) if label == "D" else (1, 3)
    return total == size


@mechanism(inputs=BOTH, neighbours="all")
def at_most_zero(
    label: str, draw: Any, *, a0: str = "0", b0: str = "6", a1: str = "1", b1: str = "6"
) -> Any:
    """Questions 84 to 86: is a/(a + b) at most 0?"""
    a, b = (int(a0), int(b0)) if label == "D" else (int(a1), int(b1))
    u, v = a + draw.laplace(1), b + draw.laplace(1)
    return (u <= 0 and u + v > 0) or (u >= 0 and u + v < 0)
