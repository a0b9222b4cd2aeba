"""Pages in a real browser: nothing overflows, nothing is asked of a network, nothing goes wrong.

With DPVERIFY_SCREENSHOTS=FOLDER each page is photographed there at each width and colour scheme.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser import Browser, browser, found
from tests.reports.html.samples import pages

pytestmark = pytest.mark.skipif(
    found() is None,
    reason="no chromium here; install one (Debian: apt install chromium) or name it in"
    " DPVERIFY_BROWSER",
)
NAMES = ("index", "atlas", "proof", "refutation", "result", "large", "plots")
PHONE, DESKTOP = 390, 1280
SCREENSHOTS = os.environ.get("DPVERIFY_SCREENSHOTS")

# Elements that stick out of the page and are not inside a box that scrolls by itself.
STICKING_OUT = """
[...document.querySelectorAll("body *")].filter(e =>
  e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".scroll, pre")).length
"""
# Least contrast of any text with what is behind it, by the formula of WCAG 2; SVG apart.
CONTRAST = """
(() => {
  const numbers = c => c.match(/[\\d.]+/g).map(Number);
  const light = c => { const [r, g, b] = numbers(c).map(v => v / 255)
    .map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
    return .2126 * r + .7152 * g + .0722 * b; };
  const behind = e => { for (; e; e = e.parentElement) {
    const c = getComputedStyle(e).backgroundColor;
    if (numbers(c)[3] !== 0) return c; } return "rgb(255, 255, 255)"; };
  let least = 21;
  for (const e of document.querySelectorAll("body *:not(svg, svg *)")) {
    if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
    const [a, b] = [light(getComputedStyle(e).color), light(behind(e))];
    least = Math.min(least, (Math.max(a, b) + .05) / (Math.min(a, b) + .05));
  }
  return least;
})()
"""


@pytest.fixture(scope="module")
def tab() -> Iterator[Browser]:
    with browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Every page as a file."""
    made = tmp_path_factory.mktemp("pages")
    for name, page in pages().items():
        (made / f"{name}.html").write_text(page, encoding="utf-8")
    return made


@pytest.mark.long
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [PHONE, DESKTOP])
@pytest.mark.parametrize("name", NAMES)
def test_a_page_fits_and_is_silent(
    tab: Browser, folder: Path, name: str, width: int, dark: bool
) -> None:
    """No overflow to the side, no message, no request but for itself, legible text."""
    tab.open(folder / f"{name}.html", width=width, dark=dark)
    if SCREENSHOTS:
        tab.screenshot(Path(SCREENSHOTS) / f"{name}-{width}-{'dark' if dark else 'light'}.png")
    assert tab.value("document.documentElement.scrollWidth") <= width
    assert tab.value(STICKING_OUT) == 0
    assert tab.messages == []
    assert [r for r in tab.requests if not r.startswith("data:")] == [
        (folder / f"{name}.html").as_uri()
    ]
    assert tab.value("matchMedia('(prefers-color-scheme: dark)').matches") is dark
    background = tab.value("getComputedStyle(document.body).backgroundColor")
    assert (background == "rgb(20, 22, 26)") is dark
    assert tab.value(CONTRAST) >= 4.5


@pytest.mark.long
def test_no_label_runs(tab: Browser, folder: Path) -> None:
    """The labels of this page would set a variable, had they become markup."""
    tab.open(folder / "result.html")
    assert tab.value("typeof window.pwned") == "undefined"
    assert tab.value("document.querySelectorAll('script, img, iframe').length") == 0
    # The policy is a second wall: a script that got in all the same would not run.
    tab.value("document.body.append(Object.assign(document.createElement('script'),"
              " {textContent: 'window.pwned = 1'}))")  # fmt: skip
    assert tab.value("typeof window.pwned") == "undefined"


def test_the_filters_of_the_index(tab: Browser, folder: Path) -> None:
    """Each choice hides the rows that do not have it; words search what is written."""
    tab.open(folder / "index.html")
    shown = "[...document.querySelectorAll('.index tbody tr')].filter(r => !r.hidden).length"
    assert tab.value("document.querySelector('.filters').hidden") is False
    assert tab.value(shown) == 3

    def choose(name: str, value: str) -> int:
        tab.value(
            f"document.querySelector('[name={name}]').value = {value!r};"
            "document.querySelector('.filters').dispatchEvent(new Event('input'))"
        )
        count = tab.value(shown)
        assert tab.value("document.getElementById('shown').textContent") == (
            f"{count} of 3 claims shown"
        )
        return int(count)

    assert choose("status", "refuted") == 1
    assert choose("status", "") == 3
    assert choose("part", "randomised response") == 1
    assert choose("part", "") == 3
    assert choose("source", "Meiser 2018") == 1
    assert choose("words", "no such words") == 0
    assert choose("words", "PROBABILISTIC") == 1


