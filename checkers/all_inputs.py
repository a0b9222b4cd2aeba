"""Which inputs a program is asked about where nobody says: all of them, if it says how they move.

A claim that holds on the inputs that are listed says nothing of the others, and these are what is
met in use. So a program with `moves` is asked about all inputs. Where that stays open, the listed
ones are asked about as well: a failure there is one of the whole claim, a `holds` there is told as
a remark and never as the answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import monotonic
from typing import Final

from dpverify.checkers.verdict import Fails, Holds, Unknown, Verdict
from dpverify.defs.errors import EmptyQuestion, InputError, Undecided

WORDS: Final = "--listed-inputs, all_inputs=False"
"""How one asks about the inputs that are listed alone."""


def with_listed_failures(
    asked: Callable[[bool, float | None], Verdict], time_limit: float | None
) -> Verdict:
    """The answer about all inputs where a program says how they move, else about those it lists.

    Args: asked answers within seconds: as the program says, or, where its first argument is true,
        about the inputs that are listed, those a move apart being neighbours.
    """
    start = monotonic()
    verdict = asked(False, time_limit)
    if not isinstance(verdict, Unknown) or not verdict.more.all_inputs:
        return verdict
    left = None if time_limit is None else time_limit - (monotonic() - start)
    if left is not None and left <= 0:
        return verdict
    try:
        listed = asked(True, left)
    except EmptyQuestion:  # no two of them are a move apart
        return verdict
    except InputError:
        if verdict.reason.code == "unsupported":
            raise  # what is wrong with the program, on the inputs that it lists
        return verdict
    if isinstance(listed, Fails):
        return listed
    if isinstance(listed, Holds):
        text = f"it holds on the listed inputs ({WORDS}); of all inputs: {verdict.reason.text}"
        return replace(verdict, reason=replace(verdict.reason, text=text))
    return verdict


def remarked(stop: Undecided) -> Undecided:
    """What a measurement about all inputs that nobody asked for ends with."""
    return Undecided(stop.code, f"{stop.text}; the listed inputs alone: {WORDS}", stop.digits)
