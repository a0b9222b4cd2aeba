"""Re-checks, as identities of polynomials with integer coefficients, which prior is worst.

See `dpverify.defs.guessing.worst_prior` for what follows from them. With s = e^{Rε/2} ≥ 1, p in
[0, 1] and 0 ≤ η < 1 every factor beside the square is ≥ 0, so the differences are.

What must never change: True means that both sides were multiplied out and agree, term by term.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

Polynomial = Mapping[tuple[int, int], int]
"""Coefficients by the exponents of two variables; no coefficient is 0."""
ONE: Polynomial = {(0, 0): 1}
X: Polynomial = {(1, 0): 1}
P: Polynomial = {(0, 1): 1}


def worst_chance_identity() -> bool:
    """(s−1)(1 + p(s²−1)) − p(1−p)(s²−1)(s+1) = (s−1)(1 − (s+1)p)², s the first variable.

    The left side is (s+1)(1 + p(s²−1)) times (s−1)/(s+1) − A(p), since p·s² + 1 − p = 1 + p(s²−1).
    """
    s, p = X, P
    grown = minus(times(s, s), ONE)
    left = minus(
        times(minus(s, ONE), plus(ONE, times(p, grown))),
        times(p, minus(ONE, p), grown, plus(s, ONE)),
    )
    root = minus(ONE, times(plus(s, ONE), p))
    return left == times(minus(s, ONE), root, root)


def worst_chance_for_identity() -> bool:
    """(1−p)(p+η)(1−η)² − p(1−p−η)(1+η)² = η(1 − η − 2p)², η the first variable."""
    eta, p = X, P
    less, more, rest = minus(ONE, eta), plus(ONE, eta), minus(ONE, p)
    left = minus(
        times(rest, plus(p, eta), less, less),
        times(p, minus(rest, eta), more, more),
    )
    root = minus(less, plus(p, p))
    return left == times(eta, root, root)


def plus(a: Polynomial, b: Polynomial) -> Polynomial:
    """a + b."""
    return _collected([*a.items(), *b.items()])


def minus(a: Polynomial, b: Polynomial) -> Polynomial:
    """a − b."""
    return _collected([*a.items(), *((power, -c) for power, c in b.items())])


def times(*factors: Polynomial) -> Polynomial:
    """The product."""
    product = ONE
    for factor in factors:
        product = _collected(
            ((i + k, j + m), c * d) for (i, j), c in product.items() for (k, m), d in factor.items()
        )
    return product


def _collected(terms: Iterable[tuple[tuple[int, int], int]]) -> Polynomial:
    sums: dict[tuple[int, int], int] = {}
    for power, c in terms:
        sums[power] = sums.get(power, 0) + c
    return {power: c for power, c in sums.items() if c}
