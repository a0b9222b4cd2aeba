"""Semantic privacy: by hand, against posteriors in fractions, and bad input."""

from __future__ import annotations

from fractions import Fraction

import pytest

import dpverify as dv
from dpverify.defs.errors import UsageError

BITS = ["00", "01", "10", "11"]
ROWS = {"00": (4, 2, 2), "01": (2, 5, 1), "10": (0, 6, 2), "11": (1, 1, 6)}
PRIOR = {"00": 1, "01": 2, "10": 4, "11": 1}


def _channel() -> dv.Channel:
    rows = [[f"{x}/8" for x in ROWS[label]] for label in BITS]
    return dv.Channel(BITS, ["0", "1", "2"], rows, prior=[f"{PRIOR[x]}/8" for x in BITS])


def _value(absent: str) -> Fraction:
    found = dv.over_pairs("semantic-privacy", _channel(), absent=absent).value
    return Fraction(dv.number_text(found))


def _share(weights: dict[str, int]) -> list[Fraction]:
    return [Fraction(w, sum(weights.values())) for w in weights.values()]


@pytest.mark.parametrize("absent", ["0", "1"])
def test_against_posteriors(absent: str) -> None:
    """Half the sum of distances, of integer weights; each output occurs in both worlds."""
    worst = Fraction(0)
    for place in (0, 1):
        for o in range(3):
            real = {x: PRIOR[x] * ROWS[x][o] for x in BITS}
            left = {x: x[:place] + absent + x[place + 1 :] for x in BITS}
            supposed = {x: PRIOR[x] * ROWS[left[x]][o] for x in BITS}
            distances = [abs(p - q) for p, q in zip(_share(real), _share(supposed), strict=True)]
            worst = max(worst, sum(distances, Fraction(0)) / 2)
    assert _value(absent) == worst > 0


def test_by_hand() -> None:
    """1/6 for a fair bit told with 2/3; 1 where an output is impossible without the record."""
    rows = [["2/3", "1/3"], ["1/3", "2/3"]]
    fair = dv.Channel(["0", "1"], ["0", "1"], rows, prior=["1/2", "1/2"])
    sixth = dv.over_pairs("semantic-privacy", fair, absent="0").value
    assert Fraction(dv.number_text(sixth)) == Fraction(2, 3) - Fraction(1, 2)
    told = dv.Channel(["0", "1"], ["0", "1"], [[1, 0], [0, 1]], prior=["1/2", "1/2"])
    assert dv.over_pairs("semantic-privacy", told, absent="0").value == 1
    same = dv.Channel(["0", "1"], ["0", "1"], [["1/3", "2/3"]] * 2, prior=["1/4", "3/4"])
    assert dv.over_pairs("semantic-privacy", same, absent="0").value == 0


def test_dp_bounds_it() -> None:
    """ε-DP of one record moves beliefs by less than e^ε − 1: here 2 − 1, whatever the prior."""
    rows = [["2/3", "1/3"], ["1/3", "2/3"]]
    for weight in range(1, 10):
        prior = [f"{weight}/10", f"{10 - weight}/10"]
        channel = dv.Channel(["0", "1"], ["0", "1"], rows, prior=prior)
        assert dv.over_pairs("semantic-privacy", channel, absent="0").value < 1


@pytest.mark.parametrize(
    ("labels", "options", "says"),
    [
        (["00", "01"], {}, "give the character"),
        (["00", "01"], {"absent": "01"}, "one character"),
        (["00", "01"], {"absent": "2"}, "no input"),
        (["0", "01"], {"absent": "0"}, "1 to 2"),
        (["0", "1"], {"absent": "0", "eps": 1}, "no eps"),
        (["0", "1"], {"absent": "0", "target": ["0"]}, "leave target out"),
    ],
)
def test_bad_input_is_one_line(labels: list[str], options: dict[str, object], says: str) -> None:
    """What was given, and what to do."""
    half = [["1/2", "1/2"]] * 2
    channel = dv.Channel(labels, ["0", "1"], half, prior=["1/2", "1/2"])
    with pytest.raises(UsageError, match=says):
        dv.over_pairs("semantic-privacy", channel, **options)  # type: ignore[arg-type]  # on purpose
    bare = dv.Channel(["0", "1"], ["0", "1"], half)
    with pytest.raises(UsageError, match="no prior"):
        dv.over_pairs("semantic-privacy", bare, absent="0")
