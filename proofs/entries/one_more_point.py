"""Steps of inductions over the points of a space, or over the terms of a sum.

Such a step is an inequality between numbers. That the sums start from nothing, where both sides
are 0, and grow point by point, is the induction, which is not part of the statement.
"""

from __future__ import annotations

from dpverify.proofs.conditions import condition
from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.expressions import Kind, names
from dpverify.proofs.labels import Shape
from dpverify.proofs.statement import Statement

SOURCE = (
    "A. Pankova, P. Laud, Interpreting ε of Differential Privacy in Terms of Advantage in Guessing"
    " or Approximating Sensitive Attributes, presentation, 2022, Main theorem"
)
LEMMA = (
    "D. Desfontaines, E. Mohammadi, E. Krahmer, D. Basin, Differential privacy with partial"
    " knowledge, arXiv 1905.00650, Lemma 1"
)
SHAPES: tuple[Shape, ...] = ({},)
LOSSES = ("eps", "eta", "theta")


def _step(conclusion: str, *conditions: str) -> Statement:
    used = sorted({n for text in (conclusion, *conditions) for n in names(text)})
    kinds: dict[str, Kind] = {n: "loss" if n in LOSSES else "value" for n in used}
    return Statement(
        objects={},
        parameters=kinds,
        hypotheses=tuple(map(condition, conditions)),
        conclusion=condition(conclusion),
    )


def _inside(odds: str = "exp(eps)", *conditions: str) -> Statement:
    given = conditions or ("hit <= exp(eta)*w*a", "b <= exp(eps)*a")
    return _step(f"hit+p*b <= (exp(eta)*w+p*{odds})*a", *given)


def _outside(extra: str = "p", *conditions: str) -> Statement:
    given = conditions or ("hit*exp(theta)*s <= miss", "hit <= exp(eta)*w*a")
    return _step(
        f"hit*(exp(theta)*s*exp(eta)*w+{extra}) <= (miss+p*a)*exp(eta)*w",
        *given,
    )


def _tail(first: str = "f", *conditions: str) -> Statement:
    given = conditions or ("(1-r)*rest <= g", "g <= r*f")
    return _step(f"(1-r)*(f+rest) <= {first}", *given)


ENTRIES = (
    Entry(
        id="guessing.posterior.main-bound.in-goal",
        title="The main bound: one more point of the goal",
        statement=_inside(),
        source=SOURCE,
        expected="proved",
        shapes=SHAPES,
        notes=(
            "Fix an output and an input x outside the goal, of likelihood a. hit is the prior times"
            " likelihood of the goal's points so far, W = e^η·w the sum of e^(ε·d(x,z))·π(z) over"
            " them. Another point has prior p, likelihood b and ε·d(x,z) = ε. From none, where both"
            " sides are 0, to all of the goal: hit ≤ W(x)·a for any goal and metric."
        ),
        mutants=(
            Mutant("without-odds", "1 for e^ε", _inside("1")),
            Mutant("one-hypothesis", "nothing is assumed of the point",
                   _inside("exp(eps)", "hit <= exp(eta)*w*a")),
        ),
    ),
    Entry(
        id="guessing.posterior.main-bound.outside",
        title="The main bound: one more point outside the goal",
        statement=_outside(),
        source=SOURCE,
        expected="proved",
        shapes=SHAPES,
        notes=(
            "e^θ·s is the sum of π(x)/W(x) over the points outside so far, and miss their prior"
            " times likelihood. Another one has prior p, likelihood a and W = e^η·w, and hit ≤ W·a"
            " by guessing.posterior.main-bound.in-goal. All of it times W. In the end hit·Σ π/W ≤"
            " miss, so hit/(hit + miss) ≤ 1/(1 + Σ π(x)/W(x)), in any finite metric space. With"
            " W = p_g·e^(ε(a+2)) in place of the sum it is the bound by annuli, repaired."
        ),
        mutants=(
            Mutant("twice", "the point counts twice", _outside("2*p")),
            Mutant("one-hypothesis", "nothing is assumed of the point",
                   _outside("p", "hit*exp(theta)*s <= miss")),
        ),
    ),
    Entry(
        id="pk.tail-bound.step",
        title="Terms that fall by the factor r sum to at most the first over 1 − r",
        statement=_tail(),
        source=LEMMA,
        expected="proved",
        shapes=SHAPES,
        notes=(
            "rest is the sum from the term g on, which is at most g/(1 − r), and f the term before"
            " it. From the end, where the sum is 0, to the beginning: Σ f ≤ f(m)/(1 − r). Of a"
            " binomial law f(s+1)/f(s) = (n−s)p/((s+1)(1−p)) ≤ pn/((1−p)m) for s ≥ m: Lemma 1."
        ),
        mutants=(
            Mutant("nine-tenths", "nine tenths of it",
                   _step("10*(1-r)*(f+rest) <= 9*f", "(1-r)*rest <= g", "g <= r*f")),
            Mutant("any-ratio", "nothing is assumed of g/f", _tail("f", "(1-r)*rest <= g")),
        ),
    ),
)  # fmt: skip
