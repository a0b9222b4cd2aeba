"""The kernel for numbers alone: what certainly fails, and nothing that is true or stays open."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from flint import arb, fmpq

from dpverify.checkers.kernel.numbers import MAX_BITS, MAX_CELLS, Cell, NumberClaim, replay
from dpverify.defs.numbers import NumberError, Undecided
from dpverify.defs.numbers.documents import read

# Convexity of a cube, which fails: at -2 and 0 the mean is -4, at the midpoint it is -1.
CUBE = NumberClaim(
    names=("x", "y"),
    given=("x < y",),
    where=(("m", "(x+y)/2"), ("middle", "m*m*m")),
    then=("y = y", "middle <= (x**3+y**3)/2"),
)
# That some x of [1, 2] has e^x = x + 1; it is above by at least e − 2.
SOME = NumberClaim(names=(), given=("1 < 2",), some=("x", "1", "2"), then=("exp(x) = x+1",))


def document(about: NumberClaim, /, **changes: Any) -> dict[str, Any]:
    """A document about a claim, with what is changed in it."""
    form = {
        "schema": "dpverify.number-refutation/1.0",
        "entry": "an.entry",
        "claim": about.to_dict(),
        "values": {},
    }
    return {**form, **changes}


def outcome(about: NumberClaim, /, **changes: Any) -> str:
    """What becomes of the document's text."""
    return replay(read(json.dumps(document(about, **changes)))).status


@pytest.mark.parametrize("x", ["-2", "-1/3", "-0.001", "-1e-6", "-ln(2)", "-exp(-1)"])
def test_values_that_refute(x: str) -> None:
    """(x/2)³ = x³/8 is above x³/2 exactly for x < 0."""
    assert outcome(CUBE, values={"x": x, "y": "0"}) == "accepted"


@pytest.mark.parametrize(
    ("x", "y"),
    [
        ("0", "1"),
        ("1", "2"),
        ("-1", "1"),
        ("-ln(2)", "ln(2)"),
        ("0", "0"),
        ("1", "-2"),
        ("0", "-2"),
    ],
)
def test_values_that_do_not(x: str, y: str) -> None:
    """The claim is true there, or an equality, or what is given does not hold."""
    assert outcome(CUBE, values={"x": x, "y": y}) == "rejected"


@pytest.mark.parametrize(
    "values",
    [
        {},
        {"x": "-2"},
        {"x": "-2", "y": "0", "z": "1"},
        {"x": "-2", "y": "0", "m": "5"},
        {"x": "-2", "y": "y"},
        {"x": "-2", "y": "x+2"},
        {"x": "-inf", "y": "0"},
        {"x": "nan", "y": "0"},
        {"x": True, "y": "0"},
        {"x": None, "y": "0"},
        {"x": ["-2"], "y": "0"},
        {"x": "-2 < y", "y": "0"},
        {"x": "1/0", "y": "0"},
        ["x", "y"],
        None,
    ],
)
def test_values_that_are_none(values: Any) -> None:
    """One number for each name, and nothing for what is a formula."""
    assert outcome(CUBE, values=values) == "rejected"


@pytest.mark.parametrize(
    "schema",
    ["dpverify.refutation/1.0", "dpverify.number-refutation/2.0", "dpverify.number-refutation", 1],
)
def test_another_schema_is_rejected(schema: Any) -> None:
    """One kind, one major version."""
    assert outcome(CUBE, schema=schema, values={"x": "-2", "y": "0"}) == "rejected"


@pytest.mark.parametrize("given", [None, [], "a text", b"12", {}, {"schema": "x"}])
def test_what_is_no_document_is_rejected(given: object) -> None:
    """In one line, without an exception."""
    assert replay(given).status == "rejected"


def test_what_stays_open_is_not_refuted() -> None:
    """Two forms of one real number beyond the exact classes are never told apart."""
    same = ("exp(exp(x)) * exp(exp(x))", "exp(2*exp(x))")
    for relation in ("<", ">", "<=", ">="):
        claim = NumberClaim(("x",), (), (f"{same[0]} {relation} {same[1]}",))
        assert outcome(claim, values={"x": "1"}) == "rejected"
        open_given = NumberClaim(("x",), (f"{same[0]} {relation} {same[1]}",), ("1 < 0",))
        assert outcome(open_given, values={"x": "1"}) == "rejected"


