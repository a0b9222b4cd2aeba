"""`repair`: which one constant of a program or of a claim, changed by how much, makes it hold.

Changes are proposed: what the claim says, the parameters of the program, and the numbers in its
source, each by itself. The ordinary check decides every one of them, in this process, and only what
was decided to hold is a proposal. What must never change: a program of which an attacker learns
nothing any more is no repair, and is not proposed; nor is anything said of changes that were not
tried.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any, Final, Literal, NoReturn, TypeAlias

from dpverify.checkers.bounds import Bounds
from dpverify.checkers.budget import Budget
from dpverify.checkers.decide import check, measure
from dpverify.checkers.next_questions.constants import Literal as Constant
from dpverify.checkers.next_questions.constants import Source, literals, source_of
from dpverify.checkers.next_questions.solving import program_here, simplest, with_setting
from dpverify.checkers.subjects import named
from dpverify.checkers.verdict import Holds, Unknown, Verdict
from dpverify.defs.definitions import ApproxDP, PureDP
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.definitions.registry import definition
from dpverify.defs.display import Displayed
from dpverify.defs.errors import InputError, Undecided, UsageError
from dpverify.defs.numbers import Loss, Number, Value, as_eps, number_text
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.target import Target
from dpverify.defs.validate import shown

STEPS: Final = (Fraction(4, 3), Fraction(3, 2), *map(Fraction, (2, 3, 4, 6, 8)))
FACTORS: Final = tuple(factor for step in STEPS for factor in (step, 1 / step))
"""By how much a constant is changed, small changes first, after the factor that is missed."""
SHARE: Final = 5
"""No single try gets more than this part of the time, so that one does not use up all."""
PROBABILITIES: Final = ("delta", "risk", "eta")
"""Numbers of a claim that say nothing where they are 1."""
PATIENCE: Final = 2
"""After so many tries in a row that are left open a constant is given up."""
Kind: TypeAlias = Literal["claim", "parameter", "constant"]
KINDS: Final[tuple[Kind, ...]] = ("claim", "parameter", "constant")
"""The order of proposals."""


@dataclass(frozen=True)
class Change:
    """One constant and what takes its place.

    Args: kind where it stands; name of the parameter, or the text of the literal; before and after
        as texts; line in the file, of a literal; diff both lines of the source.
    """

    kind: Kind
    name: str
    before: str
    after: str
    line: int | None = None
    diff: tuple[str, str] | None = None

    @property
    def text(self) -> str:
        """The change on one line."""
        where = "" if self.line is None else f" in line {self.line}"
        what = f"{self.name}: " if self.kind != "constant" else ""
        return f"{what}{self.before} → {self.after}{where}"


@dataclass(frozen=True)
class Proposal:
    """A change after which the claim was decided to hold."""

    change: Change
    claim: Definition
    verdict: Holds


@dataclass(frozen=True)
class Attempt:
    """A change and its outcome: holds, fails, unknown, says nothing any more, or refused.

    What is refused was not decided: the changed program cannot be asked, and `why` says so.
    """

    change: Change
    outcome: str
    why: str = ""


@dataclass(frozen=True)
class Repair(Displayed):
    """Single changes after which a claim holds.

    Args:
        subject: the name of the program.
        definition, given: the claim as it was.
        verdict: what was decided of it.
        proposals: what was decided to hold: changes of the claim, of parameters, of the source.
        tried: every change that was made, in order, also those that could not be asked about.
        stopped: why the search ended early, None where it did not.
    """

    subject: str
    definition: str
    given: Mapping[str, Any]
    verdict: Verdict
    proposals: tuple[Proposal, ...]
    tried: tuple[Attempt, ...]
    stopped: str | None = None

    @property
    def documents(self) -> tuple[dict[str, Any], ...]:
        """The verdict on the claim as it was, and one on each proposal, for `dpverify replay`."""
        return (self.verdict.to_dict(), *(one.verdict.to_dict() for one in self.proposals))

    @property
    def refused(self) -> tuple[Attempt, ...]:
        """The changes that could not be asked about, such as a coin of probability 7/6."""
        return tuple(one for one in self.tried if one.outcome == "refused")

    def __bool__(self) -> NoReturn:
        raise TypeError("a repair has no truth value; ask for .proposals")


def repair(
    subject: Mechanism | Target,
    claim: Definition,
    *,
    all_inputs: bool | None = None,
    time_limit: float | None = None,
    seed: int = 0,
) -> Repair:
    """Which one constant, changed by how much, makes a claim about a program hold.

    Args:
        subject: a Mechanism, or what `program` names.
        claim: the claim that fails, such as PureDP(eps=1).
        all_inputs: as for `check`.
        time_limit: seconds for all of it.
        seed: as for `check`.

    Returns: a Repair. Of each constant the first change that makes the claim hold is a proposal.
        Of a claim about ε the factor by which it is missed is tried first, then small changes
        before large ones; a claim that holds already has none.

    Raises: InputError for what is no program or no claim.

    >>> from dpverify.defs.mechanisms import library_mechanism
    >>> noisy = library_mechanism("bad-partial-sum").with_parameters(n=1)
    >>> [one.change.text for one in repair(noisy, PureDP(eps="1/2")).proposals][:2]
    ['eps: 1/2 → 1', 'delta: 0 → (-exp(1/2)+exp(1))/(1+exp(1))']
    """
    if not isinstance(claim, Definition):
        raise UsageError(f"the claim is {shown(claim)}; give one such as PureDP(eps='1/2')")
    here = program_here(subject)
    search = _Search(here, claim, all_inputs, seed, Budget(time_limit))
    left = search.budget.remaining()
    first = check(
        subject, claim, all_inputs=all_inputs, seed=seed,
        time_limit=None if left is None else left / 3,
    )  # fmt: skip
    stopped = None
    if not first.holds:
        try:
            search.run(first)
        except Undecided as stop:
            stopped = stop.text
    return Repair(
        subject=named(subject),
        definition=claim.name,
        given={**claim.given, **claim.setting},
        verdict=first,
        proposals=tuple(sorted(search.proposals, key=lambda one: KINDS.index(one.change.kind))),
        tried=tuple(search.tried),
        stopped=stopped,
    )


@dataclass
class _Search:
    """One question, with what was tried and what was decided to hold."""

    here: Mechanism
    claim: Definition
    all_inputs: bool | None
    seed: int
    budget: Budget
    tried: list[Attempt] = field(default_factory=list)
    proposals: list[Proposal] = field(default_factory=list)

    def run(self, verdict: Verdict) -> None:
        """Try the claim's own numbers, the program's parameters, and those of its source.

        Raises: Undecided where time is up.
        """
        self._claims()
        factors = _factors(verdict, self.claim)
        # Sizes first: where a question takes long, a smaller program may be all that is decided.
        settings = sorted(self.here.parameters.items(), key=lambda pair: type(pair[1]) is not int)
        for name, value in settings:
            number = _rational(value)
            if number is not None:
                whole = type(value) is int
                self._first(self._settings(name, number, whole, factors))
        source = source_of(self.here)
        if source is not None:
            for literal in literals(source):
                self._first(self._variants(source, literal, factors))
        # Not local-dp, which is about any two inputs: (ε, δ) of neighbours alone is another claim.
        if self.claim.name == PureDP.name:
            self._claim(ApproxDP.name, self._asked(), "delta", "0")

    # ------------------------------------------------------------------ the claim

    def _claims(self) -> None:
        """For each number of the claim the smallest that holds."""
        for name in self.claim.given:
            others = {key: value for key, value in self._asked().items() if key != name}
            self._claim(self.claim.name, others, name, number_text(self.claim.given[name]))

    def _asked(self) -> dict[str, Any]:
        return {**self.claim.given, **self.claim.setting}

    def _claim(self, kind: str, others: Mapping[str, Any], name: str, before: str) -> None:
        try:
            found = measure(
                self.here, kind, time_limit=self._share(), seed=self.seed,
                all_inputs=self.all_inputs, **others,
            )  # fmt: skip
            tight = _enough(found.tight[name])
            if name == "delta" and tight is not None and tight > 1:  # bounds are rounded up
                tight = Value(1)
        except Undecided:
            self._noted(Change("claim", name, before, "?"), "unknown")
            return
        except InputError as refusal:
            self._noted(Change("claim", name, before, "?"), "refused", str(refusal))
            return
        if tight is None:
            change = Change("claim", name, before, "any number")
            self.tried.append(Attempt(change, "fails"))
            return
        change = Change("claim", name, before, number_text(tight))
        if tight == 1 and name in PROBABILITIES:  # everything is (ε, 1)-private
            self.tried.append(Attempt(change, "says nothing"))
            return
        self._decide(change, lambda: self.here, definition(kind, **{**others, name: tight}))

    # ------------------------------------------------------------------ the program

    def _settings(
        self, name: str, number: Fraction, whole: bool, factors: tuple[Fraction, ...]
    ) -> Iterator[tuple[Change, Callable[[], Mechanism | Target]]]:
        for value in _smaller(number, factors) if whole else _values(number, False, factors):
            change = Change("parameter", name, str(number), str(value))
            yield change, partial(with_setting, self.here, name, value)

    def _variants(
        self, source: Source, literal: Constant, factors: tuple[Fraction, ...]
    ) -> Iterator[tuple[Change, Callable[[], Mechanism | Target]]]:
        for value in _values(literal.value, literal.whole, factors):
            diff = source.line(literal).strip(), source.changed_line(literal, value).strip()
            change = Change(
                "constant", literal.text, literal.text, str(value), literal.number, diff
            )
            yield change, partial(source.variant, literal, value)

    def _first(self, changes: Iterator[tuple[Change, Callable[[], Mechanism | Target]]]) -> None:
        """The first change of one constant that makes the claim hold."""
        idle = 0
        for change, make in changes:
            outcome = self._decide(change, make, self.claim)
            idle = idle + 1 if outcome == "unknown" else 0
            if outcome == "holds" or idle == PATIENCE:
                return

    def _decide(
        self, change: Change, make: Callable[[], Mechanism | Target], claim: Definition
    ) -> str:
        """Let the ordinary check decide one change; what came out."""
        self.budget.check()
        try:
            changed = make()
            verdict = self._check(changed, claim)
            if not isinstance(verdict, Holds):
                return self._noted(change, verdict.name)
            if change.kind != "claim" and self._says_nothing(changed):
                return self._noted(change, "says nothing")
        except (InputError, SyntaxError, ValueError) as refusal:
            return self._noted(change, "refused", str(refusal))
        except Undecided:
            return self._noted(change, "unknown")
        self.proposals.append(Proposal(change, claim, verdict))
        return self._noted(change, "holds")

    def _check(self, changed: Mechanism | Target, claim: Definition) -> Verdict:
        return check(
            changed, claim, all_inputs=self.all_inputs, seed=self.seed, time_limit=self._share()
        )

    def _says_nothing(self, changed: Mechanism | Target) -> bool:
        """Whether the output has nothing to do with the input any more: it is 0-DP."""
        return isinstance(self._check(changed, PureDP(eps=0)), Holds)

    def _noted(self, change: Change, outcome: str, why: str = "") -> str:
        self.tried.append(Attempt(change, outcome, why))
        return outcome

    def _share(self) -> float | None:
        left = self.budget.remaining()
        return None if left is None else max(0.001, min(left, (self.budget.seconds or 0) / SHARE))


def _factors(verdict: Verdict, claim: Definition) -> tuple[Fraction, ...]:
    """Factors to try: first those by which the claim is missed, as short fractions."""
    ratio = None if isinstance(verdict, Unknown) else _ratio(verdict, claim)
    if ratio is None or not 1 < ratio < 10**6:
        return FACTORS
    missed = simplest(Fraction(ratio), Fraction(ratio) * Fraction(21, 20))
    return (
        1 / missed,
        missed,
        *(factor for factor in FACTORS if factor not in (missed, 1 / missed)),
    )


def _ratio(verdict: Verdict, claim: Definition) -> float | None:
    """Floats: by how many times a claim about ε is missed; None where that is not known."""
    if "eps" not in claim.given or len(claim.given) > 1:
        return None
    tight, bound = verdict.tight.get("eps"), verdict.more.bound
    try:
        if tight is None and bound is not None:
            tight = as_eps(str(bound.eps.exact))
        if tight is None or isinstance(tight, Bounds):
            return None
        ratio = float(tight) / float(claim.given["eps"])
    except (ArithmeticError, InputError):
        return None
    if not math.isfinite(ratio):
        return None
    # Floats are near: a ratio that is a whole number all but for them is that number.
    return float(round(ratio)) if abs(ratio - round(ratio)) < 1e-9 else ratio


def _values(number: Fraction, whole: bool, factors: tuple[Fraction, ...]) -> Iterator[Fraction]:
    """What may take the place of a number: never 0, and nothing twice."""
    near = [number - 1, number + 1] if whole else []
    seen = {number, Fraction(0)}
    for value in (*[number * factor for factor in factors], *near):
        if value not in seen and (not whole or value.denominator == 1):
            seen.add(value)
            yield value


def _smaller(number: Fraction, factors: tuple[Fraction, ...]) -> Iterator[Fraction]:
    """The same of a parameter that is a whole number: a size, which only ever shrinks.

    A larger size may be more inputs than can be listed, and is no repair of this one.
    """
    values = {value for value in _values(number, True, factors) if 0 < value < number}
    return iter(sorted(values, reverse=True))


def _rational(value: Any) -> Fraction | None:
    if isinstance(value, bool) or not isinstance(value, int | Fraction | Value):
        return None
    if isinstance(value, Value):
        return value.as_fraction() if value.is_rational else None
    return Fraction(value)


def _enough(tight: Any) -> Number | None:
    """A number that is at least a tight one, short where bounds are known; None if infinite."""
    if isinstance(tight, Bounds):
        if tight.upper is None:
            raise Undecided("unsupported", "no upper bound is known")
        upper = Fraction(str(tight.upper))
        digits = max(0, 6 - math.floor(math.log10(upper))) if upper > 0 else 0
        return Value(Fraction(math.ceil(upper * 10**digits), 10**digits))
    return None if isinstance(tight, Loss) and tight.is_infinite else tight
