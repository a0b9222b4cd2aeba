"""For the kernel: re-check that a claim holds on all integer inputs of a program.

Trusted, with `checkers/certificates/alignment.py`. The subject is the program traced on all integer
inputs (`defs/continuous/integers.py`): `family` with `moves`. There "laplace" of scale b stands for
integers z with probabilities in proportion to e^{−|z|/b}, "exponential" for z ≥ 0 and e^{−z/b}.
The proof is that of `alignment.py` with sums in place of integrals: z ↦ z + s maps integer points
of a path one to one to those of its image, because every shift is an integer: so here each constant
and each slope of a shift must be one, and inputs move by integers.

What must never change: accepted means that each shift is an integer for every move, that no
condition decreases, no released value changes, and that the cost is at most the ε claimed.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from dpverify.checkers.certificates.alignment import certified, family_moved
from dpverify.checkers.certificates.documents import read_certificate
from dpverify.checkers.kernels.outcome import Outcome, known_keys
from dpverify.checkers.kernels.programs import (
    NAMES,
    Program,
    only_numbers,
    opened,
    parameters,
    replayed,
)
from dpverify.defs import numbers as num
from dpverify.defs.continuous.traced import Traced
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need as _need


def replay(document: object) -> Outcome:
    """Re-check a result; as `kernel.replay`."""
    return replayed(document, _result)


def _result(document: Any) -> Outcome:
    name, verdict, given, content = opened(document, "bound certificate tight")
    _need(name == "pure-dp" or verdict, "of integer inputs eps is bounded for pure-dp alone")
    _need(("tight" in document) == (verdict is None), "tight: it is bounded where it is measured")
    _need(verdict != "fails", "of integer inputs it is shown here that a claim holds")
    _need(given.keys() == (NAMES[name] if verdict else set()), "given: a parameter too many or few")
    eps, _ = parameters(given)
    program = Program(content, name, integers=True)
    _need(program.everywhere, "the program is not on all integer inputs")
    bound = num.as_eps(_bound(program, doc.member(document, "certificate", dict)))
    _need([*doc.member(document, "bound", dict)] == ["eps"], "the bound: not eps alone")
    only_numbers(document["bound"], "the bound", ("eps",))
    doc.agrees(document["bound"]["eps"], bound, "the bound", num.as_eps)
    program.counts(document, "integer")
    if verdict is None:
        doc.graded(document, ("enclosure",))
        tight = doc.member(document, "tight", dict)
        _need([*tight] == ["eps"], "tight: not eps alone")
        only_numbers(tight, "tight", ("eps",))
        low, high = doc.stated(tight["eps"], num.as_eps, "tight eps")
        _need(low == 0 and bound <= high, "the certificate does not show these bounds")
        text = f"{name} measured, of a program with integer noise: the upper bound is re-checked"
        return program.accepted(document, text)
    doc.graded(document, ("certificate",))
    _need(bound <= eps, "the certificate shows no such eps")
    text = f"{name} holds, of a program with integer noise, on all integer inputs: re-checked"
    return program.accepted(document, text)


def _bound(program: Program, certificate: Any) -> Fraction:
    """What the certificate shows, in nats."""
    traced, entries = program.family, program.entries
    _integers(traced)
    known_keys(certificate, "the certificate", ("table", "shifts"))
    shifts, leads = read_certificate(certificate, len(traced.noises))
    _need(not leads, "leads are about continuous noise")
    _whole(shifts, len(entries))
    found = certified(traced.noises, family_moved(traced, entries), program.moves, shifts)
    return found * program.unit(traced)


def _integers(traced: Traced) -> None:
    """Every condition is one between integers, for integer noise and inputs."""
    for paths in traced.words.values():
        for path in paths:
            for form in path.conditions:
                numbers = [k for _, k in (*form.noises, *form.shift.gaps)]
                whole = all(k.denominator == 1 for k in [*numbers, form.shift.constant])
                _need(whole, "a condition is not one between integers")


def _whole(shifts: Mapping[str, Any], count: int) -> None:
    """Every shift is an integer for every integer move."""
    seen = {
        id(shift): shift
        for paths in shifts.values()
        for choices in paths
        for choice in choices
        for shift in choice.values()
    }
    for shift in seen.values():
        numbers = [shift.by.constant, *(slope for _, slope in shift.by.slopes)]
        _need(all(k.denominator == 1 for k in numbers), "integer noise is shifted by a fraction")
        named = [entry for a in (shift.by, shift.size) for entry, _ in a.slopes]
        _need(all(entry < count for entry in named), "a shift names no entry")
