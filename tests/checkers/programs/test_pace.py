"""Passes as far as there is time, and masses that a result can hold."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from flint import fmpq

import dpverify as dv
from dpverify.checkers.budget import Budget
from dpverify.checkers.programs.pace import MOST, SPARE, brief, paced
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Value, exp
from dpverify.defs.programs import mechanism
from dpverify.defs.programs.enumeration import Enumeration
from dpverify.defs.programs.paths import SubLaw

THIRD = fmpq(1, 3)
LONG = fmpq(3**2000, 2 * 3**2000 + 1)
"""A little less than 1/2, in 2,000 bits and more."""


def _found(masses: dict[str, Any], *, whole: bool = False) -> Enumeration:
    law = SubLaw(masses, whole, 1)
    return Enumeration(("0", "1"), "all", (law, law), 24)


def test_short_masses_stay_and_so_do_those_of_a_whole_law() -> None:
    """A third is no lower bound that is to be rounded; nor are probabilities, however long."""
    short, whole = _found({"a": THIRD}), _found({"a": LONG}, whole=True)
    assert brief(short) is short
    assert brief(whole) is whole


def test_long_masses_are_rounded_down_and_no_further_than_needed() -> None:
    """Of 3^2000/(2·3^2000 + 1), and of a quotient of sums of powers of e, 120 bits stay."""
    terms = sum((exp(Value(k)) for k in range(MOST)), Value(0))
    rich = Value(1) / (terms + 1)
    masses = brief(_found({"a": LONG, "b": rich})).laws[1].masses
    for exact, rounded in ((Value(LONG), masses["a"]), (rich, masses["b"])):
        assert int(rounded.q).bit_length() < 400
        assert (exact - Value(rounded)).sign() >= 0
        least = Value(rounded) * (1 + Value(Fraction(1, 2 ** (SPARE - 8))))
        assert (least - exact).sign() > 0


def test_many_masses_are_rounded_where_their_sum_would_be_long() -> None:
    """Quotients with a denominator each: none is long, their sum has thousands of terms."""
    found = {str(k): Value(1) / (exp(Value(k + 1)) + k + 2) for k in range(300)}
    masses = brief(_found(found)).laws[0].masses
    assert all(Value(mass).as_rational() is not None for mass in masses.values())


def test_no_pass_is_begun_that_would_be_lost() -> None:
    """Without a limit all passes come; with no time left the first alone, and the reason."""
    passes = [_found({"a": THIRD})] * 3
    assert len([*paced(iter(passes), Budget(None))]) == 3
    hasty = paced(iter(passes), Budget(0))
    assert next(hasty) == passes[0]
    with pytest.raises(Undecided, match="leaves too little for a finer pass"):
        next(hasty)


@mechanism(inputs=[0, 1])
def second(count: int, draw: Any) -> Any:
    """Two noisy counts, of which the second is drawn again while it is negative."""
    first = count + draw.discrete_laplace(1)
    while True:
        noisy = count + draw.discrete_laplace(1)
        if noisy >= 0:
            return first, noisy


def test_a_second_count_that_is_retried_after_a_release() -> None:
    """ε = ln(e² + e − 1), by hand.

    The first count costs 1. With c = (1 − 1/e)/(1 + 1/e) the second is 0 with c/Z(0) and c/e/Z(1),
    Z(0) = c/(1 − 1/e) and Z(1) = Z(0) + c/e, so that Z(1)/Z(0) = 1 + (1 − 1/e)/e.
    """
    assert dv.measure(second, "pure-dp").tight["eps"] == dv.ln("exp(1) - 1 + exp(2)")
    verdict = dv.check(second, dv.PureDP(eps=2))
    assert verdict.fails
    assert dv.replay(verdict.to_dict()).status == "accepted"
