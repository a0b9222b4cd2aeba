"""What a run of many tests puts away: modules come back for their tests, generators stay known."""

from __future__ import annotations

import subprocess
import sys
from types import ModuleType, SimpleNamespace
from typing import NamedTuple

import pytest

from tests import whole_run
from tests.repository.source import ROOT

ONE, TWO, HELPER = "tests.one_of_many", "tests.two_of_many", "tests.helper_of_many"


class Helped:
    """What one module imports from another."""

    __module__ = HELPER


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch) -> dict[str, SimpleNamespace]:
    """Tests of three modules, of which one imports from another."""
    monkeypatch.setattr(whole_run, "_HIDDEN", {})
    tests = {}
    for name in (ONE, TWO, HELPER):
        module = ModuleType(name)
        monkeypatch.setitem(sys.modules, name, module)
        tests[name] = SimpleNamespace(module=module)
    vars(tests[ONE].module)["Helped"] = Helped
    return tests


def there() -> set[str]:
    return sys.modules.keys() & {ONE, TWO, HELPER}


def test_a_module_is_there_while_its_tests_run(modules: dict[str, SimpleNamespace]) -> None:
    """And what another one imports from is always there."""
    whole_run.hide(modules.values())
    assert there() == {HELPER}
    for name in (ONE, ONE, TWO, ONE):
        whole_run.show(modules[name])
        assert there() == {name, HELPER}
        assert sys.modules[name] is modules[name].module


def test_what_has_no_module_of_its_own_changes_nothing(modules: dict[str, SimpleNamespace]) -> None:
    """Such as a test in a text file."""
    whole_run.hide([modules[ONE], SimpleNamespace()])
    whole_run.show(SimpleNamespace())
    assert there() == {TWO, HELPER}


def test_few_tests_are_left_where_they_are(
    modules: dict[str, SimpleNamespace], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(whole_run, "MANY", 4)
    whole_run.begin([*modules.values()])
    assert there() == {ONE, TWO, HELPER}


class Asked(NamedTuple):
    """A test of a file, long or not."""

    path: str
    name: str
    long: bool = False

    def get_closest_marker(self, name: str) -> bool:
        assert name == "long"
        return self.long


def test_files_with_long_tests_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that is theirs, in its order; few tests stay in the order in which they were named."""
    few = [Asked("a", "1"), Asked("b", "1"), Asked("b", "2", long=True), Asked("c", "1")]
    items = [*few]
    whole_run.long_first(items)
    assert items == few
    monkeypatch.setattr(whole_run, "MANY", 4)
    whole_run.long_first(items)
    assert [(item.path, item.name) for item in items] == [
        ("b", "1"), ("b", "2"), ("a", "1"), ("c", "1"),
    ]  # fmt: skip


FROZEN = """
import gc, random
from dpverify.defs.as_run import installing
from tests import whole_run

def known(generator):
    return any(thing is generator for thing in installing.generators())

of_a_module = random.Random(1)
assert known(of_a_module)
{freeze}
print(known(of_a_module), known(random.Random(2)))
"""


@pytest.mark.parametrize(
    ("freeze", "known"), [("whole_run.freeze()", "True True"), ("gc.freeze()", "False True")]
)
def test_frozen_generators_are_known(freeze: str, known: str) -> None:
    """In a process of its own; freezing alone would hide them."""
    program = [sys.executable, "-c", FROZEN.format(freeze=freeze)]
    outcome = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=True)
    assert outcome.stdout.split() == known.split()


BETWEEN = """
import gc, random
from types import SimpleNamespace
from dpverify.defs.as_run import installing
from tests import whole_run

def seen(thing):
    return any(other is thing for other in gc.get_objects())

def known(generator):
    return any(thing is generator for thing in installing.generators())

whole_run.MANY = {many}
whole_run.begin([])
whole_run.between_files(SimpleNamespace(path="one"))
left, generator = [], random.Random(1)
for path in ("one", "two"):
    whole_run.between_files(SimpleNamespace(path=path))
    print(seen(left), known(generator), known(random.Random(2)))
whole_run.end()
"""


@pytest.mark.parametrize(("many", "seen"), [(0, "False"), (1, "True")])
def test_what_a_file_leaves_behind_is_frozen_before_the_next(many: int, seen: str) -> None:
    """In a run of many tests; a generator that it leaves stays known."""
    program = [sys.executable, "-c", BETWEEN.format(many=many)]
    outcome = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=True)
    assert outcome.stdout.splitlines() == ["True True True", f"{seen} True True"]
