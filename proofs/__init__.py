"""What is known to be true and known to be false: the registry of entries and their examination.

An entry's id is permanent and does not encode its status; the status is computed without looking
at the expected one. This package imports `dpverify.checkers` and `dpverify.defs`.
"""

from __future__ import annotations

if __name__ != "dpverify.proofs":
    raise ImportError(
        "write `from dpverify.proofs import …`: a bare `import proofs` would load a second copy"
        " of every class"
    )
