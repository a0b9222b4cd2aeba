"""Questions that would take for ever, at small limits of time and memory.

Each ends by its limit and a second, or by its time for advice and a second where a program stays
unknown; what it and its processes use stays within the limit of memory; what is not decided is
"unknown", on one line, with status 3.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from dpverify.app.governing import resident
from tests.fuzz.campaign import Tally

FULL = 60
SHORT = 6
MEGABYTES = 600
ADVICE = ("0", "1")
"""Seconds in which changes of a program that stays unknown are tried, after its limit."""
LOADED = 40
"""Megabytes of an interpreter that is only loaded, and of what is freed a moment late."""
Words = list[str]
Chance = random.Random


def run(attacks: int, seed: int) -> Tally:
    """Ask that many heavy questions."""
    chance, tally = random.Random(seed), Tally()  # noqa: S311  attacks, not secrets
    for number in range(attacks):
        # Each kind has its turn; the seed says with which kind to begin.
        make = QUESTIONS[(number + seed) % len(QUESTIONS)]
        seconds = chance.choice([1.0, 2.0, 3.0])
        with tempfile.TemporaryDirectory() as folder:
            words = make(chance, Path(folder))
            limits = ["--time-limit", f"{seconds:g}", "--memory-limit", str(MEGABYTES)]
            _judge(tally, [*words, *limits], seconds, Path(folder), f"{number} of seed {seed}")
    return tally


def _judge(tally: Tally, words: Words, seconds: float, folder: Path, name: str) -> None:
    what = f"attack {name}: dpverify {' '.join(words)}"
    advice = float(words[words.index("--advice") + 1]) if "--advice" in words else 0.0
    allowed, most = seconds + 1 + _start(), 0
    start = time.monotonic()
    with subprocess.Popen(
        [sys.executable, "-m", "dpverify", *words],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        os.set_blocking(process.stderr.fileno(), False)  # type: ignore[union-attr]  # a pipe
        while process.poll() is None and time.monotonic() - start < allowed + 10:
            most = max(most, resident(process.pid))
            time.sleep(0.02)
        took = time.monotonic() - start
        if process.returncode is None:
            process.kill()
        out, err = process.communicate()
    if process.returncode == 3:
        allowed += advice
    said = err.decode("utf-8", "replace")
    if process.returncode == 70 or "Traceback" in said:
        tally.fault("internal errors", f"{what}\n{said}")
    elif took > allowed:
        tally.fault("hangs", f"{what}\n{took:.1f} s of {allowed:.1f}")
    elif most > (MEGABYTES + LOADED) << 20:
        tally.fault("over memory", f"{what}\n{most >> 20} MB")
    elif process.returncode == 3 and not out and said.count("\n") != 1:
        tally.fault("internal errors", f"{what}\nnot one line: {said}")
    else:
        tally.count({0: "decided", 1: "decided", 2: "refused", 3: "unknown"}[process.returncode])


@cache
def _start() -> float:
    """Seconds that a command takes which computes next to nothing: here and now, the slower."""
    taken = []
    for _ in range(3):
        start = time.monotonic()
        command = [sys.executable, "-m", "dpverify", "list", "definitions"]
        subprocess.run(command, capture_output=True, check=False)
        taken.append(time.monotonic() - start)
    return max(taken)


# ---------------------------------------------------------------- what is asked


def _channel(folder: Path, rows: list[list[str]], **more: Any) -> str:
    path = folder / "channel.json"
    form = {
        "schema": "dpverify.channel/1.0",
        "inputs": [f"x{k}" for k in range(len(rows))],
        "outputs": [f"y{k}" for k in range(len(rows[0]))],
        "matrix": rows,
        "neighbours": "all",
        **more,
    }
    path.write_text(json.dumps(form), "utf-8")
    return path.name


def _nested(chance: Chance, folder: Path) -> Words:
    """A refutation whose channel is post-processed by itself, again and again."""
    channel = {
        "schema": "dpverify.channel/1.0", "inputs": ["a", "b"], "outputs": ["a", "b"],
        "matrix": [["1/3", "2/3"], ["5/7", "2/7"]], "neighbours": "all",
    }  # fmt: skip
    kind = chance.choice(["post_process", "product"])
    depth = chance.randrange(20, 40)
    objects: dict[str, Any] = {"M0": channel}
    for k in range(depth):
        objects[f"M{k + 1}"] = {kind: [f"M{k}", f"M{k}"]}
    said = {"of": f"M{depth}", "definition": "pure-dp", "given": {"eps": "1/2"}}
    witness = {"inputs": ["a", "b"], "event": ["a"], "probabilities": ["1", "1/2"]}
    form = {
        "schema": "dpverify.refutation/1.0", "entry": "dp.post-processing.pure",
        "objects": objects, "hypotheses": [],
        "conclusion": {**said, "verdict": "fails", "witness": witness},
    }  # fmt: skip
    (folder / "nested.json").write_text(json.dumps(form))
    return ["replay", "nested.json"]


def _exponents(chance: Chance, folder: Path) -> Words:
    """Numbers with huge exponents, in sums that have to be compared."""
    power = chance.randrange(1000, 9000)
    tiny = f"exp(-{power})"
    rows = [[tiny, f"1-{tiny}"], [f"exp(-{power + 1})*2", f"1-exp(-{power + 1})*2"]]
    name = _channel(folder, rows)
    definition = chance.choice(["pure-dp", "zcdp", "gaussian-dp"])
    return ["measure", name, "--definition", definition]


def _near_rows(chance: Chance, folder: Path) -> Words:
    """Rows that differ in the fortieth decimal."""
    tiny = f"1e-{chance.randrange(20, 200)}"
    rows = [["1/2", "1/2"], [f"1/2+{tiny}", f"1/2-{tiny}"]]
    more = {"renyi-dp": ["--alpha", "7/3"]}
    definition = chance.choice(["zcdp", "gaussian-dp", "renyi-dp"])
    return ["measure", _channel(folder, rows), "--definition", definition,
            *more.get(definition, [])]  # fmt: skip


def _guesses(chance: Chance, folder: Path) -> Words:
    """A prior with thousands of values."""
    del folder
    deviation = chance.choice([300, 1000, 4000])
    asked = chance.choice([["--eps", "1"], ["--advantage", "1/10"]])
    return ["guess", "--attribute", f"normal:mean=20,sd={deviation}", "--precision", "1", *asked]


def _risks(chance: Chance, folder: Path) -> Words:
    """Compositions of millions, sums of many laws."""
    del folder
    n = chance.choice([10**5, 10**6, 10**7])
    shares = ",".join(f"1/{chance.randrange(20, 99)}" for _ in range(18))
    compose = ["compose", "--n", str(n), "--delta", "1/100", "--eps0", "1", "--eps", "1/2"]
    return ["risk", *chance.choice([compose, ["laplace", "--shares", shares, "--eps", "1/2"]])]


def _counts(chance: Chance, folder: Path) -> Words:
    """A scenario of very many records."""
    count = chance.choice([10**5, 10**6, 10**7])
    form = {
        "schema": "dpverify.scenario/1.0", "title": "many votes",
        "records": [{"count": count, "values": {"0": "2/3", "1": "1/3"}}],
        "known": {"count": count // 2},
        "mechanism": {"name": "thresholded-count", "threshold": count // 3},
    }  # fmt: skip
    (folder / "scenario.json").write_text(json.dumps(form))
    return ["measure", "scenario.json", "--definition", chance.choice(["apkdp", "ppkdp"]),
            "--eps", "1/1000"]  # fmt: skip


def _table(chance: Chance, folder: Path) -> Words:
    """A CSV of a million cells, or with cells of thousands of digits."""
    if chance.random() < 0.5:
        size = chance.randrange(600, 1000)
        rows = [["1"] * size] * size
    else:
        digits = "7" * 900
        rows = [[f"0.{digits}{k}" for k in range(60)]] * 400
    head = ["", *(f"y{k}" for k in range(len(rows[0])))]
    lines = [head, *([f"x{k}", *row] for k, row in enumerate(rows))]
    (folder / "table.csv").write_text("".join(",".join(line) + "\n" for line in lines))
    return ["measure", "table.csv", "--neighbours", "all", "--normalise", "--definition",
            chance.choice(["pure-dp", "zcdp", "total-variation"])]  # fmt: skip


def _trade_offs(chance: Chance, folder: Path) -> Words:
    """A trade-off function of many outputs."""
    size = chance.randrange(40, 200)
    total = size * (size + 1) // 2
    rows = [[f"{k}/{total}" for k in range(1, size + 1)]]
    rows += [[f"{k}/{total}" for k in chance.sample(range(1, size + 1), size)] for _ in range(30)]
    return ["check", _channel(folder, rows), "--definition", "f-dp", "--trade-off", "gaussian(1)"]


def _programs(chance: Chance, folder: Path) -> Words:
    """Programs that fill memory, compute for ever in C, or have very many paths."""
    body = chance.choice([
        "kept = [bytearray(1 << 20) for _ in range(10**6)]",
        "pow(3, 10**11)",
        "for _ in range(200): bit ^= draw.flip('1/3')",
        "while draw.flip('999/1000'): bit += 1",
    ])  # fmt: skip
    (folder / "mine.py").write_text(
        "from dpverify import mechanism\n\n@mechanism(inputs=[0, 1])\ndef it(bit, draw):\n"
        f"    {body}\n    return int(bit)\n"
    )
    claim = ["--definition", "pure-dp", "--eps", "1"]
    return ["check", "mine.py:it", *claim, "--advice", chance.choice(ADVICE)]


def _attacks(chance: Chance, folder: Path) -> Words:
    """Linear programmes with thousands of unknowns."""
    del folder
    return ["attack", "reconstruct", "--n", str(chance.choice([500, 1000, 2000])), "--alpha", "1/4"]


def _all_inputs(chance: Chance, folder: Path) -> Words:
    """Mechanisms of the library with many queries, over all real inputs."""
    del folder
    n = chance.randrange(6, 12)
    return ["measure", f"{chance.choice(['B25', 'B13'])}:n={n},eps=1/10", "--definition",
            "pure-dp", "--all-inputs"]  # fmt: skip


QUESTIONS: tuple[Callable[[Chance, Path], Words], ...] = (
    _nested, _near_rows, _guesses, _risks, _counts, _table, _trade_offs, _programs, _attacks,
    _all_inputs, _exponents,
)  # fmt: skip
