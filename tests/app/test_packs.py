"""Packs on the command line: coverage, wrong labels, resumption, and input that is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from dpverify.app import packs
from tests.command_line import run  # the helper of all tests of commands

HEAD = '[pack]\ntitle = "a pack"\nsource = "by hand"\n'
STATEMENT = """
[[statement]]
id = "{id}"
text = "sum plus Laplace noise"
label = "{label}"
function = "sum(x)"
domain = "[0,1]"
release = "laplace"
sensitivity = "1"
noise = "{noise}"
definition = "pure-dp"
"""
MISSING = """
[[statement]]
id = "c"
text = "a shuffle"
label = "holds"
not_expressible = "a shuffler of messages"
"""


def pack(folder: Path, *texts: str) -> str:
    """A pack of one file."""
    folder.mkdir(exist_ok=True)
    (folder / "one.toml").write_text(HEAD + "".join(texts), encoding="utf-8")
    return str(folder)


def true(name: str = "a", label: str = "holds", noise: str = "1") -> str:
    """A statement."""
    return STATEMENT.format(id=name, label=label, noise=noise)


def test_labels_that_are_right(tmp_path: Path) -> None:
    """Status 0, and the counts."""
    folder = pack(tmp_path / "p", true(), true("b", "fails", "1/2"))
    result = run("check", "--claims", folder)
    assert result.status == 0, result.out + result.err
    assert "0 of 2 labels are wrong" in (result.out + result.err)


def test_labels_that_are_wrong(tmp_path: Path) -> None:
    """They are named, and the status is 1."""
    folder = pack(tmp_path / "p", true(label="fails"))
    result = run("check", "--claims", folder)
    assert result.status == 1
    assert "1 of 1 labels are wrong" in (result.out + result.err)


def test_a_pack_in_each_format(tmp_path: Path) -> None:
    """JUnit ended with an internal error, after all of the work; SARIF is refused before it."""
    folder = pack(tmp_path / "p", true(), true("b", "holds", "1/2"), MISSING)
    junit = run("check", "--claims", folder, "--format", "junit")
    assert junit.status == 1
    assert 'tests="3"' in junit.out
    assert 'failures="1"' in junit.out
    assert 'errors="1"' in junit.out
    assert "a shuffler of messages" in junit.out
    line = run("check", "--claims", folder, "--format", "line")
    assert [text.partition(",")[0] for text in line.out.splitlines()] == [
        "true", "false", "not expressible",
    ]  # fmt: skip
    more = true().replace('text = "', 'text = "what is\\nfalse, printed: \\u001b[2J')
    several = run("check", "--claims", pack(tmp_path / "q", more), "--format", "line")
    assert [text.partition(",")[0] for text in several.out.splitlines()] == ["true"]
    assert "\x1b" not in several.out
    sarif = run("check", "--claims", folder, "--format", "sarif")
    assert sarif.status == 2
    assert "for a pack there are junit and json" in sarif.err
    for form in ("text", "json", "markdown", "html", "latex"):
        assert run("check", "--claims", folder, "--format", form).status == 1


def test_what_is_not_expressible_is_said(tmp_path: Path) -> None:
    """With the missing capability; the status is 3."""
    result = run("check", "--claims", pack(tmp_path / "p", true(), MISSING))
    assert result.status == 3
    assert "a shuffler of messages" in (result.out + result.err)


def test_all_documents_are_replayed(tmp_path: Path) -> None:
    """The envelope that is saved opens, and the kernel accepts each."""
    folder = pack(tmp_path / "p", true(), true("b", "fails", "1/2"))
    saved = tmp_path / "pack.json"
    assert run("check", "--claims", folder, "--format", "json", "--out", str(saved)).status == 0
    document = json.loads(saved.read_text(encoding="utf-8"))
    assert [claim["verdict"] for claim in document["claims"]] == ["holds", "fails"]
    assert run("replay", str(saved)).status == 0


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (('release = "laplace"', 'release = "laplce"'), "release is"),
        (('label = "holds"', 'label = "true"'), "label is"),
        (('domain = "[0,1]"', 'domain = "[1,0]"'), "the first is the smaller"),
        (('noise = "1"', 'noise = "0"'), "above 0"),
        (('definition = "pure-dp"', 'definition = "zcdp"'), "definition is"),
        (('id = "a"', 'identity = "a"'), "unknown key"),
        (('sensitivity = "1"', ""), "sensitivity is missing"),
    ],
)
def test_bad_statements_stop_the_pack(tmp_path: Path, change: tuple[str, str], fault: str) -> None:
    """One line, status 2, the file and the number of the statement."""
    result = run("check", "--claims", pack(tmp_path / "p", true().replace(*change)))
    assert result.status == 2
    assert fault in (result.out + result.err)
    assert "statement 1" in (result.out + result.err)


def test_an_empty_folder(tmp_path: Path) -> None:
    """It says what a pack is."""
    (tmp_path / "p").mkdir()
    result = run("check", "--claims", str(tmp_path / "p"))
    assert result.status == 2
    assert "holds no .toml file" in (result.out + result.err)


def test_two_statements_with_one_id(tmp_path: Path) -> None:
    """Ids tell statements apart."""
    result = run("check", "--claims", pack(tmp_path / "p", true(), true()))
    assert result.status == 2
    assert "same id" in (result.out + result.err)


def test_a_region(tmp_path: Path) -> None:
    """A drawing, and each cell with its reason."""
    folder = pack(tmp_path / "p", true(noise="1/2").replace('"laplace"', '"laplace-max"'))
    result = run("region", f"{folder}:a", "--over", "n=2..3,d=1..3,eps=all")
    assert result.status == 0, result.out + result.err
    assert "2 hold, 4 fail, 0 unknown" in (result.out + result.err)


@pytest.mark.parametrize(("over", "left_out"), [("n=2..4,eps=all", "d"), ("d=1..2,eps=all", "n")])
def test_a_region_names_all_that_a_statement_depends_on(
    tmp_path: Path, over: str, left_out: str
) -> None:
    """Of three candidates or more it fails, of one it holds: neither is said of every d or n."""
    folder = pack(tmp_path / "p", true(noise="1/2").replace('"laplace"', '"laplace-max"'))
    result = run("region", f"{folder}:a", "--over", over)
    assert result.status == 2
    assert f"--over leaves out {left_out}" in result.one_line()


def test_a_region_without_d_of_what_does_not_depend_on_it(tmp_path: Path) -> None:
    """A sum of one column with noise."""
    folder = pack(tmp_path / "p", true())
    result = run("region", f"{folder}:a", "--over", "n=2..3,eps=all")
    assert result.status == 0
    assert "2 hold, 0 fail" in result.out


@pytest.mark.parametrize(
    ("over", "fault"),
    [
        ("n=1..900000", "cells"),
        ("n", "write n=1..20"),
        ("n=all", "only eps"),
        ("a=1..2,b=1..2,c=1..2", "two ranges"),
        ("k=1..2", "parameters n and d"),
    ],
)
def test_bad_regions(tmp_path: Path, over: str, fault: str) -> None:
    """One line, status 2."""
    folder = pack(tmp_path / "p", true())
    result = run("region", f"{folder}:a", "--over", over)
    assert result.status == 2
    assert fault in (result.out + result.err)


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (["sum(x)"], "--domain"),
        (["sum(x)", "--domain", "[1,0]"], "the first is the smaller"),
        (["[0 < x[1]]", "--domain", "(0,1]", "--n", "1"], "both ends"),  # where nothing changes
        (["sum(x", "--domain", "[0,1]"], "the function"),
        (["c*sum(x)", "--domain", "[0,1]"], "--where"),
        (["sum(x)", "--domain", "[0,1]", "--n", "99"], "at most 12"),
        (["sum(x)", "--domain", "[0,1]", "--where", "c"], "NAME=LOW..HIGH"),
        (["sum(x)", "--domain", "[0,1]", "--neighbours", "unbounded"], "needs --n"),
        (["mean", "--domain", "[0,1]"], "takes no --domain"),
        (["count", "--bound", "1"], "takes no --bound"),
    ],
)
def test_bad_functions(words: list[str], fault: str) -> None:
    """One line, status 2."""
    result = run("sensitivity", *words)
    assert result.status == 2
    assert fault in (result.out + result.err)


def test_a_pack_that_was_interrupted_resumes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was decided before the interruption is not decided again."""
    folder = pack(tmp_path / "p", true(), true("b", "fails", "1/2"), true("c", "holds", "2"))
    journal = str(tmp_path / "journal")
    decided: list[str] = []
    genuine = packs.answered

    def interrupted(form: Any) -> Any:
        if len(decided) == 2:
            raise KeyboardInterrupt
        decided.append(form["noise"])
        return genuine(form)

    monkeypatch.setattr(packs, "answered", interrupted)
    assert run("check", "--claims", folder, "--journal", journal).status == 130

    def noted(form: Any) -> Any:
        decided.append(form["noise"])
        return genuine(form)

    monkeypatch.setattr(packs, "answered", noted)
    kept = Path(journal).read_bytes()
    assert run("check", "--claims", folder, "--journal", journal).status == 0
    assert decided == ["1", "1/2", "2"]
    # What was unknown after a second may be known after a minute.
    Path(journal).write_bytes(kept)
    asked = ("check", "--claims", folder, "--journal", journal, "--time-limit", "100")
    assert run(*asked).status == 0
    assert decided[3:] == ["1", "1/2", "2"]


