"""Mistakes before the noise, found on the smallest pair of data sets; the oracles are by hand."""

from __future__ import annotations

import random
from ast import literal_eval
from typing import Any

import numpy as np
import pytest

from dpverify import (
    ApproxDP,
    Fails,
    Holds,
    PureDP,
    as_run,
    channel_of,
    check,
    datasets,
    measure,
    mechanism,
    replay,
)
from dpverify.checkers.answers.places import Place
from dpverify.checkers.programs.datasets import larger_pairs
from dpverify.defs.errors import ProgramError, Undecided
from dpverify.defs.numbers import parse

GENERATOR = np.random.default_rng()


def _scored(high: int) -> Any:
    """One of 0 to 8, with weights that halve with each step from the sum of truncated records."""

    def told(data: list[int]) -> int:
        total = sum(min(x, high) for x in data)
        return random.choices(range(9), weights=[2.0 ** -abs(total - k) for k in range(9)])[0]

    return told


def _categories(data: list[str]) -> dict[str, bool]:
    return {c: GENERATOR.random() < 0.75 for c in sorted(set(data))}


def _fixed_categories(data: list[str]) -> dict[str, bool]:
    return {c: (c in data) ^ (GENERATOR.random() < 0.25) for c in "ab"}


def _by_their_number(data: list[int]) -> bool:
    """Randomised response about the majority; the flip is rarer the more records there are."""
    return (2 * sum(data) > len(data)) ^ (random.random() < 1 / (len(data) + 2))


def _labels(verdict: Any) -> tuple[str, str]:
    assert isinstance(verdict, Fails)
    assert replay(verdict.to_dict()).status == "accepted"
    found: tuple[str, str] = verdict.witness.inputs  # type: ignore[union-attr]
    return found


def test_categories_of_the_data_fail_on_no_record_and_one() -> None:
    """The empty data set has no categories for certain, and one record never has none."""
    verdict = check(as_run(_categories, inputs=datasets(["a", "b"], 2)), PureDP(eps=5))
    assert _labels(verdict) in [("()", "(a,)"), ("(a,)", "()")]


def test_categories_that_are_fixed_hold_and_the_answer_names_its_data_sets() -> None:
    """One record added changes one bit at most, each flipped with probability 1/4: ε = ln 3."""
    sets = datasets(["a", "b"], 2)
    for eps, kind in (("ln(3)", Holds), ("1.09", Fails)):
        verdict = check(as_run(_fixed_categories, inputs=sets), PureDP(eps=eps))
        assert isinstance(verdict, kind)
        assert sets.scope in verdict.assumptions
        assert replay(verdict.to_dict()).status == "accepted"


def test_a_failure_is_shown_on_the_smallest_pair_though_others_are_worse() -> None:
    """P(True) is 1/(n + 2) or its complement, as the ones are the minority or not.

    Where the majority stays the same, ratios are at most 3/2. A second record that changes it
    makes (2/3)/(1/4) = 8/3 < e, a third one (4/5)/(1/4) = 3.2 > e, of [0, 1] and [0, 1, 1] first.
    A fourth record makes (5/6)/(1/5) possible: the tight value is attained there.
    """
    verdict = check(as_run(_by_their_number, inputs=datasets([0, 1], 4)), PureDP(eps=1))
    assert sorted(_labels(verdict), key=len) == ["(0, 1)", "(0, 1, 1)"]
    assert isinstance(verdict.attained_by, Place)
    assert max(len(literal_eval(label)) for label in verdict.attained_by.inputs) == 4


def test_beyond_the_size_a_failure_is_found_by_search_and_holds_is_not_extended() -> None:
    """Up to one record the ratios are at most 3/2 (above); with more they grow with n."""
    code = as_run(_by_their_number, inputs=datasets([0, 1], 1))
    below = check(code, PureDP(eps="1/2"))
    assert max(len(literal_eval(label)) for label in _labels(below)) > 1
    assert any("beyond those that were asked about" in text for text in below.assumptions)
    holds = check(code, PureDP(eps=9))
    assert isinstance(holds, Holds)
    assert any("says nothing of the others" in text for text in holds.assumptions)
    assert holds.tight["eps"] == measure(code, "pure-dp").tight["eps"]


def _search_only(data: list[int]) -> bool:
    if len(data) > 2:
        raise RuntimeError("too many")
    return any(data) ^ (random.random() < 0.25)


def test_code_that_raises_on_larger_data_sets_holds_on_those_that_are_asked_about() -> None:
    verdict = check(as_run(_search_only, inputs=datasets([0, 1], 2)), PureDP(eps="ln(3)"))
    assert isinstance(verdict, Holds)
    assert not any("larger data sets" in text for text in verdict.assumptions)


