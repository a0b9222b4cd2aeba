"""Mistakes planted in the kernels are noticed by the tests that watch them.

Here every twelfth and a control, within seconds; `make mutants` plants all.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutants.in_kernels import CHANGES, MODULES
from tests.mutants.planting import ROOT, Task, outcomes, planted
from tests.mutants.watchers import WATCHERS

ALL: list[Task] = [(module, name) for module, about in MODULES.items() for name in about.changes]
SOME = ALL[::12]
CONTROLS: list[Task] = [("dpverify.checkers.kernel.stated", ""), ("dpverify.proofs.losses", "")]
UNTESTED = {
    "checkers/kernel/__init__.py",  # holds no code, as the next one
    "checkers/kernel/certificates/__init__.py",
}


@pytest.fixture(scope="module")
def found(request: pytest.FixtureRequest) -> dict[Task, str]:
    """What became of each of the chosen mistakes that this run asks about."""
    wanted: set[Task] = set()
    for item in request.session.items:
        if isinstance(item, pytest.Function) and item.path == request.path:
            task = getattr(item, "callspec", None) and item.callspec.params.get("task")
            if isinstance(task, tuple):
                wanted.add((str(task[0]), str(task[1])))
    return {task: outcome for task, outcome, _ in outcomes(sorted(wanted))}


@pytest.mark.long
@pytest.mark.parametrize("task", SOME, ids="~".join)
def test_the_mistake_is_noticed(task: Task, found: dict[Task, str]) -> None:
    """The tests that watch its module ran with the mistake in it, and one failed."""
    assert found[task] == "noticed"


@pytest.mark.long
@pytest.mark.parametrize("task", CONTROLS, ids="~".join)
def test_without_a_mistake_nothing_is_noticed(task: Task, found: dict[Task, str]) -> None:
    """The control: the same tests, run in the same way, pass."""
    assert found[task] == "not noticed"


def test_the_text_to_be_replaced_stands_once() -> None:
    """Every mistake is one change of a source as it is today."""
    for path, changes in CHANGES.items():
        source = (ROOT / path).read_text(encoding="utf-8")
        for change in changes.values():
            assert planted(source, change) != source, (path, change)


def test_every_kernel_is_watched() -> None:
    """Each module of the kernels has tests that must notice what goes wrong in it."""
    modules = {str(path.relative_to(ROOT)) for path in (ROOT / "checkers/kernel").rglob("*.py")}
    assert modules - {*WATCHERS} == UNTESTED
    for path, tests in WATCHERS.items():
        for each in (path, *tests):
            assert Path(ROOT / each).exists(), each
