"""The engines: each says whether a claim holds for a channel, or leaves it open (None)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dpverify.checkers import decide
from dpverify.checkers.exact import candidates, decide_channel, measure
from dpverify.checkers.kernel.door import Outcome, replay
from dpverify.checkers.smt.answer import Limits, Sat, Unsat
from dpverify.checkers.smt.process import ProcessSolver, solver_named
from dpverify.defs.channel import Channel
from dpverify.defs.definitions.contract import EventDefinition
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import number_text
from tests.agreement import brute
from tests.agreement.arithmetic import UnsupportedError
from tests.agreement.fixed_smt import Question

LIMITS = Limits(work=1_000_000, seconds=0.3)


@dataclass(frozen=True)
class Case:
    """A channel and a claim about it."""

    channel: Channel
    definition: EventDefinition

    @cached_property
    def claim(self) -> brute.Claim:
        """The claim as texts."""
        given = {key: number_text(value) for key, value in self.definition.given.items()}
        return brute.Claim(self.definition.name, given)

    @cached_property
    def matrix(self) -> brute.Matrix:
        """The channel as the brute force reads it."""
        return brute.Matrix(self.document)

    @cached_property
    def document(self) -> dict[str, Any]:
        """The channel as its file would have it."""
        return self.channel.to_dict()

    def __str__(self) -> str:
        rows = [" ".join(row) for row in self.document["matrix"]]
        given = ", ".join(f"{key}={text}" for key, text in self.claim.given.items())
        related = self.document["neighbours"]
        return f"{self.claim.name} {given} of {' | '.join(rows)}, neighbours {related}"


Engine = Callable[[Case], bool | None]


def exact_small(case: Case) -> bool | None:
    """The definition evaluated on every pair."""
    with floats_from(10**9):
        return decide_channel(case.channel, case.definition).holds


def exact_large(case: Case) -> bool | None:
    """Float passes that discard, exact arithmetic that decides."""
    with floats_from(-1):
        return decide_channel(case.channel, case.definition).holds


@contextmanager
def floats_from(work: int) -> Iterator[None]:
    """Let float passes begin beyond this many outputs of all pairs: at -1 always."""
    before = measure.SMALL, measure.FEW, candidates.WORTH_CDIST
    measure.SMALL, measure.FEW, candidates.WORTH_CDIST = work, work, 0
    try:
        yield
    finally:
        measure.SMALL, measure.FEW, candidates.WORTH_CDIST = before


def whole_result(case: Case) -> bool | None:
    """What `check` returns, provided that the kernel accepts the document of it."""
    verdict = decide.check(case.channel, case.definition)
    if verdict.unknown:
        return None
    outcome = replay(verdict.to_dict())
    return verdict.holds if outcome.status == "accepted" else not verdict.holds


def kernel_holds(case: Case) -> bool | None:
    """Whether the kernel accepts that the claim holds, told nothing else."""
    return accepted(replay(document(case, verdict="holds", evidence="exact")))


def kernel_fails(case: Case) -> bool | None:
    """Whether the kernel rejects the event that brute force finds worst."""
    pair, mask = brute.worst(case.matrix, case.claim)
    event = case.matrix.labels(mask)
    masses = ["+".join(["0", *(f"({t})" for t in picked(case, x, mask))]) for x in pair]
    said = {"exact": excess(case, masses), "lower": "-1000000", "upper": "1"}
    witness = {"inputs": list(pair), "event": event, "probabilities": masses, "excess": said}
    form = document(case, verdict="fails", evidence="certificate", witness=witness)
    found = accepted(replay(form))
    return None if found is None else not found


def picked(case: Case, label: str, mask: int) -> list[str]:
    """The entries of an event in one row."""
    return [text for o, text in enumerate(case.matrix.texts[label]) if mask >> o & 1]


def excess(case: Case, masses: list[str]) -> str:
    """P(S) − e^ε·Q(S) − δ, or P(S) − δ, as a text."""
    given = case.claim.given
    text = f"({masses[0]})"
    if case.definition.discounts:
        text += f"-exp({given['eps']})*({masses[1]})"
    bound = next((value for key, value in given.items() if key != "eps"), "0")
    return f"{text}-({bound})"


def document(case: Case, **said: Any) -> dict[str, Any]:
    """A result about the case, with the least that it must say."""
    subject = {"kind": "channel", "digest": case.channel.digest, "channel": case.document}
    return {
        "schema": "dpverify.result/1.0",
        "subject": subject,
        "definition": case.claim.name,
        "given": dict(case.claim.given),
        **said,
    }


def accepted(outcome: Outcome) -> bool | None:
    """Whether a document was accepted; None where the kernel cannot tell."""
    return {"accepted": True, "rejected": False}.get(outcome.status)


def brute_force(case: Case) -> bool | None:
    """All events, in arithmetic of its own."""
    return brute.holds(case.matrix, case.claim)


class SolverEngine:
    """A solver on the encodings of `dpverify`, the channel fixed by equations."""

    def __init__(self, solver: ProcessSolver, form: str | None = None) -> None:
        self.solver, self.form = solver, form

    def __call__(self, case: Case) -> bool | None:
        form = self.form or ("outputs", "events")[int(case.channel.digest[-1], 16) % 2]
        false, true = Question(case.matrix, case.claim, form).scripts()
        said = self.solver.solve(false, LIMITS)
        if isinstance(said, Sat):
            # Not yet "fails": the model may lie beside the true value of e.
            said = self.solver.solve(true, LIMITS)
            return False if isinstance(said, Unsat) else None
        return True if isinstance(said, Unsat) else None


def verdict_of(engine: Engine, case: Case) -> bool | None:
    """What an engine says, None where it leaves the question open."""
    try:
        return engine(case)
    except (Undecided, UnsupportedError):
        return None


FAST: Mapping[str, Engine] = {
    "exact": exact_small,
    "exact, floats first": exact_large,
    "brute force": brute_force,
    "kernel, holds": kernel_holds,
    "kernel, fails": kernel_fails,
    "result, replayed": whole_result,
}


@contextmanager
def solver_engines(*names: str, form: str | None = None) -> Iterator[dict[str, Engine]]:
    """An engine for each solver, on one form of a definition; else on either, by channel."""
    with ExitStack() as stack:
        solvers = {name: stack.enter_context(solver_named(name)) for name in names}
        yield {name: SolverEngine(solver, form) for name, solver in solvers.items()}
