"""What stands for a number answers what is declared: arithmetic and order; the rest is refused."""

from __future__ import annotations

import copy
import decimal
import json
import math
import numbers
import pickle
import statistics
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpverify.defs.continuous.noisy import held
from dpverify.defs.continuous.trace import trace
from dpverify.defs.continuous.tracer import Tracer
from dpverify.defs.documents.traced import Form, Traced
from dpverify.defs.errors import ProgramError
from dpverify.defs.numbers import Value, exp, ln
from dpverify.defs.programs import Mechanism, mechanism


def program(use: Callable[[Any], Any], *, caught: bool = False) -> Mechanism:
    """A program that uses its noise so; `caught`: and goes on with something else."""

    @mechanism(inputs=[0, 1])
    def found(given: int, draw: Any) -> Any:
        noisy = given + draw.laplace(1)
        try:
            return use(noisy)
        except BaseException:
            if not caught:
                raise
            return noisy > 0

    return found


def matched(z: Any) -> bool:
    """A class pattern asks for the class."""
    match z:
        case float():
            return True
        case _:
            return False


def equal_by_pattern(z: Any) -> bool:
    """A value pattern asks for equality."""
    match z:
        case 0:
            return True
        case _:
            return False


REFUSED: dict[str, Callable[[Any], Any]] = {
    "repr": lambda z: repr(z).startswith("-"),
    "str": str,
    "format": lambda z: format(z, ".2f"),
    "f-string": lambda z: f"{z:.1f}",
    "f-string of repr": lambda z: f"{z!r}",
    "percent s": lambda z: f"{'%s'}" % z,
    "percent d": lambda z: "%d" % z,  # noqa: UP031  the old way is a way
    "str of a list": lambda z: str([z]),
    "repr of a dict": lambda z: repr({1: z}),
    "text of a tuple": lambda z: f"{(z,)}",
    "bytes": lambda z: bytes([z]),
    "json": json.dumps,
    "json of a list": lambda z: json.dumps([z]),
    "pickle": pickle.dumps,
    "pickle in Python": pickle._dumps,  # type: ignore[attr-defined]
    "hasattr": lambda z: hasattr(z, "form"),
    "hasattr of an int": lambda z: hasattr(z, "numerator"),
    "getattr": lambda z: getattr(z, "real", None),
    "is_integer": lambda z: z.is_integer(),
    "vars": vars,
    "dir": dir,
    "dict": lambda z: z.__dict__,
    "class": lambda z: z.__class__,
    "setattr": lambda z: setattr(z, "mine", 1),
    "size": sys.getsizeof,
    "isinstance float": lambda z: isinstance(z, float),
    "isinstance int": lambda z: isinstance(z, int),
    "isinstance Fraction": lambda z: isinstance(z, Fraction),
    "isinstance Number": lambda z: isinstance(z, numbers.Number),
    "isinstance Real": lambda z: isinstance(z, numbers.Real),
    "isinstance str": lambda z: isinstance(z, str),
    "isinstance of several": lambda z: isinstance(z, int | float),
    "class pattern": matched,
    "value pattern": equal_by_pattern,
    "asarray": lambda z: np.asarray([z]).dtype.kind,
    "float64": np.float64,
    "numpy ufunc": lambda z: np.add(1, z),
    "numpy abs": np.abs,
    "numpy comparison": lambda z: np.float64(0.5) < z,
    "numpy sum": lambda z: np.float64(0.5) + z,
    "numpy int": lambda z: np.int64(3) * z,
    "numpy max": lambda z: np.max([z, z]),
    "numpy where": lambda z: np.where([True], z, 0),
    "floor": math.floor,
    "sqrt": math.sqrt,
    "isnan": math.isnan,
    "copysign": lambda z: math.copysign(1, z),
    "fsum": lambda z: math.fsum([z]),
    "mean": lambda z: statistics.mean([z, z]),
    "fmean": lambda z: statistics.fmean([z]),
    "Fraction of it": Fraction,
    "Decimal comparison": lambda z: decimal.Decimal(1) < z,
    "complex": complex,
    "in": lambda z: 1 in [z, z],
    "index": lambda z: [z].index(1),
    "count": lambda z: [z].count(1),
    "equal to itself": lambda z: z == z,  # noqa: PLR0124  the point
    "dict key": lambda z: {z: 1},
    "set": lambda z: {z},
    "hash": hash,
    "float beside it": lambda z: z > 0.5,
    "Decimal beside it": lambda z: z < decimal.Decimal(1),
    "bits": lambda z: z & 1,
    "shifted into": lambda z: 1 << z,
    "inverted": lambda z: ~z,
    "power with a modulus": lambda z: pow(z, 2, 3),
    "Fraction to the power": lambda z: Fraction(1, 2) ** z,
    "remainder of a Fraction": lambda z: Fraction(7, 2) % z,
    "Fraction equal": lambda z: Fraction(1, 2) == z,
    "exp": exp,
    "ln": ln,
    "a slot": lambda z: object.__getattribute__(z, "_form"),
    "a slot of the class": lambda z: type(z)._form,
    "iter": iter,
    "membership": lambda z: 1 in z,
}
"""Uses that a number would answer and a symbol must not."""

