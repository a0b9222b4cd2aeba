"""Pages as axe-core sees them: readable by a screen reader, by keyboard and by weak eyes.

`make axe` fetches the script (4.12.1, by Deque, MPL 2.0) to build/axe; or name one in DPVERIFY_AXE.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import Browser, browser, found
from tests.reports.html.samples import pages
from tests.repository.source import ROOT

AXE = Path(
    os.environ.get("DPVERIFY_AXE", ROOT / "build/axe/axe_playwright_python/axe.min.js")
)  # fmt: skip
pytestmark = [
    pytest.mark.skipif(found() is None, reason="no chromium here: apt install chromium"),
    pytest.mark.skipif(not AXE.is_file(), reason="no axe-core here: `make axe` fetches it"),
]
RUN = """
axe.run(document, {resultTypes: ["violations"]}).then(r => r.violations.map(v =>
  [v.impact, v.id, v.help, v.nodes.map(n => n.html.slice(0, 200) + " " + n.failureSummary)]))
"""


@pytest.fixture(scope="module")
def tab() -> Iterator[Browser]:
    with browser() as opened:
        yield opened


def violations(tab: Browser, page: Path, *, width: int, dark: bool) -> list[Any]:
    """What axe finds wrong on a page, of every weight."""
    tab.open(page, width=width, dark=dark)
    tab.value(AXE.read_text(encoding="utf-8") + ";0")
    return list(tab.value(RUN))


@pytest.mark.parametrize(
    "name", ["index", "atlas", "proof", "refutation", "result", "large", "plots"]
)
def test_axe_finds_nothing_wrong(tab: Browser, tmp_path: Path, name: str) -> None:
    """At both widths, light and dark: nothing serious, and nothing less either."""
    page = tmp_path / f"{name}.html"
    page.write_text(pages()[name], encoding="utf-8")
    for width, dark in ((1280, False), (1280, True), (390, False), (390, True)):
        assert violations(tab, page, width=width, dark=dark) == []


def test_axe_is_heard(tab: Browser, tmp_path: Path) -> None:
    """A page with an image without words and grey on grey: both are found."""
    page = tmp_path / "bad.html"
    page.write_text(
        "<!DOCTYPE html><html lang=en><title>x</title><main><h1>x</h1><img src='data:,'>"
        "<p style='color:#888;background:#999'>faint</p></main>"
    )
    ids = {each[1] for each in violations(tab, page, width=1280, dark=False)}
    assert ids == {"image-alt", "color-contrast"}
