"""Hyper-distributions: what they determine, and what merging outputs does to ε and δ."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import permutations
from typing import Any

from dpverify.defs.channel import Channel
from dpverify.defs.numbers import ONE, Number, Value, total
from dpverify.defs.operations import merge_proportional
from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.expressions import Kind
from dpverify.proofs.parts import ANY, INPUTS, iff, shapes, sizes
from dpverify.proofs.statement import (
    AnyChannel,
    FixedChannel,
    OutputsOf,
    Property,
    Shape,
    Statement,
)

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


def _split(number: int, shape: Shape) -> Channel:
    """Every output stays what it is, but y0 becomes "first" or "second"."""
    results = ["first", "second", *(f"y{o}" for o in range(1, shape["outputs"]))]
    rows = [[int(o == (number if y == 0 else y + 1)) for o in range(len(results))]
            for y in range(shape["outputs"])]  # fmt: skip
    return Channel([f"y{o}" for o in range(shape["outputs"])], results, rows)


SPLIT = {
    "f": FixedChannel(partial(_split, 0), "the map that calls the first output first"),
    "g": FixedChannel(partial(_split, 1), "the map that calls the first output second"),
}


def _same_privacy(
    rows: Mapping[str, Any], terms: Mapping[str, Any], logic: Any, *, of: str, half: bool
) -> Any:
    """K and M satisfy the same ε-DP and (ε,δ)-DP, pair by pair."""
    odds, delta = terms["eps"], terms["delta"]
    same = []
    for i, j in permutations(range(len(rows["K"])), 2):
        merged, split = ((rows[name][i], rows[name][j]) for name in ("K", of))
        bound = logic.total([delta, delta]) if half else delta
        within, excess = (
            [says(*laws, odds, logic) for laws in (merged, split)] for says in (_within, _excess)
        )
        same.append(iff(within[0], within[1], logic))
        same.append(iff(logic.le(excess[0], delta), logic.le(excess[1], bound), logic))
    return logic.conj(same)


def _within(p: Any, q: Any, odds: Any, logic: Any) -> Any:
    return logic.conj(logic.le(a, logic.times(odds, b)) for a, b in zip(p, q, strict=True))


def _excess(p: Any, q: Any, odds: Any, logic: Any) -> Any:
    pairs = zip(p, q, strict=True)
    return logic.total(logic.pos(logic.minus(a, logic.times(odds, b))) for a, b in pairs)


def _merging(*, looking: bool = False, half: bool = False) -> Statement:
    """M is K with its first output split at random into two proportional ones."""
    looks = {
        "L": AnyChannel(
            INPUTS, lambda _: ("z0", "z1"), text="coin for each input", copies=OutputsOf("K")
        )
    }
    parameters: dict[str, Kind] = {"eps": "loss", "delta": "value"}
    if not looking:
        parameters["w"] = "value"
    return Statement(
        objects={"K": ANY, **(looks if looking else SPLIT)},
        derived={"M": {"adaptive": ["K", "L*"]}}
        if looking
        else {"h": {"mixture": ["w", "f", "g"]}, "M": {"post_process": ["K", "h"]}},
        parameters=parameters,
        conclusion=Property(
            "M, in which K's first output is split into two proportional ones, satisfies ε-DP and"
            " (ε,δ)-DP exactly if K does, for every pair of inputs",
            "δ_ε(M) = δ_ε(K) ∧ ε(M) = ε(K)",
            form=partial(_same_privacy, of="M", half=half),
        ),
        sizes=sizes((2, 3)),
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
        shapes=shapes((2, 2)),
        notes=(
            "Proportional columns are those of one output split at random, so that every channel"
            " with two of them is of this form."
        ),
        mutants=(
            Mutant(
                "not-proportional",
                "the split may depend on the input",
                _merging(looking=True),
            ),
            Mutant("twice-the-delta", "M is to stay within 2δ only", _merging(half=True)),
        ),
    ),
)
