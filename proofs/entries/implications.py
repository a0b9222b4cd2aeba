"""Which definition implies which, where one bound of a pair of laws gives another."""

from __future__ import annotations

import re
from collections.abc import Mapping

from dpverify.defs.numbers import Loss, Number, Value, ln
from dpverify.proofs.entry import Entry, Mutant, Status
from dpverify.proofs.expressions import Kind
from dpverify.proofs.parts import ANY, EPS, EPS_DELTA, sizes
from dpverify.proofs.statement import Claim, Statement

FEW = 80
_NAME = re.compile(r"[a-z]+")
KINDS: Mapping[str, Kind] = {
    "eps": "loss", "delta": "value", "t": "value", "rho": "loss", "eta": "loss", "risk": "value",
    "alpha": "order",
}  # fmt: skip


def _divergence(quantity: Number, parameters: Mapping[str, Number]) -> dict[str, Number]:
    """Set ρ to the divergence, so that the hypothesis is met with equality."""
    del parameters
    return {"rho": quantity} if isinstance(quantity, Loss) else {}


def _half_range(quantity: Number, parameters: Mapping[str, Number]) -> dict[str, Number]:
    """Set η to half of the logarithm of the range."""
    del parameters
    loss = ln(quantity) if isinstance(quantity, Value) else None
    return {"eta": loss / 2} if isinstance(loss, Loss) else {}


PURE = Claim("M", "pure-dp", EPS)
APPROX = Claim("M", "approx-dp", EPS_DELTA)
PROBABILISTIC = Claim("M", "probabilistic-dp", EPS_DELTA)
VARIATION = Claim("M", "total-variation-at-most", {"bound": "t"})
CHI = Claim("M", "chi-squared-dp", {"chi_squared": "exp(rho)-1"})
RENYI = Claim("M", "renyi-divergence-at-most", {"alpha": "alpha", "bound": "nats(rho)"},
              tuned=_divergence)  # fmt: skip
SECOND = Claim("M", "renyi-divergence-at-most", {"alpha": "2", "bound": "nats(rho)"},
               tuned=_divergence)  # fmt: skip
EXPECTED = Claim("M", "expected-loss-at-most", {"bound": "nats(rho)"}, tuned=_divergence)
RANGE = Claim("M", "ratio-range-at-most", {"bound": "exp(2*eta)"}, tuned=_half_range)


def _concluded(definition: str, given: Mapping[str, str]) -> Claim:
    return Claim("M", definition, given)


def _implies(hypothesis: Claim, conclusion: Claim, *, assumed: bool = True) -> Statement:
    texts = (*hypothesis.given.values(), *conclusion.given.values())
    names = {name for text in texts for name in _NAME.findall(text)}
    return Statement(
        objects={"M": ANY},
        parameters={name: kind for name, kind in KINDS.items() if name in names},
        hypotheses=(hypothesis,) * assumed,
        conclusion=conclusion,
        sizes=sizes((2, 3), (2, 2)),
    )


def _entry(
    name: str, title: str, hypothesis: Claim, conclusion: Claim, smaller: Claim, source: str,
    expected: Status = "tested", notes: str = "",
) -> Entry:  # fmt: skip
    """An implication, with two false ones: a smaller bound, and without the hypothesis."""
    return Entry(
        id=name,
        title=title,
        statement=_implies(hypothesis, conclusion),
        source=source,
        expected=expected,
        notes=notes,
        instances=FEW,
        mutants=(
            Mutant("smaller", "the conclusion claims less", _implies(hypothesis, smaller)),
            Mutant(
                "no-hypothesis", "nothing is assumed of M",
                _implies(hypothesis, conclusion, assumed=False),
            ),
        ),
    )  # fmt: skip


def _approx(eps: str, delta: str = "0") -> Claim:
    return _concluded("approx-dp", {"eps": eps, "delta": delta})


def _bounded(name: str, bound: str) -> Claim:
    return _concluded(f"{name}-at-most", {"bound": bound})


