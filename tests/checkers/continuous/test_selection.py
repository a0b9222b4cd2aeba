"""A program is taken for its selection only where it does what that does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from dpverify.checkers.continuous import selection
from dpverify.checkers.continuous.loop_source import is_written_as_its_selection
from dpverify.checkers.continuous.selection import SHORT, SHORT_WITH_LEAD, argmax_of
from dpverify.defs.documents.argmax import Argmax
from dpverify.defs.documents.traced import Noise
from dpverify.defs.errors import ProgramError
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.mechanisms.noisy_max import with_laplace
from dpverify.defs.programs import Draw
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.programs.selection import Selection

N = 50


def _still() -> None:
    """No clock."""


def _largest(n: int = N) -> Mechanism:
    return library_mechanism("B11").with_parameters(n=n)


@pytest.mark.parametrize(
    ("name", "law", "lead"),
    [("B11", "laplace", False), ("B12", "exponential", False), ("B17", "laplace", True)],
)
def test_the_mechanisms_of_the_library(name: str, law: Any, lead: bool) -> None:
    """Noise of scale 2/ε; they are written as the run of their selection."""
    mechanism = library_mechanism(name).with_parameters(n=N)
    found = argmax_of(mechanism, _still)
    assert found is not None
    assert found[0] == Argmax(N, Noise(law, Fraction(2)), True, lead)
    assert found[1]["points"] == 40
    assert is_written_as_its_selection(mechanism)


@pytest.mark.parametrize(
    ("name", "n"), [("B11", SHORT), ("B17", SHORT_WITH_LEAD), ("B20", N), ("B50e", N)]
)
def test_others_are_traced_as_a_whole(name: str, n: int) -> None:
    """Short ones, and those that say of no selection that they run it."""
    assert argmax_of(library_mechanism(name).with_parameters(n=n), _still) is None


def _with(run: Any, **about: Any) -> Mechanism:
    """A program that claims to run the selection of noisy max."""
    return replace(_largest(), function=run, about={**_largest().about, **about})


def test_another_program_on_few_entries() -> None:
    """It tells the second largest of what is left, where the last entry is left out."""

    def shorter(vector: Sequence[Any], draw: Draw, *, eps: Any = 1, n: int = 3) -> Any:
        del n
        return with_laplace(eps=eps).run(vector[:-1], draw)

    with pytest.raises(ProgramError, match=r"at n = [234] it is not the run of its selection"):
        argmax_of(_with(shorter), _still)


def test_another_program_on_many_entries_alone() -> None:
    """On few entries it is its selection; on fifty the first one has no noise."""

    def leaks(vector: Sequence[Any], draw: Draw, *, eps: Any = 1, n: int = 3) -> Any:
        del n
        noisy = [x + draw.laplace(2 / eps) for x in vector]
        return draw.argmax([vector[0], *noisy[1:]] if len(noisy) > 10 else noisy)

    with pytest.raises(ProgramError, match="not the run of its selection"):
        argmax_of(_with(leaks), _still)


@pytest.mark.parametrize("n", [N, 51, 53])
def test_an_entry_that_is_treated_otherwise_where_it_wins(n: int) -> None:
    """Entry 37 is told as 36: by chance it wins at about every fiftieth point, or at none."""

    def swapped(vector: Sequence[Any], draw: Draw, *, eps: Any = 1, n: int = 3) -> Any:
        del n
        best = with_laplace(eps=eps).run(vector, draw)
        return 36 if best == 37 else best

    mechanism = replace(_largest(n), function=swapped)
    with pytest.raises(ProgramError, match="entries it does not tell the largest, 37"):
        argmax_of(mechanism, _still)


def test_neighbours_on_the_two_highest_places() -> None:
    """Where 38 is next to entry 37, the lead of 37 is told twice as large."""

    def doubled(vector: Sequence[Any], draw: Draw, *, eps: Any = 1, n: int = 3) -> Any:
        del n
        values = [x + draw.laplace(2 / eps) for x in vector]
        best = draw.argmax(values)
        rest = values[:best] + values[best + 1 :]
        lead = values[best] - draw.largest(rest)
        return best, lead * (2 if best == 37 and draw.argmax(rest) == 37 else 1)

    mechanism = replace(library_mechanism("B17").with_parameters(n=N), function=doubled)
    with pytest.raises(ProgramError, match="entries it does not tell the largest, 37"):
        argmax_of(mechanism, _still)


@pytest.mark.parametrize(("most", "won"), [(1 << 20, N), (1_000, 20)])
def test_how_many_entries_win(most: int, won: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each once; of very many, as many as may be drawn for."""

    def same(vector: Sequence[Any], draw: Draw, *, eps: Any = 1, n: int = 3) -> Any:
        del n
        return draw.argmax([x + draw.laplace(2 / eps) for x in vector])

    monkeypatch.setattr(selection, "MOST_DRAWS", most)
    found = argmax_of(replace(_largest(), function=same), _still)
    assert found is not None
    assert found[1]["points"] == 40 + won
    assert won <= found[1]["visited"] <= N


def test_a_program_that_draws_more() -> None:
    """One noise more than there are entries."""

    def more(vector: Sequence[Any], draw: Draw, *, eps: Any = 1, n: int = 3) -> Any:
        del n
        if len(vector) > 10:
            draw.laplace(2 / eps)
        return with_laplace(eps=eps).run(vector, draw)

    with pytest.raises(ProgramError, match="not the run of its selection: it draws"):
        argmax_of(_with(more), _still)


def test_what_is_not_written_so_is_compared() -> None:
    """It says the same in other words: an assumption stays."""

    def same(vector: Sequence[Any], draw: Draw, *, eps: Any = 1, n: int = 3) -> Any:
        del n
        return draw.argmax([x + draw.laplace(2 / eps) for x in vector])

    mechanism = _with(same)
    assert argmax_of(mechanism, _still) is not None
    assert not is_written_as_its_selection(mechanism)


@pytest.mark.parametrize("kind", ["two", "numbers", "shifted"])
def test_noise_that_is_not_one_symbol(kind: str) -> None:
    """Two draws, a scale without ε, a number added."""
    noises: dict[str, Any] = {
        "two": lambda eps: lambda draw: draw.laplace(2 / eps) + draw.laplace(2 / eps),
        "numbers": lambda _: lambda draw: draw.laplace(2),
        "shifted": lambda eps: lambda draw: 1 + draw.laplace(2 / eps),
    }

    def other(*, eps: Any) -> Selection:
        return Selection(noises[kind](eps))

    def run(vector: Sequence[Any], draw: Draw, *, eps: Any = 1, n: int = 3) -> Any:
        del n
        return other(eps=eps).run(vector, draw)

    assert argmax_of(_with(run, selection=other), _still) is None
