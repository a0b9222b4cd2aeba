"""The laws of a port and of real code on the same inputs, under labels that can be compared.

What must never change: an answer that both laws are equal comes from exact probabilities alone, on
every input that was asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dpverify.checkers.budget import Budget
from dpverify.checkers.programs.passes import may_iterate_sets
from dpverify.defs.as_run.receiver import raised, without_types
from dpverify.defs.channel import Channel
from dpverify.defs.clock import watched
from dpverify.defs.errors import ProgramError, Undecided, UsageError
from dpverify.defs.neighbours import ALONE
from dpverify.defs.numbers import Value, total
from dpverify.defs.programs import enumeration
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.validate import shown

ORDER_OF_SETS = (
    "nothing depends on the order in which a set is gone through (one seed of hashes was tried)"
)


@dataclass(frozen=True)
class Gap:
    """Where two laws differ: the input, the distance there, the output that shows it best.

    Args: distance the total variation of the two laws, ½·Σ|p − q|; probabilities of the output in
        the port and in the real code.
    """

    input: str
    distance: Value
    output: str
    probabilities: tuple[Value, Value]


def law_of(subject: Mechanism | Channel, seconds: float | None) -> Channel | str:
    """The channel of a mechanism, on every path; a text that says why there is none.

    What a real function refuses to be enumerated for is no mistake of it: samples may still tell.
    """
    if isinstance(subject, Channel):
        return subject
    tick = Budget(seconds).check
    try:
        with watched(tick):
            channel = enumeration.channel_of(subject, tick=tick)
    except (ProgramError, Undecided) as error:
        return str(error)
    return channel.resting_on((ORDER_OF_SETS,)) if may_iterate_sets(subject) else channel


def compared(port: Channel, inputs: Sequence[str], *, types: bool, exceptions: bool) -> Channel:
    """The channel of a port on some inputs, its outputs labelled as those of real code are.

    Args: types whether outputs that differ in their types alone are two; exceptions whether the
        text "raises ValueError" stands for that exception.
    Raises: UsageError for an input that the port does not have.
    """
    missing = [label for label in inputs if label not in port.inputs]
    if missing:
        known = ", ".join(port.inputs[:5]) + (", …" if len(port.inputs) > 5 else "")
        raise UsageError(f"the port has no input {missing[0]}; it has {shown(known)}")
    rows = [_renamed(port, label, types=types, exceptions=exceptions) for label in inputs]
    outputs = list(dict.fromkeys(label for row in rows for label in row))
    zero = Value(0)
    matrix = [[row.get(label, zero) for label in outputs] for row in rows]
    near = ALONE if len(inputs) == 1 else "all"
    return Channel(inputs, outputs, matrix, near).resting_on(port.assumptions)


def _renamed(port: Channel, given: str, *, types: bool, exceptions: bool) -> dict[str, Value]:
    row: dict[str, Value] = {}
    for label, p in zip(port.outputs, port.row(port.input_index(given)), strict=True):
        name = label if types else without_types(label)
        name = raised(name) if exceptions else name
        row[name] = row[name] + p if name in row else p
    return row


def gaps(port: Channel, real: Channel, inputs: Sequence[str]) -> list[Gap]:
    """For each input how far the laws are apart; outputs that one of them lacks have mass 0."""
    return [_gap(port, real, label) for label in inputs]


def _gap(port: Channel, real: Channel, given: str) -> Gap:
    laws = [
        dict(zip(channel.outputs, channel.row(channel.input_index(given)), strict=True))
        for channel in (port, real)
    ]
    zero = Value(0)
    labels = dict.fromkeys([*laws[0], *laws[1]])
    both = [(y, laws[0].get(y, zero), laws[1].get(y, zero)) for y in labels]
    # Both laws sum to 1, so that what one has more is what the other has more.
    more = [p - q for _, p, q in both if p > q]
    label, p, q = max(both, key=lambda row: _Size(row[1], row[2]))
    return Gap(given, total(more), label, (p, q))


class _Size:
    """|p − q|, to be compared; the first of equal ones is kept."""

    def __init__(self, p: Value, q: Value) -> None:
        self.size = p - q if p >= q else q - p

    def __lt__(self, other: _Size) -> bool:
        return self.size < other.size

    def __gt__(self, other: _Size) -> bool:
        return self.size > other.size
