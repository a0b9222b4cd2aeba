"""The inefficient attack: the course's examples, and brute force over candidates and queries."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from dpverify.checkers.reconstruction.survivors import MOST_RECORDS, survivors
from dpverify.defs.errors import DomainError
from dpverify.defs.reconstruction.subsets import answer, every, survives

HALF = Fraction(1, 2)


def halves(*twice: int) -> list[Fraction]:
    """Answers, given as halves."""
    return [Fraction(x, 2) for x in twice]


def test_the_first_example_of_the_course() -> None:
    """Xu 2023: B = 101, noise ±1/2; 001, 011 and 101 are left."""
    found = survivors(halves(1, 1, 1, 3, 1, 3, 1, 3), HALF)
    assert found.databases == ("001", "011", "101")
    assert found.agreed == "??1"
    assert found.most_errors == 2


def test_the_second_example_of_the_course() -> None:
    """Xu 2023, "more practice": there is only one candidate, 110."""
    found = survivors(halves(1, 1, 2, 2, 1, 3, 3, 5), HALF)
    assert found.databases == ("110",)
    assert found.agreed == "110"


@pytest.mark.parametrize("seed", range(40))
def test_brute_force(seed: int) -> None:
    """Every candidate against every query, by the definition; random answers and bounds."""
    random = Random(seed)  # noqa: S311  for a test
    n = random.randint(1, 6)
    database = random.choice(every(n))
    noise = random.choice([0, 1, 2, 3])
    said = {
        query: answer(database, query) + Fraction(random.randint(-3 * noise, 3 * noise), 6)
        for query in every(n)
    }
    bound = Fraction(random.randint(0, 3 * noise + 1), 6)
    left = [each for each in every(n) if survives(each, said, bound)]
    assert list(survivors([*said.values()], bound).databases) == left


def test_numbers_beyond_machine_words() -> None:
    """Answers with denominators of 30 digits are as exact as others."""
    tiny = Fraction(1, 10**30)
    answers = [Fraction(0), 1 + tiny]
    assert survivors(answers, tiny).databases == ("1",)
    assert survivors(answers, tiny - tiny / 2).databases == ()
    assert survivors([Fraction(10**40), Fraction(10**40)], 10**40).databases == ("0", "1")


def test_without_survivors() -> None:
    """Answers that fit no database leave none over, and nothing is agreed."""
    found = survivors([0, 5], HALF)
    assert (found.databases, found.agreed) == ((), "")


@pytest.mark.slow
def test_twenty_records() -> None:
    """A million candidates and a million queries, exactly: what is left of exact answers is one."""
    n = MOST_RECORDS
    secret = int("10110011100011110000", 2)
    answers = [(query & secret).bit_count() for query in range(1 << n)]
    assert survivors(answers, 0).databases == (format(secret, "b"),)
    near = survivors(answers, 1).databases
    # One record too many, one too few, or both.
    ones = secret.bit_count()
    assert len(near) == 1 + n + ones * (n - ones)


def test_what_is_refused() -> None:
    with pytest.raises(DomainError, match=r"7 answers are not 2\^n"):
        survivors([0] * 7, 1)
    with pytest.raises(DomainError, match="the bound is -1, must be at least 0"):
        survivors([0, 1], -1)
    with pytest.raises(DomainError, match="21 records are too many; at most 20"):
        survivors([0] * (1 << 21), 1)
