"""The laws that a program can draw from, with exact probabilities.

What must never change: a probability is never rounded up. The probabilities of `Finite` and
`Uniform` are exact; a `Countable` law lists lower bounds whose sum is at most 1 (exact ones but for
the discrete Gaussian, whose normaliser is no `Value`), so that whatever was not listed is bounded
by 1 minus what was.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import wraps
from math import inf, log2
from typing import Any, ParamSpec, TypeVar

from flint import fmpq

from dpverify.defs.errors import InternalError, NumberError, ProgramError
from dpverify.defs.numbers import ONE, Value, as_value, exp, number_text, total
from dpverify.defs.programs.labels import label_of
from dpverify.defs.validate import shown

P = ParamSpec("P")
R = TypeVar("R")

Mass = Any
"""fmpq where a probability is rational, the fast path; Value elsewhere."""

Branch = tuple[Any, Mass, float]
"""What is drawn, its probability, and log2 of that as a float: only to leave small masses out."""


MAX_VARIANCE = 10_000
"""Largest σ² of a discrete Gaussian whose normaliser is bounded here, term by term."""


MAX_END = 100_000
"""Largest end of a clamped law, whose values are all listed."""


class Law(ABC):
    """A law as a list of branches, numbered from 0."""

    __slots__ = ("name",)
    name: str

    @abstractmethod
    def branch(self, i: int) -> Branch | None:
        """Branch number i; None beyond the last."""

    decreasing = False
    """Whether no branch is likelier than the one before."""

    certain = False
    """Whether there is one branch only: nothing is drawn then."""

    @property
    def size(self) -> int | None:
        """How many branches there are; None where there is no end of them."""
        return None

    @property
    def sure(self) -> Any:
        """The one value of a law that is certain."""
        branch = self.branch(0)
        if branch is None:
            raise InternalError(f"{self.name} has no value")
        return branch[0]

    def same(self, other: Law) -> bool:
        """Whether two requests of a program ask for the same law."""
        return type(self) is type(other) and self.name == other.name


class Finite(Law):
    """Finitely many values with probabilities that sum to 1; those of probability 0 are left out.

    Args: name how the request was written; values and probabilities, in the same order.
    """

    __slots__ = ("branches", "certain")

    def __init__(self, name: str, values: Sequence[Any], probabilities: Sequence[Value]) -> None:
        self.name = name
        self.branches = [
            (value, mass_of(p), _log2(p))
            for value, p in zip(values, probabilities, strict=True)
            if not p.is_zero
        ]
        self.certain = len(self.branches) == 1

    def branch(self, i: int) -> Branch | None:
        return self.branches[i] if i < len(self.branches) else None

    @property
    def size(self) -> int:
        return len(self.branches)


class Uniform(Law):
    """Each member of a sequence with the same probability; the sequence is not copied."""

    __slots__ = ("_log", "_mass", "certain", "values")
    decreasing = True

    def __init__(self, values: Sequence[Any]) -> None:
        count = len(values)
        if not count:
            raise ProgramError("draws uniformly from nothing; give at least one value")
        self.name = f"uniform over {count} values"
        # The program may change its list later, and a sequence of its own may say anything.
        known = type(values) in (tuple, range)
        self.values = values if known else tuple(values[i] for i in range(count))
        self.certain = count == 1
        self._mass, self._log = fmpq(1, count), -log2(count)

    def branch(self, i: int) -> Branch | None:
        return (self.values[i], self._mass, self._log) if i < len(self.values) else None

    @property
    def size(self) -> int:
        return len(self.values)

    def same(self, other: Law) -> bool:
        if not isinstance(other, Uniform) or len(self.values) != len(other.values):
            return False
        mine, theirs = self.values, other.values
        if mine is theirs or (type(mine) is type(theirs) is range and mine == theirs):
            return True
        return all(alike(a, b) for a, b in zip(mine, theirs, strict=True))


class Countable(Law):
    """Infinitely many integers, likeliest first; made of a function that is asked once per branch.

    Args: name how the request was written; term number ↦ (value, lower bound of its probability).
    """

    __slots__ = ("_term", "known")
    decreasing = True

    def __init__(self, name: str, term: Callable[[int], tuple[int, Value]]) -> None:
        self.name = name
        self.known: list[Branch] = []
        self._term = term

    def branch(self, i: int) -> Branch | None:
        while len(self.known) <= i:
            value, p = self._term(len(self.known))
            self.known.append((value, mass_of(p), _log2(p)))
        return self.known[i]


# ---------------------------------------------------------------- from what a program asks for


def probability(given: Any, what: str) -> Value:
    """A probability as a Value in [0, 1].

    Raises: ProgramError for a Python float (with the exact spelling), or a number outside [0, 1].
    """
    p = number(given, what)
    if p.sign() < 0 or p > ONE:
        raise ProgramError(f"{what} is {shown(given)}; a probability lies between 0 and 1")
    return p


def number(given: Any, what: str) -> Value:
    """An exact number that a program gives to a draw; `what` names it in the message."""
    try:
        return as_value(given)
    except NumberError as error:
        raise ProgramError(f"{what}: {error}") from None


_PLAIN = (str, int, bool, type(None), Fraction, Value)
"""Types whose equality is known: a type of the program's own may say that anything is equal."""
MOST_REMEMBERED = 4096


