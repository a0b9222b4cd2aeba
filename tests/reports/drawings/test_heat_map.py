"""Channels as heat maps, read back from their SVG."""

from __future__ import annotations

from fractions import Fraction

import dpverify as dv
from dpverify.reports.drawings.heat_map import Marked, heat_map
from tests.reports.drawings.samples import CHANNEL, of_class, read


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
