"""Rows that need a method of their own: B16, B34, B40, B41."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

from flint import arb, fmpq

from dpverify.checkers.benchmark.row import Row, six_digits, unread
from dpverify.checkers.benchmark.validity import EPSILONS, rate_text
from dpverify.checkers.continuous.limits import limit
from dpverify.checkers.continuous.words import Words
from dpverify.checkers.decide import measure
from dpverify.checkers.floating_laplace import one_sided, share_one_sided
from dpverify.defs.continuous.trace import trace
from dpverify.defs.definitions.bounded_range import BoundedRange
from dpverify.defs.definitions.zcdp import ZCDP
from dpverify.defs.divergences.concentration import concentration
from dpverify.defs.divergences.renyi import kullback_leibler
from dpverify.defs.documents.shift import Shift
from dpverify.defs.errors import InternalError, Undecided
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.mechanisms.broken import floating_laplace
from dpverify.defs.numbers import Number, Value, exp
from dpverify.defs.numbers.balls import ball_bounds, working_precision
from dpverify.defs.numbers.decimals import decimal_text
from dpverify.defs.numbers.exponential_polynomial import ExpPoly
from dpverify.defs.programs.enumeration import channel_of
from dpverify.defs.programs.mechanism import Mechanism

BITS = 128
DRAWS = 200
HALF = Fraction(1, 2)
LEAST = Fraction(1, 10**9)
"""The least ε of the program on doubles, and one over the largest."""


def exponential_row(eps: Fraction) -> Row:
    """B16 over all counts: upper bounds e^{(ε/2)·(largest − least move)}, lower ones by limits.

    P(i) = w_i/Σw with w = e^{ε·count/2}. If counts move by m, P(i)/P'(i) = e^{−εm_i/2}·(Σw'/Σw),
    and the second factor is at most e^{ε·max m/2}.
    """
    values = {}
    for name, move in (("add or remove", (-1, 0)), ("replace one", (-1, 1))):
        rate = Fraction(max(move) - min(move), 2)
        here = [Shift.of(0, g=-1), Shift.of(0)]
        there = [x + Shift.of(m) for x, m in zip(here, move, strict=True)]
        weights = [[ExpPoly.exp(x * HALF) for x in side] for side in (here, there)]
        sums = [side[0] + side[1] for side in weights]
        reached = limit(weights[0][0] * sums[1], weights[1][0] * sums[0])
        if reached.numerator != reached.denominator * ExpPoly.exp(Shift.of(rate)):
            raise InternalError("the two bounds of the exponential mechanism do not meet")
        values[name] = rate, reached.attained
    rate, reached_there = values["replace one"]
    tight = ", ".join(f"{rate_text(k)} ({name})" for name, (k, _) in reversed(values.items()))
    return Row(
        id="B16",
        name="exponential-mechanism",
        parameters=f"eps={eps}",
        claim="ε",
        tight=tight,
        value=six_digits(Value(rate * eps)),
        attained="attained" if reached_there else "limit",
        verdict="holds" if rate <= 1 else "violates",
        witness="counts (−g, 0) against (−g − 1, 1), output 0, g → ∞",
        validity="every ε > 0, any number of candidates ≥ 2",
        evidence="an inequality for all counts, and a limit as an identity in ε",
        not_rechecked="all: no kernel reads an inequality for all counts",
    )


def delta_row(eps: Fraction) -> Row:
    """B34 on answers 0 or 1, n = 3, c = 1: the smallest δ at ε/2, by exact probabilities.

    The claims δ = e^{−1/32} and δ = e^{−4} are compared with it.
    """
    delta, pair, event = delta_of(eps)
    later = delta_of(2 * eps)[0]
    named = {"e^(−1/32)": Fraction(-1, 32), "e^(−4)": Fraction(-4)}
    texts = []
    with working_precision(BITS):
        for text, exponent in named.items():
            bound = arb(fmpq(exponent.numerator, exponent.denominator)).exp()
            verdicts = (_compared(each, bound) for each in (delta, later))
            texts.append(f"δ = {text} " + ", ".join(verdicts))
    return Row(
        id="B34δ",
        name="continuous-sparse-vector-delta",
        parameters=f"n=3,c=1,eps={eps}, answers 0 or 1",
        claim="(ε/2, 0)",
        tight=f"δ = {_digits(delta)} at ε/2",
        value=_digits(delta),
        attained="attained",
        verdict="violates" if delta > 0 else "unknown",
        witness=f"{pair[0]} against {pair[1]}, event {{{', '.join(event)}}}",
        validity=f"at ε = {eps}, {2 * eps} (there δ = {_digits(later)}): {'; '.join(texts)}",
        evidence="exact probabilities, compared in balls",
        not_rechecked="all: the largest δ over several pairs is made here, into no document",
    )


def _digits(ball: arb) -> str:
    return six_digits(Value(ball_bounds(ball)[0]))


def _compared(delta: arb, claim: arb) -> str:
    """What balls say of a claim about δ; where they overlap, nothing."""
    return "holds" if delta < claim else "fails" if delta > claim else "unknown"


Answers = tuple[int, ...]


def delta_of(eps: Fraction) -> tuple[arb, tuple[Answers, Answers], list[str]]:
    """The largest Σ max(0, P(w) − e^{ε/2}·Q(w)) over pairs of answers 0 or 1, n = 3, c = 1.

    Returns: δ in a ball, the pair, and the words of the event.
    Raises: Undecided where balls do not tell which δ is the largest, or that it is above 0.
    """
    program = library_mechanism("B34").with_parameters(n=3, c=1)
    laws = {}
    for given in product((0, 1), repeat=3):
        traced = trace(program, tuple(map(Shift.of, given)))
        words = Words(traced)
        laws[given] = {w: words.probability(w).ball(eps, bits=BITS) for w in traced.words}
    best, most, event = arb(0), arb(0), [""]
    where: tuple[Answers, Answers] = (), ()
    with working_precision(BITS):
        odds = (arb(fmpq(eps.numerator, eps.denominator)) / 2).exp()
        for one, two in product(laws, repeat=2):
            over = {w: p - odds * laws[two][w] for w, p in laws[one].items()}
            delta = sum((x.max(arb(0)) for x in over.values()), arb(0))
            most = most.max(delta.upper())
            if delta > best:
                best, where = delta, (one, two)
                event = [w for w, x in over.items() if x > 0]
        # A wide ball may hold a larger δ than the best that was told from the others.
        if not any(where) or most - best.lower() > best.lower() / 10**9:
            raise Undecided("precision", f"{BITS} bits do not tell which δ is the largest")
    return best, where, event


def two_candidates(eps: Fraction, *, flip: bool) -> Mechanism:
    """Permute-and-flip, or the exponential mechanism, at ε on two candidates of scores 0, 1, 2."""
    base: Number = exp(eps / 2)
    chosen = library_mechanism("permute-and-flip" if flip else "exponential-mechanism")
    return chosen.with_parameters(base=base, candidates=2, largest=2)


def concentrated_row(eps: Fraction, *, flip: bool) -> Row:
    """B40: ρ of permute-and-flip, or of the exponential mechanism, against ε²/8; two scores."""
    claim = eps * eps / 8
    name = "permute-and-flip" if flip else "exponential-mechanism"
    channel = channel_of(two_candidates(eps, flip=flip))
    claimed = ZCDP(rho=claim)
    extent, ruling = claimed.measured(channel), claimed.ruling(channel)
    bounded = isinstance(extent.value, tuple)
    low, high = extent.value if bounded else ball_bounds(extent.value.ball(BITS))
    order, (first, second) = extent.spot.shown["order"], extent.spot.inputs
    p, q = (channel.row(channel.inputs.index(label)) for label in ("(1, 1)", "(2, 0)"))
    cited = concentration(p, q).least.approx()
    spans = BoundedRange(eps).measured(channel).value.approx()
    broken = [str(each) for each in EPSILONS[::3] if flip and _broken_at(each)]
    elsewhere = f"violates at ε = {', '.join(broken)} (computed); " if broken else ""
    return Row(
        id="B40" if flip else "B40e",
        name=f"{name}, as zCDP",
        parameters=f"eps={eps}, scores 0, 1, 2 of two candidates",
        claim=f"ρ = ε²/8 = {six_digits(Value(claim))}",
        tight=f"ρ in [{_down(low)}, {_up(high)}]",
        value=six_digits(Value(low)),
        attained="limit" if order == "1" else "attained",
        verdict="holds" if ruling.violated is None else "violates",
        witness=f"{first} against {second}, α {'→' if order == '1' else '='} {order}",
        validity=f"{elsewhere}(1, 1) against (2, 0), the cited pair: ρ = {cited:.5f};"
        f" bounded range {spans:.6g}, and ε²/8 follows from {eps}",
        evidence="balls over all orders α",
        not_rechecked=unread(measure(channel, "zcdp"), "the cited pair, other values of ε"),
    )


def _down(low: fmpq) -> str:
    return decimal_text(low, 6, up=False)


def _up(high: fmpq) -> str:
    return decimal_text(high, 6, up=True)


def _broken_at(eps: Fraction) -> bool:
    """Whether permute-and-flip has D_1 > ε²/8 from (0, 1) to (1, 0); ρ is at least D_1."""
    pair = replace(two_candidates(eps, flip=True), inputs=[(0, 1), (1, 0)])
    channel = channel_of(pair)
    return bool(kullback_leibler(channel.row(0), channel.row(1)) > Value(eps * eps / 8))


def floating_row(eps: Fraction) -> Row:
    """B41: an output of count 0 that count 1 never gives, on the program itself."""
    if not LEAST <= eps <= 1 / LEAST:
        raise Undecided(
            "unsupported", f"the program draws with doubles; its ε is from {LEAST} to {1 / LEAST}"
        )
    scale = float(1 / eps)
    violation = one_sided(0.0, 1.0, scale)
    if violation is None or not violation.replayed:
        raise InternalError("no output of the floating-point mechanism tells two inputs apart")
    share = share_one_sided(0.0, 1.0, scale, DRAWS)
    broken = [each for each in EPSILONS if one_sided(0.0, 1.0, float(1 / each)) is not None]
    return Row(
        id=floating_laplace.ID,
        name=floating_laplace.NAME,
        parameters=f"eps={eps}",
        claim="ε",
        tight="∞",
        value="∞",
        attained="attained",
        verdict="violates",
        witness=f"count 0.0 with uniform number {violation.k}/2^53 gives {violation.output!r};"
        " count 1.0 never does",
        validity=f"{share} of {DRAWS} draws at count 0.0 are impossible at 1.0; violates at ε ="
        f" {', '.join(map(str, broken))} (computed)",
        evidence="the program run on doubles, every candidate tried",
        not_rechecked="all: no kernel runs programs on doubles",
    )
