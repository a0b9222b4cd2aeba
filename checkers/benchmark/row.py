"""One row of the benchmark table, as finished text and the numbers behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verdict = Literal["holds", "violates", "unknown"]


@dataclass(frozen=True)
class Row:
    """What is known of one mechanism at given parameters.

    Args: id, name, parameters as a target spells them; claim as the mechanism states it; tight the
        tight ε (or another parameter, named) exactly, or an interval with both ends proved; value
        in decimals at the parameters; attained "attained", "limit", "?" where not decided, or "";
        verdict on the claim at these parameters; witness inputs and event; validity over sizes and
        ε; evidence which kinds of argument stand behind it; relation how entries move, where it is
            not the mechanism's own; seconds for all of that.
    """

    id: str
    name: str
    parameters: str
    claim: str
    tight: str
    value: str
    attained: str
    verdict: Verdict
    witness: str
    validity: str
    evidence: str
    relation: str = ""
    seconds: float = 0.0
