"""Whether a call is made to show a warning, which no line of the program asks for.

Python shows a warning beside the line that it is about, and reads that line from its file. Without
this, a logarithm of 0 in NumPy is refused with the words that the program looks at its machine.
"""

from __future__ import annotations

import sys
from types import FrameType
from typing import Final

MODULES: Final = ("warnings", "_py_warnings")
"""Where the functions of `warnings` are written; the second is that of Python 3.14."""


def shown_warning(program: FrameType | None) -> str | None:
    """The category of the warning that is being shown on behalf of a frame; None if none is."""
    frame: FrameType | None = sys._getframe(1)
    while program is not None and frame is not None and frame is not program:
        if frame.f_globals.get("__name__") in MODULES:
            category = getattr(frame.f_locals.get("msg"), "category", None)
            if isinstance(category, type):
                return category.__name__
        frame = frame.f_back
    return None
