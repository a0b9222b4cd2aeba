"""A file of claims is written out piece by piece: the same text, and little memory for each."""

from __future__ import annotations

import io
import json
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dpverify.app import gate
from dpverify.app.claims_file import ListedClaim
from dpverify.app.commands.options import Common, Reading
from dpverify.app.commands.output import Result, rendered
from dpverify.app.deciding import decide
from dpverify.app.spool import Spool
from dpverify.checkers.answers.documents import read_answer
from dpverify.checkers.worker_pool import Lost
from dpverify.defs.errors import InputError
from dpverify.reports.gate_report import (
    gate_cases,
    gate_document,
    gate_lines,
    gate_report,
    gate_writer,
)
from dpverify.reports.html.page import MOST_EMBEDDED, download, download_pieces
from dpverify.reports.json_report import compact_pieces, json_pieces, to_json
from dpverify.reports.junit import to_junit
from dpverify.reports.markup import join
from dpverify.reports.model import Report, Table
from dpverify.reports.plain_text import to_plain_text, write_plain_text
from dpverify.reports.sarif import Finding
from dpverify.reports.terminal import to_text
from tests.command_line import run

CHANNEL = {
    "schema": "dpverify.channel/1.0", "inputs": ["0", "1"], "outputs": ["a", "b"],
    "neighbours": "all", "matrix": [["3/4", "1/4"], ["1/4", "3/4"]],
}  # fmt: skip
FORMATS = ("text", "line", "json", "markdown", "junit", "latex", "html", "sarif")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rr.json").write_text(json.dumps(CHANNEL))
    (tmp_path / "loose.json").write_text(json.dumps({**CHANNEL, "inputs": ["ä", "1"]}))
    return tmp_path


def listed(folder: Path, count: int) -> list[ListedClaim]:
    """Claims of which some hold, some fail, and some end otherwise than they should."""
    claims = []
    for k in range(count):
        path = str(folder / ("rr.json" if k % 7 else "loose.json"))
        given = (("eps", ("1", "2", "ln(3)")[k % 3]),)
        expect = "fails" if k % 4 == 0 else "holds"
        claims.append(ListedClaim(path[-9:], path, "pure-dp", given, expect, Reading()))
    return claims


def written(folder: Path, claims: list[ListedClaim], *more: str) -> str:
    """A file of these claims."""
    lines = []
    for claim in claims:
        eps = dict(claim.given)["eps"]
        lines += ["[[claim]]", f'target = "{Path(claim.path).name}"', 'definition = "pure-dp"',
                  f'eps = "{eps}"', f'expect = "{claim.expect}"']  # fmt: skip
    path = folder / "claims.toml"
    path.write_text("\n".join([*lines, *more]) + "\n")
    return str(path)


def rows_of(claims: list[ListedClaim]) -> list[Any]:
    answers = [read_answer(decide(gate._job(claim))) for claim in claims]
    return [(c.target, c.expect, answer) for c, answer in zip(claims, answers, strict=True)]


def findings_of(rows: list[Any]) -> list[Finding]:
    """The rows as SARIF names them, every second of them resting on a promise."""
    findings = []
    for line, (target, expect, answer) in enumerate(rows, start=1):
        promises = ("the floats are real",) if line % 2 else ()
        promising = replace(answer, assumptions=promises)
        findings.append(Finding(promising, expect, "claims.toml", line, target))
    return findings


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("count", [1, 12])
def test_the_pieces_are_the_whole(folder: Path, form: str, count: int) -> None:
    rows = rows_of(listed(folder, count))
    findings = findings_of(rows)
    whole = Result(
        lambda: gate_report(rows), lambda: gate_document(rows), lambda: gate_cases(rows),
        lines=lambda: gate_lines(rows), findings=lambda: findings,
    )  # fmt: skip
    stream = io.StringIO()
    gate_writer(rows, findings, form)(stream)
    assert stream.getvalue() == rendered(whole, form)
    assert len(stream.getvalue()) > 30 * count


@pytest.mark.parametrize(
    "members", [{}, {"a": []}, {"a": [1]}, {"s": "x\ny", "a": [{"b": [1, {}]}]}, {"a": {"b": 1}}]
)
def test_json_in_pieces(members: dict[str, Any]) -> None:
    streams = {key: iter(v) if isinstance(v, list) else v for key, v in members.items()}
    assert "".join(json_pieces(streams)) == to_json(members)
    streams = {key: iter(v) if isinstance(v, list) else v for key, v in members.items()}
    assert "".join(compact_pieces(streams)) == json.dumps(members, separators=(",", ":"))


def test_json_in_pieces_further_inside() -> None:
    whole = {"runs": [{"a": [{"x": [1, "y"]}, 2], "b": {"c": [], "d": [3]}, "e": {}}, 4], "f": [5]}
    streams: dict[str, Any] = {
        "runs": [
            {"a": iter([{"x": [1, "y"]}, 2]), "b": {"c": iter(()), "d": iter([3])}, "e": {}}, 4,
        ],
        "f": [5],
    }  # fmt: skip
    assert "".join(json_pieces(streams)) == to_json(whole)


@pytest.mark.parametrize("size", [MOST_EMBEDDED - 100, MOST_EMBEDDED - 10, MOST_EMBEDDED + 100])
def test_a_document_of_any_length_is_saved_from_a_page_alike(size: int) -> None:
    """At most MOST_EMBEDDED bytes stand in the page; beyond that the length is told."""
    members = {"schema": "dpverify.documents/1.0", "documents": ["x" * size]}
    page = join(download_pieces({**members, "documents": iter(members["documents"])}))
    assert page == download(members, "documents.json")
    length = len(json.dumps(members, separators=(",", ":")))
    assert (f"has {length:,} bytes" in page) == (length > MOST_EMBEDDED)


