"""What became of one entry of the suite, as a page of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.reports.claim import sentence
from dpverify.reports.evidence import EVIDENCE
from dpverify.reports.model import Display, Report, Section, code, paragraph
from dpverify.reports.refutation_report import refutation_blocks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dpverify.reports.model import Block

    Row = Mapping[str, Any]


def entry_report(row: Row, refutation_file: str | None = None) -> Report:
    """Return the page of one row of a `dpverify.suite` document.

    Args:
        row: the row, with its refutation where there is one.
        refutation_file: where that refutation is saved, for the command that re-checks it.
    """
    title = (f"{row['title']}: ", row["status"])
    return Report(title, tuple(_blocks(row, refutation_file)))


def _blocks(row: Row, refutation_file: str | None) -> Iterator[Block]:
    yield paragraph(code(row["id"]), label="Entry")
    yield paragraph(sentence(row["words"]), label="Statement")
    yield Display((row["formula"],))
    yield paragraph(row["status"], f", registered as {row['expected']}", label="Status")
    yield from _grounds(row)
    for heading, prose in row.get("essay", {}).items():
        yield Section(heading, (paragraph(prose),))
    refutation = row.get("refutation")
    if refutation is not None:
        yield Section("Counterexample", tuple(refutation_blocks(refutation)))
        if refutation_file is not None:
            replay = Display((f"dpverify replay {refutation_file}",), "sh")
            yield Section("How to re-check", (replay,))
    yield paragraph(sentence(row["source"]), label="Source")


def rests_on(row: Row) -> Iterator[Block]:
    """Return the strength of the evidence, its scope and whose word it takes."""
    if row.get("evidence"):
        yield paragraph(row["evidence"], f": {EVIDENCE[row['evidence']]}", label="Evidence")
    if row.get("scope"):
        yield paragraph(row["scope"], label="Scope")
    yield from computation(row)
    if row.get("trusted"):
        yield paragraph(", ".join(row["trusted"]), label="Trusted")
    if row.get("not_for_all_sizes"):
        yield paragraph(row["not_for_all_sizes"], label="Not for all sizes")


def computation(row: Row) -> Iterator[Block]:
    """Return what is computed where nothing varies, and from which theorem the words follow."""
    if row.get("cases"):
        yield paragraph("; ".join(row["cases"]), label="Computed for")
    follows = row.get("follows")
    if follows:
        yield paragraph(follows["theorem"], label="Theorem, cited")
        yield paragraph(follows["computed"], label="Number, computed")
        yield paragraph(follows["not_computed"], label="Not computed here")


def _grounds(row: Row) -> Iterator[Block]:
    """Say on what the status rests."""
    yield from rests_on(row)
    if row.get("lemmas"):
        yield paragraph(lemmas_text(row["lemmas"]), label="Lemmas")
    instances, mutants = row["instances"], row["mutants"]
    if instances["generated"]:
        met = f"{instances['generated']}, of which {instances['met_hypotheses']} met the hypotheses"
        yield paragraph(met, label="Instances")
    for solver, count in (row.get("solver_faults") or {}).items():
        fault = f"{count} models of {solver} do not satisfy the questions they were given for"
        yield paragraph(fault, label="Solver fault")
    if mutants["total"]:
        yield paragraph(f"{mutants['killed']} of {mutants['total']} refuted", label="Mutants")
    if row.get("reason"):
        yield paragraph(f"{row['reason']['text']} ({row['reason']['code']})", label="Stopped")


def lemmas_text(lemmas: Mapping[str, Any]) -> str:
    """Return what solvers said of the lemmas of a proof, such as "9; confirmed by z3: 9"."""
    counts = (f"; confirmed by {name}: {count}" for name, count in lemmas["confirmed"].items())
    return f"{lemmas['total']}, each with a certificate" + "".join(counts)
