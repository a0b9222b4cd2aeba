"""A process that makes rows of the table: `python -I -m dpverify.checkers.benchmark.worker`.

One question per line of standard input, `{"row", "settings", "audit", "seed"}`; the row as data per
line of standard output, or `{"fault"}`, `{"undecided"}`. It ends when its input is closed.
"""

from __future__ import annotations

from dataclasses import asdict
from fractions import Fraction
from typing import Any

from dpverify.checkers.benchmark.table import Settings, rows
from dpverify.checkers.line_worker import serve
from dpverify.defs.errors import InputError, Undecided


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Make one row, and its audit if one is asked for."""
    try:
        return row_of(question)
    except InputError as error:
        return {"fault": str(error), "rule": error.rule}
    except Undecided as stop:
        return {"undecided": [stop.code, stop.text]}


def row_of(question: dict[str, Any]) -> dict[str, Any]:
    """The row that a question asks for, as data.

    Raises: InputError, Undecided.
    """
    given = question["settings"]
    eps = None if given["eps"] is None else Fraction(given["eps"])
    (row,) = rows([question["row"]], Settings(given["n"], given["c"], eps))
    form: dict[str, Any] = {"row": asdict(row)}
    if question["audit"] is not None:
        from dpverify.checkers.audit.rows import audit_row

        form["audit"] = str(audit_row(row, question["audit"], question["seed"]))
    return form


if __name__ == "__main__":
    serve(answer)
