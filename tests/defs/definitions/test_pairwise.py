"""What bounds of divergences share, and how they are related to each other."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.defs.channel import Channel
from dpverify.defs.definitions import (
    ZCDP,
    BoundedRange,
    GaussianDP,
    PureDP,
    RenyiDP,
    TotalVariation,
)
from dpverify.defs.definitions.pairwise import distinct_pairs, greatest, order
from dpverify.defs.definitions.registry import definition
from dpverify.defs.definitions.whole import Extent, MeasuredDefinition, PairSpot
from dpverify.defs.errors import DpverifyError, Undecided, UsageError
from dpverify.defs.numbers import INFINITY, Loss, Real, Value, as_eps, exp, ln
from dpverify.defs.numbers.balls import ball_bounds
from tests.defs.definitions.samples import CONSTANT, LINE, RR, SPLIT, channels, related

FIVE: list[tuple[str, dict[str, str]]] = [
    ("total-variation", {"delta": "1/2"}),
    ("bounded-range", {"eps": "ln(9)"}),
    ("renyi-dp", {"eps": "ln(7/3)", "alpha": "2"}),
    ("zcdp", {"rho": "ln(3)/2"}),
    ("gaussian-dp", {"mu": "27/20"}),
    ("f-dp", {"trade_off": "points(0,1; 1/4,1/4; 1,0)"}),
]


def tight(definition: MeasuredDefinition, subject: Channel) -> Loss | Real | Value:
    """The measured number; where it is enclosed, its upper end."""
    found = definition.measured(subject).value
    if isinstance(found, tuple):
        return Loss(found[1])
    assert isinstance(found, Loss | Real | Value)
    return found


@pytest.mark.parametrize(("name", "given"), FIVE)
def test_every_definition_by_name(name: str, given: dict[str, str]) -> None:
    """They hold of randomised response, not of a channel with disjoint supports."""
    made = definition(name, **given)
    assert isinstance(made, MeasuredDefinition)
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
    assert definition(name, **given) == definition(name, **given)
    assert hash(definition(name, **given)) == hash(definition(name, **given))
    assert definition(name, **given) != definition(name, **{**given, key: other})


@pytest.mark.parametrize(("name", "given"), FIVE)
def test_refusals(name: str, given: dict[str, str]) -> None:
    """Missing, unknown, negative and meaningless parameters."""
    key = next(iter(given))
    with pytest.raises(UsageError):
        definition(name)
    with pytest.raises(UsageError):
        definition(name, **given, risk="1/2")
    bad = ("nan", "inf", "", "x") if name == "f-dp" else ("-1", "nan", "inf", "", "1/0")
    for text in bad:
        with pytest.raises(DpverifyError):
            definition(name, **{**given, key: text})
    with pytest.raises(DpverifyError):
        definition(name, **{**given, key: 0.5})


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


def test_the_order_of_two_numbers() -> None:
    """Exact ones are compared exactly, others by ever finer balls, and by how they are written."""
    assert order(ln(3), Loss(1)) == 1
    assert order(ln(9), 2 * ln(3)) == 0
    assert order(INFINITY, Real("exp", Value(1))) == 1
    assert order(Loss(0), INFINITY) == -1
    assert order(INFINITY, INFINITY) == 0
    one, same = Real("exp", Real("exp", Value(1))), Real("exp", Real("exp", Value(1)))
    assert order(one, same) == 0
    for places in (60, 300, 4000):  # far beyond 256 bits
        assert order(one + Value(Fraction(1, 10**places)), same) == 1
        assert order(one, same + Value(Fraction(1, 10**places))) == -1
    hidden = Real("ln", Real("exp", Real("exp", Value(1))))  # e, which no form tells
    assert order(hidden, Real("exp", Value(1))) is None


def test_the_greatest_of_several() -> None:
    """The first of equals; where two were not told apart, neither is named."""
    e, hidden = Real("exp", Value(1)), Real("ln", Real("exp", Real("exp", Value(1))))
    ranks: dict[str, Loss | Real | Value] = {"a": Loss(1), "b": ln(9), "c": 2 * ln(3), "d": Loss(2)}
    assert greatest("abcd", ranks.__getitem__, str) == "b"
    assert greatest("dcba", ranks.__getitem__, str) == "c"
    open_: dict[str, Loss | Real | Value] = {"a": e, "b": hidden, "c": Value(2)}
    with pytest.raises(Undecided, match="the value at a or at b"):
        greatest("acb", open_.__getitem__, str)
    assert greatest("acb", open_.__getitem__, str, same=lambda _a, _b: True) == "a"
    assert greatest("abcd", {**open_, "d": Value(3)}.__getitem__, str) == "d"  # it settles both
    with pytest.raises(TypeError, match="without pairs"):
        greatest("", open_.__getitem__, str)


SPLIT_OUTPUTS = Channel(
    ["a", "b", "c", "d"],
    ["w", "x", "y", "z"],
    [
        ["1/4", "1/4", "1/2", "0"],
        ["1/2", "1/4", "1/4", "0"],
        ["1/4", "1/8", "1/8", "1/2"],
        ["1/2", "1/8", "1/8", "1/4"],
    ],
    neighbours=[["a", "b"], ["c", "d"]],
)
"""Two pairs with the same losses; on the second the loss 0 has two outputs."""


@pytest.mark.parametrize("made", [RenyiDP("1001/1000", 1), GaussianDP(1), ZCDP(1)])
def test_equal_divergences_of_pairs_that_are_written_differently(made: MeasuredDefinition) -> None:
    """The losses with their weights are the same: the first pair attains the largest."""
    spot = made.measured(SPLIT_OUTPUTS).spot
    inputs = spot.inputs if hasattr(spot, "inputs") else spot.setting["inputs"]
    assert inputs == ("a", "b")


def nearly_equal(places: int) -> Channel:
    """Two equal rows, and one that differs from them by 10^-places."""
    half, tiny = Fraction(1, 2), Fraction(1, 10**places)
    return Channel(
        ["a", "b", "c"], ["x", "y"], [[half, half], [half, half], [half + tiny, half - tiny]]
    )


@pytest.mark.parametrize("places", [20, 60, 100, 300])
@pytest.mark.parametrize("made", [RenyiDP("3/2", 0), RenyiDP("1001/1000", 0), GaussianDP(0)])
def test_the_pair_that_differs_is_named(made: MeasuredDefinition, places: int) -> None:
    """And not the first of all, whose divergence is 0."""
    found = made.measured(nearly_equal(places))
    spot = found.spot
    inputs = spot.inputs if hasattr(spot, "inputs") else spot.setting["inputs"]
    assert "c" in inputs
    assert found.value > 0
    ruling = made.ruling(nearly_equal(places))
    assert ruling.violated is not None
    assert made.excess(nearly_equal(places), ruling.violated) > 0


def test_a_claim_that_no_open_order_concerns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it is open which pair is worse, each is compared with what is claimed."""

    def never(*_: object) -> Extent:
        raise Undecided("precision", "not told apart")

    monkeypatch.setattr(RenyiDP, "measured", never)
    ruling = RenyiDP("3/2", 1).ruling(LINE)
    assert (ruling.violated, ruling.extent) == (None, None)
    violated = RenyiDP("3/2", "1/100").ruling(LINE).violated
    assert isinstance(violated, PairSpot)
    assert RenyiDP("3/2", "1/100").excess(LINE, violated) > 0
