"""`compare`: which of two mechanisms is at least as private, where, and in which sense.

Three questions about two channels over the same inputs and neighbours, each decided exactly:

- the smallest δ for every ε at once: δ(ε) is the largest of finitely many lines in t = e^ε;
- what tests of two neighbours can do: the largest convex f of f-DP, through finitely many points;
- the Blackwell order: can the output of one be made of the output of the other?

What must never change: no answer comes from a grid or a float. If one mechanism can be made of the
other, then it is at least as private in every other sense too; that the answers agree in this is
checked before they are returned.

Source: Blackwell 1951; Dong, Roth, Su 2022, Theorem 2.10 and Proposition 2.12.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing, nullcontext
from dataclasses import dataclass
from typing import Any, Final, Literal, NoReturn, TypeAlias

from dpverify.checkers.answers.documents import Reason
from dpverify.checkers.budget import Budget
from dpverify.checkers.continuous.program import Program
from dpverify.checkers.decide import check, measure
from dpverify.checkers.next_questions.piecewise import (
    Curve,
    Stretch,
    highest_of_lines,
    largest_gap,
    stretches,
)
from dpverify.checkers.programs.passes import passes, whole
from dpverify.checkers.programs.process import Limits, enumerated_apart
from dpverify.checkers.refinement import NotRefined, Refined, refinement
from dpverify.checkers.subjects import Subject, named, subject_of
from dpverify.checkers.verdict import Result
from dpverify.defs.channel import Channel
from dpverify.defs.definitions import FDP, ApproxDP
from dpverify.defs.display import Displayed
from dpverify.defs.errors import ChannelError, InternalError, Undecided, UsageError
from dpverify.defs.numbers import INFINITY, ONE, Number, Value, as_value, ln
from dpverify.defs.operations import restrict
from dpverify.defs.programs.enumeration import Enumeration
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.target import Target
from dpverify.defs.validate import shown

Order: TypeAlias = Literal["first", "second", "equal", "neither"]
"""Which of two is at least as private: one of them, both alike, or neither."""
ORDER_OF_SIGNS: Final[Mapping[frozenset[int], Order]] = {
    frozenset(): "equal",
    frozenset({-1}): "first",
    frozenset({1}): "second",
    frozenset({-1, 1}): "neither",
}


@dataclass(frozen=True)
class Interval:
    """A range of ε, or of α, in which one of two mechanisms is more private, or both are alike.

    Args: low and high its ends, exact; high may be infinite; better "first", "second" or "equal".
    """

    low: Number
    high: Number
    better: Order


@dataclass(frozen=True)
class Separation:
    """A claim that one mechanism satisfies and the other does not, both decided.

    Args: better which satisfies it; eps and delta the claim; holds and fails both results.
    """

    better: Order
    eps: Number
    delta: Value
    holds: Result
    fails: Result


@dataclass(frozen=True)
class Blackwell:
    """Whether the output of one mechanism can be made of the output of the other.

    Args:
        order: "first" if the first is the second with something done to its output.
        first_of_second: how, or why not: a stochastic matrix T with second·T = first, or a decision
            problem in which the first is worth more; None where it was left open.
        second_of_first: the same the other way round.
        reason: why the question was left open, None where it was not.
    """

    order: Order | Literal["unknown"]
    first_of_second: Refined | NotRefined | None
    second_of_first: Refined | NotRefined | None
    reason: Reason | None = None


@dataclass(frozen=True)
class Comparison(Displayed):
    """Two mechanisms side by side; "first" and "second" name the one that is at least as private.

    Args:
        names: of both; where they have one name, with "(the first)" and "(the second)".
        channels: both, inputs in the same order.
        eps: the smallest ε of pure differential privacy of each; exact, may be infinite.
        order: by the smallest δ of every ε: "first" if that of the first is never larger.
        eps_ranges: the ranges of ε, from 0 to infinity, in which one δ is smaller, or both equal.
        alpha_ranges: the ranges of α in which the trade-off function of one is above that of the
            other: the largest convex f for which it is f-DP, which no test need attain everywhere.
        separations: claims (ε, δ) that one satisfies and the other does not.
        blackwell: whether one can be made of the other.
        measured: both trade-off functions and both ε as results, which `replay` re-checks.
    """

    names: tuple[str, str]
    channels: tuple[Channel, Channel]
    eps: tuple[Number, Number]
    order: Order
    eps_ranges: tuple[Interval, ...]
    alpha_ranges: tuple[Interval, ...]
    separations: tuple[Separation, ...]
    blackwell: Blackwell
    measured: tuple[Result, ...]

    @property
    def documents(self) -> tuple[dict[str, Any], ...]:
        """The results that the answer rests on, as documents for `dpverify replay`."""
        sides = [side for one in self.separations for side in (one.holds, one.fails)]
        return tuple(result.to_dict() for result in (*self.measured, *sides))

    @property
    def assumptions(self) -> tuple[str, ...]:
        """Promises of the authors on which the answer rests."""
        return tuple(dict.fromkeys(text for one in self.channels for text in one.assumptions))

    def __bool__(self) -> NoReturn:
        raise TypeError("a comparison has no truth value; ask for .order or .blackwell.order")


def compare(first: object, second: object, *, time_limit: float | None = None) -> Comparison:
    """Compare two mechanisms: which is at least as private, for which ε, and in which sense.

    Args:
        first: a Channel, a Mechanism or what `program` names; a program must have finitely many
            outputs, each with an exact probability.
        second: the same, over the same inputs with the same neighbours.
        time_limit: seconds; what is left open of the Blackwell order then is "unknown".

    Returns: a Comparison.

    Raises:
        ChannelError: other inputs or other neighbours.
        UsageError: no channel, and no program that is one.
        Undecided: out of time before the smallest δ were compared.

    >>> rr = Channel(["0", "1"], ["0", "1"], [["3/4", "1/4"], ["1/4", "3/4"]])
    >>> clear = Channel(["0", "1"], ["0", "1"], [[1, 0], [0, 1]])
    >>> found = compare(rr, clear)
    >>> found.order, found.blackwell.order
    ('first', 'first')
    """
    budget = Budget(time_limit)
    sides = [_subject(given, budget) for given in (first, second)]
    a, b = sides[0], _aligned(sides[0], sides[1])
    names = _told_apart(a.source or "the first", b.source or "the second")
    kept = [_trade_off(one, budget) for one in (a, b)]
    errors = [curve for _, curve in kept]
    deltas = [_delta_curve(a, errors[0], budget), _delta_curve(b, errors[1], budget)]
    parts = stretches(deltas[0], deltas[1], endless=True)
    order = ORDER_OF_SIGNS[frozenset(part.sign for part in parts) - {0}]
    pure = [measure(one, "pure-dp", time_limit=budget.remaining()) for one in (a, b)]
    answer = Comparison(
        names=names,
        channels=(a.channel, b.channel),
        eps=(pure[0].tight["eps"], pure[1].tight["eps"]),
        order=order,
        eps_ranges=tuple(_of_eps(part) for part in parts),
        # A trade-off function that is above promises larger errors: it is the more private one.
        alpha_ranges=tuple(_of_alpha(part) for part in stretches(errors[1], errors[0])),
        separations=tuple(_separations(a, b, deltas, budget)),
        blackwell=_blackwell(a.channel, b.channel, budget),
        measured=(*(result for result, _ in kept), *pure),
    )
    _refuse_contradiction(answer)
    return answer


def _told_apart(first: str, second: str) -> tuple[str, str]:
    """Two names, also where two versions of one function, or one file twice, are compared."""
    if first != second:
        return first, second
    return f"{first} (the first)", f"{second} (the second)"


def _subject(given: object, budget: Budget) -> Subject:
    """What is compared, as a channel with its name."""
    if isinstance(given, Mechanism | Target):
        return Subject(_channel(given, budget), named(given))
    return subject_of(given)


def _channel(program: Mechanism | Target, budget: Budget) -> Channel:
    """The channel of a program; one that is named by its file runs in processes of its own."""
    left = budget.remaining()
    apart = (
        nullcontext(passes(program, tick=budget.check))
        if isinstance(program, Mechanism)
        else closing(
            enumerated_apart(
                program, Limits() if left is None else Limits(seconds=left), everywhere=False
            )
        )
    )
    reason = "it has infinitely many outputs"
    with apart as runs:
        for found in runs:
            if isinstance(found, Enumeration) and found.whole:
                return found.channel()
            if isinstance(found, Program):
                if found.no_channel is None:
                    law = whole(found, budget.check)
                    return law.channel().resting_on(found.assumptions)
                reason = found.no_channel
    raise UsageError(
        f"{named(program)} is no finite channel: {reason}; compare mechanisms with finitely many"
        " outputs, of exact probabilities"
    )


def _aligned(first: Subject, second: Subject) -> Subject:
    """The second with its inputs in the order of the first.

    Raises: ChannelError for other inputs, and for other neighbours.
    """
    a, b = first.channel, second.channel
    for which, own, other in (("first", a, b), ("second", b, a)):
        alone = [label for label in own.inputs if label not in set(other.inputs)]
        if alone:
            raise ChannelError(
                f"only the {which} has the input {shown(alone[0])}; give both the same inputs"
            )
    if a.inputs != b.inputs:
        b = restrict(b, a.inputs)
    n = len(a.inputs)
    if {*a.neighbours.ordered_pairs(n)} != {*b.neighbours.ordered_pairs(n)}:
        raise ChannelError("the two have different neighbours; give both the same (--neighbours)")
    return Subject(b, second.source, second.restated)


def _trade_off(subject: Subject, budget: Budget) -> tuple[Result, Curve]:
    """The trade-off function of a channel: its result, and its corners as a curve."""
    result = measure(subject, "f-dp", time_limit=budget.remaining())
    places = [(corner.alpha.exact, corner.beta.exact) for corner in result.more.trade_off]
    points = [
        (as_value(alpha), as_value(beta))
        for alpha, beta in places
        if alpha is not None and beta is not None
    ]
    if len(points) < len(places):  # numbers too long for a document are computed again
        extent = FDP.question({}).measured(subject.channel, budget.check)
        points = [(corner.alpha, corner.beta) for corner in extent.corners]
    return result, Curve(tuple(points))


def _delta_curve(subject: Subject, trade_off: Curve, budget: Budget) -> Curve:
    """The smallest δ as a function of t = e^ε ≥ 1, by the tests of all pairs.

    A test with the errors (α, β) is an event with Q(S) = α on one input and P(S) = 1 − β on the
    other, so that P(S) − t·Q(S) = (1 − β) − t·α.
    """
    channel = subject.channel
    if channel.neighbours.directed:  # T(P, Q) is about the opposite direction of its pairs
        pairs = [(j, i) for i, j in channel.neighbours.ordered_pairs(len(channel.inputs))]
        trade_off = _trade_off(Subject(channel.among(pairs)), budget)[1]
    return highest_of_lines([(alpha, ONE - beta) for alpha, beta in trade_off.points], ONE)


def _of_eps(part: Stretch) -> Interval:
    high = INFINITY if part.high is None else ln(part.high)
    return Interval(ln(part.low), high, _better(part))


def _of_alpha(part: Stretch) -> Interval:
    return Interval(part.low, ONE if part.high is None else part.high, _better(part))


def _better(part: Stretch) -> Order:
    return ("equal", "second", "first")[part.sign]


def _separations(
    a: Subject, b: Subject, deltas: list[Curve], budget: Budget
) -> Iterator[Separation]:
    """For each of both that is somewhere better: the claim at which it is better by the most."""
    for better, (low, high) in {"first": (0, 1), "second": (1, 0)}.items():
        gap = largest_gap(deltas[low], deltas[high])
        if gap is None:
            continue
        eps, delta = ln(gap[0]), deltas[low].at(gap[0])
        claim = ApproxDP(eps=eps, delta=delta)
        verdicts = [
            check((a, b)[side], claim, time_limit=budget.remaining()) for side in (low, high)
        ]
        if any(verdict.unknown for verdict in verdicts):  # the curves say it all the same
            continue
        if not verdicts[0].holds or not verdicts[1].fails:
            raise InternalError("two curves of δ do not agree with the claims about them")
        order: Order = "first" if better == "first" else "second"
        yield Separation(order, eps, delta, *verdicts)


def _blackwell(a: Channel, b: Channel, budget: Budget) -> Blackwell:
    """Both questions, each with its certificate."""
    answers: list[Refined | NotRefined | None] = []
    reason = None
    for origin, made in ((b, a), (a, b)):
        try:
            answers.append(refinement(origin, made, time_limit=budget.remaining()))
        except Undecided as stop:
            answers.append(None)
            reason = Reason.of(stop)
    if reason is not None:
        return Blackwell("unknown", answers[0], answers[1], reason)
    first, second = (answer is not None and answer.holds for answer in answers)
    orders: dict[tuple[bool, bool], Order] = {
        (True, True): "equal",
        (True, False): "first",
        (False, True): "second",
        (False, False): "neither",
    }
    return Blackwell(orders[first, second], answers[0], answers[1])


def _refuse_contradiction(answer: Comparison) -> None:
    """Whoever is made of the other is nowhere less private: post-processing adds nothing.

    Raises: InternalError.
    """
    made = answer.blackwell
    for how, worse in ((made.first_of_second, "second"), (made.second_of_first, "first")):
        if isinstance(how, Refined) and any(
            part.better == worse for part in (*answer.eps_ranges, *answer.alpha_ranges)
        ):
            raise InternalError("one mechanism is made of another, and is less private somewhere")
