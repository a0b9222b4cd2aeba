"""Claims that the literature's table of definitions prints, or that decide what it leaves open.

Desfontaines' thesis, section 2.2.9 (Table 2.20 and Propositions 11 to 20) and section 2.2.6, as
they are printed; what is meant stands in each repair.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from dpverify.defs.numbers import Loss, Number, Value
from dpverify.proofs.closure import Asked, composed, grouped, half_or_one_alone
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.guarantees import (
    Guarantee,
    Kinds,
    composition,
    mixture,
    pure,
    renyi,
)
from dpverify.proofs.parts import ANY, sizes
from dpverify.proofs.statement import Claim, Statement

THESIS = "Desfontaines, thesis, section 2.2.9"
DONG = "Dong, Roth, Su 2022"
FEW = 40
"""Instances of claims that are decided by balls."""

ORDERS: Kinds = {"rho1": "loss", "rho2": "loss", "alpha": "order"}


def _of_two_orders() -> Statement:
    """The first mechanism is bounded at the order α, the second at α + 1, both at α + 1."""
    first = renyi("nats(rho1)", "rho1")
    second = renyi("nats(rho2)", "rho2", order="alpha+1")
    return composition(first, second, renyi("nats(rho1)+nats(rho2)", order="alpha+1"), ORDERS)


def _concentrated(rho: str) -> Guarantee:
    """(0, ρ)-zCDP at the order α."""
    return renyi(f"alpha*nats({rho})")


def _concentrated_pair() -> Statement:
    nothing = Guarantee("renyi-divergence-at-most", {"alpha": "alpha", "bound": "0"})
    return composition(_concentrated("rho1"), _concentrated("rho2"), nothing, ORDERS)


def _one_alone() -> Statement:
    """A fair coin: with a coin that may always take one side, one side alone would refute it."""
    stated = mixture(pure("eps"), None, pure("eps"), {"eps": "loss"})
    return replace(
        stated, derived={"N": {"mixture": ["1/2", "A", "B"]}}, parameters={"eps": "loss"}
    )


def _from_errors() -> Statement:
    """What the sum of both errors says of the loss."""
    error = {"weight": "1/2", "bound": "1/(1+exp(eps))"}
    return Statement(
        objects={"M": ANY},
        parameters={"eps": "loss"},
        hypotheses=(Claim("M", "bayes-guess-error-at-least", error),),
        conclusion=Claim("M", "pure-dp", {"eps": "eps"}),
        sizes=sizes((2, 3), (2, 2)),
    )


GAUSSIAN = Asked(
    "gaussian-dp", {"mu": "mu"}, {"mu": "mu1"}, {"mu": "mu2"},
    {"mu": "value", "mu1": "value", "mu2": "value"},
)  # fmt: skip
ROOT = {"mu": "sqrt(mu1*mu1+mu2*mu2)"}
CONCENTRATED = Asked(
    "renyi-divergence-at-most", {"alpha": "alpha", "bound": "alpha*nats(rho)"},
    {"alpha": "alpha", "bound": "alpha*nats(rho1)"},
    {"alpha": "alpha", "bound": "alpha*nats(rho2)"},
    {"alpha": "order", "rho": "loss", "rho1": "loss", "rho2": "loss"},
)  # fmt: skip
SQUARE = "steps*steps*nats(rho)"
STEPPED = ("steps*alpha", "max(alpha,steps*alpha-1)", "steps*alpha-steps+1")
"""The orders kα, …, kα − k + 1, of which a path of k ≤ 3 steps makes the order α at its ends."""


def _large_enough(divergence: Number, parameters: Mapping[str, Number]) -> dict[str, Number]:
    """A ρ that is met with equality at the order α, and with room at larger ones."""
    alpha = parameters["alpha"]
    known = isinstance(divergence, Loss) and isinstance(alpha, Value)
    return {"rho": divergence / alpha} if known else {}


def _of_steps(rho: str, orders: tuple[str, ...] = STEPPED) -> Statement:
    """ρ-zCDP at these orders of one step, and what it makes of several at the order α."""
    concluded = {"alpha": "alpha", "bound": f"alpha*({rho})"}
    assumed = tuple(
        Claim(
            "M", CONCENTRATED.definition, {"alpha": order, "bound": f"({order})*nats(rho)"},
            tuned=_large_enough,
        )
        for order in orders
    )  # fmt: skip
    stated = grouped(CONCENTRATED, concluded, assumed=False)
    return replace(stated, hypotheses=assumed, fixed=("at most 3 steps",))


FALSE = (
    Entry(
        id="dp.mixture.one-private",
        title="A fair coin between an ε-private mechanism and any other is ε-private",
        statement=_one_alone(),
        source=(
            f"a reading of convexity for random DP ({THESIS}, Proposition 15): each of two"
            " mechanisms protects one of two pairs of databases"
        ),
        expected="refuted",
        essay=Essay(
            belief=(
                "Random DP at γ = 1/2 is about half of the pairs. A coin between a mechanism that"
                " protects one half and one that protects the other half should protect as much."
            ),
            catch=(
                "On every pair the mixture contains a mechanism that does not protect it, and an"
                " output that only this one gives away has a large loss in the mixture too. So no"
                " pair is protected."
            ),
            repair="If both mechanisms are ε-private on a pair, so is the mixture.",
            true_twin="dp.convexity.hidden.pure",
        ),
    ),
    Entry(
        id="dp.composition.renyi.larger-order",
        title="(α, ρ₁)-RDP and (α+1, ρ₂)-RDP together are (α+1, ρ₁+ρ₂)-RDP",
        statement=_of_two_orders(),
        source=f"{THESIS}, Proposition 18, item 6, as printed: the larger of both orders",
        expected="refuted",
        instances=200,
        essay=Essay(
            belief=(
                "Both divergences add up, and a bound at a larger order is the better one, so the"
                " larger order stands in the result."
            ),
            catch=(
                "A bound at the order α says little of the order α + 1: the divergence rises with"
                " its order. So nothing bounds the part of the first mechanism."
            ),
            repair=(
                "Of the smaller order it is true, because a divergence does not fall with its"
                " order; Mironov 2017, Proposition 1, has one order for both."
            ),
            true_twin="dp.composition.renyi",
        ),
    ),
    Entry(
        id="dp.composition.zcdp.printed-pair",
        title="(0, ρ₁)-zCDP and (0, ρ₂)-zCDP together are (0, 0)-zCDP",
        statement=_concentrated_pair(),
        source=(
            f"{THESIS}, Proposition 18, item 8, as printed: (ξ₁, ρ₁) and (ξ₂, ρ₂) give"
            " (ξ₁+ξ₂, ξ₁+ξ₂); here at ξ₁ = ξ₂ = 0 (items 9 and 10 are printed alike)"
        ),
        expected="refuted",
        instances=200,
        essay=Essay(
            belief="It is printed, and both numbers of zCDP add up.",
            catch=(
                "The second number of the result is a sum of the first ones: a slip, as ξ and ρ"
                " stand beside each other. It says that two mechanisms with any ρ reveal nothing."
            ),
            repair=(
                "Both add up, each to its own: (ξ₁+ξ₂, ρ₁+ρ₂), as Bun and Steinke 2016 have it."
            ),
            true_twin="dp.composition.zcdp",
        ),
    ),
    Entry(
        id="dp.guess-error.implies-pure",
        title="If both errors of every test sum to at least 2/(1+e^ε), the mechanism is ε-DP",
        statement=_from_errors(),
        source=(
            "Desfontaines, thesis, section 2.2.6 (hypothesis testing), as printed: an equivalence"
        ),
        expected="refuted",
        essay=Essay(
            belief=(
                "ε-DP bounds both errors of every test by two lines. These meet where both errors"
                " are 1/(1+e^ε), so the sum of the errors is at least 2/(1+e^ε)."
            ),
            catch=(
                "That is one direction. The sum says how far the laws are apart in total, which is"
                " total variation: an output of small probability may be impossible on the"
                " neighbour."
            ),
            repair=(
                "ε-DP implies the bound of the sum, and both lines together are equivalent to it."
            ),
            true_twin="dp.pure-implies-total-variation",
        ),
    ),
)

OF_GAUSSIAN = (
    Entry(
        id="dp.composition.gaussian.adaptive",
        title="μ₁-GDP and μ₂-GDP are √(μ₁²+μ₂²)-GDP where the first output chooses the second",
        statement=composed(GAUSSIAN, ROOT, adaptive=True),
        source=f"{DONG} (composition of GDP)",
        expected="tested",
        instances=FEW,
        mutants=half_or_one_alone(
            composed(GAUSSIAN, {"mu": f"({ROOT['mu']})/2"}, adaptive=True),
            composed(GAUSSIAN, ROOT, adaptive=True, both=False),
        ),
    ),
    Entry(
        id="dp.group-privacy.gaussian",
        title="Inputs k steps apart are kμ-GDP",
        statement=grouped(GAUSSIAN, {"mu": "steps*mu"}),
        source=f"{DONG} (group privacy)",
        expected="tested",
        instances=15,
        mutants=(
            Mutant("one-step", "the conclusion claims μ", grouped(GAUSSIAN, {"mu": "mu"})),
            Mutant(
                "no-hypothesis", "nothing is assumed of M",
                grouped(GAUSSIAN, {"mu": "steps*mu"}, assumed=False),
            ),
        ),
    ),
)  # fmt: skip

OF_ORDERS = (
    Entry(
        id="dp.group-privacy.zcdp",
        title="Inputs k ≤ 3 steps apart have a Rényi divergence of at most k²·ρ·α at every order",
        statement=_of_steps(SQUARE),
        source="Bun, Steinke 2016 (group privacy)",
        expected="tested",
        instances=FEW,
        notes=(
            "The order α at the ends takes the orders kα, …, kα − k + 1 of one step, for which"
            " ρ-zCDP is assumed here: at the order α alone it says little of two steps. Examined"
            " at α = 2, 3, 4."
        ),
        mutants=(
            Mutant("one-step", "the conclusion claims ρ·α", _of_steps("nats(rho)")),
            Mutant("no-hypothesis", "nothing is assumed of M", _of_steps(SQUARE, ())),
        ),
    ),
)  # fmt: skip

ENTRIES = (*FALSE, *OF_GAUSSIAN, *OF_ORDERS)
