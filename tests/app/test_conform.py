"""`dpverify conform`: a port and real code from files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command_line import run
from tests.repository.source import ROOT

EXAMPLES = Path(ROOT) / "examples"
PORTS, TEAM = EXAMPLES / "ports.py", EXAMPLES / "team.py"


@pytest.mark.slow
def test_the_line_that_a_port_lacks_is_the_difference(tmp_path: Path) -> None:
    saved = tmp_path / "result.json"
    done = run("conform", f"{PORTS}:documented", f"{TEAM}:respond", "--format", "json",
               "--out", saved)  # fmt: skip
    assert done.status == 1
    document = json.loads(saved.read_text("utf-8"))
    assert document["difference"]["output"] == "(debug, 0)"
    assert document["difference"]["probabilities"] == ["0", "1/200"]
    assert run("replay", saved).status == 0


def test_the_port_with_that_line_is_equal() -> None:
    done = run("conform", f"{PORTS}:respond", f"{TEAM}:respond")
    assert done.status == 0
    assert done.out.startswith("equal: ")


@pytest.mark.slow
def test_samples_say_what_they_would_have_seen() -> None:
    done = run("conform", f"{PORTS}:released", EXAMPLES / "samplers.py:released", "--draws",
               "2000", "--risk", "1/1000")  # fmt: skip
    assert done.status == 3
    text = " ".join(done.out.split())
    assert "does not show that there is none" in text
    assert "would have been seen with" in text


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((f"{PORTS}:respond", "B39"), "names no function as the real code"),
        ((f"{PORTS}:respond", "nowhere.py:f"), "no file"),
        (("nowhere.py:f", f"{TEAM}:respond"), "no file"),
        ((f"{TEAM}:respond", f"{TEAM}:respond"), "no mechanism"),
        ((f"{PORTS}:respond", f"{PORTS}:respond"), "is a @mechanism already"),
        ((f"{PORTS}:respond", f"{TEAM}:respond", "--inputs", "5"), "give a list"),
        ((f"{PORTS}:respond", f"{TEAM}:respond", "--tolerance", "x"), "'x'"),
        ((f"{PORTS}:respond", f"{TEAM}:respond", "--risk", "2"), "the risk is '2'"),
        ((str(EXAMPLES / "matrix.csv"), f"{TEAM}:respond"), "neighbours"),
        (
            (str(EXAMPLES / "randomized_response.json"), f"{TEAM}:respond"),
            "a channel does not say what its inputs are; add --inputs",
        ),
    ],
)
def test_bad_use_is_one_line(arguments: tuple[str, ...], said: str) -> None:
    done = run("conform", *arguments)
    assert done.status == 2
    assert said in " ".join(done.err.split())
    assert "Traceback" not in done.err
    assert not done.out
