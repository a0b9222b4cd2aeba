"""What ε·d-privacy on a line says about guessing the input: bounds on the posterior of a goal.

The inputs are 0, 1, …, n−1 with d(i, j) = |i − j|. A posterior is hit/(hit + miss): hit is the
prior times the likelihood over the goal, miss the same over the rest. The forms have no division.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import chain, combinations
from typing import Any

from dpverify.checkers.worst_posterior import worst_posterior
from dpverify.defs.channel import Channel
from dpverify.defs.guessing import Space, main_bound
from dpverify.defs.numbers import Loss, Number
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.labels import OutputsOf, Shape
from dpverify.proofs.parts import ANY, EPS, INPUTS, OUTPUTS, shapes, sizes
from dpverify.proofs.statement import AnyChannel, Claim, Property, Statement

SOURCE = (
    "A. Pankova, P. Laud, Interpreting ε of Differential Privacy in Terms of Advantage in Guessing"
    " or Approximating Sensitive Attributes, presentation, 2022"
)
PRIORS = AnyChannel(lambda _: ("first", "second"), INPUTS, text="pair of laws on M's inputs")
OBJECTS = {"M": ANY, "priors": PRIORS}
Rows = Mapping[str, Any]
Terms = Mapping[str, Any]
Goal = tuple[int, ...]
Bound = Callable[[Any, Any, Goal, Any, Any, Any], Any]


def _power(odds: Any, exponent: int, logic: Any) -> Any:
    found = logic.number(1)
    for _ in range(exponent):
        found = logic.times(found, odds)
    return found


def _private(rows: Rows, terms: Terms, logic: Any) -> Any:
    """P(y|i) ≤ e^{ε|i−j|}·P(y|j); on a line neighbours suffice."""
    laws, odds = rows["M"], terms["eps"]
    near = [pair for i in range(len(laws) - 1) for pair in ((i, i + 1), (i + 1, i))]
    return logic.conj(
        logic.le(a, logic.times(odds, b))
        for i, j in near
        for a, b in zip(laws[i], laws[j], strict=True)
    )


LINE = Property(
    "M is ε·d-private on the line of its inputs", "P(y|i) ≤ e^(ε·|i−j|)·P(y|j)", form=_private
)


def _goals(n: int) -> list[Goal]:
    """All goals but none and everything."""
    every = range(n)
    return list(chain.from_iterable(combinations(every, k) for k in range(1, n)))


def _bounded(rows: Rows, terms: Terms, logic: Any, *, bound: Bound, balls: bool = False) -> Any:
    """The bound for each prior, output and goal (with `balls`, the ball about the first input)."""
    laws, said = rows["M"], []
    n = len(laws)
    for prior in rows["priors"]:
        for column in zip(*laws, strict=True):
            joint = [logic.times(w, p) for w, p in zip(prior, column, strict=True)]
            for goal in [(0, 1)] if balls else _goals(n):
                hit = logic.total(joint[x] for x in goal)
                miss = logic.total(joint[x] for x in range(n) if x not in goal)
                said.append(bound(hit, miss, goal, prior, terms["eps"], logic))
    return logic.conj(said)


def _main(hit: Any, miss: Any, goal: Goal, prior: Any, odds: Any, logic: Any, less: int = 0) -> Any:
    """hit·Σ_{x∉g} π(x)/W(x) ≤ miss with W(x) = Σ_{z∈g} e^{ε|x−z|}π(z), times all W(x)."""
    outside = [x for x in range(len(prior)) if x not in goal]
    weights = {
        x: logic.total(logic.times(_power(odds, abs(x - z) - less, logic), prior[z]) for z in goal)
        for x in outside
    }

    def product(without: int | None) -> Any:
        found = logic.number(1)
        for x in outside:
            found = found if x == without else logic.times(found, weights[x])
        return found

    left = logic.total(logic.times(prior[x], product(x)) for x in outside)
    return logic.le(logic.times(hit, left), logic.times(miss, product(None)))


def _annuli(
    hit: Any, miss: Any, goal: Goal, prior: Any, odds: Any, logic: Any, shift: int = 2
) -> Any:
    """hit·Σ_{a≥1} e^{−ε(a+shift)}·π(a+1) ≤ miss·p, times e^{ε·top}."""
    n = len(prior)
    top = n - 2 + shift
    p = logic.total(prior[x] for x in goal)
    annuli = logic.total(
        logic.times(_power(odds, top - (a + shift), logic), prior[a + 1]) for a in range(1, n - 1)
    )
    right = logic.times(_power(odds, top, logic), logic.times(miss, p))
    return logic.le(logic.times(hit, annuli), right)


def _statement(
    words: str, formula: str, bound: Bound, *, balls: bool = False, inputs: tuple[int, int] = (2, 3)
) -> Statement:
    return Statement(
        objects=OBJECTS,
        parameters={"eps": "loss"},
        hypotheses=(LINE,),
        conclusion=Property(words, formula, form=partial(_bounded, bound=bound, balls=balls)),
        sizes=sizes((2, 2), inputs),
    )


def _is_simplified(odds: str = "eps", *, private: bool = True) -> Statement:
    """The law of the output given the goal is within e^(εR) of that given the rest, both ways."""
    laws = AnyChannel(
        lambda _: ("goal", "rest"), INPUTS, text="pair of priors: in the goal, and in the rest"
    )
    return Statement(
        objects={"prior": laws, "M": AnyChannel(OutputsOf("prior"), OUTPUTS)},
        derived={"N": {"post_process": ["prior", "M"]}},
        parameters={"eps": "loss"},
        hypotheses=(Claim("M", "pure-dp", EPS),) * private,
        conclusion=Claim("N", "pure-dp", {"eps": odds}),
        sizes=sizes((2, 3), (2, 3)),
    )


def _is_main(less: int = 0) -> Statement:
    return _statement(
        "under both priors, given any output, the posterior of every goal g is at most the main"
        " bound",
        "P[g | y] ≤ 1/(1 + Σ_(x∉g) π(x)/Σ_(z∈g) e^(ε·|x−z|)π(z))",
        partial(_main, less=less),
    )


def _is_annuli(shift: int) -> Statement:
    exponent = f"(a+{shift})" if shift else "a"
    return _statement(
        "under both priors, given any output, the posterior of the ball g = {0, 1} about 0 is at"
        f" most the bound by annuli A_a = {{a+1}} with e^(−ε{exponent})",
        f"P[g | y] ≤ 1/(1 + Σ_(a≥1) e^(−ε{exponent})π(a+1)/π(g))",
        partial(_annuli, shift=shift),
        balls=True,
        inputs=(3, 3),
    )


def _uniform_ends(n: int) -> Space:
    return Space.line(list(range(n)), [f"1/{n}"] * n, sorted({0, n - 1}))


def _is_precise(objects: Mapping[str, Channel], parameters: Mapping[str, Number]) -> bool:
    space = _uniform_ends(len(objects["M"].inputs))
    eps = parameters["eps"]
    if not isinstance(eps, Loss):
        return True
    return bool(worst_posterior(space, eps).value == main_bound(space, eps))


def _of_any_channel(statement: Statement) -> Mutant:
    """The same without privacy."""
    return Mutant("any-channel", "M is any channel", replace(statement, hypotheses=()))


SMALL: tuple[Shape, ...] = shapes((2, 2))
ENTRIES = (
    Entry(
        id="guessing.posterior.simplified-bound",
        title="Under ε·d-privacy the posterior odds of a goal change by at most e^(εR)",
        statement=_is_simplified(),
        source=f"{SOURCE}, Simplification",
        expected="proved",
        shapes=SMALL,
        notes=(
            "ε stands for εR: with R the largest distance, ε·d-privacy makes any two inputs"
            " εR-private. The posterior odds of the goal are its prior odds, p/(1−p), times the"
            " quotient of the two laws of N, so they lie within e^(εR) of p/(1−p):"
            " 1/(1 + e^(εR)(1−p)/p) ≤ P[g | y] ≤ 1/(1 + e^(−εR)(1−p)/p). The two priors need not"
            " even live on different inputs."
        ),
        mutants=(
            Mutant("half", "half of the loss", _is_simplified("eps/2")),
            Mutant("any-channel", "M is any channel", _is_simplified(private=False)),
        ),
    ),
    Entry(
        id="guessing.posterior.main-bound",
        title="The main bound on the posterior of a goal under ε·d-privacy",
        statement=_is_main(),
        source=f"{SOURCE}, Main theorem",
        expected="proved",
        shapes=SMALL,
        notes=(
            "For any finite metric space it follows point by point from"
            " guessing.posterior.main-bound.in-goal and guessing.posterior.main-bound.outside,"
            " both proved; that induction over the points is not itself checked."
        ),
        mutants=(
            Mutant("nearer", "distances are one less", _is_main(less=1)),
            _of_any_channel(_is_main()),
        ),
    ),
    Entry(
        id="guessing.posterior.main-bound.precise",
        title="The main bound is attained by some ε·d-private channel",
        statement=Statement(
            objects={"M": ANY},
            parameters={"eps": "loss"},
            conclusion=Property(
                "some channel that is ε·d-private on as long a line attains the main bound for the"
                " two ends, under the uniform prior",
                "max P[g | y] = 1/(1 + Σ_(x∉g) π(x)/Σ_(z∈g) e^(ε·|x−z|)π(z)), g = {0, n−1}",
                holds=_is_precise,
            ),
            sizes=sizes((1, 1), (2, 5)),
        ),
        source=f"{SOURCE}, Main theorem (“this is precise”)",
        expected="refuted",
        instances=100,
        notes=(
            "M says how many inputs there are. On {0, 1, 2, 3} with e^ε = 2 the bound is 3/4, and"
            " the worst posterior over all channels, by a certified linear programme, is 2/3."
        ),
        essay=Essay(
            belief="Each step of the bound uses d-privacy as it is, without losing anything.",
            catch=(
                "It bounds each input outside the goal alone, as if all could be extreme at once."
                " On {0, 1, 2, 3} that for the input 1 is attained only where 3 is e^ε times as"
                " likely as 0, and that for the input 2 only where 0 is e^ε times as likely as 3."
            ),
            repair=(
                "It is an upper bound, attained by some spaces, such as two inputs. The true worst"
                " posterior is a linear programme in the likelihoods."
            ),
            true_twin="guessing.posterior.main-bound",
        ),
    ),
    Entry(
        id="guessing.posterior.annuli",
        title="The bound by annuli with e^(−εa)",
        statement=_is_annuli(0),
        source=f"{SOURCE}, Guessing a single attribute",
        expected="refuted",
        shapes=shapes((3, 2)),
        essay=Essay(
            belief=(
                "An input in the annulus from a to a+1 is at distance at least a from the ball, so"
                " its likelihood is at least e^(−εa) times that of the ball."
            ),
            catch=(
                "A lower bound on the distance bounds nothing from below: what counts is the"
                " distance from the farthest point of the ball, up to a+2. The geometric mechanism"
                " on {0, 1, 2} with the uniform prior and ε = 1 reaches .909969 > .844638."
            ),
            repair="With e^(−ε(a+2)) it holds, for any metric and prior.",
            true_twin="guessing.posterior.annuli-repaired",
        ),
    ),
    Entry(
        id="guessing.posterior.annuli-repaired",
        title="The bound by annuli with e^(−ε(a+2))",
        statement=_is_annuli(2),
        source=f"{SOURCE}, Guessing a single attribute, repaired",
        expected="proved",
        shapes=shapes((3, 2)),
        mutants=(
            Mutant("as-printed", "with e^(−εa)", _is_annuli(0)),
            _of_any_channel(_is_annuli(2)),
        ),
        notes=(
            "Attained where all weight outside the ball is opposite to all weight in it. For any"
            " metric it follows point by point from guessing.posterior.main-bound.outside."
        ),
    ),
)
