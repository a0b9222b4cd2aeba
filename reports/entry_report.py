"""What became of one entry of the suite, as a page of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.reports.claim import sentence
from dpverify.reports.evidence import EVIDENCE
from dpverify.reports.model import Display, Formula, Report, Section, code, paragraph
from dpverify.reports.refutation_report import refutation_blocks

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpverify.checkers.answers.suites import Lemmas, SuiteEntry
    from dpverify.reports.model import Block


def entry_report(entry: SuiteEntry, refutation_file: str | None = None) -> Report:
    """Return the page of one entry of a run of the suite.

    Args:
        entry: what became of it, with its refutation where there is one.
        refutation_file: where that refutation is saved, for the command that re-checks it.
    """
    title = (f"{entry.title}: ", entry.status)
    return Report(title, tuple(_blocks(entry, refutation_file)))


def _blocks(entry: SuiteEntry, refutation_file: str | None) -> Iterator[Block]:
    yield paragraph(code(entry.id), label="Entry")
    yield paragraph(sentence(entry.words), label="Statement")
    yield Formula((entry.formula,))
    yield paragraph(entry.status, f", registered as {entry.expected}", label="Status")
    yield from _grounds(entry)
    for heading, prose in entry.essay.items():
        yield Section(heading, (paragraph(prose),))
    if entry.refutation is not None:
        yield Section("Counterexample", tuple(refutation_blocks(entry.refutation)))
        if refutation_file is not None:
            replay = Display((f"dpverify replay {refutation_file}",), "sh")
            yield Section("How to re-check", (replay,))
    yield paragraph(sentence(entry.source), label="Source")


def rests_on(entry: SuiteEntry) -> Iterator[Block]:
    """Return the strength of the evidence, its scope and whose word it takes."""
    if entry.evidence is not None:
        yield paragraph(entry.evidence, f": {EVIDENCE[entry.evidence]}", label="Evidence")
    if entry.scope:
        yield paragraph(entry.scope, label="Scope")
    yield from computation(entry)
    if entry.trusted:
        yield paragraph(", ".join(entry.trusted), label="Trusted")
    if entry.not_for_all_sizes:
        yield paragraph(entry.not_for_all_sizes, label="Not for all sizes")


def computation(entry: SuiteEntry) -> Iterator[Block]:
    """Return what is computed where nothing varies, and from which theorem the words follow."""
    if entry.cases:
        yield paragraph("; ".join(entry.cases), label="Computed for")
    if entry.follows is not None:
        yield paragraph(entry.follows.theorem, label="Theorem, cited")
        yield paragraph(entry.follows.computed, label="Number, computed")
        yield paragraph(entry.follows.not_computed, label="Not computed here")


def _grounds(entry: SuiteEntry) -> Iterator[Block]:
    """Say on what the status rests."""
    yield from rests_on(entry)
    if entry.lemmas is not None:
        yield paragraph(lemmas_text(entry.lemmas), label="Lemmas")
    instances, mutants = entry.instances, entry.mutants
    if instances.generated:
        met = f"{instances.generated}, of which {instances.met_hypotheses} met the hypotheses"
        yield paragraph(met, label="Instances")
    for solver, count in entry.solver_faults.items():
        fault = f"{count} models of {solver} do not satisfy the questions they were given for"
        yield paragraph(fault, label="Solver fault")
    if mutants.total:
        yield paragraph(f"{mutants.killed} of {mutants.total} refuted", label="Mutants")
    if entry.reason is not None:
        yield paragraph(f"{entry.reason.text} ({entry.reason.code})", label="Stopped")


def lemmas_text(lemmas: Lemmas) -> str:
    """Return what solvers said of the lemmas of a proof, such as "9; confirmed by z3: 9"."""
    counts = (f"; confirmed by {name}: {count}" for name, count in lemmas.confirmed.items())
    return f"{lemmas.total}, each with a certificate" + "".join(counts)
