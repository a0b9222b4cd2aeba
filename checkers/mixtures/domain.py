"""All real inputs of Laplace noise that is drawn again until the value lies in a domain.

Let the value be c + N with N of scale b, kept where it lies between fixed ends l < u, one of which
may be missing, and let Z(c) be the chance of that. For c ≤ l the density on the domain is that of
c = l, since Laplace noise has no memory, and for c ≥ u that of c = u. So let c and c + d lie in the
domain, d > 0. There the loss is largest below c, where it is d/b + ln(Z(c + d)/Z(c)). It falls with
c, since ln Z is concave on [l, u]. And it rises with d: (ln Z)′ is least at u, where it is −1/b, or
0 far out where there is no u. The other order of the pair is the mirror image. So of all moves the
furthest is worst, between an end of the domain and a place inside, or beyond the other end. The
range of the loss is 2·d/b.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from dpverify.checkers.continuous.program import Program
from dpverify.checkers.enclosures.pairs import corners_apart
from dpverify.checkers.mixtures.parts import unsupported
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import AGAIN, Path, Traced

KNOWN: Final = frozenset({"pure-dp", "bounded-range"})
"""The definitions that this argument covers."""
Numbers = tuple[Fraction, ...]


@dataclass(frozen=True)
class Domain:
    """Where the value is kept, and what it is without its noise: a function of the input."""

    low: Fraction | None
    high: Fraction | None
    centre: Shift


def domain_of(traced: Traced) -> Domain | None:
    """The domain of a program that is such; None for all others."""
    words = [word for word in traced.words if word != AGAIN]
    if len(words) != 1 or AGAIN not in traced.words or len(traced.words[words[0]]) != 1:
        return None
    (path,) = traced.words[words[0]]
    return None if path.shape else _of_path(traced, path)


def _of_path(traced: Traced, path: Path) -> Domain | None:
    """The same, of the only path that ends."""
    if len(path.released) != 1 or len(path.released[0].noises) != 1:
        return None
    (value,) = path.released
    ((number, factor),) = value.noises
    if traced.noises[number].law != "laplace" or not path.conditions:
        return None
    low: Fraction | None = None
    high: Fraction | None = None
    for form in path.conditions:
        if len(form.noises) != 1 or form.noises[0][0] != number:
            return None
        share = form.noises[0][1] / factor  # the condition is share·(value − end) ≥ 0
        rest = value.shift * share - form.shift
        if rest.gaps:
            return None
        end = rest.constant / share
        if share > 0:
            low = end if low is None else max(low, end)
        else:
            high = end if high is None else min(high, end)
    return Domain(low, high, value.shift)


def worst_pairs(
    program: Program, domain: Domain, entries: tuple[str, ...]
) -> Iterator[tuple[Numbers, Numbers]]:
    """A pair of inputs at an end of the domain for each polytope of moves.

    Raises: Undecided("unsupported") for inputs that are records.
    """
    if program.relation.of_records:
        raise unsupported("all inputs that are records, which move in other ways")
    speeds = dict(domain.centre.gaps)
    speed = [speeds.get(entry, Fraction(0)) for entry in entries]
    for corners in corners_apart(program.relation):
        steps = [sum((k * x for k, x in zip(speed, c, strict=True)), Fraction(0)) for c in corners]
        place = max(range(len(steps)), key=lambda k: abs(steps[k]))
        start = _start(domain, steps[place])
        one = _input_at(start - domain.centre.constant, speed)
        yield one, tuple(a + b for a, b in zip(one, corners[place], strict=True))


def _start(domain: Domain, step: Fraction) -> Fraction:
    """Where the value of the first input is, so that it or that of the second is at an end."""
    if domain.low is not None:
        return domain.low - min(step, Fraction(0))
    return (domain.high or Fraction(0)) - max(step, Fraction(0))


def _input_at(place: Fraction, speed: list[Fraction]) -> Numbers:
    """An input whose value, less its constant, lies at a place."""
    one = next((k for k, x in enumerate(speed) if x), None)
    return tuple(place / x if k == one else Fraction(0) for k, x in enumerate(speed))
