"""The states of generators: compared, to see whether one was drawn from, and restored."""

from __future__ import annotations

import random
from typing import Any


def state_of(generator: Any) -> Any:
    """What a generator would draw from next, to be compared; None of the system's randomness."""
    if isinstance(generator, random.SystemRandom):
        return None
    if isinstance(generator, random.Random):
        # Of the type in C: a class of the code's own may do anything in getstate().
        return _GETSTATE(generator), getattr(generator, "gauss_next", None)
    return _Frozen(generator.state)


def told(state: Any) -> Any:
    """A state as a key of a dictionary."""
    return state._text if isinstance(state, _Frozen) else state


def set_state(generator: Any, state: Any) -> None:
    """Give a generator the state that it had."""
    if state is None:
        return
    if isinstance(generator, random.Random):
        numbers, pending = state
        _SETSTATE(generator, numbers)
        generator.gauss_next = pending  # type: ignore[attr-defined]  # gauss() keeps every second number
    else:
        generator.state = state.held


_OF_C: Any = random.Random.__mro__[1]
_GETSTATE, _SETSTATE = _OF_C.getstate, _OF_C.setstate


class _Frozen:
    """A state of a bit generator of NumPy's: a dictionary with arrays in it."""

    def __init__(self, state: Any) -> None:
        self.held = state
        self._text = _frozen(state)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Frozen) and self._text == other._text

    __hash__ = None  # type: ignore[assignment]  # it is compared, and never a key


def _frozen(state: Any) -> Any:
    if isinstance(state, dict):
        return tuple((key, _frozen(value)) for key, value in state.items())
    return state.tobytes() if hasattr(state, "tobytes") else state
