"""Verdicts about values whose worst move in an ℓ2 ball has no rational entries.

What must never change: `holds` only where an upper bound that the kernel computes again is at most
what is claimed; `fails` only with two rational inputs in the ball; between them it is `unknown`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, cast

from flint import arb

from dpverify.checkers.additive.ball import Nearly
from dpverify.checkers.additive.pairs import placed
from dpverify.checkers.answers.documents import Details, Evidence, Reason
from dpverify.checkers.answers.places import PairValue
from dpverify.checkers.bounds import Bounds
from dpverify.checkers.continuous.program import Program
from dpverify.checkers.continuous.subject import TracedSubject, scope
from dpverify.checkers.verdict import Fails, Holds, Measured, Unknown, Verdict
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.numbers import Number, Real
from dpverify.defs.numbers.balls import ball_bounds, working_precision, zeros_of
from dpverify.defs.pairs.contract import comparable

DIGITS = 128
"""Bits of the bounds of a number that is not known exactly."""


@dataclass(frozen=True)
class Asked:
    """A question about such values; of what is measured `claim` has no last parameter."""

    program: Program
    claim: Definition
    source: str
    found: Nearly

    def near(self) -> PairValue:
        """The rational pair that comes near."""
        spot = placed(self.program, self.found.move)
        return PairValue(spot.inputs, self.claim.functional(spot.pair), spot.entries)

    def parts(self) -> dict[str, Any]:
        """Subject, counts, and the norm."""
        subject = TracedSubject(self.program, True, self.source, (scope(self.program),))
        more = Details(norm=str(self.found.norm), supremum=self.found.exact)
        return {"subject": subject, "checked": {"words": 1}, "more": more}

    def stated(self, parameter: str, near: PairValue) -> dict[str, Any]:
        """The tight number, and what attains it, or its lower bound."""
        place = {} if self.found.exact else {"attained_by": near}
        return {"tight": {parameter: self.tight(near)}, **place}

    def tight(self, near: PairValue) -> Number:
        """The number itself, or bounds of it."""
        if self.found.exact:
            return self.found.most
        low = ball_bounds(comparable(near.value).ball(DIGITS))[0]
        return cast("Number", Bounds(low, ball_bounds(comparable(self.found.most).ball(DIGITS))[1]))

    @property
    def evidence(self) -> Evidence:
        """Whether the answer is exact."""
        exact = self.found.exact and not isinstance(self.found.most, Real)
        return "exact" if exact else "enclosure"

    def measured(self) -> Measured:
        """The smallest value of the last parameter."""
        *fixed, parameter = self.claim.parameters
        return Measured(
            definition=self.claim.name, given={name: getattr(self.claim, name) for name in fixed},
            setting=self.claim.setting, evidence=self.evidence,
            **self.stated(parameter, self.near()), **self.parts(),
        )  # fmt: skip

    def decided(
        self, parameter: str | None, claimed: Number, order: Callable[[Number, Number], int]
    ) -> Verdict:
        """The verdict about a claim.

        Args: parameter None for a trade-off function, of which no number is stated; order the sign
            of a difference.
        """
        near = self.near()
        common: dict[str, Any] = {
            "definition": self.claim.name, "setting": self.claim.setting,
            "given": {} if parameter is None else self.claim.given, **self.parts(),
        }  # fmt: skip
        if parameter is not None:
            common |= self.stated(parameter, near)
        if order(self.found.most, claimed) <= 0:
            return Holds(evidence=self.evidence, **common)
        if order(near.value, claimed) > 0:
            excess = comparable(near.value) - comparable(claimed)
            balls = isinstance(claimed, Real) or isinstance(near.value, Real)
            evidence: Evidence = "enclosure" if balls else self.evidence
            witness = replace(near, excess=excess)
            return Fails(witness=witness, evidence=evidence, **common)
        text = f"what is claimed is within {WITHIN} of the smallest number that holds"
        # A trade-off function is claimed as a whole, and is no number to be near to.
        digits = None if parameter is None else zeros_of(_gap(self.found.most, near.value))
        within = None if digits is None else f"1e-{digits}"
        return Unknown(reason=Reason("precision", text, within), **common)


def _gap(most: Any, least: Any) -> arb:
    """A ball of what two bounds differ by."""
    with working_precision(DIGITS):
        return (comparable(most) - comparable(least)).ball(DIGITS)


WITHIN = "one part in 10^12"
"""How near an upper and a lower bound are, at least."""
