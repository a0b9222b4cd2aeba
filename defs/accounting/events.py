"""What one step of a plan does: noise, a table of laws or a guarantee, perhaps on a sample."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

SIZES = {
    "gaussian": "sigma",
    "laplace": "scale",
    "discrete-gaussian": "sigma",
    "discrete-laplace": "scale",
}
"""The laws of noise, and how each one's size is called."""

DISCRETE = ("discrete-gaussian", "discrete-laplace")


@dataclass(frozen=True)
class Noise:
    """Noise on the answer of a query.

    Args:
        law: "gaussian", N(0, size²) for a query of Euclidean sensitivity Δ; "laplace", of scale
            `size` for a query of ℓ1-sensitivity Δ; "discrete-gaussian", masses ∝ e^(−x²/(2·size²))
            and "discrete-laplace", masses ∝ e^(−|x|/size), on an integer answer.
        size: σ or b, above 0.
        sensitivity: Δ, above 0: by how much adding or removing one record moves the answer; an
            integer for noise on integers.
    """

    law: str
    size: Fraction
    sensitivity: Fraction

    def text(self) -> str:
        """In words: the law, its size, and Δ where it is not 1."""
        symbol = "σ" if SIZES[self.law] == "sigma" else "scale"
        unit = "" if self.sensitivity == 1 else f", sensitivity {self.sensitivity}"
        words = self.law.replace("-", " ").capitalize()
        for name in ("gaussian", "laplace"):
            words = words.replace(name, name.capitalize())
        return f"{words} noise, {symbol} {self.size}{unit}"


@dataclass(frozen=True)
class Guarantee:
    """Any (ε, δ)-private mechanism, of which nothing else is known.

    The worst one releases what tells the two databases apart with probability δ, and else answers
    by randomised response with e^ε (Kairouz, Oh, Viswanath 2015). With δ = 0 it is that.

    Args:
        eps: ε > 0, in nats; a rational.
        delta: δ, 0 ≤ δ < 1.
    """

    eps: Fraction
    delta: Fraction

    law = "private"

    def text(self) -> str:
        """In words."""
        delta = "" if self.delta == 0 else f", δ = {self.delta}"
        return f"Anything private with ε = {self.eps}{delta}"


@dataclass(frozen=True)
class Table:
    """A finite channel: a law of the outputs for each input.

    Args:
        rows: the laws, rationals that sum to 1.
        pairs: which inputs are neighbours, as ordered pairs of indices.
        null: the input that stands for a record that is not there; None where there is none. With
            it, removing a record takes another row to this one, and replacing a record leaves it
            out; without it each pair counts in every direction.
        uses: "any", where each use compares any pair, which may depend on earlier answers; "same",
            where the input stays what it is, so that all uses compare the same pair.
    """

    rows: tuple[tuple[Fraction, ...], ...]
    pairs: tuple[tuple[int, int], ...]
    null: int | None = None
    uses: str = "any"

    law = "channel"

    def text(self) -> str:
        """In words."""
        absent = "" if self.null is None else f", input {self.null} for an absent record"
        return f"A channel of {len(self.rows)} inputs and {len(self.rows[0])} outputs{absent}"


Source: TypeAlias = Noise | Guarantee | Table


SCHEMES = {"poisson": "a Poisson sample", "without-replacement": "a sample without replacement"}
"""How records are drawn for one use, and in words.

"poisson": each record takes part with the rate as its probability, independently of the others.
"without-replacement": as many records as the rate says are drawn, each set of them equally likely.
"""


@dataclass(frozen=True)
class Event:
    """A source that is used `times` times, each time on a fresh sample where `rate` < 1.

    Args:
        noise: noise on a query, or what else is used.
        rate: each record takes part with this probability; in (0, 1].
        times: how often, at least 1. What later queries ask may depend on earlier answers.
        scheme: one of `SCHEMES`.
        nodes: of each use of a tree, those above the leaf of a record; 0 where it is no tree.
    """

    noise: Source
    rate: Fraction
    times: int
    scheme: str = "poisson"
    nodes: int = field(default=0, compare=False)

    def text(self) -> str:
        """In words."""
        sampled = "" if self.rate == 1 else f" on {SCHEMES[self.scheme]} of rate {self.rate}"
        often = "once" if self.times == 1 else f"{self.times:,} times"
        return f"{self.noise.text()}{sampled}, {often}"
