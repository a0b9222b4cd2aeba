"""A refutation by numbers alone (`dpverify.number-refutation`) as blocks that read in order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.reports.model import Table, code, paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpverify.checkers.answers.refutations import NumberRefutation
    from dpverify.reports.model import Block


def number_blocks(refutation: NumberRefutation) -> Iterator[Block]:
    """Yield the values, what stands for what, what is given and what of it does not follow."""
    claim = refutation.claim
    if claim.because:
        yield paragraph(claim.because, label="Numbers")
    rows = [
        *((code(name), code(value)) for name, value in refutation.values.items()),
        *((code(name), code(formula)) for name, formula in claim.where),
    ]
    if rows:
        yield Table(("name", "stands for"), tuple(rows))
    for text in claim.given:
        yield paragraph(code(text), label="Holds")
    for text in claim.then:
        yield paragraph(code(text), label="Claimed")
    some = claim.some
    if some is None:
        yield paragraph("At these numbers one of what is claimed fails.", label="Fails")
        return
    yield paragraph(
        f"On each of {refutation.cells} equal cells of ",
        code(f"{some.low} <= {some.name} <= {some.high}"),
        " one of what is claimed for some number of it fails.",
        label="Fails",
    )
