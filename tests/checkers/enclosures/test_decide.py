"""check and measure by enclosures, against formulas of the field and hand calculations."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from flint import arb

import dpverify as dv
from dpverify.checkers.bounds import Bounds
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.verdict import Fails
from dpverify.defs.errors import DomainError, Undecided, UsageError
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.numbers import INFINITY, as_eps
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.numbers.documents import read
from tests.checkers.enclosures.oracles import (
    gaussian_by_quadrature,
    gaussian_delta,
    phi,
    precise,
    two_laplaces,
    within,
)
from tests.checkers.enclosures.programs import above, gaussian, mixed, program, uniform
from tests.checkers.enclosures.stars import Comparison, Noise, star_probability

F = Fraction


def replayed(result: Any) -> str:
    """The kernel's word on a saved copy."""
    return replay(read(result.to_json())).status


def delta(found: Any, eps: Any, **options: Any) -> Any:
    """The measured δ."""
    return dv.measure(found, "approx-dp", eps=str(eps), **options).tight["delta"]


@pytest.mark.parametrize("eps", [F(0), F(1, 2), F(1), F(4)])
@pytest.mark.parametrize(("sigma", "step"), [(F(1), F(1)), (F(2), F(1)), (F(1, 2), F(3, 2))])
def test_one_gaussian(sigma: Fraction, step: Fraction, eps: Fraction) -> None:
    """The Gaussian profile, by erf and by quadrature."""
    found = delta(gaussian(sigma, step), eps)
    assert within(found, gaussian_delta(step**2 / sigma**2, eps))
    assert within(found, gaussian_by_quadrature(sigma, step, eps))


@pytest.mark.parametrize("eps", [F(0), F(1)])
def test_several_gaussians(eps: Fraction) -> None:
    """One Gaussian in the ℓ2 difference; correlated ones are independent after a shear."""
    apart = program(lambda x, draw: (x[0] + draw.gaussian(2), x[1] + draw.gaussian(3)),
                    ((0, 0), (1, -2)))  # fmt: skip
    assert within(delta(apart, eps), gaussian_delta(F(1, 4) + F(4, 9), eps))

    def sheared(x: Any, draw: Any) -> Any:
        shared = draw.gaussian(1)
        return x[0] + shared + draw.gaussian(2), x[1] + shared

    # v1 − v2 = x1 − x2 + N(0, 4) and v2 = x2 + N(0, 1) are independent
    together = program(sheared, ((0, 0), (3, 1)))
    assert within(delta(together, eps), gaussian_delta(F(4, 4) + F(1), eps))


def test_a_sum_of_gaussians_is_one() -> None:
    """Variances 9 + 4·4 = 25, although no single noise has scale 5."""
    found = program(lambda x, draw: x + draw.gaussian(3) - 2 * draw.gaussian(2))
    assert within(delta(found, 1), gaussian_delta(F(1, 25), F(1)))


def test_one_uniform() -> None:
    """By hand: x alone reaches a part Δ/(2w) = 1/8, whatever ε; a wider step gives all away."""
    assert within(delta(uniform(4), 3), arb(1) / 8)
    assert within(delta(uniform(4, 9), 3), arb(1))
    failing = dv.check(uniform(4), dv.ApproxDP(eps="3", delta="1/9"))
    assert isinstance(failing, Fails)
    assert failing.evidence == "enclosure"
    place = failing.to_dict()["witness"]
    assert place["regions"] == [{"word": "•", "factors": ["1"], "where": [["-4", "-3"]]}]
    assert place["probabilities"][0] == {"exact": None, "lower": "0.125", "upper": "0.125"}
    assert place["probabilities"][1] == {"exact": None, "lower": "0", "upper": "0"}
    assert replayed(failing) == "accepted"
    assert dv.check(uniform(4), dv.ApproxDP(eps="0", delta="1/8")).holds


def test_two_uniforms() -> None:
    """By hand: both must hide, 1 − (1 − 1/8)·(1 − 1/4) = 11/32."""
    found = program(
        lambda x, draw: (x + draw.uniform(0, 8), x + draw.uniform("-1/2", "7/2")), (0, 1)
    )
    assert within(delta(found, 2), arb(11) / 32)
    assert dv.measure(found, "approx-dp", delta="1/3").tight["eps"] == INFINITY


@pytest.mark.parametrize("eps", [F(0), F(1, 3), F(1), F(3, 2)])
def test_two_laplaces(eps: Fraction) -> None:
    """Shares 1 and 1/2; and a failure is shown by an event."""
    found = program(lambda x, draw: (x + draw.laplace(1), x - draw.laplace(2)))
    expected = two_laplaces(F(1), F(1, 2), eps)
    assert within(delta(found, eps), expected)
    if eps < F(1, 2):  # beyond, no half-plane comes close to the best event
        least = str(F(int(float(expected) * 500), 1000))
        failing = dv.check(found, dv.ApproxDP(eps=str(eps), delta=least))
        assert failing.fails
        assert replayed(failing) == "accepted"


