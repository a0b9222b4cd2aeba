"""The two sides of refuted inequalities that no refutation document holds, computed for a page.

They illustrate a counterexample that was decided elsewhere; a page whose sides would not refute is
an internal error.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from dpverify.checkers.answers.figures import figure_of
from dpverify.checkers.worst_posterior import worst_posterior
from dpverify.defs.errors import InternalError
from dpverify.defs.guessing import Space, main_bound
from dpverify.defs.numbers import Loss, Number, Value, exp, parse
from dpverify.defs.reconstruction.information import success_bound
from dpverify.defs.sensitivity.laplace import log_density_ratio
from dpverify.proofs.entries.laplace_mechanism import FIGURES
from dpverify.proofs.entries.square_root_noise import RECORDS, WRONG
from dpverify.reports.figures import figure_decimal, figure_spans
from dpverify.reports.model import Formula, paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dpverify.proofs.instances import Instance
    from dpverify.reports.model import Block


@dataclass(frozen=True)
class Sides:
    """Two numbers with their names, of which the claim says left `claimed` right."""

    left: tuple[str, Number]
    right: tuple[str, Number]
    claimed: str
    where: str = ""


def sides_blocks(name: str, instance: Instance) -> Iterator[Block]:
    """Yield both sides of an entry's inequality at an instance; nothing for most entries.

    Raises: InternalError where the numbers do not contradict the claim.
    """
    if name not in _SIDES:
        return
    sides = _SIDES[name](instance)
    (first, left), (second, right) = sides.left, sides.right
    if {"≤": left <= right, "≥": left >= right, "=": left == right}[sides.claimed]:
        raise InternalError(f"{name}: the sides of its page do not refute it; please report this")
    if sides.where:
        yield paragraph(sides.where, label="Where")
    for label, number in (sides.left, sides.right):
        yield paragraph(*figure_spans(figure_of(number)), label=label)
    sign = {"≤": ">", "≥": "<", "=": "<" if left < right else ">"}[sides.claimed]
    decimals = [figure_decimal(figure_of(side)).removeprefix("≈ ") for side in (left, right)]
    yield Formula((f"{first}  {sign}  {second}", f"{decimals[0]}  {sign}  {decimals[1]}"))


def _annuli(instance: Instance) -> Sides:
    """A posterior of {0, 1} above 1/(1 + Σ e^(−εa)·π(a+1)/π(g)), and that bound."""
    channel, priors = instance.channels["M"], instance.channels["priors"]
    odds = exp(instance.parameters["eps"])
    if not isinstance(odds, Value):
        raise InternalError("ε of this counterexample is no exact loss; please report this")
    for i, label in enumerate(priors.inputs):
        prior = priors.row(i)
        goal = prior[0] + prior[1]
        if goal.is_zero:
            continue
        weighed = Value(0)
        for a in range(1, len(prior) - 1):
            weighed = weighed + prior[a + 1] / (_power(odds, a) * goal)
        bound = Value(1) / (Value(1) + weighed)
        for j, output in enumerate(channel.outputs):
            joint = [w * channel.row(x)[j] for x, w in enumerate(prior)]
            total = sum(joint, Value(0))
            if not total.is_zero and (joint[0] + joint[1]) / total > bound:
                where = f"prior {label}, output {output}"
                posterior = (joint[0] + joint[1]) / total
                return Sides(("P[g | y]", posterior), ("the bound", bound), "≤", where)
    raise InternalError("no posterior exceeds the bound by annuli; please report this")


def _power(base: Value, exponent: int) -> Value:
    result = Value(1)
    for _ in range(exponent):
        result = result * base
    return result


def _main_bound(instance: Instance) -> Sides:
    """The worst posterior of both ends of a line, uniform prior, beside the main bound."""
    n, eps = len(instance.channels["M"].inputs), instance.parameters["eps"]
    if not isinstance(eps, Loss):
        raise InternalError("ε of this counterexample is no exact loss; please report this")
    space = Space.line(list(range(n)), [f"1/{n}"] * n, sorted({0, n - 1}))
    worst, bound = worst_posterior(space, eps).value, main_bound(space, eps)
    where = f"the line 0, …, {n - 1}, uniform prior, g = {{0, {n - 1}}}"
    return Sides(("max P[g | y]", worst), ("the bound", bound), "=", where)


def _worked_example(_: Instance) -> Sides:
    """The logarithm of the ratio of densities, with the figures as the source rounds them."""
    first, second, at, sensitivity = (Fraction(FIGURES[name]) for name in ("f1", "f2", "x", "Δ"))
    loss = log_density_ratio([second], [first], [at], sensitivity=sensitivity, eps=FIGURES["ε"])
    return Sides(("ln of the ratio", loss), ("0.025", parse("1/40")), "=")


def _square_root_noise(_: Instance) -> Sides:
    """What the information bound leaves of success, beside the 1/2 that is claimed."""
    bound = Value(success_bound(RECORDS, 100 * RECORDS, WRONG))
    where = f"n = {RECORDS}, {100 * RECORDS} queries, at most {WRONG} places wrong"
    return Sides(("P[success] at most", bound), ("1/2", Value(1) / 2), "≥", where)


_SIDES: dict[str, Callable[[Instance], Sides]] = {
    "guessing.posterior.annuli": _annuli,
    "guessing.posterior.main-bound.precise": _main_bound,
    "laplace.course.worked-example": _worked_example,
    "reconstruction.square-root-noise.blatant": _square_root_noise,
}
