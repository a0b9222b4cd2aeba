"""The kernel for refutations about numbers alone: `dpverify.number-refutation/1.x`.

Trusted: this file, what it imports of this folder, `dpverify.defs.numbers`, the standard library. A
`NumberClaim` says of all values of its names: if each comparison of `given` holds, so does each of
`then`. A document carries a claim and values of its names. That the claim is that of the entry
which the document names is compared where entries are registered (`proofs/number_refutation.py`),
before the document comes here. What must never change: accepted means that every comparison of
`given` certainly holds and one of `then` certainly fails, by exact numbers or by balls; what stays
open is refused.

Where the claim says that *some* number of an interval has the properties `then`, the interval is
cut into equal cells, and on each of them, taken as one ball, one of `then` has to fail.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from operator import eq, ge, gt, le, lt
from typing import Any

from flint import arb, fmpq

from dpverify.checkers.kernel.channels import check_schema
from dpverify.checkers.kernel.outcome import Outcome, known_keys, shown
from dpverify.checkers.kernel.work import judged_in_budget
from dpverify.defs import numbers as num
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.numbers.documents import need

MAX_CELLS = 1000
MAX_BITS = 4096  # of a cell, which precision does not make smaller
RELATIONS = {"<=": le, "<": lt, ">=": ge, ">": gt, "=": eq}
_COMPARISON = re.compile(r"([^<>=]+?) *(<=|>=|<|>|=) *([^<>=]+)", re.ASCII)
_NAME = re.compile(r"(?!(?:exp|ln|inf)$)[A-Za-z]+", re.ASCII)
Names = Mapping[str, Any]


@dataclass(frozen=True)
class NumberClaim:
    """For all values of `names`: if each of `given` holds, so does each of `then`.

    Args:
        names: what stands for any real number; letters only.
        given, then: comparisons such as "eps < 1/2", both sides in the grammar of numbers.
        where: formulas by name, each in terms of what stands before it.
        some: a name with the ends of an interval (rationals): then `then` is said of some number of
            it, its ends included. `given` does not mention it.
        because: why the statement of the entry implies the claim, in words.

    Raises: NumberError for a name that is none, or stands twice.
    """

    names: tuple[str, ...]
    given: tuple[str, ...]
    then: tuple[str, ...]
    where: tuple[tuple[str, str], ...] = ()
    some: tuple[str, str, str] | None = None
    because: str = ""

    def __post_init__(self) -> None:
        every = [*self.names, *(name for name, _ in self.where), *(self.some or ())[:1]]
        need(all(map(_NAME.fullmatch, every)), "a name of a claim has letters only, not exp or ln")
        need(len(every) == len(set(every)), "a name of a claim stands twice")
        need(self.then, "a claim concludes nothing")

    def to_dict(self) -> dict[str, Any]:
        """The claim as JSON data."""
        form: dict[str, Any] = {"for_all": list(self.names)}
        if self.some is not None:
            form["some"] = {"name": self.some[0], "from": self.some[1], "to": self.some[2]}
        form["where"] = [list(pair) for pair in self.where]
        form |= {"given": list(self.given), "then": list(self.then)}
        return {**form, "because": self.because} if self.because else form


class Cell(num.Real):
    """All numbers of an interval at once: a ball that precision does not make smaller."""

    __slots__ = ()

    def __init__(self, low: fmpq, high: fmpq) -> None:
        super().__init__("to", num.Value(low), num.Value(high))

    def ball(self, bits: int) -> arb:
        """A ball around both ends."""
        if bits > MAX_BITS:
            raise num.Undecided("precision", "a cell is too wide to tell")
        low, high = (end.ball(bits) for end in self.arguments)
        with working_precision(bits):
            return low.union(high)


def replay(document: object) -> Outcome:
    """Re-check that the values of a document refute its claim; as `door.replay`."""
    return judged_in_budget(document, _checked)


def _claim_of(form: Any) -> NumberClaim:
    """The claim that `NumberClaim.to_dict` wrote."""
    known_keys(form, "the claim", ("for_all", "where", "given", "then"), ("some", "because"))
    some = None
    if "some" in form:
        known_keys(form["some"], "'some'", ("name", "from", "to"))
        name, low, high = (doc.member(form["some"], key, str) for key in ("name", "from", "to"))
        some = name, low, high
    where = []
    for pair in doc.member(form, "where", list):
        name, formula = doc.labels(pair, "a name with its formula")
        where.append((name, formula))
    return NumberClaim(
        names=tuple(doc.labels(form["for_all"], "for_all")),
        given=tuple(doc.labels(form["given"], "given")),
        then=tuple(doc.labels(form["then"], "then")),
        where=tuple(where),
        some=some,
        because=doc.member({"because": "", **form}, "because", str),
    )


def _checked(document: Any) -> Outcome:
    check_schema(document, "number-refutation")
    known_keys(document, "the refutation", ("schema", "entry", "claim", "values"), ("cells",))
    need(type(document["entry"]) is str, "the entry is not named by a text")
    claim = _claim_of(doc.member(document, "claim", dict))
    has_cells = "cells" in document
    need(
        has_cells == (claim.some is not None), "'cells' belongs to a claim about some number, only"
    )
    given = doc.member(document, "values", dict)
    known_keys(given, "'values'", claim.names)
    values = {name: doc.exactly(given[name], num.parse, name) for name in claim.names}
    for some in _cells(document, claim):
        names = _completed(claim, {**values, **some})
        for text in claim.given:
            need(_truth(text, names) is True, f"it does not certainly hold: {text[:200]}")
        failed = any(_truth(text, names) is False for text in claim.then)
        need(failed, "no comparison that is claimed certainly fails here")
    on = " on each cell" if claim.some else ""
    text = f"{len(claim.given)} comparisons hold, one that is claimed fails{on}: re-checked"
    facts = [("entry", document["entry"]), *((name, shown(given[name])) for name in claim.names)]
    unread = ("entry", *(["claim.because"] if claim.because else []))
    return Outcome("accepted", text, unread, tuple(facts))


def _cells(document: Any, claim: NumberClaim) -> Iterator[dict[str, Any]]:
    """The interval of `some`, cell by cell; without one, nothing, once."""
    if claim.some is None:
        yield {}
        return
    name, *ends = claim.some
    low, high = (_rational(end, "an end of the interval") for end in ends)
    count = _rational(document.get("cells"), "cells")
    need(low < high, "the interval is none")
    need(count.q == 1 and 1 <= count <= MAX_CELLS, f"cells: not an integer up to {MAX_CELLS}")
    step = (high - low) / count
    for i in range(int(count.p)):
        yield {name: Cell(low + i * step, low + (i + 1) * step)}


def _rational(given: Any, what: str) -> fmpq:
    rational = doc.exactly(given, num.as_value, what).as_rational()
    if rational is None:
        raise num.NumberError(f"{what}: not a rational number")
    return rational


def _completed(claim: NumberClaim, names: Names) -> Names:
    """The names with those that stand for formulas."""
    every = dict(names)
    for name, text in claim.where:
        every[name] = num.parse(text, symbols=every)
    return every


def _truth(text: str, names: Names) -> bool | None:
    """Whether a comparison holds, None where no precision tells."""
    match = _COMPARISON.fullmatch(text)
    if match is None:
        raise num.NumberError(f"{text[:60]!a} is no comparison of two numbers")
    left, right = (num.parse(match[side], symbols=names) for side in (1, 3))
    try:
        return bool(RELATIONS[match[2]](left, right))
    except num.Undecided:
        return None
