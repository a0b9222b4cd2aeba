"""Decide the pack of DPriv-Bench and write its tables into docs/checked-benchmarks.md.

`--check` decides as well, and only compares: it ends with 1 where the page says something else.
A run is kept in a journal, so that the same command resumes.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from dpverify.app.commands.options import Common
from dpverify.app.packs import decided_rows
from dpverify.reports.markdown import to_markdown
from dpverify.reports.model import Block, Report
from dpverify.reports.pack_report import (
    Row,
    counts,
    disagreements,
    kind,
    listed,
    reason_of,
    undecided,
)

ROOT = Path(__file__).parent.parent
PACK = ROOT / "examples" / "packs" / "dpriv-bench"
PAGE = ROOT / "docs" / "checked-benchmarks.md"
BEGIN = "<!-- written by scripts/make_checked_benchmarks.py: from here -->\n"
END = "<!-- to here -->\n"


def tables(rows: Sequence[Row]) -> str:
    """The counts of each category, wrong labels, and what is missing for the rest."""
    pieces = []
    for category in ("1", "2"):
        some = [row for row in rows if row[0].startswith(f"{category}/")]
        pieces.append(f"Category {category}, {len(some)} questions:\n\n{_text(counts(some))}")
    wrong = [(row, f"{row[2]}; decided: {kind(row)}") for row in disagreements(rows)]
    pieces.append(
        f"{len(wrong)} of {len(rows)} labels are wrong:\n\n{_text(listed('printed', wrong))}"
    )
    missing = [(row, reason_of(row)) for row in undecided(rows)]
    pieces.append(f"Not decided:\n\n{_text(listed('what is missing', missing))}")
    return "\n\n".join(pieces) + "\n"


def _text(block: Block) -> str:
    return to_markdown(Report(("",), (block,))).partition("\n\n")[2].strip()


def page(text: str, written: str) -> str:
    """The page with its tables written anew."""
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n{written}\n{END}{after}"


def main(words: Sequence[str]) -> int:
    """Write the page, or compare it."""
    common = Common(format="text", out=None, quiet=False, jobs=2)
    with decided_rows(str(PACK), common) as (_, rows):
        old = PAGE.read_text("utf-8")
        new = page(old, tables(rows))
        if "--check" in words:
            if new != old:
                sys.stderr.write("docs/checked-benchmarks.md says something else; make it anew\n")
            return int(new != old)
        PAGE.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
