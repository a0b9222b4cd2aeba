"""What is believed of a target, counted by hand and against every event."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

import dpverify as dv
from dpverify.defs.errors import UsageError
from dpverify.defs.numbers import ln

ROWS = ((4, 2, 2), (2, 5, 1), (1, 1, 6), (0, 6, 2))
PRIOR = (1, 2, 4, 1)
LABELS = ["a", "b", "c", "d"]


def _channel(*, prior: bool = True) -> dv.Channel:
    rows = [[f"{x}/8" for x in row] for row in ROWS]
    weights = [f"{w}/8" for w in PRIOR] if prior else None
    return dv.Channel(LABELS, ["0", "1", "2"], rows, prior=weights)


def _posteriors(target: list[str]) -> tuple[Fraction, list[Fraction]]:
    """Before, and after each event, from integer weights."""
    after = []
    for event in product((0, 1), repeat=3):
        if not any(event):
            continue
        joint = {
            x: w * sum(p * inside for p, inside in zip(row, event, strict=True))
            for x, w, row in zip(LABELS, PRIOR, ROWS, strict=True)
        }
        after.append(Fraction(sum(joint[x] for x in target), sum(joint.values())))
    return Fraction(sum(PRIOR[LABELS.index(x)] for x in target), 8), after


@pytest.mark.parametrize("target", [["a"], ["b", "c"], ["a", "d"], ["c"]])
def test_against_every_event(target: list[str]) -> None:
    """Both halves of membership privacy, and adversarial privacy at ε = ln(5/4)."""
    before, after = _posteriors(target)
    ups = [p / before for p in after] + [(1 - before) / (1 - p) for p in after]
    downs = [before / p for p in after] + [(1 - p) / (1 - before) for p in after]
    positive = dv.over_pairs("positive-membership", _channel(), target=target).value
    negative = dv.over_pairs("negative-membership", _channel(), target=target).value
    assert positive == ln(str(max(ups)))
    assert negative == ln(str(max(downs)))
    delta = max(0, *(p - Fraction(5, 4) * before for p in after))
    found = dv.over_pairs("adversarial-privacy", _channel(), eps="ln(5/4)", target=target)
    assert Fraction(dv.number_text(found.value)) == delta


def test_by_hand() -> None:
    """d has the prior 1/8. Output 0 excludes it: its weights 1·4, 2·2, 4·1, 0 sum to 12.

    Of output 1 the weights are 2, 10, 4 and 6, so that d has 6/22 = 3/11: 24/11 times as likely.
    Of its absence 0 makes 8/7 times as likely, and 1 makes (8/11)/(7/8) = 64/77 times.
    """
    channel = _channel()
    assert dv.over_pairs("positive-membership", channel, target=["d"]).value == ln("24/11")
    assert str(dv.over_pairs("negative-membership", channel, target=["d"]).value) == "inf"
    gained = dv.over_pairs("adversarial-privacy", channel, eps=0, target=["d"]).value
    assert Fraction(dv.number_text(gained)) == Fraction(3, 11) - Fraction(1, 8)


def test_the_negative_half_is_the_positive_half_of_the_absence() -> None:
    """So the symmetric definition is both together, and pure DP of the mean laws bounds it."""
    for target in (["a"], ["b", "c"]):
        rest = [x for x in LABELS if x not in target]
        negative = dv.over_pairs("negative-membership", _channel(), target=target).value
        assert negative == dv.over_pairs("positive-membership", _channel(), target=rest).value


def test_two_releases_that_tell_nothing_tell_all_together() -> None:
    """The step by which the atlas refutes composition: a parity and one of its bits."""
    fair = ["1/4"] * 4
    bits = ["00", "01", "10", "11"]
    parity = dv.Channel(bits, ["even", "odd"], [[1, 0], [0, 1], [0, 1], [1, 0]], prior=fair)
    second = dv.Channel(bits, ["0", "1"], [[1, 0], [0, 1], [1, 0], [0, 1]], prior=fair)
    from dpverify.defs.operations import product as both

    for name, worst in (
        ("positive-membership", "inf"),  # 1 after it, 1/2 before: its absence is excluded
        ("negative-membership", "inf"),
    ):
        for part in (parity, second):
            assert dv.over_pairs(name, part, target=["00", "01"]).value == 0
        joined = dv.over_pairs(name, both(parity, second), target=["00", "01"])
        assert str(joined.value) == worst
    joined = dv.over_pairs("adversarial-privacy", both(parity, second), eps=0, target=["00", "01"])
    assert Fraction(dv.number_text(joined.value)) == Fraction(1, 2)


@pytest.mark.parametrize(
    ("name", "options", "says"),
    [
        ("positive-membership", {}, "give the inputs"),
        ("positive-membership", {"target": ["a"], "eps": 1}, "no eps"),
        ("adversarial-privacy", {"target": ["a"]}, "needs eps"),
        ("adversarial-privacy", {"target": ["z"], "eps": 1}, "'z'"),
        ("negative-membership", {"target": LABELS}, "probability 1 before"),
        ("negative-membership", {"target": []}, "probability 0 before"),
        ("generalised-dp", {"target": ["a"], "eps": 1}, "has no target"),
        ("negative-membership", {"target": ["a"], "law": {("a", "b"): 1}}, "leave law out"),
    ],
)
def test_bad_input_is_one_line(name: str, options: dict[str, object], says: str) -> None:
    """What was given, and what to do."""
    with pytest.raises(UsageError, match=says):
        dv.over_pairs(name, _channel(), **options)  # type: ignore[arg-type]  # on purpose
    with pytest.raises(UsageError, match="no prior"):
        dv.over_pairs("positive-membership", _channel(prior=False), target=["a"])
