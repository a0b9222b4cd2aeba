"""Reports that set other accountants beside the bounds that are proved."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from dpverify.reports.account_report import account_report
from dpverify.reports.model import Block, Report, Table, code, paragraph

if TYPE_CHECKING:
    from dpverify.checkers.accounting.beside import Comparison, Said
    from dpverify.reports.model import Inline


def comparison_report(comparison: Comparison, remarks: tuple[str, ...] = ()) -> Report:
    """The report of the account, with a table of what others say."""
    whole = account_report(comparison.account, remarks)
    blocks: list[Block] = [paragraph("What other accountants say of the same plan", label="Beside")]
    if comparison.said:
        head = ("by", "method", "at least", "estimate", "at most", "wrong")
        rows = tuple(_row(each) for each in comparison.said)
        blocks.append(Table(head, rows))
    blocks += [paragraph(f"{name}: {reason}") for name, reason in comparison.silent]
    blocks.append(
        paragraph(
            "Their numbers are floats, and not re-checked; wrong is what lies on the wrong side of"
            " the proved interval."
        )
    )
    return Report(whole.title, (*whole.blocks, *blocks))


def _row(each: Said) -> tuple[Inline, ...]:
    numbers = tuple(code(_shown(each, name)) for name in ("lower", "estimate", "upper"))
    return (each.library, each.method, *numbers, "; ".join(each.wrong) or "–")


def _shown(each: Said, name: str) -> str:
    if name not in each.numbers:
        return "–"
    number: Fraction | None = each.numbers[name]
    return "inf" if number is None else f"{float(number):.10g}"
