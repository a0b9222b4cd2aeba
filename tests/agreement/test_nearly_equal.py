"""Rows that differ by 10^-60 to 10^-300, under every definition that `dpverify list` names.

The first two rows are equal, so that whoever keeps the first pair that no fixed number of bits
tells apart names a pair whose value is 0. The references are those of the differential campaign.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from flint import ctx

from dpverify.checkers.decide import check, measure
from dpverify.defs.definitions.registry import DEFINITIONS, definition
from dpverify.defs.errors import Undecided
from dpverify.defs.io.read_scenario import scenario_from_document
from tests.fuzz.campaigns.differential import BITS, REFERENCES, Case, every, fault

PLACES = (60, 100, 300)
BY_REFERENCE = sorted(REFERENCES)
BY_HAND = ["privacy-at-risk", "chi-squared-dp", "zcdp", "f-dp"]
MANY = 150
"""Records of a group that are too many for exact sums."""
OF_SCENARIOS = ["apkdp", "ppkdp", "theta-reducible"]


def test_every_definition_is_asked_about() -> None:
    """A new one is added to a list above."""
    assert {*BY_REFERENCE, *BY_HAND, *OF_SCENARIOS} == {*DEFINITIONS}


def nearly(places: int, outputs: int) -> Case:
    """Rows a = b, and c that differs from them by 10^-places."""
    tiny = Fraction(1, 10**places)
    law = tuple(Fraction(1, outputs) for _ in range(outputs))
    other = (law[0] + tiny, law[1] - tiny, *law[2:])
    rows = (law, law, other)
    third = Fraction(1, 3)
    blank = Case(rows, (), (third,) * 3, ((0, 1, 2), (1, 0, 1), (2, 1, 0)))
    return Case(rows, every(blank), blank.prior, blank.distance)


@pytest.mark.parametrize("places", PLACES)
@pytest.mark.parametrize("outputs", [2, 3])
@pytest.mark.parametrize("name", BY_REFERENCE)
def test_the_tight_value_its_place_and_claims_around_it(
    name: str, outputs: int, places: int
) -> None:
    """As the textbook formula has them."""
    case = nearly(places, outputs)
    before = ctx.prec
    ctx.prec = BITS
    try:
        assert fault(case, name, REFERENCES[name](case, Random(places))) is None  # noqa: S311
    finally:
        ctx.prec = before


@pytest.mark.parametrize("places", PLACES)
def test_privacy_at_risk(places: int) -> None:
    """At risk 1/3 the largest absolute loss, at ε = 0 all that differs."""
    subject = nearly(places, 2).channel()
    found = measure(subject, "privacy-at-risk", eps=0)
    assert found.tight["risk"] == 1
    assert "x2" in found.to_dict()["attained_by"]["inputs"]
    assert check(subject, definition("privacy-at-risk", eps=f"5e-{places}", risk=0)).holds
    assert check(subject, definition("privacy-at-risk", eps=f"1e-{places}", risk="1/3")).fails


@pytest.mark.parametrize("places", PLACES)
def test_chi_squared(places: int) -> None:
    """χ²(P‖Q) of rows (1/2, 1/2) and (1/2 + t, 1/2 − t) is 4t² one way, 4t²/(1 − 4t²) the other."""
    subject = nearly(places, 2).channel()
    square = Fraction(4, 10 ** (2 * places))
    found = measure(subject, "chi-squared-dp")
    assert found.tight["chi_squared"] == square / (1 - square)
    assert "x2" in found.to_dict()["attained_by"]["inputs"]
    failing = check(subject, definition("chi-squared-dp", chi_squared=0))
    assert failing.fails
    assert "x2" in failing.to_dict()["witness"]["inputs"]


@pytest.mark.parametrize("places", PLACES)
def test_zero_concentrated(places: int) -> None:
    """ρ = 0 fails by a witness; a larger one holds; what is tight is not told, and nothing else."""
    subject = nearly(places, 2).channel()
    failing = check(subject, definition("zcdp", rho=0))
    assert failing.fails
    assert "x2" in failing.to_dict()["witness"]["inputs"]
    assert check(subject, definition("zcdp", rho="1/10")).holds
    with pytest.raises(Undecided, match="balls of 192 bits"):
        measure(subject, "zcdp", time_limit=20)


@pytest.mark.parametrize("places", PLACES)
def test_trade_offs(places: int) -> None:
    """The two corners between the ends are those of pairs that differ."""
    subject, less = nearly(places, 2).channel(), Fraction(1, 2) - Fraction(1, 10**places)
    hull = measure(subject, "f-dp").to_dict()["trade_off"]
    assert len(hull) == 4
    assert all("x2" in corner["inputs"] for corner in hull[1:-1])
    claimed = f"points(0,1; {less},1/2; 1/2,{less}; 1,0)"
    assert check(subject, definition("f-dp", trade_off=claimed)).holds
    assert check(subject, definition("f-dp", trade_off="points(0,1; 1,0)")).fails


def scenario(places: int) -> Any:
    """Two records, of which one is known, a value that is nearly certain, and their count."""
    tiny = Fraction(1, 10**places)
    return scenario_from_document(
        {
            "schema": "dpverify.scenario/1.0",
            "records": [{"count": 2, "values": {"0": str(1 - tiny), "1": str(tiny)}}],
            "mechanism": {"name": "thresholded-count", "threshold": 1},
        }
    )


@pytest.mark.parametrize("places", PLACES)
@pytest.mark.parametrize("name", ["apkdp", "ppkdp"])
def test_partial_knowledge(name: str, places: int) -> None:
    """The count 2 is told only where both have the value: with probability 10^-places."""
    subject, tiny = scenario(places), Fraction(1, 10**places)
    assert measure(subject, name, eps=0).tight["delta"] == tiny
    assert check(subject, definition(name, eps=0, delta=tiny)).holds
    assert check(subject, definition(name, eps=0, delta=tiny * (1 - tiny))).fails


@pytest.mark.parametrize("places", PLACES)
def test_reducible(places: int) -> None:
    """A matter of which vectors there are, however small the chance of what is known."""
    assert not check(scenario(places), definition("theta-reducible")).unknown


def test_the_worse_of_two_targets() -> None:
    """Of two groups of records that differ by 10^-120 the same one is named in either order."""
    tiny = Fraction(1, 10**120)
    laws = {"1/20": Fraction(1, 20), "tiny more": Fraction(1, 20) + tiny}
    for order in (sorted(laws), sorted(laws, reverse=True)):
        groups = [
            {"count": MANY, "values": {"0": str(1 - p), "1": str(p)}}
            for p in (laws[x] for x in order)
        ]
        subject = scenario_from_document(
            {
                "schema": "dpverify.scenario/1.0",
                "records": groups,
                "known": {"counts": [3, 3]},
                "mechanism": {"name": "thresholded-count", "threshold": 3},
            }
        )
        place: Any = measure(subject, "apkdp", eps="1/2").attained_by
        assert order[place.target // MANY] == "tiny more"


@pytest.mark.parametrize("places", PLACES)
@pytest.mark.parametrize(
    ("name", "given"), [("gaussian-dp", {"mu": 0}), ("renyi-dp", {"alpha": "3/2", "eps": 0})]
)
def test_a_claim_of_nothing_at_all_fails(name: str, given: dict[str, Any], places: int) -> None:
    """However small the difference, by a witness that the kernel re-checks."""
    failing = check(nearly(places, 2).channel(), definition(name, **given))
    assert failing.fails
    assert failing.not_rechecked is None
