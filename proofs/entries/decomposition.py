"""What (ε,δ)-DP means in terms of ε-DP: a decomposition of both laws, in both directions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from dpverify.defs.channel import Channel
from dpverify.defs.numbers import ONE, ZERO, Number, Real, Value, exp
from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.parts import ANY, EPS_DELTA, shapes, sizes
from dpverify.proofs.statement import Claim, Property, Statement

SOURCE = (
    "M. Xu, CS 458/658 Module 6 part 3, University of Waterloo, 2023, made precise; Kairouz, Oh,"
    " Viswanath 2015; Murtagh, Vadhan 2016"
)
Weights = Sequence[Value | Real]
Parts = tuple[Weights, Weights]


def _suffices(
    *, weight: str = "1-delta", eps: str = "eps", delta: str = "delta", private: bool = True
) -> Statement:
    """A hidden branch that is ε-private, and one that may be anything."""
    return Statement(
        objects={"A": ANY, "B": ANY},
        derived={"M": {"mixture": [weight, "A", "B"]}},
        parameters={"eps": "loss", "delta": "value"},
        hypotheses=(Claim("A", "pure-dp", {"eps": eps}),) * private,
        conclusion=Claim("M", "approx-dp", {"eps": "eps", "delta": delta}),
        sizes=sizes((1, 3)),
    )


def _common(p: Weights, q: Weights, odds: Value | Real, delta: Value | Real) -> Parts:
    """(1−δ)P' and (1−δ)Q': what P and Q have in common up to e^ε, brought to mass 1−δ both."""
    f: Weights = [min(a, odds * b) for a, b in zip(p, q, strict=True)]
    g: Weights = [min(b, odds * a) for a, b in zip(p, q, strict=True)]
    if _sum(f) > _sum(g):
        g, f = _common(q, p, odds, delta)
        return f, g
    # The larger one shrinks towards f/E, below which it may not fall, until the masses agree.
    lowest = [a / odds for a in f]
    gap = _sum(g) - _sum(lowest)
    part = (_sum(f) - _sum(lowest)) / gap if gap > 0 else ONE
    g = [part * b + (ONE - part) * low for b, low in zip(g, lowest, strict=True)]
    scale = (ONE - delta) / _sum(f)
    return [scale * a for a in f], [scale * b for b in g]


def _each_scaled(p: Weights, q: Weights, odds: Value | Real, delta: Value | Real) -> Parts:
    """A mistake: both parts are scaled to mass 1−δ, each by its own factor."""
    f = [min(a, odds * b) for a, b in zip(p, q, strict=True)]
    g = [min(b, odds * a) for a, b in zip(p, q, strict=True)]
    first, second = (ONE - delta) / _sum(f), (ONE - delta) / _sum(g)
    return [first * a for a in f], [second * b for b in g]


def _outputs_kept(p: Weights, q: Weights, odds: Value | Real, delta: Value | Real) -> Parts:
    """A mistake: the laws are conditioned on the outputs whose loss is within ε."""
    kept = [a <= odds * b and b <= odds * a for a, b in zip(p, q, strict=True)]
    f = [a if keep else ZERO for a, keep in zip(p, kept, strict=True)]
    g = [b if keep else ZERO for b, keep in zip(q, kept, strict=True)]
    return tuple([(ONE - delta) / (_sum(part) or ONE) * x for x in part] for part in (f, g))  # type: ignore[return-value]  # a pair in, a pair out


def _sum(weights: Weights) -> Value | Real:
    result: Value | Real = ZERO
    for weight in weights:
        result = result + weight
    return result


def _decomposes(
    construction: Callable[..., Parts],
    objects: Mapping[str, Channel],
    parameters: Mapping[str, Number],
) -> bool:
    channel, odds, delta = objects["M"], exp(parameters["eps"]), parameters["delta"]
    if delta == 1:
        return True  # P' may be anything: all of P is P''
    pairs = channel.neighbours.ordered_pairs(len(channel.inputs))
    return all(
        _is_decomposition((channel.row(i), channel.row(j)), construction, odds, delta)
        for i, j in pairs
        if i < j
    )


def _is_decomposition(
    laws: Parts, construction: Callable[..., Parts], odds: Value | Real, delta: Number
) -> bool:
    """Both parts have mass 1−δ, leave nothing negative, and are within e^ε both ways."""
    parts = construction(*laws, odds, delta)
    for law, part in zip(laws, parts, strict=True):
        fits = all(0 <= x <= y for x, y in zip(part, law, strict=True))
        if not fits or _sum(part) != ONE - delta:
            return False
    return all(x <= odds * y and y <= odds * x for x, y in zip(*parts, strict=True))


def _exists(construction: Callable[..., Parts] = _common) -> Statement:
    return Statement(
        objects={"M": ANY},
        parameters={"eps": "loss", "delta": "value"},
        hypotheses=(Claim("M", "approx-dp", EPS_DELTA),),
        conclusion=Property(
            "the laws P, Q of any two neighbours are P = (1−δ)P' + δP'' and Q = (1−δ)Q' + δQ'' with"
            " P' and Q' within e^ε of each other both ways",
            "P = (1−δ)P' + δP'' ∧ Q = (1−δ)Q' + δQ'' ∧ P' ≤ e^ε Q' ∧ Q' ≤ e^ε P'",
            holds=partial(_decomposes, construction),
        ),
        sizes=sizes((1, 3)),
    )


ENTRIES = (
    Entry(
        id="dp.decomposition.suffices",
        title="ε-DP with probability 1−δ, anything otherwise, is (ε,δ)-DP",
        statement=_suffices(),
        source=SOURCE,
        expected="proved",
        shapes=shapes((2, 1), (2, 2), (2, 16)),
        mutants=(
            Mutant("half-the-delta", "the conclusion has δ/2", _suffices(delta="delta/2")),
            Mutant(
                "weights-exchanged",
                "the private branch has probability δ",
                _suffices(weight="delta"),
            ),
            Mutant("no-hypothesis", "A may be anything", _suffices(private=False)),
        ),
    ),
    Entry(
        id="dp.decomposition.exists",
        title="(ε,δ)-DP of a pair is ε-DP of this pair with probability 1−δ, anything otherwise",
        statement=_exists(),
        source=SOURCE,
        expected="tested",
        notes=(
            "The decomposition is constructed and checked exactly. With f = min(P, e^ε Q) and"
            " g = min(Q, e^ε P), the one of larger mass is moved towards the other divided by e^ε"
            " until their masses agree; then both are scaled to mass 1−δ. Each pair has one of its"
            " own, and a mechanism as a whole need not be such a mixture: the laws (1/2, 1/2, 0),"
            " (1/2, 0, 1/2) and (0, 1/2, 1/2) are (0, 1/2)-private, and no share is common to all."
        ),
        mutants=(
            Mutant(
                "each-scaled",
                "f and g are scaled to mass 1−δ each by its own factor",
                _exists(_each_scaled),
            ),
            Mutant(
                "outputs-kept",
                "P and Q are conditioned on the outputs of loss within ε",
                _exists(_outputs_kept),
            ),
        ),
    ),
)
