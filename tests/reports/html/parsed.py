"""A page taken apart by the parser of the standard library, which knows nothing of ours."""

from __future__ import annotations

import json
from base64 import b64decode
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

VOID = {"meta", "link", "input", "line", "circle", "rect", "path"}
TAGS = VOID | {
    "html", "head", "title", "style", "body", "header", "main", "footer", "section", "div", "p",
    "h1", "h2", "h3", "h4", "h5", "h6", "code", "strong", "pre", "span", "a", "table", "caption",
    "mark", "sup", "details", "summary",
    "thead", "tbody", "tr", "th", "td", "ul", "li", "figure", "figcaption", "svg", "desc", "text",
    "math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mfrac", "msup", "msub", "mover",
    "mtable", "mtr", "mtd", "form", "label", "select", "option", "script",
}  # fmt: skip


@dataclass
class Parsed(HTMLParser):
    """Every element with its attributes, the text outside of style and script, what is open."""

    tags: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in TAGS:
            self.faults.append(f"unknown element {tag}")
        self.faults += [f"{name} on {tag}" for name, _ in attrs if name.startswith("on")]
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes another element")

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "script"):
            self.texts.append(data)

    @property
    def text(self) -> str:
        return "\n".join(self.texts)

    def attributes(self, name: str) -> list[str]:
        return [
            value or "" for _, attrs in self.tags for key, value in attrs.items() if key == name
        ]

    def saved(self) -> Any:
        """The document that the page offers to save."""
        (address,) = [v for v in self.attributes("href") if v.startswith("data:application/json")]
        return json.loads(b64decode(address.partition("base64,")[2]))


def parsed(page: str) -> Parsed:
    """A page, after the checks that every page must pass."""
    found = Parsed()
    found.feed(page)
    found.close()
    assert page.startswith("<!DOCTYPE html>")
    assert found.faults == []
    assert found.open == []
    addresses = [*found.attributes("href"), *found.attributes("src")]
    assert not [a for a in addresses if "//" in a.partition("base64,")[0]], addresses
    assert "nan" not in " ".join(found.attributes("d") + found.attributes("x"))
    assert found.attributes("style") == []
    return found
