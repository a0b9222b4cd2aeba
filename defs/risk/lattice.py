"""Composition on a lattice: losses that are multiples of a unit, powers of one polynomial."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from flint import arb, arb_poly, fmpz, fmpz_poly

from dpverify.defs.errors import DomainError, Undecided
from dpverify.defs.numbers import Number, Value
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.risk.contract import LossLaw
from dpverify.defs.risk.enclosed import Enclosed
from dpverify.defs.risk.finite_law import FiniteLaw
from dpverify.defs.risk.parameters import Eps, count, nonnegative_eps, positive

BITS = 160
SCALE = fmpz(1) << BITS
MOST_CELLS = 1_000_000


@dataclass(frozen=True)
class Lattice:
    """A law of losses that are integer multiples of `unit`, with masses rounded down.

    Coefficient i of `masses`, over 2^160, is at most the probability of the loss (first + i)·unit.
    What rounding took away belongs to no cell; as it could only have added to a δ, between 0 and
    itself, every δ is enclosed.

    Args:
        unit: in nats, > 0.
        first: the loss first·unit has the coefficient 0 of `masses`.
        masses: integers ≥ 0.

    Source:
        Koskela, Jälkö, Honkela 2020 compose on a grid with floats; here every rounding has a
        direction.
    """

    unit: Number
    first: int
    masses: fmpz_poly

    @classmethod
    def exact(cls, law: FiniteLaw, unit: Any) -> Lattice:
        """The law itself; DomainError where a loss is no multiple of the unit."""
        step = positive(unit, "the unit")
        cells: dict[int, Number] = {}
        for loss, mass in law.points:
            index = 0 if loss.is_infinite else round((loss / step).approx())
            if loss.is_infinite or loss != step * Value(index):
                raise DomainError(f"the loss {loss} is no multiple of the unit {unit}")
            cells[index] = cells.get(index, Value(0)) + mass
        return cls._of(step, cells)

    @classmethod
    def rounded(cls, law: LossLaw, unit: Any, *, up: bool) -> Lattice:
        """A bounded law with each loss moved down (or up) to a multiple of the unit.

        Down, every δ of the result and of its compositions is at most that of the law; up, at
        least: δ is the mean of max(0, 1 − e^(ε−L)), which increases with L.
        """
        step, most = positive(unit, "the unit"), law.largest
        ratio = (most / step).approx()
        if not ratio < MOST_CELLS / 2:
            raise DomainError(f"the unit {unit} is too small, or the losses are unbounded")
        reach = int(ratio) + 2
        places = [step * Value(i) for i in range(-reach, reach + 1)]
        # Down: cells [i, i+1) go to i. Up: cells (i−1, i] go to i.
        heights = [law.at_most(x) if up else law.below(x) for x in places]
        cells = {i - reach + up: heights[i + 1] - heights[i] for i in range(2 * reach)}
        return cls._of(step, cells)

    @classmethod
    def _of(cls, unit: Number, cells: Mapping[int, Number]) -> Lattice:
        first, last = min(cells), max(cells)
        masses = [_floor(cells.get(i, Value(0))) for i in range(first, last + 1)]
        return cls(unit, *_trimmed(first, masses))

    @property
    def lost(self) -> arb:
        """What rounding took away of the whole mass 1."""
        return arb(SCALE - self.masses(1)) / arb(SCALE)

    def composed(self, n: Any) -> Lattice:
        """The law of the sum of n independent losses, by repeated squaring."""
        exponent, power = count(n, "n"), self
        result: Lattice | None = None
        while exponent:
            if exponent & 1:
                result = power if result is None else result.plus(power)
            exponent >>= 1
            if exponent:
                power = power.plus(power)
        return self if result is None else result

    def plus(self, other: Lattice) -> Lattice:
        """The law of the sum of two independent losses on the same lattice."""
        if self.masses.length() + other.masses.length() > MOST_CELLS:
            raise Undecided(
                "bits", f"the composition has more than {MOST_CELLS} cells; compose fewer"
            )
        product = [mass >> BITS for mass in (self.masses * other.masses).coeffs()]
        return Lattice(self.unit, *_trimmed(self.first + other.first, product))

    def delta(self, eps: Eps) -> Enclosed:
        """δ(ε) = P[L > ε] − e^ε·E[e^(−L); L > ε], a ball at least as wide as what was lost."""
        limit = nonnegative_eps(eps)
        start = self._after(limit)
        with working_precision(2 * BITS):
            above = arb_poly(self.masses.right_shift(start))
            step = self.unit.ball(2 * BITS)
            gap = limit.ball(2 * BITS) - step * (self.first + start)
            ball = (above(arb(1)) - gap.exp() * above((-step).exp())) / arb(SCALE)
            ball += self.lost * arb(0.5, 0.5)
        return Enclosed(lambda _: ball, f"δ({limit}) on a lattice")

    def _after(self, limit: Number) -> int:
        """The first cell whose loss exceeds ε."""
        guess = max(round((limit / self.unit).approx()) - self.first - 2, 0)
        while guess < self.masses.length() and not self.unit * Value(self.first + guess) > limit:
            guess += 1
        return guess


def _floor(mass: Number) -> fmpz:
    """The largest known integer at most mass·2^160, at least 0."""
    with working_precision(2 * BITS):
        low = (mass.ball(2 * BITS) * SCALE).lower().floor().unique_fmpz()
    return max(low or fmpz(0), fmpz(0))


def _trimmed(first: int, masses: Sequence[fmpz]) -> tuple[int, fmpz_poly]:
    """Without the zeros at the lower end."""
    start = next((i for i, mass in enumerate(masses) if mass), 0)
    return first + start, fmpz_poly(list(masses[start:]))
