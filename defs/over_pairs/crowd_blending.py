"""Crowd-blending privacy: each person blends in with k of the data, or would not be missed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from dpverify.defs.channel import Channel
from dpverify.defs.divergences.max_divergence import max_divergence
from dpverify.defs.errors import UsageError
from dpverify.defs.numbers import Loss
from dpverify.defs.over_pairs.contract import Asked, OverPairs
from dpverify.defs.validate import shown

NOBODY: Final = "-"
"""In the name of an input; the empty database needs a name too."""


def _smallest(asked: Asked) -> Loss:
    """The least ε with which each person in each database is alone private, or in a crowd of k.

    A database is a word, a character for each person, whatever their order; "-" is nobody. Two
    people blend at ε if everywhere one of them may stand for the other: both laws are within ε, in
    every database that could have either. A person is among those with whom he blends.
    """
    places = _places(asked.channel)
    smallest = Loss(0)
    for database in places:
        for person in sorted({*database}):
            alone = _apart(asked.channel, places[database], _without(places, database, person))
            among = sorted(_blending(asked.channel, places, person, other) for other in database)
            crowd = among[asked.crowd - 1 : asked.crowd]
            smallest = max(smallest, min([alone, *crowd]))
    return smallest


def _places(channel: Channel) -> dict[str, int]:
    """The inputs by their people in order."""
    places: dict[str, int] = {}
    for i, label in enumerate(channel.inputs):
        people = "".join(sorted(label.replace(NOBODY, "")))
        if people in places:
            raise UsageError(
                f"the inputs {shown(channel.inputs[places[people]])} and {shown(label)} are of the"
                " same people in another order; give one of them"
            )
        places[people] = i
    return places


def _without(places: Mapping[str, int], database: str, person: str) -> int:
    rest = database.replace(person, "", 1)
    if rest not in places:
        raise UsageError(
            f"{shown(database)} without {shown(person)} is {shown(rest or NOBODY)}, which is no"
            " input; add it"
        )
    return places[rest]


def _blending(channel: Channel, places: Mapping[str, int], person: str, other: str) -> Loss:
    """The least ε at which two people blend."""
    if person == other:
        return Loss(0)
    losses: Sequence[Loss] = [
        _apart(channel, places[database], places[exchanged])
        for database in places
        if person in database
        and (exchanged := "".join(sorted(database.replace(person, other, 1)))) in places
    ]
    return max(losses, default=Loss(0))


def _apart(channel: Channel, i: int, j: int) -> Loss:
    """The loss of both orders of two inputs."""
    p, q = channel.row(i), channel.row(j)
    return max(max_divergence(p, q), max_divergence(q, p))


CROWD_BLENDING: Final = OverPairs(
    "crowd-blending",
    "each person blends at ε with k people of the data, himself included, or the law is within ε of"
    " that without him",
    "Gehrke, Hay, Lui, Pass 2012, Definition 4",
    "crowd",
    _smallest,
    has_eps=False,
)
