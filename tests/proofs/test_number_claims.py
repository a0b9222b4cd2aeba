"""What the registered claims about numbers say, beside the properties that imply them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from flint import acb, fmpq

from dpverify.checkers.kernel.numbers import NumberClaim
from dpverify.defs.numbers import Number, Value, ln, parse, total
from dpverify.defs.privacy_loss import law as law_of
from dpverify.defs.risk import FiniteLaw, Laplace, NoiseDifference
from dpverify.defs.risk.composition import composed_eps, printed_mean
from dpverify.defs.risk.cost import CostModel, printed_confidence
from dpverify.defs.risk.sampling import dkw_confidence, fresh_share
from dpverify.proofs.entries.composition_at_risk import SEVENTY_FIVE
from dpverify.proofs.entries.sampled_sensitivity import RARE, UNIFORM
from dpverify.proofs.number_claims import CONVEX, ONE_LAW, PRINTED_CONFIDENCE, covered, near
from dpverify.proofs.number_refutation import numbers_of
from dpverify.proofs.registry import entry


def names(claim: NumberClaim, **values: str) -> dict[str, Any]:
    """The formulas of a claim at values of its names."""
    every: dict[str, Any] = {name: parse(text) for name, text in values.items()}
    for name, text in claim.where:
        every[name] = parse(text, symbols=every)
    return every


def near_to(a: Number, b: Any) -> bool:
    """Whether two numbers, of whatever class, are within 10^(−30) of each other."""
    tiny = parse("1e-30")
    return bool(a - b < tiny) and bool(b - a < tiny)


def claim_of(name: str) -> NumberClaim:
    """The claim of an entry."""
    found = numbers_of(entry(name).statement)
    assert found is not None
    return found.claim


@pytest.mark.parametrize("eps", ["1/10", "0.274115", "29/100", "1/2"])
def test_the_budget_is_that_of_the_cost_model(eps: str) -> None:
    """Its weight, and the budget at both places."""
    claim, model = claim_of("par.cost.minimum.as-printed"), CostModel.of(550_000, 1)
    said = names(claim, t=eps, eps=eps)
    weight = printed_confidence(fmpq(*map(int, parse_ratio(eps))), "1/2")
    budget = model.at_risk(fmpq(*map(int, parse_ratio(eps))), eps0="1/2", confidence=weight)
    assert said["gamma"] == weight
    assert said["least"] == budget
    assert said["other"] == budget


def parse_ratio(text: str) -> tuple[int, int]:
    """Numerator and denominator of a rational."""
    exact = parse(text).as_rational()  # type: ignore[union-attr]  # a rational
    assert exact is not None
    return int(exact.p), int(exact.q)


def test_what_rounds_to_the_printed_minimum() -> None:
    """Half a unit of the last printed digit to either side."""
    claim = claim_of("par.cost.minimum.as-printed")
    assert claim.some == ("eps", "0.285", "0.295")
    assert claim.then[1:] == (
        "0.635 <= gamma",
        "gamma <= 0.645",
        "37805.855 <= least",
        "least <= 37805.865",
    )


@pytest.mark.parametrize("eps0", ["1", "6/5", "3/2"])
def test_the_midpoint_of_the_budget(eps0: str) -> None:
    """The budget of the cost model for E = 1 at x, y and between."""
    said, model = names(CONVEX.claim, limit=eps0, x="1/2", y="1"), CostModel.of(1, 1)
    for name, eps in (("left", (1, 2)), ("right", (1, 1)), ("middle", (3, 4))):
        weight = printed_confidence(fmpq(*eps), eps0)
        assert said[name] == model.at_risk(fmpq(*eps), eps0=eps0, confidence=weight)


def test_the_case_of_the_window() -> None:
    """T, ε₀ and Δ are those in the words, and the noise is that of ε₀."""
    said = names(claim_of("par.cost.window.necessary"), eps="1/5")
    assert (said["error"], said["limit"], said["sensitivity"]) == (4, parse("1/2"), 1)
    assert said["noise"] == 2
    assert "Δ = 1, T = 4" in entry("par.cost.window.necessary").words
    assert "ε₀ = 1/2" in entry("par.cost.window.necessary").words


def test_what_ten_samples_cover() -> None:
    """Both laws, summed one by one, and the bound."""
    said = names(covered("1-2*exp(-5)").claim)
    assert said["uniform"] == fresh_share(UNIFORM, 1, 10)
    assert said["uniform"] == 1 - total(Value(fmpq(k**10, 1000**11)) for k in range(1000))
    assert said["rare"] == fresh_share(RARE, 1, 10)
    assert parse("1-2*exp(-5)") == dkw_confidence(10, "1/2")
    assert near("1-2*exp(-5)").claim.then == ("1-(99/100)**10 >= 1-2*exp(-5)",)


def test_the_laws_and_the_mean_of_one_law() -> None:
    """The rows of the channel; mean and variance by its losses; ε' as the theorem has it."""
    said = names(ONE_LAW.claim, t="5")
    channel = SEVENTY_FIVE.build({})
    rows = [channel.row(0), channel.row(1)]
    assert [said[name] for name in ("pa", "pb", "pc")] == list(rows[0])
    assert [said[name] for name in ("qa", "qb", "qc")] == list(rows[1])
    law = FiniteLaw(law_of(*rows))
    assert near_to(said["mean"], ln(2) * parse("46/75"))
    assert near_to(said["mean"], law.expected_loss())
    # ln 2 has the weight 60/75, and ±ln 4 together 15/75, of which each square is 4·ln² 2.
    moment = parse("(60*ln(2)*ln(2)+60*ln(2)*ln(2))/75")
    assert near_to(said["variance"], moment - said["mean"] * said["mean"])
    eps = composed_eps(20_000, "1/100", ln(4), printed_mean("4/5", ln(2), ln(4)))
    assert encloses(eps, said["eps"])


def test_the_moments_of_laplace_noise() -> None:
    """E[L] = e^(−1); E[L²] by the atoms ±1 and a rigorous integral over the losses between."""
    said = names(PRINTED_CONFIDENCE.claim, t="5")
    assert near_to(said["mean"], Laplace(1).expected_loss())
    inner = acb.integral(lambda x, _: (1 - 2 * x) ** 2 * (-x).exp() / 2, 0, 1).real
    atoms = parse("1/2+exp(-1)/2").ball(53)
    second = (said["variance"] + said["mean"] * said["mean"]).ball(53)
    assert (inner + atoms).overlaps(second)
    assert inner.rad() < 1e-9
    assert encloses(NoiseDifference(1).gamma1("1/2", 1), said["gamma"])
    mean = printed_mean(parse("(1-exp(-1/2))/(1-exp(-1))"), "1/2", 1)
    assert encloses(composed_eps(2000, "1/100", 1, mean), said["eps"])


def encloses(ball: Any, number: Number) -> bool:
    """Whether an enclosure and a number overlap at a high precision."""
    return bool(ball.ball(200).overlaps(number.ball(200)))


def test_cantelli_on_a_law() -> None:
    """The inequality of `because`, at every s of a law that it fits tightly: ±1 with 1/2 each."""
    law: Mapping[int, fmpq] = {-1: fmpq(1, 2), 1: fmpq(1, 2)}
    for s in (fmpq(1, 2), fmpq(1), fmpq(3, 2), fmpq(10)):
        above = sum((p for x, p in law.items() if x >= -s), fmpq(0))
        assert above >= 1 - 1 / (1 + s * s)
