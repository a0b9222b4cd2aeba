"""`python -m benchmarks.audit_scale [costs|memory|workers]`: what an audit costs, and two workers.

costs: CPU seconds of the sampler alone and of the whole audit, 10⁷ samples of each input in numpy,
and their ratio: in turn, seven times, the round with the median ratio.

memory: the largest memory of a process that audits, for more and more samples.

workers, where dask.distributed is installed: the same audit in this process and by two workers of a
local cluster, one after the other, three times; the sampler is plain Python, so that it is what
takes the time, 20 seconds and more. CPU seconds beside, of two workers those of the busier one:
their ratio is what the clock says where two cores do nothing else. *Client* is CPU seconds of this
process, the scheduler's too; *outside* is what the clock says beyond the busier worker's CPU
seconds: waiting, choosing events, merging, and what other programs took. *Plain* is what this
machine gives at most: the sampler alone in one process, beside two processes with half of the
samples each, that nobody coordinates. Then the same for smaller batches: how many of them a second
the client can merge.
"""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np

import dpverify as dv
from dpverify.checkers import seam
from dpverify.checkers.audit.running import Plan
from dpverify.checkers.audit.samplers import Named

SAMPLES = 10_000_000
MEMORY = (1_000_000, 10_000_000, 100_000_000)
ROUNDS = 3
BATCHES = (10_000, 1_000, 250, 100)
PER_SIZE = 100_000
"""Samples of each input where the size of batches is looked at."""
PAIRS = 7
"""Times that sampler and audit are measured, in turn; the median ratio counts."""
Rng = np.random.Generator


def laplace(place: int, rng: Rng, count: int) -> Any:
    """A count with Laplace noise."""
    return place + rng.laplace(0, 1, count)


def gauss(place: int, rng: Rng, count: int) -> Any:
    """A count with normal noise."""
    return place + rng.normal(0, 1, count)


def response(bit: int, rng: Rng, count: int) -> Any:
    """A bit told truly with probability 0.73: the cheapest sampler there is."""
    return rng.random(count) < (0.73 if bit else 0.27)


def counted(place: int, rng: Rng, count: int) -> Any:
    """A count with geometric noise on one side: small integers."""
    return place + rng.geometric(0.6, count)


def bounded(place: int, rng: Rng, count: int) -> Any:
    """An integer below 40, or below 50: the cheapest integers there are, in bytes."""
    return rng.integers(0, 40 + 10 * place, count, dtype=np.uint8)


def letters(bit: int, rng: Rng, count: int) -> Any:
    """A bit told as a text."""
    return np.array(["no", "yes"])[(rng.random(count) < (0.73 if bit else 0.27)).view(np.uint8)]


def slow(place: int, seed: int, count: int) -> list[float]:
    """A hundred numbers for one output, in plain Python."""
    draw = random.Random(seed).random  # noqa: S311  a sample, no secret
    return [place + sum(draw() for _ in range(100)) / 10 for _ in range(count)]


def alone(sampler: Callable[..., Any], plan: Plan) -> float:
    """CPU seconds of the sampler for the batches of a plan, and nothing else."""
    rng = np.random.default_rng(0)
    start = process_time()
    for size in (plan.choice, *plan.sizes):
        for given in plan.inputs:
            sampler(given, rng, size)
    return process_time() - start


def rounds_text(rounds: list[tuple[float, float, float]]) -> str:
    """The smallest and the largest ratio."""
    ratios = [ratio for ratio, _, _ in rounds]
    return f"{min(ratios):.2f} to {max(ratios):.2f}"


