"""Votes counted with Laplace noise: the law of the winner, enclosed, and its moments.

Each count gets Laplace noise of scale 1/g, and the class with the largest noisy count is named.
With f and F the density and the distribution function of the noise, P(o) = ∫ f(x − n_o)·Π_{j≠o}
F(x − n_j) dx. Between two counts every factor is ½·e^(−g·(n − x)) or 1 − ½·e^(−g·(x − n)), so that
with u = e^(−g·(x − x₀)), x₀ the left end, the integrand is a polynomial in u over a power of u, and
∫ u^k dx = (1 − u₁^k)/(g·k), or the width if k = 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flint import arb, arb_poly, fmpq

Votes = tuple[int, ...]
"""How many teachers voted for each class."""


def winners(votes: Votes, rate: fmpq) -> tuple[arb, ...]:
    """P(o) for each class o, at the working precision.

    Args: votes at least two counts ≥ 0; rate g > 0, the inverse of the scale.
    """
    kinds = sorted(set(votes))
    members = [votes.count(kind) for kind in kinds]
    chances = {}
    for own, kind in enumerate(kinds):
        pieces = [_piece(own, at, kinds, members, rate) for at in range(-1, len(kinds))]
        chances[kind] = sum(pieces, start=arb(0))
    return tuple(chances[n] for n in votes)


def _piece(own: int, at: int, kinds: list[int], members: list[int], rate: fmpq) -> arb:
    """The part of the integral between the counts number `at` and `at` + 1; −1 is before all."""
    g, total = arb(rate), sum(members)
    if at < 0:
        # Below all counts the integrand is g·Π ½·e^(−g·(n_j − x)), whatever the class is.
        start, product = kinds[0], arb(1)
        for kind, many in zip(kinds, members, strict=True):
            product *= _half(rate, kind - start) ** many
        return product / total
    start, poly, power = kinds[at], arb_poly([1]), 0
    for k, (kind, many) in enumerate(zip(kinds, members, strict=True)):
        # The factor of the class itself is the density: g times the same where x is below n_o.
        others = many - (k == own)
        if kind > start:
            poly *= _half(rate, kind - start) ** many
            power += many
        else:
            poly *= arb_poly([1, -_half(rate, start - kind)]) ** others
            if k == own:
                poly *= arb_poly([0, _half(rate, start - kind)])
    whole = arb(0)
    last = at + 1 == len(kinds)
    width = 0 if last else kinds[at + 1] - start
    for k in range(poly.length()):
        exponent = k - power
        if last:
            # Here x goes on without end; without a density there would be a constant term.
            whole += poly[k] / exponent if exponent > 0 else arb(0)
        elif exponent == 0:
            whole += poly[k] * g * width
        else:
            whole += poly[k] * (1 - (-arb(rate * width * exponent)).exp()) / exponent
    return whole


def _half(rate: fmpq, distance: int) -> arb:
    """½·e^(−g·distance)."""
    return (-arb(rate * distance)).exp() / 2


def neighbours(votes: Votes) -> Iterator[Votes]:
    """The counts after one teacher votes otherwise, up to an exchange of equal counts."""
    seen = set()
    for a, b in ((a, b) for a in range(len(votes)) for b in range(len(votes)) if a != b):
        if votes[a] > 0 and (votes[a], votes[b]) not in seen:
            seen.add((votes[a], votes[b]))
            moved = list(votes)
            moved[a] -= 1
            moved[b] += 1
            yield tuple(moved)


def moments(votes: Votes, rate: fmpq, most: int) -> list[arb]:
    """ln E[(P(o)/Q(o))^l] for l = 1 … most, o ~ P: the largest over all neighbours Q of P."""
    own, largest = winners(votes, rate), [arb(0)] * most
    for other in neighbours(votes):
        ratios = [p / q for p, q in zip(own, winners(other, rate), strict=True)]
        terms: Sequence[arb] = own
        for order in range(most):
            terms = [term * ratio for term, ratio in zip(terms, ratios, strict=True)]
            moment = sum(terms, start=arb(0)).log()
            largest[order] = largest[order].max(moment)
    return largest
