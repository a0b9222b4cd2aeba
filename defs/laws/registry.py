"""The laws of noise by name: a row, and for continuous noise the method that programs call.

The name of a law is the name of its file. What must never change: a name that is not here is
refused by name, whoever asks.
"""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, cast

from dpverify.defs.documents.traced import COIN, unknown_law

if TYPE_CHECKING:
    from dpverify.defs.laws.contract import NoiseLaw

CONTINUOUS: Final[dict[str, str]] = {
    "laplace": "discrete_laplace()",
    "exponential": "geometric()",
    "gaussian": "discrete_gaussian()",
    "uniform": "uniform() of a list or range",
    "gumbel": "choice() of exact probabilities",
    "logistic": "discrete_laplace()",
}
"""Laws of real numbers, each with the exact draw that a program may make instead."""
OF_INTEGERS: Final[dict[str, str]] = {
    "laplace": "discrete_laplace",
    "exponential": "geometric",
    "discrete_gaussian": "discrete_gaussian",
    "skellam": "skellam",
    "poisson": "poisson",
    "binomial": "binomial",
}
"""Laws of integers, by the names that they have in a program traced on integers."""


class NoiseDraws:
    """The continuous noise that a program may ask for; how it is answered is `_noise`.

    To a type checker it is the float that it stands for, so that a program is annotated as the code
    that it was written after. What is drawn is a symbol: it is added, compared and released.
    """

    __slots__ = ()

    def laplace(self, scale: Any) -> float:
        """Continuous Laplace noise: x with density e^(−|x|/scale)/(2·scale), scale > 0.

        A program with continuous noise is traced, not run on every path; where it would have to be
        enumerated or sampled it is refused: docs/continuous-noise.md.
        """
        return self._noise("laplace", scale)

    def exponential(self, scale: Any) -> float:
        """Continuous exponential noise: x ≥ 0 with density e^(−x/scale)/scale, scale > 0."""
        return self._noise("exponential", scale)

    def gaussian(self, sigma: Any) -> float:
        """Continuous Gaussian noise: mean 0, standard deviation sigma > 0."""
        return self._noise("gaussian", sigma)

    def gumbel(self, scale: Any) -> float:
        """Continuous Gumbel noise: x with density e^(−y−e^(−y))/scale, y = x/scale, scale > 0.

        Of numbers with Gumbel noise the largest is chosen as by the exponential mechanism.
        """
        return self._noise("gumbel", scale)

    def logistic(self, scale: Any) -> float:
        """Continuous logistic noise: x with density e^(−y)/(scale·(1+e^(−y))²), y = x/scale."""
        return self._noise("logistic", scale)

    def _noise(self, law: str, scale: Any) -> float:
        """One draw of a continuous law."""
        raise NotImplementedError


@lru_cache
def noise_law(name: str, *, whole: bool = False) -> NoiseLaw:
    """The law of a name; `whole` for the names of a program traced on integers.

    Raises: Undecided("unsupported") with the name where there is none.
    """
    known = OF_INTEGERS if whole else {law: law for law in (*CONTINUOUS, COIN)}
    module = known.get(name)
    if module is None:
        raise unknown_law(name)
    return cast("NoiseLaw", import_module(f"dpverify.defs.laws.{module}").LAW)
