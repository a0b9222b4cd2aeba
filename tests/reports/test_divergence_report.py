"""Divergences and trade-off functions in words."""

from __future__ import annotations

from dpverify.checkers.decide import check, measure
from dpverify.defs.notions import FDP, ZCDP, BoundedRange
from dpverify.reports.divergence_report import divergence_lines, is_divergence
from dpverify.reports.result_report import result_report
from dpverify.reports.terminal import to_text
from tests.defs.notions.samples import RR


def test_orders() -> None:
    """The order that refutes, and the limit where the tight value is attained."""
    text = to_text(result_report(check(RR, ZCDP("1/2")).to_dict()))
    assert "of order 5/4: " in text
    assert "(the limit at order 1)" in text
    assert "Excess" in text


def test_losses() -> None:
    document = check(RR, BoundedRange(1)).to_dict()
    text = to_text(result_report(document))
    assert "-ln(3)" in text
    assert "attained by the inputs above" in text
    lines = dict(divergence_lines(document["witness"]))
    assert lines["loss"].startswith("≈ -1.09")
    assert lines["excess"].startswith("≈ 1.19")


def test_corners() -> None:
    document = measure(RR, "f-dp").to_dict()
    text = to_text(result_report(document))
    assert "0.25, 0.25" in text
    many = {**document, "trade_off": document["trade_off"] * 20}
    assert "20 more corners" in to_text(result_report(many))
    assert "S = {1}" in to_text(result_report(check(RR, FDP("gaussian(1)")).to_dict()))


def test_which_places() -> None:
    assert is_divergence({"divergence": "1"})
    assert is_divergence({"losses": []})
    assert not is_divergence({"event": []})
