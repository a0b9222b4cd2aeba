"""`dpverify guess`."""

from __future__ import annotations

import pytest

from dpverify.defs.numbers import parse
from tests.command_line import run
from tests.repository.source import ROOT

CSV = f"{ROOT}/examples/cafeteria.csv:time"
ONE = ("--attribute", CSV, "--precision", "5")
CELLS = ("--attribute", "normal:mean=20,sd=5", "--precision", "5")


def test_every_format() -> None:
    """The same numbers as text, Markdown and JSON."""
    form = run("guess", *ONE, "--eps", "ln(2)", "--at", "20", "--format", "json").json()
    assert form["schema"] == "dpverify.guess/1.0"
    answers = {answer["method"]: answer for answer in form["answers"]}
    assert list(answers) == ["worst prior", "simplified", "annuli", "main", "tight"]
    tight = answers["tight"]
    assert tight["at"] == ["20"]
    difference = parse(tight["posterior"]["exact"]) - parse(tight["prior"]["exact"])
    assert difference == parse(tight["advantage"]["exact"])
    for style in ("text", "markdown"):
        shown = run("guess", *ONE, "--eps", "ln(2)", "--at", "20", "--format", style)
        assert shown.status == 0
        assert "the prior, tight" in shown.out
        assert tight["posterior"]["lower"][:9] in shown.out


def test_the_same_bytes_again() -> None:
    words = ("guess", *ONE, "--advantage", "1/5", "--format", "json")
    assert run(*words).out == run(*words).out


def test_a_drop() -> None:
    """Prior − posterior; there are no annuli."""
    form = run("guess", *ONE, "--advantage", "1/5", "--drop", "--format", "json").json()
    assert "annuli" not in [answer["method"] for answer in form["answers"]]
    assert "takes away" in run("guess", *ONE, "--advantage", "1/5", "--drop").out


@pytest.mark.parametrize("style", ["text", "markdown", "html"])
@pytest.mark.parametrize(("words", "end"), [((), "at most"), (("--drop",), "at least")])
def test_the_sentence_of_a_posterior(style: str, words: tuple[str, ...], end: str) -> None:
    """ε = 0 tells nothing: the posterior is the prior, as its largest and as its least value."""
    shown = run("guess", *ONE, "--eps", "0", "--at", "20", *words, "--format", style)
    assert f"probability {end} " in " ".join(shown.out.split())


def test_the_very_value_is_answered_about() -> None:
    """As it is written: 20 and 2e1 are one value, and it is nobody's worst."""
    for text in ("20", "2e1"):
        shown = run("guess", *ONE, "--eps", "1", "--at", text)
        assert shown.status == 0
        assert "worst true value" not in shown.out
        assert "what is known              true value" in shown.out
        assert "in place of" not in shown.out
    assert "worst true value" in run("guess", *ONE, "--eps", "1").out


def test_what_stands_for_a_value_in_a_cell_is_said() -> None:
    """60 cells of 5/8: 20 ends that about 19.6875."""
    words = ("guess", *CELLS, "--eps", "1", "--at", "20")
    answers = run(*words, "--format", "json").json()["answers"]
    assert [answer.get("at") for answer in answers] == [None, *[["315/16"]] * 4]
    said = "315/16, the middle of its cell, is looked at in place of 20"
    assert said in " ".join(run(*words).out.split())


def test_an_infinite_answer() -> None:
    """The prior already guesses most: any ε will do."""
    shown = run("guess", *ONE, "--advantage", "1/2", "--at", "20")
    assert shown.status == 0
    assert "inf" in shown.out


def test_several() -> None:
    words = (*ONE, "--at", "20", "--attribute", CSV, "--precision", "10", "--at", "30")
    for combine, row in (("and", "balls"), ("or", "union")):
        shown = run("guess", *words, "--eps", "ln(2)", "--combine", combine)
        assert shown.status == 0, shown.err
        assert row in shown.out


def test_no_union_bounds_a_drop() -> None:
    """A sum of posteriors bounds "one at least" from above, so it says nothing of what is lost."""
    words = (*ONE, "--at", "20", "--attribute", CSV, "--precision", "10", "--at", "45")
    form = run(
        "guess", *words, "--combine", "or", "--eps", "ln(2)", "--drop", "--format", "json"
    ).json()
    answers = {answer["method"]: answer for answer in form["answers"]}
    assert list(answers) == ["worst prior", "simplified", "main", "tight"]
    least = parse(answers["tight"]["advantage"]["lower"])
    for answer in answers.values():
        assert parse(answer["advantage"]["upper"]) >= least


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((*ONE,), "either --eps or --advantage"),
        ((*ONE, "--eps", "1", "--advantage", "1/2"), "either"),
        (("--eps", "1"), "no --attribute"),
        (("--attribute", CSV, "--eps", "1"), "0 precisions"),
        ((*ONE, "--eps", "-1"), "negative"),
        ((*ONE, "--eps", "x"), "x"),
        ((*ONE, "--advantage", "2"), "[0, 1]"),
        ((*ONE, "--eps", "1", "--at", "1", "--at", "2"), "one each"),
        ((*ONE, "--eps", "1", "--at", "21"), "the nearest are '20' and '25' [DP-E03]"),
        ((*ONE, "--eps", "1", "--at", "100"), "the nearest is '45' [DP-E03]"),
        ((*CELLS, "--eps", "1", "--at", "100"), "lies in none of the cells"),
        ((*ONE, *ONE, "--eps", "1"), "--at VALUE"),
        ((*ONE, "--eps", "1", "--combine", "xor"), "xor"),
        (("--attribute", CSV, "--precision", "0", "--eps", "1"), "above 0"),
        (("--attribute", "x", "--precision", "1", "--eps", "1"), "FILE.csv:COLUMN"),
    ],
)
def test_bad_input_is_one_line(words: tuple[str, ...], message: str) -> None:
    assert message in run("guess", *words).one_line()


def test_time_runs_out() -> None:
    assert run("guess", *ONE, "--eps", "1", "--time-limit", "1e-9").status == 3
