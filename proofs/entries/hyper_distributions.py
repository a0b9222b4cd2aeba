"""Hyper-distributions: what they determine, and what merging outputs does to ε and δ."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from dpverify.defs.channel import Channel
from dpverify.defs.numbers import ONE, Number, Value, total
from dpverify.defs.operations import merge_proportional
from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.labels import OutputsOf
from dpverify.proofs.parts import ANY, EPS_DELTA, INPUTS, RESULTS, sizes
from dpverify.proofs.statement import AnyChannel, Claim, Equivalent, Property, Statement

MILLER = (
    "A. Miller, Guaranteeing Differential Privacy using Quantitative Information Flow Analysis,"
    " presentation, 2024; Alvim, Chatzikokolakis, McIver, Morgan, Palamidessi, Smith 2020"
)
Hyper = dict[tuple[Value, ...], Value]
PRIORS = AnyChannel(lambda _: ("first", "second"), INPUTS, text="pair of laws on C's inputs")


def _hyper(prior: tuple[Value, ...], channel: Channel) -> Hyper:
    """The law of the posterior: its probability by the posterior itself."""
    hyper: Hyper = {}
    for column in zip(*(channel.row(x) for x in range(len(prior))), strict=True):
        joint = [weight * p for weight, p in zip(prior, column, strict=True)]
        outer = total(joint)
        if not outer.is_zero:
            inner = tuple(part / outer for part in joint)
            hyper[inner] = hyper.get(inner, Value(0)) + outer
    return hyper


def _columns(channel: Channel) -> set[tuple[Value, ...]]:
    """The columns that are not zero, outputs of proportional columns merged."""
    merged = merge_proportional(channel)
    rows = (merged.row(x) for x in range(len(merged.inputs)))
    return {column for column in zip(*rows, strict=True) if any(column)}


def _is_given_back(prior: tuple[Value, ...], channel: Channel, *, divided: bool = True) -> bool:
    """C(x,y) = inner_y(x)·outer(y)/π(x) gives the channel back, the outer's mean the prior."""
    hyper = _hyper(prior, channel)
    divisors = prior if divided else (ONE,) * len(prior)
    back = {
        tuple(part * outer / by for part, by in zip(inner, divisors, strict=True))
        for inner, outer in hyper.items()
    }
    mean = tuple(
        total(inner[x] * outer for inner, outer in hyper.items()) for x in range(len(prior))
    )
    return mean == prior and back == _columns(channel)


def _zeros_allowed(prior: tuple[Value, ...], channel: Channel) -> bool:
    """A mistake: what the hyper says of an input that never occurs, zeros, is taken for its row."""
    return all(prior) and _is_given_back(prior, channel)


Objects = Mapping[str, Channel]
Says = Callable[[tuple[Value, ...], Channel], bool]


def _priors(objects: Objects) -> list[tuple[Value, ...]]:
    return [tuple(objects["priors"].row(number)) for number in (0, 1)]


def _of_both(says: Says, objects: Objects, _: Mapping[str, Number]) -> bool:
    return all(says(prior, objects["C"]) for prior in _priors(objects))


def _full_support(objects: Objects, _: Mapping[str, Number]) -> bool:
    return all(all(prior) for prior in _priors(objects))


SUPPORT = Property("both priors are positive everywhere", "π > 0", holds=_full_support)


def _back(says: Says = _is_given_back, *, support: bool = True) -> Statement:
    return Statement(
        objects={"priors": PRIORS, "C": ANY},
        parameters={},
        hypotheses=(SUPPORT,) * support,
        conclusion=Property(
            "the hyper-distribution of each prior π and C has mean π, and inner·outer/π are the"
            " columns of C, those that are zero left out and proportional ones merged",
            "Σ_y outer(y)·inner_y = π ∧ C(x,y) = inner_y(x)·outer(y)/π(x)",
            holds=partial(_of_both, says),
        ),
        sizes=sizes((1, 4)),
    )


# ---------------------------------------------------------------- merging


def _merging(*, looking: bool = False, delta: str = "delta") -> Statement:
    """M is K with every output split at random, each in its own proportions."""
    coin = AnyChannel(INPUTS, RESULTS, text="coin for each output", copies=OutputsOf("K"))
    ignores = Claim("L*", "pure-dp", {"eps": "0"})
    return Statement(
        objects={"K": ANY, "L": coin},
        derived={"M": {"adaptive": ["K", "L*"]}},
        parameters={"eps": "loss", "delta": "value"},
        hypotheses=() if looking else (ignores,),
        conclusion=Equivalent(
            (
                Claim("K", "approx-dp", EPS_DELTA),
                Claim("M", "approx-dp", {"eps": "eps", "delta": delta}),
            )
        ),
        sizes={"inputs": (2, 2), "outputs": (2, 2), "results": (2, 2)},
    )


ENTRIES = (
    Entry(
        id="qif.hyper-to-channel",
        title="A hyper-distribution of full support gives the channel back, by Bayes' rule",
        statement=_back(),
        source=MILLER,
        expected="tested",
        notes=(
            "The channel comes back up to what a hyper-distribution forgets: names of outputs,"
            " outputs that never occur, and the splitting of an output at random."
        ),
        mutants=(
            Mutant(
                "any-prior",
                "inputs may have prior probability 0",
                _back(_zeros_allowed, support=False),
            ),
            Mutant(
                "not-divided",
                "inner·outer is not divided by the prior",
                _back(partial(_is_given_back, divided=False)),
            ),
        ),
    ),
    Entry(
        id="qif.merging-proportional",
        title="Merging proportional columns changes neither ε nor δ",
        statement=_merging(),
        source=MILLER,
        expected="proved",
        shapes=({"inputs": 2, "outputs": 2, "results": 2},),
        notes=(
            "Outputs of M that come from one output of K have proportional columns, since L ignores"
            " the input (it is 0-DP), and K is M with these merged; every channel with proportional"
            " columns is of this form. With δ = 0 it is said of ε-DP."
        ),
        mutants=(
            Mutant(
                "not-proportional",
                "the split may depend on the input",
                _merging(looking=True),
            ),
            Mutant("twice-the-delta", "M is to stay within 2δ only", _merging(delta="2*delta")),
        ),
    ),
)
