"""Reports as HTML pages: one file each, which asks nothing of any network.

A page carries its style, its drawings (SVG) and the document that it shows. What must never
change: whatever came from outside is escaped where it enters (`markup.py`), and drawings are made
from exact numbers that were rounded for the eye alone.
"""

from __future__ import annotations
