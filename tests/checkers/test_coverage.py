"""The table of what is decided: whole, with a reason in each cell without an answer."""

from __future__ import annotations

from typing import Any

import pytest

import dpverify as dv
from dpverify.checkers import coverage
from dpverify.checkers.coverage import KINDS, Cell, cells, grouped
from dpverify.defs.definitions.registry import DEFINITIONS
from dpverify.defs.errors import UsageError
from dpverify.defs.programs import mechanism
from dpverify.reports.coverage import page
from tests.repository.source import ROOT

ANSWERS = {"exact", "enclosed", "claims", "unsupported", "undefined"}


@pytest.fixture(scope="module")
def table() -> dict[tuple[str, str], Cell]:
    """Every cell, by kind of subject and definition."""
    return {(cell.kind, cell.definition): cell for cell in cells()}


@pytest.mark.long
def test_no_cell_is_missing_or_empty(table: dict[tuple[str, str], Cell]) -> None:
    """Every registered definition was asked about every kind, and each cell says something."""
    assert set(table) == {(kind, name) for kind in KINDS for name in DEFINITIONS}
    for cell in table.values():
        assert cell.answer in ANSWERS
        answered = cell.answer in {"exact", "enclosed", "claims"}
        assert bool(cell.value) == answered, cell
        assert cell.reason or (answered and cell.rechecked), cell


@pytest.mark.long
def test_reasons_say_what_is_missing(table: dict[tuple[str, str], Cell]) -> None:
    """No time limit, no crash, no object of Python: a sentence."""
    for cell in table.values():
        for word in (
            "time limit",
            "<function",
            "Mechanism(",
            "object at",
            "nothing was enumerated",
        ):
            assert word not in cell.reason, cell


@pytest.mark.parametrize(
    ("kind", "definition", "answer", "value"),
    [
        ("a finite channel", "pure-dp", "exact", "eps = ln(3)"),
        ("a finite channel", "metric-dp", "exact", "eps = ln(3)"),
        ("Gaussian noise, all real inputs", "zcdp", "exact", "rho = 1/2"),
        ("Gaussian noise, all real inputs", "gaussian-dp", "exact", "mu = 1"),
        ("Gaussian noise, all real inputs", "renyi-dp", "exact", "eps = 1"),
        ("Laplace noise, all real inputs", "zcdp", "exact", "rho = exp(-1)"),
        ("uniform noise, all real inputs", "total-variation", "exact", "delta = 1/2"),
        ("exponential noise, all real inputs", "zcdp", "exact", "rho = inf"),
        ("discrete Laplace noise, all integer inputs", "pure-dp", "exact", "eps = 1"),
        ("a range of ε", "pure-dp", "exact", "holds"),
    ],
)
def test_values_by_hand(
    table: dict[tuple[str, str], Cell], kind: str, definition: str, answer: str, value: str
) -> None:
    """Known values, each accepted by a kernel."""
    cell = table[kind, definition]
    assert (cell.answer, cell.value, cell.rechecked) == (answer, value, True)


def test_what_is_about_other_subjects(table: dict[tuple[str, str], Cell]) -> None:
    """Partial knowledge is about scenarios alone, and nothing else is about them."""
    for (kind, name), cell in table.items():
        partial = name in {"apkdp", "ppkdp", "theta-reducible"}
        if partial != (kind == "a scenario"):
            assert cell.answer == "undefined"
        elif not (name == "local-dp" and KINDS[kind].all_inputs):
            assert cell.answer != "undefined", cell


@pytest.mark.long
def test_the_page_is_what_is_computed() -> None:
    """docs/coverage.md as `make coverage` writes it."""
    assert (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8") == page()


def test_cells_with_the_same_answer_share_a_row() -> None:
    """ "It" stands for the definition, so that reasons may agree."""
    one = Cell("zcdp", "k", "unsupported", reason="zcdp needs every path")
    other = Cell("f-dp", "k", "unsupported", reason="f-dp needs every path")
    (row,) = grouped([one, other])
    assert (row["definitions"], row["reason"]) == ("zcdp, f-dp", "it needs every path")


def test_a_cell_is_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where an engine refuses, so does the table."""

    def refused(*_: Any, **__: Any) -> Any:
        raise dv.Undecided("unsupported", "refused here")

    monkeypatch.setattr(coverage, "measure", refused)
    monkeypatch.setattr(coverage, "check", lambda *_, **__: _Open())
    (cell,) = cells(["a finite channel"], ["pure-dp"])
    assert (cell.answer, cell.reason) == ("unsupported", "refused here")


class _Open:
    name = "unknown"


def test_gaussian_noise_over_all_real_inputs() -> None:
    """x + gaussian(1): zCDP 1/2, GDP 1, Rényi of order 2 exactly 1; each re-checked."""

    @mechanism(inputs=[0, 1], moves="A")
    def noisy(x: Any, draw: Any) -> Any:
        return x + draw.gaussian(1)

    cases: tuple[tuple[str, dict[str, Any], str, str], ...] = (
        ("zcdp", {}, "rho", "1/2"),
        ("gaussian-dp", {}, "mu", "1"),
        ("renyi-dp", {"alpha": 2}, "eps", "1"),
    )
    for definition, given, parameter, value in cases:
        measured = dv.measure(noisy, definition, all_inputs=True, **given)
        assert measured.tight[parameter] == dv.parse(value)
        assert measured.evidence == "exact"
        assert measured.not_rechecked is None


def test_local_privacy_of_integer_noise_is_no_internal_error() -> None:
    """An alignment holds for neighbours that move by 1, not for any two listed inputs."""

    @mechanism(inputs=[0, 1], neighbours="all", moves="A")
    def noisy(x: Any, draw: Any) -> Any:
        return x + draw.discrete_laplace(1)

    assert dv.check(noisy, dv.LocalDP(eps=2)).holds
    with pytest.raises(UsageError, match="listed inputs"):
        dv.check(noisy, dv.LocalDP(eps=2), all_inputs=True)
