"""Where the command starts: first whether it can work on this system at all.

`app/cli.py` imports what only such systems have, so that it cannot say this itself. Errors bring
the arithmetic along, which the process that only waits (`app/governing.py`) must not load: it would
be copied by the fork and taken apart at the end, for nothing.
"""

from __future__ import annotations

import gc
import sys
from typing import Any, Final

from dpverify.defs.systems import has_processes, need_processes

FIRST_COLLECTION: Final = 100_000
"""Objects before the garbage collector looks for cycles: a short question makes a third of them.

Nearly all of them are modules that stay. To walk over them takes a tenth of a short question, and
after the fork it makes the child copy their memory.
"""


def main() -> int:
    """Run the command line of this process and return its exit status."""
    if not has_processes():
        return _lacking()
    _collect_late()
    from dpverify.app import cli

    status = cli.main()
    gc.freeze()  # the process ends: nobody waits for the cycles of what it leaves
    return status


def _lacking() -> int:
    """Say what this system lacks, in the one line of an error."""
    from dpverify.defs.errors import SystemLacks

    try:
        need_processes("commands")
    except SystemLacks as error:
        sys.stderr.write(f"dpverify: {error} [{error.rule}]\n")
    return 2


def _collect_late() -> None:
    """Let the first collection wait; from then on the collector works as it always does."""
    usual = gc.get_threshold()
    if not 0 < usual[0] < FIRST_COLLECTION:  # someone has chosen otherwise: 0 is never
        return

    def as_usual(phase: str, facts: dict[str, Any]) -> None:
        del phase, facts
        gc.set_threshold(*usual)
        gc.callbacks.remove(as_usual)

    gc.callbacks.append(as_usual)
    gc.set_threshold(FIRST_COLLECTION, *usual[1:])
