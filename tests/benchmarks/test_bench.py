"""`make bench`: a run is measured, saved, shown and compared; what became slower is named."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path
from types import ModuleType

import pytest

from benchmarks import __main__ as bench
from benchmarks.waits import cell, saved, table
from benchmarks.waits.cell import Cell
from benchmarks.waits.row import ITEMS, Cost, Goal, Row, Work
from benchmarks.waits.rows import BY_NAME, LONG, ROWS
from benchmarks.waits.solvers import script


def figure(seconds: float, limit: float = 1, mib: float = 50, said: str = "") -> Cell:
    """One figure with its limit and its memory."""
    return Cell(seconds, limit, mib, said)


def row(ours: float, limit: float, *, times: float = 1, goal: Goal | None = None) -> Row:
    """A row of which every figure is known beforehand."""
    return Row(
        4, "a", "steps", "nothing", (1, 2),
        lambda n: Work(lambda: Cost(ours * n**3, 20), lambda: Cost(limit * n, 10), times),
        {2: "9 s"}, goal=goal,
    )  # fmt: skip


def test_what_became_slower_is_named() -> None:
    """A machine that is three times slower in both is no news; what is not done any more is."""
    before = {"a": {40: figure(1), 80: figure(2), 160: figure(4), 320: Cell(said="more than 60 s")}}
    alike = {"a": {40: figure(3, 3), 80: figure(6, 3), 160: figure(12, 3), 320: figure(1)}}
    assert saved.slower(before, alike) == []
    assert saved.compared(before, alike) == 3
    now = {
        "a": {
            40: figure(2),
            80: Cell(said="more than 60 s"),
            160: figure(4, mib=100),
            320: Cell(said="more than 60 s"),
        },
        "b": {40: figure(9)},
    }
    assert saved.slower(before, now) == [
        "slower: a, n = 40: 2 times its limit, it was 1",
        "slower: a, n = 80: more than 60 s; it took 2.00 s",
        "larger: a, n = 160: 100 MiB, it was 50",
    ]
    unknown = {"a": {40: figure(0.1, said="unknown")}}
    assert saved.slower(before, unknown) == ["slower: a, n = 40: unknown; it took 1.00 s"]


def test_a_run_is_saved_compared_and_a_planted_slowdown_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two real rows, each cell in a process of its own; the file says where it was made."""
    first, slow = tmp_path / "first.json", tmp_path / "slow.json"
    small = ["--only", "tosses until", "--sizes", "3"]
    assert bench.main([*small, "--out", str(first)]) == 0
    document = json.loads(first.read_text("utf-8"))
    place = document["where"]
    assert place["cores"] >= 1
    assert place["versions"]["dpverify"]
    assert place["commit"]
    (one,) = document["rows"]["tosses until heads"].values()
    assert min(one["seconds"], one["limit"]) > 0
    assert one["mib"] > 5
    assert one["said"] == ""
    # As if it had taken no more than its limit, in a tenth of the memory.
    one["seconds"], one["mib"] = one["limit"], one["mib"] / 10
    slow.write_text(json.dumps(document), "utf-8")
    capsys.readouterr()
    assert bench.main(["--show", str(first), "--against", str(slow)]) == 1
    out = capsys.readouterr().out
    assert "1 figures compared" in out
    assert re.search(r"slower: tosses until heads, n = 3: \S+ times its limit, it was 1\n", out)
    assert "larger: tosses until heads, n = 3: " in out
    assert bench.main(["--show", str(first), "--against", str(first)]) == 0
    assert "nothing became slower" in capsys.readouterr().out


def test_a_run_that_was_stopped_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the file holds is not measured again; what it lacks is."""
    path, measured = tmp_path / "run.json", []

    def noted(row: Row, n: int) -> Cell:
        measured.append((row.name, n))
        return figure(n)

    monkeypatch.setattr(bench, "apart", noted)
    assert bench.main(["--only", "tosses until", "--sizes", "3,5", "--out", str(path)]) == 0
    again = ["--only", "tosses", "--sizes", "5,7", "--out", str(path), "--resume"]
    assert bench.main(again) == 0
    names = "tosses until heads", "tosses, counted, no checkpoint"
    assert measured == [
        (names[0], 3), (names[0], 5), (names[0], 7), (names[1], 5), (names[1], 7)
    ]  # fmt: skip
    assert set(saved.read(path)[1][names[0]]) == {3, 5, 7}
    assert "tosses until heads" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--only", "no such row"], "no row holds --only 'no such row'"),
        (["--item", "11"], "in --item 11"),
        (["--sizes", "10,x"], "'10,x' is no list of sizes: give whole numbers above 0"),
        (["--sizes", "0"], "'0' is no list of sizes"),
        (["--against", "absent.json"], "absent.json cannot be read: No such file or directory"),
        (["--show", "text.json"], "text.json cannot be read: it is no JSON"),
        (["--show", "other.json"], "other.json is no saved run (dpverify.benchmark/1)"),
        (["--against", "bad.json"], "bad.json is damaged"),
        (["--show", "worse.json"], "worse.json is damaged"),
        (["--out", "."], "--out . cannot be written"),
        (["--out", "nowhere/run.json"], "there is no folder nowhere"),
        (["--resume"], "--resume goes on with the file of --out: give both"),
        (["--write", "--quick"], "--write writes the whole table: leave out --only"),
        (["--speed"], "unrecognized arguments: --speed"),
    ],
)
def test_bad_arguments_are_one_line_before_anything_is_measured(
    words: list[str], line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """Status 2, what was given and what to do, no traceback."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "text.json").write_text("no JSON", "utf-8")
    (tmp_path / "other.json").write_text("{}", "utf-8")
    for name, cells in (("bad", {"speed": 1}), ("worse", {"seconds": "1"})):
        rows = {"a": {"1": cells}}
        document = {"schema": saved.SCHEMA, "where": saved.where(), "rows": rows}
        (tmp_path / f"{name}.json").write_text(json.dumps(document), "utf-8")
    with pytest.raises(SystemExit) as end:
        bench.main(words)
    captured = capsys.readouterr()
    assert end.value.code == 2
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert line in captured.err


