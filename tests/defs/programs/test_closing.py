"""Programs without end as finite channels: loops that close, and tails that lie together.

Oracles: geometric series by hand, and paths followed one by one, whose masses are lower bounds.
"""

from __future__ import annotations

import json
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from typing import Any

import pytest

from dpverify.defs.numbers import Value, exp, total
from dpverify.defs.programs import mechanism
from dpverify.defs.programs.enumeration import closed, enumerations
from dpverify.defs.programs.mechanism import Mechanism

R = exp(-1)
COUNTS: dict[str, Any] = {"inputs": [0, 1], "neighbours": "all"}


def laws(program: Mechanism, *, backward: bool = False) -> list[dict[str, Any]] | None:
    """The laws on all inputs, exact; None where the program is not known as a finite channel."""
    first = next(iter(enumerations(program, backward=backward)))
    found = closed(program, first, backward=backward)
    if found is None:
        return None
    for law, part in zip(found.laws, first.laws, strict=True):
        assert total(map(Value, law.masses.values())) == 1
        known = [label for label in part.masses if label in law.masses]
        assert all(Value(part.masses[label]) <= Value(law.masses[label]) for label in known)
    return [{label: Value(mass) for label, mass in law.masses.items()} for law in found.laws]


@mechanism(**COUNTS)
def retried(x: int, draw: Any) -> int:
    while True:
        y: int = x + draw.discrete_laplace("1")
        if y >= 0:
            return y


def test_a_count_that_is_retried_while_negative() -> None:
    """P[y] = r^|y−x| / Σ over y ≥ 0; the sum is 1/(1−r) on 0 and r + 1/(1−r) on 1."""
    found = laws(retried)
    assert found is not None
    zero, one = found
    assert zero == {"0": 1 - R, "1": R * (1 - R), "2 or more": R * R}
    whole = R + 1 / (1 - R)
    assert one == {"0": R / whole, "1": 1 / whole, "2 or more": R / (1 - R) / whole}
    assert laws(retried, backward=True) == found


@mechanism(**COUNTS)
def clamped(x: int, draw: Any) -> Any:
    return max(0, min(3, x + draw.discrete_laplace("1")))


def test_clamped_noise_lies_on_its_ends() -> None:
    """P[z ≥ h] = r^h/(1+r) for h ≥ 1."""
    found = laws(clamped)
    assert found is not None
    assert found[0]["0"] == 1 / (1 + R)
    assert found[0]["3"] == R**3 / (1 + R)
    assert found[1]["0"] == R / (1 + R)
    assert found[1]["3"] == R**2 / (1 + R)


@mechanism(**COUNTS)
def remainder(x: int, draw: Any) -> int:
    return int((x + draw.geometric("1/2")) % 3)


@mechanism(**COUNTS)
def halved(x: int, draw: Any) -> Any:
    return (x + draw.geometric("1/2")) // 2


def test_remainders_and_quotients() -> None:
    """Geometric noise of ratio 1/2: P[w ≡ j mod 3] = 2^−j·4/7; P[w//2 = k] = 3/4·4^−k."""
    found = laws(remainder)
    assert found is not None
    weights = [Value(Fraction(4, 7 * 2**j)) for j in range(3)]
    assert found[0] == {str(j): weights[j] for j in range(3)}
    assert found[1] == {str((j + 1) % 3): weights[j] for j in range(3)}
    quotients = laws(halved)
    assert quotients is not None
    # On 1: (1 + w)//2 is 0 where w = 0, and 1 where w is 1 or 2.
    assert quotients[0]["0"] == Value(Fraction(3, 4))
    assert quotients[1]["0"] == Value(Fraction(1, 2))
    assert quotients[1]["1"] == Value(Fraction(3, 8))


def again(count: int, draw: Any) -> int:
    while True:
        y: int = count + draw.discrete_laplace(1)
        if y >= 0:
            return y


@mechanism(inputs=[(0, 1), (1, 1)], neighbours="all")
def cells(x: tuple[int, int], draw: Any) -> tuple[int, ...]:
    return tuple([again(count, draw) for count in x])


