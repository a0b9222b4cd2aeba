"""Θ as an interval: against a fine grid, the kernel, forged results, what is refused."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from itertools import product
from math import comb
from random import Random
from typing import Any

import pytest

from dpverify.checkers.budget import Budget
from dpverify.checkers.decide import check, measure
from dpverify.checkers.kernel import parameters
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.kernel.scenarios import digest
from dpverify.checkers.knowledge import intervals
from dpverify.checkers.knowledge.answers import tight
from dpverify.defs.errors import EmptyQuestion, InputError
from dpverify.defs.io import scenario_from_document
from dpverify.defs.knowledge import APKDP, PPKDP, Scenario, ThetaReducible
from dpverify.defs.knowledge.parameter import at, below_zero, bernstein, polynomial_of, written
from dpverify.defs.numbers import NumberError, Value, as_eps
from tests.checkers.knowledge.scenarios import scenario


def votes(
    low: str, high: str, n: int = 6, known: int = 2, threshold: int | None = 2, **keys: Any
) -> Scenario:
    """n votes, each 1 with a probability p from low to high."""
    mechanism: dict[str, Any] = {"name": "count"}
    if threshold is not None:
        mechanism = {"name": "thresholded-count", "threshold": threshold}
    document = {
        "theta": {"parameter": "p", "interval": [low, high]},
        "records": [{"count": n, "values": {"0": "1-p", "1": "p"}}],
        "known": {"count": known},
        "mechanism": mechanism,
    }
    return scenario(**{**document, **keys})


LAWS = (
    {"0": "1-p", "1": "p"},
    {"0": "1-p**2", "1": "p*p"},
    {"0": "(1-p)**2", "1": "2*p*(1-p)", "2": "p**2"},
    {"0": "1-p/2", "1": "p/4", "2": "p/4"},
    {"0": "1/3", "1": "2/3"},
)


LAWS_OF_TWO = (
    {"0": "1-q", "1": "q"},
    {"0": "1-p*q", "1": "p*q"},
    {"0": "1-(p+q)/2", "1": "p/2", "2": "q/2"},
    {"0": "1-q**2", "1": "q**2"},
)


def random_interval(random: Random) -> Scenario:
    """Two to five records in at most two groups, of laws of degree at most 2, and any query.

    One of three has two parameters.
    """
    ends = [sorted(random.sample([Fraction(k, 20) for k in range(1, 20)], 2)) for _ in range(2)]
    sides = [[str(end) for end in side] for side in ends]
    counts = random.choice([[2], [3], [4], [5], [1, 2], [2, 2]])
    laws = [random.choice(LAWS[:4]), random.choice(LAWS)]
    theta: dict[str, Any] = {"parameter": "p", "interval": sides[0]}
    if random.random() < 1 / 3 and len(counts) == 2:
        theta = {"box": {"p": sides[0], "q": sides[1]}}
        laws[1] = random.choice(LAWS_OF_TWO)
    groups = [{"count": c, "values": laws[j]} for j, c in enumerate(counts)]
    n = sum(counts)
    name = random.choice(["count", "thresholded-count", "linear", "arithmetic-mean", "histogram"])
    mechanism: dict[str, Any] = {"name": name}
    if "threshold" in name:
        mechanism["threshold"] = random.randrange(n)
    if name == "linear":
        mechanism["weights"] = [str(random.choice((1, 1, 2, -1))) for _ in range(n)]
    known = {"indices": sorted(random.sample(range(n), random.randrange(n)))}
    return scenario(
        theta=theta,
        records=groups, known=known, mechanism=mechanism,
    )  # fmt: skip


def agrees(seed: int, grid: int) -> bool:
    """Whether δ over a random interval is at least that of every point of a grid, and close.

    On the grid the other engine answers, of one law at a time; between two of its points δ moves
    by less than n·degree times their distance, times 4 for both laws of a pair and their weights.
    """
    random = Random(seed)  # noqa: S311  # a seeded sample
    given = random_interval(random)
    eps = random.choice(["0", "ln(3/2)", "1/2"])
    theta = intervals.parametrised(given)
    for name in ("apkdp", "ppkdp"):
        try:
            found = measure(given, name, eps=eps)
        except EmptyQuestion:
            return False
        assert found.not_rechecked is None
        # As many points along each of two parameters as make about one grid.
        along = grid if len(theta.box) == 1 else max(int(grid**0.5), 2)
        width = max(high - low for low, high in theta.box) / along
        lines = [[low + k * (high - low) / along for k in range(along + 1)]
                 for low, high in theta.box]  # fmt: skip
        points = [intervals.at_point(given, point) for point in product(*lines)]
        values = [tight(point, name, "delta", {"eps": as_eps(eps)}, Budget()).value
                  for point in points]  # fmt: skip
        largest = max(float(value.ball(80).mid()) for value in values)
        low = float(found.tight["delta"].ball(80).mid())
        assert largest <= low + 1e-15
        assert low <= largest + 4 * theta.n * 2 * len(theta.box) * float(width)
    return True


def test_against_a_grid() -> None:
    """Twelve random scenarios, a coarse grid; the slow test below takes all 200 and a fine one."""
    assert sum(agrees(seed, 6) for seed in range(12)) >= 9


@pytest.mark.slow
def test_against_a_grid_200() -> None:
    """200 random scenarios; most ask something."""
    assert sum(agrees(seed, 60) for seed in range(200)) >= 180


def test_the_worst_parameter_by_hand() -> None:
    """Two records, the count; record 0 known or not.

    The unknown other record hides the target: P(0 | t=0) = 1−p, P(1 | t=0) = p, and one higher for
    t = 1. At ε = 0 δ = max(1−p, p), since |1−2p| + min = max. So it is worst at the end that is
    further from 1/2, and least at 1/2. At e^ε = 2: (0, 1) against: 1−p + max(0, p − 2(1−p)), and
    p + max(0, 1−p−2p) for the other order.
    """
    for low, high, worst in (("1/4", "2/3", "3/4"), ("1/3", "3/4", "3/4"), ("2/5", "1/2", "3/5")):
        given = votes(low, high, 2, 0, None)
        for name in ("apkdp", "ppkdp"):
            found = measure(given, name, eps="0")
            assert found.tight["delta"] == Value(Fraction(worst))
            assert found.evidence == "exact"
    found = measure(votes("1/4", "2/3", 2, 0, None), "apkdp", eps="ln(2)")
    assert found.tight["delta"] == Value(Fraction(3, 4))
    place: Any = found.attained_by
    assert place.at == {"p": "1/4"}


def test_a_worst_parameter_inside() -> None:
    """One of two yes-voters is known; released is whether both are: PPK is p·1 for yes, at ε = 0.

    With p a product, p = q(1 − q): the worst q is 1/2, inside of the interval, with δ = 1/4.
    """
    law = {"0": "1-q*(1-q)", "1": "q*(1-q)"}
    given = votes("1/8", "3/4", 2, 1, 1, theta={"parameter": "q", "interval": ["1/8", "3/4"]},
                  records=[{"count": 2, "values": law}])  # fmt: skip
    found = measure(given, "ppkdp", eps="0")
    ball = found.tight["delta"].ball(128)
    assert ball.contains(0.25)
    assert float(ball.rad()) < 1e-14
    place: Any = found.attained_by
    assert abs(float(Fraction(place.at["q"])) - 0.5) < 1e-6
    assert found.not_rechecked is None
    assert check(given, PPKDP(eps="0", delta="0.2500001")).holds
    assert check(given, PPKDP(eps="0", delta="0.2499999")).fails
    assert check(given, ThetaReducible()).unknown


def test_ends_where_a_probability_is_0() -> None:
    """There a target is certain and nothing is compared; next to it δ is near its limit."""
    for low, high in (("0", "1/2"), ("1/2", "1")):
        found = measure(votes(low, high, 3, 1, None), "apkdp", eps="1")
        ball = found.tight["delta"].ball(128)
        assert ball.contains(1)
        assert float(ball.rad()) < 1e-20


def _results() -> list[dict[str, Any]]:
    given = votes("1/20", "1/4")
    claims = [PPKDP(eps="1/10", delta="1/1000"), APKDP(eps="1/10", delta="1/1000")]
    return [json.loads(check(given, claim).to_json()) for claim in claims]


def _resealed(document: Any, change: Any) -> None:
    change(document["subject"]["scenario"])
    document["subject"]["digest"] = digest(document["subject"]["scenario"])


def _first(document: Any) -> Any:
    return document["witness"]["terms"][0]


FORGERIES: dict[str, Any] = {
    "another point": lambda d: d["witness"]["setting"].update(at={"p": "1/7"}),
    "a point outside": lambda d: d["witness"]["setting"].update(at={"p": "1/2"}),
    "another parameter": lambda d: d["witness"]["setting"].update(at={"q": "1/5"}),
    "no point": lambda d: d["witness"]["setting"].pop("at"),
    "another interval": lambda d: _resealed(
        d, lambda s: s["theta"].update(interval=["1/100", "1/50"])
    ),
    "an empty interval": lambda d: _resealed(
        d, lambda s: s["theta"].update(interval=["1/4", "1/4"])
    ),
    "another polynomial": lambda d: _resealed(
        d, lambda s: s["records"][0].update(values={"0": "1 + -1*p**2", "1": "1*p**2"})
    ),
    "no law": lambda d: _resealed(d, lambda s: s["records"][0]["values"].update({"1": "1/2*p"})),
    "negative": lambda d: _resealed(
        d, lambda s: s["records"][0].update(values={"0": "2 + -1*p", "1": "-1 + 1*p"})
    ),
    "no polynomial": lambda d: _resealed(
        d, lambda s: s["records"][0]["values"].update({"1": "exp(p)"})
    ),
    "a power twice": lambda d: _resealed(
        d, lambda s: s["records"][0]["values"].update({"1": "1/2*p + 1/2*p"})
    ),
    "digest": lambda d: d["subject"].update(digest="sha256:" + "0" * 64),
    "known": lambda d: _first(d).update(known="3"),
    "event": lambda d: _first(d).update(event=["0"]),
    "order": lambda d: d["witness"]["setting"]["values"].reverse(),
}  # fmt: skip


def test_forged_results_are_rejected() -> None:
    """Points, intervals, polynomials and witnesses, one change each."""
    for result in _results():
        assert result["verdict"] == "fails"
        assert replay(json.dumps(result)).status == "accepted"
        for key in ("tight", "attained_by"):
            result.pop(key)
        assert replay(json.dumps(result)).status == "accepted"
        for name, change in FORGERIES.items():
            forged = deepcopy(result)
            change(forged)
            outcome = replay(json.dumps(forged))
            assert outcome.status == "rejected", (name, outcome)


@pytest.mark.parametrize("name", ["apkdp", "ppkdp"])
def test_forged_bounds_are_rejected(name: str) -> None:
    """A bound that is too small fails somewhere; one that is too large is not attained.

    A claim that holds is not believed for a larger interval.
    """
    given = votes("1/20", "1/4")
    result = json.loads(measure(given, name, eps="1/10").to_json())
    true = float(result["tight"]["delta"]["lower"])
    for factor in (0.999, 1.001):
        figure = {"exact": None, "lower": str(factor * true), "upper": str(factor * true)}
        forged = {**result, "tight": {"delta": figure}, "evidence": "enclosure"}
        assert replay(json.dumps(forged)).status == "rejected"
    claim = PPKDP if name == "ppkdp" else APKDP
    holds = json.loads(check(given, claim(eps="1/10", delta=str(true + 0.001))).to_json())
    assert holds["verdict"] == "holds"
    for ends in (["1/100", "1/4"], ["1/20", "9/10"]):
        forged = deepcopy(holds)
        _resealed(forged, lambda s, ends=ends: s["theta"].update(interval=ends))
        expected = "rejected" if not _holds(ends, name, true + 0.001) else "accepted"
        assert replay(json.dumps(forged)).status == expected


def _holds(ends: list[str], name: str, delta: float) -> bool:
    value = measure(votes(ends[0], ends[1]), name, eps="1/10").tight["delta"]
    return bool(value <= Value(Fraction(str(delta))))


def test_what_the_kernel_bounds() -> None:
    """Σ max(0, h) of polynomials, against its values: kinks, maxima inside, and touching ones."""
    p = parameters.Parameters(("p",), ((Fraction(0), Fraction(1)),))
    rising, falling, hill = (polynomial_of(text, ["p"]) for text in ("p-1/2", "1/2-p", "p*(1-p)"))
    for polynomials, largest in (
        ([rising], Fraction(1, 2)),
        ([rising, falling], Fraction(1, 2)),
        ([hill], Fraction(1, 4)),
        ([hill, hill, -hill], Fraction(1, 2)),
        ([polynomial_of("(2*p-1)*(1-p)", ["p"])], Fraction(1, 8)),
        ([], Fraction(0)),
    ):
        assert parameters._bounded(polynomials, largest + Fraction(1, 10**9), p)
        if largest:
            assert not parameters._bounded(polynomials, largest - Fraction(1, 10**6), p)


def test_laws_that_the_kernel_refuses() -> None:
    """Those that do not sum to 1, and those that are negative between the ends alone."""
    p = parameters.Parameters(("p",), ((Fraction(0), Fraction(1)),))
    inside = {"0": "1/5 + -1*p + 1*p**2", "1": "4/5 + 1*p + -1*p**2"}
    for values, says in (
        ({"0": "1 + -1*p", "1": "1/2*p"}, "do not sum to 1"),
        (inside, "negative in the interval"),
    ):
        with pytest.raises(NumberError, match=says):
            parameters.laws_of({"records": [{"values": values}]}, p)


def test_what_the_kernel_bounds_on_a_box() -> None:
    """A hill inside, a saddle, and two ridges, of which only one parameter must be halved."""
    unit = (Fraction(0), Fraction(1))
    both = parameters.Parameters(("p", "q"), (unit, unit))
    hill, saddle, ridge = (polynomial_of(text, ["p", "q"]) for text in (
        "p*(1-p)*q*(1-q)", "(p-1/2)*(q-1/2)", "q*(1-q)"))  # fmt: skip
    for polynomials, largest in (
        ([hill], Fraction(1, 16)),
        ([saddle, -saddle], Fraction(1, 4)),
        ([ridge], Fraction(1, 4)),
        ([hill, ridge], Fraction(5, 16)),
    ):
        assert parameters._bounded(polynomials, largest + Fraction(1, 10**6), both)
        assert not parameters._bounded(polynomials, largest - Fraction(1, 10**6), both)


def test_the_worst_point_of_a_box_by_hand() -> None:
    """Two records of rates p and q, the count, nothing known, ε = 0.

    A target is hidden by the other record alone, so δ is max(r, 1 − r) of the other's rate r: the
    largest over both, at the end furthest from 1/2; here p = 1/10 hides the record of rate q.
    """
    given = scenario(
        theta={"box": {"p": ["1/10", "1/4"], "q": ["1/5", "1/2"]}},
        records=[{"values": {"0": "1-p", "1": "p"}}, {"values": {"0": "1-q", "1": "q"}}],
        mechanism={"name": "count"},
    )
    found = measure(given, "apkdp", eps="0")
    assert found.tight["delta"] == Value(Fraction(9, 10))
    place: Any = found.attained_by
    assert place.target == 1
    assert place.at["p"] == "1/10"
    document = json.loads(found.to_json())
    assert replay(json.dumps(document)).status == "accepted"
    for change in (
        lambda d: d["attained_by"]["setting"].update(at={"p": "1/10"}),
        lambda d: d["attained_by"]["setting"].update(at={"p": "1/9", "q": "1/5"}),
        lambda d: d["attained_by"]["setting"].update(at={"p": "1/10", "q": "4/5"}),
        lambda d: _resealed(d, lambda s: s["theta"]["box"].update(p=["1/20", "1/4"])),
        lambda d: _resealed(d, lambda s: s["theta"]["box"].pop("q")),
    ):
        forged = deepcopy(document)
        change(forged)
        assert replay(json.dumps(forged)).status == "rejected"


def test_polynomials_are_read_and_written() -> None:
    """What is written is read back, by the reader and by the kernel; signs on an interval."""
    p = parameters.Parameters(("p",), ((Fraction(0), Fraction(1)),))
    both = parameters.Parameters(("p", "q"), ((Fraction(0), Fraction(1)),) * 2)
    for text in ("1-p", "p**3/2", "-(p-1)*(p+1)", "0*p", "1e-3*p+0.5", "7"):
        polynomial = polynomial_of(text, ["p"])
        assert polynomial_of(written(polynomial, ["p"]), ["p"]) == polynomial
        assert p.polynomial(written(polynomial, ["p"])) == polynomial
    mixed = polynomial_of("(1-p)*q**2/3 - p", ["p", "q"])
    assert written(mixed, ["p", "q"]) == "1/3*q**2 + -1*p + -1/3*p*q**2"
    assert both.polynomial(written(mixed, ["p", "q"])) == mixed
    for text in ("1*p*p", "1*r", "1*p**x", "p", "1 - 1*p", "1*p + 1*p", ""):
        with pytest.raises(NumberError):
            both.polynomial(text)
    cubic = polynomial_of("(p-1/3)*(p-1/2)*(p-3/4)", ["p"])
    point = below_zero(cubic, ((Fraction(1, 2), Fraction(1)),))
    assert point is not None
    assert at(cubic, point) < 0
    assert below_zero(cubic, ((Fraction(1, 3), Fraction(1, 2)),)) is None
    saddle, unit = polynomial_of("p*q-1/4", ["p", "q"]), (Fraction(0), Fraction(1))
    corners = bernstein(saddle, (unit, unit), [1, 1])
    assert list(map(str, corners)) == ["-1/4", "-1/4", "-1/4", "3/4"]
    assert below_zero(saddle, (unit, unit)) is not None
    assert below_zero(saddle, ((Fraction(1, 2), Fraction(1)),) * 2) is None


def _bad(**keys: Any) -> dict[str, Any]:
    return {
        "schema": "dpverify.scenario/1.0",
        "theta": {"parameter": "p", "interval": ["1/4", "1/2"]},
        "records": [{"count": 3, "values": {"0": "1-p", "1": "p"}}],
        "mechanism": {"name": "count"},
        **keys,
    }


def _law(a: str, b: str) -> dict[str, Any]:
    return _bad(records=[{"count": 3, "values": {"0": a, "1": b}}])


@pytest.mark.parametrize(
    ("document", "says"),
    [
        (_bad(theta={"parameter": "p", "interval": ["1/2", "1/4"]}), "the first end must be small"),
        (_bad(theta={"parameter": "p", "interval": ["1/2"]}), "must be a list of two numbers"),
        (_bad(theta={"parameter": "p", "interval": ["x", "1"]}), "an end of the interval of p is"),
        (_bad(theta={"parameter": "ln", "interval": ["0", "1"]}), "must be a name such as 'p'"),
        (_bad(theta={"parameter": "q", "interval": ["0", "1"]}), "has 'p' where a number or q"),
        (_bad(theta={"box": ["p"]}), "must map one or two parameters to their intervals"),
        (_bad(theta={"box": {"p": ["0", "1"], "q": ["0", "1"]}}), "q stands in no probability"),
        (_bad(theta={"box": {"p": ["1/4", "1/2"]}, "parameter": "p"}), "unknown key"),
        (_law(a="1-p", b="p/2"), "sum to 1 + -1/2*p, must be 1"),
        (_law(a="2*p-3/4", b="7/4-2*p"), "is -1/4 at p = 1/4, must be ≥ 0"),
        (_law(a="exp(p)", b="1-exp(p)"), "must be a polynomial in p"),
        (_law(a="1/p", b="1-1/p"), "divides by what is no number"),
        (_law(a="1-p**(1/2)", b="p**(1/2)"), "has the power"),
        (_law(a="(1-p", b="p"), "a parenthesis that is not closed"),
        (_law(a="1/2", b="1/2"), "stands in no probability"),
        (_bad(known={"random": {"size": 1}}), "known at random"),
        (_bad(known={"count": 3}), "at least one must be left"),
        (_bad(injected=True), "cannot be injected"),
        (_bad(mechanism={"name": "count", "noise": {"0": "1/2", "1": "1/2"}}), "without noise"),
        (_bad(family=[]), "a theta and also a family"),
        (_bad(records=[]), "there must be 'records'"),
        (_bad(target=7), "target 7 is no record"),
    ],
)
def test_bad_intervals_are_one_line(document: dict[str, Any], says: str) -> None:
    """What was given and the rule that it breaks."""
    with pytest.raises(InputError) as caught:
        scenario_from_document(document)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("known", [0, 1])
@pytest.mark.parametrize("name", ["apkdp", "ppkdp"])
def test_where_nothing_is_ever_told(name: str, known: int) -> None:
    """δ is 0 at every p; at an end where p is 0 the target has one value, so it names another."""
    scene = votes("0", "1/5", n=2, known=known, threshold=2)
    found = measure(scene, name, eps="1")
    assert found.tight["delta"] <= Value(0)
    assert replay(found.to_dict()).status == "accepted"
    claim = APKDP if name == "apkdp" else PPKDP
    assert check(scene, claim("1", 0)).holds


def test_the_smallest_eps_is_not_computed() -> None:
    """It is said, and what to do instead."""
    from dpverify.defs.errors import Undecided

    with pytest.raises(Undecided, match="measure δ"):
        measure(votes("1/4", "1/2"), "ppkdp", delta="1/10")


@pytest.mark.parametrize("degree", range(7))
def test_halves_of_a_polynomial_are_it(degree: int) -> None:
    """The coefficients of both halves, over 2^degree, give its values at x/2 and (1 + x)/2.

    The oracle sums Bernstein polynomials by their definition, at more points than the degree.
    """
    random = Random(degree)  # noqa: S311  # a seeded sample
    row = [random.randrange(-99, 99) for _ in range(degree + 1)]
    for x in (Fraction(k, degree + 1) for k in range(degree + 2)):
        for half, place in ((parameters._left, x / 2), (parameters._right, (1 + x) / 2)):
            assert _bernstein_sum(half(row), x) == 2**degree * _bernstein_sum(row, place)


def _bernstein_sum(row: list[int], x: Fraction) -> Fraction:
    """Σ c_i·C(n, i)·x^i·(1 − x)^(n − i)."""
    n = len(row) - 1
    return sum((c * comb(n, i) * x**i * (1 - x) ** (n - i) for i, c in enumerate(row)),
               Fraction(0))  # fmt: skip
