"""Planted mistakes in the definitions and the exact checker are noticed by the tests beside them.

Here the first of every 32nd module and a control, within seconds; `make mutants` plants all.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.mutants.planting import Task, outcomes, planted
from tests.mutants.runner import MODULES

CONTROLS = ("defs.logic", "defs.notions.contract", "checkers.exact.small")
SOME: list[Task] = [(m, next(iter(about.changes))) for m, about in list(MODULES.items())[8::32]]


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


@pytest.mark.parametrize("task", SOME, ids="~".join)
def test_the_mistake_is_noticed(task: Task, found: dict[Task, str]) -> None:
    """The tests named for its module ran with the mistake in it, and one failed."""
    assert found[task] == "noticed"


@pytest.mark.parametrize("task", [(f"dpverify.{m}", "") for m in CONTROLS], ids=CONTROLS)
def test_without_a_mistake_nothing_is_noticed(task: Task, found: dict[Task, str]) -> None:
    """The control: the same tests, run in the same way, pass."""
    assert found[task] == "not noticed"


def test_the_text_to_be_replaced_stands_once() -> None:
    """Every mistake is one change of a source as it is today."""
    for module, about in MODULES.items():
        spec = find_spec(module)
        assert spec is not None
        assert spec.origin is not None
        source = Path(spec.origin).read_text(encoding="utf-8")
        for change in about.changes.values():
            assert planted(source, change) != source, (module, change)


def test_there_are_enough_of_them() -> None:
    """Every module of the notions, divergences and the exact checker has some."""
    assert sum(len(about.changes) for about in MODULES.values()) >= 200
    assert all(len(about.changes) >= 1 for about in MODULES.values())
