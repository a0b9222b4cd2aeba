"""Partial knowledge: attackers who watch and attackers who choose.

R_b is the release given B = b, as a channel of the value of the target, and W the law of B, the
same whatever the target is. The passive attacker sees B and the release: PPKDP at (ε, δ) is
(ε, δ)-DP of both together between the values of the target; APKDP is (ε, δ)-DP of every R_b.
With one value singled out: A = the release given B = 1, w = P(B = 1), and C = what is seen else,
any other value of B with its release. C has outputs of its own, a set of any size, so that B may
have any number of values.
"""

from __future__ import annotations

from dataclasses import replace

from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.expressions import Kind
from dpverify.proofs.labels import Constant, OutputsOf, Size
from dpverify.proofs.parts import INPUTS, OUTPUTS, RESULTS
from dpverify.proofs.statement import AnyChannel, Claim, FixedChannel, Property, Statement, known

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
    shown = AnyChannel(INPUTS, RESULTS, text="what is seen where B is not 1: B and the release")
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


VALUES = Size("values", "b")
SEEN: dict[str, AnyChannel | FixedChannel] = {
    "S": known(Constant(INPUTS, ("none", "never")), "the channel that always says none"),
    "W": AnyChannel(OutputsOf("S"), VALUES, text="law of B (the row none)"),
    "R": AnyChannel(INPUTS, OUTPUTS, text="the release given a value of B", copies=OutputsOf("W")),
}


def _passive(delta: str = "delta", *, first: bool = False) -> Statement:
    """What holds of the release for every value of B holds of B and the release together."""
    return Statement(
        objects=SEEN,
        derived={"B": {"post_process": ["S", "W"]}, "N": {"adaptive": ["B", "R*"]}},
        parameters={"eps": "loss", "delta": "value"},
        hypotheses=(Claim("R1" if first else "R*", "approx-dp", GIVEN),),
        conclusion=Claim("N", "approx-dp", {"eps": "eps", "delta": delta}),
        sizes={"inputs": (2, 2), "outputs": (2, 3), "values": (2, 3)},
    )


def _mean(end: str, bound: str = "w*delta1+(1-w)*delta2", *, one: bool = False) -> Statement:
    """The δ at ε of what is seen is the mean of those for B = 1 and for what is seen else."""
    said, odds = f"hockey-stick-at-{end}", {"odds": "exp(eps)"}
    both = [Claim(of, said, {**odds, "bound": f"delta{k}"}) for k, of in ((1, "A"), (2, "C"))]
    given = _statement((), Claim("N", said, {**odds, "bound": bound}))
    parameters: dict[str, Kind] = {
        "eps": "loss", "w": "value", "delta1": "value", "delta2": "value",
    }  # fmt: skip
    return replace(given, parameters=parameters, hypotheses=tuple(both[:1] if one else both))


def _weighted(end: str, words: str) -> Entry:
    return Entry(
        id=f"pk.mean-over-values.{end}",
        title=f"The passive δ is at {end} the mean of that for B = 1 and that for all else",
        statement=_mean(end),
        source=f"{SOURCE}: PPK = E_B[APK_B]; {words}",
        expected="proved",
        shapes=SHAPES,
        instances=300,
        notes=(
            "C is whatever is seen where B is not 1, other values of B with their releases"
            " included; so value by value the mean is over any number of them."
        ),
        mutants=(
            Mutant("weights", "weights exchanged", _mean(end, "(1-w)*delta1+w*delta2")),
            Mutant("one-value-alone", "nothing is assumed of C", _mean(end, one=True)),
        ),
    )


def _pure(weight: str = POSSIBLE, eps: str = "eps") -> Statement:
    assumed = (Claim("N", "pure-dp", PURE),)
    return _statement(assumed, Claim("A", "pure-dp", {"eps": eps}), pure=True, weight=weight)


ELSE, SEEN_ELSE = Size("others", "v"), Size("seen", "u")


