"""Composition of privacy at risk: the bound of the expected loss, and what it needs."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial

from dpverify.defs.channel import Channel
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import (
    Number,
    Value,
    as_eps,
    ln,
    parse,
)
from dpverify.defs.privacy_loss import law as law_of
from dpverify.defs.risk import FiniteLaw, Laplace, NoiseDifference
from dpverify.defs.risk.composition import composed_eps, printed_mean
from dpverify.defs.risk.lattice import Lattice
from dpverify.proofs.conditions import condition
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.number_claims import ONE_LAW, PRINTED_CONFIDENCE
from dpverify.proofs.parts import ANY, RESPONSE, response, sizes
from dpverify.proofs.statement import (
    Case,
    Cases,
    Claim,
    FixedChannel,
    NumberWitness,
    Property,
    Statement,
)

SOURCE = "Dandekar, Basu, Bressan 2021, the theorem on composition"
Objects = Mapping[str, Channel]
Numbers = Mapping[str, Number]

RISK = {"eps": "eps", "risk": "risk"}
PRINTED = "((1-risk)*nats(eps)*nats(eps)+risk*nats(eps0)*nats(eps0))/2"


def _tanh(name: str) -> str:
    return f"nats({name})*(exp({name})-1)/(exp({name})+1)"


def _sharp(risk: str = "risk") -> str:
    return f"(1-{risk})*{_tanh('eps')}+{risk}*{_tanh('eps0')}"


def _mean(bound: str, *, pure: bool = True, at_risk: bool = True) -> Statement:
    return Statement(
        objects={"M": ANY},
        parameters={"eps": "loss", "eps0": "loss", "risk": "value"},
        hypotheses=(
            *(Claim("M", "pure-dp", {"eps": "eps0"}),) * pure,
            *(Claim("M", "privacy-at-risk", RISK),) * at_risk,
            condition("exp(eps0) >= exp(eps)"),
        ),
        conclusion=Claim("M", "expected-loss-at-most", {"bound": bound}),
        sizes=sizes((2, 4), (2, 2)),
    )


def _attained(bound: str) -> Statement:
    fair = "exp({0})/(1+exp({0}))"
    return Statement(
        objects=RESPONSE,
        derived={
            "R": response(fair.format("eps")),
            "S": response(fair.format("eps0")),
            "N": {"visible_mixture": ["1-risk", "R", "S"]},
        },
        parameters={"eps": "loss", "eps0": "loss", "risk": "value"},
        conclusion=Claim("N", "expected-loss-at-least", {"bound": bound}),
    )


# ---------------------------------------------------------------- confidence under one law


def _pair(p: tuple[Fraction, ...], q: tuple[Fraction, ...], text: str) -> FixedChannel:
    outputs = [f"y{i}" for i in range(len(p))]
    return FixedChannel(lambda _: Channel(["0", "1"], outputs, [p, q]), text)


SEVENTY_FIVE = _pair(
    tuple(Fraction(n, 75) for n in (60, 4, 11)),
    tuple(Fraction(n, 75) for n in (30, 1, 44)),
    "two laws P = (60, 4, 11)/75 and Q = (30, 1, 44)/75",
)
_P = (Fraction(83, 100), Fraction(253, 1500), Fraction(1, 750))
ELEVENTHS = _pair(
    _P,
    (_P[0] * Fraction(11, 10), _P[1] / 2, _P[2] * 2),
    "two laws with losses −ln 1.1, ln 2, −ln 2 and P = (83/100, 253/1500, 1/750)",
)


def _confidence(channel: Channel, eps: str, of: int) -> Value:
    """The probability of |loss| ≤ ε under the law of an input."""
    return FiniteLaw(law_of(channel.row(of), channel.row(1 - of))).confidence(eps)


def _under_p(objects: Objects, case: Case) -> bool:
    return _confidence(objects["M"], case["ε"], 0) >= parse(case["γ"])


UNDER_P = Property(
    "|loss| ≤ {ε} has at least the probability {γ} under P",
    "P[|L| ≤ {ε}] ≥ {γ}",
    computed=Cases(({"ε": "ln(2)", "γ": "4/5"},), _under_p),
)


def _one_pair(
    pair: FixedChannel, risk: str, given: Mapping[str, str], eps0: str, bound: str
) -> Statement:
    """About M with both orders of its pair, and about D with (P, Q) alone."""
    ordered = FixedChannel(
        lambda shape: _directed(pair.build(shape)), f"{pair.text}, in this order alone"
    )
    return Statement(
        objects={"M": pair, "D": ordered},
        parameters={},
        hypotheses=(Claim("M", "pure-dp", {"eps": eps0}), Claim("D", risk, given)),
        conclusion=Claim("D", "expected-loss-at-most", {"bound": bound}),
    )


def _directed(channel: Channel) -> Channel:
    rows = [channel.row(i) for i in range(len(channel.inputs))]
    pair = [(channel.inputs[0], channel.inputs[1])]
    return Channel(channel.inputs, channel.outputs, rows, pair, directed=True)


def _composed(objects: Objects, case: Case) -> bool:
    """Whether n-fold composition has at most that δ at the ε' of the theorem."""
    channel, n, delta = objects["M"], int(case["n"]), case["δ"]
    law = FiniteLaw(law_of(channel.row(0), channel.row(1)))
    mean = printed_mean("4/5", ln(2), ln(4))
    eps = composed_eps(n, delta, ln(4), mean)
    return bool(Lattice.exact(law, ln(2)).composed(n).delta(eps) <= parse(delta))


