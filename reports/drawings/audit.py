"""What was counted by an audit: how often each event happened on the first and the second input."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.reports.drawings.figure import Axis, Bar, Bars, Figure, Panel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpverify.checkers.answers.audits import StatedTest

MOST_TESTS = 12
WIDE = 0.3
SIDES = ("on the first input of the test", "on the second")


def shares(test: StatedTest) -> tuple[float, float]:
    """How often the event of a test happened, of all tested pairs, on each input."""
    both, first, second, neither = test.counts
    size = both + first + second + neither
    return ((both + first) / size, (both + second) / size) if size else (0.0, 0.0)


def audit_figure(tests: Sequence[StatedTest]) -> Figure:
    """Return two bars for each test."""
    drawn = tests[:MOST_TESTS]
    bars = [
        Bars(name, [_bar(place, test, side) for place, test in enumerate(drawn)], inside=side == 0)
        for side, name in enumerate(SIDES)
    ]
    names = [(place + 0.5, f"test {place + 1}") for place in range(len(drawn))]
    x = Axis("", ends=(0.0, float(len(drawn))), names=names, ticked=False)
    y = Axis("share of the samples in the event", ends=(0.0, 1.0))
    more = len(tests) - len(drawn)
    omitted = f" {more} more tests are not drawn." if more > 0 else ""
    caption = (
        "Samples, not chances: what the bars allow to say, the e-value says."
        f" The more the bars of a test differ, the more it says against the claim.{omitted}"
    )
    spoken = "share of the samples in the event of each test, on both inputs"
    panel = Panel("What was counted", x, y, bars=bars, description=spoken)
    return panel.alone("counted", caption)


def _bar(place: int, test: StatedTest, side: int) -> Bar:
    share, left = shares(test)[side], place + 0.5 + (side - 1) * WIDE
    detail = f"test {place + 1}, input {test.inputs[side]}: {share:.4g} of the samples"
    return Bar(left, left + WIDE, 0.0, share, detail)
