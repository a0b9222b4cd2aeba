"""A word of a program with continuous or integer noise, or what a definition measures of a pair."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.reports.figures import exact_text, figure_decimal, figure_spans
from dpverify.reports.model import Table, code, paragraph
from dpverify.reports.views.claimed import brief, label, line, pair_line, pair_spans
from dpverify.reports.views.event import number_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpverify.checkers.answers.figures import Figure
    from dpverify.checkers.answers.places import PairValue, WordPlace
    from dpverify.reports.model import Block


def word_blocks(place: WordPlace[Figure, Figure], name: str) -> Iterator[Block]:
    """Yield two inputs, the word with its released values, and both probabilities or densities."""
    gaps = ", ".join(f"{gap} = {number}" for gap, number in place.gaps.items())
    yield paragraph(*pair_spans(place.inputs), *((", with ", gaps) if gaps else ()), label=name)
    values = ", ".join(map(str, place.released))
    released = ("; released: ", code(values)) if values else ()
    yield paragraph(code(place.word), *released, label="Word")
    kind = "density" if place.dense else "probability"
    rows = tuple(
        (f"{kind} on input {input_}", code(exact_text(figure) or ""), figure_decimal(figure))
        for input_, figure in zip(place.inputs, place.probabilities, strict=True)
    )
    yield Table((kind, "exact", "decimal"), rows)
    if place.excess is not None:
        yield paragraph(*figure_spans(place.excess), label="Excess")


def word_lines(place: WordPlace[Figure, Figure]) -> Iterator[str]:
    """Yield the same for a message."""
    yield pair_line(place.inputs)
    values = ", ".join(map(str, place.released))
    released = f", released: {brief(values, 60)}" if values else ""
    yield line("word", f"{label(place.word)}{released}")
    name = "density" if place.dense else "P(word)"
    yield from number_lines((name, name), place.inputs, place.probabilities, place.excess)


def value_blocks(place: PairValue[Figure], name: str) -> Iterator[Block]:
    """Yield two inputs, what the definition measures of their laws, and the excess."""
    yield paragraph(*pair_spans(place.inputs), label=name)
    yield paragraph("of these two inputs: ", *figure_spans(place.value), label="Value")
    if place.excess is not None:
        yield paragraph(*figure_spans(place.excess), label="Excess")


def value_lines(place: PairValue[Figure]) -> Iterator[str]:
    """Yield the same for a message."""
    yield pair_line(place.inputs)
    yield line("value", figure_decimal(place.value))
    if place.excess is not None:
        yield line("excess", figure_decimal(place.excess))
