"""Drawings: the one place where anything is drawn, as SVG.

A figure is data first (`figure`), exact numbers or enclosures in series; `plot` rounds them and
draws axes with what lies between them, `heat_map` draws a channel. Pages embed a drawing
(`reports/html/cards.py`); `files` writes the same drawing, with its style and key, as a file of its
own. Each other module is one figure: which series, from which formula, at which places.

What must never change: nothing here decides anything, the same figure gives the same bytes, and a
drawing loads nothing.
"""

from __future__ import annotations
