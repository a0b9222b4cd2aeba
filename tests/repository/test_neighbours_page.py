"""The programs and commands of docs/neighbours.md do what the page says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.page_blocks import play
from tests.repository.source import ROOT


@pytest.mark.long
def test_the_page_from_top_to_bottom(tmp_path: Path) -> None:
    """Its four groups of commands, on the three files that it shows."""
    assert play(ROOT / "docs" / "neighbours.md", tmp_path) == 11
