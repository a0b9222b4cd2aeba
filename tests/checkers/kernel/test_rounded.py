"""The kernel for rounded Gaussian values: genuine and forged documents, and bounds far out."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from flint import arb, fmpq

import dpverify as dv
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.kernel.mixture_sources import Share, Source, q_of
from dpverify.checkers.kernel.programs import digest
from dpverify.checkers.kernel.rounded import (
    in_cells,
    merged_excess,
    merged_loss,
    merged_moment,
    smooth,
)
from dpverify.defs.documents.traced import Shape
from dpverify.defs.numbers import Undecided
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.programs import mechanism

Document = dict[str, Any]


@mechanism(inputs=[0, 1])
def rounded(x: int, draw: Any) -> Any:
    """Gaussian noise, rounded down."""
    return math.floor(x + draw.gaussian(1))


@mechanism(inputs=[0, 1])
def natural(x: int, draw: Any) -> Any:
    """Again until it is not negative."""
    while True:
        noisy = round(x + draw.gaussian(1))
        if noisy >= 0:
            return noisy


@mechanism(inputs=[0, 1])
def shifted(x: int, draw: Any) -> Any:
    """The grid moves with the input: no output is one of both."""
    return Fraction(x, 3) + round(draw.gaussian(1))


MAKERS: dict[str, Callable[[], Any]] = {
    "approx-dp fails": lambda: dv.check(rounded, dv.ApproxDP(eps="3/4", delta="1/100")),
    "approx-dp holds": lambda: dv.check(rounded, dv.ApproxDP(eps=1, delta="13/100")),
    "approx-dp measured": lambda: dv.measure(natural, "approx-dp", eps=1),
    "pure-dp fails": lambda: dv.check(rounded, dv.PureDP(eps=9)),
    "pure-dp measured": lambda: dv.measure(natural, "pure-dp"),
    "pure-dp measured, no output in common": lambda: dv.measure(shifted, "pure-dp"),
    "renyi-dp": lambda: dv.measure(natural, "renyi-dp", alpha="5/2"),
    "zcdp holds": lambda: dv.check(rounded, dv.ZCDP(rho="1/2")),
    "zcdp fails": lambda: dv.check(rounded, dv.ZCDP(rho="0.4999")),
    "gaussian-dp": lambda: dv.measure(rounded, "gaussian-dp"),
    "gaussian-dp fails": lambda: dv.check(rounded, dv.GaussianDP(mu="0.999")),
    "privacy-at-risk": lambda: dv.measure(rounded, "privacy-at-risk", eps="1/2"),
}


@cache
def _text(name: str) -> str:
    return str(MAKERS[name]().to_json())


def made(name: str) -> Document:
    """A genuine document."""
    document: Document = json.loads(_text(name))
    return document


@pytest.mark.parametrize("name", MAKERS)
def test_genuine_documents_are_accepted(name: str) -> None:
    found = replay(_text(name))
    assert found.status == "accepted", found.line
    assert set(found.unread) <= {"run", "subject.read", "subject.source"}


def _shapes(document: Document) -> list[Any]:
    """The shapes of all paths."""
    words = [one["words"] for one in document["subject"]["program"]["inputs"].values()]
    return [path["shape"] for one in words for paths in one.values() for path in paths]


def _sealed(document: Document) -> None:
    document["subject"]["digest"] = digest(document["subject"]["program"])


def _coarser(document: Document) -> None:
    """Cells of twice the width on both inputs: the same ρ and μ, another δ."""
    for one in document["subject"]["program"]["inputs"].values():
        (form,) = one["forms"]
        form["noises"][0][1] = "1/2"
        form["shift"] = str(Fraction(form["shift"]) / 2)
    _sealed(document)


def _another_grid(document: Document) -> None:
    """A grid that is moved by a third, on one input."""
    _shapes(document)[0]["offset"] = "1/3"
    _sealed(document)


def _turned(document: Document) -> None:
    """Rounded up on one input: the step is turned over."""
    _shapes(document)[1]["step"] = "-1"
    _sealed(document)


def _scale(document: Document) -> None:
    """More noise."""
    for one in document["subject"]["program"]["inputs"].values():
        one["noises"][0]["scale"] = "11/10"
    _sealed(document)


def _verdict(document: Document) -> None:
    """The other verdict."""
    document["verdict"] = {"holds": "fails", "fails": "holds"}[document["verdict"]]


def _value(document: Document) -> None:
    """A witness whose value is a little larger."""
    value = document["witness"]["value"]
    value["lower"] = value["upper"] = str(Decimal(value["upper"]) * Decimal("1.0001"))
    value["exact"] = None


FORGERIES = [_coarser, _another_grid, _turned, _scale, _verdict, _value]


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
@pytest.mark.parametrize("name", ["approx-dp fails", "zcdp fails", "gaussian-dp fails"])
def test_forged_documents_are_refused(name: str, forge: Callable[[Document], None]) -> None:
    """Whatever is changed, but what changes nothing. What is not known is left open: μ of values
    on two grids, and any ρ of them where one grid is turned over.
    """
    document = made(name)
    forge(document)
    wanted = "rejected"
    if forge is _coarser and name != "approx-dp fails":
        wanted = "accepted"
    if (forge is _turned and name != "approx-dp fails") or (
        forge is _another_grid and name == "gaussian-dp fails"
    ):
        wanted = "not-recheckable"
    found = replay(json.dumps(document))
    assert found.status == wanted, found.line


# ---------------------------------------------------------------- far out


def normal(weight: str, centre: int) -> tuple[Share, Shape]:
    """A share with Gaussian noise of scale 1, rounded downwards."""
    source = Source("gaussian", Fraction(1), Fraction(centre), False)
    return Share(Fraction(weight), (), source), Shape(Fraction(1))


def far(law: list[tuple[Share, Shape]], other: list[tuple[Share, Shape]], side: str) -> Any:
    """The merged shares of both on a side."""
    words = in_cells({"•": law}, {"•": other})
    (name,) = [word for word in words[0] if side in word]
    return words[0][name], words[1][name]


def cell(law: list[tuple[Share, Shape]], n: int) -> arb:
    """What a law has in [n, n + 1), by Φ."""
    found = arb(0)
    for share, _ in law:
        source: Any = share.source
        x, root = n - int(source.centre), arb(2).sqrt()
        ends = [arb(x) / root, arb(x + 1) / root]
        ends = ends if x >= 0 else [-ends[1], -ends[0]]
        found += arb(q_of(share.weight)) * (ends[0].erfc() - ends[1].erfc()) / 2
    return found


ONE, OTHER = [normal("1/3", 1), normal("2/3", 0)], [normal("1/2", 1), normal("1/2", -1)]
"""To the right both have a law around 1, in the proportion 2 : 3; to the left the second is out."""


def test_a_loss_that_has_no_end() -> None:
    """To the left the law around −1 falls more slowly than all of the other."""
    with working_precision(400):
        assert merged_loss(*far(OTHER, ONE, "below")) is None
        assert merged_loss(*far(ONE, OTHER, "below")) is not None


@pytest.mark.parametrize("side", ["above", "below"])
def test_the_largest_loss_of_many_cells(side: str) -> None:
    """Between bounds of which the largest of 20 cells is one, and no further than 10^−3 apart."""
    with working_precision(2000):
        (share, *_) = far(ONE, OTHER, side)[0]
        low, high = share.chances[-1][1:]
        start = int(low if high is None else high)
        places = range(start, start + 20) if high is None else range(start - 20, start)
        seen = max(float((cell(ONE, n) / cell(OTHER, n)).log().mid()) for n in places)
        found = merged_loss(*far(ONE, OTHER, side))
        assert found is not None
        assert float(found.lower()) <= seen + 1e-9
        assert seen - 1e-9 <= float(found.upper())
        if side == "above":  # it tends to 2/3, from above
            assert found.upper() >= (arb(2) / 3).log()
            assert found.upper() - found.lower() < arb("1e-3")


@pytest.mark.parametrize("side", ["above", "below"])
def test_a_moment_of_many_cells(side: str) -> None:
    """Σ p^α·q^(1−α) of 60 cells lies between the bounds; α = 3."""
    with working_precision(2000):
        (share, *_) = far(OTHER, ONE, side)[0]
        low, high = share.chances[-1][1:]
        start = int(low if high is None else high)
        places = range(start, start + 60) if high is None else range(start - 60, start)
        seen = sum((cell(OTHER, n) ** 3 / cell(ONE, n) ** 2 for n in places), arb(0))
        ours, theirs = far(OTHER, ONE, side)
        found = merged_moment(ours, theirs, Fraction(3))
        assert found.lower() <= seen * (1 + arb("1e-9"))
        assert seen <= found.upper()


@pytest.mark.parametrize("side", ["above", "below"])
def test_a_moment_of_narrow_cells(side: str) -> None:
    """Of N(±20, 100) and N(0, 100) in cells of 1, where no first cell has nearly all; α = 3.

    Σ p³/q² of 60 cells lies between the bounds, of which the upper one is 2 % above it at most.
    """
    turn, down = 1 if side == "above" else -1, Shape(Fraction(1))
    sources = [Source("gaussian", Fraction(100), Fraction(c * turn), False) for c in (20, 0)]
    one, other = ([(Share(Fraction(1), (), source), down)] for source in sources)
    ours, theirs = far(one, other, side)
    low, high = ours[0].chances[-1][1:]
    with working_precision(300):

        def beyond(n: int, centre: int) -> arb:
            return ((arb(n) - centre) / (10 * arb(2).sqrt())).erfc() / 2

        start = int(low if high is None else -high)
        seen = arb(0)
        for n in range(start, start + 60):
            p, q = (beyond(n, c) - beyond(n + 1, c) for c in (20, 0))
            seen += p**3 / q**2
        found = merged_moment(ours, theirs, Fraction(3))
        assert found.lower() < seen < found.upper()
        assert found.upper() < seen * arb("1.02")


def test_the_excess_of_many_cells() -> None:
    """P = 1/4 and Q = 1/2: δ(0) is 1/8 where half of P lies where q is 0, and at most P."""
    found = merged_excess(arb(1) / 4, arb(1) / 2, arb(0))
    assert found.contains(fmpq(1, 8))
    assert found <= arb("0.2501")
    assert merged_excess(arb(1) / 2, arb(1) / 4, arb(0)).contains(fmpq(1, 2))


def test_cells_of_two_grids() -> None:
    """Rounded up and down, by half steps and whole ones, cut off or not: no laws are compared."""
    up = [(ONE[0][0], Shape(Fraction(-1)))]
    down = [(ONE[0][0], Shape(Fraction(1)))]
    assert smooth({"•": up}, {"•": down}) is None
    assert smooth({"•": down}, {"•": [(ONE[0][0], Shape(Fraction(1, 2)))]}) is None
    assert smooth({"•": down}, {"•": [(ONE[0][0], None)]}) is None
    assert smooth({"•": down}, {"•": down}) is not None
    words = in_cells({"•": up}, {"•": down})
    assert words[0].keys() == words[1].keys()  # the same numbers: no output is in two words
    both = [words[k][word] for k in (0, 1) for word in words[k] if "above" in word]
    with pytest.raises(Undecided, match="several grids"):
        merged_loss(*both)
    with pytest.raises(Undecided, match="several widths"):
        in_cells({"•": up}, {"•": [(ONE[0][0], Shape(Fraction(1, 2)))]})
    alone = Share(Fraction(1), (), None)
    with pytest.raises(Undecided, match="beside other words"):
        merged_loss([alone], both[0])


def test_cells_have_what_the_law_has() -> None:
    """The chances of all cells, with what is merged, add up to 1 on both sides; a cell is Φ's."""
    for words in in_cells({"•": ONE}, {"•": OTHER}):
        whole = sum((share.probability() for shares in words.values() for share in shares), arb(0))
        assert whole.contains(fmpq(1))
    (share,) = in_cells({"•": ONE[:1]}, {"•": OTHER})[0]["2"]
    assert (share.probability() * 3 - cell([normal("1", 1)], 2)).contains(0)


def test_a_number_that_stands_alone_is_no_part_of_what_is_merged() -> None:
    """The words of 1000 and of all from 15 on would say the same output twice."""
    constant = [(Share(Fraction(1, 2), (), None), None)]
    words = in_cells({"•": ONE, "1000": constant}, {"•": OTHER})
    merged = [word for word in words[1] if "above" in word]
    assert len(merged) == 1
    assert int(merged[0].partition(" ")[0]) > 1000
    assert "1000" in words[1]
    pairs = {"(•, 1)": ONE, "(1, •)": OTHER}
    with pytest.raises(Undecided, match="several places"):
        in_cells(pairs, pairs)
