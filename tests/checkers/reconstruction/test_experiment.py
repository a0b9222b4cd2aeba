"""The efficient attack: reproducible, right without noise, and the curators keep their bounds."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from scipy import sparse
from scipy.optimize import linprog

from dpverify.checkers.reconstruction.curators import CURATORS, Asked, Curator
from dpverify.checkers.reconstruction.decoding import decoded
from dpverify.checkers.reconstruction.experiment import Plan, attack, error_against_alpha
from dpverify.checkers.reconstruction.interval import clopper_pearson
from dpverify.defs.errors import DomainError, Undecided, UsageError


def asked(noise: str, size: float = 3.0, seed: int = 0) -> tuple[Asked, np.ndarray]:
    """200 queries on 50 records, and what the curator answers."""
    random = np.random.default_rng(seed)
    database = random.integers(0, 2, 50)
    queries = random.integers(0, 2, (200, 50))
    sizes, truth = queries.sum(axis=1), (queries @ database).astype(float)
    seen = Asked(sparse.csc_matrix(queries), sizes, truth, size, random)
    return seen, CURATORS[noise].respond(seen)


@pytest.mark.parametrize("noise", [name for name, each in CURATORS.items() if each.bounded])
def test_bounded_noise_is_bounded(noise: str) -> None:
    """Every answer is within E of the truth, and some answer is not the truth."""
    seen, answers = asked(noise)
    off = np.abs(answers - seen.truth)
    assert off.max() <= seen.size + 1e-9
    assert off.max() > 0


def test_uniform_noise_goes_both_ways() -> None:
    """About half of the answers are too small, and some are off by nearly E each way."""
    seen, answers = asked("uniform")
    noise = answers - seen.truth
    assert 70 < (noise < 0).sum() < 130
    assert noise.min() < -2.5
    assert noise.max() > 2.5


@pytest.mark.parametrize(("noise", "deviation"), [("laplace", 3 * 2**0.5), ("gaussian", 3.0)])
def test_noise_with_tails(noise: str, deviation: float) -> None:
    """Mean 0 and the standard deviation that belongs to the scale, of 20,000 draws."""
    zeros = np.zeros(20_000)
    seen = Asked(None, zeros, zeros, 3.0, np.random.default_rng(5))
    answers = CURATORS[noise].respond(seen)
    assert abs(answers.mean()) < 0.15
    assert abs(answers.std() / deviation - 1) < 0.05


def test_the_adversary_answers_for_the_opposite_database() -> None:
    """Where E allows it exactly, else as near as E allows."""
    seen, answers = asked("adversarial")
    opposite = seen.sizes - seen.truth
    gaps = np.abs(answers - opposite)
    assert np.allclose(gaps, np.maximum(np.abs(seen.truth - opposite) - seen.size, 0))


def test_rounding_takes_the_middle() -> None:
    """Answers are |S|/2 plus multiples of 2E; with E = 0 they are the truth."""
    seen, answers = asked("rounded")
    steps = (answers - seen.sizes / 2) / 6
    assert np.allclose(steps, steps.round())
    exact, same = asked("rounded", size=0.0)
    assert np.array_equal(same, exact.truth)


def test_exact_answers_are_decoded() -> None:
    """Without noise, 2n queries on 40 records give every bit."""
    random = np.random.default_rng(3)
    database = random.integers(0, 2, 40)
    queries = random.integers(0, 2, (80, 40))
    table = sparse.csc_matrix(queries, dtype=float)
    assert np.array_equal(decoded(table, queries @ database), database)


def test_the_sum_of_the_errors_is_least() -> None:
    """Three answers about one bit: the middle one counts, however far off the others are."""
    three = sparse.csc_matrix([[1.0]] * 3)
    assert decoded(three, np.array([1.0, 0.9, -3.0])).tolist() == [1]
    assert decoded(three, np.array([0.1, 0.2, 9.0])).tolist() == [0]


@pytest.mark.parametrize("seed", range(5))
def test_the_primal_program_has_the_same_optimum(seed: int) -> None:
    """Σ |Q·x − R| as it stands, by another method: the rounded databases are the same."""
    random = np.random.default_rng(seed)
    queries = random.integers(0, 2, (48, 12)).astype(float)
    answers = queries @ random.integers(0, 2, 12) + random.uniform(-1, 1, 48)
    one = np.identity(48)
    found = linprog(
        np.concatenate([np.zeros(12), np.ones(96)]),
        A_eq=np.hstack([queries, one, -one]),
        b_eq=answers,
        bounds=[(0, 1)] * 12 + [(0, None)] * 96,
        method="highs-ds",
    )
    guess = decoded(sparse.csc_matrix(queries), answers)
    assert guess.tolist() == (found.x[:12] > 0.5).astype(int).tolist()


def test_the_seed_decides() -> None:
    """The same seed gives the same errors; the interval contains the share."""
    plan = Plan(60, 240, Fraction(1), "gaussian", seed=4)
    first, second = attack(plan), attack(plan)
    assert first.errors == second.errors > 0
    lower, upper = first.interval
    assert lower < first.fraction < upper


def test_more_noise_more_errors() -> None:
    """The points of the figure: without noise no error, with α = 3 many."""
    alphas = [Fraction(0), Fraction(3)]
    (_, none, lower, _), (alpha, many, _, upper) = error_against_alpha(40, 160, alphas, runs=2)
    assert none == lower == 0
    assert alpha == 3
    assert Fraction(1, 10) < many < upper


def test_a_time_limit_is_unknown() -> None:
    """A solver that is stopped has no answer."""
    with pytest.raises(Undecided, match="not solved within 1e-09 s"):
        attack(Plan(200, 800, Fraction(1), seconds=1e-9))


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"n": 0}, "n is 0, must be from 1 to 2000"),
        ({"n": 2001}, "n is 2001, must be from 1 to 2000"),
        ({"queries": 0}, "queries is 0; with 10 records it must be from 1 to 1600000"),
        ({"alpha": Fraction(-1)}, "α is -1, must be from 0 to 1000"),
        ({"alpha": Fraction(1001)}, "α is 1001, must be from 0 to 1000"),
        ({"seed": -1}, "the seed is -1"),
    ],
)
def test_what_is_refused(changed: dict[str, object], fault: str) -> None:
    with pytest.raises(DomainError, match=fault):
        Plan(**{"n": 10, "queries": 40, "alpha": Fraction(1), **changed})  # type: ignore[arg-type]  # that is the point


def test_unknown_noise_is_refused() -> None:
    with pytest.raises(UsageError, match="no noise 'uniforn'; did you mean 'uniform'"):
        Plan(10, 40, Fraction(1), "uniforn")
    with pytest.raises(UsageError, match="take one of: uniform, laplace"):
        Plan(10, 40, Fraction(1), "zzz")


def test_runs_have_seeds_of_their_own() -> None:
    """Three runs from seed 7: the errors of 7, 8 and 9, of 3n trials."""
    ((_, share, lower, upper),) = error_against_alpha(30, 60, [Fraction(1)], runs=3, seed=7)
    each = [attack(Plan(30, 60, Fraction(1), seed=seed)).errors for seed in (7, 8, 9)]
    assert len(set(each)) > 1
    assert share == Fraction(sum(each), 90)
    assert (lower, upper) == clopper_pearson(sum(each), 90)


def test_the_size_of_the_noise(monkeypatch: pytest.MonkeyPatch) -> None:
    """E = α·√n, and the truth is what the queries ask of the database."""
    seen: list[Asked] = []

    def spy(asked: Asked) -> np.ndarray:
        seen.append(asked)
        return np.asarray(asked.truth)

    monkeypatch.setitem(CURATORS, "spy", Curator("none", bounded=True, respond=spy))
    assert attack(Plan(49, 200, Fraction(3, 2), "spy")).errors == 0
    (asked,) = seen
    assert asked.size == pytest.approx(10.5)
    assert asked.queries.shape == (200, 49)
    assert np.array_equal(asked.sizes, np.asarray(asked.queries.sum(axis=1)).ravel())
    assert 0.4 < asked.sizes.mean() / 49 < 0.6


@pytest.mark.parametrize("database", [[1] * 30, [0, 1] * 15])
def test_a_database_of_ones_own(database: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Without noise its bits are found, so nothing is wrong; the curator saw its answers."""
    seen: list[Asked] = []

    def spy(asked: Asked) -> np.ndarray:
        seen.append(asked)
        return np.asarray(asked.truth)

    monkeypatch.setitem(CURATORS, "spy", Curator("none", bounded=True, respond=spy))
    assert attack(Plan(30, 120, Fraction(0), "spy", seed=1), database).errors == 0
    (asked,) = seen
    assert np.array_equal(asked.truth, asked.queries @ np.array(database))
    with pytest.raises(DomainError, match="the database has 2 bits, must have n = 30"):
        attack(Plan(30, 120, Fraction(0)), [0, 1])
