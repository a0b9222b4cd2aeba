"""The region of a claim: each cell has its verdict in words, a strip its ranges in their order."""

from __future__ import annotations

from itertools import product

from dpverify.checkers.answers.documents import Range, RangePart
from dpverify.checkers.answers.figures import Figure
from dpverify.reports.drawings.figure import Drawing
from dpverify.reports.drawings.region import range_figure, region_figure
from tests.reports.html.parsed import Parsed, parsed


def shown(drawing: object) -> Parsed:
    assert isinstance(drawing, Drawing)
    return parsed(f"<!DOCTYPE html>\n<html>{drawing.svg()}</html>\n")


def test_a_cell_for_each_pair_of_values() -> None:
    """It holds where d ≤ 2: of 3 × 3 cells six, and the colour is that of the verdict."""
    across, up = range(2, 5), range(1, 4)
    verdicts: dict[tuple[int, ...], str] = {
        (n, d): "holds" if d <= 2 else "fails" for n, d in product(across, up)
    }
    figure = region_figure(("n", "d"), (across, up), verdicts)
    found = shown(figure.panels[0])
    styles = [attrs.get("class") for name, attrs in found.tags if name == "rect"]
    assert (styles.count("proved"), styles.count("refuted")) == (6, 3)
    assert found.texts.count("holds") == 6
    assert "n = 4, d = 3: fails" in found.texts
    assert {"n", "d", "2", "3", "4", "1"} <= set(found.texts)


def test_one_parameter_is_one_row() -> None:
    """An open cell is told from both; many columns have a sign instead of a word."""
    verdicts: dict[tuple[int, ...], str] = {
        (n,): "unknown" if n == 20 else "holds" for n in range(1, 21)
    }
    found = shown(region_figure(("n",), (range(1, 21),), verdicts).panels[0])
    assert found.texts.count("✓") == 19
    assert found.texts.count("?") == 1
    assert "n = 20: unknown" in found.texts


def test_ranges_of_eps_lie_side_by_side() -> None:
    """It holds up to about 1.88 and fails beyond: two parts, the second without an end."""
    parts = (
        RangePart("holds", Figure("0"), Figure(None, "1.8819", "1.8820"), (False, True)),
        RangePart("fails", Figure(None, "1.8819", "1.8820"), Figure("inf"), (False, False)),
    )
    figure = range_figure(Range("eps", "all", "certificate", parts))
    assert figure is not None
    found = shown(figure.panels[0])
    bars = [attrs for name, attrs in found.tags if name == "rect"]
    assert [bar["class"] for bar in bars] == ["proved", "refuted"]
    left, width, second = (float(str(x)) for x in (bars[0]["x"], bars[0]["width"], bars[1]["x"]))
    assert left < left + width <= second
    assert {"0", "1.8819", "∞", "holds", "fails"} <= set(found.texts)
    assert range_figure(Range("eps", "all")) is None
