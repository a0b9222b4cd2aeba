"""Functions of what was released: what carries over to them, and what is said of the release."""

from __future__ import annotations

import copy
import json
import math
from pathlib import Path
from typing import Any, cast

import pytest

import dpverify as dv
from dpverify.checkers.continuous.program import Program
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.programs.passes import passes
from dpverify.checkers.programs.release import STATELESS_AFTER
from dpverify.defs.errors import ProgramError

LEFT: list[Any] = []


@dv.mechanism(inputs=[(3, 2), (4, 3)], neighbours="all", moves="A")
def sum_and_count(given: Any, draw: Any) -> Any:
    """Losses 1/2 + 1/2 = 1 for a move of both numbers by 1."""
    total, count = given
    return total + draw.laplace(2), count + draw.laplace(2)


@sum_and_count.then
def mean(released: Any) -> Any:
    """No linear form: what is released alone can be traced."""
    total, count = released
    return total / max(count, 1)


@mean.then
def rounded(ratio: Any) -> Any:
    """A function of a function."""
    return math.floor(ratio)


@sum_and_count.then
def larger(released: Any) -> Any:
    """A comparison, which can be traced as a whole."""
    total, count = released
    return total > count + 10


@sum_and_count.then
def nothing(released: Any) -> Any:
    """Throws away all that it gets."""
    total, _ = released
    return 0 * (total * total)


@dv.mechanism(inputs=[0, 1], neighbours="all", moves="A")
def noisy_count(x: Any, draw: Any) -> Any:
    return x + draw.discrete_laplace(1)


@noisy_count.then
def square(count: Any) -> Any:
    return count * count


@dv.mechanism(inputs=[0, 1], neighbours="all", moves="A")
def leaving(x: Any, draw: Any) -> Any:
    LEFT.append(x)
    return x + draw.laplace(1)


@leaving.then
def finding(released: Any) -> Any:
    return (released * released, LEFT[-1])


class Kept:
    note: Any = 0


KEPT = Kept()


@dv.mechanism(inputs=[0, 1], neighbours="all", moves="A")
def plain(x: Any, draw: Any) -> Any:
    return x + draw.laplace(1)


@plain.then
def asking(released: Any) -> Any:
    """What it asks may have been changed by a run."""
    return released * released + KEPT.note


def saved(result: Any) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(result.to_json())
    return document


@pytest.mark.parametrize("mechanism", [mean, rounded, larger, nothing])
@pytest.mark.parametrize("everywhere", [True, False])
def test_what_holds_of_what_is_released_holds_of_functions_of_it(
    mechanism: Any, everywhere: bool
) -> None:
    """Both losses are 1/2, and add up to 1."""
    verdict = dv.check(mechanism, dv.PureDP(eps=1), all_inputs=everywhere)
    assert verdict.holds
    assert replay(json.dumps(saved(verdict))).status == "accepted"


DEFINITIONS: list[Any] = [
    dv.ApproxDP(eps=1, delta=0), dv.ZCDP(rho="1/2"), dv.RenyiDP(alpha=2, eps="1/2"),
    dv.TotalVariation(delta="1/4"), dv.GaussianDP(mu=2), dv.BoundedRange(eps=2),
]  # fmt: skip


@pytest.mark.parametrize("definition", DEFINITIONS[:4] + DEFINITIONS[5:])
def test_every_definition_that_functions_keep(definition: Any) -> None:
    verdict = dv.check(mean, definition)
    assert verdict.holds
    assert saved(verdict)["subject"]["after"] == ["mean"]


def test_the_law_of_the_loss_is_not_kept() -> None:
    """P[L > ε] may grow under post-processing, so that a `holds` does not carry over."""
    verdict = dv.check(mean, dv.ProbabilisticDP(eps=1, delta=0), all_inputs=False)
    assert verdict.unknown
    assert "can break probabilistic-dp" in saved(verdict)["reason"]["text"]
    forged = saved(dv.check(plain, dv.ProbabilisticDP(eps=1, delta=0)))
    assert replay(json.dumps(forged)).status == "accepted"
    forged["subject"]["after"] = ["mean"]
    assert replay(json.dumps(forged)).status == "rejected"
    assert "can break" in replay(json.dumps(forged)).text


@pytest.mark.parametrize("mechanism", [mean, rounded, nothing])
def test_a_failure_of_what_is_released_is_not_one_of_the_output(mechanism: Any) -> None:
    """The last function returns 0 always: its output would satisfy anything."""
    verdict = dv.check(mechanism, dv.PureDP(eps="1/2"), all_inputs=True)
    document = saved(verdict)
    assert verdict.fails
    assert document["subject"]["source"].startswith("what ")
    assert any("already violates" in line for line in document["subject"]["read"])
    assert replay(json.dumps(document)).status == "accepted"


