"""mypy --strict and pyright on every Python block of README.md and docs/; `make blocks`.

    python scripts/check_blocks.py [PAGE …]

A block is a module of its own; where it uses names that it does not define, it goes on from the
block before it. The sessions (`>>>`) of a page are one module, without what they print. Modules
keep the line numbers of their page, so that an error is reported where it is mended. What must
never change: nothing is left out, no error is ignored, and an error planted beside them is seen.

Exit status 1 if either tool reports an error, 2 if pyright is not there.
"""

from __future__ import annotations

import ast
import builtins
import json
import os
import re
import shutil
import subprocess
import symtable
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "build" / "blocks"
PYRIGHT = ROOT / "build" / "pyright"
# The packages as pyproject.toml maps them: neither tool follows an editable install.
PACKAGES = {"api": "", "defs": "defs", "checkers": "checkers", "proofs": "proofs",
            "reports": "reports", "app": "app"}  # fmt: skip
# Imported by pages, in no lock, and without annotations: Any, as pyproject.toml tells mypy.
UNTYPED = ("diffprivlib", "opendp", "sklearn")
STAND_IN = """from typing import Any


def __getattr__(name: str) -> Any:
    raise AttributeError(name)
"""
# The file that the text before a block names last, at its end: "This is `noisy.py`:".
FILE = re.compile(r"`(\w+\.py)`[^`]*:\s*\Z")
BLOCK = re.compile(r"^( *)```(python|pycon)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)


class Module(NamedTuple):
    """Code of a page that is checked together; `text` has the line numbers of the page.

    `file`: what the page calls it, where other blocks import it by that name.
    """

    page: str
    name: str
    text: str
    file: str = ""


# Would be no error if a tool did not find the library: everything of it would be Any.
PLANTED = Module("planted", "planted", "import dpverify as dv\n\nwrong: int = dv.ln(3)\n")


class Report(NamedTuple):
    """An error that a tool reports."""

    tool: str
    module: str
    line: int
    message: str


def pages() -> list[Path]:
    """README.md and what is below docs/."""
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def modules(page: str, text: str) -> list[Module]:
    """The modules of a page, named by the line on which they begin."""
    sessions: dict[int, str] = {}
    programs: list[dict[int, str]] = []
    files: list[str] = []
    for block in BLOCK.finditer(text):
        start = text.count("\n", 0, block.start(3))
        lines = [line[len(block[1]) :] for line in block[3].splitlines()]
        numbered = dict(enumerate(lines, start))
        if block[2] == "pycon":
            sessions |= {at: line[4:] for at, line in numbered.items() if _is_code(line)}
        elif programs and unknown_names(block[3] if not block[1] else "\n".join(lines)):
            programs[-1] |= numbered
        else:
            programs.append(numbered)
            named = FILE.search(text[: block.start()])
            files.append(named[1] if named else "")
    stem = re.sub(r"\W", "_", page)
    return [
        Module(page, f"{stem}_{kind}{min(lines) + 1}", _padded(lines), file)
        for kind, lines, file in (
            *(("program", program, file) for program, file in zip(programs, files, strict=True)),
            *([("session", sessions, "")] if sessions else []),
        )
    ]


def _is_code(line: str) -> bool:
    return line.startswith((">>> ", "... ")) or line in {">>>", "..."}


def _padded(lines: dict[int, str]) -> str:
    return "\n".join(lines.get(at, "") for at in range(max(lines) + 1)) + "\n"


def unknown_names(code: str) -> set[str]:
    """Names that a block uses and neither defines nor imports, and that Python does not have."""
    top = symtable.symtable(code, "block", "exec")
    defined = {symbol.get_name() for symbol in top.get_symbols() if _binds(symbol)}
    used = {symbol.get_name() for table in _tables(top) for symbol in table.get_symbols()
            if symbol.is_referenced() and (table is top or symbol.is_global())}  # fmt: skip
    # Of a module with annotations, Python 3.14 names what it keeps of them itself.
    made = {"__file__", "__conditional_annotations__"}
    return used - defined - set(dir(builtins)) - made


def _binds(symbol: symtable.Symbol) -> bool:
    return symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace()


def _tables(table: symtable.SymbolTable) -> Iterator[symtable.SymbolTable]:
    yield table
    for child in table.get_children():
        yield from _tables(child)


def lay_out(checked: list[Module], folder: Path) -> None:
    """Write the modules, the library beside them, and what pyright is told, into a new folder."""
    shutil.rmtree(folder, ignore_errors=True)
    library, blocks = folder / "library", folder / "modules"
    for source, package in PACKAGES.items():
        shutil.copytree(
            ROOT / source, library / "dpverify" / package, dirs_exist_ok=True,
            ignore=shutil.ignore_patterns("__pycache__"),
        )  # fmt: skip
    shutil.copytree(ROOT / "examples", library / "examples")
    blocks.mkdir()
    for module in checked:
        (blocks / f"{module.name}.py").write_text(module.text, "utf-8")
    for name, module in imported_files(checked).items():
        (library / name).write_text(module.text, "utf-8")
    for name in _untyped_imports(checked):
        stand_in = library.joinpath(*name.split("."), "__init__.py")
        stand_in.parent.mkdir(parents=True, exist_ok=True)
        stand_in.write_text(STAND_IN)
    told = {
        "include": ["modules"],
        "extraPaths": ["library"],
        "venvPath": str(ROOT),
        "venv": ".venv",
        "pythonVersion": "3.11",
        "typeCheckingMode": "standard",
        # A session shows values by naming them.
        "reportUnusedExpression": "none",
    }
    (folder / "pyrightconfig.json").write_text(json.dumps(told, indent=2), "utf-8")


def imported_files(checked: Iterable[Module]) -> dict[str, Module]:
    """The files that other blocks of their page import, as the page shows them last.

    Raises: ValueError where two pages call different files so.
    """
    shown = {(one.page, one.file): one for one in checked if one.file}
    found: dict[str, Module] = {}
    for one in checked:
        for name in sorted(f"{name}.py" for name in _imports(one)):
            module = shown.get((one.page, name))
            if module is None:
                continue
            if found.setdefault(name, module) is not module:
                raise ValueError(f"{one.page} and {found[name].page} import a {name} of their own")
    return found


def _imports(module: Module) -> set[str]:
    """The names of the modules that a block imports."""
    names = set()
    for node in ast.walk(ast.parse(module.text)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


def _untyped_imports(checked: Iterable[Module]) -> set[str]:
    """The modules, and those above them, that blocks import from packages without annotations."""
    names = {name for module in checked for name in _imports(module)}
    chosen = {name for name in names if name.split(".")[0] in UNTYPED}
    return chosen | {name.split(".")[0] for name in chosen}


def reported(names: Iterable[str], folder: Path) -> list[Report]:
    """What the two tools say of the modules that `lay_out` wrote."""
    files = [f"modules/{name}.py" for name in names]
    mypy = _run(
        [
            "mypy", "--strict", "--output", "json", "--config-file", str(ROOT / "pyproject.toml"),
            "--cache-dir", str(ROOT / "build" / "mypy-cache-of-blocks"), *files,
        ],
        folder, MYPYPATH="library",
    )  # fmt: skip
    pyright = _run(
        ["pyright", "--project", "pyrightconfig.json", "--outputjson"],
        folder, PYTHONPATH=str(PYRIGHT),
    )  # fmt: skip
    of_mypy = [json.loads(line) for line in mypy.splitlines()]
    of_pyright = json.loads(pyright)["generalDiagnostics"]
    return [
        *(Report("mypy", Path(one["file"]).stem, one["line"], one["message"]) for one in of_mypy
          if one["severity"] == "error"),
        *(Report("pyright", Path(one["file"]).stem, one["range"]["start"]["line"] + 1,
                 one["message"].partition("\n")[0]) for one in of_pyright
          if one["severity"] != "information"),
    ]  # fmt: skip


def _run(command: list[str], folder: Path, **settings: str) -> str:
    """What a tool prints. A tool that cannot do its work ends with 2 or more, or prints no JSON."""
    done = subprocess.run(  # noqa: S603  the two tools
        [sys.executable, "-m", *command],
        cwd=folder,
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode > 1:
        raise SystemExit(f"{command[0]} ended with status {done.returncode}: {done.stderr}")
    return done.stdout


def faults(texts: dict[str, str], folder: Path) -> list[str]:
    """What is wrong with the blocks of pages, given by name; the planted error must be seen."""
    checked = {one.name: one for page, text in texts.items() for one in modules(page, text)}
    lay_out([*checked.values(), PLANTED], folder)
    reports = reported([*checked, PLANTED.name], folder)
    wrong = [
        f"{tool} did not report the error that is planted"
        for tool in ("mypy", "pyright")
        if not any((one.tool, one.module, one.line) == (tool, "planted", 3) for one in reports)
    ]
    return wrong + [
        f"{checked[one.module].page if one.module in checked else one.module}:{one.line}:"
        f" {one.message} [{one.tool}]"
        for one in reports
        if one.module != PLANTED.name
    ]


def main(arguments: list[str]) -> int:
    """Check the pages named, or all; print what is wrong, or how much was read."""
    if not (PYRIGHT / "pyright").is_dir():
        print("pyright is not there; `make blocks` fetches it", file=sys.stderr)
        return 2
    chosen = [Path(name).resolve() for name in arguments] or pages()
    texts = {page.relative_to(ROOT).as_posix(): page.read_text("utf-8") for page in chosen}
    wrong = faults(texts, FOLDER)
    number = sum(len(modules(page, text)) for page, text in texts.items())
    print("\n".join(wrong) or f"{number} modules of {len(texts)} pages: mypy and pyright pass")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
