"""Python's own sources: the module random, SystemRandom, secrets, os.urandom, and the module math.

All other methods of `random.Random` (uniform, choice, shuffle, sample, gauss, …) are Python code on
top of these few, and run as they are. `_randbelow(n)` draws bits until they are below n, which has
no end; it is answered by its law, uniform on 0, …, n − 1, which is that of the loop exactly.
"""

from __future__ import annotations

import math
import os
import random
import secrets
from collections.abc import Callable
from typing import Any

from dpverify.defs.as_run.answers import CURRENT, asked, identity, refuse_dependent, running
from dpverify.defs.as_run.by_value import plainly
from dpverify.defs.as_run.ideal import Ideal
from dpverify.defs.as_run.kinds import kind_after
from dpverify.defs.as_run.lazy import Lazy, binary, unary
from dpverify.defs.as_run.refusing import refused

MOST_BYTES = 2
"""Random bytes that are answered, each value on a path of its own."""
_GLOBAL: Any = random.random.__self__  # type: ignore[attr-defined]  # a bound method
HELD: tuple[Any, ...] = (_GLOBAL,)
"""Generators that are always there."""


def answers_of(generator: Any, what: str) -> Any:
    """Who answers a draw from a generator of Python's; None for the generator itself.

    Raises: Refused for a copy of a generator, whose draws depend on those of the original, and for
        one that another run seeded.
    """
    answers = asked()
    if answers is None or identity(generator) in CURRENT.tables:
        return None
    place = identity(generator)
    if place not in CURRENT.known and place not in CURRENT.fresh:
        raise refused(f"draws from a copy of a generator ({what})")
    refuse_dependent(place)
    return answers


def _methods() -> dict[str, Callable[..., Any]]:
    """Methods for `random.Random`."""
    base = random.Random
    real_random, real_bits, real_below = (
        base.random, base.getrandbits, base._randbelow,  # type: ignore[attr-defined]  # not in the stubs
    )  # fmt: skip

    def uniform(self: Any) -> Any:
        answers = answers_of(self, "random")
        return real_random(self) if answers is None else answers.uniform("random.random")

    def getrandbits(self: Any, k: int, /) -> Any:
        answers = answers_of(self, "getrandbits")
        return real_bits(self, k) if answers is None else bits(answers, k)

    def below(self: Any, n: int, *more: Any) -> Any:
        answers = answers_of(self, "randrange")
        if answers is None:
            return real_below(self, n, *more)
        if not hasattr(n, "bit_length") or n <= 0:
            return real_below(self, n, *more)  # raises, or is 0, as this version of Python does
        return answers.below(n, "random.randrange")

    states = {name: _of_state(name) for name in ("getstate", "setstate", "__reduce__")}
    return {"random": uniform, "getrandbits": getrandbits, "_randbelow": below, "seed": _seeding(),
            **_normal_methods(), **states}  # fmt: skip


def _seeding() -> Callable[..., Any]:
    """Seeds a generator: with a number it is a table, without one its draws are answered."""
    real_seed = random.Random.seed

    def seed(self: Any, a: Any = None, version: int = 2) -> None:
        if running():
            if a is None:
                if identity(self) in CURRENT.tables:
                    raise refused("seeds a generator with a number and then with nothing")
                if identity(self) not in CURRENT.known:
                    real_seed(self, 0)  # a state to be compared; no draw comes of it
                    CURRENT.free(self)
                return
            CURRENT.table(self)
        real_seed(self, a, version)

    return seed


def _normal_methods() -> dict[str, Callable[..., Any]]:
    """Those for normal numbers, whose own algorithms are not followed."""
    base = random.Random
    real_gauss, real_normal = base.gauss, base.normalvariate

    def gauss(self: Any, mu: Any = 0.0, sigma: Any = 1.0) -> Any:
        answers = _who(self, "gauss")
        return real_gauss(self, mu, sigma) if answers is None else normal(answers, mu, sigma)

    def normalvariate(self: Any, mu: Any = 0.0, sigma: Any = 1.0) -> Any:
        answers = _who(self, "normalvariate")
        return real_normal(self, mu, sigma) if answers is None else normal(answers, mu, sigma)

    return {"gauss": gauss, "normalvariate": normalvariate}