def test_where_the_whole_can_be_traced_the_failure_is_one_of_the_output() -> None:
    """At (−g, g) the comparison with 10 is far out in both tails: its loss is near 1."""
    document = saved(dv.check(larger, dv.PureDP(eps="1/2"), all_inputs=True))
    assert document["verdict"] == "fails"
    assert document["witness"]["word"] == "True"
    assert "after" not in document["subject"]


def test_integers_fail_on_the_output_where_that_is_seen() -> None:
    """0 is e times as likely on 0 as on 1 after squaring too: (1−r)/(1+r) against r·(1−r)/(1+r)."""
    document = saved(dv.check(square, dv.PureDP(eps="1/2"), all_inputs=False))
    assert document["verdict"] == "fails"
    assert document["witness"]["event"] == ["0"]
    assert dv.check(square, dv.PureDP(eps=1), all_inputs=False).holds
    assert dv.check(square, dv.PureDP(eps=1), all_inputs=True).holds


def test_a_measured_number_is_said_of_what_is_released() -> None:
    """2·(1/2 + e^(−1/2) − 1), from the rate of one Laplace value of loss 1/2."""
    measured = dv.measure(mean, "zcdp", all_inputs=True)
    assert measured.tight["rho"] == dv.parse("2*exp(-1/2)-1")
    assert saved(measured)["subject"]["source"].startswith("what ")


def test_a_run_must_not_leave_what_the_function_finds() -> None:
    """The function would get more than what is released."""
    try:
        with pytest.raises(ProgramError, match="outlives it"):
            dv.check(finding, dv.PureDP(eps=1), all_inputs=False)
    finally:
        LEFT.clear()


def test_what_could_be_left_is_named_as_a_promise() -> None:
    verdict = dv.check(asking, dv.PureDP(eps=1))
    assert verdict.evidence == "conditional"
    assert STATELESS_AFTER in verdict.assumptions


def test_the_passes_name_the_functions() -> None:
    """The whole of `larger` is traced, then what is released; `mean` has the second alone."""

    def passed(mechanism: Any) -> list[tuple[bool, tuple[str, ...]]]:
        found = [cast("Program", program) for program in passes(mechanism)]
        return [(program.more, program.after) for program in found]

    assert passed(larger) == [(True, ()), (False, ("larger",))]
    assert passed(mean) == [(False, ("mean",))]
    assert passed(rounded) == [(False, ("mean", "rounded"))]


FORGED: dict[str, Any] = {
    "no list": lambda subject: subject.update(after="mean"),
    "nothing": lambda subject: subject.update(after=[]),
    "no names": lambda subject: subject.update(after=[""]),
    "a number": lambda subject: subject.update(after=[1]),
    "another program": lambda subject: subject["program"].update(eps="2"),
    "another key": lambda subject: subject.update(then=["mean"]),
}


@pytest.mark.parametrize("forge", FORGED.values(), ids=[*FORGED])
def test_forged_functions_are_refused(forge: Any) -> None:
    document = saved(dv.check(mean, dv.PureDP(eps=1), all_inputs=True))
    forged = copy.deepcopy(document)
    forge(forged["subject"])
    assert replay(json.dumps(document)).status == "accepted"
    assert replay(json.dumps(forged)).status == "rejected"


def test_the_line_of_a_replay_says_that_the_functions_are_not_part_of_it() -> None:
    outcome = replay(saved(dv.check(mean, dv.PureDP(eps=1))))
    assert "before the functions of it" in outcome.text
    assert "subject.after" in outcome.unread


@pytest.mark.long
def test_from_a_file(tmp_path: Path) -> None:
    """In processes of its own, as the command line does it."""
    path = tmp_path / "release.py"
    path.write_text(
        "from dpverify import mechanism\n\n\n"
        "@mechanism(inputs=[(3, 2), (4, 3)], neighbours='all', moves='A')\n"
        "def both(given, draw):\n"
        "    return given[0] + draw.laplace(2), given[1] + draw.laplace(2)\n\n\n"
        "@both.then\n"
        "def mean(released):\n"
        "    return released[0] / max(released[1], 1)\n",
        encoding="utf-8",
    )
    found = dv.program(f"{path}:mean")
    assert dv.check(found, dv.PureDP(eps=1), all_inputs=True).holds
    assert dv.check(found, dv.PureDP(eps="9/10"), all_inputs=True).fails
    assert dv.check(found, dv.ZCDP(rho="1/4")).holds
