"""Worst inputs: the tight values of the field, and exact probabilities along the walks."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from dpverify.checkers.continuous.limits import leading, limit
from dpverify.checkers.continuous.walks import corner
from dpverify.checkers.continuous.words import probability
from dpverify.checkers.continuous.worst_inputs import WorstCase, worst_inputs
from dpverify.checkers.kernel.certificates.alignment import boxes
from dpverify.checkers.kernel.certificates.decay import decay_rate
from dpverify.defs.continuous.trace import trace
from dpverify.defs.documents.shift import Shift
from dpverify.defs.errors import UsageError
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.numbers.exponential_polynomial import ExpPoly
from dpverify.defs.programs import Draw, mechanism

F = Fraction
ONE = F(1)


def worst(name: str, relation: str | None = None, **settings: int) -> WorstCase:
    """The worst case of a mechanism of the library."""
    return worst_inputs(library_mechanism(name).with_parameters(**settings), relation)


def truths() -> Iterator[tuple[str, int, int, F]]:
    """(id, n, c, ε): the benchmark set's own numbers."""
    for n, c in product((1, 2, 3, 5, 10), (1, 2)):
        yield "B20", n, c, min(F(n, 4 * c), ONE)
        if n >= 2 * c + 1:
            yield "B23", n, c, F(1 + 6 * c, 4)
        if n >= 3 * c:
            yield "B32", n, c, ONE
    yield "B23", 1, 1, F(1, 4)
    yield "B23", 2, 1, F(3, 2)
    for n in (4, 5):
        yield "B29", n, 1, F(n, 4)


@pytest.mark.parametrize(("name", "n", "c", "eps"), [*truths()])
def test_sparse_vectors(name: str, n: int, c: int, eps: F) -> None:
    """Both bounds are the number that is known."""
    found = worst(name, n=n, c=c)
    assert (found.lower, found.upper) == (eps, eps)
    assert found.exact
    assert found.symbolic


@pytest.mark.sampled(4)
@pytest.mark.parametrize("n", [2, 3, 5, 10])
def test_the_others(n: int) -> None:
    """B11, B12, B17 ε for n ≥ 2; B13 nε/2; B25 nε/2; B14 and B24 ∞."""
    for name, eps in (("B11", ONE), ("B12", ONE), ("B17", ONE), ("B13", F(n, 2))):
        found = worst(name, n=n)
        assert (found.lower, found.upper) == (eps, eps), name
    if n <= 5:
        found = worst("B25", n=n)
        assert (found.lower, found.upper) == (F(n, 2), F(n, 2))
    for name in ("B14", "B24"):
        found = worst(name, n=n)
        assert (found.lower, found.upper) == (None, None), name
        assert found.walk is not None
        assert found.exact


@pytest.mark.slow
def test_the_adaptive_ones_meet_at_the_corners() -> None:
    """B30 and B31, n = 3, c = 2: affine shifts show 13/24, shifts at each corner 1/2."""
    for name in ("B30", "B31"):
        found = worst(name, n=3, c=2)
        assert (found.lower, found.upper) == (F(1, 2), F(1, 2))


def test_a_scale_that_does_not_fall_with_eps() -> None:
    """B10, Lap(ε): 1/ε in nats, at that ε."""
    found = worst_inputs(library_mechanism("B10").with_parameters(eps="1/10"))
    assert (found.lower, found.upper, found.symbolic) == (F(10), F(10), False)


def test_prefix_sums_under_either_relation() -> None:
    """B06: ε where one entry moves, nε where all do."""
    assert worst("B06", n=10).lower == worst("B06", n=10).upper == 1
    found = worst("B06", "A", n=10)
    assert (found.lower, found.upper) == (F(10), F(10))


