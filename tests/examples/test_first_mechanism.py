"""The how-to page "validate your first mechanism": each block is run, in order, as it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.page_blocks import FILES, commands, run, squeezed, steps
from tests.repository.source import ROOT

PAGE = ROOT / "docs" / "validate-your-first-mechanism.md"


@pytest.mark.long
def test_the_page_from_top_to_bottom(tmp_path: Path) -> None:
    """Files are written, commands run, and what the page shows is printed, in that order."""
    ran = 0
    for language, text, name in steps(PAGE):
        if language in FILES:
            assert name, text
            (tmp_path / name).write_text(text, encoding="utf-8")
            continue
        assert language == "console"
        for command, expected in commands(text):
            said, ran = squeezed(run(tmp_path, command)), ran + 1
            for piece in filter(None, map(squeezed, expected.split("…"))):
                assert piece in said, (command, piece, said)
                said = said[said.index(piece) + len(piece) :]
    assert ran == 7
    assert (tmp_path / "claims.xml").is_file()
    assert list((tmp_path / ".dpverify" / "counterexamples").iterdir()) == []


def test_what_the_page_says_about_the_tight_value() -> None:
    """`dv.PureDP(eps=dv.ln(2))` holds, "and nothing smaller"."""
    import dpverify as dv

    (matrix,) = (text for language, text, _ in steps(PAGE)[-5:] if language == "json")
    from dpverify.defs.io import channel_from_document, strict_loads

    channel = channel_from_document(strict_loads(matrix))
    assert dv.check(channel, dv.PureDP(eps=dv.ln(2))).holds
    assert dv.measure(channel, "pure-dp").tight["eps"] == dv.ln(2)
