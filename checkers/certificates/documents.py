"""Certificates of alignment as JSON data, as results hold them.

{"bound": k, "shifts": {word: [for each path [for each box {noise: [by, size]}]]}, "leads":
{word: noise}}; `by` and `size` are affine in the input's move, [constant, [[entry, slope], …]], and
numbers are texts. Trusted: what is not of this form raises NumberError, in one line.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from dpverify.checkers.certificates.alignment import Affine, Certificate, Shifted, Shifts
from dpverify.checkers.certificates.decay import Decay, Multipliers
from dpverify.defs.continuous.documents import rational
from dpverify.defs.numbers.documents import member, need


def certificate_document(certificate: Certificate, leads: Mapping[str, int]) -> dict[str, Any]:
    """A certificate as JSON data."""
    form: dict[str, Any] = {
        "shifts": {
            word: [[_shifts_document(shifts) for shifts in boxes] for boxes in paths]
            for word, paths in certificate.items()
        }
    }
    if leads:
        form["leads"] = {word: str(number) for word, number in leads.items()}
    return form


def read_certificate(given: Any, noises: int) -> tuple[dict[str, Any], dict[str, int]]:
    """The shifts and the leads of a certificate.

    Args: noises how many there are.
    """
    shifts = {
        word: [[_read_shifts(one, noises) for one in _list(boxes)] for boxes in _list(paths)]
        for word, paths in member(given, "shifts", dict).items()
    }
    leads = given.get("leads", {})
    need(type(leads) is dict, "leads is no object")
    return shifts, {word: _number(number, noises) for word, number in leads.items()}


def decay_document(decay: Decay) -> dict[str, Any]:
    """A certificate of decay (`decay.py`) as JSON data."""
    return {
        "move": list(map(str, decay.move)),
        "base": list(map(str, decay.base)),
        "path": str(decay.path),
        "noises": list(map(str, decay.noises)),
        "multipliers": [
            {"conditions": list(map(str, m.conditions)), "released": list(map(str, m.released))}
            for m in decay.multipliers
        ],
        "impossible": decay.impossible,
    }


def read_decay(given: Any, paths: int) -> Decay:
    """The certificate that `decay_document` wrote; `paths` is how many the word has."""
    return Decay(
        _numbers(given, "move"),
        _numbers(given, "base"),
        _number(given.get("path"), paths),
        _numbers(given, "noises"),
        tuple(
            Multipliers(_numbers(each, "conditions"), _numbers(each, "released"))
            for each in member(given, "multipliers", list)
        ),
        member(given, "impossible", bool),
    )


def _numbers(given: Any, key: str) -> tuple[Fraction, ...]:
    return tuple(rational(number, key) for number in member(given, key, list))


def _shifts_document(shifts: Shifts) -> dict[str, Any]:
    return {
        str(number): [_affine_document(shift.by), _affine_document(shift.size)]
        for number, shift in shifts.items()
    }


def _affine_document(given: Affine) -> list[Any]:
    return [str(given.constant), [[str(entry), str(slope)] for entry, slope in given.slopes]]


def _read_shifts(given: Any, noises: int) -> dict[int, Shifted]:
    need(type(given) is dict, "the shifts of a path are no object")
    found = {}
    for number, pair in given.items():
        need(type(pair) is list and len(pair) == 2, "a shift is no pair of its value and its size")
        found[_number(number, noises)] = Shifted(_read_affine(pair[0]), _read_affine(pair[1]))
    need(len(found) == len(given), "a noise is shifted twice")
    return found


def _read_affine(given: Any) -> Affine:
    need(type(given) is list and len(given) == 2, "an affine number is no pair")
    slopes: dict[int, Any] = {}
    for pair in _list(given[1]):
        need(type(pair) is list and len(pair) == 2, "a slope is no pair")
        entry = _number(pair[0], None)
        need(entry not in slopes, "an entry has two slopes")
        slopes[entry] = rational(pair[1], "a slope")
    return Affine(rational(given[0]), tuple(slopes.items()))


def _number(given: Any, most: int | None) -> int:
    number = rational(given)
    known = number.denominator == 1 and number >= 0 and (most is None or number < most)
    need(known, "a certificate names a noise or an entry that is not there")
    return int(number)


def _list(given: Any) -> list[Any]:
    need(type(given) is list, "a certificate has something else where a list belongs")
    found: list[Any] = given
    return found
