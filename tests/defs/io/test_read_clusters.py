"""Clusters of records that share a hidden value, against enumeration with the hidden values."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from dpverify.checkers.decide import measure
from dpverify.defs.errors import InputError
from dpverify.defs.knowledge import Scenario
from tests.checkers.knowledge.random_chains import random_row
from tests.checkers.knowledge.scenarios import scenario

COUNT = {"name": "count"}
HOUSE = {"size": 2, "hidden": {"a": "1/10", "b": "9/10"},
         "values": {"a": {"0": "1/5", "1": "4/5"}, "b": {"0": "9/10", "1": "1/10"}}}  # fmt: skip


def clustered(*kinds: Any, **keys: Any) -> Scenario:
    """A count of clusters."""
    return scenario(**({"clusters": list(kinds), "mechanism": COUNT} | keys))


def enumerated(kinds: list[Any]) -> dict[tuple[str, ...], Fraction]:
    """The law of the records: all hidden values of all clusters, then all records."""
    clusters = [kind for kind in kinds for _ in range(int(kind.get("count", "1")))]
    law: dict[tuple[str, ...], Fraction] = {}
    for hidden in product(*(kind["hidden"] for kind in clusters)):
        rows = [kind["values"][h] for kind, h in zip(clusters, hidden, strict=True)
                for _ in range(int(kind["size"]))]  # fmt: skip
        for data in product("01", repeat=len(rows)):
            p = Fraction(1)
            for kind, h in zip(clusters, hidden, strict=True):
                p *= Fraction(kind["hidden"][h])
            for row, value in zip(rows, data, strict=True):
                p *= Fraction(row.get(value, "0"))
            law[data] = law.get(data, Fraction(0)) + p
    return {data: p for data, p in law.items() if p}


def delta(law: dict[tuple[str, ...], Fraction], odds: Fraction) -> Fraction:
    """The largest hockey-stick divergence of the counts given two values of a record."""
    largest = Fraction(0)
    for target in range(len(next(iter(law)))):
        counts: dict[str, dict[int, Fraction]] = {"0": {}, "1": {}}
        for data, p in law.items():
            row = counts[data[target]]
            row[data.count("1")] = row.get(data.count("1"), Fraction(0)) + p
        whole = {t: sum(row.values()) for t, row in counts.items()}
        for t, u in (("0", "1"), ("1", "0")):
            if whole[t] and whole[u]:
                parts = (p / whole[t] - odds * counts[u].get(x, Fraction(0)) / whole[u]
                         for x, p in counts[t].items())  # fmt: skip
                largest = max(largest, sum((max(part, Fraction(0)) for part in parts),
                                           start=Fraction(0)))  # fmt: skip
    return largest


def test_delta_is_that_of_enumeration() -> None:
    """20 random kinds of clusters, up to six records; the law row by row, and δ at ε = ln 2."""
    random = Random(41)  # noqa: S311  # a seeded sample
    for _ in range(20):
        kinds = []
        for count, size in random.choice([[(1, 3)], [(2, 2)], [(2, 3)], [(1, 2), (2, 1)]]):
            hidden = random_row(random, ["h", "i"], zeros=True)
            values = {
                h: random_row(random, ["0", "1"], zeros=random.random() < 0.5) for h in hidden
            }
            kinds.append(
                {"count": str(count), "size": str(size), "hidden": hidden, "values": values}
            )
        law, asked = enumerated(kinds), clustered(*kinds)
        rows = asked.canonical()["joint"]
        assert {tuple(row["data"]): Fraction(row["probability"]) for row in rows} == law
        if any(len({data[i] for data in law}) > 1 for i in range(len(next(iter(law))))):
            assert measure(asked, "apkdp", eps="ln(2)").tight["delta"] == delta(law, Fraction(2))


def test_known_records_are_of_other_clusters() -> None:
    """A cluster that is known wholly is no noise: δ is that of the other cluster alone."""
    known = clustered({**HOUSE, "count": 2}, known={"indices": [2, 3]}, target=0)
    alone = clustered(HOUSE, target=0)
    for name in ("apkdp", "ppkdp"):
        deltas = [measure(asked, name, eps="1/2").tight["delta"] for asked in (known, alone)]
        assert deltas[0] == deltas[1]


def test_a_parameter_stands_in_the_laws() -> None:
    """Each value of it is a member of the family."""
    rate = {**HOUSE, "hidden": {"a": "p", "b": "1-p"}}
    both = clustered(rate, theta={"parameter": "p", "values": ["1/10", "1/3"]})
    assert both.family[0] == clustered(HOUSE).family[0]
    assert len(both.family) == 2


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ({"clusters": []}, "must be a list of at least one kind"),
        ({"clusters": ["x"]}, "must be an object"),
        ({"clusters": [{"size": 2, "hidden": {"a": "1"}}]}, "has no 'values'"),
        ({"clusters": [{**HOUSE, "values": {"a": {"0": "1"}}}]}, "must map each hidden value"),
        ({"clusters": [{**HOUSE, "hidden": {"a": "1/2", "b": "1/3"}}]}, "sum to 5/6"),
        ({"clusters": [{**HOUSE, "hidden": {"a": True, "b": "1"}}]}, "must be a number"),
        ({"clusters": [{**HOUSE, "size": "0"}]}, "must be a whole number ≥ 1"),
        ({"clusters": [{**HOUSE, "size": 20}]}, "more than 10000 databases"),
        ({"clusters": [{**HOUSE, "count": 9000}]}, "more than 10000 databases"),
        ({"clusters": [HOUSE], "known": {"count": 1}}, 'given as {"indices"'),
        ({"clusters": [HOUSE], "known": {"indices": [2]}}, "known record 2 is no record"),
        ({"clusters": [HOUSE], "known": {"indices": [1]}, "target": 0}, "is not independent"),
        ({"clusters": [HOUSE], "chain": {}}, "either 'records' or 'joint'"),
    ],
)
def test_what_is_refused(keys: Any, line: str) -> None:
    """One line that names the rule."""
    with pytest.raises(InputError, match=line):
        scenario(**keys, mechanism=COUNT)
