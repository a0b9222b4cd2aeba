"""What a program is made of: a digest that stays only where all of it does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dpverify.app import program_files
from dpverify.app.program_files import Programs, names_a_module, programs_in

SOURCE = "from sub import helper\nimport json, numpy\n"


@pytest.fixture
def program(tmp_path: Path) -> Path:
    folder = tmp_path / "mine"
    (folder / "sub" / "deep").mkdir(parents=True)
    (folder / "m.py").write_text(SOURCE)
    (folder / "sub" / "__init__.py").touch()
    (folder / "sub" / "helper.py").write_text('P = "3/4"\n')
    (folder / "sub" / "deep" / "p.txt").write_text("3/4")
    (folder / ".env").write_text("P=3/4")
    return folder / "m.py"


def digest(*files: Path, written: tuple[str | None, ...] = ()) -> str:
    """As a new run has it."""
    return Programs(written).digest(files)


def test_it_is_the_same_as_long_as_nothing_changes(program: Path) -> None:
    assert digest(program) == digest(program)
    assert digest() == digest()
    assert digest() != digest(program)


@pytest.mark.parametrize("name", ["m.py", "sub/helper.py", "sub/deep/p.txt", ".env", "new.csv"])
def test_each_file_in_the_folder_and_below_counts(program: Path, name: str) -> None:
    """A claim about a program that had changed below its folder was not decided again."""
    before = digest(program)
    with (program.parent / name).open("a") as file:
        file.write("\n")
    assert digest(program) != before


@pytest.mark.parametrize("name", ["sub/helper.py", ".env"])
def test_a_file_that_is_gone_counts(program: Path, name: str) -> None:
    before = digest(program)
    (program.parent / name).unlink()
    assert digest(program) != before


def test_what_a_run_writes_does_not_count(program: Path) -> None:
    report = program.parent / "report.json"
    written = (str(report), None)
    before = digest(program, written=written)
    report.write_text("{}")
    for name in (".dpverify", "__pycache__", ".git", "venv"):
        (program.parent / name).mkdir()
        (program.parent / name / "pyvenv.cfg").touch()
    assert digest(program, written=written) == before
    assert digest(program) != before


def _linked(folder: Path) -> None:
    (folder.parent / "else").mkdir()
    (folder / "linked").symlink_to(folder.parent / "else")


def _imports_elsewhere(folder: Path) -> None:
    (folder.parent / "elsewhere.py").touch()
    (folder / "sub" / "more.py").write_text("def f():\n    import elsewhere\n")


@pytest.mark.parametrize("change", [_linked, _imports_elsewhere])
def test_what_lies_elsewhere_is_not_seen(
    program: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], None]
) -> None:
    """Then no digest is that of another run."""
    change(program.parent)
    monkeypatch.syspath_prepend(program.parent.parent)
    assert digest(program) != digest(program)


@pytest.mark.parametrize(
    "source",
    [
        "import sys\nsys.path.insert(0, '../lib')\nimport helper\n",
        "import helper_that_is_nowhere\n",
        "P = open('../lib/p.txt').read()\n",
        "from pathlib import Path\nP = Path('../lib/p.txt').read_text()\n",
        "import numpy as np\nP = np.loadtxt('../lib/p.txt')\n",
        "import os\nP = os.environ['P']\n",
        "from os import environ\n",
        "from os.path import isfile as there\n",
        "import numpy as np\nP = np.memmap('../lib/p.dat')\n",
        "import subprocess\n",
        "import builtins\n",
        "import sys\nP = sys.argv[0]\n",
        "P = getattr(__builtins__, 'op' + 'en')\n",
        "from importlib import import_module as get\nP = get('else' + 'where').P\n",
    ],
)
@pytest.mark.parametrize("name", ["m.py", "sub/helper.py"])
def test_what_is_found_while_a_program_runs_is_not_seen(
    program: Path, source: str, name: str
) -> None:
    """A claim was "holds" though the file elsewhere had changed since the run that was killed."""
    with (program.parent / name).open("a") as file:
        file.write(source)
    assert digest(program) != digest(program)


def test_what_a_program_does_not_import_may_open_files(program: Path) -> None:
    (program.parent / "other.py").write_text("import nowhere\nopen('x')\n")
    assert digest(program) == digest(program)


@pytest.mark.parametrize(("name", "most"), [("MOST_FILES", 3), ("MOST_BYTES", 30)])
def test_too_much_is_not_looked_through(
    program: Path, monkeypatch: pytest.MonkeyPatch, name: str, most: int
) -> None:
    monkeypatch.setattr(program_files, name, most)
    assert digest(program) != digest(program)


def test_another_version_of_a_library_counts(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = digest(program)
    monkeypatch.setattr(program_files, "_installed", lambda: ["numpy-0.1.dist-info"])
    assert digest(program) != before


def test_a_source_that_does_not_parse_is_a_file_like_others(program: Path) -> None:
    program.write_text("def (")
    assert digest(program) == digest(program)


def test_a_scenario_leads_to_the_programs_that_it_names(program: Path) -> None:
    scenario = program.parent.parent / "scenario.json"
    scenario.write_text('{"program": "mine/m.py:f", "text": "no program.py"}')
    assert programs_in(scenario) == [program]
    assert programs_in(program) == [program]
    assert programs_in(program.parent / "none.json") == []


@pytest.mark.parametrize(
    ("program", "is_one"), [("package.module:f", True), ("m.py:f", False), ("B36:eps=1", False)]
)
def test_a_scenario_may_name_a_module(tmp_path: Path, program: str, *, is_one: bool) -> None:
    """Of which nothing is known: what is decided of it is decided again."""
    scenario = tmp_path / "scenario.json"
    scenario.write_text(f'{{"mechanism": {{"program": "{program}"}}}}')
    assert names_a_module(scenario) is is_one
    assert not names_a_module(tmp_path / "none.json")
