"""Compute the page of each finding anew and write it to reports/gallery/; `make gallery`.

With --check nothing is written: status 1 where a stored page is missing, superfluous or not what
the library computes now.
"""

from __future__ import annotations

import sys
from pathlib import Path

from dpverify.reports.findings.gallery import faults, write

FOLDER = Path(__file__).parent.parent / "reports" / "gallery"


if __name__ == "__main__":
    if "--check" in sys.argv[1:]:
        wrong = faults(FOLDER)
        for line in wrong:
            print(line, file=sys.stderr)
        raise SystemExit(bool(wrong))
    write(FOLDER)