WALKS = [
    ("B01", {}),
    ("B03", {"n": 2}),
    ("B11", {"n": 3}),
    ("B12", {"n": 3}),
    ("B13", {"n": 3}),
    ("B17", {"n": 3}),
    ("B20", {"n": 3}),
    ("B22", {"n": 3}),
    ("B23", {"n": 3}),
    ("B25", {"n": 3}),
    ("B27", {"n": 2}),
    ("B28", {"n": 3}),
    ("B29", {"n": 3}),
    ("B31", {"n": 3}),
    ("B32", {"n": 3}),
]


@pytest.mark.parametrize(("name", "settings"), WALKS)
def test_exact_probabilities_decay_like_that(name: str, settings: dict[str, int]) -> None:
    """The word's exact probability on D, and its ratio to that on D': e^{kε} for every ε.

    Independent of both bounds: an integral over the noises, its leading term in the gap.
    """
    program = library_mechanism(name).with_parameters(**settings)
    found = worst_inputs(program)
    walk = found.walk
    assert walk is not None
    assert walk.rate is not None
    single = len(found.family.entries) == 1 and not isinstance(program.first_inputs(1)[0], tuple)
    elements = []
    for given in walk.inputs:
        traced = trace(program, given[0] if single else given)
        released = [Shift.of(x) for x in walk.released]
        elements.append(probability(traced, walk.word, released))
    growth, _ = leading(elements[0])
    assert {gap: rate for gap, rate, _ in growth} == {"g": -walk.rate}
    ratio = limit(*elements)
    assert ratio.numerator == ratio.denominator * ExpPoly.exp(Shift.of(walk.rate))
    assert not ratio.infinite


def test_impossible_words() -> None:
    """B24 and B14: the word is possible on D for g = 0, impossible a few steps further."""
    for name in ("B14", "B24"):
        program = library_mechanism(name).with_parameters(n=2)
        walk = worst_inputs(program).walk
        assert walk is not None
        assert walk.rate is None
        released = [Shift.of(x) for x in walk.released]
        base = tuple(Shift.of(x) for x in walk.decay.base)
        here = probability(trace(program, base), walk.word, released)
        far = trace(program, walk.inputs[1])
        assert here.at(ONE).sign() == 1
        assert walk.word not in far.words or probability(far, walk.word, released).is_zero


def test_certificates_are_those_that_are_checked() -> None:
    """The walk's own certificate shows its rate once more."""
    found = worst("B23", n=5, c=2)
    assert found.walk is not None
    family = found.family
    again = decay_rate(
        family.traced.noises,
        family.traced.words[found.walk.word],
        family.entries,
        boxes(found.relation, 5),
        found.walk.decay,
    )
    assert again == found.walk.rate == F(13, 4)


def test_without_noise_anything_shows() -> None:
    """A program that tells whether q is above 0 when its noise is: no alignment, and ∞ shown."""

    @mechanism(inputs=[0, 1])
    def bare(query: Any, draw: Draw) -> Any:
        return query - draw.exponential(1) > 0

    found = worst_inputs(bare, "A")
    assert (found.lower, found.upper) == (None, None)


def test_a_program_that_ignores_its_input() -> None:
    """0, from both sides."""

    @mechanism(inputs=[0, 1])
    def silent(query: Any, draw: Draw) -> Any:
        del query
        return draw.laplace(1) > 0

    found = worst_inputs(silent, "A")
    assert found.lower == found.upper == 0


def test_a_relation_is_needed() -> None:
    """A program that does not say how its entries move."""

    @mechanism(inputs=[0, 1])
    def plain(query: Any, draw: Draw) -> Any:
        return query + draw.laplace(1) > 0

    with pytest.raises(UsageError, match="does not say how its entries move"):
        worst_inputs(plain)


def test_corner() -> None:
    """Up where the slope is positive, else down; where it is 0, as given."""
    zero = F(0)
    box = ((-ONE, ONE), (-ONE, ONE), (zero, ONE))
    assert corner(box, (2.0, -1.0, 0.0), (zero, zero, zero)) == (ONE, -ONE, zero)
    assert corner(box, (0.0, 0.0, 0.0), (zero, F(3), F(-1))) == (zero, ONE, zero)
