"""Re-checks a lower bound of the privacy loss of a program with continuous noise; no search.

Let inputs walk along D_g = base + g·m, g = 0, 1, 2, …, where m is a move of neighbours, so that
each step is a pair of neighbours. Take an event S: a word, and where it releases values, a box
around some. If the event has positive probability at g = 0, and at most poly(g)·e^{−kεg} later,
then no bound below kε holds for all steps, since P(D_0, S) ≤ e^{gL}·P(D_g, S) would follow from a
bound L. Hence the loss is at least kε, for every ε > 0. If the event is impossible for large g,
the loss is ∞.

How fast the event decays is shown by multipliers y ≥ 0 for the conditions of each path and w, of
either sign, for its released values. With condition_i = a_i·z + ε(c_i + g·(C m)_i) ≥ 0 and value_l
= r_l·z + ε(d_l + g·(R m)_l) within the box, put u = Σ y_i·a_i + Σ w_l·r_l. On the path
u·z ≥ ε(k·g − constant), with k = −Σ y_i·(C m)_i − Σ w_l·(R m)_l. Where |u_j| ≤ 1/b_j for Laplace
noise and u_j ≤ 1/b_j for exponential noise, u·z ≤ Σ|z_j|/b_j. Each |z_j|/b_j is a standard
exponential, so the sum of J of them exceeds t with probability e^{−t}·Σ_{i<J} t^i/i!. Where
u_j = 0 for Laplace and u_j ≤ 0 for exponential noise, u·z ≤ 0, and k > 0 says that the path is
impossible for large g.

What must never change: a number is returned only where all of this was confirmed, in fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from dpverify.checkers.kernel.certificates.moves import Box
from dpverify.checkers.kernel.outcome import Fault
from dpverify.defs.documents.traced import Form, Noise, Path, is_one_sided

ZERO = Fraction(0)


@dataclass(frozen=True)
class Multipliers:
    """For one path: y ≥ 0 by condition, w by released value."""

    conditions: tuple[Fraction, ...]
    released: tuple[Fraction, ...]


@dataclass(frozen=True)
class Decay:
    """How an event's probability falls along D_g = base + g·move.

    Args: move and base one number for each entry of the input; `path` the number of a path of the
        word and `noises` a point strictly inside it at the input `base`, which shows that the event
        is possible there (its values are those around which the box lies); multipliers one for
        each path; `impossible` whether they show ∞.
    """

    move: tuple[Fraction, ...]
    base: tuple[Fraction, ...]
    path: int
    noises: tuple[Fraction, ...]
    multipliers: tuple[Multipliers, ...]
    impossible: bool = False


def decay_rate(
    noises: Sequence[Noise],
    paths: Sequence[Path],
    entries: Sequence[str],
    moves: Sequence[Box],
    decay: Decay,
) -> Fraction | None:
    """The number k such that the privacy loss is at least k; None for ∞.

    Args: paths those of one word of a family, whose entry i is the gap `entries[i]`; moves the
        boxes of the neighbour relation.

    Returns: k ≥ 0, in units of ε where the scales are in units of 1/ε, else in nats.

    Raises: Fault where the certificate does not show it.
    """
    _is_move(decay.move, moves)
    if len(decay.base) != len(entries) or len(decay.multipliers) != len(paths):
        raise Fault("the certificate does not have each entry and each path")
    _possible(noises, paths[decay.path], dict(zip(entries, decay.base, strict=True)), decay.noises)
    move = dict(zip(entries, decay.move, strict=True))
    rates = [
        _rate(noises, path, move, multipliers, impossible=decay.impossible)
        for path, multipliers in zip(paths, decay.multipliers, strict=True)
    ]
    least = min(rates)
    if not decay.impossible:
        return max(least, ZERO)
    if least <= 0:
        raise Fault("a path of the word stays possible")
    return None


def _is_move(move: Sequence[Fraction], moves: Sequence[Box]) -> None:
    for box in moves:
        if len(box) == len(move) and all(
            low <= x <= high for x, (low, high) in zip(move, box, strict=True)
        ):
            return
    raise Fault("the steps are no moves of neighbours")


def _possible(
    noises: Sequence[Noise], path: Path, base: dict[str, Fraction], point: Sequence[Fraction]
) -> None:
    """The point lies strictly inside the path, so that the event has positive probability."""
    if len(point) != len(noises):
        raise Fault("the point does not have each noise")
    for noise, z in zip(noises, point, strict=True):
        if is_one_sided(noise.law) and z <= 0:
            raise Fault("exponential noise of the point is not positive")
    for form in path.conditions:
        if sum((k * point[n] for n, k in form.noises), form.shift.at(base)) <= 0:
            raise Fault("the point does not lie strictly inside its path")


def _rate(
    noises: Sequence[Noise],
    path: Path,
    move: dict[str, Fraction],
    multipliers: Multipliers,
    *,
    impossible: bool,
) -> Fraction:
    """k of one path, once the multipliers are confirmed."""
    if any(y < 0 for y in multipliers.conditions):
        raise Fault("a multiplier of a condition is negative")
    try:
        rows: list[tuple[Form, Fraction]] = [
            *zip(path.conditions, multipliers.conditions, strict=True),
            *zip(path.released, multipliers.released, strict=True),
        ]
    except ValueError:
        raise Fault("not every condition and value of a path has a multiplier") from None
    pull: dict[int, Fraction] = {}
    rate = ZERO
    for form, y in rows:
        for number, factor in form.noises:
            pull[number] = pull.get(number, ZERO) + y * factor
        rate -= y * sum((k * move[name] for name, k in form.shift.gaps), ZERO)
    for number, u in pull.items():
        most = ZERO if impossible else 1 / noises[number].scale
        # Noise that is never below 0 may be weighed as negatively as one likes.
        if u > most or (not is_one_sided(noises[number].law) and u < -most):
            raise Fault("the multipliers outweigh a noise")
    return rate
