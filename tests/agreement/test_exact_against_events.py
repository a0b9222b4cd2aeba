"""The exact checker against brute force over all events, on random small channels."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from dpverify.checkers.exact import decide_channel, measure_channel
from dpverify.defs.channel import Channel
from dpverify.defs.definitions.contract import EventDefinition
from dpverify.defs.definitions.registry import event_definitions
from dpverify.defs.logic import EXACT
from tests.checkers.exact.channels import (
    KINDS,
    WEIGHTS,
    all_events,
    brute_delta,
    force_floats,
    random_channel,
    rows_of,
    seeded,
)

ODDS = (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3))


def pairs(channel: Channel) -> list[tuple[int, int]]:
    """The ordered pairs of neighbours."""
    return list(channel.neighbours.ordered_pairs(len(channel.inputs)))


def claims(rng: Random) -> list[EventDefinition]:
    """Each definition with parameters at which ties are frequent."""
    eps = rng.choice(("0", "1/2", "ln(2)", "ln(3)", "ln(3/2)", "1"))
    bound = rng.choice(("0", "1/6", "1/3", "1/2"))
    texts = {"eps": eps, "delta": bound, "risk": bound}
    return [n.from_text({k: texts[k] for k in n.parameters}) for n in event_definitions().values()]


def over_all_events(channel: Channel, definition: EventDefinition) -> bool:
    """The literature's form, for every pair."""
    ranged = list(definition.pairs(channel))
    return all(
        definition.over_events(channel.row(i), channel.row(j), definition.terms, EXACT)
        for i, j in ranged
    )


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("floats", [False, True])
def test_decisions_agree_with_the_form_over_events(
    kind: str, floats: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether a claim holds is what the form over all 2^m events says, ties included."""
    rng = seeded(f"events {kind}")
    if floats:
        force_floats(monkeypatch, rng)
    verdicts = set()
    for _ in range(12):
        channel = random_channel(rng, kind, largest=3)
        for definition in claims(rng):
            decision = decide_channel(channel, definition)
            assert decision.holds == over_all_events(channel, definition), (
                channel.to_dict(),
                definition,
            )
            assert (decision.violation is None) == decision.holds
            verdicts.add(decision.holds)
    assert verdicts == {True, False}


@pytest.mark.parametrize("kind", WEIGHTS)
@pytest.mark.parametrize("floats", [False, True])
def test_tight_delta_is_the_largest_over_all_events(
    kind: str, floats: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tight δ is max over pairs and events of P(S) − e^ε Q(S), and its event attains it."""
    rng = seeded(f"delta {kind}")
    if floats:
        force_floats(monkeypatch, rng)
    for _ in range(25):
        channel = random_channel(rng, kind, largest=4)
        rows = rows_of(channel)
        for odds in ODDS:
            found = measure_channel(channel, "approx-dp", {"eps": f"ln({odds})"})
            expected = [brute_delta(rows[i], rows[j], odds) for i, j in pairs(channel)]
            assert found.value == max(expected)
            assert found.pair == pairs(channel)[expected.index(max(expected))]
            assert found.p - odds * found.q == found.value


@pytest.mark.parametrize("kind", WEIGHTS)
@pytest.mark.parametrize("floats", [False, True])
def test_tight_eps_of_approx_dp_is_where_the_claim_begins_to_hold(
    kind: str, floats: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At e^ε brute force finds max P(S) − e^ε Q(S) ≤ δ, and at anything below it finds more."""
    rng = seeded(f"eps {kind}")
    if floats:
        force_floats(monkeypatch, rng)
    for _ in range(25):
        channel = random_channel(rng, kind, largest=4)
        rows, delta = rows_of(channel), rng.choice((Fraction(0), Fraction(1, 9), Fraction(1, 3)))
        found = measure_channel(channel, "approx-dp", {"delta": delta}).value
        never = max(
            sum((a for a, b in zip(rows[i], rows[j], strict=True) if b == 0), Fraction(0))
            for i, j in pairs(channel)
        )
        assert (found.approx() == float("inf")) == (never > delta)
        if never > delta:
            continue
        odds = found.odds().as_fraction()  # type: ignore[union-attr]  # δ is rational
        worst = [brute_delta(rows[i], rows[j], odds) for i, j in pairs(channel)]
        assert max(worst) <= delta
        if odds > 1:
            below = max(Fraction(1), odds * (1 - Fraction(1, 10**60)))
            assert max(brute_delta(rows[i], rows[j], below) for i, j in pairs(channel)) > delta


@pytest.mark.parametrize("floats", [False, True])
def test_probabilistic_delta_is_the_lightest_excuse(
    floats: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tight δ of probabilistic DP is the least P(S₀) that leaves ε-private events only."""
    rng = seeded("probabilistic")
    if floats:
        force_floats(monkeypatch, rng)
    for _ in range(25):
        channel = random_channel(rng, "machine", largest=4)
        rows, odds = rows_of(channel), rng.choice(ODDS)
        found = measure_channel(channel, "probabilistic-dp", {"eps": f"ln({odds})"}).value
        assert found == max(lightest_excuse(rows[i], rows[j], odds) for i, j in pairs(channel))


def lightest_excuse(p: list[Fraction], q: list[Fraction], odds: Fraction) -> Fraction:
    """min P(S₀) with P(S) ≤ E·Q(S) for all S disjoint from S₀, by trying every S₀ and S."""
    masses = []
    for bad in all_events(len(p)):
        kept = [o for o in range(len(p)) if o not in bad]
        if brute_delta([p[o] for o in kept], [q[o] for o in kept], odds) == 0:
            masses.append(sum((p[o] for o in bad), Fraction(0)))
    return min(masses)
