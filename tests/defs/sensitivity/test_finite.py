"""Any query over a small domain: hand-made cases, and an independent search over all pairs."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from dpverify.defs.errors import DomainError, NumberError
from dpverify.defs.numbers import Value, parse
from dpverify.defs.sensitivity.finite import sensitivity


def test_by_hand() -> None:
    """The median of three of {0, 1, 10} moves by 10; the sum of two bits by 1."""
    assert sensitivity(lambda db: sorted(db)[1], [0, 1, 10], 3).value == Value(10)
    found = sensitivity(sum, [0, 1], 2)
    assert found.value == Value(1)
    assert abs(sum(found.databases[0]) - sum(found.databases[1])) == 1
    assert [a[0] for a in found.answers] == [sum(db) for db in found.databases]


def test_norms_differ() -> None:
    """(count of a, count of b): 2 and √2 where a record is replaced."""

    def counts(db: tuple[str, ...]) -> list[int]:
        return [db.count("a"), db.count("b")]

    assert sensitivity(counts, "ab", 2).value == Value(2)
    assert sensitivity(counts, "ab", 2, norm=2).value == parse("2**(1/2)")
    assert sensitivity(counts, "ab", 2, neighbours="unbounded").value == Value(1)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("neighbours", ["bounded", "unbounded"])
def test_random_tables(seed: int, neighbours: str) -> None:
    """Against all pairs of lists, neighbours told by their definition."""
    random = Random(seed)  # noqa: S311  for a test
    sizes = (1, 3) if seed % 2 else (2, 3)
    lists = [db for k in range(sizes[0], sizes[1] + 1) for db in product("ab", repeat=k)]
    table = {db: [Fraction(random.randint(-9, 9), 3) for _ in range(2)] for db in lists}
    most = max(
        sum(abs(a - b) for a, b in zip(table[x], table[y], strict=True))
        for x in lists
        for y in lists
        if near(x, y, neighbours)
    )
    found = sensitivity(table.__getitem__, "ab", sizes, neighbours=neighbours)
    assert found.value == Value(most)
    assert near(*found.databases, neighbours) or near(*found.databases[::-1], neighbours)


def near(x: tuple[str, ...], y: tuple[str, ...], neighbours: str) -> bool:
    if neighbours == "bounded":
        return len(x) == len(y) and sum(a != b for a, b in zip(x, y, strict=True)) == 1
    return any(x == y[:i] + y[i + 1 :] for i in range(len(y)))


def test_what_is_refused() -> None:
    with pytest.raises(NumberError):
        sensitivity(lambda db: float(sum(db)), [0, 1], 2)
    with pytest.raises(DomainError, match="more than 200000 databases"):
        sensitivity(sum, range(10), 6)
    with pytest.raises(DomainError, match="more than 200000 databases"):
        sensitivity(sum, [0, 1], 10**9)
    with pytest.raises(DomainError, match="the domain has one value"):
        sensitivity(sum, [1, 1], 2)
    with pytest.raises(DomainError, match="the domain is empty"):
        sensitivity(sum, [], 2)
    with pytest.raises(DomainError, match="answers with 1 numbers and with 2"):
        sensitivity(lambda db: list(set(db)), [0, 1], 2)


@pytest.mark.parametrize(
    "domain", [[1, True], [1, 1.0], [0.0, -0.0], [(1,), (True,)], [1, Fraction(1)]]
)
def test_values_that_python_takes_for_equal_are_two(domain: list[object]) -> None:
    """By hand: the query tells the two apart."""

    def told(records: tuple[object, ...]) -> int:
        return int(repr(records[0]) == repr(domain[0]))

    assert sensitivity(told, domain, 1).value == Value(1)
    with pytest.raises(DomainError, match="the domain has one value"):
        sensitivity(told, [domain[0], domain[0]], 1)


def test_a_record_that_may_be_changed_is_refused() -> None:
    with pytest.raises(DomainError, match=r"the record \[1\], which may be changed"):
        sensitivity(len, [[1], [2]], 1)
