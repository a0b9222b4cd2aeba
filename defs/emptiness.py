"""Empty questions: what would hold of anything, because there is nothing of which it is asked.

What must never change: every reader and every engine refuses such a question by this function, in
these words, before any work; a claim about no pair of inputs never "holds".
"""

from __future__ import annotations

from dpverify.defs.errors import EmptyQuestion


def refuse_empty(present: object, empty: str, remedy: str) -> None:
    """Refuse a question about nothing.

    Args: present what is asked about: a collection, a count, or whether there is any; empty says
        what is empty, as "no pair of inputs is neighbouring"; remedy says what to do.
    Raises: EmptyQuestion unless something is present.

    >>> refuse_empty(["yes", "no"], "there is no output", "give one")
    """
    if not present:
        raise EmptyQuestion(f"nothing is asked: {empty}; {remedy}")
