"""The pytest plugin, as pytest finds it: in a run of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import pytest
import dpverify as dv

RR = dv.Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])

def test_holds():
    dv.assert_private(RR, dv.PureDP(eps=dv.ln(3)))

@pytest.mark.parametrize("eps", ["1/2", "1", "2"])
def test_some_fail(eps):
    dv.assert_private(RR, dv.PureDP(eps=eps))
"""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A folder with a test file."""
    (tmp_path / "test_mine.py").write_text(PROGRAM)
    return tmp_path


def run(folder: Path, *arguments: str) -> str:
    """What pytest says, without the plugins and the settings of this run."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "COV_"))}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
        cwd=folder,
        env=kept | {"NO_COLOR": "1", "COLUMNS": "120"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    return done.stdout + done.stderr


def files(folder: Path) -> list[str]:
    return sorted(path.name.rpartition(".")[0] for path in folder.rglob("*.json"))


@pytest.mark.long
def test_a_run_that_fails_and_one_after_the_fix(suite: Path) -> None:
    """Witnesses are shown and kept, one for each test, then found and in the end removed."""
    first = run(suite)
    assert "2 failed, 2 passed" in first
    assert "tight     ε = ln(3) ≈ 1.098612289 is the smallest that holds" in first
    assert "asserting.py" not in first  # the failure is shown where the test stands
    kept = files(suite / ".dpverify" / "counterexamples")
    assert len(kept) == 2
    assert "by the saved pair, which was tried first" in run(suite)
    assert files(suite / ".dpverify" / "counterexamples") == kept
    (suite / "test_mine.py").write_text(PROGRAM.replace("3/4", "1/2").replace("1/4", "1/2"))
    assert "4 passed" in run(suite)
    assert files(suite) == []


@pytest.mark.slow
def test_in_several_processes(suite: Path) -> None:
    """pytest-xdist: the same outcome, whole files."""
    assert "2 failed, 2 passed" in run(suite, "-n", "2")
    assert len(files(suite / ".dpverify" / "counterexamples")) == 2


@pytest.mark.slow
def test_the_folder_is_an_option_and_a_setting(suite: Path) -> None:
    """The option wins and is relative to where one stands, the setting to the root; or off."""
    (suite / "pytest.ini").write_text("[pytest]\ndpverify_counterexamples = kept\n")
    below = suite / "below"
    below.mkdir()
    run(below, "..")
    assert len(files(suite / "kept")) == 2
    run(below, "..", "--dpverify-counterexamples", "here")
    assert len(files(below / "here")) == 2
    before = files(suite)
    run(suite, "--dpverify-counterexamples", "off", "-k", "fail")
    assert files(suite) == before
    assert "--dpverify-counterexamples=FOLDER" in run(suite, "--help")


def test_loading_it_loads_nothing_heavy() -> None:
    """No arithmetic, no solver, no float library, not even pytest."""
    program = "import sys, dpverify.pytest_plugin; print(*{m.split('.')[0] for m in sys.modules})"
    done = subprocess.run(
        [sys.executable, "-P", "-c", program], capture_output=True, text=True, check=True
    )
    heavy = {"numpy", "scipy", "z3", "cvc5", "hypothesis", "flint", "rich", "click", "pytest"}
    assert set(done.stdout.split()) & heavy == set()


DRAWN = """
import sys
import dpverify as dv
from hypothesis import given, settings, strategies as st

@given(st.integers(1, 9))
@settings(max_examples=2)
def test_drawn(n):
    assert "dpverify.checkers.kernel.finite" in sys.modules
"""
PLAIN = """
import sys
import dpverify as dv

def test_plain():
    assert "dpverify.checkers.kernel.finite" not in sys.modules
"""


OF_PROGRAMS = """
import sys
import dpverify as dv
from hypothesis import given, strategies as st

@dv.mechanism(inputs=[0, 1])
def truth(bit, draw):
    return bit if draw.flip("1/2") else 1 - bit

@given(st.booleans())
def test_drawn(_):
    assert "dpverify.checkers.programs.decide" in sys.modules
"""


@pytest.mark.parametrize(
    "program", [DRAWN, PLAIN, pytest.param(OF_PROGRAMS, marks=pytest.mark.long)]
)
def test_what_a_deadline_would_be_charged_with_is_loaded_before(
    tmp_path: Path, program: str
) -> None:
    """Where tests of hypothesis use dpverify; without them nothing is loaded ahead."""
    (tmp_path / "test_mine.py").write_text(program)
    assert "1 passed" in run(tmp_path)
    assert files(tmp_path) == []
