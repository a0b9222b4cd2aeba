"""Reports of two mechanisms side by side: which is at least as private, where, in which sense."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from dpverify.checkers.refinement import NotRefined, Refined
from dpverify.defs.numbers import number_text
from dpverify.reports.escape import shortened
from dpverify.reports.figures import decimal_of
from dpverify.reports.model import Report, Section, Span, Table, code, paragraph

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpverify.checkers.next_questions.dominance import Comparison, Interval
    from dpverify.defs.numbers import Number
    from dpverify.reports.model import Block, Inline

MOST_ROWS: Final = 12
"""Rows of a matrix that are shown; the others are in the answer of `dv.compare`."""
LONGEST: Final = 28
OF_TESTS: Final = (
    "f is the largest convex function with an error of at least f(α) in every test of two"
    " neighbours; between the errors of tests of different neighbours it is straight, and no test"
    " need attain it there"
)
"""What is compared of tests: the least error alone need not be convex, and no claim bounds it."""


def dominance_report(found: Comparison) -> Report:
    """The report for a terminal, a page or a Markdown file."""
    blocks: list[Block] = [
        paragraph(_in_short(found), label="In short"),
        paragraph(f"the {len(found.channels[0].inputs)} inputs and"
                  f" {_pairs(found)} ordered pairs of neighbours that both list; every ε ≥ 0, every"
                  " event; not covered: inputs that are not listed", label="Scope"),
        _table_of_eps(found),
        _ranges(found, "ε from", found.eps_ranges, "smaller δ", "δ(ε)"),
        _ranges(found, "α from", found.alpha_ranges, "larger f(α)", "f of f-DP", OF_TESTS),
        *_separations(found),
        *_blackwell(found),
        paragraph("exact: δ(ε) is compared as a function, at every ε and on no grid; the matrix or"
                  " the decision problem is checked apart from the search for it",
                  label="Evidence"),
        *(paragraph(text, label="Assuming") for text in found.assumptions),
    ]  # fmt: skip
    return Report((code(found.names[0]), " beside ", code(found.names[1])), tuple(blocks))


def _in_short(found: Comparison) -> str:
    first, second = found.names
    better, worse = (first, second) if found.order == "first" else (second, first)
    if found.order == "equal":
        text = f"{first} and {second} have the same smallest δ for every ε"
    elif found.order == "neither":
        text = f"neither dominates: {first} has the smaller δ for some ε, {second} for others"
    else:
        text = f"{better} is at least as private as {worse}: its smallest δ is nowhere larger"
    made = found.blackwell.order
    sense = {
        "equal": "; each can be made of the other",
        "neither": "; neither can be made of the other",
        "unknown": "; whether one can be made of the other was left open",
    }
    if made in sense:
        return text + sense[made]
    better, worse = (first, second) if made == "first" else (second, first)
    return f"{text}; {better} is {worse} with something done to its output"


def _pairs(found: Comparison) -> int:
    channel = found.channels[0]
    return channel.neighbours.count(len(channel.inputs))


def _table_of_eps(found: Comparison) -> Block:
    rows = tuple(
        (name, *_exact(eps), str(len(channel.outputs)))
        for name, eps, channel in zip(found.names, found.eps, found.channels, strict=True)
    )
    return Table(("mechanism", "smallest ε of pure-dp", "decimal", "outputs"), rows)


def _exact(number: Number) -> tuple[Inline, Inline]:
    return code(shortened(number_text(number), LONGEST)), code(decimal_of(number))


def _ranges(
    found: Comparison, low: str, ranges: Sequence[Interval], better: str, curve: str, note: str = ""
) -> Block:
    names = {"first": found.names[0], "second": found.names[1], "equal": "both alike"}
    rows = tuple((*_exact(one.low), *_exact(one.high), names[one.better]) for one in ranges)
    return Section(
        f"{curve}, everywhere",
        (
            Table((low, "decimal", "to", "decimal", better), rows),
            *([paragraph(note)] if note else []),
        ),
    )


def _separations(found: Comparison) -> Iterator[Block]:
    names = {"first": found.names, "second": found.names[::-1]}
    rows = tuple(
        (*_exact(one.eps), *_exact(one.delta), names[one.better][0], names[one.better][1])
        for one in found.separations
    )
    if rows:
        columns = ("ε", "decimal", "δ", "decimal", "holds of", "fails of")
        note = "where both δ are furthest apart; both verdicts are results of `check`"
        yield Section("A claim that tells them apart", (Table(columns, rows), paragraph(note)))


def _blackwell(found: Comparison) -> Iterator[Block]:
    made, (first, second) = found.blackwell, found.names
    blocks: list[Block] = []
    for how, target, origin in (
        (made.first_of_second, first, second),
        (made.second_of_first, second, first),
    ):
        if isinstance(how, Refined):
            blocks += _made(found, how, target, origin)
        elif isinstance(how, NotRefined):
            blocks += _not_made(found, how, target, origin)
    if made.reason is not None:
        blocks.append(paragraph(made.reason.text, label="Left open"))
    yield Section("Can one be made of the other? (Blackwell order)", tuple(blocks))


def _made(found: Comparison, how: Refined, target: str, origin: str) -> Iterator[Block]:
    a, b = found.channels if target == found.names[1] else found.channels[::-1]
    yield paragraph(Span("yes", "strong"), f": {target} is {origin}, and then this drawn from its"
                    " output (rows: output of the one, columns: probability of each output of the"
                    " other)", label=_which(found, target))  # fmt: skip
    yield from _matrix("output", a.outputs, b.outputs, how.kernel)


def _not_made(found: Comparison, how: NotRefined, target: str, origin: str) -> Iterator[Block]:
    less, more = how.vulnerabilities
    yield paragraph(
        Span("no", "strong"),
        f": an attacker who knows nothing beforehand, and wins what the table says, expects"
        f" {number_text(more)} from {target} and only {number_text(less)} from {origin}",
        label=_which(found, target),
    )
    yield from _matrix("guess", how.guesses, found.channels[0].inputs, how.gain)


def _which(found: Comparison, target: str) -> str:
    return "2nd of 1st" if target == found.names[1] else "1st of 2nd"


def _matrix(
    corner: str, rows: Sequence[str], columns: Sequence[str], entries: Sequence[Sequence[Number]]
) -> Iterator[Block]:
    cells = tuple(
        (code(name), *(code(shortened(number_text(x), LONGEST)) for x in row[:MOST_ROWS]))
        for name, row in zip(rows[:MOST_ROWS], entries[:MOST_ROWS], strict=True)
    )
    yield Table((corner, *columns[:MOST_ROWS]), cells)
    if len(rows) > MOST_ROWS or len(columns) > MOST_ROWS:
        yield paragraph(
            f"shown: {len(cells)} of {len(rows)} rows,"
            f" {min(len(columns), MOST_ROWS)} of {len(columns)} columns"
        )
