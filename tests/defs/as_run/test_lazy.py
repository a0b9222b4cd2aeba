"""Lazy numbers against brute force on a toy generator, and against samples of the real code."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from dpverify import channel_of
from dpverify.defs.as_run import answers, as_run, lazy, operands
from dpverify.defs.as_run.mechanism import AsRun
from dpverify.defs.as_run.receiver import seen
from dpverify.defs.errors import ProgramError
from dpverify.defs.numbers import Value
from tests.defs.as_run import random_programs as programs

BITS = 8


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A generator of 2⁸ values; the real one cannot be its referee."""
    monkeypatch.setattr(answers, "FLOAT_BITS", BITS)
    monkeypatch.setattr(AsRun, "confirm", lambda *_: None)


def _law(function: Any, given: int) -> dict[str, Value]:
    channel = channel_of(as_run(function, inputs=[given, given + 10]))
    row = {y: channel.probability(str(given), y) for y in channel.outputs}
    return {y: p for y, p in row.items() if not p.is_zero}


@pytest.mark.usefixtures("toy")
@pytest.mark.sampled(10)
@pytest.mark.parametrize("seed", range(programs.COUNT))
def test_the_law_is_that_of_brute_force_on_a_toy_generator(seed: int) -> None:
    function = programs.program(seed)
    expected = programs.brute(function, 1, BITS)
    assert _law(function, 1) == {seen(y): Value(p) for y, p in expected.items()}


def _samples(seed: int, count: int) -> None:
    """No frequency is further from its probability than a risk of 10⁻¹² allows (Hoeffding)."""
    function = programs.program(seed)
    law = _law(function, 1)
    random.seed(seed)
    counts: dict[str, int] = {}
    for _ in range(count):
        label = seen(function(1))
        counts[label] = counts.get(label, 0) + 1
    allowed = math.sqrt(math.log(2e12) / (2 * count))
    assert counts.keys() <= law.keys()
    for label, p in law.items():
        assert abs(counts.get(label, 0) / count - float(Fraction(str(p.as_rational())))) < allowed


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", [0, 20, 40])
def test_the_law_is_that_of_samples_of_the_real_code(seed: int) -> None:
    _samples(seed, 5_000)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(programs.COUNT))
def test_the_law_is_that_of_a_million_samples(seed: int) -> None:
    _samples(seed, 1_000_000)


def _wave(x: int) -> bool:
    return math.sin(3 * random.random()) < 0.5 + x / 100


@pytest.mark.usefixtures("toy")
def test_a_function_that_is_wrongly_taken_for_monotone_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """sin(3u) < ½ has the same answer at both ends of [0, 1), and another in between."""
    monkeypatch.setitem(operands.RISING, "sin", "sin")
    with pytest.raises(ProgramError, match=r"relies on sin, which neither rises nor falls"):
        _law(_wave, 1)


