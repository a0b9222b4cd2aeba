"""How far neighbours are apart where all inputs are meant: what `moves=` of `@mechanism` takes.

An input is a number or a list of numbers, its entries. Two inputs are neighbours where their
difference m is a move of the relation. Distances are exact numbers above 0, or names of parameters
of the mechanism; ends of intervals are exact numbers.

    >>> import dpverify as dv
    >>> @dv.mechanism(inputs=[(0, 0), (1, 0)], moves=dv.moves.l1("1/2"))
    ... def histogram(counts, draw):
    ...     return tuple(count + draw.laplace(1) for count in counts)
    >>> str(dv.measure(histogram, "pure-dp", all_inputs=True).tight["eps"])
    '1/2'

What must never change: a relation has one text, which results hold and the kernel reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpverify.defs.errors import NumberError, ProgramError, UsageError
from dpverify.defs.numbers import as_value
from dpverify.defs.validate import shown

__all__ = [
    "Moves",
    "add_or_remove",
    "box",
    "exchange",
    "l1",
    "l2",
    "linf",
    "one_entry",
    "parts",
    "replace_record",
    "still",
]

LETTERS = ("A", "M", "O")
"""Every entry by at most 1; all the same way; one entry by at most 1."""
Number = int | Fraction | str
"""An exact number, or its text, such as "3/2"; for distances the name of a parameter as well."""


@dataclass(frozen=True)
class Moves:
    """A relation of neighbours; made by the functions of `dpverify.moves`.

    Args: name of the relation; numbers in its brackets, rational or names of parameters; blocks the
        relations of parts of the input, with their numbers of entries.
    """

    name: str
    numbers: tuple[Fraction | str, ...] = ()
    blocks: tuple[tuple[Moves, int], ...] = ()

    def text(self, parameters: Mapping[str, Any], letters: frozenset[str] = frozenset()) -> str:
        """The text of the relation, with numbers in place of parameters, but for some letters.

        Raises: ProgramError where a parameter is not there, or no rational number above 0.
        """
        if self.blocks:
            return ", ".join(
                f"{part.text(parameters, letters)}[{size}]" for part, size in self.blocks
            )
        values = [
            str(
                x
                if x in letters or not isinstance(x, str)
                else _parameter(self.name, x, parameters)
            )
            for x in self.numbers
        ]
        if self.name == "box":
            sides = zip(values[::2], values[1::2], strict=True)
            return f"box({','.join(f'{low}:{high}' for low, high in sides)})"
        return f"{self.name}({','.join(values)})" if values else self.name

    @property
    def names(self) -> frozenset[str]:
        """The parameters that it names."""
        inside = (name for part, _ in self.blocks for name in part.names)
        return frozenset([*(x for x in self.numbers if isinstance(x, str)), *inside])


def linf(radius: Number) -> Moves:
    """Every entry moves by at most the radius: max |m_i| ≤ r."""
    return Moves("linf", (_distance("linf", radius),))


def l1(radius: Number) -> Moves:
    """Entries move by at most the radius together: Σ |m_i| ≤ r."""
    return Moves("l1", (_distance("l1", radius),))


def l2(radius: Number) -> Moves:
    """The Euclidean length of a move is at most the radius: Σ m_i² ≤ r²."""
    return Moves("l2", (_distance("l2", radius),))


def one_entry(radius: Number) -> Moves:
    """One entry moves, by at most the radius."""
    return Moves("one_entry", (_distance("one_entry", radius),))


def exchange(count: Number = 1) -> Moves:
    """One entry grows by a number and another shrinks by it: a record in another cell.

    Args: count by how much, 1 for one record.
    """
    return Moves("exchange", (_distance("exchange", count),))


def box(*sides: tuple[Number, Number]) -> Moves:
    """Entry i moves by a number in [low_i, high_i], for all i; or all that turned around.

    Args: sides a pair (low, high) for each entry of the input.
    Raises: UsageError for a side that is no such pair.
    """
    if not sides:
        raise UsageError("box() has no sides; give a pair (low, high) for each entry")
    return Moves("box", tuple(end for side in sides for end in _interval("box", side)))


def add_or_remove(low: Number, high: Number) -> Moves:
    """One record joins or leaves: its values are in [low, high], and the number of records counts.

    The last entry of an input is the number of records, the others are sums of their values; so
    (sum, n) becomes (sum + x, n + 1) or the reverse. Only sums that records can have are inputs.
    """
    return Moves("add_or_remove", _interval("add_or_remove", (low, high)))


def replace_record(low: Number, high: Number) -> Moves:
    """One record takes other values in [low, high], and the number of records stays.

    Inputs are as for `add_or_remove`: sums, and then the number of records.
    """
    return Moves("replace_record", _interval("replace_record", (low, high)))


def still() -> Moves:
    """Nothing moves; for parts of an input that are public."""
    return Moves("still")


def parts(*blocks: tuple[Moves, int]) -> Moves:
    """Parts of an input that move at the same time, each by its own relation.

    Args: blocks pairs of a relation and the number of entries that move by it, in order.
    Raises: UsageError for anything else.
    """
    for block in blocks:
        if not isinstance(block, tuple) or len(block) != 2 or not isinstance(block[0], Moves):
            raise UsageError(
                f"parts() is given {shown(block)}; give pairs of a relation and its number of"
                " entries, such as (l1(1), 3)"
            )
        inner, size = block
        if inner.blocks or type(size) is not int or size < 1:
            raise UsageError(
                f"parts() is given {shown(size)} entries; give an integer of at least 1, and no"
                " parts within parts"
            )
    if not blocks:
        raise UsageError("parts() is given no part; give pairs such as (l1(1), 3)")
    return Moves("parts", blocks=tuple(blocks))


def stated_moves(name: str, given: Any, parameters: Mapping[str, Any]) -> str | None:
    """The text of what a mechanism says of its neighbours, in `moves`; None without that.

    Args: name of the mechanism; parameters their values.
    Raises: ProgramError for anything that is no relation.
    """
    if isinstance(given, Moves):
        return given.text(parameters)
    if given is None or given in LETTERS:
        return given if given is None else str(given)
    raise ProgramError(
        f"{name}: moves is {shown(given)}; give 'A', 'M' or 'O', or a relation such as"
        " dpverify.moves.l1(1)"
    )


def _rational(given: Any) -> Fraction | None:
    if isinstance(given, bool) or not isinstance(given, (int, Fraction, str)):
        return None
    try:
        number = as_value(given)
    except NumberError:
        return None
    return number.as_fraction() if number.is_rational else None


def _distance(name: str, given: Any) -> Fraction | str:
    number = _rational(given)
    if number is None and isinstance(given, str) and given.isidentifier():
        return given
    if number is None or number <= 0:
        raise UsageError(
            f"{name}() is given {shown(given)}; give a rational number above 0 such as '1/2', or"
            " the name of a parameter"
        )
    return number


def _interval(name: str, given: Any) -> tuple[Fraction, Fraction]:
    pair = given if isinstance(given, (tuple, list)) and len(given) == 2 else (None, None)
    low, high = map(_rational, pair)
    if low is None or high is None or low > high:
        raise UsageError(f"{name}() is given {shown(given)}; give two rational numbers, low ≤ high")
    return low, high


def _parameter(relation: str, name: str, parameters: Mapping[str, Any]) -> Fraction:
    number = _rational(parameters.get(name))
    if number is None or number <= 0:
        rule = "is no parameter" if name not in parameters else "is no rational number above 0"
        raise ProgramError(
            f"moves: {relation}({name}): {name} {rule} of the mechanism; it has"
            f" {', '.join(parameters) or 'none'}"
        )
    return number