class _Memory(threading.local):
    """The laws that were asked for in this thread.

    A law is listed as far as somebody looks: two threads that go on with one list at the same time
    would list a value twice.
    """

    def __init__(self) -> None:
        self.laws: dict[Any, Any] = {}


_MEMORY = _Memory()


def forget() -> None:
    """Forget the laws that were asked for: no memory outlives a question."""
    _MEMORY.laws.clear()


def _memory(kind: str, key: Any, make: Callable[[], Any]) -> Any:
    laws = _MEMORY.laws
    law = laws.get((kind, key))
    if law is None:
        if len(laws) >= MOST_REMEMBERED:
            laws.clear()
        law = laws[kind, key] = make()
    return law


def remembered(make: Callable[P, R]) -> Callable[P, R]:
    """Remember the law of arguments of known types, each together with its type."""

    @wraps(make)
    def law(*args: P.args, **named: P.kwargs) -> R:
        given = (*args, *named.values())
        if not all(type(argument) in _PLAIN for argument in given):
            return make(*args, **named)
        key = (tuple(map(type, given)), given, tuple(named))
        remembered_law: R = _memory(make.__name__, key, lambda: make(*args, **named))
        return remembered_law

    return law


@remembered
def flip(p: Any) -> Finite:
    """True with probability p, else False."""
    heads = probability(p, "the probability of flip()")
    return Finite(f"flip({number_text(heads)})", (True, False), (heads, 1 - heads))


def choice(table: Any) -> Finite:
    """The keys of a mapping, each with its probability; these must sum to exactly 1.

    Two keys that a receiver could not tell apart are refused. (Of keys that are equal in Python,
    such as True and 1 or 0.0 and -0.0, a dict keeps one alone: the other is gone before it can be
    seen, and its probability is missing from the sum.)
    """
    if not isinstance(table, Mapping) or not table:
        raise ProgramError(
            f"choice() is given {shown(table)}; give a mapping such as {{'a': '1/4', 'b': '3/4'}}"
        )
    items = tuple(table.items())  # once: a mapping of the program's own may change
    try:
        names = tuple(label_of(value) for value, _ in items)
    except ProgramError:  # values without a label: no two laws of such are taken for one
        return _choice(items, tuple(value_name(value) for value, _ in items))
    twice = next((name for i, name in enumerate(names) if name in names[:i]), None)
    if twice is not None:
        raise ProgramError(f"choice() is given the value {twice} twice; add the probabilities up")
    key = (names, tuple((type(p), p) for _, p in items))
    if not all(type(p) in _PLAIN for _, p in items):
        return _choice(items, names)
    law: Finite = _memory("choice", key, lambda: _choice(items, names))
    return law


def _choice(items: Sequence[tuple[Any, Any]], names: Sequence[str]) -> Finite:
    weights = [probability(p, f"the probability of {shown(value)}") for value, p in items]
    whole = total(weights)
    if whole != ONE:
        raise ProgramError(
            f"the probabilities of choice() sum to {shown(number_text(whole))}; they must sum to 1"
            " (keys that are equal, as True and 1 are, are one key)"
        )
    text = ", ".join(f"{name}: {number_text(p)}" for name, p in zip(names, weights, strict=True))
    return Finite(f"choice({{{text}}})", [value for value, _ in items], weights)


