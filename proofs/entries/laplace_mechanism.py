"""The Laplace mechanism: its privacy in k dimensions, and the course's worked example."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from dpverify.checkers.decide import measure
from dpverify.defs.channel import Channel
from dpverify.defs.numbers import parse
from dpverify.defs.sensitivity.discrete_laplace import clamped
from dpverify.defs.sensitivity.laplace import log_density_ratio
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.labels import Size
from dpverify.proofs.parts import BITS
from dpverify.proofs.statement import (
    AnyChannel,
    Case,
    Cases,
    Property,
    Statement,
)

XU = "M. Xu, CS 458/658 Module 6 part 3, Differential privacy, University of Waterloo, 2023"
DWORK = "Dwork, McSherry, Nissim, Smith 2006"
GHOSH = "Ghosh, Roughgarden, Sundararajan 2009"
DISCRETE = "discrete Laplace noise"
COORDINATES = Size("coordinates", "i")
# Two coordinates: z3 leaves three open.
PAIR = ({"coordinates": 2},)
Rows = Mapping[str, Any]


def _vector(text: str) -> AnyChannel:
    return AnyChannel(COORDINATES, lambda _: BITS, text=text)


def _distance(a: Any, b: Any, logic: Any) -> Any:
    """|a − b|."""
    return logic.total([logic.pos(logic.minus(a, b)), logic.pos(logic.minus(b, a))])


def _apart(rows: Rows, first: str, second: str, logic: Any) -> Any:
    """Σ |first − second|."""
    pairs = zip(rows[first], rows[second], strict=True)
    return logic.total(_distance(a[1], b[1], logic) for a, b in pairs)


def _sensitivity(rows: Rows, terms: Rows, logic: Any) -> Any:
    """Δ, as t times the number of coordinates."""
    return logic.total(logic.times(terms["t"], logic.total(row)) for row in rows["X"])


def _neighbours(rows: Rows, terms: Rows, logic: Any) -> Any:
    return logic.le(_apart(rows, "X", "Y", logic), _sensitivity(rows, terms, logic))


def _loss(rows: Rows, terms: Rows, logic: Any, *, largest: bool) -> Any:
    """Σ |y − z| − Σ |x − z| ≤ Δ; with `largest` the mistake of the largest coordinate's Δ."""
    gap = logic.minus(_apart(rows, "Y", "Z", logic), _apart(rows, "X", "Z", logic))
    if not largest:
        return logic.le(gap, _sensitivity(rows, terms, logic))
    return logic.le(gap, terms["t"])


def _private(
    *, assumed: bool = True, largest: bool = False, noise: str = "Laplace noise"
) -> Statement:
    near = Property(
        "‖X − Y‖₁ ≤ Δ = t·k", "Σ |X − Y| ≤ Δ", form=_neighbours, recordwise=True
    )  # fmt: skip
    bound = "Δ/k" if largest else "Δ"
    return Statement(
        objects={
            "X": _vector("true answer (k numbers in [0, 1])"),
            "Y": _vector("answer on a neighbour"),
            "Z": _vector("response"),
        },
        parameters={"t": "value"},
        hypotheses=(near,) * assumed,
        conclusion=Property(
            f"the privacy loss at Z of {noise} on each of the k numbers, in units of the inverse"
            f" scale, is at most {bound}: with the scale Δ/ε it is at most ε",
            f"ln P(Z)/Q(Z) = (ε/Δ)·(Σ |Y − Z| − Σ |X − Z|) ≤ (ε/Δ)·{bound}",
            form=partial(_loss, largest=largest),
            recordwise=True,
        ),
        sizes={"coordinates": (2, 3)},
    )


def _ratio_is(_: Mapping[str, Channel], case: Case) -> bool:
    first, second, at, sensitivity = (Fraction(case[name]) for name in ("f1", "f2", "x", "Δ"))
    loss = log_density_ratio([second], [first], [at], sensitivity=sensitivity, eps=case["ε"])
    return loss == parse(case["ln"])


FIGURES = {"f1": "50", "f2": "51.33", "x": "51.33", "Δ": "1.33", "ε": "0.1"}
"""f(D1), f(D2), the output, Δ and ε, with the source's rounding."""


def _worked(eps: str) -> Statement:
    return Statement(
        objects={},
        parameters={},
        conclusion=Property(
            "with f(D1) = {f1}, f(D2) = {f2}, Δ = {Δ} and ε = {ε} the ratio of the two densities"
            " of the Laplace mechanism at {x} is e^{ln}",
            "Pr_2[x = {x}]/Pr_1[x = {x}] = e^{ln}",
            computed=Cases(({**FIGURES, "ln": eps},), _ratio_is),
        ),
    )


def _attained_by(unit: str, _: Mapping[str, Channel], case: Case) -> bool:
    """The tight ε of a box is Δ times the unit, for neighbours up to Δ apart."""
    k, largest, apart = (int(case[name]) for name in BOX)
    return measure(clamped(k, largest, apart), "pure-dp").tight["eps"] == parse(unit) * apart


