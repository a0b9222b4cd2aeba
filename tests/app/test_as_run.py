"""`check --as-run` and `measure --as-run`: functions that are called as they are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command_line import run
from tests.repository.source import ROOT

TEAM = f"{Path(ROOT) / 'examples' / 'team.py'}:respond"
PURE = ("--definition", "pure-dp", "--eps", "1")

SOURCE = """
import random
import numpy as np

rng = np.random.default_rng()

def respond(bit):
    return bit if rng.random() < 0.75 else 1 - bit

def crash(bit):
    return [5][bit] if random.random() < 0.25 else 5

def loud(bit):
    np.log(np.float64(bit))
    return respond(bit)

def quiet(bit):
    with np.errstate(divide="ignore"):
        return loud(bit)
"""


@pytest.mark.slow
def test_a_leak_of_one_call_in_200_fails_and_the_result_is_re_checked(tmp_path: Path) -> None:
    saved = tmp_path / "result.json"
    done = run("check", "--as-run", TEAM, "--inputs", "[0, 1]", *PURE, "--format", "json",
               "--out", saved)  # fmt: skip
    assert done.status == 1
    document = json.loads(saved.read_text("utf-8"))
    assert document["witness"]["event"] in (["(debug, 0)"], ["(debug, 1)"])
    assert document["witness"]["probabilities"] == ["1/200", "0"]
    assert document["evidence"] == "conditional"
    assert "as it is" in document["assumptions"][0]
    assert run("replay", saved).status == 0


@pytest.mark.slow
def test_a_generator_that_is_made_while_the_file_is_loaded_is_answered(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(SOURCE, "utf-8")
    done = run("measure", "--as-run", f"{file}:respond", "--inputs", "(0, 1)",
               "--neighbours", "[[0, 1]]", "--definition", "pure-dp")  # fmt: skip
    assert done.status == 0
    assert "ln(3)" in done.out
    crash = run("check", "--as-run", f"{file}:crash", "--inputs", "[0, 1]", "--exceptions", *PURE)
    assert crash.status == 1
    assert "raises IndexError" in crash.out


@pytest.mark.filterwarnings("default::RuntimeWarning")
def test_a_warning_is_named_and_what_keeps_it_away_is_said(tmp_path: Path) -> None:
    """Python shows a warning beside its line, read from the file: the words spoke of os.stat."""
    file = tmp_path / "mine.py"
    file.write_text(SOURCE, "utf-8")
    loud, quiet = (
        run("check", "--as-run", f"{file}:{name}", "--inputs", "[0, 1]", *PURE[:3], "ln(3)")
        for name in ("loud", "quiet")
    )
    assert loud.status == 2
    assert "loud shows a warning, which reads a file (RuntimeWarning, line 14)" in loud.err
    assert "numpy.errstate(all='ignore')" in loud.err
    assert quiet.status == 0


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--as-run", TEAM), "--inputs '[0, 1]'"),
        (("--inputs", "[0, 1]", TEAM), "--as-run"),
        (("--as-run", TEAM, "--inputs", "__import__('os')"), "no Python literal"),
        (("--as-run", TEAM, "--inputs", "5"), "give a list"),
        (("--as-run", TEAM, "--inputs", "[0]"), "one input"),
        (("--as-run", "B39", "--inputs", "[0, 1]"), "names none"),
        (("--as-run", "nowhere.py:f", "--inputs", "[0, 1]"), "no file"),
        (("--as-run", f"{TEAM}:n=1", "--inputs", "[0, 1]"), "without parameters"),
        (("--as-run", TEAM, "--inputs", "[0, 1]", "--normalise"), "--neighbours alone"),
    ],
    ids=["no-inputs", "no-as-run", "code", "number", "one", "library", "file", "parameters",
         "normalise"],
)  # fmt: skip
def test_bad_use_is_one_line(arguments: tuple[str, ...], said: str) -> None:
    done = run("check", *arguments, *PURE)
    assert done.status == 2
    assert said in done.err
    assert "Traceback" not in done.err


def test_a_draw_while_the_file_is_loaded_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "salted.py"
    file.write_text("import numpy as np\nSALT = np.random.default_rng().random()\n\n"
                    "def f(x):\n    return x if SALT < 0.5 else 0\n", "utf-8")  # fmt: skip
    done = run("check", "--as-run", f"{file}:f", "--inputs", "[0, 1]", *PURE)
    assert done.status == 2
    assert "while it is loaded" in done.err


OF_DATA = """
import random

def majority(data):
    return (2 * sum(data) > len(data)) != (random.random() < 1 / (len(data) + 2))

def anyone(data):
    return any(value for _, value in data) != (random.random() < 0.25)
"""


@pytest.mark.slow
def test_data_sets_are_inputs_and_the_smallest_pair_is_shown_and_re_checked(tmp_path: Path) -> None:
    """The smallest pair is that of tests/checkers/programs/test_datasets.py."""
    file, saved = tmp_path / "data.py", tmp_path / "result.json"
    file.write_text(OF_DATA, "utf-8")
    done = run("check", "--as-run", f"{file}:majority", "--datasets", "[0, 1]", "--max-size", "4",
               *PURE, "--format", "json", "--out", saved)  # fmt: skip
    assert done.status == 1
    document = json.loads(saved.read_text("utf-8"))
    assert set(document["witness"]["inputs"]) == {"(0, 1)", "(0, 1, 1)"}
    assert run("replay", saved).status == 0
    users = run("check", "--as-run", f"{file}:anyone", "--datasets", "[(1, 0), (1, 1), (2, 1)]",
                "--max-size", "3", "--neighbours", "0", "--contributions", "2", "--multisets",
                "--definition", "pure-dp", "--eps", "ln(3)")  # fmt: skip
    assert users.status == 0
    assert "--contributions 2 --multisets --neighbours 0" in " ".join(users.out.split())


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--as-run", TEAM, "--datasets", "[0, 1]"), "--datasets needs the most records"),
        (("--as-run", TEAM, "--inputs", "[0]", "--datasets", "[0]"), "--as-run needs the inputs"),
        (("--as-run", TEAM, "--inputs", "[0, 1]", "--multisets"), "--multisets is about data sets"),
        ((TEAM, "--max-size", "3"), "--max-size is about a function checked with --as-run"),
        (
            ("--as-run", TEAM, "--datasets", "[0, 1]", "--max-size", "3", "--neighbours", "swap"),
            "neighbours is 'swap'; give 'add-remove'",
        ),
        (("--as-run", TEAM, "--datasets", "x", "--max-size", "3"), "no Python literal"),
    ],
)
def test_data_sets_that_cannot_be_made_are_refused(arguments: tuple[str, ...], said: str) -> None:
    done = run("check", *arguments, *PURE)
    assert done.status == 2
    assert said in " ".join(done.err.split())
    assert not done.out
