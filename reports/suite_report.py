"""The outcome of `prove`: one line for each entry, and whether it ended as registered."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from dpverify.reports.junit import Case, Outcome
from dpverify.reports.model import Report, Span, Table, code, paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from dpverify.checkers.answers.suites import Suite, SuiteEntry
    from dpverify.reports.model import Cells

WIDTH = 160
COLUMNS = (
    "id", "title", "expected", "status", "evidence", "scope", "instances", "mutants", "seconds",
)  # fmt: skip


def suite_report(suite: Suite) -> Report:
    """Return the table of a run of the suite and its summary."""
    table = Table(COLUMNS, tuple(_row(entry) for entry in suite.entries))
    remarks = tuple(
        paragraph(code(entry.id), ": ", text) for entry in suite.entries for text in _why(entry)
    )
    unfinished = len(suite.unfinished)
    total = len(suite.entries) + unfinished
    stopped = f"Interrupted: {unfinished} of {total} entries are not finished."
    ends = (paragraph(*_summary(suite.entries)), *([paragraph(stopped)] if unfinished else []))
    return Report(("Claims",), (table, *remarks, *ends), WIDTH)


def _row(entry: SuiteEntry) -> Cells:
    return (
        code(entry.id),
        entry.title,
        entry.expected,
        _status(entry),
        entry.evidence or "",
        entry.scope or "",
        _instances(entry),
        _mutants(entry),
        f"{entry.seconds:.2f}",
    )


def _why(entry: SuiteEntry) -> Iterator[str]:
    """Yield why an entry stayed open, and which mutants survived."""
    if entry.reason is not None:
        yield f"stayed open: {entry.reason.text} ({entry.reason.code})"
    for solver, count in entry.solver_faults.items():
        yield f"{count} models of {solver} do not satisfy the questions they were given for"
    if entry.mutants.survived:
        yield f"mutants not refuted: {', '.join(entry.mutants.survived)}"


def _status(entry: SuiteEntry) -> Span:
    if entry.as_registered:
        return Span(entry.status, "good")
    return Span(entry.status, "open" if entry.status == "unknown" else "bad")


def _instances(entry: SuiteEntry) -> str:
    """Return how many instances met the hypotheses, of how many generated."""
    counts = entry.instances
    return f"{counts.met_hypotheses}/{counts.generated}" if counts.generated else ""


def _mutants(entry: SuiteEntry) -> str:
    counts = entry.mutants
    return f"{counts.killed}/{counts.total}" if counts.total else ""


def _summary(entries: Sequence[SuiteEntry]) -> tuple[Span | str, ...]:
    ended = sum(entry.as_registered for entry in entries)
    statuses = Counter[str](entry.status for entry in entries)
    counts = ", ".join(
        f"{count} {status}{_by_evidence(entries) if status == 'refuted' else ''}"
        for status, count in sorted(statuses.items())
    )
    verdict = Span("as registered", "good" if ended == len(entries) else "bad")
    # More than the clock shows where entries are proved side by side.
    took = f"the entries took {sum(entry.seconds for entry in entries):.1f} s together"
    return (f"{ended} of {len(entries)} entries ended ", verdict, f": {counts}; {took}.")


def _by_evidence(entries: Sequence[SuiteEntry]) -> str:
    """Return how many refutations the kernel re-checked, and on what the others rest."""
    evidence = Counter(str(entry.evidence) for entry in entries if entry.status == "refuted")
    words = {"certificate": "re-checked by the kernel"}
    parts = (f"{count} {words.get(name, name)}" for name, count in sorted(evidence.items()))
    return f" ({', '.join(parts)})"


def suite_cases(suite: Suite) -> tuple[Case, ...]:
    """Return one test case for each entry."""
    return tuple(map(_case, suite.entries))


def _case(entry: SuiteEntry) -> Case:
    outcome: Outcome = "error" if entry.status == "unknown" else "failure"
    if entry.as_registered:
        outcome = "passed"
    text = f"registered as {entry.expected}, ended {entry.status}: {entry.title}"
    text = "\n".join((text, *_why(entry)))
    return Case(entry.id, "dpverify.prove", outcome, text, entry.seconds)
