"""What no file of the project contains."""

from __future__ import annotations

import ast
import re
import subprocess
from functools import cache
from pathlib import Path

import pytest

from tests.repository.source import (
    LAYERS,
    ROOT,
    broken,
    nodes,
    python_files,
    statements,
    tree,
)  # fmt: skip

PACKAGES = python_files(*LAYERS)
FORBIDDEN_MODULES = {"pickle", "cPickle", "dill", "cloudpickle", "marshal", "shelve"}
FORBIDDEN_CALLS = {"eval", "exec", "compile", "__import__"}
NUMPY_LOADS = {
    "np.load", "numpy.load", "np.lib.format.read_array", "numpy.lib.format.read_array",
}  # fmt: skip
BLOCKS_OF_BALLS = {"working_precision", "series_length"}
STOP_WATCHES = {"perf_counter", "perf_counter_ns", "process_time", "process_time_ns", "timeit"}
# Written in two parts, so that this file does not contain them.
FORBIDDEN_WORDS = [
    "/wo" + "rk/",
    "/ro" + "ot/",
    "/ho" + "me/",
    "pypi" + ".org",
    "files.python" + "hosted",
    "--index" + "-url",
    "file" + "://",
]
# A lint exception that says no more than its code; written so that this line is none.
BARE_EXCEPTION = re.compile(
    r"#\s*(?:noqa: [A-Z0-9, ]+|type: ignore\[[a-z, -]+\])\s*$", re.MULTILINE
)
# The temporary folder of one machine; ask mktemp, tempfile or tmp_path for one.
TEMPORARY = re.compile(r"(?<![\w.])/t" + r"mp\b")


@cache
def tracked() -> list[Path]:
    """Every text file that git knows or would add, else every file outside made folders."""
    run = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        pytest.skip("not a git checkout")
    paths = [ROOT / name for name in run.stdout.split("\0") if name]
    return [path for path in paths if path.is_file() and path.suffix not in {".npy", ".npz"}]


def calls(path: Path, words: str) -> set[str]:
    """Names of plain calls, and dotted names of attribute calls, in a file that has such words.

    The others are not parsed: that takes most of the time of such a rule.

    Args: words a regular expression.
    """
    if not re.search(words, (ROOT / path).read_text(encoding="utf-8")):
        return set()
    called = (node.func for node in nodes(path) if isinstance(node, ast.Call))
    return {ast.unparse(func) for func in called if isinstance(func, ast.Name | ast.Attribute)}


