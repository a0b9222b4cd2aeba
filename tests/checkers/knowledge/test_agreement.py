"""Both evaluators on the same scenarios: enumeration of databases, and laws of statistics."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest

from dpverify.checkers.knowledge.brute import brute_views
from dpverify.checkers.knowledge.convolution import views
from dpverify.checkers.knowledge.reducible import chain
from dpverify.checkers.knowledge.views import View
from dpverify.defs.knowledge import Records, Scenario
from dpverify.defs.numbers import Real, Value, as_eps, exp
from tests.checkers.knowledge.deltas import conditional_deltas, passive_delta
from tests.checkers.knowledge.scenarios import random_scenario, scenario, voters

EPS = ("0", "1/2", "ln(2)")
BATCHES = 20
EACH = 100
COIN = {"0": "1/2", "1": "1/2"}


def apk(view: View, eps: str) -> Value | Real:
    """max over pairs and b of APK_b."""
    found = [max(conditional_deltas(view, pair, eps)) for pair in view.pairs()]
    return max(found, default=Value(0))


def ppk(view: View, eps: str) -> Value | Real:
    """max over pairs of PPK."""
    found = [passive_delta(view, pair, eps) for pair in view.pairs()]
    return max(found, default=Value(0))


def by_definition(view: View, values: tuple[str, str], eps: str) -> Value:
    """E over (O, B) given t of max(0, 1 − e^{ε−L}): the thesis' own form, with losses as ratios."""
    found = Value(0)
    odds = exp(as_eps(eps))
    for each in view.slices:
        p, q = (each.laws[t] for t in values)
        for output, mass in p.items():
            ratio = odds * q.get(output, Value(0)) / mass if not mass.is_zero else Value(1)
            gain = 1 - ratio
            found = found + each.weight * mass * (max(0, gain))
    return found


def kind_of(made: Scenario, target: int) -> object:
    """What makes two targets alike: the group, and the weight."""
    theta = made.family[0]
    assert isinstance(theta, Records)
    group = next(j for j, (_, span) in enumerate(theta.spans()) if target in span)
    return group, made.query.weights[target] if made.query.weights else None


@pytest.mark.sampled(15)
@pytest.mark.parametrize("batch", range(BATCHES))
def test_two_thousand_random_scenarios(batch: int) -> None:
    """δ of both definitions and reducibility agree exactly; PPK = Σ P(b)·APK_b, by definition."""
    random = Random(batch)  # noqa: S311 (test data, no secret)
    for number in range(EACH):
        made = random_scenario(random)
        eps = EPS[number % len(EPS)]
        plain = {kind_of(made, view.target): view for view in brute_views(made)}
        quick = {kind_of(made, view.target): view for view in views(made)}
        assert plain.keys() == quick.keys(), made.to_dict()
        for kind, view in plain.items():
            other = quick[kind]
            assert apk(view, eps) == apk(other, eps), made.to_dict()
            assert ppk(view, eps) == ppk(other, eps), made.to_dict()
            assert (chain(view) is None) == (chain(other) is None), made.to_dict()
            for pair in permutations(other.values, 2):
                deltas = conditional_deltas(other, pair, eps)
                weighted = (w.weight * d for w, d in zip(other.slices, deltas, strict=True))
                assert passive_delta(other, pair, eps) == sum(weighted, start=Value(0))
                assert passive_delta(view, pair, eps) == by_definition(view, pair, eps)


def test_injected_values_agree() -> None:
    """Values of probability 0 take part where the attacker sets what is known."""
    made = scenario(
        records=[
            {"count": 2, "values": {"0": "1", "1": "0"}},
            {"values": {"0": "1/2", "1": "1/2"}},
        ],
        known={"counts": [2, 0]},
        injected=True,
        mechanism={"name": "thresholded-count", "threshold": 1},
    )
    plain, quick = brute_views(made)[0], next(iter(views(made)))
    assert apk(plain, "0") == apk(quick, "0") == 1
    assert ppk(plain, "0") == ppk(quick, "0") == 0
    assert sum(each.weight.is_zero for each in quick.slices) == 2


def test_the_small_instance() -> None:
    """n = 10, T = 3, three known, p = 1/20, ε = 0: by hand, from binomial tails."""
    view = next(iter(views(voters(10, 3, "1/20", 3))))
    deltas = [max(pair) for pair in zip(*(conditional_deltas(view, p, "0") for p in view.pairs()),
                                        strict=True)]  # fmt: skip
    assert [str(d) for d in deltas] == [
        "6859/3200000", "390963/12800000", "7428297/32000000", "47045881/64000000",
    ]  # fmt: skip
    assert str(ppk(view, "0")) == "987963501/128000000000"
