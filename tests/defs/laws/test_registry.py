"""The registry of laws: whole, and without a default."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.kernel import laws as kernel_laws
from dpverify.defs import laws
from dpverify.defs.continuous.dice import Dice
from dpverify.defs.errors import ProgramError, Undecided
from dpverify.defs.laws.contract import Move, NoiseLaw
from dpverify.defs.laws.registry import CONTINUOUS, OF_INTEGERS, NoiseDraws, noise_law
from dpverify.defs.programs import mechanism
from dpverify.defs.programs.draw import Draw
from dpverify.defs.programs.sampling import Sampler

ROWS = [*((name, False) for name in CONTINUOUS), *((name, True) for name in OF_INTEGERS)]


def test_every_file_is_a_row() -> None:
    """No law without one, and no row without a file; a coin is no noise that is released."""
    files = {path.stem for path in Path(str(laws.__file__)).parent.glob("*.py")}
    assert files - {"__init__", "coin", "contract", "registry"} == {
        *CONTINUOUS,
        *OF_INTEGERS.values(),
    }


@pytest.mark.parametrize(("name", "whole"), ROWS)
def test_every_law_answers(name: str, whole: bool) -> None:
    """It samples inside its support, makes a pair, and the kernel has a copy of its own."""
    law = noise_law(name, whole=whole)
    assert isinstance(law, NoiseLaw)
    scale = Fraction(21, 2) if name == "binomial" else Fraction(2)  # n + p
    low, high = law.support(scale)
    dice = Dice(1)
    for _ in range(50):
        value = law.sample(dice, float(scale), 1.0)
        assert low is None or value >= low
        assert high is None or value <= high
    square = Fraction(1, 4) if name == "gaussian" else Fraction(0)
    pair = law.pair([Move(scale, Fraction(1))])
    copy = kernel_laws.shifted(name, [(scale, Fraction(1))], square, integers=whole)
    for number, other in (
        (pair.largest_loss(), copy.largest_loss()),
        (pair.loss_range(), copy.loss_range()),
    ):
        assert str(number) == str(other)
    if name == "poisson":  # of a rise the rate is not known
        pair, copy = (
            law.pair([Move(scale, Fraction(-1))]),
            kernel_laws.shifted(name, [(scale, Fraction(-1))], square, integers=whole),
        )
    rate, other = pair.rate(), copy.rate()
    if name == "skellam":
        assert rate.ball(100).contains(other.ball(100))
    else:
        assert str(rate) == str(other)


def test_the_kernel_reads_the_same_names() -> None:
    assert {*kernel_laws.CONTINUOUS} == {*CONTINUOUS}
    assert {*kernel_laws.OF_INTEGERS} == {*OF_INTEGERS}


@pytest.mark.parametrize("whole", [False, True])
def test_an_unknown_law_is_refused_by_name(whole: bool) -> None:
    with pytest.raises(Undecided, match="law 'cauchy'"):
        noise_law("cauchy", whole=whole)
    with pytest.raises(Undecided, match="cauchy"):
        kernel_laws.shifted("cauchy", [(Fraction(1), Fraction(1))], Fraction(0), integers=whole)


def test_every_continuous_law_can_be_drawn() -> None:
    """By a method of its name, which says what to draw where it cannot be."""
    assert {*CONTINUOUS} - {"uniform"} <= {*vars(NoiseDraws)}
    for name, instead in CONTINUOUS.items():
        assert callable(getattr(Draw, name))
        with pytest.raises(ProgramError) as caught:
            getattr(Sampler(0), name)(*([-1, 1] if name == "uniform" else [1]))
        assert instead in str(caught.value)


def test_a_planted_law_reaches_no_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Known to the tracer alone it is refused by name, whatever is asked."""
    import sys
    from types import ModuleType

    planted = ModuleType("dpverify.defs.laws.cauchy")
    planted.LAW = noise_law("laplace")  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, planted.__name__, planted)
    monkeypatch.setitem(CONTINUOUS, "cauchy", "nothing")
    monkeypatch.setattr(
        NoiseDraws, "cauchy", lambda draw, scale: draw._noise("cauchy", scale), raising=False
    )
    noise_law.cache_clear()

    @mechanism(inputs=[0, 1], moves="A")
    def compared(x: Any, draw: Any) -> Any:
        return x + draw.cauchy(1) > 0

    for claim in (dv.PureDP(eps=5), dv.ApproxDP(eps=1, delta="1/2"), dv.ZCDP(rho=9)):
        for everywhere in (False, True):
            verdict = dv.check(compared, claim, all_inputs=everywhere)
            assert verdict.unknown
    noise_law.cache_clear()
