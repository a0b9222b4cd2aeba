"""Sums of losses that are written down: binomials, theorems from papers, brute force."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product
from math import comb, prod

import pytest

from dpverify import Channel
from dpverify.accounting import Account, Plan, account, channel, noise, parse_plan, private, table
from dpverify.checkers.accounting import lattices
from dpverify.defs.accounting.events import Event
from dpverify.defs.accounting.tables import common_ratio, curve, merged, worst
from dpverify.defs.errors import DomainError, DpverifyError, EmptyQuestion

DIGITS = 30


def encloses(answer: Account, value: Decimal) -> None:
    """The bounds agree in 30 digits, and the number lies between them."""
    low, high = Decimal(answer.lower), Decimal(answer.upper)
    assert high - low <= abs(high) * Decimal(10) ** -DIGITS
    margin = abs(value) * Decimal(10) ** -45
    assert low - margin <= value <= high + margin


def test_randomised_response_ten_thousand_times_is_binomial() -> None:
    """δ = Σ over j heads of C(k,j)·p^j·(1−p)^(k−j)·(1 − e^(ε−(2j−k)ε₀))⁺, in 60 digits."""
    times, unit, eps = 10_000, Fraction(1, 100), 3
    with localcontext(prec=60):
        h = Decimal(1) / 100
        p = 1 / (1 + (-h).exp())
        total = Decimal(0)
        first = (times + eps * 100) // 2
        mass = comb(times, first) * p**first * (1 - p) ** (times - first)
        for heads in range(first + 1, times + 1):
            mass *= (times - heads + 1) / Decimal(heads) * p / (1 - p)
            total += mass * (1 - (eps - (2 * heads - times) * h).exp())
            if mass < Decimal(10) ** -80:
                break
        encloses(account(Plan((private(unit, times=times),)), eps=eps), total)


def optimal(eps: Fraction, delta: Fraction, k: int, i: int) -> Decimal:
    """δ at (k − 2i)·ε of k guarantees: Kairouz, Oh, Viswanath 2015, Theorem 3.3."""
    e = Decimal(eps.numerator) / eps.denominator
    d = Decimal(delta.numerator) / delta.denominator
    inner = (
        sum(comb(k, j) * (((k - j) * e).exp() - ((k - 2 * i + j) * e).exp()) for j in range(i))
        / (1 + e.exp()) ** k
    )
    return 1 - (1 - d) ** k * (1 - inner)


@pytest.mark.parametrize("k", [1, 2, 3, 10, 40])
def test_optimal_composition(k: int) -> None:
    """The theorem's numbers, for every i with k − 2i ≥ 0."""
    eps, delta = Fraction(1, 4), Fraction(1, 10**5)
    plan = Plan((private(eps, delta, times=k),), "add")
    with localcontext(prec=60):
        for i in range(k // 2 + 1):
            encloses(account(plan, eps=(k - 2 * i) * eps), optimal(eps, delta, k, i))


def test_a_guarantee_costs_what_it_says() -> None:
    """(ε, δ) once: at δ the least ε is ε itself; below δ none is enough."""
    plan = Plan((private("1/2", "1e-6"),))
    assert (account(plan, delta="1e-6").lower, account(plan, delta="1e-6").upper) == ("0.5", "0.5")
    assert account(plan, delta="1e-7").upper == "inf"


def of_integers(masses: dict[int, Decimal], shift: int, k: int, eps: int) -> Decimal:
    """Σ (P − e^ε·Q)⁺ over all k-tuples of outputs, both laws written out."""
    total = Decimal(0)
    for outputs in product(masses, repeat=k):
        p = prod(masses[x] for x in outputs)
        q = prod(masses.get(x - shift, Decimal(0)) for x in outputs)
        total += max(Decimal(0), p - Decimal(eps).exp() * q)
    return total


@pytest.mark.parametrize("law", ["discrete-laplace", "discrete-gaussian"])
def test_noise_on_integers_by_brute_force(law: str) -> None:
    """Two answers moved by 2, sizes 3/4 and 1: all pairs of outputs within ±40 and ±14."""
    reach = 40 if law == "discrete-laplace" else 14
    size = Fraction(3, 4) if law == "discrete-laplace" else Fraction(1)
    with localcontext(prec=40):
        s = Decimal(size.numerator) / size.denominator
        weights = {
            x: (-abs(x) / s if law == "discrete-laplace" else -x * x / (2 * s * s)).exp()
            for x in range(-reach, reach + 1)
        }
        whole = sum(weights.values())
        value = of_integers({x: w / whole for x, w in weights.items()}, 2, 2, 1)
        answer = account(Plan((noise(law, size, sensitivity=2, times=2),)), eps=1)
        # What lies beyond ±40 is e^(−53), beyond ±14 it is e^(−98).
        assert abs(Decimal(answer.lower) - value) < Decimal(10) ** -20
        assert Decimal(answer.upper) - Decimal(answer.lower) < Decimal(10) ** -30


ROWS = (
    [["1/2", "1/3", "1/6"], ["1/5", "2/5", "2/5"]],
    [["3/4", "1/4", "0"], ["1/4", "1/2", "1/4"]],
    [["8/13", "4/13", "1/13"], ["1/13", "4/13", "8/13"]],
)


@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("direction", ["remove", "add"])
def test_channels_by_brute_force(rows: list[list[str]], direction: str) -> None:
    """Three uses: Σ (P − e^ε·Q)⁺ over all 27 outputs; no common lattice, an impossible output."""
    laws = [[Fraction(entry) for entry in row] for row in rows]
    if direction == "add":
        laws.reverse()
    with localcontext(prec=50):
        total = Decimal(0)
        for outputs in product(range(3), repeat=3):
            p, q = Fraction(1), Fraction(1)
            for y in outputs:
                p, q = p * laws[0][y], q * laws[1][y]
            gap = Decimal(p.numerator) / p.denominator
            gap -= (Decimal(1) / 4).exp() * q.numerator / q.denominator
            total += max(gap, Decimal(0))
        encloses(account(Plan((table(rows, null=1, times=3),), direction), eps="1/4"), total)


def test_pairs_without_a_finite_loss() -> None:
    """By hand: equal rows cost nothing; of three uses, one shows what the other row never does."""
    same = ["1/2", "1/2", "0"]
    none = account(Plan((table([same] * 3, null=2, times=3),), "replace"), eps="1/4")
    assert (none.lower, none.upper) == ("0", "0")
    rows = [["0", "1/2", "1/2"], same]
    found = account(Plan((table(rows, times=3),), "replace"), eps="1/4")
    assert Fraction(found.lower) <= Fraction(7, 8) <= Fraction(found.upper)


def test_nobody_is_replaced_by_an_absent_record() -> None:
    """By hand: two records with the same law cost nothing, whatever the law without either."""
    alike = [["1/2", "1/2"], ["3/4", "1/4"], ["3/4", "1/4"]]
    for rate in (1, "1/2"):
        found = account(Plan((table(alike, null=0, sampling=rate, times=2),), "replace"), eps=0)
        assert (found.lower, found.upper) == ("0", "0")
    # Without a null the first row is a record as well.
    found = account(Plan((table(alike),), "replace"), eps=0)
    assert Fraction(found.lower) <= Fraction(1, 4) <= Fraction(found.upper)
    assert Fraction(found.lower) > Fraction(24, 100)
    with pytest.raises(EmptyQuestion, match="replace-by-null"):
        Plan((table(alike[:2], null=0),), "replace")


def test_sampled_channel() -> None:
    """Half of the records: the row of a present one is the mean of both rows, by hand."""
    rows = [["3/4", "1/4"], ["1/4", "3/4"]]
    sampled = account(Plan((table(rows, null=1, sampling="1/2", times=4),), "remove"), eps="1/8")
    mixed = [["1/2", "1/2"], ["1/4", "3/4"]]
    by_hand = account(Plan((table(mixed, null=1, times=4),), "remove"), eps="1/8")
    assert (sampled.lower, sampled.upper) == (by_hand.lower, by_hand.upper)


def test_lists_of_different_events() -> None:
    """A channel of ratio 3 and a guarantee with ε = 1/2: four combinations by hand."""
    plan = Plan((table([["3/4", "1/4"], ["1/4", "3/4"]], null=1), private("1/2")), "remove")
    with localcontext(prec=50):
        p = 1 / (1 + (-Decimal(1) / 2).exp())
        t = (Decimal(1) / 4).exp()
        total = Decimal(0)
        for one, other in (((3, 1), (p, 1 - p)), ((3, 1), (1 - p, p)), ((1, 3), (p, 1 - p))):
            a, b = Decimal(one[0]) / 4 * other[0], Decimal(one[1]) / 4 * other[1]
            total += max(a - t * b, Decimal(0))
        encloses(account(plan, eps="1/4"), total)


def test_k_ary_randomised_response_has_one_worst_pair() -> None:
    """All pairs of inputs have the same curve; the pair of a lesser channel lies below."""
    rows = tuple(tuple(Fraction(5 if i == j else 1, 9) for j in range(5)) for i in range(5))
    pairs = [merged(rows[i], rows[j]) for i in range(5) for j in range(5) if i != j]
    lesser = merged((Fraction(2, 3), Fraction(1, 3)), (Fraction(1, 3), Fraction(2, 3)))
    found = worst([*pairs, lesser])
    assert found == pairs[0]
    assert all(curve(found, t) >= curve(lesser, t) for t in (Fraction(1), Fraction(2)))


def test_pairs_that_cross_have_no_worst() -> None:
    """One tells more at t = 1, the other at t = 4."""
    even = merged((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4)))
    rare = merged((Fraction(1, 10), Fraction(9, 10)), (Fraction(0), Fraction(1)))
    assert worst([even, rare]) is None


