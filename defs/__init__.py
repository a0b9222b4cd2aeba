"""What the words mean: numbers, channels, neighbours, divergences and definitions of privacy.

Everything here is exact. Nothing here imports a solver, and no definition contains a float or a
tolerance. This package imports none of the others.
"""

from __future__ import annotations

if __name__ != "dpverify.defs":
    raise ImportError(
        "write `from dpverify.defs import …`: a bare `import defs` would load a second copy"
        " of every class"
    )
