"""The Wasserstein mechanism against Strassen's theorem, enumeration and worked examples."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

from dpverify.checkers.decide import check
from dpverify.checkers.knowledge.calibrated import with_noise
from dpverify.checkers.knowledge.wasserstein import wasserstein_distance, wasserstein_noise
from dpverify.defs.errors import DomainError, Undecided
from dpverify.defs.knowledge import APKDP, Scenario
from dpverify.defs.numbers import Loss, Value, ln
from tests.checkers.knowledge.random_chains import Enumerated, random_chain
from tests.checkers.knowledge.scenarios import scenario, voters

Law = dict[int, Fraction]
COUNT = {"name": "count"}


def by_strassen(p: Law, q: Law) -> int:
    """The least d with p(A) ≤ q(A enlarged by d) for every set A (Strassen 1965)."""
    for d in range(20):
        for size in range(len(p) + 1):
            for places in combinations(p, size):
                near = sum((m for y, m in q.items() if any(abs(x - y) <= d for x in places)),
                           start=Fraction(0))  # fmt: skip
                if sum(p[x] for x in places) > near:
                    break
            else:
                continue
            break
        else:
            return d
    raise AssertionError("no distance below 20")


def random_law(random: Random) -> Law:
    """A law on five numbers, some of them left out."""
    weights = [random.choice((0, 1, 1, 2, 5)) for _ in range(5)]
    weights[random.randrange(5)] += 1
    return {x: Fraction(w, sum(weights)) for x, w in enumerate(weights) if w}


def joint(*rows: tuple[str, str], **keys: Any) -> Scenario:
    """Records of any law, by their values and probability, of which nothing is known."""
    listed = [{"data": list(data), "known": "nothing", "probability": p} for data, p in rows]
    return scenario(joint=listed, **({"mechanism": COUNT} | keys))


def copies(n: int) -> Scenario:
    """n records that are all the same."""
    return joint(("0" * n, "1/2"), ("1" * n, "1/2"))


def test_quantiles_are_a_best_coupling() -> None:
    """100 random pairs of laws."""
    random = Random(31)  # noqa: S311  # a seeded sample
    for _ in range(100):
        p, q = random_law(random), random_law(random)
        exact = [{x: Value(m) for x, m in law.items()} for law in (p, q)]
        assert wasserstein_distance(*exact) == by_strassen(p, q) == by_strassen(q, p)


def test_chains_and_what_is_known_of_them() -> None:
    """25 random chains: the laws by databases, the distance by Strassen, nothing or some known."""
    random, asked = Random(32), 0  # noqa: S311  # a seeded sample
    while asked < 25:
        document = random_chain(random, 5)
        listed = Enumerated(document)
        if listed.excludes():
            continue
        asked += 1
        counted = document["mechanism"].get("counted", ["1"])
        document["mechanism"] = {"name": "count", "counted": counted}
        plain = Enumerated(document)
        farthest = 0
        for law in plain.laws.values():
            rows: dict[Any, Law] = {}
            for (t, b, o), p in law.items():
                rows.setdefault((b, t), {})[int(o)] = p
            for (b, t), p in rows.items():
                for (c, u), q in rows.items():
                    if b == c and t != u:
                        one, other = sum(p.values()), sum(q.values())
                        apart = by_strassen({x: m / one for x, m in p.items()},
                                            {x: m / other for x, m in q.items()})  # fmt: skip
                        farthest = max(farthest, apart)
        assert wasserstein_noise(scenario(**document), 1).distance == farthest


def test_flu_in_a_clique() -> None:
    """Four people; P(j ill) = 1/10, 3/20, 1/2, 3/20, 1/10, all sets of j alike.

    By hand: given that one is well the count is 0…3 with 2/10, 9/40, 1/2, 3/40; given that he is
    ill 1…4 with 3/40, 1/2, 9/40, 2/10. The quantiles at 1/10 are 0 and 2: W = 2, where hiding the
    whole clique takes 4 (the example of Song, Wang, Chaudhuri 2017, section 3).
    """
    share = {0: "1/10", 1: "3/80", 2: "1/12", 3: "3/80", 4: "1/10"}
    people = joint(*((data, share[data.count("1")]) for data in _words(4)))
    noise = wasserstein_noise(people, "ln(2)")
    assert noise.distance == 2
    assert noise.scale == 2 / ln(2)
    assert check(noise.release(), APKDP("ln(2)", 0)).holds
    # What would hide independent records does not hide these.
    assert check(with_noise(people, ln(2)), APKDP("ln(2)", 0)).fails


def _words(n: int) -> list[str]:
    return [f"{x:0{n}b}" for x in range(2**n)]


def test_the_scale_is_tight_for_copies() -> None:
    """n records that are the same need the noise of all n, and no less."""
    noise = wasserstein_noise(copies(3), "ln(4)")
    assert noise.distance == 3
    assert check(noise.release(), APKDP("ln(4)", 0)).holds
    assert check(with_noise(copies(3), ln(4) / 3 * Fraction(1001, 1000)), APKDP("ln(4)", 0)).fails


@pytest.mark.parametrize("known", [{"count": 2}, {"random": {"size": 1}}])
def test_independent_records_need_the_noise_of_one(known: Any) -> None:
    """Whatever is known of the others; with the threshold after the noise."""
    asked = scenario(
        records=[{"count": 5, "values": {"0": "3/4", "1": "1/4"}}], known=known,
        mechanism={"name": "thresholded-count", "threshold": 2},
    )  # fmt: skip
    noise = wasserstein_noise(asked, "ln(3)")
    assert noise.distance == 1
    assert check(noise.release(), APKDP("ln(3)", 0)).holds


def test_a_family_and_what_tells_nothing() -> None:
    """The worst law of Θ decides; a target of one value has nothing to hide."""
    rows = [{"data": list(data), "known": "nothing", "probability": "1/2"} for data in ("00", "11")]
    alone = [{"count": 2, "values": {"0": "1/2", "1": "1/2"}}]
    family = [{"records": alone, "known": {"count": 0}}, {"joint": rows}]
    noise = wasserstein_noise(scenario(family=family, mechanism=COUNT), 1)
    assert noise.worst is not None
    assert (noise.worst.theta, noise.distance) == (1, 2)
    certain = joint(("01", "1"))
    nothing = wasserstein_noise(certain, 1)
    assert nothing.worst is None
    assert nothing.distance == nothing.scale == 0
    assert nothing.release() == certain


@pytest.mark.parametrize(
    ("asked", "eps", "line"),
    [
        (voters(3, 0, "1/2"), Loss(-1), "needs an eps above 0"),
        (scenario(records=[{"count": 2, "values": {"0": "1-p", "1": "p"}}], mechanism=COUNT,
                  theta={"parameter": "p", "interval": ["1/4", "1/2"]}), 1, "over an interval"),
        (joint(("01", "1"), mechanism={"name": "histogram"}), 1, "the mechanism is histogram"),
    ],
)  # fmt: skip
def test_what_is_refused(asked: Scenario, eps: Any, line: str) -> None:
    """One line that names the rule."""
    with pytest.raises(DomainError, match=line):
        wasserstein_noise(asked, eps)


def test_a_release_of_too_many_numbers() -> None:
    """Noise is clamped to 0…n, for n up to 10,000."""
    with pytest.raises(Undecided, match="10000"):
        with_noise(voters(10_001, 0, "1/2"), ln(2))
