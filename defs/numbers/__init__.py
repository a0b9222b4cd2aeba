"""Exact numbers: `Value`, `Loss`, balls (`Real`), one grammar, outward-rounded decimals.

Trusted: the kernels rely on this package; it uses the standard library and python-flint only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.defs.numbers.convert import (
    as_bound,
    as_eps,
    as_number,
    as_value,
    exp,
    ln,
    number_text,
)
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
from dpverify.defs.numbers.real import Real, ask_of_ties
from dpverify.defs.numbers.value import ONE, ZERO, Value, exceeds, total

if TYPE_CHECKING:
    from dpverify.defs.numbers.decimals import enclosure, number_json

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
    "exceeds",
    "exp",
    "ln",
    "number_json",
    "number_text",
    "parse",
    "total",
]


def __getattr__(name: str) -> Any:
    """What writes numbers into results is loaded when it is first used: no kernel needs it."""
    if name not in ("enclosure", "number_json"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from dpverify.defs.numbers import decimals

    return getattr(decimals, name)


def _vanishes(number: Real) -> bool:
    # Loaded here: few numbers tie.
    from dpverify.defs.numbers.identities import vanishes

    return vanishes(number)


ask_of_ties(_vanishes)
