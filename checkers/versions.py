"""The versions that a run records: of dpverify and of what its numbers rest on."""

from __future__ import annotations

import re
import sys
from functools import cache
from os import listdir

_OURS = re.compile(r"dpverify-(.+)\.dist-info")


@cache
def versions() -> dict[str, str]:
    """Versions by distribution; of Python, too."""
    import platform

    import flint

    return {
        "dpverify": version(),
        "python": platform.python_version(),
        "python-flint": flint.__version__,
    }


def version() -> str:
    """The version of dpverify; it loads nothing."""
    return _installed() or "not installed"  # the sources without an installation


def _installed() -> str | None:
    """The version that is installed, from the name of the folder that pip keeps of it.

    As `importlib.metadata.version`, whose import takes a tenth of a small answer.
    """
    for folder in sys.path:
        try:
            names = listdir(folder or ".")  # noqa: PTH208  pathlib is loaded later, if at all
        except OSError:  # an archive, or a folder that is gone
            continue
        for name in names:
            if (match := _OURS.fullmatch(name)) is not None:
                return match[1]
    return None
