"""`python -m benchmarks.audit_scale`: what an audit costs beside its sampler, its memory, workers.

First table: CPU seconds of the sampler alone and of the whole audit, 10⁷ samples of each input in
numpy, and their ratio: in turn, seven times, the round with the median ratio. Second: the largest
memory of a process that audits, for more and more samples. Third, where dask.distributed is
installed: the same audit in this process and by two workers of a local cluster, one after the
other, three times; the sampler is plain Python, so that it is what takes the time. CPU seconds
beside, of two workers those of the busier one: their ratio is what the clock says where two cores
do nothing else.
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


def workers(draws: int = 200_000) -> None:
    """The third table."""
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        print("\ndask.distributed is not installed: no workers")
        return
    sampler = Named(f"{Path(__file__)}:slow")
    options: dict[str, Any] = {"inputs": [0, 1], "draws": draws, "to_the_end": True}
    claim = dv.PureDP(eps=1)
    print(f"\n{'round':>6}{'one process, s':>24}{'two workers, s':>24}{'ratio':>14}  same answer")
    ratios = []
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        Client(cluster, set_as_default=False) as client,
    ):
        two = seam.scheduler(cluster.scheduler_address)
        dv.audit(sampler, claim, executor=two, inputs=[0, 1], draws=1000)  # workers load
        for number in range(1, ROUNDS + 1):
            start, cpu = perf_counter(), process_time()
            first = dv.audit(sampler, claim, **options)
            one, one_cpu = perf_counter() - start, process_time() - cpu
            start, before = perf_counter(), client.run(process_time)
            second = dv.audit(sampler, claim, executor=two, **options)
            both = perf_counter() - start
            after = client.run(process_time)
            most = max(after[worker] - before[worker] for worker in before)
            same = first.document["tests"] == second.document["tests"]
            ratios.append(one / both)
            print(
                f"{number:>6}{one:>12.1f} ({one_cpu:>5.1f} CPU){both:>12.1f} ({most:>5.1f} CPU)"
                f"{one / both:>6.2f} ({one_cpu / most:.2f})  {'yes' if same else 'NO'}",
                flush=True,
            )
    print(f"median ratio {median(ratios):.2f}")


def main() -> None:
    """Print the tables."""
    print((__doc__ or "").strip(), end="\n\n")
    costs()
    memory()
    workers()


if __name__ == "__main__":
    main()
