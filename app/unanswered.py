"""What a run that ends without its report still says, where its result was asked for as JSON.

A script reads the verdict and the reason at the same place as in any other result. What must never
change: such a document is never an answer; its verdict is "unknown".
"""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

UNKNOWN = "dpverify.unknown/1.0"
RESULT = "dpverify.result/1.0"


def document(command: str, options: Mapping[str, Any], code: str, text: str) -> dict[str, Any]:
    """What is left to say of a question.

    Args: command its words, such as "risk laplace"; options those of the command line; code and
        text the reason.
    Returns: of `check` and `measure` a result whose subject is named and not carried; of other
        commands a document of the verdict and its reason alone.
    """
    unknown = {"verdict": "unknown", "reason": {"code": code, "text": text}}
    if options.get("target") is None or options.get("definition") is None:
        return {"schema": UNKNOWN, "command": command, **unknown}
    from dpverify.defs.definitions.registry import PARAMETERS

    subject = {"kind": _kind(options), "source": options["target"]}
    given = {name: options[name] for name in PARAMETERS if options.get(name)}
    parameters = {
        name: value if isinstance(value, str) else list(value) for name, value in given.items()
    }
    asked = {"subject": subject, "definition": options["definition"], "given": parameters}
    return {"schema": RESULT, **asked, **unknown}


def _kind(options: Mapping[str, Any]) -> str:
    """What the target is, as far as the command line says."""
    from dpverify.defs.definitions.registry import about_attackers
    from dpverify.defs.schema import CHANNEL_SUFFIXES

    if options.get("eps_range") is not None:
        return "family"
    if not options["target"].lower().endswith(CHANNEL_SUFFIXES):
        return "program"
    return "scenario" if options["definition"] in about_attackers() else "channel"


def stating(work: Callable[[], int], unanswered: Callable[[str, str], None]) -> Callable[[], int]:
    """The work of a command, which says so where its question stays open.

    Args: unanswered takes code and text of the reason; what ends the work is raised all the same.
    """

    def run() -> int:
        from dpverify.defs.errors import Undecided

        try:
            return work()
        except Undecided as stop:
            unanswered(stop.code, stop.text)
            raise
        except MemoryError:
            unanswered("memory", "there is not enough memory; --memory-limit allows more")
            raise

    return run


def write(form: Mapping[str, Any], place: str | None) -> None:
    """Write such a document where the result would have been.

    Args: place the file that was named; None for standard output.
    """
    from dpverify.app import governing
    from dpverify.defs.errors import FileError
    from dpverify.defs.io.files import write_atomic
    from dpverify.reports.json_report import to_json

    governing.delivering()
    text = to_json(form)
    if place is not None:
        with suppress(FileError):  # else it goes where it is seen
            write_atomic(place, text)
            return
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except (OSError, AttributeError):  # nobody reads: the status is left, and a line of text
        return