def _laplace_composed(fed: str, unit: str, _: Objects, case: Case) -> bool:
    """Whether n-fold Laplace noise has at most that δ at ε', with γ₁ or the true confidence."""
    n, eps, eps0, delta = int(case["n"]), case["ε"], case["ε₀"], case["δ"]
    law = Laplace(eps0)
    given = {
        "gamma1": NoiseDifference(eps0).gamma1(eps, eps0),
        "confidence": law.confidence(eps),
        "certain": Value(1),
    }
    end = composed_eps(n, delta, as_eps(eps0), printed_mean(given[fed], eps, eps0))
    bound = parse(delta)
    if Lattice.rounded(law, unit, up=False).composed(n).delta(end) > bound:
        return False
    if Lattice.rounded(law, unit, up=True).composed(n).delta(end) > bound:
        raise Undecided("precision", f"δ lies between two roundings to multiples of {unit}")
    return True


def _laplace(fed: str, said: str, numbers: NumberWitness | None = None) -> Statement:
    return Statement(
        objects={},
        parameters={},
        conclusion=Property(
            "Laplace noise on one of two numbers that are its sensitivity apart, with ε₀ = {ε₀},"
            " drawn {n} times, is (ε', {δ})-DP for ε' = √(4000·ln 100) + 1000·[γ/4 + (1 − γ)],"
            f" γ = {said} the confidence at {{ε}}",
            f"δ(ε') ≤ {{δ}} for n = {{n}}, ε₀ = {{ε₀}}, ε = {{ε}}, γ = {said}",
            computed=Cases(
                ({"n": "2000", "ε₀": "1", "ε": "1/2", "δ": "1/100"},),
                partial(_laplace_composed, fed, "1/20"),
            ),
            numbers=numbers,
        ),
    )


NOTHING = "nothing is assumed of the risk"

TRUE = (
    Entry(
        id="par.composition.mean",
        title="With privacy at risk under both laws, E[L] ≤ γ·ε·tanh(ε/2) + (1−γ)·ε₀·tanh(ε₀/2)",
        statement=_mean(_sharp()),
        source=f"sharpens {SOURCE}; γ = 1 − risk",
        expected="proved",
        notes=(
            "Proof: l ≤ x·coth x − (x/sinh x)·e^(−l) on [−x, x], for the difference is concave and"
            " 0 at both ends. Take x = ε where |L| ≤ ε and x = ε₀ elsewhere, and the expectation"
            " under P, which turns e^(−L) into a probability under Q. x·coth x increases and x/sinh"
            " x decreases, so the worst case has both probabilities equal to γ. Azuma's inequality"
            " then gives (ε₀·√(2n·ln(1/δ)) + nμ, δ)-DP of n-fold adaptive composition."
        ),
        mutants=(
            Mutant("risk-exchanged", "risk and confidence exchanged", _mean(_sharp("(1-risk)"))),
            Mutant("any-risk", NOTHING, _mean(_sharp(), at_risk=False)),
            Mutant("not-pure", "nothing is assumed of ε₀", _mean(_sharp(), pure=False)),
            Mutant("nine-tenths", "nine tenths of it", _mean(f"9*({_sharp()})/10")),
        ),
    ),
    Entry(
        id="par.composition.mean.printed",
        title="With privacy at risk under both laws, E[L] ≤ ½·[γ·ε² + (1−γ)·ε₀²]",
        statement=_mean(PRINTED),
        source=f"{SOURCE}; γ = 1 − risk",
        expected="proved",
        notes="From the sharper bound, for x·tanh(x/2) ≤ x²/2.",
        mutants=(
            Mutant("any-risk", NOTHING, _mean(PRINTED, at_risk=False)),
            Mutant("half", "half of it", _mean(f"({PRINTED})/2")),
        ),
    ),
    Entry(
        id="par.composition.mean.attained",
        title="Two randomised responses, mixed visibly, have that expected loss",
        statement=_attained(_sharp()),
        source="direct computation for the mechanism of Warner 1965",
        expected="proved",
        mutants=(
            Mutant("printed", "they would have ½·[γ·ε² + (1−γ)·ε₀²]", _attained(PRINTED)),
            Mutant("weights", "with the weights exchanged", _attained(_sharp("(1-risk)"))),
        ),
    ),
    Entry(
        id="par.composition.laplace",
        title="2000 draws of Laplace noise obey the composition bound with the true confidence",
        statement=_laplace("confidence", "e^(−1/2)·sinh(1/4)"),
        source=SOURCE,
        expected="computed",
        notes="By rounding the losses up to a lattice; the powers are taken in exact integers.",
        mutants=(
            Mutant("printed", "γ₁ for the confidence", _laplace("gamma1", "(e − √e)/(e − 1)")),
            Mutant("certain", "γ = 1", _laplace("certain", "1")),
        ),
    ),
)