@pytest.mark.usefixtures("toy")
def test_brute_force_notices_what_no_probe_looks_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The same without probes and without the comparison with plain numbers: a wrong law."""
    monkeypatch.setitem(operands.RISING, "sin", "sin")
    monkeypatch.setattr(lazy.Lazy, "_probe", lambda *_: None)
    monkeypatch.setattr(AsRun, "_compare", lambda *_: None)
    expected = programs.brute(_wave, 1, BITS)
    assert _law(_wave, 1) != {seen(y): Value(p) for y, p in expected.items()}


@pytest.mark.usefixtures("toy")
def test_the_comparison_with_plain_numbers_notices_it_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(operands.RISING, "sin", "sin")
    monkeypatch.setattr(lazy.Lazy, "_probe", lambda *_: None)
    with pytest.raises(ProgramError, match="on plain numbers of that path"):
        _law(_wave, 1)


def _third(_: int) -> bool:
    return random.random() < 1 / 3


def test_a_probability_counts_the_grid_points_below_a_float() -> None:
    """1/3 as a float is 6004799503160661·2⁻⁵⁴, so ⌈3002399751580330.5⌉ of 2⁵³ points lie below."""
    assert _law(_third, 1)["True"] == Value(Fraction(3002399751580331, 2**53))


def _geometric(_: int) -> int:
    return min(int(math.log(1.0 - random.random()) / math.log(0.5)), 3)


@pytest.mark.slow
def test_a_geometric_draw_by_inversion() -> None:
    """1 − u > ½ exactly when u < ½, and so on: the powers of ½, in floats too."""
    law = _law(_geometric, 1)
    assert [law[str(k)] for k in range(4)] == [Value(Fraction(1, d)) for d in (2, 4, 8, 8)]


def _noisy(value: int) -> int:
    """Two-sided geometric noise by inversion, as a public library writes it; ½ gives log(0)."""
    u = (random.random() - 0.5) * 1.5
    sign = -1 if u < 0 else 1
    with np.errstate(divide="ignore"):
        return int(np.round(value + sign * np.floor(np.log(sign * u) / -np.log(2))))


@pytest.mark.usefixtures("toy")
def test_infinity_is_a_branch_of_its_own_where_a_whole_number_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """int(∞) raises, on one of 256 values; all others are whole numbers, as one by one."""
    expected: dict[str, int] = {}
    for k in range(1 << BITS):
        with monkeypatch.context() as patch:
            patch.setattr(random, "random", lambda k=k: k / (1 << BITS))
            try:
                label = str(_noisy(1))
            except OverflowError:
                label = "raises OverflowError"
        expected[label] = expected.get(label, 0) + 1
    assert expected["raises OverflowError"] == 1
    channel = channel_of(as_run(_noisy, inputs=[1, 11], exceptions=True))
    for label, count in expected.items():
        assert channel.probability("1", label) == Value(count) / (1 << BITS)


def _rounded(x: int) -> float:
    """Rounding to multiples of 1/4, ties up, as a public library writes it; both signs."""
    value = x / 8 + 3 * (random.random() - 0.5)
    rest = value % 0.25
    if rest > 0.125:
        return value - rest + 0.25
    return value + rest if rest == 0.125 else value - rest


def _cells(x: int) -> tuple[int, float]:
    """Remainders of floats that are no powers of two, of both signs."""
    value = (random.random() - 0.5) * 2
    return math.floor(value % 0.3 * 10), x


def _scaled(x: int) -> int:
    """Bits above those of a random integer, and how many bits it has."""
    k = 1 << 8 | random.getrandbits(8)
    return int(np.ldexp(k, -5) + x) + random.getrandbits(7).bit_length()


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("function", [_rounded, _cells])
def test_remainders_of_floats_are_those_of_brute_force(function: Any) -> None:
    expected = programs.brute(function, 1, BITS)
    assert _law(function, 1) == {seen(y): Value(p) for y, p in expected.items()}


def test_bits_are_those_of_all_integers() -> None:
    """All 2⁸·2⁷ pairs, one by one."""
    expected: dict[str, int] = {}
    for k in range(256):
        for bits in range(128):
            label = str(int((256 + k) / 32 + 1) + bits.bit_length())
            expected[label] = expected.get(label, 0) + 1
    assert _law(_scaled, 1) == {y: Value(Fraction(n, 1 << 15)) for y, n in expected.items()}


def test_overlapping_bits_are_refused() -> None:
    def overlapping(x: int) -> bool:
        return (6 | random.getrandbits(40)) > x

    with pytest.raises(ProgramError, match="joins the bits"):
        _law(overlapping, 1)


@pytest.mark.slow
def test_rounding_down_to_a_power_of_two_is_exact_near_0_and_everywhere() -> None:
    """x − x % c = c·⌊x/c⌋ on floats of both signs and all sizes, next to multiples of c as well."""
    dice = random.Random(24)
    for _ in range(200_000):
        c = 2.0 ** dice.randint(-30, 30)
        x = dice.choice([-1, 1]) * dice.random() * 2.0 ** dice.randint(-90, 60)
        if dice.random() < 0.3:
            x = math.nextafter(c * dice.randint(-9, 9), dice.choice([-math.inf, math.inf]))
        for number in (x, np.float64(x)):
            assert number - number % c == float(Fraction(c) * math.floor(Fraction(x) / Fraction(c)))


def _hyperbolic(given: int) -> str:
    try:
        return "small" if abs(math.sinh((random.random() - 0.5) * 20_000)) < given else "large"
    except OverflowError:
        return "too large"


def _no_number(given: int) -> bool:
    zero = (random.random() - 0.5) * 1e308 * 40 * 0.0
    return zero == given - 1  # infinity times 0 is no number


@pytest.mark.usefixtures("toy")
@pytest.mark.parametrize("function", [_hyperbolic, _no_number])
def test_what_is_undefined_at_both_ends_may_be_defined_between_them(function: Any) -> None:
    """It was taken for undefined throughout, on plain numbers seldom otherwise."""
    expected = programs.brute(function, 1, BITS)
    assert len(expected) > 1
    assert _law(function, 1) == {seen(y): Value(p) for y, p in expected.items()}


def test_a_quotient_of_numpy_is_not_that_of_python() -> None:
    """Python rounds it once, NumPy the integer as well; the cut of one was used for the other."""

    def below(given: int) -> bool:
        number = random.randrange(2**60)
        return bool((number / 3 if given else np.true_divide(number, 3)) < 2**58 / 3)

    channel = channel_of(as_run(below, inputs=[0, 1]))
    near = range(2**58 - 200, 2**58 + 200)
    by_numpy = sum(bool(np.true_divide(k, 3) < 2**58 / 3) for k in near)
    by_python = sum(k / 3 < 2**58 / 3 for k in near)
    assert by_numpy != by_python
    for given, count in (("0", by_numpy), ("1", by_python)):
        expected = Value(Fraction(near.start + count, 2**60))
        assert channel.probability(given, "True") == expected


def test_a_power_of_the_c_library_is_assumed_of_integers_too() -> None:
    """`math.pow` makes floats of them."""

    def small(given: int) -> bool:
        return math.pow(random.randrange(100), 2) < given

    mechanism = as_run(small, inputs=[5, 10])
    channel_of(mechanism)
    assert any(text.startswith("pow of this machine's") for text in mechanism.promises())
