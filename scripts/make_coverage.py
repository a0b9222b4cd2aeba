"""Compute two pages anew: which definition is decided of what, and the table of definitions."""

from __future__ import annotations

from pathlib import Path

from dpverify.reports.coverage import page
from dpverify.reports.definitions import with_table

if __name__ == "__main__":
    docs = Path(__file__).parent.parent / "docs"
    (docs / "coverage.md").write_text(page(), encoding="utf-8")
    definitions = docs / "reference" / "definitions.md"
    definitions.write_text(with_table(definitions.read_text("utf-8")), encoding="utf-8")
