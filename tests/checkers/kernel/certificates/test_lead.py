"""The bound for words that release a lead: what is no lead is refused."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from dpverify.checkers.kernel.certificates.alignment import boxes
from dpverify.checkers.kernel.certificates.lead import lead_cost
from dpverify.checkers.kernel.outcome import Fault
from dpverify.defs.continuous.trace import trace_family
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form, Noise, Path
from dpverify.defs.mechanisms import library_mechanism

FAMILY = trace_family(library_mechanism("B17").with_parameters(n=3))
NOISES, ENTRIES = FAMILY.traced.noises, FAMILY.entries
PATHS = FAMILY.traced.words["(1, •)"]
[BOX] = boxes("A", 3)


def refused(paths: tuple[Path, ...], text: str, number: int = 1, noises: object = NOISES) -> None:
    with pytest.raises(Fault, match=text):
        lead_cost(noises, paths, ENTRIES, BOX, number)  # type: ignore[arg-type]  # as given


def test_by_hand() -> None:
    """A lead of 1 over 0 and 2 changes by at most 2: over a scale of 2/ε this is ε."""
    assert lead_cost(NOISES, PATHS, ENTRIES, BOX, 1) == 1
    up, down = boxes("M", 3)
    assert lead_cost(NOISES, PATHS, ENTRIES, up, 1) == Fraction(1, 2)
    assert lead_cost(NOISES, PATHS, ENTRIES, down, 1) == Fraction(1, 2)
    for box in boxes("O", 3):
        assert lead_cost(NOISES, PATHS, ENTRIES, box, 1) == Fraction(1, 2)
    wide = tuple(
        noise if i != 1 else Noise("laplace", Fraction(8)) for i, noise in enumerate(NOISES)
    )
    assert lead_cost(wide, PATHS, ENTRIES, BOX, 1) == Fraction(1, 4)


def test_a_factor_counts() -> None:
    """Three times the lead: three times the change, a third of the shift."""

    def tripled(form: Form) -> Form:
        factors = tuple((i, 3 * k) for i, k in form.noises)
        return Form(factors, form.shift * Fraction(3))

    paths = tuple(
        Path(tuple(map(tripled, path.conditions)), tuple(map(tripled, path.released)))
        for path in PATHS
    )
    assert lead_cost(NOISES, paths, ENTRIES, BOX, 1) == 1


def test_the_noise_of_a_rival_is_refused() -> None:
    """It is in one distance alone; another number is in none."""
    refused(PATHS, "alike", number=0)
    refused(PATHS, "alike", number=2)


def test_exponential_noise_is_refused() -> None:
    """It cannot be shifted both ways."""
    refused(PATHS, "Laplace", noises=[Noise("exponential", Fraction(2))] * 3)


def test_what_is_no_lead_is_refused() -> None:
    """A path left out, a condition left out or too many, two values, other constants."""
    one, two = PATHS
    refused((one,), "least of several")
    refused((one, one), "least of several")
    for place in range(len(one.conditions)):
        fewer = one.conditions[:place] + one.conditions[place + 1 :]
        if set(fewer) >= needed(one, two):
            continue
        refused((replace(one, conditions=fewer), two), "least of several")
    extra = Form(((0, Fraction(1)),), Shift())
    refused((replace(one, conditions=(*one.conditions, extra)), two), "least of several")
    refused((replace(one, released=one.released * 2), two), "one value")
    refused((replace(one, released=()), two), "one value")
    moved = replace(one.released[0], shift=one.released[0].shift + Shift.of(1))
    refused((replace(one, released=(moved,)), two), "least of several")


def needed(one: Path, two: Path) -> set[Form]:
    """r_1 ≥ 0, and r_2 − r_1 ≥ 0, which is the condition that neither path releases."""
    return {one.released[0], *(set(one.conditions) - {one.released[0], two.released[0]})}


def test_what_moves_is_named() -> None:
    """A gap that is no entry cannot be bounded."""
    with pytest.raises(Fault, match="no entry"):
        lead_cost(NOISES, PATHS, ENTRIES[:2], BOX, 1)


def test_other_words_are_refused() -> None:
    """A noisy answer, and a gap to a threshold, are no leads over rivals."""
    family = trace_family(library_mechanism("B29").with_parameters(n=2))
    with pytest.raises(Fault):
        lead_cost(family.traced.noises, family.traced.words["(•,)"], family.entries, BOX[:2], 1)