def runs_data(path: Path) -> set[str]:
    """What a file imports or calls to run what it reads."""
    imported = {
        name.split(".")[0]
        for node in statements(path)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    forbidden = FORBIDDEN_CALLS | {"yaml.load", "yaml.unsafe_load"}
    words = rf"(?<![\w.])(?:{'|'.join(FORBIDDEN_CALLS)})\b|yaml"  # `re.compile` is another's
    return (imported & FORBIDDEN_MODULES) | (calls(path, words) & forbidden)


def pickled(path: Path) -> list[int]:
    """Lines at which numpy loads without allow_pickle=False."""
    source = (ROOT / path).read_text(encoding="utf-8")
    if not any(name.rpartition(".")[2] in source for name in NUMPY_LOADS):
        return []
    return [
        node.lineno
        for node in nodes(path)
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in NUMPY_LOADS
        and {word.arg: ast.unparse(word.value) for word in node.keywords}.get("allow_pickle")
        != "False"
    ]


def asserts(path: Path) -> list[int]:
    """Lines with an assert."""
    return [node.lineno for node in statements(path) if isinstance(node, ast.Assert)]


def bare_excepts(path: Path) -> list[int]:
    """Lines with an except that names nothing."""
    handlers = [node for node in statements(path) if isinstance(node, ast.ExceptHandler)]
    return [node.lineno for node in handlers if node.type is None]


def timed(path: Path) -> set[str]:
    """Stop-watches that a file uses."""
    called = calls(path, "|".join([*STOP_WATCHES, r"\btimes\b"]))
    return {x for x in called if x.split(".")[-1] in STOP_WATCHES or x == "os.times"}


def says_nothing(path: Path) -> str:
    """What is missing at the top of a module."""
    if not ast.get_docstring(tree(path)):
        return "no docstring"
    source = (ROOT / path).read_text(encoding="utf-8")
    code = [n for n in tree(path).body if not isinstance(n, ast.Expr)]
    said = not code or "from __future__ import annotations" in source
    return "" if said else "no `from __future__ import annotations`"


def bare_exceptions(path: Path) -> list[str]:
    """Lint exceptions without a word on why."""
    return BARE_EXCEPTION.findall((ROOT / path).read_text(encoding="utf-8"))


def test_a_lint_exception_carries_its_reason() -> None:
    """After its code, on the same line."""
    files = python_files(*LAYERS, "benchmarks", "docs", "examples", "scripts")
    assert broken(files, bare_exceptions) == {}


@pytest.mark.long
def test_nothing_is_run_from_data() -> None:
    """No pickle, no eval, no yaml.load: a file that is read is never executed."""
    assert broken(PACKAGES, runs_data) == {}


@pytest.mark.long
def test_numpy_files_are_read_without_pickle() -> None:
    """Each numpy load says allow_pickle=False."""
    assert broken(PACKAGES, pickled) == {}


def test_validation_survives_optimised_python() -> None:
    """No assert in a package: `python -O` would leave it out."""
    assert broken(PACKAGES, asserts) == {}


def test_no_test_asks_how_fast_a_machine_is() -> None:
    """Times are printed by benchmarks; a test may ask the clock whether what hangs is ended."""
    assert broken(python_files("tests"), timed) == {}


def test_no_bare_except() -> None:
    """A bare except would swallow KeyboardInterrupt."""
    assert broken(PACKAGES, bare_excepts) == {}


def test_every_module_says_what_it_is_for() -> None:
    """A module docstring, and annotations that are not evaluated."""
    assert broken(PACKAGES, says_nothing) == {}


def test_the_rules_see_what_they_forbid(tmp_path: Path) -> None:
    """Rules that see nothing would pass; the files are there."""
    bad = tmp_path / "bad.py"
    lines = [
        "import pickle",
        "np.load(f)",
        "assert x",
        "try:",
        "    eval(x)",
        "except:",
        "    time.perf_counter()",
    ]
    bad.write_text("\n".join([*lines, "f(x)  # " + "noqa: S1", "g(x)  # " + "noqa: S1  as told"]))
    assert runs_data(bad) == {"pickle", "eval"}
    assert pickled(bad) == [2]
    assert asserts(bad) == [3]
    assert bare_excepts(bad) == [6]
    assert timed(bad) == {"time.perf_counter"}
    assert bare_exceptions(bad) == ["# " + "noqa: S1"]
    assert says_nothing(bad) == "no docstring"
    assert len(PACKAGES) > 600


def test_no_machine_path_and_no_package_index() -> None:
    """The repository works on any machine and installs from whatever index is configured."""
    found = []
    for path in tracked():
        text = path.read_text(encoding="utf-8")
        words = [word for word in FORBIDDEN_WORDS if word in text]
        words += TEMPORARY.findall(text)
        found += [f"{path.relative_to(ROOT)}: {word}" for word in words]
    assert found == []


def _sets_precision(path: Path) -> bool:
    """Whether a file sets the precision or the length of series that flint has for all threads."""
    if path == Path("defs/numbers/balls.py"):
        return False
    targets = (
        target
        for node in statements(path)
        if isinstance(node, ast.Assign)
        for one in node.targets
        for target in ast.walk(one)
    )
    return any(isinstance(one, ast.Attribute) and one.attr in {"prec", "cap"} for one in targets)


def _yields_within(path: Path) -> bool:
    """Whether a file gives something out of a block that other threads wait for."""
    blocks = (node for node in statements(path) if isinstance(node, ast.With))
    return any(
        isinstance(inner, (ast.Yield, ast.YieldFrom))
        for block in blocks
        if any(
            isinstance(call, ast.Call) and ast.unparse(call.func) in BLOCKS_OF_BALLS
            for call in (item.context_expr for item in block.items)
        )
        for inner in ast.walk(block)
    )


@pytest.mark.long
def test_precision_is_set_in_one_place_and_kept_for_a_block() -> None:
    """It is one for all threads: who sets it otherwise, or yields meanwhile, sets it for others."""
    assert broken(PACKAGES, _sets_precision) == {}
    assert broken(PACKAGES, _yields_within) == {}
