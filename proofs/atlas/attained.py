"""Whether the constant of an implication is attained: a search from below at small mechanisms.

An implication says that a bound of one definition gives a bound of another. It is attained where
two different mechanisms with two inputs meet the hypothesis and have exactly the bound that is
concluded. What must never change: numbers are compared exactly, a bound of 0 counts for nothing,
and what is not found is not said to be loose.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice, product
from typing import Final

from dpverify.defs.channel import Channel
from dpverify.defs.errors import Undecided, UsageError
from dpverify.defs.numbers import Number, Real, Value, ln
from dpverify.defs.numbers.identities import vanishes
from dpverify.proofs.definitions import parameters_of, tight
from dpverify.proofs.entry import Entry
from dpverify.proofs.instances import Instance, retuned
from dpverify.proofs.statement import Claim, Equivalent

ENOUGH: Final = 2
"""Mechanisms that attain it, so that it is no coincidence of one number."""
ODDS: Final = (2, 3)
MASSES: Final = (Fraction(1, 4), Fraction(1, 2))
SETTINGS: Final[Mapping[str, Sequence[Number]]] = {
    "loss": [ln(odds) for odds in (*ODDS, Fraction(3, 2), Fraction(7, 3))],
    "value": [Value(mass) for mass in MASSES],
    "order": [Value(2), Value(3)],
}
"""Of a parameter that no hypothesis sets: 3/2 and 7/3 are 1 + χ² of coins with the odds 2 and 3."""


def has_best_constant(entry: Entry) -> bool:
    """Whether enough mechanisms attain what an entry concludes of one mechanism."""
    statement, conclusion = entry.statement, entry.statement.conclusion
    if isinstance(conclusion, Equivalent):
        return True  # the bound of each is the bound of the other
    if not isinstance(conclusion, Claim) or [*statement.objects] != [conclusion.of]:
        return False
    if not {*statement.parameters.values()} <= {*SETTINGS}:
        return False
    found = (instance for instance in _instances(entry) if _attains(instance, conclusion))
    return len([*islice(found, ENOUGH)]) == ENOUGH


def mechanisms() -> Iterator[Channel]:
    """Those that attain bounds of two laws: coins with odds, masses without a counterpart, both."""
    for odds in ODDS:
        yield _of([odds, 1], [1, odds])
        yield _of([1, 1], [1, odds**2])  # the largest χ² of all with this range of losses
    for mass in MASSES:
        yield _of([mass, 1 - mass, 0], [0, 1 - mass, mass])
        for odds in ODDS:
            rest = [(1 - mass) * odds, 1 - mass]
            whole = mass * (odds + 1)
            yield _of([whole, *rest, 0], [0, *reversed(rest), whole])


def _of(first: Sequence[Fraction | int], second: Sequence[Fraction | int]) -> Channel:
    rows = [[str(Fraction(x) / sum(row)) for x in row] for row in (first, second)]
    return Channel(["x0", "x1"], [f"y{o}" for o in range(len(first))], rows)


def _instances(entry: Entry) -> Iterator[Instance]:
    """Each mechanism at each setting; parameters that a hypothesis can set are set by it."""
    statement = entry.statement
    kinds = statement.parameters
    for channel in mechanisms():
        shape = {"inputs": 2, "outputs": len(channel.outputs)}
        for values in product(*(SETTINGS[kind] for kind in kinds.values())):
            parameters = dict(zip(kinds, values, strict=True))
            name = str(next(iter(statement.objects)))
            yield Instance(statement, shape, {name: channel}, parameters)


def _attains(instance: Instance, conclusion: Claim) -> bool:
    """Whether the hypotheses hold and the quantity that is concluded is its bound, and not 0."""
    try:
        tuned = retuned(instance)
        given = tuned.given(conclusion)
        bound = given.pop(parameters_of(conclusion.definition)[-1])
        if not tuned.met or _is_zero(bound):
            return False
        least = conclusion.definition.endswith("-at-least")
        quantities = [*tight(conclusion.definition, tuned.objects[conclusion.of], given)]
        return any(_same(each, bound) for each in quantities) and (least or tuned.concluded)
    except (Undecided, UsageError):
        return False


def _is_zero(number: Number) -> bool:
    return not isinstance(number, Real) and bool(number == 0)


def _same(a: Number, b: Number) -> bool:
    """Whether two numbers are certainly one."""
    if isinstance(a, Real) or isinstance(b, Real):
        return str(a) == str(b) or bool(vanishes(a - b))
    return bool(a == b)
