"""What has been measured so far, one line a record, so that a run that was interrupted goes on.

A record holds as long as the files that it was measured with: the changed modules, and all files of
Python that their tests load. Data that tests open is not looked at: `--fresh` forgets everything.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tests.mutants.watching import as_json

Record = Mapping[str, Any]


class Journal:
    """A file of records that several processes write."""

    def __init__(self, root: Path, file: Path) -> None:
        self.root, self.file = root, file

    def append(self, record: Record) -> None:
        """Add a record, whole."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        with self.file.open("a", encoding="utf-8") as handle:
            fcntl.flock(handle, fcntl.LOCK_EX)
            handle.write(as_json(record) + "\n")

    def records(self, start: int = 0) -> Iterator[Record]:
        """All records, in the order in which they were written; but for the first so many."""
        if not self.file.exists():
            return
        with self.file.open(encoding="utf-8") as handle:
            for number, line in enumerate(handle):
                if number >= start and line.endswith("\n"):
                    yield json.loads(line)

    def baselines(self) -> dict[str, Record]:
        """What each file or folder of tests does without a mutant, as far as it still holds."""
        found = {record["tests"]: record for record in self.records() if record["kind"] == "tests"}
        return {
            tests: record
            for tests, record in found.items()
            if all(digest(self.root / file) == text for file, text in record["files"].items())
        }

    def key(self, modules: Sequence[str], tests: Sequence[Record]) -> str:
        """What tells whether a mutant of these modules, watched so, would end as it did."""
        files = {file: digest(self.root / file) for file in modules}
        for record in tests:
            files |= record["files"]
        return hashlib.sha256(as_json(dict(sorted(files.items()))).encode()).hexdigest()[:20]


@cache
def digest(file: Path) -> str:
    """Of the text of a file, as it is when first asked; empty if there is none."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:20] if file.exists() else ""
