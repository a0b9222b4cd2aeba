"""Sums of linear forms, each worked out once: a program does the same on the way to every path.

Forms are told apart by identity, so equal ones that came about alike are one object. Others may be
told apart that are equal: that costs time and changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form

MOST_KEPT = 50_000
"""Results that are kept; then all are forgotten."""


class Sums:
    """Remembers sums, differences and negatives; operands are kept, so that no identity is reused.

    >>> sums, form = Sums(), Form((), Shift(Fraction(1)))
    >>> sums.minus(form, form) is sums.minus(form, form)
    True
    """

    def __init__(self) -> None:
        self._known: dict[tuple[str, int, int], tuple[Form, Form, Form]] = {}

    def added(self, one: Form, other: Form) -> Form:
        """The sum of two forms."""
        return self._found("+", one, other) or self._keep("+", one, other, added(one, other))

    def minus(self, one: Form, other: Form) -> Form:
        """The difference of two forms."""
        found = self._found("-", one, other)
        return found or self._keep("-", one, other, added(one, self.negated(other)))

    def negated(self, form: Form) -> Form:
        """A form times −1."""
        return self._found("0", form, form) or self._keep("0", form, form, negated(form))

    def _found(self, kind: str, one: Form, other: Form) -> Form | None:
        known = self._known.get((kind, id(one), id(other)))
        return None if known is None else known[2]

    def _keep(self, kind: str, one: Form, other: Form, made: Form) -> Form:
        if len(self._known) >= MOST_KEPT:
            self._known.clear()
        self._known[kind, id(one), id(other)] = one, other, made
        return made


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
    """A form times −1."""
    shift = form.shift
    return Form(
        tuple((number, -k) for number, k in form.noises),
        Shift(-shift.constant, tuple((name, -k) for name, k in shift.gaps)),
    )


def _sorted(factors: Mapping[int, Fraction]) -> tuple[tuple[int, Fraction], ...]:
    return tuple((number, k) for number, k in sorted(factors.items()) if k)
