"""Several documents in one (`dpverify.documents`), and the document of no answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from dpverify.checkers.answers.documents import Reason, Word
from dpverify.checkers.answers.figures import limited


@dataclass(frozen=True)
class ClaimLine:
    """One line of a file of claims: what was expected, and what came out."""

    target: str
    expect: Annotated[str, limited(enum=["holds", "fails"])]
    verdict: Word


@dataclass(frozen=True)
class Envelope:
    """An envelope that replay opens.

    Args: not_rechecked what of the documents the kernel did not re-check when they were made, and
        why. documents each of a kind of its own.
    """

    schema: str
    documents: Annotated[
        tuple[Annotated[Mapping[str, Any], limited(required=["schema"])], ...], limited(minItems=1)
    ]
    claims: tuple[ClaimLine, ...] | None = None
    not_rechecked: str | None = None
    order: ClassVar[tuple[str, ...]] = ("schema", "claims", "not_rechecked", "documents")


@dataclass(frozen=True)
class NoAnswer:
    """What a command other than check and measure writes where it ends without its report.

    A limit was reached, or no method can decide the question. Those two write a result.

    Args: command its words, such as "guess" or "risk laplace".
    """

    schema: str
    command: str
    verdict: Literal["unknown"]
    reason: Reason
