"""The information bound: laws by counting, the published figures, and where it says nothing."""

from __future__ import annotations

from itertools import product
from math import erfc, log2, sqrt

import pytest
from flint import fmpq

from dpverify.defs.errors import DomainError
from dpverify.defs.reconstruction.information import (
    answer_law,
    bits_for_every_n,
    most_bits,
    share_hidden,
    success_bound,
)


@pytest.mark.parametrize(("asked", "n"), [(1, 1), (9, 9), (17, 17), (18, 18), (18, 20)])
def test_laws_by_counting(asked: int, n: int) -> None:
    """Every database of the asked records, rounded in floats (no tie is near)."""
    counts: dict[int, int] = {}
    for bits in product((0, 1), repeat=asked):
        off = (sum(bits) - asked / 2) / (4 * sqrt(n))
        k = round(off) if abs(abs(off) - 0.5) > 1e-9 else 0
        counts[k] = counts.get(k, 0) + 1
    assert answer_law(asked, n) == {k: fmpq(c, 2**asked) for k, c in counts.items()}


def test_the_noise_is_at_most_two_roots() -> None:
    """(Σ − |S|/2) − 4k√n is at most 2√n, for each sum that has the multiple k: n = 100."""
    law = answer_law(100, 100)
    assert sum(law.values()) == 1
    assert set(law) == {-1, 0, 1}
    # |ones − 50| ≤ 20 is answered by 50; by the normal law about 2·Φ(−4.1) of them are not.
    assert abs(float(1 - law[0]) - erfc(4.1 / sqrt(2))) < 2e-5


def test_about_a_thousandth_of_a_bit() -> None:
    """n = 1000: about .001 bit by the normal tail 2·Φ(−4) = 6.33e-5, and less than .0088 always."""
    tail = erfc(4 / sqrt(2))
    said = -tail * log2(tail / 2) + tail / 0.6931
    assert abs(float(most_bits(1000)) / said - 1) < 0.1
    assert most_bits(1000) < bits_for_every_n() < fmpq(88, 10_000)


def test_no_attack_with_few_queries() -> None:
    """n = 1000, 110 wrong places: 4n queries help with less than .02, 100n with less than .25."""
    bits = most_bits(1000)
    assert success_bound(1000, 4_000, 110, bits) < fmpq(2, 100)
    assert success_bound(1000, 100_000, 110, bits) < fmpq(1, 4)
    assert success_bound(1000, 1_000_000, 110, bits) == 1  # it says nothing there
    assert success_bound(1000, 4_000, 110, bits_for_every_n()) < fmpq(1, 10)


def test_the_share_that_stays_hidden() -> None:
    """1 − h(.11) = .500084… bits of each record; half of the records may be wrong in no way."""
    assert fmpq(500084, 10**6) < share_hidden(fmpq(11, 100)) < fmpq(500085, 10**6)
    with pytest.raises(DomainError, match="the share is 1/2"):
        share_hidden(fmpq(1, 2))


def test_without_queries() -> None:
    """The bound is then 1/(n − log₂ V): with w = 0 at most 1/n, where 2^−n is true."""
    assert success_bound(10, 0, 0) == fmpq(1, 10)
    # V = 11 databases are wrong in at most one place: 1/(10 − 3.459432) = .152888.
    assert fmpq(152888, 10**6) < success_bound(10, 0, 1) < fmpq(152892, 10**6)


def test_what_is_refused() -> None:
    with pytest.raises(DomainError, match="a query of 4 of 3 records"):
        answer_law(4, 3)
    with pytest.raises(DomainError, match="5 wrong places"):
        success_bound(10, 1, 5)
