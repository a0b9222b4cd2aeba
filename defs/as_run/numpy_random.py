"""NumPy's sources: Generator, RandomState, the legacy functions, default_rng and seeded tables.

The methods are replaced in NumPy's own types, so that a generator is answered wherever it is held.
`random`, `uniform` and a `choice` with probabilities follow NumPy's own algorithm on one uniform
double (low + (high − low)·u; cumulative sums and searchsorted from the right); `integers`,
`choice`, `permutation`, `shuffle`, `binomial` and `geometric` follow their documented law. Every
other method is refused by name. A generator that a run seeds itself with a number is a table, and
stays one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb, inf, prod
from typing import Any

from flint import fmpq

from dpverify.defs.as_run.answers import (
    CURRENT,
    Answers,
    asked,
    identity,
    refuse_dependent,
    running,
)
from dpverify.defs.as_run.ideal import Ideal
from dpverify.defs.as_run.kinds import recast
from dpverify.defs.as_run.lazy import Lazy
from dpverify.defs.as_run.python_random import random_bytes
from dpverify.defs.as_run.refusing import refused
from dpverify.defs.as_run.shadows import APART, beside, has_form, population_of
from dpverify.defs.numbers import Value
from dpverify.defs.programs.laws import Countable, Finite, Law

MOST_VALUES = 10_000
"""Values of one array that a draw may fill."""
MOST_TRIALS = 1_000
"""Trials of a binomial draw, all of whose values are listed."""

Method = Callable[..., Any]


def _numpy() -> Any:
    return sys.modules["numpy"]


def bits_of(generator: Any) -> Any:
    """The bit generator of a Generator or a RandomState; itself where it is one."""
    for kind, held in _BITS.items():  # not by its name in numpy.random: others stand there
        if isinstance(generator, kind):
            return held.__get__(generator)
    return generator


_BITS: dict[type, Any] = {}
"""By type of generator, what finds its bit generator."""


def answers_of(generator: Any, what: str) -> Answers | None:
    """Who answers a draw from a generator of NumPy's; None for the generator itself.

    Raises: Refused for a generator that the run made by copying, spawning or unpickling another,
        and for one that another run seeded.
    """
    if CURRENT.making:
        return None
    answers = asked()
    if answers is None:
        return None
    place = identity(bits_of(generator))
    if place in CURRENT.tables:
        return None
    if place not in CURRENT.known and place not in CURRENT.fresh:
        raise refused(f"draws from a copy of a generator, or one made by other means ({what})")
    refuse_dependent(place)
    return answers


# ---------------------------------------------------------------- arrays of answers


def _filled(size: Any, one: Callable[[], Any], kind: Any) -> Any:
    """One answer, or an array of so many."""
    if size is None:
        return one()
    shape = (int(size),) if not isinstance(size, Sequence) else tuple(map(int, size))
    count = prod(shape)
    if count > MOST_VALUES:
        raise refused(f"draws an array of {count} values (at most {MOST_VALUES})")
    return _shaped([one() for _ in range(count)], shape, kind)


def _shaped(values: list[Any], shape: tuple[int, ...], kind: Any) -> Any:
    numpy = _numpy()
    if any(type(value) is Lazy or issubclass(type(value), Ideal) for value in values):
        array = numpy.empty(len(values), dtype=object)
        for i, value in enumerate(values):
            array[i] = recast(value, kind) if issubclass(type(value), Ideal) else value
        return array.reshape(shape)
    return numpy.array(values, dtype=kind).reshape(shape)


def _is_one_number(value: Any) -> bool:
    """Whether a parameter is no array. Traced numbers are none, and may not be asked by NumPy."""
    return type(value) is Lazy or issubclass(type(value), Ideal) or not _numpy().ndim(value)


def _scalar(value: Any, what: str) -> Any:
    """A parameter of a draw that is one plain number."""
    if type(value) is Lazy:
        if value.constant:
            return value.value
        raise refused(f"draws from {what} with a uniform value as a parameter")
    if issubclass(type(value), Ideal):
        raise refused(f"draws from {what} with a noisy number as a parameter")
    if getattr(value, "ndim", 0) or isinstance(value, (list, tuple)):
        raise refused(f"draws from {what} with an array as a parameter")
    return value.item() if isinstance(value, (_numpy().generic, _numpy().ndarray)) else value


def _no_more(what: str, named: dict[str, Any]) -> None:
    if named:
        raise refused(f"draws from {what} with {', '.join(sorted(named))}")


# ---------------------------------------------------------------- the draws


def _random(answers: Answers, what: str, size: Any = None, dtype: Any = None, **named: Any) -> Any:
    _no_more(what, named)
    double = _numpy().float64
    if dtype is not None and _numpy().dtype(dtype) != double:
        raise refused(f"draws from {what} as {dtype}")
    return _filled(size, lambda: answers.uniform(what), double)


def _rand(answers: Answers, what: str, *shape: Any) -> Any:
    return _random(answers, what, shape or None)


def _uniform(answers: Answers, what: str, low: Any = 0.0, high: Any = 1.0, size: Any = None) -> Any:
    first, last = float(_scalar(low, what)), float(_scalar(high, what))
    width = last - first
    return _filled(size, lambda: first + width * answers.uniform(what), _numpy().float64)


def _integers(
    answers: Answers,
    what: str,
    low: Any,
    high: Any = None,
    size: Any = None,
    dtype: Any = None,
    endpoint: bool = False,
) -> Any:
    numpy = _numpy()
    legacy = what.startswith("RandomState")
    first, last = (0, low) if high is None else (low, high)
    first, last = int(_scalar(first, what)), int(_scalar(last, what)) + endpoint
    if last <= first:
        raise ValueError("low >= high" if not endpoint else "low > high")
    kind = numpy.dtype(numpy.int64 if dtype is None or dtype is int else dtype)
    plain = size is None and (dtype is int or (legacy and dtype is None))

    def typed(k: int) -> Any:
        return k + first if plain else kind.type(k + first)

    def one() -> Any:
        value = answers.below(last - first, what)
        if type(value) is Lazy:
            # The residue of such a number is counted before it is moved or given a type.
            if plain and not first:
                return value
            # NumPy's integers of 64 bits and Python's are computed with otherwise.
            return value.then("integers", typed, (kind.str, first, plain))
        return typed(value)

    return _filled(size, one, kind)


def _choice(
    answers: Answers,
    what: str,
    a: Any,
    size: Any = None,
    replace: Any = True,
    p: Any = None,
    axis: Any = 0,
    shuffle: Any = True,
) -> Any:
    numpy = _numpy()
    if axis != 0:
        raise refused(f"draws from {what} along another axis")
    population, form = population_of(what, a, size, replace, p)
    places = _places(answers, what, population, (size, replace, p, shuffle))
    items = numpy.asarray(a)
    chosen = places if items.ndim == 0 else items[places]
    # One of several objects has the type that it has.
    if not (has_form(chosen, form) or (size is None and items.dtype.hasobject)):
        raise refused(f"draws from {what} with arguments that are not followed")
    return chosen


def _places(answers: Answers, what: str, population: int, how: tuple[Any, ...]) -> Any:
    """Which of so many are chosen; how are the arguments of `_choice`."""
    numpy = _numpy()
    size, replace, p, shuffle = how
    if p is not None:
        cells = numpy.asarray(p, dtype=numpy.float64).cumsum()
        cells /= cells[-1]
        if not replace and size is not None:
            raise refused(f"draws from {what} without replacement and with probabilities")

        def one() -> int:
            number = answers.uniform(what)
            return int(numpy.searchsorted(cells, number, side="right"))

    elif replace or size is None:

        def one() -> int:
            return int(answers.below(population, what))

    else:
        if not shuffle:
            raise refused(f"draws from {what} without replacement and unshuffled")
        shape = (int(size),) if not isinstance(size, Sequence) else tuple(map(int, size))
        order = _ordered(answers, population, prod(shape), what)
        return numpy.array(order, dtype=numpy.int64).reshape(shape)
    return _filled(size, one, numpy.int64)


def _ordered(answers: Answers, population: int, count: int, what: str) -> list[int]:
    """So many different integers below a number, in an order: each such list is equally likely."""
    left = list(range(population))
    return [left.pop(int(answers.below(len(left), what))) for _ in range(count)]


def _permutation(answers: Answers, what: str, x: Any, axis: Any = 0) -> Any:
    if axis != 0:
        raise refused(f"draws from {what} along another axis")
    numpy = _numpy()
    items = numpy.arange(_scalar(x, what)) if numpy.ndim(x) == 0 else numpy.array(x)
    return items[_ordered(answers, len(items), len(items), what)]


def _shuffle(answers: Answers, what: str, x: Any, axis: Any = 0) -> None:
    if axis != 0:
        raise refused(f"draws from {what} along another axis")
    order = _ordered(answers, len(x), len(x), what)
    if isinstance(x, _numpy().ndarray):
        x[...] = x[order]
    elif len(x) > 1:  # one alone stays where it is, also in a tuple
        members = [x[i] for i in order]
        for i, member in enumerate(members):
            x[i] = member


def _bytes(answers: Answers, what: str, length: Any) -> bytes:
    del answers, what
    return random_bytes(int(length))


def _binomial(answers: Answers, what: str, n: Any, p: Any, size: Any = None) -> Any:
    trials, chance = int(_scalar(n, what)), _probability(p, what)
    if not 0 <= trials <= MOST_TRIALS:
        raise refused(f"draws from {what} with {trials} trials (at most {MOST_TRIALS})")
    masses = [
        Value(comb(trials, k) * chance**k * (1 - chance) ** (trials - k)) for k in range(trials + 1)
    ]
    law = Finite(f"binomial({trials}, {chance})", range(trials + 1), masses)
    return _filled(size, lambda: answers.listed(law, what), _numpy().int64)


def _geometric(answers: Answers, what: str, p: Any, size: Any = None) -> Any:
    chance = _probability(p, what)
    if chance == 0:
        raise ValueError("p <= 0, p > 1 or p contains NaNs")

    def term(k: int) -> tuple[int, Value]:
        return k + 1, Value((1 - chance) ** k * chance)

    sure = chance == 1
    law: Law = (
        Finite("geometric(1)", (1,), (Value(1),))
        if sure
        else Countable(f"geometric({chance})", term)
    )
    return _filled(size, lambda: answers.listed(law, what), _numpy().int64)


def _noise(law: str) -> Method:
    """A draw of continuous noise around a place; arrays of places and scales are broadcast."""

    def method(answers: Answers, what: str, loc: Any = 0.0, scale: Any = 1.0,
               size: Any = None) -> Any:  # fmt: skip
        def one(place: Any, width: Any) -> Any:
            width = float(_scalar(width, what))
            if not 0 <= width < inf:
                raise ValueError("scale < 0")
            return place + answers.noise(law, width, what) if width else place + 0.0

        numpy = _numpy()
        if size is None and _is_one_number(loc) and _is_one_number(scale):
            return recast(one(loc, scale), float)  # also around a place of NumPy's
        places, widths = (numpy.asarray(x, dtype=object) for x in (loc, scale))
        shape = numpy.broadcast_shapes(places.shape, widths.shape)
        if size is not None:
            shape = tuple(map(int, size)) if isinstance(size, Sequence) else (int(size),)
        if prod(shape) > MOST_VALUES:
            raise refused(f"draws an array of {prod(shape)} values (at most {MOST_VALUES})")
        pairs = zip(
            numpy.broadcast_to(places, shape).ravel(),
            numpy.broadcast_to(widths, shape).ravel(),
            strict=True,
        )
        return _shaped([one(*pair) for pair in pairs], shape, numpy.float64)

    return method


_NORMAL, _EXPONENTIAL = _noise("gaussian"), _noise("exponential")


def _standard_normal(answers: Answers, what: str, size: Any = None, **named: Any) -> Any:
    _no_more(what, named)
    return _NORMAL(answers, what, 0.0, 1.0, size)


def _randn(answers: Answers, what: str, *shape: Any) -> Any:
    return _NORMAL(answers, what, 0.0, 1.0, shape or None)


def _exponential(answers: Answers, what: str, scale: Any = 1.0, size: Any = None) -> Any:
    return _EXPONENTIAL(answers, what, 0.0, scale, size)


def _standard_exponential(answers: Answers, what: str, size: Any = None, **named: Any) -> Any:
    _no_more(what, named)
    return _EXPONENTIAL(answers, what, 0.0, 1.0, size)


_CONTINUOUS: dict[str, Method] = {
    "laplace": _noise("laplace"), "normal": _NORMAL, "gumbel": _noise("gumbel"),
    "logistic": _noise("logistic"), "exponential": _exponential,
    "standard_normal": _standard_normal, "standard_exponential": _standard_exponential,
}  # fmt: skip


def _probability(p: Any, what: str) -> fmpq:
    """A probability as the exact rational that the float is."""
    exact = Fraction(_scalar(p, what))
    if not 0 <= exact <= 1:
        raise ValueError(f"p < 0, p > 1 or p is NaN ({what})")
    return fmpq(exact.numerator, exact.denominator)


_ANSWERED: dict[str, dict[str, Method]] = {
    "Generator": {
        "random": _random, "uniform": _uniform, "integers": _integers, "choice": _choice,
        "permutation": _permutation, "shuffle": _shuffle, "bytes": _bytes, "binomial": _binomial,
        "geometric": _geometric, **_CONTINUOUS,
    },
    "RandomState": {
        "random": _random, "random_sample": _random, "rand": _rand, "uniform": _uniform,
        "randint": _integers, "choice": _choice, "permutation": _permutation, "shuffle": _shuffle,
        "bytes": _bytes, "binomial": _binomial, "geometric": _geometric, "randn": _randn,
        **_CONTINUOUS,
    },
}  # fmt: skip
LEGACY = {"ranf": "random_sample", "sample": "random_sample"}
"""Functions of numpy.random that are called otherwise than the method."""
_STATES = ("bit_generator", "_bit_generator", "get_state", "set_state", "__getstate__",
           "__setstate__", "__reduce__", "spawn")  # fmt: skip
_OF_BITS = ("random_raw", "state", "seed_seq", "_seed_seq", "spawn", "jumped", "advance", "ctypes",
            "cffi", "__getstate__", "__setstate__", "__reduce__", "generate_state", "entropy",
            "pool", "spawn_key", "n_children_spawned")  # fmt: skip


# ---------------------------------------------------------------- what stands in NumPy's types


def methods(kind: type) -> dict[str, Any]:
    """What stands in a type of generators while code is run."""
    name = kind.__name__
    answered = _ANSWERED[name]
    inside = dict(vars(kind))
    found: dict[str, Any] = {}
    for method, real in inside.items():
        if method in _STATES:
            found[method] = _state(real, f"{name}.{method}")
        elif method == "seed":
            found[method] = _seed(real)
        elif callable(real) and not method.startswith("_"):
            found[method] = _answered(real, f"{name}.{method}", answered.get(method))
    return found


def methods_of_bits(kind: type) -> dict[str, Any]:
    """The same of a type of bit generators."""
    inside = dict(vars(kind))
    return {n: _state(inside[n], f"{kind.__name__}.{n}") for n in _OF_BITS if n in inside}


def _answered(real: Any, what: str, answer: Method | None) -> Method:
    apart = what.endswith(APART)

    def method(self: Any, *args: Any, **named: Any) -> Any:
        answers = answers_of(self, what)
        if answers is None:
            return real(self, *args, **named)
        if answer is None:
            raise refused(f"draws from numpy's {what}")
        if apart:
            return answer(answers, what, *args, **named)
        return beside(lambda: answer(answers, what, *args, **named), real, what, args, named)

    return method


def _seed(real: Any) -> Method:
    def seed(self: Any, seed: Any = None) -> Any:
        if running():
            bits = bits_of(self)
            if seed is None:
                if identity(bits) in CURRENT.tables:
                    raise refused("seeds a generator with a number and then with nothing")
                return None
            CURRENT.table(bits)
        return real(self, seed)

    return seed


def _state(real: Any, what: str) -> Any:
    """A state, an attribute of the type or a method: refused while a run is answered."""

    def allowed(self: Any) -> bool:
        if not running():
            return True
        return identity(bits_of(self)) in CURRENT.tables

    if not callable(real):

        def read(self: Any) -> Any:
            if not allowed(self):
                raise refused(f"looks at the state of a generator (numpy's {what})")
            return real.__get__(self)

        def write(self: Any, value: Any) -> None:
            if not allowed(self):
                raise refused(f"sets the state of a generator (numpy's {what})")
            real.__set__(self, value)

        return property(read, write)

    def method(self: Any, *args: Any, **named: Any) -> Any:
        if not allowed(self):
            raise refused(f"looks at the state of a generator (numpy's {what})")
        return real(self, *args, **named)

    return method


# ---------------------------------------------------------------- how generators are made

_REAL: dict[str, Any] = {}
MADE = ("RandomState", "PCG64", "PCG64DXSM", "MT19937", "Philox", "SFC64", "SeedSequence")


def _made(real: Any, seed: Any, *args: Any, **named: Any) -> Any:
    """Make a generator; what was seeded with a number is a table, what was not is answered."""
    if isinstance(seed, (_REAL["BitGenerator"], _REAL["Generator"])):
        return real(seed, *args, **named)
    if type(seed) is Lazy:
        raise refused("seeds a generator with a random number")
    CURRENT.making = True
    try:
        generator = real(seed, *args, **named)
    finally:
        CURRENT.making = False
    bits = bits_of(generator)
    if seed is None:
        CURRENT.free(bits)
    else:
        CURRENT.table(bits)
    return generator


def _without_guards(real: Any, *args: Any, **named: Any) -> Any:
    """Make a generator whose seed comes from the system; nobody but NumPy sees that."""
    before, CURRENT.making = CURRENT.making, True
    try:
        return real(*args, **named)
    finally:
        CURRENT.making = before


def _maker(real: Any) -> Any:
    """What stands in place of a type: it makes objects of it, and is it for isinstance()."""

    class Type(type):
        def __call__(cls, seed: Any = None, *args: Any, **named: Any) -> Any:
            if not running():
                return _without_guards(real, seed, *args, **named)
            if real.__name__ == "SeedSequence":
                if seed is None:
                    raise refused("draws from the system's randomness (numpy's SeedSequence)")
                made = real(seed, *args, **named)
                CURRENT.table(made)
                return made
            return _made(real, seed, *args, **named)

        def __instancecheck__(cls, value: Any) -> bool:
            return isinstance(value, real)

        def __subclasscheck__(cls, kind: type) -> bool:
            return issubclass(kind, real)

        def __getattr__(cls, name: str) -> Any:
            return getattr(real, name)

    stand_in: Any = Type(
        real.__name__, (), {"__module__": real.__module__, "__doc__": real.__doc__}
    )
    stand_in.dpverify_original = real
    return stand_in


def functions() -> list[tuple[Any, Any]]:
    """Functions and types of NumPy, with what stands in their place wherever they were imported."""
    random = _numpy().random
    if not _REAL:
        for name in (*MADE, "default_rng", "BitGenerator", "Generator"):
            _REAL[name] = getattr(random, name)
        for kind in (random.Generator, random.RandomState):
            _BITS[kind] = vars(kind)["_bit_generator"]
    real_rng = _REAL["default_rng"]

    def default_rng(seed: Any = None) -> Any:
        if not running():
            return _without_guards(real_rng, seed)
        return _made(real_rng, seed)

    pairs: list[tuple[Any, Any]] = [(real_rng, default_rng)]
    pairs += [(_REAL[name], _maker(_REAL[name])) for name in MADE]
    state = random.mtrand._rand
    for name, function in vars(random).items():
        if getattr(function, "__self__", None) is state:
            pairs.append((function, _legacy(LEGACY.get(name, function.__name__), function, state)))
    pairs += [(getattr(random, name), _legacy(method, getattr(random, name), state))
              for name, method in {**LEGACY, "seed": "seed"}.items()
              if hasattr(random, name)]  # fmt: skip
    pairs.append((random.set_bit_generator, _set_bit_generator(random.set_bit_generator)))
    return pairs


def _set_bit_generator(real: Any) -> Any:
    def function(*args: Any) -> Any:  # of all later runs, too
        if running():
            raise refused("changes the generator of numpy.random (set_bit_generator)")
        return real(*args)

    return function


def _legacy(name: str, real: Any, state: Any) -> Method:
    """A legacy function of numpy.random, which is bound to the one global RandomState."""

    def function(*args: Any, **named: Any) -> Any:
        if CURRENT.making:
            return real(*args, **named)
        return getattr(type(state), name)(state, *args, **named)

    return function


def classes() -> list[tuple[type, str, Any]]:
    """NumPy's types with a name and what stands there."""
    random = _numpy().random
    found: list[tuple[type, str, Any]] = []
    for kind in (random.Generator, random.RandomState):
        found += [(kind, *item) for item in methods(kind).items()]
    for kind in (_REAL["BitGenerator"], *(_REAL[n] for n in MADE[1:])):
        found += [(kind, *item) for item in methods_of_bits(kind).items()]
    return found


def kinds() -> list[type]:
    """The types of NumPy's generators and bit generators, with those that are derived from them."""
    found: list[type] = [*_BITS, _REAL["BitGenerator"]]
    for kind in found:
        found += kind.__subclasses__()
    return found