TANH = "(exp(eps)-1)/(exp(eps)+1)"
COSH = "exp(eps)+1/exp(eps)-2"
SINH = "(exp(eta)-1/exp(eta))*(exp(eta)-1/exp(eta))/4"
OF_PURE = (
    _entry(
        "dp.pure-implies-approx", "ε-DP is (ε,0)-DP", PURE, _approx("eps"), _approx("eps/2"),
        "Dwork, Roth 2014, Definition 2.4", "proved",
    ),
    _entry(
        "dp.pure-implies-probabilistic", "ε-DP is probabilistic (ε,0)-DP", PURE,
        _concluded("probabilistic-dp", {"eps": "eps", "delta": "0"}),
        _concluded("probabilistic-dp", {"eps": "eps/2", "delta": "0"}),
        "Machanavajjhala, Kifer, Abowd, Gehrke, Vilhuber 2008",     ),
    _entry(
        "par.from-pure", "ε-DP is privacy at risk with ε and risk 0", PURE,
        _concluded("privacy-at-risk", {"eps": "eps", "risk": "0"}),
        _concluded("privacy-at-risk", {"eps": "eps/2", "risk": "0"}),
        "Dandekar, Basu, Bressan 2021",     ),
    _entry(
        "dp.pure-implies-total-variation", "ε-DP implies total variation at most tanh(ε/2)", PURE,
        _bounded("total-variation", TANH), _bounded("total-variation", f"({TANH})/2"),
        "Kairouz, Oh, Viswanath 2015", "proved",
    ),
    _entry(
        "dp.pure-implies-chi-squared", "ε-DP implies χ² at most e^ε + e^(−ε) − 2", PURE,
        _concluded("chi-squared-dp", {"chi_squared": COSH}),
        _concluded("chi-squared-dp", {"chi_squared": f"({COSH})/2"}),
        "Duchi, Ruan 2024; attained by randomised response",     ),
    _entry(
        "dp.pure-implies-additive", "ε-DP implies additive closeness of tanh(ε/2)", PURE,
        _bounded("largest-difference", TANH), _bounded("largest-difference", f"({TANH})/2"),
        "Kairouz, Oh, Viswanath 2015, for events of one output",
    ),
)  # fmt: skip
OF_DELTAS = (
    _entry(
        "dp.approx-implies-unmatched", "(ε,δ)-DP leaves at most the mass δ without a counterpart",
        APPROX, _bounded("unmatched-mass", "delta"), _bounded("unmatched-mass", "delta/2"),
        "Meiser 2018 (distinguishing events)",
    ),
    _entry(
        "dp.total-variation-implies-additive", "Total variation bounds additive closeness",
        VARIATION, _bounded("largest-difference", "t"), _bounded("largest-difference", "t/2"),
        "Dwork, Roth 2014, section 2.3",
    ),
    _entry(
        "dp.total-variation-implies-unmatched", "Total variation bounds the unmatched mass",
        VARIATION, _bounded("unmatched-mass", "t"), _bounded("unmatched-mass", "t/2"),
        "Meiser 2018 (distinguishing events)",
    ),
)  # fmt: skip
OF_DIVERGENCES = (
    _entry(
        "dp.chi-squared-implies-renyi", "χ²-privacy is Rényi DP of order 2 with ln(1 + χ²)", CHI,
        _concluded("renyi-divergence-at-most", {"alpha": "2", "bound": "nats(rho)"}),
        _concluded("renyi-divergence-at-most", {"alpha": "2", "bound": "nats(rho)/2"}),
        "van Erven, Harremoës 2014, section II", "proved",
    ),
    _entry(
        "dp.renyi-implies-chi-squared", "(2, ρ)-RDP is χ²-privacy with e^ρ − 1", SECOND,
        _concluded("chi-squared-dp", {"chi_squared": "exp(rho)-1"}),
        _concluded("chi-squared-dp", {"chi_squared": "(exp(rho)-1)/2"}),
        "van Erven, Harremoës 2014, section II", "proved",
        notes="The same inequality of finite sums as `dp.chi-squared-implies-renyi`.",
    ),
    _entry(
        "dp.chi-squared-implies-expected-loss", "χ²-privacy bounds the expected loss by ln(1 + χ²)",
        CHI, _bounded("expected-loss", "nats(rho)"), _bounded("expected-loss", "nats(rho)/4"),
        "van Erven, Harremoës 2014, Theorem 3",
    ),
    _entry(
        "dp.renyi-implies-expected-loss", "(α, ρ)-RDP bounds the expected loss by ρ", RENYI,
        _bounded("expected-loss", "nats(rho)"), _bounded("expected-loss", "nats(rho)/3"),
        "van Erven, Harremoës 2014, Theorem 3",
    ),
    _entry(
        "dp.expected-loss-implies-total-variation",
        "An expected loss of ρ implies total variation at most √(ρ/2)", EXPECTED,
        _bounded("total-variation", "sqrt(nats(rho)/2)"),
        _bounded("total-variation", "sqrt(nats(rho)/2)/2"),
        "Pinsker's inequality; Barber, Duchi 2014",
    ),
    _entry(
        "dp.chi-squared-implies-total-variation",
        "χ²-privacy implies total variation at most √χ²/2", CHI,
        _bounded("total-variation", "sqrt(exp(rho)-1)/2"),
        _bounded("total-variation", "sqrt(exp(rho)-1)/4"),
        "the inequality of Cauchy and Schwarz; Duchi, Ruan 2024",
    ),
    _entry(
        "dp.bounded-range-implies-total-variation",
        "2η-bounded range implies total variation at most tanh(η/2)", RANGE,
        _bounded("total-variation", "(exp(eta)-1)/(exp(eta)+1)"),
        _bounded("total-variation", "(exp(eta)-1)/(exp(eta)+1)/2"),
        "Dong, Durfee, Rogers 2020",
    ),
    _entry(
        "dp.bounded-range-implies-chi-squared",
        "2η-bounded range implies χ² at most sinh²(η)", RANGE,
        _concluded("chi-squared-dp", {"chi_squared": SINH}),
        _concluded("chi-squared-dp", {"chi_squared": f"{SINH}/2"}),
        "Dong, Durfee, Rogers 2020, by the inequality of Bhatia and Davis",
    ),
)  # fmt: skip
ENTRIES = (*OF_PURE, *OF_DELTAS, *OF_DIVERGENCES)
