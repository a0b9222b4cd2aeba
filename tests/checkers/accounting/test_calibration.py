"""Known answers of the other way round: closed forms, exact laws, both sides of each value."""

from __future__ import annotations

from fractions import Fraction
from math import erfc, exp, log, sqrt
from typing import Any

import pytest

from dpverify.accounting import Calibration, Plan, account, calibrate, gaussian, laplace, table
from dpverify.checkers.accounting import calibration
from dpverify.defs.errors import DomainError, Undecided, UsageError

DELTA = "1e-5"


def gaussian_delta(mean: float, eps: float) -> float:
    """Φ(μ/2 − ε/μ) − e^ε·Φ(−μ/2 − ε/μ), by the C library (Balle, Wang 2018, Theorem 8)."""

    def above(z: float) -> float:
        return erfc(z / sqrt(2)) / 2

    return above(eps / mean - mean / 2) - exp(eps) * above(eps / mean + mean / 2)


def ends(found: Calibration) -> tuple[float, float]:
    """Both values."""
    return float(found.lower), float(found.upper)


def sigma(plan: Plan, place: int) -> str:
    """σ of an event."""
    return str(plan.document()["events"][place]["sigma"])


@pytest.mark.parametrize("eps", ["1/10", "1", "10"])
def test_sigma_of_one_answer(eps: str) -> None:
    """δ of the closed form is on both sides of 1e-5, and the values agree in 8 digits."""
    found = calibrate(Plan((gaussian(1),)), "sigma", eps=eps, delta=DELTA)
    low, high = ends(found)
    assert 0 < high - low < 1e-8 * high
    assert gaussian_delta(1 / (low * (1 - 1e-6)), float(Fraction(eps))) > 1e-5
    assert gaussian_delta(1 / (high * (1 + 1e-6)), float(Fraction(eps))) < 1e-5
    assert found.monotone
    assert found.not_rechecked is None


def test_steps_of_a_closed_form() -> None:
    """The number is exact: k steps hold, k + 1 do not."""
    found = calibrate(Plan((gaussian(20),)), "steps", eps=5, delta=DELTA)
    low, high = ends(found)
    assert high == low + 1
    assert gaussian_delta(sqrt(low) / 20, 5) < 1e-5 < gaussian_delta(sqrt(high) / 20, 5)


@pytest.mark.slow
@pytest.mark.parametrize("sensitivity", ["1", "3"])
def test_scale_of_one_laplace_answer(sensitivity: str) -> None:
    """δ(ε) = 1 − e^((ε − Δ/b)/2), so that Δ/b = ε − 2·ln(1 − δ)."""
    plan = Plan((laplace(1, sensitivity=sensitivity),))
    low, high = ends(calibrate(plan, "scale", eps="1/2", delta="1/100"))
    true = int(sensitivity) / (0.5 - 2 * log(0.99))
    assert low < true < high
    assert (high - low) / high < 1e-3


def test_rate_of_one_step() -> None:
    """One step at the rate q has δ'(ln(1 + q·(e^ε − 1))) = q·δ(ε), removed (Balle et al. 2018).

    So at e^ε' = 1 + q·(e − 1) and δ' = q·δ(1), with q = 1/4 and σ = 1, q is the largest rate.
    """
    eps = log(1 + (exp(1) - 1) / 4)
    delta = gaussian_delta(1.0, 1.0) / 4
    plan = Plan((gaussian(1, sampling="1/2"),), "remove")
    found = calibrate(plan, "sampling", eps=Fraction(eps), delta=Fraction(delta))
    low, high = ends(found)
    assert low < 0.25 < high
    assert (high - low) / high < 1e-3


