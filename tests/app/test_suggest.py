"""Suggestions for a slip of the keyboard."""

from __future__ import annotations

import pytest

import dpverify as dv
from dpverify.app.suggest import did_you_mean, near
from dpverify.defs import validate
from tests.command_line import run


def test_a_beginning_comes_before_a_likeness() -> None:
    """Of what is cut short, and of what goes on; three letters at least."""
    assert near("def", ["delta", "definition"]) == ["definition"]
    assert near("epsilon", ["eps", "prior"]) == ["eps"]
    assert near("epsrange", ["eps", "eps_range"]) == ["eps_range"]
    assert near("d", ["delta", "definition"]) == []
    assert near("meas", ["measure", "measured", "measures"]) == ["measure", "measured"]


def test_likenesses_and_lists() -> None:
    """Capitals and underscores do not count; where nothing is near there is the list."""
    assert near("PURE_PD", ["pure-dp", "zcdp"]) == ["pure-dp"]
    assert did_you_mean("chek", ["check"]) == "; did you mean 'check'?"
    assert did_you_mean("frobnicate", ["check", "b"]) == "; there is b, check"
    assert did_you_mean("x", []) == ""


def test_a_definition_is_measured_by_its_name() -> None:
    """A class or a claim, such as `check` takes, is answered with the name."""
    channel = dv.Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    for given in (dv.ApproxDP, dv.ApproxDP(eps=1, delta=0)):
        with pytest.raises(dv.InputError, match="write its name, such as 'approx-dp'"):
            dv.measure(channel, given)  # type: ignore[arg-type]


def test_the_word_itself_is_never_suggested() -> None:
    """Neither of the two functions answers a word with itself."""
    assert near("check", ["check", "list"]) == []
    assert did_you_mean("check", ["check"]) == "; there is check"
    assert validate.nearest("matrix", ["matrix", "matrices"]) != "matrix"
    assert validate.did_you_mean("matrix", ["matrix"]) == ""


@pytest.mark.parametrize("name", ["rdp", "LDP", "tv"])
def test_other_names_of_a_definition_lead_to_it(name: str) -> None:
    """Though what they stand for is a known name itself."""
    line = run("explain", name).one_line()
    assert f"did you mean '{validate.OTHER_NAMES[name.casefold()]}'" in line


def test_what_is_hardly_alike_is_not_suggested() -> None:
    """`list list` was answered by "did you mean 'claims'?"."""
    assert near("list", ["claims", "definitions", "mechanisms", "counterexamples"]) == []
    assert validate.nearest("list", ["claims", "definitions"]) is None
