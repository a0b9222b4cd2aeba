"""How a statement is decided: verdicts, the exact checker, solvers, and the kernel that re-checks.

A checker may search with floats or solvers; what it found is then re-checked in exact arithmetic
by `dpverify.checkers.kernel.finite`. This package imports `dpverify.defs` alone.
"""

from __future__ import annotations

if __name__ != "dpverify.checkers":
    raise ImportError(
        "write `from dpverify.checkers import …`: a bare `import checkers` would load a second copy"
        " of every class"
    )
