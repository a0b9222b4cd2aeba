"""What a program holds instead of a real number: a linear form in noises, and how it computes."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any, Protocol

from dpverify.defs.continuous.opaque import Opaque, Refuses
from dpverify.defs.continuous.shift import Shift
from dpverify.defs.continuous.sums import Sums, scaled
from dpverify.defs.continuous.traced import Form
from dpverify.defs.numbers import Value


class Tracing(Refuses, Protocol):
    """Whoever adds forms and decides comparisons of them."""

    sums: Sums

    def decide(self, form: Form, strict: bool) -> bool:
        """Whether the form is ≥ 0; if strict, > 0."""


class Noisy(Opaque):
    """A linear form that a program adds, scales by rationals, compares and returns."""

    __slots__ = ("form", "judge")
    what = "a value with continuous noise"

    def __init__(self, judge: Tracing, form: Form) -> None:
        super().__init__(judge)
        self.judge, self.form = judge, form

    def _made(self, form: Form) -> Noisy:
        return Noisy(self.judge, form)

    def __add__(self, other: Any) -> Noisy:
        return self._made(self.judge.sums.added(self.form, self._form(other)))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Noisy:
        return self._made(self._less(other))

    def __rsub__(self, other: Any) -> Noisy:
        return self._made(self.judge.sums.minus(self._form(other), self.form))

    def __neg__(self) -> Noisy:
        return self._made(self.judge.sums.negated(self.form))

    def __pos__(self) -> Noisy:
        return self

    def __mul__(self, other: Any) -> Noisy:
        return self._made(scaled(self.form, self._factor(other)))

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Noisy:
        factor = self._factor(other)
        if not factor:
            raise ZeroDivisionError("division by zero")
        return self._made(scaled(self.form, 1 / factor))

    def __rtruediv__(self, other: Any) -> Noisy:
        self.refuse("divides by")

    def __ge__(self, other: Any) -> bool:
        return self.judge.decide(self._less(other), False)

    def __gt__(self, other: Any) -> bool:
        return self.judge.decide(self._less(other), True)

    def __le__(self, other: Any) -> bool:
        return not self > other

    def __lt__(self, other: Any) -> bool:
        return not self >= other

    def _less(self, other: object) -> Form:
        return self.judge.sums.minus(self.form, self._form(other))

    def _form(self, other: object) -> Form:
        found = form_of(other)
        if found is None:
            self.refuse(f"combines {type(other).__name__} with", _EXACT)
        return found

    def _factor(self, other: object) -> Fraction:
        found = form_of(other)
        if found is None:
            self.refuse(f"multiplies or divides {type(other).__name__} with", _EXACT)
        if found.noises or found.shift.gaps:
            self.refuse("multiplies or divides two unknown numbers, one of them")
        return found.shift.constant


_EXACT = "; use ints, Fractions and values with noise"


def form_of(given: object) -> Form | None:
    """The form of an int, Fraction, rational Value, Shift or Noisy; None for anything else."""
    if isinstance(given, Noisy):
        return given.form
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
