"""The set-up script, run in a copy with stand-ins for Python and pip: nothing is downloaded."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.repository.source import ROOT

BASE = Path(getattr(sys, "_base_executable", sys.executable))
NAMES = ("python3", "python3.14", "python3.13", "python3.12", "python3.11")

# A Python that does what the real one does, except: `-m pip` is written down in a log, and
# $LACKS takes away ensurepip (leaving Debian's half-made folder) or pip.
STAND_IN = """#!/bin/sh
case " $LACKS " in *" python "*) exit 1 ;; esac
case "$1 $2" in
"-m pip")
    case " $LACKS " in *" pip "*) exit 1 ;; esac
    [ "$3" = --version ] || echo "outside: $*" >>"$LOG"
    case "$*" in *--require-hashes*) exit "${{PIP_STATUS:-0}}" ;; esac
    exit 0 ;;
"-m venv")
    case "$*" in *--without-pip*) exec {base} "$@" ;; esac
    case " $LACKS " in *" ensurepip "*) mkdir -p .venv/half; exit 1 ;; esac
    {base} -m venv --without-pip .venv || exit 1
    rm .venv/bin/python
    printf '#!/bin/sh\\n[ "$1 $2" = "-m pip" ] || exec {base} "$@"\\n' >.venv/bin/python
    printf '[ "$3" = --version ] || echo "inside: $*" >>"$LOG"\\n' >>.venv/bin/python
    chmod +x .venv/bin/python
    exit 0 ;;
esac
exec {base} "$@"
"""


class Clone:
    """A copy of what the set-up reads, with its own PATH."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "a clone"
        self.log = folder / "log"
        tools = folder / "tools"
        tools.mkdir()
        (self.folder / "scripts").mkdir(parents=True)
        for name in ("pyproject.toml", "requirements.lock", "scripts/setup.sh"):
            shutil.copy(ROOT / name, self.folder / name)
        for name in ("sh", "rm", "mv", "cat", "dirname", "mkdir", "chmod"):
            (tools / name).symlink_to(str(shutil.which(name)))
        for name in NAMES:
            (tools / name).write_text(STAND_IN.format(base=BASE), "utf-8")
            (tools / name).chmod(0o755)
        self.environment = {"PATH": str(tools), "LOG": str(self.log), "LACKS": ""}

    def setup(self, **environment: str) -> subprocess.CompletedProcess[str]:
        """Run the script, and forget what pip was told before."""
        self.log.unlink(missing_ok=True)
        return subprocess.run(
            ["sh", str(self.folder / "scripts" / "setup.sh")],
            env={**self.environment, **environment},
            cwd=self.folder.parent,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )

    def pip(self) -> list[str]:
        """What pip was told by the last run."""
        return self.log.read_text("utf-8").splitlines() if self.log.exists() else []

    @property
    def venv(self) -> Path:
        """The environment that the script makes."""
        return self.folder / ".venv"


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    """A fresh clone without an environment."""
    return Clone(tmp_path)


def assert_one_line(run: subprocess.CompletedProcess[str], status: int, *words: str) -> None:
    """The last line says what to do, and the status is the one announced."""
    assert run.returncode == status, run.stderr
    last = run.stderr.strip().splitlines()[-1]
    assert last.startswith("dpverify set-up: ")
    assert [word for word in words if word not in last] == []


def test_lock_then_the_project(clone: Clone) -> None:
    """With everything there: the lock with hashes, then dpverify without dependencies."""
    run = clone.setup()
    assert run.returncode == 0, run.stderr
    locked, project = clone.pip()
    assert locked.startswith("inside:")
    assert "--require-hashes" in locked
    assert "requirements.lock" in locked
    assert "--no-deps --no-build-isolation --editable ." in project


def test_a_second_run_does_nothing(clone: Clone) -> None:
    """The stamp says that the environment is up to date."""
    clone.setup()
    run = clone.setup()
    assert (run.returncode, run.stdout, run.stderr, clone.pip()) == (0, "", "", [])


