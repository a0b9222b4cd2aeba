"""The series of the thresholding report, against the exact evaluator and the source's figure."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from dpverify.checkers.decide import measure
from dpverify.defs.numbers import parse
from dpverify.reports.counterexamples.referendum import referendum
from dpverify.reports.drawings.figure import Figure
from dpverify.reports.drawings.thresholding import Vote, tails_figure, thresholding_figures
from tests.reports.drawings.samples import enclosed, panels_of

SMALL = Vote("small", 10, 3, Fraction(1, 20), 3, "0")
LARGE = Vote("example-7", 1000, 100, Fraction(1, 10**7), 100, "0")


def named(vote: Vote, name: str) -> Figure:
    return next(figure for figure in thresholding_figures([vote]) if figure.name == name)


def test_the_names_and_captions() -> None:
    figures = thresholding_figures([SMALL, LARGE])
    assert [figure.name for figure in figures] == [
        "small-threshold", "small-p", "example-7-threshold", "example-7-p", "theorem-4",
    ]  # fmt: skip
    assert figures[0].title.startswith("Smallest δ against the threshold; n = 10, 3 votes known")


@pytest.mark.parametrize("eps", ["0", "1/2"])
def test_every_point_is_the_exact_evaluators(eps: str) -> None:
    """δ by balls contains the exact δ, at each threshold and each p of a small referendum."""
    vote = Vote("small", 6, 2, Fraction(1, 5), 2, eps)
    for figure in thresholding_figures([vote])[:2]:
        active, passive = panels_of(figure)[0].curves
        for curve, definition in ((active, "apkdp"), (passive, "ppkdp")):
            for at, delta in curve.points:
                against_p = figure.name.endswith("-p")
                scenario = referendum(6, 2, str(at if against_p else vote.p),
                                      2 if against_p else int(str(at)))  # fmt: skip
                exact = measure(scenario, definition, eps=eps).tight["delta"]
                assert enclosed(delta).ball(64).overlaps(exact.ball(64)), (figure.name, str(at))
                assert enclosed(delta).ball(64).rel_accuracy_bits() > 40 or exact == 0


def test_the_numbers_of_example_7() -> None:
    """Passive 10^(−560.24), active .9999101040, marked."""
    panel = panels_of(named(LARGE, "example-7-threshold"))[0]
    active, passive = (panel.y.position(mark.y) for mark in panel.marks)
    assert active is not None
    assert 10**active == pytest.approx(0.9999101040, abs=1e-10)
    assert passive == pytest.approx(-560.24, abs=0.005)
    assert [str(mark.x) for mark in panel.marks] == ["100", "100"]


def test_the_small_instance() -> None:
    """APK_3 = .73509189, PPK = .0077184649 at n = 10, T = 3, 3 known, p = 1/20."""
    marks = panels_of(named(SMALL, "small-p"))[0].marks
    assert [round(float(enclosed(mark.y).ball(64).mid()), 10) for mark in marks] == [
        pytest.approx(0.73509189, abs=1e-8), pytest.approx(0.0077184649, abs=1e-10),
    ]  # fmt: skip
    assert all(parse(str(mark.x)) == parse("1/20") for mark in marks)


def test_the_figure_of_theorem_4() -> None:
    """Printed: n=1000: T=8 .174631 (exact .132326), T=20 3.13156e-7; T=100; T=700."""
    printed = {(0, 8): (0.174631, 0.132326), (0, 20): (3.13156e-7, None),
               (1, 100): (2.88928e-10, None), (2, 700): (1.62340e-17, None)}  # fmt: skip
    panels = panels_of(tails_figure())
    for (number, cut), (bound, tail) in printed.items():
        above, exact = ({str(x): y for x, y in curve.points}[str(cut)]
                        for curve in panels[number].curves)  # fmt: skip
        assert float(enclosed(above).ball(64).mid()) == pytest.approx(bound, rel=1e-5)
        assert tail is None or float(enclosed(exact).ball(64).mid()) == pytest.approx(
            tail, rel=1e-5
        )
    for panel in panels:  # Theorem 4: the bound is never below the tail
        for (_, above), (_, exact) in zip(*(curve.points for curve in panel.curves), strict=True):
            assert enclosed(above).ball(128) >= enclosed(exact).ball(128)


def test_a_tail_by_hand() -> None:
    """n = 1000, T = 8, p = 1/200: the sum of 52 binomial terms, in fractions."""
    p = Fraction(1, 200)
    exact = sum(comb(999, s) * p**s * (1 - p) ** (999 - s) for s in range(8, 60))
    curve = panels_of(tails_figure())[0].curves[1]
    assert float(
        enclosed({str(x): y for x, y in curve.points}["8"]).ball(64).mid()
    ) == pytest.approx(float(exact), rel=1e-12)
