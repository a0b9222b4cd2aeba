"""Privacy at risk, computed: the formulas of the source beside the truth, as `Comparison`s.

Source: Dandekar, Basu, Bressan 2021 (slides with Senellart, BDA 2020).
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dpverify.checkers.answers.figures import Figure
from dpverify.checkers.answers.risks import RiskLine
from dpverify.defs.io.read_votes import read_votes
from dpverify.defs.numbers import Number, Value, as_eps
from dpverify.defs.numbers.balls import ball_bounds
from dpverify.defs.numbers.decimals import outward
from dpverify.defs.risk import Gaussian, Laplace, LaplaceVector, LossLaw, NoiseDifference
from dpverify.defs.risk.composition import composed_eps, printed_mean, sharp_mean
from dpverify.defs.risk.cost import CostModel, printed_confidence
from dpverify.defs.risk.cost_convexity import convexity
from dpverify.defs.risk.cost_minimum import cheapest
from dpverify.defs.risk.cost_window import window
from dpverify.defs.risk.gamma_difference import difference
from dpverify.defs.risk.lattice import Lattice
from dpverify.defs.risk.parameters import nonnegative_eps, positive, share
from dpverify.defs.risk.pate import VotedQueries, vote_independent_eps
from dpverify.defs.risk.sampling import (
    dkw_confidence,
    exchangeable_share,
    printed_share,
    sound_joint,
    sound_share,
)
from dpverify.reports.figures import decimal_of
from dpverify.reports.risk_report import Comparison, line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FIGURE_EPS0 = ("1", "3/2", "2", "5/2")
FIGURE_K = ("1", "2", "3")
STEPS = 10
BITS = 256
NO_CONFIDENCE = (
    "γ₁ is the law of the difference of two independent noises, given that it is at most ε₀. The"
    " loss at an output depends on one noise: γ₁ is not its confidence."
)


def between(low: Number, high: Number) -> Figure:
    """A probability known to lie between two numbers, outward-rounded."""
    bounds = ball_bounds(low.ball(BITS))[0], ball_bounds(high.ball(BITS))[1]
    return Figure(None, *outward(max(bounds[0], type(bounds[0])(0)), bounds[1]))


def _law_lines(law: LossLaw, eps: Any, source: Mapping[str, Number]) -> list[RiskLine]:
    """The quantities of a law at ε; `source` says what was printed for some of them."""
    rows: dict[str, Number] = {
        "confidence P[|L| ≤ ε]": law.confidence(eps),
        "risk P[|L| > ε]": law.risk(eps),
        "one-sided P[L ≤ ε]": law.at_most(eps),
        "δ(ε)": law.delta(eps),
        "expected loss E[L]": law.expected_loss(),
    }
    return [line(name, source.get(name), truth) for name, truth in rows.items()]


def laplace(eps: str, eps0: str | None, shares: str | None) -> Comparison:
    """Laplace noise on one number (ε₀), or on several (the shares of ε₀)."""
    parts = [part.strip() for part in shares.split(",")] if shares else []
    law: LossLaw = LaplaceVector(parts) if parts else Laplace(eps0)
    k, limit = max(len(parts), 1), nonnegative_eps(eps)
    largest = as_eps(law.largest)
    printed = {}
    if limit <= largest:
        first = NoiseDifference(k).gamma1(limit, largest)
        printed = {"confidence P[|L| ≤ ε]": first, "risk P[|L| > ε]": 1 - first}
        printed["δ(ε)"] = 1 - first
    given = {"ε": eps, "ε₀": str(largest)} | ({"shares": ", ".join(parts)} if parts else {})
    remarks = [NO_CONFIDENCE, "The source's δ(ε) is 1 − γ₁, by weak post-processing."]
    title = f"Laplace noise on {k} number{'s' * (k > 1)}: the law of the privacy loss"
    return Comparison("laplace", title, given, _law_lines(law, limit, printed), remarks)


def gaussian(eps: str, mu: str) -> Comparison:
    """Gaussian noise, μ = Δ/σ."""
    lines = _law_lines(Gaussian(mu), eps, {})
    remarks = ["The source has no formula for Gaussian noise. Numbers are rigorous enclosures."]
    title = "Gaussian noise: the law of the privacy loss"
    return Comparison("gaussian", title, {"ε": eps, "μ": mu}, lines, remarks)


def gamma1(eps: str | None, eps0: str | None, ks: Sequence[str] = FIGURE_K) -> Comparison:
    """γ₁ for each k, by default 1, 2, 3, at one ε or at the points of the source's figure."""
    laws = [difference(k) for k in ks]
    bases = (eps0,) if eps0 is not None else FIGURE_EPS0
    points = []
    for base in bases:
        end = nonnegative_eps(base, "ε₀")
        law = Laplace(base)
        fractions = [Value(i) / STEPS for i in range(1, STEPS + 1)]
        places = [nonnegative_eps(eps)] if eps is not None else [end * f for f in fractions]
        for place in places:
            printed = [of.gamma1(place, end) for of in laws]
            row = (*printed, law.confidence(place))
            points.append((base, str(place), *(digits(number) for number in row)))
    names = [f"γ₁, k = {k}" for k in ks]
    columns = ("ε₀", "ε", *names, "true confidence")
    remark = (
        "The true confidence is that of two inputs that differ in one number, by all of the"
        " sensitivity: it is the same for every k, and a guarantee cannot exceed it."
    )
    given = {name: text for name, text in (("ε", eps), ("ε₀", eps0)) if text is not None}
    title = "The source's γ₁, and the confidence of Laplace noise"
    return Comparison(
        "gamma1", title, given, remarks=(NO_CONFIDENCE, remark), columns=columns, points=points
    )


