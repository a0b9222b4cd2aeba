"""An upper bound of the privacy loss of an argmax over noisy entries, whatever their number.

The winner's noise alone is shifted, by the most that another entry can gain on it. A condition of
argmax compares the winner with one other entry; it does not decrease, and the cost is the same for
every number of entries. `kernel/certificates/alignment.py` confirms this for each number given.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from dpverify.checkers.kernel.certificates.alignment import (
    Affine,
    Moved,
    Shifted,
    boxes,
    cost,
    family_moved,
)
from dpverify.checkers.kernel.certificates.lead import lead_cost
from dpverify.checkers.kernel.certificates.moves import Box
from dpverify.checkers.kernel.outcome import Fault
from dpverify.defs.continuous.trace import Family, trace_family
from dpverify.defs.documents.traced import Noise, Path
from dpverify.defs.programs.mechanism import Mechanism


def winner_alone(
    mechanism: Mechanism, sizes: Iterable[int], relation: str | None = None
) -> Fraction | None:
    """The bound, in units of ε; None where the shift of one noise does not do at some size."""
    chosen = relation or str(mechanism.about["moves"])
    if chosen not in ("A", "M"):
        return None
    best = Fraction(0)
    for n in sizes:
        family = trace_family(mechanism.with_parameters(n=n))
        if not family.traced.symbolic:
            return None
        for found in _costs(family, boxes(chosen, n)):
            if found is None:
                return None
            best = max(best, found)
    return best


def _costs(family: Family, moves: tuple[Box, ...]) -> Iterable[Fraction | None]:
    """For each word what the shift of its winner costs; None where it does not do."""
    words = family_moved(family.traced, family.entries)
    for word, paths in family.traced.words.items():
        winner = _winner(paths)
        if winner is None:
            yield Fraction(0) if not any(path.conditions for path in paths) else None
            continue
        for box in moves:
            yield _cost(family, paths, words[word], box, winner)


def _winner(paths: tuple[Path, ...]) -> int | None:
    """The noise that all conditions, or all leads that are released, have on their side."""
    forms = [form for path in paths for form in path.released or path.conditions]
    ahead = [{noise for noise, k in form.noises if k == 1} for form in forms]
    common = set.intersection(*ahead) if ahead else set()
    return min(common) if len(common) == 1 else None


def _cost(
    family: Family, paths: tuple[Path, ...], moved: tuple[Moved, ...], box: Box, winner: int
) -> Fraction | None:
    noises: tuple[Noise, ...] = family.traced.noises
    try:
        if any(path.released for path in paths):
            return lead_cost(noises, paths, family.entries, box, winner)
        # Entry i has noise i, which is drawn for it; `cost` raises Fault where it has not.
        shift = Affine(max(high for _, high in box), ((winner, Fraction(-1)),))
        own = {winner: Shifted(shift, shift)}
        return max(cost(noises, path, box, own) for path in moved)
    except Fault:
        return None
