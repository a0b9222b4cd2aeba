"""Mixtures under every definition, against integrals in 60 digits and against numbers by hand."""

from __future__ import annotations

from decimal import Decimal, getcontext
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from flint import fmpq

import dpverify as dv
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.numbers import INFINITY
from dpverify.defs.programs import mechanism
from tests.checkers.mixtures.quadrature import integral, laplace, normal, number

getcontext().prec = 75
SETTINGS = [(Fraction(1, 10), Fraction(1)), (Fraction(1, 256), Fraction(11, 10))]
ADD, REMOVE = ["0", "1"], ["1", "0"]


def subsampled(q: Fraction, sigma: Fraction) -> Any:
    """The Poisson-subsampled Gaussian mechanism."""
    found = library_mechanism("continuous-poisson-subsampled-gaussian")
    return found.with_parameters(q=q, sigma=sigma)


def directions(result: Any) -> dict[str, Any]:
    """The values of both orders."""
    listed = {"".join(each["inputs"]): each["value"] for each in result.to_dict()["directions"]}
    return {"add": listed["01"], "remove": listed["10"]}


def delta_of(result: Any) -> Any:
    """The bounds of the tight δ."""
    return result.tight["delta"].to_json()


def assert_is(stated: Any, wanted: Decimal, digits: int = 15) -> None:
    """The bounds hold the number (up to the error of the oracle) and are tight."""
    low, high = Decimal(stated["lower"]), Decimal(stated["upper"])
    slack = abs(wanted) * Decimal(10) ** -45
    assert low - slack <= wanted <= high + slack
    assert high - low <= abs(wanted) * Decimal(10) ** -digits


def delta(q: Fraction, sigma: Fraction, eps: Fraction, *, remove: bool) -> Decimal:
    """∫ max(0, p − e^ε·q) from its one root, by quadrature."""
    odds, share, v = number(eps).exp(), number(q), sigma**2

    def excess(y: Decimal) -> Decimal:
        plain = normal(y, 0, v)
        mixture = (1 - share) * plain + share * normal(y, 1, v)
        return mixture - odds * plain if remove else plain - odds * mixture

    # p/q is monotone in y; the mixture is 1 − q + q·e^((2y − 1)/(2v)) times the plain density.
    target = (odds if remove else 1 / odds) - (1 - share)
    if target <= 0:
        return Decimal(0)
    root = number(v) * (target / share).ln() + Decimal("0.5")
    steps = [Decimal(k) for k in (0, 1, 3, 6, 12, 25)]
    if remove:
        return integral(excess, [root + k for k in steps])
    return integral(excess, [root - k for k in reversed(steps)])


@pytest.mark.long
@pytest.mark.parametrize(("q", "sigma"), SETTINGS)
@pytest.mark.parametrize("eps", [Fraction(0), Fraction(1, 50), Fraction(1, 2), Fraction(2)])
def test_delta_of_the_subsampled_gaussian(q: Fraction, sigma: Fraction, eps: Fraction) -> None:
    """Both orders, where the answer takes the worse; the kernel accepted the document."""
    found = dv.measure(subsampled(q, sigma), "approx-dp", eps=eps)
    both = directions(found)
    assert found.not_rechecked is None
    assert_is(both["remove"], delta(q, sigma, eps, remove=True))
    assert_is(both["add"], delta(q, sigma, eps, remove=False))
    assert_is(delta_of(found), delta(q, sigma, eps, remove=True))


