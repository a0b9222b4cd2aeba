"""Parts of a whole as one bar, each as wide as its share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.reports.markup import Html, tag, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpverify.reports.drawings.key import Key

WIDE = 1000
"""Of the bar: it is stretched to the width of the page."""


def share_bar(parts: Sequence[tuple[Key, int]]) -> Html:
    """Return a bar as an `svg` element; `parts` are keys with how many each stands for."""
    total = max(sum(count for _, count in parts), 1)
    spoken = ", ".join(key.words for key, _ in parts)
    bars, at = [], 0.0
    for key, count in parts:
        wide = WIDE * count / total
        title = tag("title", text(key.words))
        bars.append(tag("rect", title, x=at, y=0, width=wide, height=10, class_=key.style))
        at += wide
    return tag(
        "svg", tag("title", text(spoken)), *bars, viewbox=f"0 0 {WIDE} 10",
        preserveaspectratio="none", role="img", aria_label=spoken,
    )  # fmt: skip