def test_a_training_run() -> None:
    """Both ends are an answer of the accountant, on the right sides of δ."""
    plan = Plan((gaussian(1, sampling="1/50", times=200),))
    found = calibrate(plan, "sigma", eps=1, delta=DELTA)
    low, high = ends(found)
    assert 0 < (high - low) / high < 1e-3
    assert found.proved is not None
    assert found.refuted is not None
    assert Fraction(found.proved.upper) <= Fraction(1, 10**5) < Fraction(found.refuted.lower)
    assert float(Fraction(sigma(found.proved.plan, 0))) == high
    assert float(Fraction(sigma(found.refuted.plan, 0))) == low
    # Not the first one that came along: a little less noise than is proved costs too much.
    less = Plan((gaussian(Fraction(found.lower) * Fraction(99, 100), sampling="1/50", times=200),))
    assert Fraction(account(less, eps=1).lower) > Fraction(1, 10**5)


def test_one_event_of_several() -> None:
    """The other events stay as they are."""
    plan = Plan((gaussian(9), gaussian(1), gaussian(20, times=3)))
    found = calibrate(plan, "sigma", eps=1, delta=DELTA, event=2)
    alone = calibrate(Plan((gaussian(1),)), "sigma", eps=1, delta=DELTA)
    assert [sigma(found.plan, place) for place in (0, 2)] == ["9", "20"]
    # μ² of the three is that of one event: 1/σ² + 1/81 + 3/400.
    whole = 1 / float(alone.upper) ** 2
    assert 1 / float(found.upper) ** 2 == pytest.approx(whole - 1 / 81 - 3 / 400, rel=1e-6)


@pytest.mark.parametrize("size", ["1e400", "1e-400"])
def test_noise_that_no_float_holds(size: str) -> None:
    """Of another event: with 1e400 it adds nothing, with 1e-400 no other noise is enough."""
    plan = Plan((gaussian(1, times=10), gaussian(size)))
    if size == "1e-400":
        with pytest.raises(Undecided, match=r"no sigma|a ball"):
            calibrate(plan, "sigma", eps=1, delta=DELTA, event=1)
        return
    found = calibrate(plan, "sigma", eps=1, delta=DELTA, event=1)
    alone = calibrate(Plan((gaussian(1, times=10),)), "sigma", eps=1, delta=DELTA)
    assert float(found.upper) == pytest.approx(float(alone.upper), rel=1e-8)


@pytest.mark.parametrize(
    ("sigma", "times", "eps"),
    [("59.8466", 141, 3), ("84.4179", 278, 3), ("108.4829", 372, 3), ("1/2", 7, 1)],
)
def test_a_delta_that_a_number_of_steps_was_said_to_cost(sigma: str, times: int, eps: int) -> None:
    """Its own upper bound: so many steps are proved to cost no more, and one more costs more."""
    delta = account(Plan((gaussian(sigma, times=times),)), eps=eps).upper
    found = calibrate(Plan((gaussian(sigma, times=times),)), "steps", eps=eps, delta=delta)
    assert (found.lower, found.upper) == (str(times), str(times + 1))


def test_ends_of_the_range() -> None:
    """Every rate meets the claim; one step breaks it; nothing is claimed without an account."""
    all_rates = calibrate(Plan((gaussian(9),)), "sampling", eps=3, delta="1/100")
    assert (all_rates.lower, all_rates.upper) == ("1", "1")
    assert all_rates.refuted is None
    no_step = calibrate(Plan((laplace(1),)), "steps", eps="1/2", delta=DELTA)
    assert (no_step.lower, no_step.upper) == ("0", "1")
    assert no_step.proved is None
    assert "proved" not in no_step.document()


def test_no_noise_is_enough() -> None:
    """The other event breaks the claim alone, so no σ is proved."""
    plan = Plan((gaussian(1), gaussian(1)))
    try:
        found = calibrate(plan, "sigma", eps="1/2", delta=DELTA, event=1)
    except Undecided:
        return
    assert found.upper == "inf"
    assert found.proved is None


