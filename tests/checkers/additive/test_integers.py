"""Values released with integer noise, on listed and on all integer inputs."""

from __future__ import annotations

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


@mechanism(inputs=[0, 3], moves="A", neighbours="all")
def halves(x: Any, draw: Any) -> Any:
    """Noise that enters twice: an odd move tells the inputs apart."""
    return x + 2 * draw.discrete_laplace(1)


@mechanism(inputs=[(0, 0), (1, 1)], moves="A")
def total(x: Any, draw: Any) -> Any:
    """A sum that moves by up to 2."""
    return x[0] + x[1] + draw.discrete_laplace(3)


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
