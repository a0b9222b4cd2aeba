"""A process that examines entries: `python -I -m dpverify.proofs.worker`.

One question per line of standard input, `{"job", "options"}`; the row of the suite per line of
standard output. `{"list"}` asks what a user's file defines, `{"proof"}` for a
proof of one of its entries. It ends when its input is closed, also
in the middle of an entry.
"""

from __future__ import annotations

from contextlib import ExitStack
from functools import cache
from typing import Any

from dpverify.checkers.line_worker import serve
from dpverify.checkers.smt.answer import Limits
from dpverify.checkers.smt.process import ProcessSolver
from dpverify.proofs.examine import Options
from dpverify.proofs.own import described
from dpverify.proofs.suite import Job, examine_job, open_solvers, proof_of_job

_OPEN = ExitStack()
"""The solvers that are kept; their processes end with this one, whose death they notice."""


@cache
def solvers(name: str) -> list[ProcessSolver]:
    """The solvers of a name, kept for the entries to come: to start one takes a tenth of a second.

    Each question has a context of its own, and one that is killed is started again.
    """
    return _OPEN.enter_context(open_solvers(name))


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Examine one entry, or describe those of a file."""
    if "list" in question:
        return described(question["list"])
    if "proof" in question:
        return proof_of_job(Job(**question["proof"]), question["seconds"])
    given = question["options"]
    options = Options(**{**given, "limits": Limits(**given["limits"])})
    job = Job(**question["job"])
    try:
        return examine_job(job, options, solvers(options.solver))
    except SystemExit as ended:  # a user's file that exits at its second load
        return {"fault": f"raises SystemExit: {ended}"}


if __name__ == "__main__":
    serve(answer)
