"""A uniform integer modulo m: the one question whose answers are no intervals.

What must never change: the probability of each residue is counted exactly, and the integer is not
used again, since what is left of it is no interval.
"""

from __future__ import annotations

from dpverify.defs.as_run.grid import MOST_PIECES, Cut, Source
from dpverify.defs.as_run.refusing import refused


def residue(source: Source, m: int) -> int:
    """x mod m for a uniform integer x: its law is counted, and x is spent.

    Of the integers lo ≤ x < hi, ⌊(hi − 1 − r)/m⌋ − ⌊(lo − 1 − r)/m⌋ leave the residue r.

    Args: source of the integer, from which the program gets the index itself; m > 0.
    Raises: Refused for more than MOST_PIECES residues.
    """
    if m > MOST_PIECES:
        raise refused(f"takes a uniform integer modulo {m} (at most {MOST_PIECES})")
    lo, hi = source.lo, source.hi
    if hi - lo == 1:
        return lo % m
    counts = [(hi - 1 - r) // m - (lo - 1 - r) // m for r in range(m)]
    residues = [r for r in range(m) if counts[r]]
    source.spent = f"taking it modulo {m}"
    bounds = [0]
    for r in residues:
        bounds.append(bounds[-1] + counts[r])
    piece = source.decide(Cut(source.number, bounds)) if len(residues) > 1 else 0
    # One index with that residue: what a concrete run uses.
    source.lo = lo + (residues[piece] - lo) % m
    source.hi = source.lo + 1
    return residues[piece]
