"""`solve`: the values of one parameter of a program between which a claim starts or ceases to hold.

A search proposes values, and the ordinary check decides each of them. What is returned is a value
at which the claim was decided to hold, and one at which it was decided to fail, both with their
results. What must never change: nothing is inferred from one value about another. Where a claim
holds for all larger σ, say, that is for a proof, and not for a search.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final, Literal, NoReturn, TypeAlias

from dpverify.checkers.bounds import Bounds
from dpverify.checkers.budget import Budget
from dpverify.checkers.decide import check
from dpverify.checkers.subjects import named
from dpverify.checkers.verdict import Fails, Holds, Verdict
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.display import Displayed
from dpverify.defs.errors import InputError, Undecided, UsageError
from dpverify.defs.numbers import Value, as_eps, as_value
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.target import Target, load
from dpverify.defs.validate import did_you_mean, shown

PRECISION: Final = Fraction(1, 10**6)
"""Relative width of the bracket at which the search ends."""
FINEST: Final = Fraction(1, 10**30)
MOST_TRIED: Final = 200
NEAR, DOUBLINGS = 4, 30
"""How far from the first value a second verdict is looked for: by factors of 2."""
BETWEEN: Final = tuple(Fraction(k, 8) for k in (9, 10, 11, 12, 13, 14, 15))
MIDDLES: Final = tuple(Fraction(k, 20) for k in (10, 8, 12, 5, 15))
"""Shares of a bracket at which a value is tried, the first one that is decided."""
PATIENCE: Final = 3
"""Proposals in a row that may fail to halve the bracket before its middle is taken."""

Settable: TypeAlias = Mechanism | Target


@dataclass(frozen=True)
class Trial:
    """One value that was tried: its verdict, or None with the reason where there is no verdict."""

    value: Fraction
    verdict: Verdict | None
    reason: str | None = None

    @property
    def word(self) -> str:
        """holds, fails, unknown, or refused: the program does not take the value."""
        return "refused" if self.verdict is None else self.verdict.name


@dataclass(frozen=True)
class Solution(Displayed):
    """Between which two values of a parameter a claim starts or ceases to hold.

    Args:
        subject: the name of the program, with its other parameters.
        parameter: the name of what was sought.
        definition, given: the claim.
        holds_at: a value at which the claim was decided to hold; holds: the verdict there.
        fails_at: a value at which it was decided to fail; fails: the verdict there.
        tried: all values that were tried, in order of their size.
        stopped: why the two are further apart than was asked for; None where they are not.
    """

    subject: str
    parameter: str
    definition: str
    given: Mapping[str, Any]
    holds_at: Fraction
    fails_at: Fraction
    holds: Holds
    fails: Fails
    tried: tuple[Trial, ...]
    stopped: str | None = None

    @property
    def lower(self) -> Fraction:
        """The smaller of both values."""
        return min(self.holds_at, self.fails_at)

    @property
    def upper(self) -> Fraction:
        """The larger of both values."""
        return max(self.holds_at, self.fails_at)

    @property
    def side(self) -> Literal["smallest", "largest"]:
        """Which value of the bracket holds: the claim needs more of the parameter, or less."""
        return "smallest" if self.holds_at > self.fails_at else "largest"

    @property
    def changes(self) -> int:
        """How often the verdict changes among the values that were decided, in their order."""
        words = [trial.word for trial in self.tried if trial.word in ("holds", "fails")]
        return sum(a != b for a, b in pairwise(words))

    @property
    def documents(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Both results, as documents for `dpverify replay`."""
        return self.holds.to_dict(), self.fails.to_dict()

    def __bool__(self) -> NoReturn:
        raise TypeError("a solution has no truth value; ask for .holds_at and .fails_at")


