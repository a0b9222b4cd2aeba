"""The page "from NumPy, OpenDP or diffprivlib": the blocks of a part run where its library is.

`make audited` runs all of them; elsewhere tests say what is missing.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.page_blocks import play
from tests.repository.source import ROOT

TEXT = (ROOT / "docs" / "from-other-libraries.md").read_text("utf-8")
PARTS = {part.partition("\n")[0]: part for part in TEXT.split("\n## ")[1:]}


@pytest.mark.long
@pytest.mark.parametrize(
    ("title", "module", "commands"), [("NumPy", "numpy", 2), ("OpenDP", "opendp", 3)]
)
def test_a_part_of_the_page(tmp_path: Path, title: str, module: str, commands: int) -> None:
    """Its files are written, its commands run, and what is shown is printed."""
    played(tmp_path, title, module, commands)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
def test_diffprivlib(tmp_path: Path) -> None:
    """The same; its imports take most of a minute where every draw is watched."""
    played(tmp_path, "diffprivlib", "diffprivlib", 2)


def played(folder: Path, title: str, module: str, commands: int) -> None:
    """Play a part of the page, or skip it and say what is missing."""
    pytest.importorskip(module, reason=f"{module} is not installed", exc_type=ImportError)
    page = folder / "page.md"
    page.write_text(PARTS[title], "utf-8")
    assert play(page, folder, frozenset({0, 1, 3})) == commands


def test_all_parts_are_played() -> None:
    """What has a block is one of the three."""
    assert [title for title, part in PARTS.items() if "```" in part] == [
        "NumPy", "diffprivlib", "OpenDP",
    ]  # fmt: skip
