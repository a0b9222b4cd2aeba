"""The hockey-stick divergence, its profile and its inverse."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from dpverify.defs.divergences.hockey_stick import hockey_stick, profile, smallest_eps
from dpverify.defs.numbers import INFINITY, Real, Value, number_text, parse
from tests.defs.matrices import Matrix, matrices, values

P, Q = values("1/2", "1/4", "1/8", "1/8"), values("1/8", "1/8", "3/4", "0")


def brute(rows: Matrix, odds: Fraction) -> Fraction:
    """max over all events of P(S) − E·Q(S), over plain Fractions."""
    p, q = rows
    events = [s for k in range(len(p) + 1) for s in combinations(range(len(p)), k)]
    return max(sum((p[o] - odds * q[o] for o in s), Fraction(0)) for s in events)


@given(matrices(2, 4), st.fractions(1, 8, max_denominator=6))
def test_against_all_events(rows: Matrix, odds: Fraction) -> None:
    """δ is the largest P(S) − e^ε Q(S) over all 2^m events."""
    p, q = ([Value(entry) for entry in row] for row in rows)
    assert hockey_stick(p, q, Value(odds)) == brute(rows, odds)


def test_total_variation_is_delta_at_0() -> None:
    """δ(0) = Σ|P − Q|/2."""
    assert hockey_stick(P, Q, Value(1)) == Fraction(5, 8)


def test_irrational_odds_stay_exact() -> None:
    """At ε = 1/2 δ is A − B·e^{1/2}, in that form."""
    odds = parse("exp(1/2)")
    assert isinstance(odds, Value)
    assert number_text(hockey_stick(P, Q, odds)) == "7/8-1/4*exp(1/2)"


def test_profile_by_hand() -> None:
    """Pieces begin at 0, ln(2), ln(4); the last is P(Q = 0)."""
    found = [
        (number_text(piece.start), piece.event, str(piece.mass_p), str(piece.mass_q))
        for piece in profile(P, Q)
    ]
    assert found == [
        ("0", (0, 1, 3), "7/8", "1/4"),
        ("ln(2)", (0, 3), "5/8", "1/8"),
        ("ln(4)", (3,), "1/8", "0"),
    ]


@given(matrices(2, 4), st.fractions(1, 8, max_denominator=6))
def test_the_profile_is_the_divergence(rows: Matrix, odds: Fraction) -> None:
    """On its piece A − e^ε·B is δ(ε); pieces start at increasing losses, the first at 0."""
    p, q = ([Value(entry) for entry in row] for row in rows)
    pieces = profile(p, q)
    assert pieces[0].start == 0
    assert all(a.start < b.start for a, b in pairwise(pieces))
    piece = [piece for piece in pieces if piece.odds <= odds][-1]
    assert piece.mass_p - odds * piece.mass_q == brute(rows, odds)


@given(matrices(2, 4), st.fractions(0, 1, max_denominator=12))
def test_the_inverse(rows: Matrix, delta: Fraction) -> None:
    """δ at the smallest ε is at most δ, and just below it is more; inf where P(Q = 0) > δ."""
    p, q = ([Value(entry) for entry in row] for row in rows)
    never = sum((a for a, b in zip(*rows, strict=True) if b == 0), Fraction(0))
    eps = smallest_eps(p, q, Value(delta))
    assert (eps == INFINITY) == (never > delta)
    if never > delta:
        return
    odds = eps.odds().as_fraction()  # type: ignore[union-attr]  # δ is rational
    assert brute(rows, odds) <= delta
    if odds > 1:
        assert brute(rows, max(Fraction(1), odds - Fraction(1, 10**40))) > delta


def test_inverse_at_an_enclosed_delta() -> None:
    """Where δ is known by balls, so is ε."""
    delta = parse("ln(2)*ln(2)")
    assert isinstance(delta, Real)
    eps = smallest_eps(P, Q, delta)
    assert isinstance(eps, Real)
    # (7/8 − ln(2)²)·4 = 1.57818…
    assert abs(eps.approx() - 0.456272) < 1e-5
