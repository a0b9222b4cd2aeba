"""Traced programs as JSON data, to cross the border of a process and to stand in results.

Every number is a text, a rational such as "-3/4". A form is {"noises": [[number, factor], …],
"shift": s}; a shift is a text, or [constant, {gap: factor, …}] where gaps occur. Paths share forms:
these stand once, in `forms`, and a path names them by their places, "0 3 4"; a list of forms is
read as well. Trusted by the kernel: what is not of this form raises NumberError, in one line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import EXACT, Form, Law, Noise, Path, Traced
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


def shift_document(shift: Shift) -> Any:
    """A shift as JSON data."""
    if shift.finite:
        return str(shift.constant)
    return [str(shift.constant), {name: str(k) for name, k in shift.gaps}]


def read_shift(given: Any) -> Shift:
    """The shift that `shift_document` wrote."""
    if type(given) is str:
        return Shift(rational(given, "a shift"))
    need(type(given) is list and len(given) == 2, "a shift is neither a text nor a pair")
    constant, gaps = given
    need(type(gaps) is dict and all(gaps), "the gaps of a shift are no object")
    factors = {name: rational(k, "the factor of a gap") for name, k in gaps.items()}
    return Shift(rational(constant, "a shift")) + Shift.of(0, **factors)


def traced_document(traced: Traced) -> dict[str, Any]:
    """A traced program as JSON data."""
    places: dict[int, int] = {}  # by identity first: to compare forms takes long
    known: dict[Form, int] = {}

    def named(forms: tuple[Form, ...]) -> str:
        for form in forms:
            if id(form) not in places:
                places[id(form)] = known.setdefault(form, len(known))
        return " ".join(str(places[id(form)]) for form in forms)

    words = {
        word: [
            {"conditions": named(path.conditions), "released": named(path.released)}
            for path in paths
        ]
        for word, paths in traced.words.items()
    }
    return {
        "noises": [{"law": noise.law, "scale": str(noise.scale)} for noise in traced.noises],
        "symbolic": traced.symbolic,
        "forms": list(map(_form_document, known)),
        "words": words,
    }


def read_traced(given: Any, laws: Sequence[Law] = EXACT) -> Traced:
    """The traced program that `traced_document` wrote; NumberError for anything else.

    Args: laws those that the caller can deal with.
    """
    _only(given, "noises symbolic forms words", "a program")
    noises = tuple(_read_noise(noise, laws) for noise in member(given, "noises", list))
    symbolic, count = member(given, "symbolic", bool), len(noises)
    listed = _list(given.get("forms", []), "the forms of a program")
    forms = [_read_form(form, count) for form in listed]
    words = {
        word: tuple(_read_path(path, forms, count) for path in _list(paths, "the paths of a word"))
        for word, paths in member(given, "words", dict).items()
    }
    need(words, "a program has no word")
    return Traced(noises, words, symbolic)


def places(given: str, count: int, what: str) -> list[int]:
    """Places in a list of so many, from a text such as "0 3 4"."""
    need(PLACES.fullmatch(given), f"{what} are no places such as '0 3 4'")
    found = [int(place) for place in given.split()]
    need(all(place < count for place in found), f"{what}: there are {count} to name")
    return found


def _form_document(form: Form) -> dict[str, Any]:
    return {
        "noises": [[str(number), str(factor)] for number, factor in form.noises],
        "shift": shift_document(form.shift),
    }


def _read_noise(given: Any, laws: Sequence[Law]) -> Noise:
    _only(given, "law scale", "a noise")
    law, scale = member(given, "law", str), rational(given.get("scale"), "a scale")
    known = [each for each in laws if each == law]
    need(known, f"there is no law {law[:60]!a}, or none that is dealt with here")
    need(scale > 0, "a scale is not positive")
    return Noise(known[0], scale)


def _read_path(given: Any, forms: list[Form], count: int) -> Path:
    def read(key: str) -> tuple[Form, ...]:
        named = given.get(key) if type(given) is dict else None
        if type(named) is str:
            return tuple(forms[place] for place in places(named, len(forms), "the forms of a path"))
        return tuple(_read_form(form, count) for form in member(given, key, list))

    _only(given, "conditions released", "a path")
    return Path(read("conditions"), read("released"))


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
    found: list[Any] = given
    return found
