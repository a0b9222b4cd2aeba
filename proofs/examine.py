"""What becomes of an entry: its status, computed from the statement alone.

What must never change: nothing in here reads `Entry.expected`. A statement is *refuted* by a
counterexample that the kernel accepted, *proved* for all finite sizes by a proof, stored or found
(`proofs.finding`), that the proof kernel accepts, *proved* for the shapes listed if solvers exclude
every listed shape, *computed* in the cases listed if nothing is quantified over, or then *follows*
from a theorem that is cited, *tested* if generated instances are all there is, and *unknown* as
soon as any way of examination stayed open. Nothing is proved or tested of hypotheses that no known
instance meets: where they contradict each other it is *vacuous*, else *unknown*.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from dpverify.checkers.smt.answer import Limits, Solver
from dpverify.defs.errors import InternalError, Undecided
from dpverify.proofs.bounded import Bounded, refute_within
from dpverify.proofs.cross_check import BRIEFLY, CrossCheck, cross_check
from dpverify.proofs.entry import Entry, Mutant, Status
from dpverify.proofs.instances import Instance
from dpverify.proofs.labels import Shape, Size, shape_text, sizes_text
from dpverify.proofs.number_refutation import numbers_of, refuted_by
from dpverify.proofs.padded import meets_at
from dpverify.proofs.refutation import document, expressible, replayed
from dpverify.proofs.search import Searched, search
from dpverify.proofs.simplify import simplified
from dpverify.proofs.statement import AnyChannel, Statement
from dpverify.proofs.theorem import (
    ProofCheck,
    check_proof,
    checked_proof,
    found,
    is_registered,
    stored,
)
from dpverify.proofs.vacuity import Hypotheses, meeting

SEARCH, BOUNDED = "search", "bounded"
EVIDENCE_OF: Mapping[Status, str] = {
    "proved": "bounded",
    "computed": "computed",
    "follows": "cited",
    "tested": "sampled",
}
ALL_SIZES = "all finite sizes"
TWO_ON = "from two inputs on"
"""Two neighbours are two inputs; of one input nothing is claimed."""
UNMET = "no instance that meets the hypotheses is known"
UNMET_HERE = f"{UNMET} of a shape that solvers were asked about, though one of another shape is"
MEANINGLESS = "nothing is said of any instance that is known, which has no meaning: "
CONTRADICTORY = "the hypotheses contradict each other, so that a proof says nothing"
SHARE = 3
"""Of the time that is left, one in so many parts is for the search for a proof."""
CROSS_CHECK = 10.0
"""Seconds that solvers have beside a proof that was found: nothing rests on their answer."""


@dataclass(frozen=True)
class Options:
    """How much an examination may cost.

    Args:
        seed: for the generated instances; None always gives the same ones.
        solver: "z3", "cvc5" or "both".
        time_limit: seconds for one entry, its mutants included.
        limits: what one question to a solver may cost.
        times: how many times the registered number of instances to generate for a statement; its
            mutants get the registered number.
        proofs: whether a proof for all sizes is looked for where none is stored.
    """

    seed: int | None = None
    solver: str = "z3"
    time_limit: float = 60.0
    limits: Limits = field(default_factory=Limits)
    times: int = 1
    proofs: bool = True


@dataclass(frozen=True)
class Found:
    """A counterexample that was re-checked.

    Args:
        instance: channels and numbers.
        way: "search" or "bounded".
        evidence: "certificate" if the kernel accepted `refutation`; else "computed", where the
            statement compares forms, of which the kernel knows one alone, or says what no document
            holds, or "cited" where the words fail by a theorem that is cited.
        refutation: the document, if there is one.
    """

    instance: Instance
    way: str
    evidence: str
    refutation: dict[str, Any] | None


@dataclass(frozen=True)
class Examination:
    """The outcome for one entry.

    `reason`: code and text of an unknown; `disagreement`: where solvers contradict each other;
    `lemmas`: what solvers said of the lemmas of a proof; `proof`: one that was found for a user's
    entry, which no library stores, and `no_proof` why none was; `faults`: by solver, how many of
    its models do not satisfy the question they were given for.
    """

    status: Status
    evidence: str | None
    scope: str | None
    found: Found | None
    generated: int
    met_hypotheses: int
    trusted: tuple[str, ...]
    reason: tuple[str, str] | None
    excluded: str = ""
    killed: tuple[str, ...] = ()
    survived: tuple[str, ...] = ()
    seconds: float = 0.0
    disagreement: str | None = None
    lemmas: CrossCheck | None = None
    proof: dict[str, Any] | None = None
    no_proof: str = ""
    faults: Mapping[str, int] = field(default_factory=dict)


def examine(entry: Entry, solvers: Sequence[Solver], options: Options) -> Examination:
    """Examine an entry in all its ways, then its mutants.

    Raises: InternalError if the kernel rejects a counterexample, or accepts it beside a proof.
    """
    start = time.monotonic()
    end = start + options.time_limit
    outcome = _examined(entry, solvers, options, end)
    killed, survived = _mutants(entry, solvers, options, end)
    seconds = time.monotonic() - start
    return replace(outcome, killed=killed, survived=survived, seconds=seconds)


def _examined(entry: Entry, solvers: Sequence[Solver], options: Options, end: float) -> Examination:
    wanted = entry.instances * options.times
    searched = _search(entry.statement, wanted, options.seed, end)
    if searched.found is not None:
        examination = _confirmed(entry.id, simplified(searched.found), SEARCH)
        _contradicts_no_proof(entry)
        return _refuted(examination, searched, ())
    looked = _found(entry, end) if options.proofs else None
    found = None if isinstance(looked, str) else looked
    soon = _time_of_solvers(entry, found, end)
    bounded = _bounded(entry.statement, entry.shapes, solvers, options, soon)
    if bounded.found is not None:
        examination = _confirmed(entry.id, simplified(bounded.found), BOUNDED)
        _contradicts_no_proof(entry, found)
        return replace(
            _refuted(examination, searched, bounded.solvers),
            disagreement=bounded.disagreement,
            faults=Counter(bounded.faults),
        )
    met = _met(entry, searched, solvers, options, end)
    faults = Counter((*bounded.faults, *met.faults))
    proof = checked_proof(entry) if found is None else check_proof(found, entry.statement)
    if met.instance is None and met.contradictory:
        return replace(_vacuous(entry.statement, searched, met), faults=faults)
    if proof is not None and proof.status == "accepted" and met.instance is not None:
        lemmas = _lemmas(entry, found, solvers, end if found is None else soon)
        faults.update({} if lemmas is None else lemmas.faults)
        proved = _proved(entry.statement, searched, bounded)
        return replace(proved, lemmas=lemmas, proof=found, faults=faults)
    no_proof = looked if isinstance(looked, str) else ""
    if bounded.reason is None:
        met = _met_at_shapes(entry, met, solvers, options, end)
    open_still = _unrefuted(entry, searched, bounded, proof, met)
    return replace(open_still, no_proof=no_proof, faults=faults)


def _time_of_solvers(entry: Entry, found: dict[str, Any] | None, end: float) -> float:
    """Until when solvers may look for a counterexample: beside a proof they decide nothing."""
    now = time.monotonic()
    if found is not None:
        return min(end, now + CROSS_CHECK)
    # The kernel that re-checks a stored proof, and the mutants, have their turn on any machine.
    return (now + end) / 2 if stored(entry) is not None else end


def proves_nothing(entry: Entry, solvers: Sequence[Solver], options: Options) -> str:
    """Why a proof of an entry says nothing; empty where some instance meets the hypotheses.

    Raises: InternalError where one refutes the statement.
    """
    end = time.monotonic() + options.time_limit
    searched = _search(entry.statement, entry.instances, options.seed, end, shrink=False)
    if searched.found is not None:
        raise InternalError(f"{entry.id} has both an accepted proof and a counterexample")
    met = _met(entry, searched, solvers, options, end)
    if met.instance is not None:
        return ""
    return CONTRADICTORY if met.contradictory else _unmet(searched, met)


def _unmet(searched: Searched, met: Hypotheses) -> str:
    """Why no instance speaks for a proof."""
    if met.meaningless:
        return MEANINGLESS + met.meaningless
    return UNMET if searched.meeting is None else UNMET_HERE


def _met(
    entry: Entry, searched: Searched, solvers: Sequence[Solver], options: Options, end: float
) -> Hypotheses:
    """An instance that meets the hypotheses, as the search found it or solvers propose it."""
    if searched.meeting is not None:
        return Hypotheses(searched.meeting)
    left = max(0.0, end - time.monotonic())
    return meeting(entry.statement, entry.shapes, solvers, options.limits, seconds=left)


def _met_at_shapes(
    entry: Entry, met: Hypotheses, solvers: Sequence[Solver], options: Options, end: float
) -> Hypotheses:
    """An instance of a shape that solvers exclude: what holds of these alone says something then.

    The hypotheses may contradict each other there, and not of the larger ones that were generated.
    """
    known = met.instance
    if known is None or not entry.shapes or any(meets_at(known, each) for each in entry.shapes):
        return met
    left = max(0.0, end - time.monotonic())
    return meeting(entry.statement, entry.shapes, solvers, options.limits, seconds=left)


def _vacuous(statement: Statement, searched: Searched, met: Hypotheses) -> Examination:
    """The hypotheses contradict each other; what is concluded from them was not looked at."""
    return Examination(
        status="vacuous",
        evidence="bounded" if met.solvers else "computed",
        scope=_scope(statement, _texts(met.contradictory)),
        found=None,
        generated=searched.generated,
        met_hypotheses=searched.met_hypotheses,
        trusted=met.solvers,
        reason=None,
    )


def _scope(statement: Statement, text: str) -> str:
    """A scope with the sizes that the statement fixes."""
    return "; ".join((text, *statement.fixed))


def _found(entry: Entry, end: float) -> dict[str, Any] | str | None:
    """A proof of a user's entry; those of the library are stored."""
    if is_registered(entry):
        return None
    return found(entry, seconds=max(0.0, end - time.monotonic()) / SHARE)


