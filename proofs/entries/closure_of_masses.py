"""What unmatched mass, additive closeness and privacy at risk are closed under."""

from __future__ import annotations

from dataclasses import replace

from dpverify.proofs.closure import (
    Asked,
    Given,
    bounded,
    composed,
    grouped,
    half_or_one_alone,
    looks_again,
    mixed,
    processed,
)
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.guarantees import met

MEISER = "Meiser 2018 (distinguishing events); Dwork, Roth 2014, Theorem 3.16"
XU = "M. Xu, CS 458/658 Module 6 part 3, Differential privacy, University of Waterloo, 2023"
RISK = "Dandekar, Basu, Bressan 2021"
FEW = 80


def _asked(definition: str) -> Asked:
    return Asked(
        definition, bounded("t"), bounded("s"), bounded("t"), {"s": "value", "t": "value"},
        {"s": met("s"), "t": met("t")},
    )  # fmt: skip


def _risk(text: str) -> dict[str, str]:
    return {"eps": f"eps{text}", "risk": f"risk{text}"}


UNMATCHED, ADDITIVE = _asked("unmatched-mass-at-most"), _asked("largest-difference-at-most")
AT_RISK = Asked(
    "privacy-at-risk", _risk(""), _risk("1"), _risk("2"),
    {"eps": "loss", "eps1": "loss", "eps2": "loss",
     "risk": "value", "risk1": "value", "risk2": "value"},
)  # fmt: skip
MEAN, SURVIVE, SUM = bounded("w*s+(1-w)*t"), bounded("1-(1-s)*(1-t)"), bounded("s+t")
BOTH = {"eps": "eps1+eps2", "risk": "1-(1-risk1)*(1-risk2)"}


HALF = bounded("(w*s+(1-w)*t)/2")


def _mixtures(asked: Asked, name: str, words: str, source: str) -> tuple[Entry, Entry]:
    """Hidden and shown; both keep the mean."""
    hidden, shown = (
        Entry(
            id=f"dp.convexity.{kind}{name}",
            title=f"A mixture whose branch {told} has at most the mean {words}",
            statement=mixed(asked, MEAN, shown=visible),
            source=source,
            expected="tested",
            instances=FEW,
            mutants=half_or_one_alone(
                mixed(asked, HALF, shown=visible), mixed(asked, MEAN, shown=visible, both=False)
            ),
        )
        for kind, told, visible in (("", "stays hidden", False), ("visible.", "is shown", True))
    )
    return hidden, shown


def _larger(asked: Asked) -> Mutant:
    statement = composed(asked, bounded("max(s,t)"))
    return Mutant("larger", "the conclusion claims max(s, t)", statement)


def _alone(asked: Asked, bound: Given) -> Mutant:
    statement = composed(asked, bound, adaptive=True, both=False)
    return Mutant("one-alone", "nothing is assumed of the second mechanism", statement)


def _compositions(
    asked: Asked, name: str, words: str, bound: Given, source: str
) -> tuple[Entry, Entry]:
    """Independent and adaptive."""
    half = {key: f"({text})/2" if key == "bound" else text for key, text in bound.items()}
    apart, chosen = (
        Entry(
            id=f"dp.composition.{name}{ending}",
            title=f"{words}{told}",
            statement=composed(asked, bound, adaptive=adaptive),
            source=source,
            expected="tested",
            instances=FEW,
            mutants=(
                Mutant("half", "half of it", composed(asked, half, adaptive=adaptive)),
                _larger(asked) if not adaptive else _alone(asked, bound),
            ),
        )
        for ending, told, adaptive in (
            ("", " of independent mechanisms", False),
            (".adaptive", " where the first output chooses the second mechanism", True),
        )
    )
    return apart, chosen


MASSES = (
    Entry(
        id="dp.post-processing.unmatched-mass",
        title="Post-processing keeps a bound of the mass without a counterpart",
        statement=processed(UNMATCHED, bounded("t")),
        source=MEISER,
        expected="tested",
        instances=FEW,
        mutants=(
            Mutant("half", "half of it", processed(UNMATCHED, bounded("t/2"))),
            looks_again(UNMATCHED, bounded("t")),
        ),
    ),
    *_mixtures(UNMATCHED, "unmatched-mass", "mass without a counterpart", MEISER),
    *_compositions(
        UNMATCHED, "unmatched-mass", "Both masses stay matched with (1 − s)(1 − t)", SURVIVE,
        MEISER,
    ),
)  # fmt: skip

