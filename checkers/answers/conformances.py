"""What was found of a port and the real code (`dpverify.conformance`), as types."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from dpverify.checkers.answers.audits import StatedAudit
from dpverify.checkers.answers.documents import Ran
from dpverify.checkers.answers.figures import Figure, Labels, NumberText, limited
from dpverify.checkers.answers.files import Promises, StatedChannel


@dataclass(frozen=True)
class StatedSide:
    """The port, or the real code, by its name, which is not re-checked."""

    name: str


@dataclass(frozen=True)
class StatedLaws:
    """The laws of both as channels: the labels of outputs that are equal are the same output."""

    port: StatedChannel
    real: StatedChannel


@dataclass(frozen=True)
class StatedDifference:
    """Where two laws differ.

    Args: probabilities of the output in the port and in the real code.
    """

    input: str
    output: str
    probabilities: tuple[NumberText, NumberText]


@dataclass(frozen=True)
class StatedComparedSamples:
    """What samples of both sides say of one input.

    Args: visible a difference of the probabilities of an event that would have been seen, as the
        power of the audit states it.
    """

    input: str
    audit: StatedAudit
    visible: NumberText | None = None


@dataclass(frozen=True)
class StatedSampling:
    """Why samples were drawn, and what they say.

    Args: risk with which laws that are no further apart than the tolerance are said to differ.
    """

    reason: str
    risk: NumberText
    audits: Annotated[tuple[StatedComparedSamples, ...], limited(minItems=1)]


@dataclass(frozen=True)
class StatedConformance:
    """Whether a port has the law of the real code, on the inputs that are listed.

    Args: inputs by their labels. types whether outputs that differ in their types alone are two.
        tolerance the total variation up to which laws count as the same. distance the largest total
        variation of all inputs. difference on the first input beyond the tolerance; where there is
        none, on the input that is furthest apart. laws where both are known, samples where not.
    """

    schema: str
    port: StatedSide
    real: StatedSide
    inputs: Labels
    types: bool
    exceptions: bool
    tolerance: NumberText
    verdict: Literal["equal", "within", "different", "unknown"]
    evidence: Literal["exact", "conditional", "sampled"] | None = None
    distance: Figure | None = None
    difference: StatedDifference | None = None
    laws: StatedLaws | None = None
    samples: StatedSampling | None = None
    assumptions: Promises | None = None
    not_rechecked: str | None = None
    run: Ran | None = None
    order: ClassVar[tuple[str, ...]] = (
        "schema", "port", "real", "inputs", "types", "exceptions", "tolerance", "verdict",
        "evidence", "distance", "difference", "laws", "samples", "assumptions", "not_rechecked",
        "run",
    )  # fmt: skip
