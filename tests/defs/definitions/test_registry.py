"""One registry: what is listed, typed, reported and documented follows from the declarations."""

from __future__ import annotations

import subprocess
import sys
from typing import Any, get_args

import pytest

import dpverify as dv
from dpverify.app.commands.options import OPTIONS
from dpverify.defs.definitions import registry
from dpverify.defs.definitions.declared import KINDS, RANGES, Kind, Parameter, Quantifier
from dpverify.defs.definitions.parameters import as_parameter
from dpverify.defs.definitions.registry import (
    DEFINITIONS,
    PARAMETERS,
    about_attackers,
    about_channels,
    event_definitions,
)
from dpverify.defs.errors import DomainError, DpverifyError, UsageError
from dpverify.reports.claim import SYMBOLS
from dpverify.reports.definitions import with_table
from tests.command_line import run
from tests.repository.source import ROOT

OUTSIDE: dict[Kind, tuple[Any, ...]] = {
    "loss": ("-1/2", "inf", 0.5),
    "probability": ("-1/2", "2", 0.5),
    "divergence": ("-1/2", "inf", 0.5),
    "order": ("1", "1/2", "2**(1/2)"),
    "labels": ([], 1),
    "classes": (),
    "trade-off": ("gaussian", "points(0,1)"),
}
"""Of each kind what is not in its range, or is no exact number."""
INSIDE: dict[Kind, Any] = {
    "loss": "1/2",
    "probability": "1/10",
    "divergence": "3",
    "order": "2",
    "labels": ["a"],
    "classes": [["a", "b"]],
    "trade-off": "gaussian(1)",
}


def needed(name: str) -> dict[str, object]:
    """A value for each parameter of a definition; what is optional is left out."""
    return {each.name: INSIDE[each.kind] for each in DEFINITIONS[name].takes if each.help}


@pytest.mark.parametrize("name", DEFINITIONS)
def test_a_definition_is_made_by_its_name(name: str) -> None:
    """Of each kind: of pairs, of whole channels, of scenarios; and it is public as a class too."""
    made = dv.definition(name, **needed(name))
    assert type(made) is DEFINITIONS[name]
    assert made.name == name
    assert getattr(dv, type(made).__name__) is type(made)
    assert type(made).__name__ in registry.__all__
    assert made == dv.definition(name, **needed(name))


@pytest.mark.parametrize("name", DEFINITIONS)
def test_what_it_does_not_take_is_refused(name: str) -> None:
    """One parameter too many, and for those that take any, one too few."""
    with pytest.raises(UsageError, match="has no"):
        dv.definition(name, **needed(name), epsilon="1/2")
    for key in needed(name):
        with pytest.raises(DpverifyError):
            dv.definition(name, **{k: v for k, v in needed(name).items() if k != key})


@pytest.mark.parametrize("name", DEFINITIONS)
def test_a_value_out_of_its_range_is_refused(name: str) -> None:
    """Each parameter holds to the range that it declares."""
    for parameter in DEFINITIONS[name].takes:
        for wrong in OUTSIDE[parameter.kind]:
            with pytest.raises((DpverifyError, DomainError)):
                dv.definition(name, **{**needed(name), parameter.name: wrong})


def test_a_name_that_is_none() -> None:
    """All names are told, of every kind."""
    with pytest.raises(UsageError, match="apkdp") as told:
        dv.definition("zcpd", rho=1)
    assert "did you mean 'zcdp'" in str(told.value)
    assert all(name in str(told.value) for name in DEFINITIONS)
    with pytest.raises(UsageError, match="no definition has a parameter 'espilon'"):
        as_parameter("espilon", 1)


@pytest.mark.parametrize("name", DEFINITIONS)
def test_a_definition_declares_all_that_is_shown(name: str) -> None:
    """The members of each class, and that nothing is declared twice."""
    kind = DEFINITIONS[name]
    assert kind.quantifier in get_args(Quantifier)
    assert all(PARAMETERS[each.name] is each for each in kind.takes)
    assert kind.parameters == tuple(each.name for each in kind.takes if each.is_bound)
    assert all([kind.statement, kind.formula, kind.symbols, kind.source])
    for claim in (kind.wide, kind.narrow):
        assert kind.from_text(claim).name == name


def test_the_three_quantifiers_part_the_definitions() -> None:
    """Each definition has one; those over events are about pairs."""
    assert {*about_channels(), *about_attackers()} == {*DEFINITIONS}
    assert not {*about_channels()} & {*about_attackers()}
    assert all(each.quantifier == "pairs" for each in event_definitions().values())


@pytest.mark.parametrize("parameter", PARAMETERS.values(), ids=PARAMETERS)
def test_a_parameter_is_taken_and_declares_its_range(parameter: Parameter) -> None:
    """No parameter without a definition, and a range for each kind."""
    assert any(parameter in kind.takes for kind in DEFINITIONS.values())
    assert parameter.kind in KINDS
    assert parameter.range == RANGES[parameter.kind]
    assert SYMBOLS[parameter.name] == parameter.symbol
    assert (parameter in OPTIONS) == (parameter.option is not None)


def test_the_options_of_the_command_line_follow() -> None:
    """`check --help` shows each of them, with its help."""
    shown = " ".join(run("check", "--help").out.split())
    for parameter in OPTIONS:
        assert f"{parameter.option} {parameter.metavar}" in shown
        assert " ".join(str(parameter.help).split()) in shown


@pytest.mark.parametrize("name", DEFINITIONS)
def test_lists_and_explanations_follow(name: str) -> None:
    """`list definitions` has its options, `explain` its formula, its symbols and its source."""
    kind = DEFINITIONS[name]
    rows = {
        row.split("|")[1].strip(" `"): row
        for row in run("list", "definitions", "--format", "markdown").out.splitlines()
        if row.startswith("| `")
    }
    explained = run("explain", name, "--format", "markdown").out
    for parameter in kind.takes:
        if parameter.option is not None:
            assert parameter.option in rows[name]
            assert f"{parameter.option} {parameter.metavar}" in explained
    assert kind.formula in explained


@pytest.mark.parametrize("name", DEFINITIONS)
def test_the_glossary_has_a_row(name: str) -> None:
    """With the name and every parameter of it, as they are typed."""
    glossary = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    rows = [row for row in glossary.splitlines() if row.startswith("|") and f"`{name}`" in row]
    assert rows, f"docs/glossary.md has no row of {name}"
    for parameter in DEFINITIONS[name].takes:
        if parameter.help is not None:
            written = {f"`{parameter.name}`", f"`{parameter.option}`"}
            assert any(word in row for word in written for row in rows), parameter.name


def test_the_page_of_definitions_has_every_row() -> None:
    """The table is generated; `make coverage` writes it anew."""
    page = (ROOT / "docs" / "reference" / "definitions.md").read_text("utf-8")
    assert with_table(page) == page
    for name, kind in DEFINITIONS.items():
        assert f"dpverify.{kind.__name__}\n" in page, f"{name} has no place in the reference"


def test_the_registry_loads_no_arithmetic() -> None:
    """The command line reads its options from it before it may load any."""
    program = "import sys, dpverify.defs.definitions.registry; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.split())
    assert "flint" not in loaded
    assert "dpverify.defs.definitions.pure_dp" not in loaded


def test_a_definition_may_be_what_is_loaded_first() -> None:
    """Of its package, before anything else asked for the registry."""
    program = "from dpverify.defs.definitions import PureDP; print(PureDP.__name__)"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "PureDP\n"
