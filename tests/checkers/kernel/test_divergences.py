"""The kernel of divergences: what it accepts is true, and forgeries are refused."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from typing import Any

import pytest
from flint import arb, fmpq

from dpverify.checkers.decide import check, measure
from dpverify.checkers.kernel import door
from dpverify.checkers.kernel.divergences import BITS, CLAIMS, AllOrders, replay
from dpverify.checkers.kernel.trade_offs import _apart, _value
from dpverify.defs.channel import Channel
from dpverify.defs.definitions import (
    FDP,
    ZCDP,
    BoundedRange,
    GaussianDP,
    RenyiDP,
    TotalVariation,
)
from dpverify.defs.definitions.registry import DEFINITIONS
from dpverify.defs.definitions.whole import MeasuredDefinition
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Loss, Value, exp, ln, number_json, number_text
from dpverify.defs.numbers.balls import ball_bounds, working_precision
from dpverify.defs.numbers.documents import read
from tests.defs.definitions.samples import CONSTANT, LINE, RR, SPLIT, channels, related
from tests.defs.definitions.test_zcdp import RARE
from tests.rejects.forgeries import signed

FAILING: list[MeasuredDefinition] = [
    TotalVariation("1/8"),
    BoundedRange(1),
    RenyiDP(2, "1/10"),
    ZCDP("1/10"),
    GaussianDP("1/2"),
    FDP("gaussian(1/2)"),
    FDP("approx(1/2, 1/10)"),
]
SOME: list[MeasuredDefinition] = [
    *FAILING,
    BoundedRange("ln(4)"),
    RenyiDP("3/2", "3/2"),
    ZCDP(1),
    GaussianDP(2),
    FDP("points(0,1; 1/4,1/4; 1,0)"),
]
CHANGES: list[tuple[tuple[Any, ...], Any]] = [
    (("definition",), "pure-dp"),
    (("schema",), "dpverify.result/2.0"),
    (("verdict",), "maybe"),
    (("evidence",), "sampled"),
    (("subject", "digest"), "sha256:0"),
    (("subject", "channel", "neighbours"), "all"),
    (("subject", "channel", "matrix", 0), ["1/3", "1/3", "1/3"]),
    (("given", "other"), "1"),
    (("given", "eps"), "-1"),
    (("given", "eps"), "inf"),
    (("given", "delta"), "2"),
    (("given", "rho"), "-1"),
    (("given", "mu"), "-1"),
    (("given", "alpha"), "1"),
    (("given", "alpha"), "2**(1/2)"),
    (("given", "alpha"), "5/2"),
    (("given", "trade_off"), "gaussian(-1)"),
    (("given", "trade_off"), "points(0,1; 1/2,0; 3/4,1/8; 1,0)"),
    (("given", "trade_off"), "points(1/4,1/4; 1,0)"),
    (("given", "trade_off"), "approx(0, 0)"),
    (("given", "trade_off"), "cubic(1)"),
    (("checked", "pairs"), 5),
    (("checked", "outputs"), 4),
    *(
        change
        for place in ("witness", "attained_by")
        for change in (
            ((place, "inputs"), ["a", "c"]),
            ((place, "inputs"), ["a"]),
            ((place, "event"), ["y", "z", "w"]),
            ((place, "event"), ["no"]),
            ((place, "probabilities"), ["1/7", "1/9"]),
            ((place, "outputs"), ["y"]),
            ((place, "outputs"), ["w", "y"]),
            ((place, "losses"), ["0", "0"]),
            ((place, "order"), "1/2"),
            ((place, "order"), "17"),
            ((place, "divergence"), {"exact": "9", "lower": "9", "upper": "9"}),
            ((place, "excess"), {"exact": "1/1000", "lower": "0", "upper": "1"}),
        )
    ),
    *(
        (("tight", key), {"exact": text, "lower": text, "upper": text})
        for key in ("eps", "delta", "rho", "mu", "risk")
        for text in ("0", "1/100", "1", "inf")
    ),
    (("trade_off", 1, "alpha"), {"exact": "1/7", "lower": "0.1", "upper": "0.2"}),
    (("trade_off", 1, "inputs"), ["a", "c"]),
    (("trade_off", 1, "event"), []),
    (("trade_off", 1), None),
]


def genuine(claim: MeasuredDefinition, subject: Channel = LINE) -> Any:
    return read(check(subject, claim).to_json())


def forged(document: Any) -> Iterator[tuple[Any, Any]]:
    """Each change that applies."""
    for path, new in CHANGES:
        copy = deepcopy(document)
        holder = copy
        for step in path[:-1]:
            inside = isinstance(step, int) or (isinstance(holder, dict) and step in holder)
            holder = holder[step] if inside and holder is not None else None
        last = path[-1]
        there = holder is not None and (isinstance(last, int) or last in holder or last == "other")
        if there and (last == "other" or holder[last] != new):
            holder[last] = new
            yield path, copy
    for key in ("given", "subject", "checked"):
        copy = deepcopy(document)
        copy[key] = []
        yield key, copy


def test_every_definition_has_its_kernel() -> None:
    """Of those in the registry, all but two are re-checked here."""
    assert CLAIMS.keys() == {
        name
        for name, kind in DEFINITIONS.items()
        if kind.quantifier == "pairs" and kind.computed == "by itself"
    }


@pytest.mark.parametrize("claim", SOME, ids=lambda claim: f"{claim.name} {claim.given}")
def test_forgeries_are_refused(claim: MeasuredDefinition) -> None:
    """The genuine document is accepted; with one thing changed it is not."""
    document = genuine(claim)
    assert replay(document).status == "accepted", replay(document)
    spared = [what for what, copy in forged(document) if replay(copy).status == "accepted"]
    assert spared == [], spared


@pytest.mark.parametrize("claim", SOME, ids=lambda claim: f"{claim.name} {claim.given}")
def test_wrong_verdicts_are_refused(claim: MeasuredDefinition) -> None:
    """Holds made of fails; and fails made of holds, with the place that is tight for a witness."""
    document = genuine(claim)
    for key in ("tight", "attained_by", "trade_off"):
        document.pop(key, None)
    if document["verdict"] == "fails":
        lie = {k: v for k, v in document.items() if k != "witness"}
        assert replay({**lie, "verdict": "holds", "evidence": "exact"}).status == "rejected"
    elif "attained_by" in (whole := genuine(claim)):
        witness = {**whole["attained_by"], "excess": {"exact": "0", "lower": "0", "upper": "0"}}
        lie = {**document, "verdict": "fails", "evidence": "certificate", "witness": witness}
        assert replay(lie).status == "rejected"


@pytest.mark.parametrize("name", list(CLAIMS))
def test_what_is_measured_is_accepted(name: str) -> None:
    """Random channels, with zeros; irrational rows; equal rows; disjoint supports."""
    e = exp(1)
    irrational = Channel(["a", "b"], ["y", "z"], [[e / (1 + e), 1 / (1 + e)], ["1/3", "2/3"]])
    given: dict[str, Any] = {"alpha": "5/2"} if name == "renyi-dp" else {}
    several = [RR, LINE, SPLIT, CONSTANT, RARE, irrational, *channels(8, seed=71, zeros=True)]
    for subject in several:
        found = measure(subject, name, **given)
        outcome = door.replay(read(found.to_json()))
        assert outcome.status == "accepted", (outcome, subject.to_dict())


@pytest.mark.parametrize("name", ["total-variation", "bounded-range", "renyi-dp", "zcdp"])
def test_claims_at_and_around_the_tight_value(name: str) -> None:
    """At it the claim holds, a little below it fails; the kernel says the same."""
    key = DEFINITIONS[name].parameters[0]
    given: dict[str, Any] = {"alpha": "2"} if name == "renyi-dp" else {}
    tight = measure(RR, name, **given).tight[key]
    for bound, verdict in ((tight, "holds"), (tight * 999 / 1000, "fails")):
        claim = DEFINITIONS[name].from_text({key: bound, **given})
        found = check(RR, claim)
        assert found.name == verdict
        assert replay(found.to_json()).status == "accepted", replay(found.to_json())


def test_no_order_refutes_zcdp_at_its_limit() -> None:
    """A document that claims a failure at ρ = ln(3)/2, with the limit as its witness."""
    document = genuine(ZCDP("1/2"), RR)
    for key in ("tight", "attained_by", "checked"):
        del document[key]
    assert replay(document).status == "accepted"
    document["given"]["rho"] = "ln(3)/2"
    limit = {"exact": "ln(3)/2", "lower": "0.5", "upper": "0.6"}
    zero = {"exact": "0", "lower": "0", "upper": "0"}
    document["witness"] |= {"order": "1", "divergence": limit, "excess": zero}
    assert replay(document).status == "rejected"


def test_too_large_is_not_recheckable(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then what refutes is re-checked, and what is tight is not."""
    monkeypatch.setattr("dpverify.checkers.kernel.stated.PairClaim.most", 1)
    for claim in (ZCDP("1/10"), FDP("gaussian(1/2)")):
        found = check(LINE, claim)
        assert found.fails
        outcome = replay(found.to_json())
        assert outcome.status == "accepted"
        unread = "trade_off" if isinstance(claim, FDP) else "tight"
        assert outcome.unread == (unread, "run", "not_rechecked")
    assert replay(measure(LINE, "zcdp").to_json()).status == "not-recheckable"


