"""The kernel for coins beside continuous noise: what it accepts, and forged documents refused."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import cache
from math import erfc, log, sqrt
from typing import Any

import pytest
from flint import arb

import dpverify as dv
from dpverify.checkers.kernel import mixture_laws
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.kernel.mixture_answers import Answer
from dpverify.checkers.kernel.mixture_claims import Claim
from dpverify.checkers.kernel.mixture_sources import LAWS, Share, Source
from dpverify.checkers.kernel.programs import digest
from dpverify.defs.numbers import Value
from dpverify.defs.numbers.balls import working_precision
from dpverify.defs.programs import mechanism
from tests.checkers.mixtures.quadrature import integral, number

Document = dict[str, Any]


@mechanism(inputs=[0, 1])
def subsampled(x: int, draw: Any) -> Any:
    """The Poisson-subsampled Gaussian mechanism."""
    return (x if draw.flip("1/10") else 0) + draw.gaussian(1)


@mechanism(inputs=[0, 1])
def with_laplace(x: int, draw: Any) -> Any:
    """The Poisson-subsampled Laplace mechanism."""
    return (x if draw.flip("1/10") else 0) + draw.laplace(1)


@mechanism(inputs=[0, 1], moves="A")
def two_scales(x: int, draw: Any) -> Any:
    """The coin chooses the scale."""
    return x + draw.gaussian(1 if draw.flip("1/3") else 3)


@mechanism(inputs=[0, 1])
def one_sided(x: int, draw: Any) -> Any:
    """Exponential, uniform and Gumbel noise, turned over or not."""
    if draw.flip("1/3"):
        return x - draw.exponential(2)
    return x + (draw.uniform(-3, 3) if draw.flip("1/2") else draw.gumbel(1))


@mechanism(inputs=[0, 1])
def either(x: int, draw: Any) -> Any:
    """A coin that the input moves chooses between logistic and exponential noise."""
    return draw.exponential(1) if draw.flip("1/2" if x else "1/4") else draw.logistic(5)


@mechanism(inputs=[0, 1])
def silent(x: int, draw: Any) -> Any:
    """A word without a value, which counts on its own."""
    return x + draw.gaussian(1) if draw.flip("1/2" if x else "1/4") else None


@mechanism(inputs=[0, 1])
def telling(x: int, draw: Any) -> Any:
    """A word that one input alone can say."""
    if x and draw.flip("1/10"):
        return "one"
    return x + draw.laplace(1) if draw.flip("1/2") else 2 * x + draw.laplace(3)


@mechanism(inputs=[0, 1])
def hardly(x: int, draw: Any) -> Any:
    """A part that occurs with probability 1 − Φ(30), about 10^−198."""
    if draw.gaussian(1) > 30:
        return x + draw.laplace(1)
    return x + draw.laplace(2)


MAKERS: dict[str, Callable[[], Any]] = {
    "a part that hardly occurs": lambda: dv.measure(hardly, "renyi-dp", alpha=2),
    "a part that hardly occurs, pure": lambda: dv.measure(hardly, "pure-dp"),
    "a coin alone moves": lambda: dv.measure(either, "pure-dp"),
    "approx-dp fails": lambda: dv.check(subsampled, dv.ApproxDP(eps="1/20", delta="1/100")),
    "approx-dp holds": lambda: dv.check(subsampled, dv.ApproxDP(eps="1/20", delta="1/20")),
    "approx-dp measured": lambda: dv.measure(two_scales, "approx-dp", eps="1/2", all_inputs=True),
    "pure-dp measured": lambda: dv.measure(with_laplace, "pure-dp"),
    "pure-dp fails": lambda: dv.check(subsampled, dv.PureDP(eps=50)),
    "total-variation": lambda: dv.measure(one_sided, "total-variation"),
    "bounded-range": lambda: dv.measure(with_laplace, "bounded-range"),
    "renyi-dp": lambda: dv.measure(with_laplace, "renyi-dp", alpha="5/2"),
    "chi-squared-dp": lambda: dv.measure(with_laplace, "chi-squared-dp"),
    "a word without a value": lambda: dv.measure(silent, "total-variation"),
    "a word of one law alone": lambda: dv.measure(telling, "approx-dp", eps="1/2"),
    "a word of one law alone, pure": lambda: dv.measure(telling, "pure-dp"),
    "probabilistic-dp": lambda: dv.measure(with_laplace, "probabilistic-dp", eps="1/20"),
    "privacy-at-risk": lambda: dv.measure(with_laplace, "privacy-at-risk", eps="1/20"),
    "zcdp": lambda: dv.measure(subsampled, "zcdp"),
    "zcdp, Laplace": lambda: dv.measure(with_laplace, "zcdp"),
    "gaussian-dp": lambda: dv.measure(two_scales, "gaussian-dp", all_inputs=True),
}


@cache
def _text(name: str) -> str:
    return str(MAKERS[name]().to_json())


def made(name: str) -> Document:
    """A genuine document."""
    document: Document = json.loads(_text(name))
    return document


def sealed(document: Document) -> Document:
    """The document with the digest of the program that stands in it now."""
    document["subject"]["digest"] = digest(document["subject"]["program"])
    return document


@pytest.mark.long
@pytest.mark.parametrize("name", MAKERS)
def test_genuine_documents_are_accepted(name: str) -> None:
    """All of it, but for words about where it came from."""
    found = replay(_text(name))
    assert found.status == "accepted", found.line
    assert set(found.unread) <= {"run", "subject.read", "subject.source"}


def _weight(document: Document) -> None:
    """Another probability of the coin: 1/9 for 1/10, in both halves."""
    for one in document["subject"]["program"]["inputs"].values():
        for form in one["forms"]:
            if form["shift"] in ("1/10", "-1/10"):
                form["shift"] = form["shift"].replace("10", "9")
    sealed(document)


def _half_a_coin(document: Document) -> None:
    """Only one side of the coin: the paths leave out what the other side does."""
    for one in document["subject"]["program"]["inputs"].values():
        del one["words"]["•"][1]
    sealed(document)


def _wide_coin(document: Document) -> None:
    """A coin between 0 and 2, so that 1/10 would be half as likely."""
    for one in document["subject"]["program"]["inputs"].values():
        one["noises"][0]["scale"] = "2"
    sealed(document)


def _scale(document: Document) -> None:
    """Noise of another scale."""
    for one in document["subject"]["program"]["inputs"].values():
        one["noises"][1]["scale"] = "11/10"
    sealed(document)


def _turned(document: Document) -> None:
    """The worse order under the name of the other."""
    document["attained_by"]["inputs"].reverse()


def _one_direction(document: Document) -> None:
    """The other order is left out."""
    del document["directions"][0]


def _same_direction(document: Document) -> None:
    """One order twice."""
    document["directions"][0] = document["directions"][1]


def _exchanged(document: Document) -> None:
    """Both orders with the value of the other."""
    one, other = document["directions"]
    one["value"], other["value"] = other["value"], one["value"]


def _smaller(number: Any) -> Any:
    """A number with both bounds a little less."""
    less = Decimal(number["lower"]) * Decimal("0.999")
    return {"exact": None, "lower": str(less), "upper": str(less)}


def _tight(document: Document) -> None:
    """A smaller tight value, everywhere."""
    (name,) = document["tight"]
    document["tight"][name] = _smaller(document["tight"][name])
    document["attained_by"]["value"] = document["tight"][name]


def _beside(document: Document) -> None:
    """Bounds that leave the number out by their last digit."""
    (name,) = document["tight"]
    bounds = document["tight"][name]
    bounds["upper"] = bounds["lower"]


def _exact(document: Document) -> None:
    """A decimal for an exact number."""
    (name,) = document["tight"]
    document["tight"][name]["exact"] = document["tight"][name]["lower"]
    document["tight"][name]["upper"] = document["tight"][name]["lower"]


def _known(document: Document) -> None:
    """A key that nobody reads."""
    document["directions"][0]["note"] = "true"


FORGERIES = [
    _weight, _half_a_coin, _wide_coin, _scale, _turned, _one_direction, _same_direction,
    _exchanged, _tight, _beside, _exact, _known,
]  # fmt: skip


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
@pytest.mark.parametrize("name", ["approx-dp fails", "renyi-dp", "pure-dp measured"])
def test_forged_documents_are_refused(name: str, forge: Callable[[Document], None]) -> None:
    """Whatever is changed, in three kinds of documents."""
    document = made(name)
    if forge is _beside and document["tight"].get("eps", {}).get("exact") is not None:
        document["tight"]["eps"]["exact"] = None
    forge(document)
    found = replay(json.dumps(document))
    assert found.status == "rejected", found.line


def test_a_verdict_turned_over_is_refused() -> None:
    """`holds` of what fails, and `fails` of what holds."""
    failing = made("approx-dp fails")
    holds = copy.deepcopy(failing)
    del holds["witness"]
    holds["verdict"] = "holds"
    assert replay(json.dumps(holds)).status == "rejected"
    holding = made("approx-dp holds")
    fails = copy.deepcopy(holding)
    fails["verdict"] = "fails"
    fails["witness"] = {**holding["attained_by"], "excess": failing["witness"]["excess"]}
    assert replay(json.dumps(fails)).status == "rejected"
    weaker = copy.deepcopy(failing)
    weaker["witness"] = {**weaker["directions"][0], "excess": weaker["witness"]["excess"]}
    assert replay(json.dumps(weaker)).status == "rejected"


@pytest.mark.parametrize("name", ["a part that hardly occurs", "a part that hardly occurs, pure"])
def test_a_chance_that_is_not_told_from_0_is_no_infinite_loss(name: str) -> None:
    """D_2 is that of Laplace noise of scale 2, ln(2/3·e^(1/2) + 1/3·e^(−1)); pure ε is 1/2."""
    document = made(name)
    low, high = (Decimal(document["tight"]["eps"][end]) for end in ("lower", "upper"))
    half, one = number("1/2").exp(), number("-1").exp()
    true = Decimal("0.5") if "pure" in name else (half * 2 / 3 + one / 3).ln()
    assert abs(low - true) < Decimal("1e-15")
    assert high - low < Decimal("1e-15")
    infinite = {"exact": "inf", "lower": "inf", "upper": "inf"}
    document["tight"]["eps"] = document["attained_by"]["value"] = infinite
    for one_direction in document["directions"]:
        one_direction["value"] = infinite
    document["evidence"] = "exact"
    assert replay(json.dumps(document)).status == "rejected"


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("law", LAWS)
def test_chances_of_both_sides_add_up_and_small_ones_are_above_0(law: str, turned: bool) -> None:
    """P(V ≤ x) + P(V ≥ x) = 1; far out, where there is anything, less than 10^−40 and above 0."""
    source = Source(law, Fraction(4), Fraction(1), turned)
    with working_precision(128):
        for x in (Fraction(-7, 3), Fraction(1), Fraction(3, 2), Fraction(9)):
            assert (source.chance(None, x) + source.chance(x, None)).contains(1)
            assert (source.chance(None, x) - (1 - source.chance(x, None))).contains(0)
            assert source.chance(x, x) == 0
        ends = [source.chance(Fraction(400), None), source.chance(None, Fraction(-400))]
        there = {"gumbel": 1, "exponential": 1, "uniform": 0}.get(law, 2)
        assert all(end < arb("1e-40") for end in ends)
        assert sum(bool(end > 0) for end in ends) >= there


@pytest.mark.long
def test_the_rate_is_bounded_closely_by_the_orders_of_the_document() -> None:
    """Both bounds within 1/100, for what orders of a fixed grid leave 49 % apart."""
    document = made("zcdp, Laplace")
    low, high = (Decimal(document["tight"]["rho"][end]) for end in ("lower", "upper"))
    assert low < high < low * Decimal("1.01")
    assert replay(json.dumps(document)).status == "accepted"
    without = {key: value for key, value in document.items() if key != "orders"}
    assert replay(json.dumps(without)).status == "not-recheckable"  # nor does it refute it


MANY = [str(k) for k in range(2, 70)]


@pytest.mark.parametrize(
    "orders", [["2", "2"], ["3", "2"], ["1", "2"], "2", [], [2.5], ["x"], MANY]
)
def test_orders_that_are_none(orders: Any) -> None:
    """They rise from 1, and are a short list of rational numbers."""
    document = made("zcdp, Laplace")
    assert replay(json.dumps({**document, "orders": orders})).status == "rejected"
    other = made("renyi-dp")
    assert replay(json.dumps({**other, "orders": ["2"]})).status == "rejected"


def test_a_quotient_of_weights_is_no_supremum() -> None:
    """ln 2 for what is attained at 0: ln((1/2 + 1/40)/(1/4 + 3/80)) = ln(42/23)."""
    document = made("a coin alone moves")
    low, high = (Decimal(document["tight"]["eps"][end]) for end in ("lower", "upper"))
    assert low <= number("42/23").ln() <= high
    forged = {"exact": "ln(2)", "lower": "0.693147180559945309", "upper": "0.693147180559945310"}
    document["tight"]["eps"] = document["attained_by"]["value"] = forged
    worst = next(one for one in document["directions"] if one["inputs"] == ["1", "0"])
    worst["value"] = forged
    document["evidence"] = "exact"
    assert replay(json.dumps(document)).status == "rejected"


def test_a_failure_by_its_witness_alone() -> None:
    """Without the tight value and the directions; but not with one of them, nor of what holds."""
    whole = made("approx-dp fails")
    alone = {k: v for k, v in whole.items() if k not in ("tight", "attained_by", "directions")}
    assert replay(json.dumps(alone)).status == "accepted"
    weaker = copy.deepcopy(alone)
    weaker["witness"]["inputs"].reverse()
    assert replay(json.dumps(weaker)).status == "rejected"
    for key in ("tight", "attained_by", "directions"):
        assert replay(json.dumps({**alone, key: whole[key]})).status == "rejected"
    held = made("approx-dp holds")
    for key in ("tight", "attained_by", "directions"):
        del held[key]
    assert replay(json.dumps(held)).status == "rejected"


def test_an_excess_that_is_not_it_is_refused() -> None:
    """Half the excess."""
    document = made("approx-dp fails")
    document["witness"]["excess"] = _smaller(document["witness"]["excess"])
    assert replay(json.dumps(document)).status == "rejected"


def test_all_inputs_of_a_part_are_refused() -> None:
    """A family in which the coin lets the input move one part alone has no worst corner here."""
    document = made("approx-dp measured")
    family = document["subject"]["program"]["family"]["traced"]
    moved = [form for form in family["forms"] if not isinstance(form["shift"], str)]
    assert len(moved) == 2
    moved[0]["shift"] = "0"
    assert replay(json.dumps(sealed(document))).status == "not-recheckable"


# ---------------------------------------------------------------- its numbers


def _shares(*given: tuple[str, str, int, int]) -> list[Share]:
    return [
        Share(Fraction(w), (), Source(law, Fraction(size) ** 2, Fraction(c), turned=False))
        for law, w, size, c in given
    ]


def test_its_integrals_against_another_rule() -> None:
    """∫ p²/q of Laplace against Gaussian noise (∞) and back, by quadrature in 60 digits."""
    p = _shares(("laplace", "1/3", 1, 1), ("gaussian", "2/3", 1, 0))
    q = _shares(("laplace", "1/4", 1, 0), ("gaussian", "3/4", 2, 0))

    def density(weight: str, mean: int, two: str, deviation: int) -> Callable[[Decimal], Decimal]:
        pi = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")

        def f(y: Decimal) -> Decimal:
            x = y / deviation
            bell = (-x * x / 2).exp() / (2 * pi).sqrt() / deviation
            return number(weight) * (-abs(y - mean)).exp() / 2 + number(two) * bell

        return f

    f, g = density("1/3", 1, "2/3", 1), density("1/4", 0, "3/4", 2)
    line = [Decimal(k) for k in (-80, -40, -20, -10, -5, -2, 0, 1, 3, 6, 12, 24, 48, 80)]
    wanted = integral(lambda y: f(y) ** 2 / g(y), line)
    with working_precision(150):
        found = mixture_laws.moment(p, q, Fraction(2), 84)
    assert found is not None
    assert abs(Decimal(found.str(30, radius=False)) - wanted) < Decimal("1e-24")
    narrow = _shares(("gaussian", "1", 1, 0))
    with working_precision(150):
        assert mixture_laws.moment(p, narrow, Fraction(2), 84) is None
        assert mixture_laws.largest_loss(p, narrow, 84) is None


@pytest.mark.parametrize("law", LAWS)
def test_a_density_against_its_own_distribution_function(law: str) -> None:
    """∫ p between the ends of the line is 1, and of a half the chance of it."""
    share = _shares((law, "1", 2, 1))
    line = mixture_laws.Line(share, share, 84)
    with working_precision(150):
        total = arb(0)
        for low, high in line.pieces():
            if line.active(low, high)[0]:
                total += line.integral(low, high, lambda p, _, top: p * top.exp(), arb(2) ** -84)
        assert abs(total - 1) < arb(2) ** -70
        low, high = Fraction(3, 2), Fraction(5, 2)
        part = line.integral(low, high, lambda p, _, top: p * top.exp(), arb(2) ** -84)
        assert abs(part - share[0].between(low, high)) < arb(2) ** -70


CURVED = {
    "two variances": (
        ("gaussian", "1", 1, 0),
        ("gaussian", "1/2", 3, 1),
        ("gaussian", "1/2", 1, 1),
    ),
    "Gumbel": (("gumbel", "1", 2, 0), ("gumbel", "1/3", 1, 1), ("gaussian", "2/3", 2, 0)),
    "logistic": (("logistic", "1", 1, 0), ("logistic", "1", 3, 2)),
}


@pytest.mark.parametrize("name", CURVED)
def test_a_whole_interval_encloses_each_of_its_points(name: str) -> None:
    """p/q and its derivative on [1/2, 2], against both densities at each point by themselves."""
    one, *more = CURVED[name]
    line = mixture_laws.Line(_shares(one), _shares(*more), 84)
    with working_precision(150):
        p, q, _ = line.over_top(Fraction(1, 2), Fraction(2), whole=True)
        for k in range(13):
            y = Fraction(1, 2) + Fraction(k, 8)
            ours, theirs = line.both(arb(k + 4) / 8, y)
            for wanted, given in zip(_two(ours / theirs), _two(p / q), strict=True):
                assert given.contains(wanted), (y, given, wanted)
        assert p[0].is_finite()
        assert p[1].is_finite()


def _two(series: Any) -> tuple[arb, arb]:
    """A value and a derivative."""
    return series[0], series[1]


def test_what_is_little_is_left_as_it_is_and_not_left_out() -> None:
    """With a remainder that allows all of it, ∫ p = 1 still lies in the ball."""
    share = _shares(("gaussian", "1", 1, 0))
    line = mixture_laws.Line(share, share, 84)
    with working_precision(150):
        coarse = line.integral(Fraction(-20), Fraction(20), lambda p, _, t: p * t.exp(), arb(10**6))
        assert coarse.contains(1)
        assert abs(coarse) < 10**6


def test_a_remainder_is_that_of_the_whole_interval() -> None:
    """∫ p over [−σ, σ] for a small σ in one step: erf(1/√2), which 16 terms miss by 5·10⁻⁹."""
    share = [Share(Fraction(1), (), Source("gaussian", Fraction(1, 2**20), Fraction(0), False))]
    line, s = mixture_laws.Line(share, share, 1), Fraction(1, 2**10)
    with working_precision(150):
        found = line.integral(-s, s, lambda p, _, top: p * top.exp(), arb(1))
        assert line.left == mixture_laws.MOST_CELLS - 1
        assert found.contains((1 / arb(2).sqrt()).erf())
        assert found.rad() < arb("1e-3")


@pytest.mark.parametrize("bits", [1, 16, 84])
def test_what_lies_beyond_the_line_counts(bits: int) -> None:
    """e^(1 − y) from 1 on and e^(−y) from 0 on: L is 1 wherever p is not 0; δ is 1 − e^(ε − 1)."""
    p, q = _shares(("exponential", "1", 1, 1)), _shares(("exponential", "1", 1, 0))
    with working_precision(150):
        assert mixture_laws.beyond(p, q, arb("0.5"), bits).contains(1)
        assert mixture_laws.excess(p, q, arb("0.5"), bits).contains(-arb("-0.5").expm1())
        assert mixture_laws.beyond(p, q, arb(2), bits) == 0


def test_steps_stand_where_they_are() -> None:
    """Uniform steps on [0, 2], [2, 4] and [1, 3]: which of them are above 0 on each piece."""
    p = _shares(("uniform", "1/2", 1, 1), ("uniform", "1/2", 1, 3))
    q = _shares(("uniform", "1", 1, 2))
    line = mixture_laws.Line(p, q, 84)
    middles = [Fraction(k, 2) for k in (-1, 1, 3, 5, 7, 9)]
    logs = [line.logs(arb(y.numerator) / 2, y) for y in middles]
    assert [(len(p), len(q)) for p, q in logs] == [(0, 0), (1, 0), (1, 1), (1, 1), (1, 0), (0, 0)]


def test_a_word_without_a_value_counts_by_hand() -> None:
    """Nothing is said with 1/2 and 3/4, a value with N(1,1)/2 and N(0,1)/4.

    The second is larger on silence by 1/4, and below z = 1/2 − ln 2, where e^(1/2 − z) = 2, by
    Φ(z)/4 − Φ(z − 1)/2.
    """
    (tight,) = made("a word without a value")["tight"].values()
    z = 0.5 - log(2)
    wanted = 0.25 + erfc(-z / sqrt(2)) / 8 - erfc((1 - z) / sqrt(2)) / 4
    assert float(tight["lower"]) - 1e-12 < wanted < float(tight["upper"]) + 1e-12


def test_a_claim_between_two_bounds_is_left_open() -> None:
    """Of this μ the kernel knows 1 ≤ μ ≤ 2; neither verdict about 9/5 follows from that."""

    @mechanism(inputs=[0, 1])
    def clusters(x: int, draw: Any) -> Any:
        means = (2, 10, 12) if x else (0, 6, 12)
        return means[draw.uniform([0, 1, 2])] + draw.gaussian(2)

    assert dv.check(clusters, dv.GaussianDP(mu="9/5")).unknown
    form = json.loads(dv.check(clusters, dv.GaussianDP(mu="1/2")).to_json())
    assert replay(copy.deepcopy(form)).status == "accepted"
    assert form["tight"]["mu"] == {"exact": None, "lower": "1", "upper": "2"}
    form["given"]["mu"] = "9/5"
    form["witness"]["excess"] = {"exact": None, "lower": "-1", "upper": "1"}
    assert replay(copy.deepcopy(form)).status == "not-recheckable"
    form["verdict"] = "holds"
    del form["witness"]
    assert replay(form).status == "not-recheckable"


def test_a_distance_that_may_be_0() -> None:
    """Where a part of the mixture does not move, the least distance of normal laws is 0."""

    @mechanism(inputs=[0, 1])
    def clusters(x: int, draw: Any) -> Any:
        means = (0, 10, 12) if x else (0, 6, 12)
        return means[draw.uniform([0, 1, 2])] + draw.gaussian(2)

    found: Any = dv.measure(clusters, "gaussian-dp")
    assert replay(json.loads(found.to_json())).status == "accepted"
    assert found.tight["mu"].lower == 0


@mechanism(inputs=[0, 1])
def half_silent(x: int, draw: Any) -> Any:
    """Half of the time one of two words is said, each as likely on both inputs."""
    if draw.flip("1/2"):
        return x + draw.gaussian(1)
    return "a" if draw.flip("1/2") else "b"


@mechanism(inputs=[0, 1])
def half_telling(x: int, draw: Any) -> Any:
    """The same, with words that the input makes likelier."""
    if draw.flip("1/2"):
        return x + draw.gaussian(1)
    return "a" if draw.flip("1/4" if x else "1/2") else "b"


@mechanism(inputs=[0, 1])
def lifted(x: int, draw: Any) -> Any:
    """A coin lifts the value."""
    value = x + draw.gaussian(1)
    return value + (5 if draw.flip("1/2") else 6)


@mechanism(inputs=[0, 1])
def lifted_below_0(x: int, draw: Any) -> Any:
    """Negative values alone are lifted, so that each part is cut off at 0."""
    value = x + draw.gaussian(1)
    return value if value > 0 else value + (5 if draw.flip("1/2") else 6)


@pytest.mark.parametrize(
    ("whole", "other"), [(half_silent, half_telling), (lifted, lifted_below_0)]
)
def test_matched_normal_laws_say_nothing_of_others(whole: Any, other: Any) -> None:
    """μ = 1 is right where N(1,1) is told from N(0,1); not of words, nor of parts cut off."""
    document = json.loads(dv.measure(whole, "gaussian-dp").to_json())
    assert document["tight"]["mu"]["exact"] == "1"
    stated = json.loads(dv.measure(other, "total-variation").to_json())
    document["subject"]["program"] = stated["subject"]["program"]
    assert replay(sealed(document)).status == "not-recheckable"


@pytest.mark.parametrize("given", [[], True, {}, None, "x", [{"eps": "1"}], [7, 8]])
def test_what_is_no_list_of_directions_is_refused_at_once(
    given: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before a value is computed: one that is as large as its bound takes the kernel 10 s."""
    document = {**made("a coin alone moves"), "directions": given}

    def computed(*_: Any) -> Any:
        raise AssertionError("a value was computed")

    monkeypatch.setattr(Claim, "answer", computed)
    assert replay(json.dumps(document)).status == "rejected"
    with pytest.raises(AssertionError, match="was computed"):
        replay(json.dumps(made("a coin alone moves")))


def test_numbers_are_compared_and_added_exactly_and_by_balls() -> None:
    """4 and 1, and √2 by balls."""
    four, root = Answer(None, Value(4)), Answer(lambda _: arb(2).sqrt())
    assert (four.at_least(Value(1)), four.at_least(Value(4)), four.at_least(Value(5))) == (1, 1, 0)
    assert (four.at_most(Value(1)), four.at_most(Value(4)), four.at_most(Value(5))) == (0, 1, 1)
    assert (four.less(Value(1)).exact, four.plus(four).exact) == (Value(3), Value(8))
    for answer in (root.plus(root), root.plus(Answer(None, Value(1))).less(Value(1)).plus(root)):
        assert (answer.ball(84) ** 2 - 8).contains(0)
        assert abs(answer.ball(84) ** 2 - 8) < arb("1e-12")
