"""Each law that a program may release: drawn by the audit, and its forged documents refused.

One row for a law. *Sampled*: the audit draws it anew (`checkers/audit/draws.py`), on both inputs,
and counts an event worked out by hand, of all outputs that are likelier on the input 1. Its two
frequencies must differ by the total variation that is answered, and not by 1.3 times that.
*Forged*: the document of each kind of answer (a measured number, a claim that holds, one that
fails) is accepted by the kernel, and refused when its number, its claim or its noise is another;
the digest of a program with other noise is made to fit.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import erfc, exp, log, sqrt
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.audit.draws import Doubles
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.kernel.programs import digest
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.programs import mechanism

Document = dict[str, Any]
COUNT = 20_000
RISK = 1e-6
"""Of a false alarm."""


def shifted(law: str, *size: Any) -> Any:
    """One number with noise of a law."""

    @mechanism(inputs=[0, 1])
    def value(x: int, draw: Any) -> Any:
        return x + getattr(draw, law)(*size)

    return value


@mechanism(inputs=[0, 1])
def truncated_laplace(x: int, draw: Any) -> Any:
    """A bounded domain: drawn again until the value lies in [0, 3]."""
    while True:
        value = x + draw.laplace(2)
        if 0 <= value <= 3:
            return value


@mechanism(inputs=[0, 1])
def truncated_gaussian(x: int, draw: Any) -> Any:
    """The same with Gaussian noise."""
    while True:
        value = x + draw.gaussian(1)
        if 0 <= value <= 3:
            return value


@mechanism(inputs=[0, 1])
def bounded_noise(x: int, draw: Any) -> Any:
    """Noise that is drawn again until it is at most 3."""
    while True:
        noise = draw.laplace(2)
        if abs(noise) <= 3:
            return x + noise


@mechanism(inputs=[0, 1])
def clamped(x: int, draw: Any) -> Any:
    return min(max(x + draw.laplace(2), 0), 3)


@mechanism(inputs=[0, 1])
def rounded(x: int, draw: Any) -> Any:
    return round(x + draw.laplace(2))


@mechanism(inputs=[0, 1])
def modulo(x: int, draw: Any) -> Any:
    return (x + draw.laplace(1)) % 4


@dataclass(frozen=True)
class Row:
    """A law: the program, and the outputs that are likelier on the input 1 than on 0."""

    program: Callable[[], Any]
    event: Callable[[float], bool]


def _library(name: str, **parameters: str) -> Callable[[], Any]:
    return lambda: library_mechanism(name).with_parameters(**parameters)


def _truncated(
    make: Any, loss: Callable[[float], float], distribution: Callable[[float], float]
) -> Row:
    """Kept on [0, 3] with probability Z: likelier where the loss of one try is above ln(Z₁/Z₀)."""
    first = distribution(2) - distribution(-1)
    level = log(first / (distribution(3) - distribution(0)))
    return Row(lambda: make, lambda z: loss(z) > level)


def _normal(x: float) -> float:
    """P(N ≤ x) for the standard normal law."""
    return erfc(-x / sqrt(2)) / 2


def _laplace(x: float) -> float:
    """P(X ≤ x) for Laplace noise of scale 2."""
    return exp(x / 2) / 2 if x < 0 else 1 - exp(-x / 2) / 2


ALONE: dict[str, Row] = {
    "gaussian": Row(lambda: shifted("gaussian", 1), lambda z: z > 1 / 2),
    # the density e^(−y−e^(−y)) of z − 1 and of z are equal where e^(−z) = 1/(e − 1)
    "gumbel": Row(lambda: shifted("gumbel", 1), lambda z: z > log(1.718281828459045)),
    "logistic": Row(lambda: shifted("logistic", 1), lambda z: z > 1 / 2),
    "discrete Laplace": Row(lambda: shifted("discrete_laplace", 2), lambda z: z >= 1),
    "geometric": Row(lambda: shifted("geometric", "exp(-1/2)"), lambda z: z >= 1),
    "discrete Gaussian": Row(lambda: shifted("discrete_gaussian", 2), lambda z: z >= 1),
    "Skellam": Row(lambda: shifted("skellam", 4), lambda z: z >= 1),
    "Poisson": Row(lambda: shifted("poisson", 3), lambda z: z >= 4),  # z/λ > 1
    # z/(11 − z)·(2/3)/(1/3) > 1
    "binomial": Row(lambda: shifted("binomial", 10, "1/3"), lambda z: z >= 4),
}  # fmt: skip
OTHERS: dict[str, Row] = {
    "truncated Laplace": _truncated(
        truncated_laplace, lambda z: (abs(z) - abs(z - 1)) / 2, _laplace
    ),
    "truncated Gaussian": _truncated(
        truncated_gaussian, lambda z: z - 1 / 2, _normal
    ),
    "bounded noise": Row(lambda: bounded_noise, lambda z: z > 1 / 2),
    "clamped Laplace": Row(lambda: clamped, lambda z: z > 1 / 2),
    "rounded Laplace": Row(lambda: rounded, lambda z: z >= 1),
    # around a circle of length 4 both are symmetric, and 1 is nearer than 0 between 1/2 and 5/2
    "Laplace modulo 4": Row(lambda: modulo, lambda z: 1 / 2 < z < 5 / 2),
    "subsampled Laplace": Row(
        _library("continuous-poisson-subsampled-laplace", q="3/4", eps="2"), lambda z: z > 1 / 2
    ),
    "subsampled Gaussian": Row(
        _library("continuous-poisson-subsampled-gaussian", q="3/4"), lambda z: z > 1 / 2
    ),
    "staircase": Row(_library("continuous-staircase"), lambda z: z > 1 / 2),
    "Tulap": Row(_library("continuous-tulap"), lambda z: z > 1 / 2),
}  # fmt: skip
LAWS = {**ALONE, **OTHERS}
EACH = [
    *ALONE,
    # integrals of several densities take seconds
    *(pytest.param(name, marks=pytest.mark.slow) for name in OTHERS),
]


def fits(first: int, second: int, difference: float) -> bool:
    """Whether two frequencies differ as much, by Hoeffding's inequality for each."""
    slack = 2 * sqrt(log(4 / RISK) / (2 * COUNT))
    return abs((first - second) / COUNT - difference) <= slack


