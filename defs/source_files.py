"""Python files of users, read from their source.

Python keeps bytecode, and takes it for that of a file of the same second and size. Of a file that
is saved twice in a second the answer would be about the first text. What must never change: what
runs is the text of the file as it is now.
"""

from __future__ import annotations

import linecache
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from types import CodeType


class _FromSource(SourceFileLoader):
    """Neither reads nor writes kept bytecode.

    Args: text what stands in the file, as far as whoever loads it is concerned; None for its own.
    """

    def __init__(self, name: str, path: str, text: str | None = None) -> None:
        super().__init__(name, path)
        self._text = text

    def get_data(self, path: str) -> bytes:
        """The bytes of the file, or the text that is taken in its place."""
        return super().get_data(path) if self._text is None else self._text.encode()

    def get_code(self, fullname: str) -> CodeType:
        """The code of the file."""
        path = self.get_filename(fullname)
        code: CodeType = self.source_to_code(self.get_data(path), path)
        return code


def spec_of(name: str, path: str, text: str | None = None) -> ModuleSpec | None:
    """How a file is loaded under a name; None where its name is that of no Python file.

    Args: text another one in place of that of the file, such as that of an edit that is tried.
    """
    spec = spec_from_file_location(name, path)
    if spec is not None and isinstance(spec.loader, SourceFileLoader):
        spec.loader = _FromSource(name, str(spec.origin), text)
        if text is not None:  # whoever asks for a line of it, such as `inspect`, is shown it too
            lines = text.splitlines(keepends=True)
            linecache.cache[str(spec.origin)] = (len(text), None, lines, str(spec.origin))
    return spec
