"""An option that takes one value is refused when it is given twice: the last does not win."""

from __future__ import annotations

import click

from tests.app.commands_tree import commands
from tests.command_line import run
from tests.repository.source import ROOT

RR = ROOT / "examples" / "randomized_response.json"
SINGLE = [
    (words, option)
    for words, command in commands()
    for option in command.params
    if isinstance(option, click.Option) and not option.multiple and not option.is_eager
]


def test_every_option_of_every_command_is_given_once() -> None:
    """Twice the same value, too; before anything else is looked at."""
    wrong = []
    for words, option in SINGLE:
        given = [option.opts[0]] if option.is_flag else [option.opts[0], *["1"] * option.nargs]
        line = run(*words, *given, *given).one_line()
        if f"{option.opts[0]} is given 2 times; give it once" not in line:
            wrong.append((words, option.opts[0], line))
    assert wrong == []
    assert len(SINGLE) > 100


def test_two_values_do_not_decide_the_second() -> None:
    """The claim that would hold is not what is answered."""
    claim = ("--definition", "pure-dp", "--eps", "1", "--eps=2")
    assert "--eps is given 2 times" in run("check", RR, *claim).one_line()


def test_what_is_meant_to_be_repeated_can_be() -> None:
    """A goal of two inputs."""
    claim = ("--definition", "guessing-advantage", "--goal", "0", "--goal", "1", "--eta", "1")
    assert "is given 2 times" not in run("check", RR, *claim).err


def test_help_is_help_however_often_it_is_asked_for() -> None:
    """And whatever else stands there twice."""
    assert run("check", "--eps", "1", "--eps", "2", "--help", "--help").status == 0


def test_an_empty_value_is_no_value() -> None:
    """`--delta "$DELTA"` without the variable must not measure another parameter."""
    claim = ("--definition", "approx-dp", "--eps", "1", "--delta=")
    assert "--delta is empty" in run("measure", RR, *claim).one_line()
    assert "--goal is empty" in run("measure", RR, *claim[:4], "--goal", "").one_line()
