"""Where all values of B are equivalent, who watches learns as much as who chooses B.

A release is Θ-reducible if for any two values of B a bijection φ of the outputs, the same for all
values of the target, makes of the law given the one the law given the other. So there is one
channel R from the target to outputs named through φ: given B = b the release is φ_b(O), O by R.
"""

from __future__ import annotations

from dpverify.defs.channel import Channel
from dpverify.proofs.entries.partial_knowledge import GIVEN, SEEN, SOURCE
from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.labels import OutputsOf
from dpverify.proofs.parts import INPUTS, OUTPUTS, RESULTS
from dpverify.proofs.statement import AnyChannel, Claim, Equivalent, FixedChannel, Form, Statement

THESIS = SOURCE.replace(", Theorem 1", "")
SIZES = {"inputs": (2, 2), "outputs": (2, 3), "values": (2, 3)}


def _equivalent(*, delta: str = "delta", reducible: bool = True) -> Statement:
    """N, which is B with O, satisfies what R does."""
    release = AnyChannel(INPUTS, OUTPUTS, text="the release, its outputs named through φ")
    objects = {**SEEN, **({"R": release} if reducible else {})}
    seen: Form = {"product": ["B", "R"]} if reducible else {"adaptive": ["B", "R*"]}
    active = Claim("R" if reducible else "R1", "approx-dp", GIVEN)
    passive = Claim("N", "approx-dp", {"eps": "eps", "delta": delta})
    return Statement(
        objects=objects,
        derived={"B": {"post_process": ["S", "W"]}, "N": seen},
        parameters={"eps": "loss", "delta": "value"},
        conclusion=Equivalent((passive, active)),
        sizes=SIZES,
    )


# ---------------------------------------------------------------- a law in the middle

PLACES = ("first", "middle", "last")
ENDS = FixedChannel(
    lambda _: Channel(["first", "last"], PLACES, [[1, 0, 0], [0, 0, 1]]),
    "from an end to itself",
)


def _through(delta: str = "delta*(1+exp(eps))", eps: str = "2*eps") -> Statement:
    """Two laws, each (ε,δ)-close to a third in both orders."""

    def steps(_: object) -> list[tuple[str, str]]:
        return [("first", "middle"), ("middle", "last")]

    return Statement(
        objects={
            "M": AnyChannel(lambda _: PLACES, OUTPUTS, steps, text="triple of laws"),
            "E": ENDS,
        },
        derived={"N": {"post_process": ["E", "M"]}},
        parameters={"eps": "loss", "delta": "value"},
        hypotheses=(Claim("M", "approx-dp", GIVEN),),
        conclusion=Claim("N", "approx-dp", {"eps": eps, "delta": delta}),
        sizes={"outputs": (2, 4)},
    )


# ---------------------------------------------------------------- given one value of B

ONE_VALUE = AnyChannel(INPUTS, OUTPUTS, text="the release given a value of B")


def _processed(delta: str = "delta", *, assumed: bool = True) -> Statement:
    return Statement(
        objects={
            "M": ONE_VALUE,
            "f": AnyChannel(OutputsOf("M"), RESULTS, text="post-processing"),
        },
        derived={"N": {"post_process": ["M", "f"]}},
        parameters={"eps": "loss", "delta": "value"},
        hypotheses=(Claim("M", "approx-dp", GIVEN),) * assumed,
        conclusion=Claim("N", "approx-dp", {"eps": "eps", "delta": delta}),
        sizes={"inputs": (2, 2), "outputs": (2, 3), "results": (2, 2)},
    )


def _mixed(delta: str = "w*delta1+(1-w)*delta2", *, eps: str = "max(eps1,eps2)") -> Statement:
    other = AnyChannel(INPUTS, OUTPUTS, text="another release given that value")
    return Statement(
        objects={"A": ONE_VALUE, "B": other},
        derived={"N": {"mixture": ["w", "A", "B"]}},
        parameters={
            "eps1": "loss", "eps2": "loss", "delta1": "value", "delta2": "value", "w": "value",
        },
        hypotheses=tuple(
            Claim(name, "approx-dp", {"eps": f"eps{k}", "delta": f"delta{k}"})
            for k, name in ((1, "A"), (2, "B"))
        ),
        conclusion=Claim("N", "approx-dp", {"eps": eps, "delta": delta}),
        sizes={"inputs": (2, 2), "outputs": (2, 3)},
    )  # fmt: skip