@pytest.mark.long
@pytest.mark.parametrize(("q", "sigma"), SETTINGS)
@pytest.mark.parametrize("alpha", [Fraction(2), Fraction(3), Fraction(3, 2)])
def test_renyi_of_the_subsampled_gaussian(q: Fraction, sigma: Fraction, alpha: Fraction) -> None:
    """Both orders by quadrature; of order 2 to remove ln(1 + q²·(e^(1/σ²) − 1)) by hand."""
    share, v, a = number(q), sigma**2, number(alpha)
    twice = 2 * number(v)

    @cache  # both moments are taken at the same places
    def at(y: Decimal) -> tuple[Decimal, Decimal]:
        return normal(y, 0, v), 1 - share + share * ((2 * y - 1) / twice).exp()

    def moment(power: Decimal) -> Decimal:
        assert 2 * power % 1 == 0  # by a root, which costs a tenth of ln and exp

        def term(y: Decimal) -> Decimal:
            density, ratio = at(y)
            return density * (ratio ** int(2 * power)).sqrt()

        return integral(term, [Decimal(k) for k in range(-24, 28, 2)])

    found = dv.measure(subsampled(q, sigma), "renyi-dp", alpha=alpha)
    both = directions(found)
    assert found.not_rechecked is None
    assert_is(both["remove"], moment(a).ln() / (a - 1))
    assert_is(both["add"], moment(1 - a).ln() / (a - 1))
    if alpha == 2:
        assert_is(both["remove"], (1 + share**2 * ((1 / number(v)).exp() - 1)).ln())


@pytest.mark.parametrize(("q", "sigma"), SETTINGS)
def test_pure_eps_of_the_subsampled_gaussian(q: Fraction, sigma: Fraction) -> None:
    """∞ to remove a record; −ln(1 − q), approached far out, to add one."""
    found = dv.measure(subsampled(q, sigma), "pure-dp")
    assert found.tight["eps"] == INFINITY
    both = directions(found)
    assert both["remove"]["exact"] == "inf"
    assert both["add"]["exact"] == str(dv.ln(1 / (1 - q)))
    assert dv.measure(subsampled(q, sigma), "bounded-range").tight["eps"] == INFINITY


def test_pure_eps_of_the_subsampled_laplace() -> None:
    """ln(1 + q·(e^ε − 1)) to remove, exactly: a claim of it holds, and of a little less fails."""
    program = library_mechanism("continuous-poisson-subsampled-laplace").with_parameters(
        q="1/4", eps="2"
    )
    found = dv.measure(program, "pure-dp")
    assert found.tight["eps"] == dv.parse("ln(3/4+1/4*exp(2))")
    assert found.evidence == "exact"
    # −ln(1 − q + q·e^(−ε)), multiplied out
    assert directions(found)["add"]["exact"] == "ln(4*exp(2)/(1+3*exp(2)))"
    assert dv.check(program, dv.PureDP(eps=dv.parse("ln(3/4+1/4*exp(2))"))).holds
    less: Any = dv.check(program, dv.PureDP(eps="19/20"))
    assert less.fails
    assert less.witness.inputs == ("1", "0")


def test_delta_and_renyi_of_the_subsampled_laplace() -> None:
    """By quadrature between the kinks 0 and 1 and the root."""
    program = library_mechanism("continuous-poisson-subsampled-laplace").with_parameters(
        q="1/4", eps="2"
    )
    b, share, odds = Fraction(1, 2), Decimal("0.25"), Decimal("0.5").exp()

    def plain(y: Decimal) -> Decimal:
        return laplace(y, 0, b)

    def mixture(y: Decimal) -> Decimal:
        return (1 - share) * laplace(y, 0, b) + share * laplace(y, 1, b)

    # Between 0 and 1 the mixture is 1 − q + q·e^(4y − 2) times the plain density.
    root = (((odds - 1 + share) / share).ln() + 2) / 4
    points = [root, Decimal(1), *map(Decimal, (3, 8, 20, 40))]
    wanted = integral(lambda y: mixture(y) - odds * plain(y), points)
    found = dv.measure(program, "approx-dp", eps="1/2")
    assert_is(directions(found)["remove"], wanted)
    line = [*map(Decimal, (-40, -20, -8, -3, 0, 1, 3, 8, 20, 40))]
    moment = integral(lambda y: mixture(y) ** 3 / plain(y) ** 2, line)
    found = dv.measure(program, "renyi-dp", alpha=3)
    assert_is(directions(found)["remove"], moment.ln() / 2)
    found = dv.measure(program, "chi-squared-dp")
    wanted = integral(lambda y: plain(y) ** 2 / mixture(y), line) - 1
    assert_is(directions(found)["add"], wanted)


@mechanism(inputs=[0, 1], moves="A")
def two_scales(x: int, draw: Any) -> Any:
    """The coin chooses the scale."""
    return x + (draw.gaussian(1) if draw.flip("1/3") else draw.gaussian(3))


