"""Documents are read strictly, and their numbers exactly."""

from __future__ import annotations

from typing import Any

import pytest

from dpverify.defs.numbers import (
    INFINITY,
    NumberError,
    as_bound,
    as_eps,
    as_value,
    ln,
    number_json,
    parse,
)
from dpverify.defs.numbers.documents import (
    STATEMENTS,
    agrees,
    counts_agree,
    exactly,
    labels,
    member,
    probabilities,
    read,
    stated,
    states_only,
)


def test_numbers_stay_digits() -> None:
    """So that 1e400 is itself, and no number is a text."""
    assert read('[0.10, 1e400, -3, "1"]') == [b"0.10", b"1e400", b"-3", "1"]
    assert exactly(read("[0.10]")[0], as_value, "p") == parse("1/10")


@pytest.mark.parametrize("text", ["", "{", "NaN", "-Infinity", '{"a": 1, "a": 2}', "[1,]", "'a'"])
def test_what_is_no_json_is_refused(text: str) -> None:
    """Cut off, NaN, a key twice."""
    with pytest.raises(ValueError):  # noqa: PT011  the words are those of json, or ours
        read(text)


@pytest.mark.parametrize("given", [0.5, True, None, [], {}, "x", "1/0", b"x"])
def test_what_is_no_exact_number_is_refused(given: Any) -> None:
    """A float and a bool among them."""
    with pytest.raises(NumberError):
        exactly(given, as_value, "p")


def as_loss(text: Any) -> Any:
    """A loss, infinity included."""
    return as_eps(text, allow_infinity=True)


@pytest.mark.parametrize(
    ("number", "read_as"),
    [
        (parse("1/3"), as_bound),
        (parse("exp(1)/7"), as_bound),
        (parse("0"), as_loss),
        (ln(3), as_loss),
        (INFINITY, as_loss),
    ],
)
def test_what_number_json_writes_is_read_back(number: Any, read_as: Any) -> None:
    """The exact number, or without it the bounds around it."""
    form = number_json(number)
    assert stated(form, read_as, "it") == (number, number)
    low, high = stated({**form, "exact": None}, read_as, "it")
    assert low <= number <= high
    del form["exact"]
    assert stated({**form, "exact_omitted": 12_000}, read_as, "it") == (low, high)
    with pytest.raises(NumberError, match="neither 'exact'"):
        stated(form, read_as, "it")


def test_a_number_known_by_balls_is_never_compared_with_itself() -> None:
    """Balls could not tell; its bounds do."""
    text = "ln(1+ln(2))"
    form = {"exact": text, "lower": "0.52", "upper": "0.53"}
    low, high = stated(form, as_loss, "eps")
    assert low is high


@pytest.mark.parametrize(
    "given",
    [
        {"exact": "1/3", "lower": "0.34", "upper": "0.35"},
        {"exact": "1/3", "lower": "0.32", "upper": "0.33"},
        {"exact": None, "lower": "0.4", "upper": "0.3"},
        {"exact": "1/3", "lower": "0.3"},
        {"exact": 0.3, "lower": "0.3", "upper": "0.4"},
        {"exact": "1/3", "lower": None, "upper": "0.4"},
    ],
)
def test_bounds_that_do_not_enclose_are_refused(given: dict[str, Any]) -> None:
    """Or that are missing, or no exact numbers themselves."""
    with pytest.raises(NumberError):
        stated(given, as_bound, "delta")


def test_agreement_is_exact() -> None:
    """With the number, or with bounds around it."""
    third = as_value("1/3")
    agrees("1/3", third, "p")
    agrees({"exact": None, "lower": "0.3", "upper": "0.4"}, third, "p")
    with pytest.raises(NumberError, match="p is 1/3"):
        agrees("0.3333", third, "p")
    with pytest.raises(NumberError, match="p is 1/3"):
        agrees({"exact": None, "lower": "0.34", "upper": "0.4"}, third, "p")


def test_a_law_is_distributed_over_its_outcomes() -> None:
    """Numbers ≥ 0 that sum to exactly 1."""
    assert probabilities(["1/3", "2/3"], ["y", "z"], "row") == {
        "y": as_value("1/3"),
        "z": as_value("2/3"),
    }
    for wrong in (["1/3"], ["1/3", "1/3"], ["-1", "2"], ["1/3", 0.5], "10", None):
        with pytest.raises(NumberError, match="row"):
            probabilities(wrong, ["y", "z"], "row")


def test_labels_are_distinct_texts() -> None:
    """A JSON number is none, nor is a text a list of them."""
    assert labels(["a", "b"], "inputs") == ["a", "b"]
    assert labels(["b"], "event", ["a", "b"]) == ["b"]
    for wrong in ("ab", ["a", "a"], ["a", 1], [b"1"], [""], None, {"a": 1}, [["a"]]):
        with pytest.raises(NumberError, match="inputs"):
            labels(wrong, "inputs")
    with pytest.raises(NumberError, match="there is no 'c'"):
        labels(["c"], "event", ["a", "b"])


def test_a_result_states_what_is_checked() -> None:
    """The others of STATEMENTS are refused; what is unknown states nothing, as is what is new."""
    states_only({"verdict": "holds", "tight": {}, "colour": "red"}, "tight bound")
    states_only({"verdict": "unknown", "tight": {}, "reason": {}}, "")
    states_only({"verdict": "fails", "witness": {}}, "")
    for key in STATEMENTS - {"tight"}:
        with pytest.raises(NumberError, match=key):
            states_only({"verdict": "holds", key: None}, "tight")
    wrong: dict[str, Any]
    for wrong in ({"verdict": "fails"}, {"witness": {}}, {"verdict": "holds", "witness": {}}):
        with pytest.raises(NumberError, match="a witness belongs"):
            states_only(wrong, "")


def test_counts_are_those_stated() -> None:
    """Some or all of them, and no others."""
    counts = {"pairs": 2, "outputs": 3}
    right: dict[str, Any]
    for right in ({}, {"checked": {}}, {"checked": {"pairs": b"2"}}, {"checked": dict(counts)}):
        counts_agree(right, counts)
    wrong: Any
    for wrong in ({"pairs": 3}, {"words": 2}, {"pairs": True}, {"pairs": None}, [], None):
        with pytest.raises(NumberError):
            counts_agree({"checked": wrong}, counts)


def test_a_member_has_its_type() -> None:
    """A bool is no int, a missing key is named."""
    assert member({"a": []}, "a", list) == []
    wrong: list[Any] = [{}, {"a": "x"}, [], None]
    for holder in wrong:
        with pytest.raises(NumberError, match="'a'"):
            member(holder, "a", list)
