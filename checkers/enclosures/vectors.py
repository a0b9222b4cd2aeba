"""Released values that add the same noise on both inputs: what one word adds to δ, in closed form.

With word probabilities a' and b' and densities p, q of the values, H(a, b) = ∫ max(0, a·p − b·q):

- Gaussian: the loss depends on μ² = Δᵀ·K⁻¹·Δ alone, K the covariances of the values and Δ the
  difference of their means; with t = ln(b/a), H = a·Φ(μ/2 − t/μ) − b·Φ(−μ/2 − t/μ)
  (Balle, Wang 2018, Theorem 8);
- Laplace: the law of the sum of the losses (`defs/risk/laplace_vector.py`);
- uniform: a share s of both lies where both have the same density, H(a, b) = a·(1−s) + s·H'(a, b),
  H' for the other values.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import arb, fmpq, fmpq_mat

from dpverify.checkers.enclosures.parts import NONE, Part
from dpverify.checkers.enclosures.products import nonnegative
from dpverify.checkers.enclosures.sources import Source, ball, fmpq_of
from dpverify.checkers.unsupported import Shape, not_enclosed
from dpverify.defs.numbers import Loss, Number
from dpverify.defs.numbers.balls import ball_bounds
from dpverify.defs.risk.laplace_vector import LaplaceVector

Factors = tuple[Fraction, ...]


@dataclass(frozen=True)
class Shifted:
    """How the values differ: μ², the direction of that, Laplace shares |Δ|/b, and a share s.

    Args: direction the factors w of the values, in whose sum w·v the Gaussian loss rises; middle
        w·(mean on x + mean on x')/2; laplace (number of the value, share, middle of
        the means, scale with the sign of Δ);
        apart (number of the value, low, high): uniform values that x alone can release.
    """

    square: Fraction
    direction: Factors
    middle: Fraction
    laplace: tuple[tuple[int, Fraction, Fraction, Fraction], ...]
    share: Fraction
    apart: tuple[tuple[int, Fraction, Fraction], ...]

    @property
    def bounded(self) -> bool:
        """Whether the loss of the values is bounded."""
        return not self.square and self.share == 1

    @property
    def most(self) -> Fraction:
        """The largest Laplace loss."""
        return sum((each for _, each, _, _ in self.laplace), NONE)

    def excess(self, a: arb, b: arb) -> arb:
        """H(a, b) for a, b ≥ 0."""
        share = ball(self.share)
        inner = a * share, b * share
        return a * (1 - share) + _inner(self, *inner)


def shifted(one: Sequence[Part], other: Sequence[Part], count: int) -> Shifted:
    """The difference of two inputs whose releases are such parts.

    Raises: Undecided("unsupported") where noise other than its place differs.
    """
    square, direction, middle = _gaussian(one, other, count)
    laplace, apart, share = [], [], Fraction(1)
    rest = zip(_others(one), _others(other), strict=True)
    for (i, source, k, mean), (j, same, factor, there) in rest:
        if (i, source, k) != (j, same, factor):
            raise not_enclosed(Shape.DIFFERING_NOISE)
        step = mean - there
        if not step:
            continue
        size = abs(k) * source.size
        match source.law:
            case "laplace":
                scale = size if step > 0 else -size
                laplace.append((i, abs(step) / size, (mean + there) / 2, scale))
            case "uniform":
                share *= max(NONE, 1 - abs(step) / (2 * size))
                ends = sorted((mean - size, mean + size))
                low = max(ends[0], there + size) if step > 0 else ends[0]
                high = ends[1] if step > 0 else min(ends[1], there - size)
                apart.append((i, low, high))
            case _:
                raise not_enclosed(Shape.EXPONENTIAL_AMONG)
    return Shifted(square, direction, middle, tuple(laplace), share, tuple(apart))


def simple(part: Part) -> bool:
    """Whether a part releases Gaussian values, or one value with one other noise, and no more."""
    if part.conditions:
        return False
    if all(source.law == "gaussian" for source in part.sources.values()):
        return True
    return len(part.released) == 1 and len(part.sources) == 1


def gaussian_square(one: Sequence[Part], other: Sequence[Part], count: int) -> Fraction:
    """μ² of the Gaussian values of two inputs, 0 where none moves.

    Raises: Undecided("unsupported") where the noise differs, or values depend on each other.
    """
    return _gaussian(one, other, count)[0]


def _others(parts: Sequence[Part]) -> list[tuple[int, Source, Fraction, Fraction]]:
    found = []
    for part in parts:
        first = next(iter(part.sources.values()))
        if first.law != "gaussian":
            ((i, (terms, mean)),) = part.released
            ((_, factor),) = terms.items()
            found.append((i, first, factor, mean))
    return sorted(found, key=lambda each: each[0])


def _gaussian(
    one: Sequence[Part], other: Sequence[Part], count: int
) -> tuple[Fraction, Factors, Fraction]:
    """μ², the factors K⁻¹·Δ, and the middle along them."""
    (numbers, spread, mean), (same, there, mean2) = _covariances(one), _covariances(other)
    zeros = (NONE,) * count
    if (numbers, spread) != (same, there):
        raise not_enclosed(Shape.DIFFERING_NOISE)
    step = [x - y for x, y in zip(mean, mean2, strict=True)]
    if not any(step):
        return NONE, zeros, NONE
    matrix = fmpq_mat(len(step), len(step), [fmpq_of(x) for row in spread for x in row])
    if matrix.det() == 0:
        raise not_enclosed(Shape.DEPENDENT)
    solved = matrix.solve(fmpq_mat(len(step), 1, [fmpq_of(x) for x in step]))
    weights = [Fraction(int(w.p), int(w.q)) for w in solved.entries()]
    direction = list(zeros)
    for i, w in zip(numbers, weights, strict=True):
        direction[i] = w
    square = sum((w * x for w, x in zip(weights, step, strict=True)), NONE)
    middle = sum((w * (x + y) / 2 for w, x, y in zip(weights, mean, mean2, strict=True)), NONE)
    return square, tuple(direction), middle


def _covariances(
    parts: Sequence[Part],
) -> tuple[list[int], list[list[Fraction]], list[Fraction]]:
    """Numbers, covariances and means of the values with Gaussian noise."""
    rows = []
    for part in parts:
        if all(source.law == "gaussian" for source in part.sources.values()):
            rows += [(i, row, part) for i, row in part.released]
    rows.sort(key=lambda each: each[0])
    spread = [
        [
            sum((k * g[n] * part.sources[n].size for n, k in f.items() if n in g), NONE)
            if part is its
            else NONE
            for _, (g, _), its in rows
        ]
        for _, (f, _), part in rows
    ]
    return [i for i, _, _ in rows], spread, [mean for _, (_, mean), _ in rows]


def _inner(moved: Shifted, a: arb, b: arb) -> arb:
    """H without the uniform values."""
    if not moved.square and not moved.laplace:
        return nonnegative(a - b) if not a <= b else arb(0)
    if moved.square and moved.laplace:
        raise not_enclosed(Shape.GAUSSIAN_AND_LAPLACE)
    if a == 0:
        return arb(0)
    if not (a > 0 and b > 0):
        return nonnegative(a - b).union(a)
    if moved.square:
        mu, t = ball(moved.square).sqrt(), (b / a).log()
        return nonnegative(a * phi(mu / 2 - t / mu) - b * phi(-mu / 2 - t / mu))
    return _laplace([share for _, share, _, _ in moved.laplace], a, b)


def phi(x: arb) -> arb:
    """Φ, the distribution function of N(0, 1), accurate in the lower tail."""
    root = arb(2).sqrt()
    return 1 - (x / root).erfc() / 2 if x > 0 else (-x / root).erfc() / 2


def _laplace(shares: list[Fraction], a: arb, b: arb) -> arb:
    low, high = ball_bounds((b / a).log())
    least, most = _at(shares, high), _at(shares, low)  # δ falls with t
    return nonnegative(a * least.union(most))


def _at(shares: list[Fraction], t: fmpq) -> arb:
    """∫ max(0, p − e^t·q); for t < 0 it is 1 − e^t + e^t·δ(−t), as both laws are symmetric."""
    bits = 256
    if t >= 0:
        return _delta(shares, t).ball(bits)
    grown = arb(t).exp()
    return 1 - grown + grown * _delta(shares, -t).ball(bits)


def _delta(shares: list[Fraction], t: fmpq) -> Number:
    return LaplaceVector(shares).delta(Loss(t))
