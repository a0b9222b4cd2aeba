"""The answer about a plan, as people and programs get it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import isfinite
from typing import Any, TypeAlias

from flint import fmpq

from dpverify.checkers.accounting.account import CLOSE, Found, delta_at, eps_at
from dpverify.checkers.accounting.closed_form import (
    GaussianCurve,
    gaussian_delta,
    gaussian_eps,
    squared_mean,
)
from dpverify.checkers.accounting.discrete_gaussians import (
    DiscreteGaussians,
    discrete_gaussian_curve,
)
from dpverify.checkers.accounting.laplace_sums import LaplaceSum, laplace_curve
from dpverify.checkers.accounting.lattices import Exact, exact_curve
from dpverify.checkers.accounting.solved import delta_of, eps_of
from dpverify.checkers.gate import not_accepted
from dpverify.defs.accounting.plan import Plan
from dpverify.defs.display import Displayed
from dpverify.defs.errors import DomainError, UsageError
from dpverify.defs.numbers.decimals import outward
from dpverify.defs.risk.parameters import rational

ACCOUNT_SCHEMA = "dpverify.account/1.0"
DIGITS = 17
EXACT_DIGITS = 34
LARGEST_EPS = 500
BY_REPLAY = "it takes the kernel seconds to minutes; `dpverify replay` on the saved answer asks it"
SMALLEST_DELTA = Fraction(1, 10**80)


@dataclass(frozen=True)
class Side:
    """What one direction costs: both bounds, as decimals, and how they came about.

    Args:
        direction: "remove", "add" or "replace".
        lower: a decimal at most the true number.
        upper: a decimal at least the true number; "inf" where none is known.
        grid: step, window and tilt of the sums, and the pairs of channels; None for a closed form.
        part: the part that the record is in, from 0; None for a plan without parts.
    """

    direction: str
    lower: str
    upper: str
    grid: dict[str, Any] | None
    part: int | None = None


@dataclass(frozen=True)
class Error:
    """Decimals between which the trade-off function lies at an error α."""

    alpha: Fraction
    lower: str
    upper: str


@dataclass(frozen=True)
class Account(Displayed):
    """What a plan costs: `asked` is "eps" at a given δ, or "delta" at a given ε.

    The larger of the directions counts: `lower` and `upper` enclose it.
    """

    plan: Plan
    asked: str
    given: Fraction
    sides: tuple[Side, ...]
    not_rechecked: str | None = BY_REPLAY
    """Why the kernel has not re-checked the bounds; None where it has."""
    curve: tuple[Account, ...] = ()
    """δ at further ε, which rise."""
    trade_off: tuple[Error, ...] = ()
    """What follows from the curve of tests of two neighbours."""

    @cached_property
    def lower(self) -> str:
        """A decimal that the true number is at least."""
        return _largest([side.lower for side in self.sides])

    @cached_property
    def upper(self) -> str:
        """A decimal that the true number is at most."""
        return _largest([side.upper for side in self.sides])

    def document(self) -> dict[str, Any]:
        """The JSON form."""
        other = "delta" if self.asked == "eps" else "eps"
        return {
            "schema": ACCOUNT_SCHEMA,
            "plan": self.plan.document(),
            "given": {other: str(self.given)},
            self.asked: {"lower": self.lower, "upper": self.upper},
            "directions": [
                {
                    "direction": side.direction,
                    **({} if side.part is None else {"part": side.part}),
                    self.asked: {"lower": side.lower, "upper": side.upper},
                    **({} if side.grid is None else {"grid": side.grid}),
                }
                for side in self.sides
            ],
            **({"curve": [_point(each) for each in self.curve]} if self.curve else {}),
            **({"trade_off": [_error(each) for each in self.trade_off]} if self.trade_off else {}),
            "evidence": "enclosure",
            **({} if self.not_rechecked is None else {"not_rechecked": self.not_rechecked}),
        }


def _point(answer: Account) -> dict[str, Any]:
    document = answer.document()
    return {key: document[key] for key in ("given", "delta", "directions")}


def _error(error: Error) -> dict[str, Any]:
    return {"alpha": str(error.alpha), "beta": {"lower": error.lower, "upper": error.upper}}


def account(plan: Plan, *, eps: Any = None, delta: Any = None, close: float = CLOSE) -> Account:
    """What a plan costs together, with both bounds proved.

    Args:
        plan: the events and the neighbours.
        eps: ask for δ at this ε ≥ 0, in nats; a rational.
        delta: ask for the least ε at this δ, 0 < δ < 1; a rational. Give one of the two.
        close: the relative width at which the bounds are close enough.

    Returns: an Account, whose bounds enclose the true number.

    Raises:
        UsageError: none or both of eps and delta are given.
        DomainError: a number out of range.
        Undecided: the plan holds what is not composed yet, or needs too fine a grid.
    """
    if (eps is None) == (delta is None):
        raise UsageError("give either eps or delta; the other one is computed")
    if plan.parts:
        return _divided(plan, eps, delta, close)
    square = squared_mean(plan)
    if eps is not None:
        point = _rational(eps, "ε")
        if not 0 <= point <= LARGEST_EPS:
            raise DomainError(f"ε is {eps}; it must lie between 0 and {LARGEST_EPS}")
        if square is not None:
            return _exact(plan, "delta", point, gaussian_delta(square, point))
        sides = _written_out(plan, lambda curve: delta_of(curve, point))
        if sides is not None:
            return confirmed(Account(plan, "delta", point, sides, None))
        return Account(plan, "delta", point, _sides(delta_at(plan, point, close)))
    point = _rational(delta, "δ")
    if not SMALLEST_DELTA <= point < 1:
        raise DomainError(f"δ is {delta}; it must be below 1 and at least 1e-80")
    if square is not None:
        return _exact(plan, "eps", point, gaussian_eps(square, point))
    sides = _written_out(plan, lambda curve: _eps_of(curve, point))
    if sides is not None:
        return confirmed(Account(plan, "eps", point, sides, None))
    return Account(plan, "eps", point, _sides(eps_at(plan, point, close)))


WrittenCurve: TypeAlias = Exact | LaplaceSum | DiscreteGaussians


def _divided(plan: Plan, eps: Any, delta: Any, close: float) -> Account:
    """The answers of all parts, each with the events that all records take part in."""
    answers = [account(each, eps=eps, delta=delta, close=close) for each in plan.alternatives()]
    sides = tuple(
        replace(side, part=part) for part, answer in enumerate(answers) for side in answer.sides
    )
    missing = [answer.not_rechecked for answer in answers if answer.not_rechecked is not None]
    whole = Account(
        plan, answers[0].asked, answers[0].given, sides, missing[0] if missing else None
    )
    return whole if missing else confirmed(whole)


def written_curves(plan: Plan) -> list[GaussianCurve] | list[WrittenCurve] | None:
    """The curves of all directions where losses can be written down or have a closed form."""
    square = squared_mean(plan)
    return _curves(plan) if square is None else [GaussianCurve(square)]


def _curves(plan: Plan) -> list[WrittenCurve] | None:
    alone = laplace_curve(plan) or discrete_gaussian_curve(plan)
    curves: list[WrittenCurve] = []
    for direction in plan.directions():
        curve = exact_curve(plan, direction) if alone is None else alone
        if curve is None:
            return None
        curves.append(curve)
    return curves


def _written_out(
    plan: Plan, solve: Callable[[WrittenCurve], tuple[Fraction, Fraction | None]]
) -> tuple[Side, ...] | None:
    """The bounds of all directions where all losses can be written down; else None."""
    curves = _curves(plan)
    if curves is None:
        return None
    sides, solved = [], {}
    for direction, curve in zip(plan.directions(), curves, strict=True):
        # Most of such events cost the same in both directions.
        if curve.events not in solved:
            low, high = solve(curve)
            upper = None if high is None else _exactly(high)
            solved[curve.events] = outward(_exactly(low), upper, EXACT_DIGITS)
        sides.append(Side(direction, *solved[curve.events], None))
    return tuple(sides)


def _eps_of(curve: WrittenCurve, delta: Fraction) -> tuple[Fraction, Fraction | None]:
    """Bounds of ε(δ): in closed form where there is one."""
    root = curve.root(delta) if isinstance(curve, DiscreteGaussians) else None
    return eps_of(curve, delta) if root is None else root


def confirmed(answer: Account) -> Account:
    """The answer, and what the kernel says of it."""
    return replace(answer, not_rechecked=not_accepted(answer.document(), "a plan"))


def _exact(plan: Plan, asked: str, point: Fraction, bounds: tuple[Fraction, Fraction]) -> Account:
    """The answer of a closed form, which the kernel re-checks at once."""
    low, high = outward(_exactly(bounds[0]), _exactly(bounds[1]), EXACT_DIGITS)
    sides = tuple(Side(direction, low, high, None) for direction in plan.directions())
    return confirmed(Account(plan, asked, point, sides, None))


def _sides(findings: list[Found]) -> tuple[Side, ...]:
    return tuple(map(_side, findings))


def _side(finding: Found) -> Side:
    low = _exactly(Fraction(max(finding.bounds.lower, 0.0)))
    known = isfinite(finding.bounds.upper)
    high = _exactly(Fraction(finding.bounds.upper)) if known else None
    grid: dict[str, Any] = {
        "step": repr(finding.step),
        "window": str(finding.window),
        "tilt": repr(finding.tilt),
    }
    if any(finding.pairs):
        grid["pairs"] = [
            [[list(pair) for pair in group] for group in groups] for groups in finding.pairs
        ]
    return Side(finding.direction, *outward(low, high, DIGITS), grid)


def _exactly(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)


def _rational(given: Any, name: str) -> Fraction:
    exact = rational(given, name)
    return Fraction(int(exact.p), int(exact.q))


def _largest(decimals: list[str]) -> str:
    # Most plans cost the same in both directions.
    return decimals[0] if len({*decimals}) == 1 else max(decimals, key=_sortable)


def _sortable(decimal: str) -> tuple[bool, Fraction]:
    return (True, Fraction(0)) if decimal == "inf" else (False, Fraction(decimal))
