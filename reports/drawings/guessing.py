"""Plots of `dpverify guess`: advantage against ε, by prior and by method; prior against posterior.

The first is the figure of Pankova, Laud 2022, Guessing advantage vs epsilon.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp
from typing import Final

from dpverify.checkers.guessing.answers import Answer, for_eps
from dpverify.checkers.guessing.goals import Goals
from dpverify.defs.guessing.advantage import Sign
from dpverify.defs.guessing.simplified_bound import simplified_bound, simplified_lower_bound
from dpverify.defs.guessing.worst_prior import most_advantage
from dpverify.defs.numbers import Loss, Number, Real, Value, ln
from dpverify.reports.drawings.figure import Axis, Band, Curve, Figure, Mark, Panel
from dpverify.reports.figures import decimal_of
from dpverify.reports.guess_report import MEANINGS

CHANCES: Final = tuple(Fraction(part, 20) for part in (1, 2, 5, 10, 15, 18))
STEPS: Final = 32
EVEN: Final = [Fraction(i, STEPS) for i in range(STEPS + 1)]
LP_STEPS: Final = 10
FINE: Final = 4096
FAR: Final = 8
"""ε up to 8/R, where the worst prior is guessed with an advantage of tanh 2 = .964."""
EPS: Final = Axis("ε per r", "nats")
LABELS: Final = {"gain": "advantage, posterior − prior", "drop": "advantage, prior − posterior"}


@dataclass(frozen=True)
class Guess:
    """What was found: the goals looked at, one answer for each method; ε where that was asked."""

    goals: Sequence[Goals]
    answers: Sequence[Answer]
    asked_eps: Loss | Real | None
    time_limit: float | None = None

    @property
    def radius(self) -> Fraction:
        """R, the largest distance."""
        return self.goals[0].radius

    @property
    def sign(self) -> Sign:
        """Which difference is the advantage."""
        return self.goals[0].sign


def guess_figures(guess: Guess) -> list[Figure]:
    """The three figures; the second is about the true value that is worst in the last answer.

    Raises: Undecided where a linear programme runs out of time.
    """
    return [_by_prior(guess), _by_method(guess), _posteriors(guess)]


def _by_prior(guess: Guess) -> Figure:
    radius = guess.radius
    places = [Loss(FAR / radius * i / STEPS) for i in range(STEPS + 1)]
    curves = [
        Curve(f"prior {chance}", [(eps, _allowed(chance, guess, eps)) for eps in places])
        for chance in CHANCES
    ]
    worst: list[tuple[Number, Number]] = [(eps, most_advantage(radius, eps)) for eps in places]
    curves.append(Curve("worst prior for each ε", worst))
    title = f"Largest advantage by the prior probability of a right guess, R = {radius}"
    return Panel(title, EPS, Axis(LABELS[guess.sign]), curves).alone("advantage-by-prior")


def _allowed(chance: Fraction, guess: Guess, eps: Loss) -> Number:
    """The advantage that the simplified bound allows at a prior probability."""
    p = Value(chance)
    if guess.sign == "gain":
        return simplified_bound(p, guess.radius, eps) - p
    return p - simplified_lower_bound(p, guess.radius, eps)


def _by_method(guess: Guess) -> Figure:
    """Each method's advantage for one goal, at ε with a rational e^(ε·unit): quick and exact."""
    goal = _worst_goal(guess)
    curves: dict[str, list[tuple[Number, Number]]] = {}
    for eps in _grid(guess, goal):
        for answer in for_eps([goal], eps, guess.time_limit):
            curves.setdefault(answer.method, []).append((eps, answer.advantage))
    about = ", ".join(_digits(Value(value)) for value in goal.at)
    title = f"Largest advantage by what is known; true value {about}"
    lines = [Curve(MEANINGS[method], points) for method, points in curves.items()]
    return Panel(title, EPS, Axis(LABELS[guess.sign]), lines).alone("advantage-by-method")


def _worst_goal(guess: Guess) -> Goals:
    at = guess.answers[-1].at
    return next((goal for goal in guess.goals if goal.at == at), guess.goals[0])


def _grid(guess: Guess, goal: Goals) -> list[Loss]:
    """ε = ln(1 + k·t)/unit, up to about the largest ε among the answers, or 8/R."""
    unit = goal.unit
    finite = [answer.eps.lower for answer in guess.answers if not answer.eps.upper.is_infinite]
    ends: Sequence[Loss | Real] = finite if guess.asked_eps is None else [guess.asked_eps]
    # Floats place the points and decide nothing.
    far = max((end.approx() for end in ends), default=0.0) * 1.5 or float(FAR / guess.radius)
    powers = [exp(far * unit * i / LP_STEPS) for i in range(LP_STEPS + 1)]
    steps = [Fraction(power).limit_denominator(FINE) for power in powers]
    places = [ln(Value(step)) * Value(1 / unit) for step in sorted(set(steps))]
    return [place if isinstance(place, Loss) else Loss(0) for place in places]


def _posteriors(guess: Guess) -> Figure:
    """Where posteriors lie for each prior, between the two simplified bounds, for some ε."""
    near = [Fraction(1, 2**k) for k in range(1, 13)]  # bands bend close to 0 and 1
    chances = [Value(p) for p in sorted({*EVEN, *near, *(1 - p for p in near)})]
    bands = []
    for name, eps in reversed(_shown_eps(guess)):
        lower = [(p, simplified_lower_bound(p, guess.radius, eps)) for p in chances]
        upper = [(p, simplified_bound(p, guess.radius, eps)) for p in chances]
        bands.append(Band(f"ε = {_digits(eps)}{name}", lower, upper))
    marks = [
        Mark(f"{MEANINGS[answer.method]}: its worst", answer.chance, answer.posterior)
        for answer in guess.answers
        if answer.posterior is not None and answer.method in ("worst prior", "tight")
    ]
    title = f"Posterior against prior of a right guess, R = {guess.radius}"
    axes = Axis("prior probability"), Axis("posterior probability")
    return Panel(title, *axes, (), bands, marks).alone("posterior-by-prior")


def _shown_eps(guess: Guess) -> list[tuple[str, Loss | Real]]:
    """The asked ε with its half and double, or the ε of the methods that were found."""
    if guess.asked_eps is not None:
        parts = (Fraction(1, 2), Fraction(1), Fraction(2))
        return [("", guess.asked_eps * Value(part)) for part in parts]
    return [
        (f" ({MEANINGS[answer.method]})", answer.eps.lower)
        for answer in guess.answers
        if answer.method in ("worst prior", "simplified", "tight")
        and not answer.eps.lower.is_infinite
    ]


def _digits(number: Number) -> str:
    return decimal_of(number).removeprefix("≈ ")
