"""Neighbours are streams that differ in what one user does, at any times."""

from __future__ import annotations

from typing import Final

from dpverify.defs.relations.contract import Relation
from dpverify.defs.relations.event import changes
from dpverify.defs.relations.universes import STREAMS

USER: Final = Relation(
    name="user",
    words="all that one user does changes",
    source="Dwork, Naor, Pitassi, Rothblum 2010; McMahan et al. 2018 (user-level)",
    universe=STREAMS,
    near=lambda a, b: len({who for _, who in changes(a, b)}) == 1,
)
