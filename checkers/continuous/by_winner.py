"""The privacy loss of a noisy argmax over all real inputs, for a thousand entries as for three.

From above the noise of the winner is shifted alone, by as much as another entry can gain on it.
From below that entry falls and all others rise, step after step: where the winner's noise does not
make up for it, no one else's does. Both are about the first entry, and so about every one
(`kernel/argmax.py`), and confirmed in fractions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from dpverify.checkers.answers.documents import Alignment, Approached
from dpverify.checkers.answers.places import WordPlace
from dpverify.checkers.continuous.bound import in_nats
from dpverify.checkers.continuous.certificates import stated_alignment, stated_decay
from dpverify.checkers.continuous.program import Program
from dpverify.checkers.kernel.certificates.alignment import (
    Affine,
    Certificate,
    Shifted,
    certified,
    family_moved,
)
from dpverify.checkers.kernel.certificates.decay import Decay, Multipliers, decay_rate
from dpverify.checkers.kernel.certificates.steps import sides
from dpverify.checkers.kernel.many_entries import written_input
from dpverify.checkers.kernel.outcome import Fault
from dpverify.defs.documents.argmax import FIRST, Argmax
from dpverify.defs.documents.traced import exact_law, is_one_sided
from dpverify.defs.errors import InternalError, Undecided
from dpverify.defs.numbers import Loss, Value
from dpverify.defs.numbers.exponential_polynomial import ExpPoly

ROUNDS = 24
"""Doublings of the distance of the winner from all others that are tried."""
ZERO, ONE = Fraction(0), Fraction(1)
Tick = Callable[[], None]


@dataclass(frozen=True)
class ByWinner:
    """The bound from above, in units of ε where the program has that symbol, and what shows it."""

    bound: Fraction
    certificate: Certificate
    lead: bool

    def stated(self) -> Alignment:
        """The certificate as a result holds it."""
        return stated_alignment(self.certificate, {FIRST: 0} if self.lead else {})


@dataclass(frozen=True)
class Losing:
    """A walk of neighbours on which the first entry is the largest less and less often.

    Args: rate of the decay, in units of ε where the program has that symbol.
    """

    program: Program
    rate: Fraction
    decay: Decay

    @property
    def loss(self) -> Loss:
        """What the walk shows."""
        return in_nats(self.rate * (self.program.eps if self.program.symbolic else ONE))

    def approached(self) -> Approached:
        """How a result shows that the loss is approached."""
        first, *_, last = self.decay.move
        others = len(self.decay.move) - 1
        here, there = (
            f"({_along(first, step)}, {_along(last, step)} ×{others})" for step in (0, 1)
        )
        return Approached((here, there), FIRST, decay=stated_decay(self.decay))

    def place(self, wanted: Callable[[Value, Value], bool], tick: Tick) -> WordPlace | None:
        """Two inputs in numbers on which two probabilities are as wanted; None if none is found."""
        argmax, (first, *_, last) = _argmax(self.program), self.decay.move
        eps = self.program.eps if argmax.symbolic else ONE
        for step in (0, *(2**k for k in range(ROUNDS))):
            tick()
            p, q = (behind(argmax, k * (last - first)).at(eps) for k in (step, step + 1))
            if wanted(p, q):
                entries = tuple(tuple(k * m for m in self.decay.move) for k in (step, step + 1))
                labels = written_input(entries[0]), written_input(entries[1])
                return WordPlace(labels, FIRST, (), (p, q), {}, (entries[0], entries[1]))
        return None


def behind(argmax: Argmax, distance: Fraction) -> ExpPoly:
    """The probability that the first entry is the largest, a distance ≥ 0 behind all others.

    With m others, noise of scale b and E = e^{−distance/b} it is ∫ f(z)·F(z − distance)^m dz:

        exponential   E/(m + 1)
        Laplace       ((1 − h)/(m + 1) + h/(m − 1))·E + h·(1/(m + 1) − 1/(m − 1))·E^m,  h = 2^{−m−1}

    from z > distance, where F = 1 − u with u = e^{−(z − distance)/b}, or half of that; and for
    Laplace noise from z < 0 and from what lies between, where F^m is an exponential.
    """
    others, rate = argmax.count - 1, -distance / argmax.noise.scale
    if is_one_sided(argmax.noise.law):
        return ExpPoly.in_eps({(0, rate): Fraction(1, others + 1)})
    far, near, half = (
        Fraction(1, others + 1),
        Fraction(1, others - 1),
        Fraction(1, 2 ** (others + 1)),
    )
    terms = dict[tuple[int, Fraction], Fraction]()
    for power, factor in ((1, (1 - half) * far + half * near), (others, half * (far - near))):
        key = 0, power * rate
        terms[key] = terms.get(key, ZERO) + factor
    return ExpPoly.in_eps(terms)


def _along(move: Fraction, steps: int) -> str:
    """An entry of a walk after g steps, and so many more."""
    sign = "-" if move < 0 else ""
    size = "" if abs(move) == 1 else f"{abs(move)}*"
    return f"{sign}{size}g" + (f" {'-' if move < 0 else '+'} {abs(move * steps)}" * bool(steps))


def _argmax(program: Program) -> Argmax:
    if program.argmax is None:
        raise InternalError("the program is not given as an argmax")
    return program.argmax


def by_winner(program: Program) -> ByWinner | None:
    """The bound from above; None where a lead is told with noise whose shift does not keep it.

    Raises: Undecided where entries do not all move alike.
    """
    argmax, boxes = _argmax(program), program.relation.boxes()
    alike = sides(boxes)
    if argmax.lead:
        if exact_law(argmax.noise.law) != "laplace":
            return None
        return ByWinner(max(high - low for low, high in alike) / argmax.noise.scale, {}, True)
    shifts = []
    for _, high in alike:
        by = Affine(high, ((0, -ONE),))  # at least 0: the winner moves by no more than that
        shifts.append({0: Shifted(by, by)})
    certificate = {FIRST: [shifts]}
    words = family_moved(argmax.first, argmax.entries)
    return ByWinner(certified(argmax.first.noises, words, boxes, certificate), certificate, False)


def goes_far(program: Program) -> bool:
    """Whether all entries move alike, and one may fall by all while the others rise by all."""
    try:
        move = _worst(program)
    except Undecided:
        return False
    return not program.relation.of_records and program.relation.contains(move)


def _worst(program: Program) -> tuple[Fraction, ...]:
    """The move on which the first entry loses most against all others."""
    low, high = max(sides(program.relation.boxes()), key=lambda side: side[1] - side[0])
    return (low, *[high] * (_argmax(program).count - 1))


def losing(program: Program) -> Losing:
    """The walk from below of a program that `goes_far`."""
    argmax, move = _argmax(program), _worst(program)
    multipliers = Multipliers((1 / argmax.noise.scale, *[ZERO] * (argmax.count - 2)), ())
    # A point inside: the winner is one above all others; exponential noise is above 0.
    noises = (Fraction(2), *[ONE] * (argmax.count - 1))
    decay = Decay(move, (ZERO,) * argmax.count, 0, noises, (multipliers,), False)
    step, first = tuple((m, m) for m in move), argmax.first
    try:
        rate = decay_rate(first.noises, first.words[FIRST], argmax.entries, (step,), decay)
    except Fault as fault:
        raise InternalError(f"the walk of an argmax: {fault}") from None
    if rate is None:
        raise Undecided("unsupported", "the walk of an argmax has no rate")
    return Losing(program, rate, decay)
