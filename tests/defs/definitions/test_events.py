"""Events over small sets of outputs."""

from __future__ import annotations

from dpverify.defs.definitions.events import events, probability, subsets, within
from dpverify.defs.logic import EXACT
from dpverify.defs.numbers import Value
from tests.defs.matrices import values


def test_all_events_in_a_fixed_order() -> None:
    """By size, then lexicographically; 2^m of them."""
    assert list(events(2)) == [(), (0,), (1,), (0, 1)]
    assert len(list(events(5))) == 32
    assert list(subsets([])) == [()]
    assert list(subsets([1, 3])) == [(), (1,), (3,), (1, 3)]


def test_probabilities_of_events() -> None:
    """Sums over the event; P(S) ≤ e^ε Q(S) includes equality."""
    p, q = values("3/4", "1/4"), values("1/4", "3/4")
    assert probability(p, (0, 1), EXACT) == 1
    assert probability(p, (), EXACT) == 0
    assert within(p, q, (0,), Value(3), EXACT)
    assert not within(p, q, (0,), Value(2), EXACT)
