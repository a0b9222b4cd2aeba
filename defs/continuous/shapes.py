"""What a program holds instead of a rounded value, or of a remainder: comparisons of it are linear.

⌊f⌋ ≥ c means f ≥ ⌈c⌉, so that a rounded value can be compared with numbers, moved and scaled by
them. A remainder can be returned and nothing else, since it is compared in infinitely many places.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import ceil, floor
from typing import Any

from dpverify.defs.continuous.noisy import Tracing, form_of
from dpverify.defs.continuous.opaque import Opaque, refuse, sealed
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form, Shape


class Shaped(Opaque):
    """A linear form that is rounded or wrapped around."""

    __slots__ = ("_held", "_maker")
    what = "a value with continuous noise that is rounded, or a remainder"
    otherwise = "compare a rounded value with numbers, or release it"

    def __init__(self, judge: Tracing, form: Form, shape: Shape) -> None:
        super().__init__(judge)
        _keep_judge(self, judge)
        _keep(self, (form, shape))

    def __add__(self, other: Any) -> Shaped:
        return _moved(self, Fraction(1), _number(self, other))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Shaped:
        return _moved(self, Fraction(1), -_number(self, other))

    def __rsub__(self, other: Any) -> Shaped:
        return _moved(self, Fraction(-1), _number(self, other))

    def __neg__(self) -> Shaped:
        return _moved(self, Fraction(-1), Fraction(0))

    def __pos__(self) -> Shaped:
        return self

    def __mul__(self, other: Any) -> Any:
        factor = _number(self, other)
        return _moved(self, factor, Fraction(0)) if factor else Fraction(0)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        divisor = _number(self, other)
        if not divisor:
            raise ZeroDivisionError("division by zero")
        return _moved(self, 1 / divisor, Fraction(0))

    def __mod__(self, other: Any) -> Shaped:
        form, shape = form_shape(self)
        modulus = _number(self, other)
        if shape.modulus is not None or modulus <= 0:
            refuse(self, "takes the remainder of", " again, or by a number that is not above 0")
        return Shaped(_judge_of(self), form, replace(shape, modulus=modulus))

    def __floor__(self) -> Shaped:
        _, shape = form_shape(self)
        whole = shape.step is not None and shape.step.denominator == shape.offset.denominator == 1
        if not whole or shape.modulus is not None:
            refuse(self, "rounds", " a second time")
        return self

    __ceil__ = __trunc__ = __floor__

    def __round__(self, digits: Any = None) -> Shaped:
        # A whole number stays what it is, unless it is rounded to tens.
        if digits is not None and (type(digits) is not int or digits < 0):
            refuse(self, "rounds", " a second time, to another number of digits")
        return Shaped.__floor__(self)

    def __ge__(self, other: Any) -> bool:
        return _above(self, _number(self, other), False)

    def __gt__(self, other: Any) -> bool:
        return _above(self, _number(self, other), True)

    def __le__(self, other: Any) -> bool:
        return not self > other

    def __lt__(self, other: Any) -> bool:
        return not self >= other

    def __eq__(self, other: object) -> bool:
        return self >= other and not self > other

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = Opaque.__hash__


form_shape: Callable[[Shaped], tuple[Form, Shape]]
"""The form and the shape of a Shaped."""
_judge_of: Callable[[Shaped], Tracing]
form_shape, _keep = sealed(Shaped, "_held")
_judge_of, _keep_judge = sealed(Shaped, "_maker")


def _number(value: Shaped, other: object) -> Fraction:
    """The rational number that a rounded value is combined with."""
    form = None if isinstance(other, Shaped) else form_of(other)
    if form is None or form.noises or form.shift.gaps:
        refuse(value, "combines something else than an int or Fraction with")
    return form.shift.constant


def _moved(value: Shaped, factor: Fraction, by: Fraction) -> Shaped:
    form, shape = form_shape(value)
    if shape.step is None or shape.modulus is not None:
        refuse(value, "computes with", "; a remainder may be returned and nothing else")
    moved = Shape(shape.step * factor, shape.offset * factor + by)
    return Shaped(_judge_of(value), form, moved)


def _above(value: Shaped, number: Fraction, strict: bool) -> bool:
    """Whether step·⌊f⌋ + offset ≥ a number (if strict, >)."""
    form, shape = form_shape(value)
    if shape.step is None or shape.modulus is not None:
        refuse(value, "compares", "; a remainder may be returned and nothing else")
    end = (number - shape.offset) / shape.step
    if shape.step > 0:
        return _reaches(value, form, floor(end) + 1 if strict else ceil(end))
    return not _reaches(value, form, ceil(end) if strict else floor(end) + 1)


def _reaches(value: Shaped, form: Form, end: int) -> bool:
    """Whether ⌊f⌋ ≥ end, which is f ≥ end."""
    judge = _judge_of(value)
    return judge.decide(judge.sums.minus(form, Form((), Shift(Fraction(end)))), False)
