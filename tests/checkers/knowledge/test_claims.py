"""Published claims about partial knowledge, computed: the false ones refuted, the true ones tested.

Source, unless named: D. Desfontaines, Lowering the cost of anonymization, PhD thesis, sections
3.1.3 and 3.2, with E. Mohammadi, E. Krahmer, D. Basin, arXiv 1905.00650. Its numbers are computed
here from the definitions; none is read from there.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import comb, exp, log
from random import Random
from typing import Any

import pytest
from flint import arb, ctx, fmpq

from dpverify.checkers.decide import check, measure
from dpverify.checkers.knowledge.convolution import views
from dpverify.checkers.knowledge.reducible import obstruction
from dpverify.checkers.knowledge.views import Slice, View, cases
from dpverify.checkers.verdict import Fails
from dpverify.defs.divergences.hockey_stick import hockey_stick
from dpverify.defs.knowledge import APKDP, PPKDP, Records, Scenario, ThetaReducible
from dpverify.defs.numbers import Value, enclosure
from tests.checkers.knowledge.deltas import conditional_deltas, passive_delta
from tests.checkers.knowledge.scenarios import asks_something, random_scenario, scenario, voters

COIN = {"0": "1/2", "1": "1/2"}
INSTANCES = 1000


def seeded(seed: int) -> Random:
    """A source of test data."""
    return Random(seed)  # noqa: S311 (test data)


def delta_of(made: Scenario, name: str, eps: str = "0") -> Any:
    """The tight δ."""
    return measure(made, name, eps=eps).tight["delta"]


def at_odds(made: Scenario, odds: Fraction, *, active: bool) -> Any:
    """The largest δ at e^ε = odds, over all settings."""
    found = [case.tight("delta", {"odds": Value(odds)})
             for view in views(made) for case in cases(view, active=active)]  # fmt: skip
    return max(found, default=Value(0))


def f(s: int, n: int, p: Fraction) -> Fraction:
    """C(n, s) p^s (1−p)^{n−s}."""
    return comb(n, s) * p**s * (1 - p) ** (n - s) if 0 <= s <= n else Fraction(0)


# ------------------------------------------------------------------ Theorem 1


def test_ppkdp_does_not_imply_apkdp_by_search() -> None:
    """Of at most three records, one is found that is PPKDP and not APKDP at the same (ε, δ)."""
    for seed in range(200):
        made = random_scenario(seeded(seed))
        if made.family[0].n > 3 or not asks_something(made):
            continue
        delta = delta_of(made, "ppkdp", "1/10")
        if delta < delta_of(made, "apkdp", "1/10"):
            assert check(made, PPKDP(eps="1/10", delta=delta)).holds
            verdict = check(made, APKDP(eps="1/10", delta=delta))
            assert isinstance(verdict, Fails)
            return
    pytest.fail("no counterexample found")


def test_apkdp_implies_ppkdp() -> None:
    """PPK never exceeds the largest APK_b; with δ = 0 and possible b they vanish together."""
    for seed in range(300):
        for view in views(random_scenario(seeded(seed))):
            for pair in view.pairs():
                deltas: list[Any] = conditional_deltas(view, pair, "1/3")
                passive: Any = passive_delta(view, pair, "1/3")
                assert passive <= max(deltas)
                assert (passive == 0) == (max(deltas) == 0)


def test_with_impossible_values_pure_ppkdp_does_not_imply_pure_apkdp() -> None:
    """Two records, B = D(2) = 0 surely; "2" is said iff both are 1: known only if 1 is injected."""
    keys: dict[str, Any] = {
        "records": [{"values": COIN}, {"values": {"0": "1", "1": "0"}}],
        "known": {"indices": [1]},
        "mechanism": {"name": "thresholded-count", "threshold": 1},
    }
    assert check(scenario(**keys), APKDP(eps="0", delta="0")).holds
    injected = scenario(**keys, injected=True)
    assert check(injected, PPKDP(eps="0", delta="0")).holds
    verdict = check(injected, APKDP(eps="0", delta="0"))
    assert verdict.fails
    assert verdict.to_dict()["witness"]["terms"][0]["weight"] == "0"


# ------------------------------------------------------------------ Theorem 2, Proposition 26


def test_reducible_scenarios_lose_as_much_to_either_attacker() -> None:
    """Theorem 2: where no view is obstructed, PPK = APK_b for every b."""
    seen = 0
    for seed in range(400):
        for view in views(random_scenario(seeded(seed))):
            if obstruction(view) is None:
                for pair in view.pairs():
                    passive = passive_delta(view, pair, "1/4")
                    assert set(conditional_deltas(view, pair, "1/4")) == {passive}
                    seen += len(view.slices) > 1
    assert seen > 100


def test_reducibility_is_not_necessary() -> None:
    """Nothing is said if B = 0, a coin if B = 1: neither attacker learns anything of the target."""
    made = scenario(
        records=[{"values": {"a": "1/2", "c": "1/2"}}, {"count": 2, "values": COIN}],
        known={"indices": [1]}, target=0,
        mechanism={"name": "thresholded-count", "threshold": 1},
    )  # fmt: skip
    assert check(made, APKDP(eps="0", delta="0")).holds
    assert check(made, PPKDP(eps="0", delta="0")).holds
    assert check(made, ThetaReducible()).fails


@pytest.mark.parametrize(
    ("laws", "known", "verdict"),
    [
        ((["1/2", "1/3", "1/5"]), {"random": {"size": 1}}, "fails"),
        ((["1/3", "1/3", "1/3"]), {"random": {"each": "1/2"}}, "fails"),
        ((["1/3", "1/3", "1/3", "1/3"]), {"random": {"size": 2}}, "holds"),
        ((["1/2", "1/3", "1/5"]), {"indices": [0]}, "holds"),
    ],
)
def test_random_known_records(laws: list[str], known: dict[str, Any], verdict: str) -> None:
    """Counts are not reducible where chance decides which records, or how many, are known."""
    records = [{"values": {"0": f"1-{p}", "1": p}} for p in laws]
    made = scenario(records=records, known=known, mechanism={"name": "count"})
    assert check(made, ThetaReducible()).name == verdict


@pytest.mark.parametrize("n", [2, 3, 4, 5])
@pytest.mark.parametrize("p", ["1/3", "1/2"])
def test_which_thresholds_are_reducible(n: int, p: str) -> None:
    """0 and n or more are; 1 to n − 1 are not, with at least one record known."""
    for known in range(1, n):
        for threshold in range(n + 2):
            verdict = check(voters(n, known, p, threshold), ThetaReducible())
            assert verdict.holds == (threshold == 0 or threshold >= n), (known, threshold)


def test_remark_2() -> None:
    """k known of n records are as good as n − k records for counts, not for thresholded ones."""
    for eps in ("0", "1/2"):
        for name in ("apkdp", "ppkdp"):
            assert delta_of(voters(10, 3, "1/20"), name, eps) == delta_of(
                voters(7, 0, "1/20"), name, eps
            )
    assert str(delta_of(voters(10, 3, "1/20", 3), "ppkdp")) == "987963501/128000000000"
    assert delta_of(voters(7, 0, "1/20", 3), "ppkdp") == Value(Fraction(6859, 3200000))


# ------------------------------------------------------------------ Proposition 25


def merged(view: View, renamed: dict[str, str]) -> View:
    """The view after a deterministic function of the output."""
    slices = []
    for each in view.slices:
        laws = {}
        for t, law in each.laws.items():
            made: dict[str, Value] = {}
            for o, p in law.items():
                made[renamed[o]] = made.get(renamed[o], Value(0)) + p
            laws[t] = made
        slices.append(Slice(each.known, each.weight, laws))
    return View(view.theta, view.target, tuple(slices))


def test_post_processing_and_convexity() -> None:
    """Neither δ grows under a function of the output; of a mixture it is at most the mean."""
    for seed in range(150):
        random = seeded(seed)
        for view in views(random_scenario(random)):
            outputs = sorted({o for s in view.slices for law in s.laws.values() for o in law})
            one, two = ({o: random.choice("xyz") for o in outputs} for _ in range(2))
            both = {o: f"{one[o]}{two[o]}" for o in outputs}
            assert len(both) == len(outputs)
            for pair in view.pairs():
                before: list[Any] = conditional_deltas(view, pair, "1/5")
                after: list[Any] = conditional_deltas(merged(view, one), pair, "1/5")
                assert all(a <= b for a, b in zip(after, before, strict=True))
                passive: Any = passive_delta(merged(view, one), pair, "1/5")
                assert passive <= passive_delta(view, pair, "1/5")
                mixed = [mixture(a, b) for a, b in zip(
                    merged(view, one).slices, merged(view, two).slices, strict=True)]  # fmt: skip
                mean: Any = passive_delta(View(0, 0, tuple(mixed)), pair, "1/5")
                other: Any = passive_delta(merged(view, two), pair, "1/5")
                assert 3 * mean <= passive + 2 * other


def mixture(a: Slice, b: Slice) -> Slice:
    """With probability 1/3 the first release, else the second; the branch stays hidden."""
    laws = {t: {o: (a.laws[t].get(o, Value(0)) + 2 * b.laws[t].get(o, Value(0))) / 3
                for o in {*a.laws[t], *b.laws[t]}} for t in a.laws}  # fmt: skip
    return Slice(a.known, a.weight, laws)


# ------------------------------------------------------------------ Theorem 3


def quotient_tail(n: int, p: Fraction, bound: Fraction) -> Fraction:
    """P[X/Y ≥ bound] with X, Y ~ Bin(n − 1, p), where even 0/0 and x/0 count as large."""
    law = [f(k, n - 1, p) for k in range(n)]
    pairs = ((x, y) for x in range(n) for y in range(1, n) if x < bound * y)
    below = sum((law[x] * law[y] for x, y in pairs), start=Fraction(0))
    return 1 - below


@pytest.mark.parametrize("eps", ["1/100", "1/2", "1"])
def test_theorem_3_as_printed(eps: str) -> None:
    """λ = 1/10, p = 11/100, n = 2: the condition gives 21/25, the true δ is 89/100."""
    claimed = quotient_tail(2, Fraction(1, 5), Fraction(eps))
    assert claimed <= Fraction(21, 25)
    assert delta_of(voters(2, 0, "11/100"), "apkdp", eps) >= Value(Fraction(89, 100))
    assert check(voters(2, 0, "11/100"), APKDP(eps=eps, delta=str(claimed))).fails


def test_theorem_3_with_the_exponential() -> None:
    """λ = 1/4, p = 1/3, n = 2: 1/2 against 2/3; n = 50, λ = .05, p = .051, ε = 1: .0726, .0769."""
    for eps in ("1/100", "1", "5"):
        claimed = quotient_tail(2, Fraction(1, 2), Fraction(exp(float(Fraction(eps)))))
        assert claimed <= Fraction(1, 2)
        assert delta_of(voters(2, 0, "1/3"), "apkdp", eps) >= Value(Fraction(2, 3))
    # A rational just below e makes the tail no smaller.
    claimed = quotient_tail(50, Fraction(1, 10), Fraction(271828, 100000))
    true = delta_of(voters(50, 0, "51/1000"), "apkdp", "1")
    assert round(float(claimed), 4) == 0.0726
    assert round(true.approx(), 4) == 0.0769
    assert check(voters(50, 0, "51/1000"), APKDP(eps="1", delta=str(Fraction(73, 1000)))).fails


# ------------------------------------------------------------------ Proposition 27, Theorem 5


def test_proposition_27() -> None:
    """p = 1/2, n = 1000, δ₂ = 1e-50: μ₃ = 0, so δ₂ alone is claimed; the true δ is 3.0097e-49."""
    before, ctx.prec = ctx.prec, 300
    try:
        eps = ((2 * (arb(fmpq(5, 4)).log() + 50 * arb(10).log())) / 250).sqrt()
        digits = eps.str(40, radius=False)
    finally:
        ctx.prec = before
    # Rounded up in the 38th digit: a larger ε has a smaller δ.
    above = str(Fraction(digits) + Fraction(1, 10**37))
    found = delta_of(voters(1000, 0, "1/2"), "apkdp", above)
    lower = enclosure(found)[0]
    assert lower.startswith("3.0097")
    assert lower.endswith("e-49")
    assert found > Value(Fraction(1, 10**50))


def test_the_inference_of_theorem_5() -> None:
    """(ε,δ) twice gives (2ε, (1+e^ε)δ), attained at e^ε = 2, δ = 1/10; (2ε, 2δ) does not follow."""
    p, r, q = ([Value(Fraction(a, 10)) for a in law] for law in ((3, 7), (1, 9), (0, 10)))
    tenth = Value(Fraction(1, 10))
    for a, b in ((p, r), (r, p), (r, q), (q, r)):
        assert hockey_stick(a, b, Value(2)) <= tenth
    assert hockey_stick(p, q, Value(4)) == (1 + 2) * tenth


# ------------------------------------------------------------------ Lemma 1, Theorem 4, Prop. 28


def test_lemma_1() -> None:
    """m > pn/(1−p): Σ_{s ≥ m} f(s,n,p) ≤ f(m,n,p)/(1 − pn/((1−p)m))."""
    seen, random = 0, seeded(1)
    while seen < INSTANCES:
        n, p = random.randrange(1, 30), Fraction(random.randrange(1, 50), 100)
        m = random.randrange(1, n + 1)
        ratio = p * n / ((1 - p) * m)
        if ratio < 1:
            seen += 1
            assert sum(f(s, n, p) for s in range(m, n + 1)) <= f(m, n, p) / (1 - ratio)


def random_voters(random: Random, p: Fraction) -> tuple[list[dict[str, Any]], int]:
    """Up to three groups of yes/no records with probabilities below p."""
    groups: list[dict[str, Any]] = []
    for _ in range(random.randrange(1, 4)):
        q = p * random.randrange(1, 20) / 20
        values = {"0": str(1 - q), "1": str(q)}
        groups.append({"count": random.randrange(1, 4), "values": values})
    return groups, sum(int(group["count"]) for group in groups)


def thresholded(groups: list[dict[str, Any]], counts: list[int], cut: int) -> Scenario:
    """The count of these records, some known, released above the cut."""
    return scenario(records=groups, known={"counts": counts},
                    mechanism={"name": "thresholded-count", "threshold": cut})  # fmt: skip


def test_theorem_4_without_knowledge() -> None:
    """APKDP with δ = f(T,n−1,p)/(1−r), ε = −ln(1−δ), wherever r < 1 and δ < 1."""
    seen, random = 0, seeded(2)
    while seen < INSTANCES:
        p = Fraction(random.randrange(1, 60), 100)
        groups, n = random_voters(random, p)
        cut = random.randrange(1, n + 1)
        r = p * (n - 1) / ((1 - p) * cut)
        delta = f(cut, n - 1, p) / (1 - r) if r < 1 else Fraction(1)
        if delta < 1:
            seen += 1
            made = thresholded(groups, [0] * len(groups), cut)
            assert at_odds(made, 1 / (1 - delta), active=True) <= Value(delta), made.to_dict()


@pytest.mark.slow
def test_theorem_4_with_known_records() -> None:
    """PPKDP with ε = −ln(1−A), δ = f(b_max,|B|,p)/(1−r_b) + A, wherever the conditions hold."""
    seen, random = 0, seeded(3)
    while seen < INSTANCES:
        p = Fraction(random.randrange(1, 50), 100)
        groups, n = random_voters(random, p)
        counts = [random.randrange(int(group["count"]) + 1) for group in groups]
        known, cut = sum(counts), random.randrange(2, n + 2)
        if not 0 < known < n:
            continue
        b_max = random.randrange(1, cut)
        r_b = p * known / ((1 - p) * b_max)
        r = p * (n - known - 1) / ((1 - p) * (cut - b_max))
        if r_b >= 1 or r >= 1:
            continue
        a = f(cut - b_max, n - known - 1, p) / (1 - r)
        if a < 1:
            seen += 1
            delta = f(b_max, known, p) / (1 - r_b) + a
            made = thresholded(groups, counts, cut)
            assert at_odds(made, 1 / (1 - a), active=False) <= Value(delta), made.to_dict()


def test_the_figure_of_theorem_4() -> None:
    """p = .005: the printed bounds, recomputed."""
    p = Fraction(1, 200)
    for n, cut, expected in ((1000, 20, "3.13156e-07"), (10_000, 100, "2.88928e-10"),
                             (100_000, 700, "1.62340e-17")):  # fmt: skip
        r = p * (n - 1) / ((1 - p) * cut)
        assert f"{float(ratio_of(cut, n - 1, p) / float(1 - r)):.5e}" == expected
    bound = f(8, 999, p) / (1 - p * 999 / ((1 - p) * 8))
    assert round(float(bound), 6) == 0.174631
    assert round(-log(1 - float(bound)), 6) == 0.191925
    assert round(float(sum(f(s, 999, p) for s in range(8, 60))), 6) == 0.132326


def ratio_of(s: int, n: int, p: Fraction) -> float:
    """f(s,n,p) by balls."""
    before, ctx.prec = ctx.prec, 200
    try:
        q = arb(fmpq(p.numerator, p.denominator))
        return float(q**s * (1 - q) ** (n - s) * comb(n, s))
    finally:
        ctx.prec = before


def test_proposition_28() -> None:
    """|B| ≤ T: δ of APKDP for M_T equals that of PPKDP for M_{T−|B|} on the unknown records."""
    seen, random = 0, seeded(4)
    while seen < INSTANCES:
        groups, n = random_voters(random, Fraction(random.randrange(1, 99), 100))
        counts = [random.randrange(int(group["count"]) + 1) for group in groups]
        known = sum(counts)
        if known == n:
            continue
        seen += 1
        cut = random.randrange(known, n + 2)
        sizes = [int(group["count"]) - k for group, k in zip(groups, counts, strict=True)]
        left = [{**group, "count": size} for group, size in zip(groups, sizes, strict=True) if size]
        odds = Fraction(random.randrange(10, 40), 10)
        whole = thresholded(groups, counts, cut)
        rest = thresholded(left, [0] * len(left), cut - known)
        assert at_odds(whole, odds, active=True) == at_odds(rest, odds, active=False)


def test_all_kinds_of_targets_are_compared() -> None:
    """Every ordered pair of values of every kind of target takes part."""
    made = scenario(records=[{"count": 2, "values": {"1": "1/2", "2": "1/4", "3": "1/4"}}],
                    mechanism={"name": "linear", "weights": [1, 2]})  # fmt: skip
    theta = made.family[0]
    assert isinstance(theta, Records)
    found = list(views(made))
    assert [view.target for view in found] == [0, 1]
    assert all(set(view.pairs()) == set(permutations("123", 2)) for view in found)
