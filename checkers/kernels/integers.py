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

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from dpverify.checkers.certificates.alignment import Fault, boxes, certified, family_moved
from dpverify.checkers.certificates.documents import read_certificate
from dpverify.checkers.kernel import Outcome
from dpverify.checkers.kernels.continuous import digest
from dpverify.defs import numbers as num
from dpverify.defs.continuous.documents import rational, read_traced
from dpverify.defs.continuous.traced import Traced
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need as _need

NAMES = {"pure-dp": {"eps"}, "approx-dp": {"eps", "delta"}}
LAWS = ("laplace", "exponential")


def replay(document: object) -> Outcome:
    """Re-check a result; as `kernel.replay`."""
    try:
        document = doc.read(document) if isinstance(document, str) else document
        return Outcome("accepted", _result(document))
    except num.Undecided as limit:
        return Outcome("not-recheckable", " ".join(limit.text.split())[:300])
    except (Fault, ValueError, TypeError, LookupError, AttributeError, RecursionError) as fault:
        return Outcome("rejected", " ".join(str(fault).split())[:300])


def _result(document: Any) -> str:
    schema = doc.member(document, "schema", str)
    known = re.fullmatch(r"dpverify\.result/1\.[0-9]{1,6}", schema, re.ASCII)
    _need(known, f"schema {schema[:60]!a} is not dpverify.result/1.0")
    name, verdict = doc.member(document, "definition", str), document.get("verdict")
    if verdict == "unknown":
        raise num.Undecided(document["reason"]["code"], f"unknown: {document['reason']['text']}")
    _need(verdict in ("holds", None), "of integer inputs it is shown here that a claim holds")
    _need(name in NAMES, f"nothing is shown here about {name[:60]!a}")
    given = doc.member(document, "given", dict)
    _need(given.keys() == (NAMES[name] if verdict else set()), "given: a parameter too many or few")
    subject = doc.member(document, "subject", dict)
    content = doc.member(subject, "program", dict)
    _need(subject.get("digest") == digest(content), "the digest is not that of the program")
    bound = num.as_eps(_bound(content, doc.member(document, "certificate", dict)))
    doc.agrees(doc.member(document, "bound", dict)["eps"], bound, "the bound", num.as_eps)
    if verdict is None:
        _need(document.get("evidence") == "enclosure", "evidence: an enclosure is shown")
        tight = doc.member(document, "tight", dict)
        low, high = doc.stated(tight["eps"], num.as_eps, "tight eps")
        _need(low == 0 and bound <= high, "the certificate does not show these bounds")
        return f"{name} measured, of a program with integer noise: the upper bound is re-checked"
    _need(document.get("evidence") == "certificate", "evidence: a certificate is shown")
    eps = doc.exactly(given["eps"], num.as_eps, "eps")
    _need(eps >= 0 and bound <= eps, "the certificate shows no such eps")
    if "delta" in given:
        delta = doc.exactly(given["delta"], num.as_bound, "delta")
        _need(0 <= delta <= 1, "delta is out of range")
    return f"{name} holds, of a program with integer noise, on all integer inputs: re-checked"


def _bound(content: Any, certificate: Any) -> Fraction:
    """What the certificate shows, in nats."""
    eps = rational(content.get("eps"), "eps of the program")
    _need(eps > 0, "eps of the program is not positive")
    family = doc.member(content, "family", dict)
    traced = read_traced(family.get("traced"))
    entries = doc.labels(family.get("entries"), "entries of the family")
    _need(all(noise.law in LAWS for noise in traced.noises), "a noise has another law")
    _integers(traced, entries)
    shifts, leads = read_certificate(certificate, len(traced.noises))
    _need(not leads, "leads are about continuous noise")
    _whole(shifts, len(entries))
    moves = boxes(doc.member(content, "moves", str), len(entries))
    found = certified(traced.noises, family_moved(traced, entries), moves, shifts)
    return found * (eps if traced.symbolic else 1)


def _integers(traced: Traced, entries: list[str]) -> None:
    """Every condition is one between integers, for integer noise and inputs."""
    for paths in traced.words.values():
        for path in paths:
            for form in path.conditions:
                numbers = [k for _, k in (*form.noises, *form.shift.gaps)]
                whole = all(k.denominator == 1 for k in [*numbers, form.shift.constant])
                _need(whole, "a condition is not one between integers")
            for form in (*path.conditions, *path.released):
                named = {gap for gap, _ in form.shift.gaps}
                _need(named <= {*entries}, "the program names a gap that is no entry")


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
