"""Operations that rise on parts of the interval of a lazy number, and those on bits of integers.

Cuts are made where such an operation jumps; within a part it rises. What must never change: where
a jump is, is told by exact arithmetic, and an operation that is not shown to rise is refused.

Rounding down to a multiple of a power of two c, as x − x % c, is c·⌊x/c⌋ in floats too. For x ≥ 0
the remainder is exact. For x ≤ −c so is s = x − c·⌊x/c⌋, a multiple of the last digit of x, below
|x|. For −c ≤ x ≤ −c/2 it is exact by Sterbenz's lemma. For −c/2 < x < 0 it is rounded by at most
c·2⁻⁵⁴: a quarter of the distance of −c from its neighbour on one side, and a half on the other,
where a tie goes to −c. So x − (x % c) is −c again.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final

from dpverify.defs.as_run.operands import (
    ALONE,
    COMPUTED,
    is_number,
    is_numpy_integer,
    numpy_module,
    sign_of,
)
from dpverify.defs.as_run.pairs import listed
from dpverify.defs.as_run.refusing import refused
from dpverify.defs.as_run.residues import residue

Lazy = Any
"""A lazy number (`lazy.py`, which imports this module)."""
REMAINDER: Final = "x % of floats"
LONGEST: Final = 64
"""Bits of the longest integers of NumPy's."""
LEAST: Final = 2.0**-900
"""Powers of two from here on have the distances to their neighbours that are used above."""


def refuse_wrapping(
    function: Callable[[Any, Any], Any], name: str, x: Lazy, left: Any, right: Any
) -> None:
    """Refuse an operation whose result is an integer of NumPy's that may go beyond their range.

    There they wrap. Functions of NumPy's make such integers of Python's, too. Both ends are
    compared with Python's integers; between them sums, products and powers stay within.
    """
    if name not in COMPUTED:
        return
    for k in (x.source.lo, x.source.hi - 1):
        a, b = (x.at(k) if operand is x else operand for operand in (left, right))
        if not (_is_whole(a) and _is_whole(b)):
            return
        try:
            wraps = _wraps(function, name, a, b)
        except ValueError:  # of a negative power, as the code will see
            continue
        except OverflowError:  # of Python's integer, where NumPy's has fewer bits
            if is_numpy_integer(x.value):
                raise  # by a constant: so it is wherever the number lies
            wraps = True
        if wraps:
            raise refused(f"computes {name} of NumPy's integers beyond their range")


def _is_whole(value: Any) -> bool:
    return isinstance(value, (int, numpy_module().bool_)) or is_numpy_integer(value)


def _wraps(function: Callable[[Any, Any], Any], name: str, a: Any, b: Any) -> bool:
    """Whether the result is an integer of NumPy's, and not what Python's integers give."""
    if type(a) is int and type(b) is int and type(function) is not numpy_module().ufunc:
        return False
    with numpy_module().errstate(all="ignore"):
        made = function(a, b)
    if not is_numpy_integer(made):
        return False
    if name in ("pow", "lshift") and (abs(int(a)) > (name == "pow") and int(b) > LONGEST):
        return True  # Python's would have so many digits that it could not be computed
    if name == "lshift" and b < 0:
        return False  # NumPy's is 0
    return bool(made != COMPUTED[name](int(a), int(b)))


def refuse_wrapping_alone(function: Callable[[Any], Any], name: str, x: Lazy) -> None:
    """The same of a function of one number: the least of NumPy's integers has no opposite."""
    if name not in ALONE or x.constant:
        return
    for value in map(x.at, (x.source.lo, x.source.hi - 1)):
        if not _is_whole(value):
            return
        with numpy_module().errstate(all="ignore"):
            made = function(value)
        if is_numpy_integer(made) and made != ALONE[name](int(value)):
            raise refused(f"computes {name} of NumPy's integers beyond their range")


def around_zero(x: Lazy) -> bool:
    """Whether 0 lies between its ends."""
    return sign_of(x.at(x.source.lo)) * sign_of(x.at(x.source.hi - 1)) < 0


def to_digits(function: Callable[[Any, Any], Any], name: str, x: Lazy, digits: Any) -> Any:
    """It rounded to so many digits; to tens NumPy's integers may go beyond their range."""
    if is_number(digits) and digits < 0 and not x.constant and _is_whole(x.value):
        for value in map(x.at, (x.source.lo, x.source.hi - 1)):
            made = function(value, digits)
            if is_numpy_integer(made) and made != round(int(value), int(digits)):
                raise refused(f"computes {name} of NumPy's integers beyond their range")
    return x.then(name, lambda v: function(v, digits), digits)


def on_parts(function: Callable[[Any, Any], Any], name: str, x: Lazy, c: Any) -> Any:
    """x ∘ c where that rises on parts alone, or is about bits; None for any other operation."""
    whole = issubclass(x.__class__, int) and isinstance(c, int)
    if name == "mod" and whole and c > 0:
        return function(_residue(x, c), c)  # once more, for the type that the code finds
    if name == "and" and whole and c > 0 and not c & (c + 1):  # the lowest bits
        return function(_residue(x, c + 1), c)
    if name == "or" and whole:
        return joined(function, x, c)
    if name == "ldexp" and isinstance(c, int):  # rounded to nearest where it has to be
        return x.then("x ldexp", lambda v: function(v, c), c)
    if name == "mod" and isinstance(c, float) and c > 0 and issubclass(x.__class__, float):
        return remainder(function, x, c)
    return None


def _residue(x: Lazy, m: int) -> Any:
    """The residue modulo m, or a number that has it."""
    if x.steps:
        return listed(x, "takes a residue of a number made of a uniform integer")
    return residue(x.source, m)


def joined(function: Callable[[Any, Any], Any], x: Lazy, c: int) -> Any:
    """x | c where all bits of c lie above those of x, so that it is their sum.

    Raises: Refused where they may overlap.
    """
    ends = [x.at(k) for k in (x.source.lo, x.source.hi - 1)]
    lowest = c & -c
    if c <= 0 or min(ends) < 0 or max(ends) >= lowest:
        raise refused("joins the bits of a uniform integer with others that it may have")
    return x.then("x or", lambda v: function(v, c), c)


def bit_length(x: Lazy) -> int:
    """The number of its bits, on either side of 0."""
    x.sign()
    return int(x.answer(lambda v: int(v).bit_length(), ("bit_length",)))


def remainder(function: Callable[[Any, Any], Any], x: Lazy, c: Any) -> Any:
    """x % c for a float c > 0: a cut at each multiple of c, between which it rises."""
    if x.infinite():
        return function(x.value, c)
    step = Fraction(float(c))
    size = float(c)
    x.answer(lambda v: math.floor(Fraction(float(v)) / step), (REMAINDER, size.hex()))
    return x.then(f"{REMAINDER}, {type(c).__name__}", lambda v: function(v, c), size)


def rounded_down(x: Lazy, rest: Lazy) -> bool:
    """Whether one number is the remainder of the other modulo a power of two, as above."""
    if x.key is None or not rest.key or x.source is not rest.source:
        return False
    if rest.key[:-1] != x.key or not rest.key[-1][0].startswith(REMAINDER):
        return False
    c = float.fromhex(rest.key[-1][1][0])
    return c >= LEAST and math.frexp(c)[0] == 0.5
