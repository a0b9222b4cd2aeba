"""Values released with integer noise, on listed and on all integer inputs."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

import dpverify as dv
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import INFINITY
from dpverify.defs.programs import mechanism


@mechanism(inputs=[0, 1], neighbours="all")
def without_moves(x: Any, draw: Any) -> Any:
    """Listed inputs need not say how all would move."""
    return x + draw.discrete_gaussian(2)


@mechanism(inputs=[0, 1], neighbours="all")
def listed(x: Any, draw: Any) -> Any:
    """The same, with noise of a bounded loss."""
    return x + draw.discrete_laplace(2)


@mechanism(inputs=[0, 3], moves="A", neighbours="all")
def halves(x: Any, draw: Any) -> Any:
    """Noise that enters twice: an odd move tells the inputs apart."""
    return x + 2 * draw.discrete_laplace(1)


@mechanism(inputs=[(0, 0), (1, 1)], moves="A")
def total(x: Any, draw: Any) -> Any:
    """A sum that moves by up to 2."""
    return x[0] + x[1] + draw.discrete_laplace(3)


@mechanism(inputs=[(0, 0), (1, 1)], moves="A")
def gaussians(x: Any, draw: Any) -> Any:
    """Two counts with discrete Gaussian noise."""
    return x[0] + draw.discrete_gaussian(1), x[1] + draw.discrete_gaussian(2)


@mechanism(inputs=[0, 1], moves="A")
def compared(x: Any, draw: Any) -> Any:
    """A comparison."""
    return draw.discrete_gaussian(1) > x


@mechanism(inputs=[0, 1], moves="A")
def count(x: Any, draw: Any, *, eps: Fraction = Fraction(1)) -> Any:
    """ε as a symbol."""
    return x + draw.discrete_laplace(1 / eps)


def tight(program: Any, definition: str, **given: Any) -> Any:
    (number,) = dv.measure(program, definition, **given).tight.values()
    return number


def test_exact_values() -> None:
    """The numbers of the literature."""
    assert tight(without_moves, "zcdp") == Fraction(1, 4)
    assert tight(without_moves, "renyi-dp", alpha=2) == Fraction(1, 2)
    assert tight(count, "pure-dp") == tight(count, "pure-dp", all_inputs=True) == 1
    assert tight(total, "pure-dp", all_inputs=True) == Fraction(2, 3)
    assert tight(total, "bounded-range", all_inputs=True) == Fraction(4, 3)


def test_several_discrete_gaussians() -> None:
    """On all integer inputs both counts move by 1 in the worst pair; the kernel re-checks it.

    δ(1/2) = Σ over (u, w) of max(0, P − e^(1/2)·Q), by floats over u, w from −20 to 20.
    """
    reach = range(-20, 21)
    first = {z: math.exp(-(z**2) / 2) for z in range(-21, 22)}
    second = {z: math.exp(-(z**2) / 4) for z in range(-21, 22)}
    whole = sum(first[z] for z in reach) * sum(second[z] for z in reach)
    delta = math.fsum(
        max(0.0, first[z] * second[w] - math.exp(0.5) * first[z + 1] * second[w + 1])
        for z in reach
        for w in reach
    )
    found = dv.measure(gaussians, "approx-dp", eps="1/2", all_inputs=True)
    assert found.not_rechecked is None
    assert found.tight["delta"].approx() == pytest.approx(delta / whole)
    assert dv.measure(gaussians, "total-variation").not_rechecked is None
    beyond = dv.measure(gaussians, "probabilistic-dp", eps="1", all_inputs=True)
    assert beyond.not_rechecked is None


def test_no_loss_lies_near_zero() -> None:
    """The losses of one value are odd multiples of 1/2, so that all of them are beyond 1/4."""

    @mechanism(inputs=[0, 1], moves="A")
    def one(x: Any, draw: Any) -> Any:
        return x + draw.discrete_gaussian(1)

    for program in (one, gaussians):
        for all_inputs in (True, False):
            found = dv.measure(program, "privacy-at-risk", eps="1/4", all_inputs=all_inputs)
            assert found.not_rechecked is None
            assert found.tight["risk"] == 1 or not all_inputs


def test_moves_that_are_no_steps_of_the_noise() -> None:
    """2z + 3 is odd."""
    assert tight(halves, "pure-dp") == INFINITY
    assert tight(halves, "total-variation") == 1
    assert tight(halves, "total-variation", all_inputs=True) == 1


def test_the_loss_need_not_grow_with_the_move() -> None:
    """P[|L| > ε] of a smaller move may be larger: every move is tried."""
    found = dv.measure(total, "privacy-at-risk", eps="1/2", all_inputs=True)
    assert found.checked["pairs"] == 6  # by 2, by 1 and not at all


def test_what_compares_is_refused_with_its_reason() -> None:
    """Alignments do not shift such noise; its law is known where it is released alone."""
    for claim in (dv.PureDP(eps=1), dv.ZCDP(rho=1)):
        verdict = dv.check(compared, claim, all_inputs=True)
        assert verdict.unknown
    with pytest.raises(Undecided, match="bounded ratios"):
        dv.measure(compared, "pure-dp", all_inputs=True)
    with pytest.raises(Undecided, match="law of the privacy loss"):
        dv.measure(compared, "zcdp", all_inputs=True)


def test_no_loss_is_beyond_an_eps_known_by_balls() -> None:
    """ln 2·ln 3 ≈ 0.76 is above the largest loss, 1/2: δ is 0, to the kernel too."""
    verdict = dv.check(listed, dv.ApproxDP(eps="ln(2)*ln(3)", delta=0))
    assert verdict.holds
    assert verdict.tight["delta"] == 0
