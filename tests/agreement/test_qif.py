"""PyPI's qif, an implementation of quantitative information flow in floats, says the same.

It is an optional package: `make compare` installs it. Its logarithms are to base 2, ours natural.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import isclose, log
from typing import Any

import numpy as np
import pytest

import dpverify as dv
from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Loss, Value
from dpverify.defs.operations import post_process
from tests.defs.matrices import names

qif = pytest.importorskip("qif", reason="qif is not installed; `make compare` adds it")

CHANNELS = 200
LARGEST = 8
Case = tuple[Channel, list[Fraction], list[list[Fraction]]]
Floats = np.ndarray[Any, np.dtype[np.float64]]


def drawn(generator: random.Random, n: int, m: int) -> list[list[Fraction]]:
    """Rows of random weights, a fifth of them 0."""
    rows = []
    for _ in range(n):
        weights = [generator.choice([0, 1, 1, 1, 1]) * generator.randint(1, 99) for _ in range(m)]
        weights[generator.randrange(m)] += 1
        rows.append([Fraction(weight, sum(weights)) for weight in weights])
    return rows


def cases() -> list[Case]:
    """200 channels with a prior and a gain matrix, 2 to 8 inputs, 1 to 8 outputs."""
    generator = random.Random(20240527)  # noqa: S311  a sample, no secret
    made = []
    for _ in range(CHANNELS):
        n, m = generator.randint(2, LARGEST), generator.randint(1, LARGEST)
        channel = Channel(names("x", n), names("y", m), drawn(generator, n, m))
        made.append((channel, drawn(generator, 1, n)[0], drawn(generator, 3, n)))
    return made


CASES = cases()


def floats(rows: list[list[Fraction]]) -> Floats:
    return np.array([[float(cell) for cell in row] for row in rows])


def matrix(channel: Channel) -> Floats:
    return np.array([[p.approx() for p in channel.row(x)] for x in range(len(channel.inputs))])


def vector(prior: list[Fraction]) -> Floats:
    return np.array([float(p) for p in prior])


@dataclass(frozen=True)
class InFloats:
    """A case as qif takes it: channel, prior, gain matrix."""

    c: Floats
    pi: Floats
    g: Floats


MEASURES: dict[str, tuple[Callable[[Case], Any], Callable[[InFloats], float]]] = {
    "Bayes vulnerability": (
        lambda case: dv.bayes_vulnerability(case[1]),
        lambda f: qif.measure.bayes_vuln.prior(f.pi),
    ),
    "posterior Bayes vulnerability": (
        lambda case: dv.posterior_bayes_vulnerability(case[0], case[1]),
        lambda f: qif.measure.bayes_vuln.posterior(f.pi, f.c),
    ),
    "g-vulnerability": (
        lambda case: dv.g_vulnerability(case[1], case[2]),
        lambda f: qif.measure.g_vuln.prior(f.g, f.pi),
    ),
    "posterior g-vulnerability": (
        lambda case: dv.posterior_g_vulnerability(case[0], case[2], case[1]),
        lambda f: qif.measure.g_vuln.posterior(f.g, f.pi, f.c),
    ),
    "min-entropy leakage": (
        lambda case: dv.min_entropy_leakage(case[0], case[1]),
        lambda f: qif.measure.bayes_vuln.min_entropy_leakage(f.pi, f.c) * log(2),
    ),
    "Bayes capacity": (
        lambda case: dv.bayes_capacity(case[0]),
        lambda f: qif.measure.bayes_vuln.mult_capacity(f.c),
    ),
    "Shannon entropy": (
        lambda case: dv.shannon_entropy(case[1]),
        lambda f: qif.measure.shannon.prior(f.pi) * log(2),
    ),
    "Shannon leakage": (
        lambda case: dv.shannon_leakage(case[0], case[1]),
        lambda f: qif.measure.shannon.add_leakage(f.pi, f.c) * log(2),
    ),
}


@pytest.mark.parametrize("name", MEASURES)
def test_measures_agree(name: str) -> None:
    """On 200 random channels to 1e-9; what is computed here is exact."""
    ours, theirs = MEASURES[name]
    for case in CASES:
        channel, prior, gain = case
        number = ours(case)
        assert isinstance(number, (Value, Loss))
        found = theirs(InFloats(matrix(channel), vector(prior), floats(gain)))
        assert isclose(number.approx(), found, rel_tol=1e-9, abs_tol=1e-9), case


@pytest.mark.slow
def test_capacities_agree() -> None:
    """Theirs lies within the bounds of ours, widened by the precision of 1e-9 asked of theirs."""
    for channel, _, _ in CASES:
        found = dv.shannon_capacity(channel)
        theirs = qif.measure.shannon.add_capacity(matrix(channel), 1e-10)[0] * log(2)
        assert found.lower.approx() - 1e-9 <= theirs <= found.upper.approx() + 1e-9
        assert (found.upper - found.lower).approx() < 1e-9


def test_hyper_distributions_agree() -> None:
    """Outers and inners, in whatever order; beliefs that floats tell apart are added up."""
    for channel, prior, _ in CASES:
        outer, inners = qif.channel.hyper(matrix(channel), vector(prior))
        hyper = dv.observe(channel, prior)
        for weight, inner in zip(hyper.outer, hyper.inners, strict=True):
            belief = np.array([p.approx() for p in inner])
            near = [np.allclose(inners[:, k], belief, atol=1e-9) for k in range(inners.shape[1])]
            assert isclose(sum(outer[near]), weight.approx(), abs_tol=1e-9)


def test_refinements_agree() -> None:
    """A and A·R, and pairs of channels that have nothing to do with each other."""
    generator = random.Random(9)  # noqa: S311  a sample, no secret
    answers = set()
    for number, (channel, _, _) in enumerate(CASES[:100]):
        n, m = len(channel.inputs), len(channel.outputs)
        if number % 2:
            other = Channel(channel.inputs, names("z", 3), drawn(generator, n, 3))
        elif m < 2:
            continue
        else:
            kernel = Channel(channel.outputs, names("z", 3), drawn(generator, m, 3))
            other = post_process(channel, kernel)
        ours = dv.refinement(channel, other).holds
        assert bool(qif.refinement.refined_by(matrix(channel), matrix(other))) == ours
        answers.add(ours)
    assert answers == {True, False}
