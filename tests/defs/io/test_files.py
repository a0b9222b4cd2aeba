"""Reading and writing whole files."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from dpverify.defs.errors import FileError
from dpverify.defs.io import files
from dpverify.defs.io.files import LARGE, read_into_large_pages, read_regular_file, write_atomic


def test_a_file_and_a_link_to_it_are_read(tmp_path: Path) -> None:
    """A symbolic link is fine if it leads to a regular file."""
    file, link = tmp_path / "f", tmp_path / "l"
    file.write_bytes(b"abc")
    link.symlink_to(file)
    assert read_regular_file(file) == read_regular_file(str(link)) == b"abc"
    assert read_regular_file(file, max_bytes=3) == b"abc"


def test_what_is_no_regular_file_is_refused(tmp_path: Path) -> None:
    """A folder, a FIFO (without blocking), a device, a missing file, a loop, a NUL byte."""
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    (tmp_path / "dir").mkdir()
    (tmp_path / "linked").symlink_to(tmp_path / "dir")
    cases = {
        tmp_path / "dir": "is a folder, not a regular file",
        tmp_path / "linked": "is a folder, not a regular file",
        tmp_path / "fifo": "is a FIFO, not a regular file",
        Path("/dev/zero"): "is a device or socket, not a regular file",
        tmp_path / "missing": "No such file or directory; check the path",
        tmp_path / "loop": "symbolic links; check the path",
        tmp_path / "a\0b": "null",
    }
    for path, message in cases.items():
        with pytest.raises(FileError, match=message) as caught:
            read_regular_file(path)
        assert "\n" not in str(caught.value)


def test_a_large_file_is_refused_before_it_is_read(tmp_path: Path) -> None:
    """A sparse file of 1 TB takes no time."""
    file = tmp_path / "huge"
    with file.open("wb") as handle:
        handle.truncate(1 << 40)
    with pytest.raises(FileError, match="has 1099511627776 bytes, more than the limit"):
        read_regular_file(file)


def test_writing_replaces_the_whole_file(tmp_path: Path) -> None:
    """New content, the old mode, nothing left behind; through a link, the file it leads to."""
    file, link = tmp_path / "f", tmp_path / "l"
    write_atomic(file, "é")
    assert file.read_bytes() == "é".encode()
    assert stat.S_IMODE(file.stat().st_mode) == 0o666 & ~files._umask()
    file.chmod(0o640)
    link.symlink_to(file)
    write_atomic(link, b"two")
    assert link.is_symlink()
    assert file.read_bytes() == b"two"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert sorted(p.name for p in tmp_path.iterdir()) == ["f", "l"]


def test_a_device_is_written_directly() -> None:
    """The null device stays what it is."""
    write_atomic(os.devnull, "x")
    assert stat.S_ISCHR(Path(os.devnull).stat().st_mode)


@pytest.mark.parametrize(
    ("name", "message"),
    [(".", "is a folder"), ("missing/f", "No such file or directory"), ("a\0b", "null")],
)
def test_what_cannot_be_written_is_said(tmp_path: Path, name: str, message: str) -> None:
    """One line."""
    with pytest.raises(FileError, match=message):
        write_atomic(tmp_path / name, "x")


def test_a_failure_leaves_the_old_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If any step fails, the old content stands and no temporary file is left."""
    file = tmp_path / "f"
    file.write_text("old")

    def broken(*_: object) -> None:
        raise OSError(28, "No space left on device")

    for step in ("fsync", "replace", "fchmod"):
        with monkeypatch.context() as patch:
            patch.setattr(os, step, broken)
            with pytest.raises(FileError, match="No space left on device"):
                write_atomic(file, "new")
        assert file.read_text() == "old"
        assert [p.name for p in tmp_path.iterdir()] == ["f"]


def test_a_killed_writer_leaves_the_old_file(tmp_path: Path) -> None:
    """Killed just before the replacement, the old content is whole."""
    file = tmp_path / "f"
    file.write_text("old")
    program = (
        "import os, signal, sys\n"
        "from dpverify.defs.io import files\n"
        "files.os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
        "files.write_atomic(sys.argv[1], 'n' * 10**6)\n"
    )
    run = subprocess.run([sys.executable, "-c", program, str(file)], timeout=300, check=False)
    assert run.returncode == -9
    assert file.read_text() == "old"


@pytest.mark.parametrize("size", [0, 3, LARGE - 1, LARGE, LARGE + 4097])
def test_pages_hold_what_the_file_holds(tmp_path: Path, size: int) -> None:
    """Small and large, to the last byte; what is read cannot be written to."""
    file = tmp_path / "numbers"
    content = bytes(range(251)) * (size // 251 + 1)
    file.write_bytes(content[:size])
    pages = read_into_large_pages(file)
    assert pages == content[:size]
    assert pages.readonly


def test_a_file_that_changes_while_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that has grown or shrunk since its size was looked at is read as it is, no page more."""
    file = tmp_path / "numbers"
    file.write_bytes(b"a" * (LARGE + 7))
    for size in (LARGE + 6, LARGE + 9):
        monkeypatch.setattr(files, "_large_pages", lambda _, size=size: bytearray(size))
        assert read_into_large_pages(file) == b"a" * (LARGE + 7)


def test_where_there_are_no_large_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other systems read the same, and what is no file is refused in the same words."""
    monkeypatch.setattr(files, "_large_pages", lambda _: None)
    file = tmp_path / "numbers"
    file.write_bytes(b"a" * LARGE)
    assert read_into_large_pages(file) == b"a" * LARGE
    with pytest.raises(FileError, match="a folder, not a regular file"):
        read_into_large_pages(tmp_path)
