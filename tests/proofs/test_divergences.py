"""What proofs may use of powers is true; what they must show of a divergence is the divergence."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from flint import fmpq

from dpverify.defs.errors import Undecided
from dpverify.proofs.automatic import NoneFoundError, prove_automatically
from dpverify.proofs.kernel import Fact
from dpverify.proofs.setting import setting_of
from dpverify.proofs.statement import Claim, Statement
from dpverify.proofs.theorem import settings_form
from tests.proofs.readings import EPS, OTHER, M

RENYI = "renyi-divergence-at-most"
BOUND = {"alpha": "alpha", "bound": "nats(eps)"}
AT_MOST = Claim("M", RENYI, BOUND)
ORDERED = {"eps": "loss", "alpha": "order"}
BOTH = Statement({"M": M}, ORDERED, AT_MOST, (AT_MOST,))  # type: ignore[arg-type]  # kinds
NUMBERS = tuple(map(Fraction, ("0", "1/1000", "2/3", "1", "101/100", "3/2", "9", "500")))


def _tangents() -> list[tuple[str, Fact]]:
    axioms = setting_of(BOTH).axioms
    return [(name, fact) for name, fact in axioms.items() if name.startswith("tangent")]


def _value(fact: Fact, numbers: dict[str, fmpq]) -> fmpq:
    total = fmpq(0)
    for (bound, monomial), coefficient in fact.expr.terms.items():
        assert not bound
        term = coefficient
        for (name, _), power in monomial:
            term *= numbers[name] ** power
        total += term
    return total


@pytest.mark.parametrize("order", [2, 3, 4, 7])
def test_tangents_are_true(order: int) -> None:
    """At all pairs of numbers, 0 and equal ones among them, by exact powers; odds are ≥ 1."""
    every = _tangents()
    assert len(every) == 9  # at 1, at e^ε and at what is shown
    for s, t, odds in product(NUMBERS, NUMBERS, (Fraction(1), Fraction(7, 4))):
        numbers = {"alpha": fmpq(order)}
        for name, power, number in (
            ("likelihood0", "power0", s), ("likelihood1", "power1", t),
            ("likelihood2", "power2", t), ("e^eps", "e^((alpha-1)*eps)", odds),
        ):  # fmt: skip
            at = fmpq(number.numerator, number.denominator)
            numbers |= {name: at, power: at ** (order - 1)}
        for name, fact in every:
            assert _value(fact, numbers) >= 0, name


def test_a_product_of_ratios_has_the_product_of_their_powers() -> None:
    """The tangent of two ratios at a third: (s·u)^α is s·u times both powers."""
    two = Statement(
        {"M": M, "L": OTHER},
        {"eps": "loss", "alpha": "order"},
        Claim("N", RENYI, BOUND),
        (AT_MOST, Claim("L", RENYI, BOUND)),
        {"N": {"product": ["M", "L"]}},
    )
    fact = setting_of(two).axioms["tangent at likelihood4, of likelihood0 likelihood2"]
    assert fact.free == {"y": "y", "z": "z"}
    for s, u, t in product(NUMBERS[:6], repeat=3):
        at = [fmpq(x.numerator, x.denominator) for x in (s, u, t)]
        names = ("0", "2", "4")
        numbers = {f"likelihood{k}": x for k, x in zip(names, at, strict=True)}
        numbers |= {f"power{k}": x**2 for k, x in zip(names, at, strict=True)}
        assert _value(fact, numbers | {"alpha": fmpq(3)}) >= 0


def test_what_is_shown_is_no_equation() -> None:
    """A ratio that is shown lies below P/Q, or anywhere where Q is 0; one that is assumed is it."""
    axioms = setting_of(BOTH).axioms
    assert axioms["hypothesis 0.1"].relation == "="
    assert axioms["likelihood2 at most"].relation == ">="
    assert not any("likelihood2" in str(f.expr) for f in axioms.values() if f.relation == "=")


def test_an_order_that_is_written_out() -> None:
    """At order 3 the power is r², and the bound of the moment e^(2ε)."""
    given = {"alpha": "3", "bound": "nats(eps)"}
    (goal,) = setting_of(Statement({"M": M}, EPS, Claim("M", RENYI, given))).goals
    assert str(goal.expr) == "e^eps^2 - Σ_%0 P.M[%0]·likelihood0[%0]^2"


def test_chi_squared_is_the_moment_of_order_two_less_one() -> None:
    (goal,) = setting_of(
        Statement({"M": M}, {"c": "value"}, Claim("M", "chi-squared-dp", {"chi_squared": "c"}))
    ).goals
    assert str(goal.expr) == "1 + c - Σ_%0 P.M[%0]·likelihood0[%0]"


def test_parameters_are_read_by_name() -> None:
    """D_α ≤ ε with its bound named first is the same claim; D_ε ≤ 2 is not D_2 ≤ ε."""
    other = Claim("M", RENYI, {"bound": "nats(eps)", "alpha": "alpha"})
    exchanged = Statement({"M": M}, ORDERED, other, (other,))  # type: ignore[arg-type]  # kinds
    assert settings_form({"": setting_of(exchanged)}) == settings_form({"": setting_of(BOTH)})
    for given in ({"bound": "2", "alpha": "nats(eps)"}, {"alpha": "nats(eps)", "bound": "2"}):
        with pytest.raises(Undecided, match="a divergence of the order"):
            setting_of(Statement({"M": M}, EPS, Claim("M", RENYI, given)))


@pytest.mark.parametrize("given", [{"bound": "nats(eps)"}, {"alpha": "alpha"}, {}])
def test_a_parameter_that_is_missing(given: dict[str, str]) -> None:
    """An order that nobody names is not taken to be 2."""
    statement = Statement({"M": M}, ORDERED, Claim("M", RENYI, given))  # type: ignore[arg-type]  # kinds
    with pytest.raises(Undecided, match="with other parameters"):
        setting_of(statement)


@pytest.mark.parametrize(
    ("why", "claim"),
    {
        "a divergence of the order 1": {"alpha": "1", "bound": "nats(eps)"},
        "a divergence of the order 9": {"alpha": "9", "bound": "nats(eps)"},
        "a divergence of the order eta": {"alpha": "eta", "bound": "nats(eps)"},
        "of the order 1 . alpha": {"alpha": "alpha+1", "bound": "nats(eps)"},
        "as a sum of losses": {"alpha": "alpha", "bound": "nats(eps)/2"},
        "divergences of two orders": {"alpha": "2", "bound": "nats(eps)"},
    }.items(),
)
def test_refusals(why: str, claim: dict[str, str]) -> None:
    """What is of another kind is unsupported, never approximated."""
    parameters = {"eps": "loss", "alpha": "order", "eta": "value"}
    statement = Statement({"M": M}, parameters, Claim("M", RENYI, claim), (AT_MOST,))  # type: ignore[arg-type]  # kinds
    with pytest.raises(Undecided, match=why):
        setting_of(statement)


@pytest.mark.long
def test_a_smaller_bound_is_not_found() -> None:
    """D ≤ ε does not prove D ≤ 0."""
    none = Statement({"M": M}, ORDERED, Claim("M", RENYI, {**BOUND, "bound": "0"}), (AT_MOST,))  # type: ignore[arg-type]  # kinds
    with pytest.raises(NoneFoundError):
        prove_automatically(setting_of(none), seconds=2)
