"""What an attacker sees of a count along a Markov chain: exactly, or rounded with a bound.

The knowledge may depend on the target, so a value b of it weighs P(b | t). Everything else is the
definition as it stands: APK_b compares P(· | t, b) with P(· | t', b).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from math import comb
from typing import Final

from dpverify.checkers.budget import UNLIMITED, Budget
from dpverify.checkers.knowledge.chain_laws import ChainLaws, Part
from dpverify.checkers.knowledge.views import Slice, View
from dpverify.defs.errors import Undecided
from dpverify.defs.knowledge.chain import MAX_SETS, Chain
from dpverify.defs.knowledge.scenario import Scenario
from dpverify.defs.numbers import Value

MAX_EXACT: Final = 2_000_000
"""Squared number of records, times bits of a probability, times values of the knowledge and of the
target: up to this laws are written out exactly."""
MAX_KNOWN: Final = 200_000
"""Values of the knowledge, over all targets."""


@dataclass(frozen=True)
class Facts:
    """One value of the knowledge: the parts P(count, t, b) for each possible t."""

    known: str
    parts: dict[int, Part]


def facts(laws: ChainLaws, target: int) -> Iterator[Facts]:
    """Every value of the knowledge of positive probability; all sets of places weigh alike."""
    chain = laws.chain
    own = chain.possible(target)
    for places in chain.known_sets(target):
        for values in product(*(chain.possible(i) for i in places)):
            laws.budget.check()
            fixed = dict(zip(places, values, strict=True))
            if not _linked(chain, fixed):
                continue
            parts = {t: laws.joint({**fixed, target: t}) for t in own}
            known = ",".join(f"{i}={chain.values[v]}" for i, v in fixed.items())
            yield Facts(known or "nothing", parts)


def _linked(chain: Chain, fixed: dict[int, int]) -> bool:
    """Whether values at places are possible together."""
    places = sorted(fixed)
    return all(chain.follows(b - a)[fixed[a]][fixed[b]] for a, b in pairwise(places))


def sets_of(chain: Chain) -> int:
    """How many sets of places may be known beside one target."""
    return comb(chain.n - 1, chain.known[1]) if chain.random else 1


def size_of(chain: Chain, wanted: tuple[int, ...] | None) -> int:
    """How many values of the knowledge there are at most, over all targets.

    Raises: Undecided("unsupported") for more than are looked at.
    """
    known = chain.known[1] if chain.random else len(chain.known[1])
    targets = len(wanted) if wanted else chain.n - (0 if chain.random else known)
    sets = sets_of(chain)
    # Beyond that the power alone may be too long to be computed.
    size: int = targets * sets * len(chain.values) ** min(known, 64)
    if size > MAX_KNOWN or sets > MAX_SETS:
        raise Undecided(
            "unsupported",
            f"the targets and what is known of the chain have more than {MAX_KNOWN} values"
            " together; name one target, or fewer known records",
        )
    return size


def is_small(scenario: Scenario) -> bool:
    """Whether the laws of the chains of a scenario are written out exactly."""
    chains = [theta for theta in scenario.family if isinstance(theta, Chain)]
    return all(_cost(chain, scenario.targets) <= MAX_EXACT for chain in chains)


def _cost(chain: Chain, wanted: tuple[int, ...] | None) -> int:
    numbers = [p for row in (*chain.matrix, chain.first) for p in row]
    bits = max(p.denominator.bit_length() for p in numbers)
    return chain.n**2 * bits * size_of(chain, wanted) * len(chain.values)


def exact_views(
    scenario: Scenario, number: int, chain: Chain, budget: Budget = UNLIMITED
) -> Iterator[View]:
    """The views of every target of a chain, exact.

    Raises: Undecided("unsupported") where the laws are too long, Undecided("time").
    """
    if _cost(chain, scenario.targets) > MAX_EXACT:
        raise Undecided("unsupported", f"a chain of {chain.n} records is too long for exact laws")
    laws = ChainLaws(chain, scenario.query.counted, None, budget)
    share = Value(Fraction(1, sets_of(chain)))
    below = Value(laws.denominator(chain.n))
    for target in chain.targets(scenario.targets):
        alone = {t: laws.joint({target: t}).total for t in chain.possible(target)}
        slices = []
        for fact in facts(laws, target):
            totals = {t: part.total for t, part in fact.parts.items()}
            weight = share * sum(totals.values()) / below
            chances = {chain.values[t]: share * Value(Fraction(total, alone[t]))
                       for t, total in totals.items()}  # fmt: skip
            written = {chain.values[t]: _law(scenario, part) for t, part in fact.parts.items()}
            slices.append(Slice(fact.known, weight, written, chances))
        yield View(number, target, tuple(slices))


def _law(scenario: Scenario, part: Part) -> dict[str, Value]:
    """The law of the output, from that of the count."""
    law: dict[str, int] = {}
    for x, numerator in enumerate(part.poly, start=part.low):
        if numerator:
            output = scenario.query.output(x, 0)
            law[output] = law.get(output, 0) + int(numerator)
    return {output: Value(Fraction(p, part.total)) for output, p in law.items()}
