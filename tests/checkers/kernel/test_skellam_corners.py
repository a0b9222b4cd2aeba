"""The kernel's proof that the middle corner of Skellam noise needs the largest μ."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import pytest
from flint import arb
from scipy.special import ive
from scipy.stats import norm

from dpverify.checkers.kernel import skellam_corners
from dpverify.checkers.kernel.skellam_corners import refuse_another_corner
from dpverify.defs.numbers import Undecided
from dpverify.defs.numbers.balls import working_precision

F = Fraction
CASES = [(F(1, 10), 1), (F(1), 1), (F(1), 6), (F(5, 2), 3), (F(4), 2), (F(25), 4)]


def tails(mean: F, last: int) -> dict[int, float]:
    """P[z ≥ j] by sums of scipy's masses, as far as floats reach."""
    reach = last + 60 + 12 * math.ceil(math.sqrt(mean))
    masses = [float(ive(z, float(mean))) for z in range(reach + 1)]
    found = {j: math.fsum(masses[j:]) for j in range(1, last + 1)}
    return {j: tail for j, tail in found.items() if tail > 1e-250}


def quantiles(mean: F, last: int) -> dict[int, float]:
    """h(j) = −Φ⁻¹(P[z ≥ j]) on both sides."""
    h = {j: float(norm.isf(tail)) for j, tail in tails(mean, last).items()}
    return h | {1 - j: -x for j, x in h.items()}


@pytest.mark.parametrize(("mean", "shift"), CASES)
def test_the_middle_corner_is_the_worst(mean: F, shift: int) -> None:
    """Brute force in floats over the corners agrees with what is shown."""
    refuse_another_corner(mean, shift)
    h = quantiles(mean, shift + 8 * math.ceil(mean))
    needed = {j: h[j] - h[j - shift] for j in h if j - shift in h}
    assert needed[shift // 2 + 1] == pytest.approx(max(needed.values()), abs=1e-11)


@pytest.mark.parametrize(("mean", "shift"), CASES)
def test_tails_and_the_bound(mean: F, shift: int) -> None:
    """The tails are sums of masses; no later step is above the bound."""
    del shift
    last = 6 * math.ceil(mean) + 4
    with working_precision(160):
        found = skellam_corners._tails(mean, 2 * last, 128)
        for j, tail in tails(mean, last).items():
            assert float(found[j].mid()) == pytest.approx(tail, rel=1e-9)
            assert found[j].rel_accuracy_bits() > 100
        h = [(2 * tail).erfcinv() * arb(2).sqrt() for tail in found[1:]]
        steps = [after - before for before, after in pairwise(h)]
        bound = skellam_corners._largest_step(mean, last, found[last])
        assert all(step <= bound for step in steps[last - 1 :])
        t, depth = (last + 1) / mean, -math.log(float(found[last].mid())) - math.log(4)
        formula = math.log(1 + t + math.sqrt(1 + t * t)) / math.sqrt(depth)
        assert float(bound.mid()) == pytest.approx(formula, rel=1e-9)


def test_what_lies_beyond_the_last_mass_is_in_the_ball() -> None:
    """With few masses the balls are wide, and hold what many masses show."""
    with working_precision(256):
        few, many = (skellam_corners._tails(F(4), 9, bits) for bits in (2, 200))
        assert all(wide.contains(narrow) for wide, narrow in zip(few, many, strict=True))
        assert few[9].rel_accuracy_bits() < 100 < many[9].rel_accuracy_bits()


def test_no_bound_is_made_where_one_is_not_shown() -> None:
    """Ratios above 1, and tails above 1/4: a ball that is not finite is below nothing."""
    with working_precision(128):
        for start, tail in ((12, "0.01"), (200, "0.3"), (49, "0.01")):
            bound = skellam_corners._largest_step(F(100), start, arb(tail))
            assert not bound <= 10**9
        rising = skellam_corners._largest_step(F(1, 1000), 1, arb("1e-9000"))
        assert not rising <= 10**9  # u is so large that its slope is not enough


def test_corners_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a later corner needs more, and where there are too many, nothing is shown."""
    with pytest.raises(Undecided, match="is not shown with"):
        refuse_another_corner(F(10_000), 1)
    with monkeypatch.context() as patch:
        patch.setattr(skellam_corners, "_largest_step", lambda *_: arb("nan"))
        with pytest.raises(Undecided, match="is not shown with"):
            refuse_another_corner(F(1), 1)
    true = skellam_corners._tails

    def bent(mean: F, last: int, bits: int) -> list[arb]:
        """A tail that drops at the fourth corner."""
        return [tail if j < 4 else tail / 10**6 for j, tail in enumerate(true(mean, last, bits))]

    monkeypatch.setattr(skellam_corners, "_tails", bent)
    monkeypatch.setattr(skellam_corners, "MOST_CORNERS", 60)
    with pytest.raises(Undecided, match="is not shown with"):
        refuse_another_corner(F(4), 1)