def test_one_laplace() -> None:
    """1 − e^{(ε−ε₀)/2}, and 0 from ε₀ on; the claim at ε₀ itself holds by its alignment."""
    found = program(lambda x, draw: x + draw.laplace(2))
    with working_precision(160):
        assert within(delta(found, "1/4"), 1 - (arb(-1) / 8).exp())
    assert within(delta(found, "1/2"), arb(0))
    assert dv.check(found, dv.ApproxDP(eps="1/2", delta="0")).evidence == "certificate"


def test_gaussian_and_uniform_together() -> None:
    """By hand: 1/8 is given away; of the rest, 7/8, the Gaussian profile."""
    found = program(lambda x, draw: (x + draw.gaussian(1), x + draw.uniform(-4, 4)))
    with working_precision(160):
        expected = arb(1) / 8 + gaussian_delta(F(1), F(1)) * 7 / 8
    assert within(delta(found, 1), expected)


@precise
def weighted(eps: Fraction) -> arb:
    """Bits of different probability beside a released Gaussian value, by closed half-lines.

    P(x + N(0, 4) ≥ 0) is Φ(x/2); with weights a, b the crossing of a·p = e^ε·b·q is at
    v = 1/2 − ε − ln(b/a), below which p is larger.
    """
    total = arb(0)
    for sign in (1, -1):
        a, b = phi(arb(0)), phi(arb(sign) / 2)
        odds = b * arb(eps.numerator).exp()
        end = arb(1) / 2 - (odds / a).log()
        total += a * phi(end) - odds * phi(end - 1)
    return total


def test_bits_beside_a_value() -> None:
    """Each word is a Gaussian profile with weights."""
    found = program(lambda x, draw: (x + draw.gaussian(2) >= 0, x + draw.gaussian(1)))
    one = dv.measure(found, "approx-dp", eps="1")
    # from 1 to 0 all is mirrored: the value at −v, the bit negated
    assert within(one.tight["delta"], weighted(F(1)))
    assert replayed(one) == "not-recheckable"


def test_a_bit_made_of_the_value() -> None:
    """Post-processing with independent noise changes nothing: the profile of the value alone."""
    found = program(mixed)
    assert within(delta(found, 1), gaussian_delta(F(1), F(1)), 8)
    failing = dv.check(found, dv.ApproxDP(eps="1", delta="3/25"))
    assert failing.fails
    assert replayed(failing) == "accepted"
    assert dv.check(found, dv.ApproxDP(eps="1", delta="13/100")).holds
    assert dv.check(found, dv.PureDP(eps="2")).fails


@pytest.mark.slow
def test_the_largest_noisy_value() -> None:
    """B13: max of two values with Laplace noise, by a sum over a fine grid; several paths."""
    found = library_mechanism("B13").with_parameters(n=2, eps="1")
    enclosed = delta(found, "1/2", all_inputs=False)
    assert isinstance(enclosed, Bounds)

    step, b = 1 / 500, 2.0
    grid = np.arange(-30_000, 30_000) * step

    def density(x: float) -> Any:
        tail = np.exp(-np.abs(grid - x) / b) / 2
        return 2 * tail / b * np.where(grid < x, tail, 1 - tail)

    worst = max(
        float(np.maximum(0, density(0) - np.exp(0.5) * density(x)).sum() * step) for x in (-1, 1)
    )
    assert float(enclosed.lower) > 0
    assert float(enclosed.upper or 2) < 1
    assert worst == pytest.approx(float(enclosed.lower), rel=1e-3)


@pytest.mark.long
@pytest.mark.sampled(9)
@pytest.mark.parametrize("law", ["gaussian", "uniform", "laplace"])
def test_words_alone(law: Any) -> None:
    """The largest ratio of the words, with probabilities by another quadrature; both decided."""
    found = above(law, 3)
    inputs = ((F(0), F(0)), (F(1), F(-1)))
    words = list(product((True, False), repeat=2))
    with working_precision(128):
        table = [
            [
                star_probability(
                    Noise("gaussian", F(2)),
                    [Comparison(Noise(law, F(3)), q, bit) for q, bit in zip(x, w, strict=True)],
                ).ball(100)
                for w in words
            ]
            for x in inputs
        ]
        ratios = [(p / q).log() for a, b in ((0, 1), (1, 0))
                  for p, q in zip(table[a], table[b], strict=True)]  # fmt: skip
        largest = max(ratios, key=float)
        excesses = [
            sum((p - arb("0.25").exp() * q for p, q in zip(table[a], table[b], strict=True)
                 if p > arb("0.25").exp() * q), arb(0))
            for a, b in ((0, 1), (1, 0))
        ]  # fmt: skip
    tight = dv.measure(found, "pure-dp")
    assert within(tight.tight["eps"], largest)
    assert replayed(tight) == "accepted"
    least = float(largest)
    holding = dv.check(found, dv.PureDP(eps=str(F(int(least * 1000) + 1, 1000))))
    assert (holding.name, holding.evidence) == ("holds", "enclosure")
    failing = dv.check(found, dv.PureDP(eps=str(F(int(least * 1000), 1000))))
    assert failing.fails
    measured = dv.measure(found, "approx-dp", eps="1/4")
    assert within(measured.tight["delta"], max(excesses, key=float))
    for result in (holding, failing, measured):
        assert replayed(result) == "accepted"


