"""A run of the table as a file, and two runs compared."""

from __future__ import annotations

import json
import os
import platform
import subprocess
from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path
from typing import Any

from benchmarks.waits.cell import ROOT, Cell

SCHEMA = "dpverify.benchmark/1"
SLOWER = 1.5
"""From which factor on a figure counts as slower or larger."""
SHORT = 0.002
"""Seconds below which a figure is not compared: the clock and the cache decide there."""
LIBRARIES = ("dpverify", "numpy", "scipy", "python-flint", "z3-solver", "numba", "qif")
Figures = dict[str, dict[int, Cell]]


class SavedError(ValueError):
    """A file that is no saved run: one line for the user."""


def where() -> dict[str, Any]:
    """The machine, how busy it is, the versions and the commit."""
    versions = {}
    for name in LIBRARIES:
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            versions[name] = "not installed"
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "machine": platform.machine(),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        "system": platform.system(),
        "python": platform.python_version(),
        "versions": versions,
        "commit": _commit(),
    }


def write(path: Path, place: Mapping[str, Any], figures: Figures) -> None:
    """Save a run; a file that is there is replaced at once, never half."""
    rows = {
        name: {str(n): asdict(cell) for n, cell in row.items()} for name, row in figures.items()
    }
    document = {"schema": SCHEMA, "where": place, "rows": rows}
    beside = path.with_name(path.name + ".part")
    beside.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", "utf-8")
    beside.replace(path)


def read(path: Path) -> tuple[dict[str, Any], Figures]:
    """A saved run: where it was made, and its figures.

    Raises: SavedError if the file cannot be read or is no such run.
    """
    try:
        document = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no JSON"
        raise SavedError(f"{path} cannot be read: {reason}") from None
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise SavedError(f"{path} is no saved run ({SCHEMA}); --out writes one")
    try:
        figures = {
            name: {int(n): _cell(cell) for n, cell in row.items()}
            for name, row in document["rows"].items()
        }
        place = {key: document["where"][key] for key in where()}
        return place | {"versions": dict(place["versions"])}, figures
    except (KeyError, TypeError, ValueError, AttributeError):
        raise SavedError(f"{path} is damaged: its rows are not those that --out writes") from None


def refuse_place(path: Path) -> None:
    """Raises: SavedError where a run cannot be saved under this name."""
    folder = path.absolute().parent
    if not folder.is_dir():
        raise SavedError(f"--out {path}: there is no folder {path.parent}; make it first")
    if path.is_dir() or not os.access(folder, os.W_OK):
        raise SavedError(f"--out {path} cannot be written; give the name of a file")


def _cell(document: Mapping[str, Any]) -> Cell:
    cell = Cell(**document)
    numbers = (cell.seconds, cell.limit, cell.mib)
    if not all(number is None or number >= 0 for number in numbers):
        raise ValueError("a figure below 0")
    if not isinstance(cell.said, str):
        raise TypeError("words are a text")
    return cell


def slower(before: Figures, now: Figures) -> list[str]:
    """What became slower or larger, by name and size: its ratio to the limit, and its memory.

    Seconds of two machines are not compared; the ratios to what each took for the limit are.
    """
    lines = []
    for name, row in now.items():
        for n, cell in row.items():
            old = before.get(name, {}).get(n)
            if old is not None:
                lines += [f"{kind}: {name}, n = {n:,}: {text}" for kind, text in _worse(old, cell)]
    return lines


def compared(before: Figures, now: Figures) -> int:
    """Of how many cells both runs have a figure."""
    return sum(
        old.ratio is not None
        for name, row in now.items()
        for n in row
        if (old := before.get(name, {}).get(n)) is not None
    )


def _worse(old: Cell, now: Cell) -> list[tuple[str, str]]:
    if old.ratio is None or old.said:
        return []
    if now.ratio is None or now.said:
        return [("slower", f"{now.said}; it took {old.seconds:.2f} s")]
    lines = []
    if now.ratio > SLOWER * old.ratio and (now.seconds or 0) > SHORT:
        lines.append(("slower", f"{now.ratio:.3g} times its limit, it was {old.ratio:.3g}"))
    if now.mib is not None and old.mib is not None and now.mib > SLOWER * old.mib:
        lines.append(("larger", f"{now.mib:.0f} MiB, it was {old.mib:.0f}"))
    return lines


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


def _commit() -> str:
    try:
        run = subprocess.run(
            ["git", "describe", "--always", "--dirty"],  # noqa: S607  the git of the path
            capture_output=True, text=True, check=True, cwd=ROOT,
        )  # fmt: skip
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return run.stdout.strip()
