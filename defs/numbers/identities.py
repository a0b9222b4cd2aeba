"""Identities between expressions: sums and products of numbers that are known by balls alone.

No ball tells a number from itself. But what is written with exp, ln, Φ and the like can be brought
into a normal form: a polynomial over the exact numbers in *atoms*, which are values of functions at
normal forms, with Φ(−x) = 1 − Φ(x), Φ⁻¹(1 − p) = −Φ⁻¹(p), Φ(Φ⁻¹(p)) = p and (v^(1/q))^q = v. Two
expressions with the same form are one number, whatever the atoms are. The reverse is not claimed:
atoms may depend on each other in ways that are not known here.

What must never change: `vanishes` says True of 0 alone. Every rule is an identity of real numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from dpverify.defs.numbers.errors import NumberError, Undecided
from dpverify.defs.numbers.loss import Loss
from dpverify.defs.numbers.real import Real
from dpverify.defs.numbers.value import ONE, Value

Atom = tuple[Any, ...]
"""The name of a function and the frozen forms of its arguments; or a number that is an atom."""
Monomial = frozenset[tuple[Atom, int]]
"""Atoms with their powers."""
Form = dict[Monomial, Value]
"""A polynomial in atoms, without zero coefficients."""

MOST_NODES = 400
"""Operations of an expression that is looked through."""
MOST_TERMS = 64
MOST_POWER = 8
SIGN_BITS = 128
"""Bits of the ball that tells whether an argument is negative."""
EMPTY: Monomial = frozenset()
HALF = Value(1) / 2


class _TooLong(Exception):
    """An expression has too many operations or terms."""


def vanishes(number: Any) -> bool:
    """Whether an expression is 0 by the identities above; False says nothing.

    Args: number a Value, Loss or Real.

    >>> from dpverify.defs.numbers import parse
    >>> vanishes(parse("Phi(1/2)+Phi(-1/2)-1")), vanishes(parse("Phi(1/2)-Phi(1/3)"))
    (True, False)
    """
    try:
        return not _Forms().of(number)
    except (_TooLong, NumberError, Undecided):
        return False


class _Forms:
    """The normal forms of the parts of one expression; it counts them."""

    def __init__(self) -> None:
        self._nodes = 0

    def of(self, number: Any) -> Form:
        """The normal form."""
        self._nodes += 1
        if self._nodes > MOST_NODES:
            raise _TooLong
        if isinstance(number, Value):
            return _constant(number)
        if isinstance(number, Loss):
            return self._of_loss(number)
        if type(number) is not Real:  # what it is, is known to its own class alone
            return _atom(("itself", _Itself(number)))
        forms = [self.of(argument) for argument in number.arguments]
        return _of_operation(number, forms)

    def _of_loss(self, loss: Loss) -> Form:
        """r + Σ c·ln(v), with each ln(v) an atom; an infinite one has no form."""
        if loss.is_infinite:
            raise _TooLong
        rational, terms = loss.terms
        logarithms = [{frozenset({(("ln", value), 1)}): Value(c)} for value, c in terms]
        return _sum([_constant(Value(rational)), *logarithms])


def _of_operation(number: Real, forms: list[Form]) -> Form:
    match number.operation:
        case "+":
            return _sum(forms)
        case "-":
            return _sum([forms[0], _times(forms[1], _constant(Value(-1)))])
        case "*":
            return _times(*forms)
        case "/":
            return _times(forms[0], _inverse(forms[1]))
        case "**":
            return _power(forms[0], forms[1])
        case "Phi":
            return _distribution(forms[0], number.arguments[0])
        case "quantile":
            return _quantile(forms[0])
        case "exp" if isinstance(number.arguments[0], Loss):
            return _odds(number.arguments[0])
        case _:  # exp, ln, max: of equal arguments equal
            return _atom((number.operation, *map(_frozen, forms)))


class _Itself:
    """A number that is equal to itself alone, by identity; it is kept as long as it is compared."""

    __slots__ = ("_number",)

    def __init__(self, number: Any) -> None:
        self._number = number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Itself) and self._number is other._number

    def __hash__(self) -> int:
        return id(self._number)


def _constant(value: Value) -> Form:
    return {} if value.is_zero else {EMPTY: value}


def _atom(atom: Atom) -> Form:
    return {frozenset({(atom, 1)}): ONE}


def _frozen(form: Form) -> frozenset[tuple[Monomial, Value]]:
    return frozenset((monomial, value.reduced()) for monomial, value in form.items())


def _sum(forms: Iterable[Form]) -> Form:
    total: Form = {}
    for form in forms:
        for monomial, value in form.items():
            total[monomial] = total[monomial] + value if monomial in total else value
    return _without_zeros(total)


def _times(left: Form, right: Form) -> Form:
    if len(left) * len(right) > MOST_TERMS:
        raise _TooLong
    total: Form = {}
    for a, x in left.items():
        for b, y in right.items():
            monomial, value = _product(a, b, x * y)
            total[monomial] = total[monomial] + value if monomial in total else value
    return _without_zeros(total)


def _product(left: Monomial, right: Monomial, value: Value) -> tuple[Monomial, Value]:
    """The product of two monomials and a number, with powers of roots v^(p/q) for 0 ≤ p < q."""
    powers = dict(left)
    for atom, power in right:
        powers[atom] = powers.get(atom, 0) + power
    for atom, power in powers.items():
        if atom[0] == "root":
            _, base, degree = atom
            whole, powers[atom] = divmod(power, degree)
            value = value * base**whole
    return frozenset((atom, power) for atom, power in powers.items() if power), value


def _without_zeros(form: Form) -> Form:
    return {monomial: value for monomial, value in form.items() if not value.is_zero}


def _inverse(form: Form) -> Form:
    """1/form; of one term by the powers of its atoms, of a sum as an atom of its own."""
    if len(form) == 1:
        ((monomial, value),) = form.items()
        turned: Form = {frozenset((atom, -power) for atom, power in monomial): ONE / value}
        return _times(turned, _constant(ONE))  # which brings roots into their form
    return _atom(("1/", _frozen(form)))


def _power(base: Form, exponent: Form) -> Form:
    whole = exponent.get(EMPTY, Value(0)).as_rational() if len(exponent) <= 1 else None
    if whole is None or exponent.keys() - {EMPTY} or whole.q != 1 or abs(whole) > MOST_POWER:
        return _atom(("**", _frozen(base), _frozen(exponent)))
    result, factor = _constant(ONE), base if whole >= 0 else _inverse(base)
    for _ in range(abs(int(whole.p))):
        result = _times(result, factor)
    return result


def _odds(loss: Loss) -> Form:
    """e^r·∏ v^c of a loss r + Σ c·ln(v), with roots of numbers above 1."""
    rational, terms = loss.terms
    result = _constant(Loss(rational).odds())  # type: ignore[arg-type]  # of a rational a Value
    for base, c in terms:
        if abs(c.p) > MOST_TERMS:
            raise _TooLong
        value, power = (base, int(c.p)) if base > 1 else (ONE / base, -int(c.p))
        root = frozenset({(("root", value.reduced(), int(c.q)), 1)})
        factor = {root: ONE} if c.q != 1 else _constant(value)
        for _ in range(abs(power)):
            result = _times(result, factor if power > 0 else _inverse(factor))
    return result


def _distribution(form: Form, argument: Any) -> Form:
    """Φ at a number that is not negative, or 1 − Φ."""
    if not form:
        return _constant(HALF)
    inside = _only(form, "quantile")
    if inside is not None:
        return dict(inside)
    if argument.ball(SIGN_BITS) < 0:
        negative = _times(form, _constant(Value(-1)))
        return _sum([_constant(ONE), _times(_distribution_at(negative), _constant(Value(-1)))])
    return _distribution_at(form)


def _distribution_at(form: Form) -> Form:
    inside = _only(form, "quantile")
    return dict(inside) if inside is not None else _atom(("Phi", _frozen(form)))


def _quantile(form: Form) -> Form:
    """Φ⁻¹ at a number of at least 1/2 where that is told by an exact number, or minus it."""
    value = form.get(EMPTY) if form.keys() <= {EMPTY} else None
    if value is None:
        return _atom(("quantile", _frozen(form)))
    if value == HALF:
        return {}
    if value < HALF:
        upper = _atom(("quantile", _frozen(_constant(ONE - value))))
        return _times(upper, _constant(Value(-1)))
    return _atom(("quantile", _frozen(form)))


def _only(form: Form, function: str) -> frozenset[tuple[Monomial, Value]] | None:
    """The argument of a function, where the form is one value of it."""
    if len(form) != 1:
        return None
    ((monomial, value),) = form.items()
    if value != ONE or len(monomial) != 1:
        return None
    (((name, *arguments), power),) = monomial
    return arguments[0] if name == function and power == 1 else None
