"""A statement about channels: hypotheses and a conclusion, for all objects and parameters.

It is ONE object with several readers: the generated test (`generate`, `instances`), the bounded
formula (`formula`), and the text in reports (`words`). What must never change: no reader keeps a
second copy of what the statement says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from dpverify.checkers.kernels.numbers import NumberClaim
from dpverify.defs.channel import Channel
from dpverify.defs.errors import UsageError
from dpverify.defs.numbers import Number
from dpverify.defs.validate import shown
from dpverify.proofs.expressions import Kind
from dpverify.proofs.labels import Constant, Ends, Labels, Part, Relation, Shape

Form = Mapping[str, Any]
Channels = Mapping[str, Channel]
Numbers = Mapping[str, Number]


@dataclass(frozen=True)
class AnyChannel:
    """A channel over which the statement quantifies.

    With `copies` there is one for each label of a set, named N1, N2, …; a composition refers to
    all of them as `N*`.

    Args: inputs and outputs sets of labels; neighbours which of the inputs are; text what the
        statement in words calls it.
    """

    inputs: Labels
    outputs: Labels
    neighbours: Relation = "all"
    text: str = "channel"
    copies: Labels | None = None


@dataclass(frozen=True)
class FixedChannel:
    """A channel that the shape determines, such as the selection of a block of records.

    Args: build makes it from the sizes by name; text what the statement in words calls it; made_of
        what it is, where a proof for all sizes is to know it.
    """

    build: Callable[[Shape], Channel]
    text: str
    made_of: Constant | Ends | Part | None = None


def known(made_of: Constant | Ends | Part, text: str) -> FixedChannel:
    """The fixed channel that is known to be constant, or a choice of ends, or of a part."""
    return FixedChannel(made_of.channel, text, made_of)


@dataclass(frozen=True)
class Claim:
    """That the object `of` satisfies a definition, with parameters as expressions (`given`).

    The definition is a notion of `dpverify.defs.notions` or a comparison of
    `dpverify.defs.comparisons`. `of` may be `N*`, all copies of an object. `form` names a form of
    `dpverify.proofs.forms`; `swapped` exchanges the two inputs of each ordered pair. `tuned` gives,
    from the quantity of a comparison and the parameters, the parameters that make its bound tight,
    so that generation can.
    """

    of: str
    definition: str
    given: Mapping[str, str]
    form: str = "outputs"
    swapped: bool = False
    tuned: Callable[[Number, Mapping[str, Number]], Mapping[str, Number]] | None = None


Rows = tuple[tuple[Any, ...], ...]


@dataclass(frozen=True)
class NumberWitness:
    """What a property says of numbers alone, with the numbers that are to refute it.

    Args:
        claim: implied by the property, so that who refutes it refutes the property.
        values: of each name of the claim; a proposal, which the kernel checks.
        cells: into how many the interval of `claim.some` is to be cut.
    """

    claim: NumberClaim
    values: Mapping[str, str]
    cells: int | None = None


@dataclass(frozen=True)
class Property:
    """An exact statement about a whole instance that no inequality for each pair says.

    Args:
        words: what is said, to follow "then".
        formula: the same in symbols.
        form: by a `dpverify.defs.logic.Logic`, from the rows of every object and the term of every
            parameter (of a loss: its odds), so that it is decided exactly and asked of a solver.
        holds: where there is no such form, from all objects and parameters, exactly.
        recordwise: whether the form treats every row of an object by itself and in the same way,
            and joins rows by sums and by "for all" only, so that one row stands for all of them.
        met: from an instance's channels and parameters, others for which a hypothesis that is
            seldom met by chance holds; generation tries them too, and then asks the hypothesis.
        numbers: for a property that fails, a claim about numbers which the kernel can refute.
    """

    words: str
    formula: str
    form: Callable[[Mapping[str, Rows], Mapping[str, Any], Any], Any] | None = None
    holds: Callable[[Mapping[str, Channel], Mapping[str, Number]], bool] | None = None
    recordwise: bool = False
    met: Callable[[Channels, Numbers], tuple[Channels, Numbers]] | None = None
    numbers: NumberWitness | None = None

    def __post_init__(self) -> None:
        if (self.form is None) == (self.holds is None):
            raise UsageError(f"the property {self.words[:60]!r} needs a form, or else `holds`")


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
            expressions in the parameters where a probability is expected, or `N*`. Beyond those,
            `{"fold": [composition, [names]]}` composes from left to right.
        parameters: "loss" (ε ≥ 0), "value" (in [0, 1]) or "order" (an integer ≥ 2) by name.
        hypotheses: claims and properties that are assumed.
        conclusion: a claim, a property, or that several claims are equivalent.
        sizes: by key of the shape, the smallest and largest size to generate.
    """

    objects: Mapping[str, AnyChannel | FixedChannel]
    parameters: Mapping[str, Kind]
    conclusion: Claim | Equivalent | Property
    hypotheses: tuple[Claim | Property, ...] = ()
    derived: Mapping[str, Form] = field(default_factory=dict)
    sizes: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        copied = {n for n, o in self.objects.items() if isinstance(o, AnyChannel) and o.copies}
        known = {*self.objects, *self.derived}
        for claim in (*self.assumed, *self.concluded):
            if claim.of not in known and claim.of.rstrip("*0123456789") not in copied:
                raise UsageError(f"a claim is about {shown(claim.of)}, which is no object")

    @property
    def closed(self) -> bool:
        """Whether a shape determines all that occurs, so that the statement is a computation."""
        quantified = any(isinstance(given, AnyChannel) for given in self.objects.values())
        return not quantified and not self.parameters

    @property
    def assumed(self) -> tuple[Claim, ...]:
        """The claims among the hypotheses."""
        return tuple(each for each in self.hypotheses if isinstance(each, Claim))

    @property
    def concluded(self) -> tuple[Claim, ...]:
        """The claims of the conclusion; none where it is a property."""
        match self.conclusion:
            case Equivalent(claims=claims):
                return claims
            case Claim() as claim:
                return (claim,)
        return ()
