"""Conditioned, clamped, rounded and wrapped noise, against numbers by hand and by quadrature."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from decimal import Decimal, getcontext
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from flint import arb, fmpq

import dpverify as dv
from dpverify.checkers.bounds import Bounds
from dpverify.checkers.programs.passes import channel_of
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import INFINITY, Value, exp, ln
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.programs import mechanism
from tests.checkers.mixtures.quadrature import integral, laplace, normal, number

getcontext().prec = 75
Density = Callable[[Decimal], Decimal]


def bounds(result: Any) -> tuple[Decimal, Decimal]:
    """The bounds of what is measured."""
    (value,) = result.tight.values()
    if isinstance(value, Bounds):
        return Decimal(value.to_json()["lower"]), Decimal(value.to_json()["upper"])
    with_digits = Decimal(value.ball(200).str(40, radius=False))
    return with_digits, with_digits


def assert_is(result: Any, wanted: Decimal) -> None:
    """The bounds hold a number of an oracle, and are close; the kernel accepted them."""
    low, high = bounds(result)
    assert result.not_rechecked is None
    assert low - Decimal("1e-20") <= wanted <= high + Decimal("1e-20"), (low, wanted, high)
    assert high - low <= Decimal("1e-15")


@mechanism(inputs=[0, 1])
def truncated(x: int, draw: Any, *, low: int = 0, high: int = 10, scale: int = 2) -> Any:
    """Laplace noise, drawn again until the value lies between two ends."""
    while True:
        y = x + draw.laplace(scale)
        if low <= y <= high:
            return y


@mechanism(inputs=[0, 1])
def truncated_gaussian(x: int, draw: Any) -> Any:
    """The same with Gaussian noise."""
    while True:
        y = x + draw.gaussian(2)
        if -1 <= y <= 3:
            return y


@mechanism(inputs=[0, 1])
def bounded_noise(x: int, draw: Any) -> Any:
    """Noise of at most 3: what one input can release and the other cannot has no ε."""
    while True:
        noise = draw.laplace(2)
        if abs(noise) <= 3:
            return x + noise


@mechanism(inputs=[0, 1])
def clamped_gaussian(x: int, draw: Any) -> Any:
    """Gaussian noise, with an atom at both ends."""
    return min(max(x + draw.gaussian(2), -1), 3)


@mechanism(inputs=[0, 1])
def around(x: int, draw: Any, *, p: int = 5) -> Any:
    """Laplace noise modulo p."""
    return (x + draw.laplace(2)) % p


@mechanism(inputs=[0, 1])
def around_gaussian(x: int, draw: Any) -> Any:
    """Gaussian noise modulo 5."""
    return (x - draw.gaussian(2)) % 5


def odds_of_tries(scale: int, low: int, high: int) -> Any:
    """Z(1)/Z(0), where Z(x) = 1 − (e^(−(x − low)/b) + e^(−(high − x)/b))/2 inside."""

    def z(x: int) -> Any:
        below, above = (exp(Value(Fraction(-d, scale))) for d in (x - low, high - x))
        return 1 - (below + above) / 2

    return z(1) / z(0)


def test_the_right_normaliser_is_proved_and_the_wrong_one_refuted() -> None:
    """The loss is 1/b + ln(Z(1)/Z(0)) at the lower end: Z cancels in no published ε = Δ/b."""
    true = ln(exp(Value(Fraction(1, 2))) * odds_of_tries(2, 0, 10))
    measured = dv.measure(truncated, "pure-dp")
    assert measured.tight["eps"] == true
    assert measured.evidence == "exact"
    assert measured.not_rechecked is None
    assert dv.check(truncated, dv.PureDP(eps=true)).holds
    less = dv.check(truncated, dv.PureDP(eps="0.7"))
    assert less.fails
    wrong = dv.check(truncated, dv.PureDP(eps="1/2"))  # as if nothing were conditioned
    assert wrong.fails
    place: Any = wrong.witness
    assert place.value == true
    assert wrong.not_rechecked is None


def test_the_bounded_domain_mechanism_at_scale_one_over_eps() -> None:
    """On [0, 2] at scale 1 it is claimed to be 1-private; it is not even ln(4)."""
    small = truncated.with_parameters(high=2, scale=1)
    found = dv.check(small, dv.PureDP(eps=1))
    assert found.fails
    assert found.tight["eps"] == ln(exp(Value(1)) * odds_of_tries(1, 0, 2))
    assert dv.check(small, dv.PureDP(eps="1.4")).holds


def pair(of: Callable[[int], Density]) -> tuple[Density, Density]:
    """The densities on both inputs."""
    return of(0), of(1)


def tries(noise: Callable[[Decimal, int], Decimal], ends: tuple[int, int]) -> Callable[..., Any]:
    """Densities of a truncated law, with their normaliser by quadrature."""

    def of(x: int) -> Density:
        points = [Decimal(k) for k in sorted({*ends, x})]
        whole = integral(lambda y: noise(y, x), points)
        return lambda y: noise(y, x) / whole

    return of


def around_the_circle(x: int) -> Density:
    """Laplace noise of scale 2 modulo 5, in closed form: cosh((p/2 − d)/b)/(2b·sinh(p/(2b)))."""

    def cosh(z: Decimal) -> Decimal:
        return (z.exp() + (-z).exp()) / 2

    height = 2 * (number("5/4").exp() - (-number("5/4")).exp())
    return lambda y: cosh((number("5/2") - abs(y - x)) / 2) / height


def of_laplace(y: Decimal, x: int) -> Decimal:
    """Laplace noise of scale 2 around x."""
    return laplace(y, x, 2)


def of_gaussian(y: Decimal, x: int) -> Decimal:
    """Gaussian noise of deviation 2 around x."""
    return normal(y, x, 4)


CASES: dict[str, tuple[Any, tuple[Density, Density], tuple[int, ...]]] = {
    "truncated Laplace": (truncated, pair(tries(of_laplace, (0, 10))), (0, 1, 10)),
    "truncated Gaussian": (truncated_gaussian, pair(tries(of_gaussian, (-1, 3))), (-1, 3)),
    "Laplace modulo 5": (around, pair(around_the_circle), (0, 1, 5)),
}


@pytest.mark.parametrize("name", CASES)
def test_chi_squared_against_quadrature(name: str) -> None:
    """∫ p²/q − 1, of the worse order."""
    program, (f, g), points = CASES[name]
    places = [Decimal(k) for k in points]

    def moment(p: Density, q: Density) -> Decimal:
        return integral(lambda y: p(y) ** 2 / q(y), places)

    both = [moment(f, g) - 1, moment(g, f) - 1]
    assert_is(dv.measure(program, "chi-squared-dp"), max(both))


@pytest.mark.parametrize("name", CASES)
def test_delta_against_quadrature(name: str) -> None:
    """∫ max(0, p − e^ε·q) between its kinks and the one place where the sign changes."""
    program, (f, g), points = CASES[name]
    odds = (number(1) / 10).exp()

    def delta(p: Density, q: Density) -> Decimal:
        found = Decimal(0)
        for low, high in pairwise(points):
            cuts = [Decimal(low), *_roots(lambda y: p(y) - odds * q(y), low, high), Decimal(high)]
            for a, b in pairwise(cuts):
                found += max(Decimal(0), integral(lambda y: p(y) - odds * q(y), [a, b]))
        return found

    assert_is(dv.measure(program, "approx-dp", eps="1/10"), max(delta(f, g), delta(g, f)))


def _roots(f: Density, low: int, high: int) -> list[Decimal]:
    """Where a function changes its sign, seen on a grid and then bisected."""
    grid = [Decimal(low) + Decimal(high - low) * k / 64 for k in range(65)]
    found = []
    for a, b in pairwise(grid):
        if (f(a) > 0) == (f(b) > 0):
            continue
        left, right = a, b
        for _ in range(90):
            middle = (left + right) / 2
            left, right = (middle, right) if (f(middle) > 0) == (f(left) > 0) else (left, middle)
        found.append(left)
    return found


def test_pure_eps_modulo_p() -> None:
    """At a place of a mode: ln((1 + r)/(e^(−1/b) + r·e^(1/b))), r = e^(−p/b) (by hand)."""
    r, up = exp(Value(Fraction(-5, 2))), exp(Value(Fraction(1, 2)))
    found = dv.measure(around, "pure-dp")
    assert found.tight["eps"] == ln((1 + r) / (1 / up + r * up))
    assert found.not_rechecked is None


@mechanism(inputs=[0, 1])
def one_sided_around(x: int, draw: Any) -> Any:
    """Exponential noise modulo 3: from 0 on, where a turn begins, one turn stands for all."""
    return (x + draw.exponential(1)) % 3


@mechanism(inputs=[0, 1])
def far_around(x: int, draw: Any) -> Any:
    """Laplace noise modulo 3 where it is at least 3."""
    value = x + draw.laplace(1)
    return value % 3 if value >= 3 else "less"


def test_one_turn_that_stands_for_all() -> None:
    """The densities are e^(−y) and e^(−((y − 1) mod 3)) over 1 − e^(−3); e^(−3)/2 and e times that.

    So the loss is (p − 1)/b at most, and up to 1 the first is larger; far out the loss is 1/b.
    """
    assert_is(dv.measure(one_sided_around, "pure-dp"), number(2))
    one, two, three = ((-number(k)).exp() for k in (1, 2, 3))
    assert_is(dv.measure(one_sided_around, "total-variation"), (1 - one) * (1 - two) / (1 - three))
    assert_is(dv.measure(far_around, "pure-dp"), number(1))
    assert_is(dv.measure(far_around, "total-variation"), (two - three) / 2)


def test_bounded_noise_has_no_pure_eps() -> None:
    """δ at 0 is what cannot be on the other input, and half of what is between: by hand.

    With Z = 1 − e^(−3/2), values below −2 have (e^(−1) − e^(−3/2))/(2Z) on input 0 alone, and
    from there to 1/2 the first law is larger by a factor of up to e^(1/2).
    """
    found = dv.measure(bounded_noise, "pure-dp")
    assert found.tight["eps"] == INFINITY
    half = laplace_mass
    z = half(Fraction(-3), Fraction(3))
    upto = half(Fraction(-3), Fraction(1, 2)) - half(Fraction(-3), Fraction(-1, 2))
    with_z = (upto / z).ball(200)
    assert_is(dv.measure(bounded_noise, "total-variation"), Decimal(with_z.str(40, radius=False)))


def laplace_mass(low: Fraction, high: Fraction) -> Any:
    """P(low ≤ Z ≤ high) of Laplace noise of scale 2, for low < 0: by its distribution function."""

    def below(z: Fraction) -> Any:
        fall = exp(Value(-abs(z) / 2)) / 2
        return fall if z < 0 else 1 - fall

    return below(high) - below(low)


def test_clamped_gaussian_noise() -> None:
    """The loss is largest at the further atom, 3: ln((1 − Φ(1))/(1 − Φ(3/2)))."""
    found = dv.measure(clamped_gaussian, "pure-dp")
    p, q = (normal_mass(Fraction(3 - x, 2), Fraction(40)) for x in (1, 0))
    with working_precision(300):
        wanted = (p / q).log()
    assert_is(found, decimal(wanted))
    assert_is(dv.measure(clamped_gaussian, "total-variation"), _middle_mass())


def normal_mass(low: Fraction, high: Fraction) -> arb:
    """Φ(high) − Φ(low)."""
    with working_precision(300):
        ends = [arb(fmpq(*end.as_integer_ratio())) / arb(2).sqrt() for end in (low, high)]
        return (ends[0].erfc() - ends[1].erfc()) / 2


def decimal(ball: arb) -> Decimal:
    """The middle of a ball."""
    return Decimal(ball.str(40, radius=False))


def _middle_mass() -> Decimal:
    """2Φ(1/4) − 1, between both modes: P(|N(0, 4)| < 1/2)."""
    return decimal(normal_mass(Fraction(-1, 4), Fraction(1, 4)))


def test_gaussian_noise_modulo_p() -> None:
    """Total variation of N(0, 4) and N(1, 4) modulo 5: the first is larger from −2 to 1/2."""
    wanted = arb(0)
    for k in range(-15, 16):
        for x, sign in ((0, 1), (1, -1)):
            ends = [(end + 5 * k - x) / 2 for end in (Fraction(-2), Fraction(1, 2))]
            with working_precision(300):
                wanted += sign * normal_mass(*ends)
    assert_is(dv.measure(around_gaussian, "total-variation"), decimal(wanted))


def test_a_claim_within_the_bounds_says_how_near_it_is() -> None:
    """Of two inputs with noise up to 3, scale 2, one alone reaches values between 3 and 4.

    Its probability there is (e^{−1} − e^{−3/2})/(2·(1 − e^{−3/2})); elsewhere no loss exceeds 1/2.
    """

    @mechanism(inputs=[0, 1])
    def bounded(x: int, draw: Any) -> Any:
        while True:
            noise = draw.laplace(2)
            if abs(noise) <= 3:
                return x + noise

    truth = "(exp(-1)-exp(-3/2))/(2*(1-exp(-3/2)))"
    found = dv.check(bounded, dv.ApproxDP(eps=1, delta=truth))
    assert isinstance(found, dv.Unknown)
    assert found.reason.code == "precision"
    assert found.reason.within is not None
    digits = int(found.reason.within.removeprefix("1e-"))
    assert digits > 15
    assert f"within 10^-{digits} of it" in found.reason.text


# ---------------------------------------------------------------- rounded


@mechanism(inputs=[0, 1])
def rounded(x: int, draw: Any) -> Any:
    """Laplace noise, rounded."""
    return round(x + draw.laplace(2))


@mechanism(inputs=[0, 1])
def rounded_gaussian(x: int, draw: Any) -> Any:
    """Gaussian noise, rounded."""
    return round(x + draw.gaussian(2))


@mechanism(inputs=[0, 1])
def rounded_around(x: int, draw: Any) -> Any:
    """Rounded, modulo 4."""
    return round(x + draw.laplace(2)) % 4


@mechanism(inputs=[Fraction(0), Fraction(1, 3)])
def on_a_grid(x: Fraction, draw: Any) -> Any:
    """On a grid of 1/2, by an input that is not on it."""
    return round((x + draw.laplace(2)) * 2) / 2


@mechanism(inputs=[0, 1])
def other_grid(x: int, draw: Any) -> Any:
    """A grid that moves with the input: what one releases the other never does."""
    return round(draw.laplace(2)) + Fraction(x, 2)


@mechanism(inputs=[0, 1])
def clamped_rounded(x: int, draw: Any) -> Any:
    """Rounded downwards and clamped; the ends are values as well."""
    return min(max(math.floor(x + draw.laplace(2)), -2), 3)


@mechanism(inputs=[0, 1])
def tried_rounded(x: int, draw: Any) -> Any:
    """Rounded, until it lies between 0 and 4."""
    while True:
        y = round(x + draw.laplace(1))
        if 0 <= y <= 4:
            return y


@mechanism(inputs=[0, 1])
def or_far(x: int, draw: Any) -> Any:
    """A number that lies in the tail, by a coin: an output of its own."""
    return 40 if draw.flip("1/10") else math.trunc(x + draw.laplace(2))


def laws_by_sums(use: Callable[[Fraction], Any], scale: int, x: Fraction) -> dict[Any, float]:
    """The law of what is released, in floats: cells of width 1/12 far out, told by their middle."""
    found: dict[Any, float] = {}
    for k in range(-3000, 3000):
        near, far = sorted((abs(k / 12), abs((k + 1) / 12)))
        mass = 0.5 * (math.exp(-near / scale) - math.exp(-far / scale))
        value = use(x + Fraction(2 * k + 1, 24))
        found[value] = found.get(value, 0.0) + mass
    return found


ROUNDED: dict[str, tuple[Any, Callable[[Fraction], Any], int]] = {
    "rounded": (rounded, round, 2),
    "around": (rounded_around, lambda y: round(y) % 4, 2),
    "grid": (on_a_grid, lambda y: Fraction(round(y * 2), 2), 2),
    "clamped": (clamped_rounded, lambda y: min(max(math.floor(y), -2), 3), 2),
}


@pytest.mark.parametrize("name", ROUNDED)
def test_rounded_values_against_sums(name: str) -> None:
    """Largest loss, total variation and Rényi divergence over every value, in floats."""
    program, use, scale = ROUNDED[name]
    inputs = [Fraction(x) for x in program.inputs]
    p, q = (laws_by_sums(use, scale, x) for x in inputs)
    loss = max(abs(math.log(p[y] / q[y])) for y in p if p[y] > 1e-9)
    variation = sum(max(0.0, p[y] - q.get(y, 0)) for y in p)
    moment = max(sum(a[y] ** 2 / b[y] for y in a if b.get(y)) for a, b in ((p, q), (q, p)))
    cases: list[tuple[str, float, dict[str, Any]]] = [
        ("pure-dp", loss, {}),
        ("total-variation", variation, {}),
        ("renyi-dp", math.log(moment), {"alpha": 2}),
    ]
    for definition, wanted, more in cases:
        found = dv.measure(program, definition, **more)
        assert found.evidence == "exact"
        assert found.not_rechecked is None
        assert float(bounds(found)[0]) == pytest.approx(wanted, rel=1e-6)


def test_a_grid_that_moves_with_the_input() -> None:
    """No output is possible on both inputs."""
    assert dv.measure(other_grid, "total-variation").tight["delta"] == 1
    assert dv.measure(other_grid, "pure-dp").tight["eps"] == INFINITY


def test_an_output_in_the_tail_is_one_of_its_own() -> None:
    """40 has 1/10 and its own cell on both inputs, and not the mass of the tail besides."""
    channel = channel_of(or_far)
    cell = (exp(Value(-20)) - exp(Value(Fraction(-41, 2)))) / 2 * Value(Fraction(9, 10))
    assert channel.probability("0", "40") == Value(Fraction(1, 10)) + cell
    assert "39" in channel.outputs
    assert "60" not in channel.outputs


def test_a_sample_agrees_with_the_exact_probabilities() -> None:
    """20,000 runs on floats, each output within 5 standard deviations of what it should be."""
    channel = channel_of(tried_rounded)
    dice = random.Random(7)  # noqa: S311  no secret

    class Floats:
        """Draws floats."""

        def laplace(self, scale: int) -> float:
            """By the inverse of its distribution function."""
            u = dice.random() - 0.5
            return -scale * math.copysign(1, u) * math.log(1 - 2 * abs(u))

    runs = 20_000
    for x in (0, 1):
        seen = [tried_rounded.function(x, Floats()) for _ in range(runs)]
        for output in channel.outputs:
            p = float(channel.probability(str(x), output).ball(64).mid())
            assert abs(seen.count(int(output)) - runs * p) <= 5 * math.sqrt(runs * p * (1 - p))


REFUSED: dict[str, tuple[Callable[[Any, Any], Any], str | None]] = {
    "rounded Gumbel": (lambda x, draw: round(x + draw.gumbel(1)), "gumbel noise"),
    "remainder of Gumbel": (lambda x, draw: (x + draw.gumbel(1)) % 3, "remainder of gumbel"),
    "two scales": (
        lambda x, draw: round(x + (draw.laplace(1) if draw.flip("1/2") else draw.laplace(2))),
        "differs far out",
    ),
    "two noises": (lambda x, draw: round(x + draw.laplace(1) + draw.laplace(1)), "sum of noises"),
    "tiny modulus": (lambda x, draw: (x + draw.laplace(9**9)) % 1, None),
    "tiny grid": (lambda x, draw: round(10**9 * (x + draw.laplace(1))), "values of a lattice"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str) -> None:
    """By name, in one line; a modulus far below the scale is no trouble for Laplace noise."""
    use, text = REFUSED[name]

    @mechanism(inputs=[0, Fraction(1, 3)])
    def program(x: Any, draw: Any) -> Any:
        return use(x, draw)

    if text is None:
        assert dv.measure(program, "pure-dp").tight["eps"] < Fraction(1, 10**8)
        return
    with pytest.raises(Undecided, match=text) as caught:
        dv.measure(program, "approx-dp", eps=1)
    assert "\n" not in str(caught.value)
