"""The verdict about a family for every ε of a range, as a `dpverify.result` with a `range`.

What must never change: each part of the range that is said to fail comes with a channel at a
rational ε of it, decided as any channel is, and its witness re-checked by the kernel; each part
that is said to hold is decided at a rational ε as well, and a contradiction is an internal error.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from time import monotonic
from typing import Any

from dpverify.checkers.all_eps.line import Range
from dpverify.checkers.all_eps.settle import Part, Settled, settle, settle_largest
from dpverify.checkers.all_eps.zeros import Zero
from dpverify.checkers.answers.documents import RESULT_SCHEMA
from dpverify.checkers.budget import Budget
from dpverify.checkers.gate import assuming, not_accepted
from dpverify.checkers.kernel import eps_sums
from dpverify.checkers.on_channels import check_subject
from dpverify.checkers.questions import refuse_empty_question
from dpverify.checkers.subjects import Subject
from dpverify.checkers.unsupported import of_families
from dpverify.checkers.verdict import Unknown, Verdict
from dpverify.checkers.versions import versions
from dpverify.defs.channel import Channel
from dpverify.defs.definitions.contract import EventDefinition
from dpverify.defs.definitions.registry import event_definition
from dpverify.defs.display import Answered
from dpverify.defs.errors import InternalError, Undecided, UsageError
from dpverify.defs.numbers import INFINITY, NumberError, Value, number_json, number_text
from dpverify.defs.symbolic.family import Family
from dpverify.defs.symbolic.formal import Formal, formal
from dpverify.defs.symbolic.one_threshold import Case, OneThreshold, difference
from dpverify.defs.validate import shown

Tick = Callable[[], None]
DEFINITIONS = ("pure-dp", "local-dp", "approx-dp")


@dataclass(frozen=True)
class FamilyClaim:
    """A definition whose ε is a rational multiple of the family's, with a fixed δ.

    Args: definition one of DEFINITIONS; given its parameters as texts, such as {"eps": "6/5*eps"}.
    Raises: UsageError for another definition or parameter.

    >>> FamilyClaim("pure-dp", {"eps": "6/5*eps"}).name
    'pure-dp'
    """

    definition: str
    given: Mapping[str, str]
    odds: Formal = field(init=False, compare=False)
    eps: Formal = field(init=False, compare=False)
    delta: Formal | None = field(init=False, compare=False)

    def __post_init__(self) -> None:
        if self.definition not in DEFINITIONS:
            raise UsageError(
                f"--eps-range decides {', '.join(DEFINITIONS)}; not {shown(self.definition)}:"
                f" {of_families(self.definition)}"
            )
        wanted = event_definition(self.definition).parameters
        if set(self.given) != set(wanted):
            raise UsageError(f"{self.definition} takes {' and '.join(wanted)}, each once")
        eps = _function("eps", self.given["eps"])
        try:
            odds = eps.exponential()
        except NumberError:
            odds = None
        if odds is None or any(c < 0 for c in eps.num.terms().values()):
            raise UsageError(
                f"the claim's eps is {self.given['eps']}; with --eps-range it is a rational"
                " multiple of eps that is at least 0, such as eps or 6/5*eps"
            )
        if not _undivided(self.given["eps"]):
            raise UsageError(
                f"the claim's eps is {self.given['eps']}; with --eps-range it is written without a"
                f" division by what depends on eps: write {eps}"
            )
        delta = self.given.get("delta")
        object.__setattr__(self, "eps", eps)
        object.__setattr__(self, "odds", odds)
        object.__setattr__(self, "delta", None if delta is None else _function("delta", delta))

    @property
    def name(self) -> str:
        """The name of the definition."""
        return self.definition

    def at(self, eps: Fraction) -> EventDefinition:
        """The claim at a rational ε."""
        numbers = {"eps": self.eps.at(eps)}
        if self.delta is not None:
            numbers["delta"] = self.delta.at(eps)
        return event_definition(self.definition)(**numbers)


@dataclass(frozen=True)
class FamilyVerdict(Answered):
    """What was found: the parts of the range, and a verdict at a rational ε of each."""

    family: Family | OneThreshold
    claim: FamilyClaim
    settled: Settled
    samples: tuple[tuple[Part, Verdict], ...]
    source: str | None = None
    seconds: float = 0.0
    seed: int = 0
    not_rechecked: str | None = None

    unknown = False

    @property
    def holds(self) -> bool:
        """Whether the claim holds for every ε of the range."""
        return self.settled.holds

    @property
    def fails(self) -> bool:
        """Whether it fails for some ε of the range."""
        return not self.settled.holds

    @property
    def name(self) -> str:
        """The verdict in a word."""
        return "holds" if self.holds else "fails"

    def to_dict(self) -> dict[str, Any]:
        """The verdict as a `dpverify.result` document."""
        source = {} if self.source is None else {"source": self.source}
        if isinstance(self.family, OneThreshold):
            pairs, outputs = self.family.pairs, self.family.words
        else:
            pairs, outputs = len(_pairs(self.family, self.claim)), len(self.family.outputs)
        # A violation is one of the program only as far as its family is right.
        promises = self.family.assumptions
        evidence = "conditional" if promises else None
        form: dict[str, Any] = {
            "schema": RESULT_SCHEMA,
            "subject": {"kind": "family", **source, "family": self.family.to_dict()},
            "definition": self.claim.definition,
            "given": dict(self.claim.given),
            "verdict": self.name,
            "evidence": evidence or ("exact" if self.holds else "certificate"),
            **({"assumptions": list(promises)} if promises else {}),
            "range": {
                "of": "eps",
                "over": str(self.settled.over),
                "evidence": evidence or "exact",
                "parts": [self._part(part) for part in self.settled.parts],
            },
        }
        if not self.holds:
            form["witnesses"] = [
                {"eps": number_text(Value(part.sample)), "result": _lasting(verdict)}
                for part, verdict in self.samples
                if part.fails and part.sample is not None
            ]
        form["checked"] = {"pairs": pairs, "outputs": outputs}
        if self.not_rechecked is not None:
            form["not_rechecked"] = self.not_rechecked
        form["run"] = {
            "versions": dict(versions()), "seconds": round(self.seconds, 6), "seed": self.seed
        }  # fmt: skip
        return form

    def to_json(self) -> str:
        """The document as JSON text, ending in a newline."""
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=1, allow_nan=False) + "\n"

    def _part(self, part: Part) -> dict[str, Any]:
        low, high = self.settled.over.low, self.settled.over.high
        first = low > 0 if part.start is None else not part.fails
        last = high is not None if part.stop is None else not part.fails
        return {
            "verdict": "fails" if part.fails else "holds",
            "from": number_json(Value(low) if part.start is None else part.start.number()),
            "to": _end(part.stop, high),
            "includes": [first, last],
        }


def check_family(
    family: Family | OneThreshold,
    claim: FamilyClaim,
    over: Range,
    *,
    time_limit: float | None = None,
    seed: int = 0,
    source: str | None = None,
) -> FamilyVerdict:
    """Decide a claim for every ε of a range.

    Args: family the channels; claim what is claimed of each; over the range; time_limit seconds.
    Raises: UsageError where the family is none on all of the range; Undecided for limits;
        InternalError where a channel at a sample contradicts the verdict of its part.
    """
    started, tick = monotonic(), Budget(time_limit).check
    if isinstance(family, OneThreshold):
        return _confirmed(_of_words(family, claim, over, tick, source), started, seed)
    refuse_empty_question(family, claim.definition)
    pairs = _pairs(family, claim)
    settled = settle(family, claim.odds, over, delta=claim.delta, pairs=pairs, tick=tick)
    samples = tuple(
        (part, _sampled(family, family.at(part.sample), claim, part, part.sample, source))
        for part in settled.parts
        if part.sample is not None
    )
    return _confirmed(FamilyVerdict(family, claim, settled, samples, source), started, seed)


def _confirmed(verdict: FamilyVerdict, started: float, seed: int) -> FamilyVerdict:
    """The verdict with its time, and with what the kernel did not re-check."""
    timed = replace(verdict, seconds=monotonic() - started, seed=seed)
    return replace(timed, not_rechecked=not_accepted(timed.to_dict(), timed.claim.definition))


def _of_words(
    family: OneThreshold, claim: FamilyClaim, over: Range, tick: Tick, source: str | None
) -> FamilyVerdict:
    """Decide the cases that are enough, and at a sample of each part the worst of them."""
    if claim.definition != "pure-dp":
        raise UsageError("of a sparse vector as one threshold pure-dp alone is decided")
    cases: dict[Formal, Case] = {}
    for case in family.cases():
        tick()
        cases.setdefault(difference(family, case, claim.odds), case)
    settled = settle_largest([*cases], over, tick)
    samples = []
    for part in settled.parts:
        if part.sample is not None:
            channel = family.excerpt(_worst(family, cases, part.sample), part.sample)
            verdict = _sampled(family, channel, claim, part, part.sample, source)
            samples.append((part, verdict))
    return FamilyVerdict(family, claim, settled, tuple(samples), source)


def _worst(family: OneThreshold, cases: Mapping[Formal, Case], eps: Fraction) -> Case:
    """The case with the largest quotient at an ε, of those that violate the claim if there are."""

    def key(entry: tuple[Formal, Case]) -> tuple[int, float]:
        function, case = entry
        one, other = (family.probability(case.pairs(side)).num.ball(eps) for side in (0, 1))
        return function.num.at(eps).sign(), float((one / other).mid())

    return max(cases.items(), key=key)[1]


def _sampled(
    family: Family | OneThreshold,
    channel: Channel,
    claim: FamilyClaim,
    part: Part,
    eps: Fraction,
    source: str | None,
) -> Verdict:
    verdict = check_subject(Subject(channel, source), claim.at(eps))
    if isinstance(verdict, Unknown):  # a sample with thousands of digits
        raise Undecided(verdict.reason.code, f"at a sample of eps: {verdict.reason.text}")
    if verdict.fails != part.fails:
        raise InternalError(
            f"at eps = {shown(str(eps))} the claim {verdict.name}, against its whole interval"
        )
    return assuming(verdict, family.assumptions)


def _pairs(family: Family, claim: FamilyClaim) -> tuple[tuple[int, int], ...]:
    if not event_definition(claim.definition).all_pairs:
        return family.pairs
    n = range(len(family.inputs))
    return tuple((i, j) for i in n for j in n if i != j)


def _lasting(verdict: Verdict) -> dict[str, Any]:
    return {key: value for key, value in verdict.to_dict().items() if key != "run"}


def _end(zero: Zero | None, high: Fraction | None) -> dict[str, Any]:
    if zero is not None:
        return number_json(zero.number())
    return number_json(INFINITY if high is None else Value(high))


def _undivided(text: str) -> bool:
    """Whether the kernel, which cancels nothing, reads a sum: of that it takes exponentials."""
    try:
        return bool(eps_sums.read(text).bottom == eps_sums.ONE)
    except (NumberError, Undecided):
        return False


def _function(name: str, text: str) -> Formal:
    try:
        return formal(text)
    except NumberError as error:
        raise UsageError(f"--{name}: {error}") from None