def _contradicts_no_proof(entry: Entry, found: dict[str, Any] | None = None) -> None:
    proof = checked_proof(entry) if found is None else check_proof(found, entry.statement)
    if proof is not None and proof.status == "accepted":
        raise InternalError(f"{entry.id} has both an accepted proof and a counterexample")


def _lemmas(
    entry: Entry, found: dict[str, Any] | None, solvers: Sequence[Solver], end: float
) -> CrossCheck | None:
    """What solvers say of the lemmas; they have certificates, so this decides nothing."""
    proof, left = found or stored(entry), max(0.0, end - time.monotonic())
    if proof is None:
        return None
    return cross_check(entry, proof, solvers, BRIEFLY, seconds=left)


def _proved(statement: Statement, searched: Searched, bounded: Bounded) -> Examination:
    """The proof kernel accepted a proof; instances and solvers were a cross-check."""
    return Examination(
        status="proved",
        evidence="certificate",
        scope=_scope(statement, _every_size(statement)),
        found=None,
        generated=searched.generated,
        met_hypotheses=searched.met_hypotheses,
        trusted=(),
        reason=None,
        excluded=_texts(bounded.excluded),
    )


def _every_size(statement: Statement) -> str:
    """What a proof for all sizes is about."""
    inputs = [o.inputs for o in statement.objects.values() if isinstance(o, AnyChannel)]
    if not inputs:  # channels that are written out have the size that they have
        return shape_text({})
    return f"{ALL_SIZES}, {TWO_ON}" if any(isinstance(i, Size) for i in inputs) else ALL_SIZES