def _unclipped(data: list[int]) -> Any:
    return sum(data) + GENERATOR.laplace(0, 1)


def _clipped(data: list[int]) -> Any:
    return sum(min(x, 1) for x in data) + GENERATOR.laplace(0, 1)


def _scale_of_their_number(data: list[int]) -> Any:
    return sum(min(x, 1) for x in data) + GENERATOR.laplace(0, 1 / len(data))


@pytest.mark.long
def test_clipping_that_was_forgotten_is_found_under_laplace_noise() -> None:
    """|5 - 0| / 1 = 5 > 1, on no record and the record 5; clipped to 1 the sum moves by 1."""
    sets = datasets([0, 1, 5], 1)
    assert _labels(check(as_run(_unclipped, inputs=sets), PureDP(eps=1))) in [
        ("()", "(5,)"),
        ("(5,)", "()"),
    ]
    assert isinstance(check(as_run(_clipped, inputs=sets), PureDP(eps=1)), Holds)


@pytest.mark.slow
def test_the_number_of_records_as_the_scale_is_found_under_laplace_noise() -> None:
    """Scales 1 and 1/2 have densities of unbounded ratio; [0] and [0, 0] are the first pair."""
    sets = datasets([0, 1], 3, min_size=1)
    verdict = check(as_run(_scale_of_their_number, inputs=sets), PureDP(eps=1))
    assert sorted(_labels(verdict), key=len) == ["(0,)", "(0, 0)"]


def _own_scale(data: list[int]) -> int:
    """A count with geometric noise modulo 4, whose scale n makes."""
    stop = 1 / (len(data) + 2)
    noise = next((k for k in range(3) if random.random() < stop), 3)
    return (sum(data) + noise) % 4


def test_a_scale_of_their_number_fails_with_discrete_noise() -> None:
    """P(3), the noise that did not stop at 0, 1 or 2, is (1/2)³ of no record and (2/3)³ of [0].

    Their ratio is 64/27, and its logarithm .863 > 4/5. A pair before [] and [0] there is none.
    """
    found = channel_of(as_run(_own_scale, inputs=datasets([0, 1], 2)))
    assert found.probability("()", "3") == parse("1/8")
    # Of the grid points, a third and a little more lie below the double 1/3.
    assert parse("8/27-1/10**15") < found.probability("(0,)", "3") < parse("8/27")
    verdict = check(as_run(_own_scale, inputs=datasets([0, 1], 2)), PureDP(eps="4/5"))
    assert sorted(_labels(verdict), key=len) == ["()", "(0,)"]


def test_clipping_that_was_forgotten_is_found_with_discrete_noise() -> None:
    """A sum that moves by 1 moves each weight and their total by 2 at most: ε ≤ 2·ln 2 < 1.4.

    Moved by 5, 0 has the weights 1 and 2⁻⁵, the totals being below 2 and above 2: ε > ln 32 > 3.
    """
    sets = datasets([0, 1, 5], 2, ordered=False)
    claim = PureDP(eps="7/5")
    assert set(_labels(check(as_run(_scored(5), inputs=sets), claim))) == {"()", "(5,)"}
    assert isinstance(check(as_run(_scored(1), inputs=sets), claim), Holds)


def test_a_program_with_draws_takes_data_sets_too() -> None:
    @mechanism(inputs=datasets([0, 1], 3))
    def any_of(data: list[int], draw: Any) -> bool:
        return bool(any(data) ^ draw.flip("1/4"))

    verdict = check(any_of, ApproxDP(eps="ln(3)", delta=0))
    assert isinstance(verdict, Holds)
    assert verdict.evidence == "conditional"
    with pytest.raises(ProgramError, match="give neighbours= to datasets alone"):
        check(mechanism(inputs=datasets([0, 1], 2), neighbours=[])(any_of.function), PureDP(eps=1))


def test_the_search_is_the_same_each_time_and_beyond_the_size() -> None:
    sets = datasets([("a", 0), ("b", 0)], 2, neighbours=0, contributions=3)
    pairs = larger_pairs(sets)
    assert pairs == larger_pairs(sets)
    assert pairs
    for small, large in pairs:
        assert len(large) > 2
        assert small in {tuple(k for k in large if k != gone) for gone in (0, 1)}


def test_out_of_time_says_nothing() -> None:
    with pytest.raises(Undecided):
        measure(as_run(_by_their_number, inputs=datasets([0, 1], 8)), "pure-dp", time_limit=1e-6)
