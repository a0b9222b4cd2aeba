"""Results about finite channels, as forgers like them: rational entries, ε = ln of a rational."""

from __future__ import annotations

import json
from copy import deepcopy
from fractions import Fraction
from functools import partial
from itertools import permutations
from random import Random
from typing import Any

from dpverify.checkers.decide import check, measure
from dpverify.defs.channel import Channel
from dpverify.defs.definitions.registry import definition
from tests.fuzz.documents import Document, Kind
from tests.fuzz.forging import forged
from tests.fuzz.oracle import (
    LITTLE,
    ONE,
    ZERO,
    Subject,
    Unread,
    events,
    excess,
    fraction,
    holds,
    largest,
    odds,
    weight,
)

SLACK = {"approx-dp": "delta", "probabilistic-dp": "delta", "privacy-at-risk": "risk"}


def drawn_channel(random: Random) -> Channel:
    """A channel of 2 to 4 inputs and 2 to 4 outputs, with zeros, and a relation."""
    inputs = ["a", "b", "c", "d"][: random.randint(2, 4)]
    outputs = ["w", "x", "y", "z"][: random.randint(2, 4)]
    rows = []
    for _ in inputs:
        row = [random.choice((0, 1, 1, 2, 3, 5)) for _ in outputs]
        row[random.randrange(len(row))] += 1
        rows.append([f"{n}/{sum(row)}" for n in row])
    pairs = list(permutations(inputs, 2))
    relation: Any = "all"
    directed = False
    if random.random() < 0.6:
        relation = [list(pair) for pair in random.sample(pairs, random.randint(1, len(pairs)))]
        relation = [pair for k, pair in enumerate(relation) if pair[::-1] not in relation[:k]]
        directed = random.random() < 0.3
    n = len(inputs)
    weights = [random.randint(1, 4) for _ in inputs]
    prior = [f"{w}/{sum(weights)}" for w in weights]
    distance = [[str(abs(i - j)) for j in range(n)] for i in range(n)]
    return Channel(inputs, outputs, rows, relation, directed=directed, prior=prior,
                   distance=distance)  # fmt: skip


def drawn_eps(random: Random) -> str:
    """An ε whose e^ε is rational."""
    return random.choice(("0", "ln(3/2)", "ln(2)", "ln(3)", "ln(5)", "ln(10)"))


def drawn_bound(random: Random) -> str:
    """A probability."""
    return random.choice(("0", "1/100", "1/10", "1/4", "1/3", "1/2", "3/4", "1"))


def make(name: str, random: Random) -> Document:
    """A genuine result of one of the definitions about pairs of neighbours."""
    channel = drawn_channel(random)
    while name == "privacy-at-risk" and channel.neighbours.directed:
        channel = drawn_channel(random)
    given = {"eps": drawn_eps(random)}
    if name in SLACK:
        given[SLACK[name]] = drawn_bound(random)
    if random.random() < 0.35:
        left_out = random.choice([*given])
        rest: dict[str, Any] = {key: text for key, text in given.items() if key != left_out}
        return _document(measure(channel, name, **rest))
    return _document(check(channel, definition(name, **given)))


def _document(result: Any) -> Document:
    document: Document = json.loads(result.to_json())
    document.pop("run", None)
    return document


def is_true(document: Document) -> bool | None:
    """Whether digest, counts, verdict, witness and tight value are those of the channel."""
    try:
        subject = Subject(document["subject"]["channel"])
        if document["subject"]["digest"] != subject.digest:
            return False
        return TRUTHS[document["definition"]](document, subject)
    except Unread:
        return None


