"""Every error of dpverify, in one hierarchy that says what to do next.

`InputError` and its kinds: the user can mend it; one line, exit status 2. `Undecided`: the
question stays open; verdict "unknown", exit status 3. `InternalError`: a bug in dpverify; exit
status 70.
"""

from __future__ import annotations

from dpverify.defs.numbers.errors import (
    UNDECIDED_CODES,
    DpverifyError,
    InputError,
    InternalError,
    NumberError,
    Undecided,
)

__all__ = [
    "UNDECIDED_CODES",
    "ChannelError",
    "DomainError",
    "DpverifyError",
    "EmptyQuestion",
    "FileError",
    "InputError",
    "InternalError",
    "NumberError",
    "ProgramError",
    "SchemaError",
    "SystemLacks",
    "Undecided",
    "UsageError",
]


class ChannelError(InputError):
    """A matrix, its labels or its neighbours do not make a channel."""

    rule = "DP-E02"


class DomainError(InputError):
    """A parameter lies outside the range where the definition is defined."""

    rule = "DP-E03"


class SchemaError(InputError):
    """A document has the wrong schema, version, keys or types."""

    rule = "DP-E04"


class EmptyQuestion(ChannelError, SchemaError):
    """A question about nothing: no pair of neighbours, no output, a file without claims."""

    rule = "DP-E05"


class FileError(InputError):
    """A file cannot be read or written as asked."""

    rule = "DP-E06"


class ProgramError(InputError):
    """A program raises, or is not a function of its input and what it draws."""

    rule = "DP-E07"


class UsageError(InputError):
    """A command, option, definition or name does not exist or is used wrongly."""

    rule = "DP-E08"


class SystemLacks(InputError):
    """The system on which this runs lacks what the question needs."""

    rule = "DP-E10"
