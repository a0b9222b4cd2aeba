"""The benchmark table as a report and as a document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from dpverify.reports.benchmark_published import PUBLISHED, Published
from dpverify.reports.model import Report, Span, Table, code, paragraph

if TYPE_CHECKING:
    from dpverify.checkers.benchmark.row import Row
    from dpverify.reports.model import Cells, Style

WIDTH = 240
SCHEMA = "dpverify.benchmark/1.0"
COLUMNS = (
    "id", "parameters", "claim", "tight ε", "at ε", "reached", "verdict", "witness", "validity",
    "not re-checked", "seconds", "published bound", "DiPC seconds", "StatDP, DP-Sniper",
)  # fmt: skip
STYLES: Mapping[str, Style] = {"holds": "good", "violates": "bad", "unknown": "open"}
TIGHT = (
    "Tight ε: the supremum of the privacy loss over all neighbouring real inputs of this length,"
    " for every ε > 0 where ε stands in it; an interval where the two bounds do not meet. Reached:"
    " whether the loss of the pairs shown is that, or only tends to it as g grows."
)
UNREAD = (
    "Not re-checked: what the kernel of `dpverify replay` did not see. Of each other row it has"
    " accepted the document of the tight value at the row's parameters; the verdict compares that"
    " with the claim. A row that is unknown has none."
)
SAMPLED = (
    "Audit: the program run as it is, with noise in doubles drawn apart from the exact laws; an"
    " event from the witness, on two neighbours: its exact probability, how many samples were in"
    " it, and the Clopper–Pearson interval at confidence 1 − 10^−6. It agrees where both exact"
    " probabilities lie in their intervals; a rare event is expected in fewer than 10 samples."
)
OTHERS = (
    "Published bounds: the best lower bounds on ε that others report at ε = 1/10, by StatDP (CCS"
    " 2018), DP-Sniper (S&P 2021) and others, on 10^7 to 10^8 samples in seconds to hours; no"
    " source gives their times row by row, and StatDP took 419 s for 33 of its tests on two cores."
    " DiPC (LICS 2020): exact for all ε > 0 with Mathematica, n = 3 unless said otherwise."
    " CheckDP (CCS 2020): each of its rows within 70 s, pure DP only."
)


def benchmark_report(
    rows: Sequence[Row],
    date: str,
    versions: Mapping[str, str],
    audits: Mapping[str, str],
    unfinished: Sequence[str] = (),
) -> Report:
    """The table; audits the outcome of sampling by id, empty where none was asked for.

    `unfinished`: the rows that an interrupted run did not come to.
    """
    columns = (*COLUMNS, "audit") if audits else COLUMNS
    cells = tuple(_cells(row, audits) for row in rows)
    versions_text = ", ".join(f"{name} {version}" for name, version in versions.items())
    total = sum(row.seconds for row in rows)
    return Report(
        ("Benchmark: the mechanisms of the field, decided",),
        (
            paragraph(f"{date}; {versions_text}; {len(rows)} rows in {total:.1f} s."),
            *(
                [paragraph(f"Interrupted: not made are {', '.join(unfinished)}.")]
                if unfinished
                else []
            ),
            Table(columns, cells),
            paragraph(TIGHT),
            paragraph(UNREAD),
            *([paragraph(SAMPLED)] if audits else []),
            paragraph(OTHERS),
        ),
        WIDTH,
    )


def _cells(row: Row, audits: Mapping[str, str]) -> Cells:
    published = PUBLISHED.get(row.id, Published())
    cells: Cells = (
        code(row.id), row.parameters, row.claim, row.tight, row.value, row.attained,
        Span(row.verdict, STYLES[row.verdict]), row.witness, row.validity, row.not_rechecked,
        f"{row.seconds:.2f}", published.bound, published.seconds, published.sampling,
    )  # fmt: skip
    return (*cells, audits.get(row.id, "")) if audits else cells


def benchmark_document(
    rows: Sequence[Row],
    date: str,
    versions: Mapping[str, str],
    audits: Mapping[str, str],
    unfinished: Sequence[str] = (),
) -> dict[str, Any]:
    """The same as data."""
    rows_of_document = []
    for row in rows:
        published = PUBLISHED.get(row.id, Published())
        more = {"audit": audits[row.id]} if row.id in audits else {}
        rows_of_document.append({**asdict(row), "published": asdict(published), **more})
    run = {"date": date, "versions": dict(versions)}
    unfinished_rows = {"unfinished": list(unfinished)} if unfinished else {}
    return {"schema": SCHEMA, "rows": rows_of_document, **unfinished_rows, "run": run}