def _pair_claim(document: Document, subject: Subject) -> bool:
    name, given = document["definition"], document["given"]
    slack_key = SLACK.get(name)
    values: dict[str, Any] = {}
    if "eps" in given:
        values["eps"] = odds(given["eps"])
    if slack_key is None:
        values["slack"], slack_key = ZERO, "slack"
    elif slack_key in given:
        values[slack_key] = fraction(given[slack_key])
    pairs = len(subject.pairs)
    if name == "local-dp":
        pairs = len(subject.inputs) * (len(subject.inputs) - 1)
    counts = {"pairs": pairs, "outputs": len(subject.outputs)}
    if "checked" in document and document["checked"] != counts:
        return False
    verdict = document.get("verdict")
    if verdict is not None:
        true = holds(name, subject, values["eps"], values[slack_key])
        if true != (verdict == "holds"):
            return False
    if verdict == "fails" and not _witnessed(document["witness"], name, subject, values, slack_key):
        return False
    return "tight" not in document or _tight(document, subject, name, values, slack_key)


def _witnessed(
    place: Any, name: str, subject: Subject, values: dict[str, Any], slack_key: str
) -> bool:
    """The witness is a pair of neighbours and an event, with what it states of them."""
    x, z = place["inputs"]
    if name != "local-dp" and (x, z) not in subject.pairs:
        return False
    p, q = subject.rows[x], subject.rows[z]
    event = place["event"]
    stated = [fraction(number) for number in place["probabilities"]]
    by = excess(name, p, q, event, values["eps"]) - values[slack_key]
    return stated == [weight(p, event), weight(q, event)] and by > 0 and _is(place["excess"], by)


def _is(stated: Any, number: Fraction) -> bool:
    """Whether what a document states of a number is it, or encloses it."""
    if not isinstance(stated, dict):
        return fraction(stated) == number
    if not fraction(stated["lower"]) <= number <= fraction(stated["upper"]):
        return False
    return stated.get("exact") is None or fraction(stated["exact"]) == number


def _tight(
    document: Document, subject: Subject, name: str, values: dict[str, Any], slack_key: str
) -> bool:
    """The claim holds at the tight value, and not at what is a little smaller."""
    ((key, stated),) = document["tight"].items()
    if stated.get("exact") is None:
        raise Unread
    if key != "eps":
        return _is(stated, largest(name, subject, values["eps"]))
    e, slack = odds(stated["exact"]), values[slack_key]
    if e is None:  # no finite ε holds: what remains when ε grows exceeds the bound
        beyond = max(
            weight(subject.rows[x], [y for y in subject.outputs if subject.rows[z][y] == 0])
            for x, z in _ordered(subject, name)
        )
        return bool(beyond > slack)
    lowest = e == 1 or not holds(name, subject, e * (1 - LITTLE), slack)
    return holds(name, subject, e, slack) and lowest


def _ordered(subject: Subject, name: str) -> Any:
    return permutations(subject.inputs, 2) if name == "local-dp" else subject.pairs


# Divergences and attackers.


def make_other(name: str, random: Random) -> Document:
    """A genuine result of a definition with one parameter."""
    channel = drawn_channel(random)
    more: dict[str, Any] = {}
    if name == "renyi-dp":
        more = {"alpha": random.choice(("2", "3"))}
    if name == "guessing-advantage":
        inputs = list(channel.inputs)
        more = {"goal": random.sample(inputs, random.randint(1, len(inputs) - 1))}
        if random.random() < 0.5 and len(inputs) > 2:
            more["knowledge"] = [inputs[:2], inputs[2:]]
    key = {"total-variation": "delta", "guessing-advantage": "eta"}.get(name, "eps")
    bound = drawn_eps(random) if key == "eps" else drawn_bound(random)
    if random.random() < 0.35:
        return _document(measure(channel, name, **more))
    return _document(check(channel, definition(name, **{key: bound}, **more)))


def _one_parameter(document: Document, subject: Subject) -> bool:
    """The largest value of any place, against what is claimed and said to be tight."""
    name = document["definition"]
    if name == "metric-dp":
        return _metric(document, subject)
    most = _largest_of(name, document, subject)  # None: infinite
    key = {"total-variation": "delta", "guessing-advantage": "eta"}.get(name, "eps")
    read = odds if key == "eps" else fraction
    verdict = document.get("verdict")
    if verdict is not None:
        bound = read(document["given"][key])
        if (most is not None and most <= bound) != (verdict == "holds"):  # type: ignore[operator]
            return False
    if "tight" in document:
        exact = document["tight"][key].get("exact")
        if exact is None:
            raise Unread
        if read(exact) != most:
            return False
    return True