CLOSENESS = (
    Entry(
        id="dp.post-processing.additive-closeness",
        title="Post-processing keeps additive closeness",
        # Of three outputs the largest difference is that of an event; four are needed.
        statement=replace(
            processed(ADDITIVE, bounded("t")),
            sizes={"inputs": (2, 2), "outputs": (4, 5), "results": (2, 2)},
        ),
        source=f"{XU}, the tentative definition, as if it were a definition of privacy",
        expected="refuted",
        instances=400,
        essay=Essay(
            belief="What is computed from a private output should be as private as the output.",
            catch=(
                "Additive closeness compares single outputs. Whoever merges two outputs adds their"
                " differences up, and these may have the same sign."
            ),
            repair="Over all events the same comparison is total variation, which is closed.",
            true_twin="dp.total-variation.post-processing",
        ),
    ),
    *_mixtures(ADDITIVE, "additive-closeness", "difference of single outputs", XU),
    *_compositions(ADDITIVE, "additive-closeness", "Additive closeness adds up", SUM, XU),
    Entry(
        id="dp.group-privacy.additive-closeness",
        title="Inputs k steps apart are additively kt-close",
        statement=grouped(ADDITIVE, bounded("steps*t")),
        source="the triangle inequality",
        expected="tested",
        instances=FEW,
        mutants=(
            Mutant("one-step", "the conclusion claims t", grouped(ADDITIVE, bounded("t"))),
            Mutant(
                "no-hypothesis", "nothing is assumed of M",
                grouped(ADDITIVE, bounded("steps*t"), assumed=False),
            ),
        ),
    ),
)  # fmt: skip


def _at_risk(*, adaptive: bool) -> tuple[Mutant, Mutant]:
    return (
        Mutant(
            "first-eps", "the conclusion claims ε₁ alone",
            composed(AT_RISK, {**BOTH, "eps": "eps1"}, adaptive=adaptive),
        ),
        Mutant(
            "one-alone", "nothing is assumed of the second mechanism",
            composed(AT_RISK, BOTH, adaptive=adaptive, both=False),
        ),
    )  # fmt: skip


RISKS = (
    Entry(
        id="par.convexity.same",
        title="A mixture whose branch stays hidden keeps ε and the risk that both have",
        statement=mixed(AT_RISK, AT_RISK.one, same=True),
        source="Kifer, Lin 2010, Axiom 2.1 (convexity), carried over to privacy at risk",
        expected="refuted",
        instances=200,
        essay=Essay(
            belief="With the probability of the risk at most, either mechanism exceeds ε.",
            catch=(
                "The loss of an output of the mixture is that of neither mechanism. An output that"
                " exceeds ε seldom in one and is common in the other may exceed ε in the mixture,"
                " and then all of its probability counts."
            ),
            repair="Where the branch is shown, the mixture keeps ε and the mean risk.",
            true_twin="par.convexity.visible.larger",
        ),
    ),
    Entry(
        id="par.composition.sequential",
        title="Two mechanisms with independent coins have the risk 1 − (1 − r₁)(1 − r₂) at ε₁ + ε₂",
        statement=composed(AT_RISK, BOTH),
        source=f"{RISK}, carried over to two mechanisms",
        expected="tested",
        instances=FEW,
        mutants=_at_risk(adaptive=False),
    ),
    Entry(
        id="par.composition.sequential.adaptive",
        title="A mechanism chosen by the first output: the risk 1 − (1 − r₁)(1 − r₂) at ε₁ + ε₂",
        statement=composed(AT_RISK, BOTH, adaptive=True),
        source=f"{RISK}, carried over to two mechanisms",
        expected="tested",
        instances=FEW,
        mutants=_at_risk(adaptive=True),
    ),
)
ENTRIES = (*MASSES, *CLOSENESS, *RISKS)
