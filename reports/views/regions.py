"""Where released values lie, as one would say it: "released ≤ -1/2", "-1/2 ≤ v2 - v1 ≤ 1/2"."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final

from dpverify.defs.numbers import parse
from dpverify.reports.figures import decimal_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpverify.checkers.answers.places import RegionPart

VALUE: Final = "•"
"""How a word shows a value that is released."""
LONGEST: Final = 16
"""Characters of a number beyond which it is rounded; the document has it whole."""


def region_text(part: RegionPart) -> str:
    """Return a word with what is asked of its released values: "released", or v1, v2, …."""
    if part.factors is None or part.where is None:
        return part.word
    factors = [Fraction(text) for text in part.factors]
    used = [number for number, factor in enumerate(factors) if factor]
    if len(used) == 1:  # "-1*v1 ≥ 1/2" is "v1 ≤ -1/2"
        unit, name = factors[used[0]], "released" if part.word == VALUE else f"v{used[0] + 1}"
    else:
        unit, name = Fraction(1), _form(factors)
    ranges = [
        _range(name, [_end(end, unit) for end in ends], turned=unit < 0) for ends in part.where
    ]
    asked = " or ".join(ranges) or "nothing"
    return asked if set(part.word) <= set(f"{VALUE}(), ") else f"{part.word} with {asked}"


def _form(factors: Sequence[Fraction]) -> str:
    """The sum of multiples of values, such as "v2 - v1": those that are added first."""
    terms = [(factor, f"v{number}") for number, factor in enumerate(factors, 1) if factor]
    text = ""
    for factor, name in sorted(terms, key=lambda term: term[0] < 0):
        sign = (" - " if factor < 0 else " + ") if text else "-" * (factor < 0)
        size = abs(factor)
        text += f"{sign}{name if size == 1 else f'{_short(size)}*{name}'}"
    return text or "0"


def _end(text: str | None, unit: Fraction) -> Fraction | None:
    return None if text is None else Fraction(text) / unit


def _range(name: str, ends: Sequence[Fraction | None], *, turned: bool) -> str:
    low, high = reversed(ends) if turned else ends
    below = "" if low is None else f"{_short(low)} ≤ "
    if low is not None and high is None:
        return f"{name} ≥ {_short(low)}"
    return f"{below}{name}{'' if high is None else f' ≤ {_short(high)}'}"


def _short(number: Fraction) -> str:
    text = str(number)
    if len(text) <= LONGEST:
        return text
    decimal = decimal_of(parse(text))
    return f"{decimal.removeprefix('≈ ')}…" if decimal.startswith("≈") else decimal
