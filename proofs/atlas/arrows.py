"""The arrows of the atlas: which definition implies which, and with which parameters.

An arrow is *stated* by a registered claim, with a constant that is best where `attained` finds so;
*by steps* where the pairs of one relation are at most k steps of another apart, counted at the
sizes that are listed, so that the claim about groups gives it; *chained* where two arrows follow
one another. What must never change: an arrow is as strong as its weakest part, and what is counted
at sizes is said of these sizes alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from dpverify.defs.relations.contract import Related
from dpverify.defs.relations.registry import RELATIONS
from dpverify.proofs.atlas.attained import has_best_constant
from dpverify.proofs.atlas.definitions import PURE
from dpverify.proofs.atlas.grades import Grade, Graded
from dpverify.proofs.atlas.reading import ArrowClaim, Said
from dpverify.proofs.atlas.separations import separation
from dpverify.proofs.entry import Entry
from dpverify.proofs.expressions import symbols

Kind = Literal["stated", "steps", "chained"]
GROUP: Final = {"pure-dp": "dp.group-privacy.pure", "approx-dp": "dp.group-privacy.approx"}
"""The claim about inputs several steps apart, by quantity."""
SIZES: Final = {"databases": (2, 3, 4), "tables": (2, 3), "graphs": (3, 4), "streams": (2, 3),
                "points": (3, 4, 5, 6)}  # fmt: skip
"""At which sizes steps are counted."""
WEAKER: Final[tuple[Grade, ...]] = ("proved", "bounded", "computed", "tested", "open")

_NAME = re.compile(r"[a-z]+\d*")
_ONLY: Final = {"exp", "ln", "nats", "loss", "max", "min", "sqrt", "sum"}


@dataclass(frozen=True)
class Arrow:
    """That a definition implies another, or that it does not.

    Args: source and target rows; given and concluded their parameters, in symbols; holds False
        where the claim is refuted; grade and evidence; claims the ids it rests on; kind as above;
        scope what it is shown for; tight whether the constant is attained.
    """

    source: str
    target: str
    given: str
    concluded: str
    holds: bool
    grade: Grade
    evidence: str
    claims: tuple[str, ...]
    kind: Kind
    scope: str = ""
    tight: bool = False


@dataclass(frozen=True)
class _Step:
    """A proved arrow that can be chained: target parameters as functions of the source's."""

    source: str
    target: str
    parameters: tuple[str, ...]
    bounds: Mapping[str, str]
    grade: Grade
    claims: tuple[str, ...]


def all_arrows(
    said: Sequence[tuple[Entry, ArrowClaim]], grades: Mapping[str, Graded]
) -> Iterator[Arrow]:
    """Stated arrows, then those by steps, then chains."""
    steps: list[_Step] = []
    for entry, claim in said:
        grade = grades[entry.id]
        if grade.grade == "open":
            continue
        yield Arrow(
            claim.source.row, claim.target.row, shown(claim.source), shown(claim.target),
            grade.grade != "refuted", grade.grade, grade.evidence, (entry.id,), "stated",
            grade.scope, grade.grade != "refuted" and has_best_constant(entry),
        )  # fmt: skip
        step = _step(entry, claim, grade.grade)
        if step is not None:
            steps.append(step)
    yield from _by_steps(grades)
    proved = [step for step in steps if step.grade == "proved"]
    chains = list(_chained(proved, {(step.source, step.target) for step in steps}))
    yield from chains
    joined = {(step.source, step.target) for step in steps}
    yield from _chained(steps, joined | {(arrow.source, arrow.target) for arrow in chains})


def shown(said: Said) -> str:
    """Parameters in symbols."""
    return ", ".join(f"{symbols(name)} = {symbols(text)}" for name, text in said.given.items())


# ---------------------------------------------------------------- chains


def _step(entry: Entry, claim: ArrowClaim, grade: Grade) -> _Step | None:
    """An arrow whose source has parameters that are free, each a name, or can be solved for one."""
    if grade == "refuted":
        return None
    known: dict[str, str] = {}
    for name, text in claim.source.given.items():
        inverse = solved(text, name)
        if inverse is None or inverse[0] in known:
            return None
        known[inverse[0]] = inverse[1]
    # A parameter that the target may choose freely must not be taken for one of the source.
    chosen = _names(claim.target.given) - {*known}
    free = {name: f"{name}0" for name in chosen}
    target = {name: _put(text, free | known) for name, text in claim.target.given.items()}
    return _Step(
        claim.source.row, claim.target.row, tuple(claim.source.given), target, grade, (entry.id,)
    )


def _names(bounds: Mapping[str, str]) -> set[str]:
    """The parameters that occur in expressions."""
    return {name for text in bounds.values() for name in _NAME.findall(text)} - _ONLY


def solved(text: str, name: str) -> tuple[str, str] | None:
    """The parameter in a bound and what it is in terms of the bound, called by its name."""
    for pattern, inverse in (
        (r"([a-z]+\d*)", "{0}"),
        (r"nats\(([a-z]+\d*)\)", "{0}"),
        (r"exp\(([a-z]+\d*)\)-1", "ln(1+{0})"),
        (r"exp\(([a-z]+\d*)\)", "ln({0})"),
        (r"1\+nats\(([a-z]+\d*)\)", "({0}-1)"),
    ):
        match = re.fullmatch(pattern, text)
        if match and match[1] not in _ONLY:
            return match[1], inverse.format(name)
    return None


