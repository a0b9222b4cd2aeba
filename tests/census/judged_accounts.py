"""Whether both bounds of an account are true of its plan, by an integral that nothing else uses.

With L the privacy loss of a plan under P and M(s) = E[e^(sL)], a product over its events,

    δ(ε) = E[max(0, 1 − e^(ε−L))] = 1/(2πi)·∫ M(s)·e^(−sε)/(s·(s + 1)) ds

along the line Re s = c for any c > 0, since 1 − e^(−y) has the transform 1/(s·(s + 1)). The line is
that on which the integrand is smallest where it begins. Sums of floats: the second half of the line
says how much is left beyond its end, and what is nearer to a bound than ten times that is not
called true.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

ROUNDING = 1e-10
"""What rounding may do to a sum, and the step."""
STEP, POINTS = 0.004, 2_000_000
"""Of the integral, which ends at 8000: what is left falls with the square of the distance."""
PIECE = 5_000
"""Terms that are computed together; all at once would be 32 MB for each step of a term."""

Line = Any


def true_bounds(document: Any) -> bool:
    """Whether every bound that a document states is true, by more than the room."""
    asked = "eps" if "eps" in document else "delta"
    plan, sides = document["plan"], document["directions"]
    # Where there are parts, a side is of all events and those of one part; the largest decides.
    groups = [[*plan["events"], *part] for part in plan.get("parts", [[]])]
    point = float(Fraction(document["given"]["delta" if asked == "eps" else "eps"]))
    stated = [(int(side.get("part", 0)), _ends(side[asked])) for side in sides]
    whole = tuple(max(ends[i] for _, ends in stated) for i in (0, 1))
    return _ends(document[asked]) == whole and all(
        _true_of(groups[part], asked, point, ends) for part, ends in dict.fromkeys(stated)
    )


def _true_of(group: Sequence[Any], asked: str, point: float, ends: tuple[float, float]) -> bool:
    events = [_event(event) for event in group]
    known = [event for event in events if event is not None]
    return len(known) == len(events) and _true(known, asked, point, *ends)


def _ends(bounds: Mapping[str, Any]) -> tuple[float, float]:
    upper = bounds["upper"]
    return float(Fraction(bounds["lower"])), np.inf if upper == "inf" else float(Fraction(upper))


def _true(
    events: Sequence[tuple[str, float, int]], asked: str, point: float, low: float, high: float
) -> bool:
    """Both directions of a plan without samples cost the same."""
    if asked == "eps":
        enough = high == np.inf or sum(delta(events, high)) < point
        value, room = (1.0, 0.0) if low == 0 else delta(events, low)
        return enough and value - room > point
    value, room = delta(events, point)
    return low < value - room and value + room < high


def _event(given: Any) -> tuple[str, float, int] | None:
    """The law, sensitivity over size, how often; None of what is not judged here."""
    if given.get("noise") not in ("gaussian", "laplace") or Fraction(given["sampling"]) != 1:
        return None
    size = Fraction(given["sigma" if given["noise"] == "gaussian" else "scale"])
    ratio = float(Fraction(given["sensitivity"]) / size)
    return given["noise"], ratio, int(Fraction(str(given["times"])))


def delta(events: Sequence[tuple[str, float, int]], eps: float) -> tuple[float, float]:
    """δ(ε) of a plan without samples, in floats, and by how much it may be off."""
    places = np.geomspace(1e-3, 1e3, 4_000) + 0j
    starts = _logarithm(events, places).real - places.real * eps
    start, half = places[np.argmin(starts)], POINTS // 2
    near, far = (
        sum(_part(events, eps, start, first) for first in range(begin, begin + half, PIECE))
        for begin in (0, half)
    )
    return float(near + far), 10 * abs(float(far)) + ROUNDING


def _part(events: Sequence[tuple[str, float, int]], eps: float, start: Line, first: int) -> Any:
    """What the terms from the first on add, as many as stay near the processor."""
    line = start + 1j * STEP * (np.arange(first, first + PIECE) + 0.5)
    return np.exp(_logarithm(events, line) - line * eps).real.sum() * STEP / np.pi


def _logarithm(events: Sequence[tuple[str, float, int]], s: Line) -> Line:
    """ln(M(s)/(s·(s + 1))), up to multiples of 2πi."""
    found = -np.log(s * (s + 1))
    for law, ratio, times in events:
        if law == "gaussian":  # L is normal with mean μ²/2 and variance μ²
            found = found + times * ratio**2 * s * (s + 1) / 2
            continue
        # Atoms at ±a with ½ and ½·e^(−a), between them the density e^((l−a)/2)/4; over e^(sa).
        half = s + 0.5
        between = (1 - np.exp(-2 * half * ratio)) / half / 4
        last = np.exp(-ratio * (2 * s + 1)) / 2
        found = found + times * (s * ratio + np.log(0.5 + last + between))
    return found
