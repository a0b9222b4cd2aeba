"""The outcome of `prove`: one line for each entry, and whether it ended as registered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.reports.junit import Case, Outcome
from dpverify.reports.model import Report, Span, Table, code, paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from dpverify.reports.model import Cells

    Item = Mapping[str, Any]

WIDTH = 160
COLUMNS = (
    "id", "title", "expected", "status", "evidence", "scope", "instances", "mutants", "seconds",
)  # fmt: skip


def suite_report(suite: Mapping[str, Any]) -> Report:
    """Return the table of a `dpverify.suite` document and its summary."""
    items = suite["entries"]
    table = Table(COLUMNS, tuple(_row(item) for item in items))
    remarks = tuple(
        paragraph(code(item["id"]), ": ", text) for item in items for text in _why(item)
    )
    unfinished = len(suite.get("unfinished", ()))
    stopped = f"Interrupted: {unfinished} of {len(items) + unfinished} entries are not finished."
    ends = (paragraph(*_summary(suite)), *([paragraph(stopped)] if unfinished else []))
    return Report(("Claims",), (table, *remarks, *ends), WIDTH)


def as_registered(item: Item) -> bool:
    """Return whether an entry ended as expected and all its mutants were refuted."""
    mutants = item["mutants"]
    return bool(item["status"] == item["expected"] and mutants["killed"] == mutants["total"])


def _row(item: Item) -> Cells:
    return (
        code(item["id"]),
        item["title"],
        item["expected"],
        _status(item),
        _evidence(item),
        str(item.get("scope") or ""),
        _instances(item),
        _mutants(item),
        f"{item['seconds']:.2f}",
    )


def _why(item: Item) -> Iterator[str]:
    """Yield why an entry stayed open, and which mutants survived."""
    if item.get("reason"):
        yield f"stayed open: {item['reason']['text']} ({item['reason']['code']})"
    for solver, count in (item.get("solver_faults") or {}).items():
        yield f"{count} models of {solver} do not satisfy the questions they were given for"
    survived = item["mutants"].get("survived")
    if survived:
        yield f"mutants not refuted: {', '.join(survived)}"


def _status(item: Item) -> Span:
    if as_registered(item):
        return Span(item["status"], "good")
    return Span(item["status"], "open" if item["status"] == "unknown" else "bad")


def _evidence(item: Item) -> str:
    return str(item.get("evidence") or "")


def _instances(item: Item) -> str:
    """Return how many instances met the hypotheses, of how many generated."""
    counts = item.get("instances") or {}
    if not counts.get("generated"):
        return ""
    return f"{counts['met_hypotheses']}/{counts['generated']}"


def _mutants(item: Item) -> str:
    counts = item.get("mutants") or {}
    return f"{counts['killed']}/{counts['total']}" if counts.get("total") else ""


def _summary(suite: Mapping[str, Any]) -> tuple[Span | str, ...]:
    items = suite["entries"]
    ended = sum(as_registered(item) for item in items)
    statuses: dict[str, int] = {}
    for item in items:
        statuses[item["status"]] = statuses.get(item["status"], 0) + 1
    counts = ", ".join(
        f"{count} {status}{_by_evidence(items) if status == 'refuted' else ''}"
        for status, count in sorted(statuses.items())
    )
    verdict = Span("as registered", "good") if ended == len(items) else Span("as registered", "bad")
    seconds = sum(item["seconds"] for item in items)
    return (f"{ended} of {len(items)} entries ended ", verdict, f": {counts}; {seconds:.1f} s.")


def _by_evidence(items: Sequence[Item]) -> str:
    """Return how many refutations the kernel re-checked, and on what the others rest."""
    evidence = [str(item.get("evidence")) for item in items if item["status"] == "refuted"]
    words = {"certificate": "re-checked by the kernel"}
    parts = (f"{evidence.count(e)} {words.get(e, e)}" for e in dict.fromkeys(sorted(evidence)))
    return f" ({', '.join(parts)})"


def suite_cases(suite: Mapping[str, Any]) -> tuple[Case, ...]:
    """Return one test case for each entry."""
    return tuple(_case(item) for item in suite["entries"])


def _case(item: Item) -> Case:
    outcome: Outcome = "error" if item["status"] == "unknown" else "failure"
    if as_registered(item):
        outcome = "passed"
    text = f"registered as {item['expected']}, ended {item['status']}: {item['title']}"
    text = "\n".join((text, *_why(item)))
    return Case(item["id"], "dpverify.prove", outcome, text, item["seconds"])
