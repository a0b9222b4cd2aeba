"""What `make mutation-score` says of a mutant is what its tests did with it, and nothing else."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.mutants.drawing import Draw, Mutant, ignored
from tests.mutants.forks import End, forked
from tests.mutants.journal import Journal
from tests.mutants.planting import ROOT
from tests.mutants.score import differences, table
from tests.mutants.scoring import BrokenTestsError, Scorer, outcome_of
from tests.mutants.watching import Plan, environment

PATH = "checkers/kernel/comparisons.py"
TESTS = """
from dpverify.checkers.kernel import comparisons
from dpverify.checkers.kernel.comparisons import MAX_ORDER

def test_that_is_slow_and_notices():
    assert sum(range(1_000_000)) and MAX_ORDER == 64

def test_that_notices_less():
    assert comparisons.partial(int)() == 0
"""
SLOW, QUICK = "test_that_is_slow_and_notices", "test_that_notices_less"
CHANGES = {
    "survived": ("MAX_WORK: Final = 1_000_000", "MAX_WORK: Final = 1_000_001"),
    "noticed": ("MAX_ORDER: Final = 64", "MAX_ORDER: Final = 65"),
    "noticed too": ("MAX_ORDER: Final = 64", "MAX_ORDER: Final = 66"),
    "not importable": ("MAX_ORDER: Final = 64", "MAX_ORDER: Final = 1 // 0"),
    "tests not loaded": ("MAX_ORDER: Final = 64", "OTHER: Final = 64"),
    "died": ("MAX_ORDER: Final = 64", "partial = lambda _: __import__('os').abort\nMAX_ORDER = 64"),
}


def play(folder: str) -> None:
    """Score mutants made by hand, twice; tests that fail by themselves; and an endless loop."""
    environment()
    journal = Journal(ROOT, Path(folder) / "journal.jsonl")
    good, bad = Path(folder) / "test_good.py", Path(folder) / "test_bad.py"
    good.write_text(TESTS, encoding="utf-8")
    bad.write_text("def test_it():\n    assert False\n", encoding="utf-8")
    source = (ROOT / PATH).read_text(encoding="utf-8")
    mutants = tuple(
        Mutant(PATH, name, 0, 1, source.replace(*change)) for name, change in CHANGES.items()
    )
    scorer = Scorer(ROOT, journal, PATH, [str(good)], lambda: Draw(1000, mutants))
    scorer.run()
    records = [*journal.records()]
    scorer.run()
    told: dict[str, Any] = {"first": records, "later": [*journal.records(len(records))]}
    try:
        Scorer(ROOT, journal, PATH, [str(bad)], lambda: Draw(0, ())).run()
    except BrokenTestsError as error:
        told["broken"] = str(error)
    told["endless"] = outcome_of(forked(lambda: [0 for _ in iter(int, 1)], 0))
    sys.stdout.write(json.dumps(told))


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """What `play` says; in a process of its own, for nothing of ours may be loaded before."""
    code = f"from tests.mutants.test_score import play; play({str(tmp_path_factory.mktemp('m'))!r})"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, check=True, text=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def test_each_mutant_ends_as_it_must(told: Any) -> None:
    """Noticed is only what fails a test; what cannot be loaded, or dies, has a word of its own."""
    ends = {mutant(r): r["outcome"] for r in told["first"] if r["kind"] == "mutant"}
    assert ends == {name: name.removesuffix(" too") for name in CHANGES}


def mutant(record: Any) -> str:
    """The name under which a record's mutant stands in `CHANGES`."""
    return str(record["mutant"].removeprefix(f"{PATH}:1 ").removesuffix(" 0"))


def test_what_notices_most_in_a_second_comes_first(told: Any) -> None:
    """The quick test is first, until the slow one has noticed what it did not."""
    tests = {mutant(r): (r["tests"], r["by"]) for r in told["first"] if r["kind"] == "mutant"}
    assert tests["noticed"][0] == 2
    assert tests["noticed"][1].endswith(SLOW)
    plan = Plan(["f"], {"slow": 1, "quick": 0.1}, 0, {"slow": 20})
    assert plan.rate(["slow"]) > plan.rate(["quick"])


def test_what_is_known_is_not_run_again(told: Any) -> None:
    """The second run added its summary alone, which says the same."""
    kinds = [record["kind"] for record in told["first"]]
    assert kinds == ["tests", *["mutant"] * len(CHANGES), "module"]
    assert [record["kind"] for record in told["later"]] == ["module"]
    assert told["later"][0]["outcomes"] == told["first"][-1]["outcomes"]


def test_a_survivor_is_shown_with_its_difference(told: Any) -> None:
    """And the table counts each word; what shows nothing of tests is not in the score: 2 of 4."""
    text = differences(told["first"][-1])
    assert "-MAX_WORK: Final = 1_000_000" in text
    assert "+MAX_WORK: Final = 1_000_001" in text
    assert "MAX_ORDER: Final = 65" not in text
    row, last = table([told["first"][-1]]).splitlines()[1:3]
    assert row.split() == [PATH, "1000", "6", "2", "1", "·", "1", "1", "1", "50%"]
    assert last.split()[4:] == row.split()[1:]


def test_tests_that_fail_by_themselves_notice_nothing(told: Any) -> None:
    """No mutant is planted where they do."""
    assert "fails without a mutant" in told["broken"]
    assert told["broken"].endswith("test_it")


def test_what_does_not_end_is_stopped(told: Any) -> None:
    """By the processor seconds that it took; which is no notice."""
    assert told["endless"][0] == "stopped"


def test_an_end_that_nothing_explains_is_no_survivor() -> None:
    """pytest may end with neither failure nor success."""
    nothing = {"code": 5, "failed": [], "unread": []}
    assert outcome_of(End(nothing, 0, 0, ""))[0] == "died"


def test_a_result_holds_as_long_as_its_files(tmp_path: Path) -> None:
    """A changed test has no baseline, and a changed module another key."""
    (tmp_path / "module.py").write_text("1", encoding="utf-8")
    journal = Journal(tmp_path, tmp_path / "journal.jsonl")
    good, bad = ({"kind": "tests", "tests": t, "files": {"module.py": d}} for t, d in HELD)
    journal.append(good)
    journal.append(bad)
    assert [*journal.baselines()] == ["good"]
    assert journal.key(["module.py"], [good]) != journal.key(["module.py"], [bad])


HELD = (("good", hashlib.sha256(b"1").hexdigest()[:20]), ("bad", "of another text"))


def test_annotations_and_messages_are_left_out() -> None:
    """By characters, as cosmic-ray counts, where ε takes two bytes."""
    source = "def f(x: int | None) -> str:\n    return 'ε' + f'{x + 1}'\n"
    spans = [source.splitlines()[a - 1][b:d] for (a, b), (_, d) in ignored(source)]
    assert sorted(spans) == ["f'{x + 1}'", "int | None", "str"]
