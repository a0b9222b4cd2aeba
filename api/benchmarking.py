"""The benchmark table: from what the user chose to a report and a document."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dpverify.defs.errors import DomainError, UsageError
from dpverify.defs.numbers import Value, as_number
from dpverify.defs.validate import shown

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
        raise UsageError(f"--rows {shown(chosen)} has an empty name; write ids as B20,B23")
    found = tuple(rows(names, settings))
    audits = {}
    if audit is not None:
        from dpverify.checkers.audit.rows import audit_row

        audits = {row.id: str(audit_row(row, audit, seed)) for row in found}
    date = datetime.now(UTC).date().isoformat()
    return Tables(found, date, versions(), audits)


def _positive(text: str) -> Fraction:
    number = as_number(text)
    rational = number.as_rational() if isinstance(number, Value) else None
    if rational is None or rational <= 0:
        raise DomainError(f"--eps is {text}; the mechanisms' ε is a positive rational, as 7/10")
    return Fraction(int(rational.p), int(rational.q))
