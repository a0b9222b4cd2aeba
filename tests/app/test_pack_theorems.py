"""Statements of packs that hold in general: by theorems, and by claims about symbols."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command_line import run  # the helper of all tests of commands
from tests.proofs.test_vacuity import FILE

HEAD = '[pack]\ntitle = "a pack"\nsource = "by hand"\n'
ROW = '\n[[statement]]\nid = "{id}"\ntext = "a statement"\nlabel = "{label}"\n{rest}\n'
SAMPLING = 'theorem = "dp.poisson-subsampling.pure"'
PROGRAM = """
from dpverify import mechanism, moves


@mechanism(inputs=[(0, 0)], moves=moves.l1(1), symbols=("eps",))
def counts(values, draw, *, eps="1"):
    return tuple(value + draw.laplace(1 / eps) for value in values)


@mechanism(inputs=[(0, 0)], moves=moves.l1(1))
def numbers(values, draw):
    return tuple(value + draw.laplace(1) for value in values)
"""
CLAIM = (
    'claim = {{ target = "counts.py:{name}", definition = "pure-dp", eps = "{eps}",'
    " all_inputs = true }}\n{rest}"
)


def pack(folder: Path, *rows: str) -> str:
    """A folder with the program and one file of statements."""
    folder.mkdir(exist_ok=True)
    (folder / "counts.py").write_text(PROGRAM, encoding="utf-8")
    (folder / "one.toml").write_text(HEAD + "".join(rows), encoding="utf-8")
    return str(folder)


def row(rest: str, name: str = "a", label: str = "holds") -> str:
    """A statement."""
    return ROW.format(id=name, label=label, rest=rest)


def of_symbols(rest: str = "general = true", name: str = "counts", eps: str = "eps") -> str:
    """A claim about all inputs, with symbols or without."""
    return CLAIM.format(name=name, eps=eps, rest=rest)


def test_a_theorem_decides_a_statement_in_general(tmp_path: Path) -> None:
    """The stored proof is checked, stands in what is saved, and is replayed."""
    folder, saved = pack(tmp_path / "p", row(SAMPLING)), tmp_path / "pack.json"
    assert run("check", "--claims", folder, "--format", "json", "--out", str(saved)).status == 0
    document = json.loads(saved.read_text("utf-8"))
    assert document["claims"] == [{"target": "a", "expect": "holds", "verdict": "holds"}]
    assert document["documents"][0]["entry"] == "dp.poisson-subsampling.pure"
    assert run("replay", str(saved)).status == 0


def test_a_theorem_refutes_a_label(tmp_path: Path) -> None:
    """What holds in general and is labelled false is a wrong label; the status is 1."""
    result = run("check", "--claims", pack(tmp_path / "p", row(SAMPLING, label="fails")))
    assert result.status == 1
    assert "1 of 1 labels are wrong" in (result.out + result.err)


def test_symbols_decide_in_general(tmp_path: Path) -> None:
    """Where the author says that the claim says all; without that, or in numbers, at sizes."""
    folder = pack(
        tmp_path / "p",
        row(of_symbols(), "a"),
        row(of_symbols(rest=""), "b"),
        row(of_symbols(name="numbers", eps="1"), "c"),
    )
    result = run("check", "--claims", folder, "--format", "markdown")
    assert result.status == 0, result.out + result.err
    assert "| true, for every n | 1 " in result.out
    assert "| true, at stated sizes | 2 " in result.out


@pytest.mark.parametrize(
    ("rest", "fault"),
    [
        ('theorem = "dp.nothing-like-it"', "dp.nothing-like-it"),
        ('theorem = "dp.pure-implies-zcdp.tanh"', "has no stored proof"),
        ("theorem = 3", "theorem must be a text or a list"),
        ("theorem = []", "theorem must be a text or a list"),
        (SAMPLING + '\nclaim = "x"', "unknown key"),
        (of_symbols().replace(", all_inputs = true", ""), "general needs"),
        (of_symbols(rest="general = true\nconsequence = true"), "general needs"),
        (of_symbols(rest='general = "yes"'), "general must be true or false"),
    ],
)
def test_bad_theorems_and_claims(tmp_path: Path, rest: str, fault: str) -> None:
    """One line, status 2."""
    result = run("check", "--claims", pack(tmp_path / "p", row(rest)))
    assert result.status == 2
    assert fault in (result.out + result.err)
    assert "Traceback" not in result.err


@pytest.mark.long
def test_an_entry_of_a_file_beside_the_pack(tmp_path: Path) -> None:
    """Its proof is searched for outside of this process; a claim without one stays open."""
    folder = Path(pack(tmp_path / "p", row('theorem = "mine.py:mine.two-runs.both-deltas"')))
    source = Path(__file__).parents[2] / "examples" / "my_claims.py"
    (folder / "mine.py").write_text(source.read_text("utf-8"), encoding="utf-8")
    assert run("check", "--claims", str(folder)).status == 0
    pack(folder, row('theorem = "mine.py:mine.two-runs.same-delta"'))
    # What is not true has no proof, however long one is looked for.
    assert run("check", "--claims", str(folder), "--time-limit", "3").status == 3


def test_a_theorem_whose_hypotheses_contradict_each_other_decides_nothing(tmp_path: Path) -> None:
    """Its proof is accepted, and says nothing: the statement stays open."""
    folder = Path(pack(tmp_path / "p", row('theorem = "mine.py:mine.nothing"', label="fails")))
    (folder / "mine.py").write_text(FILE, encoding="utf-8")
    result = run("check", "--claims", str(folder))
    assert result.status == 3, result.out
    assert "contradict each other" in " ".join(result.out.split())
