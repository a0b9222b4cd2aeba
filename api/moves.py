"""How far neighbours are apart where all inputs are meant: what `moves=` of `@mechanism` takes."""

from __future__ import annotations

from dpverify.defs.moves import (
    Moves,
    add_or_remove,
    box,
    exchange,
    l1,
    l2,
    linf,
    one_entry,
    parts,
    replace_record,
    still,
)

__all__ = [
    "Moves",
    "add_or_remove",
    "box",
    "exchange",
    "l1",
    "l2",
    "linf",
    "one_entry",
    "parts",
    "replace_record",
    "still",
]
