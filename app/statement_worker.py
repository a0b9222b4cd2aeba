"""A process that decides statements of packs: `python -I -m dpverify.app.statement_worker`.

One question per line of standard input: the statements of one function; their documents on standard
output. It ends when its input is closed.
"""

from __future__ import annotations

import sys
from typing import Any

from dpverify.app.cli import MOST_DIGITS
from dpverify.app.packs import answered
from dpverify.checkers.line_worker import serve


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Decide the statements of one question."""
    return {"documents": [answered(form) for form in question["statements"]]}


if __name__ == "__main__":
    sys.set_int_max_str_digits(MOST_DIGITS)
    serve(answer)
