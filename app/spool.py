"""Documents of many claims, kept in a file without a name: in memory is where each of them begins.

What was decided is written out at the end and in order, once nothing is left that could refuse the
whole. Until then it may be a gigabyte.
"""

from __future__ import annotations

import json
import tempfile
from array import array
from typing import TYPE_CHECKING, Any, Final, Self

if TYPE_CHECKING:
    from collections.abc import Iterator

ABSENT: Final = -1


class Spool:
    """The texts of some of so many documents, by their numbers."""

    def __init__(self, count: int) -> None:
        """Args: count how many documents there will be, at most."""
        self._file = tempfile.TemporaryFile()  # noqa: SIM115  closed by `close`
        self._first = array("q", [ABSENT]) * count
        self._length = array("q", [0]) * count
        self._end = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def put(self, number: int, text: str) -> None:
        """Keep the JSON text of a document."""
        data = text.encode("utf-8", "surrogatepass")
        self._file.seek(self._end)
        self._file.write(data)
        self._first[number], self._length[number] = self._end, len(data)
        self._end += len(data)

    def text(self, number: int) -> str:
        """The text of a document that is there."""
        if number not in self:
            raise KeyError(number)
        self._file.seek(self._first[number])
        return self._file.read(self._length[number]).decode("utf-8", "surrogatepass")

    def document(self, number: int) -> dict[str, Any]:
        """The document itself, read anew each time."""
        form: dict[str, Any] = json.loads(self.text(number))
        return form

    def __contains__(self, number: object) -> bool:
        return isinstance(number, int) and self._first[number] != ABSENT

    def __iter__(self) -> Iterator[int]:
        """The numbers of those that are there, in order."""
        return (number for number, first in enumerate(self._first) if first != ABSENT)

    def __len__(self) -> int:
        return sum(first != ABSENT for first in self._first)
