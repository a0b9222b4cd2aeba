"""Random numbers that a program draws elsewhere than from `draw`.

What must never change: a mechanism whose coins come from Python's `random` or NumPy's global
generator is refused, because none of its probabilities is known. Repeated runs alone would notice
that by chance only. Generators of the program's own and the system's are seen by those runs alone.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from dpverify.defs.errors import ProgramError


@contextmanager
def no_other_coins(name: str) -> Iterator[None]:
    """Run a program inside; raises ProgramError if a global generator was used or seeded.

    It is said in place of a difference between two runs, of which it is the reason.

    >>> with no_other_coins("toss"):
    ...     _ = random.random()
    Traceback (most recent call last):
    ...
    dpverify.defs.errors.ProgramError: toss draws from Python's random; ask draw instead, for …
    """
    before = _states()
    try:
        yield
    except ProgramError as error:
        _compare(before, name, error)
        raise
    _compare(before, name, None)


def _compare(before: dict[str, Any], name: str, error: ProgramError | None) -> None:
    for generator, state in _states().items():
        if before.get(generator, state) != state:
            raise ProgramError(
                f"{name} draws from {generator}; ask draw instead, for nothing else has known"
                " probabilities"
            ) from error


def _states() -> dict[str, Any]:
    """The states of the global generators of the libraries that are loaded."""
    found: dict[str, Any] = {"Python's random": random.getstate()}
    numpy = sys.modules.get("numpy.random")
    if numpy is not None:
        state = numpy.get_state(legacy=False)
        words = state["state"]
        found["numpy.random"] = (bytes(words["key"]), words["pos"], state["has_gauss"])
    return found