@pytest.mark.parametrize(
    ("text", "at", "expected"),
    [
        ("x < 1", "1", "accepted"),
        ("x <= 1", "1", "rejected"),
        ("x > 1", "1", "accepted"),
        ("x >= 1", "1", "rejected"),
        ("x = 1", "1", "rejected"),
        ("x = 1", "1.0000000001", "accepted"),
        ("x <= 1", "1.0000000001", "accepted"),
        ("x >= 1", "0.9999999999", "accepted"),
        ("x == 1", "2", "rejected"),
        ("x < 1 < 0", "2", "rejected"),
        ("x", "2", "rejected"),
        ("x < ", "2", "rejected"),
        ("z < 1", "2", "rejected"),
    ],
)
def test_relations(text: str, at: str, expected: str) -> None:
    """Each of the five, at equality and beside it; what is no comparison refutes nothing."""
    assert outcome(NumberClaim(("x",), (), (text,)), values={"x": at}) == expected


def test_every_cell_has_to_fail() -> None:
    """e^x − x − 1 is above 0 on [1, 2]; one cell is too coarse where its ball is too wide."""
    assert outcome(SOME, cells=1) == "rejected"
    assert outcome(SOME, cells=20) == "accepted"
    hit = NumberClaim((), (), ("x*x = 2",), some=("x", "1", "2"))
    assert {outcome(hit, cells=n) for n in (1, 10, 100, MAX_CELLS)} == {"rejected"}


def test_a_cell_does_not_refine() -> None:
    """Precision is no help with a wide cell, so none is spent on it."""
    low = Cell(fmpq(1), fmpq(2))
    assert low.ball(MAX_BITS).contains(arb(3) / 2)
    with pytest.raises(Undecided):
        low.ball(MAX_BITS + 1)


@pytest.mark.parametrize("end", ["1", "2"])
def test_the_ends_belong_to_the_interval(end: str) -> None:
    """Who is right at an end alone is right."""
    claim = NumberClaim((), (), (f"x = {end}",), some=("x", "1", "2"))
    assert outcome(claim, cells=10) == "rejected"
    beside = NumberClaim((), (), ("x = 3",), some=("x", "1", "2"))
    assert outcome(beside, cells=10) == "accepted"


@pytest.mark.parametrize("cells", [None, 0, -1, "1/2", "inf", 1.5, True, MAX_CELLS + 1, "ln(2)"])
def test_a_number_of_cells_that_is_none(cells: Any) -> None:
    """An integer from 1 to the limit, and it is not optional."""
    assert outcome(SOME, cells=cells) == "rejected"


def test_the_interval_is_one() -> None:
    """Nothing is claimed of an empty interval, or of one point."""
    for ends in (("2", "1"), ("1", "1"), ("1", "ln(9)")):
        claim = NumberClaim((), (), ("x = 5",), some=("x", *ends))
        assert outcome(claim, cells=3) == "rejected"


@pytest.mark.parametrize(
    "claim",
    [
        {"names": ("x", "x")},
        {"names": ("exp",)},
        {"names": ("ln",)},
        {"names": ("x1",)},
        {"names": ("",)},
        {"names": ("x",), "where": (("x", "1"),)},
        {"names": ("x",), "some": ("x", "0", "1")},
        {"names": ("x",), "then": ()},
    ],
)
def test_a_claim_that_is_none(claim: dict[str, Any]) -> None:
    """Names are letters, distinct, and no function; something is concluded."""
    with pytest.raises(NumberError):
        NumberClaim(**{"given": (), "then": ("1 < 2",), **claim})


def test_a_formula_knows_what_stands_before_it() -> None:
    """And nothing behind it, and not itself."""
    for where in ((("a", "b"), ("b", "1")), (("a", "a"),)):
        claim = NumberClaim((), (), ("1 < 0",), where=where)
        assert outcome(claim) == "rejected"
    assert outcome(NumberClaim((), (), ("a < 1",), where=(("b", "1"), ("a", "b+1")))) == "accepted"


def test_the_entry_of_a_claim_is_not_known_here() -> None:
    """Nor why it implies the claim: both are named as not re-checked."""
    form = document(replace(CUBE, because="it is so"), values={"x": "-2", "y": "0"})
    assert replay(read(json.dumps(form))).unread == ("entry", "claim.because")


@pytest.mark.parametrize(
    ("key", "to"),
    [
        ("for_all", ["x", "x"]),
        ("for_all", "x"),
        ("for_all", ["x", "exp"]),
        ("where", [["m"]]),
        ("where", [["m", "x", "y"]]),
        ("then", []),
        ("then", [3]),
        ("some", {"name": "z", "from": "0"}),
        ("some", {"name": "z", "from": "0", "to": "1", "by": "1"}),
        ("because", 3),
        ("mood", "new"),
    ],
)
def test_what_is_no_claim(key: str, to: Any) -> None:
    forged = {**CUBE.to_dict(), key: to}
    assert outcome(CUBE, claim=forged, values={"x": "-2", "y": "0"}) == "rejected"


def test_cells_belong_to_a_claim_about_some_number() -> None:
    assert outcome(CUBE, values={"x": "-2", "y": "0"}, cells=1) == "rejected"
    assert outcome(SOME) == "rejected"
