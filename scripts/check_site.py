"""Whether the built documentation is whole: its links lead somewhere, and it loads nothing.

    python scripts/check_site.py build/docs

Sphinx checks the links that it resolves itself; this reads what was written, themes and raw HTML
too. Links to other sites are not followed: a build must not need a network. Exit status 1 if
anything is wrong.
"""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

# What a browser fetches by itself when it opens a page.
LOADS = {
    ("link", "href"), ("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src"),
    ("object", "data"), ("embed", "src"),
}  # fmt: skip


class Page(HTMLParser):
    """The targets that a page offers, and the links that it makes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.targets: set[str] = set()
        self.links: list[tuple[str, bool]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take the names and the links of one element."""
        for name, value in attrs:
            if value is None:
                continue
            if name in {"id", "name"}:
                self.targets.add(value)
            elif (tag, name) in LOADS or (tag, name) == ("a", "href"):
                self.links.append((value, (tag, name) in LOADS))


def faults(site: Path) -> list[str]:
    """Return what is wrong, a line each: "page: link: why"."""
    pages = {path: Page(path.read_text("utf-8")) for path in sorted(site.rglob("*.html"))}
    found = [
        f"{path.relative_to(site)}: {link}: {why}"
        for path, page in pages.items()
        for link, loads in page.links
        if (why := _fault(site, path, link, pages, loads=loads))
    ]
    for sheet in sorted(site.rglob("*.css")):
        text = sheet.read_text("utf-8")
        found += [
            f"{sheet.relative_to(site)}: {word}: loads from another site"
            for word in ("url(http", "url('http", 'url("http', "url(//", "@import")
            if word in text
        ]
    return found or ([] if pages else [f"{site}: no pages"])


def _fault(site: Path, path: Path, link: str, pages: dict[Path, Page], *, loads: bool) -> str:
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        outside = parts.scheme not in {"data", "mailto"}
        return "loads from another site" if loads and outside else ""
    target = path if not parts.path else path.parent / unquote(parts.path)
    target = target.resolve()
    if not target.is_relative_to(site.resolve()):
        return "leads out of the site"
    if not target.is_file():
        return "there is no such file"
    page = pages.get(target)
    anchor = unquote(parts.fragment)
    if anchor and page is not None and anchor not in page.targets:
        return "there is no such place in the page"
    return ""


def main() -> int:
    """Print the faults; how many pages were read, if there are none."""
    site = Path(sys.argv[1]).resolve()
    found = faults(site)
    print("\n".join(found) if found else f"{len(list(site.rglob('*.html')))} pages, links checked")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