@pytest.mark.slow  # those released alone are sampled in tests/checkers/audit on every run
@pytest.mark.parametrize("name", LAWS)
def test_sampled(name: str) -> None:
    program, doubles = LAWS[name].program(), Doubles(11)
    exact = float(_document(name, "measured")["tight"]["delta"]["lower"])
    low, high = sorted(program.inputs)
    first, second = (
        sum(LAWS[name].event(program.run(x)(doubles)) for _ in range(COUNT)) for x in (high, low)
    )
    assert fits(first, second, exact)
    assert not fits(first, second, exact * 1.3)


@cache
def _text(name: str, kind: str) -> str:
    program = LAWS[name].program()
    if kind == "measured":
        return str(dv.measure(program, "total-variation").to_json())
    claimed = {"holds": "999/1000", "fails": "1/1000"}[kind]
    found = dv.check(program, dv.TotalVariation(delta=claimed))
    assert found.name == kind
    return str(found.to_json())


def _document(name: str, kind: str) -> Document:
    document: Document = json.loads(_text(name, kind))
    return document


def _figure(value: float) -> Document:
    return {"exact": None, "lower": f"{value - 1e-12:.15f}", "upper": f"{value + 1e-12:.15f}"}


def _another_number(document: Document, times: float) -> None:
    """The tight value and all that says the same, multiplied."""
    old = float(document["tight"]["delta"]["lower"])
    new = _figure(old * times)
    document["tight"]["delta"] = new
    for place in (document["attained_by"], *document.get("directions", [])):
        if "value" in place:
            place["value"] = new


def too_small(document: Document) -> None:
    _another_number(document, 0.9)


def too_large(document: Document) -> None:
    _another_number(document, 1.1)


def claims_less(document: Document) -> None:
    """It would hold for next to no δ."""
    document["given"]["delta"] = "1/1000"


def claims_more(document: Document) -> None:
    """It would fail for nearly every δ."""
    document["given"]["delta"] = "999/1000"
    document["witness"]["excess"] = _figure(0.001)


def other_inputs(document: Document) -> None:
    """The witness names an input twice."""
    document["witness"]["inputs"] = ["0", "0"]


def other_noise(document: Document) -> None:
    """Twice the scale of all noise, or another entry of a matrix."""
    subject = document["subject"]
    if "program" not in subject:
        subject["channel"]["matrix"][0][0] = "1/7"
        return
    for traced in subject["program"]["inputs"].values():
        noises = [noise for noise in traced["noises"] if noise["law"] != "coin"]
        for noise in noises:
            noise["scale"] = str(2 * Fraction(noise["scale"]))
    subject["digest"] = digest(subject["program"])


FORGED = {
    "measured": (too_small, too_large, other_noise),
    "holds": (too_small, claims_less, other_noise),
    "fails": (claims_more, other_inputs, other_noise),
}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("kind", FORGED)
@pytest.mark.parametrize("name", EACH)
def test_forged(name: str, kind: str) -> None:
    genuine = replay(_document(name, kind))
    assert genuine.status == "accepted", genuine.text
    for forge in FORGED[kind]:
        document = _document(name, kind)
        forge(document)
        assert replay(document).status == "rejected", forge.__name__
