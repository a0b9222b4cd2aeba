"""Solvers beside a proof: each of its lemmas is asked, although it has a certificate.

What must never change: the proof rests on the kernel, never on what is found here; a solver that
finds a counterexample to an accepted lemma contradicts the kernel, and that is an internal error.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dpverify.checkers.smt.answer import Limits, Sat, Solver, Unsat
from dpverify.defs.errors import InternalError
from dpverify.proofs.entry import Entry
from dpverify.proofs.lemma_questions import questions

BRIEFLY = Limits(work=1_000_000, seconds=2.0)
"""What a question costs at most where the proof is already accepted: most take milliseconds."""


@dataclass(frozen=True)
class CrossCheck:
    """How many lemmas there are, how many each solver confirmed, and which it left open."""

    lemmas: int
    confirmed: Mapping[str, int]
    left_open: tuple[str, ...]


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

    Raises: InternalError where a solver finds a counterexample to a lemma.
    """
    end = time.monotonic() + seconds
    every = list(questions(entry, document))
    confirmed: dict[str, int] = {}
    left_open: list[str] = []
    for solver in solvers:
        confirmed.setdefault(solver.name, 0)
        for each in every:
            place = f"{each.part} {each.step}".strip()
            answer = solver.solve(each.text, limits) if time.monotonic() < end else None
            if isinstance(answer, Sat):
                raise InternalError(
                    f"{answer.solver} finds a counterexample to {place} of {entry.id}, a lemma"
                    " with an accepted certificate"
                )
            if isinstance(answer, Unsat):
                confirmed[solver.name] += 1
            else:
                left_open.append(f"{place} ({solver.name})")
    return CrossCheck(len(every), confirmed, tuple(left_open))
