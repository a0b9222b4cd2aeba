"""Pufferfish: what a release says of secrets, where an attacker knows how data depend on them.

T is the law of the data given a secret, in one scenario of the attacker; M maps data to a release.
Pufferfish privacy at ε is ε-DP of both together between secrets.
"""

from __future__ import annotations

from collections.abc import Mapping

from dpverify.defs.channel import Channel
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.expressions import Kind
from dpverify.proofs.labels import OutputsOf, Size
from dpverify.proofs.parts import OUTPUTS, RESULTS
from dpverify.proofs.statement import AnyChannel, Claim, FixedChannel, Statement

SECRETS, DATA = Size("secrets", "s"), Size("databases", "x")
KIFER = "Kifer, Machanavajjhala 2014"
LAW = AnyChannel(SECRETS, DATA, text="law of the data given a secret")
MECHANISM = AnyChannel(OutputsOf("T"), OUTPUTS, text="mechanism (any two databases are neighbours)")
SIZES = {"secrets": (2, 2), "databases": (2, 3), "outputs": (2, 2)}
SHAPE = ({"secrets": 2, "databases": 2, "outputs": 2},)
PURE: Mapping[str, Kind] = {"eps": "loss"}
APPROX: Mapping[str, Kind] = {"eps": "loss", "delta": "value"}


def _given(eps: str, delta: str | None) -> tuple[str, dict[str, str]]:
    if delta is None:
        return "pure-dp", {"eps": eps}
    return "approx-dp", {"eps": eps, "delta": delta}


def _from_local(
    eps: str = "eps", delta: str | None = None, *, approx: bool = False, assumed: bool = True
) -> Statement:
    """What holds between any two databases holds between secrets."""
    given = _given("eps", "delta" if approx else None)
    return Statement(
        objects={"T": LAW, "M": MECHANISM},
        derived={"N": {"post_process": ["T", "M"]}},
        parameters=APPROX if approx else PURE,
        hypotheses=(Claim("M", *given),) * assumed,
        conclusion=Claim("N", *_given(eps, delta)),
        sizes=SIZES,
    )


def _processed(
    eps: str = "eps", delta: str | None = None, *, approx: bool = False, assumed: bool = True
) -> Statement:
    given = _given("eps", "delta" if approx else None)
    after = AnyChannel(OutputsOf("M"), RESULTS, text="independent randomised map")
    return Statement(
        objects={"T": LAW, "M": MECHANISM, "f": after},
        derived={"D": {"post_process": ["T", "M"]}, "N": {"post_process": ["D", "f"]}},
        parameters=APPROX if approx else PURE,
        hypotheses=(Claim("D", *given),) * assumed,
        conclusion=Claim("N", *_given(eps, delta)),
        sizes={**SIZES, "results": (2, 2)},
    )


TOGETHER: Mapping[str, Kind] = {"eps1": "loss", "eps2": "loss"}
AT_RANDOM = FixedChannel(
    lambda _: Channel(["fixed", "random"], ["d", "e0", "e1"], [[1, 0, 0], [0, "1/2", "1/2"]]),
    "the database d, or at random one of its neighbours e0 and e1",
)
TWO_BITS = FixedChannel(
    lambda _: Channel(
        ["secret 0", "secret 1"],
        ["00", "01", "10", "11"],
        [["1/2", "1/2", 0, 0], [0, 0, "1/2", "1/2"]],
    ),
    "two fair bits, of which the first is the secret",
)
TOLD_OR_NOT = FixedChannel(
    lambda _: Channel(
        ["secret 0", "secret 1", "any"],
        ["00", "01", "10", "11"],
        [["1/2", "1/2", 0, 0], [0, 0, "1/2", "1/2"], ["1/4"] * 4],
        [("secret 0", "any"), ("secret 1", "any")],
    ),
    "two fair bits, of which the first is the secret, if one is told",
)
SAMPLED = FixedChannel(
    lambda _: Channel(["nobody", "one record"], ["none", "it"], [[1, 0], ["7/8", "1/8"]]),
    "the sample, which holds each record with probability 1/8",
)


def _composed(law: FixedChannel) -> Statement:
    """Two mechanisms on the same data, each private between the inputs of the law."""
    one = AnyChannel(OutputsOf("T"), OUTPUTS, text="mechanism on the data")
    other = AnyChannel(OutputsOf("T"), RESULTS, text="mechanism on the data")
    return Statement(
        objects={"T": law, "M1": one, "M2": other},
        derived={
            "D1": {"post_process": ["T", "M1"]},
            "D2": {"post_process": ["T", "M2"]},
            "P": {"product": ["M1", "M2"]},
            "N": {"post_process": ["T", "P"]},
        },
        parameters=TOGETHER,
        hypotheses=(
            Claim("D1", "pure-dp", {"eps": "eps1"}),
            Claim("D2", "pure-dp", {"eps": "eps2"}),
        ),
        conclusion=Claim("N", "pure-dp", {"eps": "eps1+eps2"}),
        sizes={**SIZES, "results": (2, 2)},
    )


