"""What proofs may use of logarithms is true; what they must show of an expected loss is enough."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import pytest
from flint import arb, ctx, fmpq

from dpverify.defs.errors import Undecided
from dpverify.proofs.kernel import Fact
from dpverify.proofs.setting import setting_of
from dpverify.proofs.statement import Claim, Statement
from dpverify.proofs.sums import Sum
from tests.proofs.readings import EPS, M

BOUND = {"bound": "nats(eps)"}
AT_MOST = Claim("M", "expected-loss-at-most", BOUND)
STATEMENT = Statement({"M": M}, {"eps": "loss", "eta": "loss"}, AT_MOST)
RATIOS = tuple(map(Fraction, ("1/1000", "1/7", "2/3", "99/100", "1", "101/100", "3/2", "9", "500")))
ODDS = tuple(map(Fraction, ("1", "1001/1000", "3/2", "7", "1000")))


def _number(given: Fraction) -> fmpq:
    return fmpq(given.numerator, given.denominator)


def _ball(expression: Sum, atoms: dict[str, arb]) -> arb:
    total = arb(0)
    for (bound, monomial), coefficient in expression.terms.items():
        assert not bound
        term = arb(coefficient)
        for (name, _), power in monomial:
            term *= atoms[name] ** power
        total += term
    return total


def _axioms(start: str) -> dict[str, Fact]:
    every = setting_of(STATEMENT).axioms
    return {name: fact for name, fact in every.items() if name.startswith(start)}


@pytest.fixture(autouse=True)
def _many_bits() -> Iterator[None]:
    with ctx.workprec(300):
        yield


@pytest.mark.parametrize("t", ODDS)
@pytest.mark.parametrize("s", ODDS)
def test_inequalities_between_odds(s: Fraction, t: Fraction) -> None:
    """No axiom about two odds is false, by balls with logarithms of their own; equal odds tie."""
    odds = {"e^eps": arb(_number(s)), "e^eta": arb(_number(t))}
    atoms = odds | {"nats(eps)": odds["e^eps"].log(), "nats(eta)": odds["e^eta"].log()}
    found = _axioms("ln of ")
    assert len(found) == 18  # three of each ordered pair of 1, e^eps, e^eta
    for name, fact in found.items():
        assert _ball(fact.expr, atoms) > arb("-1e-60"), name


@pytest.mark.parametrize("t", ODDS)
@pytest.mark.parametrize("ratio", RATIOS)
def test_tangents_at_an_output(ratio: Fraction, t: Fraction) -> None:
    """Nor is one about the loss of an output that is possible under both laws."""
    r, odds = arb(_number(ratio)), arb(_number(t))
    atoms = {"ratio0": r, "loss0": r.log(), "null0": arb(0), "P.M": r / 8, "Q.M": arb(1) / 8}
    for name in ("eps", "eta"):
        atoms |= {f"e^{name}": odds, f"nats({name})": odds.log()}
    found = _axioms("output 0, ln of ")
    assert len(found) == 12
    for name, fact in found.items():
        assert _ball(fact.expr, atoms) > arb("-1e-60"), name


def test_a_bound_from_above_also_says_that_the_loss_is_finite() -> None:
    """One goal more than the bound: P is 0 where Q is; not so for a bound from below."""
    least = Claim("M", "expected-loss-at-least", BOUND)
    assert [len(g.free) for g in setting_of(STATEMENT).goals] == [1, 0]
    assert [len(g.free) for g in setting_of(Statement({"M": M}, EPS, least)).goals] == [0]


@pytest.mark.parametrize(
    ("why", "statement"),
    {
        "not read output by output": Statement({"M": M}, EPS, AT_MOST, (AT_MOST,)),
        "e.1/3 is no rational": Statement(
            {"M": M}, EPS, Claim("M", "expected-loss-at-most", {"bound": "exp(1/3)"})
        ),
        "ratio0": Statement({"ratio0": M}, EPS, Claim("ratio0", "expected-loss-at-most", BOUND)),
    }.items(),
)
def test_refusals(why: str, statement: Statement) -> None:
    """An expected loss is shown and never assumed; what is of another kind is unsupported."""
    with pytest.raises(Undecided, match=why):
        setting_of(statement)
