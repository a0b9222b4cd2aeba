"""A channel as a heat map: inputs down, outputs across, the rows and the event marked.

Of a large channel only what matters is drawn, and the caption says what was left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

from dpverify.defs.numbers import number_text
from dpverify.reports.drawings.figure import Drawing, Figure
from dpverify.reports.drawings.pair import as_float
from dpverify.reports.escape import elided, visible
from dpverify.reports.markup import Html, rounded, tag, text

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from dpverify.defs.channel import Channel

MOST_ROWS, MOST_COLUMNS = 16, 32
WRITTEN = 10  # columns up to which the entries are written into the cells
LABEL = 14
TEXT_WIDTH = 6.8  # of one character of a label
FAINT = 0.4  # where no entry reaches it, colours are stretched
DARK = 0.75  # beyond it the text of a cell is the light one


@dataclass(frozen=True)
class Marked:
    """What a heat map points at: rows by their role (x, x'), and the event."""

    rows: Mapping[str, str]
    event: Collection[str] = ()


def heat_map(
    channel: Channel, name: str, marked: Marked | None = None, *, wide: bool = False
) -> Figure:
    """Return a channel as a figure.

    Args:
        channel: any; of more than 16 rows or 32 columns the most telling are drawn.
        name: of the channel.
        marked: rows and event to point at, None for none.
        wide: whether it has a row of a page to itself.
    """
    marked = marked or Marked({})
    rows, columns = _shown(channel, marked)
    full = _full(channel, rows, columns)
    drawing = HeatMap(channel, name, marked, rows, columns, full)
    caption = _caption(channel, marked, rows, columns, full)
    title = f"The channel {visible(elided(name, 90))}"
    return Figure("channel", title, (drawing,), caption, wide)


def _shown(channel: Channel, marked: Marked) -> tuple[list[int], list[int]]:
    """The rows and columns to draw, in the order of the channel."""
    first = [channel.input_index(label) for label in marked.rows.values()]
    others = (i for i in range(len(channel.inputs)) if i not in first)
    rows = [*first, *others][: max(MOST_ROWS, len(first))]
    if len(channel.outputs) <= MOST_COLUMNS:
        return sorted(rows), list(range(len(channel.outputs)))
    look = first or rows
    entries = [[as_float(channel.entry(i, j)) for i in look] for j in range(len(channel.outputs))]
    event = set(marked.event)
    telling = sorted(
        range(len(channel.outputs)),
        key=lambda j: (
            -(max(entries[j]) - min(entries[j])) - (1e-3 if channel.outputs[j] in event else 0.0),
            -max(entries[j]),
        ),
    )
    return sorted(rows), sorted(telling[:MOST_COLUMNS])


def _full(channel: Channel, rows: Sequence[int], columns: Sequence[int]) -> float:
    """The probability of the full colour: 1, or less where nothing comes near it."""
    largest = max(as_float(channel.entry(i, j)) for i in rows for j in columns)
    return largest if 0 < largest < FAINT else 1.0


def _caption(
    channel: Channel, marked: Marked, rows: Sequence[int], columns: Sequence[int], full: float
) -> str:
    n, m = len(channel.inputs), len(channel.outputs)
    sentences = ["The stronger the colour, the likelier the output (across) on the input (down)."]
    if full < 1:
        sentences.append(f"Full colour is a probability of {full:.3g}.")
    if marked.event:
        sentences.append("Framed: the event S on the marked inputs.")
    if len(rows) < n or len(columns) < m:
        sentences.append(f"Drawn: {len(rows)} of {n} inputs and {len(columns)} of {m} outputs,")
        sentences.append(
            "those where the marked inputs differ most." if marked.rows else "the first."
        )
    for role, label in marked.rows.items() if len(columns) < m else ():
        i = channel.input_index(label)
        remainder = 1 - sum(as_float(channel.entry(i, j)) for j in columns)
        sentences.append(f"Left out on {role}: probability about {max(remainder, 0.0):.3g}.")
    return " ".join(sentences)


@dataclass(frozen=True)
class HeatMap(Drawing):
    """A channel, the rows and columns that are drawn, and the probability of the full colour."""

    channel: Channel
    name: str
    marked: Marked
    rows: Sequence[int]
    columns: Sequence[int]
    full: float

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the drawing."""
        return self._x(len(self.columns)) + 8, self._y(len(self.rows)) + 6

    def svg(self, **attributes: float) -> Html:
        """Return the drawing as an `svg` element of its size, with further attributes."""
        width, height = self.size
        box, spoken = f"0 0 {rounded(width)} {rounded(height)}", f"heat map of {self.name}"
        down = tag("desc", text(f"inputs, down: {', '.join(self._inputs)}; outputs across"))
        parts = [tag("title", text(spoken)), down]
        for place in range(len(self.columns)):
            parts += self._column_label(place)
        for place in range(len(self.rows)):
            parts += self._row(place)
        return tag(
            "svg", *parts, *self._frames(), viewbox=box, width=width, height=height, role="img",
            aria_label=spoken, **attributes,
        )  # fmt: skip

    @property
    def _written(self) -> bool:
        return len(self.columns) <= WRITTEN

    @property
    def _cell(self) -> tuple[float, float]:
        return (66.0, 34.0) if self._written else (19.0, 19.0)

    @cached_property
    def _inputs(self) -> list[str]:
        return [self._label(self.channel.inputs[i]) for i in self.rows]

    @cached_property
    def _outputs(self) -> list[str]:
        return [self._label(self.channel.outputs[j]) for j in self.columns]

    def _label(self, label: str) -> str:
        return elided(visible(label), 8 if self._written else LABEL)

    def _x(self, column: int) -> float:
        roles = 26 if self.marked.rows else 0
        return roles + 10 + TEXT_WIDTH * max(map(len, self._inputs)) + column * self._cell[0]

    def _y(self, row: int) -> float:
        head = 18.0 if self._written else 10 + TEXT_WIDTH * max(map(len, self._outputs))
        return head + 12 + row * self._cell[1]

    def _column_label(self, column: int) -> Iterator[Html]:
        """Across, or upright where columns are narrow; an output of the event has an arrow."""
        label = self.channel.outputs[self.columns[column]]
        inner = tag("title", text(label)), text(self._outputs[column])
        x, y = self._x(column) + self._cell[0] / 2, self._y(0) - 12
        if self._written:
            yield tag("text", *inner, x=x, y=y, class_="name mid")
        else:
            turned = f"rotate(-90 {rounded(x + 4)} {rounded(y)})"
            yield tag("text", *inner, x=x + 4, y=y, class_="name", transform=turned)
        if label in self.marked.event:
            arrow = f"M{rounded(x - 5)},{rounded(y + 4)}h10l-5,6z"
            yield tag("path", d=arrow, class_="event")

    def _row(self, row: int) -> Iterator[Html]:
        """The label of an input, what it is to the claim, and its entries."""
        label = self.channel.inputs[self.rows[row]]
        middle = self._y(row) + self._cell[1] / 2 + 4
        inner = tag("title", text(label)), text(self._inputs[row])
        yield tag("text", *inner, x=self._x(0) - 6, y=middle, class_="name end")
        for role, marked in self.marked.rows.items():
            if marked == label:
                yield tag("text", text(role), x=2, y=middle, class_="bold")
        for column in range(len(self.columns)):
            yield from self._entry(row, column)

    def _entry(self, row: int, column: int) -> Iterator[Html]:
        wide, high = self._cell
        x, y = self._x(column), self._y(row)
        entry = self.channel.entry(self.rows[row], self.columns[column])
        near, exact = as_float(entry), number_text(entry)
        detail = f"P({self._outputs[column]} | {self._inputs[row]}) = {elided(exact, 60)}"
        strength = 0.0 if entry == 0 else 0.06 + 0.94 * near / self.full
        yield tag(
            "rect", tag("title", text(detail)), x=x, y=y, width=wide, height=high, class_="cell",
            fill_opacity=strength,
        )  # fmt: skip
        if self._written:
            shown = exact if len(exact) <= 8 else f"{near:.3g}"
            style = "value on" if strength > DARK else "value"
            yield tag("text", text(shown), x=x + wide / 2, y=y + high / 2 + 4, class_=style)

    def _frames(self) -> Iterator[Html]:
        """Around the entries of the marked inputs at the event."""
        wide, high = self._cell
        chosen, event = set(self.marked.rows.values()), set(self.marked.event)
        rows = [r for r, i in enumerate(self.rows) if self.channel.inputs[i] in chosen]
        columns = [c for c, j in enumerate(self.columns) if self.channel.outputs[j] in event]
        for row, column in product(rows, columns):
            yield tag(
                "rect", x=self._x(column) + 1, y=self._y(row) + 1, class_="frame",
                width=wide - 2, height=high - 2,
            )  # fmt: skip
