"""Symbol: what a program holds for a parameter that is a function of ε.

A program may add, subtract, multiply and divide symbols with each other and with exact numbers,
take integer powers and `exp`, and draw with them. What must never change: any other use is refused
and remembered, since its answer would depend on ε; and every divisor is kept, whatever becomes of
the quotient, for where it is 0 the program with that number goes another way.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any, NoReturn

from dpverify.defs.continuous.opaque import Opaque, refuse, sealed
from dpverify.defs.errors import NumberError, ProgramError, Undecided
from dpverify.defs.numbers import Value
from dpverify.defs.numbers.exponential_polynomial import ExpPoly
from dpverify.defs.symbolic.formal import Formal, constant


class Ledger:
    """What a run asked of its symbols: the first refusal, in case it catches it, and the divisors.

    `divisors` are those of every function that was made, also where the program drops it.
    """

    def __init__(self) -> None:
        self.trouble: ProgramError | Undecided | None = None
        self.divisors: set[ExpPoly] = set()

    def fault(self, text: str) -> NoReturn:
        """Remember and raise a ProgramError."""
        self.trouble = self.trouble or ProgramError(text)
        raise self.trouble

    def made(self, operation: Callable[[], Formal]) -> Formal:
        """The result of an operation, its divisors kept; what it raises is remembered."""
        try:
            function = operation()
        except NumberError as error:
            self.fault(str(error))
        except Undecided as stop:
            self.trouble = self.trouble or stop
            raise
        self.divisors |= function.divisors
        return function

    def check(self) -> None:
        """Raise what was refused before, if anything was."""
        if self.trouble is not None:
            raise self.trouble


class Symbol(Opaque):
    """A function of ε that a program computes and draws with; what is a number for every ε is one.

    >>> from dpverify.defs.symbolic.formal import EPS
    >>> eps = Symbol(Ledger(), EPS)
    >>> str(formal_of(2 * eps + 1)), eps / eps
    ('1+2*eps', Fraction(1, 1))
    """

    __slots__ = ("_function", "_ledger")
    what = "a number that depends on eps"
    otherwise = "compute and draw with it alone"

    def __init__(self, ledger: Ledger, function: Formal) -> None:
        super().__init__(ledger)
        _keep_ledger(self, ledger)
        _keep_function(self, function)

    def __add__(self, other: object) -> Any:
        return _made(self, formal_of(self), other, Formal.__add__)

    __radd__ = __add__

    def __sub__(self, other: object) -> Any:
        return _made(self, formal_of(self), other, Formal.__sub__)

    def __rsub__(self, other: object) -> Any:
        return _made(self, -formal_of(self), other, Formal.__add__)

    def __mul__(self, other: object) -> Any:
        return _made(self, formal_of(self), other, Formal.__mul__)

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Any:
        return _made(self, formal_of(self), other, Formal.__truediv__)

    def __rtruediv__(self, other: object) -> Any:
        return _made(self, formal_of(self), other, lambda mine, theirs: theirs / mine)

    def __neg__(self) -> Any:
        return _number(self, formal_of(self).__neg__)

    def __pos__(self) -> Symbol:
        return self

    def __pow__(self, exponent: object, modulus: object = None) -> Any:
        if type(exponent) is not int or modulus is not None:
            refuse(self, "takes a power other than an integer one of")
        return _number(self, lambda: formal_of(self) ** exponent)

    def __rpow__(self, base: object, modulus: object = None) -> Any:
        refuse(self, "takes a power with the exponent", "; write exp() of it")

    def exponential(self) -> Any:
        """e^self, which `exp` asks for."""
        return _number(self, formal_of(self).exponential)

    def __lt__(self, other: object) -> bool:
        refuse(self, "asks for the size of", _NO_BRANCH)

    __le__ = __gt__ = __ge__ = __lt__

    def __eq__(self, other: object) -> bool:
        refuse(self, "asks == or != of", _NO_BRANCH)

    __ne__ = __eq__
    __hash__ = Opaque.__hash__


_NO_BRANCH = "; with eps as a symbol a program may not branch on it or round it"
formal_of: Callable[[Symbol], Formal]
"""The function of ε that a Symbol stands for."""
_ledger_of: Callable[[Symbol], Ledger]
formal_of, _keep_function = sealed(Symbol, "_function")
_ledger_of, _keep_ledger = sealed(Symbol, "_ledger")


def _made(
    symbol: Symbol, mine: Formal, other: object, operation: Callable[[Formal, Any], Formal]
) -> Any:
    """The result of an operation with another number."""
    right = _operand(symbol, other)
    return _number(symbol, lambda: operation(mine, right))


def _operand(symbol: Symbol, other: object) -> Formal | Value:
    if type(other) is Symbol:
        return formal_of(other)
    if isinstance(other, Opaque) or not isinstance(other, (int, Fraction, Value)):
        refuse(symbol, f"combines {type(other).__name__} with", "; use ints, Fractions and exp()")
    return other if isinstance(other, Value) else constant(Fraction(other))


def _number(symbol: Symbol, operation: Callable[[], Formal]) -> Any:
    """What an operation makes, as a symbol; as a number, if it is one wherever ε may be."""
    made = _ledger_of(symbol).made(operation)
    exact = None if made.divisors else made.as_rational()
    if exact is None:
        return Symbol(_ledger_of(symbol), made)
    return Fraction(int(exact.p), int(exact.q))
