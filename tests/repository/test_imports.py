"""Imports run one way, and the trusted core leans on nothing but itself and python-flint."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.repository.source import LAYERS, broken, imports, layer, modules, with_parents

HEAVY = {"z3", "cvc5", "numpy", "scipy", "hypothesis", "click", "rich", "pytest"}
KERNEL = "dpverify.checkers.kernel.finite"
COUNTS = ("queries", "counts", "count_views")
RANGES = ("families", "eps_sums", "eps_zeros")
PROGRAMS = ("programs", "continuous", "integers", "enclosures", "additive")
CERTIFICATES = (
    "alignment", "lead", "star", "documents", "partition", "events", "decay", "corners",
)  # fmt: skip
KERNELS = {
    KERNEL,
    *(
        f"dpverify.checkers.kernel.{name}"
        for name in (
            "attacker",
            "channels",
            "compositions",
            "divergences",
            "integer_laws",
            "laws",
            "shifted",
            "numbers",
            "outcome",
            "results",
            "scenarios",
            "stated",
            "trade_offs",
            "knowledge",
            "work",
            *COUNTS,
            *RANGES,
            *PROGRAMS,
        )
    ),
    *(f"dpverify.checkers.kernel.certificates.{name}" for name in CERTIFICATES),
    *(f"dpverify.defs.continuous.{name}" for name in ("documents", "shift", "traced")),
}
NUMBERS = "dpverify.defs.numbers"
COMPARISONS = "dpverify.defs.comparisons"  # what the kernel is handed to re-check comparisons
TRUSTED = (NUMBERS, COMPARISONS)
# What a trusted module may import besides the standard library and the trusted modules.
ALLOWED_OUTSIDE = {"flint"}


def trusted() -> list[str]:
    """The kernel, what it uses, and the packages whose __init__ runs when they are imported."""
    inside = tuple(f"{package}." for package in TRUSTED)
    core = {m for m in modules() if m in {*KERNELS, *TRUSTED} or m.startswith(inside)}
    return sorted(set().union(*map(with_parents, core)) if core else ())


def is_ours(name: str) -> bool:
    """Whether a module name belongs to the project."""
    return name.split(".", maxsplit=1)[0] == "dpverify"


def upwards(path: Path) -> list[str]:
    """What a file imports of a layer above its own; `python -m dpverify` has to start the command."""
    if path == Path("api/__main__.py"):
        return []
    here = LAYERS.index(path.parts[0])
    return [m for m in imports(path) if is_ours(m) and LAYERS.index(layer(m)) > here]


def by_a_short_name(path: Path) -> list[str]:
    """What a file imports as if the folders were packages."""
    return [m for m in imports(path) if m.split(".")[0] in LAYERS]


def of(*names: str) -> Callable[[Path], set[str]]:
    """Which of these packages a file imports."""
    return lambda path: {m.split(".")[0] for m in imports(path)} & set(names)


def test_imports_run_one_way() -> None:
    """defs ← checkers ← proofs ← reports ← api ← app, also inside functions and for annotations."""
    assert broken(modules().values(), upwards) == {}


def test_imports_use_the_full_name() -> None:
    """`from defs import …` or `from . import …` would load or hide a second copy."""
    assert broken(modules().values(), by_a_short_name) == {}


def test_only_the_solver_folder_imports_a_solver() -> None:
    """z3 and cvc5 live in checkers/smt/ alone."""
    others = [path for path in modules().values() if path.parts[:2] != ("checkers", "smt")]
    assert broken(others, of("z3", "cvc5")) == {}
    assert broken(set(modules().values()) - set(others), of("z3"))  # the rule sees them there


def test_definitions_need_no_solver_and_no_search() -> None:
    """What the words mean does not depend on how a statement is decided."""
    definitions = [path for path in modules().values() if path.parts[0] == "defs"]
    assert broken(definitions, of(*(HEAVY - {"numpy"}))) == {}
    assert len(definitions) > 200


@pytest.mark.parametrize("module", trusted())
def test_a_trusted_module_imports_trusted_ones_alone(module: str) -> None:
    """Standard library, python-flint, defs/numbers, defs/comparisons: nothing else."""
    found = imports(modules()[module], typing_too=module in KERNELS)
    outside = {m.split(".")[0] for m in found if not is_ours(m)}
    assert outside - set(sys.stdlib_module_names) - ALLOWED_OUTSIDE == set()
    if module in KERNELS or module.startswith(TRUSTED):
        assert {m for m in found if is_ours(m)} <= set(trusted()) - {"dpverify"}


@pytest.mark.parametrize("kernel", sorted(KERNELS))
def test_what_the_kernel_loads(kernel: str) -> None:
    """Importing the kernel, all __init__ included, loads no solver and no float library."""
    if kernel not in modules():
        pytest.fail(f"{kernel} is missing")
    program = f"import sys, {kernel}; print(*{{m.split('.')[0] for m in sys.modules}})"
    run = subprocess.run(
        [sys.executable, "-P", "-c", program],
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert set(run.stdout.split()) & HEAVY == set()


@pytest.mark.parametrize("package", TRUSTED)
def test_what_the_trusted_packages_load(package: str) -> None:
    """Importing them loads no solver and no float library."""
    program = f"import sys, {package}; print(*{{m.split('.')[0] for m in sys.modules}})"
    run = subprocess.run(
        [sys.executable, "-P", "-c", program],
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert set(run.stdout.split()) & HEAVY == set()