def test_pure_dp_of_released_noise() -> None:
    """Unbounded for Gaussian noise at every ε, impossible values for uniform noise."""
    for eps in ("1/100", "3", "40"):
        failing = dv.check(gaussian(2), dv.PureDP(eps=eps))
        assert isinstance(failing, Fails)
        assert replayed(failing) == "accepted"
    assert dv.measure(gaussian(2), "pure-dp").tight["eps"] == INFINITY
    assert dv.measure(gaussian(2), "pure-dp").to_dict()["supremum"] is True
    attained = dv.measure(uniform(2), "pure-dp").to_dict()["attained_by"]
    assert attained["probabilities"][1]["upper"] == "0"
    both = program(lambda x, draw: (x + draw.gaussian(1), x + draw.laplace(1)))
    assert dv.check(both, dv.PureDP(eps="2")).fails
    with pytest.raises(Undecided, match="Gaussian and Laplace noise together"):
        delta(both, 1)


@pytest.mark.long
def test_bounded_parts_beside_gaussian_bits() -> None:
    """ln(Φ(0)/Φ(−1/2)) for the bit, and 1/3 for the Laplace value; exact without the bit."""
    found = program(lambda x, draw: (x + draw.gaussian(2) >= 0, x + draw.laplace(3)))
    with working_precision(160):
        expected = (phi(arb(0)) / phi(arb(-1) / 2)).log() + arb(1) / 3
    assert within(dv.measure(found, "pure-dp").tight["eps"], expected)
    same = program(lambda x, draw: (draw.gaussian(2) >= 1, x + draw.laplace(3)))
    assert dv.measure(same, "pure-dp").tight["eps"] == as_eps(F(1, 3))
    assert dv.check(same, dv.PureDP(eps="1/3")).holds
    assert dv.check(same, dv.LocalDP(eps="1/3")).holds
    assert dv.check(same, dv.PureDP(eps="333/1000")).fails


@pytest.mark.parametrize(("moves", "square"), [("A", F(2, 4)), ("M", F(2, 4)), ("O", F(1, 4))])
def test_all_real_inputs(moves: str, square: Fraction) -> None:
    """Two counts with noise of scale 2: the moves that are furthest apart."""
    found = program(lambda x, draw: tuple(q + draw.gaussian(2) for q in x), ((0, 0),), moves)
    measured = dv.measure(found, "approx-dp", eps="1/2", all_inputs=True)
    assert within(measured.tight["delta"], gaussian_delta(square, F(1, 2)))
    failing = dv.check(found, dv.ApproxDP(eps="1/2", delta="1/100"), all_inputs=True)
    assert failing.fails
    assert replayed(failing) == "accepted"


def test_all_real_inputs_of_a_sum() -> None:
    """x1 + x2 moves by 2 where both rise; x1 − x2 where they part, which "M" does not allow."""
    total = program(lambda x, draw: x[0] + x[1] + draw.uniform(-8, 8), ((0, 0),), "A")
    assert within(delta(total, 1, all_inputs=True), arb(2) / 16)
    apart = program(lambda x, draw: x[0] - x[1] + draw.uniform(-8, 8), ((0, 0),), "M")
    assert within(delta(apart, 1, all_inputs=True), arb(1) / 16)
    laplace = program(lambda x, draw: x[0] - x[1] + draw.laplace(4), ((0, 0),), "A")
    with working_precision(160):
        assert within(delta(laplace, "1/4", all_inputs=True), 1 - (arb(-1) / 8).exp())


def twice(x: Any, draw: Any) -> Any:
    value = x + draw.gaussian(1)
    return value, value


def knotted(x: Any, draw: Any) -> Any:
    sums = draw.laplace(1) + draw.laplace(2)
    return draw.argmax([x + draw.gaussian(1), sums, draw.uniform(0, 1)])


def crossed(x: Any, draw: Any) -> Any:
    return x[0] + x[1] + draw.laplace(1), x[0] - x[1] + draw.laplace(1)


