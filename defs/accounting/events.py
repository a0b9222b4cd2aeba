"""What one step of a plan does: noise on a query, perhaps on a sample of the records."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Noise:
    """Noise on the answer of a query.

    Args:
        law: "gaussian", N(0, size²) for a query of Euclidean sensitivity Δ; or "laplace", of scale
            `size` for a query of ℓ1-sensitivity Δ.
        size: σ or b, above 0.
        sensitivity: Δ, above 0: by how much adding or removing one record moves the answer.
    """

    law: str
    size: Fraction
    sensitivity: Fraction

    def text(self) -> str:
        """In words: the law, its size, and Δ where it is not 1."""
        symbol = "σ" if self.law == "gaussian" else "scale"
        unit = "" if self.sensitivity == 1 else f", sensitivity {self.sensitivity}"
        return f"{self.law.capitalize()} noise, {symbol} {self.size}{unit}"


@dataclass(frozen=True)
class Event:
    """Noise that is drawn `times` times, each time on a fresh Poisson sample where `rate` < 1.

    Args:
        noise: what is drawn.
        rate: each record takes part with this probability, independently; in (0, 1].
        times: how often, at least 1. What later queries ask may depend on earlier answers.
    """

    noise: Noise
    rate: Fraction
    times: int

    def text(self) -> str:
        """In words."""
        sampled = "" if self.rate == 1 else f" on a Poisson sample of rate {self.rate}"
        often = "once" if self.times == 1 else f"{self.times:,} times"
        return f"{self.noise.text()}{sampled}, {often}"
