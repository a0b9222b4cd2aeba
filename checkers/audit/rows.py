"""Each row of the benchmark in samples: its event, from the exact witness, on a pair of inputs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random

from flint import arb

from dpverify.checkers.audit import channels, words
from dpverify.checkers.audit.draws import Doubles
from dpverify.checkers.audit.interval import BITS, RISK, Counted, counted
from dpverify.checkers.benchmark.row import Row
from dpverify.checkers.benchmark.special import delta_of, two_candidates
from dpverify.checkers.benchmark.table import TWICE
from dpverify.checkers.continuous.words import Words
from dpverify.checkers.continuous.worst_inputs import worst_inputs
from dpverify.checkers.floating_laplace import uniforms_of
from dpverify.defs.continuous.trace import trace
from dpverify.defs.documents.shift import Shift
from dpverify.defs.errors import Undecided
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.mechanisms.broken.floating_laplace import UNITS, floating_laplace
from dpverify.defs.numbers import exp
from dpverify.defs.programs.divided import FAMILY, divided
from dpverify.defs.programs.labels import label_of
from dpverify.defs.programs.mechanism import Mechanism

Pair = tuple[Counted, Counted]
MOST_DOUBLES = 2000
"""Draws of B41 at most; for each, all uniform numbers near an output are tried."""
RARE = 10
"""An event that should occur in fewer samples than this says little."""


@dataclass(frozen=True)
class Audit:
    """What samples say of a row: both inputs of a pair, or why there are none.

    Args: pair the counts, empty where nothing was sampled; reason then; agrees whether all that is
        known exactly lies in its interval.
    """

    pair: tuple[Counted, ...]
    agrees: bool
    reason: str = ""
    known: tuple[bool, ...] = (True, True)
    """Of which probabilities the exact value is known; of the others, that they are not 0."""

    @property
    def rare(self) -> bool:
        """Whether the event is so rare that the samples say little."""
        return self.known[0] and max(counted.expected for counted in self.pair) < RARE

    def __str__(self) -> str:
        if not self.pair:
            return f"not sampled: {self.reason}"
        texts = "; ".join(map(_said, self.pair, self.known))
        word = "agrees" if self.agrees else "DISAGREES"
        return f"{word}{' (rare event)' if self.rare else ''}: {texts}"


def _said(counted: Counted, known: bool) -> str:
    what = f"{float(counted.exact.mid()):.5f}" if known else "p > 0"
    return (
        f"{what}, {counted.count} of {counted.samples} in [{counted.low:.5f}, {counted.high:.5f}]"
    )


def audit_row(row: Row, samples: int, seed: int) -> Audit:
    """The row's program, run with `Doubles`.

    Args: row as the benchmark makes it; samples > 0 for each input; seed an integer ≥ 0.
    """
    try:
        if row.id == "B41":
            return _floating(Fraction(_settings(row)["eps"]), min(samples, MOST_DOUBLES), seed)
        pair = _pair(row, samples, seed)
    except Undecided as reason:
        return Audit((), agrees=False, reason=str(reason))
    return Audit(pair, all(counted.agrees for counted in pair))


def _pair(row: Row, samples: int, seed: int) -> Pair:
    settings = _settings(row)
    eps = Fraction(settings["eps"]) if "eps" in settings else Fraction(1)
    if row.id == "B16":
        return _exponential(eps, samples, seed)
    if row.id == "B34δ":
        return _delta(eps, samples, seed)
    if row.id in ("B40", "B40e"):
        return channels.audited(two_candidates(eps, flip=row.id == "B40"), samples, seed)
    program = _program(row).with_parameters(**settings)
    if "moves" not in program.about:
        return channels.audited(program, samples, seed)
    worst = worst_inputs(program, row.relation or None)
    if worst.walk is None:
        raise Undecided("unsupported", "the loss is 0, and no event shows a difference")
    return words.audited(program, worst.family, worst.walk, samples, seed)


def _program(row: Row) -> Mechanism:
    family, _, base = row.id.partition(":")
    if family == FAMILY and base:
        return divided(library_mechanism(base), TWICE)
    return library_mechanism(row.name)


def _settings(row: Row) -> dict[str, str]:
    """The parameters as a target spells them, by name."""
    pairs = (part.partition("=") for part in row.parameters.split(", ")[0].split(","))
    return {name: value for name, _, value in pairs}


def _exponential(eps: Fraction, samples: int, seed: int) -> Pair:
    """B16, output 0 on (−1, 0) and (−2, 1): by weights exactly, by Gumbel noise in samples."""
    pair = []
    for number, (one, other) in enumerate(((-1, 0), (-2, 1))):
        weights = exp(eps * one / 2), exp(eps * other / 2)
        exact = (weights[0] / (weights[0] + weights[1])).ball(BITS)
        draw = Doubles(seed + number)
        count = sum(
            one + draw.gumbel(2 / eps) > other + draw.gumbel(2 / eps) for _ in range(samples)
        )
        pair.append(counted(exact, count, samples))
    return pair[0], pair[1]


def _delta(eps: Fraction, samples: int, seed: int) -> Pair:
    """B34 on answers 0 or 1: the event that attains δ."""
    program = library_mechanism("B34").with_parameters(n=3, c=1, eps=eps)
    _, inputs, event = delta_of(eps)
    pair = []
    for number, given in enumerate(inputs):
        traced = trace(program, tuple(map(Shift.of, given)))
        exact = sum((Words(traced).probability(w).ball(eps, bits=BITS) for w in event), arb(0))
        run, draw = program.run(given), Doubles(seed + number)
        count = sum(label_of(run(draw)) in event for _ in range(samples))
        pair.append(counted(exact, count, samples))
    return pair[0], pair[1]


def _floating(eps: Fraction, samples: int, seed: int) -> Audit:
    """B41, outputs that count 1 never gives: some at count 0, none at count 1.

    How likely they are at count 0 is not known exactly. One draw proves that it is not 0.
    """
    scale, other = float(1 / eps), 1.0
    pair = []
    for number, count in enumerate((0.0, other)):
        rng = Random(seed + number)  # noqa: S311  an audit, no secret
        outputs = (
            floating_laplace(count, int(rng.random() * UNITS), scale) for _ in range(samples)
        )
        alone = sum(not uniforms_of(output, other, scale) for output in outputs)
        pair.append(counted(arb(0), alone, samples))
    agrees = pair[0].count > 0 and pair[1].count == 0
    return Audit(tuple(pair), agrees, known=(False, True))


CONFIDENCE = f"1 − {float(RISK):.0e}"
