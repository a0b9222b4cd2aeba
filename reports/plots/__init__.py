"""Plots: the one place where anything is drawn. matplotlib is an optional extra, `plots`.

A figure is data first (`figure`), exact numbers or enclosures in series; `drawing` rounds them and
draws; `saving` writes files. `thresholding`, `guessing`, `risk` and `reconstruction` say what is
plotted.
"""

from __future__ import annotations

from dpverify.reports.plots.figure import Axis, Band, Curve, Figure, Mark, Panel
from dpverify.reports.plots.saving import plots_section, require_matplotlib, save_figures

__all__ = [
    "Axis",
    "Band",
    "Curve",
    "Figure",
    "Mark",
    "Panel",
    "plots_section",
    "require_matplotlib",
    "save_figures",
]
