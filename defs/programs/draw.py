"""What a program draws from: the second argument of every mechanism.

What must never change: a program says *which* law it draws from, in exact numbers, and gets one
value; whether all values are tried in turn (`replay`) or one is sampled (`sampling`) is not for the
program to know. What a way of running does not support raises a `ProgramError` that says so.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, overload

from dpverify.defs.errors import ProgramError
from dpverify.defs.laws.registry import CONTINUOUS, NoiseDraws
from dpverify.defs.programs import counting, laws

T = TypeVar("T")


class Draw(NoiseDraws, ABC):
    """Draws with exact probabilities: texts such as "1/3", ints, Fractions, `Value`s; no floats.

    A program that draws continuous noise (`laplace`, `exponential`, `gaussian`, `gumbel`,
    `logistic`, `uniform` of two numbers) is not enumerated but traced: its noise is then a symbol,
    which it may compute with linearly, compare and release. ProgramError where it is enumerated or
    sampled all the same.
    """

    __slots__ = ()

    def flip(self, p: Any) -> bool:
        """True with probability p, else False."""
        return bool(self._take(laws.flip(_hashable(p, "the probability of flip()"))))

    @overload
    def uniform(self, values: Sequence[T]) -> T: ...
    @overload
    def uniform(self, values: Any, high: Any) -> float: ...
    def uniform(self, values: Any, high: Any = None) -> Any:
        """Each member of a list, tuple or range with the same probability.

        With two numbers, low < high: continuous noise between them, of density 1/(high − low).
        """
        if high is not None:
            raise _continuous("uniform")
        return self._take(laws.uniform(values))

    def choice(self, table: Mapping[T, Any]) -> T:
        """The keys of a mapping, each with its probability; these sum to exactly 1."""
        key: T = self._take(laws.choice(table))
        return key

    def geometric(self, ratio: Any, *, most: int | None = None) -> int:
        """k ≥ 0 with probability (1 − r)·r^k, 0 ≤ r < 1; with `most`, min(k, most).

        With `most` there are finitely many values, and the tail lies on the last one exactly.
        """
        return int(self._take(laws.geometric(_hashable(ratio, "the ratio of geometric()"), most)))

    def discrete_laplace(
        self,
        scale: Any = None,
        *,
        ratio: Any = None,
        low: int | None = None,
        high: int | None = None,
    ) -> int:
        """An integer k with probability (1 − r)/(1 + r)·r^|k|.

        Args: scale > 0, rational, for r = e^{−1/scale}; or ratio, r itself, in [0, 1); low and
            high, both or none: the noise is clamped to low…high, and each tail lies on its end
            exactly, so that there are finitely many values.
        """
        what = "the scale of discrete_laplace()"
        scale, ratio = _hashable(scale, what), _hashable(ratio, what)
        if low is None and high is None:
            return int(self._take(laws.discrete_laplace(scale, ratio)))
        return int(self._take(laws.clamped_laplace(scale, ratio, low, high)))

    def discrete_gaussian(self, sigma2: Any) -> int:
        """An integer k with probability proportional to e^{−k²/(2·sigma2)}, sigma2 rational."""
        law = laws.discrete_gaussian(_hashable(sigma2, "sigma2 of discrete_gaussian()"))
        return int(self._take(law))

    def skellam(self, mu: Any) -> int:
        """An integer k with probability e^{−mu}·I_|k|(mu), of variance mu, rational.

        It is the difference of two Poisson numbers of mean mu/2.
        """
        return int(self._take(counting.skellam(_hashable(mu, "mu of skellam()"))))

    def poisson(self, lam: Any) -> int:
        """An integer k ≥ 0 with probability e^{−lam}·lam^k/k!, lam rational."""
        return int(self._take(counting.poisson(_hashable(lam, "lam of poisson()"))))

    def binomial(self, n: int, p: Any) -> int:
        """The number of heads of n coins that fall on heads with probability p."""
        return int(self._take(counting.binomial(n, _hashable(p, "p of binomial()"))))

    def argmax(self, values: Sequence[Any]) -> int:
        """The index of the largest value, the first among equals, from 0.

        Of values with continuous noise it asks once what comparisons ask in many ways: which of n
        is the largest has n answers, not one for each order of comparisons.
        """
        try:
            return max(range(len(values)), key=values.__getitem__)
        except (TypeError, ValueError):
            raise ProgramError("argmax() takes a list of numbers that is not empty") from None

    def largest(self, values: Sequence[Any]) -> Any:
        """The largest value, the first among equals."""
        return values[self.argmax(values)]

    def checkpoint(self, *variables: Any) -> None:
        """A promise: what happens from here on depends on these variables alone.

        (And on the place in the program, the input and the parameters.) Paths that arrive at the
        same place with the same variables are then followed once, and a loop that comes back to
        where it was is solved exactly instead of being unrolled. Where all paths can be followed
        without it, the promise is seen to be kept or broken; else the answer names it as an
        assumption; see docs/decisions/.
        """
        del variables

    def _noise(self, law: str, scale: Any) -> Any:
        del scale
        raise _continuous(law)

    @abstractmethod
    def _take(self, law: laws.Law) -> Any:
        """One value of the law."""


def _hashable(given: Any, what: str) -> Any:
    try:
        hash(given)
    except TypeError:
        laws.number(given, what)  # says what is wrong with a list; a Real is no probability
        raise ProgramError(f"{what} is no number") from None
    return given


def _continuous(method: str) -> ProgramError:
    instead = CONTINUOUS[method]
    return ProgramError(
        f"{method}() has uncountably many outcomes, which cannot be enumerated or sampled exactly,"
        f" nor stand beside draws without an end; draw {instead} instead"
    )
