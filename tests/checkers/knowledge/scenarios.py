"""Random small scenarios, and short ways to write one."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from dpverify.checkers.knowledge.convolution import views
from dpverify.defs.io.read_scenario import scenario_from_document
from dpverify.defs.knowledge import Scenario

QUERIES = (
    "count",
    "thresholded-count",
    "linear",
    "arithmetic-mean",
    "geometric-mean",
    "harmonic-mean",
    "quadratic-mean",
    "histogram",
    "thresholded-histogram",
)


def scenario(**keys: Any) -> Scenario:
    """A scenario from the keys of its document."""
    return scenario_from_document({"schema": "dpverify.scenario/1.0", **keys})


def voters(n: int, known: int, p: str, threshold: int | None = None) -> Scenario:
    """n votes, each 1 with probability p; the count, perhaps released only above a threshold."""
    mechanism: dict[str, Any] = {"name": "count"}
    if threshold is not None:
        mechanism = {"name": "thresholded-count", "threshold": threshold}
    values = {"0": f"1-({p})", "1": p}
    return scenario(
        records=[{"count": n, "values": values}], known={"count": known}, mechanism=mechanism
    )


def asks_something(made: Scenario) -> bool:
    """Whether some target has two values of positive probability; else the question is empty."""
    return any(list(view.pairs()) for view in views(made))


def random_law(random: Random, values: list[str]) -> dict[str, str]:
    """A law on some values; zeros occur."""
    weights = [random.choice((0, 1, 1, 2, 3)) for _ in values]
    weights[random.randrange(len(values))] += 1
    return {v: str(Fraction(w, sum(weights))) for v, w in zip(values, weights, strict=True)}


def random_scenario(random: Random, queries: tuple[str, ...] = QUERIES) -> Scenario:
    """At most four records in at most two groups, any query, fixed or random knowledge."""
    name = random.choice(queries)
    values = ["0", "1"] if "count" in name else random.sample(["1", "2", "3", "1/2"], 2)
    counts = random.choice([[2], [3], [4], [1, 2], [2, 2], [1, 1]])
    groups = [{"count": c, "values": random_law(random, values)} for c in counts]
    n = sum(counts)
    mechanism: dict[str, Any] = {"name": name}
    if "threshold" in name:
        mechanism["threshold"] = random.randrange(-1, n + 1)
    if name == "linear":
        mechanism["weights"] = [str(random.choice((1, 1, 2, -1))) for _ in range(n)]
    known: dict[str, Any] = {"indices": sorted(random.sample(range(n), random.randrange(n)))}
    match random.randrange(4):
        case 0:
            known = {"counts": [random.randrange(c + 1) for c in counts]}
            if sum(known["counts"]) == n:
                known["counts"][0] -= 1
        case 1:
            known = {"random": {"size": random.randrange(n)}}
            if n == 4:
                known = {"random": {"each": "1/3"}}
    return scenario(records=groups, known=known, mechanism=mechanism)
