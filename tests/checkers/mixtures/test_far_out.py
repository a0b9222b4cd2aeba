"""Rounded Gaussian noise, against sums over all cells in which it matters, and numbers by hand."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from flint import arb, fmpq

import dpverify as dv
from dpverify.checkers.bounds import Bounds
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import INFINITY, Value
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.programs import mechanism

Cells = dict[int, arb]
WIDE = 60
"""So many cells on each side; what lies beyond is below 10^−180."""


@mechanism(inputs=[0, 1])
def rounded(x: int, draw: Any) -> Any:
    """Gaussian noise of variance 4, rounded to integers."""
    return round(x + draw.gaussian(2))


@mechanism(inputs=[0, 1])
def coarse(x: int, draw: Any) -> Any:
    """The same downwards, to multiples of 3."""
    return 3 * math.floor((x + draw.gaussian(2)) / 3)


@mechanism(inputs=[0, 1])
def natural(x: int, draw: Any) -> Any:
    """Again until it is not negative."""
    while True:
        noisy = round(x + draw.gaussian(2))
        if noisy >= 0:
            return noisy


@mechanism(inputs=[0, 1])
def subsampled(x: int, draw: Any) -> Any:
    """A record that takes part with probability 1/3, rounded."""
    return round((x if draw.flip("1/3") else 0) + draw.gaussian(2))


def phi(z: Fraction) -> arb:
    """Φ(z), small ones relatively exact."""
    return (arb(fmpq(-z.numerator, z.denominator)) / arb(2).sqrt()).erfc() / 2


def cells(low: Callable[[int], Fraction], mean: Fraction, first: int = -WIDE) -> Cells:
    """The chances of cells n, from low(n) to low(n + 1), of a variance of 4, over their sum."""
    found = {}
    for n in range(first, WIDE):
        a, b = ((low(n + k) - mean) / 2 for k in (0, 1))
        found[n] = phi(b) - phi(a) if b < 0 else phi(-a) - phi(-b)
    whole = sum(found.values(), arb(0))
    return {n: p / whole for n, p in found.items()}


def to_half(n: int) -> Fraction:
    """Where round() begins to say n."""
    return Fraction(2 * n - 1, 2)


def laws(name: str) -> tuple[Cells, Cells]:
    """The chances on both inputs."""
    nought, one = Fraction(0), Fraction(1)
    if name == "coarse":
        return tuple(cells(lambda n: Fraction(3 * n), mean) for mean in (nought, one))  # type: ignore[return-value]
    first = 0 if name == "natural" else -WIDE
    p, q = (cells(to_half, mean, first) for mean in (nought, one))
    if name == "subsampled":
        return p, {n: (2 * p[n] + q[n]) / 3 for n in p}
    return p, q


PROGRAMS = {"rounded": rounded, "coarse": coarse, "natural": natural, "subsampled": subsampled}


def worst(name: str, of: Callable[[Cells, Cells], arb]) -> arb:
    """The larger value of both orders."""
    p, q = laws(name)
    values = [of(p, q), of(q, p)]
    return max(values, key=lambda ball: float(ball.mid()))


def assert_is(found: Any, wanted: arb) -> None:
    """Within 10^−15; the kernel re-checked it."""
    ((_, value),) = found.tight.items()
    assert found.not_rechecked is None
    assert isinstance(value, Bounds)
    low, high = (Decimal(value.to_json()[key]) for key in ("lower", "upper"))
    number = Decimal(wanted.str(40, radius=False))
    assert low - Decimal("1e-30") <= number <= high + Decimal("1e-30")
    assert high - low < Decimal("1e-15")


def excess(eps: int) -> Callable[[Cells, Cells], arb]:
    """Σ max(0, p − e^ε·q)."""

    def total(p: Cells, q: Cells) -> arb:
        found = arb(0)
        for n in p:
            more = p[n] - arb(eps).exp() * q[n]
            found += max(arb(0), more)
        return found

    return total


def moment(p: Cells, q: Cells, order: int) -> arb:
    """Σ p^α·q^(1−α)."""
    return sum((p[n] * (p[n] / q[n]) ** (order - 1) for n in p), arb(0))


@pytest.mark.parametrize("name", PROGRAMS)
def test_delta_and_the_law_of_the_loss(name: str) -> None:
    """δ(0), δ(1) and P[L > 1/4]."""
    program = PROGRAMS[name]
    with working_precision(700):
        assert_is(dv.measure(program, "total-variation"), worst(name, excess(0)))
        assert_is(dv.measure(program, "approx-dp", eps=1), worst(name, excess(1)))
        quarter = (arb(1) / 4).exp()

        def beyond(p: Cells, q: Cells) -> arb:
            return sum((p[n] for n in p if p[n] > quarter * q[n]), arb(0))

        assert_is(dv.measure(program, "probabilistic-dp", eps="1/4"), worst(name, beyond))


@pytest.mark.long
@pytest.mark.parametrize("name", PROGRAMS)
def test_divergences(name: str) -> None:
    """χ² and the divergence of order 3; no pure ε is enough, since one side has no end."""
    program = PROGRAMS[name]
    with working_precision(700):
        chi = worst(name, lambda p, q: moment(p, q, 2) - 1)
        assert_is(dv.measure(program, "chi-squared-dp"), chi)
        third = worst(name, lambda p, q: moment(p, q, 3).log() / 2)
        assert_is(dv.measure(program, "renyi-dp", alpha=3), third)
    assert dv.measure(program, "pure-dp").tight["eps"] == INFINITY
    failing = dv.check(program, dv.PureDP(eps=30))
    assert failing.fails
    assert failing.not_rechecked is None


@pytest.mark.long
@pytest.mark.parametrize("name", ["rounded", "coarse", "subsampled"])
def test_rounding_keeps_rho_and_mu(name: str) -> None:
    """As of N(1, 4) against N(0, 4): ρ = 1/8 and μ = 1/2, and less fails.

    ρ is approached as the order grows: D_α/α < 1/8 for α = 2, 8, 32, and it rises.
    """
    program = PROGRAMS[name]
    assert dv.measure(program, "zcdp").tight["rho"] == Value(Fraction(1, 8))
    assert dv.measure(program, "gaussian-dp").tight["mu"] == Value(Fraction(1, 2))
    assert dv.check(program, dv.GaussianDP(mu="1/2")).holds
    assert dv.check(program, dv.GaussianDP(mu="0.499")).fails
    assert dv.check(program, dv.ZCDP(rho="0.1249")).fails
    with working_precision(700):
        p, q = laws(name)
        rates = [moment(q, p, a).log() / (a * (a - 1)) for a in (2, 8, 32)]
    assert rates[0] < rates[1] < rates[2] < arb(1) / 8


def test_each_order_of_what_ends_on_one_side() -> None:
    """Not negative: 0 against 1 loses most at 0, ln p(0)/q(0); 1 against 0 without end."""
    found = dv.measure(natural, "pure-dp").to_dict()["directions"]
    listed = {tuple(one["inputs"]): one["value"] for one in found}
    with working_precision(700):
        p, q = laws("natural")
        wanted = Decimal((p[0] / q[0]).log().str(40, radius=False))
    value = listed[("0", "1")]
    assert Decimal(value["lower"]) <= wanted <= Decimal(value["upper"])
    assert listed[("1", "0")]["exact"] == "inf"


def test_claims_that_fail() -> None:
    """Total variation is P(|N| < 1/2)/… ≈ 0.197: 1/20 is not enough, and 1/5 is."""
    failing = dv.check(rounded, dv.TotalVariation(delta="1/20"))
    assert failing.fails
    assert failing.not_rechecked is None
    assert dv.check(rounded, dv.TotalVariation(delta="1/5")).holds


def test_up_on_one_input_and_down_on_the_other() -> None:
    """Cells of two grids: what is claimed of them far out is not known, and is said not to be."""

    @mechanism(inputs=[0, 1])
    def either_way(x: int, draw: Any) -> Any:
        return math.ceil(draw.gaussian(2)) if x else math.floor(draw.gaussian(2))

    with pytest.raises(Undecided, match="several grids"):
        dv.measure(either_way, "pure-dp")
    with pytest.raises(Undecided, match="several grids"):
        dv.measure(either_way, "renyi-dp", alpha=2)
    with pytest.raises(Undecided):
        dv.measure(either_way, "gaussian-dp")
    # ⌈f⌉ = ⌊f⌋ + 1, so that these are N(1, 4) and N(0, 4), both rounded down.
    with working_precision(700):
        wanted = excess(0)(cells(Fraction, Fraction(0)), cells(Fraction, Fraction(1)))
    assert_is(dv.measure(either_way, "total-variation"), wanted)