def test_a_changed_lock_makes_a_new_environment(clone: Clone) -> None:
    """The stamp is keyed on the content of the lock."""
    clone.setup()
    (clone.venv / "left over").touch()
    with (clone.folder / "requirements.lock").open("a", encoding="utf-8") as lock:
        lock.write("# changed\n")
    assert clone.setup().returncode == 0
    assert len(clone.pip()) == 2
    assert not (clone.venv / "left over").exists()


def test_a_changed_pyproject_installs_the_project_alone(clone: Clone) -> None:
    """A new package or command needs no new environment."""
    clone.setup()
    with (clone.folder / "pyproject.toml").open("a", encoding="utf-8") as project:
        project.write("# changed\n")
    assert clone.setup().returncode == 0
    (told,) = clone.pip()
    assert "--editable" in told


def test_without_the_venv_package(clone: Clone) -> None:
    """The half-made folder is removed and pip installs from outside."""
    run = clone.setup(LACKS="ensurepip")
    assert run.returncode == 0, run.stderr
    assert not (clone.venv / "half").exists()
    assert [line.split(" install")[0] for line in clone.pip()] == [
        "outside: -m pip --python .venv/bin/python"
    ] * 2


def test_with_neither_ensurepip_nor_pip(clone: Clone) -> None:
    """One line names the package to install, and nothing half-made stays."""
    run = clone.setup(LACKS="ensurepip pip")
    assert_one_line(run, 2, "python3-venv", "python3-pip")
    assert len(run.stderr.strip().splitlines()) == 2
    assert not clone.venv.exists()


def test_without_a_suitable_python(clone: Clone) -> None:
    """One line says which versions would do."""
    run = clone.setup(LACKS="python")
    assert_one_line(run, 2, "3.11 to 3.14")
    assert len(run.stderr.strip().splitlines()) == 1


def test_a_named_python_that_does_not_suit(clone: Clone) -> None:
    """PYTHON=… is used or refused, never passed over."""
    assert_one_line(clone.setup(PYTHON="no-such-python"), 2, "no-such-python")


def test_a_named_python_is_remembered(clone: Clone) -> None:
    """After `make setup PYTHON=x`, plain `make test` keeps x, also for a new lock."""
    mine = Path(clone.environment["PATH"]) / "mine"
    shutil.copy(Path(clone.environment["PATH"]) / "python3", mine)
    clone.setup(PYTHON=str(mine))
    for name in NAMES:
        (mine.parent / name).unlink()
    with (clone.folder / "requirements.lock").open("a", encoding="utf-8") as lock:
        lock.write("# changed\n")
    assert clone.setup().returncode == 0
    assert len(clone.pip()) == 2
    assert clone.setup().returncode == 0
    assert clone.pip() == []


def test_a_later_python_is_found_when_python3_is_old(clone: Clone) -> None:
    """`python3` may be 3.9 where python3.11 is installed beside it."""
    tools = Path(clone.environment["PATH"])
    for name in NAMES[:-1]:
        (tools / name).write_text("#!/bin/sh\nexit 1\n", "utf-8")
    assert clone.setup().returncode == 0


def test_a_failed_installation_leaves_no_stamp(clone: Clone) -> None:
    """The next run starts again instead of believing a half-filled environment."""
    assert_one_line(clone.setup(LACKS="ensurepip", PIP_STATUS="1"), 1, "could not be installed")
    assert clone.setup(LACKS="ensurepip").returncode == 0
    assert len(clone.pip()) == 2


@pytest.mark.slow
def test_from_inside_the_environment(clone: Clone) -> None:
    """With .venv activated, what it is based on makes it anew, not its own Python."""
    clone.setup(LACKS="ensurepip")
    (clone.folder / "requirements.lock").write_text("no-such-package==1\n", "utf-8")
    path = f"{clone.venv / 'bin'}{os.pathsep}{clone.environment['PATH']}"
    offline = {"PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull}
    assert_one_line(clone.setup(PATH=path, **offline), 1, "could not be installed")
    made = [str(clone.venv / "bin" / "python"), "-c", "import sys; print(sys.prefix)"]
    prefix = subprocess.run(made, capture_output=True, text=True, check=True).stdout.strip()
    assert prefix == str(clone.venv)
