"""The claims about PPKDP, at instances in which B has three or four values.

The oracle is the definition, PPK = Σ_b P(B = b)·Σ_O max(0, P(O | t, b) − e^ε·P(O | t', b)), summed
in fractions. What is seen where B is not 1 is another value of B with a release.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random

import pytest

from dpverify.defs.channel import Channel
from dpverify.defs.numbers import Number, Value, ln
from dpverify.proofs.instances import Instance
from dpverify.proofs.registry import entry

Laws = Sequence[Sequence[Fraction]]
"""Of each target t, t' the law of the release, given one value of B."""
ODDS = 2
TARGETS = ["x0", "x1"]


def _law(random: Random, count: int) -> list[Fraction]:
    weights = [random.randint(0, 4) for _ in range(count - 1)] + [1]
    return [Fraction(weight, sum(weights)) for weight in weights]


def _passive(chances: Sequence[Fraction], releases: Sequence[Laws]) -> Fraction:
    """PPK of t against t', the larger one of both orders."""
    zero = Fraction(0)
    return max(
        sum(
            (
                chance * sum((max(zero, a - ODDS * b) for a, b in zip(p, q, strict=True)), zero)
                for chance, laws in zip(chances, releases, strict=True)
                for p, q in [(laws[i], laws[1 - i])]
            ),
            zero,
        )
        for i in (0, 1)
    )


def _instance(
    name: str,
    shape: Mapping[str, int],
    channels: Mapping[str, tuple[Sequence[str], int, str, Sequence[Sequence[Fraction]]]],
    parameters: Mapping[str, Number],
) -> Instance:
    built = {
        key: Channel(inputs, [f"{prefix}{k}" for k in range(count)], rows)
        for key, (inputs, count, prefix, rows) in channels.items()
    }
    return Instance(entry(name).statement, shape, built, parameters)


def _seen_else(chances: Sequence[Fraction], releases: Sequence[Laws]) -> list[list[Fraction]]:
    """The law of B and the release where B is not its first value, for either target."""
    rest = 1 - chances[0]
    return [
        [c / rest * p for c, laws in zip(chances[1:], releases[1:], strict=True) for p in laws[i]]
        for i in (0, 1)
    ]


def _processed(release: Laws, kernel: Laws) -> list[list[Fraction]]:
    return [
        [sum((p * row[z] for p, row in zip(law, kernel, strict=True)), Fraction(0)) for z in (0, 1)]
        for law in release
    ]


@pytest.mark.parametrize("values", [3, 4])
def test_post_processing_with_many_values(values: int) -> None:
    """L keeps B and does with the release what K does: an instance, whose δ are PPK."""
    random = Random(values)  # noqa: S311 (test data)
    for _ in range(10):
        chances = _law(random, values)
        if chances[0] in (0, 1):
            continue
        releases = [[_law(random, 3), _law(random, 3)] for _ in range(values)]
        kernel = [_law(random, 2) for _ in range(3)]
        outside = values - 1
        keeps = [
            [row[z] if b == c else Fraction(0) for c in range(outside) for z in (0, 1)]
            for b in range(outside)
            for row in kernel
        ]
        before = _passive(chances, releases)
        after = _passive(chances, [_processed(release, kernel) for release in releases])
        others, seen = outside * 3, outside * 2
        instance = _instance(
            "pk.ppkdp.post-processing",
            {"inputs": 2, "outputs": 3, "others": others, "results": 2, "seen": seen},
            {
                "A": (TARGETS, 3, "y", releases[0]),
                "C": (TARGETS, others, "v", _seen_else(chances, releases)),
                "K": ([f"y{k}" for k in range(3)], 2, "z", kernel),
                "L": ([f"v{k}" for k in range(others)], seen, "u", keeps),
            },
            {"eps": ln(ODDS), "delta": Value(before), "w": Value(chances[0])},
        )
        assert instance.met
        assert instance.concluded
        assert _delta(instance.objects["N"]) == before
        assert _delta(instance.objects["R"]) == after <= before


def test_convexity_with_three_values() -> None:
    """A mixture of two releases, given each of three values of B."""
    random = Random(3)  # noqa: S311 (test data)
    for _ in range(10):
        chances, chance = _law(random, 3), Fraction(random.randint(1, 4), 5)
        if chances[0] in (0, 1):
            continue
        both = [[[_law(random, 2), _law(random, 2)] for _ in range(3)] for _ in (0, 1)]
        first, second = (_passive(chances, releases) for releases in both)
        mixed = [
            [
                [chance * a + (1 - chance) * b for a, b in zip(p, q, strict=True)]
                for p, q in zip(one, other, strict=True)
            ]
            for one, other in zip(*both, strict=True)
        ]
        instance = _instance(
            "pk.ppkdp.convexity",
            {"inputs": 2, "outputs": 2, "others": 4},
            {
                "A": (TARGETS, 2, "y", both[0][0]),
                "C": (TARGETS, 4, "v", _seen_else(chances, both[0])),
                "G": (TARGETS, 2, "y", both[1][0]),
                "H": (TARGETS, 4, "v", _seen_else(chances, both[1])),
            },
            {
                "eps": ln(ODDS), "delta1": Value(first), "delta2": Value(second),
                "v": Value(chance), "w": Value(chances[0]),
            },
        )  # fmt: skip
        assert instance.met
        assert instance.concluded
        assert _delta(instance.objects["R"]) == _passive(chances, mixed)


def _delta(channel: Channel) -> Fraction:
    """The smallest δ of both orders at the odds, by the events of positive excess."""
    p, q = ([entry.as_fraction() for entry in channel.row(i)] for i in (0, 1))
    zero = Fraction(0)
    return max(
        sum((max(zero, a - ODDS * b) for a, b in zip(*laws, strict=True)), zero)
        for laws in ((p, q), (q, p))
    )


def test_no_statement_about_passive_knowledge_fixes_the_values() -> None:
    """And none of them says so."""
    for name in ("post-processing", "convexity"):
        assert entry(f"pk.ppkdp.{name}").statement.fixed == ()
    assert entry("pk.pure-ppkdp-implies-apkdp").statement.fixed == ()
