"""Released values that no neighbour moves: the smallest parameter is 0, attained at two inputs.

Both laws of a pair are one law, of whatever noise, and every divergence of a law from itself is 0.
The kernel accepts a place of two different inputs alone.
"""

from __future__ import annotations

from typing import Any

import pytest

import dpverify as dv
from dpverify import Draw, mechanism, moves
from dpverify.checkers.answers.places import WordPlace
from dpverify.defs.definitions import ApproxDP, PureDP
from dpverify.defs.definitions.registry import channel_definition
from dpverify.defs.programs.mechanism import Mechanism

STILL = moves.still()
RELATIONS: dict[str, Any] = {
    "exchange": (moves.exchange(), lambda v: v[0] + v[1]),
    "l1": (moves.parts((moves.l1(1), 1), (STILL, 1)), lambda v: v[1]),
    "linf": (moves.parts((moves.linf(1), 1), (STILL, 1)), lambda v: v[1]),
    "one entry": (moves.parts((moves.one_entry(1), 1), (STILL, 1)), lambda v: v[1]),
    "box": (moves.parts((moves.box((0, 1)), 1), (STILL, 1)), lambda v: v[1]),
    "same way": ("M", lambda _: 3),
    "records": (moves.replace_record(0, 1), lambda v: v[1]),
    "constant": (moves.l1(1), lambda _: 3),
}
"""What neighbours do, and a value that it leaves where it is. Of some, one corner is no move."""
NOISES: dict[str, Any] = {
    "discrete Laplace": lambda draw: draw.discrete_laplace(2),
    "geometric": lambda draw: draw.geometric(dv.exp(-1)),
    "discrete Gaussian": lambda draw: draw.discrete_gaussian(4),
    "Poisson": lambda draw: draw.poisson(3),
    "Skellam": lambda draw: draw.skellam(3),
    "binomial": lambda draw: draw.binomial(10, "1/2"),
    "Laplace": lambda draw: draw.laplace(2),
    "Gaussian": lambda draw: draw.gaussian(4),
    "uniform": lambda draw: draw.uniform(0, 1),
    "Gumbel": lambda draw: draw.gumbel(2),
    "mixed": lambda draw: draw.laplace(2) if draw.flip("1/2") else draw.laplace(3),
}
MEASURED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("pure-dp", {}),
    ("approx-dp", {"eps": 0}),
    ("total-variation", {}),
    ("probabilistic-dp", {"eps": 0}),
    ("privacy-at-risk", {"eps": 1}),
    ("zcdp", {}),
    ("gaussian-dp", {}),
    ("renyi-dp", {"alpha": 2}),
    ("bounded-range", {}),
    ("chi-squared-dp", {}),
)


def public(noise: str, relation: str) -> Mechanism:
    """A value that does not move, with noise."""
    moved, value = RELATIONS[relation]
    drawn = NOISES[noise]

    @mechanism(inputs=[(0, 0)], moves=moved)
    def released(v: tuple[int, ...], draw: Draw) -> Any:
        return value(v) + drawn(draw)

    return released


def nothing_is_lost(found: Any) -> None:
    """The tight value is 0, of two different inputs where a place is named, and re-checked."""
    last = channel_definition(found.definition).parameters[-1]
    ((name, tight),) = found.tight.items()
    assert name == last
    assert float(getattr(tight, "upper", tight)) == 0
    if found.attained_by is not None:
        assert len(set(found.attained_by.inputs)) == 2
    assert dv.replay(found).status == "accepted"


@pytest.mark.parametrize("relation", RELATIONS)
@pytest.mark.parametrize("noise", ["discrete Laplace", "Laplace", "Gaussian"])
def test_of_every_relation(noise: str, relation: str) -> None:
    """Of integer and real noise, by an alignment, by pairs and by enclosures."""
    subject = public(noise, relation)
    for definition, given in MEASURED[:4]:
        nothing_is_lost(dv.measure(subject, definition, all_inputs=True, **given))
    for claim in (PureDP(eps=0), ApproxDP(eps=0, delta=0)):
        verdict = dv.check(subject, claim, all_inputs=True)
        assert verdict.holds
        assert dv.replay(verdict).status == "accepted"


@pytest.mark.parametrize(("definition", "given"), MEASURED, ids=str)
@pytest.mark.parametrize("relation", ["box", "exchange"])
@pytest.mark.parametrize("noise", ["discrete Laplace", "Laplace"])
def test_of_every_definition(
    noise: str, relation: str, definition: str, given: dict[str, Any]
) -> None:
    found = dv.measure(public(noise, relation), definition, all_inputs=True, **given)
    nothing_is_lost(found)


@pytest.mark.parametrize("relation", ["l1", "box", "exchange"])
@pytest.mark.parametrize("noise", NOISES)
def test_of_every_noise(noise: str, relation: str) -> None:
    subject = public(noise, relation)
    for definition, given in (MEASURED[0], MEASURED[2]):
        nothing_is_lost(dv.measure(subject, definition, all_inputs=True, **given))


def test_with_a_parameter() -> None:
    """A scale of the form c/ε, at two numbers for ε."""

    @mechanism(inputs=[(0, 0)], moves=moves.exchange())
    def scaled(v: tuple[int, ...], draw: Draw, *, eps: Any = 1) -> Any:
        return v[0] + v[1] + draw.discrete_laplace(1 / eps)

    nothing_is_lost(dv.measure(scaled, "pure-dp", all_inputs=True))
    nothing_is_lost(dv.measure(scaled.with_parameters(eps=3), "pure-dp", all_inputs=True))


def test_a_corner_that_moves_is_named_before_one_that_does_not() -> None:
    """Of two values one moves: ε is 1/2 where it does."""

    @mechanism(inputs=[(0, 0)], moves=moves.parts((moves.box((0, 1)), 1), (STILL, 1)))
    def both(v: tuple[int, ...], draw: Draw) -> Any:
        return v[0] + draw.discrete_laplace(2), v[1] + draw.discrete_laplace(2)

    found = dv.measure(both, "pure-dp", all_inputs=True)
    assert found.tight["eps"] == dv.parse("1/2")
    assert isinstance(found.attained_by, WordPlace)
    assert len(set(found.attained_by.inputs)) == 2
