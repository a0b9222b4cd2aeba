"""Write docs/errors.md, the page of all error codes, from `app/error_rules.py`. Run from the root.

.venv/bin/python scripts/make_error_page.py
"""

from __future__ import annotations

from pathlib import Path

from dpverify.app.error_rules import page

if __name__ == "__main__":
    (Path(__file__).parent.parent / "docs" / "errors.md").write_text(page(), "utf-8")
