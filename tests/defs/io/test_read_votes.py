"""Votes from a CSV file: what is read, and what is refused in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from dpverify.defs.errors import FileError
from dpverify.defs.io.read_votes import read_votes


def test_a_line_of_names_may_stand_above(tmp_path: Path) -> None:
    """With it or without, with blanks and a byte order mark."""
    path = tmp_path / "votes.csv"
    for text in ("3,1\n0,4\n", "no,yes\n3, 1\n0,4\n\n", "\ufeff3,1\n0,4"):
        path.write_text(text, encoding="utf-8")
        assert read_votes(path) == [(3, 1), (0, 4)]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "holds no votes"),
        (b"a,b\n", "holds no votes"),
        (b"3\n", "has 1 classes"),
        (b"3,1\n3\n", "has 1 classes"),
        (b"3,1\n3,1,2\n", "the first query 2"),
        (b"3,-1\n", "holds '-1'"),
        (b"3,1.5\n", "holds '1.5'"),
        (b"3,99999999\n", "whole numbers from 0 to 1000000"),
        (b"39.0,180.0\n39,180\n", "query 1 of"),
        (b"-1,-2\n39,180\n", "holds '-1'"),
        (b"1000001,2000000\n39,180\n", "holds '1000001'"),
        (b"nan,nan\n39,180\n", "holds 'nan'"),
        (b"0,0\n", "has no votes"),
        (b"\xff,1\n", "not UTF-8"),
    ],
)
def test_refusals(tmp_path: Path, content: bytes, says: str) -> None:
    """One line, with what was given."""
    path = tmp_path / "votes.csv"
    path.write_bytes(content)
    with pytest.raises(FileError) as caught:
        read_votes(path)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)
