"""The kernel's reading of a channel of a document, and the digest of what it says.

Trusted, beside `dpverify.defs.numbers` and the standard library. Checked: known keys, distinct
labels, entries ≥ 0, rows of sum exactly 1, at least one pair of neighbours, a prior that is a law,
a distance that is a table of numbers ≥ 0.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import permutations
from typing import Any, Final

from dpverify.checkers.kernel.outcome import known_keys
from dpverify.checkers.kernel.weights import (
    Row,
    Weighted,
    read_fractions,
    read_weights,
    rows_of,
)
from dpverify.checkers.kernel.work import spend
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need

MINOR: Final = re.compile("[0-9]{1,6}", re.ASCII)
"""A minor version."""

NOTES: Final = ("title", "source", "notes")
"""Keys of a channel that say nothing which could be checked; so do the keys that begin with x-."""

PROMISES: Final = "assumptions"
"""The key of what the author of the numbers promises; a result about them has to say it as well."""

REQUIRED: Final = ("schema", "inputs", "outputs", "neighbours")
ENTRIES: Final = ("matrix", "weights")
"""The numbers of a channel: an entry for each output, or from version 1.1 on a text of weights."""
OPTIONAL: Final = ("directed", "distance", "prior", PROMISES, *NOTES)

Law = Mapping[str, num.Value]
"""A probability for each output."""

Rows = dict[str, Law]
"""A law for each input, all over the same outputs in the same order."""

Pairs = frozenset[tuple[str, str]]

Distance = dict[tuple[str, str], Any]
"""A number for each ordered pair of inputs."""

CANONICAL: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), check_circular=False)
"""Writes what a digest is taken of: texts in lists, of which none can hold itself."""


@dataclass(frozen=True)
class Channel:
    """A channel of a document, checked.

    Args:
        rows: a law for each input.
        pairs: the ordered pairs of neighbours; None for all pairs of distinct inputs.
        prior: a law of the inputs, where the document has one.
        distance: for each ordered pair of inputs, where the document has it.
        digest: the sha256 of what the channel says; "" for one that was composed.
    """

    rows: Rows
    pairs: Pairs | None
    prior: Law | None = None
    distance: Distance | None = None
    digest: str = ""

    @cached_property
    def outputs(self) -> list[str]:
        """The labels of the outputs, in order."""
        return list(next(iter(self.rows.values())))

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many ordered pairs of neighbours and how many outputs there are."""
        number = len(self.rows)
        pairs = number * (number - 1) if self.pairs is None else len(self.pairs)
        return {"pairs": pairs, "outputs": len(self.outputs)}

    @cached_property
    def bits(self) -> int:
        """The bits of the longest entry, or of the numbers that a row of weights holds."""
        return max(_bits(row) for row in self.rows.values())

    @cached_property
    def integers(self) -> list[Row] | None:
        """The rows in whole numbers, in the order of the inputs; None where one has no such."""
        return rows_of(self.rows.values())

    @cached_property
    def numbered_pairs(self) -> list[tuple[int, int]] | None:
        """The ordered pairs of neighbours by the numbers of their rows; None for all."""
        if self.pairs is None:
            return None
        place = {label: number for number, label in enumerate(self.rows)}
        return [(place[x], place[z]) for x, z in sorted(self.pairs)]

    def ordered_pairs(self) -> Iterator[tuple[str, str]]:
        """Every ordered pair of neighbours."""
        yield from permutations(self.rows, 2) if self.pairs is None else sorted(self.pairs)

    def are_neighbours(self, first: str, second: str) -> bool:
        """Whether two distinct inputs are an ordered pair of neighbours."""
        return self.pairs is None or (first, second) in self.pairs

    @property
    def relation_in_words(self) -> str:
        """The neighbours as a fact for the reader."""
        count = self.counts["pairs"]
        return f"all {count} ordered pairs" if self.pairs is None else f"{count} ordered pairs"


def check_schema(document: Any, kind: str, minor: int = 0) -> None:
    """Refuse a document of another kind or another version than is read here.

    A later version may say something in a new way, which is then not re-checkable here.

    Args: minor the newest minor version that is read.
    """
    given = doc.member(document, "schema", str)
    name, _, version = given.partition("/1.")
    if name != f"dpverify.{kind}" or not MINOR.fullmatch(version):
        raise num.NumberError(
            f"schema {given[:60]!a} is not dpverify.{kind}/1.{minor}, as is read here"
        )
    if int(version) > minor:
        raise num.Undecided("unsupported", f"{given} is newer than what is read here, 1.{minor}")


