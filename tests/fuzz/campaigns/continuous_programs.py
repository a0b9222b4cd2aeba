"""Programs with continuous or integer noise, honest and tricky, against runs on sampled noise.

Each program is generated as source and decided by dpverify. Then the same function runs on floats
that are sampled here: probabilities of words that dpverify states exactly, and bounds of δ and ε,
must lie within what the counts allow. A word that is not known is a false statement outright.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import permutations
from random import Random
from typing import Any

import dpverify as dv
from dpverify.defs.errors import InputError, Undecided
from dpverify.defs.numbers import as_value
from dpverify.defs.programs.draw import Draw
from dpverify.defs.programs.mechanism import Mechanism
from tests.fuzz.campaign import Tally
from tests.fuzz.program_sources import source_of

FULL, SHORT = 500, 15
SAMPLES, WIDE = 4_000, 400
"""Runs on each input, and runs with noise that is ten times as wide: for rare words."""
SURPRISE = math.log(1e13)
"""Counts that are less likely than 10⁻¹³ contradict: of 500 programs of some 20 words each, one in
10⁹ would by chance."""
SECONDS = 5.0
GRID = 30
ENDS = (-2.0, 0.0, 2.0)
"""Released values are told apart at these."""

Counts = Mapping[str, Counter[str]]


class Sampled(Draw):
    """Noise as floats and ints, from Python's generator; shares nothing with dpverify's own.

    Floats are multiples of 2^-GRID, so that sums are not rounded: statements are about reals,
    in which −z + q + z is q. Like every draw of dpverify it has no dictionary of attributes, so
    that a program which asks for one learns nothing from the kind of draw.
    """

    __slots__ = ("_random", "_wide")

    def __init__(self, random: Random, wide: float = 1.0) -> None:
        self._random, self._wide = random, wide

    def _size(self, scale: Any) -> float:
        return float(scale) * self._wide

    def laplace(self, scale: Any) -> float:
        size = self.exponential(scale)
        return size if self._random.random() < 0.5 else -size

    def exponential(self, scale: Any) -> float:
        return on_grid(self._random.expovariate(1 / self._size(scale)))

    def gaussian(self, sigma: Any) -> float:
        return on_grid(self._random.gauss(0.0, self._size(sigma)))

    def uniform(self, values: Any, high: Any = None) -> Any:
        return on_grid(self._random.uniform(float(values), float(high)))

    def discrete_laplace(self, scale: Any = None, **_: Any) -> int:
        return self._geometric(self._size(scale)) - self._geometric(self._size(scale))

    def geometric(self, ratio: Any, **_: Any) -> int:
        return self._geometric(self._wide / -math.log(as_value(ratio).approx()))

    def _geometric(self, scale: float) -> int:
        """k with probability in proportion to e^{−k/scale}: the whole part of exponential noise."""
        return math.floor(self._random.expovariate(1 / scale))

    def _take(self, law: Any) -> Any:
        raise AssertionError(law)


def on_grid(size: float) -> float:
    """The next number on the grid."""
    return math.ldexp(round(math.ldexp(size, GRID)), -GRID)


def run(attacks: int, seed: int) -> Tally:
    """Make that many programs; the same seed makes the same ones."""
    tally = Tally()
    for number in range(attacks):
        random = Random(f"{seed} {number}")  # noqa: S311  a seeded sample
        source = source_of(random)
        try:
            outcome, contradiction = attack(source, random)
        except (InputError, Undecided) as refusal:
            tally.count("unknown" if isinstance(refusal, Undecided) else "refused")
            continue
        except Exception as error:  # noqa: BLE001  whatever it is, it is a fault
            told = " ".join(str(error).split())[:300]
            tally.fault("internal errors", f"{type(error).__name__}: {told}\n{source}")
            continue
        if contradiction is None:
            tally.count(outcome)
        else:
            tally.fault("false statements", f"{contradiction}\n{source}")
    return tally


def attack(source: str, random: Random) -> tuple[str, str | None]:
    """Decide one program; what was said of it, and what contradicts that."""
    found = loaded(source)
    claims = statements(found, random)
    counts = counted(found, random, SAMPLES)
    rare = counted(found, random, WIDE, wide=10.0)
    problems = []
    if "channel" in claims:
        problems.append(against_channel(claims["channel"], counts, rare))
    if "delta" in claims:
        eps, low, high = claims["delta"]
        problems.append(against_delta(eps, low, high, counts))
    if "eps" in claims:
        problems.append(against_eps(claims["eps"], counts))
    return "decided " + ", ".join(sorted(claims)), next(filter(None, problems), None)


def loaded(source: str) -> Mechanism:
    """The mechanism of a generated module."""
    space: dict[str, Any] = {"__name__": "generated"}
    exec(compile(source, "generated", "exec"), space)  # noqa: S102  our own text
    made: Mechanism = space["program"]
    return made


def statements(found: Mechanism, random: Random) -> dict[str, Any]:
    """What dpverify says: the channel, a bound of ε, bounds of δ at an ε.

    Raises: InputError, Undecided where it says none of these.
    """
    claims: dict[str, Any] = {}
    refusal: Exception | None = None
    asked: list[Callable[[], None]] = []
    whole = bool(found.about.get("whole"))

    def channel() -> None:
        claims["channel"] = dv.channel_of(found)

    def eps() -> None:
        measured = dv.measure(found, "pure-dp", all_inputs=whole, time_limit=SECONDS)
        claims["eps"] = upper(measured.tight["eps"])

    def delta() -> None:
        at = random.choice((0, Fraction(1, 2), 1))
        measured = dv.measure(found, "approx-dp", eps=at, time_limit=SECONDS)
        claims["delta"] = float(at), lower(measured.tight["delta"]), upper(measured.tight["delta"])

    asked = [eps] if whole else [channel, eps, delta]
    for ask in asked:
        try:
            ask()
        except (InputError, Undecided) as error:
            refusal = error
    if not claims and refusal is not None:
        raise refusal
    return claims


def lower(number: Any) -> float:
    """A number, or the lower of its bounds, as a float."""
    bound = getattr(number, "lower", None)
    return float(Fraction(str(bound))) if bound is not None else approximate(number)


def upper(number: Any) -> float:
    """A number, or the upper of its bounds, as a float."""
    if not hasattr(number, "upper"):
        return approximate(number)
    return math.inf if number.upper is None else float(Fraction(str(number.upper)))


def approximate(number: Any) -> float:
    """An exact number as a float."""
    return math.inf if getattr(number, "is_infinite", False) else float(number.approx())


def counted(found: Mechanism, random: Random, runs: int, *, wide: float = 1.0) -> Counts:
    """How often the program returns each word, on each input."""
    counts = {}
    for label, given in found.cases().items():
        draw, play = Sampled(random, wide), found.run(given)
        counts[label] = Counter(word_of(play(draw)) for _ in range(runs))
    return counts


def word_of(output: Any) -> str:
    """The output as text; of a float alone between which ends it lies."""
    if isinstance(output, (tuple, list)):
        inside = ", ".join(map(word_of, output)) + ("," if len(output) == 1 else "")
        return f"({inside})" if isinstance(output, tuple) else f"[{inside}]"
    if isinstance(output, float):
        return f"<{sum(output > end for end in ENDS)}>"
    return output if isinstance(output, str) else repr(output)  # texts here are single words


def against_channel(channel: dv.Channel, counts: Counts, rare: Counts) -> str | None:
    """What contradicts the stated probabilities."""
    for label in channel.inputs:
        for word, count in (*counts[label].items(), *((w, -1) for w in rare[label])):
            p = channel.probability(label, word).approx() if word in channel.outputs else 0.0
            if p == 0:
                return f"on {label} the word {word} has probability 0 and occurs"
            if count >= 0 and surprise(count, SAMPLES, p) > SURPRISE:
                return f"on {label} the word {word} has probability {p}; {count} of {SAMPLES}"
        for word in channel.outputs:
            p = channel.probability(label, word).approx()
            if surprise(counts[label][word], SAMPLES, p) > SURPRISE:
                return f"on {label} the word {word} has probability {p} and is rare"
    return None


def against_delta(eps: float, low: float, high: float, counts: Counts) -> str | None:
    """What contradicts bounds of the smallest δ.

    Cells of released values make the event coarser, so that they show a lower bound of δ alone.
    """
    words = {word for law in counts.values() for word in law}
    told = any("<" in word for word in words)
    least = most = 0.0
    for one, other in permutations(counts, 2):
        under = over = 0.0
        for word in words:
            p, q = (interval(counts[label][word], SAMPLES) for label in (one, other))
            under += max(0.0, p[0] - math.exp(eps) * q[1])
            over += max(0.0, p[1] - math.exp(eps) * q[0])
        least, most = max(least, under), max(most, over)
    if least > high:
        return f"delta at {eps} is at most {high}, and by the counts at least {least}"
    if not told and low > most + interval(0, SAMPLES)[1]:
        return f"delta at {eps} is at least {low}, and by the counts at most {most}"
    return None


def against_eps(eps: float, counts: Counts) -> str | None:
    """What contradicts an upper bound of ε."""
    if eps > 700:
        return None
    for one, other in permutations(counts, 2):
        for word, count in counts[one].items():
            p, q = interval(count, SAMPLES), interval(counts[other][word], SAMPLES)
            if p[0] > math.exp(eps) * q[1]:
                return f"eps is at most {eps}, and {word} is likelier on {one} than on {other}"
    return None


def surprise(count: int, runs: int, p: float) -> float:
    """−log of how likely a frequency this far from p is, at most (Chernoff 1952)."""
    f = count / runs
    if p >= 1:
        return 0.0 if count == runs else math.inf
    if p <= 0:
        return math.inf if count else 0.0
    parts = ((f, p), (1 - f, 1 - p))
    return runs * sum(a * math.log(a / b) for a, b in parts if a > 0)


def interval(count: int, runs: int) -> tuple[float, float]:
    """The probabilities that a count does not contradict."""
    f = count / runs
    return _end(count, runs, f, 0.0), _end(count, runs, f, 1.0)


def _end(count: int, runs: int, inside: float, outside: float) -> float:
    """Where probabilities begin to be contradicted, from outside by bisection."""
    if surprise(count, runs, outside) <= SURPRISE:
        return outside
    for _ in range(40):
        middle = (inside + outside) / 2
        if surprise(count, runs, middle) > SURPRISE:
            outside = middle
        else:
            inside = middle
    return outside
