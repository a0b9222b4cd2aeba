"""Randomness that a program gets elsewhere than from `draw`.

What must never change: a mechanism that reads a clock, the system's randomness, a generator, an
address, a hash of texts or its machine is refused by name, on whatever path it does so, because
none of its probabilities is known. Repeated runs alone would notice that by chance only.
"""

from __future__ import annotations

import random
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from typing import Any

from dpverify.defs.errors import ProgramError
from dpverify.defs.programs.entropy_sources import INSTEAD, NUMPY, PYTHON
from dpverify.defs.programs.guards import EXAMINATION, STATE, guarded
from dpverify.defs.programs.reach import Reached, reached
from dpverify.defs.programs.standing import PROGRAMS


@contextmanager
def no_other_coins(name: str, *functions: Callable[..., Any] | None) -> Iterator[Reached]:
    """Run a program inside; raises ProgramError if it looked at more than its input and draws.

    It is said in place of a difference between two runs, of which it is the reason.

    Args: name of the program, for messages; functions of it, from which everything that it can
        get at is looked through.
    Returns: what was found there.

    >>> with no_other_coins("toss"):
    ...     _ = random.random()
    Traceback (most recent call last):
    ...
    dpverify.defs.errors.ProgramError: toss draws from Python's random (…); ask draw instead, for …
    """
    given = [function for function in functions if function is not None]
    if given and all(map(ours, given)):
        STATE.files.clear()
        yield Reached(ours=True)
        return
    own = frozenset(_top(function) for function in given) - {"dpverify"}
    with EXAMINATION:
        yield from _examined(name, own, given)


def _examined(name: str, own: frozenset[str], given: list[Callable[..., Any]]) -> Iterator[Reached]:
    """The same, when no other thread examines a program: it may be one of the same module."""
    refuse_threads(name, own)
    STATE.files.clear()
    with guarded(own):
        reachable = reached(given, own)
        if reachable.held is not None:
            raise ProgramError(f"{name} {reachable.held.removesuffix(',')}{INSTEAD}")
        before = _generators()
        try:
            yield reachable
        except Exception as error:
            _compare(before, name, error)
            raise
        _compare(before, name, None)


def refuse_threads(name: str, own: frozenset[str]) -> None:
    """Raise a ProgramError where a thread of the program runs: it may change what a run finds.

    Args: own the top-level modules that are the program's.
    """
    here = threading.current_thread()
    frames = sys._current_frames()
    for thread in threading.enumerate():
        if thread is here:
            continue
        held = [getattr(thread, "_target", None), getattr(thread, "function", None), type(thread)]
        # A thread without a target has none of anybody's; a function without a module may be ours.
        modules = [getattr(thing, "__module__", None) for thing in held if thing is not None]
        frame = frames.get(thread.ident or 0)
        while frame is not None:
            modules.append(frame.f_globals.get("__name__"))
            frame = frame.f_back
        if any(str(module or "").partition(".")[0] in own for module in modules):
            raise ProgramError(
                f"{name} has a thread that runs ({thread.name}), which may change what a run finds;"
                " a mechanism only computes and draws; if that thread asks about it, put the"
                " mechanism into a module of its own"
            )


def ours(function: Callable[..., Any]) -> bool:
    """Whether a function is one of dpverify's own mechanisms, which draw from `draw` alone."""
    return _top(function) == "dpverify"


def _module(function: Callable[..., Any]) -> str:
    return str(getattr(function, "__module__", None) or "")


def _top(function: Callable[..., Any]) -> str:
    return _module(function).partition(".")[0]


def _compare(before: list[tuple[Any, Any]], name: str, error: Exception | None) -> None:
    """Raise where a guard was called, also if the program caught that, or a generator moved."""
    if STATE.trouble is not None:
        trouble = STATE.trouble
        raise ProgramError(f"{name} {trouble}") from error
    for generator, state in before:
        if _state(generator) != state:
            what = PYTHON if isinstance(generator, random.Random) else NUMPY
            raise ProgramError(f"{name} {what}{INSTEAD}") from error


def _generators() -> list[tuple[Any, Any]]:
    """Generators with their states: those whose methods cannot be guarded, and the global one."""
    known: list[tuple[Any, Any]] = [(_GLOBAL, _state(_GLOBAL))]
    numpy = sys.modules.get("numpy.random")
    if numpy is None:
        return known
    kinds = (numpy.BitGenerator, numpy.RandomState, numpy.Generator)
    # The type itself is asked: an object may lie about its class. Each type once: there are few.
    values = [*chain.from_iterable(map(list, map(dict.values, PROGRAMS.spaces())))]
    wanted = {kind for kind in {*map(type, values)} if issubclass(kind, kinds)}
    held = [g for g in values if type(g) in wanted] if wanted else []
    return known + [(g, _state(g)) for g in (numpy.mtrand._rand, *held)]


def _state(generator: Any) -> Any:
    if isinstance(generator, random.Random):
        return generator.getstate()
    generator = getattr(generator, "bit_generator", generator)
    read = getattr(generator, "get_state", None)
    return _frozen(generator.state if read is None else read(legacy=False))


def _frozen(state: Any) -> Any:
    if isinstance(state, dict):
        return tuple((key, _frozen(value)) for key, value in state.items())
    return state.tobytes() if hasattr(state, "tobytes") else state


_GLOBAL: Any = random.random.__self__  # type: ignore[attr-defined]  # a bound method
