"""Numbers as readers see them: the exact text beside a short decimal.

The decimals here are for reading only; whatever is decided was decided on the exact numbers.
"""

from __future__ import annotations

from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal
from typing import TYPE_CHECKING

from dpverify.defs.numbers import Loss, enclosure, parse
from dpverify.reports.escape import shortened
from dpverify.reports.model import Inline, Span

if TYPE_CHECKING:
    from dpverify.checkers.answers.figures import Figure
    from dpverify.defs.numbers import Number

DIGITS = 10
LONG, LONGEST = 60, 20_000
"""Characters from which on a number folds, and up to which a page carries it whole."""
# The exponents of the default context end at ±999999; probabilities go beyond.
CONTEXT = Context(prec=DIGITS, Emin=MIN_EMIN, Emax=MAX_EMAX)


def exact_text(figure: Figure) -> str | None:
    """Return the exact text for display (shortened), None where there is only an enclosure."""
    return None if figure.exact is None else shortened(figure.exact)


def number_span(exact: str) -> Span:
    """Return an exact number, shortened; what can be unfolded has all of it."""
    full = exact if LONG < len(exact) <= LONGEST else ""
    return Span(shortened(exact), "code", full)


def decimal_of(number: Number) -> str:
    """Return about ten digits of a number, marked ≈ unless they are all of it.

    >>> decimal_of(parse("3/4"))
    '0.75'
    """
    if isinstance(number, Loss) and number.is_infinite:
        return "inf"
    return decimal_between(*enclosure(number, DIGITS + 6))


def decimal_between(lower: str, upper: str) -> str:
    """Return the digits on which two outward-rounded bounds agree, as one decimal.

    >>> decimal_between("0.5", "inf")
    'in [0.5, inf]'
    """
    if lower == upper:
        return _short(lower)
    low, high = Decimal(lower), Decimal(upper)
    if high.is_infinite():
        return f"in [{lower}, {upper}]"
    rounded = [bound.normalize(CONTEXT) for bound in (low, high)]
    if rounded[0] == rounded[1]:
        return f"≈ {_plain(rounded[0])}"
    middle = (low + high) / 2
    if high - low <= abs(middle) * Decimal("1e-6"):
        return f"≈ {_plain(middle.normalize(CONTEXT))}"
    return f"in [{lower}, {upper}]"


def _short(text: str) -> str:
    if len(text) <= DIGITS + 4:
        return text
    return f"≈ {_plain(Decimal(text).normalize(CONTEXT))}"


def _plain(number: Decimal) -> str:
    """Return a decimal without an exponent where that stays short."""
    if number == 0 or Decimal("1e-5") <= abs(number) < Decimal("1e12"):
        return f"{number:f}"
    return f"{number:E}".replace("E+", "e").replace("E", "e")


def figure_spans(figure: Figure) -> tuple[Inline, ...]:
    """Return "exact = decimal" for a number of a document."""
    decimal = figure_decimal(figure)
    if figure.exact is None:
        return (decimal,)
    exact = number_span(figure.exact)
    if decimal in (exact.text, "inf"):
        return (exact,)
    joint = " " if decimal.startswith(("≈", "in")) else " = "
    return (exact, joint, decimal)


def figure_rounded(figure: Figure) -> Decimal | None:
    """Return the decimal of a number of a document; None where only an interval is shown."""
    text = figure_decimal(figure)
    number = None if text.startswith("in [") else Decimal(text.removeprefix("≈ "))
    return number if number is not None and number.is_finite() else None


def figure_decimal(figure: Figure) -> str:
    """Return the decimal of a number of a document."""
    if figure.lower is None or figure.upper is None:
        return decimal_of(parse(figure.exact or "", allow_infinity=True))
    return decimal_between(figure.lower, figure.upper)
