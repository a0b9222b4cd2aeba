"""Programs on data sets: all up to a size, then larger ones, and the smallest pair that fails.

What must never change: what is said to hold rests on all data sets that were asked about and on
nothing else; the larger ones that hypothesis draws can only break a claim.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from dpverify.checkers.budget import Budget
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
    """The passes on all data sets; where they are whole, then one on some that are larger.

    Args: run the passes of a mechanism with inputs as they stand, up to so many paths.
    """
    whole = False
    for found in run(mechanism):
        kept = (*found.assumptions, sets.scope)
        if isinstance(found, Enumeration):
            whole = found.whole
            found = replace(found, data_sets="all")
        yield replace(found, assumptions=kept)
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
    """The failure, shown on the smallest pair of data sets that breaks the claim.

    A claim about pairs that fails for some of them fails for more: of the pairs in order, by the
    larger of two and then the other, the first that breaks it is found by bisection.
    """
    if claim.quantifier != "pairs" or claim.all_pairs:
        return fails
    channel = found.channel()
    pairs = sorted(
        {(max(i, j), min(i, j)) for i, j in channel.neighbours.ordered_pairs(len(channel.inputs))}
    )

    def broken(first: int, end: int) -> Fails | None:
        verdict = decided(Subject(_among(channel, pairs[first:end])), claim, budget)
        return verdict if isinstance(verdict, Fails) else None

    try:
        # [low, high) holds the first pair that breaks the claim; those before low do not.
        low, high = 0, 1
        while high < len(pairs) and broken(low, high) is None:
            low, high = high, min(2 * high, len(pairs))
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if broken(low, middle) is None else (low, middle)
        smallest = broken(low, high)
    except Undecided:  # out of time, or enclosures do not separate: the pair that was found stays
        return fails
    if smallest is None:
        return fails
    return replace(fails, witness=smallest.witness, accepted=None, not_rechecked=None)


def _among(channel: Channel, pairs: Sequence[tuple[int, int]]) -> Channel:
    """The rows of these pairs alone, in the same order, with these pairs as neighbours."""
    kept = sorted({k for pair in pairs for k in pair})
    labels = [channel.inputs[k] for k in kept]
    return Channel(
        labels,
        channel.outputs,
        [channel.row(k) for k in kept],
        neighbours=[[channel.inputs[j], channel.inputs[i]] for i, j in pairs],
    )
