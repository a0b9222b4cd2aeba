"""The page about permute-and-flip: divergences computed apart, in floats."""

from __future__ import annotations

from math import exp, log

import pytest

from dpverify.reports.findings.permute_and_flip import permute_and_flip_page
from dpverify.reports.markdown import to_markdown


def divergence(p: list[float], q: list[float], order: int) -> float:
    total = sum(a**order * b ** (1 - order) for a, b in zip(p, q, strict=True))
    return log(total) / (order - 1)


@pytest.mark.parametrize("order", [2, 3, 4])
def test_divergences(order: int) -> None:
    """Permute-and-flip exceeds α/8, the exponential mechanism does not."""
    text = to_markdown(permute_and_flip_page().report)
    worse, share = exp(-1) / 2, 1 / (1 + exp(-1))
    flip = divergence([0.5, 0.5], [1 - worse, worse], order)
    weigh = divergence([0.5, 0.5], [share, 1 - share], order)
    assert flip > order / 8 > weigh
    assert f"{flip:.8f}"[:-1] in text
    assert f"{weigh:.8f}"[:-1] in text
