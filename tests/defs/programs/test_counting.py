"""The laws of counts: exact masses, and samples."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from scipy import stats

from dpverify.defs.errors import ProgramError
from dpverify.defs.numbers import Value, exp, total
from dpverify.defs.programs import counting
from dpverify.defs.programs.sampling import Sampler


def test_binomial_masses() -> None:
    """All of them, and they sum to 1; certain coins are no draw."""
    law = counting.binomial(4, "1/3")
    found = {value: Value(mass) for value, mass, _ in law.branches}
    assert found == {k: Value(Fraction(math.comb(4, k) * 2 ** (4 - k), 81)) for k in range(5)}
    assert counting.binomial(5, 1).sure == 5
    assert counting.binomial(0, "1/2").sure == 0
    assert total(Value(mass) for _, mass, _ in counting.binomial(3, "exp(-1)").branches) == 1


@pytest.mark.parametrize("mean", ["1/2", "4", "73/2"])
def test_poisson_masses(mean: str) -> None:
    """Each number once, likeliest first, exactly."""
    law, lam = counting.poisson(mean), Fraction(mean)
    found = [law.branch(i) for i in range(60)]
    values = [branch[0] for branch in found if branch]
    masses = [branch[1] for branch in found if branch]
    assert sorted(values) == [*range(min(values), min(values) + 60)]
    assert all(a >= b for a, b in pairwise(masses))
    for value, mass in zip(values, masses, strict=True):
        assert mass == Value(lam**value / math.factorial(value)) * exp(-lam)


def test_skellam_masses() -> None:
    """From below, and near scipy's."""
    law = counting.skellam(3)
    for i in range(30):
        value, mass, _ = law.branch(i)  # type: ignore[misc]  # it has no end
        wanted = float(stats.skellam.pmf(value, 1.5, 1.5))
        assert float(mass) == pytest.approx(wanted, rel=1e-9)
    whole = sum((law.branch(i) or (0, 0, 0))[1] for i in range(80))
    assert 1 - Fraction(1, 10**30) < Fraction(str(whole)) < 1


@pytest.mark.parametrize(
    ("draw", "text"),
    [
        (lambda: counting.binomial(-1, "1/2"), "an integer from 0"),
        (lambda: counting.binomial(True, "1/2"), "an integer from 0"),
        (lambda: counting.binomial(10**6, "1/2"), "an integer from 0"),
        (lambda: counting.binomial(3, 2), "between 0 and 1"),
        (lambda: counting.binomial(1000, "exp(-1)"), "rational p"),
        (lambda: counting.poisson(0), "above 0"),
        (lambda: counting.poisson("exp(1)"), "irrational"),
        (lambda: counting.poisson(10**6), "limit"),
        (lambda: counting.skellam(0.5), "exact"),
    ],
    ids=[
        "minus",
        "bool",
        "many",
        "above 1",
        "irrational p",
        "zero",
        "irrational",
        "large",
        "float",
    ],
)
def test_bad_parameters(draw: Callable[[], Any], text: str) -> None:
    with pytest.raises(ProgramError, match=text):
        draw()


def test_samples() -> None:
    """Of 2,000 each, by the exact sampler: binomial tests at the octiles, risk below 10⁻⁶."""
    draw = Sampler(7)
    laws: dict[str, tuple[Callable[[], int], Any]] = {
        "binomial": (lambda: draw.binomial(8, "1/3"), stats.binom(8, 1 / 3)),
        "poisson": (lambda: draw.poisson(3), stats.poisson(3)),
        "skellam": (lambda: draw.skellam(4), stats.skellam(2, 2)),
    }
    for name, (one, truth) in laws.items():
        sample = [one() for _ in range(2_000)]
        ends = [float(truth.ppf(q / 8)) for q in range(1, 8)]
        cells = sorted({*ends})
        inside = [sum(value <= end for value in sample) for end in cells]
        for end, count in zip(cells, inside, strict=True):
            p = float(truth.cdf(end))
            assert stats.binomtest(count, 2_000, p).pvalue > 1e-8, name
