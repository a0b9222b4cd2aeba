"""`dpverify attack reconstruct` and `dpverify.attack`."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dpverify import attack
from dpverify.defs.errors import DomainError, NumberError, UsageError
from tests.command_line import run

FIRST = "0.5,0.5,0.5,1.5,0.5,1.5,0.5,1.5"
SECOND = "0.5,0.5,1,1,0.5,1.5,1.5,2.5"


def reconstruct(*arguments: object) -> dict[str, Any]:
    """The JSON result."""
    outcome = run("attack", "reconstruct", *arguments, "--format", "json")
    assert outcome.status == 0, outcome.err
    document: dict[str, Any] = outcome.json()
    assert document["schema"] == "dpverify.attack/1.0"
    return document


def test_both_examples_of_the_course() -> None:
    """Xu 2023: 001, 011, 101 are left over; only 110 is."""
    assert reconstruct("--answers", FIRST, "--bound", "1/2")["survivors"] == ["001", "011", "101"]
    assert reconstruct("--answers", SECOND, "--bound", "1/2")["survivors"] == ["110"]


def test_answers_from_a_file(tmp_path: Path) -> None:
    """Commas or lines."""
    place = tmp_path / "answers.txt"
    place.write_text(SECOND.replace(",1,", ",\n1,\n"), encoding="utf-8")
    assert reconstruct("--answers-file", place, "--bound", "1/2")["survivors"] == ["110"]


def test_the_report_of_survivors() -> None:
    """In text and Markdown: who is left, what they agree on, how far apart two can be."""
    for form in ("text", "markdown"):
        out = run("attack", "reconstruct", "--answers", FIRST, "--bound", "1/2",
                  "--format", form).out  # fmt: skip
        assert all(each in out for each in ("001", "011", "101", "3 of 8", "??1", "2 of 3"))
    nobody = run("attack", "reconstruct", "--answers", "0,5", "--bound", "1").out
    assert "no database" in nobody


def test_large_numbers_are_cut_in_text_alone() -> None:
    """10^9999 as answer and bound."""
    words = ("--answers", "1e9999,1e-9999", "--bound", "1e9999")
    assert "(10000 characters)" in " ".join(run("attack", "reconstruct", *words).out.split())
    assert reconstruct(*words)["survivors"] == ["0", "1"]


def test_many_survivors_are_cut_in_text_alone() -> None:
    """128 are left; the text lists 64, the JSON form all."""
    zeros = ",".join("0" * 128)
    out = run("attack", "reconstruct", "--answers", zeros, "--bound", "7").out
    assert "… and 64 more" in out
    assert len(reconstruct("--answers", zeros, "--bound", "7")["survivors"]) == 128


def test_the_efficient_attack() -> None:
    """The keys are a contract; 4n queries and uniform noise unless said otherwise."""
    found = reconstruct("--n", "64", "--alpha", "1/4", "--seed", "1")
    assert {"n", "queries", "errors", "fraction", "interval", "seconds"} <= found.keys()
    assert (found["n"], found["queries"], found["noise"]) == (64, 256, "uniform")
    assert found["fraction"] == found["errors"] / 64
    low, high = found["interval"]
    assert 0 <= low <= found["fraction"] <= high <= 1
    out = run("attack", "reconstruct", "--n", 20, "--queries", 80, "--alpha", 1, "--noise",
              "laplace", "--time-limit", 60).out  # fmt: skip
    assert "Laplace noise of scale E" in out


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ([], "give --answers and --bound, or --n and --alpha"),
        (["--answers", "0,1", "--n", "3"], "give --answers and --bound, or --n and --alpha"),
        (["--answers", "0,1"], "--answers needs --bound"),
        (["--bound", "1"], "--bound needs --answers or --answers-file"),
        (["--answers", "0,1", "--answers-file", "x", "--bound", "1"], "one of them"),
        (["--answers-file", "absent.txt", "--bound", "1"], "'absent.txt' is no file"),
        (["--answers", "0,1,2", "--bound", "1"], "3 answers are not 2^n"),
        (["--answers", "0,,1", "--bound", "1"], "numbers with commas between them"),
        (["--answers", "", "--bound", "1"], "--answers is empty"),
        (["--answers", "0,one", "--bound", "1"], "one"),
        (["--answers", "0,ln(2)", "--bound", "1"], "an answer is ln(2), must be rational"),
        (["--answers", "0,1", "--bound", "-1"], "the bound is -1, must be at least 0"),
        (["--n", "10", "--alpha", "-1/4"], "α is -1/4, must be from 0 to 1000"),
        (["--n", "10", "--alpha", "1/0"], "1/0"),
        (["--n", "10", "--alpha", "1e10000"], "000 (10001 characters), must be from 0 to 1000"),
        (["--n", "10", "--alpha", "1", "--queries", "0"], "queries is 0"),
        (["--n", "0", "--alpha", "1"], "n is 0, must be from 1 to 2000"),
        (["--n", "10"], "an experiment needs --n and --alpha"),
        (["--n", "10", "--alpha", "x"], "x"),
        (["--n", "3000", "--alpha", "1"], "n is 3000, must be from 1 to 2000"),
        (["--n", "10", "--alpha", "1", "--noise", "uni"], "there is no noise 'uni'"),
    ],
)
def test_what_is_refused(arguments: list[str], fault: str) -> None:
    assert fault in run("attack", "reconstruct", *arguments).one_line()


def test_survivors_have_no_plot(tmp_path: Path) -> None:
    words = ("attack", "reconstruct", "--answers", "0,1", "--bound", "1", "--plots", tmp_path / "p")
    assert "--plots needs --n and --alpha" in run(*words).one_line()
    assert list(tmp_path.iterdir()) == []


def test_a_stopped_solver_is_unknown() -> None:
    outcome = run("attack", "reconstruct", "--n", 200, "--alpha", 1, "--time-limit", 1e-9)
    assert outcome.status == 3
    assert "unknown (time)" in outcome.err


def test_the_module() -> None:
    """Numbers may be of any exact kind; a float is refused."""
    assert attack.survivors([0, Fraction(1, 2)], "1/2").databases == ("0", "1")
    with pytest.raises(NumberError):
        attack.survivors([0, 0.5], "1/2")
    with pytest.raises(DomainError, match=r"n is 3\.0, must be an integer"):
        attack.reconstruct(3.0, 4, 1)  # type: ignore[arg-type]  # that is the point
    with pytest.raises(UsageError):
        attack.survivors("", 1)
    ((alpha, share, _, upper),) = attack.error_against_alpha(20, 80, ["0"])
    assert alpha == share == 0
    assert upper > 0
    assert "uniform" in attack.curators()
