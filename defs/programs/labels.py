"""What a program may return, and the label that each output has in the channel.

What must never change: outputs of different types have different labels (`1`, `1.0`, `True` and
`'1'` are four), equal outputs of one type have one, and a NumPy scalar has the label of the Python
value that it holds. A float here is a name, written by its shortest digits; it is never a number to
compute a probability with.
"""

from __future__ import annotations

import struct
import sys
from copy import copy
from fractions import Fraction
from typing import Any

from dpverify.defs.documents.shift import Shift
from dpverify.defs.errors import ProgramError
from dpverify.defs.numbers import Value, number_text
from dpverify.defs.validate import shown

MAX_LABEL = 10_000
"""Characters of a label; a longer output is no output that a reader could look at."""

STAR = "•"
"""Stands in the label of an output for a value with continuous noise."""


class Released:
    """What such a value is replaced by; its label is `STAR`, without quotes."""

    def __repr__(self) -> str:
        return STAR


RELEASED = Released()


class Labelled:
    """An output that has its label already.

    Args: text the label.
    """

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


_PLAIN = (bool, int, type(None), float, bytes)
_RESERVED = {"None", "True", "False", "inf", "nan"}


def label_of(output: Any) -> str:
    """The label of an output: None, bool, int, str, bytes, Fraction, float, or tuples of these.

    Also a Value, and NumPy scalars. A text that is one word stands without quotes.

    Raises: ProgramError for any other type; give the mechanism a `key=` then.

    >>> [label_of(x) for x in (1, 1.0, True, "1", "yes", ("a b", None), Fraction(1, 2))]
    ['1', '1.0', 'True', "'1'", 'yes', "('a b', None)", '1/2']
    """
    try:
        text = _text(output)
    except RecursionError:
        raise ProgramError("returns tuples in tuples, too deep to be told apart") from None
    if len(text) > MAX_LABEL:
        raise ProgramError(
            f"returns an output of {len(text)} characters; at most {MAX_LABEL} can be told apart"
            " here, so give the mechanism a key= that shortens it"
        )
    return text


def as_seen(output: Any) -> Any:
    """An output as a receiver of its label has it: equal, and made of objects of its own.

    A function that gets it cannot tell by `is` which of two equal objects a program returned. What
    has no label, a value with continuous noise among it, stays as it is.

    Raises: ProgramError for tuples in tuples without end.
    """
    try:
        return _anew(output)
    except RecursionError:
        raise ProgramError("returns tuples in tuples, too deep to be told apart") from None


def _anew(output: Any) -> Any:
    kind = type(output)
    if kind is tuple or kind is list:
        return kind(map(_anew, output))
    if kind is str:
        return output.encode("utf-8", "surrogatepass").decode("utf-8", "surrogatepass")
    if kind is bytes:
        return bytes(bytearray(output))
    if kind is float:
        return struct.unpack(">d", struct.pack(">d", output))[0]
    if kind is int:
        length = output.bit_length() // 8 + 1
        return int.from_bytes(output.to_bytes(length, "big", signed=True), "big", signed=True)
    if kind is Fraction:
        return Fraction(_anew(output.numerator), _anew(output.denominator))
    if _of_numpy(kind):
        return output.copy() if output.ndim else output.reshape(())[()]
    return copy(output) if kind is Value else output


def _text(output: Any) -> str:
    kind = type(output)
    if kind is str:
        word = output.isidentifier() and output not in _RESERVED
        return str(output) if word else ascii(output) if _hidden(output) else repr(output)
    if kind in _PLAIN:
        return _number_or_repr(output)
    if kind is tuple:
        inside = ", ".join(_text(member) for member in output)
        return f"({inside},)" if len(output) == 1 else f"({inside})"
    if kind is Fraction:
        return f"{output.numerator}/{output.denominator}"
    if kind is Value:
        return f"Value({number_text(output)})"
    if kind in (Released, Labelled):
        return STAR if kind is Released else str(output.text)
    if kind is Shift:
        return f"Shift({_shift_text(output)})"
    # The value that a date holds leaves out its unit.
    if _of_numpy(kind) and output.ndim == 0 and output.dtype.kind not in "mM":
        held = held_by(output)
        if type(held).__module__ != "numpy":
            return _text(held)
    raise ProgramError(
        f"returns {shown(output)} ({kind.__name__}); return None, a bool, int, str, bytes,"
        " Fraction or a tuple of these, or give the mechanism a key= that makes one of it"
    )


def _shift_text(shift: Shift) -> str:
    parts = [name if k == 1 else f"{k}*{name}" for name, k in shift.gaps]
    if shift.constant or not parts:
        parts.insert(0, str(shift.constant))
    return " + ".join(parts).replace("+ -", "- ")


def _of_numpy(kind: type) -> bool:
    """Whether a type is NumPy's own; any class may say that its module is numpy."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and (issubclass(kind, numpy.generic) or kind is numpy.ndarray)


def held_by(scalar: Any) -> Any:
    """The Python value that a scalar of NumPy holds; of texts all, where `item` cuts zeros off."""
    if isinstance(scalar, str):
        return str.__getitem__(scalar, slice(None))
    if isinstance(scalar, bytes):
        return bytes.__getitem__(scalar, slice(None))
    return scalar.item()


def _number_or_repr(output: Any) -> str:
    if type(output) is float and output != output:  # noqa: PLR0124  not a number
        return _not_a_number(output)
    try:
        return repr(output)
    except ValueError:  # an int of more digits than Python prints
        raise ProgramError(
            "returns an integer of thousands of digits; give the mechanism a key= that shortens it"
        ) from None


def _not_a_number(output: float) -> str:
    """The label of a NaN: a receiver sees its sign and its payload."""
    bits = struct.pack(">d", output).hex()
    return "nan" if bits == "7ff8000000000000" else f"nan:{bits}"


def _hidden(text: str) -> bool:
    return not text.isprintable()
