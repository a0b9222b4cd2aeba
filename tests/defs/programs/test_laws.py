"""The laws: exact probabilities, sums of 1, tails in closed form."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import exp, isclose, log2
from typing import Any

import pytest

from dpverify.defs.errors import ProgramError
from dpverify.defs.numbers import Value, parse, total
from dpverify.defs.programs import channel_of, laws, mechanism
from dpverify.defs.programs.laws import Law


def listed(law: Law, most: int = 10**6) -> dict[object, Value]:
    """The first branches of a law."""
    found: dict[object, Value] = {}
    i = 0
    while i < most and (branch := law.branch(i)) is not None:
        found[branch[0]] = Value(branch[1])
        if branch[2] > -1000:  # beyond that the float that we compare with is 0
            assert isclose(branch[2], log2(Value(branch[1]).approx()), abs_tol=1e-6)
        i += 1
    return found


def test_a_flip() -> None:
    assert listed(laws.flip("1/3")) == {True: Value(Fraction(1, 3)), False: Value(Fraction(2, 3))}
    assert listed(laws.flip("exp(-1)"))[False] == 1 - parse("exp(-1)")


@pytest.mark.parametrize(("p", "value"), [(0, False), (1, True), ("0.0", False)])
def test_what_is_certain_has_one_branch(p: object, value: bool) -> None:
    assert laws.flip(p).certain
    assert listed(laws.flip(p)) == {value: Value(1)}


def test_a_choice_leaves_out_what_is_impossible() -> None:
    law = laws.choice({"a": "1/4", "b": 0, "c": Fraction(3, 4)})
    assert listed(law) == {"a": Value(1) / 4, "c": Value(3) / 4}


@pytest.mark.parametrize("ratio", ["1/2", "exp(-1/3)", "9/10"])
@pytest.mark.parametrize("low", [-7, -1, 0, 3])
def test_the_clamped_laplace_law_is_the_laplace_law_clamped(ratio: str, low: int) -> None:
    """Against the sum of the series, term by term, in floats; exactly for the sum of all."""
    high = low + 4
    law = listed(laws.clamped_laplace(None, ratio, low, high))
    r = parse(ratio).approx()
    by_hand = dict.fromkeys(range(low, high + 1), 0.0)
    for k in range(-600, 601):
        by_hand[max(low, min(high, k))] += (1 - r) / (1 + r) * r ** abs(k)
    assert total(law.values()) == 1
    assert all(isclose(law[k].approx(), by_hand[k], abs_tol=1e-12) for k in by_hand)


def test_the_laplace_law_lists_both_signs() -> None:
    law = listed(laws.discrete_laplace("3", None), 5)
    r = parse("exp(-1/3)")
    assert list(law) == [0, 1, -1, 2, -2]
    assert law[-2] == (1 - r) / (1 + r) * r**2


def test_a_geometric_law_with_a_limit_has_its_tail_on_the_end() -> None:
    law = listed(laws.geometric("1/3", 2))
    assert law == {0: Value(2) / 3, 1: Value(2) / 9, 2: Value(1) / 9}


@pytest.mark.parametrize("sigma2", [Fraction(1, 4), 1, 7])
def test_the_gaussian_law_is_bounded_from_below_and_tightly(sigma2: Fraction) -> None:
    """Each mass is at most the probability, and less than 10⁻¹² below it."""
    law = listed(laws.discrete_gaussian(sigma2), 41)
    whole = sum(exp(-k * k / (2 * float(sigma2))) for k in range(-200, 201))
    for k, mass in law.items():
        true = exp(-(int(str(k)) ** 2) / (2 * float(sigma2))) / whole
        assert isclose(mass.approx(), true, rel_tol=1e-12, abs_tol=1e-200)
    assert total(law.values()) < 1


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (lambda: laws.flip(0.5), "write '0.5'"),
        (lambda: laws.flip("5/4"), "between 0 and 1"),
        (lambda: laws.flip("-1/4"), "between 0 and 1"),
        (lambda: laws.flip("ln(2)"), "cannot be a probability"),
        (lambda: laws.choice({}), "give a mapping"),
        (lambda: laws.choice({1: "1/2"}), "sum to '1/2'"),
        (lambda: laws.uniform({1, 2}), "a list, a tuple or a range"),
        (lambda: laws.geometric(1), "without 1"),
        (lambda: laws.geometric("1/2", -1), "an integer from 0"),
        (lambda: laws.discrete_laplace(None, None), "a scale, or ratio"),
        (lambda: laws.discrete_laplace(1, "1/2"), "a scale, or ratio"),
        (lambda: laws.discrete_laplace("2**(1/2)", None), "irrational"),
        (lambda: laws.clamped_laplace(1, None, 3, 2), "low is at most high"),
        (lambda: laws.clamped_laplace(1, None, None, 2), "low or high"),
        (lambda: laws.discrete_gaussian(0), "above 0"),
        (lambda: laws.discrete_gaussian(10**6), "limit"),
    ],
)
def test_what_is_no_law(given: object, words: str) -> None:
    with pytest.raises(ProgramError, match=words):
        given()  # type: ignore[operator]


def test_tables_are_told_apart_by_labels() -> None:
    """What a receiver can tell apart is not the same draw, though == says so."""

    @mechanism(inputs=[0, 1])
    def truths(x: int, draw: Any) -> Any:
        return draw.choice({((True if x else 1), "a"): "1/2", "b": "1/2"})

    @mechanism(inputs=[0, 1])
    def zeros(x: int, draw: Any) -> Any:
        return draw.choice({(-0.0 if x else 0.0): "1/2", "b": "1/2"})

    @mechanism(inputs=[0, 1])
    def nested(x: int, draw: Any) -> Any:
        return repr(draw.uniform([([1] if x else (1,)), ("b",)]))

    class Liar(str):
        """Equals everything."""

        __slots__ = ()

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 1

    @mechanism(inputs=[0, 1])
    def lies(x: int, draw: Any) -> Any:
        return draw.flip(Liar("1/3" if x else "2/3"))

    assert set(channel_of(truths).outputs) == {"(1, a)", "(True, a)", "b"}
    assert set(channel_of(zeros).outputs) == {"0.0", "-0.0", "b"}
    assert len(channel_of(nested).outputs) == 3
    try:
        found = channel_of(lies)
    except ProgramError:
        return  # a text of another type is refused
    assert found.probability("0", "True") != found.probability("1", "True")


def test_threads_do_not_list_one_law_together() -> None:
    """Both would append the value that comes next, and its probability would count twice."""
    mine = laws.geometric("1/2")
    with ThreadPoolExecutor(1) as pool:
        other = pool.submit(laws.geometric, "1/2").result()
        pool.submit(laws.forget).result()
    assert laws.geometric("1/2") is mine
    assert other is not mine
    assert other.same(mine)