NOT_OURS = {"a slot", "a slot of the class"}
"""Answered by Python with an AttributeError of its own: what a symbol holds is out of reach."""


@pytest.mark.parametrize("what", REFUSED)
def test_a_use_that_is_not_declared_is_refused(what: str) -> None:
    """In one line; and remembered where the program catches whatever comes."""
    with pytest.raises(ProgramError) as caught:
        trace(program(REFUSED[what]), 0)
    assert "\n" not in str(caught.value)
    if what not in NOT_OURS:
        # A program that holds `hash` is refused before it runs.
        said = "holds hash" if what == "hash" else "a value with continuous noise"
        assert said in str(caught.value)
        with pytest.raises(ProgramError, match=said):
            trace(program(REFUSED[what], caught=True), 0)


def words(use: Callable[[Any], Any]) -> Traced:
    """The trace of a program that uses its noise so."""
    return trace(program(use), 0)


ANSWERED: dict[str, Callable[[Any], Any]] = {
    "sum": lambda z: sum([z, z]) > 1,
    "max": lambda z: max(z, 0) > 1,
    "min": lambda z: min([z, 3]) > 1,
    "sorted": lambda z: sorted([z, 0, 1])[1] > -1,
    "median": lambda z: statistics.median([z, 0, 1]) > 0,
    "copy": lambda z: copy.copy(z) > 0,
    "deepcopy": lambda z: copy.deepcopy([z])[0] > 0,
    "Fraction": lambda z: Fraction(1, 2) + z > Fraction(3, 2) - 2 * z,
    "Fraction from the left": lambda z: Fraction(1, 2) < z,
    "Value": lambda z: Value(1) / 2 < z,
    "plus": lambda z: +z > 0,
    "any": lambda z: any(x > 0 for x in (z, -z)),
}


@pytest.mark.parametrize("what", ANSWERED)
def test_arithmetic_and_order_work(what: str) -> None:
    """Through additions and comparisons, as with any number."""
    assert words(ANSWERED[what]).words


def test_a_fraction_adds_itself_to_noise() -> None:
    """1/2 + z is a form, though Fraction asks for the class of what it is added to."""
    (path,) = words(lambda z: Fraction(1, 2) + z > 0).words["True"]
    (form,) = path.conditions
    assert form == Form(form.noises, form.shift)
    assert form.shift.constant == Fraction(1, 2)


def test_what_is_held_is_read_by_the_tracer_alone() -> None:
    """No name leads to the form; `held` does."""
    noisy: Any = Tracer(symbolic=False).laplace(1)
    assert len(held(noisy).noises) == 1
    for name in ("form", "_form", "judge", "_judge", "_tracer"):
        with pytest.raises(AttributeError):
            object.__getattribute__(noisy, name)
        with pytest.raises(AttributeError):
            getattr(type(noisy), name)


def test_lists_stay_lists() -> None:
    """A receiver tells [1] from (1,): a list is no output, as with discrete draws."""
    with pytest.raises(ProgramError, match="list"):
        words(lambda z: [1] if z > 0 else (1,))
