"""What a program holds instead of a real number: a linear form in noises, and how it computes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Protocol

from dpverify.defs.continuous.opaque import Opaque, Refuses
from dpverify.defs.continuous.shift import Shift
from dpverify.defs.continuous.traced import Form
from dpverify.defs.numbers import Value


class Tracing(Refuses, Protocol):
    """Whoever decides comparisons of forms."""

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
        return self._made(added(self.form, self._form(other)))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Noisy:
        return self._made(minus(self.form, self._form(other)))

    def __rsub__(self, other: Any) -> Noisy:
        return self._made(minus(self._form(other), self.form))

    def __neg__(self) -> Noisy:
        return self._made(negated(self.form))

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
        return self.judge.decide(minus(self.form, self._form(other)), False)

    def __gt__(self, other: Any) -> bool:
        return self.judge.decide(minus(self.form, self._form(other)), True)

    def __le__(self, other: Any) -> bool:
        return not self > other

    def __lt__(self, other: Any) -> bool:
        return not self >= other

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
        return Form((), Shift(Fraction(given)))
    if isinstance(given, Value) and given.is_rational:
        return Form((), Shift(given.as_fraction()))
    return None


def added(one: Form, other: Form) -> Form:
    """The sum of two forms."""
    if not other.noises:
        return Form(one.noises, one.shift + other.shift)
    factors = dict(one.noises)
    for number, factor in other.noises:
        factors[number] = factors.get(number, Fraction(0)) + factor
    return Form(_sorted(factors), one.shift + other.shift)


def scaled(form: Form, factor: Fraction) -> Form:
    """A form times a rational."""
    return Form(
        tuple((number, k * factor) for number, k in form.noises if factor), form.shift * factor
    )


def negated(form: Form) -> Form:
    """A form times −1; written out, because programs compare all the time."""
    shift = form.shift
    return Form(
        tuple((number, -k) for number, k in form.noises),
        Shift(-shift.constant, tuple((name, -k) for name, k in shift.gaps)),
    )


def minus(one: Form, other: Form) -> Form:
    """The difference of two forms."""
    return added(one, negated(other))


def _sorted(factors: Mapping[int, Fraction]) -> tuple[tuple[int, Fraction], ...]:
    return tuple((number, k) for number, k in sorted(factors.items()) if k)
