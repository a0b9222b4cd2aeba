"""The atlas itself: every cell and every arrow, with what decides it.

A cell or an arrow is *stated* where a registered claim says it, and *derived* where it follows from
claims by one of these rules, each of which names what it uses:

- a claim about any two inputs holds of every symmetric relation of neighbours, pair by pair; of a
  directed one where its proof uses each pair in one order alone;
- a row that asks another one of something made of a mechanism has what `ways` says;
- a property that keeps max(a, b) or a mean of two parameters keeps them where both are the same;
- a mechanism that ignores the first output is chosen by it: adaptive composition covers sequential;
- what is hidden is post-processing of what is shown;
- a definition that is equivalent to another has what that one has;
- implications are chained (`arrows`).

What must never change: the grade of what is derived is the weakest grade of what it uses, and what
no claim decides is open.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Final, Literal

from dpverify.defs.relations.registry import RELATIONS
from dpverify.proofs.atlas.arrows import Arrow, all_arrows, solved
from dpverify.proofs.atlas.definitions import ROWS, Row
from dpverify.proofs.atlas.grades import Grade, Graded, graded
from dpverify.proofs.atlas.one_order import is_in_one_order
from dpverify.proofs.atlas.printed import PRINTED
from dpverify.proofs.atlas.reading import PROPERTIES, ArrowClaim, CellClaim, Property, read
from dpverify.proofs.atlas.ways import REMARKS, RULES
from dpverify.proofs.entry import Entry
from dpverify.proofs.expressions import symbols
from dpverify.proofs.registry import entries
from dpverify.proofs.registry import entry as registered
from dpverify.proofs.statement import Equivalent

STRENGTH: Final[tuple[Grade, ...]] = ("proved", "bounded", "computed", "tested", "open")
"""From the strongest; what is derived has the weakest of its parts."""

_KEPT = re.compile(r"max\((.+),(.+)\)|w\*(.+)\+\(1-w\)\*(.+)")
"""What is x where both of its arguments are x."""


@dataclass(frozen=True)
class Cell:
    """What is known of one property of one definition.

    Args: answer "yes", "no" or "open"; grade and evidence of that answer; bounds of the result, in
        symbols; claims the ids that it rests on; refuted the ids of sharper claims that fail;
        derived the rule, empty where a claim states it; printed what the literature's table has.
    """

    row: str
    property: Property
    answer: Literal["yes", "no", "open"]
    grade: Grade
    evidence: str = ""
    bounds: str = ""
    claims: tuple[str, ...] = ()
    refuted: tuple[str, ...] = ()
    derived: str = ""
    printed: str = ""


@dataclass(frozen=True)
class Atlas:
    """All of it."""

    rows: tuple[Row, ...]
    cells: tuple[Cell, ...]
    arrows: tuple[Arrow, ...]
    grades: Mapping[str, Graded] = field(repr=False)


@cache
def atlas() -> Atlas:
    """Which definition has which property, and which implies which, by the registered claims.

    Returns: `rows`, `cells` and `arrows`; proofs and witnesses are re-checked at the first call.
    What no claim decides is open.

    >>> found = atlas()
    >>> next(c for c in found.cells if c.row == "probabilistic-dp").answer  # post-processing
    'no'
    """
    said = [(entry, claim) for entry in entries() for claim in read(entry)]
    grades = {entry.id: graded(entry) for entry, _ in said}
    for name in {name for remark in REMARKS.values() for name in remark.claims} - {*grades}:
        grades[name] = graded(registered(name))
    claims: dict[tuple[str, Property], list[tuple[Entry, CellClaim]]] = {}
    for entry, claim in said:
        if isinstance(claim, CellClaim):
            claims.setdefault((claim.row, claim.property), []).append((entry, claim))
    cells = _cells(claims, grades, dict(_equivalents(said, grades)))
    arrows = all_arrows([(e, c) for e, c in said if not isinstance(c, CellClaim)], grades)
    return Atlas(ROWS, tuple(cells), tuple(arrows), grades)


Claims = Mapping[tuple[str, Property], list[tuple[Entry, CellClaim]]]


Same = Mapping[str, tuple[str, str]]
"""By row, an equivalent one and the claim that says so."""


def _equivalents(
    said: Iterable[tuple[Entry, CellClaim | ArrowClaim]], grades: Mapping[str, Graded]
) -> Iterator[tuple[str, tuple[str, str]]]:
    """Rows that a proved equivalence joins, whatever the parameters of either."""
    for entry, claim in said:
        both = isinstance(entry.statement.conclusion, Equivalent)
        if isinstance(claim, ArrowClaim) and both and grades[entry.id].grade == "proved":
            given = claim.source.given.items(), claim.target.given.items()
            if all(solved(text, name) for side in given for name, text in side):
                yield claim.source.row, (claim.target.row, entry.id)


def _cells(claims: Claims, grades: Mapping[str, Graded], same: Same) -> Iterator[Cell]:
    """Those of the quantities first, by which those under a relation are derived."""
    known = _of_quantities(claims, grades)
    for row in ROWS:
        for column in PROPERTIES:
            cell = known.get((row.name, column))
            if cell is None:
                yield _related(row, known[row.of, column])
            elif cell.answer == "open" and row.name in same:
                other, claim = same[row.name]
                yield _equal(cell, known[other, column], claim)
            else:
                yield cell


def _of_quantities(
    claims: Claims, grades: Mapping[str, Graded]
) -> dict[tuple[str, Property], Cell]:
    """Cells of rows without a relation: stated, then derived, then asked of another row."""
    known: dict[tuple[str, Property], Cell] = {}
    own = [row for row in ROWS if row.relation is None]
    for row in own:
        for column in PROPERTIES:
            stated = _stated(row.name, column, claims, grades)
            known[row.name, column] = _remarked(stated, grades)
    for row in own:
        known |= {(row.name, c): _derived(row.name, c, known, claims) for c in PROPERTIES}
    for row in (row for row in own if row.way):
        for column in PROPERTIES:
            known[row.name, column] = _asked(row, known[row.name, column], known[row.base, column])
        for column in PROPERTIES:
            known[row.name, column] = _failing(row.name, column, known)
    return known


def _remarked(cell: Cell, grades: Mapping[str, Graded]) -> Cell:
    """The cell, or what registered claims decide of it by one step more."""
    remark = REMARKS.get((cell.row, cell.property))
    if cell.answer != "open" or remark is None:
        return cell
    parts = [grades[name] for name in remark.claims]
    if any((part.grade == "refuted") != (remark.answer == "no") for part in parts):
        return cell  # a claim ended otherwise than the step needs
    grade: Grade = "refuted" if remark.answer == "no" else weakest(part.grade for part in parts)
    evidence = parts[0].evidence if len({part.evidence for part in parts}) == 1 else ""
    return replace(
        cell, answer=remark.answer, grade=grade, evidence=evidence, bounds=remark.bounds,
        claims=remark.claims, derived=remark.reason,
    )  # fmt: skip


def _asked(row: Row, cell: Cell, base: Cell) -> Cell:
    """The cell, or what the row that it asks has there."""
    rule = RULES[row.way]
    carried = {"yes": rule.yes, "no": rule.no, "open": ()}[base.answer]
    if cell.answer != "open" or cell.property not in carried:
        return cell
    if rule.ordered and not _in_one_order(base):
        return cell
    derived = f"{rule.reason}; {base.derived}" if base.derived else rule.reason
    bounds = f"{base.bounds}{rule.more.get(cell.property, '')}"
    return replace(base, row=cell.row, derived=derived, printed=cell.printed, bounds=bounds)


def _failing(row: str, column: Property, known: Mapping[tuple[str, Property], Cell]) -> Cell:
    """The cell, or that it fails because a special case of it does."""
    cell = known[row, column]
    if cell.answer != "open":
        return cell
    match column:
        case "hidden mixture" if known[row, "convexity"].answer == "no":
            return _no(cell, known[row, "convexity"], "it fails with the same parameters for both")
        case "visible mixture" if (
            known[row, "convexity"].answer == "no" and known[row, "post-processing"].answer == "yes"
        ):
            reason = "what is hidden is post-processing of what is shown, and that fails"
            return _no(cell, known[row, "convexity"], reason)
        case "adaptive composition" if known[row, "sequential composition"].answer == "no":
            reason = "a second mechanism that ignores the first output is a case"
            return _no(cell, known[row, "sequential composition"], reason)
        case "adaptive composition" if known[row, "visible mixture"].answer == "no":
            reason = "a coin that chooses the mechanism is shown, and such a mixture fails"
            return _no(cell, known[row, "visible mixture"], reason)
    return cell


def _equal(cell: Cell, other: Cell, claim: str) -> Cell:
    """What an equivalent definition has, in the parameters of that one."""
    if other.answer == "open":
        return cell
    rule = f"{cell.row} is {other.row}, whose parameters are told"
    return replace(
        other, row=cell.row, claims=(claim, *other.claims), derived=rule, printed=cell.printed
    )


def _stated(row: str, column: Property, claims: Claims, grades: Mapping[str, Graded]) -> Cell:
    """The cell as claims state it: yes by one that stands, no by one that fails as it is kept."""
    here = claims.get((row, column), [])
    printed = PRINTED.get((row, column), "")
    stands = [(e, c) for e, c in here if grades[e.id].grade not in ("refuted", "open")]
    fails = tuple(e.id for e, _ in here if grades[e.id].grade == "refuted")
    if stands:
        entry, claim = min(stands, key=lambda pair: _rank(grades[pair[0].id].grade))
        grade = grades[entry.id]
        ids = (entry.id, *(e.id for e, _ in stands if e is not entry))
        bounds = "; ".join((shown(claim.concluded), *entry.statement.fixed))
        return Cell(
            row, column, "yes", grade.grade, grade.evidence, bounds, ids, fails, printed=printed
        )
    kept = [e.id for e, c in here if e.id in fails and (c.kept or "mixture" in column)]
    if kept:
        evidence = grades[kept[0]].evidence
        return Cell(row, column, "no", "refuted", evidence, "", tuple(kept), printed=printed)
    return Cell(row, column, "open", "open", refuted=fails, printed=printed)


def shown(bounds: Mapping[str, str]) -> str:
    """Parameters in symbols, such as "ε = ε₁+ε₂, δ = δ₁+δ₂"."""
    return ", ".join(f"{symbols(name)} = {symbols(text)}" for name, text in bounds.items())


def _rank(grade: Grade) -> int:
    return STRENGTH.index(grade)


def weakest(grades: Iterable[Grade]) -> Grade:
    """The grade of what follows from parts of these."""
    return max(grades, key=_rank)


# ---------------------------------------------------------------- what is derived


def _derived(
    row: str, column: Property, known: Mapping[tuple[str, Property], Cell], claims: Claims
) -> Cell:
    """The cell itself, or what another column says of it."""
    cell = known[row, column]
    if cell.answer != "open":
        return cell
    match column:
        case "convexity":
            other = known[row, "hidden mixture"]
            here = claims.get((row, "hidden mixture"), [])
            if other.answer == "yes" and any(_keeps(c) for e, c in here if e.id in other.claims):
                return _from(cell, (other,), "with the same parameters for both")
        case "sequential composition":
            other = known[row, "adaptive composition"]
            if other.answer == "yes":
                return _from(cell, (other,), "the second mechanism ignores the first output")
        case "hidden mixture":
            if known[row, "convexity"].answer == "no":
                return _failing(row, column, known)
            parts = known[row, "visible mixture"], known[row, "post-processing"]
            if all(part.answer == "yes" for part in parts):
                return _from(cell, parts, "what is hidden is post-processing of what is shown")
    return _failing(row, column, known)


def _no(cell: Cell, case: Cell, reason: str) -> Cell:
    """What fails in a special case fails."""
    return replace(
        cell, answer="no", grade="refuted", evidence=case.evidence, claims=case.claims,
        derived=reason,
    )  # fmt: skip


def _keeps(mixture: CellClaim) -> bool:
    """Whether the parameters of a mixture are those of both parts, where these are the same."""
    first, second = mixture.given
    same = {second[name]: first[name] for name in first}
    return all(_same(text, first[name], same) for name, text in mixture.concluded.items())


def _same(text: str, expected: str, same: Mapping[str, str]) -> bool:
    for other, one in same.items():
        text = re.sub(rf"(?<!\w){re.escape(other)}(?!\w)", one, text)
    if text == expected:
        return True
    match = _KEPT.fullmatch(text)
    arguments = [] if match is None else [part for part in match.groups() if part is not None]
    return bool(arguments) and {part.strip("()") for part in arguments} == {expected.strip("()")}


def _from(cell: Cell, parts: tuple[Cell, ...], rule: str) -> Cell:
    grade = weakest(part.grade for part in parts)
    claims = tuple(part.claims[0] for part in parts)
    evidence = parts[0].evidence if len({part.evidence for part in parts}) == 1 else ""
    bounds = "" if cell.property == "convexity" else parts[0].bounds
    return Cell(cell.row, cell.property, "yes", grade, evidence, bounds, claims, cell.refuted,
                rule, cell.printed)  # fmt: skip


PAIRWISE: Final = "the claim holds for any two inputs, so for the pairs of every symmetric relation"
ONE_ORDER: Final = (
    "the proof uses each pair in its own order alone, so it holds for the pairs of a directed"
    " relation"
)


def _related(row: Row, cell: Cell) -> Cell:
    """The same quantity under a relation; of a directed one the pairs come in one order alone."""
    directed = row.relation is not None and RELATIONS[row.relation].directed
    if cell.answer != "yes" or (directed and not _in_one_order(cell)):
        return Cell(row.name, cell.property, "open", "open")
    why = ONE_ORDER if directed else PAIRWISE
    rule = f"{why}; {cell.derived}" if cell.derived else why
    return Cell(row.name, cell.property, cell.answer, cell.grade, cell.evidence, cell.bounds,
                cell.claims, cell.refuted, rule)  # fmt: skip


def _in_one_order(cell: Cell) -> bool:
    """Whether what decides a cell is proved for one order of each pair."""
    # Of several claims that state it the first decides; what is derived rests on all of them.
    deciding = cell.claims if cell.derived else cell.claims[:1]
    return cell.grade == "proved" and all(is_in_one_order(name) for name in deciding)
