"""Subsampling: each record takes part on its own (Poisson), or m of n without replacement."""

from __future__ import annotations

from collections.abc import Mapping

from dpverify.defs.channel import Channel
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.expressions import Kind
from dpverify.proofs.labels import OneChanges, PairsOf, Size
from dpverify.proofs.parts import OUTPUTS
from dpverify.proofs.statement import AnyChannel, Claim, FixedChannel, Statement

SOURCE = "Li, Qardaji, Su 2012, Theorem 1; Balle, Barthe, Gaboardi 2018, Theorem 8"
PLACES = ("without", "with")
RESTS = Size("rests", "t")
AMPLIFIED = "ln(1+q*(exp(eps)-1))"


SAMPLES = PairsOf(RESTS, PLACES)

REST = AnyChannel(lambda _: PLACES, RESTS, text="channel that draws the rest of the sample")
BASE = AnyChannel(
    SAMPLES,
    OUTPUTS,
    OneChanges(SAMPLES, (1,)),
    text="channel on samples (neighbours are a sample without the record and with it)",
)
KEPT = FixedChannel(
    lambda _: Channel(PLACES, PLACES, [[1, 0], [0, 1]]), "the record takes part if it is there"
)
LEFT = FixedChannel(lambda _: Channel(PLACES, PLACES, [[1, 0], [1, 0]]), "the record takes no part")


CHOICES = ("first", "second", "other")
DATABASES = CHOICES[:2]
FILLED = PairsOf(RESTS, CHOICES)
FILLS = AnyChannel(lambda _: DATABASES, RESTS, text="channel that draws the rest of the sample")
ON_FILLED = AnyChannel(
    FILLED,
    OUTPUTS,
    OneChanges(FILLED, (1,)),
    text="channel on samples (neighbours are samples of which one record is replaced)",
)
OWN = FixedChannel(
    lambda _: Channel(DATABASES, CHOICES, [[1, 0, 0], [0, 1, 0]]),
    "the record in which the databases differ takes part",
)
OTHER = FixedChannel(
    lambda _: Channel(DATABASES, CHOICES, [[0, 0, 1], [0, 0, 1]]),
    "another record takes part in its place",
)


def sampled(
    conclusion: Mapping[str, str], *, definition: str = "approx-dp", assumed: bool = True
) -> Statement:
    """The base mechanism on a sample; a database with a record and without it are neighbours."""
    return _of_samples((REST, BASE, KEPT, LEFT), conclusion, definition, assumed=assumed)


def replaced(
    conclusion: Mapping[str, str], *, definition: str = "approx-dp", assumed: bool = True
) -> Statement:
    """The base mechanism on a sample of fixed size; neighbours differ in one record."""
    return _of_samples((FILLS, ON_FILLED, OWN, OTHER), conclusion, definition, assumed=assumed)


def _of_samples(
    made: tuple[AnyChannel, AnyChannel, FixedChannel, FixedChannel],
    conclusion: Mapping[str, str],
    definition: str,
    *,
    assumed: bool,
) -> Statement:
    """The rest of the sample, the base mechanism, and where the record takes part or does not."""
    approximate = definition == "approx-dp"
    parameters: dict[str, Kind] = {"eps": "loss", "q": "value"}
    given = {"eps": "eps"}
    if approximate:
        parameters["delta"] = "value"
        given["delta"] = "delta"
    ignores = Claim("W", "pure-dp", {"eps": "0"})
    return Statement(
        objects=dict(zip("WMIO", made, strict=True)),
        derived={
            "C": {"mixture": ["q", "I", "O"]},
            "S": {"product": ["W", "C"]},
            "N": {"post_process": ["S", "M"]},
        },
        parameters=parameters,
        hypotheses=(ignores, *[Claim("M", definition, given)] * assumed),
        conclusion=Claim("N", definition, conclusion),
        sizes={"rests": (1, 2), "outputs": (2, 2)},
    )


def _amplified(eps: str = AMPLIFIED, delta: str = "q*delta", *, assumed: bool = True) -> Statement:
    return sampled({"eps": eps, "delta": delta}, assumed=assumed)


