"""Certificates of alignment as JSON data, as results hold them.

{"table": [[by, size], …], "shifts": {word: [for each path [for each box "noise place noise place
…"]]}, "leads": {word: noise}}: each noise with the place of its shift in the table. `by` and `size`
are affine in the input's move, [constant, [[entry, slope], …]], and numbers are texts. In place of
a text {noise: [by, size]} is read as well. Trusted: what is not of this form raises NumberError, in
one line.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from dpverify.checkers.kernel.certificates.alignment import Affine, Certificate, Shifted, Shifts
from dpverify.checkers.kernel.certificates.decay import Decay, Multipliers
from dpverify.checkers.kernel.outcome import known_keys
from dpverify.defs.documents.traced_documents import places, rational
from dpverify.defs.numbers.documents import member, need


def certificate_document(certificate: Certificate, leads: Mapping[str, int]) -> dict[str, Any]:
    """A certificate as JSON data."""
    seen: dict[int, int] = {}  # by identity first: to compare shifts takes long
    table: dict[Shifted, int] = {}

    def named(shifts: Shifts) -> str:
        for shift in shifts.values():
            if id(shift) not in seen:
                seen[id(shift)] = table.setdefault(shift, len(table))
        return " ".join(f"{number} {seen[id(shift)]}" for number, shift in shifts.items())

    written = {
        word: [[named(shifts) for shifts in boxes] for boxes in paths]
        for word, paths in certificate.items()
    }
    form: dict[str, Any] = {"table": list(map(_shift_document, table)), "shifts": written}
    if leads:
        form["leads"] = {word: str(number) for word, number in leads.items()}
    return form


def read_certificate(given: Any, noises: int) -> tuple[dict[str, Any], dict[str, int]]:
    """The shifts and the leads of a certificate.

    Args: noises how many there are.
    """
    table = list(map(_read_shift, _list(given.get("table", []))))
    shifts = {
        word: [[_read_shifts(one, noises, table) for one in _list(boxes)] for boxes in _list(paths)]
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
    known_keys(given, "the decay", ("move", "base", "path", "noises", "multipliers", "impossible"))
    for each in member(given, "multipliers", list):
        known_keys(each, "the multipliers of a path", ("conditions", "released"))
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


def _shift_document(shift: Shifted) -> list[Any]:
    return [_affine_document(shift.by), _affine_document(shift.size)]


def _affine_document(given: Affine) -> list[Any]:
    return [str(given.constant), [[str(entry), str(slope)] for entry, slope in given.slopes]]


def _read_shifts(given: Any, noises: int, table: list[Shifted]) -> dict[int, Shifted]:
    if type(given) is str:
        named = places(given, max(noises, len(table)), "the shifts of a path")
        need(len(named) % 2 == 0, "a noise of a path has no shift")
        known = all(n < noises for n in named[::2]) and all(k < len(table) for k in named[1::2])
        need(known, "a certificate names a noise or a shift that is not there")
        found = {n: table[k] for n, k in zip(named[::2], named[1::2], strict=True)}
        need(2 * len(found) == len(named), "a noise is shifted twice")
        return found
    need(type(given) is dict, "the shifts of a path are no object")
    found = {_number(number, noises): _read_shift(pair) for number, pair in given.items()}
    need(len(found) == len(given), "a noise is shifted twice")
    return found


def _read_shift(given: Any) -> Shifted:
    need(type(given) is list and len(given) == 2, "a shift is no pair of its value and its size")
    return Shifted(_read_affine(given[0]), _read_affine(given[1]))


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
