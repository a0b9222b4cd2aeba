"""Every false neighbour of a true statement falls, by each way of examination on its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from dpverify.checkers.smt.answer import Limits
from dpverify.checkers.smt.process import ProcessSolver, solver_named
from dpverify.proofs.bounded import refute_within
from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.examine import Options, examine
from dpverify.proofs.registry import entries, entry
from dpverify.proofs.search import search
from dpverify.proofs.simplify import simplified
from dpverify.proofs.suite import as_registered, row
from tests.quality.test_shrink_quality import largest_denominator

MUTANTS = [
    pytest.param(each, mutant, id=f"{each.id}~{mutant.name}")
    for each in entries()
    for mutant in each.mutants
]


# Where a solver is asked at all: some claims have no term.
BOUNDED = [each for each in MUTANTS if getattr(each.values[0], "shapes", ())]
# What one way misses falls by the other; the suite asks that each falls by one of them.
NOT_BY_SEARCH = {
    "pk.pure-ppkdp-implies-apkdp~impossible-values",  # a weight that is exactly 0
}
# From so many records on an instance meets the hypotheses; of 4,000 with fewer, none did.
MORE_RECORDS = {"pk.theorem-4.known-records": 4}
LARGEST = 3
NOT_BY_SOLVER = {
    "pk.pure-ppkdp-implies-apkdp~half-the-eps",  # e^(ε/2), the root of the odds, has no term
    "guessing.posterior.simplified-bound~half",  # the same root
    "dp.bounded-range-implies-pure~half",  # the same root
    "dp.hypothesis-testing.region~half-the-eps",  # the same root
    "dp.pufferfish.from-local~half",  # the same root
    "dp.pufferfish.post-processing~half",  # the same root
    "dp.poisson-subsampling.pure~linear",  # e^(qε), a power with a real exponent, has none either
}


def _without(given: list[Any], names: set[str]) -> list[Any]:
    return [each for each in given if each.id not in names]


@pytest.fixture(scope="module")
def z3() -> Iterator[ProcessSolver]:
    """One process for all questions: to start one takes longer than most answers."""
    with solver_named("z3") as solver:
        yield solver


@pytest.mark.sampled(9)
@pytest.mark.parametrize(("entry", "mutant"), _without(MUTANTS, NOT_BY_SEARCH))
def test_the_search_alone_kills_it(entry: Entry, mutant: Mutant) -> None:
    """Generated instances suffice; what refutes is at most 3×3 with denominators of at most 100.

    A statement about larger objects alone has none that are smaller: to shrink one would take all
    the time there is. A seed may miss what most others find, so there are five.
    """
    found = None
    least = max((low for low, _ in mutant.statement.sizes.values()), default=0)
    for seed in range(5):
        found = search(
            mutant.statement, instances=entry.instances, seed=seed, shrink=least <= LARGEST
        ).found
        if found is not None:
            break
    assert found is not None
    assert found.refutes
    small = simplified(found)
    assert small.refutes
    assert max(small.shape.values(), default=0) <= max(
        LARGEST, least, MORE_RECORDS.get(entry.id, 0)
    )
    assert largest_denominator(small) <= 100


@pytest.mark.long
@pytest.mark.parametrize(("entry", "mutant"), _without(BOUNDED, NOT_BY_SOLVER))
def test_a_solver_alone_kills_it(entry: Entry, mutant: Mutant, z3: ProcessSolver) -> None:
    """The shapes at which the true statement is proved suffice to refute the false one."""
    found = refute_within(mutant.statement, entry.shapes, [z3], Limits()).found
    assert found is not None
    assert found.refutes


@pytest.mark.long
def test_a_true_statement_survives() -> None:
    """The control: a mutant that is no mutant is not killed, and the entry says so."""
    pure = entry("dp.two-forms.pure")
    control = Mutant("control", "nothing", pure.statement)
    tampered = replace(pure, mutants=(control, pure.mutants[0]))
    with solver_named("z3") as solver:
        outcome = examine(tampered, [solver], Options())
    assert outcome.survived == ("control",)
    assert outcome.killed == (pure.mutants[0].name,)
    assert not as_registered(row(tampered, outcome))
