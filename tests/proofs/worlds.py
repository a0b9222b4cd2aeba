"""The atoms of a setting at concrete channels, parameters and an ordered pair of inputs.

Laws and parameters come from the instance itself; what a claim adds (positive parts, cases,
quotients, maxima) is computed from what the axioms say that it is.
"""

from __future__ import annotations

import json
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
from dpverify.proofs.labels import Constant, Labels, OutputsOf, PairsOf, Part, Size
from dpverify.proofs.layout import copies, places
from dpverify.proofs.statement import AnyChannel, Claim, FixedChannel, Statement
from tests.proofs.logarithms import logarithm
from tests.proofs.structures import Place, Structure, value

Pair = tuple[int, int]
PAIRS: tuple[Pair, ...] = ((0, 1), (1, 0))
LARGE = 10**9
"""A ratio of laws where the second is 0: larger than any bound of these instances allows."""
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
    kinds = statement.parameters
    for number in range(count):
        made = _at_random(statement, source)
        if number % 4 == 1:
            made = retuned(made)
        if number % 4 > 1:
            tie = retuned(replace(made, statement=source.choice((statement, concluded))))
            made = replace(made, parameters=tie.parameters)
        if number % 4 == 3:
            kept = {
                n: made.parameters[n]
                for n, kind in kinds.items()
                if kind in ("count", "number", "order")
            }
            made = replace(made, parameters={**_beside(made.parameters, source), **kept})
        yield made


def _at_random(statement: Statement, source: random.Random) -> Instance:
    shape = _shape(statement, source)
    channels = {}
    alike = {claim.of.rstrip("*") for claim in statement.assumed if claim.given.get("eps") == "0"}
    for name, place in places(statement, shape).items():
        if place.fixed is not None:
            channels[name] = place.fixed
            continue
        kernel = isinstance(getattr(statement.objects.get(name), "inputs", None), OutputsOf)
        rows = _rows(len(place.inputs), len(place.outputs), source, near=not kernel)
        if name.rstrip("0123456789") in alike and source.random() < 0.8:
            rows = [rows[0]] * len(rows)
        given = place.neighbours if isinstance(place.neighbours, str) else [*place.neighbours]
        channels[name] = Channel(place.inputs, place.outputs, rows, given)
    return Instance(statement, shape, channels, _numbers(statement, source))


def _numbers(statement: Statement, source: random.Random) -> dict[str, Number]:
    draw: dict[str, Callable[[], Number]] = {
        "loss": lambda: ln(Value(source.choice(ODDS))),
        "value": lambda: Value(source.choice(VALUES)),
        "count": lambda: Value(source.randint(1, 3)),
        "number": lambda: Value(Fraction(source.randint(-3, 12), source.randint(1, 3))),
        "order": lambda: Value(source.randint(2, 4)),
    }
    return {name: draw[kind]() for name, kind in statement.parameters.items()}


def _shape(statement: Statement, source: random.Random) -> dict[str, int]:
    """Sizes at random; there are two inputs at least, and two labels where a map starts."""
    given = [each for each in statement.objects.values() if isinstance(each, AnyChannel)]
    shape: dict[str, int] = {}
    for labels in [each for one in given for each in (one.inputs, one.outputs)]:
        for size in sized(labels):
            shape[size.name] = source.choice((1, 2, 2, 3, 3))
    shape |= {each.inputs.name: 2 for each in given if isinstance(each.inputs, Size)}
    # The inputs of a map are neighbours too, so there are two of them at least.
    mapped = {each.inputs.of for each in given if isinstance(each.inputs, OutputsOf)}
    for name in mapped:
        for size in sized(getattr(statement.objects[name], "outputs", lambda _: ())):
            shape[size.name] = source.randint(2, 3)
    return shape


def sized(labels: Labels) -> list[Size]:
    """The sets of any size in a set of labels."""
    if isinstance(labels, PairsOf):
        return [each for each in (labels.first, labels.second) if isinstance(each, Size)]
    return [labels] if isinstance(labels, Size) else []


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
    objects = instance.statement.objects.values()
    given = [each for each in objects if isinstance(each, AnyChannel)]
    every = [size for one in given for each in (one.inputs, one.outputs) for size in sized(each)]
    sizes = {size.prefix: instance.shape[size.name] for size in every}
    known: dict[tuple[str, tuple[Place, ...]], fmpq] = {}

    def atom(name: str, at: tuple[Place, ...]) -> fmpq:
        if (name, at) not in known:
            known[name, at] = laws[name](at) if name in laws else _defined(setting, made, name, at)
        return known[name, at]

    made = Structure(sizes.__getitem__, atom)
    return made


