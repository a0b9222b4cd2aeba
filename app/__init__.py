"""The command line: from its arguments to what `dpverify` answers, each run within its limits.

This package imports all others; nothing imports it but `python -m dpverify`.
"""

from __future__ import annotations

if __name__ != "dpverify.app":
    raise ImportError(
        "write `from dpverify.app import …`: a bare `import app` would load a second copy"
        " of every class"
    )
