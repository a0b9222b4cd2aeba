"""Numbers that doubles do not hold: the question stays open; nobody is blamed, nothing crashes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.verdict import Fails, Holds, Unknown

TINY, HUGE = Fraction(1, 10**400), 10**400
PROGRAMS: dict[str, Callable[[Any, Any], Any]] = {
    "a tiny scale": lambda x, draw: x + draw.laplace(TINY),
    "a huge scale": lambda x, draw: x + draw.laplace(HUGE) > 0,
    "a huge threshold": lambda x, draw: x + draw.laplace(1) > HUGE,
    "a huge factor": lambda x, draw: x + draw.laplace(1) > HUGE * draw.laplace(1),
    "a tiny factor": lambda x, draw: x + TINY * draw.laplace(1) > 0,
    "a tiny Gaussian": lambda x, draw: x + draw.gaussian(TINY) > 0,
    "a huge Gaussian": lambda x, draw: x + draw.gaussian(HUGE) > 0,
    "huge Gumbel noise": lambda x, draw: x + draw.gumbel(HUGE) > 0,
    "huge uniform noise": lambda x, draw: x + draw.uniform(-HUGE, HUGE) > 0,
    "huge integer noise": lambda x, draw: x + draw.discrete_laplace(HUGE),
}


@pytest.mark.parametrize("everywhere", [False, True])
@pytest.mark.parametrize("name", PROGRAMS)
def test_the_answer_is_unknown(name: str, everywhere: bool) -> None:
    """Unknown, with a sentence that says what to do; no program is called wrong."""
    program = dv.mechanism(inputs=[0, 1], moves="A")(PROGRAMS[name])
    found = dv.check(program, dv.ApproxDP(eps=1, delta="1/2"), all_inputs=everywhere)
    assert isinstance(found, Unknown)
    assert "doubles" in found.reason.text
    assert "other units" in found.reason.text


@pytest.mark.parametrize("inputs", [[0, HUGE], [0, HUGE + Fraction(1, 2)]])
def test_a_huge_input(inputs: list[Any]) -> None:
    """Of an int and of a fraction, which no double is near."""
    program = dv.mechanism(inputs=inputs)(lambda x, draw: x + draw.laplace(1) > 0)
    assert isinstance(dv.check(program, dv.PureDP(eps=1)), Unknown)


@pytest.mark.parametrize("scale", [Fraction(1, 10**5), Fraction(10**120)])
def test_what_doubles_hold_is_decided(scale: Fraction) -> None:
    """The loss of Laplace noise is 1/b, of any b."""
    program = dv.mechanism(inputs=[0, 1], moves="A")(lambda x, draw: x + draw.laplace(scale))
    assert isinstance(dv.check(program, dv.PureDP(eps=1 / scale), all_inputs=True), Holds)
    less = dv.check(program, dv.PureDP(eps=Fraction(9, 10) / scale), all_inputs=True)
    assert isinstance(less, Fails | Unknown)
    assert not isinstance(less, Unknown) or less.reason.code in ("bits", "precision")
