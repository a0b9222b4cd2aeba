"""Random channels up to 4×4 with a claim of every definition, many of them exact ties.

Two generators: from a `Random`, quick and varied, for `make agree`; as a hypothesis strategy, which
shrinks, for the sample in `make test`.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

from hypothesis import strategies as st

from dpverify.checkers import strategies
from dpverify.checkers.exact import measure_channel
from dpverify.defs.channel import Channel
from dpverify.defs.definitions.contract import EventDefinition
from dpverify.defs.definitions.registry import event_definitions
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import INFINITY, Loss, Value, as_value, ln, total
from tests.agreement.engines import Case
from tests.checkers.exact.channels import ENTRIES, WEIGHTS, labels, relation

KINDS = (*WEIGHTS, *("machine", "nearly", "private") * 3, *ENTRIES)
EPS = ("0", "1/2", "ln(2)", "ln(3)", "ln(3/2)", "1", "ln(4/3)", "ln(2)/2", "2")
BOUNDS = ("0", "1/10", "1/6", "1/3", "1/2", "1", "1/1000000", "2**(1/2)-1")
HAIR = 1 - Fraction(1, 10**12)


def drawn_cases(rng: Random) -> list[Case]:
    """A channel with a claim of every definition: simple, tight, or a hair below tight."""
    channel = drawn_channel(rng, rng.choice(KINDS))
    return [Case(channel, drawn_claim(rng, channel, name)) for name in event_definitions()]


def drawn_channel(rng: Random, kind: str) -> Channel:
    """2 to 4 inputs and 1 to 4 outputs (one output seldom)."""
    n, m = rng.randint(2, 4), rng.choice((1, 2, 2, 3, 3, 3, 4, 4, 4))
    related = relation(rng, n)
    if kind in ENTRIES:
        rows = [[as_value(rng.choice(ENTRIES[kind])) for _ in range(m)] for _ in range(n)]
        rows = [row if any(row) else [Value(1)] * m for row in rows]
        matrix = [[v / total(row) for v in row] for row in rows]
        return Channel(labels(n), labels(m), matrix, related)
    if kind == "private":
        return Channel(labels(n), labels(m), mixtures(rng, n, m), related)
    weights = nearly_sure(rng, n, m) if kind == "nearly" else WEIGHTS[kind](rng, n, m)
    weights = [row if any(row) else [1] * m for row in weights]
    return Channel.from_weights(labels(n), labels(m), weights, related)


def nearly_sure(rng: Random, n: int, m: int) -> list[list[int]]:
    """Rows with nearly all their mass on one output."""
    sizes = (0, 0, 1, 2, 10**3, 10**6)
    return [[rng.choice(sizes) for _ in range(m)] for _ in range(n)]


def mixtures(rng: Random, n: int, m: int) -> list[list[Fraction]]:
    """Mixtures of two laws with weights within [1, E]/(1+E), ends often, and a share of noise."""
    bound = Fraction(rng.choice((2, 3, 4)), rng.choice((1, 1, 2)))
    share = Fraction(rng.choice((0, 0, 1, 2)), 12)
    laws = [_law(rng, m) for _ in range(2)]
    rows = []
    for _ in range(n):
        weight = rng.choice((Fraction(1), bound, (1 + bound) / 2)) / (1 + bound)
        mixed = [weight * a + (1 - weight) * b for a, b in zip(*laws, strict=True)]
        noise = _law(rng, m)
        rows.append([(1 - share) * x + share * y for x, y in zip(mixed, noise, strict=True)])
    return rows


def _law(rng: Random, m: int) -> list[Fraction]:
    weights = [rng.choice((0, 1, 2, 3, 5)) for _ in range(m)]
    weights[rng.randrange(m)] += 1
    return [Fraction(w, sum(weights)) for w in weights]


def drawn_claim(rng: Random, channel: Channel, name: str) -> EventDefinition:
    """A claim with simple parameters, or one of them tight or a hair below."""
    kind = event_definitions()[name]
    texts = {p: rng.choice(EPS if p == "eps" else BOUNDS) for p in kind.parameters}
    definition = kind.from_text(texts)
    how = rng.choice(("simple", "tight", "below"))
    if how == "simple":
        return definition
    tight = tightened(channel, definition, rng.choice(kind.parameters))
    return tight if how == "tight" else below(tight)


def tightened(channel: Channel, definition: EventDefinition, parameter: str) -> EventDefinition:
    """The claim with one parameter set to the smallest value for which it holds."""
    given = {key: value for key, value in definition.given.items() if key != parameter}
    try:
        tight = measure_channel(channel, definition.name, given).value
    except Undecided:
        return definition
    return (
        definition if tight == INFINITY else type(definition).from_text({**given, parameter: tight})
    )


def below(definition: EventDefinition) -> EventDefinition:
    """The claim with its last parameter smaller by one part in 10^12, where that is rational."""
    last = definition.parameters[-1]
    number = definition.given[last]
    if isinstance(number, Value):
        return type(definition).from_text({**definition.given, last: number * HAIR})
    odds = number.odds() if isinstance(number, Loss) else None
    if isinstance(odds, Value) and odds.is_rational and odds * HAIR >= 1:
        return type(definition).from_text({**definition.given, last: ln(odds * HAIR)})
    return definition


# ---------------------------------------------------------------- as a strategy


@st.composite
def cases(draw: st.DrawFn) -> list[Case]:
    """The same as a strategy: any channel or one that is private by construction."""
    if draw(st.booleans()):
        bound, delta = draw(strategies.odds()), draw(strategies.probabilities())
        channel = draw(strategies.private_channels(bound, delta, inputs=(2, 4), outputs=(1, 4)))
    else:
        channel = draw(strategies.channels(inputs=(2, 4), outputs=(1, 4)))
    claims = [draw(strategies.claims(channel, name)) for name in event_definitions()]
    return [Case(channel, below(c) if draw(st.integers(0, 5)) == 5 else c) for c in claims]
