"""What `dpverify account` answers beside costs: what meets a claim, what other libraries say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from dpverify.checkers.answers.accounts import Decimals, StatedAccount
from dpverify.checkers.answers.figures import NumberText, limited


@dataclass(frozen=True)
class GivenClaim:
    """The claim that is to be met."""

    eps: NumberText
    delta: NumberText


@dataclass(frozen=True)
class StatedCalibration:
    """Two values of one parameter of a plan: (ε, δ) is proved for one, and refuted for the other.

    Args: plan the plan, without what is sought. event the event whose parameter is sought, from 1,
        those of parts after those of all records. monotone whether all values beyond the two are
        decided as well. proved what the plan costs at the value for which the claim is proved.
        refuted the same where it is refuted.
    """

    shape: ClassVar[Mapping[str, Any]] = {
        "oneOf": [{"required": [name]} for name in ("sigma", "scale", "steps", "sampling")],
        "anyOf": [{"required": ["proved"]}, {"required": ["refuted"]}],
    }
    schema: str
    plan: Mapping[str, Any]
    event: Annotated[int, limited(minimum=1, maximum=2_100)]
    sought: Literal["sigma", "scale", "steps", "sampling"]
    given: GivenClaim
    monotone: bool
    evidence: Literal["enclosure"]
    sigma: Decimals | None = None
    scale: Decimals | None = None
    steps: Decimals | None = None
    sampling: Decimals | None = None
    proved: StatedAccount | None = None
    refuted: StatedAccount | None = None
    not_rechecked: str | None = None


@dataclass(frozen=True)
class StatedWord:
    """What one method of a library says.

    Args: library its name and version. lower a float of the library, as are the next two. wrong a
        sentence for each number on the wrong side of the proved interval.
    """

    library: str
    method: str
    wrong: tuple[str, ...]
    lower: str | None = None
    estimate: str | None = None
    upper: str | None = None


@dataclass(frozen=True)
class StatedSilence:
    """Why a library says nothing."""

    library: str
    reason: str


@dataclass(frozen=True)
class StatedComparison:
    """An account, and beside it what other libraries say of the same plan, and what is wrong."""

    schema: str
    account: StatedAccount
    beside: tuple[StatedWord, ...]
    silent: tuple[StatedSilence, ...]
    not_rechecked: str
