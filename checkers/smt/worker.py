"""The solver's own process: `python -I -m dpverify.checkers.smt.worker`.

One question per line of standard input, `{"solver", "text", "work", "seconds", "megabytes"}`; one
answer per line of standard output, `{"outcome", …}`.
"""

from __future__ import annotations

import contextlib
import resource
from typing import Any

from dpverify.checkers.line_worker import serve
from dpverify.checkers.smt import cvc5_backend, z3_backend

BACKENDS = {"z3": z3_backend.run, "cvc5": cvc5_backend.run}


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Answer one question."""
    _limit_memory(int(question["megabytes"]))
    run = BACKENDS[question["solver"]]
    return run(question["text"], int(question["work"]), float(question["seconds"]))


def _limit_memory(megabytes: int) -> None:
    size = megabytes * 1024 * 1024
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (size, resource.RLIM_INFINITY))


if __name__ == "__main__":
    serve(answer)
