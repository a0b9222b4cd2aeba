"""The kernel's enclosures of events, against exact words and closed forms."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from flint import arb

from dpverify.checkers.continuous.words import probability
from dpverify.checkers.kernel.certificates.events import event_probability, part_text
from dpverify.defs.continuous.trace import trace
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form, Law, Noise, Path, Traced
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.programs import mechanism
from tests.checkers.enclosures.oracles import phi
from tests.checkers.enclosures.programs import above, program

F = Fraction
ALL = ((None, None),)


def gaussian(_: Any, draw: Any) -> Any:
    return draw.gaussian(1)


def traced(body: Any, given: Any = 0) -> Traced:
    return trace(program(body, (given,)), given)


def enclosed(found: Traced, word: str, factors: Any = (), where: Any = ALL) -> arb:
    with working_precision(96):
        return event_probability(found, F(1), word, factors, where, 64)


def summed(balls: list[arb]) -> arb:
    """Their sum, at 96 bits."""
    with working_precision(96):
        return sum(balls, arb(0))


def close(found: arb, expected: arb, digits: int = 20) -> bool:
    return bool(found.overlaps(expected)) and float(found.rad()) < 10.0**-digits


@pytest.mark.parametrize("seed", range(8))
def test_the_exact_words(seed: int) -> None:
    """Sparse vectors with Laplace and exponential noise; all words together have probability 1."""
    random = Random(seed)  # noqa: S311  a test
    scales = [F(random.randint(1, 6), random.randint(1, 3)) for _ in range(3)]
    shifts = [F(random.randint(-4, 4), 2) for _ in range(2)]

    @mechanism(inputs=[0])
    def found(_: Any, draw: Any, *, eps: Any = 1) -> Any:
        centre = draw.laplace(scales[0] / eps)
        noises = [draw.exponential(scales[1] / eps), draw.laplace(scales[2] / eps)]
        return tuple(s + z >= centre for s, z in zip(shifts, noises, strict=True))

    made, total = trace(found, 0), arb(0)
    for word in made.words:
        with working_precision(96):
            ball = event_probability(made, F(1, 2), word, (), ALL, 64)
        exact = probability(made, word).at(F(1, 2)).ball(128)
        assert close(ball, exact)
        total += ball
    assert total.overlaps(arb(1))


@pytest.mark.parametrize("law", ["gaussian", "uniform", "laplace"])
def test_words_sum_to_one(law: str) -> None:
    made = trace(above(law, 3), (1, -1))
    assert close(summed([enclosed(made, word) for word in made.words]), arb(1), 18)


def test_intervals_of_released_values() -> None:
    """2·v1 − v2 for v = (1 + N(0, 4), N(0, 9)) is 2 + N(0, 25); and one value alone."""
    found = traced(lambda _, draw: (1 + draw.gaussian(2), draw.gaussian(3)))
    assert close(enclosed(found, "(•, •)", (F(2), F(-1)), ((F(-1), F(3)),)),
                 phi_between(arb(2), arb(25), arb(-1), arb(3)))  # fmt: skip
    single = enclosed(found, "(•, •)", (F(0), F(1)), ((None, F(-3)), (F(3), None)))
    with working_precision(96):
        assert close(single, 2 * phi(arb(-1)))


def phi_between(mean: arb, variance: arb, low: arb, high: arb) -> arb:
    """P(low ≤ N(mean, variance) ≤ high)."""
    with working_precision(96):
        root = variance.sqrt()
        return phi((high - mean) / root) - phi((low - mean) / root)


def test_far_tails_keep_their_digits() -> None:
    """P(N ≥ 40) ≈ 3.66e-350, by erfc; relative precision."""
    found = traced(gaussian)
    tail = enclosed(found, "•", (F(1),), ((F(40), None),))
    with working_precision(96):
        assert tail.overlaps((arb(40) / arb(2).sqrt()).erfc() / 2)
        assert tail.rel_accuracy_bits() > 60


def test_bits_and_intervals() -> None:
    """v uniform on ±2, bit v > G: the whole line is the word, pieces add up."""

    def body(_: Any, draw: Any) -> Any:
        value = draw.uniform(-2, 2)
        return value, value > draw.gaussian(1)

    found = traced(body)
    whole = enclosed(found, "(•, True)")
    ends = [None, F(-1), F(0), F(1, 3), None]
    parts = [enclosed(found, "(•, True)", (F(1),), (pair,)) for pair in pairwise(ends)]
    assert close(whole, arb(1) / 2, 18)
    assert close(summed(parts), arb(1) / 2, 18)


def test_no_star_is_refused() -> None:
    found = traced(lambda _, draw: draw.laplace(1) + draw.laplace(2) > draw.uniform(0, 1))
    with pytest.raises(Undecided, match="no star"):
        enclosed(found, "True")


def test_texts() -> None:
    assert part_text({"word": "(•, True)", "factors": ["0", "1/2"], "where": [[None, "1"]]}) == (
        "(•, True) where 1/2*v2 is in (-inf, 1]"
    )
    assert part_text({"word": "True"}) == "True"


def form(shift: int, *factors: int) -> Form:
    """Σ factor·noise + shift."""
    noises = tuple((n, F(k)) for n, k in enumerate(factors) if k)
    return Form(noises, Shift(F(shift)))


def star(law: Law, *conditions: Form, bits: int = 64) -> arb:
    """The probability of conditions on two noises of scale 1."""
    made = Traced((Noise(law, F(1)),) * 2, {"w": (Path(conditions),)})
    with working_precision(96):
        return event_probability(made, F(1), "w", (), ALL, bits)


def test_two_conditions_on_two_gaussians() -> None:
    """A quadrant has 1/4 + arcsin(ρ)/(2π): ρ = 3/√10 in two ratios, 1/√2 for z1 ≥ max(z0, 0)."""
    with working_precision(96):
        quadrant = arb(1) / 4 + (3 / arb(10).sqrt()).asin() / (2 * arb.pi())
    assert close(star("gaussian", form(0, 1, 2), form(0, 1, 1)), quadrant, 18)
    assert close(star("gaussian", form(0, -1, 1), form(0, 0, 1)), arb(3) / 8, 18)


def test_numbers_that_do_not_hold() -> None:
    assert star("gaussian", form(-1), form(0, 1)) == 0
    assert close(star("gaussian", form(1), form(0, 1)), arb(1) / 2)


@pytest.mark.parametrize("law", ["laplace", "exponential"])
def test_what_lies_beyond_is_counted(law: Law) -> None:
    """At 4 bits e^−4 of the centre is left out, and stands in the radius."""
    found = star(law, form(0, 1, -1), bits=4)
    assert found.overlaps(arb(1) / 2)
    assert float(found.rad()) < 0.02


def test_intervals_of_what_is_no_noise_are_refused() -> None:
    """v1 − v2 = 0 always: [−1, 0] and [0, 1] would both hold, and count everything twice."""
    value = Form(((0, F(1)),), Shift(F(0)))
    same = Traced((Noise("gaussian", F(1)),), {"•": (Path((), (value, value)),)})
    with pytest.raises(Undecided, match="a tie of numbers"):
        enclosed(same, "•", (F(1), F(-1)), ((F(-1), F(0)), (F(0), F(1))))
    assert close(enclosed(same, "•", (F(1), F(1)), ((None, F(0)), (F(0), None))), arb(1))


def test_a_number_without_noise_is_in_an_interval_or_not() -> None:
    """v = 3 always; an interval that ends there would share it with one that begins there."""
    told = Traced((), {"•": (Path((), (Form((), Shift(F(3))),)),)})
    for inside, chance in (((F(2), F(4)), 1), ((F(4), None), 0), ((None, F(2)), 0)):
        assert enclosed(told, "•", (F(1),), (inside,)) == chance
    for interval in ((F(2), F(3)), (F(3), F(4)), (F(3), None)):
        with pytest.raises(Undecided, match="a tie of numbers"):
            enclosed(told, "•", (F(1),), (interval,))


def test_ties_of_numbers_are_left_open() -> None:
    """Of two paths that part at a number without noise, both would count where it is 0."""
    paths = tuple(Path((Form((), Shift(F(0))),)) for _ in range(2))
    with pytest.raises(Undecided, match="a tie of numbers"):
        enclosed(Traced((Noise("gaussian", F(1)),), {"A": paths}), "A")
