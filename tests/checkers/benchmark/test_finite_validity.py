"""Where claims of mechanisms on listed inputs hold."""

from __future__ import annotations

import pytest

from dpverify.checkers.benchmark.finite_validity import finite_validity
from dpverify.defs.mechanisms import library_mechanism

SIZES = " (each with n = 1, 2, 3, 5, 10)"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("B36", "holds for every ε > 0"),
        ("B35", "violates for every ε in 0 … 99/100, ε > 0"),  # 2·artanh ε > ε
        ("B48c", "violates for every ε > 0"),
        # ln(1 + 2^−k) ≤ ε/2 with k = ⌈log2(2/ε)⌉
        ("B39", "computed: holds at eps = 1/10, 7/10, 1, 3/2" + SIZES),
        # k = ⌈ln(2/ε)⌉ = 3 at 1/10: ln(9/8) = .1178; 2, 1, 1 at the others: .223, .405, .405
        (
            "B39w",
            "computed: violates at eps = 1/10; holds at eps = 7/10, 1, 3/2" + SIZES,
        ),
        ("B46r", "computed: holds at p = 1/2, 5/8, 3/4"),
        ("B46", "computed: violates at p = 1/2, 5/8; holds at p = 3/4"),
        ("B37", "computed: holds at h = 1, 2 (each with f = 1/4, 1/2, 3/4)"),
    ],
)
def test_texts(name: str, said: str) -> None:
    """For every ε where zeros of exponential polynomials decide it, else on a grid."""
    assert finite_validity(library_mechanism(name)) == said
