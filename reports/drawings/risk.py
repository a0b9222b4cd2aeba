"""Plots of `dpverify risk`: what Dandekar, Basu, Bressan 2021 print beside what is true.

Each function takes what the command of its name takes, texts as they were given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from operator import mul
from typing import Final

from flint import fmpq

from dpverify.defs.numbers import Number, Value, as_eps
from dpverify.defs.risk import Laplace, LaplaceVector, LossLaw, NoiseDifference
from dpverify.defs.risk.composed_range import composed_range
from dpverify.defs.risk.composition import composed_eps, printed_mean, sharp_mean
from dpverify.defs.risk.cost import CostModel
from dpverify.defs.risk.cost_minimum import cheapest
from dpverify.defs.risk.gamma_difference import difference
from dpverify.defs.risk.parameters import count, nonnegative_eps, positive_rational
from dpverify.defs.risk.sampling import (
    exchangeable_share,
    printed_share,
    sound_joint,
    sound_share,
)
from dpverify.reports.drawings.figure import Axis, Band, Curve, Figure, Mark, Panel

Points = list[tuple[Number, Number]]
FIGURE_EPS0: Final = ("1", "3/2", "2", "5/2")
FIGURE_K: Final = ("1", "2", "3")
STEPS: Final = 30
COMPOSED: Final = 6
MOST_ATOMS: Final = 6
BELOW: Final = 1 - Fraction(1, 10**9)
LOSS: Final = Axis("ε", "nats")
CONFIDENCE: Final = Axis("confidence P[|loss| ≤ ε]")


def laplace_figures(eps: str, eps0: str | None, shares: str | None) -> list[Figure]:
    """Confidence and δ of one mechanism at every ε ≤ ε₀; without shares γ₁'s figure besides."""
    parts = [part.strip() for part in shares.split(",")] if shares else []
    law: LossLaw = LaplaceVector(parts) if parts else Laplace(eps0)
    most, here = as_eps(law.largest), nonnegative_eps(eps)
    places = _places(most, _atoms(parts) if parts else [])
    printed = _gamma1(str(max(len(parts), 1)), places, most)
    note = f"Laplace noise, ε₀ = {most}" + (f", shares {', '.join(parts)}" if parts else "")
    figures = [
        _beside("laplace-confidence", f"Confidence of {note}", CONFIDENCE, printed,
                [(x, law.confidence(x)) for x in places], Mark("here", here, law.confidence(here))),
        _beside("laplace-delta", f"δ(ε) of {note}", Axis("δ"), [(x, 1 - y) for x, y in printed],
                [(x, law.delta(x)) for x in places], Mark("here", here, law.delta(here))),
    ]  # fmt: skip
    return figures if parts else [*figures, *gamma1_figures()]


def _beside(name: str, title: str, y: Axis, printed: Points, true: Points, mark: Mark) -> Figure:
    curves = (Curve("the source", printed), Curve("what is true", true))
    return Panel(title, LOSS, y, curves, (), (mark,)).alone(name)


def gamma1_figures(
    eps: str | None = None, eps0: str | None = None, ks: Sequence[str] = FIGURE_K
) -> list[Figure]:
    """γ₁ for each k beside the true confidence: the source's figure, or at one ε₀."""
    panels = []
    for base in FIGURE_EPS0 if eps0 is None else (eps0,):
        end, law = nonnegative_eps(base, "ε₀"), Laplace(base)
        places = _places(end)
        curves = [Curve(f"γ₁, k = {k}", _gamma1(k, places, end)) for k in ks]
        curves.append(Curve("true confidence", [(x, law.confidence(x)) for x in places]))
        marks = [] if eps is None else [Mark("true, here", as_eps(eps), law.confidence(eps))]
        panels.append(Panel(f"ε₀ = {base}", LOSS, CONFIDENCE, curves, (), marks))
    return [Figure("gamma1", "The source's γ₁ and the confidence of Laplace noise", panels)]


def _gamma1(k: str, places: Sequence[Number], end: Number) -> Points:
    noise = difference(k)
    whole = noise.at_most(as_eps(end))
    return [(x, noise.at_most(as_eps(x)) / whole) for x in places]


def _places(end: Number, jumps: Sequence[Fraction] = ()) -> list[Number]:
    """From 0 to the end, and just below each jump of the confidence, so that it is upright."""
    places = {Fraction(i, STEPS) for i in range(STEPS + 1)}
    for jump in (Fraction(1), *jumps):
        places |= {jump, jump * BELOW}
    return [end * part for part in sorted(places)]


def _atoms(parts: Sequence[str]) -> list[Fraction]:
    """Where |loss| has positive probability, as parts of ε₀: |± s₁ ± s₂ …|; of a few shares."""
    if len(parts) > MOST_ATOMS:
        return []
    shares = [positive_rational(part, "a share") for part in parts]
    sums = {abs(sum(map(mul, signs, shares))) for signs in product((1, -1), repeat=len(shares))}
    whole = sum(shares)
    return [Fraction(int((s / whole).p), int((s / whole).q)) for s in sums if s != 0]


