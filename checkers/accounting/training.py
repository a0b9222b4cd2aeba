"""Training runs with clipped gradients and Gaussian noise (DP-SGD): what holds beside their plan.

Each step releases the sum of clipped gradients of a Poisson sample with noise σ times the clipping
norm, and neighbours differ by one record that is added or removed. Other runs, other bounds.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import ceil, floor

from flint import arb, fmpq

from dpverify.checkers.accounting.answer import Account, account
from dpverify.defs.accounting.plan import Plan
from dpverify.defs.errors import DomainError
from dpverify.defs.numbers.balls import ball_bounds, working_precision
from dpverify.defs.numbers.decimals import decimal_text

BITS = 1024
DIGITS = 6


def steps_of(epochs: int, examples: int, batch: int) -> int:
    """⌈epochs·examples/batch⌉: a part of a step is a step, or the count would be no bound.

    >>> steps_of(60, 60_000, 256)
    14063
    """
    return ceil(Fraction(epochs * examples, batch))


def shuffled_plan(plan: Plan, epochs: int | None = None) -> Plan:
    """What is proved of the same run with batches that are shuffled and cut up once an epoch.

    Given the order of the records, which both neighbours share, the steps without the record that
    differs tell nothing; it is in one batch an epoch, with noise σ against a norm of 1. δ of a
    mixture over orders is at most the largest δ of one order. That holds where a removed record
    leaves a place that contributes nothing, so that all others stay in their batches.

    Args: plan one event on Poisson samples; epochs of the run. Where they are not given, as many
        as its steps begin, if what does not fill a batch at the end of an epoch is left out.
    Raises: DomainError for another plan.
    """
    if len(plan.events) != 1:
        raise DomainError("a training run is one event")
    (event,) = plan.events
    whole_batches = floor(1 / event.rate)  # of an epoch
    batches = ceil(Fraction(event.times, whole_batches)) if epochs is None else epochs
    return replace(plan, events=(replace(event, rate=Fraction(1), times=batches),))


def shuffled(answer: Account, epochs: int | None = None) -> Account:
    """The same question about `shuffled_plan`: an upper bound for shuffled batches, not tight."""
    plan = shuffled_plan(answer.plan, epochs)
    if answer.asked == "eps":
        return account(plan, delta=answer.given)
    return account(plan, eps=answer.given)


def replaced(answer: Account) -> tuple[str, str] | None:
    """(ε, δ) that is proved where one record is replaced: it is removed, and another one added.

    From P(S) ≤ e^ε·Q(S) + δ and the same of Q and R follows P(S) ≤ e^(2ε)·R(S) + (1 + e^ε)·δ.

    Returns: decimals, rounded up; None where that says nothing.
    """
    if answer.plan.relation != "add-or-remove" or answer.upper == "inf":
        return None
    upper = Fraction(answer.upper)
    eps, delta = (upper, answer.given) if answer.asked == "eps" else (answer.given, upper)
    with working_precision(BITS):
        _, high = ball_bounds((1 + arb(_exact(eps)).exp()) * arb(_exact(delta)))
    if high >= 1:
        return None
    return decimal_text(_exact(2 * eps), DIGITS, up=True), decimal_text(high, DIGITS, up=True)


def _exact(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)
