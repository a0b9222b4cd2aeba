"""The linear programmes of a walk, against decays that are known."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.checkers.continuous.decay_program import Pull, inside
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form, Noise, Path

F = Fraction
NOISES = (Noise("laplace", F(2)), Noise("laplace", F(4)))
ABOVE = Path((Form(((0, F(-1)), (1, F(1))), Shift.of(0, q=1)),))
"""q + z1 ≥ z0."""


def test_the_cheaper_noise_is_pulled() -> None:
    """P(z1 − z0 ≥ g) falls like e^{−g/4}: the wider noise does it."""
    found = Pull(NOISES, ABOVE, ["q"]).along([-1.0])
    assert found is not None
    assert found.rate == pytest.approx(0.25)
    assert found.slopes == pytest.approx((-0.25,))
    assert not found.impossible
    assert found.rounded(1000).conditions == (F(1, 4),)


def test_the_other_way() -> None:
    """The event becomes likely, and nothing is pulled."""
    found = Pull(NOISES, ABOVE, ["q"]).along([1.0])
    assert found is not None
    assert found.rate == pytest.approx(0)


def test_impossible() -> None:
    """q ≥ z with z ≥ 0 and q falling."""
    path = Path((Form(((0, F(-1)),), Shift.of(0, q=1)),))
    found = Pull((Noise("exponential", F(1)),), path, ["q"]).along([-1.0])
    assert found is not None
    assert found.impossible
    assert found.rate > 0


def test_inside() -> None:
    """A point whose conditions are positive; with entries at 0, or where they are needed."""
    found = inside(NOISES, ABOVE, ["q"], still=True)
    assert found is not None
    (z0, z1), base = found
    assert z1 - z0 > 0
    assert base == (0,)
    between = Path(
        (Form(((0, F(1)),), Shift.of(0, q=1)), Form(((0, F(-1)),), Shift.of(0))),
    )
    assert inside(NOISES[:1], between, ["q"], still=True) is None
    found = inside(NOISES[:1], between, ["q"], still=False)
    assert found is not None
    (z,), (q,) = found
    assert -q < z < 0


def test_nothing_inside() -> None:
    """z ≥ 0 and z ≤ 0."""
    line = Path((Form(((0, F(1)),), Shift()), Form(((0, F(-1)),), Shift())))
    assert inside(NOISES[:1], line, ["q"], still=False) is None
