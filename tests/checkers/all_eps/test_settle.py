"""Parts of a range where a claim holds and fails."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from dpverify.checkers.all_eps.line import Range
from dpverify.checkers.all_eps.settle import Settled, settle
from dpverify.checkers.decide import check
from dpverify.defs.definitions import ApproxDP, PureDP
from dpverify.defs.errors import UsageError
from dpverify.defs.symbolic.family import Family
from dpverify.defs.symbolic.formal import Formal, formal

F = Fraction


def family(*rows: str, outputs: str = "abcdef") -> Family:
    """A family from rows such as "eps 1-eps"."""
    made = tuple(tuple(formal(entry) for entry in row.split()) for row in rows)
    names = tuple("xyzuvw"[: len(rows)])
    return Family(names, tuple(outputs[: len(made[0])]), made)


def told(settled: Settled) -> list[tuple[str, str, str]]:
    """The parts as (verdict, start, stop), six digits."""
    ends = [
        ("start" if p.start is None else f"{float(p.start.ball(40)):.6f}",
         "stop" if p.stop is None else f"{float(p.stop.ball(40)):.6f}")
        for p in settled.parts
    ]  # fmt: skip
    return [("fails" if p.fails else "holds", *e) for p, e in zip(settled.parts, ends, strict=True)]


ODDS = formal("exp(eps)")
WARNER = family("exp(eps)/(1+exp(eps)) 1/(1+exp(eps))", "1/(1+exp(eps)) exp(eps)/(1+exp(eps))")
WRONG = family("(1+eps)/2 (1-eps)/2", "(1-eps)/2 (1+eps)/2")


def test_equality_holds_and_less_fails_everywhere() -> None:
    """Randomised response is ε-private with equality; at any smaller multiple it is not."""
    assert told(settle(WARNER, ODDS, Range())) == [("holds", "start", "stop")]
    less = formal("exp(99/100*eps)")
    assert told(settle(WARNER, less, Range())) == [("fails", "start", "stop")]


def test_the_first_order_is_not_enough() -> None:
    """2·artanh ε > ε on all of (0, 1]; 2ε < 2·artanh ε too; 3ε suffices up to tanh(3ε/2) = ε."""
    assert told(settle(WRONG, ODDS, Range(F(0), F(1)))) == [("fails", "start", "stop")]
    found = told(settle(WRONG, formal("exp(3*eps)"), Range(F(0), F(1))))
    assert found == [("holds", "start", "0.858560"), ("fails", "0.858560", "stop")]


def test_a_range_beyond_the_family_is_refused() -> None:
    """With what would be fine."""
    with pytest.raises(UsageError, match=r"it is at least 0 for eps in 0\.\.1$"):
        settle(WRONG, ODDS, Range())
    with pytest.raises(UsageError, match="nowhere at least 0"):
        settle(WRONG, ODDS, Range(F(2), F(3)))
    pole = family("(eps-2)/(eps-2)/3 2/3", "1/2 1/2")
    with pytest.raises(UsageError, match="divides by -2\\+eps, which is 0 at eps = 2"):
        settle(pole, ODDS, Range())
    assert settle(pole, ODDS, Range(F(3), None)).parts[0].fails is False
    with pytest.raises(UsageError, match="1-eps"):
        settle(WARNER, ODDS, Range(), delta=formal("eps"))


def test_a_single_point_can_hold() -> None:
    """P(a) = (1 + (ε−1)²/(1+ε²))/2 against 1/2: equal at ε = 1 alone, claim 0."""
    bump = "(eps-1)**2/(1+eps**2)"
    found = family(f"(1+{bump})/2 (1-{bump})/2", "1/2 1/2")
    parts = settle(found, formal("1"), Range())
    assert told(parts) == [
        ("fails", "start", "1.000000"),
        ("holds", "1.000000", "1.000000"),
        ("fails", "1.000000", "stop"),
    ]
    assert parts.parts[1].sample is None
    # where the range begins or ends with that point
    first = settle(found, formal("1"), Range(F(1), F(2)))
    assert told(first) == [("holds", "start", "1.000000"), ("fails", "1.000000", "stop")]
    last = settle(found, formal("1"), Range(F(0), F(1)))
    assert told(last) == [("fails", "start", "1.000000"), ("holds", "1.000000", "stop")]


def test_fixed_delta_by_hand() -> None:
    """e^ε/(1+e^ε) − e^{ε/2}/(1+e^ε) = 1/10: with s = e^{ε/2}, 9s² − 10s − 1 = 0, s = (5+√34)/9."""
    found = told(settle(WARNER, formal("exp(eps/2)"), Range(), delta=formal("1/10")))
    assert found == [("holds", "start", "0.370367"), ("fails", "0.370367", "stop")]


def random_family(rng: Random) -> Family:
    """Rows of weights c·ε^i·e^{qε}, divided by their sums."""

    def weight() -> Formal:
        return formal(
            f"{rng.randint(1, 5)}*eps**{rng.randint(0, 1)}*exp({rng.randint(-2, 2)}*eps/2)"
        )

    rows = []
    for _ in range(2):
        weights = [weight() for _ in range(3)]
        whole = sum(weights[1:], weights[0])
        rows.append(tuple(w / whole for w in weights))
    return Family(("x", "y"), ("a", "b", "c"), tuple(rows))


@pytest.mark.sampled(9)
@pytest.mark.parametrize("delta", [None, "1/8"])
@pytest.mark.parametrize("seed", range(5))
def test_parts_agree_with_the_exact_checker(seed: int, delta: str | None) -> None:
    """At many rational ε the channel there is decided as its part says."""
    rng = Random(seed)  # noqa: S311  # test data
    made = random_family(rng)
    settled = settle(made, ODDS, Range(), delta=None if delta is None else formal(delta))
    cuts = [part.start.ball(60) for part in settled.parts if part.start is not None]
    assert all(a.fails != b.fails for a, b in pairwise(settled.parts))
    for k in range(1, 14):
        eps = F(k * k, 13)
        number = sum(1 for cut in cuts if cut < float(eps))
        definition = PureDP(eps=eps) if delta is None else ApproxDP(eps=eps, delta=delta)
        assert check(made.at(eps), definition).fails == settled.parts[number].fails


def test_divisors_and_ratios_that_no_entry_has_are_refused() -> None:
    """Also at an end of the range; beyond it they do no harm."""
    lost = replace(WARNER, divisors=(formal("eps-3").num,))
    noisy = replace(WARNER, ratios=(formal("eps/3"),))
    for over in (Range(), Range(F(3), F(4)), Range(F(2), F(3))):
        with pytest.raises(UsageError, match="divides by -3\\+eps, which is 0 at eps = 3"):
            settle(lost, ODDS, over)
        with pytest.raises(UsageError, match="1/3\\*eps is 1 at eps = 3"):
            settle(noisy, ODDS, over)
    assert settle(lost, ODDS, Range(F(4))).holds
    assert settle(noisy, ODDS, Range(F(1), F(2))).holds


def test_divisors_of_the_claim_are_refused() -> None:
    """They are none of the family."""
    delta = formal("(eps-3)/(eps-3)/10")
    with pytest.raises(UsageError, match="the claim divides by -3\\+eps, which is 0 at eps = 3"):
        settle(WARNER, ODDS, Range(), delta=delta)
    assert settle(WARNER, ODDS, Range(F(4), F(5)), delta=delta).holds
