"""What a text about a database means: a tree of operations, none of them done.

Trusted, beside `dpverify.defs.numbers`. A tree is data: nothing here is evaluated.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Index:
    """The place of a record: times·i + shift, where i is an index of a sum, "n", or "" for none.

    Args: name, times, shift: integers; times is 0 where name is "".

    >>> str(Index("i", 2, -1)), str(Index("", 0, 3)), str(Index("n", 1, 0))
    ('2*i-1', '3', 'n')
    """

    name: str
    times: int
    shift: int

    def __str__(self) -> str:
        if not self.name:
            return str(self.shift)
        head = self.name if self.times == 1 else f"{self.times}*{self.name}"
        return head + (f"{self.shift:+d}" if self.shift else "")

    def at(self, value: int) -> int:
        """The place for a value of the index (or of n)."""
        return self.times * value + self.shift


@dataclass(frozen=True)
class Tree:
    """One operation with its parts.

    Args:
        op: "number"; "name" (n, pi, a parameter or an index); "record"; "+", "*", "/", "power";
            a function ("exp", "abs", "max", …); "less" and "at-most" (1 where parts[0] is less
            than, or at most, parts[1], else 0); "sum", "product" (of one index), "pairs" (over
            i < j); "largest", "smallest", "median", "quantile" of all records.
        parts: what it is done to.
        name: of "name"; the index of "sum" and "product"; both indices of "pairs", as "i<j".
        number: of "number", the exponent of "power", the rank or level of an order statistic.
        places: of "record", its index; of a sum, its first and last index; none if implicit.
    """

    op: str
    parts: tuple[Tree, ...] = ()
    name: str = ""
    number: Fraction = Fraction(0)
    places: tuple[Index, ...] = ()

    def all(self) -> Iterator[Tree]:
        """The tree and everything below it."""
        yield self
        for part in self.parts:
            yield from part.all()

    def moving(self, name: str) -> Iterator[Index]:
        """The places of records that move with an index; a sum inside that binds it has its own."""
        if self.op == "record":
            yield from (place for place in self.places if place.name == name)
        if self.op in ("sum", "product", "pairs") and name in self.name.split("<"):
            return
        for part in self.parts:
            yield from part.moving(name)

    @property
    def names(self) -> frozenset[str]:
        """The names of numbers in it: n, pi, parameters, indices that no sum binds."""
        inner = frozenset[str]().union(*(part.names for part in self.parts))
        if self.op == "name":
            return frozenset((self.name,))
        if self.op == "record":
            return frozenset(place.name for place in self.places if place.name)
        if self.op in ("sum", "product", "pairs"):
            return inner - frozenset(self.name.split("<"))
        return inner
