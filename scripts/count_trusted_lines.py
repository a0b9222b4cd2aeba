"""Write into the table of ARCHITECTURE.md how many lines each row's files have now.

Which files are trusted is decided by people; how long they are is counted. A test compares.
"""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
DOCUMENT = ROOT / "ARCHITECTURE.md"
ROW = re.compile(r"^\| (?P<files>`[^|]+`) \| (?P<words>[^|]+) \| [0-9]+ \|$", re.MULTILINE)


def lines(patterns: list[str]) -> int:
    """The lines of all files that patterns such as `defs/numbers/*.py` stand for."""
    globs = (f"{pattern}*.py" if pattern.endswith("/") else pattern for pattern in patterns)
    paths = {path for pattern in globs for path in ROOT.glob(pattern)}
    return sum(path.read_text(encoding="utf-8").count("\n") for path in paths)


def counted(row: re.Match[str]) -> str:
    """The row with its number of lines as it is now."""
    count = lines(re.findall(r"`([^`]+)`", row["files"]))
    return f"| {row['files']} | {row['words']} | {count} |"


if __name__ == "__main__":
    DOCUMENT.write_text(ROW.sub(counted, DOCUMENT.read_text(encoding="utf-8")), encoding="utf-8")
