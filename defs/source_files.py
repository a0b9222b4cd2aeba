"""Python files of users, read from their source.

Python keeps bytecode, and takes it for that of a file of the same second and size. Of a file that
is saved twice in a second the answer would be about the first text. What must never change: what
runs is the text of the file as it is now.
"""

from __future__ import annotations

from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from types import CodeType


class _FromSource(SourceFileLoader):
    """Neither reads nor writes kept bytecode."""

    def get_code(self, fullname: str) -> CodeType:
        """The code of the file."""
        path = self.get_filename(fullname)
        code: CodeType = self.source_to_code(self.get_data(path), path)
        return code


def spec_of(name: str, path: str) -> ModuleSpec | None:
    """How a file is loaded under a name; None where its name is that of no Python file."""
    spec = spec_from_file_location(name, path)
    if spec is not None and isinstance(spec.loader, SourceFileLoader):
        spec.loader = _FromSource(name, str(spec.origin))
    return spec
