"""The atoms of a setting at concrete channels, parameters and an ordered pair of inputs.

Laws and parameters come from the instance itself; what a claim adds (positive parts, cases,
quotients, maxima) is computed from what the axioms say that it is.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

from flint import fmpq

from dpverify.defs.channel import Channel
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import Loss, Number, Value, exp, ln
from dpverify.proofs.definitions import decider
from dpverify.proofs.instances import Instance, retuned
from dpverify.proofs.kernel import Setting
from dpverify.proofs.layout import copies, places
from dpverify.proofs.statement import AnyChannel, Claim, OutputsOf, Size, Statement
from tests.proofs.structures import Place, Structure, value

Pair = tuple[int, int]
PAIRS: tuple[Pair, ...] = ((0, 1), (1, 0))
ODDS = tuple(map(Fraction, ("1", "1", "1", "9/8", "5/4", "3/2", "2", "4")))
VALUES = tuple(map(Fraction, ("0", "1/9", "1/4", "1/3", "1/2", "3/5", "1")))


class NoWorldError(Exception):
    """The instance has a number that is not rational, or a bound that is divided by zero."""


# ---------------------------------------------------------------- instances at random


def instances(statement: Statement, count: int, seed: int = 0) -> Iterator[Instance]:
    """Instances with rational laws and odds: anywhere, at ties, and just beside ties."""
    name = f"{seed} {sorted(statement.objects)} {sorted(statement.parameters)}"
    source = random.Random(name)  # noqa: S311  a seed, not a secret
    concluded = replace(statement, hypotheses=statement.concluded)
    for number in range(count):
        made = _at_random(statement, source)
        if number % 4 == 1:
            made = retuned(made)
        if number % 4 > 1:
            tie = retuned(replace(made, statement=source.choice((statement, concluded))))
            made = replace(made, parameters=tie.parameters)
        if number % 4 == 3:
            made = replace(made, parameters=_beside(made.parameters, source))
        yield made


def _at_random(statement: Statement, source: random.Random) -> Instance:
    given = [each for each in statement.objects.values() if isinstance(each, AnyChannel)]
    sets = [each for one in given for each in (one.inputs, one.outputs) if isinstance(each, Size)]
    shape = {each.name: source.choice((1, 2, 2, 3, 3)) for each in sets}
    inputs = {each.inputs.name for each in given if isinstance(each.inputs, Size)}
    shape |= dict.fromkeys(inputs, 2)
    # The inputs of a map are neighbours too, so there are two of them at least.
    mapped = {each.inputs.of for each in given if isinstance(each.inputs, OutputsOf)}
    for name in mapped:
        outputs = statement.objects[name].outputs  # type: ignore[union-attr]  # of any channel
        shape[outputs.name] = source.randint(2, 3)  # type: ignore[union-attr]  # it is a Size
    channels = {}
    for name, place in places(statement, shape).items():
        kernel = isinstance(getattr(statement.objects.get(name), "inputs", None), OutputsOf)
        rows = _rows(len(place.inputs), len(place.outputs), source, near=not kernel)
        channels[name] = Channel(place.inputs, place.outputs, rows)
    parameters: dict[str, Number] = {
        name: ln(Value(source.choice(ODDS))) if kind == "loss" else Value(source.choice(VALUES))
        for name, kind in statement.parameters.items()
    }
    return Instance(statement, shape, channels, parameters)


def _rows(n: int, m: int, source: random.Random, *, near: bool) -> list[list[Fraction]]:
    """Laws, zeros among them; often the later ones differ from the first in one weight only."""
    rows: list[list[int]] = []
    zeros = source.random() < 0.3
    for _ in range(n):
        row = [source.randint(0 if zeros else 1, 5) for _ in range(m)]
        if rows and near and source.random() < 0.6:
            row = list(rows[0])
            row[source.randrange(m)] += source.randint(1, 3)
        rows.append(row if any(row) else [1] * m)
    return [[Fraction(weight, sum(row)) for weight in row] for row in rows]


def _beside(parameters: Mapping[str, Number], source: random.Random) -> dict[str, Number]:
    """The parameters, one of them somewhat smaller."""
    result = dict(parameters)
    if result:
        name = source.choice(sorted(result))
        given = result[name]
        less = Value(source.choice((Fraction(99, 100), Fraction(2, 3))))
        if isinstance(given, Loss) and given > 0 and not given.is_infinite:
            result[name] = max(given + ln(less), Loss(0))
        elif isinstance(given, Value):
            result[name] = given * less
    return result


# ---------------------------------------------------------------- worlds


def world(setting: Setting, instance: Instance, pair: Pair) -> Structure:
    """The structure in which the atoms are what they stand for; NoWorldError where it has none."""
    laws = _laws(instance, pair)
    sizes = {
        each.outputs.prefix: instance.shape[each.outputs.name]
        for each in instance.statement.objects.values()
        if isinstance(each, AnyChannel) and isinstance(each.outputs, Size)
    }
    known: dict[tuple[str, tuple[Place, ...]], fmpq] = {}

    def atom(name: str, at: tuple[Place, ...]) -> fmpq:
        if (name, at) not in known:
            known[name, at] = laws[name](at) if name in laws else _defined(setting, made, name, at)
        return known[name, at]

    made = Structure(sizes.__getitem__, atom)
    return made


def _laws(instance: Instance, pair: Pair) -> dict[str, Callable[[tuple[Place, ...]], fmpq]]:
    made: dict[str, Callable[[tuple[Place, ...]], fmpq]] = {}
    for name, number in instance.parameters.items():
        loss = instance.statement.parameters[name] == "loss"
        given = _rational(exp(number) if loss else number)
        made[f"e^{name}" if loss else name] = lambda _, given=given: given  # type: ignore[misc]  # mypy cannot infer a lambda with a default
    channels = instance.channels
    for name, each in instance.statement.objects.items():
        if not isinstance(each, AnyChannel):
            continue
        if each.copies is None and isinstance(each.inputs, OutputsOf):
            made[name] = _kernel(channels[name])
            continue
        for side, row in zip("PQ", pair, strict=True):
            every = copies(f"{name}*", tuple(channels)) if each.copies else [name]
            made[f"{side}.{name}"] = _family([channels[one] for one in every], row)
    return made


def _kernel(channel: Channel) -> Callable[[tuple[Place, ...]], fmpq]:
    return lambda at: _rational(channel.entry(at[0][1], at[1][1]))


def _family(channels: list[Channel], row: int) -> Callable[[tuple[Place, ...]], fmpq]:
    """The law of the only channel, or of the one that the first index chooses."""

    def at_places(at: tuple[Place, ...]) -> fmpq:
        *chosen, output = (position for _, position in at)
        channel = channels[chosen[0]] if chosen else channels[0]
        return _rational(channel.entry(row, output))

    return at_places


def _rational(number: Any) -> fmpq:
    if not isinstance(number, Value) or not number.is_rational:
        raise NoWorldError(f"{number} is not rational")
    fraction = number.as_fraction()
    return fmpq(fraction.numerator, fraction.denominator)


def _defined(setting: Setting, made: Structure, name: str, at: tuple[Place, ...]) -> fmpq:
    """A positive part, a case, a quotient, a maximum or a minimum."""
    if name in setting.parts:
        indices, a = setting.parts[name]
        return max(fmpq(0), value(a, made, dict(zip(indices, at, strict=True))))

    def axiom(key: str, instead: int) -> fmpq:
        fact = setting.axioms[f"{name}{key}"]
        where = dict(zip(fact.free, at, strict=True))
        return value(fact.expr, made.replaced(name, fmpq(instead)), where)

    if name.startswith("event"):
        return fmpq(1)  # any number 0 or 1: `events` goes through all of them
    if name.startswith("case"):
        return fmpq(int(axiom(" yes", 1) >= 0))
    if name.startswith("quotient"):
        numerator = -axiom(", definition of a quotient", 0)
        denominator = axiom(", definition of a quotient", 1) + numerator
        if not denominator:
            raise NoWorldError("a bound is divided by zero")
        return numerator / denominator
    sign, choose = {"max": (-1, max), "min": (1, min)}[name.rstrip("0123456789")]
    return choose(sign * axiom(", first", 0), sign * axiom(", second", 0))


def events(setting: Setting, made: Structure) -> Iterator[Structure]:
    """The structure with every event that the atoms of a goal about any event can stand for."""
    chosen = [
        (key.removesuffix(" is 0 or 1"), tuple(at.values()))
        for key, fact in setting.axioms.items()
        if key.startswith("event") and key.endswith(" is 0 or 1")
        for at in made.over(fact.free)
    ]
    for bits in product((0, 1), repeat=len(chosen)):
        event = {place: fmpq(bit) for place, bit in zip(chosen, bits, strict=True)}

        def atom(name: str, at: tuple[Place, ...], event: Any = event) -> fmpq:
            return event[name, at] if (name, at) in event else made.atom(name, at)

        yield Structure(made.size, atom)


# ---------------------------------------------------------------- what the definitions say


def says(instance: Instance, claim: Claim, pair: Pair) -> bool:
    """Whether the exact predicate of a claim holds for the ordered pair, for every copy."""
    every = copies(claim.of, tuple(instance.channels)) or [claim.of]
    try:
        decides = decider(claim.definition, claim.form, instance.given(claim))
        i, j = reversed(pair) if claim.swapped else pair
        channels = [instance.objects[name] for name in every]
        return all(decides(channel.row(i), channel.row(j)) for channel in channels)
    except (Undecided, ZeroDivisionError) as stop:
        raise NoWorldError(str(stop)) from stop
