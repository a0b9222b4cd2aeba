"""What programs are made of, as a digest: whether what was decided of them still counts.

A program is its file, whatever lies in the folder of that file and below, and what is installed.
Where that cannot be seen (it imports what lies elsewhere, opens files, asks for the environment, or
there are too many files) the digest is a new one each time, and everything is decided again. What
must never change: a digest stays the same only where each of these files does.
"""

from __future__ import annotations

import ast
import os
import re
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final, Self
from uuid import uuid4

from dpverify.app.journal import digest_of
from dpverify.defs.target import parse_target

if TYPE_CHECKING:
    from dpverify.app.commands.options import Common

MOST_FILES: Final = 5_000
MOST_BYTES: Final = 500_000_000
_LEFT_OUT: Final = frozenset(
    """.dpverify .git .hg .svn __pycache__ .mypy_cache .ruff_cache .pytest_cache .hypothesis
    .ipynb_checkpoints .idea .vscode""".split()  # noqa: SIM905  (a list of names)
)
"""Folders with nothing that a program reads; ours is written while it is examined."""
_PROGRAM: Final = re.compile(rb'"([^"]+\.py):')
"""How a scenario names a program."""
_NAMED: Final = re.compile(rb'"program"\s*:\s*"([^"]+)"')
_LOOKS: Final = re.compile(
    r"\w*open|read(_\w+|lines?)?|load(txt|_\w+)?|genfromtxt|from(file|regex)|memmap|get_data"
    r"|getlines?|ZipFile|files|environb?|getenvb?|argv|path|chdir|cwd|getcwd|exists|l?stat"
    r"|get(attr|size|[acm]time|user|login|host\w*)|access|samefile|listdir|scandir|walk|r?glob"
    r"|is_?(file|dir|\w*link|mount|socket|fifo|\w+_device)|iterdir|connect|import_module"
    r"|__import__|exec|eval|run_path|run_module|spec_from_\w+"
)
"""What a source calls that opens files, imports by a text, or asks where it runs."""
_ELSEWHERE: Final = frozenset(
    """builtins cffi configparser ctypes dbm fileinput getpass glob importlib io linecache locale
    logging mmap multiprocessing nt os pathlib pkgutil platform posix pwd runpy shelve shutil site
    socket sqlite3 subprocess sysconfig tarfile tempfile tomllib urllib zipfile zipimport""".split()  # noqa: SIM905  (a list of names a line would take a page)
)
"""Modules of the standard library that read what lies elsewhere, or tell where a program runs."""


class _Unseen(Exception):
    """What a program is made of is not to be had."""


def programs_in(place: Path) -> list[Path]:
    """The programs that a target leads to: itself, or those that a scenario names."""
    if place.suffix == ".py":
        return [place]
    try:
        named = _PROGRAM.findall(place.read_bytes())
    except OSError:
        return []
    return [place.parent / os.fsdecode(name) for name in named]


def names_a_module(place: Path) -> bool:
    """Whether a scenario's program is one of a module, of which nothing is known."""
    try:
        programs = _NAMED.findall(place.read_bytes()) if place.suffix == ".json" else []
    except OSError:
        return False
    targets = [parse_target(program.decode("utf-8", "replace")) for program in programs]
    return any(target is not None and target.kind == "module" for target in targets)


class Programs:
    """The digests of programs in one run, which looks at each folder once.

    Args: written paths that the run itself writes, if they are given; they do not count.
    """

    def __init__(self, written: Iterable[str | None] = ()) -> None:
        self._ours = {Path(path).resolve() for path in written if path}
        self._known: dict[Path, str] = {}
        self._seen: set[Path] = set()

    @classmethod
    def of(cls, common: Common) -> Self:
        """Those of a run with these options."""
        return cls((common.out, common.journal))

    def digest(self, files: Iterable[str | Path]) -> str:
        """A digest of all that the programs in some files are made of.

        Returns: one that nothing else has where this cannot be seen.
        """
        places = sorted({Path(file).resolve() for file in files})
        try:
            for place in set(places) - self._seen:
                _need_seen(place)
                self._seen.add(place)
            return digest_of([[str(place), self._folder(place.parent)] for place in places])
        except (_Unseen, OSError):
            return uuid4().hex

    def _folder(self, folder: Path) -> str:
        if folder not in self._known:
            self._known[folder] = digest_of([_of_folder(folder, self._ours), _installed()])
        return self._known[folder]


def _of_folder(folder: Path, ours: set[Path]) -> str:
    """The SHA-256 of the names and contents of all files in a folder and below."""
    whole, size = sha256(), 0
    for count, path in enumerate(_files(folder, ours)):
        size += path.stat().st_size
        if count >= MOST_FILES or size > MOST_BYTES:
            raise _Unseen
        whole.update(os.fsencode(f"{path.relative_to(folder)}\0"))
        whole.update(sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def _files(folder: Path, ours: set[Path]) -> Iterator[Path]:
    for root, folders, names in os.walk(folder, onerror=_raise):
        here = Path(root)
        folders[:] = sorted(name for name in folders if _counts(here / name, ours))
        for name in sorted(names):
            path = here / name
            if path not in ours and path.is_file() and path.suffix != ".pyc":
                yield path


def _counts(folder: Path, ours: set[Path]) -> bool:
    if folder.name in _LEFT_OUT or folder in ours or (folder / "pyvenv.cfg").exists():
        return False
    if folder.is_symlink():  # what lies there lies elsewhere
        raise _Unseen
    return True


def _raise(error: OSError) -> None:
    raise error


def _need_seen(program: Path) -> None:
    """Raise where a program, or what it imports from its folder, has parts that lie elsewhere."""
    folder, known = program.parent, {program}
    waiting = [program]
    while waiting:
        for name in _named(waiting.pop()):
            inside = _inside(folder, name)
            if not inside:
                _need_installed(name)
            waiting += inside - known
            known |= inside
            if len(known) > MOST_FILES:
                raise _Unseen


def _named(source: Path) -> set[str]:
    """The packages that a source imports anywhere; none of what does not parse.

    Raises: _Unseen where it opens files, or asks where it runs: what it finds is not known.
    """
    try:
        tree = ast.parse(source.read_bytes())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    names: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=found):
                names |= {alias.name.partition(".")[0] for alias in found}
            case ast.ImportFrom(module=str(module), level=0):
                names.add(module.partition(".")[0])
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                if _LOOKS.fullmatch(name):
                    raise _Unseen
    if names & _ELSEWHERE:
        raise _Unseen
    return names


def _inside(folder: Path, name: str) -> set[Path]:
    """The sources that a name of a package stands for in a folder."""
    alone = folder / f"{name}.py"
    return {*(folder / name).rglob("*.py"), *([alone] if alone.exists() else [])}


def _need_installed(name: str) -> None:
    """Raise where a package comes neither with Python, nor is installed."""
    if name in sys.stdlib_module_names or name == "dpverify":
        return
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):
        raise _Unseen from None
    origin = None if spec is None else spec.origin
    # What is not found here may be where the program itself adds to `sys.path`.
    if origin is None or not any(Path(origin).is_relative_to(site) for site in _sites()):
        raise _Unseen


def _sites() -> set[str]:
    return {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}


def _installed() -> list[str]:
    """The distributions that are installed, with their versions, as their folders are called."""
    return sorted(
        entry.name
        for site in _sites()
        for entry in os.scandir(site)
        if entry.name.endswith((".dist-info", ".egg-info"))
    )
