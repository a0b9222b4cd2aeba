"""Mechanisms as programs: `dpverify check examples/programs.py:NAME --definition …`."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpverify import mechanism

REACH = 33


@mechanism(inputs=[3, 4])
def unsafe_count(count: int, draw: Any, *, eps: Fraction = Fraction(1, 2)) -> int | None:
    """A count that is released with noise, but only if it is at least 4: the test sees no noise."""
    if count < 4:
        return None
    return int(count + draw.discrete_laplace(1 / eps, low=-10, high=10))


@mechanism(inputs=[3, 4])
def safe_count(count: int, draw: Any, *, eps: Fraction = Fraction(1, 2)) -> int | None:
    """The same, with the threshold on the noisy count; noise is clamped to 0…10 on the output."""
    noisy = int(count + draw.discrete_laplace(1 / eps, low=-count, high=10 - count))
    return noisy if noisy >= 4 else None


@mechanism(inputs=[0, 1], source="A. Miller, Guaranteeing Differential Privacy using Quantitative"
           " Information Flow Analysis, 2024")  # fmt: skip
def response_in_a_database(resp: int, draw: Any) -> int:
    """A response joins a database through a coin, and the count of ones is leaked; ε = ln 3."""
    database = [0, 1, 0, 1, 1, 0, 1, 0, 0]
    coin = draw.uniform([0, 1])
    database.append(draw.uniform([resp, coin]))
    return sum(database)


@mechanism(inputs=[0, 1])
def noise_renormalised(resp: int, draw: Any) -> int:
    """33 + resp plus discrete Laplace noise, ε = 1/3, drawn again beyond ±33."""
    while True:
        draw.checkpoint()
        noise = int(draw.discrete_laplace(3, low=-REACH - 1, high=REACH + 1))
        if abs(noise) <= REACH:
            return 33 + resp + noise


@mechanism(inputs=[0, 1])
def noise_clamped(resp: int, draw: Any) -> int:
    """33 + resp plus discrete Laplace noise, ε = 1/3, whose tails lie on ±33."""
    return 33 + resp + int(draw.discrete_laplace(3, low=-REACH, high=REACH))


def sampled(draw: Any, *, conditioned: bool, loops: int = 11) -> int:
    """Discrete Laplace noise of scale 3: U + 3V with a sign, U and V from coins of e^{−u/3}, 1/e.

    V is drawn by a loop of at most 11 rounds. Where it stops for that reason, V = 11 takes the rest
    of the mass, or (conditioned) the round is drawn again.
    """
    while True:
        draw.checkpoint()
        u = draw.uniform([0, 1, 2])
        if not draw.flip(f"exp(-{u}/3)"):
            continue
        v = 0
        while v <= loops and draw.flip("exp(-1)"):
            v += 1
            draw.checkpoint(u, v)
        if v > loops:
            if conditioned:
                continue
            v = loops
        minus, size = draw.flip("1/2"), u + 3 * v
        if not (minus and size == 0):
            return -size if minus else int(size)


@mechanism(inputs=[0, 1])
def kuifje_laplace(resp: int, draw: Any) -> int:
    """33 + resp plus noise of the sampler with V conditioned on V ≤ 11, clipped to ±33."""
    return 33 + resp + max(-REACH, min(REACH, sampled(draw, conditioned=True)))


@mechanism(inputs=[0, 1])
def kuifje_laplace_capped(resp: int, draw: Any) -> int:
    """The same with the loop capped at 11: V = 11 takes the rest of the mass."""
    return 33 + resp + max(-REACH, min(REACH, sampled(draw, conditioned=False)))