def solve(
    subject: Settable,
    claim: Definition,
    parameter: str,
    *,
    between: tuple[Any, Any] | None = None,
    precision: Any = PRECISION,
    all_inputs: bool | None = None,
    time_limit: float | None = None,
    seed: int = 0,
) -> Solution:
    """The values of one parameter between which a claim about a program starts or ceases to hold.

    Args:
        subject: a Mechanism, or what `program` names, with a parameter that is a number.
        claim: the claim, such as ApproxDP(eps=1, delta="1e-6").
        parameter: the name of what is sought, such as "sigma".
        between: two values, at one of which the claim holds and at the other fails; without it the
            value that the parameter has is doubled and halved until they are there.
        precision: the relative distance of both values that is asked for, a rational number; two
            whole numbers that follow each other where the parameter is a whole number.
        all_inputs: as for `check`.
        time_limit: seconds for all of it.
        seed: as for `check`.

    Returns: a Solution, whose two verdicts are both decided.

    Raises:
        UsageError: no program, no such parameter, or one that is no number.
        Undecided: no value was found to hold, or none to fail.

    >>> from dpverify.defs.definitions import PureDP
    >>> from dpverify.defs.mechanisms import library_mechanism
    >>> coin = library_mechanism("geometric").with_parameters(n=2)
    >>> found = solve(coin, PureDP(eps=1), "eps", precision="1/100")
    >>> found.holds_at, found.side
    (Fraction(1, 1), 'largest')
    """
    if not isinstance(claim, Definition):
        raise UsageError(f"the claim is {shown(claim)}; give one such as PureDP(eps='1/2')")
    here = program_here(subject)
    search = _Search(here, claim, parameter, _width(precision), all_inputs, seed,
                     Budget(time_limit))  # fmt: skip
    ends = search.given(between) if between is not None else search.found()
    stopped = search.narrowed(*ends)
    holds, fails = (_apart(search, trial, subject) for trial in search.best())
    return Solution(
        subject=named(_without(subject, parameter)),
        parameter=parameter,
        definition=claim.name,
        given={**claim.given, **claim.setting},
        holds_at=holds.value,
        fails_at=fails.value,
        holds=_verdict(holds, Holds),
        fails=_verdict(fails, Fails),
        tried=tuple(search.tried[value] for value in sorted(search.tried)),
        stopped=stopped,
    )


