"""Random programs with coins beside noise, against densities on a grid of floats.

Each attack draws a few parts, each with a law, a scale, a place for each of two inputs and perhaps
an end at which its noise is cut off; a coin that may depend on the input chooses among them. What
is measured is compared with sums over a fine grid, and the largest loss with the largest one there.
The saved result goes through the kernel too. Nothing of dpverify computes the reference.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any, Final

import numpy as np

from dpverify.checkers.decide import check, measure
from dpverify.checkers.kernel.door import replay
from dpverify.defs.definitions.registry import definition
from dpverify.defs.errors import DpverifyError, InternalError, Undecided
from dpverify.defs.programs import mechanism
from tests.fuzz.campaign import Tally

FULL: Final = 150
SHORT: Final = 6
LIMIT: Final = 20.0
LAWS: Final = ("laplace", "gaussian", "exponential", "uniform", "gumbel", "logistic")
GRID: Final = 400_001
REACH: Final = 80.0
NEAR: Final = 2e-3
"""What sums over the grid may be off by, relatively and absolutely."""

Grid = Any


@dataclass(frozen=True)
class Part:
    """sign·noise + place of the input; with an end, noise above it is not released but told."""

    law: str
    scale: Fraction
    places: tuple[Fraction, Fraction]
    sign: int
    end: Fraction | None
    weights: tuple[int, int]


Case = tuple[Part, ...]


def run(attacks: int, seed: int) -> Tally:
    """Make that many attacks; the same seed draws the same ones."""
    tally = Tally()
    for number in range(attacks):
        random = Random(f"mixtures {seed} {number}")  # noqa: S311  attacks, no secret
        case, name = drawn(random), random.choice(sorted(REFERENCES))
        given = GIVEN[name](random)
        shown = f"seed {seed}, attack {number}: {name} with {given} of {case}"
        try:
            found = fault(case, name, given)
        except Undecided:
            tally.count("unknown")
        except InternalError as error:
            tally.fault("internal errors", f"{shown}: {error}")
        except DpverifyError as error:
            tally.fault("false statements", f"{shown}: refused: {error}")
        else:
            if found is None:
                tally.count("agrees")
            else:
                tally.fault("false statements", f"{shown}: {found}")
    return tally


def drawn(random: Random) -> Case:
    """One to three parts; half of the programs have parts that stand still."""
    still, few = random.random() < 0.5, random.sample(LAWS, 2)
    return tuple(_part(random, few, still) for _ in range(random.choice((1, 2, 2, 3))))


def _part(random: Random, laws: list[str], still: bool) -> Part:
    place = Fraction(random.choice((0, 0, 1, 2)))
    other = place if still else place + random.choice((Fraction(0), Fraction(1), Fraction(-1, 2)))
    cut = random.random() < 0.15
    return Part(
        random.choice(laws),
        random.choice((Fraction(1), Fraction(1), Fraction(1, 2), Fraction(3), Fraction(5))),
        (place, other),
        random.choice((1, 1, -1)),
        Fraction(random.choice((-1, 1, 2))) if cut else None,
        (random.randint(1, 4), random.randint(1, 4)),
    )


def program(case: Case) -> Any:
    """The case as a program."""
    chances = [
        {
            str(k): str(Fraction(part.weights[x], sum(each.weights[x] for each in case)))
            for k, part in enumerate(case)
        }
        for x in (0, 1)
    ]

    @mechanism(inputs=[0, 1], neighbours="all")
    def mixture(x: int, draw: Any) -> Any:
        part = case[int(draw.choice(chances[x]))]
        if part.law == "uniform":
            noise = draw.uniform(-part.scale, part.scale)
        else:
            noise = getattr(draw, part.law)(part.scale)
        if part.end is not None and noise > part.end:
            return "cut off"
        return part.places[x] + part.sign * noise

    return mixture


# ---------------------------------------------------------------- references


@dataclass(frozen=True)
class Laws:
    """Logarithms of both densities on the grid, the grid's steps, and the masses of the word."""

    logs: tuple[Grid, Grid]
    step: Grid
    words: tuple[float, float]


def log_density(part: Part, x: int, y: Grid) -> Grid:
    """ln of the density of what a part releases, −∞ where there is none."""
    s = float(part.scale)
    noise = (y - float(part.places[x])) * part.sign
    z = noise / s
    with np.errstate(over="ignore"):
        found = _standard(part.law, z) - np.log(s)
    if part.end is not None:
        found = np.where(noise <= float(part.end), found, -np.inf)
    return found


def _standard(law: str, z: Grid) -> Grid:
    """ln of the density of noise of scale 1."""
    match law:
        case "laplace":
            return -abs(z) - np.log(2)
        case "gaussian":
            return -z * z / 2 - np.log(np.sqrt(2 * np.pi))
        case "exponential":
            return np.where(z > 0, -z, -np.inf)
        case "uniform":
            return np.where(abs(z) < 1, -np.log(2), -np.inf)
        case "gumbel":
            return -z - np.exp(-z)
        case _:
            return -abs(z) - 2 * np.log1p(np.exp(-abs(z)))


