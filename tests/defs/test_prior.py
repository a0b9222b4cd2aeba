"""Priors."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.defs.errors import ChannelError
from dpverify.defs.prior import prior_of
from tests.defs.matrices import values


def test_a_prior_is_exact() -> None:
    """Probability 0 is allowed; irrational probabilities are."""
    assert prior_of(["1/3", 0, Fraction(2, 3)], ["a", "b", "c"]) == values("1/3", "0", "2/3")
    assert sum(prior_of(["exp(-1)", "1-exp(-1)"], ["a", "b"])) == 1


@pytest.mark.parametrize(
    ("prior", "message"),
    [
        (["1"], "prior has 1 entries for 2 inputs"),
        ({"a": 1, "b": 0}, "prior is .*, must be a list"),
        ("10", "prior is '10', must be a list"),
        (["1/2", "2/5"], "prior sums to 9/10, must be 1"),
        (["3/2", "-1/2"], "prior of 'b' is -1/2; a probability is at least 0"),
        ([0.5, "1/2"], "prior of 'a': 0.5 is a Python float"),
        (["1/2", "inf"], "prior of 'b': 'inf' has no meaning here"),
    ],
)
def test_each_fault_has_its_message(prior: object, message: str) -> None:
    """One line that names the input."""
    with pytest.raises(ChannelError, match=message):
        prior_of(prior, ["a", "b"])
