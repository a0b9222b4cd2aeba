"""Hockey-stick divergence: δ(ε) = max over events S of P(S) − e^ε Q(S).

= Σ_o max(0, P(o) − e^ε Q(o)), attained at S = {o : P(o) > e^ε Q(o)}, the smallest such event. As a
function of E = e^ε it is convex, decreasing and piecewise linear, with breaks at the ratios
P(o)/Q(o); so its smallest ε for a given δ is attained, or is infinite when δ < P(Q = 0).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dpverify.defs.numbers import INFINITY, Loss, Real, Value, ln
from dpverify.defs.privacy_loss import Odds, by_ratio, log, mass, tail_event


@dataclass(frozen=True)
class Piece:
    """δ(ε) = mass_p − e^ε·mass_q from ε = start up to the next piece's start.

    `event` is {o : P(o) > e^ε Q(o)} there, `odds` is e^start.
    """

    start: Loss
    odds: Value
    event: tuple[int, ...]
    mass_p: Value
    mass_q: Value


def hockey_stick(p: Sequence[Value], q: Sequence[Value], odds: Odds) -> Odds:
    """The smallest δ with P(S) ≤ e^ε Q(S) + δ for all events S.

    Σ_o max(0, P(o) − e^ε Q(o)).

    Args:
        p: probabilities under P, sum 1.
        q: probabilities under Q, in the same order, sum 1.
        odds: e^ε ≥ 1.

    Returns:
        δ in [0, 1]: exact if odds is, otherwise an enclosure.

    Raises:
        Undecided: odds is known only by an enclosure that does not separate.

    Source:
        Sason, Verdú 2016, "f-divergence inequalities", section II-C (E_γ divergence).

    >>> str(hockey_stick([Value(3) / 4, Value(1) / 4], [Value(1) / 4, Value(3) / 4], Value(2)))
    '1/4'
    """
    event = tail_event(p, q, odds)
    return mass(p, event) - odds * mass(q, event)


def profile(p: Sequence[Value], q: Sequence[Value]) -> tuple[Piece, ...]:
    """δ(ε) for every ε ≥ 0, by its exact breakpoints.

    Returns:
        Pieces with increasing starts, the first 0; breaks are the losses > 0 of outputs.
    """
    pieces: list[Piece] = []
    event: tuple[int, ...] = ()
    for odds, outputs, a, b in _segments(p, q):
        event = tuple(sorted(event + outputs))
        pieces.append(Piece(log(odds), odds, event, a, b))
    return tuple(reversed(pieces))


def smallest_eps(p: Sequence[Value], q: Sequence[Value], delta: Odds) -> Loss | Real:
    """The smallest ε ≥ 0 with P(S) ≤ e^ε Q(S) + δ for all events S; it is attained.

    On a piece, A − E·B = δ gives E = (A − δ)/B.

    Args:
        p: probabilities under P, sum 1.
        q: probabilities under Q, in the same order, sum 1.
        delta: in [0, 1].

    Returns:
        ε in nats, exact if delta is; inf where delta < P(Q = 0).

    >>> str(smallest_eps([Value(3) / 4, Value(1) / 4], [Value(1) / 4, Value(3) / 4], Value(1) / 4))
    'ln(2)'
    """
    for odds, _, a, b in _segments(p, q):
        if a - odds * b > delta:
            return INFINITY if b.is_zero else ln((a - delta) / b)
    return Loss(0)


def _segments(
    p: Sequence[Value], q: Sequence[Value]
) -> Iterator[tuple[Value, tuple[int, ...], Value, Value]]:
    """From the largest e^ε down: (where the piece starts, outputs added, P(S), Q(S))."""
    groups = [(r, event) for r, event in by_ratio(p, q) if r is None or r > 1]
    if not groups or groups[0][0] is not None:
        groups.insert(0, (None, ()))
    starts = [ratio for ratio, _ in groups[1:] if ratio is not None] + [Value(1)]
    a = b = Value(0)
    for (_, event), start in zip(groups, starts, strict=True):
        a, b = a + mass(p, event), b + mass(q, event)
        yield start, event, a, b
