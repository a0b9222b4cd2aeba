"""Small channels are re-checked in whole numbers: the same words as of any other channel."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers.kernel import finite
from dpverify.checkers.kernel.door import replay

LOSSES = ("0", "1/2", "ln(2)", "ln(3)", "1", "3")


def rows(rng: Random, count: int, outputs: int) -> list[list[int]]:
    """Weights, some of them 0 and some rows alike, so that there are ties and infinite losses."""
    laws = [[rng.choice((0, 1, 1, 2, 3, 9)) for _ in range(outputs)] for _ in range(count)]
    for law in laws:
        law[rng.randrange(outputs)] += 1
    return [rng.choice(laws) if rng.random() < 0.2 else law for law in laws]


def questions(seed: int) -> Iterator[tuple[dv.Channel, Any]]:
    """Claims about channels of 2 × 2 to 4 × 4, of all pairs and of some, under each definition."""
    rng = Random(seed)  # noqa: S311  a sample, no secret
    for _ in range(25):
        inputs, outputs = ([*"abcd"[: rng.randint(2, 4)]] for _ in range(2))
        given = rows(rng, len(inputs), len(outputs))
        relation: dict[str, Any] = {}
        if rng.random() < 0.4:
            relation = {"neighbours": [inputs[:2]], "directed": rng.random() < 0.5}
        channel = dv.Channel.from_weights(inputs, outputs, given, **relation)
        eps, slack = rng.choice(LOSSES), rng.choice(("0", "1/10", "1/2"))
        yield channel, dv.PureDP(eps=eps)
        yield channel, dv.LocalDP(eps=eps)
        yield channel, dv.ApproxDP(eps=eps, delta=slack)
        yield channel, dv.ProbabilisticDP(eps=eps, delta=slack)
        if not relation.get("directed"):
            yield channel, dv.PrivacyAtRisk(eps=eps, risk=slack)


def forgeries(genuine: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The document itself, then others that are nearly it."""
    yield genuine
    places = [key for key in ("witness", "attained_by") if key in genuine]
    for key in places:
        for part in (["inputs"], ["event"], ["probabilities"]):
            forged = copy.deepcopy(genuine)
            forged[key][part[0]] = forged[key][part[0]][::-1]
            yield forged
        forged = copy.deepcopy(genuine)
        forged[key]["event"] = forged[key]["event"][1:]
        yield forged
    if "attained_by" in genuine:
        yield {key: value for key, value in genuine.items() if key != "attained_by"}
    holds = {key: value for key, value in genuine.items() if key != "witness"}
    yield {**holds, "verdict": "holds", "evidence": "exact"}
    if "tight" in genuine:
        for value in ("0", "1/3", "ln(2)", "inf"):
            yield {**genuine, "tight": dict.fromkeys(genuine["tight"], value)}
            tight = dict.fromkeys(genuine["tight"], value)
            yield {**holds, "verdict": "holds", "evidence": "exact", "tight": tight}


@pytest.mark.parametrize("seed", range(4))
def test_both_ways_say_the_same(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of each document, true or forged: of a forged one also that it is refused at all."""
    documents = []
    for channel, claim in questions(seed):
        genuine = json.loads(dv.check(channel, claim).to_json())
        documents += [json.dumps(form) for form in forgeries(genuine)]
    short = [replay(text) for text in documents]
    monkeypatch.setattr(finite, "FEW", 0)
    general = [replay(text) for text in documents]
    assert [(one.status, one.facts) for one in short] == [
        (one.status, one.facts) for one in general
    ]
    statuses = [one.status for one in short]
    assert statuses.count("accepted") > 100
    assert statuses.count("rejected") > 100


@pytest.mark.parametrize("few", [0, 40])
@pytest.mark.parametrize("name", ["pure", "local", "approx"])
def test_what_fails_is_not_said_to_hold(
    name: str, few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a tight value nothing but the comparison of the entries refuses it."""
    monkeypatch.setattr(finite, "FEW", few)
    claims = {"pure": dv.PureDP(eps="ln(2)"), "local": dv.LocalDP(eps="ln(2)"),
              "approx": dv.ApproxDP(eps="ln(2)", delta="1/20")}  # fmt: skip
    for k in range(1, 4):  # the loss is ln(3) on one output, of each two inputs once
        weights = [[3, 6, 6], [3, 6, 6], [3, 6, 6]]
        weights[k - 1] = [9, 3, 3]
        channel = dv.Channel.from_weights([*"abc"], [*"xyz"], weights)
        form = json.loads(dv.check(channel, claims[name]).to_json())
        assert form["verdict"] == "fails"
        for key in ("tight", "attained_by", "checked", "witness"):
            form.pop(key)
        outcome = replay(json.dumps({**form, "verdict": "holds", "evidence": "exact"}))
        assert (outcome.status, "the claim fails" in outcome.text) == ("rejected", True)


def convergents(count: int) -> list[Fraction]:
    """The first convergents of e, of which every second one is above it."""
    terms = [2] + [2 * (k // 3 + 1) if k % 3 == 1 else 1 for k in range(count)]
    found = []
    for end in range(1, count + 1):
        value = Fraction(terms[end - 1])
        for term in reversed(terms[: end - 1]):
            value = term + 1 / value
        found.append(value)
    return found


@pytest.mark.parametrize("directed", [True, False])
@pytest.mark.parametrize("length", [6, 7, 90, 91])
def test_a_ratio_next_to_e(length: int, directed: bool) -> None:
    """Below e the claim holds at ε = 1, above it fails, however near: rounded bounds do not say."""
    near = convergents(length)[-1]
    above = length % 2 == 0
    whole = 10 * near.numerator
    weights = [[k, whole - k] for k in (near.numerator, near.denominator)]
    pairs: dict[str, Any] = {"neighbours": [["a", "b"]], "directed": True} if directed else {}
    channel = dv.Channel.from_weights(["a", "b"], ["y", "z"], weights, **pairs)
    for claim in (dv.PureDP(eps=1), dv.ApproxDP(eps=1, delta=0)):
        genuine = json.loads(dv.check(channel, claim).to_json())
        assert genuine["verdict"] == ("fails" if above else "holds")
        assert replay(json.dumps(genuine)).status == "accepted"
        for key in ("tight", "attained_by", "checked", "witness"):
            genuine.pop(key, None)
        outcome = replay(json.dumps({**genuine, "verdict": "holds", "evidence": "exact"}))
        assert outcome.status == ("rejected" if above else "accepted")
        assert not above or "the claim fails" in outcome.text
