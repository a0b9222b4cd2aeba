"""What the page asks, as plain data: a claim, and a channel as a table or a program's parameters.

What must never change: a body that is not exactly of this form is refused with one line. Numbers
are texts; what they are worth is for the library to say.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from dpverify.defs.channel import Channel
from dpverify.defs.errors import UsageError
from dpverify.defs.io.strict_json import strict_loads
from dpverify.defs.numbers import Value, as_value, number_text, total
from dpverify.defs.validate import shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MOST_ENTRIES = 400
"""Entries of a table that is edited: 20 × 20, each a field of the page."""
MOST_TEXT = 2_000
"""Characters of one number or label."""
FORMS = ("page", "json", "test")
EDITS = ("add-input", "add-output", "remove-input", "remove-output")


@dataclass(frozen=True)
class Table:
    """A channel as texts; `neighbours` are pairs of places of inputs, or "all"."""

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    matrix: tuple[tuple[str, ...], ...]
    neighbours: str | tuple[tuple[int, int], ...] = "all"
    directed: bool = False

    @classmethod
    def of(cls, channel: Channel) -> Table:
        """The table of a channel; its prior and its distances, which nothing here asks, are left.

        Raises: UsageError for more entries than a page shows as fields.
        """
        if len(channel.inputs) * len(channel.outputs) > MOST_ENTRIES:
            raise UsageError(
                f"the channel has {len(channel.inputs)} × {len(channel.outputs)} entries, and a"
                f" table to edit has at most {MOST_ENTRIES}; use dpverify measure"
            )
        form = channel.to_dict()
        places = {label: place for place, label in enumerate(channel.inputs)}
        near = form["neighbours"]
        pairs = near if near == "all" else tuple((places[a], places[b]) for a, b in near)
        return cls(
            channel.inputs, channel.outputs, tuple(map(tuple, form["matrix"])), pairs,
            bool(form.get("directed", False)),
        )  # fmt: skip

    def channel(self) -> Channel:
        """The channel itself.

        Raises: ChannelError, NumberError for what is none, such as a row that sums to 9/10.
        """
        near = self.neighbours
        pairs = near if isinstance(near, str) else [[self.inputs[i] for i in pair] for pair in near]
        return Channel(self.inputs, self.outputs, self.matrix, pairs, directed=self.directed)

    def edited(self, edit: str) -> Table:
        """The table with a row or a column more or less, at the end.

        A new input has the law of the last one; a new output has probability 0, and what an output
        had that is removed goes to the one before it.

        Raises: UsageError where too little or too much would be left; NumberError for entries that
            are no numbers.
        """
        inputs, outputs, matrix = self.inputs, self.outputs, self.matrix
        match edit:
            case "add-input":
                inputs, matrix = (*inputs, _fresh(inputs)), (*matrix, matrix[-1])
            case "add-output":
                outputs = (*outputs, _fresh(outputs))
                matrix = tuple((*row, "0") for row in matrix)
            case "remove-input":
                inputs, matrix = inputs[:-1], matrix[:-1]
            case _:
                outputs, matrix = outputs[:-1], tuple(map(_shorter, matrix))
        if len(inputs) < 2 or not outputs:
            raise UsageError("a channel needs two inputs and one output; nothing was removed")
        _check_size(len(inputs), len(outputs))
        near = self.neighbours
        if not isinstance(near, str):
            near = tuple(pair for pair in near if max(pair) < len(inputs))
        return Table(inputs, outputs, matrix, near, self.directed)

    def moved(self, move: Move) -> Table:
        """The table with one entry as said, the others of its row in their old proportion.

        Raises: UsageError for an entry beyond 0 and 1; NumberError for texts that are no numbers.
        """
        to, base = as_value(move.to), [as_value(text) for text in move.base]
        if not 0 <= to <= 1:
            raise UsageError(f"the entry is {shown(move.to)}, must be between 0 and 1")
        rest = total(entry for j, entry in enumerate(base) if j != move.column)
        row = [to if j == move.column else _share(entry, to, rest, len(base))
               for j, entry in enumerate(base)]  # fmt: skip
        texts = tuple(map(number_text, row))
        return replace(
            self,
            matrix=tuple(texts if i == move.row else old for i, old in enumerate(self.matrix)),
        )

    def form(self) -> dict[str, Any]:
        """The table as JSON."""
        return asdict(self)


def _shorter(row: tuple[str, ...]) -> tuple[str, ...]:
    """A row without its last entry, which is added to the one before; nothing of a single one."""
    if len(row) < 2:
        return ()
    return (*row[:-2], number_text(as_value(row[-2]) + as_value(row[-1])))


def _share(entry: Value, to: Value, rest: Value, size: int) -> Value:
    """What is left to another entry of the row: its part of the rest, or an equal part of none."""
    left = Value(1) - to
    return left * entry / rest if rest != 0 else left / (size - 1)


@dataclass(frozen=True)
class Move:
    """An entry that a slider moves; `base` is its row as it was when the slider was taken."""

    row: int
    column: int
    to: str
    base: tuple[str, ...]


@dataclass(frozen=True)
class Question:
    """The claim, and what it is about: a table, or the parameters of the program."""

    eps: str
    delta: str
    table: Table | None = None
    parameters: tuple[tuple[str, str], ...] = ()
    listed_inputs: bool = False
    """Whether the listed inputs alone are asked about, also where a program states `moves`."""
    edited: bool = False
    """Whether the server changed the table, so that the page has to be told."""
    form: str | None = None
    """What is to be exported; None where nothing is."""

    def to_worker(self) -> dict[str, Any]:
        """What the worker is asked."""
        table = None if self.table is None else self.table.form()
        return {
            "eps": self.eps,
            "delta": self.delta,
            "table": table,
            "parameters": dict(self.parameters),
            "all_inputs": False if self.listed_inputs else None,
        }


def read_question(body: bytes, *, of_program: bool) -> Question:
    """Read the body of a request.

    Args: of_program whether the page is about a program.
    Raises: InputError, one line, for a body of another form.
    """
    form = strict_loads(body, what="the request")
    subject = "parameters" if of_program else "table"
    optional = {"export", "listed_inputs"} if of_program else {"export", "move", "edit"}
    if not isinstance(form, dict) or not {"claim", subject} <= set(form):
        raise UsageError(f"the request must be a JSON object with claim and {subject}")
    if unknown := set(form) - {"claim", subject} - optional:
        raise UsageError(f"the request has the unknown key {shown(min(unknown))}")
    claim = _texts_by_name(form["claim"], "claim")
    if set(claim) != {"eps", "delta"}:
        raise UsageError("claim must have eps and delta, and nothing else")
    wanted = form.get("export")
    if wanted is not None and wanted not in FORMS:
        raise UsageError(f"export is {shown(wanted)}; it is one of {', '.join(FORMS)}")
    question = Question(claim["eps"], claim["delta"], form=wanted)
    if of_program:
        named = _texts_by_name(form["parameters"], "parameters")
        listed = form.get("listed_inputs", False)
        if not isinstance(listed, bool):
            raise UsageError("listed_inputs must be true or false")
        return replace(question, parameters=tuple(named.items()), listed_inputs=listed)
    return _about_table(question, form)


def _about_table(question: Question, form: Mapping[str, Any]) -> Question:
    table, changed = table_of(form["table"]), False
    if "move" in form:
        table, changed = table.moved(_move(form["move"], table)), True
    if "edit" in form:
        if form["edit"] not in EDITS:
            raise UsageError(f"edit is {shown(form['edit'])}; it is one of {', '.join(EDITS)}")
        table, changed = table.edited(form["edit"]), True
    return replace(question, table=table, edited=changed)


def table_of(form: Any) -> Table:
    """Read a table.

    Raises: UsageError for another form.
    """
    names = {"inputs", "outputs", "matrix", "neighbours", "directed"}
    if not isinstance(form, dict) or set(form) != names:
        raise UsageError(f"table must be an object with {', '.join(sorted(names))}")
    inputs, outputs = _texts(form["inputs"], "inputs"), _texts(form["outputs"], "outputs")
    _check_size(len(inputs), len(outputs))
    rows = form["matrix"]
    if not isinstance(rows, list) or len(rows) != len(inputs):
        raise UsageError("matrix must be a list with one row for each input")
    matrix = tuple(_texts(row, "a row of the matrix") for row in rows)
    if any(len(row) != len(outputs) for row in matrix):
        raise UsageError("each row of the matrix must have one entry for each output")
    if not isinstance(form["directed"], bool):
        raise UsageError("directed must be true or false")
    return Table(inputs, outputs, matrix, _pairs(form["neighbours"], len(inputs)), form["directed"])


def _check_size(rows: int, columns: int) -> None:
    if not 0 < rows * columns <= MOST_ENTRIES:
        raise UsageError(
            f"the table has {rows} × {columns} entries; it must have some, and at most"
            f" {MOST_ENTRIES}"
        )


def _pairs(given: Any, size: int) -> str | tuple[tuple[int, int], ...]:
    if given == "all":
        return "all"
    if not isinstance(given, list):
        raise UsageError("neighbours must be all, or a list of pairs of places of inputs")
    return tuple(_pair(pair, size) for pair in given)


def _pair(given: Any, size: int) -> tuple[int, int]:
    if not isinstance(given, list) or len(given) != 2:
        raise UsageError("neighbours must be pairs of places of inputs")
    first, second = (_place(place, size, "a place of an input") for place in given)
    return first, second


def _move(given: Any, table: Table) -> Move:
    if not isinstance(given, dict) or set(given) != {"row", "column", "to", "base"}:
        raise UsageError("move must be an object with row, column, to and base")
    base = _texts(given["base"], "base")
    if len(base) != len(table.outputs) or len(base) < 2:
        raise UsageError("base must be a row of the table with at least two entries")
    return Move(
        _place(given["row"], len(table.inputs), "row"),
        _place(given["column"], len(table.outputs), "column"),
        _text(given["to"], "to"),
        base,
    )


def _place(given: Any, size: int, what: str) -> int:
    """A place from 0 on; numbers of strict JSON keep their digits."""
    digits = str(given) if not isinstance(given, (bool, list, dict)) else ""
    if not (digits.isascii() and digits.isdigit() and len(digits) < 10 and int(digits) < size):
        raise UsageError(f"{what} is {shown(given)}, must be a whole number below {size}")
    return int(digits)


def _texts(given: Any, what: str) -> tuple[str, ...]:
    if not isinstance(given, list):
        raise UsageError(f"{what} must be a list of texts")
    return tuple(_text(item, what) for item in given)


def _texts_by_name(given: Any, what: str) -> dict[str, str]:
    if not isinstance(given, dict):
        raise UsageError(f"{what} must be an object of texts")
    return {name: _text(value, name) for name, value in given.items()}


def _text(given: Any, what: str) -> str:
    if not isinstance(given, str) or len(given) > MOST_TEXT:
        raise UsageError(f"{what} must hold texts of at most {MOST_TEXT} characters")
    return given


def _fresh(labels: Sequence[str]) -> str:
    """A label that is not there yet: the next number."""
    number = len(labels)
    while str(number) in labels:
        number += 1
    return str(number)
