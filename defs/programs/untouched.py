"""Whether a program changed dpverify itself: its functions and classes are those that were loaded.

What must never change: it is compared by identity, before the program's file is loaded and after
every pass. A program that sets out to deceive can change this module too; one that replaces a
method in order to test something is told.
"""

from __future__ import annotations

import sys
from types import FunctionType, ModuleType
from typing import Any, Final

from dpverify.defs.errors import ProgramError
from dpverify.defs.lazy_dataclass import is_made_since

_WATCHED: Final = (FunctionType, type, staticmethod, classmethod, property)


class Untouched:
    """The functions, classes and methods of dpverify, as they are now."""

    def __init__(self) -> None:
        self._known = _members()

    def check(self, name: str) -> None:
        """Raise: ProgramError where one of them is another one now.

        Args: name of the program, for the message.
        """
        now = _members()
        for place, member in self._known.items():
            # A class whose first object was made meanwhile was changed by us.
            if now.get(place) is not member and not is_made_since(member, now.get(place)):
                where = ".".join(place)
                raise ProgramError(
                    f"{name} changes dpverify itself ({where}); a mechanism only computes and draws"
                )


def _members() -> dict[tuple[str, str], Any]:
    members = dict[tuple[str, str], Any]()
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] != "dpverify" or not isinstance(module, ModuleType):
            continue
        for key, value in list(vars(module).items()):
            if not isinstance(value, _WATCHED):
                continue
            members[name, key] = value
            if isinstance(value, type) and value.__module__ == name:
                for inner, member in list(vars(value).items()):
                    if isinstance(member, _WATCHED):
                        members[f"{name}.{key}", inner] = member
    return members
