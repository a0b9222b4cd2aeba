"""What ε means to an attacker who guesses attributes, and which ε keeps him within η.

Three kinds of answer stand beside each other: for the worst prior (only the range R is known), for
the given prior by the bounds of the source, and the truth: the worst of all ε·d-private channels.
With one attribute and no true value given, each answer is that of the true value where it is worst.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from dpverify.checkers.guessing.eps import tight_eps
from dpverify.checkers.guessing.goals import Goals
from dpverify.checkers.worst_posterior import worst_posterior
from dpverify.defs.guessing.annulus_bound import annulus_bound
from dpverify.defs.guessing.inverse import (
    Between,
    annulus_eps,
    closed_form_eps,
    largest_eps,
    main_eps,
)
from dpverify.defs.guessing.main_bound import main_bound
from dpverify.defs.guessing.simplified_bound import simplified_bound
from dpverify.defs.guessing.space import growth
from dpverify.defs.guessing.worst_prior import (
    most_advantage,
    safe_eps,
    worst_chance,
    worst_chance_for,
)
from dpverify.defs.numbers import ONE, ZERO, Loss, Number, Real, Value

Method = Literal["worst prior", "simplified", "annuli", "main", "union", "tight"]
MOST_BITS = 20
TIE_BITS = 512
"""How finely e^ε is cut where ε is looked for."""


@dataclass(frozen=True)
class Answer:
    """One row: by which method, the prior chance, and what was found.

    `posterior` and `advantage` for a given ε, `eps` for a given η; `at`: the true values for which
    it is worst, as given or found, empty where they play no part.
    """

    method: Method
    chance: Number
    at: tuple[Fraction, ...]
    advantage: Number
    eps: Between
    posterior: Number | None = None


def for_eps(goals: Sequence[Goals], eps: Loss | Real, time_limit: float | None) -> list[Answer]:
    """How far an attacker gets at this ε.

    Args:
        goals: one for each true value that is considered; the worst counts, method by method.
        eps: ε in nats per unit of precision.
        time_limit: seconds for each linear programme.

    Returns:
        One answer for each method; numbers are exact, or balls beyond a dozen inputs with
        irrational e^ε.

    Raises:
        Undecided: out of time, or a sign was not told apart from 0.
    """
    radius = goals[0].radius
    most, p = most_advantage(radius, eps), worst_chance(radius, eps, goals[0].sign)
    after = p + most if goals[0].sign == "gain" else p - most
    exactly = Between(*(_loss(eps),) * 2)
    answers = [Answer("worst prior", p, (), most, exactly, after)]
    step = growth(eps, goals[0].unit)
    rational = isinstance(step, Value) and step.is_rational
    for method, bound in _bounds(goals[0], time_limit):
        bounds = [(goal, bound(goal, eps)) for goal in goals]
        goal, value = _worst(bounds)
        gained, posterior = value - goal.chance, value if goal.sign == "gain" else ONE - value
        answers.append(
            Answer(
                method,
                goal.shown_chance,
                goal.at,
                _brief(gained, rational),
                exactly,
                _brief(posterior, rational),
            )
        )
    return answers


def for_advantage(goals: Sequence[Goals], eta: Value, time_limit: float | None) -> list[Answer]:
    """The largest ε that keeps the advantage within η, method by method.

    Arguments and errors as for `for_eps`; an ε is exact, or lies between two exact values: it is
    safe to take the lower.
    """
    radius = goals[0].radius
    safe = safe_eps(radius, eta)
    chance = worst_chance_for(eta, goals[0].sign)
    answers = [Answer("worst prior", chance, (), eta, Between(safe, safe))]
    # The goal that binds is likely one whose chance is near the worst: then the others only pass.
    order = sorted(goals, key=lambda goal: abs((goal.shown_chance - chance).approx()))
    for method, bound in _bounds(goals[0], time_limit):
        best: Answer | None = None
        for goal in order:
            target = goal.chance + eta
            if best is not None and _allows(goal, bound, best.eps.lower, target):
                continue
            largest = _largest(method, goal, eta, bound, time_limit)
            if best is None or largest.lower < best.eps.lower:
                best = Answer(method, goal.shown_chance, goal.at, eta, largest)
        answers += [best] if best is not None else []
    return answers


def _worst(bounds: Sequence[tuple[Goals, Value | Real]]) -> tuple[Goals, Value | Real]:
    """The goal of the largest advantage, with its bound; the first of equal ones."""
    best = bounds[0]
    for each in bounds[1:]:
        if _exceeds(each[1] - each[0].chance, best[1] - best[0].chance):
            best = each
    return best


def _exceeds(a: Value | Real, b: Value | Real) -> bool:
    """a > b; two balls that overlap at 512 bits count as equal, far beyond what is ever shown."""
    if isinstance(a, Value) and isinstance(b, Value):
        return a > b
    return bool(a.ball(TIE_BITS) > b.ball(TIE_BITS))


Bound = Callable[[Goals, Loss | Real], Value | Real]


def _bounds(goals: Goals, time_limit: float | None) -> Iterator[tuple[Method, Bound]]:
    """The methods that apply, each as an upper bound on the posterior."""

    def tight(goal: Goals, eps: Loss | Real) -> Value | Real:
        return worst_posterior(goal.whole, eps, time_limit=time_limit).value

    def union(goal: Goals, eps: Loss | Real) -> Value | Real:
        total: Value | Real = ZERO
        for space in goal.spaces:
            total = total + worst_posterior(space, eps, time_limit=time_limit).value
        return ONE if total >= 1 else total

    yield "simplified", lambda goal, eps: simplified_bound(goal.chance, goal.radius, eps)
    if goals.balls is not None:
        yield "annuli", lambda goal, eps: annulus_bound(goal.balls or [], eps)
    if goals.combine == "or" and goals.sign == "gain":  # a sum bounds "one at least" from above
        yield "union", union
    if goals.whole_is_small:
        yield "main", lambda goal, eps: main_bound(goal.whole, eps)
        yield "tight", tight


def _largest(
    method: Method, goal: Goals, eta: Value, bound: Bound, time_limit: float | None
) -> Between:
    if method == "simplified":
        eps = closed_form_eps(goal.chance, goal.radius, eta)
        return Between(eps, eps)
    if method == "annuli":
        return annulus_eps(goal.balls or [], eta, MOST_BITS)
    if method == "main":
        return main_eps(goal.whole, eta, MOST_BITS)
    if method == "tight":
        return tight_eps(goal.whole, eta, bits=MOST_BITS, time_limit=time_limit)
    target = goal.chance + eta
    if bound(goal, Loss(0)) > target:  # the union bound already exceeds it with no output at all
        return Between(Loss(0), Loss(0))
    return largest_eps(lambda eps: bound(goal, eps), target, unit=goal.unit, bits=MOST_BITS)


def _allows(goal: Goals, bound: Bound, eps: Loss, target: Value) -> bool:
    return target >= 1 or (not eps.is_infinite and bound(goal, eps) <= target)


def _loss(eps: Loss | Real) -> Loss:
    return eps if isinstance(eps, Loss) else Loss(0)


def _brief(number: Value | Real, rational: bool) -> Number:
    """Rationals exactly; what is irrational as a ball, which prints at once; no ball shows a 0."""
    nothing = isinstance(number, Value) and number.is_zero
    return number if rational or nothing else Real("+", number, ZERO)
