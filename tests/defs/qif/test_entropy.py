"""Shannon entropy and leakage."""

from __future__ import annotations

from math import isclose, log

import pytest
from hypothesis import given

from dpverify.defs.channel import Channel
from dpverify.defs.errors import ChannelError, DomainError
from dpverify.defs.numbers import Loss, Real, Value, ln, parse
from dpverify.defs.qif import observe, shannon_entropy, shannon_leakage
from dpverify.defs.qif.entropy import log_sum, relative_entropy
from tests.defs.matrices import names, values
from tests.defs.qif.flows import RRM, Flow, entropy, flows, mutual_information


def test_by_hand() -> None:
    """A fair coin; an eighth, a quarter, …; one sure thing; the mechanism of the presentation."""
    assert shannon_entropy(["1/2", "1/2"]) == ln(2)
    assert shannon_entropy(["1/8", "1/8", "1/4", "1/2"]) == parse("7/4*ln(2)")
    assert shannon_entropy([1, 0]) == 0
    assert shannon_leakage(RRM) == parse("3/4*ln(3)-ln(2)")


@given(flows())
def test_it_is_the_mutual_information(flow: Flow) -> None:
    """Against H(X) + H(Y) − H(X,Y) in floats; the answer is a loss, so exact."""
    leakage = shannon_leakage(*flow)
    assert isinstance(leakage, Loss)
    assert isclose(leakage.approx(), mutual_information(flow), abs_tol=1e-12)
    assert isclose(shannon_entropy(flow[1]).approx(), entropy(list(flow[1])), abs_tol=1e-12)


@given(flows())
def test_it_is_the_mean_drop_of_entropy(flow: Flow) -> None:
    """I = H(π) − Σ_y outer(y)·H(inner_y), exactly; nothing leaks exactly where the hyper is one."""
    channel, prior = flow
    hyper = observe(channel, prior)
    after = sum(
        (shannon_entropy(inner) * w for w, inner in zip(hyper.outer, hyper.inners, strict=True)),
        start=Loss(0),
    )
    leakage = shannon_leakage(channel, prior)
    assert leakage == shannon_entropy(prior) - after
    assert (leakage == 0) == (len(hyper.inners) == 1)


def test_irrational_weights_that_cancel_leave_an_exact_number() -> None:
    """Independent output: 0, decided; a weight e^-1 on a logarithm that is rational: a value."""
    row = ["exp(-1)", "1-exp(-1)"]
    same = Channel(["a", "b"], ["u", "v"], [row, row])
    assert isinstance(shannon_leakage(same, row), Loss)
    assert shannon_leakage(same, row) == 0
    weighted = log_sum([(parse("exp(-1)"), parse("exp(2)"))])  # type: ignore[list-item]
    assert isinstance(weighted, Value)
    assert weighted == parse("2*exp(-1)")


def test_what_has_no_exact_form_is_known_by_balls() -> None:
    """H(e^-1, 1 − e^-1) in floats, and more digits on demand."""
    number = shannon_entropy(["exp(-1)", "1-exp(-1)"])
    assert isinstance(number, Real)
    p = 0.36787944117144233
    assert isclose(number.approx(), -p * log(p) - (1 - p) * log(1 - p), rel_tol=1e-14)
    assert number.ball(400).rel_accuracy_bits() > 350


def test_relative_entropy_by_hand() -> None:
    """ln 2 for a sure thing against a coin; 0 exactly for equal laws; zeros of P are skipped."""
    assert relative_entropy(values("1", "0"), values("1/2", "1/2")) == ln(2)
    assert relative_entropy(values("1/3", "2/3"), values("1/3", "2/3")) == 0
    assert relative_entropy(values("0", "1"), values("0", "1")) == 0


def test_many_terms_need_no_deep_stack() -> None:
    """A thousand irrational weights: a chain of additions would exceed the recursion limit."""
    n = 1200
    share = f"exp(-1)/{n - 1}"
    number = shannon_entropy(["1-exp(-1)", *([share] * (n - 1))])
    weights = [(parse(f"exp(-1)/{k}"), Value(k + 1)) for k in range(1, n)]
    assert log_sum(weights).approx() > 0  # type: ignore[arg-type]
    assert number.approx() > 0


@pytest.mark.parametrize("prior", [["1/2", "1/3"], ["3/2", "-1/2"]])
def test_what_is_no_distribution_is_refused(prior: list[str]) -> None:
    """With one line."""
    with pytest.raises(DomainError, match="the prior"):
        shannon_entropy(prior)
    with pytest.raises(ChannelError, match="prior"):
        shannon_leakage(Channel(names("x", 2), ["y"], [[1], [1]]), prior)