def test_too_many_orders_are_not_recheckable(monkeypatch: pytest.MonkeyPatch) -> None:
    document = genuine(ZCDP(1))
    monkeypatch.setattr("dpverify.checkers.kernel.divergences.MANY", 2)
    assert replay(document).status == "not-recheckable"


def test_an_open_claim_stays_open() -> None:
    """An ε known by balls that is the tight one."""
    found = check(RR, BoundedRange("2*ln(2)*ln(3)/ln(2)"))
    assert found.unknown
    assert replay(found.to_json()).status == "not-recheckable"


def holding(claim: MeasuredDefinition, subject: Channel) -> Any:
    """A document that says that a claim holds, and no more."""
    return {
        "schema": "dpverify.result/1.0",
        "subject": {"kind": "channel", "digest": subject.digest, "channel": subject.to_dict()},
        "definition": claim.name,
        "given": {**{k: number_text(v) for k, v in claim.given.items()}, **claim.setting},
        "verdict": "holds",
        "evidence": "exact" if claim.name == "f-dp" else "enclosure",
    }


def test_a_rate_just_below_the_supremum_is_refused() -> None:
    """ρ less than the truth by a millionth, between the orders that the kernel starts from."""
    for subject in (RARE, LINE, *channels(12, seed=72)):
        value = ZCDP(1).measured(subject).value
        low = value[0] if isinstance(value, tuple) else ball_bounds(value.ball(256))[0]
        for part in (fmpq(1, 10**6), fmpq(1, 1000), fmpq(1, 10)):
            if low > 0:
                lie = holding(ZCDP(Loss(low * (1 - part))), subject)
                assert replay(lie).status == "rejected"
                truth = holding(ZCDP(Loss(low * (1 + part))), subject)
                assert replay(truth).status == "accepted"


