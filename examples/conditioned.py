"""Conditioned, clamped, rounded and wrapped noise: the programs of docs/conditioned-noise.md."""

from __future__ import annotations

from typing import Any

from dpverify import mechanism


@mechanism(inputs=[0, 1], neighbours="all")
def bounded_domain(count: int, draw: Any, *, scale: int = 1, low: int = 0, high: int = 10) -> Any:
    """Laplace noise, again until the value lies in the domain."""
    while True:
        noisy = count + draw.laplace(scale)
        if low <= noisy <= high:
            return noisy


@mechanism(inputs=[0], moves="A")
def every_count(count: Any, draw: Any) -> Any:
    """The same for all real inputs, inside the domain and beyond it."""
    while True:
        noisy = count + draw.laplace(1)
        if 0 <= noisy <= 10:
            return noisy


@mechanism(inputs=[0, 1], neighbours="all")
def clamped(count: int, draw: Any, *, sigma: int = 2) -> Any:
    """Gaussian noise with an atom at both ends."""
    return min(max(count + draw.gaussian(sigma), 0), 10)


@mechanism(inputs=[0, 1], neighbours="all")
def rounded(count: int, draw: Any) -> Any:
    """Laplace noise, rounded."""
    return round(count + draw.laplace(2))


@mechanism(inputs=[0, 1], neighbours="all")
def rounded_gaussian(count: int, draw: Any) -> Any:
    """Gaussian noise of scale 1, rounded: 1-GDP and 1/2-zCDP, as before it is rounded."""
    return round(count + draw.gaussian(1))


@mechanism(inputs=[0, 1], neighbours="all")
def modulo(count: int, draw: Any, *, p: int = 5) -> Any:
    """Laplace noise on a circle."""
    return (count + draw.laplace(2)) % p
