"""δ at many ε at once is what `measure` says of each: number, pair, event and counts."""

from __future__ import annotations

import random
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers import privacy_profile
from dpverify.checkers.exact import curves, divergences

EPS = ("0", "1/10", "ln(2)", "1", "ln(3)", "5/2", "4", "10", "50")


def drawn(shape: str, relation: Any = "all", n: int = 9, m: int = 6) -> dv.Channel:
    """Zeros, where δ stays above 0; ties, where the first of many pairs is named."""
    draw = random.Random(shape)  # noqa: S311  for a test
    rows = [[draw.randrange(1, 1000) for _ in range(m)] for _ in range(n)]
    if shape == "zeros":
        rows = [[w if draw.random() < 0.7 else 0 for w in row[:-1]] + [1] for row in rows]
    elif shape == "ties":
        rows = [[draw.choice([1, 2, 6]) for _ in range(m)] for _ in range(n)]
    elif shape == "steep":
        rows = [[w**4 for w in row] for row in rows]
    labels = [str(i) for i in range(n)]
    return dv.Channel.from_weights(labels, [str(o) for o in range(m)], rows, relation)


def told(result: dv.Measured) -> tuple[str, ...]:
    """Number, place and counts."""
    return str(result.tight), str(result.attained_by), str(result.checked), str(result.given)


@pytest.mark.parametrize("shape", ["random", "zeros", "ties", "steep"])
@pytest.mark.parametrize("relation", ["all", [["0", "1"], ["1", "2"], ["5", "2"], ["7", "8"]]])
def test_every_point_is_what_measure_says(
    shape: str, relation: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where few pairs are left to decide all points, which large channels alone ask for."""
    channel = drawn(shape, relation)
    alone = [told(dv.measure(channel, "approx-dp", eps=eps)) for eps in EPS]
    monkeypatch.setattr(privacy_profile, "LARGE", 0)
    assert [told(point) for point in dv.privacy_profile(channel, EPS)] == alone


@pytest.mark.parametrize("shape", ["random", "zeros", "ties", "steep"])
def test_so_is_every_point_where_odds_are_near(shape: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """There a grid between the smallest and the largest ε leaves few pairs; it is what decides."""
    channel, eps = drawn(shape, n=12), EPS[:-2]
    alone = [told(dv.measure(channel, "approx-dp", eps=each)) for each in eps]
    monkeypatch.setattr(privacy_profile, "LARGE", 0)
    monkeypatch.setattr(curves, "WORTH", 0)
    asked: list[object] = []
    monkeypatch.setattr(divergences, "narrowed", lambda *given: asked.append(given))
    assert [told(point) for point in dv.privacy_profile(channel, eps)] == alone
    assert not asked


def test_most_pairs_are_left_out() -> None:
    """Of 870 pairs, those that decide some δ are few."""
    from dpverify.checkers.budget import UNLIMITED

    channel = drawn("random", n=30, m=30)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(privacy_profile, "LARGE", 0)
        beyond = privacy_profile._deciding(channel, [dv.Loss(e) for e in (0, 50)], UNLIMITED)
        patch.setattr(curves, "WORTH", 0)
        few = privacy_profile._deciding(channel, [dv.Loss(e) for e in (0, 1)], UNLIMITED)
    assert few.neighbours.count(30) < beyond.neighbours.count(30) < 90


def test_no_time_is_no_answer() -> None:
    """The limit is one for all points."""
    with pytest.raises(dv.Undecided):
        dv.privacy_profile(drawn("random"), EPS, time_limit=0)
