"""Statements and solvers that several tests use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from dpverify.checkers.smt.answer import Answer, Limits
from dpverify.proofs.labels import OutputsOf, Size
from dpverify.proofs.statement import AnyChannel, Claim, Statement

SIZES = {"inputs": (2, 2), "outputs": (2, 2), "results": (2, 2)}
SHAPE = {"inputs": 2, "outputs": 2, "results": 2}


def post_processing(conclusion: str = "eps", hypothesis: str = "eps") -> Statement:
    """Post-processing for ε-DP, true as it stands."""
    return Statement(
        objects={
            "M": AnyChannel(Size("inputs", "x"), Size("outputs", "y")),
            "f": AnyChannel(OutputsOf("M"), Size("results", "z")),
        },
        derived={"N": {"post_process": ["M", "f"]}},
        parameters={"eps": "loss"},
        hypotheses=(Claim("M", "pure-dp", {"eps": hypothesis}),),
        conclusion=Claim("N", "pure-dp", {"eps": conclusion}),
        sizes=SIZES,
    )


@dataclass
class Stub:
    """A solver that answers whatever it is told to."""

    answer: Callable[[str], Answer]
    name: str = "stub"
    asked: list[str] = field(default_factory=list)

    def solve(self, text: str, limits: Limits) -> Answer:
        """The answer, whatever the question."""
        assert limits.seconds > 0
        self.asked.append(text)
        return self.answer(text)