def costs() -> None:
    """The first table."""
    from dpverify.checkers.audit.audit import plan_of

    print(
        f"{'sampler':<12}{'claim':<14}{'sampler, s':>12}{'audit, s':>10}{'ratio':>8}{'of all':>16}"
    )
    for sampler, claim in (
        (laplace, dv.PureDP(eps=1)), (gauss, dv.GaussianDP(mu=1)), (response, dv.PureDP(eps=1)),
        (counted, dv.PureDP(eps=1)), (bounded, dv.PureDP(eps=1)), (letters, dv.PureDP(eps=1)),
    ):  # fmt: skip
        plan = plan_of(claim, [0, 1], draws=SAMPLES)
        dv.audit(sampler, claim, inputs=[0, 1], draws=1000)  # what has to be imported is imported
        rounds = []
        for _ in range(PAIRS):
            own = alone(sampler, plan)
            start = process_time()
            dv.audit(sampler, claim, inputs=[0, 1], draws=SAMPLES, to_the_end=True)
            whole = process_time() - start
            rounds.append((whole / own, own, whole))
        ratio, own, whole = sorted(rounds)[PAIRS // 2]
        print(
            f"{sampler.__name__:<12}{claim.name:<14}{own:>12.3f}{whole:>10.3f}{ratio:>8.2f}"
            f"{rounds_text(rounds):>16}",
            flush=True,
        )


MEMORY_OF = """
import resource
import dpverify as dv
from benchmarks.audit_scale import laplace
dv.audit(laplace, dv.PureDP(eps=1), inputs=[0, 1], draws={draws}, to_the_end=True, batch=200_000)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024)
"""


def memory() -> None:
    """The second table."""
    print(f"\n{'samples':>12}{'largest memory, MiB':>22}")
    for draws in MEMORY:
        done = subprocess.run(  # noqa: S603  our own program
            [sys.executable, "-c", MEMORY_OF.format(draws=draws)],
            capture_output=True, text=True, check=True, cwd=Path(__file__).parents[1],
        )  # fmt: skip
        print(f"{draws:>12,}{done.stdout.strip():>22}", flush=True)


PLAIN = """
from benchmarks.audit_scale import slow
for place in (0, 1):
    slow(place, 0, {draws})
"""


def plain(processes: int, draws: int) -> float:
    """Seconds by the clock of the sampler alone, its samples divided among so many processes."""
    code = PLAIN.format(draws=draws // processes)
    start = perf_counter()
    running = [
        subprocess.Popen([sys.executable, "-c", code], cwd=Path(__file__).parents[1])  # noqa: S603  our own program
        for _ in range(processes)
    ]
    for process in running:
        process.wait()
    return perf_counter() - start


def workers(draws: int = 2_000_000) -> None:
    """The third table."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        print("\ndask.distributed is not installed: no workers")
        return
    print(f"\n{'round':>6}{'one process, s':>24}{'two workers, s':>24}{'ratio':>14}"
          f"{'client':>8}{'outside':>9}{'plain':>7}  same answer")  # fmt: skip
    ratios, limits = [], []
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        two = Two(seam.scheduler(cluster.scheduler_address), client)
        two.audit(draws=1000)  # workers load
        for number in range(1, ROUNDS + 1):
            start, cpu = perf_counter(), process_time()
            first = audit_slow(draws=draws)
            one, one_cpu = perf_counter() - start, process_time() - cpu
            second, both, busiest, mine = two.audit(draws=draws)
            same = first.document["tests"] == second.document["tests"]
            ratios.append(one / both)
            limits.append(plain(1, draws) / plain(2, draws))
            print(
                f"{number:>6}{one:>12.1f} ({one_cpu:>5.1f} CPU){both:>12.1f} ({busiest:>5.1f} CPU)"
                f"{one / both:>6.2f} ({one_cpu / busiest:.2f}){mine:>8.2f}{both - busiest:>9.2f}"
                f"{limits[-1]:>7.2f}  {'yes' if same else 'NO'}",
                flush=True,
            )
        print(f"median by the clock {median(ratios):.2f}; of plain processes {median(limits):.2f}")
        sizes(two)


def sizes(two: Two) -> None:
    """The fourth table."""
    print(f"\n{'batch':>8}{'batches':>9}{'clock, s':>10}{'busier worker, s':>18}{'client, s':>11}"
          f"{'client, ms a batch':>20}")  # fmt: skip
    for batch in BATCHES:
        _, clock, busiest, mine = two.audit(draws=PER_SIZE, batch=batch)
        number = PER_SIZE * 4 // 5 // batch
        print(f"{batch:>8}{number:>9}{clock:>10.1f}{busiest:>18.1f}{mine:>11.2f}"
              f"{1000 * mine / number:>20.1f}", flush=True)  # fmt: skip


class Two:
    """Two workers of a scheduler, and a client that asks for their clocks."""

    def __init__(self, workers: seam.Seam, client: Any) -> None:
        self._workers, self._client = workers, client

    def audit(self, **options: Any) -> tuple[dv.Audit, float, float, float]:
        """An audit; its seconds by the clock, CPU seconds of the busier worker and of this process.

        The scheduler of a local cluster runs in this process: what it costs counts here.
        """
        start, cpu, before = perf_counter(), process_time(), self._client.run(process_time)
        result = audit_slow(executor=self._workers, **options)
        clock, mine = perf_counter() - start, process_time() - cpu
        after = self._client.run(process_time)
        return result, clock, max(after[one] - before[one] for one in before), mine


def audit_slow(**options: Any) -> dv.Audit:
    """An audit of what is slow, to its end."""
    sampler = Named(f"{Path(__file__)}:slow")
    return dv.audit(sampler, dv.PureDP(eps=1), inputs=[0, 1], to_the_end=True, **options)


TABLES = {"costs": costs, "memory": memory, "workers": workers}


def main() -> None:
    """Print the tables, or those that are named."""
    print((__doc__ or "").strip(), end="\n\n")
    for name in sys.argv[1:] or TABLES:
        TABLES[name]()


if __name__ == "__main__":
    main()
