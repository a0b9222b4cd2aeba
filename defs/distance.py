"""The distance matrix of a channel, for d-privacy.

Entries are ≥ 0 or inf, and 0 on the diagonal. Symmetry and the triangle inequality are not
demanded: d-privacy, P(S) ≤ e^{ε·d(x,x')} Q(S) for every ordered pair (x, x'), has a meaning
without them. Source: Chatzikokolakis, Andrés, Bordenabe, Palamidessi 2013, Def. 3, whose d is a
metric; this is the only difference.
"""

from __future__ import annotations

from collections.abc import Sequence

from dpverify.defs.errors import ChannelError, NumberError
from dpverify.defs.numbers import Loss, Real, as_eps, number_text
from dpverify.defs.validate import SHOWN, in_cell, sequence, shown

Distance = tuple[tuple[Loss | Real, ...], ...]


def distance_of(given: object, inputs: Sequence[str]) -> Distance:
    """Read a distance matrix.

    Args: given n rows of n numbers (`as_eps`, inf allowed), rows and columns in the order of
        inputs; inputs n labels.
    Raises: ChannelError naming the place of the first fault.
    """
    rows = sequence(given, "distance")
    if len(rows) != len(inputs):
        raise ChannelError(
            f"distance has {len(rows)} rows for {len(inputs)} inputs; it must be square, one row"
            " and one column per input"
        )
    return tuple(_row(row, i, inputs) for i, row in enumerate(rows))


def stated_distance(distance: Distance | None) -> Distance:
    """The distance matrix of a channel; ChannelError where it has none."""
    if distance is None:
        raise ChannelError(
            'metric-dp needs the distance of the inputs; give the channel a "distance" matrix or'
            " pass --distance FILE"
        )
    return distance


def _row(given: object, i: int, inputs: Sequence[str]) -> tuple[Loss | Real, ...]:
    cells = sequence(given, f"row {shown(inputs[i])} of distance")
    if len(cells) != len(inputs):
        raise ChannelError(
            f"row {shown(inputs[i])} of distance has {len(cells)} entries for {len(inputs)}"
            " inputs; it must be square, one row and one column per input"
        )
    return tuple(_entry(cell, i, j, inputs) for j, cell in enumerate(cells))


def _entry(given: object, i: int, j: int, inputs: Sequence[str]) -> Loss | Real:
    try:
        number = as_eps(given, allow_infinity=True)
    except NumberError as error:
        fault = in_cell(inputs[i], inputs[j], error)
        raise ChannelError(f"distance, {fault}") from None
    if i == j and number != 0:
        raise ChannelError(
            f"the distance from {shown(inputs[i])} to itself is {_brief(number)}, must be 0"
        )
    if i != j and number < 0:
        raise ChannelError(
            f"the distance from {shown(inputs[i])} to {shown(inputs[j])} is {_brief(number)},"
            " must be at least 0, or inf"
        )
    return number


def _brief(number: Loss | Real) -> str:
    text = number_text(number)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
