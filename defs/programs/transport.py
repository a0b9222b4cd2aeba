"""An enumeration as JSON data, to cross the border of a process: every number exact.

A rational is its numerator and denominator in hexadecimal (no limit on digits); any other value is
numerator and denominator as lists of [monomial, coefficient]. A law lists its numbers once, in the
order of their texts, and says of its outputs in turn which it is and of how many: outputs by the
thousand often share one. Outputs are listed in their order, once for laws that follow each other.
What must never change: equal laws have equal forms, in whatever order their outputs were found.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import groupby
from typing import Any, Literal

from flint import fmpq, fmpz

from dpverify.defs.numbers import as_eps, number_text
from dpverify.defs.numbers.combination import Combination
from dpverify.defs.numbers.value import from_combination
from dpverify.defs.programs.enumeration import Enumeration
from dpverify.defs.programs.laws import Mass
from dpverify.defs.programs.paths import SubLaw
from dpverify.defs.programs.tail import TailBound


def to_document(enumeration: Enumeration) -> dict[str, Any]:
    """The enumeration as JSON data."""
    outputs, laws = list[list[str]](), []
    before: AbstractSet[str] | None = None
    for law in enumeration.laws:
        if law.masses.keys() != before:
            before = law.masses.keys()
            outputs.append(sorted(before))
        numbers, runs = _masses(law.masses, outputs[-1])
        whole = {"whole": law.whole, "paths": law.paths, "merged": law.merged}
        laws.append({"outputs": len(outputs) - 1, "numbers": numbers, "runs": runs, **whole})
    relation, tail = enumeration.neighbours, enumeration.tail
    return {
        "inputs": list(enumeration.inputs),
        "neighbours": relation if isinstance(relation, str) else [list(pair) for pair in relation],
        "outputs": outputs,
        "laws": laws,
        "bits": enumeration.bits,
        "stopped": enumeration.stopped,
        "tail": None if tail is None else [list(tail.core), number_text(tail.eps)],
        "assumptions": list(enumeration.assumptions),
        "data_sets": enumeration.data_sets,
    }


def from_document(given: Mapping[str, Any]) -> Enumeration:
    """The enumeration that `to_document` wrote; KeyError, TypeError or ValueError for others."""
    laws = tuple(
        SubLaw(
            masses_of_law(given, law),
            bool(law["whole"]),
            int(law["paths"]),
        )
        for law in given["laws"]
    )
    stopped, tail = given["stopped"], given["tail"]
    return Enumeration(
        tuple(map(str, given["inputs"])),
        given["neighbours"],
        laws,
        int(given["bits"]),
        None if stopped is None else str(stopped),
        None if tail is None else TailBound(tuple(map(str, tail[0])), as_eps(str(tail[1]))),
        tuple(map(str, given["assumptions"])),
        _one_of(given["data_sets"]),
    )


def form_of_law(given: Mapping[str, Any], law: Mapping[str, Any]) -> Any:
    """What tells one law of a document from others, whatever laws stand beside it."""
    return given["outputs"][law["outputs"]], law["numbers"], law["runs"]


def masses_of_law(given: Mapping[str, Any], law: Mapping[str, Any]) -> dict[str, Mass]:
    """The masses of one law of a document."""
    return _of_runs(given["outputs"][law["outputs"]], law["numbers"], law["runs"])


def _masses(masses: Mapping[str, Mass], outputs: Sequence[str]) -> tuple[list[Any], list[int]]:
    """The numbers of a law; and for outputs in turn, which it is and of how many."""
    # By whose object it is: many outputs may share one, and there may be a million.
    shared = [list(run) for _, run in groupby(map(masses.__getitem__, outputs), id)]
    distinct = {id(run[0]): run[0] for run in shared}
    forms = {key: _number(mass) for key, mass in distinct.items()}
    texts = {key: json.dumps(form) for key, form in forms.items()}
    numbers = dict(sorted((text, forms[key]) for key, text in texts.items()))
    places = {text: k for k, text in enumerate(numbers)}
    runs: list[int] = []
    for run in shared:
        place = places[texts[id(run[0])]]
        if runs and runs[-2] == place:  # the same number, in another object
            runs[-1] += len(run)
        else:
            runs += (place, len(run))
    return list(numbers.values()), runs


def _of_runs(
    outputs: Sequence[str], numbers: Sequence[Any], runs: Sequence[int]
) -> dict[str, Mass]:
    masses = [_mass(number) for number in numbers]
    values: list[Mass] = []
    for place, count in zip(runs[::2], runs[1::2], strict=True):
        values += [masses[place]] * count
    return dict(zip(map(str, outputs), values, strict=True))


def _one_of(word: Any) -> Literal["", "all", "larger"]:
    known: dict[Any, Literal["", "all", "larger"]] = {"": "", "all": "all", "larger": "larger"}
    return known[word]


def _number(mass: Mass) -> Any:
    exact = mass if isinstance(mass, fmpq) else mass.as_rational()
    if exact is not None:
        return _rational(exact)
    top, bottom = mass.quotient()
    return {"over": [_combination(top), _combination(bottom)]}


def _rational(number: fmpq) -> list[str]:
    return [_hex(number.p), _hex(number.q)]


def _combination(given: Combination) -> list[Any]:
    """Its terms in one order: which came first depends on the order in which paths were run."""
    return [[list(monomial), _rational(factor)] for monomial, factor in sorted(given.items())]


def _mass(given: Any) -> Mass:
    if isinstance(given, list):
        return _fraction(given)
    top, bottom = (
        from_combination({_monomial(m): _fraction(factor) for m, factor in terms})
        for terms in given["over"]
    )
    return top / bottom


def _fraction(given: Any) -> fmpq:
    p, q = given
    return fmpq(fmpz(int(p, 16)), fmpz(int(q, 16)))


def _monomial(given: Any) -> tuple[int, int, tuple[tuple[int, int, int], ...]]:
    p, q, roots = given
    return int(p), int(q), tuple((int(a), int(b), int(c)) for a, b, c in roots)


def _hex(number: fmpz) -> str:
    return format(int(number), "x")