def digits(number: Number) -> str:
    """About ten digits, rounded, for a figure."""
    return decimal_of(number).removeprefix("≈ ")


def compose(n: str, delta: str, eps0: str, eps: str, confidence: str | None) -> Comparison:
    """n-fold composition: the source's ε', a sharper one, and for Laplace noise the true δ."""
    given = {"n": n, "δ": delta, "ε₀": eps0, "ε": eps}
    title = "Composition of privacy at risk"
    positive(eps0, "ε₀")
    if confidence is not None:
        share(confidence, "the confidence")
        means = printed_mean(confidence, eps, eps0), sharp_mean(confidence, eps, eps0)
        bounds = [composed_eps(n, delta, eps0, mean) for mean in means]
        lines = [
            line("mean loss μ", means[0], means[1]),
            line("ε' = ε₀·√(2n·ln(1/δ)) + nμ", bounds[0], bounds[1]),
        ]
        remark = (
            "Both hold if |loss| ≤ ε has at least this confidence under both laws of every pair of"
            " neighbours; under one law alone, or on average, neither does. What stands on the"
            " right uses x·tanh(x/2) for x²/2, which is attained."
        )
        return Comparison("compose", title, given | {"confidence": confidence}, lines, (remark,))
    law = Laplace(eps0)
    printed, true = NoiseDifference(1).gamma1(eps, eps0), law.confidence(eps)
    lines = [line("confidence at ε", printed, true)]
    fed = printed_mean(printed, eps, eps0), sharp_mean(true, eps, eps0)
    lines.append(line("mean loss μ", fed[0], law.expected_loss()))
    bounds = [composed_eps(n, delta, eps0, mean) for mean in fed]
    lines.append(line("ε' for (ε', δ)-DP", bounds[0], bounds[1]))
    reached = [_true_delta(law, n, bound) for bound in bounds]
    lines.append(line("true δ at that ε'", *reached))
    fed_with = (
        f"Laplace noise on one number, drawn {n} times. The source's μ is ½·[γ₁ε² + (1−γ₁)ε₀²]; on"
        " the right stands the true E[L], and ε' with the true confidence and the sharper mean."
    )
    rounded = (
        "The last line encloses the true δ at each ε': losses are rounded to a lattice, down for"
        " the lower end and up for the upper."
    )
    return Comparison("compose", title, given, lines, (fed_with, rounded))


def pate(path: str, rate: str, delta: str) -> Comparison:
    """Noisy votes: the bound of the moments accountant, beside the moments themselves."""
    table = read_votes(path)
    queries = VotedQueries(table, rate, delta)
    given = {"queries": str(len(table)), "classes": str(len(table[0])), "rate": rate, "δ": delta}
    least_bound, least = queries.least_sure()
    lines = [
        line("ε, whatever the votes are", vote_independent_eps(len(table), rate, delta)),
        line("ε of these votes", queries.bound(), queries.truth()),
        line("at the moment", str(queries.order("bound")), str(queries.order("truth"))),
        line("most votes do not win, at worst", least_bound, least),
    ]
    source = (
        "The source is Papernot et al. 2017: each count has Laplace noise of scale 1/rate, and ε"
        " is the least (Σ moments + ln(1/δ))/l for l = 1 to 100. On the left the moments are"
        " bounded by its Theorems 2 and 3 and Lemma 4; on the right they are computed from the law"
        " of the answer, for the worst change of one teacher's vote in each query."
    )
    of_votes = (
        "Both ε are of these votes: they may tell something of them, and are no guarantee for"
        " others. The first line is one."
    )
    return Comparison(
        "pate", "The cost of answers from noisy votes", given, lines, (source, of_votes)
    )


