"""Two inputs on which the left side of a comparison is larger than its right side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.defs.comparisons import COMPARISONS
from dpverify.reports.escape import shortened
from dpverify.reports.figures import figure_spans
from dpverify.reports.model import paragraph
from dpverify.reports.views.claimed import pair_spans

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpverify.checkers.answers.figures import Figure
    from dpverify.checkers.answers.places import Sides
    from dpverify.reports.model import Block
    from dpverify.reports.views.claimed import Claimed


def sides_blocks(place: Sides[Figure], claim: Claimed) -> Iterator[Block]:
    """Yield the inputs, the comparison and the numbers on its two sides."""
    yield paragraph(*pair_spans(place.inputs), label="Inputs")
    given = {name: shortened(text, 80) for name, text in claim.parameters.items()}
    words = COMPARISONS[claim.definition].statement.format(**given)
    yield paragraph(words, label="Claim")
    yield paragraph(*figure_spans(place.left), label="Left side of ≤")
    yield paragraph(*figure_spans(place.right), label="Right side of ≤")
