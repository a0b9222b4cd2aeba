"""The cost model for privacy at risk: the case that was computed, and its shape."""

from __future__ import annotations

from collections.abc import Mapping

from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Number, parse
from dpverify.defs.risk.cost import CostModel, printed_confidence
from dpverify.defs.risk.cost_convexity import convexity
from dpverify.defs.risk.cost_minimum import cheapest
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.number_claims import CONVEX, smallest_budget
from dpverify.proofs.statement import Case, Cases, Follows, NumberWitness, Property, Statement

SOURCE = "Dandekar, Basu, Bressan 2021, section 5, and slides with Senellart, BDA 2020"
Objects = Mapping[str, Channel]
CASE = (
    "with E = {E}, c = {c}, ε₀ = {ε₀} and γ₁(ε) = (1 − e^(−ε))/(1 − e^(−ε₀)), the budget"
    " γ₁·E·e^(−c/ε) + (1 − γ₁)·E·e^(−c/ε₀)"
)
BUDGET = "B(ε) = γ₁(ε)·E·e^(−c/ε) + (1−γ₁(ε))·E·e^(−c/ε₀)"


CENTRE = {"E": "550000", "c": "1", "ε₀": "1/2"}


def _centre(case: Case) -> CostModel:
    return CostModel.of(case["E"], case["c"])


def _rounds_to(low: Number, high: Number, decimal: str) -> bool:
    """Whether all numbers from low to high round to the decimal."""
    half = parse(f"1/2/10**{len(decimal.partition('.')[2])}")
    said = parse(decimal)
    return bool(said - half <= low) and bool(high <= said + half)


def _smallest(_: Objects, case: Case) -> bool:
    """The minimum of the case lies at ε ≈ `at`, γ₁ ≈ `weight`, and is ≈ `cost`."""
    least = cheapest(_centre(case), case["ε₀"])
    weights = [printed_confidence(end, case["ε₀"]) for end in (least.low, least.high)]
    return (
        _rounds_to(least.low, least.high, case["at"])
        and _rounds_to(weights[0], weights[1], case["weight"])
        and _rounds_to(least.below, least.above, case["cost"])
    )


ONE_MINIMUM = Follows(
    theorem="Rudin 1976, Principles of Mathematical Analysis, Theorems 5.8 and 5.11",
    computed="a sign change of the slope is enclosed to 10^(−12), and the budget between its ends",
    not_computed=(
        "that the slope changes its sign once on (0, ε₀]: an argument by hand, in the documentation"
        " of `cheapest`"
    ),
)


def _minimum(at: str, weight: str, cost: str, numbers: NumberWitness | None = None) -> Statement:
    return Statement(
        objects={},
        parameters={},
        conclusion=Property(
            CASE + " is smallest over 0 < ε ≤ ε₀ where ε rounds to {at} and γ₁ to {weight}, and"
            " there rounds to {cost}",
            BUDGET + ": argmin ≈ {at}, γ₁ ≈ {weight}, min ≈ {cost}",
            computed=Cases(({**CENTRE, "at": at, "weight": weight, "cost": cost},), _smallest),
            follows=ONE_MINIMUM,
            numbers=numbers,
        ),
    )


def _costs(_: Objects, case: Case) -> bool:
    private = _centre(case).private(case["ε₀"])
    return _rounds_to(private, private, case["cost"])


def _private(cost: str) -> Statement:
    return Statement(
        objects={},
        parameters={},
        conclusion=Property(
            "with E = {E} and c = {c}, the budget E·e^(−c/ε) for ε = {ε₀} rounds to {cost}",
            "550000·e^(−2) ≈ {cost}",
            computed=Cases(({**CENTRE, "cost": cost},), _costs),
        ),
    )


def _is_convex(_: Objects, case: Case) -> bool:
    return convexity(CostModel.of(1, case["c"]), case["ε₀"]).convex


CURVATURE = Follows(
    theorem="Boyd, Vandenberghe 2004, Convex Optimization, section 3.1.4",
    computed="the second derivative is enclosed above 0 on intervals that cover [c/2, ε₀]",
    not_computed=(
        "that it is at least 0 up to c/2, and which terms it consists of: an argument by hand, in"
        " the notes; a case with ε₀ ≤ c/2 rests on it alone"
    ),
)


