"""A second generator beside each draw from NumPy: what it refuses is refused, and types must agree.

An answer follows the law of a draw; which arguments NumPy accepts, and the type and shape of what
it returns, are asked of NumPy itself, by the same call on a generator that nobody else has.
What must never change: where both differ, the code is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from dpverify.defs.as_run.answers import CURRENT, Enumerated, Plain
from dpverify.defs.as_run.ideal import Ideal
from dpverify.defs.as_run.lazy import Lazy
from dpverify.defs.as_run.operands import numpy_module
from dpverify.defs.as_run.refusing import refused

APART: Final = frozenset({"choice", "shuffle"})
"""Draws that ask NumPy themselves, or change what they are given."""

RAISED: Final = (TypeError, ValueError, ArithmeticError, LookupError, AttributeError)
"""What an answer raises of arguments that have no meaning."""


def beside(
    answer: Callable[[], Any], real: Callable[..., Any], what: str, args: Any, named: Any
) -> Any:
    """The answer of a draw; what NumPy raises of such arguments is raised.

    Args: answer answers; real is the method of NumPy's; what is drawn, as "Generator.integers";
        args and named are its arguments.
    Raises: Refused where NumPy returns another type; what it raises.
    """
    kind, _, name = what.partition(".")
    if name in APART or not all(map(is_plain, (*args, *named.values()))):
        return answer()
    failed, given = False, None
    try:
        given = answer()
    except RAISED:  # NumPy says below what it is
        failed = True
    CURRENT.making = True
    try:
        returned = real(shadow(kind), *args, **named)
    finally:
        CURRENT.making = False
    # Continuous noise, and what a referee puts in its place, has types that are followed apart.
    listed = isinstance(CURRENT.answers, (Enumerated, Plain))
    if failed or (listed and not alike(given, returned)):
        raise refused(f"draws from {what} with arguments that are not followed")
    return given


def shadow(kind: str) -> Any:
    """A generator of that kind, which lives as long as the code is examined."""
    if kind not in CURRENT.shadows:
        random = numpy_module().random
        make = random.default_rng if kind == "Generator" else random.RandomState
        CURRENT.shadows[kind] = make(0)
    return CURRENT.shadows[kind]


def is_plain(value: Any) -> bool:
    """Whether an argument depends on nothing that was drawn, as far as NumPy would look."""
    if type(value) is Lazy or issubclass(type(value), Ideal):
        return False
    if isinstance(value, (list, tuple)):
        return all(map(is_plain, value))
    return bool(getattr(value, "dtype", None) != numpy_module().dtype(object))


def alike(given: Any, returned: Any) -> bool:
    """Whether an answer has the type and the shape of what NumPy returned."""
    numpy = numpy_module()
    if not isinstance(returned, numpy.ndarray):
        return given.__class__ is type(returned)
    if type(given) is not type(returned) or given.shape != returned.shape:
        return False
    # An array of objects holds what is not looked at yet.
    return given.dtype in (returned.dtype, numpy.dtype(object))
