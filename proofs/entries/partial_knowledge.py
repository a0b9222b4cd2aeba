"""Partial knowledge: attackers who watch and attackers who choose, with two values of B.

A = the release given B = 1, as a channel of the value of the target, C = given B = 0, w = P(B = 1).
The passive attacker sees the mixture of A and C whose branch is shown: PPKDP at (ε, δ) is (ε, δ)-DP
of that mixture between the values of the target; APKDP is (ε, δ)-DP of both A and C.
"""

from __future__ import annotations

from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.labels import OutputsOf, Size
from dpverify.proofs.parts import INPUTS, OUTPUTS
from dpverify.proofs.statement import AnyChannel, Claim, Property, Statement

SOURCE = (
    "D. Desfontaines, E. Mohammadi, E. Krahmer, D. Basin, Differential privacy with partial"
    " knowledge, arXiv 1905.00650, Theorem 1"
)
GIVEN = {"eps": "eps", "delta": "delta"}
PURE = {"eps": "eps"}
POSSIBLE = "1/exp(eta)"  # a probability above 0
SIZES = {"inputs": (2, 2), "outputs": (2, 3), "results": (2, 2)}
SHAPES = ({"inputs": 2, "outputs": 2, "results": 2},)


def _statement(
    hypotheses: tuple[Claim | Property, ...],
    conclusion: Claim,
    *,
    pure: bool = False,
    weight: str = "w",
) -> Statement:
    shown = AnyChannel(INPUTS, Size("results", "z"), text="the release given B = 0")
    parameters = {"eps": "loss"} if pure else {"eps": "loss", "delta": "value"}
    parameters |= {POSSIBLE: {"eta": "loss"}, "w": {"w": "value"}}.get(weight, {})
    return Statement(
        objects={"A": AnyChannel(INPUTS, OUTPUTS, text="the release given B = 1"), "C": shown},
        derived={"N": {"visible_mixture": [weight, "A", "C"]}},
        parameters=parameters,  # type: ignore[arg-type]  # kinds are literals
        hypotheses=hypotheses,
        conclusion=conclusion,
        sizes=SIZES,
    )


def _passive(delta: str = "delta", *, one: bool = False) -> Statement:
    both = Claim("A", "approx-dp", GIVEN), Claim("C", "approx-dp", GIVEN)
    conclusion = Claim("N", "approx-dp", {"eps": "eps", "delta": delta})
    return _statement(both[:1] if one else both, conclusion)


def _pure(weight: str = POSSIBLE, eps: str = "eps") -> Statement:
    assumed = (Claim("N", "pure-dp", PURE),)
    return _statement(assumed, Claim("A", "pure-dp", {"eps": eps}), pure=True, weight=weight)


def _processed(delta: str = "delta", *, only_first: bool = False) -> Statement:
    """PPKDP of the release, hence of a function of it with its own coins."""
    kernel = AnyChannel(OutputsOf("A"), Size("results", "z"), text="post-processing")
    return Statement(
        objects={
            "A": AnyChannel(INPUTS, OUTPUTS, text="the release given B = 1"),
            "C": AnyChannel(INPUTS, OutputsOf("A"), text="the release given B = 0"),
            "K": kernel,
        },
        derived={
            "N": {"visible_mixture": ["w", "A", "C"]},
            "PA": {"post_process": ["A", "K"]},
            "PC": {"post_process": ["C", "K"]},
            "R": {"visible_mixture": ["w", "PA", "PC"]},
        },
        parameters={"eps": "loss", "delta": "value", "w": "value"},
        hypotheses=(Claim("PA" if only_first else "N", "approx-dp", GIVEN),),
        conclusion=Claim("R", "approx-dp", {"eps": "eps", "delta": delta}),
        sizes={"inputs": (2, 2), "outputs": (2, 3), "results": (2, 2)},
    )


def _mixed(delta: str = "v*delta1+(1-v)*delta2", *, second: bool = True) -> Statement:
    """With probability v the release A, C, else the release G, H; the branch stays hidden."""
    same = OutputsOf("A")
    texts = {"C": "the same, given B = 0", "G": "the second release, given B = 1",
             "H": "the same, given B = 0"}  # fmt: skip
    assumed = [Claim("N", "approx-dp", {"eps": "eps", "delta": "delta1"})]
    if second:
        assumed.append(Claim("O", "approx-dp", {"eps": "eps", "delta": "delta2"}))
    return Statement(
        objects={
            "A": AnyChannel(INPUTS, OUTPUTS, text="the first release, given B = 1"),
            **{name: AnyChannel(INPUTS, same, text=text) for name, text in texts.items()},
        },
        derived={
            "N": {"visible_mixture": ["w", "A", "C"]},
            "O": {"visible_mixture": ["w", "G", "H"]},
            "AG": {"mixture": ["v", "A", "G"]},
            "CH": {"mixture": ["v", "C", "H"]},
            "R": {"visible_mixture": ["w", "AG", "CH"]},
        },
        parameters={
            "eps": "loss", "delta1": "value", "delta2": "value", "v": "value", "w": "value",
        },
        hypotheses=tuple(assumed),
        conclusion=Claim("R", "approx-dp", {"eps": "eps", "delta": delta}),
        sizes={"inputs": (2, 2), "outputs": (2, 2)},
    )  # fmt: skip


