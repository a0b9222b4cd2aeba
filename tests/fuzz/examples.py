"""Valid examples of every format that dpverify reads, made once for a process when first wanted."""

from __future__ import annotations

import io
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import dpverify as dv
from tests.command_line import run
from tests.rejects import documents

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"


@cache
def channels() -> tuple[Any, ...]:
    """Documents of channels: those of examples/, and small ones with every key."""
    found = [json.loads(path.read_text("utf-8")) for path in sorted(EXAMPLES.glob("*.json"))]
    made = [
        {**channel.to_dict(), "title": "a title", "source": "a source", "notes": "notes"}
        for channel in (*documents.CHANNELS.values(), documents.ONE_WAY, documents.EVEN)
    ]
    distance = {**made[0], "distance": [["0", "1", "2"], ["1", "0", "1"], ["2", "1", "0"]]}
    small = [each for each in found if len(json.dumps(each)) < 5_000]
    return (*small, *made, *made, distance)


@cache
def scenarios() -> tuple[Any, ...]:
    """Documents of scenarios: every kind of mechanism, known records, families, joint laws."""
    votes = {"count": 4, "values": {"0": "19/20", "1": "1/20"}}
    ages = {"count": 3, "values": {"1": "1/2", "2": "1/4", "3": "1/4"}}
    base: dict[str, Any] = {"schema": "dpverify.scenario/1.0", "title": "a title"}
    threshold = {"name": "thresholded-count", "threshold": 2}
    return (
        json.loads((EXAMPLES / "scenarios" / "ten_votes.json").read_text("utf-8")),
        {**base, "records": [votes], "known": {"count": 1}, "mechanism": threshold},
        {**base, "records": [votes, ages], "known": {"counts": [1, 1]},
         "mechanism": {"name": "sum"}},
        {**base, "records": [ages], "known": {"indices": [0]}, "mechanism": {"name": "count"},
         "injected": True},
        {**base, "records": [ages], "known": {"each": "1/2"}, "mechanism": {"name": "mean"}},
        {**base, "family": [{"records": [votes]}, {"records": [ages]}], "target": [1],
         "mechanism": {"name": "count"}},
        {**base, "joint": [
            {"data": ["0", "1"], "known": "a", "probability": "1/2"},
            {"data": ["1", "0"], "known": "b", "probability": "1/2"}],
         "target": [0], "mechanism": {"name": "count"}},
        {**base, "chain": {"count": 5, "start": "stationary", "steps": {
            "0": {"0": "3/4", "1": "1/4"}, "1": {"0": "1/4", "1": "3/4"}}},
         "known": {"indices": [1]}, "target": 3, "mechanism": threshold},
        {**base, "theta": {"parameter": "p", "interval": ["1/4", "1/2"]}, "known": {"count": 1},
         "mechanism": threshold, "records": [{"count": 4, "values": {"0": "1-p", "1": "p"}}]},
        {**base, "theta": {"p": ["1/4", "1/2"]}, "known": {"count": 1}, "mechanism": threshold,
         "records": [{"count": 4, "values": {"0": "1-p", "1": "p"}}]},
    )  # fmt: skip


RESULTS = (
    ("check", "B23:n=2,eps=1", "--definition", "pure-dp", "--eps", "1/2", "--all-inputs"),
    ("check", "B25:n=2,eps=1", "--definition", "pure-dp", "--eps", "1", "--all-inputs"),
    ("check", "B36", "--definition", "pure-dp", "--eps", "eps", "--eps-range", "all"),
    ("check", "B35", "--definition", "pure-dp", "--eps", "eps", "--eps-range", "0..1"),
    ("check", "B20d:n=2,m=0,eps=1/10", "--definition", "pure-dp", "--eps", "3/40", "--all-inputs"),
    ("check", f"{EXAMPLES}/scenarios/ten_votes.json", "--definition", "apkdp", "--eps", "0",
     "--delta", "1/100"),
    ("guess", "--attribute", f"{EXAMPLES}/cafeteria.csv:time", "--precision", "5", "--eps", "1/2"),
    ("prove", "dp.post-processing.approx", "--explain"),
    ("measure", f"{EXAMPLES}/randomized_response.json", "--definition", "zcdp"),
    ("measure", f"{EXAMPLES}/randomized_response.json", "--definition", "f-dp"),
    ("check", f"{EXAMPLES}/randomized_response.json", "--definition", "renyi-dp", "--alpha", "2",
     "--eps", "1/2"),
)  # fmt: skip


