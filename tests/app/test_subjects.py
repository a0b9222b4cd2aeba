"""Targets that are read: a channel that was read before is kept, by what its file holds now."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from dpverify.app.commands.options import Reading
from dpverify.app.subjects import SMALL, load_subject
from dpverify.defs.channel import Channel
from dpverify.defs.errors import InputError
from dpverify.defs.knowledge import Scenario

ROOT = Path(__file__).resolve().parents[2]


def written(path: Path, first: str, **more: object) -> str:
    """A channel of two coins in a file; the first of them is as given."""
    rows = [[first, f"1-{first}"], ["1/4", "3/4"]]
    form = {"schema": "dpverify.channel/1.0", "inputs": ["0", "1"], "outputs": ["a", "b"],
            "neighbours": "all", "matrix": rows, **more}  # fmt: skip
    path.write_text(json.dumps(form), "utf-8")
    return str(path)


def read(target: str, **reading: object) -> Channel:
    """The channel of a file."""
    subject = load_subject(target, Reading(**reading))  # type: ignore[arg-type]
    assert isinstance(subject, Channel)
    return subject


def test_a_file_that_did_not_change_is_one_channel(tmp_path: Path) -> None:
    """Read again it is the same object, so that its digest is taken once."""
    target = written(tmp_path / "coin.json", "1/2")
    assert read(target) is read(target)
    assert read(target, neighbours="all") is not read(target)


def test_a_file_that_changed_is_read_anew(tmp_path: Path) -> None:
    """Also where it has the length and the time of before."""
    path = tmp_path / "coin.json"
    before = read(written(path, "1/2"))
    times = path.stat().st_atime_ns, path.stat().st_mtime_ns
    after = read(written(path, "1/3"))
    os.utime(path, ns=times)
    assert read(str(path)) == after != before
    assert str(after.probability("0", "a")) == "1/3"


def test_two_files_that_hold_the_same_are_told_apart(tmp_path: Path) -> None:
    """An error names its own file."""
    for name in ("one.json", "two.json"):
        with pytest.raises(InputError, match=name):
            read(written(tmp_path / name, "2"))


def test_what_depends_on_further_files_is_not_kept(tmp_path: Path) -> None:
    """A prior in a file of its own, and neighbours."""
    target, prior, pairs = (str(tmp_path / name) for name in ("coin.json", "prior.json", "n.json"))
    written(Path(target), "1/2")
    for chance in ("1/2", "1/4"):
        Path(prior).write_text(json.dumps([chance, f"1-{chance}"]), "utf-8")
        found = read(target, prior=prior).prior
        assert found is not None
        assert str(found[0]) == chance
    for directed in (True, False):
        form = {"neighbours": [["0", "1"]], "directed": directed}
        Path(pairs).write_text(json.dumps(form), "utf-8")
        assert read(target, neighbours=pairs).neighbours.directed is directed


def test_how_a_file_is_read_is_part_of_the_question(tmp_path: Path) -> None:
    """Entries that are rounded are those of another channel."""
    target = written(tmp_path / "coin.json", "499/1000")
    assert read(target) != read(target, rationalise=2, normalise=True)
    assert read(target).provenance == ()


def test_a_large_file_is_read_and_not_kept(tmp_path: Path) -> None:
    """Nothing large stays in memory."""
    target = written(tmp_path / "coin.json", "1/2", notes="n" * SMALL)
    assert read(target) == read(target)
    assert read(target) is not read(target)


def test_a_scenario_is_told_from_a_channel() -> None:
    """By its schema, as before."""
    target = str(ROOT / "examples" / "scenarios" / "ten_votes.json")
    assert isinstance(load_subject(target, Reading()), Scenario)
