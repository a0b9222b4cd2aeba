"""Exact numbers: `Value`, `Loss`, balls (`Real`), one grammar, outward-rounded decimals.

Trusted: the kernels rely on this package; it uses the standard library and python-flint only.
"""

from __future__ import annotations

from dpverify.defs.numbers.convert import (
    as_bound,
    as_eps,
    as_number,
    as_value,
    exp,
    ln,
    number_json,
    number_text,
)
from dpverify.defs.numbers.decimals import enclosure
from dpverify.defs.numbers.errors import (
    UNDECIDED_CODES,
    DpverifyError,
    InputError,
    NumberError,
    Undecided,
)
from dpverify.defs.numbers.functions import Number
from dpverify.defs.numbers.grammar import parse
from dpverify.defs.numbers.loss import INFINITY, Loss
from dpverify.defs.numbers.real import Real
from dpverify.defs.numbers.value import ONE, ZERO, Value, total

__all__ = [
    "INFINITY",
    "ONE",
    "UNDECIDED_CODES",
    "ZERO",
    "DpverifyError",
    "InputError",
    "Loss",
    "Number",
    "NumberError",
    "Real",
    "Undecided",
    "Value",
    "as_bound",
    "as_eps",
    "as_number",
    "as_value",
    "enclosure",
    "exp",
    "ln",
    "number_json",
    "number_text",
    "parse",
    "total",
]
