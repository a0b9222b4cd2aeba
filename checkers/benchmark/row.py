"""One row of the benchmark table, as finished text and the numbers behind it."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Literal

from dpverify.defs.numbers import Number, enclosure

if TYPE_CHECKING:
    from dpverify.checkers.verdict import Measured

EXACT_DIGITS = 15
"""Digits that are known before a number is rounded to six."""
Verdict = Literal["holds", "violates", "unknown"]


@dataclass(frozen=True)
class Row:
    """What is known of one mechanism at given parameters.

    Args: id, name, parameters as a target spells them; claim as the mechanism states it; tight the
        tight ε (or another parameter, named) exactly, or an interval with both ends proved; value
        in decimals at the parameters; attained "attained", "limit", "?" where not decided, or "";
        verdict on the claim at these parameters; witness inputs and event; validity over sizes and
        ε; evidence which kinds of argument stand behind it; not_rechecked what of the row the
            kernel did not re-check, and why where it is more than witness and validity; relation
            how entries move, where it is not the mechanism's own; seconds for all of that.
    """

    id: str
    name: str
    parameters: str
    claim: str
    tight: str
    value: str
    attained: str
    verdict: Verdict
    witness: str
    validity: str
    evidence: str
    not_rechecked: str
    relation: str = ""
    seconds: float = 0.0


def six_digits(number: Number) -> str:
    """Six digits for a table, of a number of any size; the exact one stands beside it."""
    if str(number) == "inf":
        return "∞"
    digits, power, exponent = f"{Decimal(enclosure(number, EXACT_DIGITS)[0]):.6g}".partition("e")
    if "." in digits:
        digits = digits.rstrip("0").rstrip(".")
    return digits + power + exponent


def unread(measured: Measured, beside: str) -> str:
    """What of a row the kernel did not re-check.

    Args: measured the tight value, from the gate; the verdict follows by one comparison. beside
        what the row says besides that the measured document does not.
    """
    why = measured.not_rechecked
    return beside if why is None else f"all: {why}"
