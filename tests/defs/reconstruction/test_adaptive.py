"""The bound for adaptive queries: the affinity by quadrature, the share against exact attacks."""

from __future__ import annotations

from itertools import product
from math import cos, pi, sqrt

import pytest
from flint import acb, arb, fmpq

from dpverify.defs.errors import DomainError
from dpverify.defs.reconstruction.adaptive import affinity, wrong_share, wrong_share_for_every_n


@pytest.mark.parametrize("bound", ["1/2", "3/4", "1", "5/2", "40"])
def test_the_affinity_by_quadrature(bound: str) -> None:
    """∫ √(p(r)·p(r − 1)) from 1 − E to E, where both densities are positive, as an integral."""
    exact = fmpq(*map(int, (*bound.split("/"), "1")[:2]))
    size = arb(exact)

    def root(r: acb) -> acb:
        return (acb.pi() * r / (2 * size)).cos()

    found = acb.integral(lambda r, _: root(r) * root(r - 1) / size, 1 - size, size)
    assert affinity(exact).overlaps(found.real)
    assert found.real.rad() < 1e-9


def test_the_density_is_one() -> None:
    """∫ cos²(πr/(2E))/E over [−E, E] is 1, at E = 3; at a shift of 0 the affinity would be this."""
    size = arb(3)
    whole = acb.integral(lambda r, _: (acb.pi() * r / (2 * size)).cos() ** 2 / size, -size, size)
    assert whole.real.overlaps(arb(1))


def cell(low: float, high: float, size: float) -> float:
    """P[low ≤ noise ≤ high], from the antiderivative r/(2E) + sin(πr/E)/(2π)."""
    ends = [max(-size, min(size, end)) for end in (low, high)]
    low_at, high_at = (r / (2 * size) + cos(pi * r / size - pi / 2) / (2 * pi) for r in ends)
    return high_at - low_at


@pytest.mark.parametrize(("queries", "size"), [(1, 1.0), (1, 4.0), (2, 4.0), (3, 3.0)])
def test_no_attack_on_one_record_does_better(queries: int, size: float) -> None:
    """The best guess of one bit asked about m times, from answers in 40 cells: a real attack."""
    width, cells = (2 * size + 1) / 40, 40
    laws = [
        [cell(-size - bit + k * width, -size - bit + (k + 1) * width, size) for k in range(cells)]
        for bit in (0, 1)
    ]
    assert [sum(law) for law in laws] == pytest.approx([1, 1])
    right = 0.0
    for seen in product(range(cells), repeat=queries):
        odds = [1.0, 1.0]
        for k in seen:
            odds = [odds[bit] * laws[bit][k] for bit in (0, 1)]
        right += max(odds) / 2
    wrong = 1 - right
    assert float(wrong_share(queries, fmpq(round(size)))) <= wrong < 0.5


def test_the_share_by_hand() -> None:
    """m = 0: nothing is known. E = 1/2: a = 1/π·sin π = 0, one query tells the bit."""
    assert wrong_share(0, fmpq(3)) == fmpq(1, 2)
    assert wrong_share(1, fmpq(1, 2)) == 0
    # E = 1: u = π/2, a = 1/π; (1 − √(1 − 1/π²))/2 = .02568.
    assert abs(float(wrong_share(1, fmpq(1))) - (1 - sqrt(1 - 1 / pi**2)) / 2) < 1e-12


@pytest.mark.parametrize("n", [1, 4, 100, 2500, 10**6])
def test_every_n_is_below_each_n(n: int) -> None:
    """K = 100, c = 20: about .107, and no more than what holds at n with E = 20√n."""
    always = wrong_share_for_every_n(100, fmpq(20))
    assert fmpq(107, 1000) < always < fmpq(108, 1000)
    root = round(sqrt(n))
    assert root * root == n
    assert always <= wrong_share(100 * n, fmpq(20 * root))


def test_noise_that_hides_everything() -> None:
    """E = 10^100: 1 − a² is less than the precision, and the share is still below 1/2."""
    near = wrong_share(1, fmpq(10) ** 100)
    assert fmpq(49999, 100000) < near <= fmpq(1, 2)


def test_nothing_follows_from_too_little_noise() -> None:
    assert wrong_share_for_every_n(100, fmpq(10)) == 0
    assert wrong_share_for_every_n(0, fmpq(1)) == fmpq(1, 2)


def test_what_is_refused() -> None:
    with pytest.raises(DomainError, match="the bound is 1/3, must be at least 1/2"):
        wrong_share(1, fmpq(1, 3))
    with pytest.raises(DomainError, match="the queries are -1"):
        wrong_share(-1, fmpq(1))
    for wrong in ((-1, fmpq(1)), (1, fmpq(1, 4))):
        with pytest.raises(DomainError, match="must be K ≥ 0 and c ≥ 1/2"):
            wrong_share_for_every_n(*wrong)
