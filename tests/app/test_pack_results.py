"""Statements of packs that a saved result decides."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.command_line import run  # the helper of all tests of commands

ROOT = Path(__file__).parents[2]
SAVED = ROOT / "reports" / "findings" / "libraries" / "unary-encoding.json"
PACK = """[pack]
title = "a pack"
source = "by hand"

[[statement]]
id = "a"
text = "UEClient reports with eps = 1"
label = "holds"
result = "saved.json"
"""


def pack(folder: Path, text: str) -> str:
    """A folder with one statement and what is saved."""
    (folder / "one.toml").write_text(PACK, encoding="utf-8")
    (folder / "saved.json").write_text(text, encoding="utf-8")
    return str(folder)


def test_a_saved_failure_refutes_a_label(tmp_path: Path) -> None:
    """Of pure-ldp 1.1.2, whose ε is 1.680; status 1, and what is written is replayed."""
    out = tmp_path / "out.json"
    folder = tmp_path / "p"
    folder.mkdir()
    result = run("check", "--claims", pack(folder, SAVED.read_text("utf-8")), "--format", "json",
                 "--out", str(out))  # fmt: skip
    assert result.status == 1
    assert json.loads(out.read_text("utf-8"))["claims"][0]["verdict"] == "fails"
    assert run("replay", str(out)).status == 0


def test_a_saved_holds_is_said_of_its_own_sizes(tmp_path: Path) -> None:
    """It is a result about listed inputs, and no more."""
    channel = str(ROOT / "examples" / "randomized_response.json")
    out = tmp_path / "saved.json"
    asked = ("check", channel, "--definition", "pure-dp", "--eps", "ln(3)", "--format", "json")
    assert run(*asked, "--out", str(out)).status == 0
    (tmp_path / "p").mkdir()
    folder = pack(tmp_path / "p", out.read_text("utf-8"))
    result = run("check", "--claims", folder, "--format", "markdown")
    assert result.status == 0
    assert "| true, at stated sizes | 1 " in result.out


def test_a_forged_result_stops_the_pack(tmp_path: Path) -> None:
    """The claim is weaker than the one that fails; the kernel rejects it."""
    forged = json.loads(SAVED.read_text("utf-8"))
    forged["given"]["eps"] = "2"
    result = run("check", "--claims", pack(tmp_path, json.dumps(forged)))
    assert result.status == 2
    assert "rejected" in result.err
    assert "Traceback" not in result.err


@pytest.mark.parametrize(
    ("saved", "old", "new", "fault"),
    [
        ("{}", "", "", "saved.json"),
        ("no JSON", "", "", "JSON"),
        ("{}", "saved.json", "other.json", "other.json"),
        ("{}", '"saved.json"', "3", "result must be the name of a file"),
        ("{}", "result =", "general = true\nresult =", "unknown key"),
    ],
)
def test_bad_results(tmp_path: Path, saved: str, old: str, new: str, fault: str) -> None:
    """One line, status 2."""
    folder = pack(tmp_path, saved)
    if old:
        (tmp_path / "one.toml").write_text(PACK.replace(old, new), encoding="utf-8")
    result = run("check", "--claims", folder)
    assert result.status == 2
    assert fault in result.err, result.err
    assert "Traceback" not in result.err


SAMPLER = """
def sampled(value, rng):
    return value if rng.random() < 0.9 else 1 - value
"""


def test_what_samples_say_is_no_result_of_a_claim(tmp_path: Path) -> None:
    """An audit fails a claim at a risk; a pack says "false" of what is decided."""
    program, out = tmp_path / "sampler.py", tmp_path / "saved.json"
    program.write_text(SAMPLER, encoding="utf-8")
    audited = run(
        "audit", f"{program}:sampled", "--inputs", "[0, 1]", "--definition", "pure-dp",
        "--eps", "1/2", "--format", "json", "--out", str(out),
    )  # fmt: skip
    assert audited.status == 1
    (tmp_path / "p").mkdir()
    result = run("check", "--claims", pack(tmp_path / "p", out.read_text("utf-8")))
    assert result.status == 2
    assert "is no result of a claim; save that of a check" in result.err


def test_the_pack_of_libraries() -> None:
    """Seven claims of public libraries are refuted by what is saved; no library is needed."""
    result = run("check", "--claims", str(ROOT / "examples" / "packs" / "libraries"))
    assert result.status == 1
    assert "7 of 7 labels are wrong" in (result.out + result.err)