def _refuted(found: Found, searched: Searched, solvers: tuple[str, ...]) -> Examination:
    return Examination(
        status="refuted",
        evidence=found.evidence,
        scope=None,
        found=found,
        generated=searched.generated,
        met_hypotheses=searched.met_hypotheses,
        # A refutation rests on the kernel, not on the solver that proposed it.
        trusted=() if found.evidence == "certificate" else solvers,
        reason=None,
    )


def _unrefuted(
    entry: Entry, searched: Searched, bounded: Bounded, proof: ProofCheck | None, met: Hypotheses
) -> Examination:
    statement = entry.statement
    reason = bounded.reason
    if proof is not None and proof.status != "accepted":
        reason = ("unsupported", f"the stored proof is {proof.status}: {proof.text}")
    if not searched.complete:
        reason = ("time", f"the time limit was reached after {searched.generated} instances")
    if reason is None and met.instance is None:
        reason = ("unsupported", _unmet(searched, met))
    if reason is None and statement.nothing_varies and not entry.shapes:
        reason = searched.undecided  # of the one instance there is: nothing was computed
    status: Status = "unknown"
    scope = _scope(statement, _texts(bounded.excluded)) if bounded.excluded else None
    if reason is None and entry.shapes:
        status = "proved"
    elif reason is None and statement.nothing_varies:
        status = "computed" if statement.follows is None else "follows"
        scope = _computed(statement)
    elif reason is None and searched.met_hypotheses:
        status = "tested"
        scope = _scope(statement, sizes_text(statement.sizes) or shape_text({}))
    elif reason is None:
        reason = ("unsupported", "no generated instance met the hypotheses")
    return Examination(
        status=status,
        evidence=EVIDENCE_OF.get(status),
        scope=scope,
        found=None,
        generated=searched.generated,
        met_hypotheses=searched.met_hypotheses,
        trusted=bounded.solvers,
        reason=reason,
        excluded=_texts(bounded.excluded),
    )


