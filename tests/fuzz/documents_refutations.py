"""Refutations for forgers: two channels, a composition of them, claims of (ε, δ) privacy."""

from __future__ import annotations

import json
from contextlib import suppress
from copy import deepcopy
from fractions import Fraction
from random import Random
from typing import Any

from dpverify.checkers.decide import check, measure
from dpverify.checkers.verdict import Fails
from dpverify.defs.channel import Channel
from dpverify.defs.composition import compose
from dpverify.defs.definitions.registry import definition
from tests.fuzz.documents import Document, Kind
from tests.fuzz.documents_channels import drawn_bound, drawn_channel, drawn_eps
from tests.fuzz.oracle import Subject, Unread, excess, fraction, holds, largest, odds, weight

FORMS = ("product", "mixture", "visible_mixture", "post_process", "adaptive", "restrict")


def make(random: Random) -> Document:
    """A refutation: what holds of M and N is more than what holds of their composition K."""
    while True:
        objects = _drawn_objects(random)
        form = _drawn_form(random, objects)
        try:
            composed = compose(form, objects)
        except ValueError:
            continue
        eps = drawn_eps(random)
        verdict = check(composed, definition("approx-dp", eps=eps, delta=drawn_bound(random)))
        if isinstance(verdict, Fails):
            break
    hypotheses = []
    for name in ("M", "N"):
        delta = measure(objects[name], "approx-dp", eps=eps).tight["delta"]
        given = {"eps": eps, "delta": str(delta)}
        hypotheses.append(
            {"of": name, "definition": "approx-dp", "given": given, "verdict": "holds"}
        )
    saved = json.loads(verdict.to_json())
    return {
        "schema": "dpverify.refutation/1.0",
        "entry": "approx.composition",
        "objects": {**{k: v.to_dict() for k, v in objects.items()}, "K": form},
        "hypotheses": hypotheses,
        "conclusion": {"of": "K", **{k: saved[k] for k in ("definition", "given", "verdict",
                                                          "witness")}},
    }  # fmt: skip


def _drawn_objects(random: Random) -> dict[str, Channel]:
    first = drawn_channel(random).to_dict()
    second = deepcopy(first)
    for row in second["matrix"]:
        random.shuffle(row)
    outputs = first["outputs"]
    rows = [[f"{k}/4", f"{4 - k}/4"] for k in (random.randint(0, 4) for _ in outputs)]
    form = {key: value for key, value in first.items() if key != "schema"}
    return {
        "M": Channel(**form),
        "N": Channel(**{**form, "matrix": second["matrix"]}),
        "f": Channel(outputs, ["u", "v"], rows),
    }


def _drawn_form(random: Random, objects: dict[str, Channel]) -> Document:
    name = random.choice(FORMS)
    inputs, outputs = list(objects["M"].inputs), objects["M"].outputs
    return {
        name: {
            "product": ["M", "N"],
            "mixture": ["1/3", "M", "N"],
            "visible_mixture": ["1/3", "M", "N"],
            "post_process": ["M", "f"],
            "adaptive": ["M", [random.choice("MN") for _ in outputs]],
            "restrict": ["M", random.sample(inputs, random.randint(2, len(inputs)))],
        }[name]
    }