def _put(text: str, known: Mapping[str, str]) -> str:
    """The expression with other expressions in place of names."""

    def replaced(match: re.Match[str]) -> str:
        put = known.get(match[0], match[0]) if match[0] not in _ONLY else match[0]
        return put if _NAME.fullmatch(put) or put.startswith(("ln(", "(")) else f"({put})"

    return re.sub(r"[a-z]+\d*", replaced, text)


def _chained(steps: Sequence[_Step], joined: AbstractSet[tuple[str, str]]) -> Iterator[Arrow]:
    """The shortest chain for each two rows that nothing joins yet."""
    front, reached = list(steps), set(joined)
    while front:
        longer: list[_Step] = []
        for first in front:
            for second in steps:
                key = first.source, second.target
                if second.source != first.target or key[0] == key[1] or key in reached:
                    continue
                chain = _joined(first, second)
                if chain is not None:
                    reached.add(key)
                    longer.append(chain)
        for chain in longer:
            source = Said(chain.source, {name: name for name in chain.parameters})
            evidence = "certificate" if chain.grade == "proved" else ""
            yield Arrow(
                chain.source, chain.target, shown(source), shown(Said(chain.target, chain.bounds)),
                True, chain.grade, evidence, chain.claims, "chained",
            )  # fmt: skip
        front = longer


def _joined(first: _Step, second: _Step) -> _Step | None:
    if not {*second.parameters} <= {*first.bounds}:
        return None
    if _names(second.bounds) - {*second.parameters} & _names(first.bounds):
        return None  # two choices under one name
    bounds = {
        name: _put(text, {p: first.bounds[p] for p in second.parameters})
        for name, text in second.bounds.items()
    }
    grade = max((first.grade, second.grade), key=WEAKER.index)
    return _Step(
        first.source, second.target, first.parameters, bounds, grade,
        (*first.claims, *second.claims),
    )  # fmt: skip


# ---------------------------------------------------------------- steps of relations


def _by_steps(grades: Mapping[str, Graded]) -> Iterator[Arrow]:
    """Between two relations of one universe, for each quantity with a claim about groups."""
    for near in RELATIONS.values():
        for far in RELATIONS.values():
            if near is far or near.universe is not far.universe or near.directed:
                continue
            counted = {size: steps_between(near.name, far.name, size)
                       for size in SIZES[near.universe.name]}  # fmt: skip
            for quantity, claim in GROUP.items():
                graded = grades.get(claim)
                if graded is not None and graded.grade == "proved":
                    yield _arrow(quantity, near.name, far.name, counted, claim)


def steps_between(near: str, far: str, size: int) -> int | None:
    """The most steps of one relation between neighbours of another; None where no path leads."""
    first, second = _related(near, size), _related(far, size)
    steps = [first.distance(i, j) for i, j in second.pairs]
    return None if None in steps else max(step for step in steps if step is not None)


_RELATED: dict[tuple[str, int], Related] = {}


def _related(name: str, size: int) -> Related:
    return _RELATED.setdefault((name, size), RELATIONS[name].at(size))


def _arrow(
    quantity: str, near: str, far: str, counted: Mapping[int, int | None], claim: str
) -> Arrow:
    source, target = f"{quantity}:{near}", f"{quantity}:{far}"
    given = "ε = ε" if quantity == PURE else "ε = ε, δ = δ"
    sizes = ", ".join(str(size) for size in counted)
    scope = f"counted at the sizes {sizes}"
    if None in counted.values():
        size = next(size for size, steps in counted.items() if steps is None)
        separation(quantity, near, far, size)  # which the kernel has accepted, or it raises
        return Arrow(source, target, given, "no parameters", False, "refuted", "certificate",
                     (), "steps", f"no path joins some neighbours at size {size}")  # fmt: skip
    steps = [step for step in counted.values() if step is not None]
    constant = len(set(steps)) == 1
    k = str(steps[0]) if constant else "k"
    if not constant:
        listed = ", ".join(f"k = {step} at size {size}" for size, step in counted.items())
        scope = f"{scope}: {listed}"
    times = "" if k == "1" else f"{k}·"
    concluded = f"ε = {times}ε"
    if quantity != PURE:
        factor = "δ" if k == "1" else f"δ·Σ_{{i<{k}}} e^(i·ε)"
        concluded = f"{concluded}, δ = {factor}"
    tight = quantity == PURE and all(is_attained(near, far, size) for size in counted)
    return Arrow(source, target, given, concluded, True, "bounded", "computed", (claim,), "steps",
                 scope, tight)  # fmt: skip


def is_attained(near: str, far: str, size: int) -> bool:
    """Whether a mechanism with odds 2 between near neighbours has odds 2^k between far ones.

    It says yes with probability 2^(−d)/2^(D+1), for the distance d from one input and the largest
    distance D; its two answers are compared exactly.
    """
    first, second = _related(near, size), _related(far, size)
    most = steps_between(near, far, size)
    if most is None:
        return False
    start = next(i for i, j in second.pairs if first.distance(i, j) == most)
    distances = [first.distance(start, j) for j in range(len(first.values))]
    largest = max(d for d in distances if d is not None)
    halvings = [(largest if d is None else d) + largest + 1 for d in distances]
    return _odds(halvings, first) == 2 and _odds(halvings, second) == 2**most


def _odds(halvings: Sequence[int], related: Related) -> Fraction:
    """The largest ratio of an answer's probabilities on neighbours; yes has 2^(−halvings)."""
    # There are many neighbours, and few pairs of distances that they have.
    pairs = {(halvings[i], halvings[j]) for i, j in related.pairs}
    yes = {h: Fraction(1, 2**h) for h in halvings}
    return max(max(yes[a] / yes[b], (1 - yes[a]) / (1 - yes[b])) for a, b in pairs)
