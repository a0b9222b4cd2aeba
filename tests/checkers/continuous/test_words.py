"""Probabilities of words: sums, quadrature, hand calculations, releases, refusals."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from typing import Any

import pytest
from flint import arb, fmpq

from dpverify.checkers.continuous.words import Words, probability
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form, Noise, Path, Traced, substituted
from dpverify.defs.errors import UsageError
from dpverify.defs.numbers.exponential_polynomial import ExpPoly
from tests.checkers.continuous.programs import (
    added,
    difference,
    e,
    noisy_max,
    one_path,
    random_program,
    shifts,
    sparse_vector,
)
from tests.checkers.continuous.quadrature import chain, digits, star

F = Fraction
ONE = F(1)
E = ExpPoly.exp
LAPLACE = Noise("laplace", ONE)


def close(found: arb, expected: arb) -> bool:
    """To 30 digits, both being enclosures."""
    return bool(abs(found - expected) < arb("1e-30"))


@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("seed", range(15))
def test_the_words_sum_to_one(seed: int, gaps: bool) -> None:
    """As an identity in ε and the gaps, for random programs."""
    rng = random.Random(seed)  # noqa: S311  # test data
    traced = random_program(rng, gaps=gaps)
    words = Words(traced)
    assert added(words.probability(w) for w in traced.words) == 1


@pytest.mark.parametrize("seed", range(50))
def test_against_quadrature(seed: int) -> None:
    """50 random programs, one word each, agree with rigorous quadrature to 30 digits."""
    rng = random.Random(1000 + seed)  # noqa: S311  # test data
    traced = random_program(rng)
    word = rng.choice(sorted(traced.words))
    eps = F(rng.randint(1, 12), rng.choice((1, 5, 10)))
    (path,) = traced.words[word]
    expected = digits(lambda: star(traced, path, eps))
    assert close(probability(traced, word).ball(eps, bits=200), expected)
    assert 0 < expected < 1


@pytest.mark.parametrize("seed", range(10))
def test_gaps_against_quadrature_at_numbers(seed: int) -> None:
    """With large numbers for the gaps the element is what quadrature at those numbers gives."""
    rng = random.Random(2000 + seed)  # noqa: S311  # test data
    traced = random_program(rng, gaps=True)
    word = rng.choice(sorted(traced.words))
    gaps = {"g": F(1000), "h": F(50)}
    eps = F(1, 20)
    found = probability(traced, word)
    again = probability(substituted(traced, gaps), word)
    assert found.at(eps, gaps) == again.at(eps)


@pytest.mark.parametrize(
    ("scales", "steps"),
    [((1, 1, 1, 1), (0, 0, 0)), ((1, 2, 1, 3), (1, "-1/2", "1/3")), ((2, 1, 1, 2), (-1, 1, 0))],
)
def test_a_chain_against_nested_quadrature(scales: Any, steps: Any) -> None:
    """z0 ≥ z1 + a, z1 ≥ z2 + b, z2 ≥ z3 + c for four Laplace noises; equal ones: 1/24."""
    noises = [Noise("laplace", F(s)) for s in scales]
    a, b, c = (F(s) for s in steps)
    conditions = [difference(i, i + 1, Shift.of(-s)) for i, s in enumerate((a, b, c))]
    traced = one_path(noises, *conditions)
    found = probability(traced, "w")
    if set(scales) == {1}:
        assert found == F(1, 24)
    expected = digits(lambda: chain(traced, (a, b, c)), 130)
    assert close(found.ball(F(1), bits=200), expected)


def test_every_order_of_equal_noises() -> None:
    """n equal exponential noises come in each order with probability 1/n!."""
    noise = Noise("exponential", F(2))
    for n, count in ((2, 2), (3, 6), (5, 120)):
        steps = [difference(i, i + 1, Shift()) for i in range(n - 1)]
        assert probability(one_path([noise] * n, *steps), "w") == F(1, count)


def test_a_tree_with_two_levels() -> None:
    """Of 7 equal noises in a binary heap: 7!/(7·3·3) orders fit, so 80/5040 = 1/63."""
    steps = [difference((i - 1) // 2, i, Shift()) for i in range(1, 7)]
    for law in ("laplace", "exponential"):
        found = probability(one_path([Noise(law, F(3))] * 7, *steps), "w")
        assert found == F(1, 63)


def test_one_query_by_hand() -> None:
    """Lap(1) ≥ Lap(1) + c: e^{−cε}(2 + cε)/4 for c ≥ 0 (difference of two equal Laplace noises)."""
    for c in (0, 1, F(3, 2)):
        found = probability(one_path([LAPLACE] * 2, difference(0, 1, Shift.of(-c))), "w")
        assert found == e(-c) * (ExpPoly.eps() * c + 2) * F(1, 4)


def test_one_query_of_another_scale_by_hand() -> None:
    """Lap(b) ≥ Lap(a) + c, a ≠ b: (b²e^{−cε/b} − a²e^{−cε/a})/(2(b² − a²)) for c ≥ 0."""
    found = probability(
        one_path([Noise("laplace", F(3)), Noise("laplace", F(2))], difference(0, 1, Shift.of(-5))),
        "w",
    )
    assert found == (9 * e("-5/3") - 4 * e("-5/2")) * F(1, 10)


def test_single_noises_by_hand() -> None:
    """Tails and intervals of one noise, also with factors and from below."""
    laplace, exponential = Noise("laplace", F(2)), Noise("exponential", F(2))
    at_least_3 = Form(((0, ONE),), Shift.of(-3))
    assert probability(one_path([laplace], at_least_3), "w") == e("-3/2") * F(1, 2)
    assert probability(one_path([exponential], at_least_3), "w") == e("-3/2")
    at_most_3 = Form(((0, F(-1)),), Shift.of(3))
    assert probability(one_path([exponential], at_most_3), "w") == 1 - e("-3/2")
    twice_at_most = Form(((0, F(-2)),), Shift.of(-1))
    assert probability(one_path([laplace], twice_at_most), "w") == e("-1/4") * F(1, 2)
    assert probability(one_path([exponential], twice_at_most), "w").is_zero
    both = one_path([exponential], Form(((0, ONE),), Shift.of(-1)), at_most_3)
    assert probability(both, "w") == e("-1/2") - e("-3/2")


def test_sums_and_multiples_of_noises() -> None:
    """z0 + z1 ≥ c is z0 − (−z1) ≥ c; 2·z0 ≥ z1 + c has scales 2b and b."""
    mirrored = one_path([LAPLACE] * 2, Form(((0, ONE), (1, ONE)), Shift.of(-1)))
    assert probability(mirrored, "w") == e(-1) * (ExpPoly.eps() + 2) * F(1, 4)
    doubled = one_path([LAPLACE] * 2, Form(((0, F(2)), (1, -ONE)), Shift.of(-3)))
    assert probability(doubled, "w") == (4 * e("-3/2") - e(-3)) * F(1, 6)
    # Two exponentials: P(z0 + z1 ≥ c) = (1 + c)e^{−c}, the law gamma(2).
    gamma = one_path([Noise("exponential", ONE)] * 2, Form(((0, ONE), (1, ONE)), Shift.of(-4)))
    assert probability(gamma, "w") == e(-4) * (4 * ExpPoly.eps() + 1)


def test_bounds_of_a_noise_that_is_compared() -> None:
    """P(2·z0 ≥ z1, z1 ≥ 1) of exponentials is the integral of e^{−u}·e^{−u/2} from 1."""
    double, bound = Form(((0, F(2)), (1, -ONE)), Shift()), Form(((1, ONE),), Shift.of(-1))
    found = probability(one_path([Noise("exponential", ONE)] * 2, double, bound), "w")
    assert found == e("-3/2") * F(2, 3)


def test_two_conditions_on_one_pair_are_an_interval() -> None:
    """P(1 ≤ z0 − z1 ≤ 2) is the difference of two tails; an empty interval has probability 0."""
    low, high = difference(0, 1, Shift.of(-1)), difference(1, 0, Shift.of(2))
    between = probability(one_path([LAPLACE] * 2, low, high), "w")
    tails = [
        probability(one_path([LAPLACE] * 2, difference(0, 1, Shift.of(-c))), "w") for c in (1, 2)
    ]
    assert between == tails[0] - tails[1]
    apart = one_path([LAPLACE] * 2, difference(0, 1, Shift.of(-2)), difference(1, 0, Shift.of(1)))
    assert probability(apart, "w").is_zero


def test_a_numeric_program_is_read_at_eps_one() -> None:
    """Without the symbol, powers of ε are 1: e^{−c}(2 + c)/4."""
    paths = {"w": (Path((difference(0, 1, Shift.of(-3)),)),)}
    found = probability(Traced((LAPLACE, LAPLACE), paths), "w")
    assert found == e(-3) * F(5, 4)


def test_paths_of_a_word_add_up() -> None:
    """max(z0, z1) ≥ 0 as two disjoint paths: 3/4; and an impossible path adds nothing."""
    up, down = Form(((0, ONE),), Shift()), Form(((0, -ONE),), Shift())
    other = Form(((1, ONE),), Shift())
    never = Path((Form((), Shift.of(-1)), up))
    paths = (Path((up, Form((), Shift.of(1)))), Path((down, other)), never)
    assert probability(Traced((LAPLACE,) * 2, {"w": paths}, symbolic=True), "w") == F(3, 4)


def test_an_unknown_word_is_refused() -> None:
    """One line that says so."""
    with pytest.raises(UsageError, match="'x' is no word"):
        probability(one_path([LAPLACE]), "x")


def test_ten_queries() -> None:
    """n = 10, distinct queries, stop after one 1: words sum to 1; P(no 1) as by quadrature."""
    queries = shifts(*(F(i * i - 20, 7) for i in range(10)))
    traced = sparse_vector(queries, F(2), F(4), 1)
    words = Words(traced)
    assert added(words.probability(w) for w in traced.words) == 1
    (path,) = traced.words["0" * 10]
    expected = digits(lambda: star(traced, path, F(1, 2)))
    assert close(words.probability("0" * 10).ball(F(1, 2), bits=300), expected)


def test_words_share_without_harm() -> None:
    """Each word alone gives what it gives beside others, in any order."""
    traced = sparse_vector(shifts(0, "1/3", Shift.of(1, g=1)), F(2), F(1))
    words = Words(traced)
    forwards = {w: words.probability(w) for w in traced.words}
    for w in reversed(list(traced.words)):
        assert probability(traced, w) == forwards[w]


def test_symmetric_winners_share_equally() -> None:
    """Equal scores: each of n winners has 1/n."""
    for law, n in itertools.product(("laplace", "exponential"), (2, 5)):
        traced = noisy_max(shifts(*[3] * n), law, F(2))
        assert probability(traced, "0") == F(1, n)


def test_an_interval_of_numbers() -> None:
    """Probabilities of numbers are between 0 and 1 at several ε."""
    traced = sparse_vector(shifts(0, 1, -1), F(2), F(4, 3))
    for eps in (F(1, 100), F(1), F(7)):
        for w in traced.words:
            ball = probability(traced, w).ball(eps, bits=128)
            assert arb(0) < ball < arb(fmpq(1))
