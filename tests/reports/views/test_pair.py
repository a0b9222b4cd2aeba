"""Divergences and trade-off functions in words."""

from __future__ import annotations

from dpverify.checkers.answers.codec import read_place
from dpverify.checkers.answers.documents import read_answer
from dpverify.checkers.decide import check, measure
from dpverify.defs.definitions import FDP, ZCDP, BoundedRange
from dpverify.reports.result_report import result_report
from dpverify.reports.terminal import to_text
from dpverify.reports.views.places import place_lines
from tests.defs.definitions.samples import RR


def test_orders() -> None:
    """The order that refutes, and the limit where the tight value is attained."""
    text = to_text(result_report(read_answer(check(RR, ZCDP("1/2")).to_dict())))
    assert "of order 5/4: " in text
    assert "(the limit at order 1)" in text
    assert "Excess" in text


def test_losses() -> None:
    document = check(RR, BoundedRange(1)).to_dict()
    text = to_text(result_report(read_answer(document)))
    assert "-ln(3)" in text
    assert "attained by the inputs above" in text
    lines = [line.split(maxsplit=1) for line in place_lines(read_place(document["witness"]))]
    assert [name for name, _ in lines] == ["inputs", "loss", "loss", "excess"]
    assert lines[2][1].startswith("≈ -1.09")
    assert lines[3][1].startswith("≈ 1.19")


def test_corners() -> None:
    document = measure(RR, "f-dp").to_dict()
    text = to_text(result_report(read_answer(document)))
    assert "0.25, 0.25" in text
    many = {**document, "trade_off": document["trade_off"] * 20}
    assert "20 more corners" in to_text(result_report(read_answer(many)))
    assert "S = {1}" in to_text(result_report(read_answer(check(RR, FDP("gaussian(1)")).to_dict())))


def test_a_divergence_in_a_few_lines() -> None:
    lines = [*place_lines(read_place(check(RR, ZCDP("1/2")).to_dict()["witness"]))]
    assert [line.split()[0] for line in lines] == ["inputs", "order", "D(P‖Q)", "excess"]
