"""The suite gives one row per entry, whatever happens to the one that makes it."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from concurrent.futures import Executor, Future
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from typing import Any

import pytest

from dpverify.checkers import worker_pool
from dpverify.checkers.smt import process
from dpverify.checkers.smt.answer import Limits
from dpverify.defs.errors import UsageError
from dpverify.proofs import suite, worker
from dpverify.proofs.entry import STATUSES
from dpverify.proofs.examine import Options
from dpverify.proofs.labels import shape_text
from dpverify.proofs.number_refutation import NUMBERS_SCHEMA, numbers_of
from dpverify.proofs.own import listed
from dpverify.proofs.registry import entries, entry
from dpverify.proofs.statement import AnyChannel, FixedChannel, Property
from dpverify.proofs.suite import Job, Row, as_registered, examine_job, run_suite
from dpverify.proofs.theorem import checked_alone

QUICK = "dp.two-forms.pure"
# A loaded machine is no reason to be open: solvers stop at their count of steps.
UNHURRIED = Options(time_limit=600.0, limits=Limits(seconds=300.0))


def scrambled(job: Job) -> Any:
    """The entry with another status expected than is registered."""
    found = entry(job.id)
    turned = STATUSES[(STATUSES.index(found.expected) + 1) % len(STATUSES)]
    return replace(found, expected=turned)


SAMPLES = [  # `make prove` examines them all
    pytest.param(44, id="seven entries"),
    pytest.param(16, id="every sixteenth entry", marks=pytest.mark.long),
    pytest.param(1, id="every entry", marks=pytest.mark.slow),
]


@pytest.fixture(scope="module", params=SAMPLES)
def whole(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The library's suite, every `expected` scrambled: it must end as registered all the same."""
    jobs = [Job(each.id) for each in entries()][:: request.param]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Job, "entry", scrambled)
        document = run_suite(jobs, UNHURRIED)
    assert [row["id"] for row in document["entries"]] == [job.id for job in jobs]
    return document


def quantifies(name: str) -> bool:
    """Whether a statement is about any channel, not only about given ones."""
    objects = entry(name).statement.objects.values()
    return any(isinstance(each, AnyChannel) for each in objects)


