"""Mistakes planted in a source: one small textual change, loaded in the place of the module."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType

Changes = Mapping[str, tuple[str, str]]
"""By the name of a mistake: what stands in the source, and what stands in its place."""


ROOT = Path(__file__).parents[2]
Task = tuple[str, str]
"""A module and the name of a mistake in it; without a name, none is planted."""


@dataclass(frozen=True)
class Module:
    """Mistakes of one module, and the tests that must notice each of them."""

    changes: Changes
    tests: tuple[str, ...]


def planted(source: str, change: tuple[str, str], *, everywhere: bool = False) -> str:
    """The source with one mistake; the text that it replaces must stand there, once."""
    old, new = change
    count = source.count(old)
    if count == 0 or (count > 1 and not everywhere):
        raise LookupError(f"{old!r} stands {count} times in the source: adapt this mutant")
    return source.replace(old, new)


class Planter(MetaPathFinder):
    """An import hook that loads one module from another text."""

    def __init__(self, module: str, text: str) -> None:
        self.module, self.text = module, text

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where the module is, with a loader of that text; None for all others."""
        if fullname != self.module:
            return None
        others = (finder for finder in sys.meta_path if finder is not self)
        specs = (finder.find_spec(fullname, path, target) for finder in others)
        spec = next(found for found in specs if found is not None)
        spec.loader = _Loader(self, fullname, str(spec.origin))
        return spec


class _Loader(SourceFileLoader):
    def __init__(self, planter: Planter, fullname: str, path: str) -> None:
        super().__init__(fullname, path)
        self.planter = planter

    def get_code(self, fullname: str) -> CodeType:
        """The code of the changed source; no file is written."""
        return self.source_to_code(self.planter.text.encode(), self.get_filename(fullname))


def source(module: str) -> str:
    """The text of one of our modules as it is."""
    path = module.removeprefix("dpverify.").replace(".", "/")
    return (ROOT / f"{path}.py").read_text(encoding="utf-8")


def outcomes(tasks: Sequence[Task]) -> Iterator[tuple[Task, str, float]]:
    """Run tests with each mistake, in the processes of `tests.mutants.runner`, as they end.

    Returns: the task, "noticed", "not noticed" or what else happened, seconds of the processor.
    """
    # hypothesis would import our types for its plugin, and numpy start threads: both too early.
    environment = {**os.environ, "HYPOTHESIS_NO_PLUGINS": "1", "OPENBLAS_NUM_THREADS": "1"}
    command = [sys.executable, "-m", "tests.mutants.runner", json.dumps(list(tasks))]
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        for line in process.stdout or ():
            module, name, outcome, seconds = json.loads(line)
            yield (module, name), outcome, seconds
    if process.returncode:
        raise RuntimeError("the runner of the mutants ended with an error")
