"""What is said of sums over outputs that are alike follows from what is said of each."""

from __future__ import annotations

from itertools import product

import pytest

from dpverify.checkers.smt.choices import Comparison, Joined, Tree, written
from dpverify.checkers.smt.merging import Entry, Merging, classes_of
from dpverify.checkers.smt.polynomials import Polynomial, number, total, variable

# A channel of two rows: outputs 0 and 1 are alike, and so are 2, 3 and 4.
KINDS = {("M", str(o)): "first" if o < 2 else "last" for o in range(5)}
ENTRIES = {f"M_{i}_{o}": Entry(f"M_{i}", ("M", str(o))) for i in range(2) for o in range(5)}
MERGING = Merging(ENTRIES, classes_of(KINDS))
P, Q = ([variable(f"M_{i}_{o}") for o in range(5)] for i in range(2))
ODDS = variable("odds")
LAST = range(2, 5)


def merged(*polynomials: Polynomial) -> set[str]:
    """What is left of these being ≥ 0."""
    trees: list[Tree] = [Comparison(polynomial, ">=") for polynomial in polynomials]
    return {written(tree) for tree in MERGING.merged(trees)}


def test_a_sum_over_all_alike_is_one_of_the_sums() -> None:
    """A row is 1, with one variable for two outputs and one for three."""
    assert merged(total(P) - number(1)) == {"(>= (+ M_0_of0 M_0_of1 (- 1)) 0)"} or merged(
        total(P) - number(1)
    ) == {"(>= (+ (- 1) M_0_of0 M_0_of1) 0)"}


def test_one_of_each_is_their_sum() -> None:
    """P(o) ≤ e^ε Q(o) for all of the last three; a constant counts three times."""
    assert merged(*(ODDS * Q[o] - P[o] for o in LAST)) == {
        "(>= (+ (* M_1_of1 odds) (- M_0_of1)) 0)"
    }
    assert merged(*(P[o] - number(1) for o in LAST)) == {"(>= (+ M_0_of1 (- 3)) 0)"}


def test_products_over_two_sets() -> None:
    """P(o) Q(r) ≤ e^ε Q(o) P(r) for each o of the one and r of the other."""
    every = [ODDS * Q[o] * P[r] - P[o] * Q[r] for o, r in product(range(2), LAST)]
    assert merged(*every) == {"(>= (+ (* M_0_of1 M_1_of0 odds) (- (* M_0_of0 M_1_of1))) 0)"}
    assert merged(*every[1:]) == set()


def test_what_one_set_has_no_part_in_is_counted() -> None:
    """P(o) + Q(r) − t over two and three outputs: 3 Σ P + 2 Σ Q − 6 t."""
    every = [P[o] + Q[r] - variable("t") for o, r in product(range(2), LAST)]
    assert merged(*every) == {"(>= (+ (* 3 M_0_of0) (* 2 M_1_of1) (- (* 6 t))) 0)"}


@pytest.mark.parametrize(
    "polynomials",
    [
        [P[2], P[3]],  # nothing is said of the third
        [P[2] - P[3], P[3] - P[4], P[4] - P[2]],  # two of one set
        [P[o] * Q[o] for o in LAST],  # the sum of products is no product of sums
        [total(P) - P[2]],  # one is left out
        [P[2] + Q[3], P[3] + Q[4], P[4] + Q[2]],
    ],
)
def test_what_is_not_said_of_all_alike_is_left_out(polynomials: list[Polynomial]) -> None:
    """Nothing follows for the sums alone."""
    assert merged(*polynomials) == set()


def test_what_is_no_comparison() -> None:
    """It stays where it is about parameters alone."""
    either = Joined("or", (Comparison(ODDS, ">"), Comparison(-ODDS, ">")))
    about = Joined("or", (Comparison(P[0], ">"), Comparison(-ODDS, ">")))
    assert MERGING.merged([either, about]) == [either]
