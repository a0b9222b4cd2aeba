"""Claims as what samples can refute: P(E) ≤ κ·Q(E) + δ for every event E and pair of inputs.

In doubles, to choose and to search by; what decides is evaluated again by the kernel, in balls.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from dpverify.defs.definitions.definition import Definition
from dpverify.defs.errors import Undecided, UsageError
from dpverify.defs.numbers import number_text

PARAMETERS: Final = {"pure-dp": "eps", "local-dp": "eps", "approx-dp": "eps", "zcdp": "rho",
                     "gaussian-dp": "mu"}  # fmt: skip
MOST: Final = 500.0
PLACES: Final = 12
"""On a curve of (ε, δ) so many places are looked at when a test is chosen."""


@dataclass(frozen=True)
class At:
    """Where on its curve a test looks at a claim: ε, and for zCDP the order that bounds δ there."""

    eps: Fraction
    order: Fraction | None = None

    def document(self) -> dict[str, str]:
        """As it stands in a document."""
        order = {} if self.order is None else {"order": str(self.order)}
        return {"eps": str(self.eps), **order}


@dataclass(frozen=True)
class Claim:
    """A definition with its parameters; `given` as texts, `value` the one that is bounded."""

    name: str
    given: dict[str, str]
    value: float
    delta: float

    @property
    def parameter(self) -> str:
        """The parameter that is bounded from below."""
        return PARAMETERS[self.name]

    def plane(self, value: float, at: At | None) -> tuple[float, float]:
        """κ and δ of the claim with another value of its parameter."""
        if at is None:
            return math.exp(min(value, 700.0)), self.delta
        eps = float(at.eps)
        if at.order is not None:
            order = float(at.order)
            inner = (order - 1) * (order * value - eps) + (order - 1) * math.log1p(-1 / order)
            return math.exp(eps), math.exp(min(inner - math.log(order), 700.0))
        if value <= 0:
            return math.exp(eps), 0.0
        near, far = -eps / value + value / 2, -eps / value - value / 2
        return math.exp(eps), max(0.0, _normal(near) - math.exp(eps) * _normal(far))

    def places(self) -> tuple[At | None, ...]:
        """Where its curve is looked at when tests are chosen."""
        if self.name == "zcdp":
            return tuple(self._of_order(k) for k in range(PLACES))
        if self.name == "gaussian-dp":
            width = self.value * self.value / 2 + 3 * self.value
            return tuple(At(_short(width * k / PLACES)) for k in range(PLACES))
        return (None,)

    def _of_order(self, k: int) -> At:
        """An ε, and the order at which the bound on δ is least, by a search over orders."""
        rho = max(self.value, 1e-6)
        eps = _short((rho + 3 * math.sqrt(rho)) * k / PLACES)
        best = min(ORDERS, key=lambda order: self.plane(rho, At(eps, order))[1])
        return At(eps, best)


def claim_of(definition: Definition) -> Claim:
    """The claim that a definition makes, as samples can refute it.

    Raises: UsageError for a definition of which an event in samples says nothing.
    """
    name = definition.name
    if name not in PARAMETERS:
        raise UsageError(
            f"{name} is not audited by samples; give one of {', '.join(sorted(PARAMETERS))}"
        )
    given = {key: number_text(value) for key, value in definition.given.items()}
    value = _approx(definition.given[PARAMETERS[name]])
    if not 0 <= value <= MOST or (name in ("gaussian-dp", "zcdp") and value == 0):
        lowest = "above 0" if name in ("gaussian-dp", "zcdp") else "0 or more"
        raise UsageError(
            f"{PARAMETERS[name]} = {given[PARAMETERS[name]]} is not audited; it is {lowest},"
            f" and at most {MOST:g}"
        )
    delta = definition.given.get("delta", 0)
    if name == "approx-dp" and getattr(delta, "as_rational", lambda: None)() is None:
        raise Undecided("unsupported", "an audit takes a rational δ; give decimals")
    return Claim(name, given, value, _approx(delta))


def _approx(number: Any) -> float:
    return float(number) if isinstance(number, int) else float(number.approx())


def _short(number: float) -> Fraction:
    return Fraction(number).limit_denominator(1000)


ORDERS: Final = tuple(_short(1 + 10 ** (j / 10)) for j in range(-29, 40))
"""Orders of Rényi divergence by which δ is bounded."""


def _normal(place: float) -> float:
    return math.erfc(-place / math.sqrt(2)) / 2
