"""A hypothesis strategy for the instances of a statement, written so that hypotheses are met often.

Three ways are mixed: channels at random with the parameters drawn apart; channels at random with
each hypothesis given its tight parameter (a tie at the boundary); channels that are private by
construction for the parameters drawn.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from hypothesis import strategies as st

from dpverify.checkers import strategies
from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Loss, Number, Value
from dpverify.proofs.instances import Instance, retuned
from dpverify.proofs.layout import Place, places
from dpverify.proofs.statement import Claim, OutputsOf, Shape, Statement


@st.composite
def instances(draw: st.DrawFn, statement: Statement, shape: Shape) -> Instance:
    """Instances of a statement at one shape."""
    parameters = {name: draw(_parameters(kind)) for name, kind in statement.parameters.items()}
    tight = draw(st.booleans())
    private = not tight and draw(st.booleans())
    channels = {
        name: draw(_channels(statement, name, place, parameters if private else None))
        for name, place in places(statement, shape).items()
    }
    instance = Instance(statement, shape, channels, parameters)
    return retuned(instance) if tight else instance


def _parameters(kind: str) -> st.SearchStrategy[Number]:
    if kind == "loss":
        return strategies.losses()
    return strategies.probabilities().map(Value)


@st.composite
def _channels(
    draw: st.DrawFn,
    statement: Statement,
    name: str,
    place: Place,
    private: Mapping[str, Number] | None,
) -> Channel:
    if place.fixed is not None:
        return place.fixed
    n, m = len(place.inputs), len(place.outputs)
    bounds = None if private is None else _bounds(statement, name, private)
    if bounds is not None:
        rows = draw(strategies.private_rows(n, m, *bounds))
    elif isinstance(getattr(statement.objects.get(name), "inputs", None), OutputsOf):
        rows = draw(strategies.kernel_rows(n, m))
    else:
        rows = draw(strategies.matrices(n, m))
    return Channel(place.inputs, place.outputs, rows, place.neighbours)


def _bounds(
    statement: Statement, name: str, parameters: Mapping[str, Number]
) -> tuple[Fraction, Fraction] | None:
    """Odds and δ for which a channel satisfies the first hypothesis on it; None without one."""
    claim = _hypothesis(statement, name)
    eps = parameters.get(claim.given["eps"]) if claim is not None else None
    if claim is None or not isinstance(eps, Loss):
        return None
    delta = parameters.get(claim.given.get("delta", ""), Value(0))
    fraction = delta.as_fraction() if isinstance(delta, Value) else Fraction(0)
    return strategies.rational_odds(eps), fraction


def _hypothesis(statement: Statement, name: str) -> Claim | None:
    for claim in statement.hypotheses:
        if "eps" in claim.given and name == claim.of:
            return claim
    return None
