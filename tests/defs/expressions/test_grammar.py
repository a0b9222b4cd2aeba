"""The grammar of functions: what is read, and what is refused in one sentence."""

from __future__ import annotations

import pytest

from dpverify.defs.expressions.grammar import DEEPEST, LONGEST, parse
from dpverify.defs.numbers import NumberError


def test_precedence() -> None:
    """Powers before products before sums; a minus sign is a factor."""
    tree = parse("1+2*x[1]^2")
    assert [part.op for part in tree.parts] == ["number", "*"]
    assert parse("-x[1]^2").parts[1].op == "power"


def test_indices_are_implicit_or_stated() -> None:
    """The index of a sum without a range is the one of its records."""
    assert parse("sum(abs(x[i]-x[i+1]))").name == "i"
    stated = parse("sum(k=2..n-1, x[k])")
    assert [str(place) for place in stated.places] == ["2", "n-1"]
    assert parse("sum(i<j, x[i]*x[j])").op == "pairs"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("__import__('os')", "cannot be read"),
        ("x.__class__", "cannot be read"),
        ("open(1)", "no function"),
        ("x", "'['"),
        ("1+", "ends where"),
        ("sum(x[i]*x[j])", "2 indices"),
        ("sum(1)", "0 indices"),
        ("x[1]^99", "exponent 99"),
        ("x[1]^x[2]", "a whole number"),
        ("exp(1,2)", "takes 1 numbers"),
        ("smallest(0, x)", "rank"),
        ("quantile(2, x)", "level"),
        ("[x[1]]", "one of <"),
        ("x[99999999999]", "above"),
        ("1 2", "an operation"),
        ("sum", "round brackets"),
        ("sum(i=1..2*n, x[i])", "ends at"),
        ("x[2*n]", "among n"),
        ("sum(x[0*i])", "always the same"),
        ("quantile(1/0, x)", "divides by 0"),
    ],
)
def test_refusals(text: str, fault: str) -> None:
    """No text is ever run."""
    with pytest.raises(NumberError, match=fault.replace("[", r"\[")):
        parse(text)


def test_limits() -> None:
    """Long and deep texts are refused before they cost anything."""
    with pytest.raises(NumberError, match="at most"):
        parse("1+" * LONGEST + "1")
    for deep in ("(" * (DEEPEST + 5) + "1", "-" * (DEEPEST + 5) + "1", "exp(" * (DEEPEST + 5)):
        with pytest.raises(NumberError, match="nested"):
            parse(deep)


def test_long_products_are_refused() -> None:
    """Each factor stands one deeper than the one before; a sum of as many terms is flat."""
    for text in ("*".join(["n"] * 400), "[" + "<".join(["n"] * 400) + "]"):
        with pytest.raises(NumberError, match="more than 60"):
            parse(text)
    assert parse("*".join(["n"] * 60)).op == "*"
    assert len(parse("+".join(["n"] * 400)).parts) == 400


def test_zeros_before_a_number() -> None:
    """They say nothing, however many there are."""
    assert parse(f"x[{'0' * 30}12]").places[0].shift == 12
    assert parse(f"smallest({'0' * 30}2, x)").number == 2


def test_an_index_that_is_bound_again_is_another() -> None:
    """The places that move with the outer index are those of no inner sum that binds it."""
    outer = parse("sum(i=1..n, x[i+1] + sum(i=1..n, x[i-1]))")
    assert {str(place) for place in outer.parts[0].moving("i")} == {"i+1"}
    pairs = parse("sum(i=1..n, sum(i<j, x[i]*x[j]))")
    assert not set(pairs.parts[0].moving("i"))
