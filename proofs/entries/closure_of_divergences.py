"""What bounds of expected loss, χ², Rényi divergence and total variation are closed under."""

from __future__ import annotations

from collections.abc import Mapping

from dpverify.proofs.closure import (
    Asked,
    bounded,
    composed,
    grouped,
    half_or_one_alone,
    looks_again,
    mixed,
    processed,
)
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.expressions import Kind
from dpverify.proofs.guarantees import met

CUFF = "Cuff, Yu 2016; Barber, Duchi 2014"
BUN = "Bun, Steinke 2016"
MIRONOV = "Mironov 2017"
FEW = 60
"""Instances: each of them is decided by balls."""


def _order(text: str) -> dict[str, str]:
    return {"alpha": "alpha", "bound": text}


LOSSES: Mapping[str, Kind] = {"rho": "loss", "rho1": "loss", "rho2": "loss"}
KL = Asked(
    "expected-loss-at-most", bounded("nats(rho)"), bounded("nats(rho1)"), bounded("nats(rho2)"),
    LOSSES, {name: met(name) for name in LOSSES},
)  # fmt: skip
RENYI = Asked(
    "renyi-divergence-at-most", _order("nats(rho)"), _order("nats(rho1)"), _order("nats(rho2)"),
    {"alpha": "order", **LOSSES}, {name: met(name) for name in LOSSES},
)  # fmt: skip
ZCDP = Asked(
    "renyi-divergence-at-most", _order("alpha*nats(rho)"), _order("alpha*nats(rho1)"),
    _order("alpha*nats(rho2)"), {"alpha": "order", **LOSSES},
)  # fmt: skip
CHI = Asked(
    "chi-squared-dp", {"chi_squared": "exp(rho)-1"}, {"chi_squared": "exp(rho1)-1"},
    {"chi_squared": "exp(rho2)-1"}, LOSSES,
)  # fmt: skip
TV = Asked("total-variation-at-most", bounded("t"), bounded("s"), bounded("t"),
           {"s": "value", "t": "value"}, {"t": met("t")})  # fmt: skip

KL_MEAN = bounded("w*nats(rho1)+(1-w)*nats(rho2)")
KL_SUM = bounded("nats(rho1)+nats(rho2)")
LARGER = _order("max(nats(rho1),nats(rho2))")
ZCDP_SUM = _order("alpha*(nats(rho1)+nats(rho2))")
CHI_MEAN = {"chi_squared": "w*(exp(rho1)-1)+(1-w)*(exp(rho2)-1)"}


KULLBACK_LEIBLER = (
    Entry(
        id="dp.post-processing.expected-loss",
        title="Post-processing keeps a bound of the expected loss",
        statement=processed(KL, bounded("nats(rho)")),
        source=f"{CUFF} (data processing)",
        expected="tested",
        instances=FEW,
        mutants=(
            Mutant("half", "half of it", processed(KL, bounded("nats(rho)/2"))),
            looks_again(KL, bounded("nats(rho)")),
        ),
    ),
    Entry(
        id="dp.convexity.expected-loss",
        title="A mixture whose branch stays hidden has at most the mean expected loss",
        statement=mixed(KL, KL_MEAN),
        source=f"{CUFF} (joint convexity)",
        expected="tested",
        instances=FEW,
        mutants=half_or_one_alone(
            mixed(KL, bounded("(w*nats(rho1)+(1-w)*nats(rho2))/2")), mixed(KL, KL_MEAN, both=False)
        ),
    ),
    Entry(
        id="dp.convexity.visible.expected-loss",
        title="A mixture whose branch is shown has at most the mean expected loss",
        statement=mixed(KL, KL_MEAN, shown=True),
        source=CUFF,
        expected="tested",
        instances=FEW,
        mutants=half_or_one_alone(
            mixed(KL, bounded("(w*nats(rho1)+(1-w)*nats(rho2))/2"), shown=True),
            mixed(KL, KL_MEAN, shown=True, both=False),
        ),
    ),
    Entry(
        id="dp.composition.expected-loss",
        title="Expected losses of independent mechanisms add up",
        statement=composed(KL, KL_SUM),
        source=f"{CUFF} (chain rule)",
        expected="tested",
        instances=FEW,
        mutants=half_or_one_alone(
            composed(KL, bounded("(nats(rho1)+nats(rho2))/2")), composed(KL, KL_SUM, both=False)
        ),
    ),
    Entry(
        id="dp.composition.expected-loss.adaptive",
        title="Expected losses add up where the first output chooses the second mechanism",
        statement=composed(KL, KL_SUM, adaptive=True),
        source=f"{CUFF} (chain rule)",
        expected="tested",
        instances=FEW,
        mutants=half_or_one_alone(
            composed(KL, bounded("(nats(rho1)+nats(rho2))/2"), adaptive=True),
            composed(KL, KL_SUM, adaptive=True, both=False),
        ),
    ),
    Entry(
        id="dp.group-privacy.expected-loss",
        title="Inputs k steps apart have an expected loss of at most kρ",
        statement=grouped(KL, bounded("steps*nats(rho)")),
        source="group privacy (Dwork, Roth 2014, Theorem 2.2), carried over to expected losses",
        expected="refuted",
        instances=4000,
        essay=Essay(
            belief=(
                "The loss of two steps is the sum of the losses of each step, and expectations of"
                " sums are sums of expectations."
            ),
            catch=(
                "The loss of the second step is expected under the law of the middle input, and in"
                " the sum it is expected under that of the first one. Where the first law is much"
                " larger, so is the expectation: the divergence has no triangle inequality."
            ),
            repair=(
                "ε-DP bounds every loss, so k steps have at most kε, and the expected loss is at"
                " most kε·tanh(kε/2)."
            ),
            true_twin="dp.group-privacy.pure",
        ),
    ),
)