def _indistinguishable(*forms: str) -> Statement:
    return Statement(
        objects={"M": ONE_VALUE},
        parameters={"eps": "loss", "delta": "value"},
        conclusion=Equivalent(tuple(Claim("M", "approx-dp", GIVEN, form=form) for form in forms)),
        sizes={"inputs": (2, 2), "outputs": (1, 4)},
    )


EVERY_VALUE = "APKDP is asked for each value of B by itself, so M is the release given any one."

ENTRIES = (
    Entry(
        id="pk.reducible.equivalent",
        title="For a Θ-reducible release APKDP and PPKDP are equivalent at every ε and δ",
        statement=_equivalent(),
        source=f"{THESIS}, Theorem 2",
        expected="proved",
        shapes=({"inputs": 2, "outputs": 2, "values": 2},),
        notes=(
            "Whether outputs go by their own names or, given B = b, by those that φ_b gives them is"
            " all the same to both definitions, which look at the probabilities of an output alone:"
            " N is B with the output so named. That a given release is reducible is decided by"
            " `dpverify.checkers.knowledge`, which returns the maps φ."
        ),
        mutants=(
            Mutant("half-the-delta", "PPKDP with δ/2", _equivalent(delta="delta/2")),
            Mutant(
                "not-reducible",
                "the release given another value of B is another one",
                _equivalent(reducible=False),
            ),
        ),
    ),
    Entry(
        id="pk.apkdp.indistinguishable",
        title="APKDP says that the laws given t and t' are (ε,δ)-indistinguishable for every B",
        statement=_indistinguishable("events", "outputs", "maximising-event"),
        source=f"{THESIS}, the equivalence after the definition of APKDP; Proposition 8",
        expected="proved",
        shapes=({"inputs": 2, "outputs": 2}, {"inputs": 2, "outputs": 3}),
        notes=(
            "With L = ln P(O)/Q(O), E max(0, 1 − e^(ε−L)) over O from P is Σ max(0, P − e^ε·Q), an"
            f" output of P(O) = 0 contributing 0. {EVERY_VALUE} With B = all other records this is"
            " DP for databases that differ in the target's record. One theorem with"
            " `dp.two-forms.approx`."
        ),
        mutants=(
            Mutant(
                "per-output", "δ for each output", _indistinguishable("events", "single-outputs")
            ),
            Mutant("signed", "without max(0, ·)", _indistinguishable("events", "signed-sum")),
        ),
    ),
    Entry(
        id="pk.apkdp.post-processing",
        title="APKDP is closed under post-processing",
        statement=_processed(),
        source=f"{THESIS}, Proposition 25 of the thesis version",
        expected="proved",
        shapes=({"inputs": 2, "outputs": 2, "results": 2},),
        notes=f"{EVERY_VALUE} One theorem with `dp.post-processing.approx`.",
        mutants=(
            Mutant("half-the-delta", "the result has δ/2", _processed("delta/2")),
            Mutant("no-hypothesis", "nothing is assumed of M", _processed(assumed=False)),
        ),
    ),
    Entry(
        id="pk.apkdp.convexity",
        title="A hidden mixture of two releases keeps APKDP: the larger ε, the mean of their δ",
        statement=_mixed(),
        source=f"{THESIS}, Proposition 25 of the thesis version",
        expected="proved",
        shapes=({"inputs": 2, "outputs": 2}, {"inputs": 2, "outputs": 8}),
        notes=EVERY_VALUE.replace("M is", "A and B are").replace(
            "release given any one", "releases given any one"
        )
        + " One theorem with `dp.convexity.hidden`.",
        mutants=(
            Mutant("weights-exchanged", "the δ are exchanged", _mixed("(1-w)*delta1+w*delta2")),
            Mutant("smaller-eps", "the smaller ε", _mixed(eps="min(eps1,eps2)")),
        ),
    ),
    Entry(
        id="pk.middle-law",
        title="Two laws that are (ε,δ)-close to a third are (2ε, (1+e^ε)δ)-close to each other",
        statement=_through(),
        source=f"{THESIS}, the inference of Theorem 5, repaired",
        expected="proved",
        shapes=({"outputs": 2},),
        mutants=(
            Mutant("twice-the-delta", "2δ, as the theorem has it", _through("2*delta")),
            Mutant("one-eps", "ε and not 2ε", _through(eps="eps")),
        ),
    ),
)