def test_what_is_not_known_to_be_monotone() -> None:
    """Noise and rates of the events that are named in its docstring, and steps of all."""
    plan = Plan((gaussian(1), laplace(1)))
    for place, sought in ((1, "sigma"), (2, "scale"), (1, "sampling"), (2, "steps")):
        assert calibration.is_monotone(plan, place, sought)

    class Other(Plan):
        """A plan whose events say more than is known."""

        def document(self) -> dict[str, object]:
            return {"relation": self.relation, "events": [{"noise": "new", "sigma": "1"}]}

    other = Other(plan.events)
    assert not calibration.is_monotone(other, 1, "sigma")
    assert not calibration.is_monotone(other, 1, "sampling")
    assert calibration.is_monotone(other, 1, "steps")


BAD = (
    ("sigma", {"eps": "-1", "delta": DELTA}, DomainError, "ε is -1"),
    ("sigma", {"eps": "501", "delta": DELTA}, DomainError, "ε is 501"),
    ("sigma", {"eps": "1", "delta": "0"}, DomainError, "δ is 0"),
    ("sigma", {"eps": "1", "delta": "1"}, DomainError, "δ is 1"),
    ("sigma", {"eps": "ln(2)", "delta": DELTA}, DomainError, "rational"),
    ("scale", {"eps": "1", "delta": DELTA}, DomainError, "no scale"),
    ("mood", {"eps": "1", "delta": DELTA}, DomainError, "must be one of"),
    ("sigma", {"eps": "1", "delta": DELTA, "event": 3}, DomainError, "number of the event"),
    ("sigma", {"eps": "1", "delta": DELTA, "event": 0}, DomainError, "number of the event"),
    ("sigma", {"eps": "1", "delta": DELTA, "event": None}, UsageError, "2 events"),
)


@pytest.mark.parametrize(("sought", "given", "fault", "rule"), BAD)
def test_bad_questions(
    sought: str, given: dict[str, object], fault: type[Exception], rule: str
) -> None:
    """One line, which names the rule."""
    plan = Plan((gaussian(1), gaussian(1)))
    with pytest.raises(fault, match=rule):
        calibrate(plan, sought, **{"event": 1} | given)  # type: ignore[arg-type]


def test_steps_of_a_channel_whose_uses_soon_cost_all_there_is() -> None:
    """By hand: no ratio of one use is above 6 < e^2. Of two uses, at ε = 2 row 0 gains on row 2

    1/4 − e²/64 at the first output twice, and 2·(1/8 − e²/64) where the second comes once: 0.1536.
    The search also asks for 999,999,999 uses, of which δ is estimated to be far above 1.
    """
    rows = [["1/2", "1/4", "1/4"], ["1/4", "1/2", "1/4"], ["1/8", "1/8", "3/4"]]
    found = calibrate(Plan((table(rows),), "remove"), "steps", eps=2, delta="1/100")
    assert (found.at_proved, found.at_refuted) == ("1", "2")
    assert found.refuted is not None
    gained = 1 / 4 - exp(2) / 64 + 2 * (1 / 8 - exp(2) / 64)
    assert abs(float(found.refuted.lower) - gained) < 1e-3


@pytest.mark.parametrize("times", [1, 10**6])
def test_few_accounts_are_made_for_a_number_of_steps(
    times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each once, on whole numbers; the first not far from the answer, whatever the plan says."""
    asked: list[tuple[int, float]] = []

    def noted(plan: Plan, **how: Any) -> Any:
        asked.append((plan.document()["events"][0]["times"], how["close"]))
        return account(plan, **how)

    monkeypatch.setattr(calibration, "account", noted)
    rows = [["51/100", "49/100"], ["49/100", "51/100"]]
    found = calibrate(Plan((table(rows, times=times),)), "steps", eps=1, delta="1/1000")
    assert int(str(found.at_refuted)) == int(str(found.at_proved)) + 1
    assert len(asked) == len({*asked}) <= 16
    assert max(number for number, _ in asked) < 2 * int(str(found.at_proved))
    assert min(number for number, _ in asked) > int(str(found.at_proved)) / 2
