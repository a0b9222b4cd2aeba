"""Every number of the course, computed: M. Xu, CS 458/658 Module 6 part 3, Waterloo, 2023.

Where the slides are wrong the test says what is true, and which entry refutes them. The order is
that of the slides.
"""

from __future__ import annotations

from fractions import Fraction
from math import floor, log10

import pytest
from flint import arb

from dpverify import local, sensitivity
from dpverify.checkers.decide import measure
from dpverify.checkers.reconstruction.survivors import survivors
from dpverify.defs.comparisons.largest_difference import LargestDifference
from dpverify.defs.numbers import Value, exp, ln, parse
from dpverify.defs.programs import channel_of
from dpverify.defs.reconstruction.subsets import answer, every, most_errors
from dpverify.defs.sensitivity.laplace import log_density_ratio
from dpverify.proofs.registry import entry
from examples import course

TABLE = """
0 0 0 0 0 0 0 0
0 1 0 1 0 1 0 1
0 0 1 1 0 0 1 1
0 1 1 2 0 1 1 2
0 0 0 0 1 1 1 1
0 1 0 1 1 2 1 2
0 0 1 1 1 1 2 2
0 1 1 2 1 2 2 3
"""


def cut(number: float, digits: int) -> float:
    """Digits after the first are dropped, as the slides do."""
    scale = float(10**digits)
    return floor(number * scale) / scale


def test_the_two_counting_queries() -> None:
    """Five persons with the bits 1 0 1 0 1: S = 10100 is answered by 2, S = 01011 by 1."""
    assert answer("10101", "10100") == 2
    assert answer("10101", "01011") == 1


def test_the_share_at_a_four_hundredth() -> None:
    """E = n/400: all but 4E = n/100 places, 99 %."""
    for n in (400, 2000, 10_000):
        assert 1 - Fraction(most_errors(n, Fraction(n, 400)), n) == Fraction(99, 100)


def test_the_table_of_expected_answers() -> None:
    """Rows are queries, columns candidates, both in binary order."""
    shown = [[int(x) for x in line.split()] for line in TABLE.strip().splitlines()]
    assert shown == [[answer(candidate, query) for candidate in every(3)] for query in every(3)]


def test_the_noise_of_the_first_example() -> None:
    """The reported answers are those of 101 with the noises that the slide shows, ±1/2."""
    noise = [1, -1, 1, 1, -1, -1, -1, -1]
    said = [answer("101", q) + Fraction(r, 2) for q, r in zip(every(3), noise, strict=True)]
    assert said == [Fraction(x, 2) for x in (1, 1, 1, 3, 1, 3, 1, 3)]
    found = survivors(said, Fraction(1, 2))
    assert found.databases == ("001", "011", "101")
    assert 3 - found.most_errors == 1  # "at least 1 bit"


def test_the_attack_on_averages() -> None:
    """10 % for one query, on the event [60, 100] too; 0 % without Alice; 40.95 % in five."""
    once = channel_of(course.averages.with_parameters(queries=1))
    assert set(once.outputs) == {"('190/3',)", "('50',)"}
    assert once.probability("enrolled", "('190/3',)") == Value(1) / 10
    assert once.probability("'not enrolled'", "('190/3',)") == 0
    assert 60 <= Fraction(190, 3) <= 100
    found = measure(channel_of(course.averages), "approx-dp", eps=0).tight["delta"]
    assert f"{100 * found.approx():.2f}" == "40.95"


def test_the_cases_beside_the_tentative_definition() -> None:
    """At .01: .005 and .001 are close, .96 and .94 are not; `course.tentative-definition.cases`."""
    gaps = []
    for first, second in (("0.005", "0.001"), ("0.96", "0.94")):
        p, q = parse(first), parse(second)
        gaps.append(LargestDifference().measure((p, 1 - p), (q, 1 - q), {}))  # type: ignore[arg-type]  # values
    assert gaps[0] <= parse("0.01") < gaps[1]
    assert parse("0.005") / parse("0.001") == 5


@pytest.mark.parametrize(("eps", "shown"), [("0.1", 1.1), ("1", 2.7), ("5", 148)])
def test_powers_of_e(eps: str, shown: float) -> None:
    """e^0.1 ≈ 1.1, e ≈ 2.7, e^5 ≈ 148."""
    digits = 0 if shown == 148 else 1
    assert round(exp(eps).approx(), digits) == shown


@pytest.mark.parametrize(
    ("eps", "shown", "digits"),
    [("0", 0.5, 1), ("0.1", 0.47, 2), ("1", 0.26, 2), ("5", 0.006, 3), ("10", 0.00004, 5)],
)
def test_the_table_of_the_game(eps: str, shown: float, digits: int) -> None:
    """1/(e^ε + 1), cut after the digits that the slide shows."""
    assert cut((1 / (1 + exp(eps))).approx(), digits) == shown


def test_the_last_row_of_the_game() -> None:
    """ε = 100,000: 10^(−43429.4…), which the slide cuts to 10^−43430."""
    power = -(1 + arb(100_000).exp()).log() / arb(10).log()
    assert -43430 < power < -43429
    assert abs(float(power) + 100_000 * log10(2.718281828459045)) < 1e-3


def test_one_plus_eps() -> None:
    """e^x > 1 + x for x > 0: the definition with 1 + ε is another one, and the claim is refuted."""
    assert exp("0.1") > parse("1.1")
    assert entry("dp.one-plus-eps.implied-by-pure").expected == "refuted"


def test_sensitivities() -> None:
    """1.33 for one pair, which is 4/3; 10/3 for scores in [0, 100], bounded and unbounded."""
    assert sensitivity.distance(Fraction(90 + 29 * 50, 30), 50) == Value(4) / 3
    assert cut(4 / 3, 2) == 1.33
    for neighbours in ("bounded", "unbounded"):
        assert sensitivity.mean(0, 100, 30, neighbours).value == Value(10) / 3


def test_the_scale_of_the_noise() -> None:
    """Δ/ε = 1.33/0.1 = 13.3."""
    assert parse("1.33") / parse("0.1") == parse("13.3")


def test_the_worked_laplace_example_is_wrong() -> None:
    """The slide: C·e^(−0.1) and C·e^(−0.075), ratio e^0.025 ≈ 1.025. True: C·e^(−0.1), C, e^0.1."""
    given = {"sensitivity": "1.33", "eps": "0.1"}
    assert log_density_ratio(["51.33"], [50], ["51.33"], **given) == parse("0.1")
    # Exponents by themselves: how far the loss is from that at the mean.
    assert log_density_ratio([50], ["51.33"], ["51.33"], **given) == parse("-0.1")
    assert round(exp("0.025").approx(), 3) == 1.025
    assert entry("laplace.course.worked-example").expected == "refuted"
    assert entry("laplace.course.worked-example-corrected").expected == "computed"


def test_randomised_response() -> None:
    """.75 and .25; every ratio at most 3, ε = ln 3 ≈ 1.10; E[R] = 1 − p + (2p − 1)·p₁."""
    rr = local.randomized_response("3/4")
    table = rr.channel()
    assert [[str(mass) for mass in table.row(x)] for x in (0, 1)] == [
        ["3/4", "1/4"],
        ["1/4", "3/4"],
    ]
    assert rr.eps == ln(3)
    assert round(ln(3).approx(), 2) == 1.1
    p, share = Value(3) / 4, Value(3) / 10
    mean = share * table.row(1)[1] + (1 - share) * table.row(0)[1]
    assert mean == 1 - p + (2 * p - 1) * share
    assert rr.estimate(400, 1000) == Value(300)  # 1000·(k/n − (1 − p))/(2p − 1)