def _who(generator: Any, what: str) -> Any:
    return asked() if isinstance(generator, random.SystemRandom) else answers_of(generator, what)


def normal(answers: Any, mu: Any, sigma: Any) -> Any:
    """A normal number; a negative deviation has the law of a positive one."""
    return mu + (answers.noise("gaussian", abs(sigma), "random.gauss") if sigma else 0.0)


def _of_state(name: str) -> Callable[..., Any]:
    """A method that tells or sets a state: refused while a run is answered."""
    real = getattr(random.Random, name)

    def method(self: Any, *args: Any) -> Any:
        if running() and identity(self) not in CURRENT.tables:
            raise refused(f"looks at the state of a generator (random.{name})")
        return real(self, *args)

    return method


def _system_methods() -> dict[str, Callable[..., Any]]:
    """Those that `SystemRandom` has of its own."""
    kind = random.SystemRandom
    real_random, real_bits, real_bytes = kind.random, kind.getrandbits, kind.randbytes

    def uniform(self: Any) -> Any:
        answers = asked()
        return real_random(self) if answers is None else answers.uniform("SystemRandom.random")

    def getrandbits(self: Any, k: int) -> Any:
        answers = asked()
        return real_bits(self, k) if answers is None else bits(answers, k)

    def randbytes(self: Any, n: int) -> Any:
        answers = asked()
        return real_bytes(self, n) if answers is None else random_bytes(n)

    def below(self: Any, n: int, *more: Any) -> Any:
        answers = asked()
        if answers is None or not hasattr(n, "bit_length") or n <= 0:
            return _REAL_BELOW(self, n, *more)
        return answers.below(n, "secrets.randbelow")

    def seed(self: Any, *args: Any, **named: Any) -> None:
        """It has no state."""

    return {"random": uniform, "getrandbits": getrandbits, "randbytes": randbytes,
            "_randbelow": below, "seed": seed}  # fmt: skip


_REAL_BELOW: Any = random.Random._randbelow  # type: ignore[attr-defined]  # not in the stubs


def bits(answers: Any, k: int) -> Any:
    """So many random bits, as an integer."""
    if k < 0:
        raise ValueError("number of bits must be non-negative")
    return 0 if k == 0 else answers.below(1 << k, "getrandbits")


def random_bytes(n: int) -> bytes:
    """So many random bytes, as `os.urandom` gives them.

    Raises: Refused beyond MOST_BYTES, since bytes are plain and each value is a path.
    """
    if n < 0:
        raise ValueError("negative argument not allowed")
    if n > MOST_BYTES:
        raise refused(f"draws {n} bytes from os.urandom (at most {MOST_BYTES} are answered)")
    answers = asked()
    if answers is None or n == 0:
        return b""
    return int(answers.below(1 << (8 * n), "os.urandom")).to_bytes(n, "big")


def _of_global(name: str, real: Any) -> Callable[..., Any]:
    """A function of the module random that is bound to the one global generator, in C."""
    del real  # the method of the type is it where nothing is answered
    kind: Any = type(_GLOBAL)
    if name == "random":
        return _global_uniform(kind)

    def function(*args: Any, **named: Any) -> Any:
        return getattr(kind, name)(_GLOBAL, *args, **named)

    return function


def _global_uniform(kind: Any) -> Callable[[], Any]:
    """`random.random()`, which is drawn most often: what the method of the type does, in short."""
    place = identity(_GLOBAL)

    def uniform() -> Any:
        answers = asked()
        if answers is None or place in CURRENT.touched or place not in CURRENT.known:
            return kind.random(_GLOBAL)  # a table too: what a run seeded is touched
        if place in CURRENT.twins:
            return kind.random(_GLOBAL)
        return answers.uniform("random.random")

    return uniform


