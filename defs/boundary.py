"""Where a library reads what came from outside: whatever it raises becomes one line.

zipfile alone raises eight kinds of exception at a damaged archive, and the next version another.
What must never change: at such a place every exception becomes an InputError; what dpverify raises
itself passes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from dpverify.defs.errors import DpverifyError, FileError, InputError
from dpverify.defs.validate import shown


@contextmanager
def outside(
    what: str, advice: str = "mend it", kind: type[InputError] = FileError
) -> Iterator[None]:
    """Turn what a library raises in this block into "<what> cannot be read: <why>; <advice>".

    Args: kind the error that is raised.

    >>> with outside("the archive", "save it anew"):
    ...     raise OverflowError("too far")
    Traceback (most recent call last):
    dpverify.defs.errors.FileError: the archive cannot be read: 'too far'; save it anew
    """
    try:
        yield
    except DpverifyError:
        raise
    except Exception as error:  # noqa: BLE001  what a library raises is not ours to list
        why = shown(str(error)) if str(error) else type(error).__name__
        raise kind(f"{what} cannot be read: {why}; {advice}") from None
