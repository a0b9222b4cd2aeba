"""Pieces of HTML and SVG: text becomes markup here, and nowhere else.

What must never change: `Html` is only made of escaped text and of markup written in this package.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NewType

from dpverify.reports.escape import html_text

Html = NewType("Html", str)
NOTHING = Html("")

VOID = frozenset({"line", "circle", "rect", "path", "meta", "input", "br"})


def text(raw: str) -> Html:
    """Return text as markup that shows its characters."""
    return Html(html_text(raw))


def join(parts: Iterable[Html], between: str = "") -> Html:
    """Return the parts one after the other."""
    return Html(between.join(parts))


def tag(name: str, /, *content: Html, **attributes: str | float | bool | None) -> Html:
    r"""Return an element.

    Args:
        name: of the element.
        content: markup inside it.
        attributes: by name, a trailing underscore dropped and others read as hyphens; values are
            escaped, numbers rounded to hundredths, True is an attribute without a value, None and
            False are left out.

    >>> tag("a", text("x < y"), class_="link", href='"')
    '<a class="link" href="&quot;">x &lt; y</a>'
    """
    if name in VOID and not content:
        return Html(f"<{name}{_attributes(attributes)}/>")
    return join(element(name, content, **attributes))


def element(
    name: str, content: Iterable[Html], /, **attributes: str | float | bool | None
) -> Iterator[Html]:
    """Yield the pieces of an element that is not void, as `tag` returns it."""
    yield Html(f"<{name}{_attributes(attributes)}>")
    yield from content
    yield Html(f"</{name}>")


def on_lines(parts: Iterable[Iterable[Html]]) -> Iterator[Html]:
    """Yield the pieces of the parts, each of which begins on a line of its own."""
    for place, part in enumerate(parts):
        if place:
            yield Html("\n")
        yield from part


def _attributes(given: Mapping[str, str | float | bool | None]) -> str:
    return "".join(_attribute(key, value) for key, value in given.items())


def _attribute(key: str, value: str | float | bool | None) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    if name in ("viewbox", "preserveaspectratio"):  # SVG is particular about these two
        name = {"viewbox": "viewBox"}.get(name, "preserveAspectRatio")
    if value is True:
        return f" {name}"
    return f' {name}="{html_text(value) if isinstance(value, str) else rounded(value)}"'


def rounded(number: float) -> str:
    """Return a coordinate with at most two decimals.

    >>> rounded(2.0), rounded(1 / 3)
    ('2', '0.33')
    """
    shown = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if shown == "-0" else shown
