"""Sensitivity estimated from samples: what ten samples say of a fresh pair."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from flint import fmpq

from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Value, parse
from dpverify.defs.risk.sampling import dkw_confidence, exchangeable_share, fresh_share, sound_share
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.number_claims import covered, near
from dpverify.proofs.statement import Case, Cases, NumberWitness, Property, Statement

SOURCE = "Dandekar, Basu, Bressan 2021, section 4.2 (Theorems 4.2 and 4.4, as we read them)"
UNIFORM = tuple((i, fmpq(1, 1000)) for i in range(1, 1001))
RARE = ((fmpq(0), fmpq(99, 100)), (fmpq(1), fmpq(1, 100)))
Bound = Callable[[], Value]


LAWS = {"uniform on 1, …, 1000": UNIFORM, "1 with probability 1/100, else 0": RARE}
SAMPLES = "10"


def _at_least(bound: Bound, _: Mapping[str, Channel], case: Case) -> bool:
    """P[fresh ≤ the largest of the samples] ≥ bound, for the law of a case."""
    return fresh_share(LAWS[case["law"]], 1, int(case["samples"])) >= bound()


def _share(bound: Bound, said: str, numbers: NumberWitness | None = None) -> Statement:
    cases = tuple({"law": law, "samples": SAMPLES} for law in LAWS)
    return Statement(
        objects={},
        parameters={},
        conclusion=Property(
            "the sensitivity of a fresh pair is at most the largest of those sampled, all of one"
            f" law, with probability at least {said}, for each of these laws: {{cases}}",
            f"P[Δ ≤ max(Δ₁, …, Δ₁₀)] ≥ {said}",
            computed=Cases(cases, partial(_at_least, bound)),
            numbers=numbers,
        ),
    )


def _near(_: Mapping[str, Channel], case: Case) -> bool:
    """P[|largest of the samples − 1| ≤ 1/2] for the rare law is 1 − (1 − p)^n."""
    missing = parse(f"(1-{case['p']})**{case['n']}")
    return Value(1) - missing >= parse(case["share"])


ENTRIES = (
    Entry(
        id="par.samples.exchangeable",
        title="The largest of ten sampled sensitivities bounds a fresh one with 10/11, in 2 cases",
        statement=_share(partial(exchangeable_share, 1, 10), "10/11"),
        source="exchangeability; Rubinstein, Aldà 2017 have a bound of this kind",
        expected="computed",
        notes=(
            "In general ⌈qn⌉/(n+1) for the share q of n samples. The Dvoretzky–Kiefer–Wolfowitz"
            " inequality (with Massart's constant) gives (q − ρ)·(1 − 2e^(−2nρ²)) for every ρ."
        ),
        mutants=(
            Mutant("eleven-twelfths", "11/12", _share(lambda: Value(11) / 12, "11/12")),
            Mutant("certain", "1", _share(lambda: Value(1), "1")),
        ),
    ),
    Entry(
        id="par.samples.dkw",
        title="The largest of ten sensitivities bounds a fresh one by DKW, ρ = 1/4, in 2 cases",
        statement=_share(partial(sound_share, 1, 10, "1/4"), "(3/4)·(1 − 2e^(−5/4))"),
        source="Dvoretzky, Kiefer, Wolfowitz 1956; Massart 1990",
        expected="computed",
        notes="Looser than 10/11; it speaks of all shares at once.",
        mutants=(
            Mutant(
                "without-rho",
                "1 − 2e^(−20ρ²) with ρ = 1/2",
                _share(partial(dkw_confidence, 10, "1/2"), "1 − 2e^(−5)"),
            ),
            Mutant("certain", "1", _share(lambda: Value(1), "1")),
        ),
    ),
    Entry(
        id="par.samples.product",
        title="The largest of ten sensitivities bounds a fresh one with probability 1 − 2e^(−5)",
        statement=_share(partial(dkw_confidence, 10, "1/2"), "1 − 2e^(−5)", covered("1-2*exp(-5)")),
        source=f"{SOURCE}: γ₂, the share of the samples times the DKW confidence",
        expected="refuted",
        essay=Essay(
            belief=(
                "All of the samples are at most their largest, and with probability 1 − 2e^(−2nρ²)"
                " the samples look like the law they come from."
            ),
            catch=(
                "They look like it up to ρ. The product leaves that ρ out, and then a large ρ makes"
                " the claim strong instead of weak: at n = 10 and ρ = 1/2 it says .986524, where"
                " the truth for sensitivities without ties is 10/11."
            ),
            repair="⌈qn⌉/(n+1), or (q − ρ)·(1 − 2e^(−2nρ²)).",
            true_twin="par.samples.exchangeable",
        ),
    ),
    Entry(
        id="par.samples.distance",
        title="The largest of ten sampled sensitivities is near the largest with 1 − 2e^(−5)",
        statement=Statement(
            objects={},
            parameters={},
            conclusion=Property(
                "for sensitivities that are 1 with probability {p}, else 0, the largest of {n}"
                " samples differs from the sensitivity 1 by at most 1/2 with probability at least"
                " {share}",
                "P[|max(Δ₁, …, Δ₁₀) − 1| ≤ 1/2] ≥ 1 − 2e^(−5)",
                computed=Cases(({"p": "1/100", "n": "10", "share": "1-2*exp(-5)"},), _near),
                numbers=near("1-2*exp(-5)"),
            ),
        ),
        source=f"{SOURCE}: η = 1 + 2ρ/Δ_S takes ρ for a difference of sensitivities",
        expected="refuted",
        essay=Essay(
            belief="DKW says that the samples are within ρ of the truth.",
            catch=(
                "Within ρ in probability. A sensitivity that one pair in a hundred has is missing"
                " among ten samples with probability (99/100)^10 = .904, however large it is."
            ),
            repair=(
                "No distribution-free bound on the largest sensitivity follows from samples; on the"
                " share of pairs that a sampled sensitivity covers, one does."
            ),
            true_twin="par.samples.exchangeable",
        ),
    ),
)
