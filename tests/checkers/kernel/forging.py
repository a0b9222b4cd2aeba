"""A saved result with one change, which the kernel must refuse for the right reason."""

from __future__ import annotations

from typing import Any

from dpverify.checkers.kernel.door import replay

Forgery = tuple[tuple[str | int, ...], Any, str]
"""Where it is changed; what stands there then, None for nothing; words of the reason."""


def assert_refused(document: Any, forgery: Forgery) -> None:
    """Change a document in place; the kernel says no, and why."""
    (*path, last), new, reason = forgery
    holder = document
    for step in path:
        holder = holder[step]
    if new is None:
        del holder[last]
    else:
        holder[last] = new
    outcome = replay(document)
    assert outcome.status == "rejected", outcome
    assert reason in outcome.text, outcome.text
