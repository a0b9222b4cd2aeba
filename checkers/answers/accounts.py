"""What a plan of many steps costs together (`dpverify.account`), as its document states it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from dpverify.checkers.answers.figures import NumberText, limited


@dataclass(frozen=True)
class Decimals:
    """Decimals that enclose the true number."""

    lower: NumberText
    upper: NumberText


@dataclass(frozen=True)
class StatedEvent:
    """Steps that are alike: noise, a guarantee or a channel, how often, on what sample.

    Args: sigma the deviation of Gaussian noise. scale the scale of Laplace noise. sensitivity that
        of the value with noise. eps, delta what a guarantee states. rows the laws of a channel,
        pairs its neighbours as indices of rows, null the row of an absent record, uses whether all
        uses compare the same pair, or each any pair, if left out. sampling the rate
        of a sample; 1 where all records take part. scheme how it is drawn, a Poisson sample if left
        out.
    """

    noise: Literal[
        "gaussian", "laplace", "discrete-laplace", "discrete-gaussian", "private", "channel"
    ]
    sampling: NumberText
    times: Annotated[int, limited(minimum=1, maximum=1_000_000_000)]
    sigma: NumberText | None = None
    scale: NumberText | None = None
    sensitivity: NumberText | None = None
    eps: NumberText | None = None
    delta: NumberText | None = None
    rows: tuple[tuple[NumberText, ...], ...] | None = None
    pairs: tuple[tuple[int, ...], ...] | None = None
    null: int | None = None
    uses: Literal["any", "same"] | None = None
    scheme: Literal["poisson", "without-replacement"] | None = None
    order: ClassVar[tuple[str, ...]] = (
        "noise", "sigma", "scale", "sensitivity", "eps", "delta", "rows", "pairs", "null",
        "uses", "sampling", "scheme", "times",
    )  # fmt: skip


@dataclass(frozen=True)
class StatedPlan:
    """The events of a plan, and which neighbours are meant.

    Args: parts lists of events, of which each record takes part in one.
    """

    relation: Literal["add", "remove", "add-or-remove", "replace", "replace-by-null"]
    events: Annotated[tuple[StatedEvent, ...], limited(maxItems=100)]
    parts: (
        Annotated[
            tuple[Annotated[tuple[StatedEvent, ...], limited(minItems=1, maxItems=100)], ...],
            limited(minItems=2, maxItems=20),
        ]
        | None
    ) = None


@dataclass(frozen=True)
class GivenSide:
    """What was given: ε, where δ is asked for, or δ."""

    shape: ClassVar[Mapping[str, Any]] = {"minProperties": 1, "maxProperties": 1}
    eps: NumberText | None = None
    delta: NumberText | None = None


@dataclass(frozen=True)
class StatedGrid:
    """How the sums were computed.

    Args: pairs of each event that is a channel groups of pairs of rows: first that which the lower
        bound is of; where all uses compare the same pair, then all others. None for other events.
    """

    step: str
    window: str
    tilt: str
    pairs: tuple[tuple[tuple[tuple[int, ...], ...], ...], ...] | None = None


@dataclass(frozen=True)
class StatedDirection:
    """The number of one direction of neighbours.

    Args: part the part that the record is in, from 0, where the plan has parts. grid how the sums
        were computed; left out for a closed form.
    """

    direction: Literal["remove", "add", "replace"]
    part: int | None = None
    eps: Decimals | None = None
    delta: Decimals | None = None
    grid: StatedGrid | None = None


@dataclass(frozen=True)
class GivenEps:
    """The ε of a point of a curve."""

    eps: NumberText


@dataclass(frozen=True)
class StatedPoint:
    """δ at one ε, with its directions."""

    given: GivenEps
    delta: Decimals
    directions: Annotated[tuple[StatedDirection, ...], limited(minItems=1, maxItems=40)]


@dataclass(frozen=True)
class StatedError:
    """The smallest error β of the second kind of a test that has an error α of the first kind."""

    alpha: NumberText
    beta: Decimals


@dataclass(frozen=True)
class StatedAccount:
    """ε at a given δ, or δ at a given ε, of all events of a plan together, from both sides.

    Args: curve δ at further ε, which rise. trade_off what follows of tests of two neighbours.
    """

    shape: ClassVar[Mapping[str, Any]] = {"oneOf": [{"required": ["eps"]}, {"required": ["delta"]}]}
    schema: str
    plan: StatedPlan
    given: GivenSide
    directions: Annotated[tuple[StatedDirection, ...], limited(minItems=1, maxItems=40)]
    evidence: Literal["enclosure"]
    eps: Decimals | None = None
    delta: Decimals | None = None
    curve: Annotated[tuple[StatedPoint, ...], limited(minItems=1, maxItems=1000)] | None = None
    trade_off: Annotated[tuple[StatedError, ...], limited(maxItems=1000)] | None = None
    not_rechecked: str | None = None
    order: ClassVar[tuple[str, ...]] = (
        "schema", "plan", "given", "eps", "delta", "directions", "curve", "trade_off", "evidence",
        "not_rechecked",
    )  # fmt: skip
