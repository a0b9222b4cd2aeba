"""How a forger changes a saved result about a channel, and puts right what follows from it."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from random import Random
from typing import Any

from tests.fuzz.oracle import ONE, Subject, Unread, excess, fraction, odds, weight

Document = dict[str, Any]
EPS = ("0", "ln(3/2)", "ln(2)", "ln(3)", "ln(5)", "ln(10)", "inf")
BOUNDS = ("0", "1/100", "1/10", "1/4", "1/3", "1/2", "3/4", "1", "2", "-1/10")


def forged(random: Random, document: Document, pool: list[Document]) -> Document:
    """One to four changes, most of them with what follows put right."""
    for _ in range(random.choice((1, 1, 2, 2, 3, 4))):
        try:
            random.choice(CHANGES)(random, document, pool)
        except (LookupError, TypeError, ValueError, AttributeError, Unread):
            continue  # a change that does not apply to what is left of the document
    for repair in (_probabilities, _excess, _counts, _digest):
        if random.random() < 0.85:
            try:
                repair(document)
            except (LookupError, TypeError, ValueError, AttributeError, Unread):
                continue
    return document


def _channel(document: Document) -> Any:
    return document["subject"]["channel"]


def _places(document: Document) -> list[Any]:
    return [document[key] for key in ("witness", "attained_by") if key in document]


# Changes.


def _swap_inputs(random: Random, document: Document, _: Any) -> None:
    place = random.choice(_places(document))
    place["inputs"] = place["inputs"][::-1]


def _other_inputs(random: Random, document: Document, _: Any) -> None:
    place = random.choice(_places(document))
    place["inputs"] = random.sample(_channel(document)["inputs"], 2)


def _other_event(random: Random, document: Document, _: Any) -> None:
    outputs = _channel(document)["outputs"]
    place = random.choice(_places(document))
    place["event"] = [y for y in outputs if random.random() < 0.5]


def _permute_rows(random: Random, document: Document, _: Any) -> None:
    random.shuffle(_channel(document)["matrix"])


def _permute_columns(random: Random, document: Document, _: Any) -> None:
    channel = _channel(document)
    order = list(range(len(channel["outputs"])))
    random.shuffle(order)
    channel["matrix"] = [[row[k] for k in order] for row in channel["matrix"]]


def _rename(random: Random, document: Document, _: Any) -> None:
    random.shuffle(_channel(document)[random.choice(("inputs", "outputs"))])


def _move_mass(random: Random, document: Document, _: Any) -> None:
    row = random.choice(_channel(document)["matrix"])
    i, j = random.sample(range(len(row)), 2)
    moved = Fraction(row[i]) * random.choice((1, Fraction(1, 2), Fraction(1, 1000)))
    row[i], row[j] = str(Fraction(row[i]) - moved), str(Fraction(row[j]) + moved)


def _other_relation(random: Random, document: Document, _: Any) -> None:
    channel = _channel(document)
    inputs = channel["inputs"]
    pairs = [[x, z] for x in inputs for z in inputs if x != z]
    channel["neighbours"] = random.choice(
        ("all", random.sample(pairs, random.randint(1, len(pairs))))
    )
    channel.pop("directed", None)
    if channel["neighbours"] != "all" and random.random() < 0.5:
        channel["directed"] = True


def _other_parameter(random: Random, document: Document, _: Any) -> None:
    key = random.choice(
        [key for key in document["given"] if key in ("eps", "delta", "risk", "eta")]
    )
    document["given"][key] = random.choice(EPS if key == "eps" else BOUNDS)


def _tight_parameter(_: Random, document: Document, __: Any) -> None:
    ((key, value),) = document["tight"].items()
    document["given"][key] = value["exact"]


def _other_tight(random: Random, document: Document, _: Any) -> None:
    ((key, _value),) = document["tight"].items()
    exact = random.choice(EPS if key == "eps" else BOUNDS)
    low, high = ("0", "inf") if key == "eps" else (exact, exact)
    if key != "eps":
        low = high = f"{float(Fraction(exact)):.6f}"
    document["tight"] = {key: {"exact": exact, "lower": low, "upper": high}}


def _flip(random: Random, document: Document, _: Any) -> None:
    if document.get("verdict") == "fails":
        document["verdict"], document["evidence"] = "holds", "exact"
        document.pop("witness")
    else:
        document["verdict"], document["evidence"] = "fails", "certificate"
        place = deepcopy(document.get("attained_by", {}))
        document["witness"] = {**place, "excess": {"exact": "1/9", "lower": "0", "upper": "1"}}
    if random.random() < 0.5:
        for key in ("tight", "attained_by", "checked"):
            document.pop(key, None)


def _bare(_: Random, document: Document, __: Any) -> None:
    for key in ("tight", "attained_by", "checked"):
        document.pop(key, None)


def _other_definition(random: Random, document: Document, _: Any) -> None:
    names = ("pure-dp", "local-dp", "approx-dp", "probabilistic-dp", "privacy-at-risk",
             "bounded-range", "metric-dp", "total-variation")  # fmt: skip
    document["definition"] = random.choice(names)
    given, slack = document["given"], "risk" if "risk" in document["definition"] else "delta"
    for old in ("delta", "risk"):
        if old in given and old != slack:
            given[slack] = given.pop(old)


def _splice(random: Random, document: Document, pool: list[Document]) -> None:
    other = deepcopy(random.choice(pool))
    key = random.choice([*other])
    document[key] = other[key]


def _delete(random: Random, document: Document, _: Any) -> None:
    holder = random.choice(_objects(document))
    holder.pop(random.choice([*holder]))


def _add(random: Random, document: Document, _: Any) -> None:
    holder = random.choice(_objects(document))
    holder[random.choice(("mood", "exact", "excess", "verdict", "bound"))] = random.choice(
        ("0", 1, None, [], {})
    )


def _objects(value: Any) -> list[dict[str, Any]]:
    found = [value] if isinstance(value, dict) and value else []
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for each in inner:
        found += _objects(each)
    return found


def _respell(random: Random, document: Document, _: Any) -> None:
    row = random.choice(_channel(document)["matrix"])
    k = random.randrange(len(row))
    number = Fraction(row[k])
    row[k] = f"{3 * number.numerator}/{3 * number.denominator}"


def _other_prior(random: Random, document: Document, _: Any) -> None:
    random.shuffle(_channel(document)[random.choice(("prior", "distance"))])


def _other_goal(random: Random, document: Document, _: Any) -> None:
    inputs = _channel(document)["inputs"]
    document["given"]["goal"] = random.sample(inputs, random.randint(1, len(inputs)))


Change = Callable[[Random, Document, Any], None]
CHANGES: tuple[Change, ...] = (
    _swap_inputs, _other_inputs, _other_event, _permute_rows, _permute_columns, _rename,
    _move_mass, _other_relation, _other_parameter, _tight_parameter, _other_tight, _flip, _bare,
    _other_definition, _splice, _delete, _add, _respell, _other_prior, _other_goal,
)  # fmt: skip


# What follows from a change, put right.


def _probabilities(document: Document) -> None:
    subject = Subject(_channel(document))
    for place in _places(document):
        if "event" in place and "inputs" in place:
            laws = [subject.rows[x] for x in place["inputs"]]
            place["probabilities"] = [str(weight(law, place["event"])) for law in laws]


def _excess(document: Document) -> None:
    place, name, given = document["witness"], document["definition"], document["given"]
    if name == "total-variation":
        p, q = (Fraction(text) for text in place["probabilities"])
        by = p - q - fraction(given["delta"])
    else:
        subject = Subject(_channel(document))
        p_law, q_law = (subject.rows[x] for x in place["inputs"])
        e = odds(given["eps"])
        slack = given.get("delta", given.get("risk", "0"))
        if name == "metric-dp":
            e = e if e is not None else ONE
        by = excess(name if name != "metric-dp" else "pure-dp", p_law, q_law, place["event"], e)
        by -= fraction(slack)
    low, high = by - Fraction(1, 10**6), by + Fraction(1, 10**6)
    place["excess"] = {"exact": str(by), "lower": str(low), "upper": str(high)}


def _counts(document: Document) -> None:
    subject = Subject(_channel(document))
    if "checked" in document and "pairs" in document["checked"]:
        every = document["definition"] in ("local-dp", "metric-dp")
        n = len(subject.inputs)
        pairs = n * (n - 1) if every else len(subject.pairs)
        document["checked"] = {"pairs": pairs, "outputs": len(subject.outputs)}


def _digest(document: Document) -> None:
    document["subject"]["digest"] = Subject(_channel(document)).digest
