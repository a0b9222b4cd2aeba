"""The largest expected loss under privacy at risk, as a linear program over levels of the loss.

What is chosen is the probability of each level under P; under Q it is e^(−l) times that. A float
solver proposes; what is returned was decided in exact arithmetic on both sides: a law that reaches
the value, and multipliers that no law can beat.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from dpverify.defs.errors import DomainError, InternalError
from dpverify.defs.numbers import Loss, Number, Value, exp, total
from dpverify.defs.risk.composition import chord, sharp_mean
from dpverify.defs.risk.finite_law import FiniteLaw
from dpverify.defs.risk.parameters import count, positive_rational, share


@dataclass(frozen=True)
class LargestLoss:
    """The largest expected loss over the levels.

    Args:
        value: exact, in nats.
        law: a law of the loss that reaches it.
        proposed: what the float solver found, for comparison.
    """

    value: Number
    law: FiniteLaw
    proposed: float


def largest_expected_loss(confidence: Any, eps: Any, eps0: Any, steps: Any = 40) -> LargestLoss:
    """Maximise E[L] over laws on the levels ±ε, and ε₀·i/steps for |i| ≤ steps.

    Subject to: P and Q have mass 1, and |L| ≤ ε has at least the confidence under each.

    Args:
        confidence: rational in [0, 1].
        eps: ε with 0 < ε ≤ ε₀, rational.
        eps0: ε₀, rational.
        steps: how fine the levels are.

    Raises:
        InternalError: the value that was proved is not what the float solver proposes, to 1e-6.
    """
    weight = Value(share(confidence, "the confidence"))  # type: ignore[arg-type]  # Value or refused
    small, large = Value(positive_rational(eps, "ε")), Value(positive_rational(eps0, "ε₀"))
    if small > large:
        raise DomainError(f"ε is {eps}, above ε₀ = {eps0}")
    fine = count(steps, "the number of steps")
    levels = {large * i / fine for i in range(-fine, fine + 1)} | {small, -small}
    ordered = sorted(levels)
    value = _bound(weight, small, large, ordered)
    law = _reaching(weight, small, large)
    if law.expected_loss() != value or law.confidence(small) < weight:
        raise InternalError("the law that should reach the largest expected loss does not")
    proposed = _proposed(weight, small, ordered)
    if abs(proposed - value.approx()) > 1e-6:
        raise InternalError(f"the linear program gives {proposed}, the exact value is {value}")
    return LargestLoss(value, law, proposed)


def _bound(weight: Value, small: Value, large: Value, levels: Sequence[Value]) -> Number:
    """The value of the multipliers, after each level's constraint was checked exactly.

    a·1 + b·e^(−l) + [|l| ≤ ε]·(g + h·e^(−l)) ≥ l for every level, with g, h ≤ 0: then E[L] is at
    most a + b + γ·(g + h), a and b from the chord of ε₀, g and h the difference to that of ε.
    """
    (a, b), (a_small, b_small) = chord(large), chord(small)
    g, h = a_small - a, b - b_small
    if g > 0 or h > 0:
        raise InternalError("x·coth x decreases, or x/sinh x increases")
    for level in levels:
        good = -small <= level <= small
        odds = exp(-level)
        if not a - b * odds + (g + h * odds if good else 0) >= level:
            raise InternalError(f"the chord does not lie above the level {level}")
    bound = a - b + weight * (g + h)
    if bound != sharp_mean(weight, small, large):
        raise InternalError("the multipliers do not give the closed form")
    return bound


def _reaching(weight: Value, small: Value, large: Value) -> FiniteLaw:
    """Randomised response with ε at the weight, else with ε₀, and which of the two is shown."""
    points = []
    for share_of, level in ((weight, small), (1 - weight, large)):
        if not share_of.is_zero:
            exact = level.as_rational()
            truth = exp(level) / (1 + exp(level))
            if exact is None or not isinstance(truth, Value):
                raise DomainError(f"the level {level} is not rational")
            points += [(Loss(exact), share_of * truth), (-Loss(exact), share_of * (1 - truth))]
    law = FiniteLaw(points)
    under_q = total(mass * (-loss).odds() for loss, mass in law.points)
    if under_q != 1:
        raise InternalError("the law of the loss does not come from two laws of mass 1")
    return law


def _proposed(weight: Value, small: Value, levels: Sequence[Value]) -> float:
    """The optimum by scipy's HiGHS, in floats."""
    import numpy as np
    from scipy.optimize import linprog

    l = np.array([level.approx() for level in levels])  # noqa: E741  (the symbol of a loss)
    good = np.array([float(-small <= level <= small) for level in levels])
    q = np.exp(-l)
    limit = weight.approx()
    solved = linprog(
        -l,
        A_ub=np.array([-good, -good * q]),
        b_ub=np.array([-limit, -limit]),
        A_eq=np.array([np.ones_like(l), q]),
        b_eq=np.ones(2),
        bounds=(0, None),
        method="highs",
    )
    if solved.status != 0:
        raise InternalError(f"the linear program over loss levels: {solved.message}")
    return float(-solved.fun)
