"""What k-fold compositions cost: δ(ε), ε(δ) and the error of the best test, exactly or enclosed.

By other code than that of `dpverify account`, which is one of the systems compared: the laws of
`dpverify.defs.risk`, and for composed Laplace noise the sums by which the kernel re-checks.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb, isqrt
from typing import Any

from flint import arb, fmpq, fmpz_poly

from benchmarks.peers.judged import Enclosure
from dpverify.checkers.kernel.laplace_sums import delta_bounds
from dpverify.defs.divergences.trade_off import corners
from dpverify.defs.numbers import Number, Value, parse
from dpverify.defs.numbers.balls import ball_bounds
from dpverify.defs.risk.discrete_gaussian import DiscreteGaussian
from dpverify.defs.risk.discrete_laplace import DiscreteLaplace
from dpverify.defs.risk.enclosed import Enclosed
from dpverify.defs.risk.gaussian import Gaussian
from dpverify.defs.risk.laplace import Laplace
from dpverify.defs.risk.lattice import Lattice

BITS = 200
EPS = tuple(map(Fraction, ("0", "1/2", "1", "2", "5", "10", "20", "50")))
DELTA = (Fraction(1, 2**10), Fraction(1, 2**20))
ALPHA = tuple(map(Fraction, ("1/64", "1/8", "1/2")))
TIMES = (1, 10, 100)
HALVINGS = 120
SMALL = Fraction(1, 2**100)
"""About the size of the smallest δ of which all digits count."""
Curve = Callable[[Any], Number]


@dataclass(frozen=True)
class Composition:
    """k releases of one mechanism; all numbers are doubles that hold their value exactly.

    Args: mechanism a name that the scripts know; parameter p, ε₀, σ or the rate of the noise.
    """

    mechanism: str
    parameter: Fraction
    k: int

    def question(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "mechanism": self.mechanism,
            "parameter": float(self.parameter),
            "k": self.k,
            "eps": list(map(float, EPS)),
            "delta": list(map(float, DELTA)),
            "alpha": list(map(float, ALPHA)),
        }


@dataclass(frozen=True)
class Truth:
    """Enclosures in the order of EPS, DELTA and ALPHA."""

    delta: list[Enclosure]
    eps: list[Enclosure]
    beta: list[Enclosure]


COMPOSITIONS = (
    *(Composition("rr", Fraction(3, 4), k) for k in TIMES),
    *(Composition("discrete-laplace", Fraction(1, 2), k) for k in TIMES),
    *(Composition("laplace", Fraction(1, 2), k) for k in TIMES),
    *(Composition("gaussian", Fraction(4), k) for k in TIMES),
    *(Composition("discrete-gaussian", Fraction(4), k) for k in TIMES),
)


def truth(composition: Composition) -> Truth:
    """Everything that is asked about it."""
    curve = curve_of(composition)
    eps = [inverse(curve, x) for x in DELTA]
    beta = _betas(composition) if composition.mechanism == "rr" else []
    return Truth([_ends(curve(x)) for x in EPS], eps, beta)


def curve_of(composition: Composition) -> Curve:
    """δ(ε), for a rational ε."""
    k, parameter = composition.k, composition.parameter
    match composition.mechanism:
        case "rr":  # discrete Laplace noise on a bit: the same losses with the same probabilities
            odds = f"ln({parameter / (1 - parameter)})"
            return Lattice.exact(DiscreteLaplace(odds), odds).composed(k).delta
        case "discrete-laplace":
            unit = str(parameter)
            return Lattice.exact(DiscreteLaplace(unit), unit).composed(k).delta
        case "laplace" if k == 1:
            return Laplace(parameter).delta
        case "laplace":
            return lambda eps: _enclosed(delta_bounds(parameter, k, eps, SMALL))
        case "gaussian":  # k times N(0, σ²) is once N(0, σ²/k)
            return Gaussian(parse(f"{k}**(1/2)/({parameter})")).delta
        case _ if k == 1:
            return DiscreteGaussian(parameter**2).delta
        case _:
            return discrete_gaussians(parameter**2).composed(k).delta


def rounded_curves(composition: Composition, step: Fraction) -> tuple[Curve, Curve]:
    """A lower and an upper δ(ε) of composed Laplace noise, whose losses go to a grid."""
    law, k = Laplace(composition.parameter), composition.k
    low, high = (Lattice.rounded(law, step, up=up).composed(k) for up in (False, True))
    return low.delta, high.delta


def discrete_gaussians(variance: Fraction) -> Lattice:
    """The losses (1 − 2x)/(2σ²) with masses rounded down; nearly all of what is far is lost."""
    law, reach = DiscreteGaussian(variance), isqrt(int(300 * variance))
    from_on = [_ends(law.mass_from(x)) for x in range(-reach, reach + 2)]
    masses = [0] * (4 * reach + 1)
    for i, (here, after) in enumerate(pairwise(from_on)):
        masses[4 * reach - 2 * i] = max(int((here.low - after.high) * (1 << 160)), 0)
    return Lattice(Value(1 / (2 * variance)), 1 - 2 * reach, fmpz_poly(masses))


def inverse(curve: Curve, delta: Fraction) -> Enclosure:
    """The smallest ε ≥ 0 with δ(ε) ≤ delta, by halving; compared through rigorous balls."""
    low, high = Fraction(0), Fraction(1)
    if _ends(curve(low)).high <= delta:
        return Enclosure(low, low)
    while _ends(curve(high)).high > delta:
        high *= 2
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        found = _ends(curve(middle))
        if found.high <= delta:
            high = middle
        elif found.low > delta:
            low = middle
        else:
            break
    return Enclosure(low, high)


def _betas(composition: Composition) -> list[Enclosure]:
    """Of randomised response: how many answers were true is all that counts, a binomial number."""
    k, p = composition.k, composition.parameter
    true = [comb(k, j) * p**j * (1 - p) ** (k - j) for j in range(k + 1)]
    found = corners([Value(x) for x in true], [Value(x) for x in reversed(true)])
    points = [(Fraction(str(each.alpha)), Fraction(str(each.beta))) for each in found]
    return [Enclosure(x, x) for x in (between(points, alpha) for alpha in ALPHA)]


def between(points: list[tuple[Fraction, Fraction]], place: Fraction) -> Fraction:
    """The straight line through the points, at a place.

    >>> between([(Fraction(0), Fraction(1)), (Fraction(1, 4), Fraction(1, 4))], Fraction(1, 8))
    Fraction(5, 8)
    """
    for (x, y), (end, height) in pairwise(points):
        if x <= place <= end:
            return y + (height - y) * (place - x) / (end - x)
    raise ValueError(f"{place} is outside the points")


def _enclosed(bounds: tuple[Fraction, Fraction]) -> Number:
    low, high = (fmpq(end.numerator, end.denominator) for end in bounds)
    return Enclosed(lambda _: arb(low).union(arb(high)), "δ")


def _ends(number: Number) -> Enclosure:
    low, high = ball_bounds(number.ball(BITS))
    return Enclosure(Fraction(int(low.p), int(low.q)), Fraction(int(high.p), int(high.q)))
