"""What the kernel refuses of results about many records: true ones with one digit changed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from itertools import permutations
from typing import Any

import pytest

from dpverify.checkers.decide import check, measure
from dpverify.checkers.kernel import knowledge
from dpverify.checkers.kernel.count_views import CountView, Event
from dpverify.checkers.kernel.door import replay
from dpverify.checkers.kernel.knowledge import Scenario, Slice
from dpverify.checkers.knowledge import count_settings
from dpverify.defs.knowledge import APKDP, PPKDP
from dpverify.defs.knowledge import Scenario as Given
from dpverify.defs.numbers import NumberError, Value, as_value, exp
from tests.checkers.knowledge.scenarios import scenario, voters

MILLION = voters(10**6, 100, "1e-7", 100)
BIASED = voters(5000, 60, "1/3", 1700)
DIGIT = {"0": "1", "1": "2", "2": "3", "3": "4", "4": "5", "5": "6", "6": "7", "7": "8", "8": "9",
         "9": "8"}  # fmt: skip


@cache
def made(name: str) -> dict[str, Any]:
    """Results about many voters, each true."""
    match name:
        case "active":
            found = check(MILLION, APKDP(eps="0", delta="1/2"))
        case "passive":
            found = check(MILLION, PPKDP(eps="0", delta="1e-300"))
        case "holds":
            found = check(BIASED, PPKDP(eps="1/10", delta="1/2"))
        case "biased":
            found = check(BIASED, PPKDP(eps="1/10", delta="1e-9"))
        case _:
            return json.loads(measure(MILLION, "apkdp", delta="1/1000").to_json())  # type: ignore[no-any-return]
    return json.loads(found.to_json())  # type: ignore[no-any-return]


NAMES = ("active", "passive", "holds", "biased", "eps")


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", NAMES)
def test_true_results_about_many_are_re_checked(name: str) -> None:
    """The controls: failures carry a certificate."""
    document = made(name)
    assert document.get("verdict") in {"fails", "holds", None}
    assert (document.get("verdict") == "fails") == (document.get("evidence") == "certificate")
    assert replay(json.dumps(document)).status == "accepted"


def changed(text: str, place: int) -> str:
    """A number with the digit at a place changed."""
    places = [i for i, c in enumerate(text.partition("e")[0]) if c.isdigit()]
    at = places[min(place, len(places) - 1)]
    return text[:at] + DIGIT[text[at]] + text[at + 1 :]


def forgeries() -> Iterator[tuple[str, Callable[[dict[str, Any]], None]]]:
    """One change each to the first or last term of a witness."""
    for number in (0, -1):

        def weight(d: dict[str, Any], number: int = number) -> None:
            both(d["terms"][number]["weight"])

        def probability(d: dict[str, Any], number: int = number, which: int = 0) -> None:
            both(d["terms"][number]["probabilities"][which])

        def other(d: dict[str, Any], number: int = number) -> None:
            both(d["terms"][number]["probabilities"][1])

        def event(d: dict[str, Any], number: int = number) -> None:
            term = d["terms"][number]
            if "interval" in term:
                term["interval"][0] = str(int(term["interval"][0]) + 1)
            else:
                term["event"] = ["300"]

        def known(d: dict[str, Any], number: int = number) -> None:
            d["terms"][number]["known"] = "59" if len(d["terms"]) == 1 else "100000"

        for change in (weight, probability, other, event, known):
            yield f"{change.__name__} {number}", change
    yield "excess", lambda d: both(d["excess"])
    yield "values", lambda d: d["setting"]["values"].reverse()
    yield "target", lambda d: d["setting"].update(target=3)


def both(number: Any) -> None:
    """State another number: with the twelfth digit of the lower bound changed."""
    number["lower"] = number["upper"] = changed(number["lower"], 11)
    number["exact"] = None


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ["active", "passive", "biased"])
@pytest.mark.parametrize(("what", "change"), list(forgeries()))
def test_one_digit_is_enough(
    name: str, what: str, change: Callable[[dict[str, Any]], None]
) -> None:
    """Probabilities, weights, events, values of the knowledge, the excess."""
    document = deepcopy(made(name))
    for key in ("tight", "attained_by"):
        document.pop(key, None)
    assert replay(json.dumps(document)).status == "accepted"
    try:
        change(document["witness"])
    except TypeError:
        pytest.skip(f"{what} is a fraction here")
    outcome = replay(json.dumps(document))
    assert outcome.status == "rejected", outcome


@pytest.mark.parametrize("name", ["active", "passive", "holds", "biased", "eps"])
@pytest.mark.parametrize("place", [0, 8])
def test_another_tight_value_is_rejected(name: str, place: int) -> None:
    """Larger or smaller by a digit."""
    document = deepcopy(made(name))
    (number,) = document["tight"].values()
    if number.get("exact") not in (None, "inf"):
        pytest.skip("exact")
    for end in ("lower", "upper"):
        number[end] = changed(number[end], place) if number[end] != "inf" else "3"
    number["exact"] = None
    assert replay(json.dumps(document)).status == "rejected"


def test_a_value_that_omits_terms_is_recomputed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An average of which terms are left out is added up by the kernel itself."""
    monkeypatch.setattr(count_settings, "TERMS", 20)
    document = json.loads(measure(voters(9000, 400, "1/2", 4300), "ppkdp", eps="0").to_json())
    assert document["attained_by"]["terms_omitted"] > 0
    assert replay(json.dumps(document)).status == "accepted"
    for end, by in (("lower", "1/10"), ("upper", "9/10")):
        forged = deepcopy(document)
        forged["tight"]["delta"] = {"exact": None, "lower": by, "upper": by}
        assert replay(json.dumps(forged)).status == "rejected", end