def test_the_filters_of_the_atlas(tab: Browser, folder: Path) -> None:
    """A definition is shown if one of its cells has the answer."""
    tab.open(folder / "atlas.html")
    shown = "[...document.querySelectorAll('.index tbody tr')].filter(r => !r.hidden)"
    tab.value(
        "document.querySelector('[name=answer]').value = 'no';"
        "document.querySelector('.filters').dispatchEvent(new Event('input'))"
    )
    answers = f"{shown}.map(r => [...r.cells].some(c => c.textContent.startsWith('no')))"
    assert (
        0
        < tab.value(f"{shown}.length")
        < tab.value("document.querySelectorAll('.index tbody tr').length")
    )
    assert set(tab.value(answers)) == {True}
    assert tab.value("document.getElementById('shown').textContent").endswith(" definitions shown")


# Names in the drawings, as boxes: how high the lowest is, and how many overlap another one.
NAMES_DRAWN = """
(() => {
  const drawings = [...document.querySelectorAll("svg.order")].map(drawing =>
    [...drawing.querySelectorAll("text")].map(name => name.getBoundingClientRect()));
  const apart = (a, b) => a.right <= b.left || b.right <= a.left
    || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  const overlapping = drawings.flatMap(names =>
    names.filter((a, i) => names.some((b, j) => i < j && !apart(a, b))));
  const all = drawings.flat();
  return [all.length, Math.min(...all.map(name => name.height)), overlapping.length];
})()
"""


def test_the_orders_are_legible_and_the_table_is_searched_on_a_phone(
    tab: Browser, folder: Path
) -> None:
    """At least 60 names of 11 pixels and more, none over another; words find one of 80 rows."""
    tab.open(folder / "atlas.html", width=DESKTOP)
    count, height, overlapping = tab.value(NAMES_DRAWN)
    assert count >= 60
    assert height >= 11
    assert overlapping == 0
    tab.open(folder / "atlas.html", width=PHONE)
    rows = "[...document.querySelectorAll('.index tbody tr')]"
    tab.value(
        "document.querySelector('[name=words]').value = 'FREE-LUNCH privacy of graphs';"
        "document.querySelector('.filters').dispatchEvent(new Event('input'))"
    )
    assert tab.value(f"{rows}.filter(r => !r.hidden).map(r => r.id)") == [
        "row-pure-dp-any-graphs", "row-approx-dp-any-graphs"
    ]  # fmt: skip
    assert tab.value(f"{rows}.length") >= 80
    assert tab.value("document.documentElement.scrollWidth") <= PHONE


def test_the_document_is_saved_by_a_click(tab: Browser, folder: Path) -> None:
    """The link holds a file with a name, and the text in it is JSON."""
    tab.open(folder / "refutation.html")
    link = "document.querySelector('a[download]')"
    assert tab.value(f"{link}.download") == "dp.post-processing.probabilistic.json"
    decoded = f"JSON.parse(atob({link}.href.split('base64,')[1])).schema"
    assert tab.value(decoded) == "dpverify.refutation/1.0"


def test_on_paper_nothing_is_dark(tab: Browser, folder: Path, tmp_path: Path) -> None:
    """Printed from a dark screen: black on white, without the filters."""
    tab.open(folder / "index.html", dark=True)
    tab.emulate("print", dark=True)
    assert tab.value("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert tab.value("getComputedStyle(document.querySelector('.filters')).display") == "none"
    tab.pdf(tmp_path / "index.pdf")
    assert (tmp_path / "index.pdf").read_bytes().startswith(b"%PDF")


def test_a_large_channel_is_shown_at_once(tab: Browser, folder: Path) -> None:
    """100 × 100: the tree of the page stays small, whatever the time on this machine."""
    tab.open(folder / "large.html")
    assert 500 < tab.value("document.querySelectorAll('*').length") < 3000