BOXES = ((1, 5, 1), (1, 5, 2), (2, 2, 1), (2, 2, 2), (3, 1, 1), (3, 1, 2))
"""How many integers, the largest of them (clamped to 0 and to it), and Δ."""
BOX = ("k", "largest", "Δ")


def _attained(unit: str) -> Statement:
    boxes = tuple(dict(zip(BOX, map(str, box), strict=True)) for box in BOXES)
    return Statement(
        objects={},
        parameters={},
        conclusion=Property(
            "with q = 1/2, on k integers from 0 to the largest, clamped to them, and neighbours at"
            f" most Δ apart in ℓ1, the tight ε of discrete Laplace noise is Δ·{unit}, in each of:"
            " {cases}",
            f"max ln P(Z)/Q(Z) = Δ·{unit}",
            computed=Cases(boxes, partial(_attained_by, unit)),
        ),
    )


ENTRIES = (
    Entry(
        id="laplace.k-dimensional",
        title="Σ|Y − Z| − Σ|X − Z| ≤ Δ on [0, 1]^k: why Laplace noise of scale Δ/ε is ε-DP",
        statement=_private(),
        source=f"{DWORK}; {XU}",
        expected="proved",
        shapes=PAIR,
        notes=(
            "Pointwise, for every k: the densities are products, so the loss is a sum of distances"
            " and the triangle inequality bounds each. That answers lie in [0, 1] is no loss: both"
            " sides scale, and move with all three vectors. From the densities to events one"
            " integrates. At Z = X the loss is ‖X − Y‖₁·ε/Δ, so the bound is attained."
        ),
        mutants=(
            Mutant("no-hypothesis", "nothing is assumed of X and Y", _private(assumed=False)),
            Mutant("by-coordinate", "Δ/k in place of Δ", _private(largest=True)),
        ),
    ),
    Entry(
        id="laplace.discrete.k-dimensional",
        title="Σ|Y − Z| − Σ|X − Z| ≤ Δ on [0, 1]^k: why discrete Laplace noise is ε-DP",
        statement=_private(noise=DISCRETE),
        source=GHOSH,
        expected="proved",
        shapes=PAIR,
        notes=(
            "P(Z) = ((1 − q)/(1 + q))^k · q^(Σ |X − Z|) with q = e^(−ε/Δ): the factor in front is"
            " the same for every X, since shifting all integers permutes them. So the exponents"
            " decide, and they are bounded pointwise for all vectors with entries in [0, 1], among"
            " them the integers 0, …, m divided by m, for every m and every k. From outputs to"
            " events one sums. That it is attained is `laplace.discrete.attained`. One theorem with"
            " `laplace.k-dimensional`."
        ),
        mutants=(
            Mutant(
                "no-hypothesis",
                "nothing is assumed of X and Y",
                _private(assumed=False, noise=DISCRETE),
            ),
            Mutant("by-coordinate", "Δ/k in place of Δ", _private(largest=True, noise=DISCRETE)),
        ),
    ),
    Entry(
        id="laplace.discrete.attained",
        title="Clamped discrete Laplace noise on k integers attains ε = ln 2·Δ: 6 cases, k ≤ 3",
        statement=_attained("ln(2)"),
        source=GHOSH,
        expected="computed",
        instances=1,
        notes=(
            "Every output of every pair is compared, exactly. Clamping is post-processing of the"
            " noise on all integers, so the unclamped mechanism's ε is no smaller, and by"
            " `laplace.discrete.k-dimensional` it is no larger."
        ),
        mutants=(
            Mutant("smaller", "a little less than ln 2", _attained("ln(1.999)")),
            Mutant("larger", "a little more than ln 2", _attained("ln(2.001)")),
        ),
    ),
    Entry(
        id="laplace.course.worked-example",
        title="In the course's worked example the ratio of densities at 51.33 is e^0.025",
        statement=_worked("0.025"),
        source=XU,
        expected="refuted",
        instances=1,
        essay=Essay(
            belief="Two densities were worked out, C·e^(−0.1) and C·e^(−0.075), and divided.",
            catch=(
                "The second is mis-evaluated: at 51.33 the law around 51.33 has the density"
                " C·e^0 = C, its largest. With the rounded figures 51.33 and 1.33 the exponent of"
                " the first is 0.1·1.33/1.33 = 0.1 exactly."
            ),
            repair="The ratio is e^0.1 = e^ε ≈ 1.105: the bound is attained, not missed by far.",
            true_twin="laplace.course.worked-example-corrected",
        ),
    ),
    Entry(
        id="laplace.course.worked-example-corrected",
        title="In the course's worked example the ratio of densities at 51.33 is e^0.1",
        statement=_worked("0.1"),
        source=f"direct computation for {XU}",
        expected="computed",
        instances=1,
        mutants=(
            Mutant("a-little-less", "e^0.0999", _worked("0.0999")),
            Mutant("a-little-more", "e^0.1001", _worked("0.1001")),
        ),
    ),
)