ENTRIES = (
    Entry(
        id="pk.ppkdp.convexity",
        title="A hidden mixture of two releases keeps PPKDP, with the mean of their δ",
        statement=_mixed(),
        source=SOURCE.replace("Theorem 1", "Proposition 25 of the thesis version"),
        expected="proved",
        shapes=({"inputs": 2, "outputs": 2},),
        mutants=(
            Mutant("weights-exchanged", "the δ are exchanged", _mixed("(1-v)*delta1+v*delta2")),
            Mutant("one-release-alone", "nothing is assumed of the second", _mixed(second=False)),
        ),
    ),
    Entry(
        id="pk.ppkdp.post-processing",
        title="PPKDP is closed under post-processing",
        statement=_processed(),
        source=SOURCE.replace("Theorem 1", "Proposition 25 of the thesis version"),
        expected="proved",
        shapes=SHAPES,
        mutants=(
            Mutant("half-the-delta", "the result has δ/2", _processed("delta/2")),
            Mutant(
                "one-value-alone",
                "only the release given B = 1 is assumed private",
                _processed(only_first=True),
            ),
        ),
    ),
    Entry(
        id="pk.apkdp-implies-ppkdp",
        title="APKDP implies PPKDP at the same ε and δ",
        statement=_passive(),
        source=SOURCE,
        expected="proved",
        shapes=SHAPES,
        mutants=(
            Mutant("half-the-delta", "PPKDP with δ/2", _passive("delta/2")),
            Mutant("one-value-alone", "nothing is assumed given B = 0", _passive(one=True)),
        ),
    ),
    Entry(
        id="pk.ppkdp-implies-apkdp",
        title="PPKDP implies APKDP at the same ε and δ",
        statement=_statement(
            (Claim("N", "approx-dp", GIVEN),), Claim("A", "approx-dp", GIVEN), weight=POSSIBLE
        ),
        source=SOURCE + ", whose equivalence for δ = 0 is read for every δ",
        expected="refuted",
        shapes=SHAPES,
        essay=Essay(
            belief=(
                "An attacker who watches already meets every value of B, each with its"
                " probability; what he cannot learn, he could not learn by choosing B either. For"
                " δ = 0 this is true."
            ),
            catch=(
                "δ is an average over B. Where a value of B is unlikely, the release may tell all"
                " in its presence at little cost to the average; who chooses B chooses that value."
                " In a thresholded count it is the one where the known votes fill the threshold."
            ),
            repair=(
                "For δ = 0 the two agree on the values of B that are possible, and for any δ where"
                " all values of B are equivalent (Θ-reducible). In general APKDP has to be asked"
                " for by itself."
            ),
            true_twin="pk.apkdp-implies-ppkdp",
        ),
    ),
    Entry(
        id="pk.pure-ppkdp-implies-apkdp",
        title="With δ = 0, PPKDP implies APKDP for every possible value of B",
        statement=_pure(),
        source=SOURCE,
        expected="proved",
        shapes=SHAPES,
        mutants=(
            Mutant("half-the-eps", "APKDP with ε/2", _pure(eps="eps/2")),
            Mutant("impossible-values", "B = 1 may be impossible", _pure("w")),
        ),
    ),
    Entry(
        id="pk.pure-ppkdp-implies-apkdp.null-values",
        title="With δ = 0, PPKDP implies APKDP for values of B of probability 0 too",
        statement=_pure("0"),
        source=SOURCE + ", with B̂ ranging over all values instead of the support of B",
        expected="refuted",
        shapes=SHAPES,
        essay=Essay(
            belief=(
                "A sum of terms ≥ 0 is 0 only if each term is, so if the average over B vanishes,"
                " then so does what is lost for each value of B."
            ),
            catch=(
                "The terms are weighted. A value of B of probability 0 contributes nothing to the"
                " average, whatever the release does there; an attacker who injects records can"
                " bring it about."
            ),
            repair="The statement holds for the values of B that have a positive probability.",
            true_twin="pk.pure-ppkdp-implies-apkdp",
        ),
    ),
)