def _processed(delta: str = "delta", *, only_first: bool = False) -> Statement:
    """PPKDP of the release, hence of a function of it with its own coins.

    What is seen where B is not 1 goes through any map; one that keeps B and makes of the release
    what K makes of it is a case.
    """
    return Statement(
        objects={
            "A": AnyChannel(INPUTS, OUTPUTS, text="the release given B = 1"),
            "C": AnyChannel(INPUTS, ELSE, text="what is seen where B is not 1: B and the release"),
            "K": AnyChannel(OutputsOf("A"), RESULTS, text="post-processing"),
            "L": AnyChannel(
                OutputsOf("C"), SEEN_ELSE, text="the same where B is not 1, B being kept"
            ),
        },
        derived={
            "N": {"visible_mixture": ["w", "A", "C"]},
            "PA": {"post_process": ["A", "K"]},
            "PC": {"post_process": ["C", "L"]},
            "R": {"visible_mixture": ["w", "PA", "PC"]},
        },
        parameters={"eps": "loss", "delta": "value", "w": "value"},
        hypotheses=(Claim("PA" if only_first else "N", "approx-dp", GIVEN),),
        conclusion=Claim("R", "approx-dp", {"eps": "eps", "delta": delta}),
        sizes={
            "inputs": (2, 2), "outputs": (2, 3), "others": (2, 3), "results": (2, 2),
            "seen": (1, 3),
        },
    )  # fmt: skip


def _mixed(delta: str = "v*delta1+(1-v)*delta2", *, second: bool = True) -> Statement:
    """With probability v the release A, C, else the release G, H; the branch stays hidden.

    C and H have the outputs of each other: another value of B, with a release.
    """
    assumed = [Claim("N", "approx-dp", {"eps": "eps", "delta": "delta1"})]
    if second:
        assumed.append(Claim("O", "approx-dp", {"eps": "eps", "delta": "delta2"}))
    return Statement(
        objects={
            "A": AnyChannel(INPUTS, OUTPUTS, text="the first release, given B = 1"),
            "C": AnyChannel(INPUTS, ELSE, text="B and the first release where B is not 1"),
            "G": AnyChannel(INPUTS, OutputsOf("A"), text="the second release, given B = 1"),
            "H": AnyChannel(
                INPUTS, OutputsOf("C"), text="B and the second release where B is not 1"
            ),
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
        sizes={"inputs": (2, 2), "outputs": (2, 2), "others": (2, 3)},
    )  # fmt: skip


MANY = (
    "B of any number of values: 1 is any one of them, and an output where B is not 1 is another"
    " value of B together with a release."
)

# The first two ask solvers nothing: z3 leaves even 2 inputs and 2 outputs open after 20 s.
ENTRIES = (
    Entry(
        id="pk.ppkdp.convexity",
        title="A hidden mixture of two releases keeps PPKDP with the mean δ",
        statement=_mixed(),
        source=SOURCE.replace("Theorem 1", "Proposition 25 of the thesis version"),
        expected="proved",
        notes=MANY,
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
        notes=(
            f"{MANY} The map L that keeps B and makes of the release what K does is one of those"
            " over which the statement quantifies."
        ),
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
        title="APKDP implies PPKDP at the same ε and δ, whatever the number of values of B",
        statement=_passive(),
        source=SOURCE,
        expected="proved",
        shapes=({"inputs": 2, "outputs": 2, "values": 2},),
        mutants=(
            Mutant("half-the-delta", "PPKDP with δ/2", _passive("delta/2")),
            Mutant("one-value-alone", "assumed of the first value of B", _passive(first=True)),
        ),
    ),
    _weighted("most", "the mean is not exceeded"),
    _weighted("least", "the mean is reached"),
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
        title="With δ = 0, PPKDP implies APKDP for a possible value of B",
        statement=_pure(),
        source=SOURCE,
        expected="proved",
        shapes=SHAPES,
        notes="B = 1 stands for any possible value; C is what is seen with all the others.",
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
