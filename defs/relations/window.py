"""Neighbours are streams that differ within two successive times: a window of w = 2."""

from __future__ import annotations

from typing import Final

from dpverify.defs.relations.contract import Relation
from dpverify.defs.relations.event import Stream, changes
from dpverify.defs.relations.universes import STREAMS

WIDTH: Final = 2


def _within(a: Stream, b: Stream) -> bool:
    times = [time for time, _ in changes(a, b)]
    return bool(times) and max(times) - min(times) < WIDTH


WINDOW: Final = Relation(
    name="window",
    words="what happens within two successive times changes",
    source="Kellaris, Papadopoulos, Xiao, Papadias 2014 (w-event at w = 2)",
    universe=STREAMS,
    near=_within,
)