def test_every_interval_needs_both_ends() -> None:
    """An end at 0 leaves the interval open, whichever it is, and however far below the other is."""
    with working_precision(BITS):
        p, q = (dict(zip("yz", RARE.row(i), strict=True)) for i in (0, 1))
        orders = AllOrders(p, q, Loss(fmpq(119, 100)))
        ends = Fraction(5, 2), Fraction(9, 2)
        low, nothing = arb(-100), arb(0)
        for at_a, at_b in ((low, nothing), (nothing, low), (nothing, nothing)):
            with pytest.raises(Undecided):
                orders.between(ends[0], at_a, ends[1], at_b, 0)
        assert orders.between(ends[0], low, ends[1], low, 0)


def test_a_steep_end_is_seen() -> None:
    """K'' is the variance of the loss where P is weighted by e^(t·L): up to order 2 it is over 2.

    By hand: P = (1/50, 49/50, 0), Q = (1/5000, 2499/5000, 1/2). At t = 1 the weights are
    P²/Q = 2 and 1.92, the losses ln 100 and .67, so that K'' is 3.86; at t = 0 it is .30.
    """
    p = {"x": Value(fmpq(1, 50)), "y": Value(fmpq(49, 50)), "z": Value(0)}
    q = {"x": Value(fmpq(1, 5000)), "y": Value(fmpq(2499, 5000)), "z": Value(fmpq(1, 2))}
    with working_precision(BITS):
        assert AllOrders(p, q, Loss(1)).curved(Fraction(2))
        # A quarter of the squared range of the losses is 4, far below 2·20.
        assert not AllOrders(p, q, Loss(20)).curved(Fraction(2))