REFUSED: dict[str, tuple[Any, dict[str, Any], str]] = {
    "comparisons over all real inputs": (
        program(lambda x, draw: x + draw.gaussian(1) > 0, moves="A"),
        {"all_inputs": True},
        "values released",
    ),
    "two that are not furthest apart together": (
        program(crossed, ((0, 0),), "A"),
        {"all_inputs": True},
        "furthest apart together",
    ),
    "a sum of laws": (
        program(lambda x, draw: x + draw.gaussian(1) + draw.laplace(1)),
        {},
        "several noises",
    ),
    "no star": (program(knotted), {}, "no one noise in common"),
    "scales that depend on the input": (
        program(lambda x, draw: (x + draw.gaussian(1 + x), draw.gaussian(1))),
        {},
        "noise differs",
    ),
    "Laplace scales that depend on the input": (
        program(lambda x, draw: (x + draw.laplace(1 + x), x + draw.laplace(5))),
        {},
        "noise differs",
    ),
    "the same value twice": (program(twice), {}, "depend on each"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_not_enclosed(what: str) -> None:
    """Unknown, in one line that says why."""
    found, options, text = REFUSED[what]
    verdict = dv.check(found, dv.ApproxDP(eps="1/10", delta="1/1000"), **options)
    assert verdict.unknown
    assert text in verdict.reason.text
    assert "\n" not in verdict.reason.text


def varying(x: Any, draw: Any) -> Any:
    return draw.gaussian(1 + x)


def test_a_scale_that_depends_on_the_input() -> None:
    """N(0, 1) against N(0, 4), released: by quadrature over the crossings ±√(8/3·(ln 2 + ε))."""
    found = program(varying)
    with working_precision(160):
        end = (arb(8) / 3 * (arb(2).log() - arb(1) / 10)).sqrt()
        inner = 2 * phi(end) - 1 - (arb(1) / 10).exp() * (2 * phi(end / 2) - 1)
        far = (arb(8) / 3 * (arb(2).log() + arb(1) / 10)).sqrt()
        outer = 2 * phi(-far / 2) - (arb(1) / 10).exp() * 2 * phi(-far)
    expected = max(inner, outer)
    assert within(delta(found, "1/10"), expected, 8)


def test_other_definitions_and_misuse() -> None:
    assert dv.check(above("gaussian", 1), dv.PrivacyAtRisk(eps="1", risk="1/2")).name != "holds"
    with pytest.raises(Undecided, match=r"no trade-off|trade-off function"):
        dv.measure(gaussian(1), "f-dp")
    with pytest.raises(UsageError, match="listed inputs"):
        dv.measure(program(mixed, moves="A"), "local-dp", all_inputs=True)
    with pytest.raises(UsageError, match="has a law without exact probabilities"):
        dv.channel_of(above("gaussian", 1))
    with pytest.raises(DomainError, match="must lie in"):
        dv.check(gaussian(1), dv.ApproxDP(eps="1", delta="-1/2"))


def test_eps_at_a_delta() -> None:
    """The profile at both ends of the bounds lies on either side of δ; 0 where δ(0) suffices."""
    found = dv.measure(gaussian(1), "approx-dp", delta="1/100").tight["eps"]
    assert isinstance(found, Bounds)
    assert found.upper is not None
    low, high = (F(int(end.p), int(end.q)) for end in (found.lower, found.upper))
    assert high - low < F(1, 10**9)
    assert gaussian_delta(F(1), low) > arb("0.01")
    assert gaussian_delta(F(1), high) < arb("0.0100000001")
    assert (
        dv.measure(gaussian(1), "approx-dp", delta="1/2").to_dict()["tight"]["eps"]["upper"] == "0"
    )


def test_a_word_that_is_more_likely_beside_a_laplace_value() -> None:
    """At ε = 0, from 1 to 0: a = Φ(1/2), b = 1/2, t = ln(b/a) > −1/3: a·(1 − e^{(t − 1/3)/2})."""
    found = program(lambda x, draw: (x + draw.gaussian(2) >= 0, x + draw.laplace(3)))
    with working_precision(160):
        a, b = phi(arb(1) / 2), arb(1) / 2
        expected = a * (1 - (((b / a).log() - arb(1) / 3) / 2).exp())
    assert within(delta(found, 0), expected)


@pytest.mark.slow
def test_what_the_balls_do_not_tell_is_unknown() -> None:
    """δ(1) = 0 here, which no enclosure by quadrature says; nor is a largest loss known."""

    def body(x: Any, draw: Any) -> Any:
        value = x + draw.laplace(1)
        return value, value > draw.uniform(0, 1)

    assert dv.check(program(body), dv.ApproxDP(eps="1", delta="0")).unknown
    loss = dv.measure(program(mixed), "pure-dp").tight["eps"]
    assert isinstance(loss, Bounds)
    assert loss.upper is None
    assert loss.lower >= 2
