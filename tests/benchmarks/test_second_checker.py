"""The second checker beside the first, where there is a Rust compiler; `make second` asks more."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.second_checks import (
    BY_HAND,
    UNREACHED,
    numbered_program,
    sentences,
    unnoticed,
)
from benchmarks.second_program import (
    PARTS,
    SOURCE,
    answers,
    built,
    compiled,
    lines_of_each_part,
    settings_by,
)
from benchmarks.second_translation import (
    at_channels,
    meeting,
    meeting_on_edits,
    proved,
    readable,
)
from tests.arena.make import documents, translated
from tests.repository.source import ROOT

needs_rust = pytest.mark.skipif(shutil.which("rustc") is None, reason="no Rust compiler here")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The second checker, in a folder of its own, where it writes what it is asked."""
    program = built()
    assert program is not None
    return Path(shutil.copy(program, tmp_path_factory.mktemp("second")))


@pytest.fixture(scope="module")
def arena() -> dict[str, list[Any]]:
    """All documents, edits made."""
    return documents()


@pytest.mark.slow
@needs_rust
def test_it_decides_the_arena(program: Path, arena: dict[str, list[Any]]) -> None:
    """All that is to be accepted is, and nothing that is to be refused."""
    assert set(answers(program, arena["accepted.jsonl"])) == {"accepted"}
    assert "accepted" not in answers(program, arena["refused.jsonl"])


@pytest.mark.slow
@needs_rust
def test_both_translations_meet(program: Path) -> None:
    """The same axioms and goals of every statement that has a proof, or could have one."""
    assert meeting(program, proved()).faults == ()
    met = meeting(program, readable())
    assert met.faults == ()
    assert met.alike >= 250


@pytest.mark.slow
@needs_rust
def test_they_meet_on_edited_statements(program: Path) -> None:
    """Whatever the second reads, the first reads in the same way."""
    met = meeting_on_edits(program, 300, seed=5)
    assert met.faults == ()
    assert met.alike >= 60
    assert met.by_second <= 30


@pytest.mark.slow
@needs_rust
def test_it_says_what_the_definitions_say(program: Path) -> None:
    """Its axioms are true at concrete channels, its hypotheses and goals where they should be."""
    seen, faults = at_channels(program, 1, seed=2)
    assert faults == []
    for what in ("hypothesis", "goal"):
        assert min(seen[what, True], seen[what, False]) >= 100


WRONG = {
    "a definition": ("definitions.rs", "p.minus(&odds.times(q)?)", "p.minus(q)"),
    "a composition": ("rows.rs", "let rest = whole(1).minus(weight)?;", "let rest = whole(1);"),
    "an induction": ("induction.rs", "'+', expr.clone(), x.clone()", "'+', x.clone(), x.clone()"),
    "an axiom": ("terms.rs", 'no"), at_least(free, less', 'no"), at_least(free, i'),
    "the order of a pair": ("translation.rs", "if claim.swapped {", "if !claim.swapped {"),
}  # fmt: skip
"""Mistakes in the second translation: a file, what stands there, and what is put in its place."""


@pytest.mark.slow
@needs_rust
@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", WRONG)
def test_a_mistake_in_the_second_translation_is_noticed(name: str, tmp_path: Path) -> None:
    """The two then do not meet on the statements that have a proof."""
    file, right, wrong = WRONG[name]
    shutil.copytree(SOURCE, tmp_path / "source")
    place = tmp_path / "source" / file
    text = place.read_text("utf-8")
    assert right in text
    place.write_text(text.replace(right, wrong), "utf-8")
    compiled(tmp_path / "source" / "main.rs", tmp_path / "second", "-A", "warnings")
    statements = readable() if name == "the order of a pair" else proved()
    assert meeting(tmp_path / "second", statements).faults != ()


@pytest.mark.slow
@needs_rust
def test_proofs_of_earlier_versions_are_not_checked(
    program: Path, arena: dict[str, list[Any]]
) -> None:
    """They do not carry the statement, so nothing says what their axioms come from."""
    proof = next(each for each in arena["accepted.jsonl"] if "steps" in each)
    older = {key: value for key, value in proof.items() if key != "statement"}
    older["schema"] = "dpverify.proof/1.1"
    wrong = [older, {**proof, "schema": "dpverify.proof/1.3"}, {**older, "schema": proof["schema"]}]
    assert answers(program, wrong) == ["not checked", "not checked", "rejected"]


@pytest.mark.slow
@needs_rust
def test_settings_as_data(program: Path) -> None:
    """What is no statement gives none."""
    statement = json.loads(json.dumps(documents()["accepted.jsonl"][0]["statement"]))
    first, second = settings_by(program, [statement, {**statement, "objects": []}])
    assert list(first) == [""]
    assert second is None


@pytest.mark.slow
@needs_rust
@pytest.mark.parametrize("prefix", ["ratio-range", "x_0", "x1", "", "é"])
def test_the_labels_of_inputs_begin_with_letters(program: Path, prefix: str) -> None:
    """Also where no atom has them as an index, as of two neighbours: the first refuses it too."""
    claim = {
        "of": "M",
        "definition": "pure-dp",
        "given": [["eps", "eps"]],
        "form": "outputs",
        "swapped": False,
    }
    channel = {"name": "M", "inputs": {"any": prefix}, "outputs": {"any": "y"}}
    statement = {
        "objects": [{**channel, "neighbours": "all"}],
        "derived": [],
        "parameters": [["eps", "loss"]],
        "hypotheses": [claim],
        "conclusion": claim,
    }
    plain = {**statement, "objects": [{**channel, "inputs": {"any": "x"}, "neighbours": "all"}]}
    first, second = settings_by(program, [plain, statement])
    assert first is not None
    assert second is None
    assert translated(plain) is not None
    assert translated(statement) is None


def sources() -> Iterator[str]:
    for path in sorted(SOURCE.iterdir()):
        yield path.name


def test_every_file_of_the_source_is_counted_and_distributed() -> None:
    """`make second` says what the lines are for; a release carries all of them."""
    assert sorted(f"{name}.rs" for names in PARTS.values() for name in names) == list(sources())
    assert all(count > 0 for count in lines_of_each_part().values())
    manifest = (ROOT / "MANIFEST.in").read_text("utf-8").splitlines()
    assert "graft proofs" in manifest
    assert not any("rs" in line for line in manifest if "exclude" in line)
    assert SOURCE == ROOT / "proofs" / "second"


def test_checks_are_read_from_the_source() -> None:
    """Each check of its rules has a sentence of its own, which `--checks` takes out in turn."""
    known = sentences()
    assert len(known) >= 40
    assert len(set(known)) == len(known)
    assert set(known) > UNREACHED.keys()


@pytest.mark.slow
@needs_rust
def test_each_check_refuses_what_nothing_else_does(
    arena: dict[str, list[Any]], tmp_path: Path
) -> None:
    """Without it one of the forgeries by hand is accepted; few forgeries leave checks unnoticed."""
    program, first = numbered_program(tmp_path), arena["refused.jsonl"][:BY_HAND]
    assert unnoticed(program, first) == []
    assert len(unnoticed(program, first[:5])) > len(sentences()) // 2
