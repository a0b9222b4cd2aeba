"""What formulas for privacy at risk say beside what is true (`dpverify.risk`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from dpverify.checkers.answers.figures import Figure, limited


@dataclass(frozen=True)
class RiskLine:
    """One quantity: what the source says and what is true, each a number, a word or nothing."""

    quantity: str
    source: Figure | str | None
    truth: Figure | str | None


@dataclass(frozen=True)
class RiskFigure:
    """The points of a drawing: rows of decimals under the names of the columns."""

    columns: Annotated[tuple[str, ...], limited(minItems=1)]
    points: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Risk:
    """What the source says beside what is true.

    Args: not_rechecked why no kernel re-checked this document when it was made.
    """

    schema: str
    topic: str
    given: Mapping[str, str]
    lines: tuple[RiskLine, ...]
    remarks: tuple[str, ...]
    figure: RiskFigure | None = None
    not_rechecked: str | None = None
