"""`python -m benchmarks.loading_bench`: how much of the product one question needs.

Each question is asked twice in a fresh process, through the command line but without its fork:

- *modules*: those of dpverify, and all, that are loaded after the first call;
- *opened*: files of the product that the first call opened, modules with their folders' `__init__`
  and data; a compiled module counts as its source;
- *touched*: files of the product in which a function was called during the second call, when
  nothing is loaded any more: what a reader opens who follows it;
- *hops*: how often that call went from one of these files to another.

None of them depends on the machine or on how busy it is. What version 0.1.0 needed:

    question                        modules    all  opened  touched     hops
    check, it holds                     235    529     235       57      492
    check, it fails                     235    529     235       60     1131
    replay                              165    411     165       28      565
    a small program                     272    566     272       58     1769
    a scenario                          251    544     251       44      884
    prove one entry                     406    807     407       87   140735

`tests/repository/test_loading.py` holds check and replay to half of its modules and of the files
that it opened. Since then `prove` reads all sources once, for the digest of its journal.
"""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
CHANNEL: Final = "examples/randomized_response.json"
LAYERS: Final = ("api", "app", "defs", "checkers", "proofs", "reports")
"""The folders of the product."""


@dataclass(frozen=True)
class Need:
    """What one question needed: the columns of the table, and the names of all modules loaded."""

    status: int
    loaded: tuple[str, ...]
    opened: int
    touched: int
    hops: int

    @property
    def modules(self) -> int:
        """How many modules of dpverify were loaded."""
        return sum(name.split(".")[0] == "dpverify" for name in self.loaded)


def questions(saved: str) -> dict[str, list[str]]:
    """The questions as words of the command line; `saved` is a result to replay."""
    check = ["check", CHANNEL, "--definition", "pure-dp", "--eps"]
    small = ["check", "examples/programs.py:safe_count", "--definition", "pure-dp", "--eps", "1/2"]
    scenario = ["measure", "examples/scenarios/ten_votes.json", "--definition", "apkdp"]
    return {
        "check, it holds": [*check, "1.1"],
        "check, it fails": [*check, "1.09"],
        "replay": ["replay", saved],
        "a small program": small,
        "a scenario": [*scenario, "--eps", "0"],
        "prove one entry": ["prove", "par.weak-post-processing", "--journal", "off"],
    }


def need(words: list[str]) -> Need:
    """What a question needs, asked in a process of its own."""
    command = [sys.executable, "-P", __file__, json.dumps(words)]
    run = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)  # noqa: S603  our own command
    *_, line = run.stdout.splitlines()
    found = json.loads(line)
    return Need(**{**found, "loaded": tuple(found["loaded"])})


def saved_result(folder: str, eps: str = "1.09") -> str:
    """The path of a new result about the channel, for replay."""
    path = f"{folder}/result.json"
    words = ["check", CHANNEL, "--definition", "pure-dp", "--eps", eps]
    command = [sys.executable, "-m", "dpverify", *words, "--format", "json", "--out", path]
    subprocess.run(command, capture_output=True, check=False, cwd=ROOT)  # noqa: S603  our own command
    return path


def main() -> None:
    """Print the table."""
    print((__doc__ or "").strip(), end="\n\nNow:\n\n")
    header = f"{'question':<30}{'modules':>9}{'all':>7}{'opened':>8}{'touched':>9}{'hops':>9}"
    print(f"    {header}")
    with tempfile.TemporaryDirectory() as folder:
        for name, words in questions(saved_result(folder)).items():
            row = need(words)
            counts = f"{row.modules:>9}{len(row.loaded):>7}{row.opened:>8}{row.touched:>9}"
            print(f"    {name:<30}{counts}{row.hops:>9}", flush=True)


# ---------------------------------------------------------------- in the process that is measured


class _Walk:
    """Follows the calls of a question from file to file."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.hops = 0
        self._last: str | None = None

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        """What `sys.setprofile` calls at each call and return."""
        del argument
        file = frame.f_code.co_filename
        if event == "call" and _is_ours(file) and file != self._last:
            self.hops, self._last = self.hops + 1, file
            self.files.add(file)


def _is_ours(file: str) -> bool:
    return file.startswith(tuple(f"{ROOT}/{layer}/" for layer in LAYERS))


def _ask(words: list[str]) -> int:
    from dpverify.app.cli import main as ask

    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        return ask(words)


def _measured(words: list[str]) -> dict[str, Any]:
    opened: set[str] = set()

    def note(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(arguments[0], str) and _is_ours(arguments[0]):
            # `module.cpython-311.pyc`, as it is read or first written, stands for `module.py`.
            folder, _, name = arguments[0].rpartition("/")
            opened.add(folder.removesuffix("/__pycache__") + "/" + name.split(".")[0])

    sys.addaudithook(note)
    status = _ask(words)
    loaded, files = sorted(sys.modules), len(opened)
    walk = _Walk()
    sys.setprofile(walk)
    try:
        _ask(words)
    finally:
        sys.setprofile(None)
    return {
        "status": status,
        "loaded": loaded,
        "opened": files,
        "touched": len(walk.files),
        "hops": walk.hops,
    }


if __name__ == "__main__":
    if len(sys.argv) > 1:
        print(json.dumps(_measured(json.loads(sys.argv[1]))))
    else:
        main()
