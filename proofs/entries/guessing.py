"""How often a guesser of the input must err, for the uniform and for other priors."""

from __future__ import annotations

from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.expressions import Kind
from dpverify.proofs.parts import ANY, EPS, FAIR, RESPONSE, response, shapes, sizes
from dpverify.proofs.statement import Claim, Statement

XU = "M. Xu, CS 458/658 Module 6 part 3, Differential privacy, University of Waterloo, 2023"
LEAST = "1/(exp(eps)+1)"
HALF = "1/2"


def _errs(
    guesser: str,
    end: str,
    bound: str,
    weight: str = "weight",
    *,
    private: bool = True,
) -> Statement:
    """The error of a guesser is at least, or at most, a bound."""
    parameters: dict[str, Kind] = {"eps": "loss"} if "eps" in bound or private else {}
    if weight == "weight":
        parameters["weight"] = "value"
    return Statement(
        objects={"M": ANY},
        parameters=parameters,
        hypotheses=(Claim("M", "pure-dp", EPS),) * private,
        conclusion=Claim(
            "M", f"{guesser}-guess-error-at-{end}", {"weight": weight, "bound": bound}
        ),
        sizes=sizes((1, 3)),
    )


def _attained(bound: str, weight: str = FAIR) -> Statement:
    return Statement(
        objects=RESPONSE,
        derived={"R": response(weight)},
        parameters={"eps": "loss"},
        conclusion=Claim("R", "likelihood-guess-error-at-most", {"weight": HALF, "bound": bound}),
        sizes=sizes((2, 2), (2, 2)),
    )


UNIFORM = (
    Entry(
        id="dp.guessing.uniform-prior.lower",
        title="Under ε-DP and a uniform prior a maximum-likelihood guess errs with ≥ 1/(e^ε+1)",
        statement=_errs("likelihood", "least", LEAST, HALF),
        source=XU,
        expected="proved",
        shapes=shapes((2, 1), (2, 2), (2, 3), (2, 16)),
        notes=(
            "Under a uniform prior the maximum-likelihood guesser is a Bayes guesser: no guesser"
            " errs less often."
        ),
        mutants=(
            Mutant(
                "without-one", "at least 1/e^ε", _errs("likelihood", "least", "1/exp(eps)", HALF)
            ),
            Mutant(
                "no-hypothesis",
                "nothing is assumed of M",
                _errs("likelihood", "least", LEAST, HALF, private=False),
            ),
        ),
    ),
    Entry(
        id="dp.guessing.uniform-prior.upper",
        title="Under a uniform prior the maximum-likelihood guesser errs with at most 1/2",
        statement=_errs("likelihood", "most", HALF, HALF, private=False),
        source=XU,
        expected="proved",
        shapes=shapes((2, 1), (2, 2), (2, 3), (2, 4), (2, 16)),
        mutants=(
            Mutant(
                "two-fifths",
                "at most 2/5",
                _errs("likelihood", "most", "2/5", HALF, private=False),
            ),
            Mutant(
                "other-prior",
                "the prior is 2/3",
                _errs("likelihood", "most", HALF, "2/3", private=False),
            ),
        ),
    ),
    Entry(
        id="dp.guessing.uniform-prior.attained",
        title="At a uniform prior the guesser's error 1/(e^ε+1) is attained by randomised response",
        statement=_attained(LEAST),
        source=f"{XU}; Warner 1965",
        expected="proved",
        shapes=shapes((2, 2)),
        mutants=(
            Mutant("smaller", "at most 1/(e^ε+2)", _attained("1/(exp(eps)+2)")),
            Mutant(
                "less-truth",
                "the truth has probability 1/2 only",
                _attained(LEAST, HALF),
            ),
        ),
    ),
)

OTHER = (
    Entry(
        id="dp.guessing.any-prior.likelihood.lower",
        title="Under every prior the maximum-likelihood guesser errs with probability ≥ 1/(e^ε+1)",
        statement=_errs("likelihood", "least", LEAST),
        source=XU,
        expected="refuted",
        shapes=shapes((2, 1)),
        essay=Essay(
            belief=(
                "The bound speaks of the mechanism alone: whatever is seen, the odds of the two"
                " inputs change by e^ε at most, so a share 1/(e^ε+1) of the guesses should fail."
            ),
            catch=(
                "The odds change by e^ε at most, but they start from the prior. Where one input is"
                " all but certain, a guesser who names that one is hardly ever wrong; and one that"
                " breaks ties in its favour need not even know the prior."
            ),
            repair="The bound holds under the uniform prior on the pair.",
            true_twin="dp.guessing.uniform-prior.lower",
        ),
    ),
    Entry(
        id="dp.guessing.any-prior.likelihood.upper",
        title="Under every prior the maximum-likelihood guesser errs with probability ≤ 1/2",
        statement=_errs("likelihood", "most", HALF),
        source=XU,
        expected="refuted",
        shapes=shapes((2, 1)),
        essay=Essay(
            belief="A coin toss errs half of the time, and a guesser who knows more does better.",
            catch=(
                "The maximum-likelihood guesser does not know the prior. Where the output favours,"
                " however little, the input that is a priori unlikely, it is wrong most of the time"
                " and worse than a coin."
            ),
            repair="The bound holds for the Bayes guesser under every prior.",
            true_twin="dp.guessing.any-prior.bayes.upper",
        ),
    ),
    Entry(
        id="dp.guessing.any-prior.bayes.lower",
        title="Under every prior the Bayes guesser errs with probability ≥ 1/(e^ε+1)",
        statement=_errs("bayes", "least", LEAST),
        source=f"{XU}, for the optimal guesser",
        expected="refuted",
        shapes=shapes((2, 1)),
        essay=Essay(
            belief=(
                "The Bayes guesser is the one for whom the bound is derived, so it might be meant"
                " for every prior."
            ),
            catch=(
                "With a prior of 1 on one input there is nothing to guess and no error, while"
                " 1/(e^ε+1) is positive. The bound that depends on the prior w is"
                " min(w, 1−w)-like and vanishes with it."
            ),
            repair="The bound holds under the uniform prior on the pair.",
            true_twin="dp.guessing.uniform-prior.lower",
        ),
    ),
    Entry(
        id="dp.guessing.any-prior.bayes.upper",
        title="Under every prior the Bayes guesser errs with probability ≤ 1/2",
        statement=_errs("bayes", "most", HALF, private=False),
        source=f"{XU}, for the optimal guesser",
        expected="proved",
        shapes=shapes((2, 1), (2, 2), (2, 3), (2, 16)),
        mutants=(
            Mutant("two-fifths", "at most 2/5", _errs("bayes", "most", "2/5", private=False)),
            Mutant(
                "likelihood",
                "the guesser maximises the likelihood, whatever the prior",
                _errs("likelihood", "most", HALF, private=False),
            ),
        ),
    ),
)

ENTRIES = (*UNIFORM, *OTHER)
