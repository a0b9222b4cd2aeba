"""What the worker says: numbers worked out by hand, and those of the library asked directly."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import dpverify as dv
from dpverify.app.explore.answers import answers, curve
from dpverify.app.explore.worker import answer
from dpverify.defs.target import load

PROGRAMS = '''
from dpverify import datasets, mechanism


@mechanism(inputs=[3, 4])
def noisy(count, draw, *, eps="1/2", high=10, safe=True, word="a"):
    """Discrete Laplace noise between 0 and high."""
    return count + draw.discrete_laplace(1 / eps, low=-count, high=high - count)


@mechanism(inputs=[0, 1])
def checkpointed(bit, draw, *, p="3/4"):
    """The truth with probability p, after a loop without an end that rests on a promise."""
    n = 0
    while draw.flip("1/2"):
        n = 1 - n
        draw.checkpoint(n)
    return bit if draw.flip(p) else 1 - bit


@mechanism(inputs=[0, 1])
def endless(bit, draw, *, n=0):
    """For n = 99 it never ends, and never draws."""
    while n == 99:
        pass
    return bit if draw.flip("3/4") else 1 - bit


@mechanism(inputs=[0, 1], moves="A")
def released(bit, draw, *, scale="1"):
    """Laplace noise on any number."""
    return bit + draw.laplace(scale)
'''


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    path = tmp_path / "programs.py"
    path.write_text(PROGRAMS, encoding="utf-8")
    return path


def about(target: str, parameters: dict[str, str] | None = None, **more: Any) -> dict[str, Any]:
    """The question whose answer a page asks for."""
    question = {"ask": "answers", "target": target, "source": target, "seconds": 20, "eps": "1",
                "delta": "0", "table": None, "parameters": parameters or {},
                "all_inputs": None, **more}  # fmt: skip
    return dict(answer(question))


def test_randomised_response_by_hand() -> None:
    """ε = ln 3; δ(1) = 3/4 − e/4; the rows differ by 1/2; a guess is right with 3/4 for 1/2."""
    rr = dv.Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    found = answers(rr, "1", "0", source=None, seconds=20)
    tight = {name: next(iter(form["tight"].values()))["exact"]
             for name, form in found["measured"].items()}  # fmt: skip
    assert tight == {"eps": "ln(3)", "delta": "3/4-1/4*exp(1)", "advantage": "1/2"}
    assert found["guess"] == {"before": "1/2", "after": "3/4", "advantage": "1/4"}
    assert (found["check"]["definition"], found["check"]["verdict"]) == ("pure-dp", "fails")
    looser = answers(rr, "1", "1/10", source=None, seconds=20)["check"]
    assert (looser["definition"], looser["verdict"]) == ("approx-dp", "holds")


@pytest.mark.parametrize("name", ["noisy", "checkpointed"])
def test_a_program_as_the_library_answers(programs: Path, name: str) -> None:
    """The channel of the verdict gives what `measure` says of the program; promises included."""
    found = about(f"{programs}:{name}")
    mechanism = load(dv.program(f"{programs}:{name}"))
    asked: dict[str, tuple[str, dict[str, Any]]] = {
        "eps": ("pure-dp", {}), "delta": ("approx-dp", {"eps": "1"}),
        "advantage": ("total-variation", {}),
    }  # fmt: skip
    for part, (definition, given) in asked.items():
        directly = dv.measure(mechanism, definition, **given).to_dict()
        shown = found["measured"][part]
        for key in ("tight", "evidence", "definition", "given", "attained_by"):
            assert shown.get(key) == directly.get(key), (part, key)
        assert shown.get("assumptions", []) == directly.get("assumptions", [])
    assert (found["measured"]["eps"]["evidence"] == "conditional") is (name == "checkpointed")


def test_parameters_are_described_with_their_kinds(programs: Path) -> None:
    """A fraction, an integer, a switch and a word; whether inputs move."""
    described = answer({"ask": "parameters", "target": f"{programs}:noisy:high=12"})
    assert described == {
        "moves": False,
        "parameters": [
            {"name": "eps", "kind": "number", "value": "1/2"},
            {"name": "high", "kind": "integer", "value": "12"},
            {"name": "safe", "kind": "switch", "value": "true"},
            {"name": "word", "kind": "text", "value": "a"},
        ],
    }
    assert answer({"ask": "parameters", "target": f"{programs}:released"})["moves"] is True


@pytest.mark.long
def test_noise_of_real_numbers_and_its_curve(
    programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Laplace noise of scale 1: ε = 1 on all inputs; δ(ε) = 1 − e^((ε−1)/2) below 1, 0 above."""
    found = about(f"{programs}:released")
    assert found["measured"]["eps"]["tight"]["eps"]["exact"] == "1"
    assert found["check"]["all_inputs"] is True
    assert found["guess"] is None
    assert not about(f"{programs}:released", all_inputs=False)["check"].get("all_inputs")
    mechanism = load(dv.program(f"{programs}:released"))
    monkeypatch.setattr("dpverify.app.explore.answers.CURVE", ("0", "1/2", "2"))
    points = dict(curve(mechanism, seconds=20))
    for eps, delta in (("0", 0.3934693403), ("1/2", 0.2211992169), ("2", 0.0)):
        figure = points[eps]["tight"]["delta"]
        assert float(figure["lower"]) - 1e-9 <= delta <= float(figure["upper"]) + 1e-9


def test_a_fault_is_one_line(programs: Path) -> None:
    """A row that does not sum to 1, a parameter that is none, a file that is not there."""
    table = {"inputs": ["0", "1"], "outputs": ["0", "1"], "matrix": [["1/2", "1/4"], ["0", "1"]],
             "neighbours": "all", "directed": False}  # fmt: skip
    for found in (
        about("", table=table), about(f"{programs}:noisy", {"nu": "1"}),
        about(f"{programs}:noisy", {"eps": "x"}), about(f"{programs}:missing"),
        about("nowhere.py:noisy"), about(f"{programs}:noisy", eps="-1"),
    ):  # fmt: skip
        assert set(found) == {"fault"}
        assert "\n" not in found["fault"]