def _laws(instance: Instance, pair: Pair) -> dict[str, Callable[[tuple[Place, ...]], fmpq]]:
    made: dict[str, Callable[[tuple[Place, ...]], fmpq]] = {}

    def put(name: str, number: fmpq) -> None:
        made[name] = lambda _: number

    kinds = instance.statement.parameters
    for name, number in instance.parameters.items():
        loss = kinds[name] == "loss"
        put(f"e^{name}" if loss else name, _rational(exp(number) if loss else number))
        if loss:
            put(f"nats({name})", _nearly(number))
        for order in (each for each, kind in kinds.items() if loss and kind == "order"):
            power = instance.parameters[order] - Value(1)
            put(f"e^(({order}-1)*{name})", _rational(exp(power * number)))
        for count in (each for each, kind in kinds.items() if loss and kind == "count"):
            put(f"e^({count}*{name})", _rational(exp(instance.parameters[count] * number)))
    for name, each in instance.statement.objects.items():
        if isinstance(each, AnyChannel):
            made |= _of_object(instance, name, each, pair)
    return made


def _of_object(
    instance: Instance, name: str, given: AnyChannel, pair: Pair
) -> dict[str, Callable[[tuple[Place, ...]], fmpq]]:
    """The atoms of one object: by its name, with the row before it and a written output after."""
    channels = instance.channels
    if isinstance(given.inputs, Size):
        every = copies(f"{name}*", tuple(channels)) if given.copies else [name]
        family = [channels[one] for one in every]
        return {
            f"{side}.{name}{end}": _family(family, row, column)
            for side, row in zip("PQ", pair, strict=True)
            for end, column in _columns(instance.statement, given, family[0])
        }
    channel, made = channels[name], {}
    rows: dict[str, list[int]] = {}
    of = instance.statement.objects.get(getattr(given.inputs, "of", ""))
    written = isinstance(of, FixedChannel)
    for i, label in enumerate(channel.inputs):
        rows.setdefault(label if written else row_name(label, given.inputs), []).append(i)
    for row, positions in rows.items():
        start = f"{row}.{name}" if row else name
        for end, column in _columns(instance.statement, given, channel):
            made[f"{start}{end}"] = _listed(channel, positions, column)
    return made


def row_name(label: str, inputs: Labels) -> str:
    """A label in the names of atoms: what is counted by an index is left out."""
    if isinstance(inputs, PairsOf):
        parts = zip(json.loads(label), (inputs.first, inputs.second), strict=True)
        return ",".join(part for part, of in parts if not isinstance(of, Size))
    return "" if isinstance(inputs, OutputsOf) else label


def _columns(
    statement: Statement, given: AnyChannel, channel: Channel
) -> list[tuple[str, int | None]]:
    """Outputs as atoms name them: one name for all of any number, else each its own."""
    outputs = given.outputs
    while isinstance(outputs, OutputsOf):
        outputs = statement.objects[outputs.of].outputs  # type: ignore[union-attr]  # of any channel
    if isinstance(outputs, Size):
        return [("", None)]
    return [(f".{label}", j) for j, label in enumerate(channel.outputs)]


def _family(
    channels: list[Channel], row: int, column: int | None
) -> Callable[[tuple[Place, ...]], fmpq]:
    """The law of the only channel, or of the one that the first index chooses."""

    def at_places(at: tuple[Place, ...]) -> fmpq:
        positions = [position for _, position in at]
        output = positions.pop() if column is None else column
        channel = channels[positions[0]] if positions else channels[0]
        return _rational(channel.entry(row, output))

    return at_places


def _listed(
    channel: Channel, rows: list[int], column: int | None
) -> Callable[[tuple[Place, ...]], fmpq]:
    """The row that the first index chooses among those of one name."""

    def at_places(at: tuple[Place, ...]) -> fmpq:
        positions = [position for _, position in at]
        output = positions.pop() if column is None else column
        return _rational(channel.entry(rows[positions[0] if positions else 0], output))

    return at_places


def _nearly(loss: Number) -> fmpq:
    """A rational close to a loss ln r, in the way that ties with other logarithms stay ties."""
    if not isinstance(loss, Loss):
        raise NoWorldError(f"{loss} is no loss")
    return logarithm(_rational(exp(loss)))


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
    if name.startswith("inverse"):
        condition = value_of_condition(setting, made, name, at)
        return -1 / condition if condition < 0 else fmpq(0)
    if name.startswith(("likelihood", "power")):
        return _of_a_divergence(setting, made, name, at)
    if name.startswith(("ratio", "loss", "null")):
        return _of_an_output(setting, made, name, at)
    if name.startswith("quotient"):
        numerator = -axiom(", definition of a quotient", 0)
        denominator = axiom(", definition of a quotient", 1) + numerator
        if not denominator:
            raise NoWorldError("a bound is divided by zero")
        return numerator / denominator
    raise LookupError(name)