FALSE = (
    Entry(
        id="par.composition.mean.one-law",
        title="Confidence under P alone bounds the expected loss by ½·[γ·ε² + (1−γ)·ε₀²]",
        statement=_one_pair(
            SEVENTY_FIVE,
            "first-risk-at-most",
            {"odds": "2", "bound": "1/5"},
            "ln(4)",
            "(4/5*nats(ln(2))*nats(ln(2))+1/5*nats(ln(4))*nats(ln(4)))/2",
        ),
        source=f"{SOURCE}, with the confidence under the law of the output alone",
        expected="refuted",
        essay=Essay(
            belief=(
                "Privacy at risk is a probability over the output, and the output has the law P."
            ),
            catch=(
                "The bound rests on the balance of losses ±x: E[e^(−L)] = 1. What P calls rare can"
                " carry much of Q, and then the balance need not hold where |L| ≤ ε. Here P gives"
                " 4/5 to |L| ≤ ln 2 and Q only 2/5; E[L] = (46/75)·ln 2, above (4/5)·ln² 2."
            ),
            repair="Demand the confidence under both laws of every pair.",
            true_twin="par.composition.mean",
        ),
    ),
    Entry(
        id="par.composition.mean.average",
        title="Confidence on average over P and Q bounds the expected loss by the same",
        statement=_one_pair(
            ELEVENTHS,
            "total-risk-at-most",
            {"odds": "11/10", "bound": "257/1000"},
            "ln(2)",
            "(1743/2000*nats(ln(11/10))*nats(ln(11/10))+257/2000*nats(ln(2))*nats(ln(2)))/2",
        ),
        source=f"{SOURCE}, with the confidence averaged",
        expected="refuted",
        essay=Essay(
            belief="If one law is not enough, the mean of both ought to be: the bound is linear.",
            catch=(
                "Linear in both probabilities, but not with equal weights: x·coth x and x/sinh x"
                " move at different rates. An excess under Q does not make up for what is missing"
                " under P."
            ),
            repair="The smaller of the two confidences, not their mean.",
            true_twin="par.composition.mean",
        ),
    ),
    Entry(
        id="par.composition.one-law",
        title="With confidence under P alone, 20,000-fold composition has δ ≤ 1/100 at ε'",
        statement=Statement(
            objects={"M": SEVENTY_FIVE},
            parameters={},
            hypotheses=(Claim("M", "pure-dp", {"eps": "ln(4)"}), UNDER_P),
            conclusion=Property(
                "the product of {n} copies of M is (ε', {δ})-DP for"
                " ε' = ln 4·√(40000·ln 100) + 10000·[(4/5)·ln² 2 + (1/5)·ln² 4]",
                "δ(ε') ≤ {δ}",
                computed=Cases(({"n": "20000", "δ": "1/100"},), _composed),
                numbers=ONE_LAW,
            ),
        ),
        source=SOURCE,
        expected="refuted",
        essay=Essay(
            belief="The theorem is stated for every mechanism that is at risk in this sense.",
            catch=(
                "Its mean is wrong for this pair, and n times an error of the mean outgrows the"
                " √n that the theorem grants: the true δ at its ε' is .978123, computed in units of"
                " ln 2 with exact integers and directed rounding."
            ),
            repair="With confidence under both laws the mean is bounded and the theorem holds.",
            true_twin="par.composition.mean",
        ),
    ),
    Entry(
        id="par.composition.printed-confidence",
        title="2000 draws of Laplace noise obey the composition bound with γ₁",
        statement=_laplace("gamma1", "(1 − e^(−1/2))/(1 − e^(−1))", PRINTED_CONFIDENCE),
        source=f"{SOURCE}, fed with its Theorem 4.1",
        expected="refuted",
        essay=Essay(
            belief="Theorem 4.1 gives the confidence, the theorem on composition takes one.",
            catch=(
                "γ₁ = .622459 is four times the true confidence, so that the mean comes out as"
                " .266578, below the true E[L] = e^(−1) = .367879. After 2000 draws the true δ"
                " at ε' is above .96, where 1/100 is claimed."
            ),
            repair="The true confidence, or better E[L] = ε₀ + e^(−ε₀) − 1 itself.",
            true_twin="par.composition.laplace",
        ),
    ),
)

ENTRIES = (*TRUE, *FALSE)
