"""Making a counterexample readable: fewer inputs and outputs, smaller denominators.

Every candidate is judged in exact arithmetic; what is returned refutes the statement.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from dpverify.checkers.generators.numbers import ODDS
from dpverify.defs.channel import Channel
from dpverify.defs.errors import DpverifyError
from dpverify.defs.numbers import Loss, Number, Value, ln
from dpverify.proofs.expressions import names
from dpverify.proofs.instances import Instance, retuned
from dpverify.proofs.labels import Labels, OutputsOf, Shape, Size
from dpverify.proofs.layout import places
from dpverify.proofs.simpler_rows import Matrices, with_simpler_rows
from dpverify.proofs.statement import AnyChannel, Statement

Rows = Sequence[Sequence[Fraction]]

HALF = Loss(Fraction(1, 2))
"""What is tried for losses that no hypothesis makes tight, beside what is given."""
DENOMINATORS = (*range(1, 13), 16, 20, 24, 30, 50, 100, 1000, 10**4, 10**6, 10**9)


def simplified(instance: Instance) -> Instance:
    """A simpler instance that refutes the statement too; the same one where none is found."""
    while (smaller := _first(_smaller(instance))) is not None:
        instance = smaller
    raw = _raw(instance)
    if raw is None:
        return instance
    denominators_used = [x.denominator for rows in raw.values() for row in rows for x in row]
    limit = max(denominators_used, default=1)
    denominators = [d for d in DENOMINATORS if d < limit]
    simpler = rounded(instance.statement, instance.shape, raw, instance.parameters, denominators)
    return _with_simpler_rows(simpler or instance)


def _with_simpler_rows(instance: Instance) -> Instance:
    raw, best = _raw(instance), instance
    choices = [instance.parameters]
    untuned = _untuned_losses(instance)
    if untuned:
        choices.append({**instance.parameters, **dict.fromkeys(untuned, HALF)})

    def refutes(matrices: Matrices) -> bool:
        nonlocal best
        candidates = instances_of(instance.statement, instance.shape, matrices, choices)
        refuting = list(filter(_refutes, candidates))
        best = min(refuting, key=_sizes, default=best)
        return bool(refuting)

    if raw is not None:
        with_simpler_rows(raw, refutes)
    return _with_simpler_odds(best, untuned)


def _with_simpler_odds(instance: Instance, untuned: Sequence[str]) -> Instance:
    """The same channels with a rational e^ε; a loss that is counted in nats stays as it is."""
    claims = (*instance.assumed, *instance.statement.concluded)
    texts = [text for claim in claims for text in claim.given.values()]
    in_nats = {name for text in texts if "nats(" in text for name in names(text)}
    for name in untuned:
        if name not in in_nats:
            others = ({**instance.parameters, name: ln(odds)} for odds in ODDS)
            refuting = filter(_refutes, map(instance.with_numbers, others))
            instance = min((instance, *refuting), key=_sizes)
    return instance


def _untuned_losses(instance: Instance) -> list[str]:
    """The losses that stay as they are given when hypotheses are made tight."""
    given = {**instance.parameters}
    # A loss that nothing is tight at; what is not tuned is handed back as the object that it was.
    given |= {name: Loss(Fraction(1, 7)) for name, x in given.items() if isinstance(x, Loss)}
    try:
        tuned = retuned(instance.with_numbers(given)).parameters
    except DpverifyError:
        return []
    return [name for name, x in given.items() if isinstance(x, Loss) and tuned[name] is x]


def _sizes(instance: Instance) -> list[tuple[bool, int]]:
    """What is compared of parameters: irrational ones are larger, then large denominators."""
    return sorted(map(_size, instance.parameters.values()), reverse=True)


def _size(number: Number) -> tuple[bool, int]:
    value = number.odds() if isinstance(number, Loss) else number
    if isinstance(value, Value) and value.is_rational:
        return False, value.as_fraction().denominator
    return True, 1


def rounded(
    statement: Statement,
    shape: Shape,
    raw: Mapping[str, Rows],
    parameters: Mapping[str, Number],
    denominators: Sequence[int] = DENOMINATORS,
) -> Instance | None:
    """The first refuting instance near the given rows, smallest denominators first.

    Args:
        statement: what is to be refuted.
        shape: the sizes.
        raw: rows of every channel that is not fixed; they need not sum to exactly 1.
        parameters: losses and values near which to look.
        denominators: what entries and odds are rounded to.
    """
    for denominator in denominators:
        near = rounded_to(statement, shape, raw, parameters, denominator)
        if (instance := _first(near)) is not None:
            return instance
    return None


def rounded_to(
    statement: Statement,
    shape: Shape,
    raw: Mapping[str, Rows],
    parameters: Mapping[str, Number],
    denominator: int,
) -> Iterator[Instance]:
    """Instances whose entries have one denominator; parameters rounded, 0, and as they are."""
    rows = {name: [_row(r, denominator) for r in matrix] for name, matrix in raw.items()}
    whole = {"order", "count"}
    orders = {n: x for n, x in parameters.items() if statement.parameters[n] in whole}
    near = {name: _number(number, denominator) for name, number in parameters.items()}
    zero = {n: Value(0) if isinstance(x, Value) else x for n, x in near.items()}
    yield from instances_of(statement, shape, rows, (near | orders, zero | orders, parameters))


def instances_of(
    statement: Statement,
    shape: Shape,
    rows: Mapping[str, Rows],
    parameters: Sequence[Mapping[str, Number]],
) -> Iterator[Instance]:
    """The channels with each choice of parameters, as given and with tight hypotheses.

    What cannot be made is left out: a kernel that reads one output has no neighbours, and a weight
    that is computed may lie above 1.
    """
    channels: dict[str, Channel] = {}
    try:
        for name, place in places(statement, shape).items():
            channels[name] = place.fixed or Channel(
                place.inputs, place.outputs, rows[name], place.neighbours
            )
    except DpverifyError:
        return
    for choice in parameters:
        plain = Instance(statement, shape, channels, choice)
        yield plain
        try:
            tuned = retuned(plain)
        except DpverifyError:
            continue
        if any(tuned.parameters[name] is not x for name, x in choice.items()):
            yield tuned


def _first(candidates: Iterator[Instance]) -> Instance | None:
    return next((candidate for candidate in candidates if _refutes(candidate)), None)


def _refutes(instance: Instance) -> bool:
    try:
        return instance.refutes
    except DpverifyError:
        return False


def _raw(instance: Instance) -> dict[str, list[list[Fraction]]] | None:
    raw: dict[str, list[list[Fraction]]] = {}
    for name, place in places(instance.statement, instance.shape).items():
        channel = instance.channels[name]
        if place.fixed is not None:
            continue
        rows = [channel.row(i) for i in range(len(channel.inputs))]
        if not all(value.is_rational for row in rows for value in row):
            return None
        raw[name] = [[value.as_fraction() for value in row] for row in rows]
    return raw


def _row(row: Sequence[Fraction], denominator: int) -> list[Fraction]:
    """The row in multiples of 1/denominator that sum to 1, largest remainders rounded up."""
    # Scaled, because a model need not sum to 1, nor be positive anywhere, where a solver lies.
    positive = [max(x, Fraction(0)) for x in row]
    whole = sum(positive)
    shares = [x / whole * denominator if whole else Fraction(0) for x in positive]
    parts = [int(x) for x in shares]
    order = sorted(range(len(row)), key=lambda o: shares[o] - parts[o], reverse=True)
    missing = denominator - sum(parts)
    for o in order[: max(0, missing)]:
        parts[o] += 1
    parts[order[0]] += denominator - sum(parts)
    return [Fraction(max(part, 0), denominator) for part in parts]


def _number(number: Number, denominator: int) -> Number:
    if isinstance(number, Loss):
        odds = number.odds()
        if isinstance(odds, Value) and odds.is_rational:
            return ln(max(Fraction(1), odds.as_fraction().limit_denominator(denominator)))
    elif isinstance(number, Value) and number.is_rational:
        return Value(number.as_fraction().limit_denominator(denominator))
    return number


# ---------------------------------------------------------------- fewer inputs and outputs


def _smaller(instance: Instance) -> Iterator[Instance]:
    raw = _raw(instance)
    if raw is None:
        return
    for key, size in instance.shape.items():
        lowest = instance.statement.sizes.get(key, (1, size))[0]
        if size <= lowest or not _is_size(instance.statement, key):
            continue
        shape = {**instance.shape, key: size - 1}
        for drop in range(size):
            for into in (o for o in range(size) if o != drop):
                rows = _without(instance.statement, raw, key, drop, into)
                if _fit(instance.statement, shape, rows):
                    yield from instances_of(instance.statement, shape, rows, [instance.parameters])


def _fit(statement: Statement, shape: Shape, raw: Mapping[str, Rows]) -> bool:
    """Whether the rows are those of the smaller shape: labels may depend on it in their own way."""
    return all(
        len(raw[name]) == len(place.inputs) and len(raw[name][0]) == len(place.outputs)
        for name, place in places(statement, shape).items()
        if place.fixed is None
    )


def _is_size(statement: Statement, key: str) -> bool:
    return any(
        isinstance(given, AnyChannel)
        and any(
            isinstance(labels, Size) and labels.name == key
            for labels in (given.inputs, given.outputs)
        )
        for given in statement.objects.values()
    )


def _without(
    statement: Statement, raw: Mapping[str, Rows], key: str, drop: int, into: int
) -> dict[str, Rows]:
    """The rows without one label of a set; an output's mass goes to another output."""
    result: dict[str, Rows] = {}
    for name, given in statement.objects.items():
        if not isinstance(given, AnyChannel):
            continue
        remaining = [name] if given.copies is None else _copies(name, raw)
        if given.copies is not None and _key(statement, given.copies) == key:
            del remaining[drop]
        for number, old in enumerate(remaining, start=1):
            new = name if given.copies is None else f"{name}{number}"
            result[new] = _cut(statement, given, raw[old], key, (drop, into))
    return result


def _copies(name: str, raw: Mapping[str, Rows]) -> list[str]:
    return [copy for copy in raw if copy.removeprefix(name).isdigit()]


def _cut(
    statement: Statement, given: AnyChannel, rows: Rows, key: str, positions: tuple[int, int]
) -> Rows:
    drop, into = positions
    if _key(statement, given.inputs) == key:
        rows = [row for i, row in enumerate(rows) if i != drop]
    if _key(statement, given.outputs) == key:
        rows = [_merged(row, drop, into) for row in rows]
    return rows


def _merged(row: Sequence[Fraction], drop: int, into: int) -> list[Fraction]:
    moved = [x + (row[drop] if o == into else 0) for o, x in enumerate(row)]
    del moved[drop]
    return moved


def _key(statement: Statement, given: Labels) -> str | None:
    match given:
        case Size(name=name):
            return name
        case OutputsOf(of=of):
            other = statement.objects[of]
            return _key(statement, other.outputs) if isinstance(other, AnyChannel) else None
    return None