def fewest(name: str) -> int:
    """How many instances of a proved statement must have met its hypotheses."""
    asked = entry(name).instances
    return (200 if asked >= 200 else asked // 2) if quantifies(name) else 1


@pytest.mark.long
def test_every_entry_ends_as_registered(whole: dict[str, Any]) -> None:
    """Status, evidence, scope and mutants of the first suite."""
    assert whole["schema"] == "dpverify.suite/1.0"
    for row in whole["entries"]:
        assert row["status"] == entry(row["id"]).expected, row
        assert row["mutants"]["killed"] == row["mutants"]["total"]
        if row["status"] == "proved":
            whole_scope, *fixed = row["scope"].split("; ")
            for_all_sizes = whole_scope.startswith(("all finite sizes", "every parameter"))
            assert set(entry(row["id"]).statement.fixed) <= set(fixed)
            assert row["evidence"] == ("certificate" if for_all_sizes else "bounded")
            assert row["scope"]
            assert bool(row["trusted"]) is not for_all_sizes
            assert row["instances"]["met_hypotheses"] >= fewest(row["id"])
            # A question that every solver leaves open costs the most and says nothing.
            assert row["excluded"] == "; ".join(map(shape_text, entry(row["id"]).shapes)), row
    assert whole["summary"]["unknown"] == 0


# Of 200 instances one refutes as often as none does; then a solver finds it.
SELDOM = {"dp.group-privacy.approx.linear-delta"}
# Two bits make four pairs, three bits four counts. Of three changes of probability, whose sum is 0,
# one has a sign of its own and is as large as the others together: no event of three outputs
# changes by more than a single one does, see the enumeration below. There is no smaller instance.
FOUR_OUTPUTS = {
    "dp.sequential-composition.shared-coins",
    "rr.shuffling.lowers-pure-eps",
    "dp.post-processing.additive-closeness",
}


def documented(name: str) -> bool:
    """Whether claims alone are said, which a document can hold; the kernel knows no property."""
    statement = entry(name).statement
    said = (*statement.hypotheses, statement.conclusion)
    return not any(isinstance(each, Property) for each in said)


@pytest.mark.long
def test_refutations_come_with_their_document(whole: dict[str, Any]) -> None:
    """Found by search, almost all of them; shrunk, accepted by the kernel, small."""
    refuted = [row for row in whole["entries"] if row["status"] == "refuted"]
    assert len(refuted) >= max(1, len(whole["entries"]) // 10)
    for row in refuted:
        if numbers_of(entry(row["id"]).statement) is not None:
            assert row["evidence"] == "certificate"
            assert row["refutation"]["schema"] == NUMBERS_SCHEMA
            assert row["refutation"]["entry"] == row["id"]
            continue
        if not documented(row["id"]):
            follows = entry(row["id"]).statement.follows is not None
            assert row["evidence"] == ("cited" if follows else "computed")
            assert row["refutation"] is None
            continue
        assert row["evidence"] == "certificate"
        assert row["found_by"] == "search" or row["id"] in SELDOM
        assert row["refutation"]["entry"] == row["id"]
        for name, channel in row["refutation"]["objects"].items():
            stated = entry(row["id"]).statement.objects.get(name)
            if stated is None or isinstance(stated, FixedChannel):
                continue  # made of others, or the statement itself says how many outputs it has
            assert len(channel.get("outputs", [])) <= (4 if row["id"] in FOUR_OUTPUTS else 3)


def largest_change_of_an_event(first: Sequence[int], second: Sequence[int]) -> int:
    """By how much more likely any set of outputs is under the second law, in the laws' units."""
    changes = [b - a for a, b in zip(first, second, strict=True)]
    outputs = range(len(changes))
    return max(
        abs(sum(changes[o] for o in event))
        for size in outputs
        for event in combinations(outputs, size)
    )


@pytest.mark.parametrize(("outputs", "smallest"), [(2, None), (3, None), (4, 2)])
def test_additive_closeness_is_refuted_from_four_outputs_on(
    outputs: int, smallest: int | None
) -> None:
    """All pairs of laws in sixths at most: with four outputs halves refute, with three nothing.

    A random map keeps an output with a probability: its change lies between those of sets.
    """
    refuting: list[int] = []
    for denominator in range(1, 7):
        laws = [
            law
            for law in product(range(denominator + 1), repeat=outputs)
            if sum(law) == denominator
        ]
        for first, second in combinations(laws, 2):
            single = max(abs(a - b) for a, b in zip(first, second, strict=True))
            if largest_change_of_an_event(first, second) > single:
                refuting.append(denominator)
                break
    assert min(refuting, default=None) == smallest


def test_the_document_is_json(whole: dict[str, Any]) -> None:
    """It survives a round trip."""
    assert json.loads(json.dumps(whole)) == whole


def test_scrambling_expected_changes_no_status(whole: dict[str, Any]) -> None:
    """Every `expected` was another one while the suite ran, and the rows say so."""
    for row in whole["entries"]:
        registered = entry(row["id"])
        assert row["expected"] != registered.expected
        assert row["status"] == registered.expected
        assert not as_registered(row)
        assert as_registered({**row, "expected": registered.expected})


class Immediate(Executor):
    """Runs at once; the second job dies as a worker would."""

    def __init__(self) -> None:
        self.submitted = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Anything with `submit` will do."""
        self.submitted += 1
        future: Future[Any] = Future()
        if self.submitted == 2:
            future.set_exception(RuntimeError("the worker died"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


@pytest.mark.slow
def test_any_executor_will_do_and_a_dead_job_costs_one_entry() -> None:
    """The other entry is examined; the lost one is unknown, with a reason."""
    seen: list[Row] = []

    def done(job: Job, row: Row) -> None:
        assert job.id == row["id"]
        seen.append(row)

    jobs = [Job(QUICK), Job("dp.two-forms.approx")]
    document = run_suite(jobs, Options(), executor=Immediate(), done=done)
    assert [row["status"] for row in document["entries"]] == ["proved", "unknown"]
    assert "crashed" in document["entries"][1]["reason"]["text"]
    assert len(seen) == 2


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> Options:
    """No grace beyond a short limit."""
    monkeypatch.setattr(suite, "GRACE", 0.2)
    monkeypatch.setattr(worker_pool, "START", 0.5)
    return Options(time_limit=0.1)


@pytest.mark.parametrize(
    ("program", "code"),
    [("import os; os.abort()", "crash"), ("import time; time.sleep(60)", "time")],
)
def test_a_lost_process_is_unknown(
    program: str, code: str, impatient: Options, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crash or a hang of an entry's process gives a typed row, not an exception."""
    monkeypatch.setattr(suite, "WORKER", (sys.executable, "-I", "-c", program))
    document = run_suite([Job(QUICK)], impatient, workers=2)
    row = document["entries"][0]
    assert (row["status"], row["reason"]["code"]) == ("unknown", code)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_missing_solver_is_an_error_of_usage(
    workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asking for both solvers where one is not installed is refused, not half done."""
    monkeypatch.setattr(process, "find_spec", lambda name: None if name == "cvc5" else name)
    with pytest.raises(UsageError, match="install the package cvc5"):
        run_suite([Job(QUICK)], Options(solver="both"), workers=workers)


@pytest.mark.slow
def test_both_solvers_are_named() -> None:
    """A scope rests on both solvers, where it does; of a proof both confirm the lemmas."""
    pytest.importorskip("cvc5")
    row = examine_job(Job("dp.publishing-records.approx"), Options(solver="both"))
    assert [name.split()[0] for name in row["trusted"]] == ["cvc5", "z3"]
    lemmas = examine_job(Job(QUICK), Options(solver="both"))["lemmas"]
    assert lemmas["confirmed"] == dict.fromkeys(("z3", "cvc5"), lemmas["total"])


def test_a_worker_keeps_its_solver_and_says_the_same() -> None:
    """One process for two entries, which end as with one for each."""
    jobs = [Job("dp.pure-implies-approx"), Job("dp.two-forms.pure")]
    solvers = worker.solvers("z3")
    try:
        kept = [examine_job(job, UNHURRIED, solvers) for job in jobs]
        assert worker.solvers("z3") is solvers
    finally:
        solvers[0].close()
    for row, job in zip(kept, jobs, strict=True):
        assert {**row, "seconds": 0} == {**examine_job(job, UNHURRIED), "seconds": 0}


def test_a_users_file_may_list_an_entry_of_the_library(tmp_path: Path) -> None:
    """Its process hands over a proof, which the stored one is not; it was an internal error."""
    file = tmp_path / "own.py"
    text = "from dpverify.proofs.registry import entry\n" + f"ENTRIES = (entry({QUICK!r}),)\n"
    file.write_text(text, encoding="utf-8")
    (own,) = listed(str(file), seconds=60)
    (row,) = run_suite([own.job], UNHURRIED, blanks={own.job: own.blank})["entries"]
    assert (row["status"], row["evidence"]) == ("proved", "certificate")
    assert "error" not in row
    assert checked_alone(row["proof"]).status == "accepted"
