"""The kernel's own integrals: hand calculations, and the other method on random inputs."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from dpverify.checkers.continuous.words import Words
from dpverify.checkers.kernel.certificates.star import star_probability
from dpverify.defs.continuous.trace import trace
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form, Noise, Path, Traced
from dpverify.defs.errors import Undecided
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.numbers import Value, parse

F = Fraction
ONE = F(1)
EPS = F(1, 3)
ROWS = ["B11", "B12", "B13", "B14", "B17", "B20", "B21", "B22", "B23", "B24", "B25", "B27", "B28",
        "B29", "B30", "B31", "B06", "B03"]  # fmt: skip


def shown(text: str) -> Value:
    found = parse(text)
    assert isinstance(found, Value)
    return found


@pytest.mark.parametrize("name", ROWS)
@pytest.mark.parametrize("seed", [1, 2])
def test_both_methods_agree(name: str, seed: int) -> None:
    """Antiderivatives in a ring, against terms c·e^{κ + λz} between numbers."""
    draw = Random(seed)  # noqa: S311  a sample, no secret
    found = library_mechanism(name).with_parameters(n=3, eps="1/3")
    given = tuple(F(draw.randint(-7, 7), 3) for _ in range(3))
    traced = trace(found, given)
    words, compared = Words(traced), 0
    for word, paths in traced.words.items():
        values = [F(draw.randint(1, 40), 7) for _ in paths[0].released]
        try:
            here = star_probability(traced, word, values, EPS)
        except Undecided as stop:
            assert "tie" in stop.text  # noqa: PT017  an accident of the numbers
            continue
        assert here == words.probability(word, [Shift(v) for v in values]).at(EPS)
        compared += 1
    assert compared


def test_one_comparison_by_hand() -> None:
    """P(Lap(1) ≥ 1) = e^{−1}/2; P(Exp(1) ≥ 1) = e^{−1}."""
    for law, wanted in (("laplace", "1/2*exp(-1)"), ("exponential", "exp(-1)")):
        noise = Noise("laplace" if law == "laplace" else "exponential", ONE)
        above = Path((Form(((0, ONE),), Shift.of(-1)),))
        assert star_probability(Traced((noise,), {"1": (above,)}), "1", (), ONE) == shown(wanted)


def test_two_noises_by_hand() -> None:
    """P(Lap(1) ≥ Lap(1) + d) = (1/2 + d/4)·e^{−d}."""
    forms = (Form(((0, ONE), (1, -ONE)), Shift.of(-2)),)
    traced = Traced((Noise("laplace", ONE),) * 2, {"1": (Path(forms),)})
    assert star_probability(traced, "1", (), ONE) == shown("exp(-2)")
    assert star_probability(traced, "1", (), F(1, 2)) == shown("3/4*exp(-1)")
    assert star_probability(traced, "unknown", (), ONE) == 0


def test_a_chain_is_refused() -> None:
    """z0 ≥ z1 ≥ z2 ≥ z3: no noise is in all conditions but two."""
    forms = tuple(Form(((i, ONE), (i + 1, -ONE)), Shift()) for i in range(3))
    traced = Traced((Noise("laplace", ONE),) * 4, {"w": (Path(forms),)})
    with pytest.raises(Undecided, match="no star"):
        star_probability(traced, "w", (), ONE)


def released(law: Noise, *conditions: Form) -> Traced:
    form = Form(((0, ONE),), Shift.of(1))
    return Traced((law,), {"•": (Path(conditions, (form,)),)})


def test_a_density_and_where_it_jumps() -> None:
    """1 + Exp(1) has the density e^{1−x} for x > 1, 0 below, and none is told at 1."""
    traced = released(Noise("exponential", ONE))
    assert star_probability(traced, "•", (F(3),), ONE) == shown("exp(-2)")
    assert star_probability(traced, "•", (F(0),), ONE) == 0
    with pytest.raises(Undecided, match="jumps"):
        star_probability(traced, "•", (F(1),), ONE)


def test_a_tie_without_noise() -> None:
    """A value that is released only where it is ≥ 2: at 2 nothing is told."""
    traced = released(Noise("laplace", ONE), Form(((0, ONE),), Shift.of(-1)))
    assert star_probability(traced, "•", (F(3),), ONE) == shown("1/2*exp(-2)")
    assert star_probability(traced, "•", (F(1),), ONE) == 0
    with pytest.raises(Undecided, match="tie"):
        star_probability(traced, "•", (F(2),), ONE)


def test_a_multiple_of_noise() -> None:
    """2·Lap(1) has the density e^{−|x|/2}/4."""
    form = Form(((0, F(2)),), Shift())
    traced = Traced((Noise("laplace", ONE),), {"•": (Path((), (form,)),)})
    assert star_probability(traced, "•", (F(-3),), ONE) == shown("1/4*exp(-3/2)")


@pytest.mark.parametrize("sign", [1, -1])
def test_the_tighter_of_two_bounds(sign: int) -> None:
    """P(z1 ≥ max(z0, 0)) = P(z1 ≤ min(z0, 0)) = 1/2·(1/2 + 1/2·1/2)."""
    forms = (Form(((0, F(-sign)), (1, F(sign))), Shift()), Form(((1, F(sign)),), Shift()))
    traced = Traced((Noise("laplace", ONE),) * 2, {"w": (Path(forms),)})
    assert star_probability(traced, "w", (), ONE) == shown("3/8")


def test_two_values_at_the_same_place() -> None:
    """Equal factors are two factors: (e^{−1}/2)²."""
    noises = (Noise("laplace", ONE),) * 2
    forms = tuple(Form(((i, ONE),), Shift()) for i in range(2))
    traced = Traced(noises, {"(•, •)": (Path((), forms),)})
    assert star_probability(traced, "(•, •)", (ONE, ONE), ONE) == shown("1/4*exp(-2)")


def test_gaps_and_dependent_values_are_refused() -> None:
    form = Form(((0, ONE),), Shift.of(0, g=1))
    traced = Traced((Noise("laplace", ONE),), {"w": (Path((form,)),)})
    with pytest.raises(Undecided, match="beyond all bounds"):
        star_probability(traced, "w", (), ONE)
    twice = Form(((0, ONE),), Shift())
    same = Traced((Noise("laplace", ONE),), {"w": (Path((), (twice, twice)),)})
    with pytest.raises(Undecided, match="depend"):
        star_probability(same, "w", (ONE, ONE), ONE)
    with pytest.raises(Undecided, match="another number"):
        star_probability(same, "w", (ONE,), ONE)
