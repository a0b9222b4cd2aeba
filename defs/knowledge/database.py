"""Databases as inputs of a channel: mechanisms that are any program on the vector of records.

A database is named by the label that a program's tuple has, the values of its records in order.
"""

from __future__ import annotations

from dpverify.defs.channel import Channel
from dpverify.defs.errors import DomainError
from dpverify.defs.numbers import Value
from dpverify.defs.validate import shown


def database_label(data: tuple[str, ...]) -> str:
    """The label of a database.

    >>> database_label(("0", "yes")), database_label(("1",))
    ('(0, yes)', '(1,)')
    """
    return f"({data[0]},)" if len(data) == 1 else f"({', '.join(data)})"


def row_of(channel: Channel, data: tuple[str, ...]) -> dict[str, Value]:
    """The law of the output for a database.

    Raises: DomainError where the channel has no such input.
    """
    label = database_label(data)
    if label not in channel.inputs:
        raise DomainError(
            f"the mechanism has no input {shown(label)}, a database of the scenario; its inputs"
            f" are to be all of them, such as {shown(channel.inputs[0])}"
        )
    row = channel.row(channel.inputs.index(label))
    return {o: p for o, p in zip(channel.outputs, row, strict=True) if not p.is_zero}
