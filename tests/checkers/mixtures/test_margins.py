"""f-DP of programs with coins and retries: a claimed trade-off function, numbers by hand.

At the end bounds of the kernel for other definitions, of shares that are put together here.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from math import erfc, exp, log, sqrt
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.kernel.mixture_claims import Claim
from dpverify.checkers.kernel.mixture_sources import Share, Source
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import NumberError, Value
from dpverify.defs.programs import mechanism

Document = dict[str, Any]


@mechanism(inputs=[0, 1])
def subsampled(x: int, draw: Any) -> Any:
    """The Poisson-subsampled Gaussian mechanism."""
    return (x if draw.flip("1/10") else 0) + draw.gaussian(1)


@mechanism(inputs=[0, 1])
def truncated(x: int, draw: Any) -> Any:
    """Laplace noise, again until it is not negative: the largest odds are 2e − 1."""
    while True:
        noisy = x + draw.laplace(1)
        if noisy >= 0:
            return noisy


def _above(z: float) -> float:
    return erfc(z / sqrt(2)) / 2


TOTAL = 0.1 * (1 - 2 * _above(0.5))
"""The total variation, at z = 1/2 where both densities are equal."""
PLACE = 0.5 + log(11)
"""Where p/q = 9/10 + e^(z − 1/2)/10 is 2."""
EXCESS = 0.9 * _above(PLACE) + 0.1 * _above(PLACE - 1) - 2 * _above(PLACE)
"""δ(ln 2) of the mixture against the plain law; the other order has none, as q/p < 10/9."""


@pytest.mark.parametrize(
    ("program", "function", "holds"),
    [
        (subsampled, "gaussian(1)", True),
        (subsampled, "gaussian(999/1000)", False),
        (subsampled, f"approx(ln(2), {EXCESS + 1e-9:.12f})", True),
        (subsampled, f"approx(ln(2), {EXCESS - 1e-9:.12f})", False),
        (subsampled, f"points(0,{1 - TOTAL + 1e-9:.12f}; {1 - TOTAL + 1e-9:.12f},0; 1,0)", False),
        (truncated, f"approx({log(2 * exp(1) - 1) + 1e-6:.9f}, 0)", True),
        (truncated, f"approx({log(2 * exp(1) - 1) - 1e-6:.9f}, 0)", False),
    ],
)
def test_a_function_near_the_truth(program: Any, function: str, holds: bool) -> None:
    """Each claim lies 10⁻⁹ or so beside the number by hand, and is re-checked by the kernel."""
    verdict = dv.check(program, dv.FDP(function))
    assert verdict.holds is holds
    assert verdict.fails is not holds
    assert replay(verdict.to_dict()).status == "accepted"


@pytest.mark.long
@pytest.mark.parametrize("holds", [True, False])
def test_steep_and_flat_pieces(*, holds: bool) -> None:
    """c − 2α, and its mirror image (c − α)/2, lie below the curve where 1 − c ≥ δ(ln 2)."""
    c = 1 - EXCESS - (1e-9 if holds else -1e-9)
    for first, last in ((c, c / 2), (c / 2, c)):
        verdict = dv.check(subsampled, dv.FDP(f"points(0,{first:.13f}; {last:.13f},0; 1,0)"))
        assert verdict.holds is holds
        assert replay(verdict.to_dict()).status == "accepted"


def test_what_is_not_decided() -> None:
    """Laplace noise with coins is compared with no normal laws; a curve is not listed."""

    @mechanism(inputs=[0, 1])
    def laplace(x: int, draw: Any) -> Any:
        return (x if draw.flip("1/10") else 0) + draw.laplace(1)

    equal = dv.check(truncated, dv.FDP("approx(ln(2*exp(1) - 1), 0)"))
    assert equal.unknown
    assert str(equal.reason.within).startswith("1e-")
    verdict = dv.check(laplace, dv.FDP("gaussian(1)"))
    assert verdict.unknown
    assert "matched normal laws" in str(verdict.reason)
    with pytest.raises(Undecided, match="is a curve"):
        dv.measure(laplace, "f-dp")


@pytest.fixture(scope="module")
def documents() -> dict[str, Document]:
    """One that holds and one that fails."""
    return {
        "holds": dv.check(subsampled, dv.FDP("approx(1/10, 1/50)")).to_dict(),
        "fails": dv.check(subsampled, dv.FDP("approx(1/10, 1/100)")).to_dict(),
    }


def _claim(function: str) -> Callable[[Document], None]:
    return lambda document: document["given"].update(trade_off=function)


def _as_measured(document: Document) -> None:
    del document["verdict"]


def _turned(document: Document) -> None:
    document["witness"]["inputs"].reverse()


def _no_directions(document: Document) -> None:
    document["directions"].pop()


FORGED: dict[str, tuple[str, Callable[[Document], None]]] = {
    "a claim that fails holds": ("holds", _claim("approx(1/10, 1/100)")),
    "a curve of less": ("holds", _claim("gaussian(1/10)")),
    "no trade-off function": ("holds", _claim("points(0,1; 1/2,3/4; 1,0)")),
    "a claim that holds fails": ("fails", _claim("approx(1/10, 1/50)")),
    "measured": ("holds", _as_measured),
    "the other order": ("fails", _turned),
    "a direction is missing": ("holds", _no_directions),
    "exact": ("holds", lambda d: d.update(evidence="exact")),
    "a tight number": ("holds", lambda d: d.update(tight={"trade_off": {"exact": "0"}})),
}


@pytest.mark.parametrize("name", FORGED)
def test_forged_documents_are_refused(name: str, documents: dict[str, Document]) -> None:
    """Each says something that is not so."""
    which, forge = FORGED[name]
    document = copy.deepcopy(documents[which])
    assert replay(copy.deepcopy(document)).status == "accepted"
    forge(document)
    assert replay(document).status == "rejected"


# ---------------------------------------------------------------- other bounds of the kernel

ORDERS = ["257/256", "21/20", "11/10", "6/5", "7/5", "3", "8"]
RARE = Fraction(1, 10 * 2**20)


@pytest.mark.parametrize(
    ("p", "q", "orders"),
    [
        ((Fraction(1, 4), Fraction(3, 4)), (Fraction(3, 4), Fraction(1, 4)), ORDERS),
        ((Fraction(99, 100), Fraction(1, 100)), (Fraction(1, 2), Fraction(1, 2)), ["5/4"]),
        ((Fraction(1, 10), Fraction(9, 10)), (RARE, 1 - RARE), ORDERS),
    ],
    ids=["at 1", "before the only order", "between two orders"],
)
def test_the_rate_lies_below_its_bound(p: Any, q: Any, orders: list[str]) -> None:
    """D_α/α at orders from 1.001 to 2.2, by the sum of p^α·q^(1−α) over two words in decimals.

    It is largest near α = 1, or near 8/5, where two orders of the document are far apart.
    """

    def rate(a: Decimal) -> Decimal:
        words = [
            [Decimal(x.numerator) / x.denominator for x in pair] for pair in zip(p, q, strict=True)
        ]
        moment = sum((a * x.ln() + (1 - a) * y.ln()).exp() for x, y in words)
        return Decimal(moment).ln() / (a * (a - 1))

    seen = Fraction(max(rate(1 + Decimal(k) / 1000) for k in range(1, 1200)))
    ours, theirs = (
        {str(n): [Share(x, (), None)] for n, x in enumerate(chances)} for chances in (p, q)
    )
    answer = Claim("zcdp", None, {}, orders).answer((ours, theirs))
    assert answer.at_most(Value(seen * Fraction(103, 100)))
    assert answer.at_least(Value(seen * Fraction(4, 5)))
    with pytest.raises(Undecided):  # as the truth is between the bounds
        answer.at_most(Value(seen))


def _normal(weight: str, mean: int, deviation: int) -> Share:
    source = Source("gaussian", Fraction(deviation) ** 2, Fraction(mean), False)
    return Share(Fraction(weight), (), source)


def test_the_rate_is_exact_where_the_widest_law_moves_most() -> None:
    """N(1, 4) and N(0, 4): 1/8. Beside N(4, 1) and N(0, 1) it is no more known by a formula."""
    wide = Claim("zcdp", None, {}).answer(
        ({"•": [_normal("1", 1, 2)]}, {"•": [_normal("1", 0, 2)]})
    )
    assert wide.exact == Value(Fraction(1, 8))
    both = ({"•": [_normal("1/2", 4, 1), _normal("1/2", 2, 2)]},
            {"•": [_normal("1/2", 0, 1), _normal("1/2", 0, 2)]})  # fmt: skip
    assert Claim("zcdp", None, {}).answer(both).exact is None


def test_a_density_that_begins_falls_to_no_side_before_it() -> None:
    """Exponential noise and Laplace noise above 0: p/q is largest at 0, (11/20)/(13/40) = 22/13.

    The quotient of weights, 2, is that of exponential noise, which is nowhere alone.
    """
    exponential = Source("exponential", Fraction(1), Fraction(0), False)
    laplace = Source("laplace", Fraction(25), Fraction(0), False)

    def law(weight: Fraction) -> Any:
        cut = Share(1 - weight, (), laplace, Fraction(0), None)
        return {"•": [Share(weight, (), exponential), cut]}

    answer = Claim("pure-dp", None, {}).answer((law(Fraction(1, 2)), law(Fraction(1, 4))))
    loss = Fraction(log(22 / 13))
    assert answer.at_most(Value(loss + Fraction(1, 10**9)))
    assert answer.at_least(Value(loss - Fraction(1, 10**9)))


@pytest.mark.parametrize("given", [{"delta": "1"}, {"eps": "1", "delta": "1", "alpha": "2"}])
def test_a_claim_has_its_parameters_and_no_others(given: Any) -> None:
    """One too few, and one too many, which nobody would read."""
    with pytest.raises(NumberError, match="too many or too few"):
        Claim("approx-dp", "holds", given)
