"""δ(ε) and tails beside the claim, read back from their SVG."""

from __future__ import annotations

import math

import pytest

from dpverify.reports.drawings.delta_curve import delta_curve
from tests.reports.drawings.samples import PAIR, in_plot, of_class, panel_of, read


@pytest.mark.parametrize(
    ("definition", "claim", "truth"),
    [
        # Σ max(0, p − e^ε q) with e^ε = 2: only b, 1/4.
        ("approx-dp", {"eps": math.log(2), "delta": 0.1}, 0.25),
        ("approx-dp", {"eps": math.log(2), "delta": 0.5}, 0.25),
        ("pure-dp", {"eps": 0.0}, 0.5),
        # P[L > ε]: a (ln 2 = 0.69) and b (infinite); P[|L| > 1]: b and c (ln 3 = 1.0986).
        ("probabilistic-dp", {"eps": 0.5, "delta": 0.5}, 0.75),
        ("privacy-at-risk", {"eps": 1.0, "risk": 0.25}, 0.5),
    ],
)
def test_the_claim_beside_the_truth(definition: str, claim: dict[str, float], truth: float) -> None:
    """One above the other at the claim's ε, the claim lower exactly where it is false."""
    found = read(delta_curve(PAIR, definition, claim))
    (claimed,), (true,) = in_plot(found, "dot claimed"), in_plot(found, "dot")
    bound = claim.get("delta", claim.get("risk", 0.0))
    assert claimed["cx"] == true["cx"]
    assert (float(claimed["cy"]) > float(true["cy"])) == (bound < truth)
    assert any(text.endswith(f": {truth:.4g}") for text in found.texts)


def test_a_tail_falls_at_each_loss() -> None:
    """P[L > ε] is 3/4 up to ln 2, then 1/4: three heights in the path, none between."""
    found = read(delta_curve(PAIR, "probabilistic-dp", {"eps": 0.5, "delta": 0.5}))
    path = next(mark["d"] for mark in of_class(found, "truth") if "M0,6" not in mark["d"])
    heights = {point.split(",")[1] for point in path[1:].split("L")}
    assert len(heights) == 2


def test_a_measurement_has_a_curve_and_no_claim() -> None:
    found = read(delta_curve(PAIR, "approx-dp", {}))
    assert in_plot(found, "dot claimed") == []
    assert of_class(found, "truth")


@pytest.mark.parametrize("eps", [60.0, 1000.0])
def test_a_large_eps_is_drawn(eps: float) -> None:
    """Where e^ε is no float too; the claim lies on the axes, at δ = P(b), which Q never has."""
    panel = panel_of(delta_curve(PAIR, "approx-dp", {"eps": eps, "delta": 0.5}))
    claimed, true = panel.marks
    assert (claimed.x, claimed.y) == (eps, 0.5)
    assert true.y == 0.25
    assert panel.x.ends == (0.0, 1.3 * eps)
