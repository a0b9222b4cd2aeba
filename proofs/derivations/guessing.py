"""The guesser's error: for each output the smaller of two masses, then sums."""

from __future__ import annotations

from flint import fmpq

from dpverify.proofs.derivation import Derivation
from dpverify.proofs.sums import atom, number

P, Q, E, FIRST = atom("P.M", "y"), atom("Q.M", "y"), atom("e^eps"), atom("case0", "y")
ERROR = FIRST * P + (number(1) - FIRST) * Q
Y = {"y": "y"}
WHOLE = ["P.M sums to 1", "Q.M sums to 1"]


def uniform_lower(d: Derivation) -> None:
    """(1+E)·min(P, Q) ≥ P + Q for each output, since each is at most E times the other."""
    facts = ["case0 >= 0", "case0 <= 1", "hypothesis 0", "hypothesis 0, reversed"]
    point = d.lemma((number(1) + E) * ERROR - P - Q, Y, facts)
    equations = [*WHOLE, "quotient0, definition of a quotient"]
    scaled = (number(1) + E) * d.goal.expr
    product = d.lemma(scaled, {}, [d.sum(point, "y")], equations=equations, degree=1)
    d.cancel(d.goal.expr, {}, product, d.positive(number(1) + E, ["e^eps >= 1"]))


def uniform_upper(d: Derivation) -> None:
    """2·min(P, Q) ≤ P + Q."""
    gap = P + Q - ERROR.scaled(fmpq(2))
    total = d.sum(d.lemma(gap, Y, ["case0 yes", "case0 no"], degree=1), "y")
    d.concluded(total, equations=WHOLE)


def bayes_upper(d: Derivation) -> None:
    """2·min(wP, (1−w)Q) ≤ wP + (1−w)Q."""
    w = atom("weight")
    rest = number(1) - w
    error = FIRST * w * P + (number(1) - FIRST) * rest * Q
    gap = w * P + rest * Q - error.scaled(fmpq(2))
    total = d.sum(d.lemma(gap, Y, ["case0 yes", "case0 no"], degree=1), "y")
    equations = [d.equation(w, WHOLE[0], {}), d.equation(rest, WHOLE[1], {})]
    d.concluded(total, equations=equations)


PROOFS = {
    "dp.guessing.uniform-prior.lower": uniform_lower,
    "dp.guessing.uniform-prior.upper": uniform_upper,
    "dp.guessing.any-prior.bayes.upper": bayes_upper,
}
