"""A parameter is sought: a dozen questions whose answers are known in closed form.

The closed forms are those of the literature, evaluated by SciPy: for Gaussian noise Balle and
Wang 2018, Theorem 8; for the others by hand, in the table.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import e, exp, log
from typing import Any

import pytest
from scipy.optimize import brentq
from scipy.special import ndtr

from dpverify.checkers.kernel.door import replay
from dpverify.checkers.next_questions.solving import PRECISION, Solution, simplest, solve
from dpverify.defs.channel import Channel
from dpverify.defs.definitions import PureDP
from dpverify.defs.definitions.registry import definition
from dpverify.defs.errors import DomainError, Undecided, UsageError
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.programs import Draw, mechanism
from dpverify.defs.target import parse_target
from examples.noise_to_choose import answers, gaussian, laplace, truth
from tests.repository.source import ROOT

CLOSE = 1e-9
"""Relative: what SciPy's numbers may be off; brackets are 10⁻³ wide."""


def analytic_gaussian(eps: float, delta: float) -> float:
    """The σ with Φ(1/(2σ) − εσ) − e^ε·Φ(−1/(2σ) − εσ) = δ."""

    def excess(sigma: float) -> float:
        half = 1 / (2 * sigma)
        return float(ndtr(half - eps * sigma) - exp(eps) * ndtr(-half - eps * sigma) - delta)

    return float(brentq(excess, 0.5, 20, xtol=1e-14, rtol=1e-14))


QUESTIONS: dict[str, tuple[Any, tuple[Any, ...], str, str, Callable[[], Any]]] = {
    "Gaussian, (1, 1e-6)": (gaussian, ("approx-dp", {"eps": 1, "delta": "1e-6"}), "sigma",
                            "smallest", lambda: analytic_gaussian(1, 1e-6)),
    "Gaussian, (1/2, 1e-3)": (gaussian, ("approx-dp", {"eps": "1/2", "delta": "1e-3"}), "sigma",
                              "smallest", lambda: analytic_gaussian(0.5, 1e-3)),
    "Gaussian, ρ = 1/(2σ²)": (gaussian, ("zcdp", {"rho": "1/8"}), "sigma", "smallest",
                              lambda: 2),
    "Gaussian, μ = 1/σ": (gaussian, ("gaussian-dp", {"mu": "1/3"}), "sigma", "smallest",
                          lambda: 3),
    "Laplace, ε = 1/b": (laplace, ("pure-dp", {"eps": "1/3"}), "scale", "smallest",
                         lambda: 3),
    "Laplace, δ = 1 − exp((ε − 1/b)/2)": (
        laplace, ("approx-dp", {"eps": "1/2", "delta": "1/100"}), "scale", "smallest",
        lambda: 1 / (0.5 - 2 * log(0.99))),
    "a coin, ε = ln(p/(1 − p))": (truth, ("pure-dp", {"eps": 1}), "p", "largest",
                                  lambda: e / (1 + e)),
    "a coin, total variation 2p − 1": (truth, ("total-variation", {"delta": "1/5"}), "p",
                                       "largest", lambda: 0.6),
    "a coin, δ = p − e^ε·(1 − p)": (truth, ("approx-dp", {"eps": 1, "delta": "1/10"}), "p",
                                    "largest", lambda: (0.1 + e) / (1 + e)),
    "n answers, ε = n·ln 3": (answers, ("pure-dp", {"eps": 5}), "n", "largest",
                              lambda: 5 / log(3)),
    "geometric noise": (library_mechanism("geometric").with_parameters(n=2),
                        ("pure-dp", {"eps": "1/2"}), "eps", "largest", lambda: 0.5),
}  # fmt: skip


BETWEEN = {"a coin, δ = p − e^ε·(1 − p)": ("1/2", "9/10")}
"""Where the claim turns twice: below 1/2 the coin lies more often than not."""


SLOW = {"Gaussian, (1/2, 1e-3)", "Gaussian, μ = 1/σ", "Laplace, δ = 1 − exp((ε − 1/b)/2)"}


@pytest.mark.long
@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow) if n in SLOW else n for n in QUESTIONS]
)
def test_the_answer_is_between_both_values(name: str) -> None:
    program, (kind, given), parameter, side, answer = QUESTIONS[name]
    claim = definition(kind, **given)
    found = solve(program, claim, parameter, precision="1e-3", between=BETWEEN.get(name))
    lower, upper = float(found.lower), float(found.upper)
    assert lower * (1 - CLOSE) <= answer() <= upper * (1 + CLOSE)
    assert found.side == side
    assert found.changes >= 1
    assert found.stopped is None
    whole = type(program.parameters[parameter]) is int
    assert found.upper - found.lower <= (1 if whole else found.upper / 10**3)
    assert found.holds.holds
    assert found.fails.fails
    assert [replay(document).status for document in found.documents] == ["accepted"] * 2


def test_of_several_answers_the_claim_may_have_a_delta() -> None:
    """Two answers: 9/16 − 3·1/16 = 3/8 of δ at ln 3, where one has 0: 1/4 lies between."""
    claim = definition("approx-dp", eps="ln(3)", delta="1/4")
    found = solve(answers, claim, "n")
    assert [found.holds_at, found.fails_at] == [Fraction(1), Fraction(2)]


