"""The programs of `examples/conditioned.py`, and the commands of the page about them."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import dpverify as dv
from examples import conditioned
from tests.command_line import run
from tests.repository.source import ROOT

PAGE = (ROOT / "docs" / "conditioned-noise.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ dpverify (.+)$", PAGE, re.MULTILINE)


@pytest.mark.long
def test_the_example_and_the_page_have_the_same_programs() -> None:
    """With the number that the page names."""
    # A module has a name: threads of other tests are told from those of the program by it.
    names: dict[str, object] = {"__name__": "page_about_conditioned_noise"}
    (program,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    exec(program, names)  # noqa: S102  the page's own example
    for name in ("bounded_domain", "rounded", "modulo"):
        found = [
            dv.measure(each, "pure-dp").tight["eps"]
            for each in (names[name], getattr(conditioned, name))
        ]
        assert found[0] == found[1]
    distances = [
        dv.measure(each, "gaussian-dp").tight["mu"]
        for each in (names["rounded_gaussian"], conditioned.rounded_gaussian)
    ]
    assert distances == [1, 1]
    tight = dv.measure(conditioned.bounded_domain, "pure-dp").tight["eps"]
    assert "about 1.48985" in PAGE
    assert isinstance(tight, dv.Loss)
    assert f"{float(tight.ball(64).mid()):.5f}" == "1.48985"


@pytest.mark.slow
def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each does what the page says."""
    monkeypatch.chdir(tmp_path)
    (program,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    (tmp_path / "conditioned.py").write_text(program, encoding="utf-8")
    outcomes = [run(*shlex.split(command)) for command in COMMANDS]
    assert [outcome.status for outcome in outcomes] == [1, 0, 0, 0, 0, 0, 0, 0, 0, 1]
