"""Compute docs/coverage.md anew: which definition is decided of which kind of subject."""

from __future__ import annotations

from pathlib import Path

from dpverify.reports.coverage import page

if __name__ == "__main__":
    target = Path(__file__).parent.parent / "docs" / "coverage.md"
    target.write_text(page(), encoding="utf-8")
