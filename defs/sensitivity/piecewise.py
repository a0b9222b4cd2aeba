"""Piecewise-linear queries as expressions that can be evaluated exactly, or handed to a solver.

A query over boxes is a Python function of a list of `Piecewise` records. It may use +, −, abs, a
product or quotient with a rational number, `sum`, and `maximum`, `minimum`, `clip`, `at_most` of
this module. Python's own max, min and comparisons need numbers and are refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any, NoReturn

from dpverify.defs.errors import ProgramError
from dpverify.defs.sensitivity.norms import exact


@dataclass(frozen=True)
class Piecewise:
    """An expression: `op` is "record", "number", "+", "scale", "max" or "at-most".

    Args: op; parts, the expressions in it; name of a record; factor, a rational.
    """

    op: str
    parts: tuple[Piecewise, ...] = ()
    name: str = ""
    factor: Fraction = Fraction(0)

    def __add__(self, other: Any) -> Piecewise:
        return Piecewise("+", (self, lifted(other)))

    __radd__ = __add__

    def __neg__(self) -> Piecewise:
        return self * -1

    def __sub__(self, other: Any) -> Piecewise:
        return self + -lifted(other)

    def __rsub__(self, other: Any) -> Piecewise:
        return lifted(other) + -self

    def __mul__(self, other: Any) -> Piecewise:
        if isinstance(other, Piecewise):
            raise ProgramError("a product of two records is not piecewise linear")
        return Piecewise("scale", (self,), factor=exact(other, "a factor"))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Piecewise:
        if isinstance(other, Piecewise):
            raise ProgramError("a quotient of two records is not piecewise linear")
        divisor = exact(other, "a divisor")
        if divisor == 0:
            raise ProgramError("the query divides by 0")
        return self * (1 / divisor)

    def __abs__(self) -> Piecewise:
        return maximum(self, -self)

    def __bool__(self) -> NoReturn:
        raise _compared()

    def __lt__(self, other: object) -> NoReturn:
        raise _compared()

    __le__ = __gt__ = __ge__ = __lt__

    def value(self, records: Mapping[str, Fraction]) -> Fraction:
        """The number that the expression is at these records; exact."""
        parts = [part.value(records) for part in self.parts]
        match self.op:
            case "record":
                return records[self.name]
            case "number":
                return self.factor
            case "+":
                return parts[0] + parts[1]
            case "scale":
                return self.factor * parts[0]
            case "max":
                return max(parts)
            case "at-most":
                return Fraction(parts[0] <= parts[1])
        raise ValueError(f"there is no operation {self.op!r}")


def record(name: str) -> Piecewise:
    """The record of a name."""
    return Piecewise("record", name=name)


def lifted(given: Any) -> Piecewise:
    """An expression as it is, or a rational number as one."""
    return given if isinstance(given, Piecewise) else Piecewise("number", factor=exact(given, "it"))


def maximum(*given: Any) -> Piecewise:
    """The largest of several numbers.

    Args: given one at least: expressions, or rational numbers.
    """
    return reduce(lambda a, b: Piecewise("max", (a, b)), map(lifted, given))


def minimum(*given: Any) -> Piecewise:
    """The smallest of several numbers.

    Args: given one at least: expressions, or rational numbers.
    """
    return -maximum(*(-lifted(part) for part in given))


def clip(given: Any, low: Any, high: Any) -> Piecewise:
    """The number `given`, or the end of [low, high] that is nearest to it."""
    return minimum(maximum(given, low), high)


def at_most(first: Any, second: Any) -> Piecewise:
    """1 where first ≤ second, else 0."""
    return Piecewise("at-most", (lifted(first), lifted(second)))


def answers(query: Any, records: Sequence[Piecewise]) -> tuple[Piecewise, ...]:
    """What a query answers on symbolic records; one expression, or a list of them.

    Raises: ProgramError where it raises, or does what is not piecewise linear.
    """
    try:
        answer = query(list(records))
        members = answer if isinstance(answer, (list, tuple)) else [answer]
        return tuple(lifted(member) for member in members)
    except (KeyboardInterrupt, ProgramError):
        raise
    except BaseException as error:
        raise ProgramError(f"the query raises {type(error).__name__}: {error}") from error


def _compared() -> ProgramError:
    return ProgramError(
        "the query compares records; use maximum, minimum, clip or at_most of dpverify.sensitivity"
    )
