"""What samples say against a claim (`dpverify.audit`, `dpverify.one-run-audit`), as types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from dpverify.checkers.answers.documents import Ran
from dpverify.checkers.answers.figures import NumberText, limited


@dataclass(frozen=True)
class StatedSource:
    """Where samples came from; nothing of it is re-checked.

    Args: kind a function, a command or files. name of the function, command or files. chosen how
        events were come by.
    """

    kind: Literal["function", "command", "files", "scores"]
    name: str
    chosen: str | None = None


@dataclass(frozen=True)
class StatedCurvePlace:
    """Where on its curve of (ε, δ) a test looks at a claim of zCDP or Gaussian DP.

    Args: order the order of Rényi divergence by which δ is bounded there; of zCDP alone.
    """

    eps: NumberText
    order: NumberText | None = None


Count = Annotated[int, limited(minimum=0)]


@dataclass(frozen=True)
class StatedTest:
    """An event on an ordered pair of inputs, the bets on it, and how often it occurred.

    Args: weight the part of the wealth that it has. bets stakes, each with its weight. counts of
        pairs of samples of which both, the first alone, the second alone, none lay in the event.
    """

    inputs: tuple[str, str]
    event: str
    weight: NumberText
    bets: Annotated[tuple[tuple[NumberText, NumberText], ...], limited(minItems=1)]
    counts: tuple[Count, Count, Count, Count]
    at: StatedCurvePlace | None = None


@dataclass(frozen=True)
class StatedSamples:
    """Samples of each input.

    Args: chosen_on those on which events and bets were chosen. tested those that count.
    """

    chosen_on: Count
    tested: Count


@dataclass(frozen=True)
class StatedBound:
    """A parameter of the claim, at or above which the true one lies with confidence 1 − risk."""

    shape: ClassVar[Mapping[str, Any]] = {"minProperties": 1, "maxProperties": 1}
    eps: NumberText | None = None
    rho: NumberText | None = None
    mu: NumberText | None = None


@dataclass(frozen=True)
class StatedPower:
    """A violation that would have been seen with a probability.

    Args: test its number, from 1. bet the number of the bet of that test that sees it. probability
        with which it is seen, at least. on_second the event's probability on the second input, for
        which this is said. exponent of the bound of Chernoff that shows it.
    """

    test: Annotated[int, limited(minimum=1)]
    bet: Annotated[int, limited(minimum=1)]
    probability: NumberText
    on_second: NumberText
    exponent: NumberText
    eps: NumberText | None = None
    rho: NumberText | None = None
    mu: NumberText | None = None


@dataclass(frozen=True)
class StatedIntervals:
    """The second route: intervals of Clopper and Pearson, each at risk/(2·tests).

    Args: probabilities at least the first on the first input, at most the second on the second.
    """

    test: Annotated[int, limited(minimum=1)]
    probabilities: tuple[NumberText, NumberText]
    lower_bound: StatedBound


@dataclass(frozen=True)
class StatedPoint:
    """A point below the curve δ(ε); all of them together at the stated risk."""

    eps: NumberText
    delta: NumberText


@dataclass(frozen=True)
class GivenParameters:
    """The parameters of the claim."""

    eps: str | None = None
    delta: str | None = None
    rho: str | None = None
    mu: str | None = None


@dataclass(frozen=True)
class StatedAudit:
    """What samples say against a claim: it fails, or it is unknown with a power.

    Args: risk the probability with which a true claim fails, at most, whenever one stops. log_e the
        logarithm of the e-value, at least. lower_bound the parameter that the samples refute.
        clopper_pearson is left out where the number of samples was not fixed in advance.
    """

    schema: str
    source: StatedSource
    definition: Literal["pure-dp", "local-dp", "approx-dp", "zcdp", "gaussian-dp"]
    given: GivenParameters
    verdict: Literal["fails", "unknown"]
    risk: NumberText
    samples: StatedSamples
    tests: Annotated[tuple[StatedTest, ...], limited(minItems=1)]
    log_e: NumberText | None
    lower_bound: StatedBound
    evidence: Literal["sampled"] | None = None
    power: StatedPower | None = None
    clopper_pearson: StatedIntervals | None = None
    curve: tuple[StatedPoint, ...] = ()
    not_rechecked: str | None = None
    run: Ran | None = None
    order: ClassVar[tuple[str, ...]] = (
        "schema", "source", "definition", "given", "verdict", "evidence", "risk", "lower_bound",
        "samples", "power", "log_e", "tests", "clopper_pearson", "curve", "not_rechecked", "run",
    )  # fmt: skip


@dataclass(frozen=True)
class StatedGuesses:
    """So many guesses about canaries, and how many of them were right."""

    made: Annotated[int, limited(minimum=1)]
    right: Count


@dataclass(frozen=True)
class StatedOneRunAudit:
    """What one run with canaries says against a claim.

    Args: canaries each took part with probability 1/2. guesses the numbers that were tried, among
        which the risk is divided.
    """

    schema: str
    source: StatedSource
    definition: Literal["pure-dp", "approx-dp", "gaussian-dp"]
    given: GivenParameters
    verdict: Literal["fails", "unknown"]
    risk: NumberText
    canaries: Annotated[int, limited(minimum=1)]
    guesses: Annotated[tuple[StatedGuesses, ...], limited(minItems=1)]
    lower_bound: StatedBound
    evidence: Literal["sampled"] | None = None
    not_rechecked: str | None = None
    run: Ran | None = None
    order: ClassVar[tuple[str, ...]] = (
        "schema", "source", "definition", "given", "verdict", "evidence", "risk", "lower_bound",
        "canaries", "guesses", "not_rechecked", "run",
    )  # fmt: skip
