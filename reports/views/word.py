"""A word of a program with continuous or integer noise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.reports.model import code, paragraph
from dpverify.reports.views.claimed import (
    brief,
    figure_row,
    figure_table,
    label,
    line,
    pair_line,
    pair_spans,
)
from dpverify.reports.views.event import number_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpverify.checkers.answers.figures import Figure
    from dpverify.checkers.answers.places import WordPlace
    from dpverify.reports.model import Block


def word_blocks(place: WordPlace[Figure, Figure], name: str) -> Iterator[Block]:
    """Yield two inputs, the word with its released values, and both probabilities or densities."""
    gaps = ", ".join(f"{gap} = {number}" for gap, number in place.gaps.items())
    yield paragraph(*pair_spans(place.inputs), *((", with ", gaps) if gaps else ()), label=name)
    values = ", ".join(map(str, place.released))
    released = ("; released: ", code(values)) if values else ()
    yield paragraph(code(place.word), *released, label="Word")
    kind = "density" if place.dense else "probability"
    rows = zip(place.inputs, place.probabilities, strict=True)
    table = (figure_row(f"{kind} on input {x}", figure) for x, figure in rows)
    yield figure_table(kind, tuple(table))


def word_lines(place: WordPlace[Figure, Figure]) -> Iterator[str]:
    """Yield the same for a message."""
    yield pair_line(place.inputs)
    values = ", ".join(map(str, place.released))
    released = f", released: {brief(values, 60)}" if values else ""
    yield line("word", f"{label(place.word)}{released}")
    name = "density" if place.dense else "P(word)"
    yield from number_lines((name, name), place.inputs, place.probabilities, place.excess)
