"""Rows get smaller denominators as long as what they are needed for stays true."""

from __future__ import annotations

from fractions import Fraction

from dpverify.proofs.simpler_rows import TRIED, Matrices, with_simpler_rows

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
SEVENTHS: Matrices = {"M": [(Fraction(2, 7), Fraction(5, 7)), (Fraction(3, 7), Fraction(4, 7))]}


def test_one_row_alone() -> None:
    """Nothing binds the second row; the first needs an entry in (1/4, 2/5), of which 1/3 is."""
    result = with_simpler_rows(
        SEVENTHS, lambda m: Fraction(1, 4) < m["M"][0][0] < Fraction(2, 5) and m["M"][1][0] > 0
    )
    assert result["M"][0][0] == THIRD
    assert result["M"][1][0] == 1


def test_two_rows_at_once() -> None:
    """Entries 1/7 apart, or 1/6, below 1 together: a third and a half. No single row will do."""
    sixth, seventh = Fraction(1, 6), Fraction(1, 7)

    def refutes(matrices: Matrices) -> bool:
        first, second = matrices["M"]
        return abs(first[0] - second[0]) in (sixth, seventh) and 0 < first[0] < 1 - second[0]

    assert {row[0] for row in with_simpler_rows(SEVENTHS, refutes)["M"]} == {HALF, THIRD}


def test_a_channel_that_need_say_nothing_is_constant() -> None:
    """Only the other one must tell its inputs apart."""
    given = {**SEVENTHS, "N": SEVENTHS["M"]}
    result = with_simpler_rows(
        given, lambda m: m["N"][0] != m["N"][1] and len({tuple(row) for row in m["M"]}) == 1
    )
    assert {tuple(row) for row in result["M"]} == {(Fraction(1), Fraction(0))}


def test_where_nothing_simpler_refutes_nothing_changes() -> None:
    """And no more is tried than may be."""
    tried: list[Matrices] = []

    def refutes(matrices: Matrices) -> bool:
        tried.append(matrices)
        return False

    assert with_simpler_rows(SEVENTHS, refutes) == SEVENTHS
    assert 100 < len(tried) <= TRIED
    assert SEVENTHS not in tried