@dataclass
class _Search:
    """One question, with what was tried so far, by value."""

    subject: Mechanism
    claim: Definition
    parameter: str
    width: Fraction
    all_inputs: bool | None
    seed: int
    budget: Budget
    tried: dict[Fraction, Trial] = field(default_factory=dict)
    bracket: tuple[Trial, Trial] | None = None

    def __post_init__(self) -> None:
        """Look the parameter up."""
        self.start = _start(self.subject, self.parameter)
        self.integer = type(self.start) is int

    def at(self, value: Fraction) -> Trial:
        """The trial of one value, each made once."""
        if value not in self.tried:
            self.tried[value] = self._trial(value)
        return self.tried[value]

    def _trial(self, value: Fraction) -> Trial:
        self.budget.check()
        if len(self.tried) >= MOST_TRIED:
            raise Undecided("time", f"{MOST_TRIED} values were tried")
        try:
            verdict = check(
                with_setting(self.subject, self.parameter, value),
                self.claim,
                time_limit=self.budget.remaining(),
                seed=self.seed,
                all_inputs=self.all_inputs,
            )
        except InputError as refusal:
            return Trial(value, None, str(refusal))
        reason = verdict.reason.text if verdict.unknown else None
        return Trial(value, verdict, reason)

    def given(self, between: tuple[Any, Any]) -> tuple[Trial, Trial]:
        """The trials at two values that were named.

        Raises: UsageError for what is no number; Undecided where both have one verdict.
        """
        values = [self._number(text) for text in between]
        one, other = (self.at(value) for value in sorted(values))
        if {one.word, other.word} != {"holds", "fails"}:
            raise Undecided(
                "unsupported",
                f"the claim {_said(one)} at {self.parameter}={one.value} and {_said(other)} at"
                f" {self.parameter}={other.value}; it must hold at one and fail at the other",
            )
        return one, other

    def _number(self, text: Any) -> Fraction:
        number = as_value(text).as_rational()
        if number is None:
            raise UsageError(f"{shown(text)} is irrational; give a rational number as an end")
        value = Fraction(int(number.p), int(number.q))
        if self.integer and value.denominator != 1:
            raise UsageError(f"{self.parameter} is a whole number; {shown(text)} is none")
        return value

    def found(self) -> tuple[Trial, Trial]:
        """Two values with opposite verdicts, around or beside the one that the parameter has.

        Raises: what the program says of its own value; Undecided where there are none.
        """
        first = self.at(Fraction(self.start))
        for value in _spread(first.value, self.integer):
            self.at(value)
            decided = [trial for _, trial in sorted(self.tried.items()) if trial.reason is None]
            turns = [(low, high) for low, high in pairwise(decided) if low.word != high.word]
            if turns:  # of two turns the one beside the program's own value is meant
                return min(turns, key=self._distance)
        if first.verdict is None:
            raise UsageError(str(first.reason))
        words = sorted({_said(trial) for trial in self.tried.values()})
        name, low_end, high_end = self.parameter, min(self.tried), max(self.tried)
        raise Undecided(
            "unsupported",
            f"from {name}={low_end} to {name}={high_end} no two values at which the claim holds and"
            f" fails were found (it {' or '.join(words)}); name two with --between LO..HI"
            " (between=)",
        )

    def _distance(self, ends: tuple[Trial, Trial]) -> float:
        """How far the middle of two values is from the one that the program has."""
        return float(abs(ends[0].value + ends[1].value - 2 * Fraction(self.start)))

    def best(self) -> tuple[Trial, Trial]:
        """The bracket: the trial that holds, and the one that fails."""
        if self.bracket is None:
            raise TypeError("the bracket is asked for after the search")
        low, high = self.bracket
        return (low, high) if low.word == "holds" else (high, low)

    def narrowed(self, low: Trial, high: Trial) -> str | None:
        """Bring both ends together; why that stopped early, None where it did not.

        Where one end stays for a second time, its margin counts half as much: the next proposal
        then lies nearer to it, and seldom on the same side again (the Illinois rule).
        """
        self.bracket, idle, last, weights = (low, high), 0, 0, [1.0, 1.0]
        while not self._narrow(low, high):
            before = high.value - low.value
            try:
                guess = None if idle >= PATIENCE else _crossing(low, high, self.claim, weights)
                trial = self._inside(low, high, guess)
            except Undecided as stop:
                return stop.text
            if trial is None:
                return "no value between the two was decided"
            moved = -1 if trial.word == low.word else 1
            low, high = (trial, high) if moved < 0 else (low, trial)
            stays = 1 if moved < 0 else 0
            weights = [1.0, 1.0] if moved != last else weights
            weights[stays] /= 2 if moved == last else 1
            self.bracket, last = (low, high), moved
            idle = 0 if 2 * (high.value - low.value) <= before else idle + 1
        return None

    def _narrow(self, low: Trial, high: Trial) -> bool:
        if self.integer:
            return high.value - low.value <= 1
        return high.value - low.value <= self.width * max(abs(low.value), abs(high.value))

    def _inside(self, low: Trial, high: Trial, guess: Fraction | None) -> Trial | None:
        """A decided value between two: where floats propose one, else near the middle."""
        for value in self._proposals(low, high, guess):
            if low.value < value < high.value and self.at(value).word in ("holds", "fails"):
                return self.at(value)
        return None

    def _proposals(self, low: Trial, high: Trial, guess: Fraction | None) -> Iterator[Fraction]:
        """Short numbers between two values, the most promising one first."""
        width = high.value - low.value
        close = self.width * max(abs(low.value), abs(high.value))
        if guess in (low.value, high.value):  # met exactly at this end: the other one is brought up
            inward = close if guess == low.value else -close
            yield self._short(guess + inward * Fraction(9, 10), close / 20)
        elif guess is not None:
            # Beside it, so that a good guess has one end on either side; a simple number nearby may
            # be where the claim turns exactly.
            yield self._short(guess, max(close / 4, width / 10**4))
        for share in MIDDLES:
            yield self._short(low.value + share * width, width / 10)

    def _short(self, middle: Fraction, slack: Fraction) -> Fraction:
        """The simplest number within a distance of another."""
        return Fraction(round(middle)) if self.integer else simplest(middle - slack, middle + slack)


def with_setting(subject: Settable, parameter: str, value: Any) -> Settable:
    """The program with one parameter set."""
    if isinstance(subject, Mechanism):
        return subject.with_parameters(**{parameter: str(value)})
    kept = _without(subject, parameter)
    if isinstance(kept, Mechanism):
        raise TypeError("a target stays one")
    return replace(kept, settings=(*kept.settings, (parameter, str(value))))


def _without(subject: Settable, parameter: str) -> Settable:
    if isinstance(subject, Mechanism):
        rest = {name: value for name, value in subject.settings.items() if name != parameter}
        return replace(subject, settings=rest)
    return replace(
        subject, settings=tuple(pair for pair in subject.settings if pair[0] != parameter)
    )


def program_here(subject: object) -> Mechanism:
    """The program in this process; the file of a target is run once.

    Values are proposed here, fast; what is answered is decided of the target, which runs apart.

    Raises: UsageError for what is no program.
    """
    if isinstance(subject, Mechanism):
        return subject
    if isinstance(subject, Target):
        return load(subject)
    raise UsageError(
        f"the subject is {shown(subject)}; give a function under @mechanism(inputs=[…]) with a"
        " parameter, or program('file.py:name')"
    )