def test_a_loop_inside_a_loop_over_cells_closes_in_its_own_frame() -> None:
    """The cells are independent: the law of a pair is the product."""
    found = laws(cells)
    assert found is not None
    whole = R + 1 / (1 - R)
    assert found[0]["(0, 0)"] == (1 - R) * R / whole
    assert found[1]["(0, 0)"] == (R / whole) ** 2
    assert found[1]["(2 or more, 2 or more)"] == (R / (1 - R) / whole) ** 2


@mechanism(**COUNTS)
def parity(x: int, draw: Any) -> bool:
    odd = False
    while True:
        odd = not odd
        if x + draw.discrete_laplace(1) >= 0:
            return odd


def test_what_a_loop_keeps_is_part_of_its_state() -> None:
    """On 0 a try succeeds with p = 1/(1+r); P[odd] = p/(1 − (1−p)²)."""
    found = laws(parity)
    assert found is not None
    p = 1 / (1 + R)
    assert found[0]["True"] == p / (1 - (1 - p) ** 2)


@mechanism(**COUNTS)
def counted(x: int, draw: Any) -> int:
    tries = 0
    while True:
        tries += 1
        if x + draw.discrete_laplace(1) >= 0:
            return tries


@mechanism(**COUNTS)
def thrice(x: int, draw: Any) -> int:
    for _ in range(3):
        if draw.flip("1/2"):
            return x
    return 1 - x


@mechanism(**COUNTS)
def hidden_sum(x: int, draw: Any) -> Any:
    return (sum(draw.flip("1/3") for _ in range(3)) + x) % 3


def one_of_three(draw: Any) -> int:
    return int(draw.flip("1/2")) + 1


@mechanism(**COUNTS)
def in_c(x: int, draw: Any) -> int:
    return x + sum(map(one_of_three, [draw, draw, draw]))


@mechanism(**COUNTS)
def in_c_largest(x: int, draw: Any) -> Any:
    return max(x + draw.flip("1/2"), draw.flip("1/3") * 2, 1)


@mechanism(**COUNTS)
def aliased(x: int, draw: Any) -> int:
    first = [0]
    second = first if draw.flip("1/2") else [0]
    draw.flip("1/2")
    first[0] = 1 + x
    return second[0]


@mechanism(**COUNTS)
def temporaries(x: int, draw: Any) -> Any:
    return draw.flip("1/2") * 2 + draw.flip("1/2") + x


@pytest.mark.parametrize(
    "program",
    [thrice, hidden_sum, in_c, in_c_largest, aliased, temporaries],
    ids=lambda program: program.name,
)
def test_states_that_cannot_be_seen_are_not_merged(program: Mechanism) -> None:
    """Iterators, sums and maxima inside C, lists under two names, temporaries of a statement.

    Merging any of these would change the law, which the enumeration of all paths knows.
    """
    first = next(iter(enumerations(program)))
    assert first.whole
    found = closed(program, first)
    assert found is not None
    assert [law.masses for law in found.laws] == [law.masses for law in first.laws]


class Box:
    n = 0


@mechanism(**COUNTS)
def boxed(x: int, draw: Any) -> int:
    box = Box()
    while draw.flip("1/2"):
        box.n += 1
    return min(box.n, 3) + x


KEPT: list[int] = []


@mechanism(**COUNTS)
def kept(x: int, draw: Any) -> int:
    KEPT.clear()
    while draw.flip("1/2"):
        KEPT.append(1)
    return len(KEPT) + x


@mechanism(**COUNTS)
def told_apart(x: int, draw: Any) -> str:
    y = x + draw.discrete_laplace(1)
    return "int" if type(y) is int else "other"


@mechanism(**COUNTS)
def one_noise_twice(x: int, draw: Any) -> tuple[int, int]:
    y = x + draw.discrete_laplace(1)
    return y, 3 - y


@mechanism(**COUNTS)
def caught(x: int, draw: Any) -> Any:
    y = x + draw.discrete_laplace(1)
    try:
        return len(range(y))
    except Exception:  # noqa: BLE001  a program that catches everything
        return 0


@mechanism(**COUNTS)
def scaled(x: int, draw: Any) -> Any:
    return int(x) + draw.discrete_laplace(x + 1)


@pytest.mark.parametrize(
    "program",
    [counted, boxed, kept, told_apart, one_noise_twice, caught, scaled],
    ids=lambda program: program.name,
)
def test_what_is_not_known_is_left_to_the_enumeration(program: Mechanism) -> None:
    """Ever more states, objects that may change, a symbol that is noticed, series that differ."""
    assert laws(program) is None


