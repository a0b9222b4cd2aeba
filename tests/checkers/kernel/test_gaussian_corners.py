"""The kernel's proof that the middle corner of discrete Gaussian noise needs the largest μ."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from flint import arb
from scipy.stats import norm

from dpverify.checkers.kernel import gaussian_corners
from dpverify.checkers.kernel.gaussian_corners import refuse_another_corner
from dpverify.defs.numbers import Undecided
from dpverify.defs.numbers.balls import working_precision

F = Fraction
CASES = [(F(1, 100), 1), (F(1, 4), 1), (F(1), 1), (F(1), 6), (F(3), 2), (F(4), 5), (F(9), 1)]


def quantiles(variance: F, last: int) -> dict[int, float]:
    """h(j) = −Φ⁻¹(P[z ≥ j]) from −last to last by sums of floats, as far as floats reach."""
    reach = last + 40 * math.ceil(math.sqrt(variance)) + 40
    mass = {z: math.exp(-(z**2) / (2 * float(variance))) for z in range(-reach, reach + 1)}
    whole = math.fsum(mass.values())
    tails = {j: math.fsum(mass[z] for z in range(j, reach + 1)) / whole for j in range(1, last + 1)}
    h = {j: float(norm.isf(tail)) for j, tail in tails.items() if tail > 1e-300}
    return h | {1 - j: -x for j, x in h.items()}


@pytest.mark.parametrize(("variance", "shift"), CASES)
def test_the_middle_corner_is_the_worst(variance: F, shift: int) -> None:
    """Brute force in floats over the corners agrees with what is shown."""
    refuse_another_corner(variance, shift)
    h = quantiles(variance, shift + 8 * math.ceil(variance))
    needed = {j: h[j] - h[j - shift] for j in h if j - shift in h}
    middle = shift // 2 + 1
    assert needed[middle] == pytest.approx(max(needed.values()), abs=1e-12)


@pytest.mark.parametrize(("variance", "shift"), CASES)
def test_quantiles_and_the_bound(variance: F, shift: int) -> None:
    """The quantiles are those of sums of floats; the bound is above every later corner."""
    last = shift + max(2, math.ceil(8 * variance))
    with working_precision(128):
        found = gaussian_corners._quantiles(variance, 2 * last, 128)
        oracle = quantiles(variance, last)
        for j in range(1, last):
            if j in oracle:
                assert float(found[j].mid()) == pytest.approx(oracle[j], rel=1e-9)
        bound = gaussian_corners._beyond(variance, shift, last, found[last - shift])
        later = [found[j] - found[j - shift] for j in range(last, 2 * last)]
        assert all(number <= bound for number in later)
        assert bound < 1.2 * later[0]  # and not far above


def test_no_bound_is_made_too_near() -> None:
    """Where no c fits there is no bound, and a ball that is not finite is below nothing."""
    with working_precision(128):
        bound = gaussian_corners._beyond(F(100), 1, 12, arb("0.5"))
    assert not bound.is_finite()
    assert not bound < arb(10) ** 9


def test_a_larger_corner_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a later corner that needs more, or a bound that does not help, nothing is shown."""
    genuine = gaussian_corners._quantiles

    def raised(variance: F, last: int, bits: int) -> list[arb]:
        found = genuine(variance, last, bits)
        return [h + 1 if j > 3 else h for j, h in enumerate(found)]

    with monkeypatch.context() as patch:
        patch.setattr(gaussian_corners, "_quantiles", raised)
        with pytest.raises(Undecided, match="is not shown"):
            refuse_another_corner(F(1), 1)
    with monkeypatch.context() as patch:
        patch.setattr(gaussian_corners, "_beyond", lambda *_: arb(100))
        with pytest.raises(Undecided, match="is not shown"):
            refuse_another_corner(F(1), 1)


def test_too_many_corners() -> None:
    """Wide noise, and a large shift."""
    for variance, shift in ((F(10**6), 1), (F(1), 10**6)):
        with pytest.raises(Undecided, match="corners"):
            refuse_another_corner(variance, shift)
