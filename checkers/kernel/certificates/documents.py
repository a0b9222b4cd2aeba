"""Reads certificates of alignment and of decay from JSON data, as results hold them.

{"table": [[by, size], …], "shifts": {word: [for each path [for each box "noise place noise place
…"]]}, "leads": {word: noise}}: each noise with the place of its shift in the table. `by` and `size`
are affine in the input's move, [constant, [[entry, slope], …]], and numbers are texts. In place of
a text {noise: [by, size]} is read as well. What writes them is `checkers/continuous/
certificates.py`. Trusted: what is not of this form raises NumberError, in one line.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpverify.checkers.kernel.certificates.alignment import Affine, Shifted
from dpverify.checkers.kernel.certificates.decay import Decay, Multipliers
from dpverify.checkers.kernel.outcome import known_keys
from dpverify.defs.documents.traced_documents import places, rational
from dpverify.defs.numbers.documents import member, need


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


def read_decay(given: Any, paths: int) -> Decay:
    """The certificate that was written; `paths` is how many the word has."""
    known_keys(given, "the decay", ("move", "base", "path", "noises", "multipliers", "impossible"))
    for entry in member(given, "multipliers", list):
        known_keys(entry, "the multipliers of a path", ("conditions", "released"))
    return Decay(
        _numbers(given, "move"),
        _numbers(given, "base"),
        _number(given.get("path"), paths),
        _numbers(given, "noises"),
        tuple(
            Multipliers(_numbers(entry, "conditions"), _numbers(entry, "released"))
            for entry in member(given, "multipliers", list)
        ),
        member(given, "impossible", bool),
    )


def _numbers(given: Any, key: str) -> tuple[Fraction, ...]:
    return tuple(rational(number, key) for number in member(given, key, list))


def _read_shifts(given: Any, noises: int, table: list[Shifted]) -> dict[int, Shifted]:
    if type(given) is str:
        named = places(given, max(noises, len(table)), "the shifts of a path")
        need(len(named) % 2 == 0, "a noise of a path has no shift")
        known = all(n < noises for n in named[::2]) and all(k < len(table) for k in named[1::2])
        need(known, "a certificate names a noise or a shift that is not there")
        shifts = {n: table[k] for n, k in zip(named[::2], named[1::2], strict=True)}
        need(2 * len(shifts) == len(named), "a noise is shifted twice")
        return shifts
    need(type(given) is dict, "the shifts of a path are no object")
    shifts = {_number(number, noises): _read_shift(pair) for number, pair in given.items()}
    need(len(shifts) == len(given), "a noise is shifted twice")
    return shifts


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
    members: list[Any] = given
    return members