OF_AN_ORDER = (
    Entry(
        id="dp.convexity.renyi.larger",
        title="A mixture whose branch stays hidden has at most the larger Rényi divergence",
        statement=mixed(RENYI, LARGER),
        source=f"{MIRONOV}; van Erven, Harremoës 2014, Theorem 13 (quasi-convexity)",
        expected="tested",
        instances=FEW,
        mutants=half_or_one_alone(
            mixed(RENYI, _order("max(nats(rho1),nats(rho2))/2")), mixed(RENYI, LARGER, both=False)
        ),
    ),
    Entry(
        id="dp.convexity.visible.renyi",
        title="A mixture whose branch is shown has at most the larger Rényi divergence",
        statement=mixed(RENYI, LARGER, shown=True),
        source=MIRONOV,
        expected="tested",
        instances=FEW,
        mutants=half_or_one_alone(
            mixed(RENYI, _order("max(nats(rho1),nats(rho2))/2"), shown=True),
            mixed(RENYI, LARGER, shown=True, both=False),
        ),
    ),
    Entry(
        id="dp.convexity.visible.chi-squared",
        title="A mixture whose branch is shown has at most the mean χ²",
        statement=mixed(CHI, CHI_MEAN, shown=True),
        source="Duchi, Ruan 2024",
        expected="tested",
        instances=FEW,
        mutants=half_or_one_alone(
            mixed(CHI, {"chi_squared": f"({CHI_MEAN['chi_squared']})/2"}, shown=True),
            mixed(CHI, CHI_MEAN, shown=True, both=False),
        ),
    ),
    Entry(
        id="dp.group-privacy.total-variation",
        title="Inputs k steps apart are at most kt apart in total variation",
        statement=grouped(TV, bounded("steps*t")),
        source="the triangle inequality",
        expected="proved",
        mutants=(
            Mutant("one-step", "the conclusion claims t", grouped(TV, bounded("t"))),
            Mutant(
                "no-hypothesis",
                "nothing is assumed of M",
                grouped(TV, bounded("steps*t"), assumed=False),
            ),
        ),
    ),
)

CONCENTRATED = (
    Entry(
        id="dp.post-processing.zcdp",
        title="Post-processing keeps ρ-zCDP at every integer order",
        statement=processed(ZCDP, _order("alpha*nats(rho)")),
        source=f"{BUN}, Lemma 1.8",
        expected="tested",
        instances=FEW,
        notes="Each order by itself; examined at α = 2, 3, 4.",
        mutants=(
            Mutant("half", "half of it", processed(ZCDP, _order("alpha*nats(rho)/2"))),
            looks_again(ZCDP, _order("alpha*nats(rho)")),
        ),
    ),
    Entry(
        id="dp.convexity.zcdp",
        title="A mixture whose branch stays hidden keeps ρ-zCDP at every integer order",
        statement=mixed(ZCDP, _order("alpha*nats(rho)"), same=True),
        source=f"{BUN}; van Erven, Harremoës 2014, Theorem 13 (quasi-convexity)",
        expected="tested",
        instances=FEW,
        notes="Each order by itself; examined at α = 2, 3, 4.",
        mutants=(
            Mutant(
                "twentieth",
                "a twentieth of it",
                mixed(ZCDP, _order("alpha*nats(rho)/20"), same=True),
            ),
            Mutant(
                "one-alone",
                "nothing is assumed of one mechanism",
                mixed(ZCDP, _order("alpha*nats(rho)"), same=True, both=False),
            ),
        ),
    ),
    Entry(
        id="dp.composition.zcdp",
        title="ρ₁- and ρ₂-zCDP mechanisms with independent coins are (ρ₁ + ρ₂)-zCDP",
        statement=composed(ZCDP, ZCDP_SUM),
        source=f"{BUN}, Lemma 1.7",
        expected="tested",
        instances=FEW,
        notes="Each order by itself; examined at α = 2, 3, 4.",
        mutants=half_or_one_alone(
            composed(ZCDP, _order("alpha*(nats(rho1)+nats(rho2))/2")),
            composed(ZCDP, ZCDP_SUM, both=False),
        ),
    ),
    Entry(
        id="dp.composition.zcdp.adaptive",
        title="A ρ₂-zCDP mechanism chosen by the output of a ρ₁-zCDP one adds its ρ₂",
        statement=composed(ZCDP, ZCDP_SUM, adaptive=True),
        source=f"{BUN}, Lemma 1.7",
        expected="tested",
        instances=FEW,
        notes="Each order by itself; examined at α = 2, 3, 4.",
        mutants=half_or_one_alone(
            composed(ZCDP, _order("alpha*(nats(rho1)+nats(rho2))/2"), adaptive=True),
            composed(ZCDP, ZCDP_SUM, adaptive=True, both=False),
        ),
    ),
)

ENTRIES = (*KULLBACK_LEIBLER, *OF_AN_ORDER, *CONCENTRATED)
