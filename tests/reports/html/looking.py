"""What a browser is asked about a page: what sticks out of it, and what axe-core finds wrong.

`make axe` fetches the script (4.12.1, by Deque, MPL 2.0) to build/axe; or name one in DPVERIFY_AXE.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from tests.browser import Browser
from tests.repository.source import ROOT

AXE = Path(os.environ.get("DPVERIFY_AXE", ROOT / "build/axe/axe_playwright_python/axe.min.js"))
STICKING_OUT = """
[...document.querySelectorAll("body *")].filter(e =>
  e.getBoundingClientRect().right > innerWidth + 1 && !e.closest(".scroll, pre")).length
"""
"""How many elements stick out of the page and are not inside a box that scrolls by itself."""
RUN = """
axe.run(document, {resultTypes: ["violations"]}).then(r => r.violations.map(v =>
  [v.impact, v.id, v.help, v.nodes.map(n => n.html.slice(0, 200) + " " + n.failureSummary)]))
"""


def violations(tab: Browser) -> list[Any]:
    """What axe-core finds wrong on the page that is open, of every weight."""
    tab.value(AXE.read_text(encoding="utf-8") + ";0")
    return list(tab.value(RUN))
