"""Reports of repairs: single changes after which a claim holds, and all that was tried."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from dpverify.defs.numbers import number_text
from dpverify.reports.escape import shortened
from dpverify.reports.evidence import EVIDENCE
from dpverify.reports.model import Display, Report, Section, Span, Table, code, paragraph
from dpverify.reports.solution_report import claim_text

if TYPE_CHECKING:
    from dpverify.checkers.next_questions.repairing import Change, Proposal, Repair
    from dpverify.defs.definitions.definition import Definition
    from dpverify.reports.model import Block, Cells, Inline

WORDS: Final = {
    "holds": Span("holds", "good"),
    "fails": Span("fails", "bad"),
    "unknown": Span("unknown", "open"),
    "says nothing": Span("says nothing any more", "open"),
}
KINDS: Final = {
    "claim": "claim something else",
    "parameter": "set a parameter",
    "constant": "change the source",
}
LONGEST: Final = 60


def repair_report(found: Repair) -> Report:
    """The report for a terminal, a page or a Markdown file."""
    blocks: list[Block] = [
        paragraph(_in_short(found), label="In short"),
        paragraph(code(found.subject), " satisfies ", code(claim_text(found)), ": ",
                  WORDS[found.verdict.name], label="Claim"),
    ]  # fmt: skip
    if found.proposals:
        rows = tuple(_row(number, one) for number, one in enumerate(found.proposals, 1))
        blocks.append(Table(("", "what to do", "change", "then", "evidence"), rows))
        blocks += _diffs(found)
    blocks += [
        paragraph("each change by itself, decided by the ordinary check. Whether the program is of"
                  " any use after it is not asked, and of changes that were not tried nothing is"
                  " said", label="Scope"),
    ]  # fmt: skip
    if found.stopped is not None:
        blocks.append(paragraph(found.stopped, label="Stopped"))
    blocks += _all_changes(found)
    return Report(("What makes the claim hold: ", code(found.subject)), tuple(blocks))


def _in_short(found: Repair) -> str:
    if found.verdict.holds:
        return "the claim holds as it is; there is nothing to repair"
    if not found.proposals:
        more = f"; {len(found.refused)} could not be asked about" if found.refused else ""
        return f"no single change that was tried makes the claim hold{more}"
    number = len(found.proposals)
    many = "one single change makes" if number == 1 else f"each of {number} single changes makes"
    return f"{many} the claim hold; the first is {found.proposals[0].change.text}"


def _row(number: int, one: Proposal) -> Cells:
    evidence = str(one.verdict.evidence)
    return (
        str(number),
        KINDS[one.change.kind],
        code(_short(one.change)),
        code(_claimed(one.claim)),
        f"{evidence}: {EVIDENCE[evidence]}",
    )


def _short(change: Change) -> str:
    return shortened(change.text, LONGEST)


def _claimed(claim: Definition) -> str:
    parts = ", ".join(
        f"{name} = {shortened(number_text(number), LONGEST // 2)}"
        for name, number in claim.given.items()
    )
    return f"{claim.name} with {parts}" if parts else claim.name


def _diffs(found: Repair) -> Iterator[Block]:
    """The edits of the source, as lines to take out and to put in."""
    for number, one in enumerate(found.proposals, 1):
        if one.change.diff is not None:
            before, after = one.change.diff
            where = f"{number}, line {one.change.line}"
            yield paragraph("take out the first line, put in the second", label=where)
            yield Display((f"- {before}", f"+ {after}"), "diff")


def _all_changes(found: Repair) -> Iterator[Block]:
    """What was decided of each change; apart from them those of which nothing could be asked."""
    tried = [one for one in found.tried if one.outcome != "refused"]
    if tried:
        rows = tuple(_listed(one.change, WORDS[one.outcome]) for one in tried)
        table = Table(("where", "change", "the claim"), rows)
        yield Section(f"All {len(rows)} changes that were tried", (table,))
    if found.refused:
        rows = tuple(_listed(one.change, shortened(one.why)) for one in found.refused)
        table = Table(("where", "change", "why"), rows)
        yield Section(f"Another {len(rows)} that could not be asked about", (table,))


def _listed(change: Change, outcome: Inline) -> Cells:
    return change.kind, code(_short(change)), outcome
