"""Programs by steps are read as they are written, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from typing import Any

import pytest

from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.stepwise import (
    After,
    Step,
    Stepwise,
    read_run,
    read_stepwise,
    written_run,
)
from dpverify.defs.documents.traced import Form, Noise, Path, Traced
from dpverify.defs.documents.write_traced import stepwise_document
from dpverify.defs.errors import NumberError

ABOVE = Form(((0, Fraction(1)),), Shift.of(0, query=1, threshold=-1))
BELOW = Form(((0, Fraction(-1)),), Shift.of(0, query=-1, threshold=1))


def program(queries: int = 5) -> Stepwise:
    """Two answers above, the second under a new threshold."""
    noise = Noise("laplace", Fraction(4))
    traced = Traced((noise,), {"1": (Path((ABOVE,)),), "0": (Path((BELOW,)),)}, True)
    first = Step(traced, {"1": After(1, True), "0": After(0)})
    last = Step(traced, {"1": After(None), "0": After(1)})
    return Stepwise(queries, Noise("laplace", Fraction(2)), (first, last))


def test_what_is_written_is_read() -> None:
    assert read_stepwise(stepwise_document(program())) == program()


@pytest.mark.parametrize(("queries", "runs"), [(1, 2), (2, 4), (3, 7), (4, 11), (5, 16)])
def test_runs_are_counted(queries: int, runs: int) -> None:
    """Lists with at most one 1, or two, the second at their end: 1 + n + n(n−1)/2."""
    assert program(queries).runs == runs == 1 + queries + queries * (queries - 1) // 2


@pytest.mark.parametrize(("run", "text"), [
    ("00", "0×2 …"), ("0001", "0×3 1 …"), ("0101", "0 1 0 1"), ("00000", "0×5"), ("11", "1×2"),
])  # fmt: skip
def test_a_run_says_whether_more_may_follow(run: str, text: str) -> None:
    """It ends at the second 1, or after five queries."""
    assert written_run(program(), [*run]) == text
    assert read_run(program(), text) == [*run]


@pytest.mark.parametrize(("text", "why"), [
    ("0×2", "as the program would say it"), ("0 0 …", "as the program would say it"),
    ("0×5 …", "as the program would say it"), ("0×6", "more than 5 words"),
    ("0×999999", "more than 5 words"), ("", "no text such as"), ("0  1", "no text such as"),
    ("0×0 1", "no text such as"), ("…", "no text such as"),
])  # fmt: skip
def test_other_texts_are_no_runs(text: str, why: str) -> None:
    with pytest.raises(NumberError, match=why):
        read_run(program(), text)


def _put(*keys: Any) -> Callable[[dict[str, Any]], None]:
    def change(form: dict[str, Any]) -> None:
        holder: Any = form
        for key in keys[:-2]:
            holder = holder[key]
        holder[keys[-2]] = keys[-1]

    return change


@pytest.mark.parametrize(("change", "why"), [
    (_put("queries", "0"), "number of queries"), (_put("queries", "5/2"), "number of queries"),
    (_put("queries", "10001"), "number of queries"), (_put("steps", []), "no steps"),
    (_put("threshold", "scale", "0"), "threshold"),
    (_put("threshold", "law", "cauchy"), "threshold"),
    (_put("steps", 0, "after", "0", "2"), "2 states"), (_put("more", 1), "its keys, alone"),
    (_put("steps", 0, "after", "0", "0 "), "neither 'stop'"),
    (_put("steps", 0, "after", {"0": "0"}), "each word, alone"),
    (_put("steps", 0, "traced", "symbolic", False), "different units"),
])  # fmt: skip
def test_other_documents_are_refused(change: Callable[[dict[str, Any]], None], why: str) -> None:
    form = deepcopy(stepwise_document(program()))
    change(form)
    with pytest.raises(NumberError, match=why):
        read_stepwise(form)


def test_words_are_plain() -> None:
    """A run is one line of words; a word with a space or a × would be two."""
    form = stepwise_document(program())
    for part in (form["steps"][0]["after"], form["steps"][0]["traced"]["words"]):
        part["a b"] = part.pop("0")
    with pytest.raises(NumberError, match="no plain word"):
        read_stepwise(form)