def test_junit_counts_what_is_written(folder: Path) -> None:
    text = to_junit("s", gate_cases(rows_of(listed(folder, 12))))
    assert text.count("<failure ") == int(text.split('failures="')[1].split('"')[0]) > 0


def test_what_finds_no_room_at_its_end_is_laid_out_anew() -> None:
    """Nothing of the lines before stays, and what the file held before does."""
    wide = Table(("a", "b"), (("x", "y"), ("x" * 150, "y")))
    report = Report(("Title",), (Table(("c",), (("z",),)), wide))
    stream = io.StringIO("before\n")
    stream.seek(0, io.SEEK_END)
    write_plain_text(report, stream)
    assert stream.getvalue() == "before\n" + to_text(report)
    assert to_plain_text(report) == to_text(report)


@pytest.mark.long
@pytest.mark.parametrize("form", FORMATS)
def test_little_is_in_memory_for_each_claim(folder: Path, form: str) -> None:
    """Writing 1,000 more claims takes less than 500 bytes for each; their documents have more."""
    peaks = [peak(folder, form, count) for count in (600, 1600)]
    assert peaks[1] - peaks[0] < 1000 * 500


def peak(folder: Path, form: str, count: int) -> int:
    claims = listed(folder, count)
    with Spool(count) as spool:
        few = [json.dumps(decide(gate._job(claim))) for claim in claims[:84]]
        for number in range(count):
            spool.put(number, few[number % 84])
        common = Common(format=form, out=str(folder / "out"), quiet=True, journal="off")
        with Spool(1) as one:
            one.put(0, few[1])
            gate._deliver("claims.toml", claims[1:2], one, common)  # loads what it needs
        tracemalloc.start()
        try:
            gate._deliver("claims.toml", claims, spool, common)
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()


def test_claims_that_are_asked_together_are_answered_alike(folder: Path) -> None:
    claims = listed(folder, 60)
    path = written(folder, claims)
    result = run("check", "--claims", path, "--format", "json", "--jobs", "2", "--journal", "off")
    assert result.status == 1
    documents = [decide(gate._job(claim)) for claim in claims]
    given = json.loads(result.out)["documents"]
    for form in (*documents, *given):
        form.pop("run")
        form["subject"].pop("source")
    assert given == json.loads(json.dumps(documents))


def test_the_groups_hold_each_claim_once_in_order(folder: Path) -> None:
    claims = listed(folder, 500)
    claims[7] = ListedClaim("B36", "B36", "pure-dp", (("eps", "1"),), "holds", Reading())
    groups = gate._groups(claims, range(500), 2)
    assert [number for group in groups for number in group] == [*range(500)]
    assert [7] in groups
    assert max(map(len, groups)) == gate.TOGETHER
    # Of few claims each worker has its share.
    assert len(gate._groups(claims[:7], range(7), 4)) == 7


def test_a_group_that_is_lost_is_asked_one_by_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    claims, asked = listed(folder, 40), []

    def answers(_command: object, questions: Any, **_: object) -> Any:
        for number, question in enumerate(questions):
            asked.append(len(question.get("together", [0])))
            if "together" in question:
                yield number, Lost("crash", "crashed")
            elif question["target"].endswith("loose.json"):
                yield number, Lost("time", "killed")
            else:
                yield number, {"verdict": "holds"}

    answers_with_close: Callable[..., Any] = answers
    monkeypatch.setattr(gate, "answers", answers_with_close)
    common = Common(format="json", out=None, quiet=True, jobs=2)
    decided = dict(gate.decided_claims(claims, (), common))
    assert sorted(decided) == [*range(40)]
    assert max(asked) > 1
    assert asked.count(1) == 40
    for number, document in decided.items():
        assert document["verdict"] == ("holds" if number % 7 else "unknown")


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_late_fault_leaves_nothing_half_written(folder: Path, jobs: int) -> None:
    """The last claim asks for a distance that its channel lacks: that is seen as it is decided."""
    last = ["[[claim]]", 'target = "rr.json"', 'definition = "metric-dp"', 'eps = "1"']
    path = written(folder, listed(folder, 9), *last)
    out = folder / "out.txt"
    out.write_text("before")
    before = sorted(folder.iterdir())
    words = ("--jobs", str(jobs), "--journal", "off", "--out", str(out))
    result = run("check", "--claims", path, *words)
    assert (result.status, result.out) == (2, "")
    assert "claims.toml', claim 10: " in result.err
    assert "distance" in result.err
    assert len(result.err.splitlines()) == 1
    assert (out.read_text(), sorted(folder.iterdir())) == ("before", before)


def test_what_fails_while_it_is_written_leaves_nothing(folder: Path) -> None:
    claims = listed(folder, 5)
    out = folder / "out.json"
    out.write_text("before")
    with Spool(5) as spool:
        for number, claim in enumerate(claims):
            spool.put(number, json.dumps(decide(gate._job(claim))))
        spool.put(4, "{}")
        common = Common(format="json", out=str(out), quiet=True, journal="off")
        with pytest.raises(InputError):
            gate._deliver("claims.toml", claims, spool, common)
    assert out.read_text() == "before"
    assert not [path for path in folder.iterdir() if path.name.startswith(".")]
