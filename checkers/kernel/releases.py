"""The kernel for statements about a function with noise: where they hold, cell by cell.

Trusted: this file, `sensitivities.py` and `explicit.py` beside it, and what these import.

A statement says of f on n records, with one of them replaced, for every n ≥ `least`, every
number d of candidates and every value of the parameter of its definition, with s the
sensitivity that it states and c a factor:

    laplace          f + noise of scale c·s/ε is ε-DP
    gaussian         f + noise of variance c·s²/μ² is μ-GDP, or of c·s²/(2ρ) is ρ-zCDP
    gumbel-max, laplace-max, exponential-max
                     the place of the largest of f(column 1) + Z_1, …, f(column d) + Z_d, where Z
                     has scale 2·c·s/ε and a record is a row of d numbers, is ε-DP

A cell says of some n and d that it holds, or fails for every value of the parameter, and why.
With Δ the sensitivity, x = Δ/scale, S the tail of the noise:

    sensitivity  holds: Δ ≤ c·s (Δ² ≤ c·s² for Gaussian noise). For a maximum: given the others'
                 noise the winner needs Z > m, and m moves by at most 2Δ; −ln S has a slope of at
                 most 1/scale for these three laws, so that the probability changes by
                 e^(2Δ/scale) ≤ e^ε.
    alone        holds: there is one candidate.
    range        holds for d = 2, Gumbel and Laplace noise: f lies in an interval of length ≤
                 2·c·s. Then the scores differ by at most 2·c·s, either way, and P rises with the
                 difference. At the two ends it has the ratio e^ε for Gumbel noise. For Laplace
                 noise the smaller probability is G = e^(−ε)(1 + ε/2)/2, and (1 − G)/G ≤ e^ε since
                 e^ε(1 − ε/2) ≤ 1 + ε/2 for every ε ≥ 0.
    attained     fails: two neighbours are further apart than c·s, so that the loss ε·Δ/(c·s)
                 (μ·Δ/(√c·s), ρ·Δ²/(c·s²)) exceeds what is stated.
    three        fails for d ≥ 3, Gumbel and Laplace noise: Δ ≥ 2·c·s. One candidate goes from the
                 low score to the high one, all others the other way. With Gumbel noise its
                 probability grows by e^x(1 + (d − 1)e^x)/(e^x + d − 1) > e^x for d > 2. With
                 Laplace noise and d = 3 it grows from A = (5e^(−x) − e^(−2x))/12 to B = 1 −
                 e^(−x)(1 + x/2) + A, and B − e^x A = 7/12 − e^(−x)(1 + x)/2 − e^(−2x)/12 is 0 at
                 x = 0 and has the derivative x·e^(−x)/2 + e^(−2x)/6 > 0. With more candidates B/A
                 is no smaller: it is a mean of S(m − x)/S(m + x), which rises in m since S is
                 log-concave, over the largest m of the others, weighted by its density times S(m
                 + x); one more candidate multiplies these weights by a rising function of m. B/A
                 rises with x, and x ≥ ε.
    two          fails for d ≥ 2, exponential noise: as for three, with d = 2, where it grows from
                 e^(−x)/2 to 1 − e^(−x)/2, and 2e^x − 1 > e^x.
    apart        fails for d = 2, Gumbel and Laplace noise: with e = 2·c·s the first candidate
                 rises by e or more, the second falls by e or more, and before that the first is
                 behind by more than e (Gumbel; then (1 + y^(−t))/(1 + y^(−t−2e)) > y^e for every
                 y > 1, since (y^(−t−e) − 1)(y^e − 1) > 0), or by 2e or more (Laplace; then P
                 grows by at least e^(2ε)/(1 + ε) > e^ε).

What must never change: accepted means that each cell is so for all its n, its d and all values
of the parameter, and that `verdict` follows: "fails" if a cell fails, "holds" if the cells that
hold cover everything, "holds at sizes" if they cover part of it and none fails.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, Final

from dpverify.checkers.kernel import explicit, sensitivities
from dpverify.checkers.kernel.localised import Setting
from dpverify.checkers.kernel.outcome import Fault, Outcome, known_keys
from dpverify.checkers.kernel.ranges import Box, interval, never_negative
from dpverify.checkers.kernel.ratios import ONE, Ratio, number, rational, substituted, whole
from dpverify.checkers.kernel.work import judged_in_budget
from dpverify.defs.expressions.grammar import parse
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers.documents import need

SCHEMA: Final = "dpverify.release/1.0"
ADDED: Final = ("laplace", "gaussian")
LARGEST: Final = ("gumbel-max", "laplace-max", "exponential-max")
DEFINITIONS: Final = {"laplace": ("pure-dp",), "gaussian": ("gaussian-dp", "zcdp"),
                      **dict.fromkeys(LARGEST, ("pure-dp",))}  # fmt: skip
CANDIDATES: Final = {"any": (1, 2, 3), "1": (1,), "2": (2,), "2 or more": (2, 3), "3 or more": (3,)}
"""How many candidates a cell is about; 3 stands for all larger numbers too."""
HOLDS: Final = ("sensitivity", "alone", "range")
BEYOND: Final = Fraction(1001, 1000)
"""How much further apart than allowed two neighbours must be."""


def replay(document: object) -> Outcome:
    """Re-check a `dpverify.release` document; the same answers as `door.replay`."""
    return judged_in_budget(document, _checked, ArithmeticError, Fault)


def _checked(document: Any) -> Outcome:
    need(doc.member(document, "schema", str) == SCHEMA, "the schema is not known")
    keys = ("schema", "function", "domain", "where", "least", "release", "sensitivity", "noise",
            "definition", "verdict", "cells")  # fmt: skip
    known_keys(document, "a statement", keys, ("run",))
    release = doc.member(document, "release", str)
    need(release in DEFINITIONS, "the release is not known")
    need(
        document["definition"] in DEFINITIONS[release], "the definition is not that of the release"
    )
    factor = rational(document["noise"], "the noise")
    need(factor > 0, "the noise is a positive multiple")
    least = whole(document["least"], "the least n")
    every = []
    for cell in doc.member(document, "cells", list):
        known_keys(cell, "a cell", ("n", "candidates", "verdict", "because", "evidence"))
        need(cell["candidates"] in CANDIDATES, "the number of candidates is not known")
        need(release in LARGEST or cell["candidates"] == "any", "there are no candidates")
        verdict, because = doc.member(cell, "verdict", str), doc.member(cell, "because", str)
        need(verdict == ("holds" if because in HOLDS else "fails"), "the verdict is another")
        size = sizes_of(cell["n"])[0]
        need(size is None or size >= least, "a cell is about n below the least one")
        Cell(document, cell, release, factor).check(because)
        every.append((verdict, sizes_of(cell["n"]), CANDIDATES[cell["candidates"]]))
    verdict = verdict_of(every, least)
    need(document["verdict"] == verdict, f"the verdict is {verdict!a}, not what is stated")
    text = f"accepted: {len(every)} cells of the statement, as stated"
    unread = ("run",) if "run" in document else ()
    return Outcome("accepted", text, unread, (("verdict", verdict),))


Sizes = tuple[int | None, int, bool | None]


def sizes_of(n: Any) -> Sizes:
    """n as stated: its size if it is one; the least n; whether odd."""
    known_keys(n, "'n'", (), ("size", "least", "parity"))
    need(("size" in n) != ("least" in n), "n has a size, or a least size")
    least = whole(n["size"] if "size" in n else n["least"], "n")
    parity = {"odd": True, "even": False}.get(n.get("parity"))
    need("parity" not in n or parity is not None, "the parity is odd or even")
    return (least if "size" in n else None), least, parity


def verdict_of(cells: Iterable[tuple[str, Sizes, tuple[int, ...]]], least: int) -> str:
    """What follows for every n from `least` on and all candidates."""
    every = list(cells)
    if any(verdict == "fails" for verdict, _, _ in every):
        return "fails"
    top = max([least, *(sizes[1] for _, sizes, _ in every)]) + 2
    for n in range(least, top + 1):
        for d in (1, 2, 3):
            if not any(
                d in candidates and _covers(s, n, n >= top - 1) for _, s, candidates in every
            ):
                return "holds at sizes" if every else "unknown"
    return "holds" if every else "unknown"


def _covers(sizes: Sizes, n: int, beyond: bool) -> bool:
    """Whether a cell is about n; `beyond`, where it stands for all larger n of its parity too."""
    size, least, odd = sizes
    if size is not None:
        return size == n and not beyond
    return least <= n and odd in (None, n % 2 == 1)


class Cell:
    """One cell with what the statement says."""

    def __init__(self, document: Any, cell: Any, release: str, factor: Fraction) -> None:
        self.document, self.release, self.factor = document, release, factor
        self.evidence = doc.member(cell, "evidence", dict)
        self.candidates = CANDIDATES[cell["candidates"]]
        self.question = sensitivities.read_question(
            {**self.asked(), "n": cell["n"], "bound": document["sensitivity"], "upper": {}}
        )
        self.n = cell["n"]
        self.setting: Setting = self.question.setting
        self.box: Box = self.setting.box()
        self.stated = self.question.bound

    def asked(self) -> dict[str, Any]:
        return {**{key: self.document[key] for key in ("function", "domain", "where")},
                "neighbours": "bounded"}  # fmt: skip

    def check(self, because: str) -> None:
        """Refuse a cell that is not so."""
        rules = {
            "sensitivity": self.sensitivity, "alone": self.alone, "range": self.range,
            "attained": self.attained, "three": self.three, "two": self.two, "apart": self.apart,
        }  # fmt: skip
        need(because in rules, "the reason of a cell is not known")
        rules[because]()

    def allowed(self, stated: Ratio) -> Ratio:
        """c·s, or c·s² for Gaussian noise."""
        return number(self.factor) * (stated * stated if self.release == "gaussian" else stated)

    def sensitivity(self) -> None:
        known_keys(self.evidence, "the evidence", ("sensitivity",))
        given = doc.member(self.evidence, "sensitivity", dict)
        question, _ = sensitivities.confirmed(given)
        for key, value in self.asked().items():
            need(given[key] == value, f"the sensitivity is about another {key}")
        need(given["n"] == self.n, "the sensitivity is about other n")
        bound = question.bound
        if self.release == "gaussian":
            need(never_negative(bound, self.box), "the bound may be negative")
            bound = bound * bound
        confirm(
            never_negative(self.allowed(self.stated) - bound, self.box), "the bound is too large"
        )

    def alone(self) -> None:
        known_keys(self.evidence, "the evidence", ())
        need(self.release in LARGEST and self.candidates == (1,), "it is not alone")

    def range(self) -> None:
        need(self.release in ("gumbel-max", "laplace-max"), "the noise is another")
        need(set(self.candidates) <= {1, 2}, "there are more than two candidates")
        known_keys(self.evidence, "the evidence", ("low", "high", "trees"))
        low, high = (
            explicit.constant(parse(doc.member(self.evidence, key, str)), self.setting)
            for key in ("low", "high")
        )
        parts = sensitivities.ranges(self.question.tree, self.setting)
        sensitivities.within(parts, low, high, doc.member(self.evidence, "trees", list))
        room = number(2) * self.allowed(self.stated) - (high - low)
        confirm(never_negative(room, self.box), "the range is too long")

    def far(self, place: Any) -> tuple[Ratio, Ratio]:
        """How far two stated neighbours are apart, and s there."""
        far = explicit.distance(self.question.tree, self.setting, place, "bounded")
        where = place.get("where", {})
        stated = substituted(self.stated, {k: number(Fraction(str(v))) for k, v in where.items()})
        return (far if certainly_positive(far, self.box) else -far), stated

    def attained(self) -> None:
        known_keys(self.evidence, "the evidence", ("attained",))
        need(self.release in ADDED, "the release has candidates")
        far, stated = self.far(self.evidence["attained"])
        size = far * far if self.release == "gaussian" else far
        self.beyond(far, stated, size, self.allowed(stated) * number(BEYOND))

    def beyond(self, far: Ratio, stated: Ratio, size: Ratio, least: Ratio) -> None:
        confirm(certainly_positive(far, self.box), "the databases may be no distance apart")
        confirm(never_negative(stated, self.box), "the stated sensitivity may be negative")
        confirm(never_negative(size - least, self.box), "the databases are not far enough apart")

    def three(self) -> None:
        need(self.release in ("gumbel-max", "laplace-max"), "the noise is another")
        self.opposite({3})

    def two(self) -> None:
        need(self.release == "exponential-max", "the noise is another")
        self.opposite({2, 3})

    def opposite(self, candidates: set[int]) -> None:
        """One candidate rises and all others fall, by 2·c·s or more."""
        need(set(self.candidates) <= candidates, "there are too few candidates")
        known_keys(self.evidence, "the evidence", ("attained",))
        far, stated = self.far(self.evidence["attained"])
        self.beyond(far, stated, far, number(2) * self.allowed(stated))

    def apart(self) -> None:
        need(self.release in ("gumbel-max", "laplace-max"), "the noise is another")
        need(self.candidates == (2,), "there are more or fewer than two candidates")
        known_keys(self.evidence, "the evidence", ("rising", "falling"))
        need(not self.setting.parameters, "parameters are not read here")
        tree = self.question.tree
        high, low, place = explicit.values_at(tree, self.setting, self.evidence["rising"])
        top, bottom, other = explicit.values_at(tree, self.setting, self.evidence["falling"])
        need(place == other, "the two columns exchange different records")
        step = number(2) * self.allowed(self.stated)
        for rise in (high - low, top - bottom):
            self.beyond(rise, self.stated, rise, step)
        behind = top - low
        factor = number(2) if self.release == "laplace-max" else number(BEYOND)
        confirm(never_negative(behind - factor * step, self.box), "the scores are not far apart")


def confirm(condition: bool, fault: str) -> None:
    """Refuse a cell for what is not certainly so."""
    if not condition:
        raise Fault(fault)


def certainly_positive(ratio: Ratio, box: Box) -> bool:
    """Whether a ratio is above 0 at every point of a box."""
    signs = [interval(Ratio(part, ONE), box) for part in (ratio.over, ratio.under)]
    return all(low > 0 for low, _ in signs) or all(high < 0 for _, high in signs)
