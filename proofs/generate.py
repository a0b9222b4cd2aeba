"""The generator of a statement's instances, written so that hypotheses are met often.

Three ways are mixed: channels at random with the parameters drawn apart; channels at random with
each hypothesis given its tight parameter (a tie at the boundary); channels that are private by
construction for the parameters drawn. A property that says how it is met is, three times of four.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from dpverify.checkers.generators import rows
from dpverify.checkers.generators.generator import (
    Draw,
    Generator,
    booleans,
    composed,
    elements,
    integers,
)
from dpverify.checkers.generators.numbers import losses, probabilities, rational_odds
from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Loss, Number, Value
from dpverify.defs.rows import RationalRows
from dpverify.proofs.algebras import ExactAlgebra
from dpverify.proofs.conditions import settled
from dpverify.proofs.expressions import evaluate, names
from dpverify.proofs.instances import Instance, retuned
from dpverify.proofs.labels import OutputsOf, Shape
from dpverify.proofs.layout import Place, copies, places
from dpverify.proofs.statement import Channels, Claim, Numbers, Property, Statement

ORDERS: Generator[Number] = elements([Value(2), Value(3), Value(4)])
COUNTS: Generator[Number] = elements([Value(1), Value(2), Value(3)])
SHARES: Generator[Number] = probabilities().map(Value)
_TRUTHS = booleans()
_SELDOM = integers(0, 3)


def instances(statement: Statement, shape: Shape) -> Generator[Instance]:
    """Instances of a statement at one shape."""
    return _instances(statement, shape, places(statement, shape))


@composed
def _instances(
    draw: Draw, statement: Statement, shape: Shape, where: Mapping[str, Place]
) -> Instance:
    parameters: Numbers = {
        name: draw(_parameters(kind)) for name, kind in statement.parameters.items()
    }
    tight = draw(_TRUTHS)
    private = not tight and draw(_TRUTHS)
    channels: Channels = {
        name: _channel(draw, statement, shape, name, place, parameters, private=private)
        for name, place in where.items()
    }
    if private:
        parameters = settled(statement.hypotheses, parameters)
    meeting = [
        hypothesis.met
        for hypothesis in statement.hypotheses
        if isinstance(hypothesis, Property) and hypothesis.met
    ]
    seldom = draw(_SELDOM) == 0 if meeting else True
    for met in () if seldom else meeting:
        channels, parameters = met(channels, parameters)
    instance = Instance(statement, shape, channels, parameters)
    return retuned(instance) if tight else instance


def _parameters(kind: str) -> Generator[Number]:
    if kind == "loss":
        return losses()
    if kind == "order":
        return ORDERS
    if kind == "count":
        return COUNTS
    return SHARES


def _channel(
    draw: Draw,
    statement: Statement,
    shape: Shape,
    name: str,
    place: Place,
    parameters: Mapping[str, Number],
    *,
    private: bool,
) -> Channel:
    if place.fixed is not None:
        return place.fixed
    n, m = len(place.inputs), len(place.outputs)
    claim = _hypothesis(statement, name)
    # What is assumed with constants alone cannot be made true by other parameters.
    fixed = claim is not None and not any(map(names, claim.given.values()))
    bounds = _bounds(claim, shape, parameters) if private or fixed else None
    if bounds is not None and place.neighbours != "all":
        entries = draw(rows.related_rows(m, _near(place), *bounds))
    elif bounds is not None:
        entries = draw(rows.private_rows(n, m, *bounds))
    elif isinstance(getattr(statement.objects.get(name), "inputs", None), OutputsOf):
        entries = draw(rows.kernel_rows(n, m))
    else:
        entries = draw(rows.matrices(n, m))
    return place.like.with_matrix(RationalRows(m, entries))


def _near(place: Place) -> tuple[tuple[int, ...], ...]:
    near: list[list[int]] = [[] for _ in place.inputs]
    for i, j in place.pairs:
        near[i].append(j)
    return tuple(map(tuple, near))


def _bounds(
    claim: Claim | None, shape: Shape, parameters: Mapping[str, Number]
) -> tuple[Fraction, Fraction] | None:
    """Odds and δ for which a channel satisfies a hypothesis on it.

    None without a hypothesis, and where its δ is below 0, so that no rows keep it.
    """
    if claim is None:
        return None
    algebra = ExactAlgebra(parameters)
    eps = evaluate(claim.given["eps"], "loss", algebra, shape)
    delta = evaluate(claim.given.get("delta", "0"), "value", algebra, shape)
    if not isinstance(eps, Loss):
        return None
    known = isinstance(delta, Value) and delta.is_rational and delta <= 1
    fraction = delta.as_fraction() if isinstance(delta, Value) and known else Fraction(0)
    return None if fraction < 0 else (rational_odds(eps), fraction)


def _hypothesis(statement: Statement, name: str) -> Claim | None:
    for claim in statement.assumed:
        if "eps" in claim.given and name in {claim.of, *copies(claim.of, [name])}:
            return claim
    return None
