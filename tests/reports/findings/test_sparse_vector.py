"""The pages about sparse vectors, beside numbers worked out by hand."""

from __future__ import annotations

import pytest

from dpverify.reports.findings.sparse_vector import (
    CHEN,
    LEE_CLIFTON,
    STODDARD,
    Variant,
    sparse_vector_page,
)
from dpverify.reports.markdown import to_markdown


def test_without_noise_on_the_queries_by_hand() -> None:
    """(2, 0), threshold z of scale 2: 1, 0 where 0 < z ≤ 2, so (1 − e^(−1))/2; on (1, 1) never."""
    text = to_markdown(sparse_vector_page(STODDARD).report)
    assert "`1/2-1/2*exp(-1)`" in text
    assert "| e^ε · P\\[w \\| x'\\] | `0` | 0 |" in text
    assert "∞" in text


@pytest.mark.parametrize(
    ("variant", "ends"), [(LEE_CLIFTON, ["1/4", "3/2", "7/4"]), (CHEN, ["1/2", "1", "3/2"])]
)
def test_limit_and_bound_meet(variant: Variant, ends: list[str]) -> None:
    """(1 + 6c)/4 from n = 3 on, 3/2 and 1/4 below (algorithm 4); n/2 (algorithm 6)."""
    text = to_markdown(sparse_vector_page(variant).report)
    for end in ends:
        assert f"| e^({end}·ε) | {end}·ε |" in text


def test_three_equal_queries_by_hand() -> None:
    """Algorithm 6 at (0, 0, 0): P[two above the threshold, one not] = ∫ f·(1−F)²·F = 1/12."""
    assert "| P\\[w \\| x\\] | `1/12` |" in to_markdown(sparse_vector_page(CHEN).report)
