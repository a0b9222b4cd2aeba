"""Moves of neighbours by their corners: alignments at these make one for every move.

For a path and a move m, an alignment is a shift s of the noises that satisfies linear conditions
in (m, s) (`alignment.py`), and its cost is convex in s. If s_v is one at each corner v of a box,
then at m = Σ λ_v·v the shift Σ λ_v·s_v is one, and costs at most the largest of their costs. So
what `certified` confirms for all corners, each taken as a box of one point, holds for the box.
"""

from __future__ import annotations

from itertools import product

from dpverify.checkers.kernel.certificates.moves import Box


def corner_boxes(moves: tuple[Box, ...]) -> tuple[Box, ...]:
    """Every corner of every box, once, as a box of one point."""
    corners = (point for box in moves for point in product(*(sorted(set(ends)) for ends in box)))
    return tuple(tuple((x, x) for x in point) for point in dict.fromkeys(corners))
