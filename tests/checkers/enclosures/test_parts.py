"""Paths as parts: what is merged, what is apart, what is impossible, what is refused."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from flint import arb

from dpverify.checkers.enclosures.parts import density, in_numbers, parts, star
from dpverify.checkers.enclosures.products import integral
from dpverify.checkers.enclosures.sources import Source, root_above
from dpverify.defs.continuous.trace import trace
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form, Noise, Path
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.programs import mechanism
from tests.checkers.enclosures.oracles import phi

F = Fraction
ONE, TWO = Noise("gaussian", F(1)), Noise("gaussian", F(2))


def form(shift: Any, **factors: Any) -> Form:
    """Σ factor·noise + shift; z0=2 for the noise 0."""
    noises = tuple((int(name[1:]), F(k)) for name, k in sorted(factors.items()))
    return Form(noises, Shift(F(shift)))


def test_gaussians_in_one_ratio_are_one() -> None:
    """z0 + 2·z1 in two rows: variance 1 + 4·4."""
    path = Path((form(0, z0=1, z1=2), form(1, z0=-1, z1=-2)))
    found = parts([ONE, TWO], path)
    assert found is not None
    (part,) = found
    assert part.sources == {0: Source("gaussian", F(17))}
    with working_precision(100):  # −1 ≤ … reads 0 ≤ z ≤ 1
        wanted = phi(1 / arb(17).sqrt()) - arb(1) / 2
        assert integral(star(part), 64).overlaps(wanted)


def test_other_ratios_and_other_laws_are_not() -> None:
    path = Path((form(0, z0=1, z1=2), form(1, z0=1, z1=1)))
    found = parts([ONE, TWO], path)
    assert found is not None
    assert found[0].sources == {0: Source("gaussian", F(1)), 1: Source("gaussian", F(16))}
    laplace = parts([Noise("laplace", F(1))] * 2, Path((form(0, z0=1, z1=1),)))
    assert laplace is not None
    assert len(laplace[0].sources) == 2


def test_parts_share_nothing() -> None:
    path = Path((form(0, z0=1, z1=1),), (form(3, z2=2),))
    found = parts([Noise("laplace", F(1)), ONE, TWO], path)
    assert found is not None
    assert [(len(p.conditions), len(p.released)) for p in found] == [(1, 0), (0, 1)]
    line = density(found[1])  # 2z + 3 = v, where 2z is one noise of variance 16
    assert (line.factor, line.density) == (F(1), (Source("gaussian", F(16)), (F(1), F(-3))))
    laplace = parts([Noise("laplace", F(1))], Path((), (form(3, z0=2),)))
    assert laplace is not None
    line = density(laplace[0])  # z = v/2 − 3/2, and half the density
    assert line.factor == F(1, 2)
    assert line.density == (Source("laplace", F(1)), (F(1, 2), F(-3, 2)))


def test_numbers_decide_themselves() -> None:
    assert parts([], Path((form(-1),))) is None
    assert parts([], Path((form(0),))) == []


def asked(noises: list[Noise], path: Path) -> None:
    """Every part as a product."""
    for part in parts(noises, path) or []:
        (density if part.released else star)(part)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        (Path((form(0, z0=1, z1=1, z2=1),)), "no one noise in common"),
        (Path((form(0, z0=1, z1=1),), (form(0, z0=1, z2=1),)), "several noises"),
        (Path((form(0, z1=1, z2=1), form(0, z0=1, z1=1)), (form(0, z0=1),)), "among each other"),
        (Path((), (form(1),)), "without noise"),
        (Path((Form(((0, F(1)),), Shift.of(0, g=1)),)), "beyond all bounds"),
    ],
)
def test_refusals(path: Path, text: str) -> None:
    noises = [Noise("laplace", F(k)) for k in (1, 2, 3)]
    with pytest.raises(Undecided, match=text):
        asked(noises, path)


def test_a_program_at_a_number() -> None:
    """Scales c/ε become numbers, the rest stays."""

    @mechanism(inputs=[0])
    def found(x: Any, draw: Any, *, eps: Any = 1) -> Any:
        return x + draw.laplace(3 / eps) > 2

    traced = trace(found, 0)
    numbers = in_numbers(traced, F(1, 2))
    assert (traced.symbolic, numbers.symbolic) == (True, False)
    assert numbers.noises == (Noise("laplace", F(6)),)
    assert numbers.words == traced.words


@pytest.mark.parametrize("square", [F(2), F(1, 3), F(10) ** 20, F(1, 10**20), F(4)])
def test_root_above(square: Fraction) -> None:
    assert square <= root_above(square) ** 2
    assert root_above(square) ** 2 < square * F(11, 10) + F(1, 10**8)
