"""The checker of the largest posterior: corrupted certificates are refused."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from dpverify.checkers.kernel.certificates.worst_posterior import Certificate, Fault, certified
from dpverify.checkers.worst_posterior import worst_posterior
from dpverify.defs.guessing import Space
from dpverify.defs.numbers import Loss, ln
from tests.defs.guessing.spaces import random_space, seeded

LINE = Space.line([0, 1, 2, 3], ["1/4"] * 4, [0, 3])
GOOD = worst_posterior(LINE, ln(2)).certificate


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"potentials": GOOD.potentials[:3]}, "one potential"),
        ({"parents": GOOD.parents[:3]}, "one potential"),
        ({"potentials": (Fraction(9), *GOOD.potentials[1:])}, "too far apart"),
        ({"potentials": (Fraction(0),) * 4}, "not tight"),
        ({"parents": (1, 0, 1, 2)}, "no forest"),
        ({"parents": (None, 0, 1, 7)}, "no input"),
        ({"parents": (None, 0, None, 2)}, "two trees"),
    ],
)
def test_what_is_no_certificate(change: dict[str, tuple[Fraction, ...]], message: str) -> None:
    with pytest.raises(Fault, match=message):
        certified(LINE, ln(2), replace(GOOD, **change))  # type: ignore[arg-type]


def test_a_negative_flow_names_its_edge() -> None:
    """A vertex that is not optimal: everything falls from 0, the other end included."""
    falling = Certificate(tuple(map(Fraction, (0, -1, -2, -3))), (None, 0, 1, 2))
    with pytest.raises(Fault, match="negative") as refused:
        certified(LINE, ln(2), falling)
    assert refused.value.edge is not None


def test_a_negative_eps_is_refused() -> None:
    with pytest.raises(Fault):
        certified(LINE, Loss(-1), GOOD)


def test_corrupted_certificates_never_show_another_value() -> None:
    """Of 100 spaces, each potential and parent changed: refused, or the same value."""
    draw = seeded(21)
    refused = 0
    for _ in range(100):
        space = random_space(draw, 5)
        found = worst_posterior(space, ln(4))
        good = found.certificate
        for x in range(space.size):
            potentials, parents = list(good.potentials), list(good.parents)
            potentials[x] += Fraction(draw.choice([-2, 2, 1]), 2)
            parents[x] = draw.choice([None, *range(space.size)])
            for forged in (
                replace(good, potentials=tuple(potentials)),
                replace(good, parents=tuple(parents)),
                Certificate(tuple(potentials), tuple(parents)),
            ):
                try:
                    assert certified(space, ln(4), forged) == found.value
                except Fault:
                    refused += 1
    assert refused > 500
