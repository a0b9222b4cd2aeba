"""The page of `dpverify explore`: what can be changed, the answer as it follows, what to save.

What must never change: its script (`explore.js`) moves texts between fields and the server and
computes no answer; the page speaks to the server it came from and to nobody else.
"""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Protocol

from dpverify.reports.html.page import page, resource
from dpverify.reports.markup import NOTHING, Html, join, tag, text
from dpverify.reports.model import code

if TYPE_CHECKING:
    from collections.abc import Sequence

EPS, DELTA = "1", "0"
"""The claim to begin with."""
EDITS = {
    "add-input": "Add an input",
    "add-output": "Add an output",
    "remove-input": "Remove the last input",
    "remove-output": "Remove the last output",
}
SAVED = {"page": "Save the page", "json": "Save JSON", "test": "Save a test"}
STEPS = 200


class TableForm(Protocol):
    """A channel as texts."""

    @property
    def inputs(self) -> Sequence[str]:
        """Labels of the rows."""

    @property
    def outputs(self) -> Sequence[str]:
        """Labels of the columns."""

    @property
    def matrix(self) -> Sequence[Sequence[str]]:
        """Rows of exact numbers."""

    @property
    def neighbours(self) -> str | Sequence[Sequence[int]]:
        """Pairs of places of inputs, or "all"."""

    @property
    def directed(self) -> bool:
        """Whether pairs count in their order alone."""


class Keyword(Protocol):
    """A parameter of a program: its name, its kind, its value as a text."""

    @property
    def name(self) -> str:
        """As the program spells it."""

    @property
    def kind(self) -> str:
        """One of number, integer, switch and text."""

    @property
    def value(self) -> str:
        """The value to begin with."""


def explore_page(name: str, controls: str, *, version: int, watched: bool) -> str:
    """Return the page.

    Args:
        name: what the subject is called.
        controls: markup of `controls_html`.
        version: how often its file was saved.
        watched: whether the page follows the file.
    """
    claims = tag("a", text("The claims about privacy itself"), href="claims/")
    status = tag("p", text("Asking …"), id="says", role="status", aria_live="polite",
                 aria_atomic="true")  # fmt: skip
    answer = tag("div", id="answer", aria_busy="true")
    curve = tag("div", id="curve")
    buttons = (tag("button", text(words), type="button", class_="button", data_save=form)
               for form, words in SAVED.items())  # fmt: skip
    saved = tag(
        "section", tag("h2", text("Save what you see")), tag("p", *buttons, class_="buttons"),
        tag("p", text(
            "The page and the JSON document hold the claim above as it was decided; the test"
            " decides it anew. A program is run again for it, in fresh processes."
        ), class_="note"), class_="card",
    )  # fmt: skip
    return page(
        ("Explore ", code(name)),
        tag("form", Html(controls), id="controls", autocomplete="off", data_version=f"{version}",
            data_watched=watched, aria_label="what can be changed"),
        tag("div", status, class_="live"),
        answer,
        curve,
        saved,
        under=tag("p", claims, class_="under"),
        script=resource("explore.js"),
        style=resource("explore.css"),
        speaks=True,
    )  # fmt: skip


def controls_html(
    table: TableForm | None, parameters: Sequence[Keyword], *, moves: bool = False
) -> Html:
    """Return the fields of the claim and of the subject, in the order of the keyboard.

    Args: table of a channel, None for a program; its parameters; moves whether it says how all its
        inputs move: then all of them are asked about, unless the reader chooses those listed.
    """
    claim = tag(
        "fieldset", tag("legend", text("The claim")),
        _slider("claim-eps", "ε, the privacy loss", EPS, (0.0, 5.0, 0.01)),
        _slider("claim-delta", "δ, what may go beyond", DELTA, (0.0, 1.0, 0.005)),
        _switch("all-inputs", "all inputs, not only those that are listed", on=True)
        if moves else NOTHING,
        class_="card", id="claim",
    )  # fmt: skip
    return join((claim, _program(parameters) if table is None else _channel(table)), "\n")


def _program(parameters: Sequence[Keyword]) -> Html:
    fields = [_parameter(keyword) for keyword in parameters]
    if not fields:
        fields = [tag("p", text("This program has no keyword parameters to move."))]
    legend = tag("legend", text("The program's parameters"))
    return tag("fieldset", legend, *fields, class_="card", id="parameters")


def _parameter(keyword: Keyword) -> Html:
    name, value = keyword.name, keyword.value
    field = f"parameter-{name}"
    if keyword.kind == "switch":
        return _switch(field, name, on=value == "true", parameter=name)
    if keyword.kind == "text":
        line = tag("input", type="text", id=field, value=value, data_parameter=name)
        return tag("div", tag("label", text(name), for_=field), line, class_="control")
    ends = integer_ends(value) if keyword.kind == "integer" else number_ends(value)
    return _slider(field, name, value, ends, parameter=name)