def grid(f: Any, low: int, high: int) -> Decimal:
    """∫ max(0, f) by fine steps, for functions of which no root is known: about 6 digits."""
    points = [Decimal(low) + Decimal(k) / 400 for k in range((high - low) * 400 + 1)]
    values = [f(y) for y in points]
    total = Decimal(0)
    for a, b in pairwise(values):
        total += (max(a, Decimal(0)) + max(b, Decimal(0))) / 800
    return total


@pytest.mark.long
def test_a_coin_that_chooses_the_scale() -> None:
    """δ(1/2) against a sum of 16,000 trapezia; the same on all real inputs."""
    third = Decimal(1) / 3

    def density(y: Decimal) -> Decimal:
        return third * normal(y) + 2 * third * normal(y, 0, 9)

    odds = Decimal("0.5").exp()
    wanted = grid(lambda y: density(y - 1) - odds * density(y), -15, 25)
    listed = dv.measure(two_scales, "approx-dp", eps="1/2", all_inputs=False)
    stated = directions(listed)["remove"]
    assert abs(Decimal(stated["lower"]) - wanted) < Decimal("1e-6")
    every = dv.measure(two_scales, "approx-dp", eps="1/2", all_inputs=True)
    assert delta_of(every) == delta_of(listed)
    assert every.not_rechecked is None
    assert dv.measure(two_scales, "pure-dp", all_inputs=True).tight["eps"] == INFINITY


def test_no_probability_is_above_1() -> None:
    """At ε = 0 every output has another loss than 0, but for one of no probability: the risk is 1.

    By balls alone it is below 1.000000002.
    """

    @mechanism(inputs=[0, 1])
    def program(x: int, draw: Any) -> Any:
        return draw.gaussian(1) + (0 if draw.flip("1/2") else x)

    risk: Any = dv.measure(program, "privacy-at-risk", eps=0).tight["risk"]
    assert risk.upper == 1
    assert risk.lower > fmpq(999_999_999, 10**9)
    verdict = dv.check(program, dv.PrivacyAtRisk(eps=0, risk=1))
    assert verdict.holds
    assert verdict.not_rechecked is None


def test_what_is_not_decided_says_so() -> None:
    """Mixtures that the input moves in part, over all real inputs; two values; compared noise."""

    @mechanism(inputs=[0, 1], moves="A")
    def in_part(x: int, draw: Any) -> Any:
        return (x if draw.flip("1/3") else 0) + draw.gaussian(1)

    @mechanism(inputs=[0, 1])
    def twice(x: int, draw: Any) -> Any:
        scale = 1 if draw.flip("1/3") else 2
        return x + draw.gaussian(scale), x + draw.gaussian(scale)

    claim = dv.ApproxDP(eps=1, delta="1/100")
    verdict = dv.check(in_part, claim, all_inputs=True)
    assert verdict.unknown
    assert "one coin moves a value otherwise" in verdict.reason.text
    verdict = dv.check(twice, claim)
    assert verdict.unknown
    assert "several released values" in verdict.reason.text
    assert dv.check(in_part, dv.ApproxDP(eps=1, delta="1/5"), all_inputs=False).holds


def test_words_and_values_together() -> None:
    """A coin that hides the value: the word None has the same weight on both inputs."""

    @mechanism(inputs=[0, 1])
    def hides(x: int, draw: Any) -> Any:
        return x + draw.gaussian(1) if draw.flip("1/4") else None

    found = dv.measure(hides, "approx-dp", eps=0)
    # TV of two normal laws at distance 1, times 1/4: ∫ over y > 1/2.
    points = [Decimal("0.5"), *map(Decimal, (2, 5, 10, 20))]
    wanted = integral(lambda y: normal(y, 1) - normal(y), points) / 4
    assert_is(delta_of(found), wanted)
    assert found.not_rechecked is None


def test_coins_beside_words_are_exact() -> None:
    """Laplace noise that is compared alone: a finite channel. By hand ln(3e/(1 + 2e^(3/4)))."""

    @mechanism(inputs=[0, 1])
    def above(x: int, draw: Any) -> Any:
        return x + draw.laplace(1 if draw.flip("1/3") else 4) > 0

    assert dv.measure(above, "pure-dp").tight["eps"] == dv.parse("ln(3*exp(1)/(1+2*exp(3/4)))")


