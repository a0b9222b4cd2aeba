"""Gumbel noises that are compared with each other: probabilities against all orders, and integrals.

The law of an order v₁, v₂, … from the largest on is ∏ λ_{v_k}/(λ_{v_k} + λ_{v_{k+1}} + …): that is
the referee for parts of orders, and is itself compared with integrals over the noise.
"""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from scipy import integrate

from dpverify import PureDP, as_run, channel_of, check, measure, mechanism
from dpverify.checkers.continuous.program import program_of
from dpverify.checkers.kernel.door import replay
from dpverify.defs.continuous.races import Race, race_masses, race_of
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form, Noise, Path, Traced
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import ln, parse

RNG = np.random.default_rng()
ONE = Fraction(1)


def _ahead(a: int, b: int, gap: Any = 0, factor: Any = 1) -> Form:
    """That a is larger than b, whose score is smaller by the gap."""
    first, second = (a, Fraction(factor)), (b, -Fraction(factor))
    noises = (first, second) if a < b else (second, first)
    return Form(noises, Shift(Fraction(gap) * Fraction(factor)))


def _traced(*paths: Path, scale: Any = 1, noises: int = 3, law: str = "gumbel") -> Traced:
    words = {str(i): (path,) for i, path in enumerate(paths)}
    return Traced((Noise(law, Fraction(scale)),) * noises, words)


def _no_clock() -> None:
    """No limit."""


def _of_order(order: tuple[int, ...], rates: dict[int, float]) -> float:
    """∏ λ_{v_k}/(what is left): of one order of all."""
    return math.prod(rates[v] / sum(rates[w] for w in order[k:]) for k, v in enumerate(order))


def test_the_law_of_an_order_is_the_integral_over_the_noise() -> None:
    """P(y₀ > y₁ > y₂) of the scores 1, 0 and 1/2, by two nested integrals over densities."""
    scores = (1.0, 0.0, 0.5)

    def density(y: float, v: int) -> float:
        z = y - scores[v]
        return math.exp(-z - math.exp(-z))

    def below(y: float) -> float:  # P(y₂ < y)
        return math.exp(-math.exp(-(y - scores[2])))

    found, _ = integrate.dblquad(
        lambda y1, y0: density(y0, 0) * density(y1, 1) * below(y1), -6, 30, -6, lambda y0: y0
    )
    rates = {v: math.exp(s) for v, s in enumerate(scores)}
    assert found == pytest.approx(_of_order((0, 1, 2), rates), rel=1e-6)


@pytest.mark.parametrize("seed", range(40))
def test_a_part_of_an_order_has_the_law_of_all_orders_that_fit(seed: int) -> None:
    """Random comparisons of five noises, and a word that says nothing else."""
    chance = random.Random(seed)  # noqa: S311  a sample, no secret
    size = 5
    scores = {v: Fraction(chance.randrange(-4, 5), 4) for v in range(size)}
    ranks = chance.sample(range(size), size)
    pairs = [(a, b) for a in range(size) for b in range(size) if ranks[a] < ranks[b]]
    edges = frozenset(chance.sample(pairs, chance.randrange(1, 8)))
    rates = {v: math.exp(s) for v, s in scores.items()}
    expected = sum(
        _of_order(order, rates)
        for order in permutations(range(size))
        if all(order.index(a) < order.index(b) for a, b in edges)
    )
    found = race_masses(Race(scores, {"w": [edges]}), ONE, _no_clock)["w"]
    assert float(found) == pytest.approx(expected, rel=1e-12)


def test_a_word_that_two_paths_lead_to() -> None:
    """x₂ is the largest, of equal scores: 1/3, whichever of the two others is larger."""
    either = (
        Path((_ahead(0, 1), _ahead(2, 0))),
        Path((_ahead(1, 0), _ahead(2, 1))),
    )
    traced = Traced((Noise("gumbel", ONE),) * 3, {"2": either})
    race = race_of(traced)
    assert race is not None
    assert race_masses(race, ONE, _no_clock) == {"2": parse("1/3")}
    with_others = {"2": either, "0": (Path((_ahead(0, 1), _ahead(0, 2))),),
                   "1": (Path((_ahead(1, 0), _ahead(1, 2))),)}  # fmt: skip
    race = race_of(Traced(traced.noises, with_others))
    assert race is not None
    assert set(race_masses(race, ONE, _no_clock).values()) == {parse("1/3")}


def test_words_that_say_more_than_the_largest_are_added_up() -> None:
    """Of scores 1, 0, 0 the word of x₀ > x₁ > x₂ has e/(e + 2)·1/2; no word is all of x₀."""
    race = race_of(
        _traced(
            Path((_ahead(0, 1, 1), _ahead(1, 2))),
            Path((_ahead(0, 2, 1), _ahead(2, 1))),
            Path((_ahead(1, 0, -1), _ahead(1, 2))),
            Path((_ahead(2, 0, -1), _ahead(2, 1))),
        )
    )
    assert race is not None
    masses = race_masses(race, ONE, _no_clock)
    assert masses["0"] == parse("exp(1)/(2*(exp(1)+2))") == masses["1"]
    assert masses["2"] == parse("1/(exp(1)+2)") == masses["3"]


