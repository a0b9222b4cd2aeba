"""What people and programs read: reports as data, and their text, Markdown and JSON forms.

A report decides nothing; it words what a verdict already holds. This package imports
`dpverify.proofs`, `dpverify.checkers` and `dpverify.defs`.
"""

from __future__ import annotations

if __name__ != "dpverify.reports":
    raise ImportError(
        "write `from dpverify.reports import …`: a bare `import reports` would load a second copy"
        " of every class"
    )
