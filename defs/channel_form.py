"""The forms of a channel on paper: the document, its text, and the digest of its content.

What must never change: the digest is SHA-256 over the JSON text (keys sorted, no blanks, ASCII) of
inputs, outputs, matrix, neighbours and, where present, distance and prior, with every number in
canonical text and a relation as its sorted ordered pairs. Title, source, notes, assumptions, `x-…`
keys and the schema's version take no part.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from dpverify.defs.display import Displayed
from dpverify.defs.neighbours import Neighbours
from dpverify.defs.notes import thawed
from dpverify.defs.numbers import Value, number_text
from dpverify.defs.rows import RationalRows, Rows
from dpverify.defs.schema import CHANNEL_SCHEMA, WEIGHTS_SCHEMA

if TYPE_CHECKING:
    from dpverify.defs.distance import Distance

LARGE = 10_000
"""Entries from which a result holds the rows of a channel as weights."""
CANONICAL = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=True, check_circular=False
)
"""Writes what a digest is taken of: texts in lists, of which none can hold itself."""
LONGEST_WEIGHT = 1024
"""Bits of a weight beyond which they stay numbers."""


class ChannelForm(Displayed):
    """What a channel holds, and how it is written."""

    __slots__ = (
        "_digest",
        "assumptions",
        "distance",
        "extra",
        "inputs",
        "neighbours",
        "notes",
        "outputs",
        "prior",
        "provenance",
        "rows",
        "source",
        "title",
    )
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    rows: Rows
    neighbours: Neighbours
    distance: Distance | None
    prior: tuple[Value, ...] | None
    title: str | None
    source: str | None
    notes: str | None
    extra: Mapping[str, object]
    provenance: tuple[str, ...]
    assumptions: tuple[str, ...]
    _digest: str | None

    def to_dict(self) -> dict[str, Any]:
        """The channel as a channel file holds it, numbers in canonical text."""
        return self._form({"matrix": [self.rows.texts(i) for i in range(self.rows.n)]})

    def _form(self, numbers: dict[str, Any]) -> dict[str, Any]:
        form: dict[str, Any] = {"schema": CHANNEL_SCHEMA}
        _put(form, title=self.title, source=self.source)
        form["inputs"] = list(self.inputs)
        form["outputs"] = list(self.outputs)
        form.update(numbers)
        form["neighbours"] = "all"
        if self.neighbours.kind == "pairs":
            form["neighbours"] = self.neighbours.label_pairs(self.inputs)
            if self.neighbours.directed:
                form["directed"] = True
        _put(form, distance=_distance(self.distance), prior=_prior(self.prior), notes=self.notes)
        _put(form, assumptions=[*self.assumptions] or None)
        form.update({key: thawed(value) for key, value in self.extra.items()})
        return form

    @property
    def is_large(self) -> bool:
        """Whether a result about the channel holds its rows as weights."""
        rows = self.rows
        return isinstance(rows, RationalRows) and rows.n * rows.m >= LARGE

    def to_result(self) -> dict[str, Any]:
        """The channel as a result holds it: a large one with a text of weights for each row.

        A probability is its weight, divided by the sum of the weights of its row.
        """
        rows = self.rows
        if not self.is_large or not isinstance(rows, RationalRows):
            form = self.to_dict()
            # A result states the digest too, which is taken of the same texts.
            if self._digest is None:
                self._set_digest(form["matrix"])
            return form
        weights = []
        for numerators, denominator in map(rows.over, range(rows.n)):
            if denominator.bit_length() > LONGEST_WEIGHT:
                return self.to_dict()
            weights.append(" ".join(map(str, numerators)))
        form = self._form({"weights": weights})
        return {**form, "schema": WEIGHTS_SCHEMA}

    def to_json(self) -> str:
        """The text of a channel file; `load_channel` reads an equal channel from it."""
        return file_text(self.to_dict())

    @property
    def digest(self) -> str:
        """The text sha256: and 64 hexadecimal digits over the canonical form, computed once."""
        if self._digest is None:
            self._set_digest([self.rows.texts(i) for i in range(self.rows.n)])
        return str(self._digest)

    def _set_digest(self, matrix: list[list[str]]) -> None:
        """Compute the digest, from the rows in canonical text."""
        inputs = self.inputs
        relation: Any = "all"
        if self.neighbours.kind == "pairs":
            relation = sorted([inputs[i], inputs[j]] for i, j in self.neighbours.pairs)
        form: dict[str, Any] = {
            "inputs": list(inputs),
            "outputs": list(self.outputs),
            "matrix": matrix,
            "neighbours": relation,
        }
        _put(form, distance=_distance(self.distance), prior=_prior(self.prior))
        canonical = CANONICAL.encode(form)
        digest = "sha256:" + sha256(canonical.encode("ascii")).hexdigest()
        object.__setattr__(self, "_digest", digest)


def _put(form: dict[str, Any], **members: object) -> None:
    form.update({key: value for key, value in members.items() if value is not None})


def file_text(form: Mapping[str, Any]) -> str:
    """The text of the file that holds a channel's `to_dict`: a line for each row."""
    members = []
    for key, value in form.items():
        tabular = key in ("matrix", "distance") or (key == "neighbours" and value != "all")
        lines = ",\n    ".join(_json(row) for row in value) if tabular else ""
        written = f"[\n    {lines}\n  ]" if tabular else _json(value)
        members.append(f"  {_json(key)}: {written}")
    return "{\n" + ",\n".join(members) + "\n}\n"


def _distance(distance: Distance | None) -> list[list[str]] | None:
    return None if distance is None else [list(map(number_text, row)) for row in distance]


def _prior(prior: tuple[Value, ...] | None) -> list[str] | None:
    return None if prior is None else list(map(number_text, prior))


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
