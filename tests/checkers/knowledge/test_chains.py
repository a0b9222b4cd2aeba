"""Counts along Markov chains: against enumeration, both engines against each other, the kernel."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from flint import fmpz_poly

from dpverify.checkers.decide import check, measure
from dpverify.checkers.kernel import chains
from dpverify.checkers.kernel.count_views import Event
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.knowledge import chain_views
from dpverify.defs.errors import DomainError, EmptyQuestion, InputError
from dpverify.defs.io import scenario_from_document
from dpverify.defs.knowledge import APKDP, PPKDP, Scenario, ThetaReducible
from dpverify.defs.numbers import NumberError, Value
from tests.checkers.knowledge.random_chains import Enumerated, random_chain
from tests.checkers.knowledge.scenarios import scenario, voters

WEATHER = {"0": {"0": "9/10", "1": "1/10"}, "1": {"0": "3/10", "1": "7/10"}}


def days(n: int, known: Any, target: Any, threshold: int | None = None, **chain: Any) -> Scenario:
    """n days of a chain; how many are 1, perhaps released only above a threshold."""
    mechanism: dict[str, Any] = {"name": "count"}
    if threshold is not None:
        mechanism = {"name": "thresholded-count", "threshold": threshold}
    law = {"count": n, "start": "stationary", "steps": WEATHER, **chain}
    asked = {} if target is None else {"target": target}
    return scenario(chain=law, known=known, mechanism=mechanism, **asked)


def agrees(seed: int) -> bool:
    """Whether one random chain has the δ of enumeration for both attackers; False if refused."""
    random = Random(seed)  # noqa: S311  # a seeded sample
    document = random_chain(random)
    truth = Enumerated(document)
    if truth.excludes():
        with pytest.raises(DomainError, match="cannot be"):
            scenario_from_document(document)
        return False
    odds = random.choice([Fraction(1), Fraction(3, 2), Fraction(4)])
    for name in ("apkdp", "ppkdp"):
        try:
            found = measure(scenario_from_document(document), name, eps=f"ln({odds})")
        except EmptyQuestion:
            return False
        assert found.not_rechecked is None
        assert found.tight["delta"] == Value(truth.delta(odds, active=name == "apkdp"))
    return True


def test_against_enumeration() -> None:
    """Twelve random chains; the slow test below takes all 200."""
    assert sum(map(agrees, range(12))) >= 6


@pytest.mark.slow
def test_against_enumeration_200() -> None:
    """200 random chains of at most 12 records; most are asked, the others refused or empty."""
    assert sum(map(agrees, range(200))) >= 150


THREE = {
    "0": {"0": "1/2", "1": "1/3", "x": "1/6"},
    "1": {"0": "1/2", "1": "1/6", "x": "1/3"},
    "x": {"0": "1/5", "1": "1/5", "x": "3/5"},
}


@pytest.mark.parametrize(
    "given",
    [
        days(6, {"indices": [1, 4]}, 2, 3),
        days(5, {"random": {"size": 1}}, None),
        days(5, {"indices": [4]}, 0, steps=THREE),
        days(4, {"indices": []}, None, 1, start={"0": "1"}, steps={**WEATHER}),
        days(4, {"indices": [0]}, None, 4),
    ],
)
def test_both_engines_and_both_kernels(given: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounded integers enclose what exact ones say, and the kernel's do."""
    exact = [measure(given, name, eps="1/3").tight["delta"] for name in ("apkdp", "ppkdp")]
    monkeypatch.setattr(chain_views, "MAX_EXACT", 0)
    monkeypatch.setattr(chains, "MAX_EXACT", 0)
    for name, delta in zip(("apkdp", "ppkdp"), exact, strict=True):
        found = measure(given, name, eps="1/3")
        assert found.not_rechecked is None
        if delta == 0:
            assert found.tight["delta"] == 0
            continue
        ball = found.tight["delta"].ball(128)
        assert found.evidence == "enclosure"
        assert ball.rel_accuracy_bits() > 100
        assert (ball - delta.ball(300)).contains(0)


