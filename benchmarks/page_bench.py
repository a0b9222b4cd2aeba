"""How large pages are, and how long a browser takes to show them.

    python -m benchmarks.page_bench

The time is that of the page itself, from the navigation to the end of its load event, the least of
five; chromium must be installed. The pages are those of the tests, the last one of 100 × 100.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from tests.browser import browser, found
from tests.reports.html.samples import pages

LOADED = """
(() => { const n = performance.getEntriesByType("navigation")[0];
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  return [n.loadEventEnd, paint?.startTime]; })()
"""


def main() -> None:
    """Print a row for each page."""
    if found() is None:
        raise SystemExit("no chromium here; install one (Debian: apt install chromium)")
    start = time.perf_counter()
    made = pages()
    print(f"computed and written in {time.perf_counter() - start:.1f} s, claims included")
    print("| page | bytes | elements | loaded, ms | first paint, ms |\n|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder, browser() as tab:
        for name, text in made.items():
            page = Path(folder) / f"{name}.html"
            page.write_text(text, encoding="utf-8")
            times = []
            for _ in range(5):
                tab.open(page)
                time.sleep(0.2)  # the paint follows the load event
                times.append(tab.value(LOADED))
            elements = tab.value("document.querySelectorAll('*').length")
            loaded = min(each[0] for each in times)
            painted = min(each[1] or float("inf") for each in times)
            size = len(text.encode())
            print(f"| {name} | {size:,} | {elements} | {loaded:.0f} | {painted:.0f} |")


if __name__ == "__main__":
    main()
