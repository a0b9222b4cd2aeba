"""What there is: definitions, claims, mechanisms, counterexamples; what is decided of what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.app.commands.output import Result
from dpverify.reports.model import Report, Table, code, paragraph

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from dpverify.defs.definitions.definition import Definition

    Rows = Sequence[Mapping[str, str]]

CODE = ("name", "id")
COVERAGE = ("subject", "definitions", "answer", "re-checked", "reason")


def listing(kind: str) -> Result:
    """Return the list of one kind, in every form."""
    if kind == "coverage":
        return _coverage()
    columns, rows = _columns(kind), ROWS[kind]()
    return Result(lambda: _report(kind, columns, rows), lambda: _document(kind, rows))


def _coverage() -> Result:
    """The table of what is decided: as a document cell by cell, to read in few rows."""
    from dpverify.checkers.coverage import cells, grouped

    table = list(cells())
    return Result(
        lambda: _report("coverage", COVERAGE, grouped(table)),
        lambda: _document("coverage", [cell.to_dict() for cell in table]),
    )


def _columns(kind: str) -> tuple[str, ...]:
    return {
        "definitions": ("name", "options", "meaning"),
        "claims": ("id", "title", "expected"),
        "mechanisms": ("name", "id", "meaning", "claims", "truth"),
        "counterexamples": ("name", "refutes"),
    }[kind]


def _report(kind: str, columns: tuple[str, ...], rows: Rows) -> Report:
    title = (kind.capitalize(),)
    if not rows:
        return Report(title, (paragraph("None in this version."),))
    cells = tuple(
        tuple(code(row[key]) if key in CODE and row[key] else row[key] for key in columns)
        for row in rows
    )
    return Report(title, (Table(columns, cells),))


def _document(kind: str, rows: Rows) -> Mapping[str, object]:
    return {"schema": "dpverify.list/1.0", kind: [dict(row) for row in rows]}


def _definitions() -> Rows:
    from dpverify.defs.definitions.registry import DEFINITIONS

    return [
        {
            "name": name,
            "options": " ".join(_options(definition)),
            "meaning": definition.statement,
            "source": definition.source,
        }
        for name, definition in DEFINITIONS.items()
    ]


def _options(definition: type[Definition]) -> list[str]:
    """The options of a definition, what it bounds something by first."""
    takes = sorted(definition.takes, key=lambda parameter: not parameter.is_bound)
    return [parameter.option for parameter in takes if parameter.option is not None]


def _claims() -> Rows:
    from dpverify.proofs.registry import entries

    return [
        {"id": entry.id, "title": entry.title, "expected": entry.expected, "source": entry.source}
        for entry in entries()
    ]


def _mechanisms() -> Rows:
    from dpverify.defs.mechanisms import library
    from dpverify.defs.programs.parameters import assignments

    return [
        {
            "name": name,
            "id": str(program.about.get("id", "")),
            "meaning": str(program.about["title"]),
            "parameters": assignments(program.parameters),
            "claims": str(program.about["claim"]),
            "truth": str(program.about["truth"]),
            "source": str(program.about["source"]),
        }
        for name, program in library().items()
    ]


def _counterexamples() -> Rows:
    from dpverify.reports.findings.catalogue import findings

    return [
        {"name": finding.name, "refutes": finding.title, "source": finding.source}
        for finding in findings()
    ]


ROWS: dict[str, Callable[[], Rows]] = {
    "definitions": _definitions,
    "claims": _claims,
    "mechanisms": _mechanisms,
    "counterexamples": _counterexamples,
}
