"""Every row of the benchmark in samples, at a stated confidence; fixed seeds."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from flint import arb

from dpverify.checkers.audit import channels, words
from dpverify.checkers.audit import rows as audit_rows
from dpverify.checkers.audit.draws import Doubles
from dpverify.checkers.audit.interval import counted
from dpverify.checkers.audit.rows import Audit, audit_row
from dpverify.checkers.benchmark.table import Settings, row_ids, rows
from dpverify.defs.errors import Undecided
from dpverify.defs.mechanisms import library_mechanism

FAST = {"B16", "B34δ", "B35", "B36", "B37", "B39w", "B41", "B46", "B48c", "B03A", "B20"}
ROWS = [
    pytest.param(name, marks=() if name in FAST else pytest.mark.slow)
    for name in [*row_ids(), "B50:B23"]
]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", ROWS)
def test_all_rows_agree(name: str) -> None:
    """At confidence 1 − 10⁻⁶ for each interval, at ε = 7/10 (B34δ, B40: 1)."""
    (row,) = rows([name], Settings(n=2, eps=Fraction(7, 10)) if "B3" not in name else Settings())
    found = audit_row(row, 1000, seed=5)
    assert found.pair
    assert found.agrees, str(found)


def test_the_interval_holds_the_exact_value() -> None:
    """B35 at ε = 1/10: (1 + ε)/2 on its own bit, (1 − ε)/2 on the other."""
    (row,) = rows(["B35"], Settings())
    found = audit_row(row, 2000, seed=1)
    assert [
        each.exact.overlaps(arb(p)) for each, p in zip(found.pair, ("0.55", "0.45"), strict=True)
    ]
    assert str(found).startswith("agrees: 0.55000, ")


def test_a_sampler_of_another_program_disagrees(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exact probabilities of B35 at ε = 1/10, samples of a coin that is fair."""
    monkeypatch.setattr(Doubles, "flip", lambda *_: False)
    (row,) = rows(["B35"], Settings())
    found = audit_row(row, 2000, seed=1)
    assert not found.agrees
    assert str(found).startswith("DISAGREES: ")


def test_both_inputs_must_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """One interval that does not hold its probability is a disagreement."""
    good, bad = counted(arb("0.5"), 50, 100), counted(arb("0.5"), 0, 100)
    (row,) = rows(["B36"], Settings())
    for pair in ((good, bad), (bad, good)):
        monkeypatch.setattr(channels, "audited", lambda *_, pair=pair: pair)
        assert not audit_row(row, 100, seed=0).agrees


def test_a_sampler_that_leaks_disagrees(monkeypatch: pytest.MonkeyPatch) -> None:
    """B41: outputs at count 1 that count 1 is said never to give are a disagreement."""
    (row,) = rows(["B41"], Settings())
    assert audit_row(row, 50, seed=1).agrees
    monkeypatch.setattr(audit_rows, "uniforms_of", lambda *_: [])
    assert not audit_row(row, 50, seed=1).agrees
    monkeypatch.setattr(audit_rows, "uniforms_of", lambda *_: [1])
    assert not audit_row(row, 50, seed=1).agrees


def test_rare_events_are_named() -> None:
    """An event that is expected in fewer than ten samples says so."""
    rare = counted(arb("0.001"), 0, 100)
    assert Audit((rare, rare), agrees=True).rare
    assert str(Audit((rare, rare), agrees=True)).startswith(
        "agrees (rare event): 0.00100, 0 of 100"
    )
    often = replace(rare, exact=arb("0.5"), count=50)
    assert not Audit((often, rare), agrees=True).rare


def test_what_was_not_sampled_does_not_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exact probabilities out of reach: the reason, and no agreement."""

    def out_of_reach(*_: Any) -> None:
        raise Undecided("unsupported", "too many")

    monkeypatch.setattr(words, "audited", out_of_reach)
    (row,) = rows(["B11"], Settings())
    found = audit_row(row, 10, seed=0)
    assert (found.agrees, found.pair) == (False, ())
    assert str(found) == "not sampled: too many"


@pytest.mark.parametrize("name", ["B37", "B38", "B48a"])
def test_events_of_channels(name: str) -> None:
    """Samples and enumeration of the same program."""
    pair: Any = channels.audited(library_mechanism(name), 1500, seed=2)
    assert all(each.agrees for each in pair)