def _largest_of(name: str, document: Document, subject: Subject) -> Fraction | None:
    """The tight value: a probability, or e^ε; None where no finite ε holds."""
    if name == "guessing-advantage":
        return _advantage(document, subject)
    found = ZERO if name == "total-variation" else ONE
    for x, z in subject.pairs:
        p, q = subject.rows[x], subject.rows[z]
        if name == "total-variation":
            found = max(found, *(weight(p, s) - weight(q, s) for s in events(subject.outputs)))
            continue
        seen = [y for y in subject.outputs if p[y] or q[y]]
        if name == "bounded-range":
            for y in seen:
                for other in seen:
                    left, right = p[y] * q[other], q[y] * p[other]
                    if right == 0 < left:
                        return None
                    found = max(found, left / right) if right else found
            continue
        alpha = int(document["given"]["alpha"])
        if any(q[y] == 0 < p[y] for y in seen):
            return None
        moment = sum((p[y] ** alpha / q[y] ** (alpha - 1) for y in seen if p[y]), ZERO)
        if alpha != 2:
            raise Unread  # e^ε is a root there
        found = max(found, moment)
    return found


def _advantage(document: Document, subject: Subject) -> Fraction:
    """The most that any output adds to the chance of a right guess, in any class."""
    given = document["given"]
    prior = dict(zip(subject.inputs, map(fraction, subject.form["prior"]), strict=True))
    found = ZERO
    for known in given.get("knowledge", [subject.inputs]):
        inside = [x for x in known if x in given["goal"]]
        whole = sum((prior[x] for x in known), ZERO)
        if whole == 0:
            continue
        before = sum((prior[x] for x in inside), ZERO) / whole
        for y in subject.outputs:
            hit = sum((prior[x] * subject.rows[x][y] for x in inside), ZERO)
            seen = sum((prior[x] * subject.rows[x][y] for x in known), ZERO)
            if seen:
                found = max(found, hit / seen - before)
    return found


def _metric(document: Document, subject: Subject) -> bool:
    """P(y) ≤ e^{εd}·Q(y) for all inputs at a finite distance d; d is an integer here."""
    cells = {
        (x, z): fraction(cell)
        for x, row in zip(subject.inputs, subject.form["distance"], strict=True)
        for z, cell in zip(subject.inputs, row, strict=True)
    }
    if any(d.denominator != 1 or d > 20 for d in cells.values()):
        raise Unread

    def true(e: Fraction) -> bool:
        return all(
            subject.rows[x][y] <= e ** int(d) * subject.rows[z][y]
            for (x, z), d in cells.items()
            if x != z
            for y in subject.outputs
        )

    verdict = document.get("verdict")
    if verdict is not None:
        e = odds(document["given"]["eps"])
        if e is None:
            raise Unread
        if true(e) != (verdict == "holds"):
            return False
    if "tight" in document:
        exact = document["tight"]["eps"].get("exact")
        e = odds(exact)
        if e is None:
            return not true(Fraction(10) ** 12)
        return true(e) and (e == 1 or not true(e * (1 - LITTLE)))
    return True


PAIR_CLAIMS = ("pure-dp", "local-dp", "approx-dp", "probabilistic-dp", "privacy-at-risk")
OTHERS = ("total-variation", "bounded-range", "renyi-dp", "metric-dp", "guessing-advantage")
TRUTHS = {
    **dict.fromkeys(PAIR_CLAIMS, _pair_claim),
    **dict.fromkeys(OTHERS, _one_parameter),
}


def forge(random: Random, document: Document, pool: list[Document]) -> Document:
    """A forged copy; see `forging`."""
    return forged(random, deepcopy(document), pool)


KINDS = (
    *(Kind(name, partial(make, name), forge, is_true) for name in PAIR_CLAIMS),
    *(Kind(name, partial(make_other, name), forge, is_true) for name in OTHERS),
)
