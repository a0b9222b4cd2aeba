"""Whether two processes say the same: what they may find of one program, worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dpverify.checkers.decide import measure
from dpverify.checkers.programs.agreeing import agree
from dpverify.defs.numbers import Value, exp, parse
from dpverify.defs.programs.enumeration import Enumeration
from dpverify.defs.programs.laws import mass_of
from dpverify.defs.programs.paths import SubLaw
from dpverify.defs.programs.transport import to_document
from dpverify.defs.target import parse_target

CUT = "the paths are used up"
WHOLE = {"a": "1/2", "b": "1/2"}


def said(
    masses: dict[str, Any],
    *,
    whole: bool = False,
    merged: bool = False,
    cut: bool = False,
    bits: int = 12,
    inputs: tuple[str, ...] = ("0",),
) -> dict[str, Any]:
    """What a process says of a program with one law on all inputs."""
    found = {
        label: mass_of(mass if isinstance(mass, Value) else Value(Fraction(mass)))
        for label, mass in masses.items()
    }
    laws = tuple(SubLaw(found, whole, 2, merged=merged) for _ in inputs)
    return {"pass": to_document(Enumeration(inputs, "all", laws, bits, CUT if cut else None))}


def test_of_what_is_whole_nothing_may_differ() -> None:
    almost = {"a": Fraction(1, 2) + Fraction(1, 2**900), "b": Fraction(1, 2) - Fraction(1, 2**900)}
    whole = said(WHOLE, whole=True)
    assert agree(said(WHOLE, whole=True, merged=True, cut=True, bits=24), whole)
    for way in ({}, {"merged": True}, {"cut": True}, {"bits": 24}):
        assert not agree(said(almost, whole=True, **way), whole)
        assert not agree(said({"a": "1"}, whole=True, **way), whole)


@pytest.mark.parametrize("ways", [{"merged": True}, {"cut": True}, {"bits": 16}])
@pytest.mark.parametrize(
    ("part", "fits"),
    [
        ({}, True),
        ({"a": "1/2"}, True),
        ({"a": "1/3", "b": "1/2"}, True),
        ({"a": "1/2", "b": Value(Fraction(1, 2)) - exp(-9)}, True),
        ({"a": "501/1000"}, False),
        ({"a": Value(Fraction(1, 2)) + exp(-99)}, False),
        ({"c": "1/1000000"}, False),
    ],
)
def test_a_part_is_nowhere_more_than_the_whole(
    part: dict[str, Any], fits: bool, ways: dict[str, Any]
) -> None:
    one, whole = said(part, **ways), said(WHOLE, whole=True)
    assert agree(one, whole) == agree(whole, one) == fits


@pytest.mark.parametrize(
    ("one", "other", "fit"),
    [
        ({"a": "1/2"}, {"b": "1/2"}, True),
        ({"a": "1/2", "b": "1/4"}, {"a": "1/4", "b": "1/2"}, True),
        ({"a": "1/2"}, {"b": "501/1000"}, False),
        ({"a": "1/2", "b": "1/3"}, {"b": "1/4", "c": "1/5"}, False),
    ],
)
def test_two_parts_leave_room_for_each_other(
    one: dict[str, Any], other: dict[str, Any], fit: bool
) -> None:
    """The larger masses of each output are those of some law: their sum is at most 1."""
    assert agree(said(one, merged=True), said(other, merged=True)) == fit
    assert agree(said(one, cut=True), said(other, cut=True)) == fit
    assert agree(said(one, bits=16), said(other, bits=24)) == fit


def test_paths_that_are_followed_one_by_one_are_the_same_in_each_order() -> None:
    """Of passes down to the same mass, even where there is room for both."""
    assert agree(said({"a": "1/2"}), said({"a": "1/2"}))
    assert not agree(said({"a": "1/2"}), said({"b": "1/2"}))
    assert not agree(said({"a": "1/2"}), said(WHOLE, whole=True))


def test_inputs_and_other_lines_are_the_same() -> None:
    whole = said(WHOLE, whole=True)
    assert not agree(said(WHOLE, whole=True, inputs=("1",)), whole)
    assert not agree(said(WHOLE, whole=True, inputs=("0", "1")), whole)
    assert not agree({"fault": "raises KeyError"}, whole)
    assert not agree(None, whole)
    assert not agree(whole, {"sets": True, "everywhere": False})
    assert agree({"traced": {"x": 1}}, {"traced": {"x": 1}})
    assert not agree({"traced": {"x": 1}}, {"traced": {"x": 2}})


def test_a_process_may_need_another_pass() -> None:
    assert agree(said(WHOLE, whole=True), {"done": True})
    assert not agree({"fault": "raises KeyError"}, {"done": True})


def test_a_number_is_the_same_in_each_form() -> None:
    """With a root in it a quotient may keep a common factor: that depends on the order of paths."""
    plain, far = parse("2**(1/2)/2/(1+exp(1))"), parse("1/(2+exp(1))")
    again = (plain + far) - far
    assert plain == again
    first, other, near = (
        {"a": mass, "b": Value(1) - mass} for mass in (plain, again, plain + exp(-99))
    )
    assert said(first, whole=True) != said(other, whole=True)
    assert agree(said(first, whole=True), said(other, whole=True))
    assert agree(said(first), said(other))
    assert not agree(said(first, whole=True), said(near, whole=True))
    assert not agree(said(first), said(near))


def test_a_threshold_on_noise_without_an_end(tmp_path: Path) -> None:
    """Its probabilities are sums over the numbers below the threshold: ε = 1, by hand.

    Both orders found (1 + e − e⁻²)/(1 + e) and wrote it in two ways, and the program was refused
    as one that is no function of its input.
    """
    file = tmp_path / "mine.py"
    file.write_text(
        "from dpverify import mechanism\n"
        "@mechanism(inputs=[0, 1])\n"
        "def below(x, draw):\n"
        "    return x + draw.discrete_laplace(1) < 3\n",
        encoding="utf-8",
    )
    assert measure(parse_target(f"{file}:below"), "pure-dp").tight["eps"] == 1
