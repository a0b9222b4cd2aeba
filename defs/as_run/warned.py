"""Warnings of code as it is: while it is examined, one that Python would only print is passed over.

To print it Python reads the line of the source, and so looks at its machine. Nobody who gets the
output sees it. What must never change: a warning that the code may see or act on goes its usual way
(a filter that raises it, a list that records it, a `showwarning` of its own) or is refused.
"""

from __future__ import annotations

import sys
import warnings
from types import FunctionType
from typing import Any, Final

from dpverify.defs.as_run.refusing import refused
from dpverify.defs.programs.guards import STATE, culprit

STREAMS: Final = ("_pytest", "ipykernel")
"""Packages that put a stream of theirs in place of standard error."""


def functions() -> list[tuple[Any, Any]]:
    """What prints a warning, with what stands in its place; nothing where that is replaced now."""
    module: Any = warnings
    real = getattr(module, "_showwarnmsg_impl", None)
    hooks = [getattr(module, name, None) for name in ("_formatwarning_orig", "_showwarning_orig")]
    if None in hooks or not isinstance(real, FunctionType) or real.__module__ != "warnings":
        return []

    def passed_over(message: Any) -> None:
        frame = culprit(sys._getframe(1)) if STATE.active and not STATE.loading else None
        if frame is None:  # nobody's that is examined
            real(message)
        elif not (_only_printed(message) and module.formatwarning is hooks[0]):
            # Not handed on: guards would take what is called below for a call of dpverify's.
            raise refused("writes a warning by a text, a format or a stream of its own")

    return [(real, passed_over)]


def _only_printed(message: Any) -> bool:
    """Whether a warning is a plain text, which goes to standard error as Python began with it."""
    warning, stream = message.message, sys.stderr
    says: Any = type(warning).__str__
    plain = says is BaseException.__str__ and all(type(part) is str for part in warning.args)
    whose = type(stream).__module__.partition(".")[0]
    usual = stream is sys.__stderr__ or whose in STREAMS
    untouched = "write" not in getattr(stream, "__dict__", {})
    return plain and usual and untouched and message.file is None and message.source is None
