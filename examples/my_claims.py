"""A plausible claim that is false, and its repair: `dpverify prove examples/my_claims.py`.

"Each run fails with probability δ, so two runs with fresh coins are (2ε,δ)-DP": the losses add up,
so why not take the same δ? Because either run may be the one that fails.
"""

from __future__ import annotations

from dpverify.claims import AnyChannel, Claim, Entry, Essay, Mutant, Size, Statement

MECHANISM = AnyChannel(Size("inputs", "x"), Size("outputs", "y"))


def two_runs(eps: str, delta: str) -> Statement:
    """If M is (ε,δ)-DP, then two independent runs of M are (eps, delta)-DP."""
    return Statement(
        objects={"M": MECHANISM},
        derived={"N": {"product": ["M", "M"]}},
        parameters={"eps": "loss", "delta": "value"},
        hypotheses=(Claim("M", "approx-dp", {"eps": "eps", "delta": "delta"}),),
        conclusion=Claim("N", "approx-dp", {"eps": eps, "delta": delta}),
        sizes={"inputs": (2, 2), "outputs": (2, 3)},
    )


ENTRIES = (
    Entry(
        id="mine.two-runs.same-delta",
        title="Two runs of an (ε,δ)-DP mechanism are (2ε,δ)-DP",
        statement=two_runs("2*eps", "delta"),
        source="a claim of our own",
        expected="refuted",
        shapes=({"inputs": 2, "outputs": 2},),
        essay=Essay(
            belief="The losses of two runs add up, and δ does not depend on ε.",
            catch="Either run may be the one that fails, so both δ count.",
            repair="Two runs are (2ε,2δ)-DP.",
            true_twin="mine.two-runs.both-deltas",
        ),
    ),
    Entry(
        id="mine.two-runs.both-deltas",
        title="Two runs of an (ε,δ)-DP mechanism are (2ε,2δ)-DP",
        statement=two_runs("2*eps", "2*delta"),
        source="Dwork, Roth 2014, Theorem 3.16",
        expected="proved",
        shapes=({"inputs": 2, "outputs": 2},),
        mutants=(
            Mutant("one-loss", "the conclusion claims (ε,2δ)", two_runs("eps", "2*delta")),
            Mutant("no-delta", "the conclusion claims (2ε,0)", two_runs("2*eps", "0")),
        ),
    ),
)