def test_noise_that_is_held_between_ends() -> None:
    """Gaussian noise that is compared with numbers alone, beside a coin; δ by the normal law."""

    @mechanism(inputs=[0, 1])
    def above(x: int, draw: Any) -> Any:
        return x + draw.gaussian(1 if draw.flip("1/2") else 2) > 0

    found = dv.measure(above, "total-variation")
    near = integral(normal, [Decimal(0), Decimal("0.5")])
    far = integral(normal, [Decimal("0.5"), Decimal(1)]) + near
    assert_is(delta_of(found), (near + far) / 2)
    assert found.not_rechecked is None


def test_staircase_and_tulap_as_people_write_them() -> None:
    """δ(ln 2) by hand: what lies beyond the end, b^n/2 and b^n/(1 + b), and nothing else."""
    staircase = library_mechanism("continuous-staircase").with_parameters(most=3, gamma="1/3")
    found = dv.measure(staircase, "approx-dp", eps=dv.ln(2))
    assert_is(delta_of(found), Decimal(1) / 16)
    tulap = library_mechanism("continuous-tulap").with_parameters(most=4)
    found = dv.measure(tulap, "approx-dp", eps=dv.ln(2))
    assert_is(delta_of(found), Decimal(2) / 3 / 16)
    assert dv.measure(tulap, "pure-dp").tight["eps"] == INFINITY


def test_poisson_subsampled_names_both_orders() -> None:
    """The helper of the library: the same numbers, under names that say which order is which."""

    @mechanism(inputs=[0, 1])
    def noisy(count: int, draw: Any) -> Any:
        return count + draw.gaussian(1)

    found = dv.measure(dv.poisson_subsampled(noisy, "1/10"), "approx-dp", eps="1/50")
    listed = {tuple(each["inputs"]): each["value"] for each in found.to_dict()["directions"]}
    names = ("'without the record'", "'with the record'")
    assert_is(listed[names], delta(Fraction(1, 10), Fraction(1), Fraction(1, 50), remove=False))
    assert_is(
        listed[names[::-1]], delta(Fraction(1, 10), Fraction(1), Fraction(1, 50), remove=True)
    )


@mechanism(inputs=[0, 1])
def one_side_or_both(x: int, draw: Any) -> Any:
    """Exponential noise, or Laplace noise that falls more slowly; the coin alone depends on x."""
    return draw.exponential(1) if draw.flip("1/2" if x else "1/4") else draw.laplace(5)


def test_a_quotient_of_weights_that_nothing_tends_to() -> None:
    """p/q is at most 2, the quotient of the coins, and never near it: Laplace noise stays.

    To the right of 0 p/q = (e^(−x)/2 + e^(−x/5)/20)/(e^(−x)/4 + 3·e^(−x/5)/40) falls from
    (11/20)/(13/40) = 22/13; to the left it is 2/3. Of q/p the supremum is 3/2, on the left.
    """
    found = dv.measure(one_side_or_both, "pure-dp")
    both = {tuple(one["inputs"]): one["value"] for one in found.to_dict()["directions"]}
    assert_is(both["1", "0"], (number("22/13")).ln())
    assert both["0", "1"]["exact"] == "ln(3/2)"
    assert dv.check(one_side_or_both, dv.PureDP(eps="53/100")).holds
    assert dv.check(one_side_or_both, dv.PureDP(eps="52/100")).fails


@pytest.mark.parametrize(("law", "slow"), [("exponential", 1), ("logistic", 5)])
def test_a_quotient_of_weights_that_is_approached(law: str, slow: int) -> None:
    """Where the part of the quotient falls more slowly than all others, p/q tends to it."""

    @mechanism(inputs=[0, 1])
    def program(x: int, draw: Any) -> Any:
        if draw.flip("1/2" if x else "1/4"):
            return getattr(draw, law)(slow)
        return draw.uniform(-1, 1)

    assert dv.measure(program, "pure-dp").tight["eps"] == dv.ln(2)