def _apart(search: _Search, trial: Trial, subject: object) -> Trial:
    """The trial with the verdict about the subject as it was given.

    Raises: Undecided where that is another one, as where time ran out.
    """
    if not isinstance(subject, Target):
        return trial
    verdict = check(
        with_setting(subject, search.parameter, trial.value),
        search.claim,
        seed=search.seed,
        all_inputs=search.all_inputs,
    )
    if verdict.name != trial.word:
        raise Undecided(
            verdict.reason.code if verdict.unknown else "precision",
            f"at {search.parameter}={trial.value} the claim {trial.word} of the program in this"
            f" process, and in one of its own it {_said(Trial(trial.value, verdict))}",
        )
    return replace(trial, verdict=verdict)


def _start(subject: Mechanism, parameter: str) -> Fraction | int:
    """The value that the parameter has: where the search begins.

    Raises: UsageError for a parameter that is not there, or no number.
    """
    known = subject.parameters
    if parameter not in known:
        hint = did_you_mean(parameter, known) or f"; it has {', '.join(known) or 'none'}"
        raise UsageError(f"{named(subject)} has no parameter {shown(parameter)}{hint}")
    value = known[parameter]
    if isinstance(value, Value) and value.as_rational() is None:
        return Fraction(value.approx()).limit_denominator(1000)
    if isinstance(value, bool) or not isinstance(value, int | Fraction | Value):
        raise UsageError(f"{parameter} is {shown(value)}; what is sought must be a number")
    return value if isinstance(value, int) else as_value(value).as_fraction()


def _spread(start: Fraction, integer: bool) -> Iterator[Fraction]:
    """Values further and further from the first, on both sides in turn.

    Between powers of 2 a claim may hold in a gap, as one about a coin does around 1/2: factors
    nearer to 1 are tried before those far from it.
    """
    if start <= 0:
        start = Fraction(1)
        yield start
    near = [Fraction(2) ** k for k in range(1, NEAR + 1)]
    far = [Fraction(2) ** k for k in range(NEAR + 1, DOUBLINGS + 1)]
    for factor in (*near, *BETWEEN, *far):
        for value in (start * factor, start / factor):
            yield Fraction(round(value)) if integer else value


def _crossing(
    low: Trial, high: Trial, claim: Definition, weights: Sequence[float]
) -> Fraction | None:
    """Floats: where the tight parameter meets the claim, were it a power of what is sought."""
    points = []
    for trial, weight in zip((low, high), weights, strict=True):
        margin = _margin(trial.verdict, claim)
        if margin is None or trial.value <= 0:
            return None
        if margin == 0:
            return trial.value
        points.append((math.log(trial.value), margin * weight))
    (x0, y0), (x1, y1) = points
    if y0 * y1 > 0:
        return None
    guess = math.exp(x0 + (x1 - x0) * y0 / (y0 - y1))
    return Fraction(guess) if math.isfinite(guess) else None


def _margin(verdict: Verdict | None, claim: Definition) -> float | None:
    """ln(tight / claimed) of the last parameter of a claim; None where one is not known."""
    if verdict is None or not claim.given:
        return None
    name = [*claim.given][-1]
    bound, tight = verdict.more.bound, verdict.tight.get(name)
    try:
        if tight is None and bound is not None and name == "eps":
            tight = as_eps(str(bound.eps.exact))
        if isinstance(tight, Bounds):
            tight = Value(tight.lower)
        if tight is None:
            return None
        return math.log(float(tight) / float(claim.given[name]))
    except (ArithmeticError, InputError, TypeError, ValueError):
        return None


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """The fraction with the smallest denominator in a range of positive length.

    >>> simplest(Fraction(3, 10), Fraction(2, 5)), simplest(Fraction(-1, 3), Fraction(1, 2))
    (Fraction(1, 3), Fraction(0, 1))
    """
    if low <= 0 <= high:
        return Fraction(0)
    if high < 0:
        return -simplest(-high, -low)
    whole = math.ceil(low)
    if whole <= high:
        return Fraction(whole)
    below = whole - 1
    return below + 1 / simplest(1 / (high - below), 1 / (low - below))


def _width(given: Any) -> Fraction:
    number = as_value(given).as_rational()
    if number is None or not FINEST <= (width := Fraction(int(number.p), int(number.q))) < 1:
        raise UsageError(f"the precision is {shown(given)}; give a number from 1e-30 to below 1")
    return width


def _said(trial: Trial) -> str:
    return {"unknown": "is unknown", "refused": "is refused"}.get(trial.word, trial.word)


def _verdict(trial: Trial, kind: Callable[..., Any]) -> Any:
    if not isinstance(trial.verdict, kind):  # type: ignore[arg-type]  # one of two classes
        raise TypeError("an end of the bracket has another verdict")
    return trial.verdict
