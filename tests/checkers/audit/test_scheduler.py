"""A local dask cluster of two workers: the same answer, also when a worker is killed."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import dpverify as dv
from dpverify.app.benchmarking import answered, plan, table_of
from dpverify.checkers import seam
from dpverify.checkers.audit.running import Watch
from dpverify.checkers.audit.samplers import Named
from dpverify.proofs.examine import Options
from dpverify.proofs.suite import Job, run_suite
from tests.command_line import run
from tests.repository.source import ROOT

distributed = pytest.importorskip("distributed", reason="dask.distributed is an extra")

# Its servers close their sockets a moment after the cluster says that it is closed.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")
CLAIM = dv.PureDP(eps=1)
OPTIONS: dict[str, Any] = {"inputs": [0, 1], "draws": 20_000, "batch": 1000, "to_the_end": True}
SAMPLER = '''"""Randomised response that notes where it ran, and takes its time."""
import os
import time
from pathlib import Path


def answer(bit, rng, count):
    (Path(__file__).parent / f"pid-{os.getpid()}").touch()
    time.sleep(0.1)
    return rng.random(count) < (0.8 if bit else 0.2)
'''


@pytest.fixture
def cluster() -> Iterator[Any]:
    """Two worker processes of one thread each."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None
    ) as local:
        yield local


def test_the_same_answer_though_a_worker_is_killed(cluster: Any, tmp_path: Path) -> None:
    """Killed by SIGKILL in the middle: its batches are drawn again, and none is counted twice."""
    file = tmp_path / "sampler.py"
    file.write_text(SAMPLER)
    sampler = Named(f"{file}:answer")
    alone = dv.audit(sampler, CLAIM, **OPTIONS).document["tests"]
    (own,) = tmp_path.glob("pid-*")
    own.unlink()
    noted: list[str] = []
    killed: list[int] = []

    def kill() -> None:
        """The first worker that has drawn, once some batches are counted."""
        while len(noted) < 3:
            time.sleep(0.01)
        killed.append(int(next(iter(sorted(tmp_path.glob("pid-*")))).name.partition("-")[2]))
        os.kill(killed[0], signal.SIGKILL)

    killer = threading.Thread(target=kill)
    killer.start()
    drawn = dv.audit(
        sampler, CLAIM, executor=seam.scheduler(cluster.scheduler_address),
        watch=Watch(note=lambda key, _: noted.append(key)), **OPTIONS,
    )  # fmt: skip
    killer.join()
    assert killed
    assert killed[0] != os.getpid()
    assert drawn.document["tests"] == alone
    assert len(noted) == len(set(noted)) == 16


def test_tables_are_the_same_there(cluster: Any) -> None:
    """Rows of `prove` and of `benchmark`, each made by a process below a worker of the cluster."""
    two = seam.scheduler(cluster.scheduler_address)
    jobs = [Job("dp.two-forms.pure"), Job("rr.tight-eps")]
    suites = [run_suite(jobs, Options(), executor=executor) for executor in (None, two)]
    for suite in suites:
        for row in suite["entries"]:
            row.pop("seconds")
    assert suites[0] == suites[1]
    question = plan("B39w,B13", n=2)
    tables = [
        table_of(
            question,
            dict(answered(question, [0, 1], jobs=1, seconds=300, isolated=False, seam=workers)),
        ).document()["rows"]
        for workers in (None, two)
    ]
    for table in tables:
        for row in table:
            row.pop("seconds")
    assert tables[0] == tables[1]


def test_a_command_of_the_scheduler(cluster: Any) -> None:
    """`--scheduler ADDRESS`: the same answer as without."""
    asked = ("audit", ROOT / "examples" / "samplers.py:count", "--inputs", "[3, 4]",
             "--definition", "pure-dp", "--eps", "1/2", "--draws", "20000", "--journal", "off",
             "--format", "json")  # fmt: skip
    outcomes = [run(*asked).json(), run(*asked, "--scheduler", cluster.scheduler_address).json()]
    assert outcomes[0]["tests"] == outcomes[1]["tests"]
    assert "no scheduler answers" in run(*asked, "--scheduler", "tcp://127.0.0.1:9").one_line()
