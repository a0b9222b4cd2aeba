"""The window of ε in the cost model: small enough noise, low enough budget."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
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
from dpverify.proofs.statement import Property, Statement

SOURCE = "Dandekar, Basu, Bressan 2021, section 5"
STEP = fmpq(1, 10**12)
BITS = 160


@dataclass(frozen=True)
class Case:
    """A model, the largest mean error T and budget B, γ, ε₀ and the sensitivity Δ; all rational."""

    rate: str
    error: str
    limit: str
    confidence: str
    eps0: str = "1/2"
    sensitivity: str = "1"

    @property
    def model(self) -> CostModel:
        """E = 550000 and c."""
        return CostModel.of(550_000, self.rate)

    def __str__(self) -> str:
        return (
            f"c = {self.rate}, Δ = {self.sensitivity}, T = {self.error}, B = {self.limit},"
            f" γ = {self.confidence}, ε₀ = {self.eps0}"
        )


Ends = Callable[[Case], tuple[Value, Number]]
PLAIN = (Case("1", "4", "40000", "16/25"), Case("1", "10", "30000", "9/10"))
GENERAL = (
    *PLAIN,
    Case("2", "5", "8000", "4/5", sensitivity="3"),
    Case("1/2", "6", "150000", "3/4"),
)


def _sound(case: Case) -> tuple[Value, Number]:
    found = window(
        case.model, error=case.error, limit=case.limit, eps0=case.eps0,
        confidence=case.confidence, sensitivity=case.sensitivity,
    )  # fmt: skip
    return found.least, found.most


def _printed(case: Case) -> tuple[Value, Number]:
    """1/T and [ln(γE/(B − (1−γ)E_ε₀))]⁻¹, whatever c and Δ."""
    weight = as_value(case.confidence)
    left = as_value(case.limit) - (1 - weight) * case.model.private(case.eps0)
    return 1 / as_value(case.error), 1 / ln(weight * Value(case.model.budget) / left)


def _unweighted(case: Case) -> tuple[Value, Number]:
    """With B for B − (1−γ)E_ε₀."""
    least, _ = _sound(case)
    whole = as_value(case.confidence) * Value(case.model.budget)
    return least, Value(case.model.rate) / ln(whole / as_value(case.limit))


def _are_ends(
    ends: Ends, cases: tuple[Case, ...], _: Mapping[str, Channel], __: Mapping[str, Number]
) -> bool:
    """A trillionth to one side both limits are kept, to the other one is not; for every case.

    The noise of scale Δ/ε has the mean absolute value Δ/ε, and the budget increases with ε.
    """
    return all(_is_least(case, ends(case)[0]) and _is_most(case, ends(case)[1]) for case in cases)


def _is_least(case: Case, least: Value) -> bool:
    mean = [as_value(case.sensitivity) / (least + side) for side in (Value(-STEP), Value(STEP))]
    return bool(mean[1] <= as_value(case.error) < mean[0])


def _is_most(case: Case, most: Number) -> bool:
    low, high = ball_bounds(most.ball(BITS))
    below, above = low - STEP, high + STEP
    budget = partial(case.model.at_risk, eps0=case.eps0, confidence=case.confidence)
    end = positive_rational(case.eps0, "ε₀")
    if above > end:  # no smaller upper end is needed than ε₀
        return False
    return bool(budget(below) <= as_value(case.limit) < budget(above))


def _statement(ends: Ends, cases: tuple[Case, ...], formula: str) -> Statement:
    return Statement(
        objects={},
        parameters={},
        conclusion=Property(
            "with E = 550000, Laplace noise of scale Δ/ε has a mean absolute value of at most T,"
            " and the budget γ·E·e^(−c/ε) + (1−γ)·E·e^(−c/ε₀) is at most B, exactly for"
            f" {formula}, in each of: {'; '.join(map(str, cases))}",
            formula,
            holds=partial(_are_ends, ends, cases),
        ),
    )


def _necessary(_: Mapping[str, Channel], __: Mapping[str, Number]) -> bool:
    """Whether an ε below Δ/T always comes with noise above T; the noise is that of ε₀."""
    case = PLAIN[0]
    noise = as_value(case.sensitivity) / as_value(case.eps0)
    return noise > as_value(case.error)


FORMULA = "Δ/T ≤ ε ≤ c/ln(γE/(B − (1−γ)E·e^(−c/ε₀)))"
PRINTED = "1/T ≤ ε ≤ 1/ln(γE/(B − (1−γ)E·e^(−c/ε₀)))"

ENTRIES = (
    Entry(
        id="par.cost.window",
        title="Noise and budget are small enough exactly for Δ/T ≤ ε ≤ c/ln(γE/(B − (1−γ)E_ε₀))",
        statement=_statement(_sound, GENERAL, FORMULA),
        source=f"{SOURCE}, for c = 1 and Δ = 1; generalised",
        expected="reproduced",
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
        title="For c = 1 and Δ = 1 the window is 1/T ≤ ε ≤ [ln(γE/(B − (1−γ)E_ε₀))]⁻¹",
        statement=_statement(_printed, PLAIN, PRINTED),
        source=SOURCE,
        expected="reproduced",
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
                f"with {PLAIN[0]}, every mechanism at risk with ε < Δ/T has noise of a mean"
                " absolute value above T",
                "ε < Δ/T  ⇒  E|noise| > T",
                holds=_necessary,
                numbers=necessary(PLAIN[0].error, PLAIN[0].eps0, PLAIN[0].sensitivity),
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
