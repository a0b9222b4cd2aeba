"""How a question that the enumerator does not answer is refused: by name, and remembered.

What must never change: a refusal is remembered before it is raised, so that a program which catches
it is refused all the same.
"""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

from dpverify.defs.errors import ProgramError
from dpverify.defs.programs.guards import STATE, culprit


class Refused(ProgramError):
    """What the code does with its randomness has no exact answer here."""


def refused(what: str) -> Refused:
    """The error about what the code does, remembered in case the code catches it.

    Args: what the code does, as the rest of a sentence: "uses two uniform values in one number".
    """
    frame = caller()
    line = "" if frame is None else f" (line {frame.f_lineno})"
    error = Refused(f"{what}{line}, which is not answered exactly")
    if STATE.active:
        STATE.trouble = STATE.trouble or error
    return error


def caller() -> FrameType | None:
    """The line of the code that asked for what is being answered; None where a library did."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and str(frame.f_globals.get("__name__")).startswith("dpverify."):
        frame = frame.f_back
    return culprit(frame)


def described(value: Any) -> str:
    """The type of a value, for such sentences."""
    return f"{type(value).__module__}.{type(value).__name__}".removeprefix("builtins.")
