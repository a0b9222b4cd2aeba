"""Starting: whole processes, beside a Python that does nothing or that imports numpy."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path

from benchmarks.waits.cell import command, dpverify
from benchmarks.waits.row import Goal, Row, Work


def _check(beside: str) -> Callable[[int], Work]:
    def work(n: int) -> Work:
        rows = [[f"{(i + k) % n + 1}/{n * (n + 1) // 2}" for k in range(n)] for i in range(2)]
        document = {
            "schema": "dpverify.channel/1.0",
            "inputs": ["0", "1"],
            "outputs": [str(k) for k in range(n)],
            "neighbours": "all",
            "matrix": rows,
        }
        path = Path(tempfile.mkdtemp()) / "channel.json"
        path.write_text(json.dumps(document), "utf-8")
        words = dpverify("check", str(path), "--definition", "pure-dp", "--eps", "1")
        return Work(command(words), command(["-c", beside]))

    return work


def _help(_: int) -> Work:
    return Work(command(dpverify("--help")), command(["-c", "pass"]))


SIZES = (2, 4, 8, 16)
ROWS = (
    Row(10, "check of a small file", "outputs", "a Python that does nothing", SIZES,
        _check("pass"), {2: "0.26 to 0.36 s"}, goal=Goal(2, "s", 0.15)),
    Row(10, "check, beside numpy", "outputs", "a Python that imports numpy", SIZES,
        _check("import numpy")),
    Row(10, "help", "whole", "a Python that does nothing", (1,), _help),
)  # fmt: skip