def test_a_value_at_which_the_claim_turns_exactly_is_met() -> None:
    """A short number is tried first: 3/5 itself, where the claim still holds."""
    found = solve(truth, definition("total-variation", delta="1/5"), "p")
    assert found.holds_at == Fraction(3, 5)
    assert 0 < found.fails_at - found.holds_at <= PRECISION


def test_two_values_may_be_named() -> None:
    found = solve(truth, PureDP(eps=1), "p", between=("9/10", "1/2"), precision="1/10")
    assert Fraction(1, 2) <= found.lower < found.upper <= Fraction(9, 10)


@mechanism(inputs=[0, 1])
def dented(bit: int, draw: Draw, *, k: int = 2) -> int:
    """The truth with probability 3/4, at k = 5 always."""
    return bit if k == 5 or (k < 8 and draw.flip("3/4")) else int(draw.flip("1/2"))


def test_nothing_is_said_of_values_that_were_not_tried() -> None:
    """ε is ln 7 below 8, infinite at 5 and 0 from 8 on: the bracket is right, and no more."""
    found = solve(dented, PureDP(eps=1), "k", between=(2, 20))
    assert [found.fails_at, found.holds_at] == [Fraction(7), Fraction(8)]


def test_a_claim_that_turns_twice_says_so() -> None:
    """|2p − 1| ≤ 1/5 on [2/5, 3/5]: from 3/4 the nearer turn is meant; the other one is seen."""
    found = solve(truth, definition("total-variation", delta="1/5"), "p", precision="1/10")
    assert found.holds_at == Fraction(3, 5)
    assert found.changes == 2


def test_a_target_is_decided_apart() -> None:
    target = parse_target(f"{ROOT}/examples/noise_to_choose.py:answers")
    assert target is not None
    found = solve(target, PureDP(eps="3/2"), "n")
    assert [found.holds_at, found.fails_at] == [Fraction(1), Fraction(2)]
    assert found.subject.endswith("noise_to_choose.py:answers")
    assert found.holds.run is not None
    assert len(found.holds.run.hash_seeds) >= 2


def test_time_that_ends_leaves_a_wider_bracket(monkeypatch: pytest.MonkeyPatch) -> None:
    """After so many values no further one is tried, and both ends still have their verdicts."""
    monkeypatch.setattr("dpverify.checkers.next_questions.solving.MOST_TRIED", 5)
    found = solve(truth, PureDP(eps=1), "p")
    assert found.stopped == "5 values were tried"
    assert found.holds.holds
    assert found.fails.fails
    assert found.lower < found.upper


@mechanism(inputs=[0, 1])
def coin(bit: int, draw: Draw, *, p: Any = "1/2", said: Any = "yes", loud: bool = False) -> Any:
    return said if draw.flip(p) else loud or bit < 0


@pytest.mark.parametrize(
    ("ask", "error", "said"),
    [
        (lambda: solve(coin, PureDP(eps=1), "q"), UsageError, "no parameter 'q'"),
        (lambda: solve(coin, PureDP(eps=1), "said"), UsageError, "must be a number"),
        (lambda: solve(coin, PureDP(eps=1), "loud"), UsageError, "must be a number"),
        (lambda: solve(truth, PureDP(eps=1), "p", between=("1/2", "3/5")), Undecided,
         "holds at p=1/2 and holds at p=3/5"),
        (lambda: solve(truth, PureDP(eps=1), "p", between=("1/2", "exp(-1)")), UsageError,
         "irrational"),
        (lambda: solve(answers, PureDP(eps=1), "n", between=("1/2", 3)), UsageError,
         "whole number"),
        (lambda: solve(truth, PureDP(eps=1), "p", precision=2), UsageError, "precision"),
        (lambda: solve(truth, PureDP(eps=1), "p", time_limit=-1), DomainError, "time limit"),
        (lambda: solve(truth, "pure-dp", "p"), UsageError, "the claim is"),  # type: ignore[arg-type]
        (lambda: solve(Channel(["0", "1"], ["a"], [[1], [1]]), PureDP(eps=1), "p"),  # type: ignore[arg-type]
         UsageError, "give a function under"),
    ],
)  # fmt: skip
def test_bad_questions_are_refused(
    ask: Callable[[], Solution], error: type[Exception], said: str
) -> None:
    with pytest.raises(error, match=said):
        ask()


def test_where_the_verdict_never_turns_nothing_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The coin says nothing about its input, with any p that is a probability."""
    monkeypatch.setattr("dpverify.checkers.next_questions.solving.NEAR", 1)
    monkeypatch.setattr("dpverify.checkers.next_questions.solving.DOUBLINGS", 1)
    with pytest.raises(Undecided, match="from p=1/4 to p=1 no two values at which"):
        solve(coin, PureDP(eps=1), "p")


def test_a_solution_is_no_boolean() -> None:
    with pytest.raises(TypeError, match="holds_at"):
        bool(solve(truth, PureDP(eps=1), "p", precision="1/2"))


@pytest.mark.parametrize(
    ("low", "high", "answer"),
    [("1/3", "1/2", "1/2"), ("2/7", "3/8", "1/3"), ("5/2", "7/2", "3"), ("-3/4", "-2/3", "-2/3")],
)
def test_simplest_fractions(low: str, high: str, answer: str) -> None:
    """By hand: the smallest denominator in the range."""
    assert simplest(Fraction(low), Fraction(high)) == Fraction(answer)
