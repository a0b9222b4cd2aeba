"""Refinement of channels, decided."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpverify.checkers import refinement as module
from dpverify.checkers.budget import Budget
from dpverify.checkers.refinement import NotRefined, Refined, refinement
from dpverify.checkers.strategies import channels
from dpverify.defs.channel import Channel
from dpverify.defs.errors import ChannelError, InternalError, Undecided, UsageError
from dpverify.defs.operations import post_process
from tests.defs.matrices import Matrix, fractions, matrices, names, rational_channels, values

RR = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
CLEAR = Channel(["0", "1"], ["u", "v"], [[1, 0], [0, 1]])
BLIND = Channel(["0", "1"], ["*"], [[1], [1]])


def shown_by_kernel(a: Channel, b: Channel, answer: Refined) -> None:
    """A·R = B, over Fractions."""
    kernel = [[cell.as_fraction() for cell in row] for row in answer.kernel]
    product = [
        [sum((p * row[z] for p, row in zip(reached, kernel, strict=True)), Fraction(0))
         for z in range(len(b.outputs))]
        for reached in fractions(a)
    ]  # fmt: skip
    assert product == fractions(b)
    assert all(sum(row) == 1 and min(row) >= 0 for row in kernel)


def worth(rows: Matrix, gain: Matrix) -> Fraction:
    """Posterior g-vulnerability under the uniform prior, over Fractions."""
    columns = zip(*rows, strict=True)
    best = (max(sum(map(Fraction.__mul__, c, g), Fraction(0)) for g in gain) for c in columns)
    return sum(best, Fraction(0)) / len(rows)


def shown_by_gain(a: Channel, b: Channel, answer: NotRefined) -> None:
    """B is worth more than A, by the numbers that are stated."""
    gain = [[cell.as_fraction() for cell in row] for row in answer.gain]
    assert min(map(min, gain)) >= 0
    found = worth(fractions(a), gain), worth(fractions(b), gain)
    assert list(found) == [value.as_fraction() for value in answer.vulnerabilities]
    assert found[0] < found[1]
    assert answer.guesses == b.outputs


def examined(a: Channel, b: Channel) -> bool:
    """The answer, after its certificate has been worked out again here."""
    answer = refinement(a, b)
    if isinstance(answer, Refined):
        shown_by_kernel(a, b, answer)
    else:
        shown_by_gain(a, b, answer)
    return answer.holds


def blackwell(a: Channel, b: Channel) -> bool:
    """For two inputs: Σ_y max(s·A(y|0), t·A(y|1)) is nowhere below that of B (Blackwell 1951).

    Both sides are piecewise linear in s/t, with breaks at the ratios of A and of B.
    """
    (p, q), (r, s) = fractions(a), fractions(b)
    ratios = {(y, x) for x, y in [*zip(p, q, strict=True), *zip(r, s, strict=True)]} | {(1, 1)}
    return all(
        sum(max(u * x, v * y) for x, y in zip(p, q, strict=True))
        >= sum(max(u * x, v * y) for x, y in zip(r, s, strict=True))
        for u, v in ratios
    )


@given(st.data(), st.integers(1, 4), st.integers(1, 4))
def test_two_inputs_against_blackwells_criterion(data: st.DataObject, m: int, k: int) -> None:
    """Another method altogether: curves, no linear programme."""
    a = data.draw(rational_channels(["0", "1"], names("y", m)))
    b = data.draw(rational_channels(["0", "1"], names("z", k)))
    assert examined(a, b) == blackwell(a, b)


@pytest.mark.slow
@given(st.data(), st.integers(2, 4), st.integers(2, 4))
def test_post_processing_refines(data: st.DataObject, n: int, m: int) -> None:
    """A ⊑ A·R for every kernel, found again exactly."""
    a = data.draw(rational_channels(names("x", n), names("y", m)))
    kernel = data.draw(rational_channels(names("y", m), names("z", 3)))
    assert examined(a, post_process(a, kernel))


@given(st.data(), st.integers(3, 4))
def test_each_answer_is_certified(data: st.DataObject, n: int) -> None:
    """More inputs, unrelated channels: both certificates hold over Fractions."""
    a, b = (data.draw(rational_channels(names("x", n), names("y", 3))) for _ in range(2))
    examined(a, b)
    examined(b, a)


@pytest.mark.slow
@given(st.data())
def test_a_difference_below_the_floats_is_decided(data: st.DataObject) -> None:
    """B is A·R but for 1e-30 in one entry; whether A still reaches it is decided exactly."""
    a = data.draw(rational_channels(["0", "1"], names("y", 3)))
    b = post_process(a, data.draw(rational_channels(names("y", 3), names("z", 2))))
    tiny = Fraction(1, 10**30)
    rows = fractions(b)
    if rows[0][0] >= tiny:
        rows[0] = [rows[0][0] - tiny, rows[0][1] + tiny]
        moved = Channel(b.inputs, b.outputs, rows)
        assert examined(a, moved) == blackwell(a, moved)


@settings(max_examples=25)
@given(channels(entries="any", inputs=(2, 2), outputs=(1, 3)))
def test_irrational_channels(channel: Channel) -> None:
    """Everything refines itself and is refined by nothing at all; a coin less is not more."""
    nothing = Channel(channel.inputs, ["*"], [["1"]] * len(channel.inputs))
    assert refinement(channel, channel).holds
    assert refinement(channel, nothing).holds
    alike = channel.row(0) == channel.row(1)
    assert refinement(nothing, channel).holds == alike


def test_by_hand() -> None:
    """The witness of RR ⋢ identity is "guess the input", small enough to check by hand."""
    assert refinement(CLEAR, RR).holds
    assert refinement(RR, BLIND).holds
    answer = refinement(RR, CLEAR)
    assert isinstance(answer, NotRefined)
    assert answer.vulnerabilities == values("3/4", "1")
    with pytest.raises(TypeError, match=r"ask for \.holds"):
        bool(answer)


def test_inputs_are_matched_by_name() -> None:
    """The same channel with its rows exchanged, and labels to match."""
    turned = Channel(["1", "0"], ["0", "1"], [["1/4", "3/4"], ["3/4", "1/4"]])
    assert refinement(RR, turned).holds
    assert refinement(turned, RR).holds


def test_inputs_must_be_the_same() -> None:
    """One line says so; so does one for what is no channel."""
    with pytest.raises(ChannelError, match="different inputs"):
        refinement(RR, Channel(["a", "b"], ["*"], [[1], [1]]))
    with pytest.raises(UsageError, match="'RR' is no channel"):
        refinement(RR, "RR")  # type: ignore[arg-type]  # that is the point


def useless(a: Channel, b: Channel, _: Any) -> tuple[float, Any, list[list[float]]]:
    """A proposal that is wrong in every part."""
    return 0.0, [[1.0] * len(b.outputs) for _ in a.outputs], [[1.0] * len(a.inputs)]


@given(st.data())
@settings(max_examples=40)
def test_wrong_floats_change_no_answer(data: st.DataObject) -> None:
    """Whatever is proposed, the exact method has the last word."""
    a = data.draw(rational_channels(names("x", 3), names("y", 3)))
    b = data.draw(rational_channels(names("x", 3), names("z", 2)))
    expected = refinement(a, b).holds
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_proposed", useless)
        assert examined(a, b) == expected


def test_a_certificate_that_fails_its_checker_is_our_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Never an answer."""
    monkeypatch.setattr(module, "kernel_leads_to", lambda *_: False)
    with pytest.raises(InternalError, match="does not pass its checker"):
        refinement(RR, BLIND)


def test_out_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where floats do not suffice and no time is left, the question stays open."""
    monkeypatch.setattr(module, "_proposed", useless)
    with pytest.raises(Undecided, match="time limit"):
        refinement(RR, CLEAR, time_limit=0)


@given(st.data())
@settings(max_examples=20)
def test_floats_that_propose_nothing_change_no_answer(data: st.DataObject) -> None:
    """HiGHS stopped at once by its time limit, none left for it alone: the exact method decides."""
    a = data.draw(rational_channels(names("x", 2), names("y", 3)))
    b = data.draw(rational_channels(names("x", 2), names("z", 2)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Budget, "remaining", lambda _: 0.0)
        assert examined(a, b) == blackwell(a, b)


@given(st.data())
@settings(max_examples=20)
def test_refinement_never_leaks_more(data: st.DataObject) -> None:
    """A ⊑ B gives V_g[A] ≥ V_g[B] for gains drawn at random."""
    a = data.draw(rational_channels(names("x", 3), names("y", 3)))
    b = post_process(a, data.draw(rational_channels(names("y", 3), names("z", 2))))
    gain = data.draw(matrices(2, 3))
    assert refinement(a, b).holds
    assert worth(fractions(a), gain) >= worth(fractions(b), gain)
