"""Where claims hold over n: what is said beyond the sizes that are computed, and on what ground."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from dpverify.checkers.benchmark import validity as module
from dpverify.checkers.benchmark.continuous import tight_text
from dpverify.checkers.benchmark.validity import LASTS, Validity, _said, validity, verdict_of
from dpverify.checkers.continuous.worst_inputs import worst_inputs
from dpverify.defs.continuous.probe import over_reals
from dpverify.defs.mechanisms import library, library_mechanism
from dpverify.defs.programs.mechanism import Mechanism

F = Fraction
EPS = F(1)


def at(mechanism: Mechanism, claim: Fraction = EPS, **sizes: int) -> Validity:
    """The validity of a claim."""
    found = worst_inputs(mechanism.with_parameters(**sizes))
    return validity(mechanism, sizes, claim, found)


def test_reasons() -> None:
    """What holds for every n says why; so does what fails from some n on."""
    assert "each step of the loop" in at(library_mechanism("B20"), n=2, c=1).reason
    assert "winner's noise alone" in at(library_mechanism("B11"), n=2).reason
    assert "first answers to n + 1" in at(library_mechanism("B25"), n=2).reason
    assert "far below" in at(library_mechanism("B13"), n=2).reason


@pytest.mark.long
def test_another_claim() -> None:
    """B20 at c = 1 loses min(n/4, 1)·ε: a claim of ε/2 fails from n = 3 on, one of ε/5 always."""
    half = at(library_mechanism("B20"), F(1, 2), n=2, c=1).text
    assert half.startswith("c = 1: violates iff n ≥ 3, loss ε from n = 4 on; c = 2: violates iff")
    assert at(library_mechanism("B20"), F(1, 5), n=2, c=1).text.startswith(
        "c = 1: violates for every n"
    )


def test_without_a_reason_nothing_is_said_beyond(monkeypatch: pytest.MonkeyPatch) -> None:
    """B13 without the argument that a violation lasts: what was computed, and no more."""
    monkeypatch.setattr(module, "LASTS", {})
    found = at(library_mechanism("B13"), n=2)
    assert found.text == "holds for n < 3, violates at n = 3 (computed); every ε > 0"
    monkeypatch.setattr(module, "ARGMAX", ())
    assert at(library_mechanism("B12"), n=2).text.startswith("holds for 1 ≤ n ≤ 10 (computed)")


def test_the_other_way_round() -> None:
    """B10, whose noise has the scale ε: the loss is 1/ε, at most ε from 1 on."""
    found = worst_inputs(library_mechanism("B10").with_parameters(n=1))
    said = validity(library_mechanism("B10"), {"n": 1}, F(1), found).text
    assert said == "holds iff ε ≥ 1: the loss is 1/ε for every ε > 0"


def test_unknown_is_said() -> None:
    """Between the bounds each size is listed."""
    found = _said({1: "holds", 2: "unknown", 3: "violates"}, "", "a reason")
    assert found == Validity("n = 1: holds; n = 2: unknown; n = 3: violates")


@pytest.mark.parametrize("name", [*LASTS, *("B20", "B22", "B23", "B25", "B29", "B31", "B34")])
def test_losses_last(name: str) -> None:
    """The loss does not fall from n to n + 1, which is what the reasons say of every n."""
    mechanism = library_mechanism(name)
    least = int(mechanism.about.get("least", 1))
    lower = [worst_inputs(mechanism.with_parameters(n=n)).lower for n in range(least, least + 4)]
    size = [float("inf") if each is None else float(each) for each in lower]
    assert size == sorted(size)


def test_every_mechanism_with_a_size_has_a_reason() -> None:
    """No row of the set is without one."""
    for each in library().values():
        if over_reals(each) and "n" in each.parameters:
            assert "loop" in each.about or each.about["id"] in LASTS


def test_bounds_that_do_not_meet() -> None:
    """Between the bounds a claim is unknown; the interval is shown."""
    found = worst_inputs(library_mechanism("B20").with_parameters(n=2))
    apart = replace(found, lower=F(1, 2), upper=F(2))
    assert verdict_of(apart, F(1), F(1, 10)) == "unknown"
    assert verdict_of(apart, F(2), F(1, 10)) == "holds"
    assert verdict_of(apart, F(1, 3), F(1, 10)) == "violates"
    assert verdict_of(replace(apart, symbolic=False), F(20), F(1, 10)) == "holds"
    assert tight_text(apart) == "[(1/2)ε, 2ε]"
