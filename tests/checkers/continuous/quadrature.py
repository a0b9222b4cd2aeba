"""An oracle for probabilities of stars and short chains: rigorous quadrature of closed forms.

It shares nothing with the code tested: tails are closed forms in balls, integrated by
flint.acb.integral on each interval where they are analytic.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise

from flint import acb, arb, ctx, fmpq

from dpverify.defs.documents.traced import Noise, Path, Traced

F = Fraction
FAR = 160
"""Beyond this many scales Laplace and exponential noise have mass below e^-100, with room."""


def ball(x: F) -> acb:
    """A rational as a ball."""
    return acb(arb(fmpq(x.numerator, x.denominator)))


def density(noise: Noise, z: acb, side: int) -> acb:
    """The density at z, on the branch z > 0 (side 1) or z < 0 (side −1)."""
    b = ball(noise.scale)
    if noise.law == "exponential":
        return (-z / b).exp() / b if side > 0 else acb(0)
    return (-z * side / b).exp() / (2 * b)


def tail(noise: Noise, t: acb, side: int) -> acb:
    """P(noise ≥ t), on the branch of t's sign."""
    b = ball(noise.scale)
    if noise.law == "exponential":
        return (-t / b).exp() if side > 0 else acb(1)
    return (-t / b).exp() / 2 if side > 0 else 1 - (t / b).exp() / 2


def sign(x: F) -> int:
    """1 or −1; 0 does not occur inside an interval."""
    return 1 if x > 0 else -1


def star(traced: Traced, path: Path, eps: F) -> arb:
    """The probability of a path all of whose conditions compare one noise with others."""
    centre = min(set.intersection(*({n for n, _ in form.noises} for form in path.conditions)))
    # By other noise: (slope, offset, is lower bound) of the bounds slope·z + offset on it.
    bounds: dict[int, list[tuple[F, F, bool]]] = {}
    for form in path.conditions:
        factors = dict(form.noises)
        a = factors.pop(centre)
        ((other, b),) = factors.items()
        bounds.setdefault(other, []).append((-a / b, -eps * form.shift.at({}) / b, b > 0))
    flat = [bound for many in bounds.values() for bound in many]
    points = {F(0), *(-offset / slope for slope, offset, _ in flat)}
    # Where the noises are unbounded by each other, the integrand decays with the density alone.
    reach = max(map(abs, points)) + FAR * traced.noises[centre].scale
    ends = sorted({*points, -reach, reach})
    total = arb(0)
    for low, high in pairwise(ends):
        middle = (low + high) / 2

        def value(z: acb, _: bool, middle: F = middle) -> acb:
            result = density(traced.noises[centre], z, sign(middle))
            for other, many in bounds.items():
                noise = traced.noises[other]
                lows = [(s * middle + o, s, o) for s, o, lower in many if lower]
                highs = [(s * middle + o, s, o) for s, o, lower in many if not lower]
                if lows and highs and max(lows)[0] >= min(highs)[0]:
                    return acb(0)
                upper = acb(1)
                if lows:
                    at, s, o = max(lows)
                    upper = tail(noise, ball(s) * z + ball(o), sign(at))
                if highs:
                    at, s, o = min(highs)
                    upper = upper - tail(noise, ball(s) * z + ball(o), sign(at))
                result = result * upper
            return result

        total += acb.integral(value, ball(low), ball(high)).real
    return total


def chain(traced: Traced, gaps: tuple[F, F, F]) -> arb:
    """P(z0 ≥ z1 + a, z1 ≥ z2 + b, z2 ≥ z3 + c) by an integral over z1 of one over z2."""
    a, b, c = gaps
    n0, n1, n2, n3 = traced.noises
    points = sorted({F(0), -a, b, c, b + c, -a + b})
    reach = max(map(abs, points)) + F(FAR) * max(n1.scale, n2.scale)
    ends = [-reach, *points, reach]

    def below(u: acb, middle: F) -> acb:
        """Density of z2 at u times P(z3 ≤ u − c)."""
        down = 1 - tail(n3, u - ball(c), sign(middle - c))
        return density(n2, u, sign(middle)) * down

    def mass(low: acb, high: acb, middle: F) -> acb:
        return acb.integral(lambda u, _: below(u, middle), low, high)

    total = arb(0)
    # z2 ≤ z1 − b: with cells of z2 shifted by b, the part below the cell of z1 is a constant.
    cells = list(pairwise(sorted({*ends, *(e + b for e in ends)})))
    done = acb(0)
    for low, high in cells:
        middle = (low + high) / 2
        inner = middle - b

        def value(z: acb, _: bool, start: F = low - b, done: acb = done) -> acb:
            part = mass(ball(start), z - ball(b), inner)  # noqa: B023  # used within the loop only
            front = density(n1, z, sign(middle))  # noqa: B023  # used within the loop only
            up = tail(n0, z + ball(a), sign(middle + a))  # noqa: B023  # used within the loop only
            return (done + part) * front * up

        total += acb.integral(value, ball(low), ball(high)).real
        done = done + mass(ball(low - b), ball(high - b), inner)
    return total


def digits(evaluate: Callable[[], arb], bits: int = 160) -> arb:
    """An integral at a precision of its own."""
    before = ctx.prec
    ctx.prec = bits
    try:
        return evaluate()
    finally:
        ctx.prec = before
