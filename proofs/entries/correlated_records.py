"""What ε-DP says to an attacker in whose eyes the records are correlated."""

from __future__ import annotations

from dpverify.defs.channel import Channel
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.labels import OneChanges, PairsOf
from dpverify.proofs.parts import BITS, OUTPUTS
from dpverify.proofs.statement import AnyChannel, Claim, FixedChannel, Statement

DATABASES = PairsOf(BITS, BITS)
SOURCE = "Kifer, Machanavajjhala 2011, section 2.1"


def _odds(
    eps: str, *, given: str = "eps", independent: bool = False, first_alone: bool = False
) -> Statement:
    """The attacker's odds of the first record's value after one output."""
    changes = OneChanges(DATABASES, (0,) if first_alone else (0, 1))
    ignores = (Claim("W", "pure-dp", {"eps": "0"}),) * independent
    return Statement(
        objects={
            "W": AnyChannel(
                lambda _: BITS,
                lambda _: BITS,
                text="channel (an attacker's belief about the second record given the first)",
            ),
            "M": AnyChannel(
                DATABASES,
                OUTPUTS,
                changes,
                text="channel on two records (neighbours differ in"
                f" {'the first' if first_alone else 'one'})",
            ),
            "I": FixedChannel(lambda _: Channel(BITS, BITS, [[1, 0], [0, 1]]), "the first record"),
        },
        derived={"D": {"product": ["I", "W"]}, "N": {"post_process": ["D", "M"]}},
        parameters={"eps": "loss"},
        hypotheses=(*ignores, Claim("M", "pure-dp", {"eps": given})),
        conclusion=Claim("N", "pure-dp", {"eps": eps}),
        sizes={"outputs": (2, 3)},
        fixed=("2 records of 2 values",),
    )


ENTRIES = (
    Entry(
        id="dp.odds.correlated-records",
        title="ε-DP bounds the change of an attacker's odds by e^ε, correlated records or not",
        statement=_odds("eps"),
        source=SOURCE,
        expected="refuted",
        shapes=({"outputs": 2},),
        essay=Essay(
            belief=(
                "ε-DP is said to hold against attackers with any knowledge. One record changes the"
                " probability of every output by at most e^ε, so by Bayes' rule it should change"
                " nobody's odds by more."
            ),
            catch=(
                "Odds about one record compare the laws of the output under all that goes with its"
                " value. If the second record is, in the attacker's eyes, a copy of the first, the"
                " two cases are two changes apart, and each change may cost ε. Two copies of a bit"
                " through randomised response at ln 3 change the odds by 9."
            ),
            repair=(
                "Odds change by at most e^ε if the attacker takes the records for independent, or"
                " knows all the others; k records that vary together change them by at most"
                " e^(kε)."
            ),
            true_twin="dp.odds.independent-records",
        ),
    ),
    Entry(
        id="dp.odds.independent-records",
        title="ε-DP bounds a change of odds by e^ε: 2 independent records of 2 values",
        statement=_odds("eps", independent=True),
        source=SOURCE,
        expected="proved",
        shapes=({"outputs": 2}, {"outputs": 3}),
        mutants=(
            Mutant("correlated", "the records may be correlated", _odds("eps")),
            Mutant(
                "twice-the-loss",
                "M is only 2ε-DP",
                _odds("eps", given="2*eps", independent=True),
            ),
        ),
    ),
    Entry(
        id="dp.odds.two-correlated-records",
        title="ε-DP bounds a change of odds by e^(2ε): 2 correlated records of 2 values",
        statement=_odds("2*eps"),
        source=SOURCE,
        expected="proved",
        shapes=({"outputs": 2},),
        mutants=(
            Mutant("one-loss", "the conclusion claims ε", _odds("eps")),
            Mutant(
                "first-record-alone",
                "M is ε-DP for a change of the first record alone",
                _odds("2*eps", first_alone=True),
            ),
        ),
    ),
)
