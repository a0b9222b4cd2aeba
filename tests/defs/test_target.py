"""Targets are read as text; what they name is loaded or refused."""

from __future__ import annotations

import inspect
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from dpverify.defs.errors import InputError
from dpverify.defs.target import RealCode, Target, load, parse_target

READ = [
    ("a.py:f", Target("file", "a.py", "f")),
    ("x/a.py:f:eps=1/2,n=3", Target("file", "x/a.py", "f", (("eps", "1/2"), ("n", "3")))),
    ("a.py:f:eps=2**(1/2)", Target("file", "a.py", "f", (("eps", "2**(1/2)"),))),
    ("a.b:f", Target("module", "a.b", "f")),
    ("a.b:f:n=1", Target("module", "a.b", "f", (("n", "1"),))),
    ("B39", Target("library", "", "B39")),
    ("B39:eps=1/10", Target("library", "", "B39", (("eps", "1/10"),))),
    ("noisy-histogram:n=2,m=3", Target("library", "", "noisy-histogram", (("n", "2"), ("m", "3")))),
]


@pytest.mark.parametrize(("text", "target"), READ)
def test_a_target_is_read_and_written(text: str, target: Target) -> None:
    assert parse_target(text) == target
    assert target.text == text


@pytest.mark.parametrize("text", ["a/b", "c.d/e:f g", "", "é:f"])
def test_what_names_no_program(text: str) -> None:
    assert parse_target(text) is None


PROGRAM = """
from dpverify import mechanism
from helper import ANSWER

@mechanism(inputs=[0, 1])
def program(x, draw, *, n=ANSWER):
    return n
"""


def test_a_file_may_import_what_lies_beside_it(tmp_path: Path) -> None:
    (tmp_path / "helper.py").write_text("ANSWER = 42\n", encoding="utf-8")
    (tmp_path / "mine.py").write_text(PROGRAM, encoding="utf-8")
    made = load(Target("file", str(tmp_path / "mine.py"), "program", (("n", "7"),)))
    assert made.parameters == {"n": 7}


def test_a_module_and_the_library() -> None:
    place = "dpverify.defs.mechanisms.histogram"
    assert load(Target("module", place, "noisy_histogram")).name == "noisy_histogram"
    assert load(Target("library", "", "B09d")).name == "noisy_histogram"


@pytest.mark.parametrize(
    ("target", "words"),
    [
        (Target("module", "json", "dumps"), "no mechanism"),
        (Target("module", "json", "nothing"), "has no nothing"),
        (Target("module", "json.nothing", "x"), "no module"),
        (Target("file", "no.py", "x"), "no file"),
        (Target("library", "", "B0"), "no mechanism"),
    ],
)
def test_what_cannot_be_loaded(target: Target, words: str) -> None:
    with pytest.raises(InputError, match=words):
        load(target)


def test_a_misspelt_function_that_is_checked_as_it_is(tmp_path: Path) -> None:
    """Plain functions of the file are named, and not what it imports."""
    path = tmp_path / "released.py"
    how = RealCode("[0, 1]")
    path.write_text("from shutil import copy\ndef average(x):\n    return x\n")
    with pytest.raises(InputError, match=r"has no nope; it has average$"):
        load(Target("file", str(path), "nope", as_run=how))
    with pytest.raises(InputError, match="did you mean 'average'"):
        load(Target("file", str(path), "averag", as_run=how))
    path.write_text("from shutil import copy\n")
    with pytest.raises(InputError, match=r"it has no function of its own$"):
        load(Target("file", str(path), "nope", as_run=how))
    with pytest.raises(InputError, match=r"it has no mechanism$"):
        load(Target("file", str(path), "nope"))


def test_a_file_is_read_as_it_is_now(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where it was saved twice in one second with one size: bytecode cannot tell."""
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    path = tmp_path / "twice_saved.py"
    text = (
        "from dpverify import mechanism\n@mechanism(inputs=[0, 1])\ndef f(x, draw):\n    return 1\n"
    )
    for number in "12":
        path.write_text(text.replace("return 1", f"return {number}"))
        os.utime(path, (1_000_000_000, 1_000_000_000))
        target = parse_target(f"{path}:f")
        assert target is not None
        program: Any = load(target)
        assert program.function(0, None) == int(number)
    assert not (tmp_path / "__pycache__").exists()


def test_another_text_may_be_taken_in_place_of_that_of_a_file(tmp_path: Path) -> None:
    """As where an edit is tried: the file stays, and `inspect` shows the text that runs."""
    path = tmp_path / "twofold.py"
    text = (
        "import dpverify as dv\n\n\n@dv.mechanism(inputs=[0, 1])\ndef p(x, draw):\n    return x\n"
    )
    path.write_text(text, "utf-8")
    other = text.replace("return x", "return 1 - x")
    found = load(Target("file", str(path), "p", source=other))
    assert inspect.getsource(found.function).endswith("return 1 - x\n")
    assert found.function(0, None) == 1
    assert load(Target("file", str(path), "p")).function(0, None) == 0
    assert path.read_text("utf-8") == text


def test_a_file_that_takes_another_name_is_refused(tmp_path: Path) -> None:
    """By its name a program would pass for a module of dpverify, which is not looked through."""
    file = tmp_path / "renamed.py"
    file.write_text(
        '__name__ = "dpverify.defs.numbers.mine"\nfrom dpverify import mechanism\n\n\n'
        "@mechanism(inputs=[0, 1])\ndef told(bit, draw):\n    return bit\n",
        "utf-8",
    )
    target = parse_target(f"{file}:told")
    assert target is not None
    with pytest.raises(InputError, match="changes its __name__"):
        load(target)
