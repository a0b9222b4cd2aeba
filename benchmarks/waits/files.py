"""Files of n × n channels: whole processes that check one, re-check a result, or write a text.

Decimals have 9 places, floats are a row of weights divided by its sum. The limit is a Python that
reads the same file with numpy, json or csv and takes the largest ratio in a column, in floats.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.waits.cell import command, compiled, dpverify
from benchmarks.waits.channels import channel, floats, weights
from benchmarks.waits.row import Goal, Row, Work

RATIO = "import numpy as np; {}; print((a.max(axis=0) / a.min(axis=0)).max())"
READERS = {
    "npy": "a = np.load({path!r})",
    "json": "import json; a = np.array(json.load(open({path!r}))['matrix'])",
    "csv": "a = np.loadtxt({path!r}, delimiter=',', skiprows=1)[:, 1:]",
    "list": "import csv; rows = list(csv.reader(open({path!r})));"
    " a = np.array([row[1:] for row in rows[1:]], dtype=float)",
}
"""How a file is read without the product, by the kind of the limit."""
HEAD = {"schema": "dpverify.channel/1.0", "neighbours": "all"}


def write(kind: str, n: int) -> str:
    """A file of a channel in a folder of its own; its path.

    `kind` is npy (floats that do not sum to 1), dyadic (floats that do), json or csv.
    """
    import numpy as np

    path = Path(tempfile.mkdtemp()) / f"{n}.{kind}"
    if kind in ("npy", "dyadic"):
        path = path.with_name(f"{kind}.npy")
        np.save(path, floats(n) if kind == "npy" else whole(floats(n), 2**40) / 2**40)
        return str(path)
    labels = [str(i) for i in range(n)]
    rows = [[f"0.{x:09d}" for x in line] for line in whole(floats(n), 10**9).tolist()]
    if kind == "csv":
        lines = [",".join(["in", *labels])]
        lines += [",".join([label, *row]) for label, row in zip(labels, rows, strict=True)]
        path.write_text("\n".join(lines) + "\n", "utf-8")
    else:
        head = json.dumps(HEAD | {"inputs": labels, "outputs": labels})[:-1]
        matrix = ",\n".join(f"[{', '.join(row)}]" for row in rows)
        path.write_text(f'{head}, "matrix": [{matrix}]}}', "utf-8")
    return str(path)


def whole(numbers: Any, total: int) -> Any:
    """Whole numbers near the floats times `total`, at least 1, whose rows sum to it."""
    import numpy as np

    near = np.maximum(np.floor(numbers * total), 1).astype(np.int64)
    near[np.arange(len(near)), near.argmax(axis=1)] += total - near.sum(axis=1)
    return near


def _checked(kind: str, reader: str, *options: str) -> Callable[[int], Work]:
    def work(n: int) -> Work:
        path = write(kind, n)
        words = dpverify("check", path, "--definition", "pure-dp", "--eps", "20", *options)
        limit = ["-c", RATIO.format(READERS[reader].format(path=path))]
        return Work(command(words), command(limit))

    return work


def _replayed(question: Sequence[str]) -> Callable[[int], Work]:
    """`replay` of a saved result, beside the command that decided it and wrote words."""

    def work(n: int) -> Work:
        path = write("csv", n)
        saved = str(Path(path).with_name("result.json"))
        asked = dpverify(question[0], path, *question[1:], "--neighbours", "all")
        subprocess.run(  # noqa: S603  our own command
            [sys.executable, *asked, "--format", "json", "--out", saved], env=compiled(),
            capture_output=True, check=False,
        )  # fmt: skip
        return Work(command(dpverify("replay", saved), answers=(0,)), command(asked))

    return work


def _kernel(name: str, claim: str | None, **given: Any) -> Callable[[int], Work]:
    """The kernel alone, from text to word, beside deciding and writing the text.

    `claim` is the ε of a claim; None asks for the tight value.
    """

    def work(n: int) -> Work:
        import dpverify as dv
        from dpverify.checkers.kernel import door
        from dpverify.defs.definitions.registry import definition
        from dpverify.defs.numbers.documents import read

        asked = channel(n)

        def decided() -> str:
            if claim is None:
                return dv.measure(asked, name, **given).to_json()
            return dv.check(asked, definition(name, eps=claim, **given)).to_json()

        text = decided()

        def replayed() -> None:
            if (outcome := door.replay(read(text))).status != "accepted":
                sys.exit(f"{name}: {outcome.status} at n = {n}")

        return Work(replayed, decided)

    return work


def _integers(n: int) -> Work:
    whole_numbers = weights(n)
    return Work(lambda: channel(n).rows, lambda: whole_numbers / whole_numbers.sum(axis=1)[:, None])


def _texts(n: int) -> Work:
    """Randomised response on n values, each entry a text with e^(1/2)."""
    import numpy as np

    from dpverify.defs.channel import Channel

    labels = [str(i) for i in range(n)]
    other, truth = (f"{x}/(exp(1/2)+{n - 1})" for x in ("1", "exp(1/2)"))
    texts = [[truth if i == j else other for j in range(n)] for i in range(n)]
    return Work(
        lambda: Channel(labels, labels, texts), lambda: np.array(texts, dtype=object) == truth
    )


def _written(n: int) -> Work:
    import dpverify as dv

    asked, numbers = channel(n), weights(n).tolist()
    return Work(lambda: dv.check(asked, dv.PureDP(eps="20")).to_json(), lambda: json.dumps(numbers))


SIDE = "inputs and outputs"
REPLAYS = (40, 100, 200, 300, 1000)
PURE = ("--definition", "pure-dp")
PAIR = ("--definition", "approx-dp", "--eps", "1", "--delta", "9/10")
TEN = Goal(1000, "limit", 10)
CHECK = "check of the file, whole process"
TEXT = "deciding and its text"
ROWS = (
    Row(1, "replay what fails", SIDE, CHECK, REPLAYS, _replayed(("check", *PURE, "--eps", "1")),
        {40: "0.6 s", 100: "5.2 s", 200: "44 s, 3,275 times the check", 300: "too large",
         1000: "no channel was carried"}, goal=TEN),
    Row(1, "replay what holds", SIDE, CHECK, REPLAYS, _replayed(("check", *PURE, "--eps", "20")),
        goal=TEN),
    Row(1, "replay a tight ε", SIDE, CHECK, REPLAYS, _replayed(("measure", *PURE)), goal=TEN),
    Row(1, "replay what holds, (ε,δ)", SIDE, CHECK, REPLAYS, _replayed(("check", *PAIR)),
        goal=TEN),
    Row(1, "kernel: pure, fails", SIDE, TEXT, REPLAYS, _kernel("pure-dp", "1")),
    Row(1, "kernel: pure, holds", SIDE, TEXT, REPLAYS, _kernel("pure-dp", "20")),
    Row(1, "kernel: pure, tight", SIDE, TEXT, REPLAYS, _kernel("pure-dp", None)),
    Row(1, "kernel: (ε,δ), fails", SIDE, TEXT, REPLAYS,
        _kernel("approx-dp", "0", delta="1/10")),
    Row(1, "kernel: (ε,δ), holds", SIDE, TEXT, REPLAYS,
        _kernel("approx-dp", "1", delta="9/10")),
    Row(1, "kernel: (ε,δ), tight δ", SIDE, TEXT, REPLAYS,
        _kernel("approx-dp", None, eps="1")),
    Row(3, "npy of floats", SIDE, "numpy.load, whole process", (100, 300, 1000, 3000),
        _checked("npy", "npy", "--normalise", "--neighbours", "all"),
        {1000: "3.5 s, numpy 0.19 s", 3000: "35 s, 1.8 GB"}, goal=Goal(1000, "limit", 2)),
    Row(3, "npy of floats that sum to 1", SIDE, "numpy.load, whole process",
        (100, 300, 1000, 3000), _checked("dyadic", "npy", "--neighbours", "all"),
        goal=Goal(1000, "limit", 2)),
    Row(3, "JSON of decimals", SIDE, "json and numpy, whole process", (100, 300, 1000, 2000),
        _checked("json", "json"), goal=Goal(1000, "limit", 2)),
    Row(3, "CSV of decimals", SIDE, "numpy.loadtxt, whole process", (100, 300, 1000, 2000),
        _checked("csv", "csv", "--neighbours", "all"), goal=Goal(1000, "limit", 2)),
    Row(3, "CSV beside the module csv", SIDE, "csv and numpy, whole process",
        (100, 300, 1000, 2000), _checked("csv", "list", "--neighbours", "all"),
        goal=Goal(1000, "limit", 2)),
    Row(3, "a result as a text", SIDE, "json.dumps of its weights", (100, 300, 1000, 2000),
        _written),
    Row(3, "whole numbers as a channel", SIDE, "division in numpy", (100, 300, 1000, 3000),
        _integers),
    Row(3, "texts with e^(1/2)", SIDE, "a comparison of the texts in numpy",
        (100, 200, 400, 1000), _texts),
)  # fmt: skip
