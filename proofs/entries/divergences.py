"""Rényi divergences and χ²: more of what they are closed under, with proofs for all sizes."""

from __future__ import annotations

from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.guarantees import (
    ORDERS,
    Guarantee,
    Kinds,
    approx,
    chi_squared,
    composition,
    mixture,
    post_processing,
    renyi,
)
from dpverify.proofs.parts import ANY, sizes
from dpverify.proofs.statement import Statement

MIRONOV = "Mironov 2017"
CONVEX = "Csiszár 1967; van Erven, Harremoës 2014, Theorem 11"
DUCHI = "Duchi, Ruan 2024; Csiszár 1967 (f-divergences)"
LOSSES: Kinds = {"rho1": "loss", "rho2": "loss"}
MARKOV = "exp((alpha-1)*rho)/exp((alpha-1)*eps)"
CHI_BOTH = "exp(rho1)*exp(rho2)-1"
CHI_MEAN = "w*(exp(rho1)-1)+(1-w)*(exp(rho2)-1)"


def _adaptive(bound: str, *, both: bool = True) -> Statement:
    first, second = (renyi(f"nats(rho{k})", f"rho{k}") for k in (1, 2))
    parameters: Kinds = {**LOSSES, "alpha": "order"}
    return composition(first, second if both else None, renyi(bound), parameters, adaptive=True)


def _mixed(bound: str = "nats(rho)", *, both: bool = True) -> Statement:
    parameters: Kinds = {"rho": "loss", "alpha": "order"}
    second = renyi("nats(rho)") if both else None
    return mixture(renyi("nats(rho)", "rho"), second, renyi(bound), parameters)


def _moment(delta: str, *, assumed: bool = True) -> Statement:
    """From one Rényi divergence to (ε,δ)-DP, by Markov's inequality for the loss."""
    return Statement(
        objects={"M": ANY},
        parameters={"rho": "loss", "eps": "loss", "alpha": "order"},
        hypotheses=(renyi("nats(rho)", "rho").of("M"),) * assumed,
        conclusion=approx("eps", delta).of("M"),
        sizes=sizes((2, 3), (2, 2)),
    )


def _chi(number: int | str = "") -> Guarantee:
    """χ² ≤ e^ρ − 1, of the loss with that number."""
    return chi_squared(f"exp(rho{number})-1", f"rho{number}")


def _composed_chi(bound: str, *, adaptive: bool = False, both: bool = True) -> Statement:
    second = _chi(2) if both else None
    return composition(_chi(1), second, chi_squared(bound), LOSSES, adaptive=adaptive)


def _composed_chi_mutants(*, adaptive: bool = False) -> tuple[Mutant, ...]:
    total = _composed_chi("exp(rho1)+exp(rho2)-2", adaptive=adaptive)
    alone = _composed_chi(CHI_BOTH, adaptive=adaptive, both=False)
    return (
        Mutant("sum", "the sum of both χ²", total),
        Mutant("one-alone", "nothing is assumed of the second", alone),
    )


def _mixed_chi(bound: str, *, both: bool = True) -> Statement:
    return mixture(_chi(1), _chi(2) if both else None, chi_squared(bound), LOSSES)


def _processed(bound: str = "exp(rho)-1", *, looking: bool = False) -> Statement:
    return post_processing(_chi(), chi_squared(bound), {"rho": "loss"}, looking=looking)


RENYI = (
    Entry(
        id="dp.composition.renyi.adaptive",
        title="Rényi divergences of order α ≥ 2 add up where the first output chooses the second",
        statement=_adaptive("nats(rho1)+nats(rho2)"),
        source=f"{MIRONOV}, Proposition 1",
        expected="proved",
        notes=ORDERS,
        mutants=(
            Mutant("half", "half of the sum", _adaptive("(nats(rho1)+nats(rho2))/2")),
            Mutant(
                "one-alone",
                "nothing is assumed of the second",
                _adaptive("nats(rho1)+nats(rho2)", both=False),
            ),
        ),
    ),
    Entry(
        id="dp.convexity.renyi",
        title="A mixture whose branch stays hidden keeps (α, ρ)-RDP for every α ≥ 2",
        statement=_mixed(),
        source=CONVEX,
        expected="proved",
        notes=ORDERS,
        mutants=(
            Mutant("half", "half of it", _mixed("nats(rho)/2")),
            Mutant("one-alone", "nothing is assumed of B", _mixed(both=False)),
        ),
    ),
    Entry(
        id="dp.renyi-to-approx.moment",
        title="(α, ρ)-RDP with α ≥ 2 is (ε, e^((α−1)(ρ−ε)))-DP for every ε",
        statement=_moment(MARKOV),
        source=f"{MIRONOV}, Proposition 3; Abadi et al. 2016, Theorem 2 (moments)",
        expected="proved",
        notes=ORDERS,
        mutants=(
            Mutant("tenth", "a tenth of that δ", _moment(f"{MARKOV}/10")),
            Mutant("no-hypothesis", "nothing is assumed of M", _moment(MARKOV, assumed=False)),
        ),
    ),
)

CHI_SQUARED = (
    Entry(
        id="dp.post-processing.chi-squared",
        title="Post-processing keeps χ²-privacy",
        statement=_processed(),
        source=DUCHI,
        expected="proved",
        mutants=(
            Mutant("half", "half of it", _processed("(exp(rho)-1)/2")),
            Mutant("looks-again", "it sees the input again", _processed(looking=True)),
        ),
    ),
    Entry(
        id="dp.composition.chi-squared",
        title="1 + χ² of two independent mechanisms is at most the product of theirs",
        statement=_composed_chi(CHI_BOTH),
        source=DUCHI,
        expected="proved",
        mutants=_composed_chi_mutants(),
    ),
    Entry(
        id="dp.composition.chi-squared.adaptive",
        title="1 + χ² is at most the product where the first output chooses the second mechanism",
        statement=_composed_chi(CHI_BOTH, adaptive=True),
        source=DUCHI,
        expected="proved",
        instances=300,  # of a second mechanism with impossible outputs χ² often has no end
        mutants=_composed_chi_mutants(adaptive=True),
    ),
    Entry(
        id="dp.convexity.chi-squared",
        title="A mixture whose branch stays hidden has at most the mean χ²",
        statement=_mixed_chi(CHI_MEAN),
        source=f"{DUCHI} (joint convexity)",
        expected="proved",
        mutants=(
            Mutant(
                "weights-exchanged",
                "the weights are exchanged",
                _mixed_chi("(1-w)*(exp(rho1)-1)+w*(exp(rho2)-1)"),
            ),
            Mutant("one-alone", "nothing is assumed of B", _mixed_chi(CHI_MEAN, both=False)),
        ),
    ),
)

ENTRIES = (*RENYI, *CHI_SQUARED)