def _true_delta(law: Laplace, n: str, eps: Number) -> Figure:
    unit = law.largest * Fraction(1, 50)
    low, high = (Lattice.rounded(law, unit, up=up).composed(n).delta(eps) for up in (False, True))
    return between(low, high)


def samples(n: str, rho: str, share_of: str, eps0: str, eps: str) -> Comparison:
    """Sensitivity estimated from n samples: the source's products, and what is sound."""
    printed, sound = printed_share(share_of, n, rho), sound_share(share_of, n, rho)
    exchangeable = exchangeable_share(share_of, n)
    dkw = dkw_confidence(n, rho)
    lines = [
        line("DKW confidence 1 − 2e^(−2nρ²)", dkw, dkw),
        line("fresh pair within Δ_S (γ₂; by DKW)", printed, sound),
        line("fresh pair within Δ_S (by order)", None, exchangeable),
        line(
            "and |L| ≤ ε (γ₁·γ₂, η = 1; sound)",
            NoiseDifference(1).gamma1(eps, eps0) * printed,
            sound_joint(share_of, n, eps, eps0),
        ),
    ]
    remark = (
        "Δ_S is the smallest sensitivity that is at least the share q of the n sampled ones. What"
        " is true are lower bounds over samples, pair and noise together; the one by order, ⌈qn⌉/"
        "(n+1), is exact where no two sensitivities are equal. The source's product leaves out the"
        " ρ by which the two distribution functions may differ."
    )
    given = {"n": n, "ρ": rho, "q": share_of, "ε₀": eps0, "ε": eps}
    title = "Sensitivity estimated from samples"
    return Comparison("samples", title, given, lines, (remark, NO_CONFIDENCE))


def cost(
    budget: str,
    rate: str,
    eps0: str,
    *,
    at: tuple[str, str] | None = None,
    limits: tuple[str, str] | None = None,
) -> Comparison:
    """The cost model at ε₀: its minimum with γ₁, whether it is convex, and what is asked besides.

    Args:
        budget: E, all stakeholders together.
        rate: c.
        eps0: ε₀.
        at: (ε, confidence) for the budget there, and for the window.
        limits: (T, B) for the window of ε; needs the confidence of `at`.
    """
    model = CostModel.of(budget, rate)
    least = cheapest(model, eps0)
    private = model.private(eps0)
    weight = printed_confidence(least.high, eps0)
    true = Laplace(eps0).confidence(str(least.high))
    there = model.at_risk(least.high, eps0, true)
    lines = [
        line("budget under ε₀-privacy", private, private),
        line("ε of the smallest budget at risk", between(least.low, least.high)),
        line("confidence there (γ₁; true)", weight, true),
        line("budget there", between(least.below, least.above), there),
        line("saving", private - least.above, private - there),
        line("the budget with γ₁ is convex", "yes", _convex(model, eps0)),
    ]
    given = {"E": budget, "c": rate, "ε₀": eps0}
    if at is not None:
        eps, confidence = at
        given |= {"ε": eps, "confidence": confidence}
        here = model.at_risk(eps, eps0, confidence)
        real = model.at_risk(eps, eps0, Laplace(eps0).confidence(eps))
        lines.append(line("budget at ε (confidence given; true)", here, real))
        if limits is not None:
            given |= {"T": limits[0], "B": limits[1]}
            share = window(
                model, error=limits[0], limit=limits[1], eps0=eps0, confidence=confidence
            )
            lines.append(line("smallest ε of the window", share.least))
            lines.append(line("largest ε of the window", share.most))
    remark = (
        "What is true is computed for Laplace noise on one number with its confidence"
        " e^(−ε₀/2)·sinh(ε/2), at the ε that the source's model finds cheapest."
    )
    title = "The cost model for privacy at risk"
    return Comparison("cost", title, given, lines, (NO_CONFIDENCE, remark))


def _convex(model: CostModel, eps0: str) -> str:
    answer = convexity(model, eps0)
    if answer.convex:
        return "yes, on (0, ε₀]"
    return "no" if answer.point is None else f"no: concave near ε = {digits(answer.point)}"
