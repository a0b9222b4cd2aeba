"""Sensitivities of functions as texts: the bank of 49 against plain Python on a grid."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import inf
from pathlib import Path
from typing import Any

import pytest

from dpverify.app.packs import read_pack
from dpverify.checkers.kernel.explicit import constant
from dpverify.checkers.kernel.localised import Setting
from dpverify.checkers.kernel.ranges import interval
from dpverify.checkers.sensitivity.functions import (
    FunctionQuestion,
    function_sensitivity,
    text_of,
)
from dpverify.checkers.sensitivity.releases import Statement
from dpverify.defs.errors import DomainError
from dpverify.defs.expressions.grammar import parse
from tests.checkers.sensitivity.bank import BANK, largest_gap
from tests.repository.source import ROOT

GRID = [j / 4 for j in range(5)]
PACK = ROOT / "examples" / "packs" / "dpriv-bench"
HALF_WHERE_TWO = (7, 25, 43)
"""Functions of neighbouring records: at n = 2 there is one pair, and the stated 2 is 1."""


@cache
def statements() -> dict[int, Statement]:
    """The translation of each function of the bank, from the pack."""
    _, lines = read_pack(str(PACK))
    named = {line.id: line.statement for line in lines}
    result = {}
    for k in BANK:
        statement = named[f"1/laplace/{2 * k - 1}"]
        assert statement is not None
        result[k] = statement
    return result


def answer(k: int, size: int | None, **options: Any) -> dict[str, Any] | None:
    """The document of a function of the bank with what is stated as a bound."""
    s = statements()[k]
    where: dict[str, tuple[Fraction, Fraction | float]] = {a: (b, c) for a, b, c in s.where}
    if k == 48:
        where = {"delta": (Fraction(2), Fraction(2))}
    if k == 24:
        where = {"a": (Fraction(1, 4),) * 2, "b": (Fraction(3, 4),) * 2}
    if k == 32:
        where = {"tau": (Fraction(1, 2),) * 2}
    question = FunctionQuestion(s.function, s.low, s.high, size, where=where, **options)
    return function_sensitivity(question).document


def number(text: str, n: int, where: dict[str, Any]) -> float:
    """The value of a text in n."""
    sides = {k: (Fraction(a), inf if b == "inf" else Fraction(b)) for k, (a, b) in where.items()}
    ratio = constant(parse(text), Setting((Fraction(0), Fraction(1)), n, n, sides))
    low, high = interval(ratio, sides)
    return float(low + high) / 2


@pytest.mark.long
@pytest.mark.parametrize("k", BANK)
def test_the_bank_on_a_grid(k: int) -> None:
    """At n = 3 the sensitivity is the largest gap on {0, 1/4, …, 1}, and what is stated."""
    document = answer(k, 3, bound=statements()[k].sensitivity)
    assert document is not None
    assert document["evidence"] == "exact"
    far = largest_gap(k, 3, GRID)
    assert number(document["bound"], 3, document["where"]) == pytest.approx(far)
    assert BANK[k][0](3) == pytest.approx(far)


@pytest.mark.parametrize("k", HALF_WHERE_TWO)
def test_two_records_have_one_pair(k: int) -> None:
    """What is stated is twice the sensitivity at n = 2."""
    document = answer(k, 2)
    assert document is not None
    assert (document["bound"], document["evidence"]) == ("1", "exact")
    assert largest_gap(k, 2, GRID) == 1


def test_an_even_median_moves_by_half() -> None:
    """The mean of the two in the middle: 1/2 for even n, 1 for odd n, for all of them."""
    for parity, bound in (("even", "1/2"), ("odd", "1")):
        question = FunctionQuestion("median(x)", Fraction(0), Fraction(1), parity=parity)
        document = function_sensitivity(question).document
        assert document is not None
        assert (document["bound"], document["evidence"]) == (bound, "exact")
    assert [largest_gap(21, n, GRID) for n in (2, 3, 4, 5)] == [0.5, 1, 0.5, 1]


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("sum(x)", "1"),
        ("mean(x)", "1/n"),
        ("sum(x)^2", "2*n - 1"),
        ("max(x)-min(x)", "1"),
        ("sin(x[1]/2)-cos(x[1])", "sin(1/2) + 1 - cos(1)"),
        ("sum(i<j, abs(x[i]-x[j]))", "n - 1"),
    ],
)
def test_every_n(text: str, bound: str) -> None:
    """Without a size the answer is a formula in n, attained for every n (each by hand)."""
    document = function_sensitivity(FunctionQuestion(text, Fraction(0), Fraction(1))).document
    assert document is not None
    assert (document["bound"], document["evidence"]) == (bound, "exact")


def test_an_irrational_optimum_is_enclosed() -> None:
    """x³ − x on [−1, 1] is ±2/(3√3) at ±1/√3, which no rational records attain."""
    document = function_sensitivity(
        FunctionQuestion("x[1]^3-x[1]", Fraction(-1), Fraction(1), 2)
    ).document
    assert document is not None
    assert document["evidence"] == "enclosure"
    true = 4 / (3 * 3**0.5)
    low, high = float(Fraction(document["lower"])), float(Fraction(document["bound"]))
    assert low <= true <= high <= true * 1.002


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1/x[1]", "division by a number"),
        ("log(x[1])", "logarithm of a number"),
        ("sqrt(x[1]-1)", "at a database there is the root"),
        ("log(x[1]-2)", "no databases"),
    ],
)
def test_what_may_be_infinite(text: str, reason: str) -> None:
    """It is said, and no number is given."""
    answered = function_sensitivity(FunctionQuestion(text, Fraction(0), Fraction(1), 2))
    assert answered.document is None
    assert reason in answered.reason or "infinite" in answered.reason


@pytest.mark.parametrize(
    ("text", "high", "size", "reason"),
    [
        ("median(x)", 1, None, "the median depends on whether n is odd"),
        ("tan(x[1])", 2, 2, "at a database there is the tangent beyond −3/2 … 3/2"),
        ("sqrt(x[1]-1/2)", 1, 2, "at a database there is the root of a number"),
        ("1/(x[1]-x[1])", 1, None, "the function divides by 0"),
        ("max(x)-median(x)", 1, None, "its order statistics are not read for every n"),
    ],
)
def test_databases_that_were_found_and_not_read(
    text: str, high: int, size: int | None, reason: str
) -> None:
    """Why they were not is said, and not that there are none."""
    answered = function_sensitivity(FunctionQuestion(text, Fraction(0), Fraction(high), size))
    assert answered.document is None
    assert answered.reason.startswith(reason)


def test_a_bound_that_is_too_small_is_not_shown() -> None:
    """Nothing is claimed of it."""
    question = FunctionQuestion("sum(x)", Fraction(0), Fraction(1), 3, bound="9/10")
    assert function_sensitivity(question).document is None


def test_one_record_less() -> None:
    """Σ x_i changes by at most 1; a mean of three in [0, 1] by at most 1/3: (0, 1, 1), (1, 1)."""
    for text, bound in (("sum(x)", "1"), ("mean(x)", "1/3")):
        question = FunctionQuestion(text, Fraction(0), Fraction(1), 3, neighbours="unbounded")
        document = function_sensitivity(question).document
        assert document is not None
        assert document["bound"] == bound


def test_unknown_names_are_refused() -> None:
    """A name is n, pi, an index, or a parameter with an interval."""
    with pytest.raises(DomainError, match="'c'"):
        function_sensitivity(FunctionQuestion("c*sum(x)", Fraction(0), Fraction(1)))


@pytest.mark.parametrize(
    ("text", "size", "words"),
    [
        ("x[0]*x[1]", 2, r"x\[0\] is outside x\[1\]…x\[2\]; "),
        ("x[7]", 2, r"x\[7\] is outside x\[1\]…x\[2\]; "),
        ("sum(x[i]*x[3])", 2, r"x\[3\] is outside x\[1\]…x\[2\]; "),
        ("x[7]", None, r"x\[7\] is outside x\[1\]…x\[2\]; "),
        ("x[n+1]", None, r"x\[n\+1\] is outside x\[1\]…x\[2\] for n = 2; "),
        ("x[n-2]", None, r"x\[n-2\] is outside x\[1\]…x\[2\] for n = 2; "),
    ],
)
def test_records_that_are_not_there_are_refused(text: str, size: int | None, words: str) -> None:
    with pytest.raises(DomainError, match=words):
        function_sensitivity(FunctionQuestion(text, Fraction(0), Fraction(1), size))


@pytest.mark.parametrize(
    ("text", "size", "neighbours", "words"),
    [
        ("sum(i=0..n, x[i])", None, "bounded", r"x\[0\] is outside .* in a database of 2; "),
        ("sum(i=0..n, x[i])", 3, "bounded", r"x\[0\] is outside .* in a database of 3; "),
        ("sum(i=1..n+1, x[i])", 3, "bounded", r"x\[4\] is outside .* in a database of 3; "),
        ("x[2]", 2, "unbounded", r"x\[2\] is outside x\[1\]…x\[1\] in a database of 1; "),
        ("x[1]", 1, "unbounded", r"x\[1\] is no record in a database of 0; "),
    ],
)
def test_records_that_a_sum_or_a_neighbour_lacks_are_refused(
    text: str, size: int | None, neighbours: str, words: str
) -> None:
    question = FunctionQuestion(text, Fraction(0), Fraction(1), size, neighbours=neighbours)
    with pytest.raises(DomainError, match=words):
        function_sensitivity(question)


def test_an_empty_sum_looks_at_no_record() -> None:
    """Of one record the sum is 0, so that a function of x[2] is one of both sizes."""
    for text, size in (("sum(i=2..n, x[2])", 2), ("x[2]", 3)):
        question = FunctionQuestion(text, Fraction(0), Fraction(1), size, neighbours="unbounded")
        answer = function_sensitivity(question).document
        assert answer is not None
        assert answer["bound"] == "1"


def test_the_last_record_that_is_there_is_read() -> None:
    for text, size in (("x[2]", 2), ("x[n]", None)):
        question = FunctionQuestion(text, Fraction(0), Fraction(1), size)
        answer = function_sensitivity(question).document
        assert answer is not None
        assert answer["bound"] == "1"


def test_texts_of_ratios_are_read_again() -> None:
    """What the answer prints is in the grammar."""
    for text in ("sin(1)", "1-exp(-1)", "2*n-1", "sqrt(2)/3", "atan(1)*n", "cos(pi*1/3)"):
        ratio = constant(parse(text), Setting((Fraction(0), Fraction(1)), None, 2))
        again = constant(parse(text_of(ratio)), Setting((Fraction(0), Fraction(1)), None, 2))
        assert again.key == ratio.key


def test_the_pack_is_what_the_script_writes() -> None:
    """Six files of 98 statements."""
    assert len(list(Path(PACK).glob("category-1-*.toml"))) == 6
    _, lines = read_pack(str(PACK))
    assert sum(line.id.startswith("1/") for line in lines) == 588