COMPOSITION = (
    Entry(
        id="dp.pufferfish.composition",
        title="Pufferfish privacy at ε₁ and at ε₂ of the same data is Pufferfish privacy at ε₁+ε₂",
        statement=_composed(TWO_BITS),
        source=(
            f"sequential composition, read for {KIFER}, who state that it fails in general;"
            " here already for independent records and nothing else known (noiseless privacy)"
        ),
        expected="refuted",
        essay=Essay(
            belief="Each release is private, their coins are independent, so losses add up.",
            catch=(
                "The losses are those of the data that the secret leaves open, and both releases"
                " see the same data. One record, and the parity of two, tell nothing of the other"
                " record alone, and everything together."
            ),
            repair="Where the law of the data tells the secret, it is ε-DP, whose losses add up.",
            true_twin="dp.pufferfish.from-local",
        ),
    ),
    Entry(
        id="dp.weak-bayesian.composition",
        title="What is ε₁- and ε₂-private against a random neighbour is (ε₁+ε₂)-private together",
        statement=_composed(AT_RANDOM),
        source=(
            "Desfontaines, thesis, section 2.2.9, Table 2.20 and Proposition 18, item 14 (weak"
            " Bayesian DP), read as a bound on events whose probability is taken over the random"
            " record too"
        ),
        expected="refuted",
        essay=Essay(
            belief=(
                "For each record that may be drawn losses add up, so they do on average over it."
            ),
            catch=(
                "The bound is of the average over the record, and both releases see the same"
                " record. Two releases that each tell the record say nothing alone, as the fixed"
                " database answers at random; their answers agree for a random neighbour, and"
                " for the fixed database they need not."
            ),
            repair="A bound for each record that may be drawn adds up.",
            true_twin="dp.pufferfish.from-local",
        ),
    ),
    Entry(
        id="dp.sampled.composition",
        title="Mechanisms that are ε₁- and ε₂-DP on a sample are (ε₁+ε₂)-DP on the same sample",
        statement=_composed(SAMPLED),
        source=(
            "Desfontaines, thesis, section 2.2.9, Proposition 20, for differential privacy under"
            " sampling (Li, Qardaji, Su 2012): it fails, as the table says"
        ),
        expected="refuted",
        essay=Essay(
            belief="Sampling amplifies privacy; what is amplified is ε-DP, whose losses add up.",
            catch=(
                "Losses add up for samples that are drawn independently. On one sample both outputs"
                " tell of the record or neither does, and both together are likelier than the"
                " product of their probabilities."
            ),
            repair="On a sample of its own each mechanism is ε-DP, and losses add up.",
            true_twin="dp.pufferfish.from-local",
        ),
    ),
    Entry(
        id="dp.posterior.composition",
        title="Releases that move beliefs in a secret by ε₁ and by ε₂ move them by ε₁+ε₂ together",
        statement=_composed(TOLD_OR_NOT),
        source=(
            "Desfontaines, thesis, section 2.2.9, Table 2.20 (a-posteriori noiseless privacy),"
            " where the cell is open; the definition of Bhaskar et al. 2011"
        ),
        expected="refuted",
        essay=Essay(
            belief=(
                "The posterior of one release is the prior of the next, and each release moves"
                " beliefs by its own factor at most."
            ),
            catch=(
                "The second release is private for who knows nothing else of the data. Who has the"
                " first release knows more: one bit that is independent of the secret, and the"
                " parity of both bits, give the secret away."
            ),
            repair=(
                "A release that is ε-DP between any two databases moves beliefs by ε at most,"
                " whatever else is known."
            ),
            true_twin="dp.pufferfish.from-local",
        ),
    ),
)

ENTRIES = (
    *COMPOSITION,
    Entry(
        id="dp.pufferfish.from-local",
        title="ε-DP between any two databases implies ε-Pufferfish privacy, however drawn",
        statement=_from_local(),
        source=f"{KIFER}, section 5; Dwork, Roth 2014, section 12.1 (local privacy)",
        expected="proved",
        shapes=SHAPE,
        notes="Of one scenario of the attacker; it holds for each, so for any number of them.",
        mutants=(
            Mutant("half", "at ε/2", _from_local("eps/2")),
            Mutant("no-hypothesis", "nothing is assumed of M", _from_local(assumed=False)),
        ),
    ),
    Entry(
        id="dp.pufferfish.from-local.approx",
        title="(ε,δ)-DP between any two databases implies (ε,δ) between secrets, however drawn",
        statement=_from_local(delta="delta", approx=True),
        source=f"{KIFER}, section 5, carried over to δ > 0",
        expected="proved",
        shapes=SHAPE,
        mutants=(
            Mutant("half", "δ/2", _from_local(delta="delta/2", approx=True)),
            Mutant("pure", "ε-DP", _from_local(approx=True)),
        ),
    ),
    Entry(
        id="dp.pufferfish.post-processing",
        title="Post-processing keeps Pufferfish privacy",
        statement=_processed(),
        source=f"{KIFER}, Axiom 5.1 (transformation invariance)",
        expected="proved",
        shapes=({"secrets": 2, "databases": 2, "outputs": 2, "results": 2},),
        mutants=(
            Mutant("half", "at ε/2", _processed("eps/2")),
            Mutant("no-hypothesis", "nothing is assumed of M", _processed(assumed=False)),
        ),
    ),
    Entry(
        id="dp.pufferfish.post-processing.approx",
        title="Post-processing keeps Pufferfish privacy with a δ",
        statement=_processed(delta="delta", approx=True),
        source=f"{KIFER}, Axiom 5.1, carried over to δ > 0",
        expected="proved",
        shapes=({"secrets": 2, "databases": 2, "outputs": 2, "results": 2},),
        mutants=(
            Mutant("half", "δ/2", _processed(delta="delta/2", approx=True)),
            Mutant("pure", "ε-DP", _processed(approx=True)),
        ),
    ),
)
