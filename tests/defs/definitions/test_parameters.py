"""Parameters of definitions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.defs.definitions.parameters import (
    as_parameter,
    check_names,
    missing_parameter,
    terms_of,
)
from dpverify.defs.errors import DomainError, NumberError, UsageError
from dpverify.defs.numbers import Value, ln, parse


def test_ranges() -> None:
    """Losses are ≥ 0 and finite, probabilities in [0, 1]; the ends belong to them."""
    assert as_parameter("eps", 0) == 0
    assert as_parameter("delta", "1") == 1
    assert as_parameter("risk", Fraction(1, 3)) == Fraction(1, 3)
    with pytest.raises(DomainError, match="eps = -1/2 is negative"):
        as_parameter("eps", "-1/2")
    with pytest.raises(DomainError, match=r"delta = 11/10 .* \[0, 1\]"):
        as_parameter("delta", "1.1")
    with pytest.raises(DomainError, match=r"risk = -1/10 .* \[0, 1\]"):
        as_parameter("risk", "-0.1")
    with pytest.raises(NumberError, match=r"'0.1'"):
        as_parameter("delta", 0.1)
    with pytest.raises(NumberError, match="inf"):
        as_parameter("eps", "inf")


def test_long_numbers_are_cut_in_messages() -> None:
    """40 characters are shown, of more the first 37."""
    with pytest.raises(DomainError, match=rf"delta = {10**39} is"):
        as_parameter("delta", 10**39)
    with pytest.raises(DomainError, match=rf"delta = {10**36}… is"):
        as_parameter("delta", 10**40)


def test_terms() -> None:
    """eps becomes e^ε under "odds"; probabilities keep their names."""
    terms = terms_of({"eps": ln(3), "delta": Value(1) / 2})
    assert terms == {"odds": Value(3), "delta": Value(1) / 2}
    assert terms_of({"eps": Value(1)})["odds"] == parse("exp(1)")


def test_the_parameter_left_out() -> None:
    """Exactly one may be."""
    assert missing_parameter("approx-dp", {"eps": 1}, ("eps", "delta")) == "delta"
    assert missing_parameter("pure-dp", {}, ("eps",)) == "eps"
    with pytest.raises(UsageError, match="eps, delta are left out"):
        missing_parameter("approx-dp", {}, ("eps", "delta"))
    with pytest.raises(UsageError, match="none is left out"):
        missing_parameter("pure-dp", {"eps": 1}, ("eps",))
    with pytest.raises(UsageError, match="no parameter 'delta'"):
        missing_parameter("pure-dp", {"delta": 1}, ("eps",))


def test_a_definition_without_parameters_says_that_it_takes_none() -> None:
    with pytest.raises(UsageError, match="no parameter 'eps'; it takes none"):
        check_names("theta-reducible", ["eps"], ())
