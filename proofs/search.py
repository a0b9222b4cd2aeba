"""Looking for a counterexample among generated instances, and shrinking what is found.

Instances are drawn plainly, some ten times faster than hypothesis draws. What refutes is shrunk
from the choices by which it was drawn. Hypothesis would have to meet it again by chance: that took
eleven times as long, and what it came to was no smaller.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from random import Random

from dpverify.checkers.generators.generator import Generator, Recorded
from dpverify.checkers.generators.shrinking import shrunk
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import number_text
from dpverify.defs.rows import RationalRows, Rows
from dpverify.proofs.generate import instances as instances_of
from dpverify.proofs.instances import Instance
from dpverify.proofs.labels import Shape
from dpverify.proofs.statement import Statement

MOST = 6
"""How many instances may be generated for each that is asked to meet the hypotheses."""
FURTHER = 8
"""Of each smaller shape so many times its share are looked at once an instance refutes."""
THOROUGH = 400
"""So many instances of a shape are enough, whatever its share."""
AGAIN = 50
"""How often in a row one may come that was there before."""

SMALLER = 1000
"""How many smaller instances may be tried once one refutes."""


@dataclass(frozen=True)
class Searched:
    """What a search did.

    Args:
        found: the smallest instance that refutes; None where there was none.
        generated: instances generated, without those of shrinking.
        met_hypotheses: those of them that met every hypothesis.
        complete: the number of instances asked for was reached, or a counterexample found.
        meeting: an instance that met every hypothesis; None where there was none.
        undecided: code and text of what was first left open, of a hypothesis or a conclusion; None
            where nothing was.
    """

    found: Instance | None
    generated: int
    met_hypotheses: int
    complete: bool
    meeting: Instance | None = None
    undecided: tuple[str, str] | None = None


class _Tally:
    """Judges instances, each once, and counts until the first that refutes.

    Args: seconds until it is too late.
    """

    def __init__(self, seconds: float) -> None:
        self.end = time.monotonic() + seconds
        self.generated = 0
        self.met = 0
        self.meeting: Instance | None = None
        self.undecided: tuple[str, str] | None = None
        self._seen: set[object] = set()

    @property
    def late(self) -> bool:
        """Whether the time is up."""
        return time.monotonic() > self.end

    def refuted_by(self, instance: Instance) -> bool:
        """Whether a new instance refutes; one that was there before does not count."""
        key = _key(instance)
        if key in self._seen:
            return False
        self._seen.add(key)
        try:
            met, refutes = instance.met, instance.refutes
        except Undecided as stop:
            met, refutes = False, False
            self.undecided = self.undecided or (stop.code, stop.text)
        self.generated += 1
        self.met += met
        if met and self.meeting is None:
            self.meeting = instance
        return refutes

    def still(self, instance: Instance) -> bool:
        """Whether a smaller instance refutes; none does once the time is up."""
        try:
            return not self.late and instance.refutes
        except Undecided:
            return False


def search(
    statement: Statement,
    *,
    instances: int = 200,
    seed: int | None = None,
    seconds: float = 20.0,
    shrink: bool = True,
) -> Searched:
    """Generate instances; where one refutes the statement, look for a small one that does.

    Args:
        statement: what is to be refuted.
        instances: how many that meet the hypotheses to generate, over all shapes of the
            statement's sizes; of all, at most six times that. All are different.
        seed: another seed, other instances; None always gives the same ones.
        seconds: when to stop, in generation and in shrinking.
        shrink: whether to look for a smaller one once an instance refutes.

    Returns:
        What was found; nothing in it is re-checked yet.
    """
    shapes = list(shapes_of(statement))
    quota = -(-instances // len(shapes))
    tally = _Tally(seconds)
    source = Recorded(Random(seed or 0))  # noqa: S311  a seed, not a secret
    instance: Instance | None = None
    for number, shape in enumerate(shapes, start=1):
        instance = _generated(statement, shape, tally, source, number * quota, MOST * quota)
        if instance is not None and shrink:
            further = max(0, min(FURTHER * quota, THOROUGH) - quota)
            smaller = _of_smaller_shape(statement, shapes[: number - 1], tally, source, further)
            instance = _smaller(smaller or instance, source.record, tally)
        if instance is not None or tally.late:
            break
    complete = instance is not None or not tally.late
    return Searched(instance, tally.generated, tally.met, complete, tally.meeting, tally.undecided)


def shapes_of(statement: Statement) -> Iterator[Shape]:
    """Every shape within the statement's sizes, small ones first: so what is found is small."""
    ranges = [range(low, high + 1) for low, high in statement.sizes.values()]
    for sizes in sorted(product(*ranges), key=lambda combination: (sum(combination), combination)):
        yield dict(zip(statement.sizes, sizes, strict=True))


def _generated(
    statement: Statement, shape: Shape, tally: _Tally, source: Recorded, enough: int, most: int
) -> Instance | None:
    """An instance of a shape that refutes, the last drawn; None once `enough` in all met."""
    generator = instances_of(statement, shape)
    last, again = tally.generated + most, 0
    # Small shapes have few instances: they come again and again, until no new ones do.
    while again < AGAIN and tally.generated < last and tally.met < enough and not tally.late:
        before = tally.generated
        instance = _drawn(generator, source)
        if tally.refuted_by(instance):
            return instance
        again = again + 1 if tally.generated == before else 0
    return None


def _of_smaller_shape(
    statement: Statement, shapes: Sequence[Shape], tally: _Tally, source: Recorded, most: int
) -> Instance | None:
    """An instance of the first of these shapes that has one among `most`; it was the last drawn."""
    drawn = list(source.record)
    for shape in shapes:
        generator = instances_of(statement, shape)
        for _ in range(most):
            if tally.late:
                break
            instance = _drawn(generator, source)
            if tally.still(instance):
                return instance
    source.record[:] = drawn
    return None


def _drawn(generator: Generator[Instance], source: Recorded) -> Instance:
    source.record.clear()
    return generator.plain(source)


def _smaller(instance: Instance, choices: Sequence[int], tally: _Tally) -> Instance:
    """A smaller instance of the same shape that refutes; the same where none was met."""
    generator = instances_of(instance.statement, instance.shape)
    return shrunk(generator, choices, tally.still, most=SMALLER) or instance


def _key(instance: Instance) -> object:
    """What tells an instance of a statement from the others."""
    numbers = tuple(map(number_text, instance.parameters.values()))
    # Channels hash by their labels, which all instances of a shape share.
    rows = tuple(_rows_key(channel.rows) for channel in instance.channels.values())
    return tuple(instance.shape.items()), rows, tuple(instance.channels.values()), numbers


def _rows_key(rows: Rows) -> object:
    if isinstance(rows, RationalRows):
        return tuple(rows.numerators), tuple(rows.denominators)
    return rows
