"""Reads traced programs from JSON data, as they cross the border of a process or stand in results.

Every number is a text, a rational such as "-3/4". A form is {"noises": [[number, factor], …],
"shift": s}; a shift is a text, or [constant, {gap: factor, …}] where gaps occur. Paths share forms:
these stand once, in `forms`, and a path names them by their places, "0 3 4"; a list of forms is
read as well. A path whose value is rounded or wrapped around has a `shape`. Trusted by the kernel:
what is not of this form raises NumberError, in one line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import AGAIN, EXACT, Form, Law, Noise, Path, Shape, Traced
from dpverify.defs.numbers.documents import member, need
from dpverify.defs.numbers.errors import NumberError

PLACES = re.compile(r"([0-9]{1,9}( [0-9]{1,9})*)?", re.ASCII)
RATIONAL = re.compile(r"-?[0-9]{1,4000}(/[0-9]{1,4000})?", re.ASCII)


def rational(given: Any, what: str = "a number") -> Fraction:
    """A rational number from its text."""
    number = _parsed(given) if type(given) is str else None
    if number is None:
        raise NumberError(f"{what} is no text such as '-3/4'")
    return number


@lru_cache(maxsize=10_000)  # a program repeats few numbers many times
def _parsed(given: str) -> Fraction | None:
    if not RATIONAL.fullmatch(given) or (not given.partition("/")[2].strip("0") and "/" in given):
        return None
    return Fraction(given)


def read_shift(given: Any) -> Shift:
    """The shift of a document."""
    if type(given) is str:
        return Shift(rational(given, "a shift"))
    need(type(given) is list and len(given) == 2, "a shift is neither a text nor a pair")
    constant, gaps = given
    need(type(gaps) is dict and all(gaps), "the gaps of a shift are no object")
    factors = {name: rational(k, "the factor of a gap") for name, k in gaps.items()}
    return Shift(rational(constant, "a shift")) + Shift.of(0, **factors)


def read_traced(given: Any, laws: Sequence[Law] = EXACT, *, one_value: bool = False) -> Traced:
    """The traced program of a document; NumberError for anything else.

    Args: laws those that the caller can deal with; one_value whether it can deal with paths that
        begin again, and with shapes of what is released.
    """
    _only(given, "noises symbolic forms words", "a program")
    noises = tuple(_read_noise(noise, laws) for noise in member(given, "noises", list))
    symbolic, count = member(given, "symbolic", bool), len(noises)
    listed = _list(given.get("forms", []), "the forms of a program")
    forms = [_read_form(form, count) for form in listed]
    words = {
        word: tuple(
            _read_path(path, forms, count, one_value)
            for path in _list(paths, "the paths of a word")
        )
        for word, paths in member(given, "words", dict).items()
    }
    need(words, "a program has no word")
    need(one_value or AGAIN not in words, "a program draws anew, which is not dealt with here")
    for path in words.get(AGAIN, ()):
        need(not path.released, "a value is released on a path that begins again")
    return Traced(noises, words, symbolic)


def places(given: str, count: int, what: str) -> list[int]:
    """Places in a list of so many, from a text such as "0 3 4"."""
    need(PLACES.fullmatch(given), f"{what} are no places such as '0 3 4'")
    numbers = [int(place) for place in given.split()]
    need(all(place < count for place in numbers), f"{what}: there are {count} to name")
    return numbers


def _read_noise(given: Any, laws: Sequence[Law]) -> Noise:
    _only(given, "law scale", "a noise")
    law, scale = member(given, "law", str), rational(given.get("scale"), "a scale")
    known = [each for each in laws if each == law]
    need(known, f"there is no law {law[:60]!a}, or none that is dealt with here")
    need(scale > 0, "a scale is not positive")
    return Noise(known[0], scale)


def _read_path(given: Any, forms: list[Form], count: int, one_value: bool) -> Path:
    def read(key: str) -> tuple[Form, ...]:
        named = given.get(key) if type(given) is dict else None
        if type(named) is str:
            return tuple(forms[place] for place in places(named, len(forms), "the forms of a path"))
        return tuple(_read_form(form, count) for form in member(given, key, list))

    _only(given, "conditions released shape" if one_value else "conditions released", "a path")
    released = read("released")
    if "shape" not in given:
        return Path(read("conditions"), released)
    need(len(released) == 1, "a path with a shape does not release one value")
    return Path(read("conditions"), released, _read_shape(given["shape"]))


def _read_shape(given: Any) -> Shape:
    _only(given, "step offset modulus", "a shape")
    need(type(given) is dict, "a shape is no object")
    numbers = {key: rational(text, f"the {key} of a shape") for key, text in given.items()}
    shape = Shape(**numbers)
    need(shape.step != 0, "the step of a shape is 0")
    need(shape.modulus is None or shape.modulus > 0, "the modulus of a shape is not positive")
    need(shape.step or shape.modulus, "a shape has neither a step nor a modulus")
    need(shape.step or not shape.offset, "a shape without a step has an offset")
    return shape


def _read_form(given: Any, count: int) -> Form:
    _only(given, "noises shift", "a form")
    factors: dict[int, Fraction] = {}
    for pair in member(given, "noises", list):
        need(type(pair) is list and len(pair) == 2, "a noise of a form is no pair")
        number, factor = rational(pair[0]), rational(pair[1], "the factor of a noise")
        fits = number.denominator == 1 and 0 <= number < count and number not in factors
        need(fits and factor, "a form names a noise that is not there, or one twice")
        factors[int(number)] = factor
    return Form(tuple(sorted(factors.items())), read_shift(given.get("shift")))


def _only(given: Any, known: str, what: str) -> None:
    """Refuse an object with keys that mean nothing here."""
    more = (given.keys() if isinstance(given, dict) else set()) - {*known.split()}
    need(not more, f"{what} has the key {min(map(str, more), default='')[:60]!a}, not known here")


def _list(given: Any, what: str) -> list[Any]:
    need(type(given) is list, f"{what} are no list")
    members: list[Any] = given
    return members
