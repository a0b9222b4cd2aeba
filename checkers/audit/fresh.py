"""Copies of plain data: what one call of a sampler writes into must not reach the next one.

A function that adds its noise to an array it was given would be asked about another input each
time, and one that writes each output where the last one was would return the same one many times.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def fresh(value: Any) -> Any:
    """A copy of arrays, tables of pandas, lists, dictionaries, sets and tuples, and those in them.

    All else is returned as it is: an object may hold a generator, whose copy would draw the same
    numbers again. So is what holds itself.

    >>> given = [[1], {"a": [2]}]
    >>> copy = fresh(given)
    >>> copy == given, copy[0] is given[0], copy[1]["a"] is given[1]["a"]
    (True, False, False)
    """
    try:
        return _copy(value)
    except RecursionError:
        return value


def _copy(value: Any) -> Any:
    kind = type(value)
    if isinstance(value, np.ndarray):
        return _of_array(value)
    if kind is dict:
        return {key: _copy(part) for key, part in value.items()}
    if kind in (list, tuple):
        return kind(map(_copy, value))
    if kind in (set, bytearray):
        return kind(value)
    if isinstance(value, tuple) and hasattr(value, "_make"):  # a named tuple
        return value._make(map(_copy, value))
    if kind.__module__.partition(".")[0] == "pandas" and hasattr(value, "copy"):
        return value.copy()
    return value


def _of_array(array: Any) -> Any:
    made = array.copy()
    if array.dtype == object:
        members = made.reshape(-1)
        for place, part in enumerate(members.tolist()):
            members[place] = _copy(part)
    return made
