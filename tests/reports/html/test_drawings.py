"""The drawings, read back from their SVG."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest

import dpverify as dv
from dpverify.reports.html.axes import Axes, ticks
from dpverify.reports.html.curves import delta_curve
from dpverify.reports.html.figures import result_figures
from dpverify.reports.html.heat_map import Marked, heat_map
from dpverify.reports.html.losses import loss_bars, loss_figure
from dpverify.reports.html.pair import pair_of
from dpverify.reports.html.terms import terms_figure
from dpverify.reports.html.trade_off import trade_off_figure
from tests.reports.html.parsed import Parsed
from tests.repository.source import ROOT

CHANNEL = dv.Channel(
    ["x", "x'"], ["a", "b", "c", "d"],
    [["1/2", "1/4", "1/4", "0"], ["1/4", "0", "3/4", "0"]],
)  # fmt: skip
PAIR = pair_of(CHANNEL, {"inputs": ["x", "x'"], "event": ["a", "b"]})


def read(html: str) -> Parsed:
    found = Parsed()
    found.feed(html)
    found.close()
    assert found.faults == []
    return found


def of_class(found: Parsed, style: str) -> list[dict[str, str]]:
    return [
        {key: value or "" for key, value in attrs.items()}
        for _, attrs in found.tags
        if attrs.get("class") == style and ("cx" in attrs or "x" in attrs or "d" in attrs)
    ]


def in_plot(found: Parsed, style: str) -> list[dict[str, str]]:
    """Marks of a style without those of the key, whose drawings are 24 wide."""
    return [mark for mark in of_class(found, style) if mark.get("cx") != "12"]


# ---------------------------------------------------------------- losses


def test_bars_by_hand() -> None:
    """By loss, what is in the event and what is not; what never happens has no bar."""
    bars, binned = loss_bars(PAIR)
    assert not binned
    assert {round(loss, 6): parts for loss, parts in bars.items()} == {
        round(math.log(2), 6): (0.5, 0.0),
        math.inf: (0.25, 0.0),
        round(-math.log(3), 6): (0.0, 0.25),
    }


def test_many_losses_share_bars_and_lose_no_mass() -> None:
    weights = [[1 + j for j in range(150)], [150 - j for j in range(150)]]
    many = dv.Channel.from_weights(["0", "1"], [str(j) for j in range(150)], weights)
    pair = pair_of(many, {"inputs": ["0", "1"], "event": ["149"]})
    bars, binned = loss_bars(pair)
    assert binned
    assert len(bars) <= 62
    assert sum(sum(parts) for parts in bars.values()) == pytest.approx(1)
    assert sum(parts[0] for parts in bars.values()) == pytest.approx(pair.p[149])
    assert "share a bar" in "".join(read(loss_figure(pair, {"eps": 1.0})).texts)


def test_an_infinite_loss_stands_at_the_right_end() -> None:
    found = read(loss_figure(PAIR, {"eps": 1.0}))
    assert "∞" in found.texts
    inside = [float(bar["x"]) for bar in of_class(found, "bar in") if bar["height"] != "10"]
    others = [float(bar["x"]) for bar in of_class(found, "bar") if bar["height"] != "10"]
    assert len(inside) == 2
    assert max(inside) > min(inside) > max(others)


# ---------------------------------------------------------------- δ(ε)


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


# ---------------------------------------------------------------- trade-off


def test_the_event_as_a_test() -> None:
    """Reject on {a, b}: α = 1/4 + 0, β = 1 − 3/4; below what (ln 2, 0) allows at α, 1/2."""
    found = read(trade_off_figure(PAIR, "pure-dp", {"eps": math.log(2)}))
    assert "reject on S: α ≈ 0.25, β ≈ 0.25" in found.texts
    (dot,) = in_plot(found, "dot claimed")
    axes = Axes((0, 1), (0, 1), "", "")
    assert float(dot["cx"]) == pytest.approx(axes.x(0.25), abs=0.01)
    assert float(dot["cy"]) == pytest.approx(axes.y(0.25), abs=0.01)
    assert float(dot["cy"]) > axes.y(1 - 2 * 0.25)


@pytest.mark.parametrize(
    ("definition", "claim"),
    [
        ("privacy-at-risk", {"eps": 1.0, "risk": 0.1}),
        ("pure-dp", {"eps": math.inf}),
        ("pure-dp", {}),
    ],
)
def test_no_line_for_a_claim_that_is_none_about_tests(
    definition: str, claim: dict[str, float]
) -> None:
    assert of_class(read(trade_off_figure(PAIR, definition, claim)), "area") == []


# ---------------------------------------------------------------- heat map


def test_the_rows_and_the_event_are_marked() -> None:
    """Each frame is a cell of a marked row and of an output in the event."""
    marked = Marked({"x": "x", "x'": "x'"}, ["a", "b"])
    third = dv.Channel(
        [*CHANNEL.inputs, "z"], CHANNEL.outputs, [*map(CHANNEL.row, (0, 1)), ["1/4"] * 4]
    )
    found = read(heat_map(third, "M", marked))
    cells, frames = of_class(found, "cell"), of_class(found, "frame")
    assert (len(cells), len(frames)) == (12, 4)
    corners = {(float(cell["x"]), float(cell["y"])) for cell in cells}
    first, second, *_ = sorted({x for x, _ in corners})
    assert {float(frame["x"]) - 1 for frame in frames} == {first, second}
    assert "P(c | x') = 3/4" in found.texts
    assert len(of_class(found, "event")) == 2


def test_the_colour_grows_with_the_probability() -> None:
    """And nothing has the colour of a probability of 0."""
    cells = of_class(read(heat_map(CHANNEL, "M")), "cell")
    shades = [float(cell["fill-opacity"]) for cell in cells]
    order = sorted(range(8), key=lambda k: shades[k])
    numbers = [Fraction(str(CHANNEL.entry(k // 4, k % 4))) for k in order]
    assert numbers == sorted(numbers)
    assert [shade for shade, k in zip(shades, range(8), strict=True) if k in (3, 5, 7)] == [0.0] * 3
    assert min(shade for k, shade in enumerate(shades) if k not in (3, 5, 7)) > 0.06


def test_faint_colours_are_stretched() -> None:
    """Where no entry reaches 0.4, full colour is the largest, and the caption says so."""
    even = dv.Channel(["0", "1"], [str(j) for j in range(8)], [["1/8"] * 8] * 2)
    found = read(heat_map(even, "M"))
    assert {cell["fill-opacity"] for cell in of_class(found, "cell")} == {"1"}
    assert "Full colour is a probability of 0.125." in "".join(found.texts)


def test_of_a_large_channel_the_columns_that_differ() -> None:
    """50 outputs of which 3 differ; what is left out has the mass that the caption names."""
    base = [Fraction(1, 50)] * 50
    other = list(base)
    other[7], other[31], other[49] = Fraction(3, 100), Fraction(1, 100), Fraction(1, 50)
    other[40], other[41] = Fraction(1, 100), Fraction(3, 100)
    rows = [base] * 19 + [other]
    labels = [f"o{j:02}" for j in range(50)]
    large = dv.Channel([f"i{i:02}" for i in range(20)], labels, rows)
    found = read(heat_map(large, "M", Marked({"x": "i19", "x'": "i00"}, ["o07", "o41"])))
    said = "".join(found.texts)
    assert "Drawn: 16 of 20 inputs and 32 of 50 outputs" in said
    for label in ("o07", "o31", "o40", "o41"):
        assert label in found.texts
    assert "i19" in found.texts
    shown = [j for j, label in enumerate(labels) if f"P({label} | i19)" in said]
    left = 1 - sum(other[j] for j in shown)
    assert len(shown) == 32
    assert f"Left out on x: probability about {float(left):.3g}." in said


# ---------------------------------------------------------------- scenarios


def test_what_is_known_and_what_it_tells() -> None:
    """Two bars for each value of the knowledge, as high as the exact probabilities."""
    scenario = dv.load_scenario(ROOT / "examples/scenarios/ten_votes.json")
    document = dv.check(scenario, dv.PPKDP(eps=0, delta=0)).to_dict()
    found = read(result_figures(document))
    terms = document["witness"]["terms"]
    axes = Axes((0, 1), (0, 1), "", "")
    for style, side in (("bar in", 0), ("bar", 1)):
        bars = [bar for bar in of_class(found, style) if bar["height"] != "10"]
        heights = [float(bar["height"]) for bar in bars]
        exact = [Fraction(term["probabilities"][side]) for term in terms]
        assert heights == pytest.approx(
            [float(p) * (axes.y(0) - axes.y(1)) for p in exact], abs=0.01
        )
    assert {term["known"] for term in terms} <= set(found.texts)


def test_of_much_knowledge_the_first_values() -> None:
    term = {"known": "k", "weight": "1/20", "event": ["a"], "probabilities": ["1/2", "1/3"]}
    enclosed = {"exact": None, "lower": "0.25", "upper": "0.26"}
    witness: dict[str, Any] = {
        "setting": {"theta": 0, "target": 0, "values": ["0", "<b>"]},
        "terms": [*[term] * 19, {**term, "probabilities": [enclosed, "0"]}],
    }
    found = read(terms_figure(witness))
    assert "8 more values of the knowledge are not drawn." in "".join(found.texts)
    assert "the target is <b>" in found.texts
    one = read(terms_figure({**witness, "terms": witness["terms"][-1:]}))
    assert any("target 0: in [0.25, 0.26]" in words for words in one.texts)


# ---------------------------------------------------------------- axes


@pytest.mark.parametrize(
    ("span", "words"),
    [
        ((0, 1), ["0", "0.2", "0.4", "0.6", "0.8", "1"]),
        ((-1, 1), ["−1", "−0.5", "0", "0.5", "1"]),
        ((0, 0.003), ["0", "0.001", "0.002", "0.003"]),
        ((0, 4e-9), ["0", "1e−9", "2e−9", "3e−9", "4e−9"]),
        ((0, 50), ["0", "10", "20", "30", "40", "50"]),
    ],
)
def test_ticks_are_round(span: tuple[float, float], words: list[str]) -> None:
    assert [word for _, word in ticks(span)] == words


def test_axes_put_the_least_left_and_low() -> None:
    axes = Axes((0, 2), (0, 1), "x", "y")
    assert axes.x(0) < axes.x(1) < axes.x(2) < axes.width
    assert axes.height > axes.y(0) > axes.y(0.5) > axes.y(1) > 0
