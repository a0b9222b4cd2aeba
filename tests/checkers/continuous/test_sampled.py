"""Random trees of comparisons: exact sums over all outcomes, and frequencies among samples."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction

import numpy as np
import pytest
from flint import arb

from dpverify.checkers.continuous.words import Words, probability
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form, Law, Noise, Path, Traced
from tests.checkers.continuous.programs import added, e, shifts, sparse_vector

F = Fraction
SAMPLES = 400_000
# Hoeffding: a frequency is off by more than this with probability below 1e-9.
MARGIN = math.sqrt(math.log(2e9) / (2 * SAMPLES))


def tree(rng: random.Random, *, gaps: bool) -> tuple[tuple[Noise, ...], list[Form]]:
    """Noises of both laws, each but the first compared with an earlier one; one bounded alone."""
    laws: tuple[Law, ...] = ("laplace", "exponential")
    noises = tuple(Noise(rng.choice(laws), rng.choice((F(1), F(2), F(1, 2)))) for _ in range(4))
    factors = (F(1), F(-1), F(2), F(-1, 2))

    def shift() -> Shift:
        gap = rng.choice((0, 1, -1)) if gaps else 0
        return Shift.of(F(rng.randint(-4, 4), 2), g=gap)

    forms = [
        Form(((rng.randrange(i), rng.choice(factors)), (i, rng.choice(factors))), shift())
        for i in range(1, 4)
    ]
    return noises, [*forms, Form(((rng.randrange(4), rng.choice(factors)),), shift())]


def outcomes(noises: tuple[Noise, ...], forms: list[Form]) -> Traced:
    """One word for each way the comparisons can end."""
    words = {}
    for signs in itertools.product((1, -1), repeat=len(forms)):
        conditions = [
            Form(tuple((n, s * k) for n, k in f.noises), f.shift * F(s))
            for f, s in zip(forms, signs, strict=True)
        ]
        words["".join("+-"[s < 0] for s in signs)] = (Path(tuple(conditions)),)
    return Traced(noises, words, symbolic=True)


@pytest.mark.parametrize("gaps", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_all_outcomes_of_a_tree_sum_to_one(seed: int, gaps: bool) -> None:
    """As an identity, for trees with factors, both laws and a bound of one noise."""
    rng = random.Random(seed)  # noqa: S311  # test data
    traced = outcomes(*tree(rng, gaps=gaps))
    words = Words(traced)
    assert added(words.probability(w) for w in traced.words) == 1


@pytest.mark.parametrize("seed", range(6))
def test_frequencies_of_a_tree(seed: int) -> None:
    """400,000 samples of all noises, the conditions read as they stand."""
    rng = random.Random(100 + seed)  # noqa: S311  # test data
    noises, forms = tree(rng, gaps=False)
    traced = outcomes(noises, forms)
    words = Words(traced)
    z = sampled(noises, seed)
    for word, (path,) in traced.words.items():
        frequency = np.mean(np.all([holds(form, z) for form in path.conditions], axis=0))
        exact = float(words.probability(word).ball(F(1)).mid())
        assert abs(frequency - exact) < MARGIN


def test_sampled_signs_agree_with_the_decided_ones() -> None:
    """B25, n = 3, ε = 1, claims k·ε: where samples separate e^{kε}·P′ from P, so does the sign."""
    inputs = shifts(0, 0, 0), shifts(1, -1, -1)
    here, there = (sparse_vector(q, F(2), F(2)) for q in inputs)
    counts = []
    for seed, traced in enumerate((here, there)):
        z = sampled(traced.noises, 7 + seed)
        counts.append(
            {
                word: np.mean(np.all([holds(form, z) for form in path.conditions], axis=0))
                for word, (path,) in traced.words.items()
            }
        )
    decided = 0
    for word, claim in itertools.product(here.words, (F(0), F(1, 2), F(6, 5))):
        factor = math.exp(claim)
        guess = factor * counts[1][word] - counts[0][word]
        if abs(guess) > (factor + 1) * MARGIN:
            room = e(claim) * probability(there, word) - probability(here, word)
            assert room.at(F(1)).sign() == (1 if guess > 0 else -1)
            assert (room.ball(F(1)) > arb(0)) == (guess > 0)
            decided += 1
    assert decided > 12


def sampled(noises: tuple[Noise, ...], seed: int) -> list[np.ndarray]:
    """Draws of every noise at ε = 1."""
    draw = np.random.default_rng(seed)
    return [
        draw.laplace(0, float(n.scale), SAMPLES)
        if n.law == "laplace"
        else draw.exponential(float(n.scale), SAMPLES)
        for n in noises
    ]


def holds(form: Form, z: list[np.ndarray]) -> np.ndarray:
    """Whether the form is ≥ 0, for each sample."""
    return np.asarray(
        sum(float(k) * z[n] for n, k in form.noises) + float(form.shift.constant) >= 0
    )