class Composed:
    """The objects of a refutation, composed in fractions."""

    def __init__(self, document: Document) -> None:
        self.forms = document["objects"]
        self._open: list[str] = []

    def get(self, name: str) -> Subject:
        """An object; raises Unread where it is no composition over one relation."""
        form = self.forms[name]
        if "schema" in form:
            return Subject(form)
        if name in self._open:
            raise FalseError  # composed of itself
        ((composition, arguments),) = form.items()
        self._open.append(name)
        made: Subject = getattr(self, f"_{composition}")(*arguments)
        self._open.pop()
        return made

    def _two(
        self, first: Subject, tosses: Any, then: Any, *, hidden: bool, others: list[Subject]
    ) -> Subject:
        for other in others:
            if {*other.rows} != {*first.rows} or other.pairs != first.pairs:
                raise FalseError  # composed over two relations: no refutation
        made = Subject.__new__(Subject)
        made.inputs, made.pairs = first.inputs, first.pairs
        made.rows = {}
        for x in first.inputs:
            row: dict[str, Fraction] = {}
            for y, p in tosses(x).items():
                for z, q in then(x, y).items():
                    label = z if hidden else json.dumps([y, z], ensure_ascii=False)
                    row[label] = row.get(label, Fraction(0)) + p * q
            made.rows[x] = row
        made.outputs = list(made.rows[made.inputs[0]])
        return made

    def _product(self, m: str, n: str) -> Subject:
        a, b = self.get(m), self.get(n)
        return self._two(a, a.rows.get, lambda x, _: b.rows[x], hidden=False, others=[b])

    def _adaptive(self, m: str, names: list[str]) -> Subject:
        a, many = self.get(m), [self.get(name) for name in names]
        by = dict(zip(a.outputs, many, strict=True))
        return self._two(a, a.rows.get, lambda x, y: by[y].rows[x], hidden=False, others=many)

    def _post_process(self, m: str, f: str) -> Subject:
        a, b = self.get(m), self.get(f)
        return self._two(a, a.rows.get, lambda _, y: b.rows[y], hidden=True, others=[])

    def _mixture(self, w: str, m: str, n: str, *, hidden: bool = True) -> Subject:
        a, b, chance = self.get(m), self.get(n), fraction(w)
        side = {"0": a, "1": b}
        coin = {"0": chance, "1": 1 - chance}
        return self._two(a, lambda _: coin, lambda x, y: side[y].rows[x], hidden=hidden, others=[b])

    def _visible_mixture(self, w: str, m: str, n: str) -> Subject:
        return self._mixture(w, m, n, hidden=False)

    def _restrict(self, m: str, kept: list[str]) -> Subject:
        a = self.get(m)
        made = Subject.__new__(Subject)
        made.inputs, made.outputs = kept, a.outputs
        made.rows = {x: a.rows[x] for x in kept}
        made.pairs = {pair for pair in a.pairs if {*pair} <= {*kept}}
        if not made.pairs:
            raise FalseError
        return made


class FalseError(Exception):
    """What is stated is false, or says nothing."""


def is_true(document: Document) -> bool | None:
    """Every hypothesis holds of its object, the conclusion fails of its own, by its witness."""
    try:
        composed = Composed(document)
        for claim in document["hypotheses"]:
            if not _holds(claim, composed):
                return False
        conclusion = document["conclusion"]
        return not _holds(conclusion, composed) and _witnessed(conclusion, composed)
    except FalseError:
        return False
    except Unread:
        return None


def _slack(given: Any) -> Fraction:
    return fraction(given.get("delta", given.get("risk", "0")))


def _holds(claim: Any, composed: Composed) -> bool:
    subject = composed.get(claim["of"])
    return holds(claim["definition"], subject, odds(claim["given"]["eps"]), _slack(claim["given"]))


def _witnessed(claim: Any, composed: Composed) -> bool:
    subject, place = composed.get(claim["of"]), claim["witness"]
    x, z = place["inputs"]
    if claim["definition"] != "local-dp" and (x, z) not in subject.pairs:
        return False
    p, q = subject.rows[x], subject.rows[z]
    stated = [fraction(number) for number in place["probabilities"]]
    by = excess(claim["definition"], p, q, place["event"], odds(claim["given"]["eps"]))
    right = stated == [weight(p, place["event"]), weight(q, place["event"])]
    return right and by > _slack(claim["given"])


def forge(random: Random, genuine: Document, pool: list[Document]) -> Document:
    """One to three changes, with the witness computed again for what is then composed."""
    document = deepcopy(genuine)
    for _ in range(random.choice((1, 2, 3))):
        try:
            random.choice(CHANGES)(random, document, pool)
        except (LookupError, TypeError, ValueError, AttributeError, Unread, FalseError):
            continue
    if random.random() < 0.85:
        # What the forger cannot compute stays as it is.
        with suppress(LookupError, TypeError, ValueError, AttributeError, Unread, FalseError):
            _put_right(random, document)
    return document


