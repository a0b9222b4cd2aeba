"""The benchmark table: from what the user chose to a report and a document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dpverify.defs.errors import DomainError, Undecided, UsageError
from dpverify.defs.numbers import Value, as_number

if TYPE_CHECKING:
    from dpverify.checkers.benchmark.row import Row
    from dpverify.reports.model import Report


@dataclass(frozen=True)
class Tables:
    """The rows, computed, and when and with what."""

    rows: tuple[Row, ...]
    date: str
    versions: Mapping[str, str]
    audits: Mapping[str, str]

    def report(self) -> Report:
        """The table to read."""
        from dpverify.reports.benchmark_report import benchmark_report

        return benchmark_report(self.rows, self.date, self.versions, self.audits)

    def document(self) -> dict[str, Any]:
        """The table as data."""
        from dpverify.reports.benchmark_report import benchmark_document

        return benchmark_document(self.rows, self.date, self.versions, self.audits)


def tables(
    chosen: str | None = None,
    *,
    n: int | None = None,
    c: int | None = None,
    eps: str | None = None,
    audit: int | None = None,
    seed: int = 0,
) -> Tables:
    """Compute the rows.

    Args: chosen ids with commas between; eps a positive rational as text; audit samples per input.
    Raises: UsageError for an unknown row; DomainError for ε ≤ 0 or irrational.
    """
    from datetime import datetime

    from dpverify.checkers.benchmark.table import Settings, rows
    from dpverify.checkers.versions import versions

    settings = Settings(n, c, None if eps is None else _positive(eps))
    names = [name.strip() for name in chosen.split(",")] if chosen is not None else []
    if chosen is not None and not all(names):
        raise UsageError(f"--rows {chosen!r} has an empty name; write ids as B20,B23")
    found = tuple(rows(names, settings))
    audits = {} if audit is None else _audits(found, audit, seed)
    date = datetime.now(UTC).date().isoformat()
    return Tables(found, date, versions(), audits)


def _positive(text: str) -> Fraction:
    number = as_number(text)
    rational = number.as_rational() if isinstance(number, Value) else None
    if rational is None or rational <= 0:
        raise DomainError(f"--eps is {text}; the mechanisms' ε is a positive rational, as 7/10")
    return Fraction(int(rational.p), int(rational.q))


def _settings(row: Row) -> dict[str, str]:
    """The parameters as a target spells them, by name."""
    pairs = (part.partition("=") for part in row.parameters.split(","))
    return {name: value for name, _, value in pairs}


def _audits(rows: tuple[Row, ...], samples: int, seed: int) -> dict[str, str]:
    from dpverify.checkers.audit import audited
    from dpverify.checkers.continuous.worst_inputs import worst_inputs
    from dpverify.defs.mechanisms import library

    by_id = {each.about.get("id"): each for each in library().values() if "moves" in each.about}
    found = {}
    for row in rows:
        if row.id not in by_id:
            found[row.id] = "no continuous noise"
            continue
        program = by_id[row.id].with_parameters(**_settings(row))
        case = worst_inputs(program)
        if case.walk is None:
            found[row.id] = "no event"
            continue
        try:
            counts = audited(program, case.family, case.walk, samples, seed)
        except Undecided as reason:
            found[row.id] = f"not sampled: {reason}"
            continue
        agree = "agrees" if all(each.agrees for each in counts) else "DISAGREES"
        said = (f"{each.exact:.5f} in [{each.low:.5f}, {each.high:.5f}]" for each in counts)
        found[row.id] = f"{agree}: {'; '.join(said)}"
    return found
