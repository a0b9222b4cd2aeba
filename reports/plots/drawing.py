"""From a figure as data to the text of an SVG file, by matplotlib.

The same figure gives the same bytes with the same matplotlib: no date, a fixed salt for the ids,
matplotlib's own defaults in place of the user's, and no global figure or back end (the classes are
used, not pyplot). Text stays text, so that it can be searched and read aloud.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from dpverify.reports.escape import shortened, visible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpverify.reports.plots.figure import Axis, Figure, Panel, Points

# Okabe, Ito 2008: told apart with every common kind of colour vision. Lines differ in their dashes
# as well, bands in their hatching, marks in their shape, for prints without colour.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#e69f00", "#56b4e9")
DASHES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1, 1, 1)), (0, (1, 1)))
HATCHES = ("", "//", "\\\\", "..", "xx")
SHAPES = ("o", "s", "^", "D", "v")
WIDTH, HEIGHT, MOST_COLUMNS = 6.0, 4.4, 3
STYLE = {
    "svg.hashsalt": "dpverify",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.grid": True,
    "grid.alpha": 0.3,
    "lines.linewidth": 1.6,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def to_svg(figure: Figure) -> str:
    """Return the figure as SVG; needs matplotlib (`saving.require_matplotlib`)."""
    import matplotlib as mpl
    from matplotlib.backends.backend_svg import FigureCanvasSVG
    from matplotlib.figure import Figure as Canvas

    columns = min(len(figure.panels), MOST_COLUMNS if len(figure.panels) != 4 else 2)
    rows = -(-len(figure.panels) // columns)
    with mpl.rc_context():
        mpl.rcdefaults()
        mpl.rcParams.update(STYLE)
        canvas = Canvas(figsize=(WIDTH * columns, HEIGHT * rows), layout="constrained")
        FigureCanvasSVG(canvas)
        for number, panel in enumerate(figure.panels, start=1):
            _draw(canvas.add_subplot(rows, columns, number), panel)
        stream = io.StringIO()
        metadata = {"Date": None, "Creator": "dpverify", "Title": visible(figure.caption)}
        canvas.savefig(stream, format="svg", metadata=metadata)
    # matplotlib ends some lines with blanks
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines()) + "\n"


def _draw(axes: Any, panel: Panel) -> None:
    for number, band in enumerate(panel.bands):
        colour = COLOURS[number % len(COLOURS)]
        lower, upper = (_placed(points, panel) for points in (band.lower, band.upper))
        axes.fill_between(
            *(list(part) for part in zip(*lower, strict=True)), [y for _, y in upper],
            label=said(band.label), facecolor=colour, edgecolor=colour, alpha=0.25,
            hatch=HATCHES[number % len(HATCHES)],
        )  # fmt: skip
    for number, curve in enumerate(panel.curves):
        places = _placed(curve.points, panel)
        axes.plot(
            [x for x, _ in places], [y for _, y in places], label=said(curve.label),
            color=COLOURS[number % len(COLOURS)], linestyle=DASHES[number % len(DASHES)],
        )  # fmt: skip
    for number, mark in enumerate(panel.marks):
        ((x, y),) = _placed([(mark.x, mark.y)], panel)
        axes.plot(
            [x], [y], SHAPES[number % len(SHAPES)], label=said(mark.label), markersize=7,
            color=COLOURS[number % len(COLOURS)], markeredgecolor="#000000",
        )  # fmt: skip
    axes.set_title(said(panel.title), fontsize=10)
    for side, axis in ((axes.xaxis, panel.x), (axes.yaxis, panel.y)):
        side.set_label_text(said(axis.title))
        _ticks(side, axis)
    axes.legend(fontsize=8, framealpha=0.8)


def said(text: str) -> str:
    """Return a text so that matplotlib shows its characters.

    It would set what stands between two dollars as a formula, fail where that is none, and leave a
    label that starts with an underscore out of the legend.
    """
    shown = shortened(visible(text)).replace("$", "\\$")
    return f" {shown}" if shown.startswith("_") else shown


def _ticks(side: Any, axis: Axis) -> None:
    if axis.scale != "log10":
        return
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    side.set_major_locator(MaxNLocator(integer=True))
    side.set_major_formatter(FuncFormatter(lambda place, _: power_of_ten(place)))


def power_of_ten(exponent: float) -> str:
    """The label of a tick at this log10: 10⁻⁵⁶⁰."""
    return f"10{str(round(exponent)).translate(SUPERSCRIPTS)}"


def _placed(points: Points, panel: Panel) -> list[tuple[float, float]]:
    return list(_places(points, panel))


def _places(points: Points, panel: Panel) -> Iterator[tuple[float, float]]:
    """Positions; NaN, which is drawn as a gap, where a number has no place."""
    for x, y in points:
        across, up = panel.x.position(x), panel.y.position(y)
        yield (
            float("nan") if across is None else across,
            float("nan") if up is None else up,
        )
