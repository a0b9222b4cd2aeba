"""The errors that arithmetic can raise; `dpverify.defs.errors` adds the others.

What must never change: an `InputError` is the user's to mend (exit status 2, one line: what was
given, which rule it breaks, what to do); an `Undecided` is nobody's fault and becomes the verdict
"unknown" with its code; neither is ever turned into "holds" or "fails".
"""

from __future__ import annotations

UNDECIDED_CODES = ("time", "memory", "bits", "precision", "solver", "crash", "unsupported")


class DpverifyError(Exception):
    """Whatever dpverify raises on purpose."""


class InternalError(DpverifyError):
    """Two parts of dpverify contradict each other: never the user's fault."""


MOST_WORD = 300
"""Characters of one word of a message; a path has at most 240 there."""
MOST_LINE = 1000
"""Characters of a message: lists of names are the longest that we write ourselves."""


def one_line(text: str) -> str:
    """The text on one line, long words and long texts with their middle left out.

    >>> one_line("no file " + "x" * 10_000)[-3:], len(one_line("x" * 10_000))
    ('xxx', 300)
    """
    words = (_cut(word, MOST_WORD) for word in text.split())
    return _cut(" ".join(words), MOST_LINE)


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[: limit // 2]}…{text[1 - limit // 2 :]}"


class InputError(DpverifyError, ValueError):
    """Something given from outside breaks a rule; the message says which and how to mend it.

    What must never change: the message is one line, and quotes at most a line of what was given.
    `rule` is the code of the rule that is broken, which `dpverify explain` knows; a code that was
    given out never means anything else.
    """

    rule: str = "DP-E08"

    def __init__(self, *args: object) -> None:
        """Args: the message; whatever it quotes was shortened before, or is now."""
        message = args[:1]
        super().__init__(*(one_line(str(part)) for part in message), *args[1:])

    @classmethod
    def elsewhere(cls, text: str, rule: str) -> InputError:
        """The error that was met elsewhere, as in another process: a sentence, the rule's code."""
        error = cls(text)
        error.rule = rule
        return error


class NumberError(InputError):
    """A text or object is not a number of the grammar, or breaks a limit of it."""

    rule = "DP-E01"


class ExponentError(NumberError):
    """A power of e is beyond what is computed with: too large for us, not wrong in itself."""


class Undecided(DpverifyError):
    """A question was left open: `code` is one of UNDECIDED_CODES, `text` says where it stopped.

    `digits`, where two numbers were not told apart: they differ by less than 10^−digits.
    """

    def __init__(self, code: str, text: str, digits: int | None = None) -> None:
        if code not in UNDECIDED_CODES:
            raise ValueError(f"{code!r} is not one of {UNDECIDED_CODES}")
        super().__init__(text)
        self.code = code
        self.text = text
        self.digits = digits

    def __reduce__(self) -> tuple[type[Undecided], tuple[str, str, int | None]]:
        """Cross process boundaries with all fields."""
        return (Undecided, (self.code, self.text, self.digits))
