"""Sparse vectors for every ε, against integrals of their own."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import pytest
from flint import acb, arb

from dpverify.checkers.all_eps.decide import FamilyClaim, FamilyVerdict, check_family
from dpverify.checkers.all_eps.line import Range
from dpverify.checkers.all_eps.words import family_of_words, formal_of
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Traced
from dpverify.defs.errors import UsageError
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.numbers.exponential_polynomial import ExpPoly
from tests.checkers.continuous.programs import noisy_max, shifts, sparse_vector

F = Fraction


def decided(
    first: Sequence[int], second: Sequence[int], scales: tuple[Fraction, Fraction],
    stop: int | None, claim: str,
) -> FamilyVerdict:  # fmt: skip
    """A sparse vector on two vectors of queries."""
    traced = {
        label: sparse_vector(shifts(*queries), *scales, stop)
        for label, queries in (("D", first), ("D'", second))
    }
    return check_family(family_of_words(traced), FamilyClaim("pure-dp", {"eps": claim}), Range())


def parts(verdict: FamilyVerdict) -> list[tuple[str, str, str]]:
    """The parts, ten digits after the point."""
    return [
        (part["verdict"], part["from"]["lower"][:12], part["to"]["lower"][:12])
        for part in verdict.to_dict()["range"]["parts"]
    ]


CHEN = (F(2), F(2))  # B25: ρ = Lap(2/ε), queries Lap(2/ε), no stop
LEE_CLIFTON = (F(4), F(4, 3))  # B23: ρ = Lap(4/ε), queries Lap(4/(3ε))


def test_chen_at_six_fifths_holds_up_to_a_threshold() -> None:
    """(0,0,0) → (1,−1,−1), claim 6ε/5: holds up to ε = 1.8819163425, fails after."""
    verdict = decided((0, 0, 0), (1, -1, -1), CHEN, None, "6/5*eps")
    assert parts(verdict) == [("holds", "0", "1.8819163425"), ("fails", "1.8819163425", "inf")]
    words = {w["result"]["witness"]["event"][0] for w in verdict.to_dict()["witnesses"]}
    assert words <= {"011", "100"}


def probability(bits: str, queries: Sequence[int], eps: arb) -> arb:
    """P(word) = ∫ pdf(z)·∏ tails dz by Gauss–Legendre with error bounds, apart from far tails.

    With z the threshold and scale 2/ε; beyond |z| = 80/ε less than e^{−40} is left.
    """
    ends = [arb(-80) / eps, *(arb(k) for k in sorted({0, *queries})), arb(80) / eps]
    total = arb(0)
    for low, high in pairwise(ends):
        positive = bool(low >= 0)

        def density(z: acb, _: bool, positive: bool = positive, low: arb = low) -> acb:
            value = ((-z if positive else z) * eps / 2).exp() * eps / 4
            for bit, q in zip(bits, queries, strict=True):
                d = (z - q) * eps / 2
                tail = (-d).exp() / 2 if low >= q else 1 - d.exp() / 2
                value *= tail if bit == "1" else 1 - tail
            return value

        total += acb.integral(density, acb(low), acb(high)).real
    return total


@pytest.mark.parametrize(("eps", "fails"), [("1.8819163424", False), ("1.8819163426", True)])
def test_the_threshold_by_quadrature(eps: str, fails: bool) -> None:
    """The largest P − e^{6ε/5}·P' over all words changes its sign between these two ε."""
    with working_precision(100):
        point = arb(eps)
        odds, worst = (point * 6 / 5).exp(), []
        for number in range(8):
            word = f"{number:03b}"
            p, q = (probability(word, each, point) for each in ((0, 0, 0), (1, -1, -1)))
            worst += [p - odds * q, q - odds * p]
        signs = [bool(each > 0) for each in worst]
        assert all(bool(each > 0) or bool(each < 0) for each in worst)
        assert any(signs) == fails


def test_chen_needs_n_halves() -> None:
    """Claim 3ε/2 holds for every ε on this pair, ε fails for every one."""
    assert decided((0, 0, 0), (1, -1, -1), CHEN, None, "3/2*eps").holds
    assert parts(decided((0, 0, 0), (1, -1, -1), CHEN, None, "eps")) == [("fails", "0", "inf")]


def test_lee_clifton_fails_at_its_claim_for_every_eps() -> None:
    """n = 2, c = 1, (0,0) against (1,−1)."""
    verdict = decided((0, 0), (1, -1), LEE_CLIFTON, 1, "eps")
    assert parts(verdict) == [("fails", "0", "inf")]
    assert decided((0, 0), (1, -1), LEE_CLIFTON, 1, "3/2*eps").holds


def test_sparse_vector_and_noisy_max_hold() -> None:
    """Lyu's Algorithm 1 and report noisy max, at their claims."""
    assert decided((0, 0, 0), (1, -1, -1), (F(2), F(4)), 1, "eps").holds
    traced = {str(k): noisy_max(shifts(k, 0, -k), "laplace", F(2)) for k in (0, 1)}
    assert check_family(
        family_of_words(traced), FamilyClaim("pure-dp", {"eps": "eps"}), Range()
    ).holds


def test_gaps_and_numbers_for_eps_are_refused() -> None:
    """A claim for every ε needs ε as the only symbol."""
    with pytest.raises(UsageError, match="without gaps"):
        formal_of(ExpPoly.exp(Shift.of(1, g=1)))
    plain = sparse_vector(shifts(0), F(1), F(1))
    number = Traced(plain.noises, plain.words)
    with pytest.raises(UsageError, match="every scale has to be one"):
        family_of_words({"a": number, "b": plain})