ENTRIES = (
    Entry(
        id="dp.poisson-subsampling",
        title="A Poisson sample with rate q makes (ε,δ) into (ln(1 + q(e^ε − 1)), qδ)",
        statement=_amplified(),
        source=SOURCE,
        expected="proved",
        shapes=({"rests": 1, "outputs": 2},),
        notes=(
            "Neighbours differ in the presence of one record. W draws which of the other records"
            " take part; that it is 0-DP says that this does not depend on the one record, whatever"
            " the number of others and their own rates."
        ),
        mutants=(
            Mutant("rate-squared", "the conclusion claims q²δ", _amplified(delta="q*q*delta")),
            Mutant(
                "half-the-gain",
                "ln(1 + q(e^ε − 1)/2) in place of ln(1 + q(e^ε − 1))",
                _amplified("ln(1+q*(exp(eps)-1)/2)"),
            ),
            Mutant("no-hypothesis", "nothing is assumed of M", _amplified(assumed=False)),
        ),
    ),
    Entry(
        id="dp.poisson-subsampling.pure",
        title="A Poisson sample with rate q makes ε into ln(1 + q(e^ε − 1))",
        statement=sampled({"eps": AMPLIFIED}, definition="pure-dp"),
        source=SOURCE,
        expected="proved",
        shapes=({"rests": 1, "outputs": 2},),
        mutants=(
            Mutant("linear", "qε", sampled({"eps": "q*eps"}, definition="pure-dp")),
            Mutant(
                "no-hypothesis",
                "nothing is assumed of M",
                sampled({"eps": AMPLIFIED}, definition="pure-dp", assumed=False),
            ),
        ),
    ),
    Entry(
        id="dp.sampling-without-replacement",
        title="A sample of qn of n records makes (ε,δ) into (ln(1 + q(e^ε − 1)), qδ)",
        statement=replaced({"eps": AMPLIFIED, "delta": "q*delta"}),
        source="Balle, Barthe, Gaboardi 2018, Theorem 9 (WOR), replaced records",
        expected="proved",
        notes=(
            "Neighbours differ in one record, which is in the sample with probability q = m/n. W"
            " draws m − 1 of the other records, and one more of those that are left. This one takes"
            " part where the record does not: then each m of the others are equally likely, as they"
            " should be. That W is 0-DP says that it does not depend on the one record."
        ),
        mutants=(
            Mutant(
                "rate-squared",
                "the conclusion claims q²δ",
                replaced({"eps": AMPLIFIED, "delta": "q*q*delta"}),
            ),
            Mutant(
                "half-the-gain",
                "ln(1 + q(e^ε − 1)/2) in place of ln(1 + q(e^ε − 1))",
                replaced({"eps": "ln(1+q*(exp(eps)-1)/2)", "delta": "q*delta"}),
            ),
            Mutant(
                "no-hypothesis",
                "nothing is assumed of M",
                replaced({"eps": AMPLIFIED, "delta": "q*delta"}, assumed=False),
            ),
        ),
    ),
    Entry(
        id="dp.sampling-without-replacement.pure",
        title="A sample of qn of n records makes ε into ln(1 + q(e^ε − 1))",
        statement=replaced({"eps": AMPLIFIED}, definition="pure-dp"),
        source="Balle, Barthe, Gaboardi 2018, Theorem 9 (WOR), replaced records, δ = 0",
        expected="proved",
        mutants=(
            Mutant("linear", "qε", replaced({"eps": "q*eps"}, definition="pure-dp")),
            Mutant(
                "no-hypothesis",
                "nothing is assumed of M",
                replaced({"eps": AMPLIFIED}, definition="pure-dp", assumed=False),
            ),
        ),
    ),
    Entry(
        id="dp.poisson-subsampling.linear",
        title="A Poisson sample with rate q makes ε into qε",
        statement=sampled({"eps": "q*eps"}, definition="pure-dp"),
        source="a reading of “subsampling amplifies privacy by its rate”, true to first order",
        expected="refuted",
        essay=Essay(
            belief=(
                "The record takes part with probability q only, so its influence should shrink by"
                " q. For small ε that is what happens: ln(1 + q(e^ε − 1)) ≈ qε."
            ),
            catch=(
                "Influence shrinks by q on probabilities, not on their logarithms: the likelihood"
                " ratio becomes 1 + q(e^ε − 1), which is more than e^(qε) for every q strictly"
                " between 0 and 1 and every ε > 0, since the exponential function is convex."
            ),
            repair="The sample makes ε into ln(1 + q(e^ε − 1)), and δ into qδ.",
            true_twin="dp.poisson-subsampling",
        ),
    ),
)