def test_a_product_of_rounded_numbers_encloses_the_true_one() -> None:
    """a..a + α times b..b + β: every coefficient of the product lies in what is said of it.

    The oracle multiplies fractions, at both ends. In the first case nothing was off before.
    """
    random, bits = Random(5), 20  # noqa: S311  # a seeded sample
    unit = 1 << bits
    laws = chains.Stretches(chains.Chain(4, ("0",), (Fraction(1),), ((Fraction(1),),), (True,),
                                         ("indices", ())), bits)  # fmt: skip
    cases = [(([unit - 1], 0), ([unit - 1], 0))]
    for _ in range(100):
        first, second = (([random.randrange(unit) for _ in range(random.randrange(1, 4))],
                          random.choice([0, 0, 1, 7])) for _ in range(2))  # fmt: skip
        cases.append((first, second))
    for (one, alpha), (other, beta) in cases:
        made = laws._times(chains.Poly(fmpz_poly(one), 0, alpha),
                           chains.Poly(fmpz_poly(other), 0, beta))  # fmt: skip
        for x in range(5):
            places = [i for i in range(x + 1) if i < 3 and x - i < 3]
            low, high = (
                Fraction(sum((_at(one, i) + a) * (_at(other, x - i) + b) for i in places), unit)
                for a, b in ((0, 0), (alpha, beta))
            )
            assert made.between(x, x) <= low
            assert high <= made.between(x, x) + made.over


def _at(row: list[int], i: int) -> int:
    return row[i] if i < len(row) else 0


def test_as_many_bits_as_are_asked_for() -> None:
    """A precision that stopped rising would leave close questions open."""
    chain = chains.Chain(4, ("0",), (Fraction(1),), ((Fraction(1),),), (True,), ("indices", ()))
    view = chains.ChainView(chain, None, 0)
    assert [view.laws(bits).bits for bits in (64, 256, 257, 513)] == [256, 256, 512, 1024]


def test_a_chain_without_memory_is_a_product_law() -> None:
    """With equal rows the known records say nothing of the target, but where they are of others.

    The other engine: independent votes; both have δ of the same count.
    """
    same = {"0": "3/4", "1": "1/4"}
    for known in (0, 1):
        chain = days(9, {"indices": list(range(known))}, 8, 3, steps={"0": same, "1": same})
        for name in ("apkdp", "ppkdp"):
            found = measure(chain, name, eps="1/2").tight["delta"]
            assert found == measure(voters(9, known, "1/4", 3), name, eps="1/2").tight["delta"]


def test_two_records_by_hand() -> None:
    """Start (1/2, 1/2), stay with probability 3/4, record 0 known, the target is record 1.

    The count tells the target whatever is known: APK is 1. With threshold 1 only 2 is released: if
    record 0 is 1, the target is told (APK 1), else nothing is (APK 0). P(record 0 is 1 | target 1)
    is 3/4, and 1/4 given target 0: PPK at ε = 0 is 3/4, not the 1/2 of an average over P(b).
    """
    steps = {"0": {"0": "3/4", "1": "1/4"}, "1": {"0": "1/4", "1": "3/4"}}
    told = days(2, {"indices": [0]}, 1, None, steps=steps)
    withheld = days(2, {"indices": [0]}, 1, 1, steps=steps)
    assert measure(told, "ppkdp", eps="0").tight["delta"] == 1
    assert measure(told, "apkdp", eps="0").tight["delta"] == 1
    assert measure(withheld, "apkdp", eps="0").tight["delta"] == 1
    found = measure(withheld, "ppkdp", eps="0")
    assert found.tight["delta"] == Value(Fraction(3, 4))
    place: Any = found.attained_by
    assert [str(term.weight) for term in place.terms] == ["3/4"]