def _computed(statement: Statement) -> str:
    """What was computed, where nothing varies."""
    cases = len(statement.cases)
    listed = "the case listed" if cases == 1 else f"the {cases} cases listed"
    return listed if statement.follows is None else "by the theorem that is cited"


def _texts(shapes: Sequence[Shape]) -> str:
    return "; ".join(shape_text(shape) for shape in shapes)


def _search(
    statement: Statement, instances: int, seed: int | None, end: float, *, shrink: bool = True
) -> Searched:
    left = end - time.monotonic()
    if not instances or left <= 0:
        return Searched(None, 0, 0, complete=not instances)
    # Half of what is left: the solvers are to have their turn.
    return search(statement, instances=instances, seed=seed, seconds=left / 2, shrink=shrink)


def _bounded(
    statement: Statement,
    shapes: Sequence[Shape],
    solvers: Sequence[Solver],
    options: Options,
    end: float,
) -> Bounded:
    left = max(0.0, end - time.monotonic())
    return refute_within(statement, shapes, solvers, options.limits, seconds=left)


def _confirmed(entry: str, instance: Instance, way: str) -> Found:
    numbers = numbers_of(instance.statement)
    if numbers is not None:
        return Found(instance, way, "certificate", refuted_by(entry, numbers))
    if not expressible(instance):
        follows = instance.statement.follows is not None
        return Found(instance, way, "cited" if follows else "computed", None)
    return Found(instance, way, "certificate", replayed(document(entry, instance)))


def _mutants(
    entry: Entry, solvers: Sequence[Solver], options: Options, end: float
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    killed: list[str] = []
    survived: list[str] = []
    for mutant in entry.mutants:
        refuted = _is_refuted(entry, mutant, solvers, options, end)
        (killed if refuted else survived).append(mutant.name)
    return tuple(killed), tuple(survived)


def _is_refuted(
    entry: Entry, mutant: Mutant, solvers: Sequence[Solver], options: Options, end: float
) -> bool:
    searched = _search(mutant.statement, entry.instances, options.seed, end, shrink=False)
    instance = searched.found
    if instance is None:
        instance = _bounded(mutant.statement, entry.shapes, solvers, options, end).found
    if instance is None:
        return False
    try:
        _confirmed(f"{entry.id}~{mutant.name}", instance, SEARCH)
    except Undecided:  # it has numbers that are to refute it, as those of the entry, and do not
        return False
    return True
