"""Where a value is attained or a claim violated: one type for each kind of place.

What must never change: the names of the fields are the keys of a result document, in their order;
`keys` and `order` name the exceptions (see `codec`). A witness is a place with an `excess`: by how
much it violates a claim. Of an engine's answer the numbers are exact; a document that was read has
a `Figure` for each.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Final, Generic, TypeAlias

from dpverify.checkers.answers.figures import SHORT, TEXT, Figure, N_co, P_co
from dpverify.defs.lazy_dataclass import lazy_dataclass

Pair = tuple[str, str]
Entries = tuple[tuple[Fraction, ...], tuple[Fraction, ...]]


@lazy_dataclass(frozen=True)
class Place(Generic[P_co]):
    """An event on an ordered pair of inputs, by labels, with its probabilities on the two."""

    inputs: Pair
    event: tuple[str, ...]
    probabilities: tuple[Annotated[P_co, SHORT], Annotated[P_co, SHORT]]


@lazy_dataclass(frozen=True)
class Witness(Place[P_co], Generic[P_co, N_co]):
    """A place that violates a claim; `excess` > 0 says by how much.

    Args: inputs, event and probabilities as of a `Place`.
    """

    excess: N_co


@lazy_dataclass(frozen=True)
class Situation(Generic[P_co]):
    """An event in a setting that is no pair of inputs, by labels, with two probabilities.

    For guessing: "goal" and "known", and the prior and the posterior probability of a right guess.
    """

    setting: Mapping[str, tuple[str, ...]]
    event: tuple[str, ...]
    probabilities: tuple[Annotated[P_co, SHORT], Annotated[P_co, SHORT]]


@lazy_dataclass(frozen=True)
class SituationWitness(Situation[P_co], Generic[P_co, N_co]):
    """A situation that violates a claim; `excess` > 0 says by how much.

    Args: setting, event and probabilities as of a `Situation`.
    """

    excess: N_co


@lazy_dataclass(frozen=True)
class LossPlace(Generic[N_co]):
    """Two outputs whose privacy losses between two inputs are furthest apart.

    Args: excess > 0, of a violated claim, says by how much.
    """

    inputs: Pair
    outputs: tuple[str, ...]
    losses: tuple[N_co, ...]
    excess: N_co | None = None


@lazy_dataclass(frozen=True)
class DivergencePlace(Generic[N_co]):
    """The Rényi divergence of an order between the laws of two inputs.

    Args: excess > 0, of a violated claim, says by how much.
    """

    inputs: Pair
    order: str
    divergence: N_co
    excess: N_co | None = None


@lazy_dataclass(frozen=True)
class PairValue(Generic[N_co]):
    """An ordered pair of inputs, and what the definition asks of its laws.

    Args: value the smallest parameter that holds for the pair. entries the inputs as numbers where
        all real ones are meant. excess > 0, of a violated claim, says by how much.
    """

    order: ClassVar[tuple[str, ...]] = ("inputs", "entries", "value", "excess")
    inputs: Pair
    value: N_co
    entries: Entries | None = None
    excess: N_co | None = None


@lazy_dataclass(frozen=True)
class WordPlace(Generic[P_co, N_co]):
    """A word on an ordered pair of inputs, all in numbers, with its two probabilities.

    Args: gaps numbers for the gaps of the inputs. entries the two inputs as lists of numbers,
        where they are that. released the values at which `probabilities` are then densities, unless
        all noise is in `integers`. excess > 0, of a violated claim, says by how much.
    """

    keys: ClassVar[Mapping[str, str | None]] = {"integers": None}
    order: ClassVar[tuple[str, ...]] = (
        "inputs", "entries", "gaps", "word", "released", "probabilities", "excess",
    )  # fmt: skip
    absent: ClassVar[Mapping[str, Any]] = {"released": ()}
    inputs: Pair
    word: str
    released: tuple[Fraction, ...]
    probabilities: tuple[Annotated[P_co, TEXT], Annotated[P_co, TEXT]]
    gaps: Mapping[str, Fraction] = field(default_factory=dict)
    entries: Entries | None = None
    excess: N_co | None = None
    integers: bool = field(default=False, kw_only=True)

    @property
    def dense(self) -> bool:
        """Whether `probabilities` are densities, and stand under that name in a document."""
        return bool(self.released) and not self.integers

    def stated(self) -> WordPlace[P_co, N_co] | EnclosedEvent[P_co, N_co]:
        """What a document says of the place."""
        return self


@lazy_dataclass(frozen=True)
class RegionPart:
    """A word of an event, and where its noise lies: between `where` of each of the `factors`."""

    word: str
    factors: tuple[str, ...] | None = None
    where: tuple[tuple[str | None, str | None], ...] | None = None


@lazy_dataclass(frozen=True, kw_only=True)
class EnclosedEvent(Generic[P_co, N_co]):
    """An event of words and regions on two inputs, with enclosures of its two probabilities."""

    inputs: Pair
    entries: Entries | None = None
    event: tuple[str, ...]
    regions: tuple[RegionPart, ...]
    probabilities: tuple[P_co, P_co]
    excess: N_co | None = None


@lazy_dataclass(frozen=True)
class Term(Generic[N_co]):
    """An event for one value of the knowledge, with its probability under both laws.

    `interval`: all counts from … to … belong to the event.
    """

    order: ClassVar[tuple[str, ...]] = ("known", "weight", "event", "interval", "probabilities")
    known: str
    weight: Annotated[N_co, SHORT]
    event: tuple[str, ...]
    probabilities: tuple[Annotated[N_co, SHORT], ...]
    interval: tuple[Annotated[int, TEXT], Annotated[int, TEXT]] | None = None


@lazy_dataclass(frozen=True)
class Setting(Generic[N_co]):
    """Where a value is attained: the member theta of Θ, target, ordered pair of values, terms.

    `omitted`: how many terms of an average are not written down; `gain`: what those that are add
    up to, Σ weight·(P(S) − e^ε·Q(S)), where that was computed; `at`: the value of the parameter,
    where Θ is an interval.
    """

    keys: ClassVar[Mapping[str, str | None]] = {
        "theta": "setting.theta",
        "target": "setting.target",
        "values": "setting.values",
        "at": "setting.at",
        "omitted": "terms_omitted",
        "gain": None,
    }
    theta: int
    target: int
    values: tuple[str, ...]
    terms: tuple[Term[N_co], ...]
    omitted: int = 0
    gain: N_co | None = field(default=None, compare=False)
    at: Mapping[str, str] | None = field(default=None, kw_only=True)


@lazy_dataclass(frozen=True)
class SettingWitness(Setting[N_co]):
    """A setting of a scenario that violates a claim, by `excess` > 0 where that is a number.

    Args: theta, target, values, terms, omitted, gain and at as of a `Setting`.
    """

    excess: N_co | None = None


@lazy_dataclass(frozen=True)
class Sides(Generic[P_co]):
    """Two inputs on which the left side of a comparison is above its right side."""

    inputs: Pair
    left: Annotated[P_co, SHORT]
    right: Annotated[P_co, SHORT]


PLACES: Final[tuple[type[Any], ...]] = (
    Place,
    Witness,
    Situation,
    SituationWitness,
    LossPlace,
    DivergencePlace,
    PairValue,
    WordPlace,
    EnclosedEvent,
    Setting,
    SettingWitness,
    Sides,
)
"""All of them; a document shows by its keys which it holds."""

StatedPlace: TypeAlias = (
    Place[Figure]
    | Witness[Figure, Figure]
    | Situation[Figure]
    | SituationWitness[Figure, Figure]
    | LossPlace[Figure]
    | DivergencePlace[Figure]
    | PairValue[Figure]
    | WordPlace[Figure, Figure]
    | EnclosedEvent[Figure, Figure]
    | Setting[Figure]
    | SettingWitness[Figure]
    | Sides[Figure]
)
"""A place as a document states it."""
