"""`dpverify sensitivity` and `dpverify.sensitivity`."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify import sensitivity
from tests.command_line import run


def exact(*arguments: object) -> str:
    document = run("sensitivity", *arguments, "--format", "json").json()
    assert document["schema"] == "dpverify.sensitivity/1.0"
    return str(document["sensitivity"]["exact"])


SCORES = ("mean", "--low", 0, "--high", 100, "--n", 30)


def test_the_mean_of_the_course() -> None:
    """Xu 2023: 10/3 in both settings."""
    assert exact(*SCORES) == exact(*SCORES, "--neighbours", "unbounded") == "10/3"


def test_the_others() -> None:
    assert exact("count") == "1"
    assert exact("sum", "--low", "-5", "--high", "2", "--neighbours", "unbounded") == "5"
    assert exact("histogram", "--cells", 4) == "2"
    assert exact("histogram", "--cells", 4, "--norm", 2) == "2**(1/2)"
    assert exact("histogram", "--cells", 4, "--norm", 2, "--neighbours", "unbounded") == "1"


def test_the_report() -> None:
    """What attains it is shown; one number has the same ℓ1 and ℓ2."""
    out = run("sensitivity", *SCORES, "--norm", 2).out
    assert "ℓ2" in out
    assert "(29 × 0, 100)" in out
    assert "10/3" in out


def test_large_numbers() -> None:
    """Python writes no integer of 10,000 digits; the JSON form holds it, the text its ends."""
    words = ("sum", "--low", "-1e9999", "--high", "1")
    assert len(exact(*words)) == 10_000
    assert "(10001 characters)" in run("sensitivity", *words).out


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (["median"], "the function 'median' needs a --domain"),
        (["mean", "--n", "3"], "mean needs --low"),
        (["count", "--cells", "3"], "count takes no --cells"),
        (["sum", "--low", "1", "--high", "0"], "low is 1 and high is 0"),
        (["sum", "--low", "1e9999", "--high", "0"], "000 (10000 characters) and high is 0"),
        (["sum", "--low", "x", "--high", "0"], "x"),
        ([*map(str, SCORES[:-1]), "1", "--neighbours", "unbounded"], "the mean of no record"),
    ],
)
def test_what_is_refused(arguments: list[str], fault: str) -> None:
    assert fault in run("sensitivity", *arguments).one_line()


def test_the_module() -> None:
    """Any query on a domain; a piecewise-linear one over a box; one pair."""
    assert str(sensitivity.of_query(sum, [0, 1, 5], 2).value) == "5"
    found = sensitivity.over_box(lambda x: sensitivity.clip(sum(x), 0, 3), 2, 0, 10)
    assert found.lower == found.upper == 3
    assert str(sensitivity.distance(Fraction(154, 3), 50)) == "4/3"
