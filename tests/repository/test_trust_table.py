"""What is trusted is what a re-check really loads, and the page says just that."""

from __future__ import annotations

import sys
from collections.abc import Mapping

import pytest

from scripts import trust_table
from tests.census.test_census import kinds
from tests.repository.source import ROOT, imports, modules

DOOR = "dpverify.checkers.kernel.door"
ROOM = (
    "dpverify.checkers.kernel.", "dpverify.defs.numbers.", "dpverify.defs.documents.",
    "dpverify.defs.expressions.",
)  # fmt: skip
"""The kernels, the numbers, and the model of documents."""
HEADS = {
    "dpverify",
    "dpverify.checkers",
    "dpverify.checkers.kernel",
    "dpverify.checkers.kernel.certificates",
    "dpverify.defs",
    "dpverify.defs.documents",
    "dpverify.defs.expressions",
    "dpverify.defs.numbers",
}
"""The packages on the way, whose __init__ runs."""
BESIDE = {"dpverify.checkers.kernel.certificates.refinement"}
"""In the room, but asked by those who answer, and by no re-check."""
HEAVY = {"z3", "cvc5", "numpy", "scipy", "hypothesis", "click", "rich", "pytest", "hatch", "attrs"}
Found = Mapping[str, frozenset[str]]


@pytest.fixture(scope="module")
def everything() -> Found:
    """All modules that are loaded for each kind of document."""
    return {kind: trust_table.loaded(texts) for kind, texts in trust_table.documents().items()}


@pytest.fixture(scope="module")
def ours(everything: Found) -> Found:
    """Those of dpverify."""
    return {kind: trust_table.ours(names) for kind, names in everything.items()}


@pytest.mark.long
def test_the_page_has_what_is_loaded(ours: Found) -> None:
    """If this fails: `.venv/bin/python scripts/trust_table.py`, and read what is new."""
    page = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert trust_table.rewritten(page, ours) == page


def test_the_other_page_shows_the_same_tables() -> None:
    """docs/what-is-trusted.md includes them."""
    page = (ROOT / "docs" / "what-is-trusted.md").read_text(encoding="utf-8")
    included = page.partition("```{include} ../ARCHITECTURE.md\n")[2].partition("```")[0]
    ends = [line.partition('"')[2].removesuffix('"') for line in included.splitlines()]
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    section = text.partition(ends[0])[2].partition(ends[1])[0]
    assert trust_table.START in section
    assert trust_table.END in section


@pytest.mark.long
def test_no_re_check_loads_anything_else(ours: Found) -> None:
    """Kernels, numbers, documents, and the heads of the packages on the way: no engine."""
    for kind, names in ours.items():
        outside = {name for name in names - HEADS if not name.startswith(ROOM)}
        assert outside == set(), kind


def test_no_re_check_loads_a_solver_or_floats(everything: Found) -> None:
    """Nor does any of it load the command line."""
    for kind, names in everything.items():
        assert {name.split(".", maxsplit=1)[0] for name in names} & HEAVY == set(), kind


def test_a_small_result_loads_few_modules(ours: Found) -> None:
    """No kernel of families, programs, scenarios or guesses for a channel."""
    channel = ours["finite channel"]
    for name in ("families", "programs", "enclosures", "scenarios", "guess", "refutations"):
        assert f"dpverify.checkers.kernel.{name}" not in channel


def reachable() -> set[str]:
    """All modules that the door imports at run time, inside functions too, one after the other."""
    found: set[str] = set()
    waiting = [DOOR]
    while waiting:
        name = waiting.pop()
        if name in found or name in HEADS:
            continue
        found.add(name)
        waiting += imports(modules()[name], typing_too=False) & modules().keys()
    return found


def test_what_is_listed_is_all_that_can_be_loaded(ours: Found) -> None:
    """No import that these documents do not reach leads elsewhere."""
    listed = frozenset[str]().union(*ours.values()) - HEADS
    numbers = {name for name in modules() if name.startswith("dpverify.defs.numbers.")}
    assert reachable() | numbers == listed | numbers
    kernel = {name for name in modules() if name.startswith("dpverify.checkers.kernel.")}
    assert kernel - listed - HEADS == BESIDE


def test_of_others_they_import_python_flint_alone() -> None:
    """And the standard library."""
    for name in reachable() | BESIDE:
        found = imports(modules()[name], typing_too=False)
        outside = {module.split(".")[0] for module in found} - {"dpverify", "flint"}
        assert outside <= set(sys.stdlib_module_names), name


def test_every_kind_of_the_census_is_of_a_kind_here(ours: Found) -> None:
    """No saved document is re-checked by a module that is not listed."""
    listed = {name for names in trust_table.KINDS.values() for name in names}
    assert listed <= kinds().keys()
    assert ours.keys() == {*trust_table.KINDS, trust_table.RELEASED_INTEGERS}
