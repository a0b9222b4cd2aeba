"""Running a program on random bits, without a rounding anywhere.

A uniform real number is drawn bit by bit, only as far as it takes to say on which side of an exact
threshold it lies. The bits come from a seeded generator: the same seed gives the same samples. This
is for tests and experiments; the generator is no source of secret randomness.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from flint import fmpq

from dpverify.defs.errors import ProgramError
from dpverify.defs.numbers import Value, exp
from dpverify.defs.numbers.balls import ball_bounds
from dpverify.defs.programs import laws
from dpverify.defs.programs.draw import Draw
from dpverify.defs.validate import shown

CHUNK = 64
"""Bits that are drawn at a time."""


class Sampler(Draw):
    """Draws at random, exactly; Args: seed an integer ≥ 0."""

    __slots__ = ("_bits",)

    def __init__(self, seed: int) -> None:
        if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
            raise ProgramError(f"the seed is {shown(seed)}; give an integer of at least 0")
        self._bits = Random(seed)  # noqa: S311  for tests, not for secrets; see above

    def uniform(self, values: Any, high: Any = None) -> Any:
        if high is not None:
            return super().uniform(values, high)
        law = laws.uniform(values)
        return law.values[self._bits.randrange(len(law.values))]

    def discrete_gaussian(self, sigma2: Any) -> int:
        """By rejection from the discrete Laplace law; Canonne, Kamath, Steinke 2020, algorithm 3.

        A proposal y of scale t is kept with probability exp(−(|y| − σ²/t)²/(2σ²)).
        """
        variance = laws.positive(sigma2, "sigma2 of discrete_gaussian()").as_fraction()
        scale = int(variance**0.5) + 1  # any scale is right; this one rejects seldom
        while True:
            proposal = self.discrete_laplace(scale)
            gap = abs(proposal) - variance / scale
            if self.flip(exp(-(gap**2) / (2 * variance))):
                return proposal

    def skellam(self, mu: Any) -> int:
        """The difference of two Poisson numbers."""
        half = laws.positive(mu, "mu of skellam()").as_fraction() / 2
        return self.poisson(half) - self.poisson(half)

    def _take(self, law: laws.Law) -> Any:
        if law.certain:
            return law.sure
        drawn, width = 0, 0  # the uniform number lies in [drawn, drawn + 1]·2^−width
        below, i = Value(0), 0
        branch = law.branch(0)
        while branch is not None:
            value, p, _ = branch
            branch = law.branch(i + 1)
            if branch is None:
                return value
            below, i = below + p, i + 1
            while (side := _side(below, drawn, width)) == 0:
                drawn, width = drawn << CHUNK | self._bits.getrandbits(CHUNK), width + CHUNK
            if side > 0:
                return value
        raise ProgramError(f"{law.name} has no value")


def samples(run: Callable[[Draw], Any], count: int, seed: int) -> list[Any]:
    """Outputs of independent runs; one seed for all of them."""
    draw = Sampler(seed)
    return [run(draw) for _ in range(count)]


def _side(threshold: Value, drawn: int, width: int) -> int:
    """1 where the uniform number lies below the threshold, −1 above, 0 if more bits are needed."""
    exact = threshold.as_rational()
    lower, upper = (exact, exact) if exact is not None else _bounds(threshold, width + 16)
    if fmpq(drawn + 1, 1 << width) <= lower:
        return 1
    return -1 if fmpq(drawn, 1 << width) >= upper else 0


def _bounds(value: Value, bits: int) -> tuple[fmpq, fmpq]:
    return ball_bounds(value.ball(max(bits, 64)))