class Code(IntEnum):
    """Numbers of another type than int."""

    RARE = 60


class Sixty:
    """Equal to what is above 60."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int) and other > 60

    __hash__ = None  # type: ignore[assignment]


@mechanism(**COUNTS)
def equal_to_a_member(x: int, draw: Any) -> int:
    return x if draw.geometric("1/2") == Code.RARE else 7


@mechanism(**COUNTS)
def member_is_equal(x: int, draw: Any) -> int:
    return x if draw.discrete_laplace(1) in [Code.RARE, -99] else 7


@mechanism(**COUNTS)
def equal_to_a_decimal(x: int, draw: Any) -> int:
    return x if draw.geometric("1/2") == Decimal(60) else 7


@mechanism(**COUNTS)
def equal_by_its_own_word(x: int, draw: Any) -> int:
    return x if draw.geometric("1/2") == Sixty() else 7


@mechanism(**COUNTS)
def rarely_of_a_type(x: int, draw: Any) -> int:
    y = draw.geometric("1/2")
    return x if y >= 60 and type(y) is int else 7


@mechanism(**COUNTS)
def of_a_type_and_rarely(x: int, draw: Any) -> int:
    y = draw.geometric("1/2")
    return x if type(y) is int and y >= 60 else 7


@mechanism(**COUNTS)
def matches_and_is_rare(x: int, draw: Any) -> int:
    match draw.discrete_laplace(1):
        case int() as y if abs(y) > 10**7:
            return x
    return 7


@mechanism(**COUNTS)
def asks_the_other_number(x: int, draw: Any) -> int:
    return x if (60).__eq__(draw.geometric("1/2")) is True else 7


def _whole(y: Any, kind: Any = type) -> bool:
    return kind(y) is int


@mechanism(**COUNTS)
def asks_under_another_name(x: int, draw: Any) -> int:
    y = draw.geometric("1/2")
    return x if _whole(y) and y >= 10**8 else 7


@mechanism(**COUNTS)
def catches_all(x: int, draw: Any) -> int:
    y = draw.geometric("1/2")
    try:
        return x if json.dumps(y) == "60" else 7
    except:  # noqa: E722  as people do
        return 7


@mechanism(**COUNTS)
def rarely_with_an_attribute(x: int, draw: Any) -> int:
    y = draw.geometric("1/2")
    return x if y >= 60 and hasattr(y, "numerator") else 7


@mechanism(**COUNTS)
def rarely_divides(x: int, draw: Any) -> int:
    y = draw.geometric("1/2")
    try:
        return 7 if y < 60 else x + 0 * divmod(8, y)[0]
    except TypeError:
        return 7


@pytest.mark.parametrize(
    "program",
    [
        equal_to_a_member,
        member_is_equal,
        equal_to_a_decimal,
        equal_by_its_own_word,
        rarely_of_a_type,
        of_a_type_and_rarely,
        matches_and_is_rare,
        asks_the_other_number,
        asks_under_another_name,
        catches_all,
        rarely_with_an_attribute,
        rarely_divides,
    ],
    ids=lambda program: program.name,
)
def test_what_a_symbol_would_hide_once_in_2_to_the_60_runs_is_not_followed(
    program: Mechanism,
) -> None:
    """Each shows its input then, so that no ε holds; all said 7 on both inputs, and ε = 0."""
    assert laws(program) is None


@mechanism(**COUNTS)
def mixture(x: int, draw: Any) -> Any:
    if draw.flip("1/3"):
        return 5
    return x + draw.discrete_laplace(1)


def test_a_tail_begins_beyond_every_number_that_a_path_returns() -> None:
    """5 is an output of its own; beyond it the ratio of the inputs is r."""
    found = laws(mixture)
    assert found is not None
    high = Value(Fraction(2, 3)) / (1 + R)
    assert found[0]["5"] == Value(Fraction(1, 3)) + high * (1 - R) * R**5
    assert found[0]["6 or more"] == high * R**6
    assert found[1]["6 or more"] == high * R**5
    assert found[0]["-2 or less"] / found[1]["-2 or less"] == exp(1)
