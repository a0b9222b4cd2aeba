"""A parameter that is a function of ε answers arithmetic; whatever else is asked is remembered."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from dpverify.defs.errors import ProgramError, Undecided
from dpverify.defs.numbers import Value, exp, ln
from dpverify.defs.programs import mechanism
from dpverify.defs.programs.symbolic import family_of, with_symbol
from dpverify.defs.symbolic.formal import EPS, formal
from dpverify.defs.symbolic.symbol import Ledger, Symbol, formal_of

F = Fraction

COMPUTED: dict[str, Callable[[Any], Any]] = {
    "1+2*eps": lambda e: 2 * e + 1,
    "(1-eps)/2": lambda e: (1 - e) / 2,
    "1/(1+exp(eps))": lambda e: 1 / (1 + exp(e)),
    "eps*eps": lambda e: e**2,
    "exp(-eps/2)": lambda e: exp(-e / 2),
    "3/eps": lambda e: F(3) / e,
    "1/3-eps": lambda e: Value(1) / 3 - e,
    "eps-1/3": lambda e: e - F(1, 3),
    "1/(1+eps)": lambda e: (1 + e) ** -1,
}


@pytest.mark.parametrize("text", COMPUTED)
def test_arithmetic_is_that_of_functions(text: str) -> None:
    """With numbers on either side."""
    assert formal_of(COMPUTED[text](Symbol(Ledger(), EPS))) == formal(text)


def test_what_is_a_number_for_every_eps_is_one() -> None:
    """But not where something was divided by that may be 0."""
    eps: Any = Symbol(Ledger(), EPS)
    assert (eps / eps, eps - eps, 0 * eps) == (1, 0, 0)
    assert type((eps - 1) / (eps - 1)) is Symbol


REFUSED: dict[str, Callable[[Any], Any]] = {
    "<": lambda e: e < 1,
    ">=": lambda e: e >= 1,
    "from the left": lambda e: F(1) < e,
    "==": lambda e: e == 1,
    "!=": lambda e: e != 1,
    "in": lambda e: e in [1, 2],
    "truth": bool,
    "float": float,
    "int": int,
    "round": round,
    "floor": math.floor,
    "sqrt": math.sqrt,
    "abs": abs,
    "hash": lambda e: {e},
    "key": {1: 2}.get,
    "repr": lambda e: f"{e!r}",
    "str": str,
    "format": lambda e: f"{e:.1f}",
    "json": json.dumps,
    "isinstance": lambda e: isinstance(e, Fraction),
    "hasattr": lambda e: hasattr(e, "numerator"),
    "float beside it": lambda e: e + 0.5,
    "text beside it": lambda e: e * "a",
    "another power": lambda e: e ** F(1, 2),
    "an exponent": lambda e: 2**e,
    "irrational beside it": lambda e: e + exp(1),
    "exp of another form": lambda e: exp(1 + e),
    "divided by what is 0": lambda e: 1 / ((e - 1) / (e - 1) - 1),
    "ln": ln,
}


@pytest.mark.parametrize("what", REFUSED)
def test_other_uses_are_refused_and_remembered(what: str) -> None:
    """Also where the program catches whatever comes and goes on."""
    ledger = Ledger()
    with pytest.raises(ProgramError):
        REFUSED[what](Symbol(ledger, EPS))
    assert ledger.trouble is not None

    def catching(bit: int, draw: Any, *, eps: Fraction = Fraction(1)) -> Any:
        try:
            if REFUSED[what](eps):
                return bit
        except BaseException:  # noqa: BLE001, S110  as programs do
            pass
        return draw.flip(eps / (1 + eps))

    with pytest.raises(ProgramError, match="input 0"):
        family_of(with_symbol(mechanism(inputs=[0, 1])(catching), {}))


DROPPED: dict[str, Callable[[Any], Any]] = {
    "unused": lambda e: 1 / (e - 3),
    "to the power 0": lambda e: (1 / (e - 3)) ** 0,
    "times 0": lambda e: 0 * (1 / (e - 3)),
    "a number but for one eps": lambda e: (e - 3) / (e - 3),
    "a negative power": lambda e: (e - 3) ** -1,
}


@pytest.mark.parametrize("what", DROPPED)
def test_divisors_are_kept_whatever_becomes_of_the_quotient(what: str) -> None:
    """At ε = 3 the program with the number raises, which it may catch."""
    ledger = Ledger()
    DROPPED[what](Symbol(ledger, EPS))
    assert ledger.divisors == {(EPS - 3).num}


def test_a_computation_that_is_too_large_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Caught, it would end here what goes on with numbers."""
    monkeypatch.setattr("dpverify.defs.symbolic.formal.MAX_TERMS", 3)
    ledger = Ledger()
    eps: Any = Symbol(ledger, EPS)
    with pytest.raises(Undecided):
        (1 + exp(eps)) * (1 + exp(eps / 3))
    assert isinstance(ledger.trouble, Undecided)
    with pytest.raises(Undecided):
        ledger.check()