def laws(case: Case, reach: float = REACH) -> Laws:
    """Of a case on its two inputs, on a grid as far as this on both sides."""
    y = np.linspace(-reach, reach, GRID) + 1e-7
    logs, words = [], []
    for x in (0, 1):
        total = sum(part.weights[x] for part in case)
        terms = [np.log(p.weights[x] / total) + log_density(p, x, y) for p in case]
        logs.append(np.logaddexp.reduce(terms, axis=0))
        words.append(1.0 - float(np.exp(logs[-1]).sum() * (y[1] - y[0])))
    if all(part.end is None for part in case):
        words = [0.0, 0.0]
    return Laws((logs[0], logs[1]), y[1] - y[0], (words[0], words[1]))


def _loss(found: Laws, x: int) -> Grid:
    """ln(p/q) where p is positive."""
    p, q = found.logs[x], found.logs[1 - x]
    inside = p > -np.inf
    return p[inside] - q[inside]


def _excess(found: Laws, eps: float) -> float:
    sizes = []
    for x in (0, 1):
        p, q = (np.exp(found.logs[k]) for k in (x, 1 - x))
        odds = float(np.exp(eps))
        told = max(0.0, found.words[x] - odds * found.words[1 - x])
        sizes.append(float(np.maximum(0, p - odds * q).sum() * found.step) + told)
    return max(sizes)


def _pure(found: Laws, _: Any) -> float:
    losses = [float(np.max(_loss(found, x))) for x in (0, 1)]
    if max(found.words) > NEAR:  # where neither is 0: the parts are the same on both inputs
        losses.append(abs(float(np.log(found.words[0] / found.words[1]))))
    return max(losses)


def _approx(found: Laws, given: Any) -> float:
    return _excess(found, float(Fraction(given["eps"])))


def _variation(found: Laws, _: Any) -> float:
    return _excess(found, 0.0)


def _beyond(found: Laws, given: Any) -> float:
    eps, sizes = float(Fraction(given["eps"])), []
    for x in (0, 1):
        p, q = found.logs[x], found.logs[1 - x]
        told = found.words[x] if found.words[x] > np.exp(eps) * found.words[1 - x] else 0.0
        inside = p > -np.inf
        sizes.append(float(np.exp(p[inside & (p > eps + q)]).sum() * found.step) + told)
    return max(sizes)


def _renyi(found: Laws, given: Any) -> float:
    alpha, sizes = float(Fraction(given["alpha"])), []
    for x in (0, 1):
        p, q = found.logs[x], found.logs[1 - x]
        inside = p > -np.inf
        with np.errstate(over="ignore"):
            whole = float(np.exp(alpha * p[inside] + (1 - alpha) * q[inside]).sum() * found.step)
        if max(found.words) > NEAR:
            whole += found.words[x] ** alpha * found.words[1 - x] ** (1 - alpha)
        sizes.append(float(np.log(whole) / (alpha - 1)))
    return max(sizes)


REFERENCES: Final[dict[str, Callable[[Laws, Any], float]]] = {
    "pure-dp": _pure,
    "approx-dp": _approx,
    "total-variation": _variation,
    "probabilistic-dp": _beyond,
    "renyi-dp": _renyi,
}
GIVEN: Final[dict[str, Callable[[Random], dict[str, Any]]]] = {
    "pure-dp": lambda _: {},
    "approx-dp": lambda random: {"eps": str(Fraction(random.randint(1, 40), 23))},
    "total-variation": lambda _: {},
    "probabilistic-dp": lambda random: {"eps": str(Fraction(random.randint(1, 40), 23))},
    "renyi-dp": lambda random: {"alpha": random.choice(("2", "3/2", "3"))},
}
KEY: Final = {"pure-dp": "eps", "renyi-dp": "eps"}


def fault(case: Case, name: str, given: dict[str, Any]) -> str | None:
    """What dpverify says that the grid contradicts; None where they agree."""
    found = measure(program(case), name, time_limit=LIMIT, **given)
    form = json.loads(found.to_json())
    outcome = replay(json.dumps(form))
    if outcome.status == "rejected":
        return f"the kernel rejects it: {outcome.text}"
    key = KEY.get(name, "delta")
    figure = form["tight"][key]
    wanted = REFERENCES[name](laws(case), given)
    if figure["lower"] == "inf":
        # The grid's value must go on growing where it ends.
        nearer = REFERENCES[name](laws(case, REACH / 2), given)
        ends = not np.isfinite(wanted) or wanted > nearer + NEAR
        return None if ends else f"says ∞, where {wanted} is on the grid"
    low, high = float(figure["lower"]), float(figure["upper"])
    room = NEAR * (1 + abs(wanted))
    if not low - room <= wanted <= high + room:
        return f"says {figure}, where {wanted} is true"
    return _claims(case, name, given, key, low, high)


def _claims(
    case: Case, name: str, given: dict[str, Any], key: str, low: float, high: float
) -> str | None:
    """Claims a little above and a little below what is tight."""
    for bound, holds in ((high + 0.01, True), (low - 0.01, False)):
        if bound < 0 or bound > (1 if key == "delta" else 1e6):
            continue
        claim = definition(name, **given, **{key: str(Fraction(bound).limit_denominator(10**6))})
        verdict = check(program(case), claim, time_limit=LIMIT)
        if verdict.holds != holds and not verdict.unknown:
            return f"{verdict.name} at {bound}"
    return None
