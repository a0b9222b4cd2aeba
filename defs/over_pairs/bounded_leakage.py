"""Bounded-leakage DP: given what is leaked besides, neighbours are (ε,δ)-indistinguishable."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from dpverify.defs.divergences.hockey_stick import hockey_stick
from dpverify.defs.errors import UsageError
from dpverify.defs.numbers import Real, Value
from dpverify.defs.numbers.value import total
from dpverify.defs.over_pairs.contract import Asked, OverPairs
from dpverify.defs.privacy_loss import odds_of
from dpverify.defs.validate import shown


def _smallest(asked: Asked) -> Value | Real:
    """The largest δ at ε, over ordered pairs of neighbours and what both of them may leak."""
    channel = asked.channel
    if asked.eps is None:
        raise TypeError("bounded leakage without eps was not refused")
    odds = odds_of(asked.eps)
    largest: Value | Real = Value(0)
    for places in _places(asked).values():
        for i, j in channel.neighbours.ordered_pairs(len(channel.inputs)):
            p, q = (_given(channel.row(k), places) for k in (i, j))
            if p is not None and q is not None:
                largest = max(largest, hockey_stick(p, q, odds))
    return largest


def _places(asked: Asked) -> dict[str, list[int]]:
    """The outputs by what they leak."""
    outputs = asked.channel.outputs
    unknown = [label for label in asked.leaks if label not in outputs]
    if unknown:
        raise UsageError(f"leaks names {shown(unknown[0])}, which is none of the channel's outputs")
    places: dict[str, list[int]] = {}
    for o, label in enumerate(outputs):
        if label not in asked.leaks:
            raise UsageError(
                f"leaks does not say what the output {shown(label)} leaks; give a label for each"
                " output, the same one for those between which nothing is leaked"
            )
        places.setdefault(asked.leaks[label], []).append(o)
    return places


def _given(law: Sequence[Value], places: Sequence[int]) -> list[Value] | None:
    """The law of the output, given that it is one of these; None where none of them is possible."""
    inside = [law[o] for o in places]
    whole = total(inside)
    return None if whole.is_zero else [p / whole for p in inside]


BOUNDED_LEAKAGE: Final = OverPairs(
    "bounded-leakage",
    "given what is leaked besides, if both of two neighbours may leak it, their laws are"
    " (ε,δ)-indistinguishable",
    "Ligett, Peale, Reingold 2020",
    "leaks",
    _smallest,
)
