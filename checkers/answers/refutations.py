"""A refutation as types: an implication that fails for named objects, or a claim about numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from dpverify.checkers.answers.codec import decode
from dpverify.checkers.answers.figures import GivenNumber, Labels, limited
from dpverify.checkers.answers.files import StatedChannel
from dpverify.checkers.answers.places import StatedPlace


@dataclass(frozen=True)
class PostProcess:
    """A channel, and the map that its output goes through."""

    closed: ClassVar[bool] = True
    post_process: tuple[str, str]


@dataclass(frozen=True)
class Product:
    """Two channels on the same input, independent of each other."""

    closed: ClassVar[bool] = True
    product: tuple[str, str]


@dataclass(frozen=True)
class Adaptive:
    """A channel, and for each of its outputs the channel that is asked then."""

    closed: ClassVar[bool] = True
    adaptive: tuple[str, tuple[str, ...]]


@dataclass(frozen=True)
class Mixture:
    """The first of two channels with some probability, else the second; nobody sees which."""

    closed: ClassVar[bool] = True
    mixture: tuple[GivenNumber, str, str]


@dataclass(frozen=True)
class VisibleMixture:
    """The first of two channels with some probability, else the second; the output says which."""

    closed: ClassVar[bool] = True
    visible_mixture: tuple[GivenNumber, str, str]


@dataclass(frozen=True)
class Restrict:
    """A channel on some of its inputs."""

    closed: ClassVar[bool] = True
    restrict: tuple[str, Labels]


@dataclass(frozen=True)
class MergeProportional:
    """A channel, of which outputs that say the same are one."""

    closed: ClassVar[bool] = True
    merge_proportional: tuple[str]


Composition: TypeAlias = (
    PostProcess | Product | Adaptive | Mixture | VisibleMixture | Restrict | MergeProportional
)
"""One operation, called as its one field; a text that is no label or number names an object."""
Objects: TypeAlias = Annotated[Mapping[str, StatedChannel | Composition], limited(minProperties=1)]


@dataclass(frozen=True)
class Hypothesis:
    """A claim about an object that holds."""

    of: str
    definition: str
    given: Mapping[str, Any]
    verdict: Literal["holds"]


@dataclass(frozen=True)
class Conclusion:
    """A claim about an object that fails, with its witness."""

    of: str
    definition: str
    given: Mapping[str, Any]
    verdict: Literal["fails"]
    witness: StatedPlace


@dataclass(frozen=True)
class Refutation:
    """Named channels and compositions of them; hypotheses that hold; a conclusion that fails."""

    schema: str
    entry: str
    objects: Objects
    hypotheses: tuple[Hypothesis, ...]
    conclusion: Conclusion


@dataclass(frozen=True)
class Interval:
    """A name of which something is concluded for some number between two others."""

    closed: ClassVar[bool] = True
    keys: ClassVar[Mapping[str, str]] = {"low": "from", "high": "to"}
    name: str
    low: str
    high: str


@dataclass(frozen=True)
class NumberClaim:
    """For all real numbers under some names: what is given implies what is claimed.

    `where`: formulas by name, each in terms of what stands before it. `some`: what is concluded is
    said of some number from an interval. `because`: why the statement implies the claim.
    """

    closed: ClassVar[bool] = True
    order: ClassVar[tuple[str, ...]] = ("for_all", "some", "where", "given", "then", "because")
    for_all: tuple[str, ...]
    where: tuple[tuple[str, str], ...]
    given: tuple[str, ...]
    then: tuple[str, ...]
    some: Interval | None = None
    because: str | None = None


@dataclass(frozen=True)
class NumberRefutation:
    """A claim about numbers that a registered statement implies, and values at which it fails.

    `values`: a number for each name. `cells`: into how many equal cells the interval is cut.
    """

    schema: str
    entry: str
    claim: NumberClaim
    values: Mapping[str, str]
    cells: int | None = None


def read_refutation(document: Mapping[str, Any]) -> Refutation | NumberRefutation:
    """The refutation that a document states.

    Raises: SchemaError for a document of another shape.
    """
    if str(document.get("schema")).startswith("dpverify.number-refutation/"):
        return decode(NumberRefutation, document)
    return decode(Refutation, document)
