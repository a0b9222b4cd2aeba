"""What there is: definitions, claims, mechanisms, counterexamples; what is decided of what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dpverify.app.commands.output import Result
from dpverify.checkers.answers.codec import encode
from dpverify.checkers.answers.lists import (
    ListedClaim,
    ListedCounterexample,
    ListedDefinition,
    ListedMechanism,
    Listing,
)
from dpverify.reports.model import Report, Table, code, paragraph

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from dpverify.defs.definitions.definition import Definition

LIST_SCHEMA = "dpverify.list/1.0"
CODE = ("name", "id")
COVERAGE = ("subject", "definitions", "answer", "re-checked", "reason")


def listing(kind: str) -> Result:
    """Return the list of one kind, in every form."""
    if kind == "coverage":
        return _coverage()
    columns, listed = COLUMNS[kind], LISTED[kind]()
    parts: dict[str, Any] = {kind: listed}
    rows = [{name: getattr(thing, name) for name in columns} for thing in listed]
    listing = Listing(LIST_SCHEMA, **parts)
    return Result(lambda: _report(kind, columns, rows), lambda: encode(listing))


def _coverage() -> Result:
    """The table of what is decided: as a document cell by cell, to read in few rows."""
    from dpverify.checkers.coverage import cells, grouped

    table = list(cells())
    listing = Listing(LIST_SCHEMA, coverage=tuple(cell.listed() for cell in table))
    return Result(lambda: _report("coverage", COVERAGE, grouped(table)), lambda: encode(listing))


COLUMNS = {
    "definitions": ("name", "options", "meaning"),
    "claims": ("id", "title", "expected"),
    "mechanisms": ("name", "id", "meaning", "claims", "truth"),
    "counterexamples": ("name", "refutes"),
}
"""What a table shows of each."""


def _report(kind: str, columns: tuple[str, ...], rows: Sequence[Mapping[str, str]]) -> Report:
    title = (kind.capitalize(),)
    if not rows:
        return Report(title, (paragraph("None in this version."),))
    cells = tuple(
        tuple(code(row[key]) if key in CODE and row[key] else row[key] for key in columns)
        for row in rows
    )
    return Report(title, (Table(columns, cells),))


def _definitions() -> tuple[ListedDefinition, ...]:
    from dpverify.defs.definitions.registry import DEFINITIONS

    return tuple(
        ListedDefinition(
            name, " ".join(_options(definition)), definition.statement, definition.source
        )
        for name, definition in DEFINITIONS.items()
    )


def _options(definition: type[Definition]) -> list[str]:
    """The options of a definition, what it bounds something by first."""
    takes = sorted(definition.takes, key=lambda parameter: not parameter.is_bound)
    return [parameter.option for parameter in takes if parameter.option is not None]


def _claims() -> tuple[ListedClaim, ...]:
    from dpverify.proofs.registry import entries

    return tuple(
        ListedClaim(entry.id, entry.title, entry.expected, entry.source) for entry in entries()
    )


def _mechanisms() -> tuple[ListedMechanism, ...]:
    from dpverify.defs.mechanisms import library
    from dpverify.defs.programs.parameters import assignments

    return tuple(
        ListedMechanism(
            name=name,
            id=str(program.about.get("id", "")),
            meaning=str(program.about["title"]),
            parameters=assignments(program.parameters),
            claims=str(program.about["claim"]),
            truth=str(program.about["truth"]),
            source=str(program.about["source"]),
        )
        for name, program in library().items()
    )


def _counterexamples() -> tuple[ListedCounterexample, ...]:
    from dpverify.reports.findings.catalogue import findings

    return tuple(
        ListedCounterexample(finding.name, finding.title, finding.source) for finding in findings()
    )


LISTED: dict[str, Callable[[], tuple[Any, ...]]] = {
    "definitions": _definitions,
    "claims": _claims,
    "mechanisms": _mechanisms,
    "counterexamples": _counterexamples,
}
