"""ε·d-privacy, from its definition over all events."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpverify.defs.channel import Channel
from dpverify.defs.definitions import MetricDP
from dpverify.defs.errors import ChannelError, DomainError, UsageError
from dpverify.defs.numbers import INFINITY, Loss, Real, exp, ln
from tests.defs.guessing.attacks import Rows, events, laws

LINE = [[0, 1, 2], [1, 0, 1], [2, 1, 0]]
GEOMETRIC = [["2/3", "1/6", "1/6"], ["1/3", "1/3", "1/3"], ["1/6", "1/6", "2/3"]]
ABC = ["a", "b", "c"]


def holds_over_events(rows: Rows, distance: list[list[Fraction | None]], odds: Fraction) -> bool:
    """P(S) ≤ e^{ε·d}·Q(S) for all events, for whole distances and a rational e^ε."""
    for i, p in enumerate(rows):
        for j, q in enumerate(rows):
            d = distance[i][j]
            if d is None:
                continue
            for event in events(len(p)):
                left, right = sum(p[y] for y in event), sum(q[y] for y in event)
                if left > odds ** int(d) * right:
                    return False
    return True


@st.composite
def spaces(draw: st.DrawFn) -> tuple[Rows, list[list[Fraction | None]]]:
    """Rows, and whole distances with None for inf."""
    n, m = draw(st.integers(2, 3)), draw(st.integers(1, 3))
    cell = st.sampled_from([*map(Fraction, range(4)), None])
    d = [[Fraction(0) if i == j else draw(cell) for j in range(n)] for i in range(n)]
    d[0][1] = Fraction(1)
    return [draw(laws(m)) for _ in range(n)], d


@given(spaces())
def test_the_tight_eps_is_the_threshold(space: tuple[Rows, list[list[Fraction | None]]]) -> None:
    """It holds over all events at e^ε a little above, and not a little below."""
    rows, d = space
    n = len(rows)
    labels = [str(i) for i in range(n)]
    shown = [["inf" if c is None else str(c) for c in row] for row in d]
    channel = Channel(labels, [str(j) for j in range(len(rows[0]))], rows, distance=shown)
    found = MetricDP(eps=0).measured(channel)
    assert found.checked["pairs"] == sum(c is not None for row in d for c in row) - n
    if isinstance(found.value, Loss) and found.value.is_infinite:
        assert not holds_over_events(rows, d, Fraction(10**6))
        return
    odds = Fraction(2.718281828459045 ** found.value.approx())
    assert holds_over_events(rows, d, odds * Fraction(1000001, 1000000))
    if found.value > 0:
        assert not holds_over_events(rows, d, odds * Fraction(999999, 1000000))


def test_values() -> None:
    line = Channel(ABC, ABC, GEOMETRIC, distance=LINE)
    assert MetricDP(eps=0).measured(line).value == ln(2)
    far = Channel(ABC, ABC, GEOMETRIC, distance=[[0, 2, 4], [2, 0, 2], [4, 2, 0]])
    assert MetricDP(eps=0).measured(far).value == ln(2) / 2
    logs = Channel(ABC, ABC, GEOMETRIC, distance=[[0, "ln(2)", 4], [2, 0, 2], [4, 2, 0]])
    assert isinstance(MetricDP(eps=0).measured(logs).value, Real)


def test_scaling() -> None:
    """(ε, d) is (αε, d/α)."""
    third = [[Fraction(d, 3) for d in row] for row in LINE]
    line, scaled = (Channel(ABC, ABC, GEOMETRIC, distance=d) for d in (LINE, third))
    found = MetricDP(eps=0).measured(scaled).value
    assert found == MetricDP(eps=0).measured(line).value * 3


def test_distance_zero_demands_equal_rows() -> None:
    d = [[0, 0, 1], [0, 0, 1], [1, 1, 0]]
    assert MetricDP(eps=0).measured(Channel(ABC, ABC, GEOMETRIC, distance=d)).value == INFINITY
    same = [GEOMETRIC[0], GEOMETRIC[0], GEOMETRIC[1]]
    assert MetricDP(eps=0).measured(Channel(ABC, ABC, same, distance=d)).value == ln(2)


def test_infinite_distance_and_neighbours_play_no_part() -> None:
    d = [[0, 1, "inf"], ["inf", 0, "inf"], ["inf", "inf", 0]]
    revealing = [["1/2", "1/2", 0], ["1/2", "1/2", 0], [0, 0, 1]]
    channel = Channel(ABC, ABC, revealing, [["a", "c"]], distance=d)
    found = MetricDP(eps=0).measured(channel)
    assert (found.value, found.checked["pairs"]) == (Loss(0), 1)


def test_errors() -> None:
    plain = Channel(ABC, ABC, GEOMETRIC)
    with pytest.raises(ChannelError, match="--distance"):
        MetricDP(eps=1).measured(plain)
    apart = plain.with_parts(distance=[[0 if i == j else "inf" for j in ABC] for i in ABC])
    with pytest.raises(ChannelError, match="finite distance"):
        MetricDP(eps=1).measured(apart)
    with pytest.raises(DomainError, match="negative"):
        MetricDP(eps=-1)
    with pytest.raises(UsageError, match="no parameter 'goal'"):
        MetricDP.from_text({"eps": "1", "goal": ["a"]})
    with pytest.raises(UsageError, match="needs eps"):
        MetricDP.from_text({})


def test_excess() -> None:
    line = Channel(ABC, ABC, GEOMETRIC, distance=LINE)
    claim = MetricDP(eps="1/2")
    spot = claim.measured(line).spot
    assert claim.excess(line, spot) == (2 - exp("1/2")) / 3
    assert MetricDP(eps=1) == MetricDP(eps="1")
    assert MetricDP(eps=1) != MetricDP(eps=2)
