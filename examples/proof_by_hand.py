"""A claim with its own proof: `dpverify prove examples/proof_by_hand.py --explain`.

With probability 1/3 nothing is released but a constant, else the output of an (ε,δ)-DP mechanism:
then the whole is (ε, 2δ/3)-DP. The steps are written with `dpverify.claims.Derivation`; the proof
kernel checks each of them.
"""

from __future__ import annotations

from dpverify.claims import (
    AnyChannel,
    Claim,
    Derivation,
    Entry,
    Mutant,
    Size,
    Statement,
    atom,
    number,
)

INPUTS, OUTPUTS = Size("inputs", "x"), Size("outputs", "y")


def seldom(delta: str) -> Statement:
    """C does not look at its input, so it is 0-DP."""
    return Statement(
        objects={"M": AnyChannel(INPUTS, OUTPUTS), "C": AnyChannel(INPUTS, OUTPUTS)},
        derived={"N": {"mixture": ["2/3", "M", "C"]}},
        parameters={"eps": "loss", "delta": "value"},
        hypotheses=(
            Claim("M", "approx-dp", {"eps": "eps", "delta": "delta"}),
            Claim("C", "pure-dp", {"eps": "0"}),
        ),
        conclusion=Claim("N", "approx-dp", {"eps": "eps", "delta": delta}),
        sizes={"inputs": (2, 2), "outputs": (2, 3)},
    )


def proof(d: Derivation) -> None:
    """3·max(0, N(y) − e^ε·N'(y)) ≤ 2·max(0, M(y) − e^ε·M'(y)), summed over y."""
    p, q, c, same = (atom(name, "y") for name in ("P.M", "Q.M", "P.C", "Q.C"))
    odds, every = atom("e^eps"), {"y": "y"}
    two, one = number("2/3"), number("1/3")
    excess = p - odds * q
    small, m = d.part(excess)  # the atom max(0, M − e^ε·M'), and its name
    large, _ = d.part(two * excess + one * (c - odds * same))
    bound = two * m
    above = d.lemma(  # c ≤ c' ≤ e^ε·c': a linear program finds the coefficients
        bound - two * excess - one * (c - odds * same),
        every,
        [f"{small} above", "hypothesis 1", "e^eps >= 1", "Q.C >= 0"],
    )
    zero = d.lemma(bound, every, [f"{small} >= 0"])
    total = d.sum(d.positive_part(large, ["y"], zero, above), "y")
    d.concluded(total, "hypothesis 0")


ENTRIES = (
    Entry(
        id="mine.two-thirds",
        title="A mechanism that is run with probability 2/3 is (ε, 2δ/3)-DP",
        statement=seldom("2*delta/3"),
        source="a claim of our own",
        expected="proved",
        proof=proof,
        mutants=(Mutant("half", "(ε, δ/2)-DP", seldom("delta/2")),),
    ),
)