@pytest.mark.parametrize("expect", ["holds", "fails"])
def test_a_claim_in_a_pack_expects_nothing(tmp_path: Path, expect: str) -> None:
    """Its label says what is printed; a key that nobody reads would say something else."""
    folder = Path(pack(tmp_path / "p", PROGRAM.format(label="holds", eps="1", more="")))
    (folder / "noise.py").write_text(NOISY, encoding="utf-8")
    assert run("check", "--claims", str(folder)).status != 2
    text = PROGRAM.replace("eps = ", f'expect = "{expect}", eps = ')
    pack(folder, text.format(label="holds", eps="1", more=""))
    result = run("check", "--claims", str(folder))
    assert result.status == 2
    assert "has no expect" in result.err


PROGRAM = """
[[statement]]
id = "p"
text = "a noisy bit"
label = "{label}"
claim = {{ target = "noise.py:noisy", definition = "pure-dp", eps = "{eps}" }}
{more}
"""
NOISY = """
from dpverify import mechanism

@mechanism(inputs=[0, 1], neighbours="all")
def noisy(bit, draw):
    return bit + draw.laplace(1)
"""


@pytest.mark.parametrize(
    ("label", "eps", "more", "status", "words"),
    [
        ("holds", "1", "", 0, "true, at stated sizes   1"),
        ("holds", "1/2", "", 1, "1 of 1 labels are wrong"),
        ("fails", "1", "", 0, "not confirmed"),
        ("holds", "1", "consequence = true", 3, "0 of 1 labels are wrong"),
        ("holds", "1/2", "consequence = true", 1, "1 of 1 labels are wrong"),
    ],
)
def test_statements_about_programs(
    tmp_path: Path, label: str, eps: str, more: str, status: int, words: str
) -> None:
    """What a program shows is said of its own sizes; a consequence can refute, and not confirm."""
    folder = pack(tmp_path / "p", PROGRAM.format(label=label, eps=eps, more=more))
    (tmp_path / "p" / "noise.py").write_text(NOISY, encoding="utf-8")
    result = run("check", "--claims", folder)
    assert result.status == status, result.out + result.err
    assert words in result.out


@pytest.mark.parametrize(
    ("bound", "said", "not_said"),
    [("2", "Lower end (1, 0) and (0, 0)", "Attained"), ("1", "Attained (1, 0) and", "Lower end")],
)
def test_what_shows_the_lower_end_alone_is_not_where_it_is_attained(
    bound: str, said: str, not_said: str
) -> None:
    """A sum of two has the sensitivity 1: where 2 is shown, "attained" would be said of 1 or 2."""
    result = run("sensitivity", "sum(x[i])", "--domain", "[0,1]", "--n", "2", "--bound", bound)
    words = " ".join(result.out.split())
    assert said in words
    assert not_said not in words
