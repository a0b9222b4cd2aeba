"""The search for a walk on which a word of a program with continuous noise decays fastest.

From a move the multipliers of a linear programme are found, from these a move that is better for
them, and so on. Every result is confirmed in fractions by `kernel/certificates/decay.py`; that no
better walk exists is not claimed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from dpverify.checkers.continuous.alignment import Aligned, Unaligned
from dpverify.checkers.continuous.decay_program import Pull, Pulled, inside
from dpverify.checkers.kernel.certificates.decay import Decay, decay_rate
from dpverify.checkers.kernel.certificates.moves import Box
from dpverify.checkers.kernel.outcome import Fault
from dpverify.defs.clock import look
from dpverify.defs.continuous.trace import Family
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Path

GAP = "g"
DENOMINATORS = (1000, 10**6, 10**9)
ROUNDS = 8
"""Steps of a search that goes from a move to the multipliers and from them to a better move."""
ALL_CORNERS = 64
"""So many corners of moves are all tried where the two bounds do not meet otherwise."""
SAME = 1e-9


@dataclass(frozen=True)
class Walk:
    """The inputs D_g = base + g·move, on which a word loses at least `rate` per step.

    Args: rate in units of ε or in nats, None for ∞; released the values around which the word's
        event lies; `inputs` D and D' as Shifts in the gap g, D' one step further.
    """

    word: str
    rate: Fraction | None
    decay: Decay
    released: tuple[Fraction, ...]

    @property
    def inputs(self) -> tuple[tuple[Shift, ...], tuple[Shift, ...]]:
        """D and D' for a gap g; the loss at the word tends to at least the rate for some g → ∞."""
        pairs = list(zip(self.decay.base, self.decay.move, strict=True))
        here = tuple(Shift.of(b, **{GAP: m}) for b, m in pairs)
        return here, tuple(Shift.of(b + m, **{GAP: m}) for b, m in pairs)


def faster(one: Walk | None, other: Walk | None) -> Walk | None:
    """The walk of the larger rate."""
    if one is None or other is None:
        return one or other
    if one.rate is None:
        return one
    return other if other.rate is None or other.rate > one.rate else one


def fastest_walk(
    family: Family,
    word: str,
    moves: tuple[Box, ...],
    limit: Fraction | None,
    aligned: Aligned | Unaligned,
) -> Walk | None:
    """The best walk found for one word; the search ends where its rate is the limit."""
    traced, paths = family.traced, family.traced.words[word]
    pulls = [Pull(traced.noises, path, family.entries) for path in paths]
    best: Walk | None = None
    tried: set[tuple[Fraction, ...]] = set()
    for box, start in _starts(family, word, moves, aligned):
        move = start
        for _ in range(ROUNDS):
            if move in tried:
                break
            tried.add(move)
            found = _along(pulls, move)
            if found is None:
                break
            if best is None or best.rate is None or found[0].rate > float(best.rate) + SAME:
                best = faster(best, _certified(family, word, moves, move, found))
            if best is not None and best.rate == limit:
                return best
            move = corner(box, found[0].slopes, move)
    return best


def _along(pulls: list[Pull], move: tuple[Fraction, ...]) -> list[Pulled] | None:
    """Multipliers for all paths, those of the slowest first; the order is in `Pulled.path`."""
    floats = [float(x) for x in move]
    found = []
    for pull in pulls:
        look()
        found.append(pull.along(floats))
    if any(each is None for each in found):
        return None
    known = [each for each in found if each is not None]
    if any(each.impossible for each in known) and not all(each.impossible for each in known):
        return None
    slowest = min(known, key=lambda each: each.rate)
    return [slowest, *known]


def _certified(
    family: Family,
    word: str,
    moves: tuple[Box, ...],
    move: tuple[Fraction, ...],
    found: list[Pulled],
) -> Walk | None:
    """The walk with its rate, once that is confirmed in fractions."""
    traced, paths = family.traced, family.traced.words[word]
    start = _start(family, paths)
    if start is None:
        return None
    number, point, base = start
    for denominator in DENOMINATORS:
        multipliers = tuple(each.rounded(denominator) for each in found[1:])
        decay = Decay(move, base, number, point, multipliers, found[0].impossible)
        try:
            rate = decay_rate(traced.noises, paths, family.entries, moves, decay)
        except Fault:
            continue
        at = dict(zip(family.entries, base, strict=True))
        values = tuple(
            form.shift.at(at) + sum((k * point[n] for n, k in form.noises), Fraction(0))
            for form in paths[number].released
        )
        return Walk(word, rate, decay, values)
    return None


def _start(
    family: Family, paths: tuple[Path, ...]
) -> tuple[int, tuple[Fraction, ...], tuple[Fraction, ...]] | None:
    """A path, a point strictly inside it, and the input for that."""
    for still, (number, path) in product((True, False), enumerate(paths)):
        look()
        found = inside(family.traced.noises, path, family.entries, still=still)
        if found is not None:
            point, base = (
                tuple(Fraction(x).limit_denominator(1000) for x in part) for part in found
            )
            return number, point, base
    return None


def _starts(
    family: Family, word: str, moves: tuple[Box, ...], aligned: Aligned | Unaligned
) -> Iterator[tuple[Box, tuple[Fraction, ...]]]:
    """Moves to begin with: what the alignment pays for, what hurts all conditions, all alike."""
    count = len(family.entries)
    paid = aligned.certificate.get(word) if isinstance(aligned, Aligned) else None
    hurt = [0.0] * count
    number = {name: i for i, name in enumerate(family.entries)}
    for path in family.traced.words[word]:
        for form in path.conditions:
            for name, k in form.shift.gaps:
                hurt[number[name]] -= float(k)
    zero = (Fraction(0),) * count
    for i, box in enumerate(moves):
        up = tuple(high for _, high in box)
        for choices in paid or ():
            slopes = [0.0] * count
            for n, shift in choices[i].items():
                for entry, k in shift.size.slopes:
                    slopes[entry] += float(k / family.traced.noises[n].scale)
            # The full corner first: where a loss is attained at all, it is at such a one.
            yield box, corner(box, slopes, corner(box, hurt, up))
            yield box, corner(box, slopes, zero)
        yield box, corner(box, hurt, up)
        yield box, up
        yield box, tuple(low for low, _ in box)
    for box in moves:
        some = [sorted({low, high}) for low, high in box]
        if prod(map(len, some)) <= ALL_CORNERS:
            yield from ((box, each) for each in product(*some))


def corner(
    box: Box, slopes: Iterable[float], otherwise: Iterable[Fraction]
) -> tuple[Fraction, ...]:
    """The corner of the box to which the slopes point; where a slope is 0, the entry otherwise."""
    return tuple(
        (high if slope > 0 else low) if abs(slope) > SAME else min(max(old, low), high)
        for (low, high), slope, old in zip(box, slopes, otherwise, strict=True)
    )
