"""A second generator beside each draw from NumPy: what it refuses is refused, and types must agree.

An answer follows the law of a draw; which arguments NumPy accepts, and the type and shape of what
it returns, are asked of NumPy itself, by the same call on a generator that nobody else has; of the
same numbers and texts once, of all else at each draw.
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

APART: Final = ("choice", "shuffle")
"""Draws that ask NumPy themselves (a choice), or change what they are given."""
LISTED: Final = (Enumerated, Plain)
"""Who answers where all paths are listed; elsewhere a draw may be a symbol for continuous noise."""
SIMPLE: Final = frozenset({int, bool, float, str, type(None)})
"""Types of arguments of which nothing but their value matters."""

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
    key = key_of(what, args, named)
    if key is None and not all(map(is_plain, (*args, *named.values()))):
        return answer()
    failed, given = False, None
    try:
        given = answer()
    except RAISED:  # NumPy says below what it is
        failed = True
    form = None if failed else CURRENT.forms.get(key)
    if form is None:
        CURRENT.making = True
        try:
            form = form_of(real(shadow(what.partition(".")[0]), *args, **named))
        finally:
            CURRENT.making = False
        if key is not None:
            CURRENT.forms[key] = form
    # Continuous noise, and what a referee puts in its place, has types that are followed apart.
    if failed or (isinstance(CURRENT.answers, LISTED) and not has_form(given, form)):
        raise refused(f"draws from {what} with arguments that are not followed")
    return given


def key_of(what: str, args: Any, named: Any) -> Any:
    """What a draw is asked, as a key; None where an argument is no plain number or text.

    Of the same arguments NumPy accepts and returns the same each time, so that it is asked once.
    """
    if not args and not named:
        return what
    values = (*args, *named.values())
    kinds = tuple(map(type, values))  # 1 is not True
    if not SIMPLE.issuperset(kinds):
        return None
    # The text of 0.0 is not that of -0.0.
    return what, len(args), *named, kinds, repr(values) if float in kinds else values


def shadow(kind: str) -> Any:
    """A generator of that kind, which lives as long as the code is examined."""
    if kind not in CURRENT.shadows:
        random = numpy_module().random
        make = random.default_rng if kind == "Generator" else random.RandomState
        CURRENT.shadows[kind] = make(0)
    return CURRENT.shadows[kind]


def population_of(what: str, a: Any, size: Any, replace: Any, p: Any) -> tuple[int, Any]:
    """How many there are to choose from, and the form of what NumPy returns for such a choice.

    Raises: what NumPy raises for a choice that it refuses; Refused among uniform values.
    """
    numpy = numpy_module()
    if type(a) is Lazy or (
        getattr(a, "dtype", None) is numpy.dtype(object)
        and any(type(x) is Lazy for x in numpy.ravel(a))
    ):
        raise refused(f"draws from {what} among uniform values")
    CURRENT.making = True
    try:
        chooser = shadow(what.partition(".")[0])
        form = form_of(chooser.choice(a, size=size, replace=replace, p=p))
    finally:
        CURRENT.making = False
    items = numpy.asarray(a)
    return int(items.item()) if items.ndim == 0 else len(items), form


def is_plain(value: Any) -> bool:
    """Whether an argument depends on nothing that was drawn, as far as NumPy would look."""
    if type(value) is Lazy or issubclass(type(value), Ideal):
        return False
    if isinstance(value, (list, tuple)):
        return all(map(is_plain, value))
    return bool(getattr(value, "dtype", None) != numpy_module().dtype(object))


def form_of(returned: Any) -> Any:
    """The type of what NumPy returned, and of an array its shape and its type of members."""
    if isinstance(returned, numpy_module().ndarray):
        return type(returned), returned.shape, returned.dtype
    return (type(returned),)


def has_form(given: Any, form: Any) -> bool:
    """Whether an answer has the type and the shape of what NumPy returned."""
    if len(form) == 1:
        return given.__class__ is form[0]
    if (type(given), getattr(given, "shape", None)) != form[:2]:
        return False
    # An array of objects holds what is not looked at yet.
    return given.dtype in (form[2], numpy_module().dtype(object))