def _of_system(name: str, real: Any) -> Callable[..., Any]:
    def function(*args: Any, **named: Any) -> Any:
        if CURRENT.making or asked() is None:
            return real(*args, **named)
        return getattr(random.SystemRandom, name)(real.__self__, *args, **named)

    return function


def _urandom(real: Any) -> Callable[..., Any]:
    def urandom(size: int, /) -> bytes:
        if CURRENT.making or asked() is None:
            return bytes(real(size))
        return random_bytes(size)

    return urandom


def _of_math(real: Any) -> Callable[..., Any]:
    """A function of math: of a lazy number it is one more operation, or refused by name."""
    name = real.__name__

    def function(*args: Any, **named: Any) -> Any:
        if any(issubclass(type(x), Ideal) for x in args):
            return _of_ideal(real, args)
        if not any(type(x) is Lazy for x in (*args, *named.values())):
            return real(*args, **named)
        if len(args) == 1 and not named:
            return unary(real, args[0])
        if name == "log" and len(args) == 2 and type(args[1]) is not Lazy:
            base = args[1]
            # math.log(x, b) is log(x)/log(b), in floats.
            return binary(lambda a, b: a / b, "div", unary(math.log, args[0]), real(base))
        if name == "pow" and len(args) == 2:
            return binary(real, "pow", *args)
        if name == "copysign":
            return binary(real, "copysign", *args)
        return plainly(real, args, f"computes math.{name} of a uniform value", **named)

    return function


def _of_ideal(real: Any, args: tuple[Any, ...]) -> Any:
    """A function of math of a number that depends on continuous noise."""
    name = real.__name__
    if len(args) == 1:
        return args[0].function(name, kind_after(real, args[0].kind))
    if name == "copysign" and not issubclass(type(args[0]), Ideal):
        if args[1] == 0:  # of which there are two
            raise refused("takes the sign of a noisy number that may be zero")
        return math.fabs(args[0]) * (1.0 if args[1] > 0 else -1.0)
    raise refused(f"computes math.{name} of a noisy number")


_OF_MATH = tuple(
    name
    for name, value in vars(math).items()
    if callable(value) and name not in ("floor", "ceil", "trunc")  # these ask the number itself
)


def functions() -> list[tuple[Any, Any]]:
    """Functions with what stands in their place, wherever they were imported by name."""
    pairs = [(getattr(random, name), _of_global(name, getattr(random, name)))
             for name in ("random", "getrandbits", "seed", "getstate", "setstate", "gauss",
                          "normalvariate")]  # fmt: skip
    pairs.append((secrets.randbits, _of_system("getrandbits", secrets.randbits)))
    pairs.append((os.urandom, _urandom(os.urandom)))
    pairs += [(getattr(math, name), _of_math(getattr(math, name))) for name in _OF_MATH]
    return pairs


def classes() -> list[tuple[type, str, Any]]:
    """Classes with a name and the method that stands there."""
    found: list[tuple[type, str, Any]] = [(random.Random, *item) for item in _methods().items()]
    found += [(random.SystemRandom, *item) for item in _system_methods().items()]
    return found + [(_C_RANDOM, name, _of_c(name)) for name in _OF_C]


_C_RANDOM: Any = random.Random.__mro__[1]
"""The type in C below `random.Random`, which code can reach as `_random.Random`."""
_OF_C = ("random", "getrandbits", "seed", "getstate", "setstate")


def _of_c(name: str) -> Callable[..., Any]:
    """A method of that type: Python's own generators pass through it, any other is refused."""
    real, python = getattr(_C_RANDOM, name), random.Random

    def method(self: Any, *args: Any) -> Any:
        if running() and not isinstance(self, python):
            raise refused(f"draws from _random.Random, the type below Python's generators ({name})")
        return real(self, *args)

    return method


def kinds() -> list[type]:
    """The types of Python's generators, with those that are derived from them."""
    found: list[type] = [random.Random]
    for kind in found:
        found += kind.__subclasses__()
    return found
