"""The law behind the source's γ₁: the difference of two independent noises.

Not the law of a privacy loss: the loss compares two densities at one output, which depends on one
noise alone. `Laplace` and `LaplaceVector` are the law of the loss.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from math import factorial
from typing import Any

from flint import fmpq, fmpq_poly

from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import Loss, Number, Real, Value, exp
from dpverify.defs.risk.parameters import Eps, count, nonnegative_eps, positive

MOST_NUMBERS = 200


class Difference(ABC):
    """The law of T ≥ 0, by how much the sizes of two independent noises differ."""

    @abstractmethod
    def at_most(self, t: Eps) -> Number:
        """P[T ≤ t] for t ≥ 0."""

    def gamma1(self, eps: Eps, eps0: Eps) -> Number:
        """The source's γ₁ = P[T ≤ ε]/P[T ≤ ε₀], in units of the scale of the noise.

        The source presents it as the confidence of the Laplace mechanism, which it is not.

        Args:
            eps: 0 ≤ ε ≤ ε₀.
            eps0: ε₀ > 0, at which the mechanism is private.

        Raises:
            DomainError: ε < 0, ε₀ ≤ 0 or ε > ε₀.
        """
        small, large = nonnegative_eps(eps), nonnegative_eps(eps0, "ε₀")
        positive(large, "ε₀")
        if small > large:
            raise DomainError(f"ε is {eps}, above ε₀ = {eps0}; γ₁ is meant for ε ≤ ε₀")
        return self.at_most(small) / self.at_most(large)


class NoiseDifference(Difference):
    """T = |‖X‖₁ − ‖Y‖₁| for independent Laplace noises X, Y of scale 1 on k numbers each.

    ‖X‖₁ has the law Gamma(k, 1), so T has a density proportional to t^(k−1/2)·K_(k−1/2)(t). A
    Bessel function of half-integer order is elementary: the density is a polynomial of degree
    k − 1 times e^(−t), and probabilities are exact in e^(−t).

    Args:
        k: how many numbers get noise, from 1 to 200.

    Raises:
        DomainError: k is no such integer.

    Source:
        Dandekar, Basu, Bressan 2021, Theorem 4.1 and its lemmas (BesselK(k, Δ/ε₀)); the polynomial:
        NIST DLMF 10.49.12.

    >>> str(NoiseDifference(1).at_most(1))
    '1-exp(-1)'
    """

    def __init__(self, k: Any = 1) -> None:
        self.k = count(k, "k", most=MOST_NUMBERS)

    @cached_property
    def density(self) -> fmpq_poly:
        """The polynomial of the density, up to a constant.

        t^(k−1)·Σ_j (k−1+j)!/(j!·(k−1−j)!)·(2t)^(−j) over j = 0, …, k−1.
        """
        n = self.k - 1
        rising = [
            fmpq(factorial(n + j), factorial(j) * factorial(n - j) * 2**j) for j in range(n + 1)
        ]
        return fmpq_poly(rising[::-1])

    @cached_property
    def _primitive(self) -> fmpq_poly:
        """p + p' + p'' + …: −e^(−t) times it is an antiderivative of p·e^(−t)."""
        result, term = fmpq_poly([]), self.density
        while term.degree() >= 0:
            result, term = result + term, term.derivative()
        return result

    def at_most(self, t: Eps) -> Number:
        """P[T ≤ t] for t ≥ 0; exact where t is rational, or k = 1 and e^(−t) a Value."""
        place = nonnegative_eps(t, "t")
        total = Value(self._primitive(fmpq(0)))
        return Value(1) - _at(self._primitive, place) * exp(-place) / total

    def curve(self, eps0: Eps, steps: int) -> list[tuple[Number, Number]]:
        """γ₁ at ε = ε₀·i/steps for i = 0, …, steps: the points of the source's figure."""
        end = nonnegative_eps(eps0, "ε₀")
        places = [end * fmpq(i, steps) for i in range(steps + 1)]
        return [(place, self.gamma1(place, end)) for place in places]


def _at(polynomial: fmpq_poly, place: Loss | Real) -> Number:
    exact = None if isinstance(place, Real) else place.as_rational()
    if exact is not None:
        return Value(polynomial(exact))
    coefficients = polynomial.coeffs()
    result: Number = Value(coefficients[-1])
    for coefficient in coefficients[-2::-1]:
        result = result * place + Value(coefficient)
    return result
