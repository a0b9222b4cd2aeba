"""Proposition 26: the written-down φ does what the multiset criterion says some bijection does."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from dpverify.checkers.knowledge.convolution import views
from dpverify.checkers.knowledge.phi import REDUCIBLE, symbolic_phi
from dpverify.checkers.knowledge.reducible import bijection, chain
from dpverify.defs.errors import UsageError
from dpverify.defs.knowledge import Records
from dpverify.defs.knowledge.queries import Query
from dpverify.defs.numbers import Value
from tests.checkers.knowledge.scenarios import random_scenario


@pytest.mark.parametrize("name", REDUCIBLE)
def test_phi_is_a_bijection_that_keeps_every_probability(name: str) -> None:
    """P(o | t, b₁) = P(φ(o) | t, b₂) for all t, o, b₁, b₂; and the criterion agrees."""
    seen = 0
    for seed in range(60):
        made = random_scenario(Random(seed), (name,))  # noqa: S311 (test data)
        theta = made.family[0]
        if not isinstance(theta, Records) or theta.random:
            continue
        for view in views(made):
            assert chain(view) is not None
            for first, second in product(view.slices, repeat=2):
                phi = symbolic_phi(made.query, theta.n, first.known, second.known)
                some = bijection(view, first, second)
                assert some is not None
                outputs = {o for t in view.values for o in first.laws[t]}
                assert len({phi(o) for o in outputs}) == len(outputs)
                for t in view.values:
                    for o in outputs:
                        p = first.laws[t].get(o, Value(0))
                        assert p == second.laws[t].get(phi(o), Value(0)), made.to_dict()
                        assert p == second.laws[t].get(some.get(o, ""), Value(0))
                seen += len(outputs)
    assert seen > 100


def test_other_queries_have_no_phi() -> None:
    """In one line."""
    with pytest.raises(UsageError, match="Proposition 26"):
        symbolic_phi(Query("histogram"), 2, "0", "1")
