"""The benchmark's rows against the numbers that are known of them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.checkers.benchmark.row import Row
from dpverify.checkers.benchmark.special import delta_of
from dpverify.checkers.benchmark.table import FINITE, Settings, row_ids, rows
from dpverify.defs.errors import UsageError

F = Fraction


def row(name: str, **given: int | Fraction) -> Row:
    """One row."""
    (found,) = rows([name], Settings(**given))  # type: ignore[arg-type]
    return found


def test_all_of_the_set() -> None:
    """B01 to B50 as the benchmark set numbers them, without those that it leaves out."""
    numbers = {int("".join(filter(str.isdigit, name))) for name in row_ids()}
    left_out = {5, 15, 18, 19, 26, 33, 42, 43, 44, 45, 47, 49}
    assert numbers == set(range(1, 51)) - left_out
    assert set(FINITE) <= set(row_ids())


@pytest.mark.sampled(9)
@pytest.mark.parametrize("eps", [F(1, 10), F(7, 10), F(3, 2)])
@pytest.mark.parametrize(
    ("name", "n", "c", "tight", "verdict"),
    [
        ("B01", None, None, "ε", "holds"),
        ("B04", 2, None, "2ε", "violates"),
        ("B07", 3, None, "2ε", "holds"),
        ("B11", 3, None, "ε", "holds"),
        ("B13", 2, None, "ε", "holds"),
        ("B13", 5, None, "(5/2)ε", "violates"),
        ("B17", 3, None, "ε", "holds"),
        ("B20", 3, 2, "(3/8)ε", "holds"),
        ("B23", 1, 1, "(1/4)ε", "holds"),
        ("B23", 2, 1, "(3/2)ε", "violates"),
        ("B24", 2, None, "∞", "violates"),
        ("B25", 2, None, "ε", "holds"),
        ("B29", 5, 1, "(5/4)ε", "violates"),
    ],
)
def test_truths(
    name: str, n: int | None, c: int | None, tight: str, verdict: str, eps: Fraction
) -> None:
    """Tight ε and verdict, at three ε."""
    given = {key: value for key, value in (("n", n), ("c", c), ("eps", eps)) if value is not None}
    found = row(name, **given)
    assert (found.tight, found.verdict) == (tight, verdict)


@pytest.mark.long
@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("B08", "violates iff n ≥ 2"),
        ("B13", "violates iff n ≥ 3"),
        ("B23", "violates iff n ≥ 2"),
        ("B29", "violates iff n ≥ 5"),
        ("B31", "violates iff n ≥ 4"),
        ("B20", "c = 1: holds for every n, loss ε from n = 4 on; c = 2: holds for every n"),
        ("B09", "holds for 1 ≤ n ≤ 10 (computed)"),
        ("B10", "holds iff ε ≥ 1: the loss is 1/ε for every ε > 0"),
        ("B22", "c = 1: violates iff n ≥ 3; c = 2: violates iff n ≥ 5"),
        ("B29", "c = 1: violates iff n ≥ 5; c = 2: violates iff n ≥ 9"),
        ("B23", "c = 1: violates iff n ≥ 2, loss (7/4)ε from n = 3 on"),
        ("B25", "violates iff n ≥ 3; every ε > 0"),
        ("B32A", "violates iff n ≥ 3, loss (3/2)ε from n = 3 on"),
        ("B14", "violates for every n"),
        ("B35", "violates for every ε in 0 … 99/100"),
        ("B36", "holds for every ε > 0"),
        ("B39", "holds at eps = 1/10, 7/10, 1, 3/2 (each with n = 1, 2, 3, 5, 10)"),
        ("B39w", "violates at eps = 1/10; holds at eps = 7/10, 1, 3/2"),
        ("B46", "violates at p = 1/2, 5/8; holds at p = 3/4"),
    ],
)
def test_validity(name: str, said: str) -> None:
    """From which size on a claim fails."""
    assert said in row(name, n=2).validity


@pytest.mark.sampled(9)
@pytest.mark.parametrize(
    ("name", "value", "verdict"),
    [
        ("B35", "0.200671", "violates"),  # 2·artanh(1/10)
        ("B36", "0.1", "holds"),
        ("B37", "2.19722", "holds"),  # ln 9
        ("B38", "0.537143", "holds"),  # ln(77/45)
        ("B39", "0.0307717", "holds"),  # ln(33/32)
        ("B39w", "0.117783", "violates"),
        ("B46", "1.09861", "violates"),
        ("B48a", "1", "violates"),
        ("B48c", "∞", "violates"),
    ],
)
def test_finite_rows(name: str, value: str, verdict: str) -> None:
    """Channels, exactly."""
    found = row(name)
    assert (found.value, found.verdict) == (value, verdict)


def test_a_witness_can_be_read() -> None:
    """B23, n = 2: a pair in whole numbers whose loss is above ε."""
    found = row("B23", n=2)
    assert found.witness == "(0, 0) against (1, -1), output (0, 1): loss 0.106517"
    assert found.attained == "limit"
    assert row("B12", n=3).attained == "attained"
    assert row("B08", n=2).attained == "attained"  # a block's sum is told without noise


def test_the_exponential_mechanism() -> None:
    """B16: ε for replacing a record, half of it for adding one; neither attained."""
    found = row("B16")
    assert found.tight == "ε (replace one), (1/2)ε (add or remove)"
    assert found.attained == "limit"


def test_sparse_vector_with_delta() -> None:
    """B34 at n = 3, c = 1: e^(−4) holds at ε = 1 and fails at ε = 2; δ = 0 fails."""
    assert float(delta_of(F(1))[0].mid()) == pytest.approx(0.0109158, abs=1e-7)
    found = row("B34δ")
    assert found.verdict == "violates"
    assert "e^(−1/32) holds, holds" in found.validity
    assert "e^(−4) holds, fails" in found.validity


def test_permute_and_flip_is_no_concentrated_claim() -> None:
    """B40: ρ = ε²/8 fails; the cited pair gives .26047; the exponential mechanism .12132."""
    found = row("B40")
    assert found.verdict == "violates"
    assert "ρ = 0.26047" in found.validity
    # 2·ln((1 − a)/a) with a = e^{−1/2}/2, from (0, 1) to (1, 0).
    assert "bounded range 1.66359," in found.validity
    other = row("B40e")
    assert other.verdict == "holds"
    assert "ρ = 0.12132" in other.validity
    assert "bounded range 1," in other.validity


def test_floating_point() -> None:
    """B41: an output of one count alone."""
    found = row("B41")
    assert (found.tight, found.verdict) == ("∞", "violates")
    assert "never does" in found.witness


def test_an_unknown_row() -> None:
    """With the nearest one."""
    with pytest.raises(UsageError, match="no row 'B99'"):
        list(rows(["B99"], Settings()))


@pytest.mark.slow
def test_groups_and_names() -> None:
    """B48 is four rows; a mechanism's name is its row; B50: divides the noise by 2."""
    fast = Settings(n=2)
    assert [each.id for each in rows(["B48"], fast)] == ["B48a", "B48b", "B48c", "B48e"]
    assert [each.id for each in rows(["continuous-laplace"], fast)] == ["B01"]
    (twice,) = rows(["B50:B13"], fast)
    assert (twice.id, twice.tight, twice.verdict) == ("B50:B13", "2ε", "violates")
    assert twice.validity == "violates iff n ≥ 2; every ε > 0"
    (inverse,) = rows(["B50:B10"], fast)
    assert "ε² ≥ 2: the loss is 2/ε" in inverse.validity
    for wrong in ("B50:B36", "B50:B99", "B4", "b48"):
        with pytest.raises(UsageError, match="no row"):
            list(rows([wrong], fast))


def test_other_relations() -> None:
    """Sums where all entries move: n times as much; the relation is in the row."""
    found = row("B06A", n=3)
    assert (found.tight, found.relation, found.verdict) == ("3ε", "A", "violates")
    assert row("B06", n=3).relation == ""
