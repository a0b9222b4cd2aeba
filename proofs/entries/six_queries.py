"""Six queries of independent records: what the attacker knows only shifts what he sees.

Each row of the channel "laws" is the law of one record; its output v0 is the value 0 (of a count)
or 1, v1 the next one, and so on. The attacker knows the first record, every other one is a target.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import product

from dpverify.checkers.knowledge.convolution import views
from dpverify.checkers.knowledge.phi import REDUCIBLE, symbolic_phi
from dpverify.checkers.knowledge.reducible import obstruction
from dpverify.checkers.knowledge.views import Slice, View
from dpverify.defs.channel import Channel
from dpverify.defs.io.read_scenario import scenario_from_document
from dpverify.defs.knowledge import Scenario
from dpverify.defs.numbers import Number, Value, number_text
from dpverify.proofs.entry import Entry, Essay, Mutant
from dpverify.proofs.labels import Size
from dpverify.proofs.statement import AnyChannel, Property, Statement

SOURCE = (
    "D. Desfontaines, E. Mohammadi, E. Krahmer, D. Basin, Differential privacy with partial"
    " knowledge, arXiv 1905.00650, Proposition 26 of the thesis version"
)
LAWS = AnyChannel(Size("records", "r"), Size("answers", "v"), text="law of each record")
FIRST: Mapping[str, object] = {"indices": [0]}
MAPS = {
    "count": "o − s₁ + s₂",
    "linear": "o − s₁ + s₂",
    "arithmetic-mean": "o + (s₂ − s₁)/n",
    "geometric-mean": "o·(s₂/s₁)^(1/n)",
    "harmonic-mean": "n/(n/o − s₁ + s₂)",
    "quadratic-mean": "√(o² + (s₂ − s₁)/n)",
}
Objects = Mapping[str, Channel]
Numbers = Mapping[str, Number]


def _scenario(laws: Channel, query: str, known: Mapping[str, object]) -> Scenario:
    least = 0 if query.endswith("count") else 1
    records = [
        {"values": {str(least + j): number_text(p) for j, p in enumerate(laws.row(i))}}
        for i in range(len(laws.inputs))
    ]
    mechanism: dict[str, object] = {"name": query}
    if query == "linear":
        mechanism["weights"] = [str((-2) ** i) for i in range(len(records))]
    if query == "thresholded-count":
        mechanism["threshold"] = 1
    keys = {"records": records, "known": dict(known), "mechanism": mechanism}
    return scenario_from_document({"schema": "dpverify.scenario/1.0", **keys})


def _reducible(query: str, known: Mapping[str, object], objects: Objects, _: Numbers) -> bool:
    """The criterion: for any two values of B the same vectors of probabilities, as often."""
    made = _scenario(objects["laws"], query, known)
    return all(obstruction(view) is None for view in views(made))


def _by_phi(query: str, objects: Objects, _: Numbers, *, identity: bool = False) -> bool:
    """φ is one to one, and P(o | t, b₁) = P(φ(o) | t, b₂) for all t, o and b₁, b₂."""
    made = _scenario(objects["laws"], query, FIRST)
    return all(
        _keeps(made, view, first, second, identity=identity)
        for view in views(made)
        for first, second in product(view.slices, repeat=2)
    )


def _keeps(made: Scenario, view: View, first: Slice, second: Slice, *, identity: bool) -> bool:
    phi = symbolic_phi(made.query, made.family[0].n, first.known, second.known)
    outputs = {o for t in view.values for o in first.laws[t]}
    to = {o: o if identity else phi(o) for o in outputs}
    zero = Value(0)
    return len(set(to.values())) == len(to) and all(
        first.laws[t].get(o, zero) == second.laws[t].get(to[o], zero)
        for t in view.values
        for o in outputs
    )


def _statement(words: str, formula: str, holds: object, *, records: int = 2) -> Statement:
    return Statement(
        objects={"laws": LAWS},
        parameters={},
        conclusion=Property(words, formula, holds=holds),  # type: ignore[arg-type]  # a predicate
        sizes={"records": (records, 3), "answers": (2, 2)},
    )


def _about_phi(query: str, *, identity: bool = False) -> Statement:
    name = "o" if identity else MAPS[query]
    return _statement(
        f"for the {query} of the {_records(query)}, the first of which is known, the map φ from"
        f" outputs given one of its values to those given another, φ(o) = {name}, keeps every"
        " probability",
        f"P[o | t, b₁] = P[φ(o) | t, b₂], φ(o) = {name}",
        partial(_by_phi, query, identity=identity),
    )


def _records(query: str) -> str:
    """Of a record 0 the geometric mean is always 0, and there is no harmonic mean."""
    return "positive records" if query in ("geometric-mean", "harmonic-mean") else "records"


def _named(query: str) -> str:
    return query.replace("-", " ")


def _criterion(query: str, known: Mapping[str, object], who: str) -> Statement:
    return _statement(
        f"the {query} of the records is Θ-reducible where {who}",
        "∃ φ: P[o | t, b₁] = P[φ(o) | t, b₂]",
        partial(_reducible, query, known),
        records=3,
    )


RANDOM = _criterion("count", {"random": {"size": 1}}, "one record, drawn at random, is known")
THRESHOLDED = _criterion("thresholded-count", FIRST, "the first record is known")

TRUE = tuple(
    Entry(
        id=f"pk.reducible.{query}",
        title=f"Θ-reducible, one being known: {_named(query)} of independent {_records(query)}",
        statement=_about_phi(query),
        source=SOURCE,
        expected="tested",
        instances=60,
        notes=(
            "Given b the output is F(Z + s_b), or F(Z·s_b) of a product: Z comes from the unknown"
            " records alone, and F is one to one. So φ = F(F⁻¹(o) − s₁ + s₂), for any number of"
            " records (pk.reducible.shifted-sum); that φ keeps every probability is checked"
            " exactly, instance by instance."
            " What follows from it for every size is pk.reducible.equivalent."
        ),
        mutants=(
            Mutant("identity", "φ(o) = o", _about_phi(query, identity=True)),
            Mutant("threshold", "the count is released only above 1", THRESHOLDED),
        ),
    )
    for query in REDUCIBLE
)

FALSE = (
    Entry(
        id="pk.reducible.random-known",
        title="Counts are Θ-reducible whichever records are known",
        statement=RANDOM,
        source=f"{SOURCE}, with B a record that is drawn at random",
        expected="refuted",
        instances=60,
        essay=Essay(
            belief="A known vote shifts the count, no matter whose vote it is.",
            catch=(
                "What is left unknown has another law for another known record. Where the records"
                " differ in their laws, no renaming of outputs makes one law of the other."
            ),
            repair="A fixed known set; or records of one law and a known set of fixed size.",
            true_twin="pk.reducible.count",
        ),
    ),
    Entry(
        id="pk.reducible.thresholded-count",
        title="Thresholded counts of independent records are Θ-reducible",
        statement=THRESHOLDED,
        source=f"{SOURCE}, read for a count that is released only above a threshold",
        expected="refuted",
        instances=60,
        essay=Essay(
            belief="A threshold is post-processing, and the count itself is Θ-reducible.",
            catch=(
                "The threshold hides another part of the shifted counts for each value of B, so"
                " that ⊥ has another probability, and there are other outputs beside it."
            ),
            repair="The count itself is; with a threshold, ask for APKDP by itself.",
            true_twin="pk.reducible.count",
        ),
    ),
)

ENTRIES = (*TRUE, *FALSE)