def test_what_is_next_to_nothing_is_printed_as_it_is_read() -> None:
    """Bounds below 10^-10000 are no numbers of a document; else the kernel would reject it."""

    @mechanism(inputs=[0, 1])
    def far(x: int, draw: Any) -> Any:
        if draw.flip("1/2" if x else "1/3"):
            return draw.exponential(3)
        return draw.gumbel(3) if draw.flip("1/2") else draw.exponential(1)

    found = dv.measure(far, "approx-dp", eps="39/23")
    delta = found.to_dict()["tight"]["delta"]
    assert (delta["lower"], delta["upper"]) == ("0", "1e-10000")


@mechanism(inputs=[(0, 0), (1, -1)], moves="A")
def one_each_way(given: Any, draw: Any) -> Any:
    """Of two entries one is released with noise above it, or the other with noise below."""
    first, second = given
    if draw.flip("1/2"):
        return "first", first + draw.exponential(1)
    return "second", second - draw.exponential(1)


@mechanism(inputs=[(0, 0)], moves="A")
def one_each_way_turned(given: Any, draw: Any) -> Any:
    """The same, with what is second turned around."""
    first, second = given
    if draw.flip("1/2"):
        return "first", first + draw.exponential(1)
    return "second", draw.exponential(1) - second


@mechanism(inputs=[(0, 0)], moves="A")
def both_ways(given: Any, draw: Any) -> Any:
    """The same, with noise above both."""
    first, second = given
    if draw.flip("1/2"):
        return "first", first + draw.exponential(1)
    return "second", second + draw.exponential(1)


@mechanism(inputs=[(0, 0)], moves=dv.moves.box((0, 1), (-1, 2)))
def in_a_box(given: Any, draw: Any) -> Any:
    """The second entry may fall by 1 while the first rises, and may rise by 2."""
    first, second = given
    if draw.flip("1/2"):
        return "first", first + draw.exponential(1)
    return "second", second - draw.exponential(1)


@pytest.mark.parametrize("program", [one_each_way, one_each_way_turned, both_ways])
def test_words_of_one_sided_noise_that_move_apart(program: Any) -> None:
    """Worst is the corner at which each word leaves 1 − 1/e of its noise behind."""
    found = dv.measure(program, "approx-dp", eps="1/2", all_inputs=True)
    assert found.not_rechecked is None
    assert_is(delta_of(found), 1 - Decimal(-1).exp())
    claim = dv.ApproxDP(eps="1/2", delta="3/5")
    assert not dv.check(program, claim, all_inputs=True).holds


def test_a_corner_that_is_no_further_and_may_be_worse() -> None:
    with pytest.raises(dv.Undecided, match="laws that are not even"):
        dv.measure(in_a_box, "approx-dp", eps="1/2", all_inputs=True)


WITHOUT_A_DIFFERENCE = [
    ("gaussian-dp", {}, "mu"),
    ("zcdp", {}, "rho"),
    ("renyi-dp", {"alpha": "2"}, "eps"),
    ("chi-squared-dp", {}, "chi_squared"),
]


@pytest.mark.parametrize("law", ["gaussian", "laplace"])
@pytest.mark.parametrize(("definition", "given", "parameter"), WITHOUT_A_DIFFERENCE)
def test_inputs_with_one_law_need_nothing(
    definition: str, given: dict[str, Any], parameter: str, law: str
) -> None:
    """The first entry alone is released, and both inputs have the same: the number is exactly 0."""

    @mechanism(inputs=[(0, 1), (0, 2)], neighbours="all")
    def told(x: tuple[int, int], draw: Any) -> Any:
        noise = getattr(draw, law)
        return x[0] + (noise(2) if draw.flip("1/10") else noise(1))

    found = dv.measure(told, definition, time_limit=30, **given)
    assert found.tight[parameter] == 0
    assert not found.not_rechecked


def test_an_entry_that_moves_no_value_is_no_error() -> None:
    """Of all real inputs one entry moves; the other one is not released, and μ is that of one."""

    @mechanism(inputs=[(0, 1)], moves="O")
    def told(x: tuple[int, int], draw: Any) -> Any:
        noise = draw.gaussian(1)
        return x[0] + (noise if draw.flip("1/10") else -noise)

    assert dv.measure(told, "gaussian-dp", all_inputs=True).tight["mu"] == 1
