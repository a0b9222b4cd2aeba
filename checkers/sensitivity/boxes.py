"""The sensitivity of a piecewise-linear query whose records lie in an interval of real numbers.

Where to replace (or remove) a record is tried in turn; for each place a solver is asked whether two
neighbours can have answers further apart than v. A model is recomputed exactly and raises v; "no"
is the solver's word. Bisection narrows what is left open, and the simplest fraction in it is tried.
So the lower end is certified by a pair of databases, and the upper one rests on the solver named.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpverify.checkers.smt.answer import Limits, Sat, Solver, Unsat
from dpverify.checkers.smt.process import solver_named
from dpverify.checkers.smt.script import script
from dpverify.checkers.smt.terms import SMT, Formula, Term, constant
from dpverify.defs.errors import DomainError, Undecided
from dpverify.defs.sensitivity.norms import interval, known_neighbours, sizes_of
from dpverify.defs.sensitivity.piecewise import Piecewise, answers, record

HALVINGS = 40
Database = tuple[Fraction, ...]


@dataclass(frozen=True)
class BoxSensitivity:
    """lower ≤ sensitivity ≤ upper; both the same where it is known.

    Args:
        lower: attained by `databases`, recomputed exactly.
        upper: no pair exceeds it, on the word of `trusted`.
        databases: a pair of neighbours, None where no two answers differ.
        trusted: the solver, with its version.
    """

    lower: Fraction
    upper: Fraction
    databases: tuple[Database, Database] | None
    trusted: str


@dataclass
class _Question:
    """Two neighbours as expressions, and how far their answers are apart."""

    first: list[Piecewise]
    second: list[Piecewise]
    far: Piecewise
    low: Fraction
    high: Fraction

    def text(self, amount: Fraction, *, strict: bool) -> str:
        """Can the distance exceed (or reach) the amount?"""
        names = sorted({each.name for each in (*self.first, *self.second)})
        low, high = constant(self.low), constant(self.high)
        box = [SMT.le(low, Term(name)) for name in names]
        box += [SMT.le(Term(name), high) for name in names]
        far, said = term(self.far), constant(amount)
        sought = SMT.negation(SMT.le(far, said)) if strict else SMT.le(said, far)
        return script("two neighbours", [("the box", box), ("far apart", [sought])])

    def databases(self, model: Any) -> tuple[Database, Database, Fraction]:
        """The two databases of a model, and their distance, exactly; an open record is at an end.

        Raises: Undecided for a model that is not rational, or not in the box.
        """
        values = {}
        for each in (*self.first, *self.second):
            given = model.get(each.name, self.low)
            if not isinstance(given, Fraction) or not self.low <= given <= self.high:
                raise Undecided("solver", "the solver's model does not lie in the box")
            values[each.name] = given
        first, second = (tuple(values[e.name] for e in db) for db in (self.first, self.second))
        return first, second, self.far.value(values)


def box_sensitivity(
    query: Callable[[list[Any]], Any],
    n: int | Sequence[int],
    low: Any,
    high: Any,
    *,
    neighbours: str = "bounded",
    norm: int = 1,
    solver: Solver | None = None,
    limits: Limits | None = None,
) -> BoxSensitivity:
    """max ‖f(D) − f(D')‖₁ over neighbours whose records are any real numbers in [low, high].

    Args:
        query: f, written with the operations of `defs.sensitivity.piecewise`.
        n: records; for unbounded neighbours n or n − 1; or (least, most).
        low: the smallest value of a record, rational.
        high: the largest.
        neighbours: "bounded" or "unbounded".
        norm: 1; also 2 where the answer is one number.
        solver: whom to ask, z3 in a process of its own unless given.
        limits: what one question may cost.

    Raises: DomainError for ℓ2 and several numbers; ProgramError for a query that is not piecewise
        linear; Undecided where the solver gives up.
    """
    known_neighbours(neighbours)
    questions = _questions(query, sizes_of(n, neighbours), neighbours, norm, interval(low, high))
    if solver is not None:
        return _largest(questions, solver, limits or Limits())
    with solver_named("z3") as own:
        return _largest(questions, own, limits or Limits())


def _questions(
    query: Any, sizes: tuple[int, int], neighbours: str, norm: int, box: tuple[Fraction, Fraction]
) -> list[_Question]:
    least, most = sizes
    questions = []
    for size in range(least, most + 1):
        first = [record(f"x{i}") for i in range(size)]
        if neighbours == "unbounded" and size == least:
            continue
        for i in range(size):
            changed = [record("y")] if neighbours == "bounded" else []
            second = [*first[:i], *changed, *first[i + 1 :]]
            questions.append(_Question(first, second, _far(query, first, second, norm), *box))
    return questions


def _far(query: Any, first: list[Piecewise], second: list[Piecewise], norm: int) -> Piecewise:
    told, heard = answers(query, first), answers(query, second)
    if len(told) != len(heard) or not told:
        raise DomainError(f"the query answers with {len(told)} numbers and with {len(heard)}")
    if norm != 1 and not (norm == 2 and len(told) == 1):
        raise DomainError("over boxes only the norm 1, or one number, is piecewise linear")
    gaps = [abs(a - b) for a, b in zip(told, heard, strict=True)]
    return sum(gaps[1:], start=gaps[0])


def _largest(questions: list[_Question], solver: Solver, limits: Limits) -> BoxSensitivity:
    lower = upper = Fraction(0)
    best, trusted = None, ""
    for question in questions:
        search = _Search(question, solver, limits, lower)
        search.run()
        lower, best = search.lower, search.best or best
        upper, trusted = max(upper, search.upper), search.trusted
    return BoxSensitivity(lower, upper, best, trusted)


class _Search:
    """The largest distance of one question, or what was there at the start if that is larger."""

    def __init__(
        self, question: _Question, solver: Solver, limits: Limits, start: Fraction
    ) -> None:
        self._question, self._solver, self._limits = question, solver, limits
        self.lower = self.upper = start
        self.best: tuple[Database, Database] | None = None
        self.trusted = ""
        self._tried: Fraction | None = None

    def run(self) -> None:
        """Narrow [lower, upper] to one number, or to a 2^−40th of what it was."""
        if not self._beyond(self.lower) or self._is_largest():
            self.upper = self.lower
            return
        step = max(self.lower, Fraction(1))
        while self._beyond(self.lower + step):
            step *= 2
        self.upper = self.lower + step
        goal, quarter = step / 2**HALVINGS, step / 4
        while self.upper - self.lower > goal and not self._is_largest():
            self._narrow((self.lower + self.upper) / 2)
            # A sensitivity is often a simple fraction, which halving alone never meets.
            if goal < self.upper - self.lower < quarter:
                self._narrow(simplest(self.lower, self.upper))

    def _is_largest(self) -> bool:
        """Whether nothing exceeds the lower end; asked once for each lower end."""
        if self.lower != self._tried:
            self._tried = self.lower
            if not self._beyond(self.lower):
                self.upper = self.lower
        return self.upper == self._tried == self.lower

    def _narrow(self, amount: Fraction) -> None:
        """Raise the lower end to an amount, or lower the upper end to it."""
        if not self._reaches(amount):
            self.upper = min(self.upper, amount)

    def _beyond(self, amount: Fraction) -> bool:
        return self._asked(amount, strict=True)

    def _reaches(self, amount: Fraction) -> bool:
        return self._asked(amount, strict=False)

    def _asked(self, amount: Fraction, *, strict: bool) -> bool:
        """Whether the distance can exceed (or reach) the amount; a model raises `lower`."""
        answer = self._solver.solve(self._question.text(amount, strict=strict), self._limits)
        if isinstance(answer, Unsat):
            self.trusted = answer.solver
            return False
        if not isinstance(answer, Sat):
            raise Undecided("solver", f"the solver gave no answer: {answer.reason}")
        first, second, far = self._question.databases(answer.model)
        if far < amount or (strict and far == amount):
            raise Undecided("solver", "the solver's model is not as far apart as it says")
        self.best, self.lower = (first, second), max(far, self.lower)
        return True


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """The fraction of the smallest denominator in an interval 0 ≤ low < x ≤ high.

    >>> str(simplest(Fraction(33, 10), Fraction(34, 10))), str(simplest(Fraction(1), Fraction(2)))
    ('10/3', '2')
    """
    whole = low // 1
    if whole + 1 <= high:
        return Fraction(whole + 1)
    # Both lie in [whole, whole + 1), so 1/(x − whole) lies in [1/(high − whole), 1/(low − whole)).
    if low == whole:
        return whole + Fraction(1, -(-1 // (high - whole)))
    return whole + 1 / _simplest_closed(1 / (high - whole), 1 / (low - whole))


def _simplest_closed(low: Fraction, high: Fraction) -> Fraction:
    """The same for 0 < low ≤ x < high."""
    whole = -(-low // 1)
    if whole < high:
        return Fraction(whole)
    floor = low // 1
    return floor + 1 / simplest(1 / (high - floor), 1 / (low - floor))


def term(expression: Piecewise) -> Term:
    """An expression as SMT-LIB text."""
    parts = [term(part) for part in expression.parts]
    match expression.op:
        case "record":
            return Term(expression.name)
        case "number":
            return constant(expression.factor)
        case "+":
            return SMT.plus(*parts)
        case "scale":
            return SMT.times(constant(expression.factor), parts[0])
        case "max":
            return SMT.maximum(*parts)
        case "at-most":
            holds: Formula = SMT.le(*parts)
            return SMT.ite(holds, SMT.number(1), SMT.number(0))
    raise ValueError(f"there is no operation {expression.op!r}")
