"""f-DP: the function of a channel, and claims of all three kinds against other definitions."""

from __future__ import annotations

import pytest

from dpverify.defs.channel import Channel
from dpverify.defs.definitions import FDP, ApproxDP, GaussianDP
from dpverify.defs.definitions.registry import definition
from dpverify.defs.errors import Undecided, UsageError
from dpverify.defs.numbers import number_text
from tests.defs.definitions.samples import CONSTANT, LINE, RR, channels, related

OWN = "points(0,1; 1/4,1/4; 1,0)"


def told(subject: object) -> list[tuple[str, str]]:
    found = FDP.question({}).measured(subject).corners  # type: ignore[arg-type]
    return [(number_text(corner.alpha), number_text(corner.beta)) for corner in found]


def test_the_function_of_a_channel() -> None:
    """Randomised response has one corner between; equal rows have none."""
    assert told(RR) == [("0", "1"), ("1/4", "1/4"), ("1", "0")]
    assert told(CONSTANT) == [("0", "1"), ("1", "0")]


def test_its_own_function_holds() -> None:
    """At equality, exactly; a little higher fails."""
    assert FDP(OWN).ruling(RR).violated is None
    assert FDP(OWN).ruling(RR).exact
    higher = FDP("points(0,1; 1/4,1/4 + 1e-30; 1,0)")
    spot = higher.ruling(RR).violated
    assert spot is not None
    assert higher.excess(RR, spot) > 0  # type: ignore[arg-type]


def test_several_pairs() -> None:
    """The function of LINE holds for each of its pairs, as a claim; it is below them all."""
    points = "; ".join(f"{a},{b}" for a, b in told(LINE))
    whole = FDP(f"points({points})")
    for pair in (["a", "b"], ["b", "c"]):
        assert whole.ruling(related(LINE, [pair])).violated is None
    assert whole.ruling(LINE).violated is None
    assert whole.ruling(related(LINE, "all")).violated is not None


def test_approximate_dp_is_a_trade_off() -> None:
    """f-DP with approx(ε, δ) is (ε,δ)-DP, on random channels at and around the tight δ."""
    for subject in channels(40, seed=61, zeros=True):
        laws = subject.row(0), subject.row(1)
        tight = max(
            ApproxDP.tight("delta", p, q, {"eps": ApproxDP("ln(2)", 0).eps})
            for p, q in (laws, laws[::-1])
        )
        for delta in ("0", number_text(tight), f"{number_text(tight)} / 2"):
            claimed = ApproxDP("ln(2)", delta)
            holds = all(claimed.holds_for(p, q) for p, q in (laws, laws[::-1]))
            ruling = FDP(f"approx(ln(2), {delta})").ruling(subject)
            assert (ruling.violated is None) == holds


def test_gaussian_dp_is_a_trade_off() -> None:
    """f-DP with gaussian(μ) is μ-GDP."""
    for subject in channels(25, seed=62):
        for mu in ("1/2", "1", "2"):
            one = FDP(f"gaussian({mu})").ruling(subject).violated is None
            assert one == (GaussianDP(mu).ruling(subject).violated is None)


def test_what_it_takes() -> None:
    """A claim needs a function; a measurement takes none."""
    with pytest.raises(UsageError, match="--trade-off"):
        definition("f-dp")
    with pytest.raises(UsageError, match="without --trade-off"):
        FDP.question({"trade_off": OWN}).measured(RR)
    with pytest.raises(UsageError, match="eps"):
        definition("f-dp", trade_off=OWN, eps="1")
    with pytest.raises(UsageError, match="eps"):
        FDP.question({"eps": "1"})
    assert FDP(OWN).given == {}
    assert FDP(OWN).setting == {"trade_off": OWN}


def test_equality_of_balls_is_open() -> None:
    """μ = 0 is exact, and refuted; an ε known by balls that is ln 3 is Undecided."""
    assert FDP("gaussian(0)").ruling(RR).violated is not None
    with pytest.raises(Undecided):
        FDP("approx(ln(2)*ln(3)/ln(2), 0)").ruling(RR)
    rare = Channel(["a", "b"], ["y", "z"], [["1/10", "9/10"], ["1/5", "4/5"]])
    assert FDP("approx(ln(2), 0)").ruling(rare).violated is None
    with pytest.raises(Undecided):
        FDP("approx(ln(3)*ln(2)/ln(3), 0)").ruling(rare)
