"""Pages as axe-core sees them: readable by a screen reader, by keyboard and by weak eyes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser import Browser, browser, found
from tests.reports.html import looking
from tests.reports.html.looking import AXE
from tests.reports.html.samples import pages

pytestmark = [
    pytest.mark.skipif(found() is None, reason="no chromium here: apt install chromium"),
    pytest.mark.skipif(not AXE.is_file(), reason="no axe-core here: `make axe` fetches it"),
]


@pytest.fixture(scope="module")
def tab() -> Iterator[Browser]:
    with browser() as opened:
        yield opened


def violations(tab: Browser, page: Path, *, width: int, dark: bool) -> list[Any]:
    """What axe finds wrong on a page, of every weight."""
    tab.open(page, width=width, dark=dark)
    return looking.violations(tab)


@pytest.mark.parametrize(
    "name",
    [
        "index",
        pytest.param("atlas", marks=pytest.mark.long),
        "proof",
        "refutation",
        "result",
        "large",
        "plots",
    ],
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
