"""The window of ε in the cost model: small enough noise, low enough budget."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from flint import fmpq

from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Number, Value, as_value, ln
from dpverify.defs.numbers.balls import ball_bounds
from dpverify.defs.risk.cost import CostModel
from dpverify.defs.risk.cost_window import window
from dpverify.defs.risk.parameters import positive_rational
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.number_claims import necessary
from dpverify.proofs.statement import Case, Cases, Follows, Property, Statement

SOURCE = "Dandekar, Basu, Bressan 2021, section 5"
STEP = fmpq(1, 10**12)
BITS = 160


Ends = Callable[[Case], tuple[Value, Number]]


def _case(
    rate: str, error: str, limit: str, confidence: str, eps0: str = "1/2", sensitivity: str = "1"
) -> Case:
    """A model with E = 550000, the largest mean error T and budget B, γ, ε₀ and Δ; all rational."""
    return {
        "c": rate, "Δ": sensitivity, "T": error, "B": limit, "γ": confidence, "ε₀": eps0,
    }  # fmt: skip


def _model(case: Case) -> CostModel:
    return CostModel.of(550_000, case["c"])


PLAIN = (_case("1", "4", "40000", "16/25"), _case("1", "10", "30000", "9/10"))
GENERAL = (
    *PLAIN,
    _case("2", "5", "8000", "4/5", sensitivity="3"),
    _case("1/2", "6", "150000", "3/4"),
)


def _sound(case: Case) -> tuple[Value, Number]:
    found = window(
        _model(case), error=case["T"], limit=case["B"], eps0=case["ε₀"],
        confidence=case["γ"], sensitivity=case["Δ"],
    )  # fmt: skip
    return found.least, found.most


def _printed(case: Case) -> tuple[Value, Number]:
    """1/T and [ln(γE/(B − (1−γ)E_ε₀))]⁻¹, whatever c and Δ."""
    weight, model = as_value(case["γ"]), _model(case)
    left = as_value(case["B"]) - (1 - weight) * model.private(case["ε₀"])
    return 1 / as_value(case["T"]), 1 / ln(weight * Value(model.budget) / left)


def _unweighted(case: Case) -> tuple[Value, Number]:
    """With B for B − (1−γ)E_ε₀."""
    least, _ = _sound(case)
    whole = as_value(case["γ"]) * Value(_model(case).budget)
    return least, Value(_model(case).rate) / ln(whole / as_value(case["B"]))


def _are_ends(ends: Ends, _: Mapping[str, Channel], case: Case) -> bool:
    """A trillionth to one side both limits are kept, to the other one is not.

    The noise of scale Δ/ε has the mean absolute value Δ/ε, and the budget increases with ε.
    """
    return _is_least(case, ends(case)[0]) and _is_most(case, ends(case)[1])


MONOTONE = Follows(
    theorem="Rudin 1976, Principles of Mathematical Analysis, Theorem 5.11",
    computed="10^(−12) inside each end both limits are kept, 10^(−12) outside one is not",
    not_computed=(
        "that the mean error falls and the budget grows with ε, as their derivatives say, and that"
        " the ends are exact beyond 10^(−12): an argument by hand, in the notes"
    ),
)


def _is_least(case: Case, least: Value) -> bool:
    mean = [as_value(case["Δ"]) / (least + side) for side in (Value(-STEP), Value(STEP))]
    return bool(mean[1] <= as_value(case["T"]) < mean[0])


def _is_most(case: Case, most: Number) -> bool:
    low, high = ball_bounds(most.ball(BITS))
    below, above = low - STEP, high + STEP
    budget = partial(_model(case).at_risk, eps0=case["ε₀"], confidence=case["γ"])
    end = positive_rational(case["ε₀"], "ε₀")
    if above > end:  # no smaller upper end is needed than ε₀
        return False
    return bool(budget(below) <= as_value(case["B"]) < budget(above))


def _statement(ends: Ends, cases: tuple[Case, ...], formula: str) -> Statement:
    return Statement(
        objects={},
        parameters={},
        conclusion=Property(
            "with E = 550000, Laplace noise of scale Δ/ε has a mean absolute value of at most T,"
            " and the budget γ·E·e^(−c/ε) + (1−γ)·E·e^(−c/ε₀) is at most B, exactly for"
            f" {formula}, in each of: {{cases}}",
            formula,
            computed=Cases(cases, partial(_are_ends, ends)),
            follows=MONOTONE,
        ),
    )


def _necessary(_: Mapping[str, Channel], case: Case) -> bool:
    """Whether an ε below Δ/T always comes with noise above T; the noise is that of ε₀."""
    return as_value(case["Δ"]) / as_value(case["ε₀"]) > as_value(case["T"])


FORMULA = "Δ/T ≤ ε ≤ c/ln(γE/(B − (1−γ)E·e^(−c/ε₀)))"
PRINTED = "1/T ≤ ε ≤ 1/ln(γE/(B − (1−γ)E·e^(−c/ε₀)))"

ENTRIES = (
    Entry(
        id="par.cost.window",
        title="Noise and budget are small for Δ/T ≤ ε ≤ c/ln(γE/(B − (1−γ)E_ε₀)) alone, in 4 cases",
        statement=_statement(_sound, GENERAL, FORMULA),
        source=f"{SOURCE}, for c = 1 and Δ = 1; generalised",
        expected="follows",
        notes=(
            "For a fixed confidence γ and 0 < B − (1−γ)·E_ε₀ < γE, in every case: γE·e^(−c/ε) is at"
            " most x = B − (1−γ)·E_ε₀ where −c/ε ≤ ln(x/(γE)), both sides increase with ε, and the"
            " logarithm is negative. Without the first inequality no ε is cheap enough, without the"
            " second every ε is."
        ),
        mutants=(
            Mutant(
                "unweighted",
                "B in place of B − (1−γ)·E_ε₀",
                _statement(_unweighted, GENERAL, FORMULA),
            ),
            Mutant(
                "printed",
                "as printed, also for c = 2 and Δ = 3",
                _statement(_printed, GENERAL, PRINTED),
            ),
        ),
    ),
    Entry(
        id="par.cost.window.printed",
        title="For c = Δ = 1 the window is 1/T ≤ ε ≤ [ln(γE/(B − (1−γ)E_ε₀))]⁻¹, in 2 cases",
        statement=_statement(_printed, PLAIN, PRINTED),
        source=SOURCE,
        expected="follows",
        mutants=(
            Mutant(
                "another-rate", "for c = 2 and Δ = 3", _statement(_printed, GENERAL[2:3], PRINTED)
            ),
            Mutant("half-rate", "for c = 1/2", _statement(_printed, GENERAL[3:], PRINTED)),
        ),
    ),
    Entry(
        id="par.cost.window.necessary",
        title="A mean error of at most T needs ε ≥ 1/T",
        statement=Statement(
            objects={},
            parameters={},
            conclusion=Property(
                "with {cases}, every mechanism at risk with ε < Δ/T has noise of a mean"
                " absolute value above T",
                "ε < Δ/T  ⇒  E|noise| > T",
                computed=Cases(PLAIN[:1], _necessary),
                numbers=necessary(PLAIN[0]["T"], PLAIN[0]["ε₀"], PLAIN[0]["Δ"]),
            ),
        ),
        source=f"{SOURCE}, read as a condition that is necessary",
        expected="refuted",
        essay=Essay(
            belief="With ε-privacy the noise has the scale Δ/ε, so a smaller ε needs more noise.",
            catch=(
                "The mechanism at risk is the ε₀-private one: its noise has the scale Δ/ε₀,"
                " whatever the ε is that it keeps with confidence γ. At ε₀ = 1/2 the mean"
                " error is 2, within T = 4, also for ε = 1/5 < 1/T."
            ),
            repair="What is necessary and sufficient is ε₀ ≥ Δ/T; ε ≥ Δ/T implies it, as ε ≤ ε₀.",
            true_twin="par.cost.window",
        ),
    ),
)
