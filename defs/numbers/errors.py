"""The errors that arithmetic can raise; `dpverify.defs.errors` adds the others.

What must never change: an `InputError` is the user's to mend (exit status 2, one line: what was
given, which rule it breaks, what to do); an `Undecided` is nobody's fault and becomes the verdict
"unknown" with its code; neither is ever turned into "holds" or "fails".
"""

from __future__ import annotations

UNDECIDED_CODES = ("time", "memory", "bits", "precision", "solver", "crash", "unsupported")


class DpverifyError(Exception):
    """Whatever dpverify raises on purpose."""


class InputError(DpverifyError, ValueError):
    """Something given from outside breaks a rule; the message says which and how to mend it."""


class NumberError(InputError):
    """A text or object is not a number of the grammar, or breaks a limit of it."""


class Undecided(DpverifyError):
    """A question was left open: `code` is one of UNDECIDED_CODES, `text` says where it stopped."""

    def __init__(self, code: str, text: str) -> None:
        if code not in UNDECIDED_CODES:
            raise ValueError(f"{code!r} is not one of {UNDECIDED_CODES}")
        super().__init__(text)
        self.code = code
        self.text = text

    def __reduce__(self) -> tuple[type[Undecided], tuple[str, str]]:
        """Cross process boundaries with both fields."""
        return (Undecided, (self.code, self.text))
