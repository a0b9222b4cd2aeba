"""The kernel's copy of the laws of noise: against ours, and on documents, genuine and forged."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from typing import Any

import pytest
from flint import arb

import dpverify as dv
from dpverify.checkers.kernel import counting_laws, laws, skellam
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.kernel.integer_laws import SumFrom
from dpverify.checkers.kernel.programs import digest
from dpverify.checkers.kernel.shifted import Equal
from dpverify.defs.errors import Undecided
from dpverify.defs.laws.contract import Move
from dpverify.defs.laws.registry import noise_law
from dpverify.defs.numbers import Real, as_eps
from dpverify.defs.numbers.documents import read
from dpverify.defs.programs import Mechanism, mechanism

MOVES: dict[str, tuple[str, bool, list[tuple[Fraction, Fraction]]]] = {
    "laplace": ("laplace", False, [(Fraction(2), Fraction(3))]),
    "laplaces": ("laplace", False, [(Fraction(2), Fraction(3)), (Fraction(1), Fraction(-1))]),
    "exponential": ("exponential", False, [(Fraction(2), Fraction(3))]),
    "exponential, lower": ("exponential", False, [(Fraction(2), Fraction(-3))]),
    "gaussian": ("gaussian", False, [(Fraction(2), Fraction(3))]),
    "uniform": ("uniform", False, [(Fraction(2), Fraction(3)), (Fraction(4), Fraction(1))]),
    "gumbel": ("gumbel", False, [(Fraction(2), Fraction(3))]),
    "logistic": ("logistic", False, [(Fraction(2), Fraction(3))]),
    "logistics": ("logistic", False, [(Fraction(2), Fraction(3)), (Fraction(1), Fraction(-1))]),
    "gumbel, lower": ("gumbel", False, [(Fraction(2), Fraction(-3))]),
    "discrete laplace": ("laplace", True, [(Fraction(2), Fraction(3))]),
    "discrete laplaces": (
        "laplace",
        True,
        [(Fraction(2), Fraction(-3)), (Fraction(1), Fraction(1))],
    ),
    "geometric": ("exponential", True, [(Fraction(2), Fraction(3))]),
    "geometric, lower": ("exponential", True, [(Fraction(2), Fraction(-3))]),
    "discrete gaussian": ("discrete_gaussian", True, [(Fraction(5, 2), Fraction(3))]),
    "discrete gaussians": (
        "discrete_gaussian",
        True,
        [(Fraction(5, 2), Fraction(3)), (Fraction(1), Fraction(-1))],
    ),
    "skellam": ("skellam", True, [(Fraction(5, 2), Fraction(3))]),
    "skellams": ("skellam", True, [(Fraction(4), Fraction(1)), (Fraction(2), Fraction(-2))]),
    "poisson": ("poisson", True, [(Fraction(5, 2), Fraction(3))]),
    "poisson, lower": ("poisson", True, [(Fraction(5, 2), Fraction(-2))]),
    "poisson of a large mean": ("poisson", True, [(Fraction(1500), Fraction(1))]),
    "binomial": ("binomial", True, [(Fraction(31, 3), Fraction(3))]),
    "binomial, lower": ("binomial", True, [(Fraction(31, 3), Fraction(-2))]),
    "binomial, too far": ("binomial", True, [(Fraction(10, 3), Fraction(4))]),
    "no number of steps": ("discrete_gaussian", True, [(Fraction(5, 2), Fraction(1, 2))]),
}
LEVELS = [as_eps(e) for e in ("0", "1/3", "2", "9")]
ORDERS = [Fraction(a) for a in ("5/4", "2", "7/2")]
QUESTIONS: dict[str, tuple[str, tuple[Any, ...]]] = {
    "largest loss": ("largest_loss", ()),
    "range": ("loss_range", ()),
    "rate": ("rate", ()),
    "normal": ("gaussian_distance", ()),
    **{f"order {order}": ("divergence", (order,)) for order in ORDERS},
    **{f"{name} {eps}": (name, (eps,)) for eps in LEVELS
       for name in ("excess", "beyond", "beyond_either_way")},
}  # fmt: skip


def answer(question: tuple[str, tuple[Any, ...]], pair: Any) -> Any:
    """None where the question has no answer."""
    name, given = question
    try:
        return getattr(pair, name)(*given)
    except Undecided:
        return None


@pytest.mark.parametrize("name", MOVES)
def test_both_copies_say_the_same(name: str) -> None:
    """Exactly where numbers are exact; the kernel may refuse sums of several losses."""
    law, whole, shifts = MOVES[name]
    ours = noise_law(law, whole=whole).pair([Move(*shift) for shift in shifts])
    square = sum((by / scale) ** 2 for scale, by in shifts) if law == "gaussian" else Fraction(0)
    theirs = laws.shifted(law, shifts, Fraction(square), integers=whole)
    compared = 0
    for question, ask in QUESTIONS.items():
        number, copy = answer(ask, ours), answer(ask, theirs)
        if number is None or copy is None:
            continue
        compared += 1
        if isinstance(number, Real) or isinstance(copy, Real):
            assert number.ball(200).overlaps(copy.ball(200)), question
            if (law, question) == ("skellam", "rate"):  # bounds; the kernel's lie inside ours
                assert number.ball(200).contains(copy.ball(200))
                continue
            assert abs(float((number.ball(200) - copy.ball(200)).abs_upper())) < 1e-40, question
        else:
            assert number == copy, question
    assert compared >= 6


def released(law: str, *given: Any) -> Mechanism:
    """A number that moves by 1, with noise."""

    @mechanism(inputs=[0, 1], moves="A")
    def value(x: Any, draw: Any) -> Any:
        return x + getattr(draw, law)(*given)

    return value


@mechanism(inputs=[(0, 0), (1, 1)], moves="A")
def two(x: Any, draw: Any) -> Any:
    """Two counts, one of them moved by half a step of its noise."""
    return x[0] + draw.discrete_laplace(1), x[0] + x[1] + draw.discrete_laplace(2)


@mechanism(inputs=[(0, 0), (1, 1)], moves="A")
def gaussians(x: Any, draw: Any) -> Any:
    """Two counts with discrete Gaussian noise."""
    return x[0] + draw.discrete_gaussian(1), x[1] + draw.discrete_gaussian(2)


PROGRAMS = {
    "gaussians": gaussians,
    "gumbel": released("gumbel", 2),
    "logistic": released("logistic", 2),
    "discrete_laplace": released("discrete_laplace", 2),
    "geometric": released("geometric", "exp(-1/2)"),
    "discrete_gaussian": released("discrete_gaussian", 3),
    "skellam": released("skellam", 3),
    "poisson": released("poisson", 3),
    "binomial": released("binomial", 8, "1/3"),
    "two": two,
}
DEFINITIONS: dict[str, dict[str, Any]] = {
    "pure-dp": {},
    "zcdp": {},
    "gaussian-dp": {},
    "renyi-dp": {"alpha": "3/2"},
    "total-variation": {},
    "bounded-range": {},
    "probabilistic-dp": {"eps": "1/4"},
    "privacy-at-risk": {"eps": "1/4"},
}
NOT_KNOWN = {("gaussians", "gaussian-dp"), ("two", "gaussian-dp")}


@pytest.mark.long
@pytest.mark.parametrize("everywhere", [False, True])
@pytest.mark.parametrize("definition", DEFINITIONS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_genuine_measurements_are_accepted(name: str, definition: str, everywhere: bool) -> None:
    """And one whose tight value is another is rejected."""
    given = DEFINITIONS[definition]
    if (name, definition) in NOT_KNOWN:
        with pytest.raises(Undecided):
            dv.measure(PROGRAMS[name], definition, all_inputs=everywhere, **given)
        return
    found = dv.measure(PROGRAMS[name], definition, all_inputs=everywhere, **given)
    assert found.not_rechecked is None
    document = json.loads(found.to_json())
    assert replay(read(json.dumps(document))).status == "accepted"
    (key,) = document["tight"]
    document["tight"][key] = {"exact": "1/7", "lower": "0.142857", "upper": "0.142858"}
    assert replay(read(json.dumps(document))).status == "rejected"


CLAIMS: list[tuple[str, Any, str]] = [
    ("gumbel", dv.PureDP(eps=100), "fails"),
    ("logistic", dv.PureDP(eps="1/2"), "holds"),
    ("logistic", dv.PureDP(eps="49/100"), "fails"),
    ("logistic", dv.ZCDP(rho="1/24"), "holds"),
    ("logistic", dv.ZCDP(rho="1/30"), "fails"),
    ("logistic", dv.ApproxDP(eps="1/4", delta="1/10"), "holds"),
    ("logistic", dv.FDP("gaussian(1/4)"), "fails"),
    ("gumbel", dv.ApproxDP(eps="1/2", delta="1/4"), "holds"),
    ("gumbel", dv.ApproxDP(eps="1/2", delta="1/100"), "fails"),
    ("discrete_gaussian", dv.ZCDP(rho="1/6"), "holds"),
    ("discrete_gaussian", dv.ZCDP(rho="166/1000"), "fails"),
    ("discrete_gaussian", dv.PureDP(eps=100), "fails"),
    ("discrete_laplace", dv.BoundedRange(eps=1), "holds"),
    ("discrete_laplace", dv.ApproxDP(eps="1/4", delta="1/100"), "fails"),
    ("skellam", dv.ZCDP(rho="1684/10000"), "holds"),
    ("skellam", dv.ZCDP(rho="167/1000"), "fails"),
    ("skellam", dv.ApproxDP(eps=1, delta="1/100"), "holds"),
    ("skellam", dv.ApproxDP(eps=1, delta="1/1000"), "fails"),
    ("skellam", dv.PureDP(eps=100), "fails"),
    ("poisson", dv.ApproxDP(eps=1, delta="1/10"), "holds"),
    ("poisson", dv.ApproxDP(eps=1, delta="1/100"), "fails"),
    ("poisson", dv.ZCDP(rho=9), "fails"),
    ("binomial", dv.ApproxDP(eps=1, delta="1/10"), "holds"),
    ("binomial", dv.ApproxDP(eps=1, delta="1/100"), "fails"),
    ("binomial", dv.RenyiDP(alpha=2, eps=9), "fails"),
    ("two", dv.ZCDP(rho=3), "holds"),
    ("geometric", dv.FDP("approx(0, 1/2)"), "holds"),
    ("geometric", dv.FDP("gaussian(5)"), "fails"),
    ("gumbel", dv.FDP("points(0,9/10; 1/4,1/4; 9/10,0; 1,0)"), "holds"),
    ("gumbel", dv.FDP("points(0,1; 1/2,7/16; 1,0)"), "fails"),
    ("discrete_laplace", dv.FDP("approx(1/2, 0)"), "holds"),
    ("discrete_laplace", dv.FDP("gaussian(1/2)"), "fails"),
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("name", "claim", "verdict"), CLAIMS)
def test_genuine_verdicts_are_accepted(name: str, claim: Any, verdict: str) -> None:
    """And rejected with the other verdict."""
    found = dv.check(PROGRAMS[name], claim, all_inputs=True)
    assert (found.name, found.not_rechecked) == (verdict, None)
    document = json.loads(found.to_json())
    assert replay(read(json.dumps(document))).status == "accepted"
    document["verdict"] = {"holds": "fails", "fails": "holds"}[verdict]
    witness = document.pop("witness", None)
    if witness is None:
        document["witness"] = {**document.get("attained_by", {"inputs": ["(0)", "(1)"]})}
    assert replay(read(json.dumps(document))).status == "rejected"


def test_a_renamed_law_is_another_program() -> None:
    """Noise of the next law, with the digest made anew."""
    found = dv.measure(PROGRAMS["gumbel"], "renyi-dp", alpha=2, all_inputs=False)
    document = json.loads(found.to_json())
    program = document["subject"]["program"]
    for law in ("laplace", "gaussian", "uniform", "exponential"):
        for traced in program["inputs"].values():
            traced["noises"][0]["law"] = law
        document["subject"]["digest"] = digest(program)
        assert replay(read(json.dumps(document))).status == "rejected"
    for traced in program["inputs"].values():
        traced["noises"][0]["law"] = "cauchy"
    document["subject"]["digest"] = digest(program)
    assert "cauchy" in replay(read(json.dumps(document))).text


def test_integer_noise_is_not_read_as_real() -> None:
    """The kind of the subject says which laws the names mean."""
    document = json.loads(dv.measure(PROGRAMS["discrete_laplace"], "zcdp").to_json())
    document["subject"]["kind"] = "continuous"
    assert replay(read(json.dumps(document))).status == "rejected"


@pytest.mark.parametrize("scale", ["10", "1/2", "30001/2"], ids=["p is 0", "no trial", "too many"])
def test_a_binomial_scale_that_is_none_is_refused(scale: str) -> None:
    """n + p with 0 < p < 1, and not more trials than are listed."""
    found = dv.measure(PROGRAMS["binomial"], "total-variation", all_inputs=True)
    document = json.loads(found.to_json())
    program = document["subject"]["program"]
    program["family"]["traced"]["noises"][0]["scale"] = scale
    document["subject"]["digest"] = digest(program)
    outcome = replay(read(json.dumps(document)))
    assert outcome.status == "rejected"
    assert "binomial noise" in outcome.text


@pytest.mark.parametrize("law", ["poisson", "discrete_gaussian", "laplace"])
def test_skellam_noise_renamed_is_rejected(law: str) -> None:
    document = json.loads(dv.measure(PROGRAMS["skellam"], "total-variation").to_json())
    program = document["subject"].get("program")
    if program is None:  # listed masses: ask on all inputs
        found = dv.measure(PROGRAMS["skellam"], "total-variation", all_inputs=True)
        document = json.loads(found.to_json())
        program = document["subject"]["program"]
    traces = [*program.get("inputs", {}).values(), *(
        [program["family"]["traced"]] if "family" in program else []
    )]  # fmt: skip
    for traced in traces:
        traced["noises"][0]["law"] = law
    document["subject"]["digest"] = digest(program)
    assert replay(read(json.dumps(document))).status == "rejected"


def test_what_a_sum_cuts_off_is_kept() -> None:
    """P[u ≥ 10] with P[u] ∝ e^(−u²/2) is not 0, though at 8 bits no term of it is summed."""
    weights = [arb(-u * u / 2).exp() for u in range(-30, 31)]
    above = sum(weights[40:], arb(0)) / sum(weights, arb(0))
    assert SumFrom([(Fraction(1), 1)], 10).ball(8).overlaps(above)


@pytest.mark.parametrize("bits", [1, 2, 4, 8])
def test_few_bits_bound_a_sum_all_the_same(bits: int) -> None:
    """P[u ≥ k] of the same law within every ball, whose terms end at 2, 3, 3 and 5."""
    weights = [arb(-u * u / 2).exp() for u in range(-30, 31)]
    for first in range(-3, 4):
        above = sum(weights[30 + first :], arb(0)) / sum(weights, arb(0))
        assert SumFrom([(Fraction(1), 1)], first).ball(bits).overlaps(above)


def test_a_chord_fits_where_it_is_nowhere_above() -> None:
    """s·t − v against c·t·(t + 1) between its ends, at 41 places with fractions.

    Where the chord is above at any of them it is refused; where it is clearly below it is taken.
    """
    answers = set()
    cases = [(Fraction(c, 8), Fraction(x, 2), Fraction(x + wide, 2), Fraction(a, 4), Fraction(b, 4))
             for c in (1, 4) for x in (1, 3) for wide in (1, 4)
             for a in range(12) for b in range(0, 40, 5)]  # fmt: skip
    for c, x, y, below, above in cases:
        slope = (above - below) / (y - x)
        places = [x + (y - x) * Fraction(k, 40) for k in range(41)]
        gaps = [c * t * (t + 1) - (below + slope * (t - x)) for t in places]
        c_, x_, y_, below_, above_ = (arb(f.numerator) / f.denominator
                                      for f in (c, x, y, below, above))  # fmt: skip
        answer = skellam._chord_fits(c_, (x_, below_), (y_, above_))
        inside = min(gaps) < 0 < min(gaps[0], gaps[-1])
        answers.add((answer, inside))
        assert not answer or min(gaps) >= 0
        # Between two places the gap falls by less than its second derivative says.
        assert answer or min(gaps) <= c * ((y - x) / 40) ** 2
    assert answers == {(True, False), (False, True), (False, False)}


@pytest.mark.parametrize(
    ("mu", "m", "c"),
    [("1/20", 1, "3/2"), (1, 1, 1), (1, 2, 4), (3, 1, "1/9"), (10, 3, "1/2")],
)
def test_far_orders_stay_below_the_bound(mu: Any, m: int, c: Any) -> None:
    """From there on the bound of its docstring, in floats, is below c·α·(α − 1)."""
    slope, mean = Fraction(c), float(Fraction(mu))
    order = float(skellam._far(arb(mean), m, arb(slope.numerator) / slope.denominator))
    for a in (order, order + 1, 2 * order, 10 * order):
        k = m * (a - 1)
        rest = k * math.log(2 * k / (math.e * mean)) + mean * (math.cosh(1) - 0.5) + m
        assert math.log(2) + max(0.0, rest) < float(slope) * a * (a - 1)


def test_equal_laws_are_at_no_distance() -> None:
    """Where P is Q every one of these numbers is 0, by its definition, at ε ≥ 0."""
    pair = Equal()
    one = as_eps("1")
    assert [pair.excess(one), pair.beyond(one), pair.beyond_either_way(one)] == [0, 0, 0]
    assert [pair.largest_loss(), pair.loss_range(), pair.rate(), pair.gaussian_distance()] == [
        0
    ] * 4
    assert pair.divergence(Fraction(3, 2)) == 0


@pytest.mark.parametrize(("first", "d", "power"), [(0, 2, 1), (1, 2, 1), (3, 1, 2), (1, 3, -1)])
def test_a_poisson_sum_is_that_of_its_terms(first: int, d: int, power: int) -> None:
    """Term by term from the definition, with fractions; after 60 terms nothing is left at λ = 2."""
    mean, whole = Fraction(2), Fraction(0)
    for y in range(first, 60):
        ahead = Fraction(math.prod(range(y + 1, y + d + 1))) / mean**d
        whole += mean**y / math.factorial(y) * ahead**power
    ball = counting_laws._PoissonSum(mean, first, d, Fraction(power)).ball(64)
    assert float(ball.mid()) == pytest.approx(float(whole) * math.exp(-2), rel=1e-14)
