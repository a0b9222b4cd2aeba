"""One record of a chain is known, at a random place: against enumeration, and the kernel."""

from __future__ import annotations

import json
from collections import defaultdict
from copy import deepcopy
from fractions import Fraction
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest
from flint import fmpz_poly

from dpverify.checkers.budget import UNLIMITED
from dpverify.checkers.decide import check, measure
from dpverify.checkers.kernel import chain_places as kernel
from dpverify.checkers.kernel import chains
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.knowledge import chain_averages, chain_places, chain_views
from dpverify.checkers.knowledge.answers import tight
from dpverify.checkers.knowledge.chain_laws import ChainLaws
from dpverify.defs.errors import DomainError, EmptyQuestion
from dpverify.defs.io import scenario_from_document
from dpverify.defs.knowledge import APKDP, PPKDP, Scenario
from dpverify.defs.knowledge.chain import Chain
from dpverify.defs.numbers import NumberError, Value, parse
from dpverify.defs.numbers.balls import working_precision
from tests.checkers.knowledge.random_chains import Enumerated, random_chain
from tests.checkers.knowledge.scenarios import scenario

# The second eigenvalue is 1/5: at few bits places soon count as alike.
QUICK = {"0": {"0": "3/5", "1": "2/5"}, "1": {"0": "2/5", "1": "3/5"}}
# 1/20, so that they do with full precision in a chain of a hundred records, too.
QUICKER = {"0": {"0": "21/40", "1": "19/40"}, "1": {"0": "19/40", "1": "21/40"}}
THREE = {
    "0": {"0": "1/2", "1": "1/3", "x": "1/6"},
    "1": {"0": "1/2", "1": "1/6", "x": "1/3"},
    "x": {"0": "1/5", "1": "1/5", "x": "3/5"},
}


def days(n: int, target: int, threshold: int | None, steps: Any, **more: Any) -> Scenario:
    """n records of a chain, of which one at a random place is known."""
    mechanism: dict[str, Any] = {"name": "count"}
    if threshold is not None:
        mechanism = {"name": "thresholded-count", "threshold": threshold}
    law = {"count": n, "start": "stationary", "steps": steps, **more}
    known = {"random": {"size": 1}}
    return scenario(chain=law, known=known, mechanism=mechanism, target=target)


