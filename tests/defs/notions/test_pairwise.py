"""What bounds of divergences share, and how they are related to each other."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.defs.channel import Channel
from dpverify.defs.errors import DomainError, DpverifyError, UsageError
from dpverify.defs.knowledge import notion
from dpverify.defs.notions import (
    WHOLE,
    ZCDP,
    BoundedRange,
    GaussianDP,
    PureDP,
    RenyiDP,
    TotalVariation,
)
from dpverify.defs.notions.pairwise import distinct_pairs, larger, largest
from dpverify.defs.notions.whole import WholeNotion
from dpverify.defs.numbers import INFINITY, Loss, Real, Value, as_eps, exp, ln
from dpverify.defs.numbers.balls import ball_bounds
from tests.defs.notions.samples import CONSTANT, LINE, RR, SPLIT, channels, related

FIVE: list[tuple[str, dict[str, str]]] = [
    ("total-variation", {"delta": "1/2"}),
    ("bounded-range", {"eps": "ln(9)"}),
    ("renyi-dp", {"eps": "ln(7/3)", "alpha": "2"}),
    ("zcdp", {"rho": "ln(3)/2"}),
    ("gaussian-dp", {"mu": "27/20"}),
    ("f-dp", {"trade_off": "points(0,1; 1/4,1/4; 1,0)"}),
]


def tight(notion: WholeNotion, subject: Channel) -> Loss | Real | Value:
    """The measured number; where it is enclosed, its upper end."""
    found = notion.measured(subject).value
    if isinstance(found, tuple):
        return Loss(found[1])
    assert isinstance(found, Loss | Real | Value)
    return found


@pytest.mark.parametrize(("name", "given"), FIVE)
def test_every_definition_by_name(name: str, given: dict[str, str]) -> None:
    """They hold of randomised response, not of a channel with disjoint supports."""
    made = notion(name, **given)
    assert isinstance(made, WHOLE[name])
    assert made.ruling(RR).violated is None
    assert made.ruling(CONSTANT).violated is None
    truth = Channel(["a", "b"], ["y", "z"], [[1, 0], [0, 1]])
    ruling = made.ruling(truth)
    assert ruling.violated is not None
    assert made.excess(truth, ruling.violated) > 0


@pytest.mark.parametrize(("name", "given"), FIVE)
def test_equality_is_by_parameters(name: str, given: dict[str, str]) -> None:
    key = next(iter(given))
    other = "points(0,1; 1,0)" if name == "f-dp" else "1/3"
    assert notion(name, **given) == notion(name, **given)
    assert hash(notion(name, **given)) == hash(notion(name, **given))
    assert notion(name, **given) != notion(name, **{**given, key: other})


@pytest.mark.parametrize(("name", "given"), FIVE)
def test_refusals(name: str, given: dict[str, str]) -> None:
    """Missing, unknown, negative and meaningless parameters."""
    key = next(iter(given))
    with pytest.raises(UsageError):
        notion(name)
    with pytest.raises(UsageError):
        notion(name, **given, risk="1/2")
    bad = ("nan", "inf", "", "x") if name == "f-dp" else ("-1", "nan", "inf", "", "1/0")
    for text in bad:
        with pytest.raises(DpverifyError):
            notion(name, **{**given, key: text})
    with pytest.raises(DpverifyError):
        notion(name, **{**given, key: 0.5})


def test_only_neighbours_count() -> None:
    """On the chain a–b–c the pair (a, c), which is worse, plays no part."""
    everyone = related(LINE, "all")
    for made in (TotalVariation(1), BoundedRange(1), RenyiDP(2, 1), ZCDP(1), GaussianDP(1)):
        assert tight(made, LINE) < tight(made, everyone)
        assert made.measured(LINE).checked == {"pairs": 4, "outputs": 3}


def test_a_directed_relation() -> None:
    """One order alone: D_2((1/2, 1/2)‖(0, 1)) is infinite, the other way it is ln 2."""
    one = Channel(["b", "a"], ["y", "z"], [["0", "1"], ["1/2", "1/2"]],
                  neighbours=[["b", "a"]], directed=True)  # fmt: skip
    assert RenyiDP(2, 1).measured(one).value == ln(2)
    assert RenyiDP(2, 1).measured(SPLIT).value == INFINITY


def test_pairs_that_differ_in_order_alone() -> None:
    """Randomised response has one pair of laws, up to renaming of outputs."""
    assert [pair for pair, _, _ in distinct_pairs(RR)] == [(0, 1)]
    assert len(list(distinct_pairs(LINE))) == 4


def test_relations_between_them() -> None:
    """Random channels, with ε of pure DP, r of the range and ρ of zCDP, all tight.

    ε ≤ r ≤ 2ε, TV ≤ tanh(ε/2), D_2 ≤ D_3 ≤ ε, D_2 ≤ 2ρ, ρ ≤ ε·tanh(ε/2) and ρ ≤ r²/8; the lower
    end of ρ is used where equality may occur.
    """
    for subject in channels(60, seed=11):
        eps = PureDP.tight("eps", subject.row(0), subject.row(1), {})
        eps = as_eps(max(eps, PureDP.tight("eps", subject.row(1), subject.row(0), {})))
        spread = as_eps(tight(BoundedRange(1), subject))
        two, three = (tight(RenyiDP(order, 1), subject) for order in (2, 3))
        half = (exp(eps) - 1) / (exp(eps) + 1)  # tanh(ε/2)
        assert eps <= spread <= 2 * eps
        assert tight(TotalVariation(1), subject) <= half
        assert two <= three <= eps
        assert two <= 2 * tight(ZCDP(1), subject)
        rho = ZCDP(1).measured(subject).value
        low = rho[0] if isinstance(rho, tuple) else ball_bounds(rho.ball(128))[0]
        room = Fraction(1, 10**30)  # equality occurs, between numbers known by balls
        assert Value(low) <= half * eps + room
        assert Value(low) <= spread * spread / Value(8) + room


def test_the_larger_number() -> None:
    """Exact ones are compared exactly; of two that agree to 256 bits neither is larger."""
    assert larger(ln(3), Loss(1))
    assert not larger(ln(9), 2 * ln(3))
    assert larger(INFINITY, Real("exp", Value(1)))
    assert not larger(Loss(0), INFINITY)
    assert not larger(INFINITY, INFINITY)
    one, same = Real("exp", Real("exp", Value(1))), Real("exp", Real("exp", Value(1)))
    assert not larger(one, same)
    assert largest(ln(3), Loss(1)) == ln(3)
    both = largest(one, same)
    assert isinstance(both, Real)
    assert both.approx() == pytest.approx(one.approx())
    assert str(both).startswith("max(")


def test_orders_of_renyi() -> None:
    """> 1, rational, not too long, and no float."""
    for order in ("1", "1/2", "-2", "0", "2**(1/2)", "ln(3)", "1000001", "1000003/1000002"):
        with pytest.raises(DomainError):
            RenyiDP(order, 1)
    assert RenyiDP("3/2", 1).alpha == Fraction(3, 2)
    with pytest.raises(UsageError, match="alpha"):
        notion("renyi-dp", eps=1)
