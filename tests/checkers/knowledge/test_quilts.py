"""The Markov-quilt mechanism against enumeration: of databases, and of all quilts."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

from dpverify.checkers.decide import check
from dpverify.checkers.knowledge.calibrated import with_noise
from dpverify.checkers.knowledge.quilts import quilt_noise
from dpverify.defs.errors import DomainError, Undecided
from dpverify.defs.knowledge import APKDP, Scenario
from dpverify.defs.numbers import Loss, ln
from tests.checkers.knowledge.random_chains import Enumerated, random_row
from tests.checkers.knowledge.scenarios import scenario

SLOW = {"0": {"0": "9/10", "1": "1/10"}, "1": {"0": "3/10", "1": "7/10"}}
FAST = {"0": {"0": "2/3", "1": "1/3"}, "1": {"0": "1/2", "1": "1/2"}}
ALIKE = {"0": {"0": "2/3", "1": "1/3"}, "1": {"0": "2/3", "1": "1/3"}}


def chain(count: int, steps: Any, start: Any = "stationary", **keys: Any) -> Scenario:
    """A count along a chain of which nothing is known."""
    keys = {"known": {"indices": []}, "mechanism": {"name": "count"}} | keys
    return scenario(chain={"count": count, "start": start, "steps": steps}, **keys)


def influence(databases: list[Any], record: int, places: tuple[int, ...]) -> Fraction | None:
    """e^influence by Definition 4.1, from the databases; None if it is infinite."""
    joint: dict[Any, Fraction] = {}
    alone: dict[str, Fraction] = {}
    for data, p in databases:
        key = data[record], tuple(data[i] for i in places)
        joint[key] = joint.get(key, Fraction(0)) + p
        alone[data[record]] = alone.get(data[record], Fraction(0)) + p
    largest = Fraction(1)
    for (a, x), p in joint.items():
        for b, q in alone.items():
            other = joint.get((b, x), Fraction(0)) / q
            if not other:
                return None
            largest = max(largest, p / alone[a] / other)
    return largest


def near(n: int, record: int, places: tuple[int, ...]) -> int:
    """How many records are joined to a record once the places are deleted."""
    low = max((i for i in places if i < record), default=-1)
    high = min((i for i in places if i > record), default=n)
    return high - low - 1


def all_quilts(n: int, record: int) -> list[tuple[int, ...]]:
    """Every set of other records, of any size: each is a quilt of a chain."""
    others = [i for i in range(n) if i != record]
    return [places for size in range(n) for places in combinations(others, size)]


def test_the_best_quilts_are_those_of_enumeration() -> None:
    """20 random chains: influences by databases, scales over all sets of records (Lemma 4.6)."""
    random = Random(29)  # noqa: S311
    for _ in range(20):
        values = ["0", "1"] if random.random() < 0.7 else ["0", "1", "x"]
        n, zeros = random.randint(1, 5 if len(values) == 2 else 4), random.random() < 0.3
        steps = {v: random_row(random, values, zeros=zeros) for v in values}
        start = random_row(random, values, zeros=zeros)
        document = {"chain": {"count": n, "start": start, "steps": steps},
                    "known": {"indices": []}, "mechanism": {"name": "count"}}  # fmt: skip
        databases = Enumerated(document).databases
        eps = random.choice([Loss(Fraction(1, 3)), Loss(1), Loss(3)])
        answer = quilt_noise(scenario(**document), eps)
        for quilt in answer.quilts:
            odds = influence(databases, quilt.record, quilt.places)
            assert odds is not None
            assert quilt.influence == ln(odds)
            assert quilt.nearby == near(n, quilt.record, quilt.places)
            assert quilt.scale == quilt.nearby / (eps - ln(odds))
            for places in all_quilts(n, quilt.record):
                other = influence(databases, quilt.record, places)
                if other is not None and ln(other) < eps:
                    least = near(n, quilt.record, places) / (eps - ln(other))
                    assert quilt.scale <= least
            assert quilt.scale <= answer.scale


@pytest.mark.parametrize(("steps", "eps"), [(FAST, "ln(3)"), (FAST, "1"), (SLOW, "ln(2)")])
def test_noise_of_this_scale_is_private(steps: Any, eps: str) -> None:
    """Every database of five records; the noise of independent records fails on the same chain."""
    asked = chain(5, steps)
    noise = quilt_noise(asked, eps)
    assert check(noise.release(), APKDP(eps, 0)).holds
    alone = quilt_noise(chain(5, ALIKE), eps)
    assert check(alone.release(), APKDP(eps, 0)).holds
    assert check(with_noise(asked, alone.eps / alone.worst.nearby), APKDP(eps, 0)).fails


def test_independent_records_need_the_noise_of_one() -> None:
    """Neighbours of a record are a quilt without influence: scale 1/ε, and that is tight."""
    answer = quilt_noise(chain(6, ALIKE), ln(2))
    assert [quilt.nearby for quilt in answer.quilts] == [1] * 6
    assert answer.scale == 1 / ln(2)
    assert not check(answer.release(), APKDP("ln(2) - 1/1000", 0)).holds


def test_a_family_takes_the_worst_chain() -> None:
    """One quilt must serve all laws of Θ; a threshold after the noise changes nothing."""
    family = [{"chain": {"count": 5, "start": "stationary", "steps": steps},
               "known": {"indices": []}} for steps in (FAST, ALIKE)]  # fmt: skip
    both = scenario(family=family, mechanism={"name": "thresholded-count", "threshold": 2})
    answer, alone = quilt_noise(both, "ln(3)"), quilt_noise(chain(5, FAST), "ln(3)")
    assert answer.scale == alone.scale
    assert check(answer.release(), APKDP("ln(3)", 0)).holds


def test_long_chains_and_their_middle() -> None:
    """Of 100 records the middle one needs the noise of a quilt on both sides, worked by hand.

    P = (9/10, 1/10; 3/10, 7/10) has P^k(u, v) = π(v) ± (3/5)^k·(…): P^k(0, 0) = 3/4 + (3/5)^k/4 and
    P^k(1, 1) = 1/4 + 3·(3/5)^k/4. The chain is reversible: both sides weigh alike.
    """
    answer = quilt_noise(chain(100, SLOW, target=50), 1)
    (quilt,) = answer.quilts
    power = Fraction(3, 5) ** (50 - quilt.places[0])
    ratios = [(1 + power / 3) / (1 - power), (1 + 3 * power) / (1 - power)]
    assert quilt.places[0] + quilt.places[1] == 100
    assert quilt.influence == 2 * ln(max(ratios))
    assert quilt.nearby == quilt.places[1] - quilt.places[0] - 1


@pytest.mark.parametrize(
    ("asked", "eps", "line"),
    [
        (chain(3, FAST), 0, "needs an eps above 0"),
        (chain(3, FAST, known={"indices": [0]}), 1, "nothing is known"),
        (scenario(records=[{"count": 3, "values": {"0": "1/2", "1": "1/2"}}],
                  mechanism={"name": "count"}), 1, 'give the scenario a "chain"'),
        (scenario(records=[{"count": 3, "values": {"0": "1/2", "1": "1/2"}}],
                  mechanism={"name": "arithmetic-mean"}), 1, "the mechanism is arithmetic-mean"),
    ],
)  # fmt: skip
def test_what_is_refused(asked: Scenario, eps: int, line: str) -> None:
    """One line that names the rule."""
    with pytest.raises(DomainError, match=line):
        quilt_noise(asked, eps)


def test_what_is_too_large_to_be_listed() -> None:
    """A release of 2^20 databases, and one of noise that hides everything."""
    with pytest.raises(Undecided, match="databases"):
        quilt_noise(chain(20, FAST), 1).release()
    with pytest.raises(DomainError, match="larger eps"):
        with_noise(chain(2, FAST), Loss(Fraction(1, 2**40)))
