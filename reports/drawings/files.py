"""Figures as SVG files of their own: the drawings that pages embed, with their style and key.

What must never change: the same figure gives the same bytes, and a file loads nothing.
"""

from __future__ import annotations

import os
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, NamedTuple

from dpverify.defs.errors import FileError
from dpverify.defs.places import absolute
from dpverify.reports.drawings.figure import Panel
from dpverify.reports.drawings.key import SAMPLE_HEIGHT, SAMPLE_WIDTH, keys, label_text, sample
from dpverify.reports.drawings.plot import HEIGHT, WIDTH, plot_svg
from dpverify.reports.markup import NOTHING, Html, join, rounded, tag, text
from dpverify.reports.model import Picture, Section

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpverify.reports.drawings.figure import Drawing, Figure

NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
MOST_COLUMNS = 3
MARGIN = 12.0
LINE = 18.0
LETTER, BOLD_LETTER = 6.6, 7.8
"""The width of a letter on average: text in a file is broken by it, since nothing measures it."""
LETTERS = int((WIDTH - 2 * MARGIN) / LETTER)


class Block(NamedTuple):
    """Markup that begins at the left upper corner, with its size."""

    width: float
    height: float
    html: Html


@cache
def style() -> str:
    """Return the style sheet of drawings: colours, light, dark and printed, and rules."""
    return files(__package__).joinpath("drawing.css").read_text(encoding="utf-8")


def embedded(panel: Panel | Drawing, **attributes: float) -> Html:
    """Return a panel as an `svg` element for a page, which has the style and shows the key."""
    return plot_svg(panel, **attributes) if isinstance(panel, Panel) else panel.svg(**attributes)


def svg_file(figure: Figure) -> str:
    """Return the text of an SVG file, light and dark, ending with a newline.

    Raises: Undecided where a number is not known well enough to have a place.
    """
    several = len(figure.panels) > 1
    panels = [_panel(panel, titled=several) for panel in figure.panels]
    columns = min(len(panels), MOST_COLUMNS if len(panels) != 4 else 2)
    wide = max(panel.width for panel in panels) + MARGIN
    heading = _text(figure.title, int((columns * wide - 2 * MARGIN) / BOLD_LETTER), style="bold")
    parts, top = [_moved(heading.html, MARGIN, 0)], heading.height + 4
    for first in range(0, len(panels), columns):
        row = panels[first : first + columns]
        parts += [_moved(block.html, place * wide, top) for place, block in enumerate(row)]
        top += max(block.height for block in row) + MARGIN
    width = columns * wide
    if figure.caption:
        caption = _text(figure.caption, int((width - 2 * MARGIN) / LETTER), style="soft")
        parts.append(_moved(caption.html, MARGIN, top))
        top += caption.height + MARGIN
    spoken = label_text(figure.title)
    return tag(
        "svg", tag("style", Html(style())), tag("title", text(spoken)), *parts,
        xmlns="http://www.w3.org/2000/svg", width=width, height=top,
        viewbox=f"0 0 {rounded(width)} {rounded(top)}", role="img", aria_label=spoken,
        class_="file",
    ) + "\n"  # fmt: skip


def _panel(panel: Panel | Drawing, *, titled: bool) -> Block:
    """A panel with its key below, and its title above where a figure has several."""
    if not isinstance(panel, Panel):
        width, height = panel.size
        return Block(max(width + MARGIN, WIDTH), height, _moved(embedded(panel), MARGIN, 0))
    title = _text(panel.title, LETTERS) if titled else Block(0, 0, NOTHING)
    drawing = embedded(panel, width=WIDTH, height=HEIGHT)
    key, tall = _key(panel)
    under = title.height + HEIGHT
    parts = (
        _moved(title.html, MARGIN, 0), _moved(drawing, 0, title.height), _moved(key, MARGIN, under),
    )  # fmt: skip
    return Block(WIDTH, under + tall, join(parts))


def _key(panel: Panel) -> tuple[Html, float]:
    """The key, one entry after the other in lines, and its height."""
    parts: list[Html] = []
    along, down = 0.0, 0.0
    indent = SAMPLE_WIDTH + 6
    for key in keys(panel):
        words = _text(key.words, int((WIDTH - 2 * MARGIN - indent) / LETTER))
        longest = indent + words.width
        if along and along + longest > WIDTH - 2 * MARGIN:
            along, down = 0.0, down + LINE
        mark = _moved(sample(key), along, down + (LINE - SAMPLE_HEIGHT) / 2)
        parts += [mark, _moved(words.html, along + indent, down)]
        along += longest + 12
        if words.height > LINE:
            along, down = 0.0, down + words.height
    return join(parts), down + (LINE if along else 0.0)


def _text(words: str, letters: int, style: str = "") -> Block:
    """Text in lines of at most so many letters."""
    lines = wrap(label_text(words), letters) or [""]
    html = (
        tag("text", text(line), x=0, y=LINE * number + 13, class_=style or None)
        for number, line in enumerate(lines)
    )
    return Block(LETTER * max(map(len, lines)), LINE * len(lines), join(html))


def _moved(html: Html, x: float, y: float) -> Html:
    return tag("g", html, transform=f"translate({rounded(x)} {rounded(y)})")


def save_figures(figures: Sequence[Figure], folder: str | Path) -> tuple[Path, ...]:
    """Draw all figures, then write each to FOLDER/NAME.svg; the folder is made if it is missing.

    Raises: FileError where the folder cannot be written to.
    """
    from dpverify.defs.io import write_atomic

    place = Path(folder)
    wrong = [figure.name for figure in figures if not NAME.fullmatch(figure.name)]
    if wrong or len({figure.name for figure in figures}) < len(figures):
        raise ValueError(f"names of figures must be plain and different: {wrong}")
    drawn = [(place / f"{figure.name}.svg", svg_file(figure)) for figure in figures]
    try:
        place.mkdir(exist_ok=True)
    except OSError as error:
        raise FileError(f"cannot make the folder {place}: {error.strerror}") from error
    for path, content in drawn:
        write_atomic(path, content)
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
    return Section("Plots", tuple(Picture(path, figure.title, figure) for path, figure in pairs))
