"""Figures as files of a folder: all of them drawn first, then written, each whole or not at all."""

from __future__ import annotations

import os
import re
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from dpverify.defs.errors import FileError, UsageError
from dpverify.defs.places import absolute
from dpverify.reports.model import Picture, Section

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpverify.reports.plots.figure import Figure

MISSING = (
    "--plots needs matplotlib, which is not installed; install it with"
    " `pip install matplotlib` (in a clone: `make compare`)"
)
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def require_matplotlib() -> None:
    """Raise: UsageError that says how to install matplotlib, where it is missing."""
    if find_spec("matplotlib") is None:
        raise UsageError(MISSING)


def save_figures(figures: Sequence[Figure], folder: str | Path) -> tuple[Path, ...]:
    """Draw figures and write each to FOLDER/NAME.svg; the folder is made if it is missing.

    Raises: UsageError without matplotlib, FileError where the folder cannot be written to.
    """
    from dpverify.defs.io import write_atomic

    require_matplotlib()
    from dpverify.reports.plots.drawing import to_svg

    place = Path(folder)
    wrong = [figure.name for figure in figures if not NAME.fullmatch(figure.name)]
    if wrong or len({figure.name for figure in figures}) < len(figures):
        raise ValueError(f"names of figures must be plain and different: {wrong}")
    drawn = [(place / f"{figure.name}.svg", to_svg(figure)) for figure in figures]
    try:
        place.mkdir(exist_ok=True)
    except OSError as error:
        raise FileError(f"cannot make the folder {place}: {error.strerror}") from error
    for path, text in drawn:
        write_atomic(path, text)
    return tuple(path for path, _ in drawn)


def plots_section(
    figures: Sequence[Figure], paths: Sequence[Path], report: str | Path | None
) -> Section:
    """Return the section that names the files, as seen from the folder of the report.

    Args: report the file that the report goes to, None for standard output.
    """
    start = None if report is None else absolute(report).parent
    shown = [
        path.as_posix() if start is None else Path(os.path.relpath(path, start)).as_posix()
        for path in paths
    ]
    pairs = zip(shown, figures, strict=True)
    return Section("Plots", tuple(Picture(path, figure.caption) for path, figure in pairs))
