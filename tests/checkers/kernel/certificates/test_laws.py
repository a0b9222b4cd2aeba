"""A law of noise that a function does not know is refused by name, everywhere."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from flint import acb

from dpverify.checkers.enclosures import sources
from dpverify.checkers.kernel import laws
from dpverify.checkers.kernel.certificates import alignment, decay, events, lead, partition, star
from dpverify.defs.continuous import densities
from dpverify.defs.continuous.pieces import Grid
from dpverify.defs.documents import traced, traced_documents
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form, Noise, Path, Traced
from dpverify.defs.errors import Undecided

F = Fraction
CAUCHY: Any = "cauchy"
NOISE = Noise(CAUCHY, F(1))
Z = Form(((0, F(1)),), Shift())
LINE = (F(1), F(0))
LAW = (CAUCHY, F(1))
GRID = Grid((), 1, 1)
SOURCE = sources.Source(CAUCHY, F(1))


def _aligned(noise: Noise) -> Any:
    shift = alignment.Shifted(alignment.Affine(F(1)), alignment.Affine(F(1)))
    moved = alignment.Moved((alignment.Change(((0, F(1)),), alignment.Affine()),), ())
    return alignment.cost([noise], moved, (), {0: shift})


def _decays(noise: Noise) -> Any:
    path = Path((Form(((0, F(1)),), Shift.of(0, g=-1)),))
    shown = decay.Decay((F(1),), (F(0),), 0, (F(1),), (decay.Multipliers((F(1),), ()),))
    return decay.decay_rate([noise], [path], ["g"], alignment.boxes("A", 1), shown)


def _leads(noise: Noise) -> Any:
    form = Form(((0, F(1)),), Shift.of(0, g=1))
    return lead.lead_cost([noise], [Path((form,), (form,))], ["g"], ((F(-1), F(1)),), 0)


def _word(noise: Noise, *, released: bool) -> Any:
    path = Path((), (Z,)) if released else Path((Z,))
    program = Traced((noise,), {"w": (path,)})
    return star.star_probability(program, "w", [F(1)] if released else [], F(1))


def _event(noise: Noise) -> Any:
    program = Traced((noise,), {"w": (Path((Z,)),)})
    return events.event_probability(program, F(1), "w", [], [(None, None)], 64)


EXACT: dict[str, Callable[[Noise], Any]] = {
    "an alignment": _aligned,
    "a decay": _decays,
    "a lead": _leads,
    "the probability of a word": lambda noise: _word(noise, released=False),
    "a density": lambda noise: _word(noise, released=True),
    "the largest density": densities.peak,
    "a density along a line": lambda noise: densities.density(noise, F(1), Shift(), GRID),
    "a density at a place": lambda noise: densities.density_at(noise, Shift(F(1)), GRID),
}
EVERY: dict[str, Callable[[], Any]] = {
    "a partition": lambda: partition.refuse_no_partition(Traced((NOISE,), {"w": (Path(),)})),
    "an event": lambda: _event(NOISE),
    "events: the law": lambda: events._law(NOISE),
    "events: kinks": lambda: events._kinks(LAW),
    "events: reach": lambda: events._reach(LAW, 64),
    "events: beyond": lambda: events._beyond(LAW, 64),
    "events: density": lambda: events._density(LAW, acb(1), F(1)),
    "events: tail": lambda: events._tail(LAW, acb(1), F(1)),
    "events: below": lambda: events._below(LAW, acb(1), F(1)),
    "sources: a source": lambda: sources.source_of(NOISE),
    "sources: kinks": lambda: SOURCE.kinks,
    "sources: density": lambda: SOURCE.density(LINE, F(1)),
    "sources: above": lambda: SOURCE.above(LINE, F(1)),
    "sources: below": lambda: SOURCE.below(LINE, F(1)),
    "sources: support": lambda: SOURCE.support(64),
}


@pytest.fixture
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """A fifth law that is known to the lists, and to nothing else."""
    monkeypatch.setattr(traced, "ENCLOSED", (*traced.ENCLOSED, CAUCHY))
    monkeypatch.setattr(traced, "EXACT", (*traced.EXACT, CAUCHY))


@pytest.mark.usefixtures("_registered")
@pytest.mark.parametrize("what", EXACT)
def test_a_fifth_law_has_no_exact_probabilities(what: str) -> None:
    with pytest.raises(Undecided, match="law 'cauchy'") as stopped:
        EXACT[what](NOISE)
    assert stopped.value.code == "unsupported"


@pytest.mark.usefixtures("_registered")
@pytest.mark.parametrize("what", EVERY)
def test_a_fifth_law_is_refused_by_name(what: str) -> None:
    with pytest.raises(Undecided, match="law 'cauchy'") as stopped:
        EVERY[what]()
    assert stopped.value.code == "unsupported"


@pytest.mark.parametrize("what", EXACT)
@pytest.mark.parametrize("law", ["gaussian", "uniform"])
def test_what_is_exact_is_of_two_laws(what: str, law: Any) -> None:
    """Once noise of any other law was treated as Laplace noise here."""
    with pytest.raises(Undecided, match=f"law '{law}'"):
        EXACT[what](Noise(law, F(1)))


@pytest.mark.parametrize("law", traced.ENCLOSED)
def test_every_law_is_known_where_all_are(law: Any) -> None:
    """So that a law that is added to `Law` must be added here too."""
    noise, there = Noise(law, F(1)), (law, F(1))
    known = laws.supports(laws.CONTINUOUS)
    partition.refuse_no_partition(Traced((noise,), {"w": (Path(),)}), supports=known)
    for function in (events._kinks, lambda x: events._reach(x, 9), lambda x: events._beyond(x, 9)):
        function(there)
    for law_at in (events._density, events._tail, events._below):
        law_at(there, acb(1) / 2, F(1, 2))
    source = sources.source_of(noise)
    assert source.kinks == events._kinks(there)
    for make in (source.density, source.above, source.below):
        assert make(LINE, F(1, 2)) is not None
    assert source.support(9)


def test_documents_name_the_laws_that_are_read() -> None:
    form = {"noises": [{"law": "cauchy", "scale": "1"}], "symbolic": False, "words": {"w": []}}
    with pytest.raises(ValueError, match="no law 'cauchy'"):
        traced_documents.read_traced(form, traced.ENCLOSED)
