"""A drawing as an SVG file of its own, with the style that pages give it.

What must never change: the same drawing gives the same bytes, and the file loads nothing.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

from dpverify.reports.html.page import resource

if TYPE_CHECKING:
    from dpverify.reports.html.markup import Html

OPENING = re.compile(r'<svg viewBox="0 0 ([0-9.]+) ([0-9.]+)"')


def standalone(drawing: Html) -> str:
    """Return the text of an SVG file, light and dark, ending with a newline.

    Args:
        drawing: one `svg` element, as `Axes.svg` makes it.
    """
    found = OPENING.match(drawing)
    if found is None:
        raise ValueError("the drawing must be one svg element with a viewBox from 0 0")
    size = f'xmlns="http://www.w3.org/2000/svg" width="{found[1]}" height="{found[2]}" '
    opened, rest = drawing.split(">", 1)
    opened = opened.replace("<svg ", f"<svg {size}", 1)
    return f"{opened}><style>{_style()}</style>{rest}\n"


@cache
def _style() -> str:
    """The colours, and the rules for what is inside a drawing."""
    whole = resource("style.css")
    light = re.search(r"^:root \{.*?^\}", whole, re.MULTILINE | re.DOTALL)
    dark = re.search(r"^@media \(prefers-color-scheme: dark\) \{\n  :root.*?^\}", whole,
                     re.MULTILINE | re.DOTALL)  # fmt: skip
    if light is None or dark is None:
        raise ValueError("style.css must begin with the colours, light and then dark")
    rules = re.findall(r"^svg .*\}$", whole, re.MULTILINE)
    return "\n".join([light[0], dark[0], "svg { background: var(--card); }", *rules])
