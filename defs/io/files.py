"""Reading and writing whole files, safely.

What must never change: only regular files are read, after their size is known; a file is written
under another name in the same folder and then moved, so that nobody ever sees half of it.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from dpverify.defs.errors import FileError
from dpverify.defs.validate import nearest, shown_path

if TYPE_CHECKING:
    from io import BufferedReader
    from mmap import mmap

MAX_BYTES: Final = 256 << 20
"""Largest file that is read, unless the caller says otherwise: 256 MiB."""
LARGE: Final = 4 << 20
"""Bytes from which it pays to ask for large pages: a small one is filled with zeros in 1/4 µs."""
MOST_BESIDE: Final = 1000
"""Files of a folder that are looked at for one with a name like the missing one's."""


def read_regular_file(path: str | os.PathLike[str], max_bytes: int = MAX_BYTES) -> bytes:
    """The bytes of a regular file, or of what a symbolic link to one leads to.

    Args: max_bytes the size beyond which nothing is read.
    Raises: FileError for a folder, FIFO or device, a missing, unreadable or larger file.
    """
    with _regular_file(path, max_bytes) as (file, _):
        return _all_of(file, path, max_bytes)


def read_into_large_pages(path: str | os.PathLike[str]) -> memoryview:
    """The same bytes, read-only, in large pages where the system has them and the file is large."""
    with _regular_file(path, MAX_BYTES) as (file, size):
        pages = _large_pages(size)
        if pages is not None and file.readinto(pages) == size and not file.read(1):
            return memoryview(pages).toreadonly()[:size]
        file.seek(0)  # its size has changed since we looked, or there are no such pages
        return memoryview(_all_of(file, path, MAX_BYTES))


@contextmanager
def _regular_file(
    path: str | os.PathLike[str], max_bytes: int
) -> Iterator[tuple[BufferedReader, int]]:
    """An open regular file, and its size."""
    name = shown_path(path)
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError) as error:
        raise _cannot("read", path, error) from None
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise FileError(f"{name} is {_kind(status.st_mode)}, not a regular file; name a file")
        if status.st_size > max_bytes:
            raise FileError(
                f"{name} has {status.st_size} bytes, more than the limit of {max_bytes}; split it"
            )
        with open(descriptor, "rb", closefd=False) as file:
            yield file, status.st_size
    except OSError as error:
        raise _cannot("read", path, error) from None
    finally:
        os.close(descriptor)


def _all_of(file: BufferedReader, path: str | os.PathLike[str], max_bytes: int) -> bytes:
    content = file.read(max_bytes + 1)
    if len(content) > max_bytes:
        raise FileError(
            f"{shown_path(path)} grew beyond the limit of {max_bytes} bytes while it was read"
        )
    return content


def _large_pages(size: int) -> mmap | None:
    """Room for so many bytes in large pages, None where there are none or it is not worth it."""
    if size < LARGE:
        return None
    import mmap

    if not hasattr(mmap, "MADV_HUGEPAGE"):
        return None
    with suppress(OSError):
        pages = mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        pages.madvise(mmap.MADV_HUGEPAGE)
        return pages
    return None


def files_beside(path: str) -> list[str]:
    """Paths of the files that are where a missing one was looked for, to suggest one of them."""
    folder = os.path.dirname(path)  # noqa: PTH120  Path would drop a leading "./"
    with suppress(OSError, ValueError), os.scandir(folder or ".") as entries:
        return [os.path.join(folder, entry.name) for entry in islice(entries, MOST_BESIDE)]  # noqa: PTH118  as above
    return []


def near_file(path: str) -> str:
    """The clause `; did you mean 'x'?` if a file beside a missing one has a name like it."""
    names = {os.path.basename(path_beside): path_beside for path_beside in files_beside(path)}  # noqa: PTH119  as above
    close = nearest(os.path.basename(path), names)  # noqa: PTH119  as above
    return "" if close is None else f"; did you mean {shown_path(names[close])}?"


def write_atomic(path: str | os.PathLike[str], content: str | bytes | Iterable[str]) -> None:
    """Write a file so that readers see the old content or the new, never a part.

    Args: content the whole, or its pieces in order.

    Temporary file in the same folder, flush, fsync, replace; a symbolic link keeps pointing to the
    file that is replaced. Devices and pipes are written directly.

    Raises: FileError for a folder, a missing folder, or whatever the system refuses.
    """
    # A file name that is no UTF-8 comes as halves of surrogate pairs: they are spelled out.
    pieces = [content] if isinstance(content, (str, bytes)) else content
    data = (one if isinstance(one, bytes) else one.encode("utf-8", "backslashreplace")
            for one in pieces)  # fmt: skip
    try:
        target = Path(os.path.realpath(path))
        mode = target.stat().st_mode if target.exists() else None
        if mode is not None and stat.S_ISDIR(mode):
            raise FileError(f"{shown_path(path)} is a folder; name a file in it")
        if mode is not None and not stat.S_ISREG(mode):
            with target.open("wb") as device:
                device.writelines(data)
            return
        _replace(target, data, stat.S_IMODE(mode) if mode is not None else 0o666 & ~_umask())
    except (OSError, ValueError) as error:
        if isinstance(error, FileError):
            raise
        raise _cannot("write", path, error) from None


def _replace(target: Path, data: Iterable[bytes], mode: int) -> None:
    import tempfile

    descriptor, temporary = tempfile.mkstemp(
        prefix=f".{target.name[:100]}.", suffix=".tmp", dir=target.parent
    )
    try:
        with open(descriptor, "wb") as file:  # noqa: PTH123  it is open already
            file.writelines(data)
            file.flush()
            os.fchmod(descriptor, mode)
            os.fsync(descriptor)
        os.replace(temporary, target)  # noqa: PTH105  the atomic call, by its name
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)  # noqa: PTH108  the pair of the call above
        raise
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    """Make the new name survive a power cut, where the file system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _kind(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return "a folder"
    return "a FIFO" if stat.S_ISFIFO(mode) else "a device or socket"


def _cannot(verb: str, path: object, error: Exception) -> FileError:
    reason = getattr(error, "strerror", None) or str(error)
    near = verb == "read" and isinstance(error, FileNotFoundError)
    hint = near_file(str(path)) if near else ""
    return FileError(f"cannot {verb} {shown_path(path)}: {reason}{hint or '; check the path'}")