def test_one_cell_spoils_no_run(monkeypatch: pytest.MonkeyPatch) -> None:
    """What fails, takes too long or is not installed is said in its cell."""
    missing = row(1, 1)
    object.__setattr__(missing, "needs", "no_such_module")
    assert cell.apart(missing, 1) == Cell(said="no_such_module is not installed")
    assert cell.apart(row(1, 1), 1).said == "failed: KeyError: 'a'"  # it is in no table
    hasty = BY_NAME["tosses until heads"]
    monkeypatch.setattr(cell, "BUSY", 0.0)
    assert cell.apart(hasty, 3) == Cell(said="given up, 0 s by the clock")


def test_a_part_of_a_limit_counts_as_often_as_there_are_parts() -> None:
    """Eight seconds of n = 2 beside four times two: a ratio of one, and what else a line says."""
    asked = row(1, 1, times=4, goal=Goal(2, "limit", 1))
    one, two = (_measured(asked, n) for n in (1, 2))
    assert (one.ratio, two.ratio) == (0.25, 1.0)
    *_, last = table.text(asked, {1: one, 2: two})
    assert last.split() == [
        *("2", "8.0", "s", "8.0", "s", "1.0", "20", "3.0", "9", "s;"),
        *("at", "most", "1", "×", "the", "limit:", "met"),
    ]
    missed = row(2, 1, times=4, goal=Goal(2, "limit", 1))
    assert table.goal(missed, 2, _measured(missed, 2)) == "at most 1 × the limit: missed"
    lines = list(table.markdown([asked], {"a": {1: one, 2: two}}))
    assert f"### {ITEMS[4]}" in lines
    assert "|  | 2 | 9 s | 8.0 s | 8.0 s | 1.0 | 20 | 3.0 | at most 1 × the limit: met |" in lines


def _measured(asked: Row, n: int) -> Cell:
    """The cell as its process would measure it, without the limits of that process."""
    work = asked.work(n)
    ours, limit = work.ours(), work.limit()
    return Cell(ours.seconds, limit.seconds * work.times, ours.mib, ours.said)


def test_every_group_has_rows_of_four_sizes_and_every_name_is_one_row() -> None:
    """Growth is over four sizes, but for what has no size; every figure of 0.1.0 is at a size."""
    assert {row.item for row in ROWS} == set(ITEMS)
    assert len(BY_NAME) == len(ROWS)
    assert all(len(row.sizes) >= 4 for row in ROWS if row.size != "whole")
    assert all(row.size == "whole" for row in ROWS if row.name in LONG)
    for one in ROWS:
        assert list(one.sizes) == sorted(set(one.sizes)), one.name
        assert set(one.then) <= set(one.sizes), one.name
        assert one.goal is None or one.goal.size in one.sizes, one.name
        assert not one.name.startswith("-"), "it would be read as an option"
        assert "|" not in one.name, "it would end a cell of the table"


def test_the_page_has_a_table_of_every_group() -> None:
    """`make bench ARGS=--write` wrote the page of the documentation, from rows that still exist."""
    page = bench.PAGE.read_text("utf-8")
    start, end = f"<!-- {bench.MARK} -->", f"<!-- end of {bench.MARK} -->"
    written = page.partition(start)[2].partition(end)[0]
    assert [f"### {title}" in written for title in ITEMS.values()] == [True] * len(ITEMS)
    names = set(re.findall(r"^\| ([^|]+?) \| [\d,]+ \|", written, re.MULTILINE)) - {""}
    assert names
    assert names <= set(BY_NAME)


def test_the_question_written_by_hand_is_the_claim() -> None:
    """Of two outputs and one in the event: refuted without its bound of r, as δ/(1 − 1/e) says.

    With p = (1, 0), q = (1/2, 1/2), a = 1, e = 3/2 and d = 1/2 the event has p = 1, and r may be
    anything below 1 if it need not be d·e/(e − a) = 3/2.
    """
    z3 = pytest.importorskip("z3")
    whole = script(2, 1)
    bound = "(assert (>= (* r (- e a)) (* d e)))"
    for text, answer in ((whole, z3.unsat), (whole.replace(bound, ""), z3.sat)):
        solver = z3.Solver()
        solver.from_string(text.replace("(check-sat)", ""))
        assert solver.check() == answer


@pytest.mark.parametrize("module", [table, cell])
def test_examples_in_docstrings(module: ModuleType) -> None:
    """How seconds are written, and what counts as no answer."""
    result = doctest.testmod(module)
    assert result.failed == 0
    assert result.attempted >= 2
