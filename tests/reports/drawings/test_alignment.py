"""The picture of an alignment: its shifts and costs, worked out by hand from the program."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import dpverify as dv
from dpverify.checkers.answers.documents import read_answer
from dpverify.reports.drawings.alignment import AlignmentMap, alignment_figure
from tests.reports.html.parsed import parsed


def picture(result: Any) -> AlignmentMap:
    figure = alignment_figure(read_answer(result.to_dict()))
    assert figure is not None
    (drawing,) = figure.panels
    assert isinstance(drawing, AlignmentMap)
    return drawing


def released(moves: str | None) -> Any:
    return dv.mechanism(inputs=[0, 1], neighbours="all", moves=moves)(
        lambda x, draw: x + draw.laplace(2)
    )


def test_a_released_value_is_shifted_back() -> None:
    """x + Lap(2): where x moves by m, the noise moves by −m, which costs |m|/2, at most 1/2."""
    drawing = picture(dv.check(released("A"), dv.PureDP(eps="1/2")))
    (column,) = drawing.columns
    (move,) = column.move
    assert abs(move) == 1
    assert column.shifts == {0: -move}
    assert column.cost == Fraction(1, 2)
    assert drawing.draws == ["draw 1: Laplace, scale 2"]


def test_listed_inputs_need_no_move() -> None:
    """The same of two inputs: from one to the other the noise is shifted by one."""
    drawing = picture(dv.check(released(None), dv.PureDP(eps="1/2")))
    (column,) = drawing.columns
    assert column.move == ()
    assert {abs(shift) for shift in column.shifts.values()} == {1}
    assert column.cost == Fraction(1, 2)


def test_scales_that_are_multiples_of_one_over_eps() -> None:
    """Lap(1/ε) at ε = 1/4 has scale 4; the shift by one costs 1/4, which is also the bound."""
    count = dv.mechanism(inputs=[0, 1], neighbours="all", moves="A")(_scaled)
    result = dv.check(count.with_parameters(eps="1/4"), dv.PureDP(eps="1/4"))
    drawing = picture(result)
    assert drawing.draws == ["draw 1: Laplace, scale 4"]
    assert max(column.cost for column in drawing.columns) == Fraction(1, 4)
    bound = result.to_dict().get("bound") or {"eps": result.to_dict()["tight"]["eps"]}
    assert bound["eps"]["exact"] == "1/4"


def _scaled(x: Any, draw: Any, *, eps: Any = "1") -> Any:
    return x + draw.laplace(1 / dv.parse(eps) if isinstance(eps, str) else 1 / eps)


def test_the_picture_says_its_numbers() -> None:
    """An arrow for the draw that is shifted, its number below, the cost at the foot; read aloud."""
    drawing = picture(dv.check(released("A"), dv.PureDP(eps="1/2")))
    found = parsed(f"<!DOCTYPE html>\n<html>{drawing.svg()}</html>\n")
    assert {"cost", "1/2", "the input moves by", "draw 1: Laplace, scale 2"} <= set(found.texts)
    assert "+1" in found.texts or "-1" in found.texts
    assert [attrs["class"] for _, attrs in found.tags if attrs.get("class") == "tip"] == ["tip"]
    assert "cost 1/2" in found.text


def test_no_picture_without_an_alignment() -> None:
    """A finite channel has none, nor has a claim that fails by a leak."""
    channel = dv.Channel(["a", "b"], ["a", "b"], [["3/4", "1/4"], ["1/4", "3/4"]])
    assert alignment_figure(read_answer(dv.check(channel, dv.PureDP(eps=2)).to_dict())) is None
