"""Neighbours are streams that differ in one event: what one user does at one time."""

from __future__ import annotations

from typing import Final

from dpverify.defs.relations.contract import Relation
from dpverify.defs.relations.universes import STREAMS

Stream = tuple[tuple[int, ...], ...]


def changes(a: Stream, b: Stream) -> list[tuple[int, int]]:
    """The events that differ, each as its time and its user."""
    return [
        (time, user)
        for time, (before, after) in enumerate(zip(a, b, strict=True))
        for user, (x, y) in enumerate(zip(before, after, strict=True))
        if x != y
    ]


EVENT: Final = Relation(
    name="event",
    words="what one user does at one time changes",
    source="Dwork, Naor, Pitassi, Rothblum 2010 (event-level)",
    universe=STREAMS,
    near=lambda a, b: len(changes(a, b)) == 1,
)