def view_and_slices(given: Given) -> Iterator[tuple[CountView, dict[str, Slice]]]:
    """Each target of a small count, read both ways by the kernel."""
    read = Scenario(json.loads(json.dumps(given.to_dict())))
    for target in read.targets_of(0):
        quick = read.slices(0, target, [10**6], written=False)
        plain = read.slices(0, target, [10**6], written=True)
        assert isinstance(quick, CountView)
        assert isinstance(plain, dict)
        yield quick, plain


SMALL = (
    voters(7, 3, "1/3", 2),
    voters(6, 0, "3/4"),
    voters(5, 2, "1/2", 5),
    voters(6, 2, "1/5", -1),
    scenario(
        records=[{"count": 3, "values": {"0": "1/4", "1": "3/4"}},
                 {"count": 3, "values": {"0": "2/3", "1": "1/3", "2": "0"}},
                 {"count": 2, "values": {"1": "1"}}],
        known={"counts": [1, 1, 1]},
        mechanism={"name": "thresholded-count", "threshold": 3, "counted": ["1", "2"]},
    ),
)  # fmt: skip


@pytest.mark.parametrize("given", SMALL)
@pytest.mark.parametrize("balls", [False, True])
def test_both_readings_of_a_count_agree(
    given: Given, balls: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Weights, probabilities of all events of one output, gains, and the largest δ."""
    monkeypatch.setattr(knowledge, "FEW", 0)
    if balls:
        monkeypatch.setattr("dpverify.checkers.kernel.counts.MAX_EXACT", -1)
    for quick, plain in view_and_slices(given):
        for b, each in plain.items():
            assert b in quick
            assert close(quick[b].weight, each.weight)
            outputs = sorted({o for t in each.values for o in each.law_of(t)})
            for event in [*([o] for o in outputs), outputs]:
                at = Event(event, None)
                for t in each.values:
                    assert close(quick[b].mass(t, at), each.mass(t, at))
                for t, u in permutations(each.values, 2):
                    factor = exp("1/3")
                    assert close(quick[b].gain(t, u, at, factor), each.gain(t, u, at, factor))
        assert "99" not in quick
        assert "01" not in quick
        for odds in (Value(1), as_value("3/2"), None):
            for active in (True, False):
                truth = largest_of(plain, odds, active=active)
                assert close(quick.largest(odds, active=active), truth), (odds, active)


@pytest.mark.parametrize(
    "event",
    [Event(["4"], (3, 5)), Event(["4", "x"], None), Event(["1"], None), Event([], (2, 4)),
     Event([], (5, 4)), Event(["03"], None), Event(["⊥", "⊥"], None)],
)  # fmt: skip
def test_events_of_counts_are_read_strictly(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """No output twice, none that is withheld, none by another name."""
    monkeypatch.setattr(knowledge, "FEW", 0)
    quick, _ = next(view_and_slices(voters(7, 3, "1/3", 2)))
    assert quick["1"].mass("0", Event(["3", "⊥"], (4, 5))) > 0
    with pytest.raises(NumberError):
        quick["1"].mass("0", event)


def largest_of(plain: dict[str, Slice], odds: Value | None, *, active: bool) -> Value:
    """By the definition: Σ over outputs of the positive part."""
    best = Value(0)
    values = next(iter(plain.values())).values
    for t, u in permutations(values, 2):
        deltas = []
        for each in plain.values():
            p, q = each.law_of(t), each.law_of(u)
            zero = Value(0)
            parts = [mass - odds * q.get(o, zero) if odds is not None else
                     (mass if q.get(o, zero) == 0 else zero) for o, mass in p.items()]  # fmt: skip
            deltas.append(sum((max(zero, part) for part in parts), start=zero))
        weighted = (each.weight * d for each, d in zip(plain.values(), deltas, strict=True))
        best = max(best, *(deltas if active else [sum(weighted, start=Value(0))]))
    return best


def close(found: Any, truth: Any) -> bool:
    """Equal, or a ball that contains the truth and is narrow."""
    if isinstance(found, Value):
        return bool(found == truth)
    ball = found.ball(200)
    return bool(ball.overlaps(truth.ball(400)) and ball.rad() < 1e-30)