@pytest.mark.parametrize(
    "traced",
    [
        _traced(Path((_ahead(0, 1),)), law="laplace"),
        _traced(Path((_ahead(0, 1),)), noises=1),
        Traced((Noise("gumbel", ONE), Noise("gumbel", 2 * ONE)), {"w": (Path((_ahead(0, 1),)),)}),
        Traced((Noise("gumbel", ONE), Noise("coin", ONE)), {"w": (Path((_ahead(0, 1),)),)}),
        _traced(Path((), (_ahead(0, 1),))),
        _traced(Path((Form(((0, ONE),), Shift(ONE)),))),
        _traced(Path((Form(((0, ONE), (1, -2 * ONE)), Shift(ONE)),))),
        _traced(Path((Form(((0, ONE), (1, ONE)), Shift(ONE)),))),
        _traced(Path((Form(((0, ONE), (1, -ONE)), Shift.of(0, g=1)),))),
        _traced(Path((_ahead(0, 1),)), Path((_ahead(1, 0, 1),))),
        _traced(Path((_ahead(0, 1, 1), _ahead(1, 2, 1), _ahead(0, 2, 1)))),
    ],
    ids=["another law", "one noise", "two scales", "a coin", "released", "with a number", "scaled",
         "a sum", "beyond all bounds", "a threshold", "no scores"],
)  # fmt: skip
def test_what_is_no_race(traced: Traced) -> None:
    assert race_of(traced) is None


def test_differences_are_in_units_of_the_scale() -> None:
    """Noise of scale 2, a gap of 3, a comparison that was multiplied by 5: e^(3/2) to 1."""
    race = race_of(_traced(Path((_ahead(0, 1, 3, 5),)), Path((_ahead(1, 0, -3),)), scale=2))
    assert race is not None
    assert race_masses(race, ONE, _no_clock)["0"] == parse("exp(3/2)/(exp(3/2)+1)")
    assert race_masses(race, 2 * ONE, _no_clock)["0"] == parse("exp(3)/(exp(3)+1)")


def test_too_many_orders_are_left_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dpverify.defs.continuous.races.MOST_SETS", 3)
    edges = frozenset((a, b) for a in (0, 1, 2) for b in (3, 4))
    with pytest.raises(Undecided, match="too many orders"):
        race_masses(Race(dict.fromkeys(range(5), ONE), {"w": [edges]}), ONE, _no_clock)


@mechanism(inputs=[(0, 0, 0), (1, 0, 0), (0, 1, 0)], neighbours="all")
def chosen(scores: Any, draw: Any, eps: Any = "1") -> int:
    """The exponential mechanism of sensitivity 1, by Gumbel noise."""
    noisy = [score + draw.gumbel(2 / eps) for score in scores]
    return max(range(3), key=lambda i: noisy[i])


@pytest.mark.parametrize("eps", ["1", "3/7"])
def test_the_exponential_mechanism(eps: str) -> None:
    """P(i) = e^(ε·s_i/2)/Σ; from (1, 0, 0) to (0, 1, 0) the loss of 0 is ε/2."""
    made = chosen.with_parameters(eps=eps)
    channel = channel_of(made)
    assert channel.probability("(1, 0, 0)", "0") == parse(f"exp({eps}/2)/(exp({eps}/2)+2)")
    assert measure(made, "pure-dp").tight["eps"] == parse(f"({eps})/2")
    fails = check(made, PureDP(eps="1/10"))
    assert fails.fails
    assert replay(fails.to_dict()).status == "accepted"


def test_the_two_largest_of_real_code() -> None:
    """Which is largest and which second, of the scores x, 0 and 3/2, in the order of a list.

    The order (0, 1) has e^x/Σ·1/(1 + e^(3/2)), so that 1 is likelier than 0 there by
    e·(e^(3/2) + 2)/(e^(3/2) + e + 1).
    """

    def two(x: int) -> tuple[int, int]:
        noisy = np.array([x, 0, 1.5]) + RNG.gumbel(0, 1, size=3)
        first, second = np.argsort(-noisy)[:2]
        return int(first), int(second)

    code = as_run(two, inputs=[0, 1])
    result = measure(code, "pure-dp")
    assert result.evidence == "idealised"
    ratio = parse("exp(1)*(exp(3/2)+2)/(exp(3/2)+exp(1)+1)")
    back = parse("(exp(3/2)+exp(1)+1)/(exp(3/2)+2)*(exp(1)+1)/2")
    # (2, 1) has e^(3/2)/Σ·1/(e^x + 1), so that 0 is likelier than 1 there.
    assert result.tight["eps"] == ln(max(ratio, back))


def test_a_threshold_of_gumbel_noise_is_no_channel() -> None:
    """P(G > t) = 1 − e^(−e^(−t)) is no number that is exact here."""

    @mechanism(inputs=[0, 1], neighbours="all")
    def above(x: int, draw: Any) -> bool:
        return bool(x + draw.gumbel(1) > 0)

    assert program_of(above, one_value=True).no_channel is not None