def uniform(values: Any) -> Uniform:
    """Each member of a sequence with the same probability; a member given twice counts twice."""
    if isinstance(values, (str, bytes, Mapping)) or not isinstance(values, Sequence):
        raise ProgramError(
            f"uniform() is given {shown(values)}; give a list, a tuple or a range of values"
        )
    return Uniform(values)


@remembered
def geometric(ratio: Any, most: int | None = None) -> Law:
    """min(k, most) for k ≥ 0 with probability (1 − r)·r^k; most None for no limit."""
    r = ratio_of(ratio, "the ratio of geometric()")
    if r.is_zero:
        return Finite("geometric(0)", (0,), (ONE,))
    if most is not None:
        end = _end(most, "most of geometric()")
        name = f"geometric({number_text(r)}, {end})"
        return Finite(name, range(end + 1), geometric_weights(r, end))
    return Countable(f"geometric({number_text(r)})", lambda k: (k, (1 - r) * r**k))


@remembered
def discrete_laplace(scale: Any, ratio: Any) -> Law:
    """An integer k with probability (1 − r)/(1 + r)·r^|k|, r = e^{−1/scale} or given."""
    r = laplace_ratio(scale, ratio)
    if r.is_zero:
        return Finite("discrete_laplace(ratio=0)", (0,), (ONE,))
    height = (1 - r) / (1 + r)
    name = f"discrete_laplace(ratio={number_text(r)})"
    return Countable(name, lambda n: (_alternating(n), height * r ** ((n + 1) // 2)))


@remembered
def clamped_laplace(scale: Any, ratio: Any, low: Any, high: Any) -> Law:
    """max(low, min(high, k)) for a discrete Laplace k: the tails lie on both ends, exactly.

    P(k ≥ h) = r^h/(1 + r) for h ≥ 1, and 1 − r^(1 − h)/(1 + r) for h ≤ 0.
    """
    r = laplace_ratio(scale, ratio)
    weights = clamped_weights(r, low, high)
    name = f"discrete_laplace(ratio={number_text(r)}, low={low}, high={high})"
    return Finite(name, range(low, high + 1), weights)


def geometric_weights(r: Any, most: int) -> list[Any]:
    """P(min(k, most) = 0), …, P(min(k, most) = most) for a geometric k of ratio r, 0 < r < 1.

    Args: r a `Value`, or a function of ε; most an integer ≥ 0.
    """
    end = _end(most, "most of geometric()")
    return [*((1 - r) * r**k for k in range(end)), r**end]


def clamped_weights(r: Any, low: Any, high: Any) -> list[Any]:
    """The probabilities of max(low, min(high, k)) for a discrete Laplace k of ratio r, ascending.

    Args: r a `Value`, or a function of ε; low ≤ high integers.
    """
    what = "low or high of discrete_laplace()"
    first, last = (_end(end, what, least=-MAX_END) for end in (low, high))
    if first > last:
        raise ProgramError(f"discrete_laplace() is clamped to {first}…{last}; low is at most high")
    at_least = [ONE, *(_tail(r, h) for h in range(first + 1, last + 1))]
    return [a - b for a, b in zip(at_least, [*at_least[1:], Value(0)], strict=True)]


@remembered
def discrete_gaussian(sigma2: Any) -> Countable:
    """An integer k with probability e^{−k²/(2σ²)} / Σ_j e^{−j²/(2σ²)}, from below.

    The sum is no `Value`; a rational upper bound of it stands in its place.
    """
    variance = positive(sigma2, "sigma2 of discrete_gaussian()").as_rational()
    if variance is None:
        raise ProgramError("sigma2 of discrete_gaussian() is irrational; give a rational number")
    if variance > MAX_VARIANCE:
        raise ProgramError(f"sigma2 of discrete_gaussian() is above {MAX_VARIANCE}, the limit here")

    def weight(k: int) -> Value:
        return as_value(exp(Value(-fmpq(k * k) / (2 * variance))))

    above = _above(weight, variance)
    name = f"discrete_gaussian({number_text(Value(variance))})"
    return Countable(
        name, lambda n: (_alternating(n), weight(abs(_alternating(n))) * Value(1 / above))
    )


def positive(given: Any, what: str) -> Value:
    """An exact number above 0; `what` names it in the message."""
    value = number(given, what)
    if value.sign() <= 0:
        raise ProgramError(f"{what} is {shown(given)}; give a number above 0")
    return value


def mass_of(p: Value) -> Mass:
    """A probability in the form in which path masses are multiplied."""
    exact = p.as_rational()
    return p if exact is None else exact


def _above(weight: Callable[[int], Value], variance: fmpq) -> fmpq:
    """A rational upper bound of Σ_k e^{−k²/(2σ²)}, about 2^−200 above it.

    The terms beyond n = ⌈σ²⌉·j fall at least as fast as a geometric series of ratio
    e^{−n/σ²} ≤ e^{−1}, whose sum is below 2 times its first term.
    """
    n, step = int(variance) + 1, int(variance) + 1
    while _log2(weight(n)) > -200:
        n += step
    pieces = [weight(0), *(2 * weight(k) for k in range(1, n)), 4 * weight(n)]
    return sum((_upper(piece) for piece in pieces), fmpq(0))


def _upper(value: Value) -> fmpq:
    from dpverify.defs.numbers.balls import ball_bounds

    exact = value.as_rational()
    return ball_bounds(value.ball(300))[1] if exact is None else exact


def ratio_of(given: Any, what: str) -> Value:
    """The ratio of geometric noise, in [0, 1); `what` names it in the message."""
    r = number(given, what)
    if r.sign() < 0 or r >= ONE:
        raise ProgramError(f"{what} is {shown(given)}; it lies between 0 and 1, without 1")
    return r


def laplace_ratio(scale: Any, ratio: Any) -> Value:
    """The ratio of discrete Laplace noise, from its scale or as it is given."""
    if (scale is None) == (ratio is None):
        raise ProgramError("discrete_laplace() takes a scale, or ratio=, and not both")
    if scale is None:
        return ratio_of(ratio, "the ratio of discrete_laplace()")
    inverse = 1 / positive(scale, "the scale of discrete_laplace()")
    if not inverse.is_rational:
        raise ProgramError(
            f"the scale of discrete_laplace() is {shown(scale)}, irrational; give a ratio"
        )
    return as_value(exp(-inverse))


def _tail(r: Any, h: int) -> Any:
    return r**h / (1 + r) if h >= 1 else 1 - r ** (1 - h) / (1 + r)


def _end(given: Any, what: str, least: int = 0) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or not least <= given <= MAX_END:
        raise ProgramError(f"{what} is {shown(given)}; give an integer from {least} to {MAX_END}")
    return given


def _alternating(n: int) -> int:
    """Term n of 0, 1, −1, 2, −2 and so on."""
    return (n + 1) // 2 if n % 2 else -(n // 2)


def value_name(value: Any) -> str:
    """The label of a value, as a receiver sees it; of one that has none, what it writes."""
    try:
        return label_of(value)
    except ProgramError:
        return _written(value)


def alike(a: Any, b: Any) -> bool:
    """Whether a receiver could not tell two values apart; `==` does not say that."""
    return a is b or (type(a) is type(b) and value_name(a) == value_name(b))


def _written(value: Any) -> str:
    try:
        return f"{type(value).__name__} {value!r}"
    except Exception:  # noqa: BLE001  the program's own __repr__ may do anything
        return f"{type(value).__name__} without a text"


def log2_of(mass: Mass) -> float:
    """log2 of a positive number, near enough to leave small masses out; it decides nothing."""
    # A mass that depends on ε is never left out.
    return 0.0 if hasattr(mass, "exponential") else _log2(Value(mass))


def _log2(p: Value) -> float:
    exact = p.as_rational()
    if exact is not None:
        return _log2_int(int(exact.p)) - _log2_int(int(exact.q))
    ball = p.ball(64)
    middle = ball.log()
    return float(middle.mid()) / 0.6931471805599453 if middle.is_finite() else -inf


def _log2_int(n: int) -> float:
    return log2(n) if n > 0 else -inf
