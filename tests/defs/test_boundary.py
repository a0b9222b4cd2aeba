"""Whatever a library raises at a boundary becomes one line; what dpverify raises passes."""

from __future__ import annotations

import lzma
import zlib

import pytest

from dpverify.defs.boundary import outside
from dpverify.defs.errors import FileError, NumberError, SchemaError, Undecided

RAISED = [zlib.error("bad"), lzma.LZMAError("bad"), OSError("bad"), ValueError("bad"),
          OverflowError("bad"), RecursionError("bad"), MemoryError(), KeyError("bad")]  # fmt: skip


@pytest.mark.parametrize("error", RAISED, ids=lambda error: type(error).__name__)
def test_what_a_library_raises_is_an_input_error(error: Exception) -> None:
    """With its words, or its name where it has none."""
    words = r"the file cannot be read: .*; save it anew"
    with pytest.raises(FileError, match=words), outside("the file", "save it anew"):
        raise error


def test_the_kind_can_be_chosen() -> None:
    """As SchemaError for a document."""
    with pytest.raises(SchemaError), outside("the document", kind=SchemaError):
        raise TypeError("bad")


@pytest.mark.parametrize("error", [NumberError("ours"), Undecided("time", "ours")])
def test_our_own_errors_pass(error: Exception) -> None:
    """They say more already."""
    with pytest.raises(type(error), match="ours"), outside("the file"):
        raise error


def test_an_interrupt_passes() -> None:
    """It is of the person at the keyboard."""
    with pytest.raises(KeyboardInterrupt), outside("the file"):
        raise KeyboardInterrupt
