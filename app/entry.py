"""Where the command starts: first whether it can work on this system at all.

`app/cli.py` imports what only such systems have, so that it cannot say this itself.
"""

from __future__ import annotations

import sys

from dpverify.defs.errors import SystemLacks
from dpverify.defs.systems import need_processes


def main() -> int:
    """Run the command line of this process and return its exit status."""
    try:
        need_processes("commands")
    except SystemLacks as error:
        sys.stderr.write(f"dpverify: {error} [{error.rule}]\n")
        return 2
    from dpverify.app import cli

    return cli.main()
