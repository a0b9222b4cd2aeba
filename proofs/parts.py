"""Objects that several entries share: any channel, randomised response, records and databases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any

from dpverify.defs.channel import Channel
from dpverify.proofs.labels import Shape, Size
from dpverify.proofs.statement import AnyChannel, FixedChannel, Form

BITS = ("0", "1")
INPUTS, OUTPUTS, RESULTS = Size("inputs", "x"), Size("outputs", "y"), Size("results", "z")
ANY = AnyChannel(INPUTS, OUTPUTS)

EPS = {"eps": "eps"}
EPS_DELTA = {"eps": "eps", "delta": "delta"}


def sizes(outputs: tuple[int, int] = (2, 3), inputs: tuple[int, int] = (2, 3)) -> dict[str, Any]:
    """How many inputs and outputs to generate."""
    return {"inputs": inputs, "outputs": outputs}


def shapes(*pairs: tuple[int, int]) -> tuple[Shape, ...]:
    """Shapes for a solver, as inputs and outputs."""
    return tuple({"inputs": n, "outputs": m} for n, m in pairs)


def _table(rows: Sequence[Sequence[int]], outputs: Sequence[str]) -> Channel:
    return Channel(BITS, outputs, rows)


TRUTH = FixedChannel(lambda _: _table([[1, 0], [0, 1]], BITS), "the bit itself")
LIE = FixedChannel(lambda _: _table([[0, 1], [1, 0]], BITS), "the other bit")
SILENCE = FixedChannel(lambda _: _table([[1], [1]], ("none",)), "the constant output none")

RESPONSE: Mapping[str, Any] = {"I": TRUTH, "J": LIE}
"""What randomised response is mixed of."""


def response(weight: str) -> Form:
    """Randomised response that tells the truth with probability `weight`."""
    return {"mixture": [weight, "I", "J"]}


FAIR = "exp(eps)/(1+exp(eps))"
"""The probability of the truth at which randomised response is exactly ε-private."""

# ---------------------------------------------------------------- databases of bits


def databases(records: int) -> list[str]:
    """All lists of that many bits, such as "0,1"."""
    return [",".join(bits) for bits in product(BITS, repeat=records)]


def replaced(records: int) -> list[tuple[str, str]]:
    """Databases that differ in one record."""
    every = databases(records)
    return [
        (x, y)
        for i, x in enumerate(every)
        for y in every[i + 1 :]
        if sum(a != b for a, b in zip(x, y, strict=True)) == 1
    ]


def _identity(shape: Shape) -> Channel:
    every = databases(shape["records"])
    rows = [[int(x == y) for y in every] for x in every]
    return Channel(every, every, rows, replaced(shape["records"]))


DATABASE = FixedChannel(_identity, "the database, a list of bits (neighbours differ in one record)")


def records_of(rows: Sequence[Sequence[Any]]) -> list[tuple[int, ...]]:
    """The databases behind the rows of DATABASE, each as bits."""
    return list(product((0, 1), repeat=len(rows).bit_length() - 1))


def jointly(database: Sequence[int], rows: Sequence[Sequence[Any]], logic: Any) -> dict[Any, Any]:
    """The law of all outputs together where each record goes through a channel of its own.

    Args:
        database: the records, as positions of inputs of the channel.
        rows: the channel's rows, as terms.
        logic: the operations on terms.

    Returns:
        The term of each tuple of positions of outputs.
    """
    law: dict[Any, Any] = {(): logic.number(1)}
    for record in database:
        law = {
            (*before, o): logic.times(p, q)
            for before, p in law.items()
            for o, q in enumerate(rows[record])
        }
    return law


def equal(a: Any, b: Any, logic: Any) -> Any:
    """a = b as two inequalities."""
    return logic.conj([logic.le(a, b), logic.le(b, a)])


def iff(a: Any, b: Any, logic: Any) -> Any:
    """Both or neither."""
    return logic.conj([logic.implies(a, b), logic.implies(b, a)])
