"""The commands of docs/continuous-noise.md do what the page says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

import dpverify as dv
from dpverify.defs.programs import Mechanism
from tests.command_line import run
from tests.repository.source import ROOT

PAGE = (ROOT / "docs" / "continuous-noise.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
COMMANDS = re.findall(r"^\$ dpverify (.+)$", PAGE, re.MULTILINE)
STATUSES = [0, 0, 0, 0, 1, 1, 2, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0]
"""What each command of the page ends with, in turn."""


@pytest.mark.slow
def test_the_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, program in zip(
        ("leaks.py", "twice.py", "means.py", "noisy.py", "laplace.py"), PROGRAMS[1:], strict=False
    ):
        (tmp_path / name).write_text(program, encoding="utf-8")
    outcomes = [run(*shlex.split(command)) for command in COMMANDS]
    assert [outcome.status for outcome in outcomes] == STATUSES
    listed, real, _, replayed, failing, ranged, leaks, twice, *enclosed, integers = (
        outcome.out or outcome.err for outcome in outcomes
    )
    (quotient, replayed_quotient, released_quotient, rate_of_quotient), enclosed = (
        enclosed[:4],
        enclosed[4:],
    )
    assert "written to mean.json" in quotient
    assert "pure-dp holds" in replayed_quotient
    assert "before the functions of it" in " ".join(replayed_quotient.split())
    assert "what means.py:mean releases" in released_quotient
    assert "-1+2*exp(-1/2)" in rate_of_quotient
    for text in ("ln(-2*exp(3/20)/(1-3*exp(1/20)))", "0.0759"):
        assert text in listed
    assert "the 9 listed inputs" in listed
    assert "holds is 1/10" in real
    assert "all real inputs" in real
    assert "re-checked" in replayed
    assert "density" in failing
    assert "1.881916343" in ranged
    assert "does not do what its trace says, on the input 1 with the noise" in leaks
    assert "-1/2 ≤ v2 - v1 ≤ 1/2" in twice
    assert "3/40 = 0.075" in integers
    profile, _, again, words, holding, *released = enclosed
    rate, distance, laplace_rate, _, renyi = released
    assert "holds is 1/8" in rate
    assert "holds is 1/2" in distance
    assert "holds is exp(-1)" in laplace_rate
    assert "renyi-dp fails, on all real inputs: re-checked" in renyi
    assert "0.006829594983" in profile
    assert "re-checked" in again
    assert "0.7384493285" in words
    assert holding.startswith("holds")


def test_the_program() -> None:
    names: dict[str, object] = {}
    exec(PROGRAMS[0], names)  # noqa: S102  the page's own example
    above = names["above"]
    assert isinstance(above, Mechanism)
    assert dv.channel_of(above).outputs[0] == "(False, False)"
    assert str(dv.measure(above, "pure-dp", all_inputs=True).tight["eps"]) == "1/2"