@pytest.fixture
def long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every chain counts as too long for exact laws."""
    monkeypatch.setattr(chain_views, "MAX_EXACT", 0)
    monkeypatch.setattr(chains, "MAX_EXACT", 0)


def agrees(seed: int, most: int) -> bool:
    """Whether one random chain has the δ of enumeration; False where it is refused."""
    random = Random(seed)  # noqa: S311  # a seeded sample
    document = random_chain(random, most) | {"known": {"random": {"size": 1}}}
    document["target"] = random.randrange(int(document["chain"]["count"]))
    truth, odds = Enumerated(document), random.choice([Fraction(1), Fraction(3, 2), Fraction(4)])
    if truth.excludes():
        with pytest.raises(DomainError, match="cannot be"):
            scenario_from_document(document)
        return False
    for name in ("apkdp", "ppkdp"):
        try:
            answer = measure(scenario_from_document(document), name, eps=f"ln({odds})")
        except EmptyQuestion:
            return False
        assert answer.not_rechecked is None
        exact = Value(truth.delta(odds, active=name == "apkdp"))
        ball = answer.tight["delta"].ball(136)
        assert (ball - exact.ball(400)).contains(0)
        assert exact == 0 or ball.rel_accuracy_bits() > 60
    return True


@pytest.mark.usefixtures("long")
def test_against_enumeration() -> None:
    """Random chains of at most six records, every database of them; the slow test takes more."""
    assert sum(agrees(seed, 6) for seed in range(10)) >= 5


@pytest.mark.slow
@pytest.mark.usefixtures("long")
def test_against_enumeration_200() -> None:
    """200 random chains of at most 12 records."""
    assert sum(agrees(seed, 12) for seed in range(200)) >= 140


def joint_laws(steps: Any, n: int, target: int) -> dict[tuple[int, str, str], dict[int, Fraction]]:
    """P(record i is b, the target is t, x records are 1) by going through all databases."""
    laws: Any = defaultdict(lambda: defaultdict(Fraction))
    for data in product(steps, repeat=n):
        p = Fraction(1, len(steps))
        for one, other in pairwise(data):
            p *= Fraction(steps[one][other])
        for i, b in enumerate(data):
            laws[i, b, data[target]][data.count("1")] += p
    return dict(laws)


@pytest.mark.parametrize(("steps", "n"), [(QUICK, 10), (QUICKER, 9), (THREE, 8)])
def test_places_beside_each_other_are_as_close_as_stated(steps: Any, n: int) -> None:
    """Σ_x |q_{i+1}(x) − q_i(x)| ≤ step(r) wherever r records are left on both sides, by all data.

    With two values the bound is attained up to the factor that its lemma drops: it is |det P|^r.
    """
    target = n - 3
    laws = joint_laws(steps, n, target)
    start = {v: str(Fraction(1, len(steps))) for v in steps}
    chain = days(n, target, None, steps, start=start).family[0]
    assert isinstance(chain, Chain)
    for r in range(3):
        mine = chain_places.step_bound(ChainLaws(chain, ["1"], 200), r)
        theirs = kernel.Places(kernel_chain(chain), target, 136).step(r)
        assert abs(mine - theirs) < Fraction(1, 2**100)
        for i in range(r, n - 1):
            left, right = i + 1 + r <= target, i - r >= target and i + 1 + r <= n - 1
            for b, t in product(steps, repeat=2) if left or right else []:
                one, other = (laws.get((k, b, t), {}) for k in (i, i + 1))
                apart = Fraction(0)
                for x in range(n + 1):
                    apart += abs(one.get(x, Fraction(0)) - other.get(x, Fraction(0)))
                assert apart <= mine
    if len(steps) == 2:
        det = abs(Fraction(steps["0"]["0"]) - Fraction(steps["1"]["0"]))
        bound = chain_places.step_bound(ChainLaws(chain, ["1"], 200), 2)
        lower, upper = Fraction(steps["0"]["1"]) * det**2, det**2
        assert lower <= bound + Fraction(1, 2**100)
        assert bound <= upper


def kernel_chain(chain: Chain) -> chains.Chain:
    counts = tuple(v == "1" for v in chain.values)
    return chains.Chain(
        chain.n, tuple(chain.values), chain.first, chain.matrix, counts, ("size", 1)
    )


@pytest.mark.parametrize(
    ("n", "target", "threshold", "steps", "bits"),
    [
        (48, 24, 12, QUICK, 44),
        (52, 26, 20, QUICKER, 44),
        pytest.param(44, 43, None, QUICK, 44, marks=pytest.mark.long),
        pytest.param(50, 3, 22, QUICK, 50, marks=pytest.mark.long),
        pytest.param(60, 0, 22, THREE, 48, marks=pytest.mark.long),
    ],
)
def test_alike_places_enclose_the_exact_answer(
    n: int, target: int, threshold: int | None, steps: Any, bits: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """With few bits many places count as alike; engine and kernel enclose the exact δ.

    The oracle is the exact engine, which multiplies the integers of every place out.
    """
    monkeypatch.setattr(chain_places, "SPARE", 30)
    monkeypatch.setattr(kernel, "SPARE", 28)
    given = days(n, target, threshold, steps)
    odds, chain = Value(Fraction(7, 5)), given.family[0]
    assert isinstance(chain, Chain)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chain_views, "MAX_EXACT", 10**12)
        eps = {"eps": parse("ln(7/5)")}
        exact = {name: tight(given, name, "delta", eps, UNLIMITED).value.ball(300)
                 for name in ("apkdp", "ppkdp")}  # fmt: skip
    view = kernel.PlacesView(kernel_chain(chain), threshold, target)
    assert any(run.last > run.first for run in view.places(bits).runs())
    for name, truth in exact.items():
        active = name == "apkdp"
        with working_precision(bits + 64):
            at = chain_averages.Averages(given, odds, UNLIMITED, active=active)
            mine = at.with_bits(bits).delta
            theirs = view._over(view.places(bits), odds.ball(bits + 64), active=active)
        for ball in (mine, theirs):
            assert (ball - truth).contains(0)
            assert float(ball.rad()) < 0.01
    places = chain_places.Places(chain, ["1"], target, bits)
    assert any(some.size > 1 for some in places.stretches())


@pytest.mark.long
def test_a_hundred_records() -> None:
    """A chain with places that are alike at full precision: verdicts, terms, and the kernel."""
    given = days(130, 60, 60, QUICKER)
    passive = measure(given, "ppkdp", eps="1/10")
    assert (passive.not_rechecked, passive.evidence) == (None, "enclosure")
    place: Any = passive.attained_by
    labels = [term.known for term in place.terms]
    assert any(".." in label for label in labels)
    assert place.omitted > 0
    delta = passive.tight["delta"].ball(136)
    assert check(given, PPKDP(eps="1/10", delta=_text(delta * 1.0000001))).holds
    # Terms are written down until they suffice; few of them are enough, then nearly all are needed.
    for share in (0.7, 0.999):
        fails = check(given, PPKDP(eps="1/10", delta=_text(delta * share)))
        assert fails.fails
        assert (fails.evidence, fails.not_rechecked) == ("certificate", None)
    active = check(given, APKDP(eps="1/10", delta=_text(delta * 0.9)))
    assert active.fails
    assert active.not_rechecked is None


def _text(ball: Any) -> str:
    return str(Fraction(float(ball.mid())))


@pytest.fixture(scope="module")
def document() -> Any:
    """A failure of the hundred records with its terms, as a document."""
    verdict = check(days(130, 60, 60, QUICKER), PPKDP(eps="1/10", delta="1/1000"))
    text = json.loads(verdict.to_json())
    assert replay(json.dumps(text)).status == "accepted"
    for key in ("tight", "attained_by"):
        text.pop(key)
    return text


def _terms(document: Any) -> Any:
    return document["witness"]["terms"]


def _wide(document: Any) -> Any:
    return next(term for term in _terms(document) if ".." in term["known"])


def _number(holder: Any, key: Any) -> None:
    figure = {"exact": None, "lower": "0.123456789012", "upper": "0.123456789012"}
    holder[key] = "1/7" if isinstance(holder[key], str) else figure


FORGERIES: dict[str, Any] = {
    "places up to the target": lambda d: _wide(d).update(known="25..60=1"),
    "places beyond the last": lambda d: _wide(d).update(known="90..130=1"),
    "a place that is no number": lambda d: _wide(d).update(known="025..30=1"),
    "three places": lambda d: _wide(d).update(known="25..30..40=1"),
    "one place as a stretch": lambda d: _wide(d).update(known="25..25=1"),
    "backwards": lambda d: _wide(d).update(known="40..25=1"),
    "another value": lambda d: _wide(d).update(known="25..30=2"),
    "fewer places with the weight of more": lambda d: _wide(d).update(known="25..30=1"),
    "a value of the knowledge in two terms": lambda d: _terms(d).append(
        {**deepcopy(_wide(d)), "known": "30=" + _wide(d)["known"][-1]}
    ),
    "a weight": lambda d: _number(_wide(d), "weight"),
    "a probability": lambda d: _number(_wide(d)["probabilities"], 0),
    "the excess": lambda d: _number(d["witness"], "excess"),
    "the order of the values": lambda d: d["witness"]["setting"]["values"].reverse(),
    "nothing is known": lambda d: _wide(d).update(known="nothing"),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGERIES)
def test_forged_terms_are_rejected(name: str, document: Any) -> None:
    """One change each."""
    forged = deepcopy(document)
    FORGERIES[name](forged)
    assert replay(json.dumps(forged)).status == "rejected"


@pytest.mark.long
def test_forged_tight_values_are_rejected() -> None:
    """A δ that is too small is no bound; one that is too large is not attained."""
    for name in ("ppkdp", "apkdp"):
        result = json.loads(measure(days(60, 5, 30, QUICKER), name, eps="1/10").to_json())
        assert replay(json.dumps(result)).status == "accepted"
        true = float(result["tight"]["delta"]["lower"])
        for factor in (0.999999, 1.000001):
            figure = {"exact": None, "lower": str(factor * true), "upper": str(factor * true)}
            forged = {**result, "tight": {"delta": figure}}
            assert replay(json.dumps(forged)).status == "rejected"


def test_a_stretch_refutes_no_active_attacker() -> None:
    """He knows one value: a mean over many places is not what he sees."""
    chain = days(100, 40, 50, QUICKER).family[0]
    assert isinstance(chain, Chain)
    view = kernel.PlacesView(kernel_chain(chain), 50, 40)
    view.check_apart(["50..60=1", "61=1", "55=0"], one=False)
    assert "41..60=1" in view
    assert "30..50=1" not in view
    assert "40=1" not in view
    for labels, one in ((["50..60=1"], True), (["50..60=1", "60=1"], False)):
        with pytest.raises(NumberError):
            view.check_apart(labels, one=one)


def test_a_chain_that_forgets_slowly_is_unknown() -> None:
    """Its places all differ; the reason says what to do."""
    slow = {"0": {"0": "999/1000", "1": "1/1000"}, "1": {"0": "1/1000", "1": "999/1000"}}
    verdict = check(days(8000, 4000, 2000, slow), PPKDP(eps="1", delta="1/2"))
    assert verdict.unknown
    assert "name the known record" in str(verdict.reason)


@pytest.mark.parametrize("bits", [10, 16, 60])
def test_the_kernel_encloses_every_place(bits: int) -> None:
    """With few bits most of a number is rounding: coefficients and excesses contain the exact ones.

    The exact ones are integers over a power of the common denominator; ⊥ is all counts up to 4.
    """
    n, target, cut, odds = 9, 4, 4, Fraction(6, 5)
    given = kernel_chain(_chain(n, target))
    exact = chains.Stretches(given, None)
    with working_precision(200):
        view = kernel.PlacesView(given, cut, target)
        places, seen = kernel.Places(given, target, bits), set()
        for run in places._between(0, target - 1), places._between(target + 1, n - 1):
            for one in run:
                seen.add((one.first, one.b))
                laws = [exact.joint({one.first: one.b, target: t}) for t in places.own]
                true = [[Fraction(law.between(x, x), given.unit**n) for x in range(n + 1)]
                        for law in laws]  # fmt: skip
                for poly, law in zip(one.polys, true, strict=True):
                    for x, mass in enumerate(law):
                        least = poly.between(x, x)
                        assert least <= mass * 2**bits <= least + poly.over
                for pair in ((0, 1), (1, 0)):
                    p, q = (with_silence(true[k], cut) for k in pair)
                    gains = (max(Fraction(0), a - odds * b) for a, b in zip(p, q, strict=True))
                    polys = one.polys[pair[0]], one.polys[pair[1]]
                    ball = view._excess(places, *polys, Value(odds).ball(200))
                    assert (ball - Value(sum(gains, Fraction(0))).ball(200)).contains(0)
                    assert float(ball.rad()) < 2 ** (10 - bits)
    assert seen == {(i, b) for i in range(n) for b in range(2) if i != target}


def _chain(n: int, target: int) -> Chain:
    chain = days(n, target, None, QUICK).family[0]
    assert isinstance(chain, Chain)
    return chain


def with_silence(law: list[Fraction], cut: int) -> list[Fraction]:
    return [sum(law[: cut + 1], Fraction(0)), *law[cut + 1 :]]


def _view(target: int = 1, n: int = 4) -> kernel.PlacesView:
    chain = days(n, target, None, QUICK).family[0]
    assert isinstance(chain, Chain)
    return kernel.PlacesView(kernel_chain(chain), None, target)


def test_the_margin_of_places_is_that_of_the_nearest() -> None:
    """As far as the nearest of them is from the target, and from the end on the other side."""
    n = 20
    for target in range(n):
        places = kernel.Places(_view(target, n).chain, target, 64)
        for first in range(n):
            for last in range(first, n):
                if not first <= target <= last:
                    end = 0 if last < target else n - 1
                    near = min(min(abs(i - target), abs(i - end)) for i in range(first, last + 1))
                    assert places.margin((first, last)) == near


def test_an_excess_holds_all_that_was_rounded_off() -> None:
    """Σ max(0, p − r·q) with every p and q as low and as high as it can be: by fractions."""
    view, unit = _view(), 1 << 40
    places = view.places(40)
    p, q, r = [9 * unit // 80, unit // 7, unit // 9, unit // 6, unit // 3], [unit // 50] * 5, 3
    for over, other in ((0, 0), (1 << 20, 0), (0, 1 << 20), (1 << 20, 1 << 10)):
        polys = chains.Poly(fmpz_poly(p), 0, over), chains.Poly(fmpz_poly(q), 0, other)
        with working_precision(200):
            ball = view._excess(places, *polys, Value(r).ball(200))
            for more, less in ((0, 0), (over, 0), (0, other), (over, other)):
                gains = (x + more - r * (y + less) for x, y in zip(p, q, strict=True))
                truth = Fraction(sum(max(0, gain) for gain in gains), unit)
                assert (ball - Value(truth).ball(200)).contains(0)


def test_alike_places_may_move_as_far_as_stated(monkeypatch: pytest.MonkeyPatch) -> None:
    """A place whose q differs by `apart` from that of the first: its δ is still enclosed.

    By hand, at e^ε = 10: p is (60, 6) and q is (1, 10), whose masses have the quotient 6; so
    neither p − 60·q nor q − 10/6·p is above 0. Now q moves apart/2 from the first count to the
    other: its mass stays, and 60·apart/2 is gained. Each weighs share/P(t), where P(t) is a half.
    """
    view, unit = _view(), 1 << 40
    places, one = view.places(40), unit // 128
    polys = [chains.Poly(fmpz_poly([c * one for c in row])) for row in ((60, 6), (1, 10))]
    apart = Fraction(1, 256)
    run = kernel.Run(3, 3, 0, polys, apart)
    monkeypatch.setattr(places, "runs", lambda _: iter([run]))
    with working_precision(200):
        delta = view._over(places, Value(10).ball(200), active=False)
        truth = view.chain.share * 2 * 30 * apart
        assert delta.upper() >= Value(truth).ball(200).upper()
