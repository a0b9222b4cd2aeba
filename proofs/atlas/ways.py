"""How a definition asks another one, and what follows for its cells.

A row asks its base of something that is made of a mechanism: of each pair of inputs with a
parameter of that pair, of each member of a family of parameters, of the law of the data followed by
the mechanism, of all but a few pairs that are drawn at random, or on average over pairs. What must
never change: a rule holds for the reason that stands beside it, names the claims that it uses, and
gives no answer where the base has none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from dpverify.proofs.atlas.definitions import Way
from dpverify.proofs.atlas.reading import Property

LINEAR: Final[tuple[Property, ...]] = (
    "post-processing", "convexity", "hidden mixture", "visible mixture"
)  # fmt: skip
"""Compositions in which each mechanism occurs once."""
COMPOSED: Final[tuple[Property, ...]] = ("sequential composition", "adaptive composition")


@dataclass(frozen=True)
class Rule:
    """Which answers of the base a row has, and why.

    Args: yes and no the columns in which it has them; reason in words; more what becomes of a
        parameter that the base has not, by column; ordered whether the proof for the base must use
        each pair in one order alone (`one_order`).
    """

    yes: tuple[Property, ...]
    no: tuple[Property, ...]
    reason: str
    more: Mapping[str, str] = field(default_factory=dict)
    ordered: bool = False


RULES: Final[Mapping[Way, Rule]] = {
    "pairs": Rule(
        (*LINEAR, *COMPOSED), (),
        "the claim holds for any two inputs, so for the pairs of every symmetric relation; the"
        " parameter is that of each pair",
    ),
    "family": Rule(
        (*LINEAR, *COMPOSED, "group"), (),
        "it bounds the same quantity at each of many parameters, and the claim holds at each",
    ),
    "some orders": Rule(
        (*LINEAR, *COMPOSED), (),
        "it bounds the same quantity at some of the orders, and the claim holds at each",
    ),
    "given": Rule(
        (*LINEAR, *COMPOSED), (),
        "it is asked of the mechanism given what is leaked, which is one and the same whatever runs"
        " beside it; given that, the coins of a map, of a mixture and of a second mechanism are"
        " independent of its own",
    ),
    "law": Rule(
        LINEAR, LINEAR,
        "it is asked of the law of the data followed by the mechanism: what is done to the"
        " mechanism is done to both together, and data that tell the secret are a case",
    ),
    "secrets": Rule(
        (*LINEAR, "group"), LINEAR,
        "it is asked of the law of the data followed by the mechanism, of which a secret, or what"
        " is sampled from, is the input: what is done to the mechanism is done to both together,"
        " and data that tell the secret are a case",
    ),
    "attacker": Rule(
        LINEAR, (),
        "it is asked of the release given what is known, or of what is known together with the"
        " release",
    ),
    "most pairs": Rule(
        ("post-processing", "sequential composition"), (),
        "where each mechanism keeps it on a pair the result does, and shares of pairs add up",
        {"post-processing": ", γ = γ", "sequential composition": ", γ = times·γ"},
    ),
    "near one law": Rule(
        ("post-processing", "sequential composition"), (),
        "it is asked of the law of each input that is not left out and one law beside it; what is"
        " done to the mechanism is done to that law too, and what is left out adds up",
        {"post-processing": ", γ = γ", "sequential composition": ", γ = times·γ"},
    ),
    "either": Rule(
        ("post-processing",), (),
        "two inputs that are within ε stay so: who blends still blends, and who is not missed is"
        " not missed",
    ),
    "three laws": Rule(
        LINEAR, (),
        "a small multiple of the difference of two laws, added to the third, is a law, and its χ²"
        " from the third is the square of that multiple times what is asked; whatever is done to"
        " the three is done to it; the proof uses the pair in this order",
        ordered=True,
    ),
    "mean of pairs": Rule(
        (*LINEAR, "sequential composition"), (),
        "the claim holds for each pair with a bound that is linear in those of its parts, so on"
        " average over pairs",
    ),
    "one order": Rule(
        LINEAR, (),
        "it bounds laws of the output, given the target, given none and whatever the data are, in"
        " one order each, and the proof uses each pair in its own order",
        ordered=True,
    ),
    "one order, δ": Rule(
        LINEAR, (),
        "it bounds the law given the target by that whatever the data are, at the odds e^ε + δ/π"
        " for the probability π of the target, and the proof uses the pair in this order",
        {
            "post-processing": ", δ = δ",
            "hidden mixture": ", δ = max(δ₁, δ₂)",
            "visible mixture": ", δ = max(δ₁, δ₂)",
        },
        ordered=True,
    ),
}  # fmt: skip
"""By the way of a row.

