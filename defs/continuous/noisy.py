"""What a program holds instead of a real number: a linear form in noises, and how it computes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar, Protocol

from dpverify.defs.continuous.opaque import Opaque, Refuses, refuse, sealed
from dpverify.defs.continuous.sums import Sums, scaled
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form
from dpverify.defs.numbers import Value


class Tracing(Refuses, Protocol):
    """Whoever adds forms and decides comparisons of them; `whole` where all are integers."""

    sums: Sums
    whole: ClassVar[bool]

    def decide(self, form: Form, strict: bool) -> bool:
        """Whether the form is ≥ 0; if strict, > 0."""

    def rounded(self, form: Form, step: Fraction) -> Any:
        """step·⌊form⌋, as what a program holds."""

    def wrapped(self, form: Form, modulus: Fraction) -> Any:
        """form mod modulus, as what a program holds."""


class Noisy(Opaque):
    """A linear form that a program adds, scales by rationals, compares and returns."""

    __slots__ = ("_form", "_judge")
    what = "a value with continuous noise"

    def __init__(self, judge: Tracing, form: Form) -> None:
        super().__init__(judge)
        _keep_judge(self, judge)
        _keep_form(self, form)

    def __add__(self, other: Any) -> Noisy:
        judge = _judge_of(self)
        return Noisy(judge, judge.sums.added(held(self), _form(self, other)))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Noisy:
        return Noisy(_judge_of(self), _less(self, other))

    def __rsub__(self, other: Any) -> Noisy:
        judge = _judge_of(self)
        return Noisy(judge, judge.sums.minus(_form(self, other), held(self)))

    def __neg__(self) -> Noisy:
        judge = _judge_of(self)
        return Noisy(judge, judge.sums.negated(held(self)))

    def __pos__(self) -> Noisy:
        return self

    def __mul__(self, other: Any) -> Noisy:
        return Noisy(_judge_of(self), scaled(held(self), _factor(self, other)))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Noisy:
        factor = _factor(self, other)
        if not factor:
            raise ZeroDivisionError("division by zero")
        return Noisy(_judge_of(self), scaled(held(self), 1 / factor))

    def __rtruediv__(self, other: Any) -> Noisy:
        refuse(self, "divides by")

    def __abs__(self) -> Noisy:
        return self if self >= 0 else -self

    # Ties have probability 0, so that it does not matter where round() takes a half.

    def __round__(self, digits: Any = None) -> Any:
        if digits is not None and type(digits) is not int:
            refuse(self, "rounds", " to a number of digits that is no int")
        unit = Fraction(10) ** (digits or 0)
        judge = _judge_of(self)
        half = judge.sums.added(scaled(held(self), unit), _constant(HALF))
        return judge.rounded(half, 1 / unit)

    def __floor__(self) -> Any:
        return _judge_of(self).rounded(held(self), Fraction(1))

    def __ceil__(self) -> Any:
        return _judge_of(self).rounded(_judge_of(self).sums.negated(held(self)), Fraction(-1))

    def __trunc__(self) -> Any:
        return Noisy.__floor__(self) if self >= 0 else Noisy.__ceil__(self)

    def __int__(self) -> int:
        # Python turns whatever is returned here into a plain int; no symbol would be left.
        refuse(self, "makes an int of", "; write math.trunc(…), which is the same and is followed")

    def __floordiv__(self, other: Any) -> Any:
        return Noisy.__floor__(self / other)

    def __mod__(self, other: Any) -> Any:
        modulus = _factor(self, other)
        if not modulus:
            raise ZeroDivisionError("modulo by zero")
        if modulus < 0:
            refuse(self, "takes the remainder of", " by a number below 0; use one above 0")
        return _judge_of(self).wrapped(held(self), modulus)

    def __ge__(self, other: Any) -> bool:
        return _judge_of(self).decide(_less(self, other), False)

    def __gt__(self, other: Any) -> bool:
        return _judge_of(self).decide(_less(self, other), True)

    def __le__(self, other: Any) -> bool:
        return not self > other

    def __lt__(self, other: Any) -> bool:
        return not self >= other

    def __eq__(self, other: object) -> bool:
        # A tie of integers is an outcome like any other.
        if not _judge_of(self).whole:
            return Opaque.__eq__(self, other)
        return self >= other and self <= other

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = Opaque.__hash__


held: Callable[[Noisy], Form]
"""The form of a Noisy."""
_judge_of: Callable[[Noisy], Tracing]
held, _keep_form = sealed(Noisy, "_form")
_judge_of, _keep_judge = sealed(Noisy, "_judge")


def equal(noisy: Noisy, other: object) -> bool:
    """Whether it equals a number or another form, but for a null set.

    Where noise is left in the difference, equality has probability 0; where none is, both are the
    same form, or apart by what the rest of the difference says.
    """
    rest = noisy - other
    return not held(rest).noises and rest >= 0 and rest <= 0


def _less(noisy: Noisy, other: object) -> Form:
    return _judge_of(noisy).sums.minus(held(noisy), _form(noisy, other))


def _form(noisy: Noisy, other: object) -> Form:
    found = form_of(other)
    if found is None:
        refuse(noisy, f"combines {type(other).__name__} with", _EXACT)
    return found


def _factor(noisy: Noisy, other: object) -> Fraction:
    found = form_of(other)
    if found is None:
        refuse(noisy, f"multiplies or divides {type(other).__name__} with", _EXACT)
    if found.noises or found.shift.gaps:
        refuse(noisy, "multiplies or divides two unknown numbers, one of them")
    return found.shift.constant


HALF = Fraction(1, 2)
_EXACT = "; use ints, Fractions and values with noise"


def form_of(given: object) -> Form | None:
    """The form of an int, Fraction, rational Value, Shift or Noisy; None for anything else."""
    # Other opaque numbers refuse to be asked what they are.
    if isinstance(given, Opaque):
        return held(given) if type(given) is Noisy else None
    if isinstance(given, Shift):
        return Form((), given)
    if isinstance(given, (int, Fraction)):
        return _constant(given)
    if isinstance(given, Value) and given.is_rational:
        return Form((), Shift(given.as_fraction()))
    return None


@lru_cache(maxsize=1_000)
def _constant(given: int | Fraction) -> Form:
    return Form((), Shift(Fraction(given)))
