"""A statement about channels: hypotheses and a conclusion, for all objects and parameters.

It is ONE object with several readers: the generated test (`generate`, `instances`), the bounded
formula (`formula`), and the text in reports (`words`). What must never change: no reader keeps a
second copy of what the statement says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from dpverify.defs.channel import Channel
from dpverify.defs.errors import UsageError
from dpverify.proofs.expressions import Kind

Shape = Mapping[str, int]
Form = Mapping[str, Any]


@dataclass(frozen=True)
class Size:
    """A set of labels of any finite size: prefix0, prefix1, …; `name` is its key in a shape."""

    name: str
    prefix: str


@dataclass(frozen=True)
class OutputsOf:
    """The outputs of another object, as the inputs of a kernel."""

    of: str


Labels = Size | OutputsOf | Callable[[Shape], Sequence[str]]
Relation = Literal["all"] | Callable[[Shape], Sequence[tuple[str, str]]]


@dataclass(frozen=True)
class AnyChannel:
    """A channel over which the statement quantifies.

    With `copies` there is one for each label of a set, named N1, N2, …; a composition refers to
    all of them as `N*`.
    """

    inputs: Labels
    outputs: Labels
    neighbours: Relation = "all"
    text: str = "channel"
    copies: Labels | None = None


@dataclass(frozen=True)
class FixedChannel:
    """A channel that the shape determines, such as the selection of a block of records."""

    build: Callable[[Shape], Channel]
    text: str


@dataclass(frozen=True)
class Claim:
    """That the object `of` satisfies a definition, with parameters as expressions.

    `form` names a form of `dpverify.proofs.forms`; `swapped` exchanges the two inputs of each
    ordered pair.
    """

    of: str
    definition: str
    given: Mapping[str, str]
    form: str = "outputs"
    swapped: bool = False


@dataclass(frozen=True)
class Equivalent:
    """For each ordered pair of neighbours, the claims are all true or all false."""

    claims: tuple[Claim, ...]


@dataclass(frozen=True)
class Statement:
    """For all objects and parameters: if every hypothesis holds, so does the conclusion.

    Args:
        objects: by name, what the statement quantifies over, and fixed channels.
        derived: by name, compositions as in a refutation file; arguments are names of objects,
            expressions in the parameters where a probability is expected, or `N*`.
        parameters: "loss" (ε ≥ 0) or "value" (in [0, 1]) by name.
        hypotheses: claims that are assumed.
        conclusion: a claim, or that several are equivalent.
        sizes: by key of the shape, the smallest and largest size to generate.
    """

    objects: Mapping[str, AnyChannel | FixedChannel]
    parameters: Mapping[str, Kind]
    conclusion: Claim | Equivalent
    hypotheses: tuple[Claim, ...] = ()
    derived: Mapping[str, Form] = field(default_factory=dict)
    sizes: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        known = {*self.objects, *self.derived}
        for claim in (*self.hypotheses, *self.concluded):
            if claim.of not in known:
                raise UsageError(f"a claim is about {claim.of!r}, which is no object")

    @property
    def concluded(self) -> tuple[Claim, ...]:
        """The claims of the conclusion."""
        if isinstance(self.conclusion, Equivalent):
            return self.conclusion.claims
        return (self.conclusion,)


def shape_text(shape: Shape) -> str:
    """A shape in words.

    >>> shape_text({"inputs": 2, "outputs": 3})
    '2 inputs, 3 outputs'
    """
    return ", ".join(
        f"{count} {name.removesuffix('s') if count == 1 else name}" for name, count in shape.items()
    )
