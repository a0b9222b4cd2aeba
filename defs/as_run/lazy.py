"""A number made of one uniform value by monotone operations, looked at only as far as asked.

It stands for f(k), with f the code's own float operations in the code's own order and k the index
of a uniform value. If f rises or falls throughout the interval, so does every comparison with a
constant: both ends are evaluated, and where they differ the place of the change is found by
bisection, in the same floats. So a probability is a count of grid points, rounding included.

Why an operation keeps f monotone: rounding to nearest is monotone, so x + c, c − x, x·c, x/c and
the square root are (IEEE 754-2019, section 4.3); abs, x² and c/x are on either side of 0. Functions
of the C library are *assumed* to be monotone; the result names them, and points around every cut
and within every piece are looked at. What must never change: nothing that is not in these tables
keeps a number lazy, and what has no answer is refused by name.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from decimal import Decimal
from itertools import pairwise
from typing import Any, NoReturn

from dpverify.defs.as_run.by_value import ByValue, beyond, plainly
from dpverify.defs.as_run.grid import MOST_PIECES, Cut, Source, first_change
from dpverify.defs.as_run.notes import Notes
from dpverify.defs.as_run.operands import (
    COMPARISONS,
    CORPUT,
    EVEN,
    INFINITE,
    METHODS,
    MIRRORED,
    ORDERED,
    RECIPROCAL,
    REPR,
    RISING,
    UFUNC_NAMES,
    held,
    is_array,
    is_finite,
    is_number,
    named,
    numpy_module,
    plain,
    quietly,
    sign_of,
    ufunc,
)
from dpverify.defs.as_run.pairs import FEW_VALUES, listed, one_settled
from dpverify.defs.as_run.refusing import refused
from dpverify.defs.as_run.wholes import (
    around_zero,
    bit_length,
    joined,
    on_parts,
    refuse_wrapping,
    refuse_wrapping_alone,
    rounded_down,
    to_digits,
)

Step = Callable[[Any], Any]


class Lazy(ByValue):
    """The number f(k); not public: programs get it where they would get a float or an int.

    Args: source of the index; notes of the enumeration; steps the operations, in order; key names
        them, None where they have no name; assumed the functions of the C library among them.
    """

    __slots__ = ("assumed", "key", "notes", "source", "steps")

    def __init__(
        self,
        source: Source,
        notes: Notes,
        steps: tuple[Step, ...] = (),
        key: tuple[Any, ...] | None = (),
        assumed: frozenset[str] = frozenset(),
    ) -> None:
        self.source, self.notes, self.steps = source, notes, steps
        self.key, self.assumed = key, assumed

    # ------------------------------------------------------------ what is known of it

    def at(self, k: int) -> Any:
        """The number for an index, as the code computes it."""
        value = self.source.base(k)
        for step in self.steps:
            value = step(value)
        return value

    @property
    def constant(self) -> bool:
        """Whether it is one number on the whole interval, so that there is nothing to be asked."""
        source = self.source
        if source.hi - source.lo == 1:
            return True
        if not self.steps:
            return False  # different indices are different numbers
        key = (self.key, source.kind, "constant", source.lo, source.hi)
        known = self.notes.recall(key) if self.key is not None else None
        if known is None:
            low, high = self.at(source.lo), self.at(source.hi - 1)
            known = type(low) is type(high) and REPR(low) == REPR(high)
            if known and self.assumed:
                self._probe(lambda k: REPR(self.at(k)), (source.lo, source.hi))
            self.notes.remember(key, known)
        return bool(known)

    @property
    def value(self) -> Any:
        """The number, where it is constant; raises Refused where its source is spent."""
        self._refuse_spent()  # of a spent source an index is left that was not drawn
        return self.at(self.source.lo)

    def settled(self, why: str, most: int = FEW_VALUES) -> Any:
        """The number itself: each of its values is a branch of its own, if they are few.

        Raises: Refused where they are many.
        """
        self._refuse_spent()
        if not self.constant:
            source = self.source
            if source.hi - source.lo > most:
                raise refused(f"{why} a uniform value ({source.hi - source.lo} values are left)")
            source.narrow(Cut(source.number, range(source.lo, source.hi + 1)))
        return self.value

    def _refuse_spent(self) -> None:
        if self.source.spent is not None:
            raise refused(f"uses a uniform integer again after {self.source.spent}")

    # ------------------------------------------------------------ questions

    def answer(self, test: Callable[[Any], Any], key: tuple[Any, ...] | None) -> Any:
        """What a monotone test says of the number; a cut where it depends on the index.

        Args: test of a number, whose answers can be compared, and rise or fall with it; key names
            the test, None where it has no name.
        """
        self._refuse_spent()
        source = self.source
        lo, hi = source.lo, source.hi
        known = full = None
        if key is not None and self.key is not None:
            full = (self.key, source.kind, key, source.number, lo, hi)
            known = self.notes.recall(full)
        if known is None:
            known = self._pieces(test, lo, hi)
            if full is not None:
                self.notes.remember(full, known)
        cut, answers = known
        return answers[0] if cut is None else answers[source.narrow(cut)]

    def _pieces(self, test: Callable[[Any], Any], lo: int, hi: int) -> tuple[Cut | None, list[Any]]:
        def asked(k: int) -> Any:
            return test(self.at(k))

        bounds, answers = [lo], [asked(lo)]
        last = asked(hi - 1)
        while answers[-1] != last:
            place = first_change(asked, bounds[-1], hi)
            bounds.append(place)
            answers.append(asked(place))
            if len(bounds) > MOST_PIECES:
                raise refused(f"cuts a uniform value into more than {MOST_PIECES} pieces")
        bounds.append(hi)
        if len(answers) > 2:
            rises = all(a < b for a, b in pairwise(answers))
            falls = all(a > b for a, b in pairwise(answers))
            if not (rises or falls):
                raise refused("computes a number that neither rises nor falls with a uniform value")
        if self.assumed:
            self._probe(asked, bounds, answers)
        return (None if len(answers) == 1 else Cut(self.source.number, bounds)), answers

    def _probe(self, asked: Callable[[int], Any], bounds: Any, answers: Any = None) -> None:
        """Look at further points of each piece; raises Refused where one has another answer.

        The points are those next to the ends and a van der Corput sequence within.
        """
        pieces = list(pairwise(bounds))
        for i, (lo, hi) in enumerate(pieces[:64]):
            expected = asked(lo) if answers is None else answers[i]
            inner = [lo + (hi - lo) * corput // 256 for corput in CORPUT]
            for k in (*range(lo, min(lo + 3, hi)), *range(max(hi - 3, lo), hi), *inner):
                if asked(k) != expected:
                    names = ", ".join(sorted(self.assumed))
                    raise refused(f"relies on {names}, which neither rises nor falls throughout")

    # ------------------------------------------------------------ operations

    def then(self, name: str, step: Step, constant: Any = None, assumed: str | None = None) -> Any:
        """The number after one more monotone operation.

        Args: name of the operation; step the operation itself; constant its other operand; assumed
            the function of the C library that is taken to be monotone.
        Raises: what the operation raises, on the part of the interval where it does.
        """
        self._refuse_spent()
        if self.constant:
            return step(self.value)
        constant_name = named(constant)
        unnamed = self.key is None or constant_name is None
        key = None if unnamed else (*(self.key or ()), (name, constant_name))
        functions = self.assumed if assumed is None else self.assumed | {assumed}
        number = Lazy(self.source, self.notes, (*self.steps, step), key, functions)
        if assumed is not None:
            self.notes.assume(assumed)
        if not number._valued():
            if around_zero(self):  # undefined far out on both sides, perhaps not in between
                self.sign()
                return self.then(name, step, constant, assumed)
            return number.value  # raises what the code would meet, or is not a number there
        return number.value if number.constant else number

    def _valued(self) -> bool:
        """Whether there is such a number; a cut where that depends on the index.

        It is defined on a half-line on each side of 0, so that both ends tell of all between them.
        """
        source = self.source
        lo, hi = source.lo, source.hi
        key = (self.key, source.kind, "valued", source.number, lo, hi)
        known = self.notes.recall(key) if self.key is not None else None
        if known is None:

            def valued(k: int) -> bool:
                try:
                    value = self.at(k)
                except (ArithmeticError, ValueError):
                    return False
                return bool(value == value)  # noqa: PLR0124  a NaN is no number

            first, cut = valued(lo), None
            if first != valued(hi - 1):
                cut = Cut(source.number, (lo, first_change(valued, lo, hi), hi))
            self.notes.remember(key, known := (cut, first))
        cut, first = known
        return bool(first if cut is None else first == (source.narrow(cut) == 0))

    def sign(self) -> int:
        """−1, 0 or 1: a cut at 0, where an operation rises on one side and falls on the other."""
        return int(self.answer(sign_of, ("sign",)))

    def infinite(self) -> bool:
        """Whether it is ∞ or −∞: a cut where that depends on the index."""
        side = self.answer(lambda v: int(v == math.inf) - int(v == -math.inf), ("infinite",))
        return bool(side)

    def compared(self, other: Any, test: Callable[[Any, Any], Any], name: str) -> Any:
        """What a comparison says: < and the like, == as the middle of three parts."""
        if type(other) in (float, int) and name in ORDERED and self.key is not None:
            return self._ordered(other, test, name)
        if isinstance(other, Lazy):
            one, other = one_settled(self, other, "compares two uniform values")
            if one is not self:
                mirrored = MIRRORED[name]
                return other.compared(one, COMPARISONS[mirrored], mirrored)
        if is_array(other):
            return ufunc(name)(held(self), other)
        if self.constant:
            return test(self.value, other)
        if not (is_number(other := plain(other, name)) or type(other) is Decimal):
            return NotImplemented  # as a float says of a text, or of None
        label = named(other)
        if name in ("eq", "ne"):
            order = self.answer(
                lambda v: int(bool(v > other)) - int(bool(v < other)),
                None if label is None else ("order", label),
            )
            if other != other:  # noqa: PLR0124  not a number
                return name == "ne"
            return (order == 0) == (name == "eq")
        return self.answer(lambda v: bool(test(v, other)), None if label is None else (name, label))

    def _ordered(self, constant: float, test: Callable[[Any, Any], Any], name: str) -> bool:
        """The usual question, in short: equal constants, 1 and 1.0 among them, compare alike."""
        source = self.source
        if source.spent is not None:
            self._refuse_spent()
        key = (name, constant, self.key, source.kind, source.number, source.lo, source.hi)
        known = self.notes.known.get(key)
        if known is None:
            known = self._pieces(lambda v: bool(test(v, constant)), source.lo, source.hi)
            self.notes.remember(key, known)
        cut, answers = known
        if cut is None:
            return bool(answers[0])
        piece = source.decide(cut)
        source.lo, source.hi = cut.bounds[piece], cut.bounds[piece + 1]
        return bool(answers[piece])

    def __lt__(self, other: Any) -> Any:
        if type(other) is float and self.key is not None:
            return self._ordered(other, operator.lt, "lt")
        return self.compared(other, operator.lt, "lt")

    def __le__(self, other: Any) -> Any:
        return self.compared(other, operator.le, "le")

    def __gt__(self, other: Any) -> Any:
        return self.compared(other, operator.gt, "gt")

    def __ge__(self, other: Any) -> Any:
        return self.compared(other, operator.ge, "ge")

    def __eq__(self, other: object) -> Any:
        return self.compared(other, operator.eq, "eq")

    def __ne__(self, other: object) -> Any:
        return self.compared(other, operator.ne, "ne")

    def __bool__(self) -> bool:
        return bool(self != 0)

    def __hash__(self) -> int:
        return hash(self.settled("takes the hash of"))

    def __add__(self, other: Any) -> Any:
        return binary(operator.add, "add", self, other)

    def __radd__(self, other: Any) -> Any:
        return binary(operator.add, "add", other, self)

    def __sub__(self, other: Any) -> Any:
        return binary(operator.sub, "sub", self, other)

    def __rsub__(self, other: Any) -> Any:
        return binary(operator.sub, "sub", other, self)

    def __mul__(self, other: Any) -> Any:
        return binary(operator.mul, "mul", self, other)

    def __rmul__(self, other: Any) -> Any:
        return binary(operator.mul, "mul", other, self)

    def __truediv__(self, other: Any) -> Any:
        return binary(operator.truediv, "div", self, other)

    def __rtruediv__(self, other: Any) -> Any:
        return binary(operator.truediv, "div", other, self)

    def __floordiv__(self, other: Any) -> Any:
        return binary(operator.floordiv, "floordiv", self, other)

    def __rfloordiv__(self, other: Any) -> Any:
        return binary(operator.floordiv, "floordiv", other, self)

    def __mod__(self, other: Any) -> Any:
        return binary(operator.mod, "mod", self, other)

    def __rmod__(self, other: Any) -> Any:
        return binary(operator.mod, "mod", other, self)

    def __pow__(self, other: Any, modulus: Any = None) -> Any:
        if modulus is not None:
            what = "computes a power of a uniform value with a modulus"
            return plainly(pow, (self, other, modulus), what)
        return binary(operator.pow, "pow", self, other)

    def __rpow__(self, other: Any) -> Any:
        return binary(operator.pow, "pow", other, self)

    def __rshift__(self, other: Any) -> Any:
        return binary(operator.rshift, "rshift", self, other)

    def __lshift__(self, other: Any) -> Any:
        return binary(operator.lshift, "lshift", self, other)

    def __and__(self, other: Any) -> Any:
        return binary(operator.and_, "and", self, other)

    def __rand__(self, other: Any) -> Any:
        return binary(operator.and_, "and", self, other)

    def __or__(self, other: Any) -> Any:
        return binary(operator.or_, "or", self, other)

    def __ror__(self, other: Any) -> Any:
        return binary(operator.or_, "or", other, self)

    def __neg__(self) -> Any:
        refuse_wrapping_alone(operator.neg, "neg", self)
        return self.then("neg", operator.neg)

    def __pos__(self) -> Any:
        return self.then("pos", operator.pos)

    def __abs__(self) -> Any:
        refuse_wrapping_alone(abs, "abs", self)
        self.sign()
        return self.then("abs", abs)

    # ------------------------------------------------------------ whole numbers of it

    def _whole(self, function: Callable[[Any], Any], name: str) -> int:
        """A whole number of it; infinity, of which there is none, is a branch of its own."""
        if self.infinite():
            return int(function(self.value))  # raises what the code would meet
        return int(self.answer(function, (name,)))

    def __int__(self) -> int:
        return self._whole(int, "int")

    def __trunc__(self) -> int:
        return self._whole(math.trunc, "int")

    def __floor__(self) -> int:
        return self._whole(math.floor, "floor")

    def __ceil__(self) -> int:
        return self._whole(math.ceil, "ceil")

    def __round__(self, digits: Any = None) -> Any:
        if digits is None:
            return self._whole(round, "round")
        return to_digits(round, "round", self, digits)

    def __index__(self) -> int:
        if not issubclass(self.__class__, int):
            raise TypeError(
                f"'{self.__class__.__name__}' object cannot be interpreted as an integer"
            )
        return int(self.settled("takes as an index", MOST_PIECES))

    def __float__(self) -> float:
        return float(self.settled("hands to compiled code, which wants a plain number,"))

    def __complex__(self) -> complex:
        return complex(self.settled("makes a complex number of"))

    def __repr__(self) -> str:
        return repr(self.settled("writes"))

    def __str__(self) -> str:
        return str(self.settled("writes"))

    def __format__(self, how: str) -> str:
        return format(self.settled("writes"), how)

    def __copy__(self) -> Lazy:
        return self

    def __deepcopy__(self, memo: Any) -> Lazy:
        return self

    def __reduce_ex__(self, protocol: Any) -> NoReturn:
        raise refused("writes a uniform value into a pickle")

    @property  # type: ignore[misc]  # what isinstance() asks, and nobody sets
    def __class__(self) -> type:
        """The type that the code would find: of a float, an int or a NumPy scalar."""
        return type(self.at(self.source.lo))

    def __getattr__(self, name: str) -> Any:
        kind = type(self.at(self.source.lo))
        if name in METHODS and hasattr(numpy_module(), name):
            # NumPy calls these of the members of an array of objects.
            return lambda: unary(getattr(numpy_module(), name), self)
        if name == "bit_length" and issubclass(kind, int):
            return lambda: bit_length(self)
        if not hasattr(kind, name):
            raise AttributeError(f"'{kind.__name__}' object has no attribute '{name}'")
        if name.startswith("__array"):  # of NumPy's scalars; this is none
            raise AttributeError(name)
        return getattr(self.settled(f"takes .{name} of"), name)

    # ------------------------------------------------------------ NumPy's protocols

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **how: Any) -> Any:
        if method != "__call__" or how:
            raise refused(f"calls numpy.{ufunc.__name__} with {', '.join(how) or method}")
        if any(map(is_array, inputs)):
            return ufunc(*(held(x) if isinstance(x, Lazy) else x for x in inputs))
        if len(inputs) == 1:
            return unary(ufunc, inputs[0])
        name = UFUNC_NAMES.get(ufunc.__name__)
        if len(inputs) != 2 or name is None:
            return plainly(ufunc, inputs, f"calls numpy.{ufunc.__name__} of a uniform value")
        if name in COMPARISONS:
            left, right = inputs
            if not isinstance(left, Lazy):
                left, right, name = right, left, MIRRORED[name]
            return numpy_module().bool_(left.compared(right, COMPARISONS[name], name))
        return binary(ufunc, name, *inputs)

    def __array_function__(self, function: Any, types: Any, args: Any, how: Any) -> Any:
        del types
        name = function.__name__
        if name in ("round", "around") and len(args) <= 2:
            digits = args[1] if len(args) > 1 else how.get("decimals", 0)
            return to_digits(function, "np.round", args[0], digits)
        if name == "clip" and len(args) == 3 and not how and isinstance(args[0], Lazy):
            low, high = args[1:]
            if not any(isinstance(end, Lazy) or is_array(end) for end in (low, high)):
                return args[0].then("clip", lambda v: function(v, low, high), (low, high))
        if name == "searchsorted" and isinstance(args[1], Lazy):
            cells, number = args[0], args[1]
            side = args[2] if len(args) > 2 else how.get("side", "left")
            if not isinstance(cells, Lazy) and "sorter" not in how and len(args) <= 3:
                return number.answer(lambda v: function(cells, v, side=side), None)
        why = f"calls numpy.{name} of"
        return function(
            *(x.settled(why) if type(x) is Lazy else x for x in args),
            **{key: x.settled(why) if type(x) is Lazy else x for key, x in how.items()},
        )


def binary(function: Callable[[Any, Any], Any], name: str, left: Any, right: Any) -> Any:
    """An operation of a lazy number and a constant, or of two lazy numbers if one is constant."""
    if isinstance(left, Lazy) and left.constant:
        left._refuse_spent()
        left = left.value
    if isinstance(right, Lazy) and right.constant:
        right._refuse_spent()
        right = right.value
    lazy_left, lazy_right = isinstance(left, Lazy), isinstance(right, Lazy)
    if not (lazy_left or lazy_right):
        return function(left, right)
    if lazy_left and lazy_right and name == "sub" and rounded_down(left, right):
        return function(left.value, right.value)  # the same wherever the number lies
    if lazy_left and lazy_right:
        return binary(function, name, *one_settled(left, right))
    number, constant = (left, right) if lazy_left else (right, left)
    if is_array(constant):
        return ufunc(name)(*(held(x) if isinstance(x, Lazy) else x for x in (left, right)))
    if not is_number(constant) or not is_finite(constant):
        return beyond(function, name, left, right, constant)
    refuse_wrapping(function, name, number, left, right)
    if lazy_left:
        return _left(function, name, number, constant)
    return _right(function, name, constant, number)


def _left(function: Callable[[Any, Any], Any], name: str, x: Lazy, c: Any) -> Any:
    """x ∘ c."""

    def step(v: Any) -> Any:
        return function(v, c)

    label = f"x {name}, {function.__module__}"  # NumPy's and Python's may round otherwise
    whole = issubclass(x.__class__, int) and isinstance(c, int)
    if name in ("add", "sub", "mul", "minimum", "maximum") or (name == "div" and c):
        return x.then(label, step, c)
    if name in ("div", "copysign"):
        x.sign()  # it rises on one side of 0 and falls on the other
    if name in ("div", "copysign", "lshift", "rshift") or (name == "floordiv" and whole and c):
        return x.then(label, step, c)
    if (made := on_parts(function, name, x, c)) is not None:
        return made
    if name == "pow":
        side = x.sign()
        if side >= 0 or isinstance(c, int):
            exact = whole and c >= 0 and function.__module__ != "math"  # else the C library
            return x.then(label, step, c, None if exact else "pow")
    return function(listed(x, f"computes {name} of a uniform value and {c!r}"), c)


def _right(function: Callable[[Any, Any], Any], name: str, c: Any, x: Lazy) -> Any:
    """c ∘ x."""

    def step(v: Any) -> Any:
        return function(c, v)

    label = f"{name} x, {function.__module__}"
    if name == "div":
        x.sign()
    if name in ("add", "sub", "mul", "div", "minimum", "maximum", "copysign"):
        return x.then(label, step, c)
    if name == "pow" and c > 0:
        return x.then(label, step, c, "pow")
    if name == "or" and isinstance(c, int) and issubclass(x.__class__, int):
        return joined(lambda v, bits: function(bits, v), x, c)
    return function(c, listed(x, f"computes {name} of {c!r} and a uniform value"))


def unary(function: Any, x: Lazy) -> Any:
    """A function of math or NumPy of a lazy number; raises Refused where it is not monotone."""
    name = function.__name__
    if x.constant:
        return function(x.value)
    refuse_wrapping_alone(function, name, x)
    if name in INFINITE:  # a NaN is a branch of its own already
        return x.infinite() == INFINITE[name] if name != "isnan" else False
    if name in RISING:
        return x.then(f"{function.__module__}.{name}", quietly(function), None, RISING[name])
    if name in EVEN:
        x.sign()
        return x.then(f"{function.__module__}.{name}", quietly(function))
    if name in RECIPROCAL:
        x.sign()
        return x.then(name, quietly(function))
    what = f"computes {name} of a uniform value, which neither rises nor falls throughout"
    return function(listed(x, what))
