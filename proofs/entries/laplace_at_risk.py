"""The privacy loss of Laplace noise, and the confidence that was printed for it."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from dpverify.defs.channel import Channel
from dpverify.defs.numbers import ZERO, Value, exp
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.statement import Claim, FixedChannel, Statement

SOURCE = "Dandekar, Basu, Bressan 2021, Theorem 4.1"
HALF = Fraction(1, 2)
TRUE_RISK = "1-(exp(1/4)-exp(-1/4))/(2*exp(1/2))"
PRINTED_RISK = "1-(1-exp(-1/2))/(1-exp(-1))"


def _law(cuts: tuple[Fraction, ...], centre: Fraction) -> list[Value]:
    """What Laplace noise of scale 1 around `centre` ≥ 0 gives to the intervals between the cuts."""

    def below(x: Fraction) -> Value:
        tail = exp(-abs(x - centre)) * HALF
        if not isinstance(tail, Value):
            raise TypeError("e to a rational power is a value")
        return tail if x <= centre else 1 - tail

    heights = [ZERO, *map(below, cuts), Value(1)]
    return [high - low for low, high in pairwise(heights)]


def _grouped(eps0: int, eps: Fraction) -> Channel:
    """Laplace noise on 0 and on ε₀, told only whether L > ε, |L| ≤ ε or L < −ε."""
    cuts = ((eps0 - eps) / 2, (eps0 + eps) / 2)
    rows = [_law(cuts, Fraction(0)), _law(cuts, Fraction(eps0))]
    return Channel(["0", "1"], ["loss > eps", "between", "loss < -eps"], rows)


def _event(eps0: int, eps: Fraction) -> Channel:
    """Laplace noise on 0 and on ε₀, told only whether L > ε."""
    cuts = ((eps0 - eps) / 2,)
    rows = [_law(cuts, Fraction(0)), _law(cuts, Fraction(eps0))]
    return Channel(["0", "1"], ["loss > eps", "loss <= eps"], rows)


GROUPED = FixedChannel(
    lambda _: _grouped(1, HALF),
    "Laplace noise on two numbers with ε₀ = 1, of whose output one learns whether the loss is above"
    " 1/2, below −1/2 or between (which keeps each loss on its side of ±1/2)",
)
EVENT = FixedChannel(
    lambda _: _event(5, Fraction(3)),
    "Laplace noise on two numbers with ε₀ = 5, of whose output one learns whether the loss is"
    " above 3",
)


def _at_risk(risk: str) -> Statement:
    return Statement(
        objects={"M": GROUPED},
        parameters={},
        conclusion=Claim("M", "privacy-at-risk", {"eps": "1/2", "risk": risk}),
    )


def _approx(delta: str) -> Statement:
    return Statement(
        objects={"M": EVENT},
        parameters={},
        conclusion=Claim("M", "approx-dp", {"eps": "3", "delta": delta}),
    )


ENTRIES = (
    Entry(
        id="par.laplace.confidence",
        title="Laplace noise with ε₀ = 1 keeps |loss| ≤ 1/2 with probability e^(−1/2)·sinh(1/4)",
        statement=_at_risk(TRUE_RISK),
        source="direct computation for the mechanism of Dwork, McSherry, Nissim, Smith 2006",
        expected="computed",
        notes=(
            "In general e^(−ε₀/2)·sinh(ε/2) for ε < ε₀. `dpverify risk laplace` computes it for"
            " any ε and ε₀, and for noise on several numbers."
        ),
        mutants=(
            Mutant(
                "one-sided",
                "the one-sided confidence ½·e^(−1/4)",
                _at_risk("1-1/(2*exp(1/4))"),
            ),
            Mutant(
                "a-little-less",
                "999 thousandths of the risk",
                _at_risk(f"999/1000*({TRUE_RISK})"),
            ),
        ),
    ),
    Entry(
        id="par.laplace.printed-confidence",
        title="γ₁ = (1 − e^(−ε))/(1 − e^(−ε₀)) is the confidence of Laplace noise",
        statement=_at_risk(PRINTED_RISK),
        source=SOURCE,
        expected="refuted",
        essay=Essay(
            belief=(
                "The privacy loss of Laplace noise is bounded by a difference of two distances, and"
                " the difference of two noises has a law that is known in closed form. The loss is"
                " at most ε₀, so one takes that law conditioned on not exceeding ε₀."
            ),
            catch=(
                "The loss at an output compares two densities there; it depends on one noise, not"
                " on two independent ones. It has atoms at ±ε₀, half the mass of P at ε₀ alone:"
                " wherever the noise points away from the other input. At ε₀ = 1 and ε = 1/2 the"
                " probability of |loss| ≤ ε is .153217, where γ₁ = .622459."
            ),
            repair=(
                "P[|L| ≤ ε] = e^(−ε₀/2)·sinh(ε/2), and one-sided P[L ≤ ε] = ½·e^((ε−ε₀)/2), for"
                " ε < ε₀ and two numbers that differ by the sensitivity."
            ),
            true_twin="par.laplace.confidence",
        ),
    ),
    Entry(
        id="par.laplace.printed-confidence.weak-post-processing",
        title="What is computed from Laplace noise with ε₀ = 5 is (3, 1 − γ₁)-DP",
        statement=_approx("1-(1-exp(-3))/(1-exp(-5))"),
        source=f"{SOURCE} with weak post-processing",
        expected="refuted",
        essay=Essay(
            belief=(
                "Privacy at risk is inherited by what is computed from the output, as approximate"
                " DP with δ the risk. With γ₁ = .956659 for the confidence, that is δ = .043341."
            ),
            catch=(
                "The inheritance is right, γ₁ is no confidence: asking whether the loss exceeds 3"
                " has δ(3) = 1 − e^(−1) = .632121."
            ),
            repair="With the true risk, or directly δ(ε) = 1 − e^((ε−ε₀)/2).",
            true_twin="par.laplace.delta",
        ),
    ),
    Entry(
        id="par.laplace.delta",
        title="Whether the loss of Laplace noise with ε₀ = 5 exceeds 3 is (3, 1 − e^(−1))-DP",
        statement=_approx("1-exp(-1)"),
        source="direct computation for the mechanism of Dwork, McSherry, Nissim, Smith 2006",
        expected="computed",
        notes="In general δ(ε) = 1 − e^((ε−ε₀)/2) for ε < ε₀.",
        mutants=(
            Mutant("a-little-less", "999 thousandths of it", _approx("999/1000*(1-exp(-1))")),
            Mutant("unhalved", "1 − e^(ε−ε₀) with 1/2 of it", _approx("(1-exp(-2))/2")),
        ),
    ),
)