def test_common_ratio() -> None:
    """4, 8 and 1/2 are powers of 2 apart; 2 and 3 have no common power."""
    assert common_ratio([Fraction(4), Fraction(8), Fraction(1, 2)]) == 2
    assert common_ratio([Fraction(1), Fraction(4), Fraction(8)]) == 2
    assert common_ratio([Fraction(1), Fraction(2), Fraction(3)]) is None


def test_a_rounding_up_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Masses that are rounded up lose nothing, so that the upper bound would be too small."""
    plan = Plan((private("1/100", times=1000),))
    genuine = lattices.exact_curve(plan, "add")
    assert genuine is not None
    low, high = genuine.delta(Fraction(1), 200)
    rounded = lattices._product

    def up(one: object, other: object, first: int, bits: int) -> object:
        product, start = rounded(one, other, first, bits)  # type: ignore[arg-type]
        return type(product)([mass + 1 for mass in product.coeffs()]), start

    monkeypatch.setattr(lattices, "_product", up)
    wrong = lattices.exact_curve(plan, "add")
    assert wrong is not None
    wrong_low, wrong_high = wrong.delta(Fraction(1), 64)
    assert low <= high
    assert not (wrong_low <= low and high <= wrong_high)


@pytest.mark.parametrize(
    "event", [private("1/2", "1e-9", times=7), noise("discrete-laplace", 3, times=2)]
)
def test_eps_and_delta_agree(event: Event) -> None:
    """ε at the δ of an ε is that ε again."""
    plan = Plan((event,))
    delta = account(plan, eps="1/3").upper
    back = account(plan, delta=delta)
    assert abs(Fraction(back.lower) - Fraction(1, 3)) < Fraction(1, 10**30)


LISTS = """
[[event]]
times = 3
events = [
  {noise = "private", eps = "1/4", times = 2},
  {times = 2, events = [{noise = "discrete-laplace", scale = "2"}]},
]
"""


def test_lists_within_lists_are_their_events() -> None:
    """Three times a list of two guarantees, and of a list of one answer twice."""
    plan = parse_plan(LISTS)
    assert plan.events == (private("1/4", times=6), noise("discrete-laplace", 2, times=6))
    assert account(plan, eps=1).upper == account(Plan(plan.events), eps=1).upper


DEEP = "{events = [" * 6 + "{noise = 'private', eps = 1}" + "]}" * 6


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("[[event]]\nevents = []", "a list of 1 to"),
        ("[[event]]\nevents = 3", "a list of 1 to"),
        ("[[event]]\nevents = [{noise = 'private', eps = 1}]\neps = 2", "'eps'"),
        ("[[event]]\nevents = [{noise = 'private'}]", "event 1, part 1 has no eps"),
        ("[[event]]\ntimes = 1000000\nevents = [{noise = 'private', eps = 1, times = 1000000}]",
         "times"),
        (f"events = [{DEEP}]", "deep"),
        ("[[event]]\nnoise = 'private'\neps = 1\ndelta = 1", "below 1"),
        ("relation = 'replace'\n[[event]]\nnoise = 'private'\neps = 1\nsampling = '1/2'",
         "left out"),
        ("[[event]]\nnoise = 'laplace'\nscale = 1\nsampling = '1/2'\nscheme = 'shuffled'",
         "the scheme of event 1"),
        ("[[event]]\nnoise = 'channel'\nrows = [[1], [1]]\nuses = 'all'", "the uses of event 1"),
        ("[[event]]\nnoise = 'discrete-laplace'\nscale = 1\nsensitivity = '1/2'", "integers"),
        ("[[event]]\nnoise = 'channel'", "has no rows"),
        ("[[event]]\nnoise = 'channel'\nrows = [[1], [1]]\nnull = 2", "index of a row"),
        ("[[event]]\nnoise = 'channel'\nrows = [[1], [1]]\nsampling = '1/2'", "null"),
        ("[[event]]\nnoise = 'channel'\nrows = [['1/2'], [1]]", "sums to 1/2"),
        ("[[event]]\nnoise = 'channel'\nrows = [[2, -1], [1, 0]]", "below 0"),
        ("[[event]]\nnoise = 'channel'\nrows = [[1], [1]]\npairs = [[0, 0]]", "two indices"),
        ("[[event]]\nnoise = 'channel'\nrows = [[1], [1], [1]]\npairs = [[0, 1]]", "leave out"),
        ("[[event]]\nnoise = 'channel'\nrows = [[1], [1]]\nnull = 1\npairs = [[0, 1]]", "addition"),
    ],
)  # fmt: skip
def test_bad_events(text: str, rule: str) -> None:
    """Each is refused in one line that names the rule."""
    with pytest.raises(DpverifyError, match=rule) as caught:
        parse_plan(text)
    assert "\n" not in str(caught.value)


def test_a_channel_of_the_library() -> None:
    """Its rows, its neighbours and the input for an absent record are those of a table."""
    library = Channel(["in", "out"], ["a", "b"], [["2/3", "1/3"], ["1/4", "3/4"]])
    event = channel(library, null="out", times=3)
    assert event == table([["2/3", "1/3"], ["1/4", "3/4"]], null=1, times=3)
    with pytest.raises(DomainError, match="one of the inputs"):
        channel(library, null="gone")


def test_a_channel_with_irrational_entries_is_refused() -> None:
    """The masses of a plan are rational; randomised response has its own event."""
    p = "exp(1/2)/(1 + exp(1/2))"
    library = Channel(["0", "1"], ["0", "1"], [[p, f"1 - {p}"], [f"1 - {p}", p]])
    with pytest.raises(DomainError, match="entry 0 of row 0"):
        channel(library)