def _of_a_divergence(setting: Setting, made: Structure, name: str, at: tuple[Place, ...]) -> fmpq:
    """The ratio of P and Q, larger than any bound allows where Q is 0 < P; or its power α − 1."""
    if name.startswith("power"):
        order = next(key for key in setting.axioms if key.endswith(" >= 2")).removesuffix(" >= 2")
        return made.atom(name.replace("power", "likelihood"), at) ** (int(made.atom(order, ())) - 1)
    fact = setting.axioms[f"{name} at most"]
    where = dict(zip(fact.free, at, strict=True))
    p, rest = (value(fact.expr, made.replaced(name, fmpq(k)), where) for k in (0, 1))
    return p / (p - rest) if p != rest else fmpq(LARGE if p else 0)


def _of_an_output(setting: Setting, made: Structure, name: str, at: tuple[Place, ...]) -> fmpq:
    """The ratio of P and Q at an output, its logarithm, or whether Q is 0 there."""
    what, count = name.rstrip("0123456789"), name.lstrip("abcdefghijklmnopqrstuvwxyz")
    fact = setting.axioms[f"output {count}, ratio"]
    where = dict(zip(fact.free, at, strict=True))

    def at_ratio(ratio: int) -> fmpq:
        plain = made.replaced(f"null{count}", fmpq(0)).replaced(f"ratio{count}", fmpq(ratio))
        return value(fact.expr, plain, where)

    p = at_ratio(0)
    q = p - at_ratio(1)
    if what == "null":
        return fmpq(int(not q))
    ratio = p / q if q else fmpq(1)
    return ratio if what == "ratio" else logarithm(ratio)


def value_of_condition(setting: Setting, made: Structure, name: str, at: tuple[Place, ...]) -> fmpq:
    """The number c of a case c ≥ 0, from what is said of its positive answer."""
    case = name.replace("inverse", "case")
    fact = setting.axioms[f"{case} yes"]
    where = dict(zip(fact.free, at, strict=True))
    return value(fact.expr, made.replaced(case, fmpq(1)), where)


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


Reading = tuple[str, list[Pair]]
"""How a claim is called for some pairs of neighbours, and the ordered pairs of inputs."""


def readings(instance: Instance, claim: Claim, pair: Pair) -> list[Reading]:
    """For which ordered pairs of inputs a claim is said, where x and x' are that pair."""
    statement = instance.statement
    name = claim.of.rstrip("*")
    while name in statement.derived:
        ((composition, arguments),) = statement.derived[name].items()
        name = arguments[1] if composition.endswith("mixture") else arguments[0]
    given = statement.objects[name]
    if isinstance(given, AnyChannel) and isinstance(given.inputs, Size):
        return _both_orders("", pair)
    channel = instance.objects[claim.of]
    if isinstance(given, AnyChannel) and isinstance(given.inputs, OutputsOf):
        return [("", list(channel.neighbours.ordered_pairs(len(channel.inputs))))]
    if isinstance(given, FixedChannel) and isinstance(given.made_of, Constant):
        return _both_orders("", pair)
    if isinstance(given, FixedChannel) and isinstance(given.made_of, Part):
        size = instance.shape[given.made_of.neighbours.of.second.name]  # type: ignore[union-attr]  # it is a Size
        (i, j), one = pair, [" at P,P, Q,P", " at P,P, P,Q"]
        moved = [(i * size + i, j * size + i), (i * size + i, i * size + j)]
        both = (_both_orders(where, two) for where, two in zip(one, moved, strict=True))
        return [each for orders in both for each in orders]
    inputs = given.inputs if isinstance(given, AnyChannel) else None
    found: dict[str, list[Pair]] = {}
    for i, j in channel.neighbours.ordered_pairs(len(channel.inputs)):
        a, b = (
            row_name(channel.inputs[k], inputs) if inputs is not None else channel.inputs[k]
            for k in (i, j)
        )
        found.setdefault(f" at {a}, {b}", []).append((i, j))
    return [(where if len(found) > 1 else "", every) for where, every in found.items()]


def _both_orders(where: str, pair: Pair) -> list[Reading]:
    return [(where, [pair]), (f"{where}, reversed", [(pair[1], pair[0])])]


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
