"""The forms of a channel on paper: the document, its text, and the digest of its content.

What must never change: the digest is SHA-256 over the JSON text (keys sorted, no blanks, ASCII) of
inputs, outputs, matrix, neighbours and, where present, distance and prior, with every number in
canonical text and a relation as its sorted ordered pairs. Title, source, notes, `x-…` keys and the
schema's version take no part.
"""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from dpverify.defs.notes import thawed
from dpverify.defs.numbers import number_text
from dpverify.defs.schema import CHANNEL_SCHEMA

if TYPE_CHECKING:
    from dpverify.defs.channel import Channel


def document(channel: Channel) -> dict[str, Any]:
    """The channel as a file holds it, numbers in canonical text."""
    form: dict[str, Any] = {"schema": CHANNEL_SCHEMA}
    _put(form, title=channel.title, source=channel.source)
    form["inputs"] = list(channel.inputs)
    form["outputs"] = list(channel.outputs)
    form["matrix"] = [channel.rows.texts(i) for i in range(channel.rows.n)]
    form["neighbours"] = "all"
    if channel.neighbours.kind == "pairs":
        form["neighbours"] = channel.neighbours.label_pairs(channel.inputs)
        if channel.neighbours.directed:
            form["directed"] = True
    _put(form, distance=_distance(channel), prior=_prior(channel), notes=channel.notes)
    form.update({key: thawed(value) for key, value in channel.extra.items()})
    return form


def text(channel: Channel) -> str:
    """The document as JSON text, one line per row, ending in a newline."""
    members = []
    for key, value in document(channel).items():
        tabular = key in ("matrix", "distance") or (key == "neighbours" and value != "all")
        lines = ",\n    ".join(_json(row) for row in value) if tabular else ""
        written = f"[\n    {lines}\n  ]" if tabular else _json(value)
        members.append(f"  {_json(key)}: {written}")
    return "{\n" + ",\n".join(members) + "\n}\n"


def digest(channel: Channel) -> str:
    """The text sha256: and 64 hexadecimal digits, over the canonical form."""
    inputs = channel.inputs
    relation: Any = "all"
    if channel.neighbours.kind == "pairs":
        relation = sorted([inputs[i], inputs[j]] for i, j in channel.neighbours.pairs)
    form: dict[str, Any] = {
        "inputs": list(inputs),
        "outputs": list(channel.outputs),
        "matrix": [channel.rows.texts(i) for i in range(channel.rows.n)],
        "neighbours": relation,
    }
    _put(form, distance=_distance(channel), prior=_prior(channel))
    canonical = json.dumps(form, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return "sha256:" + sha256(canonical.encode("ascii")).hexdigest()


def _put(form: dict[str, Any], **members: object) -> None:
    form.update({key: value for key, value in members.items() if value is not None})


def _distance(channel: Channel) -> list[list[str]] | None:
    if channel.distance is None:
        return None
    return [[number_text(number) for number in row] for row in channel.distance]


def _prior(channel: Channel) -> list[str] | None:
    return None if channel.prior is None else [number_text(value) for value in channel.prior]


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)
