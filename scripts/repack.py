"""Writes a .tar.gz anew, so that equal content gives equal bytes: `repack.py ARCHIVE FOLDER`.

Members are sorted, and belong to nobody; their time is SOURCE_DATE_EPOCH, which the header of gzip
gets too: setuptools takes the clock for both.
"""

from __future__ import annotations

import gzip
import io
import os
import sys
import tarfile
from pathlib import Path


def repacked(data: bytes, time: int) -> bytes:
    """The same members, in an archive that depends on their content and on the time alone."""
    plain = io.BytesIO()
    with (
        tarfile.open(fileobj=io.BytesIO(data), mode="r:gz") as source,
        tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as target,
    ):
        for member in sorted(source.getmembers(), key=lambda each: each.name):
            member.mtime, member.uid, member.gid, member.uname, member.gname = time, 0, 0, "", ""
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            member.pax_headers = {}
            target.addfile(member, source.extractfile(member) if member.isreg() else None)
    return gzip.compress(plain.getvalue(), mtime=time)


def main() -> None:
    """Write the archive into the folder, under its own name."""
    source, folder = Path(sys.argv[1]), Path(sys.argv[2])
    time = int(os.environ["SOURCE_DATE_EPOCH"])
    (folder / source.name).write_bytes(repacked(source.read_bytes(), time))


if __name__ == "__main__":
    main()