Both ways over pairs leave adaptive composition out. Each second mechanism may leave other pairs
out, so that together they leave out all; and on average over pairs, what the second one loses is
weighted with the law of the first output, which differs from pair to pair.
"""


@dataclass(frozen=True)
class Remark:
    """What registered claims decide of one cell by one step more.

    Args: answer; claims; reason the step in words; bounds of the result, in symbols.
    """

    answer: Literal["yes", "no"]
    claims: tuple[str, ...]
    reason: str
    bounds: str = ""


_LEFT_OUT: Final[Mapping[str, str]] = {
    "random-dp": "each of two mechanisms is private on one of two pairs that are equally likely,"
    " the mixture on neither",
    "predictive-dp": "of two bits each of two mechanisms tells one, so that one of two neighbours"
    " is told apart; the mixture tells both",
    "generalised-dp": "four databases are equally likely and two pairs of them are neighbours; for"
    " each of two mechanisms one database is left out, for the mixture two",
    "typical-stability": "each of two mechanisms singles out one database, and every other law is"
    " the one that is needed; the mixture singles out both, at δ = 0",
    "crowd-blending": "there are two ways to be hidden; of two mechanisms each has another one, and"
    " the mixture neither",
    "distributional-privacy": "each of two mechanisms singles out one database, so that two draws"
    " are told apart with probability 1/2 at most; the mixture singles out both, with 2/3",
}
_SAME_DATA: Final = "two releases of the same data, whose law is that of the witness"
REMARKS: Final[Mapping[tuple[str, str], Remark]] = {
    **{
        (row, "convexity"): Remark("no", ("dp.mixture.one-private",), reason)
        for row, reason in _LEFT_OUT.items()
    },
    **{
        (row, "sequential composition"): Remark("no", ("dp.pufferfish.composition",), reason)
        for row, reason in (
            ("pufferfish", _SAME_DATA),
            ("approx-pufferfish", f"{_SAME_DATA}, at δ = 0"),
            ("probabilistic-pufferfish", f"{_SAME_DATA}, at δ = 0"),
            ("apkdp", f"{_SAME_DATA} given the target, at δ = 0, and nothing is known"),
            ("ppkdp", f"{_SAME_DATA} given the target, at δ = 0, and nothing is known"),
        )
    },
    ("relaxed-dp", "post-processing"): Remark(
        "no", ("dp.post-processing.probabilistic",), "at δ_a = 0 it is probabilistic DP"
    ),
    ("relaxed-dp", "convexity"): Remark(
        "no", ("dp.convexity.probabilistic",), "at δ_a = 0 it is probabilistic DP"
    ),
    ("crowd-blending", "sequential composition"): Remark(
        "no", ("dp.mixture.one-private",),
        "a coin that shows one of both outputs makes a mixture of them, which fails with the ε of"
        " the first where the second has ε = 0",
    ),
    ("posterior-privacy", "sequential composition"): Remark(
        "no", ("dp.posterior.composition",), "two releases of the same data"
    ),
    ("membership-privacy", "sequential composition"): Remark(
        "no", ("dp.posterior.composition",), "the secret is whether a record is in the data"
    ),
    **{
        (row, "sequential composition"): Remark("no", ("dp.posterior.composition",), reason)
        for row, reason in (
            ("positive-membership", "both releases together show that the record is in the data"),
            ("negative-membership", "both releases together show that the record is missing"),
            ("adversarial-privacy", "both releases together show it, at δ = 0"),
        )
    },
    ("dp-under-sampling", "sequential composition"): Remark(
        "no", ("dp.sampled.composition",), "two mechanisms on the same sample"
    ),
    **{
        ("information-privacy", column): Remark(
            "yes", ("dp.group-privacy.pure", composition, "dp.pufferfish.from-local"),
            "two databases are two steps apart, by way of the mean law; losses between databases"
            " add up, and the mean law is a law of databases",
            "ε = 2·ε₁+2·ε₂",
        )
        for column, composition in (
            ("sequential composition", "dp.sequential-composition.independent.pure"),
            ("adaptive composition", "dp.sequential-composition.adaptive.pure"),
        )
    },
    **{
        (row, "group"): Remark(
            "yes", ("dp.two-steps.pure",), "of steps one after another the losses add up",
            "ε = ε₁+…+ε_k",
        )
        for row in ("metric-dp", "personalised-dp", "tailored-dp", "input-discriminative-dp")
    },
    ("pseudo-metric-dp", "group"): Remark(
        "yes", ("dp.two-steps.approx",), "two steps at a time",
        "ε = ε₁+ε₂, δ = max(δ₁ + e^ε₁·δ₂, δ₂ + e^ε₂·δ₁)",
    ),
    ("weak-bayesian-dp", "sequential composition"): Remark(
        "no", ("dp.weak-bayesian.composition",), "at δ = 0"
    ),
}  # fmt: skip
"""Cells of rows that no claim states as they are.

The refutations at δ = 0 say that the sums of both parameters are not kept.
"""