def read_channel(given: Any, *, fewest: int = 2) -> Channel:
    """Read a channel of a document.

    Args: fewest inputs that it may have; one has no neighbour, and its law can still be compared.
    Raises: NumberError for whatever is malformed; Undecided for a newer version.
    """
    check_schema(given, "channel", 1)
    # Keys that begin with x- are a user's own: no reader gives them a meaning, nor the digest.
    own = [key for key in given if key.startswith("x-")]
    known_keys(given, "a channel", REQUIRED, (*ENTRIES, *OPTIONAL, *own))
    for key in NOTES:
        need(type(given.get(key, "")) is str, f"the {key} of a channel is not a text")
    if PROMISES in given:
        need(doc.labels(given[PROMISES], "the assumptions of a channel"), "there are none of them")
    inputs = doc.labels(given["inputs"], "the inputs of a channel")
    outputs = doc.labels(given["outputs"], "the outputs of a channel")
    need(len(inputs) >= fewest, "a channel has fewer than two inputs")
    need(outputs, "a channel has no outputs")
    content = (
        _rows(given, inputs, outputs),
        _relation(given["neighbours"], inputs, given.get("directed", False)),
        _prior(given, inputs),
        _distance(given, inputs),
    )
    return Channel(*content, digest=_digest(*content))


def _rows(given: Any, inputs: list[str], outputs: list[str]) -> Rows:
    """The laws, from a matrix of numbers or from texts of weights."""
    need(
        ("matrix" in given) != ("weights" in given),
        "a channel has either a matrix or weights: one of the two, and not both",
    )
    kind = "matrix" if "matrix" in given else "weights"
    matrix = doc.member(given, kind, list)
    need(
        len(matrix) == len(inputs),
        f"the {kind} has {len(matrix)} rows for {len(inputs)} inputs",
    )
    places = {label: place for place, label in enumerate(outputs)}
    rows: Rows = {}
    for label, row in zip(inputs, matrix, strict=True):
        what = f"row {label[:60]!a}"
        if kind == "weights":
            rows[label] = Weighted(places, read_weights(row, len(outputs), what))
        elif (fractions := read_fractions(row, len(outputs))) is not None:
            rows[label] = Weighted(places, fractions)
        else:
            rows[label] = doc.probabilities(row, outputs, what)
        spend("reading a channel", len(outputs), _bits(rows[label]))
    return rows


def _bits(law: Law) -> int:
    if isinstance(law, Weighted):
        return 2 * law.row.total.bit_length()
    return max([entry.bits for entry in law.values()])


def _texts(law: Law) -> list[str]:
    if isinstance(law, Weighted):
        return law.texts()
    return [str(entry) for entry in law.values()]


def unread_notes(given: Any) -> list[str]:
    """The keys of a channel that are not re-checked: its notes, promises, and the user's own."""
    return [key for key in given if key in (*NOTES, PROMISES) or key.startswith("x-")]


def refuse_less_promised(document: Any, channel: Any) -> None:
    """Refuse a result that leaves out a promise on which the numbers of its channel rest."""
    named = document.get(PROMISES, [])
    left_out = [text for text in channel.get(PROMISES, []) if text not in named]
    need(not left_out, "the result leaves out an assumption of its channel")


def _relation(given: Any, inputs: list[str], directed: Any) -> Pairs | None:
    """The ordered pairs of neighbours; None for all."""
    need(type(directed) is bool, "'directed' is neither true nor false")
    if type(given) is str and given == "all":
        need(not directed, "'directed' is true, but all pairs are neighbours: leave it out")
        return None
    need(type(given) is list and given, 'the neighbours are neither "all" nor a list of pairs')
    pairs = []
    for pair in given:
        labels = doc.labels(pair, "a pair of neighbours", inputs)
        need(len(labels) == 2, f"a pair of neighbours has {len(labels)} inputs")
        pairs.append((labels[0], labels[1]))
    need(len({*pairs}) == len(pairs), "a pair of neighbours stands twice")
    reversed_pairs = [] if directed else [(second, first) for first, second in pairs]
    return frozenset(pairs + reversed_pairs)


def _prior(given: Any, inputs: list[str]) -> Law | None:
    return doc.probabilities(given["prior"], inputs, "the prior") if "prior" in given else None


def _distance(given: Any, inputs: list[str]) -> Distance | None:
    if "distance" not in given:
        return None
    rows = doc.member(given, "distance", list)
    need(len(rows) == len(inputs), "the distance has not one row for each input")
    distance = {}
    for x, row in zip(inputs, rows, strict=True):
        need(type(row) is list and len(row) == len(inputs), "a row of the distance is too short")
        for z, cell in zip(inputs, row, strict=True):
            apart = doc.exactly(cell, partial(num.as_eps, allow_infinity=True), "a distance")
            need(apart >= 0, "a distance is negative")
            need(x != z or apart == 0, "a distance from an input to itself is not 0")
            distance[x, z] = apart
    return distance


def _digest(rows: Rows, pairs: Pairs | None, prior: Law | None, distance: Distance | None) -> str:
    """SHA-256 of the canonical form: every number by its value, a relation as ordered pairs."""
    form: dict[str, Any] = {
        "inputs": [*rows],
        "outputs": [*next(iter(rows.values()))],
        "matrix": [_texts(row) for row in rows.values()],
        "neighbours": "all" if pairs is None else sorted(map(list, pairs)),
    }
    if prior is not None:
        form["prior"] = [num.number_text(p) for p in prior.values()]
    if distance is not None:
        cells = iter(distance.values())
        form["distance"] = [[num.number_text(next(cells)) for _ in form["inputs"]]
                            for _ in form["inputs"]]  # fmt: skip
    text = CANONICAL.encode(form)
    return f"sha256:{hashlib.sha256(text.encode()).hexdigest()}"
