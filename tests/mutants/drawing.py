"""Mutants as cosmic-ray makes them: a seeded sample of a module or a folder, as changed sources.

cosmic-ray is no part of the locks. So `draw` runs this file with the interpreter of the environment
that has it, and reads what that prints. Not drawn are changes inside annotations, which nothing
ever evaluates, and inside the f-strings of messages.
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from difflib import unified_diff
from pathlib import Path
from random import Random
from typing import Any

Place = tuple[int, int]
"""A line, counted from 1, and a column, counted from 0."""


@dataclass(frozen=True)
class Mutant:
    """One change of one file."""

    file: str
    """Path from the root of the repository."""
    operator: str
    occurrence: int
    line: int
    text: str
    """The whole changed source."""

    @property
    def name(self) -> str:
        """What tells it from all other mutants of the same source."""
        return f"{self.file}:{self.line} {self.operator} {self.occurrence}"

    def difference(self, root: Path) -> str:
        """What was changed, as lines of a unified diff."""
        before = (root / self.file).read_text(encoding="utf-8").splitlines()
        lines = unified_diff(before, self.text.splitlines(), self.file, self.file, "", "", 1, "")
        return "\n".join(lines)


@dataclass(frozen=True)
class Draw:
    """The mutants drawn of a module or a folder, and how many there were to draw from."""

    whole: int
    mutants: tuple[Mutant, ...]


def draw(root: Path, path: str, sample: int, seed: int, python: str) -> Draw:
    """A sample of the mutants of a module or a folder; the same each time."""
    command = [python, __file__, str(root), path, str(sample), str(seed)]
    answer = subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE)
    told = json.loads(answer.stdout)
    return Draw(told["whole"], tuple(Mutant(**fields) for fields in told["mutants"]))


def ignored(source: str) -> Iterator[tuple[Place, Place]]:
    """Where annotations and f-strings of a source begin and end."""
    lines = source.splitlines()

    def place(line: int | None, column: int | None) -> Place:
        """`ast` counts the bytes of a line, cosmic-ray its characters."""
        number = line or 1
        return number, len(lines[number - 1].encode()[: column or 0].decode())

    for node in ast.walk(ast.parse(source)):
        parts = [getattr(node, name, None) for name in ("annotation", "returns")]
        for part in [*parts, node if isinstance(node, ast.JoinedStr) else None]:
            if isinstance(part, ast.expr):
                end = place(part.end_lineno, part.end_col_offset)
                yield place(part.lineno, part.col_offset), end


def sources(folder: Path) -> list[Path]:
    """The modules of a folder; a module itself."""
    return sorted(folder.rglob("*.py")) if folder.is_dir() else [folder]


def main() -> None:
    """In the interpreter of cosmic-ray: draw, apply, print."""
    from cosmic_ray.commands.init import _all_work_items  # its only list of all mutations
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    root, path, sample, seed = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    texts = {str(p): p.read_text(encoding="utf-8") for p in sources(root / path)}
    spans = {file: list(ignored(text)) for file, text in texts.items()}
    items: list[Any] = [work.mutations[0] for work in _all_work_items(map(Path, texts), {})]
    items = [
        item
        for item in items
        if not any(a <= tuple(item.start_pos) < b for a, b in spans[str(item.module_path)])
    ]
    items.sort(key=lambda i: (str(i.module_path), i.start_pos, i.operator_name, i.occurrence))
    mutants = []
    for item in Random(seed).sample(items, min(sample, len(items))):  # noqa: S311  no secret
        file = str(item.module_path)
        text = mutate_code(texts[file], get_operator(item.operator_name)(), item.occurrence)
        where = Path(file).relative_to(root).as_posix()
        operator = item.operator_name.removeprefix("core/")
        mutants.append(Mutant(where, operator, item.occurrence, item.start_pos[0], text))
    told = {"whole": len(items), "mutants": [asdict(mutant) for mutant in mutants]}
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main()
