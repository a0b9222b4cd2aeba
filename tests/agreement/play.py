"""One batch of random channels, as a worker plays it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.agreement.arena import Arena, Counts, Disagreement
from tests.agreement.engines import FAST, solver_engines
from tests.agreement.random_cases import drawn_cases


@dataclass(frozen=True)
class Job:
    """So many channels from one seed."""

    seed: str
    channels: int
    solvers: tuple[str, ...]
    one_in: int


def play(job: Job) -> tuple[Counts, Disagreement | None]:
    """Play until that many different channels were seen, or engines disagree."""
    rng = Random(job.seed)  # noqa: S311  a seed, not a secret
    with solver_engines(*job.solvers) as solvers:
        arena = Arena(FAST, solvers, job.one_in)
        while len(arena.counts.digests) < job.channels:
            disagreement = arena.play(drawn_cases(rng))
            if disagreement is not None:
                return arena.counts, disagreement
    return arena.counts, None
