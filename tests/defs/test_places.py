"""No path makes a question about it fail; what needs an answer raises one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from dpverify.defs.errors import FileError
from dpverify.defs.places import absolute, current_folder, is_file, is_folder, is_there
from dpverify.proofs.own import listed

NO_PATHS = ["", "x" * 300, "x" * 5_000, "no\0name", "\udcff", "a/" * 3_000]


@pytest.mark.parametrize("path", NO_PATHS)
def test_what_no_system_can_open_is_not_there(path: str) -> None:
    """Names of more than 255 bytes, zero bytes, endless paths."""
    assert not is_file(path)
    assert not is_folder(path)
    assert not is_there(path)


def test_files_folders_and_links(tmp_path: Path) -> None:
    """A link that leads nowhere is there, and is no file."""
    file, link = tmp_path / "file", tmp_path / "link"
    file.touch()
    link.symlink_to(tmp_path / "nowhere")
    assert is_file(file)
    assert is_folder(tmp_path)
    assert is_there(link)
    assert not is_file(link)


def test_a_deleted_current_folder_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Relative paths lead nowhere then; absolute ones are what they were."""
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    folder.rmdir()
    with pytest.raises(FileError, match="current folder"):
        current_folder()
    with pytest.raises(FileError, match="current folder"):
        absolute("file")
    assert absolute(tmp_path) == tmp_path.resolve()


def test_links_in_a_circle_are_refused(tmp_path: Path) -> None:
    """A file of claims that is a link to itself is bad input, not a bug."""
    circle = tmp_path / "claims.py"
    circle.symlink_to(circle)
    with pytest.raises(FileError):
        absolute(circle)
    with pytest.raises(FileError):
        listed(str(circle), seconds=5)
