"""The programs of `examples/mixtures.py`, and the commands of the page about them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import dpverify as dv
from examples import mixtures
from tests.command_line import run
from tests.repository.source import ROOT

PAGE = (ROOT / "docs" / "mixtures.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ dpverify (.+)$", PAGE, re.MULTILINE)


def test_the_example_and_the_page_have_the_same_program() -> None:
    """Run from both, the subsampled Gaussian mechanism has the same δ."""
    names: dict[str, object] = {}
    (program,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    exec(program, names)  # noqa: S102  the page's own example
    for name in ("subsampled", "two_scales", "by_name"):
        found = [
            dv.measure(each, "approx-dp", eps="1/4").tight["delta"]
            for each in (names[name], getattr(mixtures, name))
        ]
        assert found[0] == found[1]


@pytest.mark.slow
def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each does what the page says."""
    monkeypatch.chdir(tmp_path)
    (program,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    (tmp_path / "mixtures.py").write_text(program, encoding="utf-8")
    outcomes = [run(*shlex.split(command)) for command in COMMANDS]
    assert [outcome.status for outcome in outcomes] == [0, 0, 0, 0, 1, 0, 1, 0]
    delta, pure, _, distance, function, every, _, replayed = (outcome.out for outcome in outcomes)
    for text in ("Directions", "0.0261436", "0.0105725"):
        assert text in delta
    assert "ln(10/9)" in pure
    assert "holds is 1" in distance
    assert "fails: f-dp" in function
    assert "all real inputs" in every
    assert "re-checked" in replayed
