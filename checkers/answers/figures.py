"""A number as a document states it, and how texts, numbers and labels are written in one.

A shape takes no part in reading: what reads a document says itself what it refuses. The published
schemas are made of shapes (`scripts/make_schemas.py`); those with a name stand in `numbers.json`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

from dpverify.checkers.bounds import Bounds
from dpverify.defs.errors import SchemaError, Undecided
from dpverify.defs.lazy_dataclass import lazy_dataclass
from dpverify.defs.numbers import Number, Real, Value, number_json, number_text
from dpverify.defs.numbers.balls import ball_bounds
from dpverify.defs.numbers.decimals import outward
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


@lazy_dataclass(frozen=True)
class Shape:
    """A form in the words of JSON Schema; where it has a name, it is published under that."""

    form: Mapping[str, Any]
    name: str | None = None

    def __hash__(self) -> int:
        """By identity of the form: a mapping has no hash, and types are kept in caches."""
        return hash((id(self.form), self.name))


def limited(**form: Any) -> Shape:
    """What is asked of one member besides its type."""
    return Shape(form)


TEXT_SHAPE: Final = Shape(
    {
        "description": "An exact number: integers, 3/4, decimals, exp(…), ln(…), + - * /,"
        " parentheses, ** with an exponent; inf where infinity has a meaning.",
        "type": "string",
        "minLength": 1,
        "maxLength": 10000,
    },
    "text",
)
GIVEN_SHAPE: Final = Shape(
    {
        "description": "A number as people write it: a text, or a JSON number, which is read from"
        " its digits.",
        "type": ["string", "number"],
    },
    "given",
)
DECIMAL_SHAPE: Final = Shape(
    {"type": "string", "pattern": "^(-?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?|-?inf)$"}, "decimal"
)
LABELS_SHAPE: Final = Shape(
    {"type": "array", "items": {"type": "string"}, "minItems": 1, "uniqueItems": True}, "labels"
)
DIGEST_SHAPE: Final = Shape({"type": "string", "pattern": "^sha256:[0-9a-f]{64}$"}, "digest")

NumberText: TypeAlias = Annotated[str, TEXT_SHAPE]
"""The exact text of a number, which is not read here."""
GivenNumber: TypeAlias = Annotated[str | int | float, GIVEN_SHAPE]
"""A number of a file that people write."""
Labels: TypeAlias = Annotated[tuple[str, ...], LABELS_SHAPE]
"""Names of inputs or of outputs."""
Digest: TypeAlias = Annotated[str, DIGEST_SHAPE]
"""The sha256 of what something says."""


@lazy_dataclass(frozen=True)
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


Text: TypeAlias = Annotated[Figure, TEXT]
"""A number that stands as its text."""
Positive: TypeAlias = Annotated[int, limited(minimum=1)]
"""A count of what there is at least one of."""
EntryId: TypeAlias = Annotated[str, limited(pattern="^[a-z0-9]+([.-][a-z0-9]+)*$")]
"""The permanent name of an entry of the registry."""


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
    return number.to_json() if isinstance(number, (Bounds, Figure)) else number_json(number)


def short_json(number: Number | Bounds | Figure) -> Any:
    """The text of a number; where no reader would take it, or there is none, its bounds."""
    if isinstance(number, (Bounds, Figure)):
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
        lower, upper = outward(low, high)
        return {"exact": None, "lower": lower, "upper": upper}
