"""The gallery of the documentation: a card for each finding, its drawing, and a search that works.

With DPVERIFY_SCREENSHOTS=FOLDER both widths, light and dark, are photographed there.
"""

from __future__ import annotations

import importlib
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from dpverify.reports.findings.catalogue import findings
from tests.browser import Browser, browser, found
from tests.reports.html.looking import AXE, STICKING_OUT, violations
from tests.repository.source import ROOT

FOLDER = ROOT / "reports" / "gallery"
SHOWN = "[...document.querySelectorAll('.gallery li')].filter(c => !c.hidden)"
BARE = (
    '<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="color-scheme"'
    ' content="light dark"><meta name="viewport" content="width=device-width"><title>x</title>'
    # The colours that the theme of the documentation has.
    "<style>body { background: #fff; color: #000 } a { color: #0a4bff }"
    " @media (prefers-color-scheme: dark) { body { background: #131416; color: #d0d0d0;"
    " --color-background-primary: #131416; --color-foreground-muted: #81868d }"
    " a { color: #5ca5ff } }</style>"
)


@pytest.fixture(scope="module")
def page() -> str:
    """The cards, as the directive writes them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "docs"))
        cards = importlib.import_module("extensions.gallery_cards")
    return str(cards.gallery(""))


def test_every_finding_has_a_card(page: str) -> None:
    """With a link to its page, and its drawing where it has one."""
    names = [finding.name for finding in findings()]
    assert re.findall(r'<a href="(.*?)\.html">', page) == names
    assert page.count("<img ") == sum((FOLDER / f"{name}.svg").is_file() for name in names) > 20
    assert page.count("<li ") == page.count("<img ") + page.count('<pre tabindex="0">')


def test_nothing_is_fetched(page: str) -> None:
    """Drawings stand in the page; the script asks for nothing."""
    assert re.findall(r'(?:src|href)="(?!data:)([^"]*)"', page) == [
        f"{finding.name}.html" for finding in findings()
    ]
    assert not re.search(r"fetch|XMLHttp|import\(|url\(|@import", page.split("<script>")[1])


@pytest.mark.long
@pytest.mark.skipif(found() is None, reason="no chromium here: apt install chromium")
def test_the_search(page: str, tmp_path: Path) -> None:
    """By words of the page itself, by subject and by drawing; at both widths nothing sticks out."""
    file = tmp_path / "gallery.html"
    file.write_text(f"{BARE}<main><h1>x</h1>{page}</main>", "utf-8")
    for tab in opened():
        for width, dark in ((1280, False), (390, False), (1280, True), (390, True)):
            tab.open(file, width=width, dark=dark)
            photographed(tab, f"gallery-{width}-{'dark' if dark else 'light'}.png")
            assert tab.value("document.documentElement.scrollWidth") <= width
            assert tab.value(STICKING_OUT) == 0
            assert tab.messages == []
            if AXE.is_file():
                assert violations(tab) == []
            assert [r for r in tab.requests if not r.startswith("data:")] == [file.as_uri()]
        assert tab.value(f"{SHOWN}.length") == len(findings())
        # Words that stand on its page and not on its card; then a subject; then a drawing.
        asked(tab, "words", "Stoddard, threshold decides every query")
        assert tab.value(f"{SHOWN}.map(c => c.querySelector('a').getAttribute('href'))") == [
            "sparse-vector.B24.html"
        ]
        asked(tab, "words", "")
        asked(tab, "subject", "guessing")
        assert tab.value(f"{SHOWN}.every(c => c.dataset.subject === 'guessing')")
        assert 0 < tab.value(f"{SHOWN}.length") < len(findings())
        asked(tab, "subject", "")
        tab.value("document.querySelector('[name=drawn]').click()")
        assert tab.value(f"{SHOWN}.length") == page.count("<img ")
        said = tab.value("document.querySelector('.gallery [role=status]').textContent")
        assert said == f"{page.count('<img ')} of {len(findings())} findings shown"


def opened() -> Iterator[Browser]:
    with browser() as tab:
        yield tab


def asked(tab: Browser, name: str, value: str) -> None:
    """Put a value into a field, as by a hand."""
    tab.value(
        f"(() => {{ const field = document.querySelector('.gallery [name={name}]');"
        f" field.value = {value!r};"
        " field.dispatchEvent(new Event('input', {bubbles: true})); })()"
    )


def photographed(tab: Browser, name: str) -> None:
    folder = os.environ.get("DPVERIFY_SCREENSHOTS")
    if folder:
        tab.screenshot(Path(folder) / name)
