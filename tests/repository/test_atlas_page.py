"""The commands of docs/atlas.md do what the page says."""

from __future__ import annotations

from pathlib import Path

from tests.page_blocks import play
from tests.repository.source import ROOT


def test_the_page_from_top_to_bottom(tmp_path: Path) -> None:
    """A witness is written and replayed."""
    assert play(ROOT / "docs" / "atlas.md", tmp_path) == 2
