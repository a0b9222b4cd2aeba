"""Copies of genuine documents with one thing changed: what a kernel must not accept."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import Any

from dpverify.checkers.kernel.channels import read_channel
from dpverify.checkers.kernel.scenarios import digest as scenario_digest
from dpverify.defs.channel import Channel
from dpverify.defs.numbers import NumberError, as_number, number_json, number_text

Document = dict[str, Any]
Forgery = tuple[str, Document]
SMALL, LESS = "1/1000003", "-1/1000003"
NONE = {"exact": "0", "lower": "0", "upper": "0"}
NEWER = "dpverify.channel/2.0"


def forgeries(genuine: Document) -> Iterator[Forgery]:
    """Every way to forge that applies to this result, by name."""
    makers = [_matrix, _labels, _relation, _digest, _claim, _verdict, _tight, _counts, _form]
    for maker in makers:
        yield from maker(genuine)
    for key in ("witness", "attained_by"):
        if key in genuine:
            yield from _place(genuine, key)


def changed(genuine: Document, *path: str | int, to: Any) -> Document:
    """A copy with one member replaced."""
    copy = _copy(genuine)
    *outer, last = path
    holder: Any = copy
    for step in outer:
        holder = holder[step]
    holder[last] = to
    return copy


def without(genuine: Document, *path: str) -> Document:
    """A copy with one member left out."""
    copy = _copy(genuine)
    holder: Any = copy
    for step in path[:-1]:
        holder = holder[step]
    del holder[path[-1]]
    return copy


def _copy(document: Document) -> Document:
    """A copy of everything in it; thousands are made, and deepcopy is five times slower."""
    copy: Document = pickle.loads(pickle.dumps(document))  # noqa: S301  our own, just made
    return copy


def shifted(text: str, by: str = SMALL) -> str:
    """A slightly larger number."""
    return number_text(as_number(text) + as_number(by))


def redigested(document: Document) -> Document:
    """The same document with the digest that its channel now has."""
    given = {key: value for key, value in document["subject"]["channel"].items() if key != "schema"}
    return changed(document, "subject", "digest", to=Channel(**given).digest)


def signed(document: Document) -> Document:
    """The same document with the digest that the kernel asks for; as it is where none can be had.

    A forger can compute a digest, so that what follows it is to be refused by itself.
    """
    subject = document["subject"]
    try:
        if "channel" in subject:
            digest = read_channel(subject["channel"]).digest
        else:
            digest = scenario_digest(subject["scenario"])
    except (NumberError, LookupError, TypeError, ValueError, AttributeError):
        return document
    return changed(document, "subject", "digest", to=digest)


def _matrix(genuine: Document) -> Iterator[Forgery]:
    matrix = genuine["subject"]["channel"]["matrix"]
    at = ("subject", "channel", "matrix")
    for i, row in enumerate(matrix):
        moved = [shifted(row[0]), number_text(as_number(row[1]) - as_number(SMALL)), *row[2:]]
        yield f"matrix row {i}: mass moved", changed(genuine, *at, i, to=moved)
        yield f"matrix row {i}: sum not 1", changed(genuine, *at, i, 0, to=shifted(row[0]))
        yield f"matrix row {i}: too short", changed(genuine, *at, i, to=row[:-1])
        negative = [number_text(as_number(row[0]) + 1), number_text(as_number(row[1]) - 1)]
        yield f"matrix row {i}: negative", changed(genuine, *at, i, to=[*negative, *row[2:]])
    yield from _moved_with_digest(genuine)
    yield "matrix: rows exchanged", changed(genuine, *at, to=[matrix[1], matrix[0], *matrix[2:]])
    yield "matrix: a row more", changed(genuine, *at, to=[*matrix, matrix[0]])
    yield "matrix: no list", changed(genuine, *at, to="3/4")


def _moved_with_digest(genuine: Document) -> Iterator[Forgery]:
    """The digest is renewed, so only the probabilities of the event tell."""
    used = genuine["witness"] if "witness" in genuine else genuine["attained_by"]
    channel = genuine["subject"]["channel"]
    i, outputs = channel["inputs"].index(used["inputs"][0]), channel["outputs"]
    row = list(channel["matrix"][i])
    inside = [j for j, y in enumerate(outputs) if y in used["event"] and row[j] != "0"]
    outside = [j for j, y in enumerate(outputs) if y not in used["event"]]
    if inside and outside:
        row[inside[0]] = shifted(row[inside[0]], LESS)
        row[outside[0]] = shifted(row[outside[0]])
        moved = changed(genuine, "subject", "channel", "matrix", i, to=row)
        yield "matrix and digest: mass moved out of the event", redigested(moved)


def _labels(genuine: Document) -> Iterator[Forgery]:
    channel = genuine["subject"]["channel"]
    for key in ("inputs", "outputs"):
        labels = channel[key]
        at = ("subject", "channel", key)
        yield f"{key}: exchanged", changed(genuine, *at, to=labels[::-1])
        yield f"{key}: one renamed", changed(genuine, *at, 0, to="renamed")
        yield f"{key}: one twice", changed(genuine, *at, 0, to=labels[1])
        yield f"{key}: a number", changed(genuine, *at, 0, to=0)
        yield f"{key}: none", changed(genuine, *at, to=[])
    yield "channel: unknown key", changed(genuine, "subject", "channel", "matrx", to=[])
    yield "channel: newer schema", changed(genuine, "subject", "channel", "schema", to=NEWER)
    yield "channel: directed is 1", changed(genuine, "subject", "channel", "directed", to=1)


def _relation(genuine: Document) -> Iterator[Forgery]:
    at = ("subject", "channel", "neighbours")
    first, second = genuine["subject"]["channel"]["inputs"][:2]
    for name, relation in {
        "none": [],
        "no pair": [[first]],
        "itself": [[first, first]],
        "unknown": [[first, "nobody"]],
        "a text": "some",
        "null": None,
    }.items():
        yield f"neighbours: {name}", changed(genuine, *at, to=relation)
    directed = changed(genuine, *at, to=[[second, first]])
    directed["subject"]["channel"]["directed"] = True
    yield "neighbours: one pair, one way", directed


def _digest(genuine: Document) -> Iterator[Forgery]:
    digest = genuine["subject"]["digest"]
    last = "0" if digest[-1] != "0" else "1"
    yield "digest: last digit", changed(genuine, "subject", "digest", to=digest[:-1] + last)
    yield "digest: no text", changed(genuine, "subject", "digest", to=None)
    yield "prior: not that of the digest", changed(genuine, "subject", "channel", "prior", to=["1"])


def _claim(genuine: Document) -> Iterator[Forgery]:
    verdict, definition = genuine.get("verdict"), genuine["definition"]
    exact = definition in ("pure-dp", "local-dp", "approx-dp")
    for name, text in genuine["given"].items():
        wrong: dict[str, Any] = {"negative": "-1/2", "infinite": "inf", "none": "x", "list": [text]}
        if verdict == "fails":
            wrong["large"] = "50" if name == "eps" else "1"
        if verdict != "holds" and (exact or (verdict == "fails" and name != "eps")):
            # A risk changes with ε in steps: a nearby ε may leave every statement true.
            wrong |= {"a little larger": shifted(text), "a little smaller": shifted(text, LESS)}
        if verdict == "holds" and name in genuine["tight"]:
            # What holds, holds for larger parameters too; not below the tight one.
            wrong["too small"] = shifted(genuine["tight"][name]["exact"], LESS)
        for what, forged in wrong.items():
            yield f"given {name}: {what}", changed(genuine, "given", name, to=forged)
        yield f"given {name}: left out", without(genuine, "given", name)
    if verdict == "fails" and "inf" not in str(genuine["tight"]):
        ((name, number),) = genuine["tight"].items()
        at_tight = changed(genuine, "given", name, to=number["exact"])
        yield "given: the tight value", changed(at_tight, "witness", "excess", to=NONE)
    yield "given: unknown parameter", changed(genuine, "given", "alpha", to="2")
    yield "given: neighbours of another", changed(genuine, "given", "neighbours", to=[["a", "z"]])
    yield "given: no object", changed(genuine, "given", to=[])
    other = "approx-dp" if genuine["definition"] != "approx-dp" else "privacy-at-risk"
    yield "definition: another", changed(genuine, "definition", to=other)
    yield "definition: a number", changed(genuine, "definition", to=3)


def _verdict(genuine: Document) -> Iterator[Forgery]:
    given = genuine.get("verdict")
    if given is None:
        yield "verdict: holds, of a measurement", changed(genuine, "verdict", to="holds")
        yield "verdict: fails, of a measurement", changed(genuine, "verdict", to="fails")
        return
    other = "holds" if given == "fails" else "fails"
    turned = changed(genuine, "verdict", to=other)
    yield "verdict: turned", turned
    evidence = "exact" if other == "holds" else "certificate"
    with_evidence = changed(turned, "evidence", to=evidence)
    yield "verdict: turned, with its evidence", with_evidence
    if other == "holds":
        bare = without(with_evidence, "witness")
        yield "verdict: turned, without witness", bare
        loose = without(without(bare, "tight"), "attained_by")
        yield "verdict: turned, without tight value", loose
    else:
        place = genuine["attained_by"]
        excess = {"exact": "1/100", "lower": "0.01", "upper": "0.01"}
        yield (
            "verdict: turned, with a witness",
            changed(with_evidence, "witness", to={**place, "excess": excess}),
        )
    yield "verdict: unknown", changed(genuine, "verdict", to="unknown")
    yield "verdict: private", changed(genuine, "verdict", to="private")
    yield "verdict: true", changed(genuine, "verdict", to=True)
    yield "verdict: left out", without(genuine, "verdict")


def _tight(genuine: Document) -> Iterator[Forgery]:
    (name,) = genuine["tight"]
    at = ("tight", name)
    value = genuine["tight"][name]["exact"]
    finite = value != "inf"
    for what, number in {
        "larger": shifted(value) if finite else "50",
        "smaller": shifted(value, LESS) if finite else "1",
        "infinite": "inf" if finite else "-1",
        "negative": "-1",
    }.items():
        if name != "eps" and number == "inf":
            continue
        honest = number_json(as_number(number, allow_infinity=True))
        yield f"tight: {what}", changed(genuine, *at, to=honest)
        yield f"tight: {what}, old bounds", changed(genuine, *at, "exact", to=number)
        bare = {"exact": None, "lower": honest["lower"], "upper": honest["upper"]}
        yield f"tight: {what}, bounds alone", changed(genuine, *at, to=bare)
    if finite:
        yield "tight: lower bound above", changed(genuine, *at, "lower", to="51")
    yield "tight: upper bound below", changed(genuine, *at, "upper", to="-1/7")
    yield "tight: no upper bound", without(genuine, *at, "upper")
    yield "tight: bound a float", changed(genuine, *at, "lower", to=0.0)
    yield "tight: another name", changed(genuine, "tight", to={"alpha": genuine["tight"][name]})
    yield "tight: one more", changed(genuine, "tight", "alpha", to=genuine["tight"][name])
    yield "tight: a list", changed(genuine, "tight", to=[value])
    yield "attained_by: left out", without(genuine, "attained_by")
    yield "attained_by: supremum", {**without(genuine, "attained_by"), "supremum": True}
    yield "tight: left out", without(genuine, "tight")


def _place(genuine: Document, key: str) -> Iterator[Forgery]:
    place = genuine[key]
    outputs = genuine["subject"]["channel"]["outputs"]
    inputs, event = place["inputs"], place["event"]
    for what, labels in {
        "exchanged": inputs[::-1],
        "equal": [inputs[0]] * 2,
        "one": inputs[:1],
        "unknown": [inputs[0], "nobody"],
        "a text": "".join(inputs),
    }.items():
        yield f"{key} inputs: {what}", changed(genuine, key, "inputs", to=labels)
    if "a" in inputs and genuine["definition"] != "local-dp" and len(outputs) == 4:
        yield f"{key} inputs: no neighbours", changed(genuine, key, "inputs", to=["a", "c"])
    for what, labels in {
        "unknown": [*event, "nothing"],
        "twice": [*event, outputs[0], outputs[0]],
        "a text": "".join(event),
        "others": [y for y in outputs if y not in event],
        "a number": [0],
    }.items():
        yield f"{key} event: {what}", changed(genuine, key, "event", to=labels)
    for i in (0, 1):
        old = place["probabilities"][i]
        at = (key, "probabilities", i)
        yield f"{key} probability {i}: shifted", changed(genuine, *at, to=shifted(old))
        yield f"{key} probability {i}: a float", changed(genuine, *at, to=0.25)
        yield f"{key} probability {i}: a bool", changed(genuine, *at, to=True)
    third = [*place["probabilities"], "1"]
    yield f"{key} probabilities: three", changed(genuine, key, "probabilities", to=third)
    if "excess" in place:
        yield from _excess(genuine)


def _excess(genuine: Document) -> Iterator[Forgery]:
    old = genuine["witness"]["excess"]
    at = ("witness", "excess")
    more = number_json(as_number(shifted(old["exact"])))
    yield "excess: larger", changed(genuine, *at, to=more)
    yield "excess: larger, old bounds", changed(genuine, *at, "exact", to=more["exact"])
    bare = {**more, "exact": None}
    yield "excess: larger, bounds alone", changed(genuine, *at, to=bare)
    yield "excess: bounds exchanged", changed(genuine, *at, "lower", to="2")
    yield "excess: left out", without(genuine, *at)
    yield "witness: left out", without(genuine, "witness")


def _counts(genuine: Document) -> Iterator[Forgery]:
    for name, count in genuine["checked"].items():
        yield f"checked {name}: one more", changed(genuine, "checked", name, to=count + 1)
        yield f"checked {name}: no number", changed(genuine, "checked", name, to="many")
    yield "checked: a list", changed(genuine, "checked", to=[])
    yield "checked: more", changed(genuine, "checked", "databases", to=1)


def _form(genuine: Document) -> Iterator[Forgery]:
    if genuine.get("verdict") != "fails":
        witness = {**genuine["attained_by"], "excess": NONE}
        yield "witness: of no failure", changed(genuine, "witness", to=witness)
    yield "evidence: solvers", changed(genuine, "evidence", to="solvers")
    yield "evidence: left out", without(genuine, "evidence")
    for key in ("bound", "supremum", "approached_by", "all_inputs", "trade_off", "reason"):
        yield f"{key}: not checked", {**genuine, key: {}}
    yield "schema: newer", changed(genuine, "schema", to="dpverify.result/2.0")
    yield "schema: another kind", changed(genuine, "schema", to="dpverify.channel/1.0")
    yield "schema: left out", without(genuine, "schema")
    yield "subject: left out", without(genuine, "subject")
    yield "subject: a list", changed(genuine, "subject", to=[])


def forged_refutations(genuine: Document) -> dict[str, Document]:
    """Copies of the refutation of `documents.refutation`, each with one thing changed."""
    objects, conclusion, hypothesis = ("objects",), ("conclusion",), ("hypotheses", 0)
    return {
        "composition: other object": changed(
            genuine, *objects, "N", to={"post_process": ["M", "M"]}
        ),
        "composition: unknown": changed(genuine, *objects, "N", to={"chain": ["M", "f"]}),
        "composition: missing object": changed(
            genuine, *objects, "N", to={"post_process": ["M", "g"]}
        ),
        "composition: of itself": changed(genuine, *objects, "N", to={"post_process": ["N", "f"]}),
        "composition: two at once": changed(genuine, *objects, "N", "product", to=["M", "M"]),
        "composition: a text": changed(genuine, *objects, "N", to="M"),
        "map: not what merges": changed(
            genuine, *objects, "f", "matrix", 3, to=["0", "1", "0"]
        ),
        "channel: mass moved": changed(
            genuine, *objects, "M", "matrix", 0, to=["1/50", "1/200", "19/40", "1/8", "3/8"]
        ),
        "hypothesis: too strong": changed(genuine, *hypothesis, "given", "risk", to="1/41"),
        "hypothesis: fails": changed(genuine, *hypothesis, "verdict", to="fails"),
        "hypothesis: of the result": changed(genuine, *hypothesis, "of", to="N"),
        "hypothesis: no verdict": without_in(genuine, "hypotheses", "verdict"),
        "hypothesis: no object": changed(genuine, *hypothesis, "of", to="Q"),
        "hypotheses: left out": without(genuine, "hypotheses"),
        "hypotheses: a text": changed(genuine, "hypotheses", to=""),
        "conclusion: holds": changed(genuine, *conclusion, "verdict", to="holds"),
        "conclusion: what holds": changed(genuine, "conclusion", to=genuine["hypotheses"][0]),
        "conclusion: of the channel": changed(genuine, *conclusion, "of", to="M"),
        "conclusion: of the map": changed(genuine, *conclusion, "of", to="f"),
        "conclusion: larger risk": changed(genuine, *conclusion, "given", "risk", to="21/40"),
        "conclusion: larger eps": changed(genuine, *conclusion, "given", "eps", to="ln(4)"),
        "conclusion: other definition": changed(genuine, *conclusion, "definition", to="pure-dp"),
        "conclusion: no witness": without(genuine, "conclusion", "witness"),
        "conclusion: left out": without(genuine, "conclusion"),
        "witness: event": changed(genuine, *conclusion, "witness", "event", to=["a", "c"]),
        "witness: probability": changed(
            genuine, *conclusion, "witness", "probabilities", 0, to="22/40"
        ),
        "witness: inputs": changed(genuine, *conclusion, "witness", "inputs", to=["x", "x"]),
        "witness: excess": changed(
            genuine, *conclusion, "witness", "excess", "exact", to="1/3"
        ),
    }  # fmt: skip


def without_in(genuine: Document, key: str, member: str) -> Document:
    """A copy whose list `key` holds its first object without one member."""
    return changed(genuine, key, 0, to=without(genuine[key][0], member))
