"""Many claims, each decided by itself: in pieces, in memory that does not grow with them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor
from functools import partial
from itertools import islice
from types import MappingProxyType
from typing import Final, cast

from dpverify.checkers import seam
from dpverify.checkers.decide import checking
from dpverify.checkers.steps import Steps, in_step
from dpverify.checkers.subjects import Subject, subject_of
from dpverify.checkers.verdict import NOTHING, Verdict
from dpverify.defs.channel import Channel
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.errors import InputError, UsageError
from dpverify.defs.validate import shown

PIECE: Final = 200
"""Claims that one worker is given at once."""
TOGETHER: Final = 10_000
"""Entries of the channels that are decided in step, so that few documents are held at once."""
Question = tuple[object, Definition]
Piece = tuple[int, list[Question]]
"""Claims, with the number of the first."""
Answer = tuple[Verdict, bool]
"""A verdict, and whether what was asked came back with it."""


def check_many(
    claims: Iterable[Question],
    *,
    jobs: int = 1,
    executor: Executor | None = None,
    scheduler: str | None = None,
    time_limit: float | None = None,
    seed: int = 0,
) -> Generator[Verdict]:
    """The verdicts of `check` for many claims, in their order, whoever decides them.

    Claims are taken as they are needed and verdicts given as they come: of a generator of any
    length, a few pieces of 200 claims are in memory.

    Args:
        claims: pairs of a subject and a definition, as `check` takes them. With workers, what can
            be pickled: channels, scenarios, and mechanisms of an importable module.
        jobs: processes of this machine; with 1 this process does the work. As with all
            `multiprocessing`, a script that asks for more guards its main part by
            `if __name__ == "__main__":`.
        executor: any `concurrent.futures.Executor` in place of them; it stays open.
        scheduler: the address of a dask scheduler in place of them.
        time_limit: seconds for each claim; None for no limit.
        seed: recorded with each run.

    Raises:
        UsageError: claims that are no list or generator; more than one of jobs, executor and
            scheduler, or fewer jobs than 1.
        InputError: a claim that `check` refuses, with its number, from 0 on; the verdicts before
            its piece have been given.
        Undecided: workers die again and again.

    >>> from dpverify.defs.channel import Channel
    >>> from dpverify.defs.definitions import PureDP
    >>> rr = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> [verdict.holds for verdict in check_many((rr, PureDP(eps=k)) for k in (1, 2))]
    [False, True]
    """
    if not isinstance(claims, Iterable):
        raise UsageError(f"claims is {shown(claims)}; give pairs of a subject and a definition")
    task = partial(_checked, time_limit=time_limit, seed=seed)
    return _verdicts(_workers(jobs, executor, scheduler), task, claims)


def _verdicts(
    workers: seam.Seam, task: Callable[[Piece], list[Answer]], claims: Iterable[Question]
) -> Generator[Verdict]:
    asked: deque[list[Question]] = deque()  # the pieces without answers, in their order
    pieces = workers.ordered(task, _noted(_pieces(claims), asked))
    try:
        for answers in pieces:
            for (subject, claim), (verdict, whole) in zip(asked.popleft(), answers, strict=True):
                yield verdict if whole else _completed(verdict, subject, claim)
    finally:
        pieces.close()


def _noted(pieces: Iterable[Piece], asked: deque[list[Question]]) -> Iterator[Piece]:
    """The pieces, each of them noted when it is taken."""
    for piece in pieces:
        asked.append(piece[1])
        yield piece


def _workers(jobs: int, executor: Executor | None, scheduler: str | None) -> seam.Seam:
    if (jobs != 1) + (executor is not None) + (scheduler is not None) > 1:
        raise UsageError("jobs, executor and scheduler each say who works; give one of them")
    if jobs < 1:
        raise UsageError(f"jobs is {jobs}; at least one process has to work")
    if executor is not None:
        return seam.given(executor)
    if scheduler is not None:
        return seam.scheduler(scheduler)
    return seam.here() if jobs == 1 else seam.processes(jobs)


def _pieces(claims: Iterable[Question]) -> Iterator[Piece]:
    """The claims, PIECE at a time, with the number of the first."""
    rest, first = iter(claims), 0
    while piece := list(islice(rest, PIECE)):
        yield first, piece
        first += len(piece)


def _checked(piece: Piece, *, time_limit: float | None, seed: int) -> list[Answer]:
    """The verdicts of a piece."""
    first, claims = piece
    questions = [_question(number, claim) for number, claim in enumerate(claims, start=first)]
    answers: list[Answer] = []
    for some in _together(questions):
        for answer in _in_step(some, time_limit, seed):
            if isinstance(answer, InputError):
                raise UsageError(f"claim {first + len(answers)}: {answer}") from answer
            answers.append(answer)
    return answers


def _question(number: int, claim: object) -> Question:
    try:
        subject, definition = cast("Question", claim)
    except (TypeError, ValueError):
        raise UsageError(f"claim {number} is no pair of a subject and a definition") from None
    return subject, definition


def _together(claims: list[Question]) -> Iterator[list[Question]]:
    """The claims in groups that are decided in step."""
    some: list[Question] = []
    entries = 0
    for claim in claims:
        if some and entries + _entries(claim[0]) > TOGETHER:
            yield some
            some, entries = [], 0
        some.append(claim)
        entries += _entries(claim[0])
    if some:
        yield some


def _entries(subject: object) -> int:
    """How many numbers a subject has; one without a list of them is decided by itself."""
    return len(subject.inputs) * len(subject.outputs) if isinstance(subject, Channel) else TOGETHER


def _in_step(
    claims: list[Question], time_limit: float | None, seed: int
) -> Iterator[Answer | InputError]:
    """The answers in the order of the claims, each step taken definition by definition."""
    order = sorted(range(len(claims)), key=lambda place: _name(claims[place][1]))
    tasks = [_checking(*claims[place], time_limit, seed) for place in order]
    answers = dict(zip(order, in_step(tasks), strict=True))
    return (answers[place] for place in range(len(claims)))


def _name(definition: object) -> str:
    """What definitions are sorted by: those of one kind are decided by the same code."""
    return str(getattr(definition, "name", ""))


def _checking(
    subject: object, definition: Definition, time_limit: float | None, seed: int
) -> Steps[Answer | InputError]:
    """The answer to one claim, in steps; what refuses it is returned."""
    try:
        verdict = yield from checking(subject, definition, time_limit=time_limit, seed=seed)
    except InputError as refusal:
        return refusal
    return _answer(subject, verdict)


def _answer(subject: object, verdict: Verdict) -> Answer:
    """A verdict on its way back, without what whoever asked has: the channel and the parameters."""
    about = verdict.subject
    if isinstance(about, Subject) and about.channel is subject:
        return verdict.having(subject=None, given=NOTHING), False
    return verdict, True


def _completed(verdict: Verdict, subject: object, claim: Definition) -> Verdict:
    """The verdict with what was asked."""
    return verdict.having(subject=subject_of(subject), given=MappingProxyType(claim.given))
