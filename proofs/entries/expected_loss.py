"""The expected privacy loss of an ε-private mechanism."""

from __future__ import annotations

from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.parts import ANY, FAIR, RESPONSE, response, sizes
from dpverify.proofs.statement import Claim, Statement

SQUARE = "nats(eps)*nats(eps)"
OLD = "nats(eps)*(exp(eps)-1)"
TANH = f"{OLD}/(exp(eps)+1)"


def _at_most(bound: str, *, eps: str = "eps", assumed: bool = True) -> Statement:
    return Statement(
        objects={"M": ANY},
        parameters={"eps": "loss"},
        hypotheses=(Claim("M", "pure-dp", {"eps": eps}),) * assumed,
        conclusion=Claim("M", "expected-loss-at-most", {"bound": bound}),
        sizes=sizes((2, 3), (2, 2)),
    )


def _attained(bound: str, truth: str = FAIR) -> Statement:
    return Statement(
        objects=RESPONSE,
        derived={"R": response(truth)},
        parameters={"eps": "loss"},
        conclusion=Claim("R", "expected-loss-at-least", {"bound": bound}),
    )


NOTHING = "nothing is assumed of M"

ENTRIES = (
    Entry(
        id="dp.expected-loss.tanh",
        title="The expected loss of an ε-DP mechanism is at most ε·tanh(ε/2)",
        statement=_at_most(TANH),
        source="sharpens Bun, Steinke 2016, Proposition 1.4, at order 1",
        expected="proved",
        notes="ε·tanh(ε/2) = ε(e^ε − 1)/(e^ε + 1).",
        mutants=(
            Mutant("plus-two", "ε(e^ε−1)/(e^ε+2)", _at_most(f"{OLD}/(exp(eps)+2)")),
            Mutant("twice-eps", "M is only 2ε-DP", _at_most(TANH, eps="2*eps")),
            Mutant("no-hypothesis", NOTHING, _at_most(TANH, assumed=False)),
        ),
    ),
    Entry(
        id="dp.expected-loss.attained",
        title="Randomised response has the expected loss ε·tanh(ε/2)",
        statement=_attained(TANH),
        source="direct computation for the mechanism of Warner 1965",
        expected="proved",
        mutants=(
            Mutant("half-square", "it would reach ε²/2", _attained(f"{SQUARE}/2")),
            Mutant(
                "two-thirds",
                "it tells the truth with probability 2/3, whatever ε",
                _attained(TANH, "2/3"),
            ),
        ),
    ),
    Entry(
        id="dp.expected-loss.half-square",
        title="The expected loss of an ε-DP mechanism is at most ε²/2",
        statement=_at_most(f"{SQUARE}/2"),
        source="Bun, Steinke 2016, Proposition 1.4",
        expected="proved",
        mutants=(
            Mutant("quarter", "ε²/4", _at_most(f"{SQUARE}/4")),
            Mutant("no-hypothesis", NOTHING, _at_most(f"{SQUARE}/2", assumed=False)),
        ),
    ),
    Entry(
        id="dp.expected-loss.linear",
        title="The expected loss of an ε-DP mechanism is at most ε(e^ε − 1)",
        statement=_at_most(OLD),
        source="Dwork, Rothblum, Vadhan 2010, Lemma III.2",
        expected="proved",
        notes="ε·tanh(ε/2) ≤ ε²/2 ≤ ε(e^ε − 1): the bounds are in the order of their age.",
        mutants=(
            Mutant("third", "a third of it", _at_most(f"{OLD}/3")),
            Mutant("no-hypothesis", NOTHING, _at_most(OLD, assumed=False)),
        ),
    ),
)
