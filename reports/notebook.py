"""Channels, verdicts, hyper-distributions, scenarios and claims as a person is shown them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal, assert_never

from dpverify.checkers.accounting.answer import Account
from dpverify.checkers.accounting.calibration import Calibration
from dpverify.checkers.all_eps.decide import FamilyVerdict
from dpverify.checkers.answers.codec import decode, encode
from dpverify.checkers.answers.documents import read_answer
from dpverify.checkers.answers.files import StatedScenario
from dpverify.checkers.answers.proofs import read_proof
from dpverify.checkers.answers.suites import read_entry
from dpverify.checkers.audit.audit import Audit
from dpverify.checkers.next_questions.dominance import Comparison
from dpverify.checkers.next_questions.repairing import Repair
from dpverify.checkers.next_questions.solving import Solution
from dpverify.checkers.verdict import Result
from dpverify.defs.channel import Channel
from dpverify.defs.knowledge.scenario import Scenario
from dpverify.defs.numbers import number_text
from dpverify.defs.qif.hyper import Hyper
from dpverify.proofs.entry import Entry
from dpverify.proofs.prove import Examined
from dpverify.proofs.theorem import checked_proof, stored
from dpverify.reports.account_report import account_report
from dpverify.reports.audit_report import audit_report
from dpverify.reports.calibration_report import calibration_report
from dpverify.reports.claim import sentence
from dpverify.reports.dominance_report import dominance_report
from dpverify.reports.drawings.heat_map import heat_map
from dpverify.reports.drawings.of_documents import figures_of
from dpverify.reports.entry_report import entry_report
from dpverify.reports.escape import shortened
from dpverify.reports.html.cards import cards
from dpverify.reports.html.fragment import fragment
from dpverify.reports.markdown import to_markdown
from dpverify.reports.model import Formula, Report, Section, Table, code, paragraph
from dpverify.reports.plain_text import to_plain_text
from dpverify.reports.proof_report import proof_report
from dpverify.reports.repair_report import repair_report
from dpverify.reports.result_report import result_report
from dpverify.reports.solution_report import solution_report

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dpverify.checkers.answers.files import Theta
    from dpverify.defs.display import Form
    from dpverify.reports.drawings.figure import Figure
    from dpverify.reports.model import Block, Inline

MOST_ROWS, MOST_COLUMNS = 16, 12


def rendered(shown: object, form: Form) -> str | None:
    """Return what a person is shown of an object; None where `repr` has to do."""
    if form == "brief" or form == "explanation":  # noqa: PLR1714 (so that mypy narrows it)
        return _in_words(shown, form)
    report = _report(shown)
    if report is None:
        return None
    match form:
        case "markdown":
            return to_markdown(report)
        case "html":
            return fragment(report, cards(_figures(shown)))
        case "text":
            return to_plain_text(report)
        case "latex":
            from dpverify.reports.latex import to_latex

            return to_latex(report)
        case "page":
            return _page(shown, report)
        case _:
            assert_never(form)


def _in_words(shown: object, form: Literal["brief", "explanation"]) -> str | None:
    if not isinstance(shown, Result | FamilyVerdict):
        return None
    from dpverify.reports.brief import brief_text, explanation_text

    answer = read_answer(shown.to_dict())
    return brief_text(answer) if form == "brief" else explanation_text(answer)


def _page(shown: object, report: Report) -> str:
    """Return a page that stands alone: of a result with its document, of others with drawings."""
    from dpverify.reports.html.page import lead, page
    from dpverify.reports.html.result_page import result_page

    if isinstance(shown, Result | FamilyVerdict):
        return result_page(read_answer(shown.to_dict()))
    return page(report.title, lead(report), cards(_figures(shown)))


def _report(shown: object) -> Report | None:
    match shown:
        case Channel():
            return _channel(shown)
        case Hyper():
            return _hyper(shown)
        case Scenario():
            return _scenario(shown)
        case Entry():
            return _entry(shown)
        case Examined():
            return _examined(shown)
    return _answer_report(shown)


def _answer_report(shown: object) -> Report | None:
    match shown:
        case Result() | FamilyVerdict():
            return result_report(read_answer(shown.to_dict()))
        case Audit():
            return audit_report(shown.document)
        case Account():
            return account_report(shown)
        case Calibration():
            return calibration_report(shown)
        case Comparison():
            return dominance_report(shown)
        case Solution():
            return solution_report(shown)
        case Repair():
            return repair_report(shown)
    return None


def _figures(shown: object) -> list[Figure]:
    if isinstance(shown, Result):
        return figures_of(shown.to_dict())
    if isinstance(shown, Channel):
        return [heat_map(shown, shown.title or "of this object")]
    if isinstance(shown, Examined) and shown.status == "refuted" and shown.document is not None:
        return figures_of(shown.document)
    return []


def _channel(channel: Channel) -> Report:
    n, m = len(channel.inputs), len(channel.outputs)
    pairs = channel.neighbours.count(n)
    sizes = f"{n} inputs, {m} outputs, {pairs} ordered pairs of neighbours"
    shown = ((label, channel.rows.texts(i)) for i, label in enumerate(channel.inputs[:MOST_ROWS]))
    title = (code(channel.title),) if channel.title else ("A channel",)
    table = _matrix("input", channel.outputs, shown, n)
    notes = tuple(
        paragraph(note, label=name)
        for name, note in (("Source", channel.source), ("Notes", channel.notes))
        if note
    )
    return Report(title, (paragraph(sizes, label="Size"), *table, *notes))


def _hyper(hyper: Hyper) -> Report:
    seen = zip(hyper.outputs, hyper.outer, hyper.inners, strict=True)
    rows = [(name, [number_text(weight), *map(number_text, inner)]) for name, weight, inner in seen]
    columns = ("probability", *(f"belief in {label}" for label in hyper.inputs))
    table = _matrix("observation", columns, rows[:MOST_ROWS], len(rows))
    meaning = paragraph("each observation, how likely it is, and what is believed after it")
    return Report(("A hyper-distribution",), (meaning, *table))


def _matrix(corner: str, columns: Sequence[str], rows: Any, total: int) -> Iterator[Block]:
    """A table of numbers, cut after so many rows and columns, which is then said."""
    shown = columns[:MOST_COLUMNS]
    cells: list[tuple[Inline, ...]] = [
        (code(label), *(code(shortened(entry, 40)) for entry in entries[: len(shown)]))
        for label, entries in rows
    ]
    yield Table((corner, *shown), tuple(cells))
    if len(cells) < total or len(shown) < len(columns):
        yield paragraph(
            f"shown: {len(cells)} of {total} rows, {len(shown)} of {len(columns)} columns"
        )


def _scenario(scenario: Scenario) -> Report:
    stated = decode(StatedScenario, scenario.to_dict())
    blocks: list[Block] = []
    for number, theta in enumerate(stated.laws):
        name = f"Law {number}" if len(stated.laws) > 1 else "Law"
        blocks += _law(theta, name)
    blocks.append(paragraph(_flat(stated.mechanism), label="Query"))
    if stated.target is not None:
        blocks.append(paragraph(_flat(stated.target), label="Target"))
    if stated.injected:
        blocks.append(paragraph("the attacker sets what is known", label="Injected"))
    title = (code(scenario.title),) if scenario.title else ("A scenario",)
    return Report(title, tuple(blocks))


def _law(theta: Theta, name: str) -> Iterator[Block]:
    if theta.joint is not None:
        rows = theta.joint[:MOST_ROWS]
        yield paragraph(f"{len(theta.joint)} rows of data and knowledge", label=name)
        cells = tuple((_flat([*row.data]), row.known, code(str(row.probability))) for row in rows)
        yield Table(("data", "known", "probability"), cells)
        return
    records = theta.records or ()
    count = sum(int(group.count or 1) for group in records)
    yield paragraph(f"{count} independent records", label=name)
    groups = tuple(
        (str(group.count or 1), ", ".join(f"{v} with {p}" for v, p in group.values.items()))
        for group in records[:MOST_ROWS]
    )
    yield Table(("records", "values with their probabilities"), groups)
    yield paragraph(_flat(encode(theta.known) if theta.known else {}), label="Known")


def _flat(form: Any) -> str:
    """Data on one line: "name: count, threshold: 3"."""
    if isinstance(form, dict):
        return ", ".join(f"{key}: {_flat(value)}" for key, value in form.items())
    if isinstance(form, list):
        return ", ".join(map(_flat, form[:MOST_ROWS])) + " …" * (len(form) > MOST_ROWS)
    return form if isinstance(form, str) else json.dumps(form)


def _entry(entry: Entry) -> Report:
    """The statement; with its proof where one is stored that the proof kernel accepts now."""
    document, outcome = stored(entry), checked_proof(entry)
    if document is not None and outcome is not None and outcome.status == "accepted":
        return proof_report(entry, read_proof(document))
    blocks = (
        paragraph(sentence(entry.words), label="Statement"),
        Formula(tuple(entry.formula.splitlines())),
        paragraph(sentence(entry.source), label="Source"),
    )
    return Report((code(entry.id), f": {entry.title}"), blocks)


def _examined(examined: Examined) -> Report:
    """The status and what it rests on; of a proof for all sizes its steps as well."""
    report = entry_report(read_entry(examined.row))
    document = None if examined.status == "refuted" else examined.document
    if document is None:
        return report
    steps = proof_report(examined.claim, read_proof(document)).blocks
    sections = tuple(block for block in steps if isinstance(block, Section))
    return Report(report.title, (*report.blocks, *sections))
