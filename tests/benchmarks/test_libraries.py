"""What the page about public libraries says of a result: never more than is known."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.libraries.__main__ import last_line, line
from benchmarks.libraries.rows import Row

ROW = Row("a-library", "a mechanism", "1", lambda: id, [0, 1])
PLACE = {"inputs": ["0", "1"], "event": ["a", "b"], "probabilities": ["1/2", "1/4"]}
SUBJECT: dict[str, Any] = {"kind": "program"}
EXACT_ZERO = {"exact": "0", "lower": "0", "upper": "0"}


@pytest.mark.parametrize(
    ("exact", "lower", "upper", "said"),
    [
        ("ln(3)", "1.09861228866810969", "1.0986122886681097",
         "ln(3) = 1.09861228…"),
        ("ln(3292395142304095/1211204485066401)", "1.00000000000000065", "1.00000000000000066",
         "1.00000000000000065…"),
        ("ln(2000/1999)", "5.0012504168237e-4", "5.0012504168238e-4",
         "ln(2000/1999) = 5.00125041…e-4"),
        ("inf", "inf", "inf", "∞"),
        (None, "0.5", "0.75", "between 0.5 and 0.75"),
        (None, "0.499999999999999704", "inf", "at least 0.499999999999999704"),
    ],
    ids=["exact", "long", "small", "infinite", "between", "at-least"],
)  # fmt: skip
def test_a_row_says_what_is_known_of_the_smallest_epsilon(
    exact: str | None, lower: str, upper: str, said: str
) -> None:
    eps = {"exact": exact, "lower": lower, "upper": upper}
    result = {"subject": SUBJECT, "tight": {"eps": eps}, "evidence": "conditional",
              "attained_by": PLACE}  # fmt: skip
    written = line(ROW, {"version": "1.2", "result": result, "seconds": 2.04})
    assert written == (
        f"| 1.2 | a mechanism | 1 | {said} | conditional | inputs 0 and 1; {{a, b}} | 2.0 |"
    )


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (None, "none"),
        ({**PLACE, "event": ["a", "b", "c"]}, "inputs 0 and 1; {a, b, … (3 outputs)}"),
    ],
    ids=["none", "many"],
)
def test_a_row_shows_its_witness(place: dict[str, Any] | None, said: str) -> None:
    result = {"subject": SUBJECT, "tight": {"eps": EXACT_ZERO}, "evidence": "conditional",
              "attained_by": place}  # fmt: skip
    written = line(ROW, {"version": "1", "result": result, "seconds": 1.0})
    assert f"| 0 | conditional | {said} |" in written


@pytest.mark.parametrize(
    "about",
    [
        {"channel": {"matrix": [["3/4", "1/4"], ["1/2", "1/2"]]}},
        {"channel": {"weights": ["3 1", "5 5"]}},
        {"masses": {"rows": [["3/8", "1/4"], ["0", "1/2"]]}},
    ],
    ids=["matrix", "weights", "masses"],
)
def test_a_row_shows_what_the_code_raises(about: dict[str, Any]) -> None:
    """With 1/4 on one input and 1/2 on the other, in each form of numbers that a result holds."""
    ((kind, numbers),) = about.items()
    subject = {**SUBJECT, kind: {"outputs": ["0", "raises ValueError"], **numbers}}
    result = {"subject": subject, "tight": {"eps": EXACT_ZERO}, "evidence": "conditional",
              "attained_by": None}  # fmt: skip
    written = line(ROW, {"version": "1", "result": result, "seconds": 1.0})
    assert "| none; raises ValueError with probability 0.5 |" in written


def test_a_row_that_is_not_decided_says_why() -> None:
    found = {
        "version": "1",
        "why": "<lambda> computes cos of a uniform value (line 75)",
        "seconds": 0.3,
    }
    assert line(ROW, found) == (
        "| 1 | a mechanism | 1 | not decided | | computes cos of a uniform value | 0.3 |"
    )


def test_a_row_with_a_delta_says_the_smallest_one_and_where() -> None:
    """Of noise, by its word and what was released; the claim names its δ too."""
    row = ROW._replace(delta="1/10")
    place = {"inputs": ["0", "1"], "word": "•", "released": ["1"]}
    delta = {"exact": None, "lower": "0.003", "upper": "0.004"}
    result = {"subject": SUBJECT, "tight": {"delta": delta}, "evidence": "idealised",
              "attained_by": place}  # fmt: skip
    assert line(row, {"version": "1", "result": result, "seconds": 1.0}) == (
        "| 1 | a mechanism | 1, δ = 1/10 | δ = between 0.003 and 0.004 | idealised "
        "| inputs 0 and 1; • at 1 | 1.0 |"
    )


PAGE = """# A page

## a-library

| version | mechanism |
|---|---|
| 1 | Laplace | one |
| 1 | LaplaceFolded | two |

## a-library (older)

| version | mechanism |
|---|---|
| 0 | Laplace | three |
"""


@pytest.mark.parametrize(
    ("heading", "name", "said"),
    [
        ("a-library", "Laplace", "one"),
        ("a-library", "LaplaceFolded", "two"),
        ("a-library (older)", "Laplace", "three"),
    ],
)
def test_a_row_that_is_not_asked_for_again_stays_as_it_is(
    heading: str, name: str, said: str
) -> None:
    assert last_line(PAGE, heading, name).endswith(f"| {name} | {said} |")


def test_a_row_says_why_it_is_not_decided() -> None:
    row = ROW._replace(note="it has no end")
    written = line(row, {"version": "1", "why": "the time limit was reached", "seconds": 1.0})
    assert "| not decided | | it has no end: the time limit was reached |" in written