def _put_right(random: Random, document: Document) -> None:
    claim = document["conclusion"]
    subject, given, place = Composed(document).get(claim["of"]), claim["given"], claim["witness"]
    if random.random() < 0.5:  # the worst event of some pair
        pairs = [(x, z) for x in subject.inputs for z in subject.inputs if x != z]
        x, z = random.choice(pairs)
        e = odds(given["eps"])
        p, q = subject.rows[x], subject.rows[z]
        place["inputs"] = [x, z]
        place["event"] = [y for y in subject.outputs if e is not None and p[y] > e * q[y]]
    p, q = (subject.rows[x] for x in place["inputs"])
    place["probabilities"] = [str(weight(law, place["event"])) for law in (p, q)]
    by = excess(claim["definition"], p, q, place["event"], odds(given["eps"])) - _slack(given)
    low, high = by - Fraction(1, 10**6), by + Fraction(1, 10**6)
    place["excess"] = {"exact": str(by), "lower": str(low), "upper": str(high)}


def _of_mass(random: Random, document: Document, _: Any) -> None:
    row = random.choice(document["objects"][random.choice("MNf")]["matrix"])
    random.shuffle(row)


def _of_relation(random: Random, document: Document, _: Any) -> None:
    channel = document["objects"][random.choice("MNf")]
    inputs = channel["inputs"]
    pairs = [[x, z] for x in inputs for z in inputs if x != z]
    channel["neighbours"] = random.sample(pairs, random.randint(1, len(pairs)))
    channel.pop("directed", None)


def _of_form(random: Random, document: Document, pool: list[Document]) -> None:
    document["objects"]["K"] = deepcopy(random.choice(pool)["objects"]["K"])


def _of_arguments(random: Random, document: Document, _: Any) -> None:
    ((_name, arguments),) = document["objects"]["K"].items()
    arguments[random.randrange(len(arguments))] = random.choice(("M", "N", "f", "K", "1/2", "2"))


def _of_given(random: Random, document: Document, _: Any) -> None:
    claim = random.choice([*document["hypotheses"], document["conclusion"]])
    if random.random() < 0.5:
        claim["given"]["eps"] = drawn_eps(random)
    else:
        claim["given"]["delta"] = drawn_bound(random)


def _of_objects(random: Random, document: Document, _: Any) -> None:
    claim = random.choice([*document["hypotheses"], document["conclusion"]])
    claim["of"] = random.choice("MNKf")


def _of_verdict(random: Random, document: Document, _: Any) -> None:
    claim = random.choice([*document["hypotheses"], document["conclusion"]])
    claim["verdict"] = random.choice(("holds", "fails"))


def _of_definition(random: Random, document: Document, _: Any) -> None:
    claim = random.choice([*document["hypotheses"], document["conclusion"]])
    claim["definition"] = random.choice(("pure-dp", "approx-dp", "probabilistic-dp", "local-dp"))
    if claim["definition"] in ("pure-dp", "local-dp"):
        claim["given"].pop("delta", None)


def _without_hypotheses(_: Random, document: Document, __: Any) -> None:
    document["hypotheses"].pop()


def _of_labels(random: Random, document: Document, _: Any) -> None:
    random.shuffle(document["objects"][random.choice("MNf")][random.choice(("inputs", "outputs"))])


def _of_tightness(_: Random, document: Document, __: Any) -> None:
    """The conclusion at what is just its tight value, where nothing is violated."""
    claim = document["conclusion"]
    subject = Composed(document).get(claim["of"])
    claim["given"]["delta"] = str(
        largest(claim["definition"], subject, odds(claim["given"]["eps"]))
    )


CHANGES = (
    _of_mass, _of_relation, _of_form, _of_arguments, _of_given, _of_objects, _of_verdict,
    _of_definition, _without_hypotheses, _of_labels, _of_tightness,
)  # fmt: skip
KINDS = (Kind("refutation", make, forge, is_true),)
