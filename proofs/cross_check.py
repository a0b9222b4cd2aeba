"""Solvers beside a proof: each of its lemmas is asked, although it has a certificate.

What must never change: the proof rests on the kernel, never on what is found here; a counterexample
to an accepted lemma contradicts the kernel, and that is an internal error. A counterexample is a
model that satisfies the question, as evaluated here: the word of a solver is none, and a model that
does not is a fault of that solver, which is counted and decides nothing.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dpverify.checkers.smt.answer import Limits, Sat, Solver, Unsat
from dpverify.checkers.smt.model import satisfies
from dpverify.defs.errors import InternalError
from dpverify.proofs.entry import Entry
from dpverify.proofs.lemma_questions import questions

BRIEFLY = Limits(work=1_000_000, seconds=2.0)
"""What a question costs at most where the proof is already accepted: most take milliseconds."""


@dataclass(frozen=True)
class CrossCheck:
    """How many lemmas there are, how many each solver confirmed, and which it left open.

    Of those left open, `faults` counts by solver where its model does not satisfy the question.
    """

    lemmas: int
    confirmed: Mapping[str, int]
    left_open: tuple[str, ...]
    faults: Mapping[str, int] = field(default_factory=dict)


def cross_check(
    entry: Entry,
    document: Mapping[str, Any],
    solvers: Sequence[Solver],
    limits: Limits,
    *,
    seconds: float = float("inf"),
) -> CrossCheck:
    """Ask every solver about every lemma of an accepted proof.

    Args:
        entry: the entry that is proved.
        document: its stored proof.
        solvers: whom to ask.
        limits: what one question may cost.
        seconds: for all questions together; what is not asked in time counts as left open.

    Raises: InternalError where a solver finds a counterexample to a lemma that withstands exact
        evaluation.
    """
    end = time.monotonic() + seconds
    every = list(questions(entry, document))
    confirmed: dict[str, int] = {}
    left_open: list[str] = []
    faults: dict[str, int] = {}
    for solver in solvers:
        confirmed.setdefault(solver.name, 0)
        for each in every:
            place = f"{each.part} {each.step}".strip()
            answer = solver.solve(each.text, limits) if time.monotonic() < end else None
            held = satisfies(each.text, answer.model) if isinstance(answer, Sat) else None
            if isinstance(answer, Sat) and held:
                raise InternalError(
                    f"{answer.solver} finds a counterexample to {place} of {entry.id}, a lemma"
                    " with an accepted certificate"
                )
            if held is False:
                faults[solver.name] = faults.get(solver.name, 0) + 1
            if isinstance(answer, Unsat):
                confirmed[solver.name] += 1
            else:
                left_open.append(f"{place} ({solver.name})")
    return CrossCheck(len(every), confirmed, tuple(left_open), faults)
