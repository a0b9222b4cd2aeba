"""The search is repeatable, counts what it did, stops in time and leaves nothing behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from dpverify.proofs.labels import Relation, Size
from dpverify.proofs.registry import entry
from dpverify.proofs.search import search
from dpverify.proofs.statement import AnyChannel, Claim, Statement
from tests.proofs.examples import post_processing

FALSE = entry("dp.approx-as-probabilistic").statement


def test_no_seed_means_the_same_each_time() -> None:
    """Two searches without a seed find the same instance after the same number."""
    first, second = search(FALSE), search(FALSE)
    assert first.found is not None
    assert second.found is not None
    assert first.found.channels == second.found.channels
    assert (first.generated, first.met_hypotheses) == (second.generated, second.met_hypotheses)


def test_instances_that_meet_the_hypotheses_are_counted() -> None:
    """At least as many as asked for, of a statement without counterexample."""
    outcome = search(post_processing(), instances=60)
    assert outcome.found is None
    assert outcome.complete
    assert 60 <= outcome.met_hypotheses <= outcome.generated


@pytest.mark.parametrize("name", ["dp.post-processing.pure", "dp.post-processing.approx"])
def test_hypotheses_are_met_often(name: str) -> None:
    """Private by construction or by the tight parameter: more than half of all instances."""
    outcome = search(entry(name).statement, instances=100)
    assert 2 * outcome.met_hypotheses > outcome.generated


def test_the_limit_ends_the_search() -> None:
    """Out of time is said, not passed over."""
    outcome = search(post_processing(), instances=10**6, seconds=0.3)
    assert outcome.found is None
    assert not outcome.complete
    assert outcome.generated < 10**6


def test_what_refutes_is_shrunk_without_hypothesis(tmp_path: Path) -> None:
    """It takes a third of a second to import, and leaves a folder."""
    program = (
        "import sys\n"
        "from dpverify.proofs.registry import entry\n"
        "from dpverify.proofs.search import search\n"
        "statement = entry('dp.approx-as-probabilistic').statement\n"
        "assert search(statement).found is not None\n"
        "assert 'hypothesis' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-I", "-c", program], cwd=tmp_path, check=True, timeout=300)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("relation", ["all", lambda _: [("x0", "x1")]])
def test_no_rows_are_made_for_a_delta_below_0(relation: Relation) -> None:
    """Rows that were had entries below 0, at which the search for a counterexample ended."""
    assumed, concluded = (
        Claim("M", "approx-dp", {"eps": "eps", "delta": delta})
        for delta in ("delta1-delta2", "delta1/2")
    )
    statement = Statement(
        objects={"M": AnyChannel(Size("inputs", "x"), Size("outputs", "y"), relation)},
        parameters={"eps": "loss", "delta1": "value", "delta2": "value"},
        hypotheses=(assumed,),
        conclusion=concluded,
        sizes={"inputs": (2, 2), "outputs": (2, 3)},
    )
    for seed in range(5):
        assert search(statement, seed=seed, seconds=60, shrink=False).found is not None
