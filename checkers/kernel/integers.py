"""For the kernel: re-check that a claim holds on all integer inputs of a program.

Trusted, with `kernel/certificates/alignment.py`. The subject is the program traced on all integer
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

from dpverify.checkers.kernel.certificates.alignment import certified, family_moved
from dpverify.checkers.kernel.certificates.documents import read_certificate
from dpverify.checkers.kernel.outcome import Outcome, known_keys
from dpverify.checkers.kernel.programs import (
    NAMES,
    Program,
    only_numbers,
    opened,
    parameters,
    replayed,
)
from dpverify.defs import numbers as num
from dpverify.defs.documents.traced import Traced
from dpverify.defs.documents.traced_documents import rational
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need as _need


def replay(document: object) -> Outcome:
    """Re-check a result; as `door.replay`."""
    return replayed(document, _result)


def _result(document: Any) -> Outcome:
    name, verdict, given, content = opened(document, "bound certificate tight attained_by")
    _need(name == "pure-dp" or verdict, "of integer inputs eps is bounded for pure-dp alone")
    _need(("tight" in document) == (verdict is None), "tight: it is bounded where it is measured")
    _need(
        given.keys() == (NAMES[name] if verdict else set()),
        "'given' has a parameter too many or few",
    )
    eps, _ = parameters(given)
    program = Program(content, name, integers=True)
    _need(program.everywhere, "the program is not on all integer inputs")
    bound = num.as_eps(_bound(program, doc.member(document, "certificate", dict)))
    _need([*doc.member(document, "bound", dict)] == ["eps"], "the bound is not one of eps alone")
    only_numbers(document["bound"], "the bound", ("eps",))
    doc.agrees(document["bound"]["eps"], bound, "the bound", num.as_eps)
    program.counts(document, "integer")
    exact = "attained_by" in document
    _need(verdict is None or not exact, "attained_by: it belongs to what is measured")
    if verdict == "fails":
        return _failure(document, name, program, eps)
    if verdict is None:
        tight = doc.member(document, "tight", dict)
        _need([*tight] == ["eps"], "the tight value is not one of eps alone")
        only_numbers(tight, "tight", ("eps",))
        if exact:
            return _attained(document, program, bound)
        doc.graded(document, ("enclosure",))
        low, high = doc.stated(tight["eps"], num.as_eps, "tight eps")
        _need(low == 0 and bound <= high, "the certificate does not show these bounds")
        text = f"{name} measured, of a program with integer noise: the upper bound is re-checked"
        return program.accepted(document, text)
    doc.graded(document, ("certificate",))
    _need(bound <= eps, "the certificate shows no such eps")
    text = f"{name} holds, of a program with integer noise, on all integer inputs: re-checked"
    return program.accepted(document, text)


def _failure(document: Any, name: str, program: Program, eps: Any) -> Outcome:
    """A place whose first probability exceeds e^ε times the second."""
    _need(name == "pure-dp", "of integer inputs a failure of pure-dp alone is shown here")
    doc.graded(document, ("certificate",))
    witness = doc.member(document, "witness", dict)
    p, q = place_masses(program, witness, "witness", "excess")
    excess = p - num.exp(eps) * q
    _need(excess > 0, "the witness does not violate the claim")
    only_numbers({"excess": witness["excess"]}, "the witness", ("excess",))
    doc.agrees(witness["excess"], excess, "the excess")
    text = f"{name} fails, of a program with integer noise, on all integer inputs: re-checked"
    return program.accepted(document, text)


def _attained(document: Any, program: Program, bound: Any) -> Outcome:
    """A place where the loss is as large as the certificate allows."""
    doc.graded(document, ("certificate",))
    doc.agrees(document["tight"]["eps"], bound, "tight eps", num.as_eps)
    p, q = place_masses(program, doc.member(document, "attained_by", dict), "attained_by")
    _need(p == num.exp(bound) * q, "the place does not attain the bound of the certificate")
    text = "pure-dp measured, of a program with integer noise, on all integer inputs: re-checked"
    return program.accepted(document, text)


def place_masses(program: Program, place: Any, where: str, *more: str) -> list[Any]:
    """The probabilities of released values on both inputs, which must be the stated ones.

    The program must have one path that compares nothing and releases values with one discrete
    Laplace noise each, of their own: their masses are ∏ (1−r)/(1+r)·r^|z|, r = e^(−1/b).
    """
    keys = ("inputs", "entries", "word", "released", "probabilities", *more)
    known_keys(place, f"'{where}'", keys)
    program.neighbours(place)
    vectors = program.vectors(place)
    program.named(place, where)
    traced = program.family
    paths = traced.words.get(doc.member(place, "word", str), ())
    alone = len(traced.words) == 1 and len(paths) == 1 and not paths[0].conditions
    _need(alone, "the program does more than release values")
    forms = paths[0].released
    numbers = [noise for form in forms for noise, _ in form.noises]
    single = all(len(form.noises) == 1 and abs(form.noises[0][1]) == 1 for form in forms)
    _need(
        single and len({*numbers}) == len(numbers), "a released value has not one noise of its own"
    )
    values = [rational(x, "a released value") for x in doc.member(place, "released", list)]
    _need(len(values) == len(forms), "there are more or fewer values than the program releases")
    masses = []
    for vector in vectors:
        _need(all(x.denominator == 1 for x in vector.values()), "an input is no integer")
        mass = num.ONE
        for form, value in zip(forms, values, strict=True):
            ((noise, _),) = form.noises
            law, scale = traced.noises[noise].law, traced.noises[noise].scale
            known = law == "laplace"
            _need(known, f"the masses of integer noise of the law {law!r} are not known here")
            far = abs(value - form.shift.at(vector))
            _need(far.denominator == 1, "a released value is impossible")
            rate = program.unit(traced) / scale
            ratio = num.exp(-rate)
            mass = mass * (1 - ratio) / (1 + ratio) * num.exp(-rate * far)
        masses.append(mass)
    for figure, mass in zip(doc.member(place, "probabilities", list), masses, strict=True):
        doc.agrees(figure, mass, "a probability")
    return masses


def _bound(program: Program, certificate: Any) -> Fraction:
    """What the certificate shows, in nats."""
    traced, entries = program.family, program.entries
    _integers(traced)
    known_keys(certificate, "the certificate", ("table", "shifts"))
    shifts, leads = read_certificate(certificate, len(traced.noises))
    _need(not leads, "leads are about continuous noise")
    _whole(shifts, len(entries))
    bound = certified(
        traced.noises, family_moved(traced, entries), program.relation.boxes(integers=True), shifts
    )
    return bound * program.unit(traced)


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
