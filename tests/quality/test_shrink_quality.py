"""Finding a counterexample is one thing; that it is small enough to read is another.

That every mutant of an entry falls to a small one is in `tests/mutants/test_entry_mutants.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeVar

import pytest
from hypothesis import find, settings
from hypothesis.strategies import SearchStrategy

from dpverify.checkers import strategies
from dpverify.checkers.exact import decide_channel
from dpverify.defs.channel import Channel
from dpverify.defs.definitions import ApproxDP
from dpverify.proofs.instances import Instance
from dpverify.proofs.registry import entry
from dpverify.proofs.search import search
from dpverify.proofs.simplify import simplified

T = TypeVar("T")


def minimal(strategy: SearchStrategy[T], condition: Callable[[T], bool]) -> T:
    """What the condition's examples shrink to."""
    return find(strategy, condition, settings=settings(database=None, max_examples=2000))


def matrix(channel: Channel) -> list[list[str]]:
    """The entries as text."""
    return [[str(value) for value in channel.row(i)] for i in range(len(channel.inputs))]


def refuting(name: str, seed: int) -> Instance:
    """The counterexample that the search reports for an entry."""
    found = search(entry(name).statement, seed=seed).found
    assert found is not None
    return simplified(found)


def largest_denominator(instance: Instance) -> int:
    """Over all rational entries of all channels; 1 where there is none."""
    denominators = (
        value.as_fraction().denominator
        for channel in instance.channels.values()
        for i in range(len(channel.inputs))
        for value in channel.row(i)
        if value.is_rational
    )
    return max(denominators, default=1)


def test_any_distribution_shrinks_to_a_sure_first_output() -> None:
    """Nothing asked, nothing shown."""
    assert list(minimal(strategies.distributions(3), lambda _: True)) == [1, 0, 0]


def test_any_channel_shrinks_to_two_inputs_and_one_output() -> None:
    """The smallest channel there is."""
    assert matrix(minimal(strategies.channels(), lambda _: True)) == [["1"], ["1"]]


def test_different_rows_shrink_to_certainties() -> None:
    """Two rows that differ: the simplest are sure of different outputs."""
    found = minimal(strategies.channels(), lambda c: c.row(0) != c.row(1))
    assert len(found.outputs) == 2
    assert {value for row in matrix(found) for value in row} <= {"0", "1", "1/2"}


def test_a_power_of_e_shrinks_to_one() -> None:
    """A channel that needs e is otherwise as plain as can be."""
    found = minimal(
        strategies.channels(entries="exponential"),
        lambda c: any("exp(1)" in text for row in matrix(c) for text in row),
    )
    assert (len(found.inputs), len(found.outputs)) == (2, 2)
    assert found.neighbours.kind == "all"
    written = {text for row in matrix(found) for text in row}
    assert written <= {"0", "1", "1/(1+exp(1))", "exp(1)/(1+exp(1))"}


def test_infinite_loss_shrinks_to_certainties() -> None:
    """One output that only one input gives."""
    found = minimal(
        strategies.channels(outputs=(2, 3)),
        lambda c: any(a.is_zero != b.is_zero for a, b in zip(c.row(0), c.row(1), strict=True)),
    )
    assert sorted(matrix(found)) == [["0", "1"], ["1", "0"]]


def test_a_violation_shrinks_to_two_by_two() -> None:
    """A channel that is not (ln 2, 1/10)-private: two inputs, two outputs, small fractions."""
    claim = ApproxDP(eps="ln(2)", delta="1/10")
    found = minimal(
        strategies.channels(outputs=(1, 4)), lambda c: not decide_channel(c, claim).holds
    )
    assert (len(found.inputs), len(found.outputs)) == (2, 2)
    assert all(v.as_fraction().denominator <= 10 for i in range(2) for v in found.row(i))


def test_a_private_channel_shrinks_to_simple_fractions() -> None:
    """Of those private by construction for ln 2, one with rows that differ: thirds."""
    found = minimal(strategies.private_channels(Fraction(2)), lambda c: c.row(0) != c.row(1))
    assert (len(found.inputs), len(found.outputs)) == (2, 2)
    assert all(v.as_fraction().denominator <= 12 for i in range(2) for v in found.row(i))


def test_any_data_distribution_shrinks_to_one_certain_record() -> None:
    """Nothing asked, nothing shown."""
    assert minimal(strategies.data_distributions(), lambda _: True) == {("0",): 1}


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_probabilistic_reading_falls_to_two_by_two(seed: int) -> None:
    """Two inputs, two outputs, halves suffice, whatever the seed."""
    found = refuting("dp.approx-as-probabilistic", seed)
    channel = found.channels["M"]
    assert (len(channel.inputs), len(channel.outputs)) == (2, 2)
    assert largest_denominator(found) <= 10


@pytest.mark.parametrize("seed", [0, 1])
def test_one_record_refutes_parallel_composition(seed: int) -> None:
    """One record that changes its value, and block mechanisms with two outputs."""
    found = refuting("dp.parallel-composition.replace-one-by-value", seed)
    assert dict(found.shape) == {"records": 1, "outputs": 2}
    assert largest_denominator(found) <= 10


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "denominator"),
    [
        # By search with hypothesis alone they were 5, 3, 7.
        ("guessing.posterior.annuli", 3),
        ("dp.convexity.visible.bounded-range", 3),
        ("par.post-processing.merging", 2),
    ],
)
def test_rows_that_depend_on_each_other_get_small_denominators(name: str, denominator: int) -> None:
    """One row alone could not be changed: the hypotheses bind it to its neighbours."""
    assert largest_denominator(refuting(name, 0)) <= denominator


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_a_smaller_shape_is_asked_again(seed: int) -> None:
    """Of two outputs one instance in forty refutes, of three one in twenty."""
    found = refuting("dp.post-processing.probabilistic", seed)
    assert found.shape == {"inputs": 2, "outputs": 2, "results": 2}
