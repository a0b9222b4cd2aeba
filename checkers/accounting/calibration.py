"""Questions the other way round: which noise, how many steps, which sampling rate meet (ε, δ).

A guess starts, floats find where δ(ε) crosses δ, and two accounts decide: one proves the claim at
one value, one refutes it at a value next to that. Where the cost is known to rise or to fall with
the parameter (`is_monotone`), everything beyond the two values is decided as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import exp, expm1, floor, log, sqrt
from typing import Any

from flint import fmpq
from scipy.optimize import brentq
from scipy.special import ndtr

from dpverify.checkers.accounting.answer import (
    BY_REPLAY,
    LARGEST_EPS,
    SMALLEST_DELTA,
    Account,
    account,
)
from dpverify.checkers.accounting.closed_form import squared_mean
from dpverify.checkers.gate import not_accepted
from dpverify.defs.accounting.plan import MOST_TIMES, Plan, read_plan
from dpverify.defs.display import Displayed
from dpverify.defs.errors import DomainError, Undecided, UsageError
from dpverify.defs.numbers.decimals import decimal_text
from dpverify.defs.risk.parameters import count, rational

CALIBRATION_SCHEMA = "dpverify.calibration/1.0"
KEYS = {"sigma": "sigma", "scale": "scale", "steps": "times", "sampling": "sampling"}
"""What can be sought, and its key in an event of a plan."""
RISING = ("steps", "sampling")
"""More of these costs more; more noise costs less."""
INFINITE = "inf"
COARSE, CLOSE, CLOSEST = 4e-3, 1e-3, 2.5e-4
"""Relative widths of δ: while searching, and at the two ends."""
BESIDE = (1e-4, 2e-4, 4.5e-4, 2e-3, 1e-2, 5e-2, 2e-1)
"""How far from the crossing the ends are tried, relatively; the first three make 10⁻³ together."""
BESIDE_EXACT = (1e-9, *BESIDE)
"""The same where δ has a closed form."""
NEAR = 0.01
"""So near to a whole number of steps the crossing may be that number, which is tried first then."""
DIGITS = 12
SMALLEST_VALUE, LARGEST_VALUE = 1e-9, 1e9
MOVES = 60
Bounds = tuple[Fraction, Fraction]


@dataclass(frozen=True)
class Calibration(Displayed):
    """The values of one parameter of a plan between which (ε, δ) starts or ceases to hold.

    Args:
        plan: the plan, at one of the values.
        place: the event whose parameter is sought, from 1.
        sought: "sigma", "scale", "steps" or "sampling".
        eps, delta: the claim.
        proved: the account at the value for which the claim is proved; None where no value is.
        refuted: the account at the value for which the claim is refuted; None where no value is.
        not_rechecked: why the kernel has not re-checked both; None where it has.
    """

    plan: Plan
    place: int
    sought: str
    eps: Fraction
    delta: Fraction
    proved: Account | None
    refuted: Account | None
    not_rechecked: str | None = BY_REPLAY

    @property
    def at_proved(self) -> str:
        """The value for which the claim is proved; where there is none, a bound that is trivial."""
        if self.proved is not None:
            return _value(self.proved.plan, self.place, self.sought)
        return "0" if self.sought in RISING else INFINITE

    @property
    def at_refuted(self) -> str:
        """The value for which it is refuted; where there is none, a bound that is trivial."""
        if self.refuted is not None:
            return _value(self.refuted.plan, self.place, self.sought)
        return {"sampling": "1", "steps": INFINITE}.get(self.sought, "0")

    @property
    def lower(self) -> str:
        """The smaller of the two."""
        return self.at_proved if self.sought in RISING else self.at_refuted

    @property
    def upper(self) -> str:
        """The larger of the two."""
        return self.at_refuted if self.sought in RISING else self.at_proved

    @property
    def monotone(self) -> bool:
        """Whether the claim holds on all of one side, and fails on all of the other."""
        return is_monotone(self.plan, self.place, self.sought)

    def document(self) -> dict[str, Any]:
        """The JSON form: the plan without what is sought, both values, an account for each."""
        plan = self.plan.document()
        del _events(plan)[self.place - 1][KEYS[self.sought]]
        ends = {"proved": self.proved, "refuted": self.refuted}
        return {
            "schema": CALIBRATION_SCHEMA,
            "plan": plan,
            "event": self.place,
            "sought": self.sought,
            "given": {"eps": str(self.eps), "delta": str(self.delta)},
            self.sought: {"lower": self.lower, "upper": self.upper},
            "monotone": self.monotone,
            **{name: _end(end, name) for name, end in ends.items() if end is not None},
            "evidence": "enclosure",
            **({} if self.not_rechecked is None else {"not_rechecked": self.not_rechecked}),
        }


def calibrate(
    plan: Plan, sought: str, *, eps: Any, delta: Any, event: int | None = None
) -> Calibration:
    """Between which values of one parameter a plan starts or ceases to be (ε, δ)-private.

    Args:
        plan: the events; what they say of the parameter that is sought is a first guess.
        sought: "sigma" or "scale" (the smallest noise for which the claim holds), "steps" or
            "sampling" (the largest number of steps, the largest rate); where the cost is not known
            to be monotone in it, a value beside which the claim starts or ceases to hold.
        eps: ε ≥ 0, in nats; a rational.
        delta: 0 < δ < 1; a rational.
        event: which event of the plan, from 1, those of parts after all others; a plan of one
            event needs no such number.

    Returns: a Calibration: a value for which the claim is proved, and one for which it is refuted,
        at most 10⁻³ apart (relatively, or two numbers of steps that follow each other) where the
        grid of the accountant is fine enough; else they are further apart, and say so.

    Raises:
        UsageError: no event is named where there are several.
        DomainError: a number out of range, an event without such a parameter.
        Undecided: no value is proved and none refuted, or the accountant cannot tell.
    """
    place = _place(plan, event)
    if sought not in KEYS:
        raise DomainError(f"{sought!r} is not sought; it must be one of {', '.join(KEYS)}")
    if KEYS[sought] not in _events(plan.document())[place - 1]:
        raise DomainError(f"event {place} has no {sought}")
    claim = _claim(eps, delta)
    search = _Search(plan, place, sought, *claim)
    proved, refuted = search.ends()
    if proved is None and refuted is None:
        raise Undecided("precision", f"no {sought} that was tried is proved or refuted")
    shown = (proved or refuted or _nothing()).plan
    found = Calibration(shown, place, sought, *claim, proved, refuted)
    if any(end is not None and end.not_rechecked for end in (proved, refuted)):
        return found
    found = replace(found, not_rechecked=None)
    return replace(found, not_rechecked=not_accepted(found.document(), "a plan"))


def is_monotone(plan: Plan, place: int, sought: str) -> bool:
    """Whether a larger value is known to cost at most (noise), or at least (the others), as much.

    - Steps: who leaves answers out knows less.
    - σ and scale: N(0, σ'²) is N(0, σ²) and independent noise N(0, σ'² − σ²). A Laplace law of
      scale b' is that of scale b with a noise that is 0 with probability (b/b')² and else of scale
      b': the characteristic functions are 1/(1 + b²t²). So the larger noise can be made of the
      answer with the smaller one.
    - Poisson samples: with r = q'/q, whoever replaces the answer of a step by one without the
      record, with probability 1 − r, makes (1 − q')·Q + q'·P of (1 − q)·Q + q·P, and Q of Q.
    """
    event = _events(plan.document())[place - 1]
    known = event.get("noise") in ("gaussian", "laplace")
    plain = not {*event} - {"noise", "sigma", "scale", "sensitivity", "sampling", "times"}
    poisson = plan.relation in ("add", "remove", "add-or-remove")
    return sought == "steps" or (known and plain and (sought != "sampling" or poisson))


@dataclass(frozen=True)
class _Search:
    """One question. Values are floats here, texts in plans."""

    plan: Plan
    place: int
    sought: str
    eps: Fraction
    delta: Fraction
    _heights: dict[str, float | None] = field(default_factory=dict)
    """Heights that are known, by the text of the value: `_root` asks about the same steps often."""

    def ends(self) -> tuple[Account | None, Account | None]:
        """Accounts at a value where the claim is proved, and at one where it is refuted."""
        if self.sought == "sampling":
            whole = account(self._plan_at("1"), eps=self.eps, close=CLOSE)
            if Fraction(whole.upper) <= self.delta:
                return whole, None
        crossing = self._crossing()
        tried = self._plan_at("1" if self.sought != "sampling" else "1/2")
        exact = all(squared_mean(each) is not None for each in tried.alternatives())
        beside = BESIDE_EXACT if exact else BESIDE
        proved = self._first(crossing, beside, up=self.sought not in RISING, holds=True)
        refuted = self._first(crossing, beside, up=self.sought in RISING, holds=False)
        return proved, refuted

    def _first(
        self, crossing: float, beside: tuple[float, ...], *, up: bool, holds: bool
    ) -> Account | None:
        """The account at the first value beside the crossing where the claim is decided."""
        for text in self._candidates(crossing, beside, up=up):
            for close in (CLOSE, CLOSEST):
                answer = account(self._plan_at(text), eps=self.eps, close=close)
                if holds and Fraction(answer.upper) <= self.delta:
                    return answer
                if not holds and Fraction(answer.lower) > self.delta:
                    return answer
        return None

    def _candidates(self, crossing: float, beside: tuple[float, ...], *, up: bool) -> Iterator[str]:
        """Values as texts, further and further away on one side, within the range."""
        if self.sought in RISING and crossing == 1:
            # The search came to this end of the range, which may be decided itself.
            yield "1"
        if self.sought == "steps":
            seen = set()
            if abs(crossing - round(crossing)) < NEAR:
                # It may be that number, but for what the search leaves open.
                seen.add(round(crossing))
                yield str(round(crossing))
            for part in (0.0, *beside):
                number = floor(crossing * (1 + part)) + 1 if up else floor(crossing * (1 - part))
                # What rounding makes of a whole number is found by its neighbours.
                for step in (number, number + 1 if up else number - 1):
                    if 1 <= step <= MOST_TIMES and step not in seen:
                        seen.add(step)
                        yield str(step)
            return
        for part in beside:
            value = Fraction(crossing) * (1 + Fraction(part) * (1 if up else -1))
            if self.sought == "sampling" and value > 1:
                return
            yield decimal_text(fmpq(value.numerator, value.denominator), DIGITS, up=up)

    def _crossing(self) -> float:
        """About the value at which δ(ε) is δ; a value at the end of the range where it is not."""
        low_end, high_end = SMALLEST_VALUE, LARGEST_VALUE
        if self.sought == "steps":
            low_end, high_end = 1.0, float(MOST_TIMES)
        elif self.sought == "sampling":
            high_end = 1.0
        start = min(max(self._guess(low_end, high_end), low_end), high_end)
        known: dict[float, float] = {}
        value, factor = self._rounded(start), 1.05
        for _ in range(MOVES):
            height = self._height(value)
            if height is not None:
                known[value] = height
                if min(known.values()) <= 0 <= max(known.values()):
                    break
            # Where nothing is known the plan costs too much for the grids: towards less.
            dear = height is None or height > 0
            end = low_end if dear == (self.sought in RISING) else high_end
            if value == end:
                return end
            value = max(value / factor, end) if end == low_end else min(value * factor, end)
            value = self._rounded(value)
            factor = min(factor**1.5, 16.0)
        else:
            raise Undecided("precision", f"no {self.sought} was found near which the claim changes")
        return self._root(known)

    def _rounded(self, value: float) -> float:
        """The value; of steps the nearest whole number, or both beside it would be asked about."""
        return float(round(value)) if self.sought == "steps" else value

    def _root(self, known: dict[float, float]) -> float:
        """A root between the last two values that are known."""
        if 0 in known.values():
            return next(value for value, height in known.items() if height == 0)
        above = [value for value, height in known.items() if height > 0]
        below = [value for value, height in known.items() if height < 0]
        rising = self.sought in RISING
        first, last = (max(below), min(above)) if rising else (max(above), min(below))
        # What is known at the ends is not computed from their logarithms, which are rounded.
        ends = {log(value): known[value] for value in (first, last)}

        def height(logarithm: float) -> float:
            found = ends[logarithm] if logarithm in ends else self._height(exp(logarithm))
            if found is None:
                raise Undecided("precision", f"no bounds of δ between {first} and {last}")
            return found

        return exp(float(brentq(height, log(first), log(last), xtol=1e-10, rtol=3e-6)))

    def _height(self, value: float) -> float | None:
        """About ln δ(ε)/δ at a value; None where there is no bound."""
        text = str(max(round(value), 1)) if self.sought == "steps" else repr(value)
        if self.sought == "steps":
            # Steps between whole numbers: along the chord of the logarithm, to keep it continuous.
            whole, part = floor(value), value - floor(value)
            if part > 0:
                here, there = self._height(float(whole)), self._height(float(whole + 1))
                return None if here is None or there is None else (1 - part) * here + part * there
        if text not in self._heights:
            self._heights[text] = self._height_at(text)
        return self._heights[text]

    def _height_at(self, text: str) -> float | None:
        try:
            answer = account(self._plan_at(text), eps=self.eps, close=COARSE)
        except Undecided:
            return None
        low, high = Fraction(answer.lower), Fraction(answer.upper)
        # Where no grid brings the bounds together, the upper one is the better guess.
        middle = (low + high) / 2 if high - low <= 2 * COARSE * high else high
        # A curve that reaches 0 has no logarithm; so far down it only matters that it is below.
        if middle == 0:
            return -700.0
        return _logarithm(middle) - _logarithm(self.delta)

    def _plan_at(self, text: str) -> Plan:
        return plan_at(self.plan, self.place, self.sought, text)

    def _guess(self, low: float, high: float) -> float:
        """A value by the central limit theorem: μ² = Σ k·q²·(e^(r²) − 1), with r of each step."""
        target = _gaussian_mean(float(self.eps), float(self.delta))
        document = self.plan.document()
        common, listed = document["events"], _events(document)
        parts = [[*common, *part] for part in document.get("parts", [[]])]

        def square(event: dict[str, Any], value: float) -> float:
            is_sought = event is listed[self.place - 1]
            return _square(event, {self.sought: value} if is_sought else {})

        def mean(value: float) -> float:
            return sqrt(max(sum(square(event, value) for event in part) for part in parts))

        return _crossed(lambda value: mean(value) > target, low, high, self.sought in RISING)


def plan_at(plan: Plan, place: int, sought: str, text: str) -> Plan:
    """The plan with another value of one parameter."""
    document = plan.document()
    _events(document)[place - 1][KEYS[sought]] = text
    return read_plan(document)


def _value(plan: Plan, place: int, sought: str) -> str:
    """The value in a plan, as a decimal where it is one."""
    exact = Fraction(_events(plan.document())[place - 1][KEYS[sought]])
    text = decimal_text(fmpq(exact.numerator, exact.denominator), DIGITS, up=True)
    return text if Fraction(text) == exact else str(exact)


def _end(answer: Account, name: str) -> dict[str, Any]:
    """The account at one end; it states what is needed there and nothing more.

    So the kernel has one bound to confirm, not two for each direction.
    """
    document = answer.document()
    document.pop("not_rechecked", None)
    named = [document, *document["directions"]]
    if name == "proved":
        for place in named:
            place["delta"]["lower"] = "0"
        return document
    sides = document["directions"]
    largest = max(range(len(sides)), key=lambda i: Fraction(sides[i]["delta"]["lower"]))
    for i, side in enumerate(sides):
        side["delta"] = {"lower": side["delta"]["lower"] if i == largest else "0", "upper": "1"}
    document["delta"]["upper"] = "1"
    return document


def _events(plan: dict[str, Any]) -> list[dict[str, Any]]:
    """The events of a plan as JSON: first those of all records, then those of each part."""
    return [*plan["events"], *(event for part in plan.get("parts", []) for event in part)]


def _place(plan: Plan, event: int | None) -> int:
    events = len(_events(plan.document()))
    if event is None:
        if events > 1:
            raise UsageError(
                f"the plan has {events} events; say by its number (event) which one is meant"
            )
        return 1
    return count(event, "the number of the event", most=events)


def _claim(eps: Any, delta: Any) -> Bounds:
    exact_eps, exact_delta = rational(eps, "ε"), rational(delta, "δ")
    claim = (
        Fraction(int(exact_eps.p), int(exact_eps.q)),
        Fraction(int(exact_delta.p), int(exact_delta.q)),
    )
    if not 0 <= claim[0] <= LARGEST_EPS:
        raise DomainError(f"ε is {eps}; it must lie between 0 and {LARGEST_EPS}")
    if not SMALLEST_DELTA <= claim[1] < 1:
        raise DomainError(f"δ is {delta}; it must be below 1 and at least 1e-80")
    return claim


def _nothing() -> Account:
    raise Undecided("precision", "no value was decided")


def _logarithm(number: Fraction) -> float:
    return log(number.numerator) - log(number.denominator)


def _square(event: dict[str, Any], given: dict[str, float]) -> float:
    """The share of one event in μ²; 0 where its noise is not known here."""
    if "rows" in event:
        ratio = sqrt(_largest_square(event))
    else:
        size = given.get("sigma", given.get("scale", _noise_of(event)))
        if size is None:
            return 0.0
        ratio = _about(event.get("sensitivity", "1")) / size
    ratio = min(ratio, 20.0)
    rate = given.get("sampling", float(Fraction(event.get("sampling", "1"))))
    times = given.get("steps", float(event.get("times", 1)))
    return times * (ratio**2 if rate == 1 else rate**2 * expm1(ratio**2))


def _noise_of(event: dict[str, Any]) -> float | None:
    """About the size of an event's noise; None where it is not known here."""
    text = event.get("sigma", event.get("scale"))
    if text is not None:
        return _about(text)
    # The losses of randomised response are ±ε, as those of noise of scale 1/ε mostly are.
    return 1 / _about(event["eps"]) if "eps" in event else None


def _about(text: str) -> float:
    """A positive number as a float; beyond these the largest or smallest of them."""
    return float(min(max(Fraction(text), Fraction(10) ** -150), Fraction(10) ** 150))


def _largest_square(event: dict[str, Any]) -> float:
    """Of a channel the largest mean square of a loss, over the pairs that it compares."""
    rows = [[float(Fraction(mass)) for mass in row] for row in event["rows"]]
    squares = [
        sum(p * log(p / q) ** 2 for p, q in zip(rows[i], rows[j], strict=True) if min(p, q) > 0)
        for i, j in event["pairs"]
    ]
    return float(max(squares))


def _gaussian_mean(eps: float, delta: float) -> float:
    """About the μ at which a Gaussian event costs (ε, δ)."""

    def costs_more(mean: float) -> bool:
        near, far = mean / 2 - eps / mean, -mean / 2 - eps / mean
        return float(ndtr(near) - exp(min(eps, 700)) * ndtr(far)) > delta

    return _crossed(costs_more, 1e-9, 1e4, rising=True)


def _crossed(beyond: Callable[[float], bool], low: float, high: float, rising: bool) -> float:
    """About where a monotone condition changes, by halving on a logarithmic scale."""
    for _ in range(80):
        middle = sqrt(low * high)
        if beyond(middle) == rising:
            high = middle
        else:
            low = middle
    return sqrt(low * high)
