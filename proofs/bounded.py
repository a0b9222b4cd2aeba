"""All channels of a shape at once: what solvers say, and counterexamples out of their models."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from dpverify.checkers.smt.answer import (
    Answer,
    Crashed,
    Interval,
    Limits,
    ModelValue,
    Sat,
    Solver,
    Unknown,
    Unsat,
)
from dpverify.checkers.smt.model import satisfies
from dpverify.defs.errors import DpverifyError, Undecided
from dpverify.defs.numbers import Number, Value, ln
from dpverify.proofs.event_cases import EventCase, event_cases
from dpverify.proofs.formula import Encoding, Question, encode, variable_of
from dpverify.proofs.instances import Instance
from dpverify.proofs.labels import Shape
from dpverify.proofs.layout import places
from dpverify.proofs.padded import padded, with_few_outputs
from dpverify.proofs.relaxed import relaxed
from dpverify.proofs.sections import by_sections
from dpverify.proofs.simplify import DENOMINATORS, instances_of, rounded, rounded_to
from dpverify.proofs.statement import Statement
from dpverify.proofs.symmetry import Alike, renamings

RELAXED = Limits(seconds=3.0)
"""What a relaxation may cost; one that takes longer is not worth it."""
QUICK_RELAXED = Limits(work=2_000_000, seconds=3.0)
QUICK = Limits(work=300_000, seconds=3.0)
BRIEF = Limits(work=3_000_000, seconds=3.0)
"""What a question about what follows from the hypotheses may cost; most take milliseconds."""
MOST_OPEN = 3
"""Cases that were asked quickly and stay open; the others are no quicker then, as a rule."""
AT_ONCE = Limits(work=1_000_000)
"""What the question as it is may cost before its cases are asked one by one."""
LEAST_WORK = 5_000_000
"""Of each case, however many there are."""


@dataclass(frozen=True)
class Bounded:
    """What solvers said about some shapes.

    Args:
        found: an instance out of a model, exactly refuting; None where there was none.
        excluded: the shapes of which no channels refute the statement, on the word of `solvers`.
        solvers: names and versions of those whose "unsat" was relied on, or who found it.
        reason: code and text where some shape stayed open.
        disagreement: who said "unsat" of a question that `found` answers; that solver is wrong, and
            nothing else that rests on its word can be trusted.
        faults: the solver of each model that does not satisfy the question it was given for.
    """

    found: Instance | None
    excluded: tuple[Shape, ...]
    solvers: tuple[str, ...]
    reason: tuple[str, str] | None
    disagreement: str | None = None
    faults: tuple[str, ...] = ()


def refute_within(
    statement: Statement,
    shapes: Sequence[Shape],
    solvers: Sequence[Solver],
    limits: Limits,
    *,
    seconds: float = 60.0,
    by_events: bool = True,
) -> Bounded:
    """Ask, shape by shape, for channels that refute the statement.

    A shape is excluded if for every question some solver says "unsat" and none says "sat"; of
    questions that differ in the names of variables alone, one is asked (`symmetry.py`). A "sat"
    refutes only with a model from which an exactly refuting instance can be made; one whose model
    does not satisfy the question is a fault of its solver, and neither refutes nor vetoes.

    Args:
        statement: what is to be refuted.
        shapes: asked in this order.
        solvers: whom to ask.
        limits: what one question may cost.
        seconds: for all questions together.
        by_events: whether a question is asked event by event (`event_cases.py`) where it can be,
            or of a composition for all events at once (`sections.py`); without, as it is written,
            with a maximum for each output.
    """
    end = time.monotonic() + seconds
    faults: list[str] = []
    excluded: list[Shape] = []
    names: set[str] = set()
    reason: tuple[str, str] | None = None
    for shape in shapes:
        try:
            asking = _Asking(statement, shape, solvers, limits, end, faults, by_events, excluded)
            instance, used, denied = asking.all()
        except Undecided as open_question:
            reason = reason or (open_question.code, open_question.text)
            continue
        names |= used
        if instance is not None:
            trusted = tuple(sorted(used))
            return Bounded(instance, tuple(excluded), trusted, None, denied, tuple(faults))
        excluded.append(shape)
    return Bounded(None, tuple(excluded), tuple(sorted(names)), reason, faults=tuple(faults))


Outcome = tuple[Instance | None, set[str], str | None]


@dataclass(frozen=True)
class _Asking:
    """The ways of asking one question, the quickest first."""

    statement: Statement
    shape: Shape
    solvers: Sequence[Solver]
    limits: Limits
    end: float
    faults: list[str]
    by_events: bool
    excluded: Sequence[Shape] = ()
    """Shapes without a counterexample."""
    said: dict[str, set[str] | None] = field(default_factory=dict)
    """What was asked quickly before: cases of events of any size may be one script."""

    @cached_property
    def encoding(self) -> Encoding:
        return encode(self.statement, self.shape)

    def all(self) -> Outcome:
        """A refuting instance of this shape, or who says that there is none."""
        used: set[str] = set()
        answered = Alike(renamings(self.statement, self.shape))
        every = self.encoding.pairs()
        at_once = [self._by_sections(pair) for pair in every]
        used.update(*filter(None, at_once))
        if all(at_once):
            return None, used, None
        if set() in at_once:
            few = self._with_few_outputs()
            if few is not None and few[0] is not None:
                return few
        for question, pair, said in zip(self.encoding.asked(), every, at_once, strict=True):
            if said or answered.knows(question.text):
                continue
            instance, words, denied = self.one(question, pair)
            if instance is not None:
                return instance, words, denied
            used |= words
            answered.add(question.text)
        return None, used, None

    def one(self, question: Question, pair: tuple[int, int] | None) -> Outcome:
        """A refuting instance, or who says that there is none.

        Raises: Undecided where neither is known.
        """
        words = self._relaxed(pair, QUICK_RELAXED, thorough=False)
        if words:
            return None, words, None
        cases, used = self._cases(question), set[str]()
        left: list[EventCase] = []
        for place, case in enumerate(cases):
            outcome = self._quickly(case)
            if outcome is None:
                left.append(case)
            elif outcome[0] is not None:
                return outcome
            else:
                used |= outcome[1]
            if len(left) == MOST_OPEN:
                left += cases[place + 1 :]
                break
        if cases and not left:
            return None, used, None
        return self._at_length(question, pair, left, used)

    def _at_length(
        self,
        question: Question,
        pair: tuple[int, int] | None,
        cases: Sequence[EventCase],
        used: set[str],
    ) -> Outcome:
        """The same for a question of which some cases are left, the others being excluded."""
        for thorough in (False, True):
            words = self._relaxed(pair, RELAXED, thorough=thorough)
            if words:
                return None, words, None
        if not cases:
            return self._wholly(question.text, self.limits)
        with suppress(Undecided):  # what is false is often refuted at once, whatever the event
            return self._wholly(question.text, self._at_most(AT_ONCE))
        share = replace(self.limits, work=max(LEAST_WORK, self.limits.work // len(cases)))
        unknown: Undecided | None = None
        for case in cases:
            try:
                words = self._brief([case.weaker()], self._at_most(BRIEF)) or set()
                outcome = (None, words, None) if words else self._wholly(case.whole(), share)
            except Undecided as open_question:
                unknown = unknown or open_question
                continue
            if outcome[0] is not None:
                return outcome
            used |= outcome[1]
        if unknown is not None:
            raise unknown
        return None, used, None

    def _at_most(self, limits: Limits) -> Limits:
        seconds, work = min(limits.seconds, self.limits.seconds), min(limits.work, self.limits.work)
        return replace(self.limits, seconds=seconds, work=work)

    def _cases(self, question: Question) -> list[EventCase]:
        """The cases by events; none where there are no channels, or too many cases."""
        if not self.by_events or not self.encoding.free:
            return []
        try:
            return event_cases(self.encoding, question)
        except Undecided:
            return []

    def _quickly(self, case: EventCase) -> Outcome | None:
        """What is said of a case at once, if anything: of what follows from it, then of all."""
        for script in (case.merged(), case.weaker()):
            if script not in self.said:
                self.said[script] = self._brief([script], self._at_most(QUICK))
            words = self.said[script]
            if words:
                return None, words, None
        with suppress(Undecided):
            return self._wholly(case.whole(), self._at_most(QUICK))
        return None

    def _wholly(self, script: str, limits: Limits) -> Outcome:
        """What is said of a script that has a solution exactly if the question, or case, has.

        Raises: Undecided where nothing is.
        """
        answers = [_asked(solver, script, limits, self.end) for solver in self.solvers]
        for answer in answers:
            if isinstance(answer, Sat):
                instance = from_model(self.statement, self.shape, answer.model)
                if instance is not None:
                    return instance, {answer.solver}, _denied(answers, answer.solver)
        return None, _agreed(script, answers, self.faults), None

    def _relaxed(
        self, pair: tuple[int, int] | None, limits: Limits, *, thorough: bool
    ) -> set[str] | None:
        """Who says "unsat" of a relaxation; None where that excludes nothing."""
        try:
            scripts = [] if pair is None else relaxed(self.encoding, pair, thorough=thorough)
        except Undecided:
            return None
        return self._brief(scripts, self._at_most(limits))

    def _by_sections(self, pair: tuple[int, int] | None) -> set[str] | None:
        """Who says "unsat" for all events at once; nobody where that is open, None if not asked."""
        if not self.by_events or pair is None or not self.encoding.free:
            return None
        open_still: set[str] | None = None
        for thorough in (False, True):
            try:
                script = by_sections(self.encoding, pair, thorough=thorough)
            except Undecided:
                return open_still
            asserted = script[script.index("(set-logic") :]
            if asserted not in self.said:
                self.said[asserted] = self._brief([script], self._at_most(QUICK_RELAXED))
            words = self.said[asserted]
            if words:
                return words
            open_still = set()
        return open_still

    def _with_few_outputs(self) -> Outcome | None:
        """A refuting instance in which two outputs occur wherever there are more.

        It is found much sooner than one in which all occur; that there is none says nothing.
        """
        few = with_few_outputs(self.statement, self.shape)
        if few == self.shape or few in self.excluded:
            return None
        try:
            instance, used, denied = replace(self, shape=few, said={}).all()
        except Undecided:
            return None
        larger = None if instance is None else padded(instance, self.shape)
        return None if larger is None else (larger, used, denied)

    def _brief(self, scripts: Sequence[str], limits: Limits) -> set[str] | None:
        """Who says "unsat" of all, all solvers agreeing; None where one stays open."""
        used: set[str] = set()
        try:
            for script in scripts:
                used |= _unsat(script, self.solvers, limits, self.end, self.faults)
        except Undecided:
            return None
        return used


def _denied(answers: Sequence[Answer], finder: str) -> str | None:
    wrong = [answer.solver for answer in answers if isinstance(answer, Unsat)]
    if not wrong:
        return None
    return (
        f"{', '.join(wrong)} says that there is no counterexample, but the one of {finder}"
        " withstands exact arithmetic; nothing that rests on the word of the former can be trusted"
    )


def _unsat(
    script: str, solvers: Sequence[Solver], limits: Limits, end: float, faults: list[str]
) -> set[str]:
    """Who says "unsat"; Undecided where nobody does, or someone says "sat" and may be right."""
    answers = [_asked(solver, script, limits, end) for solver in solvers]
    return _agreed(script, answers, faults)


def _asked(solver: Solver, question: str, limits: Limits, end: float) -> Answer:
    left = end - time.monotonic()
    if left <= 0:
        raise Undecided("time", "the time limit was reached while solvers were asked")
    return solver.solve(question, Limits(limits.work, min(limits.seconds, left), limits.megabytes))


def _agreed(question: str, answers: Sequence[Answer], faults: list[str]) -> set[str]:
    """Who says "unsat"; Undecided where nobody does, or against a "sat" that may be right.

    A "sat" whose model does not satisfy the question is none, and is noted in `faults`.
    """
    trusted: set[str] = set()
    for answer in answers:
        match answer:
            case Sat(model=model, solver=solver) if satisfies(question, model) is False:
                faults.append(solver)
            case Sat(solver=solver):
                against = [a.solver for a in answers if isinstance(a, Unsat)]
                text = f"the model of {solver} does not withstand exact arithmetic"
                text += f"; {', '.join(against)} says unsat" if against else ""
                raise Undecided("solver", text)
            case Unsat(solver=solver):
                trusted.add(solver)
            case Unknown() | Crashed():
                pass
    if not trusted:
        raise _open(answers)
    return trusted


def _open(answers: Sequence[Answer]) -> Undecided:
    texts = [f"{a.solver}: {a.reason}" for a in answers if isinstance(a, (Unknown, Crashed))]
    texts += [f"the model of {a.solver} is none" for a in answers if isinstance(a, Sat)]
    timed = [a for a in answers if isinstance(a, Unknown) and a.code == "time"]
    code = "time" if answers and len(timed) == len(answers) else "solver"
    return Undecided(code, "; ".join(texts) or "no solver was asked")


def from_model(
    statement: Statement, shape: Shape, model: Mapping[str, ModelValue]
) -> Instance | None:
    """An exactly refuting instance near a model, the simplest that rounding finds.

    Irrational values are rounded; where rounding breaks a hypothesis its parameter is set to the
    tight one. A model that leads nowhere gives None, whatever it contains.
    """
    raw, parameters = _read(statement, shape, model)
    instance = rounded(statement, shape, raw, parameters)
    return instance or _unrounded(statement, shape, raw, parameters)


def _read(
    statement: Statement, shape: Shape, model: Mapping[str, ModelValue]
) -> tuple[dict[str, list[list[Fraction]]], dict[str, Number]]:
    """The rows of every channel that varies and the parameters; what is missing is 0, or ε = 0."""
    point = {name: _middle(value) for name, value in model.items()}
    raw: dict[str, list[list[Fraction]]] = {}
    for name, place in places(statement, shape).items():
        if place.fixed is None:
            raw[name] = [
                [point.get(f"{name}_{i}_{j}", Fraction(0)) for j in range(len(place.outputs))]
                for i in range(len(place.inputs))
            ]
    parameters = {
        name: _parameter(point.get(variable_of(name, kind), Fraction(1)), kind)
        for name, kind in statement.parameters.items()
    }
    return raw, parameters


def near_model(
    statement: Statement, shape: Shape, model: Mapping[str, ModelValue]
) -> Iterator[Instance]:
    """Exact instances at a model and near it, whatever they satisfy."""
    raw, parameters = _read(statement, shape, model)
    with suppress(DpverifyError):
        yield from instances_of(statement, shape, raw, [parameters])
    for denominator in DENOMINATORS:
        with suppress(DpverifyError):
            yield from rounded_to(statement, shape, raw, parameters, denominator)


def _unrounded(
    statement: Statement,
    shape: Shape,
    raw: Mapping[str, list[list[Fraction]]],
    parameters: Mapping[str, Number],
) -> Instance | None:
    try:
        candidates = instances_of(statement, shape, raw, [parameters])
        return next((candidate for candidate in candidates if candidate.refutes), None)
    except DpverifyError:
        return None


def _parameter(value: Fraction, kind: str) -> Number:
    if kind == "loss":
        return ln(max(value, Fraction(1)))
    return Value(min(max(value, Fraction(0)), Fraction(1)))


def _middle(value: ModelValue) -> Fraction:
    return (value.lower + value.upper) / 2 if isinstance(value, Interval) else value
