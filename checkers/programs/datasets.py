"""Programs on data sets: all up to a size, then larger ones, and the smallest pair that fails.

What must never change: what is said to hold rests on all data sets that were asked about and on
nothing else; the larger ones that hypothesis draws can only break a claim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from dpverify.checkers.budget import Budget
from dpverify.checkers.continuous.program import Program, among
from dpverify.checkers.on_channels import decided
from dpverify.checkers.subjects import Subject
from dpverify.checkers.verdict import Fails
from dpverify.defs.channel import Channel
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.errors import ProgramError, Undecided
from dpverify.defs.programs.datasets import DataSets, Positions
from dpverify.defs.programs.enumeration import Enumeration
from dpverify.defs.programs.mechanism import Mechanism

Pair = tuple[Positions, Positions]
Place = tuple[int, int]
"""Two inputs, by their places."""
LARGER_PAIRS = 16
"""Pairs of larger data sets that are looked at."""
LARGER_PATHS = 20_000
"""Paths that they may take together; where they take more, half of them are, and so on."""
SEARCHED = (
    "{} pairs of larger data sets, which hypothesis drew, do not break the claim; that says nothing"
    " of the others"
)
FOUND = (
    "the inputs are data sets beyond those that were asked about, on which the claim holds: records"
    " out of the same values, drawn by hypothesis; {}"
)


def on_data_sets(
    mechanism: Mechanism, sets: DataSets, run: Callable[..., Iterator[Any]]
) -> Iterator[Any]:
    """The passes on all data sets; where one is whole, then one on some that are larger.

    Args: run the passes of a mechanism with inputs as they stand, up to so many paths.
    """
    whole = False
    for found in run(mechanism):
        # A trace of integer noise has no assumptions: it could not say which data sets it means.
        if isinstance(found, Enumeration):
            whole, kept = found.whole, (*found.assumptions, sets.scope)
            yield replace(found, assumptions=kept, data_sets="all")
        elif isinstance(found, Program):
            kept = (*found.assumptions, sets.scope)
            yield replace(found, assumptions=kept, data_sets=True)
    if not whole:
        return
    pairs = larger_pairs(sets)
    while pairs:
        larger = _passed(run, _on(mechanism, sets, pairs))
        if larger is not None:
            kept = (*larger.assumptions, FOUND.format(sets.related))
            yield replace(larger, assumptions=kept, data_sets="larger")
            return
        pairs = pairs[: len(pairs) // 2]


def _passed(run: Callable[..., Iterator[Any]], mechanism: Mechanism) -> Enumeration | None:
    """The first pass, if it is whole; what goes wrong on larger data sets breaks no claim."""
    try:
        first = next(run(mechanism, LARGER_PATHS), None)
    except (ProgramError, Undecided):
        return None
    return first if isinstance(first, Enumeration) and first.whole else None


def _on(mechanism: Mechanism, sets: DataSets, pairs: Sequence[Pair]) -> Mechanism:
    """The mechanism on these pairs of data sets alone, the smallest first."""
    inputs = sorted({one for pair in pairs for one in pair}, key=lambda one: (len(one), one))
    return replace(
        mechanism,
        inputs=[sets.as_list(one) for one in inputs],
        neighbours=[[sets.as_list(one) for one in pair] for pair in pairs],
    )


def larger_pairs(sets: DataSets) -> list[Pair]:
    """Neighbours of which one at least is larger than all that are asked about, the smallest first.

    The same ones each time: hypothesis draws them from a seed that is made of its own code.
    """
    # Loaded here: few programs have data sets as inputs, and hypothesis takes a while to load.
    from dpverify.checkers.strategies.datasets import neighbouring, some

    found = some(neighbouring(sets), LARGER_PAIRS)
    return sorted(set(found), key=lambda pair: (len(pair[1]), pair[1], pair[0]))


def at_smallest(fails: Fails, found: Enumeration, claim: Definition, budget: Budget) -> Fails:
    """The failure, shown on the smallest pair of data sets that breaks the claim."""
    channel = found.channel()
    order = channel.neighbours.ordered_pairs(len(channel.inputs))

    def broken(pairs: Sequence[Place]) -> Fails | None:
        verdict = decided(Subject(_among(channel, pairs)), claim, budget)
        return verdict if isinstance(verdict, Fails) else None

    return _shown_on(fails, claim, order, broken)


def traced_at_smallest(
    fails: Fails, found: Program, claim: Definition, decide: Callable[[Program], object]
) -> Fails:
    """The same of a traced program; decide gives the verdict about a part of it."""
    labels = list(found.inputs)
    place = {label: k for k, label in enumerate(labels)}

    def broken(pairs: Sequence[Place]) -> Fails | None:
        verdict = decide(among(found, [(labels[j], labels[i]) for i, j in pairs]))
        return verdict if isinstance(verdict, Fails) else None

    return _shown_on(fails, claim, ((place[a], place[b]) for a, b in found.pairs), broken)


def _shown_on(
    fails: Fails,
    claim: Definition,
    order: Iterable[Place],
    broken: Callable[[Sequence[Place]], Fails | None],
) -> Fails:
    """The failure with the witness of the first pair that breaks the claim.

    Pairs stand in the order of the larger of two and then of the other. A claim about pairs that
    some of them break is broken by any more: the first is found by doubling, then by halving.

    Args: order all pairs, by place among the inputs; broken the failure that some pairs show.
    """
    if claim.quantifier != "pairs" or claim.all_pairs:
        return fails
    pairs = sorted({(max(pair), min(pair)) for pair in order})
    low, high = 0, 1
    try:
        while (smallest := broken(pairs[low:high])) is None and high < len(pairs):
            low, high = high, min(2 * high, len(pairs))
        while smallest is not None and high - low > 1:
            middle = (low + high) // 2
            first = broken(pairs[low:middle])
            low, high = (middle, high) if first is None else (low, middle)
            smallest = broken(pairs[low:high]) if first is None else first
    except Undecided:  # out of time, or enclosures do not separate: the pair that was found stays
        return fails
    if smallest is None:
        return fails
    return replace(fails, witness=smallest.witness, accepted=None, not_rechecked=None)


def _among(channel: Channel, pairs: Sequence[Place]) -> Channel:
    """The rows of these pairs alone, in the same order, with these pairs as neighbours."""
    kept = sorted({k for pair in pairs for k in pair})
    return Channel(
        [channel.inputs[k] for k in kept],
        channel.outputs,
        [channel.row(k) for k in kept],
        neighbours=[[channel.inputs[j], channel.inputs[i]] for i, j in pairs],
    )