def test_no_privacy_is_lost_by_a_constant_alone() -> None:
    """f = 1 − α is that of μ = 0: equal rows have it, others do not, however near they are."""
    assert replay(holding(FDP("gaussian(0)"), CONSTANT)).status == "accepted"
    rows = [["1/2", "1/2"], ["499/1000", "501/1000"]]
    near = Channel(["a", "b"], ["y", "z"], rows, neighbours="all")
    assert replay(holding(FDP("gaussian(0)"), near)).status == "rejected"


def test_the_limit_is_no_witness() -> None:
    """A failure names an order above 1, even where the limit exceeds ρ."""
    document = genuine(ZCDP("1/2"), RR)
    limit, excess = ln(3) / 2, ln(3) / 2 - Fraction(1, 2)
    document["witness"] |= {
        "order": "1", "divergence": number_json(limit), "excess": number_json(excess)
    }  # fmt: skip
    assert replay(document).status == "rejected"


def test_a_function_that_bends_down_is_refused() -> None:
    """Not above the corners of randomised response, but above the line between them at 1/2."""
    document = holding(FDP("points(0,1; 1/4,1/4; 1,0)"), RR)
    assert replay(document).status == "accepted"
    document["given"]["trade_off"] = "points(0,1; 1/4,1/4; 1/2,1/4; 1,0)"
    assert replay(document).status == "rejected"


@pytest.mark.parametrize("claim", FAILING, ids=lambda c: c.name)
def test_a_pair_that_is_no_pair_of_neighbours(claim: MeasuredDefinition) -> None:
    """The inputs a and c, all their numbers right, on a chain where they are no neighbours."""
    document = genuine(claim, related(LINE, [["a", "c"]]))
    for key in ("tight", "attained_by", "trade_off", "checked"):
        document.pop(key, None)
    assert replay(document).status == "accepted"
    document["subject"]["channel"]["neighbours"] = [["a", "b"], ["b", "c"]]
    assert "not neighbours" in replay(signed(document)).text


def test_an_output_that_never_occurs_hides_no_range() -> None:
    """Its loss is none, and to start from it would compare every other loss with nothing."""
    rows = [["0", "3/4", "1/4"], ["0", "1/4", "3/4"]]
    channel = Channel(["a", "b"], ["never", "y", "z"], rows, neighbours="all")
    document = read(check(channel, BoundedRange("ln(9)")).to_json())
    assert replay(document).status == "accepted"
    for key in ("tight", "attained_by", "checked"):
        document.pop(key)
    document["given"]["eps"] = "2"  # e² < 9
    assert replay(document).status == "rejected"


@pytest.mark.parametrize(
    ("alpha", "beta"),
    [("0", "9/10"), ("1/10", "7/10"), ("1/5", "1/2"), ("3/10", "3/10"), ("1/2", "1/5"),
     ("4/5", "1/20"), ("9/10", "0"), ("1", "0")],
)  # fmt: skip
def test_the_function_of_an_approximate_claim(alpha: str, beta: str) -> None:
    """At e^ε = 2 and δ = 1/10 the lines are 9/10 − 2α and (9/10 − α)/2, which meet at 3/10."""
    claimed = ("approx", (ln(2), Value(Fraction(1, 10))))
    assert _value(claimed, Value(Fraction(alpha))) == Value(Fraction(beta))


@pytest.mark.parametrize("beta", ["1/4", "1/2", "1"])
def test_a_point_that_a_coin_is_below_needs_no_distance(beta: str) -> None:
    """On the line α + β = 1 and above it lies the curve of two equal laws, that of μ = 0."""
    assert _apart(Value(Fraction(3, 4)), Value(Fraction(beta))) == Loss(0)