def test_a_long_chain_is_decided_and_re_checked() -> None:
    """380 records: too long for exact laws; failures, claims that hold, and the smallest ε."""
    given = days(380, {"indices": [120]}, 200, 95)
    fails = check(given, PPKDP(eps="1/10", delta="1/100"))
    assert fails.fails
    assert (fails.evidence, fails.not_rechecked) == ("certificate", None)
    holds = check(given, APKDP(eps="1/10", delta="1/10"))
    assert holds.holds
    assert (holds.evidence, holds.not_rechecked) == ("enclosure", None)
    eps = measure(given, "apkdp", delta="1/100")
    assert eps.not_rechecked is None
    low, high = eps.tight["eps"].ball(64).mid() - 1e-6, eps.tight["eps"].ball(64).mid() + 1e-6
    for value, verdict in ((low, "fails"), (high, "holds")):
        text = str(Fraction(float(value)))
        assert getattr(check(given, APKDP(eps=text, delta="1/100")), verdict)
    assert check(given, ThetaReducible()).unknown


@pytest.mark.parametrize("long", [False, True])
def test_forged_results_are_rejected(long: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Laws, places, weights, probabilities and events of witnesses, one change each."""
    if long:
        monkeypatch.setattr(chain_views, "MAX_EXACT", 0)
        monkeypatch.setattr(chains, "MAX_EXACT", 0)
    for claim in (PPKDP(eps="1/10", delta="1/1000"), APKDP(eps="1/10", delta="1/1000")):
        result = json.loads(check(days(12, {"indices": [4]}, 6, 2), claim).to_json())
        assert result["verdict"] == "fails"
        assert replay(json.dumps(result)).status == "accepted"
        for key in ("tight", "attained_by"):
            result.pop(key)
        for name, change in FORGERIES.items():
            forged = deepcopy(result)
            change(forged)
            outcome = replay(json.dumps(forged))
            assert outcome.status == "rejected", (claim, name, outcome)


@pytest.mark.parametrize("long", [False, True])
def test_forged_tight_values_are_rejected(long: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """A δ that is too small is no bound; one that is too large is not attained."""
    if long:
        monkeypatch.setattr(chain_views, "MAX_EXACT", 0)
        monkeypatch.setattr(chains, "MAX_EXACT", 0)
    for name in ("apkdp", "ppkdp"):
        result = json.loads(measure(days(12, {"indices": [4]}, 6, 2), name, eps="1/10").to_json())
        assert replay(json.dumps(result)).status == "accepted"
        true = float(result["tight"]["delta"]["lower"])
        for factor in (0.999, 1.001):
            figure = {"exact": None, "lower": str(factor * true), "upper": str(factor * true)}
            forged = {**result, "tight": {"delta": figure}, "evidence": "enclosure"}
            assert replay(json.dumps(forged)).status == "rejected"


def _resealed(document: Any, change: Any) -> None:
    """Change the scenario and write the digest of what it then is."""
    from dpverify.checkers.kernel.scenarios import digest

    change(document["subject"]["scenario"])
    read = json.loads(json.dumps(document["subject"]["scenario"]))
    document["subject"]["digest"] = digest(read)


def _other_number(holder: Any, key: Any) -> None:
    if isinstance(holder[key], str):
        holder[key] = "1/7"
    else:
        holder[key] = {"exact": None, "lower": "0.123456789012", "upper": "0.123456789012"}


def _first(document: Any) -> Any:
    return document["witness"]["terms"][0]


FORGERIES: dict[str, Any] = {
    "steps": lambda d: _resealed(
        d, lambda s: s["chain"]["steps"].update({"0": {"0": "8/10", "1": "2/10"}})
    ),
    "start": lambda d: _resealed(d, lambda s: s["chain"].update(start={"0": "1/2", "1": "1/2"})),
    "no law": lambda d: _resealed(d, lambda s: s["chain"]["start"].update({"0": "1/2"})),
    "a longer chain": lambda d: _resealed(d, lambda s: s["chain"].update(count=13)),
    "a value without a step": lambda d: _resealed(d, lambda s: s["chain"]["steps"].pop("1")),
    "a key": lambda d: _resealed(d, lambda s: s["chain"].update(more=1)),
    "another place": lambda d: _resealed(d, lambda s: s["known"].update(indices=[0])),
    "known target": lambda d: _resealed(
        d, lambda s: s["known"].update(indices=[s["target"][0]])
    ),
    "digest": lambda d: d["subject"].update(digest="sha256:" + "0" * 64),
    "setting": lambda d: d["witness"]["setting"].update(target=0),
    "order of the values": lambda d: d["witness"]["setting"]["values"].reverse(),
    "weight": lambda d: _other_number(_first(d), "weight"),
    "probability": lambda d: _other_number(_first(d)["probabilities"], 0),
    "excess": lambda d: _other_number(d["witness"], "excess"),
    "knowledge": lambda d: _first(d).update(known="0=2"),
    "twice": lambda d: d["witness"]["terms"].append(deepcopy(_first(d))),
    "an output that there is not": lambda d: _first(d).update(event=["50"], interval=["3", "4"]),
}  # fmt: skip


def _kernel_chain(**change: Any) -> chains.Chain:
    """WEATHER as the kernel reads it, of 9 records."""
    quarters = (Fraction(3, 4), Fraction(1, 4))
    steps = ((Fraction(9, 10), Fraction(1, 10)), (Fraction(3, 10), Fraction(7, 10)))
    given = {"n": 9, "values": ("0", "1"), "start": quarters, "steps": steps,
             "counts": (False, True), "known": ("indices", (2,)), **change}  # fmt: skip
    return chains.Chain(**given)


@pytest.mark.parametrize("bits", [6, 12, 40])
def test_rounded_polynomials_of_the_kernel_enclose_the_exact_ones(bits: int) -> None:
    """With few bits most of a number is rounding: every coefficient is in c..c + over."""
    chain = _kernel_chain()
    fixed = {2: 1, 5: 0}
    exact, rounded = (chains.Stretches(chain, b).joint(fixed) for b in (None, bits))
    assert int(exact.stored(1)) > 0
    for x in range(chain.n + 1):
        true = Fraction(exact.between(x, x), chain.unit**chain.n) * 2**bits
        assert rounded.between(x, x) <= true <= rounded.between(x, x) + rounded.over


def test_what_the_kernel_refuses_to_read() -> None:
    """Knowledge that excludes a value of the target, in chains whose values go round."""
    turn = ((Fraction(0), Fraction(1)), (Fraction(1), Fraction(0)))
    turning = _kernel_chain(steps=turn)
    assert [turning.arrivals(0, steps) for steps in range(4)] == [{0}, {1}, {0}, {1}]
    assert turning.arrivals(0, 10**6) == {0}
    assert turning.arrivals(0, 10**6 + 1) == {1}
    with pytest.raises(NumberError, match="excludes"):
        list(turning.knowledge(5))
    assert len(list(_kernel_chain().knowledge(5))) == 2


def test_events_of_a_long_chain() -> None:
    """No output stands twice, none is below the threshold or beyond the number of records."""
    view = chains.ChainView(_kernel_chain(), 3, 5)
    assert view.runs(Event(["⊥", "4"], (6, 7))) == [(0, 3), (4, 4), (6, 7)]
    for event in (Event(["4", "4"], None), Event(["6"], (5, 7)), Event(["3"], None),
                  Event(["10"], None), Event(["x"], None)):  # fmt: skip
        with pytest.raises(NumberError):
            view.runs(event)


def _bad(**change: Any) -> dict[str, Any]:
    document = {
        "schema": "dpverify.scenario/1.0",
        "chain": {"count": 5, "start": "stationary", "steps": WEATHER},
        "known": {"indices": [1]},
        "mechanism": {"name": "count"},
    }
    chain = {key: value for key, value in change.items() if key in ("count", "start", "steps")}
    document["chain"].update(chain)  # type: ignore[attr-defined]  # a nest of dicts
    return document | {key: value for key, value in change.items() if key not in chain}


TWO_PARTS = {"0": {"0": "1"}, "1": {"1": "1"}}
TURNING = {"0": {"1": "1"}, "1": {"0": "1"}}


@pytest.mark.parametrize(
    ("document", "says"),
    [
        (_bad(count="0"), "a chain of '0' records; it has 1 to 1000000"),
        (_bad(count=[]), "the count of the chain is"),
        (_bad(start="somewhere"), 'must be "stationary", or map each value'),
        (_bad(start={"0": "1/2"}), "the start of the chain sum to 1/2, must be 1"),
        (_bad(start={"2": "1"}), "names the value '2', which has no step of its own"),
        (_bad(steps={"0": {"0": "1/2"}, "1": {"1": "1"}}), "step from '0' sum to 1/2"),
        (_bad(steps={"0": {"0": "2**(1/2)"}}), "must be rational"),
        (_bad(steps={}), "must map each value to the law of the next"),
        (_bad(steps=TWO_PARTS), "several stationary laws"),
        (_bad(steps=TURNING), "every value of the knowledge must leave"),
        (_bad(steps={str(i): {"0": "1"} for i in range(9)}), "at most 8 are computed"),
        (_bad(known={"random": {"each": "1/2"}}), 'given by "each"'),
        (_bad(known={"indices": [7]}), "known record 7 is no record"),
        (_bad(known={"count": 5}), "at least one must be left"),
        (_bad(target=1), "target 1 is among the known records"),
        (_bad(injected=True), "values cannot be injected into a chain"),
        (_bad(mechanism={"name": "histogram"}), "must be count or thresholded-count"),
        (_bad(records=[]), "needs either 'records' or 'joint' or 'chain'"),
        (_bad(more=1), "unknown key"),
    ],
)
def test_bad_chains_are_one_line(document: dict[str, Any], says: str) -> None:
    """What was given and the rule that it breaks."""
    with pytest.raises(InputError) as caught:
        scenario_from_document(document)
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_parameter_stands_in_steps() -> None:
    """Each of its values makes a chain of the family."""
    steps = {"0": {"0": "1-p", "1": "p"}, "1": {"0": "p", "1": "1-p"}}
    given = scenario(
        theta={"parameter": "p", "values": ["1/4", "1/2"]},
        chain={"count": 4, "start": {"0": "1/2", "1": "1/2"}, "steps": steps},
        known={"indices": [0]}, target=2, mechanism={"name": "count"},
    )  # fmt: skip
    alone = [
        days(4, {"indices": [0]}, 2, start={"0": "1/2", "1": "1/2"},
             steps={"0": {"0": f"1-({p})", "1": p}, "1": {"0": p, "1": f"1-({p})"}})
        for p in ("1/4", "1/2")
    ]  # fmt: skip
    values = [measure(one, "ppkdp", eps="1/2").tight["delta"] for one in alone]
    assert measure(given, "ppkdp", eps="1/2").tight["delta"] == max(values)


def test_too_many_values_of_the_knowledge_are_unknown() -> None:
    """Not an answer about some of them."""
    given = days(2000, {"random": {"size": 3}}, 5)
    verdict = check(given, PPKDP(eps="1", delta="1/2"))
    assert verdict.unknown
    assert "name one target" in str(verdict.reason)
    verdict = check(days(300, {"random": {"size": 2}}, 5), PPKDP(eps="1", delta="1/2"))
    assert verdict.unknown
    assert "name the known records" in str(verdict.reason)
