"""From ε-DP and bounded range to zero-concentrated DP, and what the constants are."""

from __future__ import annotations

from collections.abc import Mapping

from dpverify.defs.numbers import Number, Value, ln
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.parts import ANY, EPS, shapes, sizes
from dpverify.proofs.statement import Claim, Statement

TANH = "nats(eps)*(exp(eps)-1)/(exp(eps)+1)"
"""ε·tanh(ε/2)."""
ORDERS = "Examined at the integer orders α = 2, 3, 4; the definition ranges over all real α > 1."


def _zcdp(rho: str, *, eps: str = "eps", assumed: bool = True) -> Statement:
    return Statement(
        objects={"M": ANY},
        parameters={"eps": "loss", "alpha": "order"},
        hypotheses=(Claim("M", "pure-dp", {"eps": eps}),) * assumed,
        conclusion=Claim(
            "M", "renyi-divergence-at-most", {"alpha": "alpha", "bound": f"alpha*({rho})"}
        ),
        sizes=sizes((2, 3), (2, 2)),
    )


def _range_to_loss(ratio: Number, parameters: Mapping[str, Number]) -> dict[str, Number]:
    return {"eta": ln(ratio)} if isinstance(ratio, Value) else dict(parameters)


def _from_range(rho: str, *, assumed: bool = True) -> Statement:
    hypothesis = Claim("M", "ratio-range-at-most", {"bound": "exp(eta)"}, tuned=_range_to_loss)
    return Statement(
        objects={"M": ANY},
        parameters={"eta": "loss", "alpha": "order"},
        hypotheses=(hypothesis,) * assumed,
        conclusion=Claim(
            "M", "renyi-divergence-at-most", {"alpha": "alpha", "bound": f"alpha*({rho})"}
        ),
        sizes=sizes((2, 3), (2, 2)),
    )


def _range(bound: str, *, assumed: bool = True) -> Statement:
    return Statement(
        objects={"M": ANY},
        parameters={"eps": "loss"},
        hypotheses=(Claim("M", "pure-dp", EPS),) * assumed,
        conclusion=Claim("M", "ratio-range-at-most", {"bound": bound}),
        sizes=sizes((2, 3)),
    )


TRUE = (
    Entry(
        id="dp.pure-implies-zcdp.tanh",
        title="ε-DP implies (ε·tanh(ε/2))-zCDP",
        statement=_zcdp(TANH),
        source="sharpens Bun, Steinke 2016, Proposition 1.4, which has ε²/2",
        expected="tested",
        notes=(
            f"{ORDERS} As α falls to 1 the divergence becomes the expected loss, which attains the"
            " bound: see dp.expected-loss.attained."
        ),
        mutants=(
            Mutant("half", "half of it", _zcdp(f"{TANH}/2")),
            Mutant("twice-eps", "M is only 2ε-DP", _zcdp(TANH, eps="2*eps")),
            Mutant("no-hypothesis", "nothing is assumed of M", _zcdp(TANH, assumed=False)),
        ),
    ),
    Entry(
        id="dp.pure-implies-zcdp.half-square",
        title="ε-DP implies (ε²/2)-zCDP",
        statement=_zcdp("nats(eps)*nats(eps)/2"),
        source="Bun, Steinke 2016, Proposition 1.4",
        expected="tested",
        notes=ORDERS,
        mutants=(
            Mutant("quarter", "ε²/4", _zcdp("nats(eps)*nats(eps)/4")),
            Mutant(
                "no-hypothesis",
                "nothing is assumed of M",
                _zcdp("nats(eps)*nats(eps)/2", assumed=False),
            ),
        ),
    ),
    Entry(
        id="dp.bounded-range-implies-zcdp",
        title="η-bounded range implies (η²/8)-zCDP",
        statement=_from_range("nats(eta)*nats(eta)/8"),
        source="Cesar, Rogers 2021; Dong, Durfee, Rogers 2020",
        expected="tested",
        notes=ORDERS,
        mutants=(
            Mutant("twelfth", "η²/12", _from_range("nats(eta)*nats(eta)/12")),
            Mutant(
                "no-hypothesis",
                "nothing is assumed of M",
                _from_range("nats(eta)*nats(eta)/8", assumed=False),
            ),
        ),
    ),
    Entry(
        id="dp.pure-implies-bounded-range.double",
        title="ε-DP implies 2ε-bounded range",
        statement=_range("exp(2*eps)"),
        source="Dong, Durfee, Rogers 2020",
        expected="proved",
        shapes=shapes((2, 2), (3, 2), (2, 8)),
        mutants=(
            Mutant("once", "ε-bounded range", _range("exp(eps)")),
            Mutant("no-hypothesis", "nothing is assumed of M", _range("exp(2*eps)", assumed=False)),
        ),
    ),
)

FALSE = (
    Entry(
        id="dp.pure-implies-zcdp.eighth-square",
        title="ε-DP implies (ε²/8)-zCDP",
        statement=_zcdp("nats(eps)*nats(eps)/8"),
        source="Cesar, Rogers 2021, read for ε-DP in place of bounded range",
        expected="refuted",
        essay=Essay(
            belief=(
                "The exponential mechanism with parameter ε is ε-DP and (ε²/8)-zCDP, so the"
                " constant 1/8 is quoted for ε-DP mechanisms at large."
            ),
            catch=(
                "The exponential mechanism owes the 1/8 to its bounded range: all losses lie in an"
                " interval of length ε. ε-DP only confines them to [−ε, ε], which is twice as long,"
                " and randomised response uses both ends. A factor 2 in the range is a factor 4 in"
                " ρ."
            ),
            repair="ε-DP implies (ε²/2)-zCDP; η-bounded range implies (η²/8)-zCDP.",
            true_twin="dp.pure-implies-zcdp.half-square",
        ),
    ),
    Entry(
        id="dp.pure-implies-bounded-range",
        title="ε-DP implies ε-bounded range",
        statement=_range("exp(eps)"),
        source="Dong, Durfee, Rogers 2020, misread",
        expected="refuted",
        shapes=shapes((2, 2)),
        essay=Essay(
            belief=(
                "The exponential mechanism has ε-bounded range and is ε-DP with the same ε, and"
                " ε-bounded range implies ε-DP: so the two seem to be one definition."
            ),
            catch=(
                "ε-DP bounds the distance of each loss from 0; the range is the distance of two"
                " losses from each other. Randomised response has the losses ε and −ε, whose range"
                " is 2ε."
            ),
            repair="ε-DP implies 2ε-bounded range, and that is attained.",
            true_twin="dp.pure-implies-bounded-range.double",
        ),
    ),
)

ENTRIES = (*TRUE, *FALSE)
