"""Ten pages that one can send on, made by ordinary commands and looked at in a browser.

    python -m benchmarks.ten_pages [FOLDER]

For each page: its bytes, what it asks of a network, what sticks out of it, what goes wrong in it,
and what axe-core finds (`make axe` fetches it), at 390 and 1280 px, light and dark, and the sheets
of A4 that it prints. With FOLDER the pages are kept there, with a picture of each
(PAGE-390-dark.png) and as they are printed (PAGE.pdf). Status 1 if anything is wrong.
"""

from __future__ import annotations

import re
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple

from tests.browser import Browser, browser, found
from tests.command_line import run
from tests.reports.html.looking import AXE, STICKING_OUT, violations

MOST = 500_000
"""Bytes of a page."""
WIDTHS, SCHEMES = (390, 1280), (False, True)
PAGES = {
    "finite": "check examples/geometric_renormalised.json --definition approx-dp --eps ln(2)"
    " --delta 1/100",
    "program": "check examples/programs.py:unsafe_count --definition pure-dp --eps 1/2",
    "sparse-vector": "check B20:n=3,c=1,eps=1/10 --definition pure-dp --eps 1/10 --all-inputs",
    "gaussian": "check examples/released.py:gaussian --definition approx-dp --eps 1 --delta 1/8"
    " --listed-inputs",
    "partial-knowledge": "check examples/scenarios/ten_votes.json --definition apkdp --eps 0"
    " --delta 1/8",
    "guess": "guess --attribute examples/cafeteria.csv:time --precision 5 --advantage 1/10",
    "region": "region examples/packs/dpriv-bench:1/noisy-max/6 --over n=2..4,d=1..4,eps=all",
    "theorem-proved": "prove dp.post-processing.pure",
    "theorem-refuted": "prove dp.post-processing.probabilistic",
    "audit": "audit examples/samplers.py:count --inputs [3,4] --definition pure-dp --eps 1/2"
    " --draws 100000",
}
"""The command of each page, without `--format html` and where it is written."""
ANSWERED = (0, 1, 3)
"""Statuses of a command that answered: holds or as registered, fails, unknown."""


class Row(NamedTuple):
    """What was seen of a page."""

    name: str
    size: int
    outside: int
    sticking_out: int
    messages: int
    axe: int | None
    sheets: int

    @property
    def good(self) -> bool:
        """Whether nothing is wrong with it."""
        return self.size < MOST and not any(
            (self.outside, self.sticking_out, self.messages, self.axe or 0)
        )


def written(name: str, command: str, folder: Path) -> Path:
    """Make a page by its command."""
    words, page = command.split(), folder / f"{name}.html"
    site = words[0] == "prove"  # which writes a page for each claim, and one of all
    out = folder / name if site else page
    result = run(*words, "--format", "html", "--out", str(out), "--quiet")
    if result.status not in ANSWERED:
        raise SystemExit(f"dpverify {command}: status {result.status}\n{result.err}")
    return out / f"{words[1]}.html" if site else page


def seen(tab: Browser, name: str, page: Path, pictures: Path | None) -> Row:
    """Look at a page in every width and scheme, and print it."""
    outside = sticking = messages = axe = 0
    for width in WIDTHS:
        for dark in SCHEMES:
            tab.open(page, width=width, dark=dark)
            outside += sum(not r.startswith("data:") for r in tab.requests) - 1  # itself
            sticking += tab.value(STICKING_OUT)
            messages += len(tab.messages)
            if pictures is not None:
                scheme = "dark" if dark else "light"
                tab.screenshot(pictures / f"{name}-{width}-{scheme}.png")
            if AXE.is_file():
                axe += len(violations(tab))
    tab.open(page)
    tab.emulate("print", dark=False)
    with tempfile.TemporaryDirectory() as folder:
        printed = (pictures or Path(folder)) / f"{name}.pdf"
        tab.pdf(printed)
        sheets = len(re.findall(rb"/Type\s*/Page\b", printed.read_bytes()))
    found_by_axe = axe if AXE.is_file() else None
    return Row(name, page.stat().st_size, outside, sticking, messages, found_by_axe, sheets)


def main(arguments: list[str]) -> None:
    """Print a row for each page."""
    if found() is None:
        raise SystemExit("no chromium here; install one (Debian: apt install chromium)")
    kept = Path(arguments[0]) if arguments else None
    print("| page | bytes | asked outside | sticks out | messages | axe-core | sheets of A4 |")
    print("|---|---|---|---|---|---|---|")
    wrong = []
    with ExitStack() as stack:
        folder = kept or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        folder.mkdir(parents=True, exist_ok=True)
        tab = stack.enter_context(browser())
        for name, command in PAGES.items():
            row = seen(tab, name, written(name, command, folder), kept)
            axe = "not fetched" if row.axe is None else row.axe
            print(
                f"| {name} | {row.size:,} | {row.outside} | {row.sticking_out} | {row.messages} |"
                f" {axe} | {row.sheets} |",
                flush=True,
            )
            wrong += [] if row.good else [name]
    if wrong:
        raise SystemExit(f"something is wrong with: {', '.join(wrong)}")


if __name__ == "__main__":
    main(sys.argv[1:])