def _convex(*cases: tuple[str, str], numbers: NumberWitness | None = None) -> Statement:
    listed = tuple({"c": c, "ε₀": eps0} for c, eps0 in cases)
    return Statement(
        objects={},
        parameters={},
        conclusion=Property(
            "the budget γ₁·E·e^(−c/ε) + (1 − γ₁)·E·e^(−c/ε₀) with γ₁ = (1 − e^(−ε))/(1 − e^(−ε₀))"
            " is a convex function of ε on (0, ε₀] for each of: {cases}",
            BUDGET + " is convex on (0, ε₀]: {cases}",
            computed=Cases(listed, _is_convex),
            follows=CURVATURE,
            numbers=numbers,
        ),
    )


ENTRIES = (
    Entry(
        id="par.cost.private",
        title="0.5-privacy costs the health centre 74434.40578",
        statement=_private("74434.40578"),
        source=SOURCE,
        expected="computed",
        mutants=(
            Mutant("per-head", "for one stakeholder", _private("744.3440578")),
            Mutant("minus-one-half", "E·e^(−c·ε) in its place", _private("333591.86")),
        ),
    ),
    Entry(
        id="par.cost.minimum",
        title="The budget of the health centre is smallest, 37805.85668, at ε = .274115",
        statement=_minimum("0.274115", "0.609337", "37805.85668"),
        source=SOURCE,
        expected="follows",
        notes=(
            "The saving against 0.5-privacy is 36628.54910. The minimum is the only stationary"
            " point, for every c and ε₀, whether the budget is convex or not. The weights are the"
            " source's γ₁, which is no confidence (par.laplace.printed-confidence)."
        ),
        mutants=(
            Mutant(
                "last-digit",
                "another last digit of the budget",
                _minimum("0.274115", "0.609337", "37805.85669"),
            ),
            Mutant(
                "last-digit-of-eps",
                "another last digit of ε",
                _minimum("0.274116", "0.609337", "37805.85668"),
            ),
        ),
    ),
    Entry(
        id="par.cost.minimum.as-printed",
        title="The budget of the health centre is smallest at (ε, γ₁) = (0.29, 0.64)",
        statement=_minimum(
            "0.29",
            "0.64",
            "37805.86",
            smallest_budget(("0.285", "0.295"), ("0.635", "0.645"), ("37805.855", "37805.865")),
        ),
        source=SOURCE,
        expected="refuted",
        essay=Essay(
            belief="The slide prints the minimum together with the place where it is attained.",
            catch=(
                "The amount is right, the place is not: at ε = .29 and γ = .64 the budget is"
                " 37990.13. The curve is flat near its minimum, so that a place read off a plot"
                " costs little and is wrong in the second digit."
            ),
            repair="The minimum is at ε = .274115, γ₁ = .609337.",
            true_twin="par.cost.minimum",
        ),
    ),
    Entry(
        id="par.cost.convex",
        title="The budget at risk is convex for c = 1, in 10 cases: ε₀ up to 1 in steps of a tenth",
        statement=_convex(*(("1", f"{i}/10") for i in range(1, 11))),
        source=f"{SOURCE}; repaired",
        expected="follows",
        notes=(
            "For ε₀ ≤ c/2 it is convex for every c: with u = e^(−c/ε) and K = e^(−c/ε₀) its second"
            " derivative has the sign of (1 − e^(−ε))·u″ + 2e^(−ε)·u′ + e^(−ε)·(K − u), where"
            " u″ = (c²/ε⁴ − 2c/ε³)·u ≥ 0 for ε ≤ c/2, u′ > 0 and K ≥ u for ε ≤ ε₀. For larger ε₀"
            " the curvature is enclosed on intervals from c/2 on."
        ),
        mutants=(
            Mutant("six-fifths", "ε₀ = 6/5", _convex(("1", "6/5"))),
            Mutant("small-c", "c = 1/2", _convex(("1/2", "1"))),
        ),
    ),
    Entry(
        id="par.cost.convex.always",
        title="The budget at risk is a convex function of ε, whatever ε₀",
        statement=_convex(("1", "1"), ("1", "6/5"), ("1", "3/2"), numbers=CONVEX),
        source=f'{SOURCE} ("Convex function!")',
        expected="refuted",
        essay=Essay(
            belief=(
                "The budget is a mean of two budgets, and the plots show a curve with one minimum."
            ),
            catch=(
                "E·e^(−c/ε) has an inflection at ε = c/2 and is concave beyond it. The weights help"
                " it over that point, but not for long: at c = 1 and ε₀ = 6/5 the curvature is"
                " negative before ε₀ is reached."
            ),
            repair=(
                "Convex where ε₀ ≤ c/2. There is exactly one stationary point in any case, so the"
                " smallest budget is where the source looks for it."
            ),
            true_twin="par.cost.convex",
        ),
    ),
)
