"""The pages of the whole suite, wherever they were written, in a real browser.

`dpverify prove --format html --out FOLDER` writes them; name the folder in DPVERIFY_PAGES, as
`.ci/run` does. Without it a handful of pages is looked at, by test_in_browser.py.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.browser import browser, found
from tests.reports.html.looking import STICKING_OUT
from tests.reports.html.test_in_browser import DESKTOP, PHONE

FOLDER = os.environ.get("DPVERIFY_PAGES")
pytestmark = [
    pytest.mark.skipif(found() is None, reason="no chromium here: apt install chromium"),
    pytest.mark.skipif(FOLDER is None, reason="no folder of pages named in DPVERIFY_PAGES"),
]
BROKEN_LINKS = """
[...document.querySelectorAll("a[href]")].map(a => a.getAttribute("href"))
  .filter(h => !h.startsWith("data:") && !h.startsWith("#"))
"""


def test_every_page_fits_and_is_silent() -> None:
    """At two widths, light and dark in turn: no overflow, no message, no broken link."""
    folder = Path(str(FOLDER)).resolve()
    files = sorted(folder.glob("*.html"))
    assert len(files) > 50
    wrong: dict[str, object] = {}
    with browser() as tab:
        for number, page in enumerate(files[:: int(os.environ.get("DPVERIFY_EVERY", "1"))]):
            for width in (PHONE, DESKTOP):
                tab.open(page, width=width, dark=number % 2 == 0)
                seen = {
                    "wide": tab.value("document.documentElement.scrollWidth") > width,
                    "outside": tab.value(STICKING_OUT),
                    "messages": tab.messages,
                    "links": [h for h in tab.value(BROKEN_LINKS) if not (folder / h).is_file()],
                    "large": page.stat().st_size > 1_000_000,
                }
                if any(seen.values()):
                    wrong[f"{page.name} at {width}"] = {k: v for k, v in seen.items() if v}
    assert wrong == {}
