"""Answers for many queries: the numbers of the field, for a thousand queries as for twenty.

B20, B21: ε for n ≥ 4c and n/(4c) below (Lyu, Su, Li 2017); B32: ε for n ≥ 3c; B23: (1 + 6c)/4·ε;
B25: nε/2; B24: ∞. `test_worst_inputs.py` has the same numbers for short lists, by another method.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.kernel.door import replay
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.mechanisms.sparse_vector import algorithm_1
from dpverify.defs.numbers import INFINITY

F = Fraction


def _program(name: str, n: int, c: int | None = None, **more: Any) -> Any:
    settings = {"n": n} if c is None else {"n": n, "c": c}
    return library_mechanism(name).with_parameters(**settings, **more)


LONG = pytest.mark.long


@pytest.mark.parametrize(
    ("name", "n", "c", "eps"),
    [
        ("B20", 13, 1, F(1)), ("B21", 30, 2, F(1)), ("B23", 30, 3, F(19, 4)),
        ("B25", 15, None, F(15, 2)), pytest.param("B20", 13, 5, F(13, 20), marks=LONG),
        pytest.param("B32", 30, 5, F(1), marks=LONG),
        pytest.param("B50f", 20, 1, F(2), marks=LONG),
    ],
)  # fmt: skip
def test_the_numbers_of_the_field(name: str, n: int, c: int | None, eps: Fraction) -> None:
    found = dv.measure(_program(name, n, c), "pure-dp", all_inputs=True)
    assert found.tight["eps"] == dv.Loss(eps)
    assert found.not_rechecked is None


@pytest.mark.long
@pytest.mark.parametrize(("name", "c", "eps"), [
    ("B20", 5, F(1)), ("B21", 5, F(1)), ("B32", 5, F(1)), ("B25", None, F(500)),
])  # fmt: skip
def test_a_thousand_queries(name: str, c: int | None, eps: Fraction) -> None:
    """The document is small, and the kernel re-checks all of it."""
    found = dv.measure(_program(name, 1000, c), "pure-dp", all_inputs=True)
    assert found.tight["eps"] == dv.Loss(eps)
    assert found.not_rechecked is None
    text = found.to_json()
    assert len(text) < 100_000
    assert replay(text).status == "accepted"


def test_a_failure_in_numbers() -> None:
    """Below the loss a claim fails on two inputs; their further entries are 0."""
    found = dv.check(_program("B25", 40), dv.PureDP(eps=1), all_inputs=True)
    assert isinstance(found, dv.Fails)
    witness: Any = found.witness
    first, second = witness.entries
    assert len(first) == len(second) == 40
    assert max(abs(a - b) for a, b in zip(first, second, strict=True)) == 1
    assert witness.word.endswith("…")
    p, q = witness.probabilities
    assert float(p) > float(q) * 2.7182


def test_an_infinite_loss() -> None:
    found = dv.measure(_program("B24", 100), "pure-dp", all_inputs=True)
    assert found.tight["eps"] == INFINITY
    assert dv.check(_program("B24", 100), dv.PureDP(eps=9), all_inputs=True).fails


def test_a_claim_above_the_loss_holds_with_any_delta() -> None:
    eps = dv.ApproxDP(eps=1, delta="1/100")
    assert dv.check(_program("B20", 100, 2), eps, all_inputs=True).holds


@pytest.mark.parametrize("definition", ["zcdp", "approx-dp"])
def test_what_is_not_decided_of_very_many_runs(definition: str) -> None:
    """2^40 runs are not listed, so that nothing else may know."""
    given: dict[str, Any] = {"eps": 0} if definition == "approx-dp" else {}
    with pytest.raises(dv.Undecided, match="by steps is not decided"):
        dv.measure(_program("B25", 40), definition, all_inputs=True, **given)


def test_a_program_of_ones_own() -> None:
    """It says of which loop it is a run; its threshold is noisier, its queries are less."""

    @dv.mechanism(inputs=[(0,) * 50], neighbours="all", moves="A", loop=algorithm_1)
    def mine(vector: Any, draw: Any, *, eps: Any = 1, c: int = 3) -> Any:
        return algorithm_1(eps=eps, c=c).run(vector, draw)

    found = dv.measure(mine, "pure-dp", all_inputs=True)
    assert found.tight["eps"] == dv.Loss(1)
    assert dv.check(mine, dv.PureDP(eps="99/100"), all_inputs=True).fails
