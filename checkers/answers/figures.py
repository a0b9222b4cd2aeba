"""A number as a document states it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from dpverify.checkers.bounds import Bounds
from dpverify.defs.errors import SchemaError, Undecided
from dpverify.defs.numbers import Number, Real, Value, number_json, number_text
from dpverify.defs.numbers.balls import ball_bounds
from dpverify.defs.numbers.decimals import DIGITS, decimal_text, readable
from dpverify.defs.numbers.limits import MAX_TEXT

if TYPE_CHECKING:
    # With defaults, so that `Witness` alone is one with exact numbers. Type checkers know this
    # module without its being installed; at run time the defaults are not needed.
    from typing_extensions import TypeVar

    P_co = TypeVar("P_co", default=Value, covariant=True)
    N_co = TypeVar("N_co", default=Number, covariant=True)
else:
    from typing import TypeVar

    P_co = TypeVar("P_co", covariant=True)
    """A probability: exact in an engine's answer, a `Figure` in a document that was read."""
    N_co = TypeVar("N_co", covariant=True)
    """Any other number, in the same way."""

SHORT: Final = "short"
"""Marks a number that stands as its text, or as a figure where no reader would take the text."""
TEXT: Final = "text"
"""Marks a number that always stands as its text."""
DOCUMENT_BITS: Final = 136


@dataclass(frozen=True)
class Figure:
    """The exact text of a number, where it is known and short enough, and its decimal bounds.

    A number that stands as a text alone has no bounds here. `omitted`: the length of an exact text
    that was left out.
    """

    exact: str | None
    lower: str | None = None
    upper: str | None = None
    omitted: int | None = None

    def to_json(self) -> dict[str, Any] | str:
        """The number as the document states it."""
        if self.lower is None:
            return self.exact or ""
        first = {"exact": self.exact} if self.omitted is None else {"exact_omitted": self.omitted}
        return {**first, "lower": self.lower, "upper": self.upper}


def figure_of(number: Number | Bounds) -> Figure:
    """The figure of a number, with decimal bounds."""
    return read_figure(figure_json(number))


def read_figure(form: Any) -> Figure:
    """The figure that a document states, as a text or with its bounds.

    Raises: SchemaError for anything else.
    """
    if isinstance(form, str):
        return Figure(form)
    if not isinstance(form, dict) or not {"lower", "upper"} <= set(form):
        raise SchemaError(f"a number stands as a text or with its bounds, not as {form!r}")
    return Figure(form.get("exact"), form["lower"], form["upper"], form.get("exact_omitted"))


def figure_json(number: Number | Bounds | Figure) -> Any:
    """A number with its bounds, or bounds alone."""
    return number_json(number) if not isinstance(number, Bounds | Figure) else number.to_json()


def short_json(number: Number | Bounds | Figure) -> Any:
    """The text of a number; where no reader would take it, or there is none, its bounds."""
    if isinstance(number, Bounds | Figure):
        return number.to_json()
    if isinstance(number, Real):
        return _enclosed(number)
    text = number_text(number)
    return text if len(text) <= MAX_TEXT else number_json(number)


def text_json(number: Number | Figure) -> Any:
    """The text of a number, however long."""
    return number.to_json() if isinstance(number, Figure) else number_text(number)


def _enclosed(number: Real) -> dict[str, Any]:
    try:
        return number_json(number)
    except Undecided:  # fewer digits than are printed elsewhere: the bounds that there are
        low, high = ball_bounds(number.ball(DOCUMENT_BITS))
        bounds = decimal_text(low, DIGITS, up=False), decimal_text(high, DIGITS, up=True)
        lower, upper = readable(*bounds)
        return {"exact": None, "lower": lower, "upper": upper}