def _switch(field: str, label: str, *, on: bool, parameter: str | None = None) -> Html:
    box = tag("input", type="checkbox", id=field, checked=on, data_parameter=parameter)
    return tag("div", box, tag("label", text(label), for_=field), class_="control switch")


def _slider(
    field: str, label: str, value: str, ends: tuple[float, float, float],
    parameter: str | None = None,
) -> Html:  # fmt: skip
    """A slider, and beside it the exact number, which may also be typed."""
    low, high, step = (f"{number:.10g}" for number in ends)
    slider = tag("input", type="range", id=field, min=low, max=high, step=step,
                 value=f"{_near(value):.10g}", data_text=f"{field}-text")  # fmt: skip
    exact = tag("input", type="text", id=f"{field}-text", value=value, inputmode="decimal",
                spellcheck="false", aria_label=f"{label}, exactly", data_slider=field,
                data_parameter=parameter)  # fmt: skip
    return tag("div", tag("label", text(label), for_=field), slider, exact, class_="control")


def number_ends(value: str) -> tuple[float, float, float]:
    """Return least, greatest and step of a slider: beyond twice the value, to a round number.

    >>> number_ends("1/2")
    (0.005, 1.0, 0.005)
    >>> number_ends("-3")
    (-10.0, 10.0, 0.05)
    """
    near = _near(value)
    high = _round_above(2 * abs(near) or 1.0)
    step = high / STEPS
    return (step if near > 0 else -high, high, step)


def integer_ends(value: str) -> tuple[float, float, float]:
    """Return the same in whole numbers.

    >>> integer_ends("10")
    (0.0, 20.0, 1.0)
    >>> integer_ends("-3")
    (-13.0, 13.0, 1.0)
    """
    near = _near(value)
    high = max(2 * abs(near), abs(near) + 10)
    return (0.0 if near >= 0 else -high, high, 1.0)


def _round_above(number: float) -> float:
    """The least of 1, 2, 5, 10, … that is not below a number > 0.

    >>> _round_above(4.0), _round_above(0.3)
    (5.0, 0.5)
    """
    power = 10.0 ** math.floor(math.log10(number))
    return next(round(m * power, 12) for m in (1, 2, 5, 10) if m * power >= number * (1 - 1e-12))


def _near(value: str) -> float:
    """Where a slider begins; the exact number stands beside it."""
    numerator, _, denominator = value.partition("/")
    try:
        return float(numerator) / float(denominator or 1)
    except (ValueError, ZeroDivisionError):
        return 0.0


def _channel(table: TableForm) -> Html:
    edits = (tag("button", text(words), type="button", class_="button", data_edit=edit)
             for edit, words in EDITS.items())  # fmt: skip
    entry = tag(
        "div", tag("label", text("The chosen entry"), for_="entry", id="entry-label"),
        tag("input", type="range", id="entry", min="0", max="1", step="0.01", value="0"),
        tag("p", text("Choose an entry of the table, then move it here: the others of its row"
                      " keep their proportion."), class_="note"), class_="control",
    )  # fmt: skip
    return tag(
        "fieldset", tag("legend", text("The channel: row = input, column = output")),
        tag("div", table_html(table), id="table"), entry,
        tag("p", *edits, class_="buttons"), class_="card",
    )  # fmt: skip


def table_html(table: TableForm) -> Html:
    """Return the table, each label and each entry a field with a name."""
    head = tag("tr", tag("td"), *(
        tag("th", _field(label, f"name of output {place}", data_output=True), scope="col")
        for place, label in enumerate(table.outputs, 1)
    ))  # fmt: skip
    body = (_row(table, place) for place in range(len(table.inputs)))
    inner = tag(
        "table", tag("thead", head), tag("tbody", *body), class_="entries",
        data_neighbours=json.dumps(table.neighbours), data_directed=table.directed,
    )  # fmt: skip
    near = table.neighbours
    pairs = "all inputs are neighbours" if near == "all" else f"{len(near)} pairs of neighbours"
    box = tag("div", inner, class_="scroll", tabindex="0", role="group", aria_label="the channel")
    return join((box, tag("p", text(f"Neighbours: {pairs}."), class_="note")))


def _row(table: TableForm, place: int) -> Html:
    label = table.inputs[place]
    head = tag("th", _field(label, f"name of input {place + 1}", data_input=True), scope="row")
    cells = (
        tag("td", _field(entry, f"probability of {output} on {label}", data_entry=True))
        for output, entry in zip(table.outputs, table.matrix[place], strict=True)
    )
    return tag("tr", head, *cells)


def _field(value: str, name: str, **marks: bool) -> Html:
    return tag("input", type="text", value=value, aria_label=name, spellcheck="false", size="7",
               **marks)  # fmt: skip