@cache
def saved() -> tuple[Any, ...]:
    """Documents that `replay` re-checks, of every kind."""
    made = [json.loads(run(*command, "--format", "json").out) for command in RESULTS]
    proofs = sorted((ROOT / "proofs" / "theorems").glob("*.json"), key=lambda p: p.stat().st_size)
    small = [json.loads(path.read_text("utf-8")) for path in proofs[:6]]
    plain = list(documents.results().values())
    bundle = {"schema": "dpverify.documents/1.0", "documents": plain[:2]}
    return (*made, *small, *plain, documents.refutation(), bundle)


@cache
def tables() -> tuple[str, ...]:
    """CSV files of channels."""
    quoted = '"an input","no, never","yes"\r\n"no","0.75","0.25"\r\n"yes","0.25","0.75"\r\n'
    return (
        (EXAMPLES / "matrix.csv").read_text("utf-8"),
        quoted,
        "x,a,b,c\n0,1/2,1/4,1/4\n1,0,0,1\n",
    )


@cache
def arrays() -> tuple[bytes, ...]:
    """The bytes of .npy files."""
    found = []
    for matrix in (np.array([[0.75, 0.25], [0.25, 0.75]]), np.eye(3, dtype=np.int64)):
        made = io.BytesIO()
        np.save(made, matrix, allow_pickle=False)
        found.append(made.getvalue())
    return tuple(found)


@cache
def claim_files() -> tuple[str, ...]:
    """TOML files of claims about files that are there, and about mechanisms of the library."""
    target = EXAMPLES / "randomized_response.json"
    first = f'[[claim]]\ntarget = "{target}"\ndefinition = "pure-dp"\neps = "ln(3)"\n'
    second = f'[[claim]]\ntarget = "{target}"\ndefinition = "approx-dp"\neps = 1\ndelta = "1e-6"\n'
    third = f'[[claim]]\ntarget = "{EXAMPLES / "matrix.csv"}"\nneighbours = "all"\n'
    return (
        first,
        f'{first}\n{second}expect = "fails"\n',
        f'# a comment\n{third}definition = "guessing-advantage"\neta = "1/2"\ngoal = ["no"]\n',
        f'{third}definition = "renyi-dp"\nalpha = 2\neps = 0.5\nrationalise = 8\n',
    )


@cache
def attributes() -> tuple[str, ...]:
    """CSV files with a column `time`."""
    return (
        (EXAMPLES / "cafeteria.csv").read_text("utf-8"),
        "time\n1\n2\n3/2\n2.5\n",
        "a,time\nx,10\ny,20\n",
    )


ANSWERS = ("0.5,0.5,1,1,0.5,1.5,1.5,2.5", "0\n1/2\n1\n3/2\n", "0,1")
PARTS = ([["no", "yes"]], {"neighbours": [["no", "yes"]], "directed": True}, ["1/2", "1/2"],
         [["0", "1"], ["1", "0"]], {"prior": ["1/4", "3/4"]})  # fmt: skip


@cache
def theorem_files() -> tuple[str, ...]:
    """Python files of claims."""
    return ((EXAMPLES / "my_claims.py").read_text("utf-8"),)


PROGRAM = '''"""A mechanism."""
from dpverify import mechanism


@mechanism(inputs=[0, 1], neighbours="all")
def target(bit, draw, *, eps="1/2"):
    """The truth with probability 3/4, or a clamped count."""
    if draw.flip("1/2"):
        return bit
    noise = draw.discrete_laplace(1 / eps, low=-1, high=1)
    return draw.uniform([0, 1]) if noise else bit
'''


def version() -> str:
    """What is attacked."""
    return str(dv.__version__)