def cost_figures(
    budget: str, rate: str, eps0: str, at: tuple[str, str] | None = None
) -> list[Figure]:
    """The budget against ε: with γ₁, with the true confidence, and of ε-privacy; the minimum."""
    model, end, law = CostModel.of(budget, rate), positive_rational(eps0, "ε₀"), Laplace(eps0)
    places = [end * i / STEPS for i in range(1, STEPS + 1)]
    lines: dict[str, Callable[[fmpq], Number]] = {
        "at risk, with the source's γ₁": lambda x: model.at_printed_risk(x, end),
        "at risk, with the true confidence": lambda x: model.at_risk(
            x, end, law.confidence(Value(x))
        ),
        "ε-private": model.private,
    }
    curves = [Curve(name, [(Value(x), of(x)) for x in places]) for name, of in lines.items()]
    least = cheapest(model, eps0)
    marks = [Mark("smallest, with γ₁", least.high, least.above)]
    if at is not None:
        marks.append(
            Mark("here, confidence given", as_eps(at[0]), model.at_risk(at[0], eps0, at[1]))
        )
    title = f"Compensation budget; E = {budget}, c = {rate}, ε₀ = {eps0}"
    return [Panel(title, LOSS, Axis("budget", "unit of E"), curves, (), marks).alone("cost")]


def samples_figures(n: str, rho: str, share: str, eps0: str, eps: str) -> list[Figure]:
    """How sure a sampled sensitivity is against the number of samples, alone and with the noise."""
    sizes = _sizes(10 * count(n, "n"))
    gamma1 = NoiseDifference(1).gamma1(eps, eps0)
    panels = []
    shown: dict[str, dict[str, Callable[[int], Number]]] = {
        "a fresh pair is within Δ_S": {
            "γ₂, the source": lambda m: printed_share(share, m, rho),
            "sound, by DKW": lambda m: sound_share(share, m, rho),
            "sound, by order": lambda m: exchangeable_share(share, m),
        },
        "… and |loss| ≤ ε": {
            "γ₁·γ₂, the source": lambda m: gamma1 * printed_share(share, m, rho),
            "sound": lambda m: sound_joint(share, m, eps, eps0),
        },
    }
    for title, lines in shown.items():
        curves = [Curve(name, [(Value(m), of(m)) for m in sizes]) for name, of in lines.items()]
        axes = Axis("samples n", scale="log10"), Axis("probability at least")
        panels.append(Panel(title, *axes, curves))
    caption = f"Sampled sensitivity; ρ = {rho}, q = {share}, ε₀ = {eps0}, ε = {eps}"
    return [Figure("samples", caption, panels)]


def _sizes(most: int) -> list[int]:
    """Whole numbers up to the most, eight for each power of ten."""
    ratios = (10, 13, 18, 24, 32, 42, 56, 75)
    sizes = {most}
    power = 1
    while power <= most:
        sizes |= {power * ratio // 10 for ratio in ratios if power * ratio // 10 <= most}
        power *= 10
    return sorted(sizes)


def compose_figures(
    n: str, delta: str, eps0: str, eps: str, confidence: str | None
) -> list[Figure]:
    """ε' of (ε', δ)-DP against the number of compositions; for Laplace noise the true one too."""
    most = count(n, "n")
    sizes = sorted({max(1, most * i // COMPOSED) for i in range(1, COMPOSED + 1)} | {1})
    law = Laplace(eps0)
    printed = confidence if confidence is not None else NoiseDifference(1).gamma1(eps, eps0)
    true = confidence if confidence is not None else law.confidence(eps)
    means = {
        "the source's ε'" if confidence is not None else "the source's ε', with γ₁":
            printed_mean(printed, eps, eps0),
        "ε' with tanh" if confidence is not None else "ε' with tanh and the true confidence":
            sharp_mean(true, eps, eps0),
    }  # fmt: skip
    curves = [
        Curve(name, [(Value(m), composed_eps(m, delta, eps0, mean)) for m in sizes])
        for name, mean in means.items()
    ]
    curves.append(Curve("n·ε₀", [(Value(m), law.largest * m) for m in sizes]))
    bands = []
    if confidence is None:
        ends = [(m, *composed_range(law, m, delta)) for m in sizes]
        lower: Points = [(Value(m), low) for m, low, _ in ends]
        bands = [Band("smallest true ε'", lower, [(Value(m), high) for m, _, high in ends])]
    title = f"n-fold composition; δ = {delta}, ε₀ = {eps0}, ε = {eps}"
    axes = Axis("compositions n"), Axis("ε'", "nats")
    return [Panel(title, *axes, curves, bands).alone("compose")]
