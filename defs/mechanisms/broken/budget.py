"""Ten-line mistakes: budget spent twice, no clipping, what the data themselves give away."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.mechanisms.noise import clamped
from dpverify.defs.mechanisms.noisy_count import counts, differ_by_one
from dpverify.defs.mechanisms.parallel_laplace import released
from dpverify.defs.programs import Draw, mechanism

SOURCE = "Benchmark set; mistakes of implementations"


@mechanism(
    inputs=counts,
    neighbours=differ_by_one,
    id="B48a",
    name="budget-spent-twice",
    title="a count in 0…n released twice, each time with all of ε",
    claim="ε",
    truth="2ε, attained",
    source=SOURCE,
)
def budget_spent_twice(
    count: int, draw: Draw, *, eps: Fraction = Fraction(1, 2), n: int = 2
) -> tuple[int, int]:
    """Two independent noisy counts, clamped to 0…n."""
    first, second = released(count, draw, 1 / eps, 2, clamped(0, n))
    return first, second


@mechanism(
    inputs=[(0,), (1,), (5,)],
    id="B48b",
    name="sum-without-clipping",
    title="a sum whose noise is for entries in 0…1, of an entry that may be 5",
    claim="ε",
    truth="5ε, attained; no bound for entries without one",
    source=SOURCE,
)
def sum_without_clipping(
    entries: tuple[int, ...], draw: Draw, *, eps: Fraction = Fraction(1, 2)
) -> int:
    """The sum plus noise of scale 1/ε, clamped to 0…10."""
    return int(clamped(0, 10)(sum(entries), draw, 1 / eps))


@mechanism(
    inputs=[("a",), ("a", "b")],
    id="B48c",
    name="domain-from-the-data",
    title="a noisy count for every value that occurs in the data",
    claim="ε",
    truth="∞: a value that occurs once shows that it does",
    source=SOURCE,
)
def domain_from_the_data(
    records: tuple[str, ...], draw: Draw, *, eps: Fraction = Fraction(1, 2)
) -> tuple[tuple[str, int], ...]:
    """Pairs of a value and its count plus noise, clamped to 0…2."""
    noise = clamped(0, 2)
    values = sorted(set(records))
    return tuple((value, noise(records.count(value), draw, 1 / eps)) for value in values)


@mechanism(
    inputs=[(1,), (1, 1)],
    id="B48e",
    name="mean-by-the-true-size",
    title="a noisy sum of bits divided by how many there are",
    claim="ε",
    truth="∞: a mean of 1/2 shows that there are two",
    source=SOURCE,
)
def mean_by_the_true_size(
    records: tuple[int, ...], draw: Draw, *, eps: Fraction = Fraction(1, 2)
) -> Fraction:
    """The sum plus noise of scale 1/ε, clamped to 0…2, over the exact number of records."""
    return Fraction(clamped(0, 2)(sum(records), draw, 1 / eps), len(records))
