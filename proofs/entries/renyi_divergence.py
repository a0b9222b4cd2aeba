"""Rényi DP and bounded range: what they imply, and what they are closed under."""

from __future__ import annotations

from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.guarantees import (
    ORDERS,
    Guarantee,
    Kinds,
    composition,
    post_processing,
    pure,
    ratio_range,
    renyi,
)
from dpverify.proofs.parts import ANY, shapes, sizes
from dpverify.proofs.statement import Statement

RENYI: Kinds = {"rho": "loss", "alpha": "order"}
TWO = {"inputs": 2, "outputs": 2, "results": 2}
MIRONOV = "Mironov 2017"
DONG = "Dong, Durfee, Rogers 2020"


def _of_one(
    assumed: Guarantee | None, conclusion: Guarantee, parameters: Kinds, *, inputs: int = 2
) -> Statement:
    return Statement(
        objects={"M": ANY},
        parameters=parameters,
        hypotheses=() if assumed is None else (assumed.of("M"),),
        conclusion=conclusion.of("M"),
        sizes=sizes((2, 3), (2, inputs)),
    )


def _orders(conclusion: str, first: str = "alpha+1", second: str = "alpha") -> Statement:
    given = renyi("nats(rho)", "rho", order=first)
    return _of_one(given, renyi(conclusion, order=second), RENYI)


def _from_pure(bound: str, *, assumed: bool = True) -> Statement:
    given = pure("eps") if assumed else None
    return _of_one(given, renyi(bound), {"eps": "loss", "alpha": "order"})


def _range_to_pure(bound: str, *, assumed: bool = True) -> Statement:
    given = ratio_range("exp(eta)", "eta") if assumed else None
    return _of_one(given, pure(bound), {"eta": "loss"}, inputs=3)


def _processed_renyi(*, looking: bool = False, assumed: bool = True) -> Statement:
    given = renyi("nats(rho)", "rho") if assumed else None
    return post_processing(given, renyi("nats(rho)"), RENYI, looking=looking)


def _processed_range(*, looking: bool = False, assumed: bool = True) -> Statement:
    given = ratio_range("exp(rho)", "rho") if assumed else None
    return post_processing(given, ratio_range("exp(rho)"), {"rho": "loss"}, looking=looking)


def _composed_renyi(bound: str, *, both: bool = True) -> Statement:
    first, second = (renyi(f"nats(rho{k})", f"rho{k}") for k in (1, 2))
    parameters: Kinds = {"rho1": "loss", "rho2": "loss", "alpha": "order"}
    return composition(first, second if both else None, renyi(bound), parameters)


def _composed_range(bound: str, *, both: bool = True) -> Statement:
    first, second = (ratio_range(f"exp(rho{k})", f"rho{k}") for k in (1, 2))
    parameters: Kinds = {"rho1": "loss", "rho2": "loss"}
    return composition(first, second if both else None, ratio_range(bound), parameters)


TRUE = (
    Entry(
        id="dp.renyi.monotone-in-order",
        title="The Rényi divergence does not decrease in its order",
        statement=_orders("nats(rho)"),
        source="van Erven, Harremoës 2014, Theorem 3",
        expected="tested",
        notes="Examined from order α + 1 to α for α = 2, 3, 4; the claim is about all real orders.",
        mutants=(
            Mutant("half", "half of it", _orders("nats(rho)/2")),
            Mutant("reverse", "from α to α + 1", _orders("nats(rho)", "alpha", "alpha+1")),
        ),
    ),
    Entry(
        id="dp.pure-implies-renyi",
        title="ε-DP implies (α, ε)-RDP for every α ≥ 2",
        statement=_from_pure("nats(eps)"),
        source=f"{MIRONOV}, section IV",
        expected="proved",
        notes=ORDERS,
        mutants=(
            Mutant("half", "ε/2", _from_pure("nats(eps)/2")),
            Mutant("no-hypothesis", "nothing is assumed", _from_pure("nats(eps)", assumed=False)),
        ),
    ),
    Entry(
        id="dp.post-processing.renyi",
        title="Post-processing keeps (α, ρ)-RDP for every α ≥ 2",
        statement=_processed_renyi(),
        source=f"{MIRONOV}, section II; van Erven, Harremoës 2014, Theorem 9",
        expected="proved",
        notes=ORDERS,
        mutants=(
            Mutant("looks-again", "it sees the input again", _processed_renyi(looking=True)),
            Mutant("no-hypothesis", "nothing is assumed", _processed_renyi(assumed=False)),
        ),
    ),
    Entry(
        id="dp.composition.renyi",
        title="Rényi divergences of order α ≥ 2 of independent mechanisms add up",
        statement=_composed_renyi("nats(rho1)+nats(rho2)"),
        source=f"{MIRONOV}, Proposition 1",
        expected="proved",
        notes=ORDERS,
        mutants=(
            Mutant("half", "half of the sum", _composed_renyi("(nats(rho1)+nats(rho2))/2")),
            Mutant(
                "one-alone",
                "nothing is assumed of the second",
                _composed_renyi("nats(rho1)+nats(rho2)", both=False),
            ),
        ),
    ),
    Entry(
        id="dp.bounded-range-implies-pure",
        title="η-bounded range implies η-DP",
        statement=_range_to_pure("eta"),
        source=DONG,
        expected="proved",
        shapes=shapes((2, 2), (3, 2), (2, 8)),
        mutants=(
            Mutant("half", "η/2", _range_to_pure("eta/2")),
            Mutant("no-hypothesis", "nothing is assumed", _range_to_pure("eta", assumed=False)),
        ),
    ),
    Entry(
        id="dp.post-processing.bounded-range",
        title="Post-processing keeps η-bounded range",
        statement=_processed_range(),
        source=DONG,
        expected="proved",
        shapes=(TWO,),
        mutants=(
            Mutant("looks-again", "it sees the input again", _processed_range(looking=True)),
            Mutant("no-hypothesis", "nothing is assumed", _processed_range(assumed=False)),
        ),
    ),
    Entry(
        id="dp.composition.bounded-range",
        title="Ranges of independent mechanisms add up",
        statement=_composed_range("exp(rho1)*exp(rho2)"),
        source=DONG,
        expected="proved",
        shapes=(TWO,),
        mutants=(
            Mutant("max", "the larger of the two", _composed_range("exp(max(rho1,rho2))")),
            Mutant(
                "one-alone",
                "nothing is assumed of the second",
                _composed_range("exp(rho1)*exp(rho2)", both=False),
            ),
        ),
    ),
)

FALSE = (
    Entry(
        id="dp.renyi-implies-pure",
        title="(α, ρ)-RDP implies ρ-DP",
        statement=_of_one(renyi("nats(rho)", "rho"), pure("rho"), RENYI),
        source=f"{MIRONOV}, misread: there it is (ρ + ln(1/δ)/(α−1), δ)-DP",
        expected="refuted",
        essay=Essay(
            belief=(
                "ε-DP is Rényi DP of infinite order with the same ε, and the divergences of all"
                " orders are one family: so a bound at a large order reads like a bound of the"
                " loss."
            ),
            catch=(
                "The divergence of a finite order is a soft maximum: an output of small probability"
                " and large loss hardly moves it."
            ),
            repair=(
                "(α, ρ)-RDP implies (ε, δ)-DP for a δ > 0 that the order pays for; ε-DP implies"
                " (α, ε)-RDP."
            ),
            true_twin="dp.renyi-to-approx",
        ),
    ),
)

ENTRIES = (*TRUE, *FALSE)
