"""Running a program on random bits, without a rounding anywhere.

A uniform real number is drawn bit by bit, only as far as it takes to say on which side of an exact
threshold it lies. The bits come from a seeded generator: the same seed gives the same samples. This
is for tests and experiments; the generator is no source of secret randomness.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from flint import fmpq

from dpverify.defs.errors import InternalError, ProgramError
from dpverify.defs.numbers import Value, exp
from dpverify.defs.numbers.balls import ball_bounds
from dpverify.defs.programs import laws
from dpverify.defs.programs.draw import Draw
from dpverify.defs.validate import shown

CHUNK = 64
"""Bits that are drawn at a time."""
KEPT = 200
"""Laws of a run whose sums are kept, and sums that are kept of each."""


class Sampler(Draw):
    """Draws at random, exactly; Args: seed an integer ≥ 0."""

    __slots__ = ("_bits", "_steps")

    def __init__(self, seed: int) -> None:
        if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
            raise ProgramError(f"the seed is {shown(seed)}; give an integer of at least 0")
        self._bits = Random(seed)  # noqa: S311  for tests, not for secrets; see above
        self._steps: dict[laws.Law, _Steps] = {}

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
        for step in self._steps_of(law):
            if step.end is None:
                return step.value
            while (side := step.side(drawn, width)) == 0:
                drawn, width = drawn << CHUNK | self._bits.getrandbits(CHUNK), width + CHUNK
            if side > 0:
                return step.value
        raise ProgramError(f"{law.name} has no value")

    def _steps_of(self, law: laws.Law) -> _Steps:
        if law not in self._steps:
            if len(self._steps) == KEPT:  # a program may name another law at each draw
                self._steps.clear()
            self._steps[law] = _Steps(law)
        return self._steps[law]


def samples(run: Callable[[Draw], Any], count: int, seed: int) -> list[Any]:
    """Outputs of independent runs; one seed for all of them."""
    draw = Sampler(seed)
    return [run(draw) for _ in range(count)]


class _Step:
    """A value of a law, and where its part of [0, 1] ends; None for the last value's."""

    __slots__ = ("_bounds", "end", "value")

    def __init__(self, value: Any, end: Value | None) -> None:
        self.value, self.end = value, end
        self._bounds: dict[int, tuple[fmpq, fmpq]] = {}

    def side(self, drawn: int, width: int) -> int:
        """1 where the uniform number lies below the end, −1 above, 0 if more bits are needed."""
        if width not in self._bounds:
            self._bounds[width] = self._bounded(width + 16)
        lower, upper = self._bounds[width]
        if fmpq(drawn + 1, 1 << width) <= lower:
            return 1
        return -1 if fmpq(drawn, 1 << width) >= upper else 0

    def _bounded(self, bits: int) -> tuple[fmpq, fmpq]:
        if self.end is None:
            raise InternalError("the last value of a law ends where [0, 1] does")
        exact = self.end.as_rational()
        return (exact, exact) if exact is not None else ball_bounds(self.end.ball(max(bits, 64)))


class _Steps:
    """The steps of a law in order; those that most draws meet are computed once."""

    __slots__ = ("_known", "_law")

    def __init__(self, law: laws.Law) -> None:
        self._law = law
        self._known: list[_Step] = []

    def __iter__(self) -> Iterator[_Step]:
        below, i = Value(0), 0
        while (step := self._at(i, below)) is not None:
            yield step
            if step.end is None:
                return
            below, i = step.end, i + 1

    def _at(self, i: int, below: Value) -> _Step | None:
        """Step i, which begins at `below`."""
        if i < len(self._known):
            return self._known[i]
        branch = self._law.branch(i)
        if branch is None:
            return None
        value, p, _ = branch
        step = _Step(value, None if self._law.branch(i + 1) is None else below + p)
        # The sums of a law with a long tail grow with their number: not all of them are kept.
        if i < KEPT:
            self._known.append(step)
        return step
