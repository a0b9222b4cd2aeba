"""An audit as it runs: some samples to choose events on, then batches, looked at after each.

Memory does not grow with the number of samples: of a batch only counts are kept.
"""

from __future__ import annotations

import hashlib
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from dpverify.checkers.audit.betting import Counts, Test, counted, log_wealth
from dpverify.checkers.audit.choosing import chosen
from dpverify.checkers.audit.events import Event, Own
from dpverify.checkers.audit.nulls import Claim
from dpverify.checkers.audit.outputs import Outputs, joined, outputs_of
from dpverify.checkers.audit.repeats import Beginnings, Mark, mark_of
from dpverify.checkers.audit.samplers import Sampler, chunks_of
from dpverify.checkers.audit.seeding import MOST_PARTS, seed_of
from dpverify.checkers.seam import Seam
from dpverify.defs.errors import EmptyQuestion, UsageError

LARGEST_CHOICE: Final = 200_000
"""Samples of each input on which events are chosen, at most."""
CHOICE: Final = 5
"""A fifth of the samples serves the choice, where that is less."""
LEAST: Final = 50
"""Samples of each input without which nothing is chosen."""
LARGEST_BATCH: Final = 1_000_000
BATCHES: Final = 50
CHOOSING, TESTING = 0, 1


@dataclass(frozen=True)
class Plan:
    """What is asked: a claim, of what pairs, how many samples, at what risk.

    Args: labels the texts of the inputs; pairs ordered, by the places of the inputs; draws of each
        input; events that are given, none to choose them; curve further claims that are bounded;
        seconds after which no batch is begun.
    """

    claim: Claim
    inputs: tuple[Any, ...]
    labels: tuple[str, ...]
    pairs: tuple[tuple[int, int], ...]
    draws: int
    risk: Fraction
    seed: int
    batch: int | None = None
    events: tuple[Event | Own, ...] = ()
    classifier: bool = False
    curve: tuple[Claim, ...] = ()
    to_the_end: bool = False
    seconds: float | None = None

    @property
    def choice(self) -> int:
        """Samples of each input on which events are chosen."""
        return min(self.draws // CHOICE, LARGEST_CHOICE)

    @property
    def parts(self) -> tuple[int, ...]:
        """How many of them are drawn at once: several workers share this work too."""
        number = max(1, min(MOST_PARTS, self.choice // 1000))
        full, rest = divmod(self.choice, number)
        return tuple(full + (part < rest) for part in range(number))

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many samples of each input each batch has."""
        left = self.draws - self.choice
        size = self.batch or min(LARGEST_BATCH, max(1000, left // BATCHES))
        full, rest = divmod(left, size)
        return (size,) * full + ((rest,) if rest else ())


@dataclass
class Progress:
    """How far an audit is: after each batch."""

    batch: int
    batches: int
    samples: int
    seconds: float
    log_e: float


@dataclass(frozen=True)
class Ran:
    """What came out: tests with their counts, and why it stopped.

    Args: complete whether all samples were looked at, so that the number was fixed in advance.
    """

    tests: tuple[Test, ...]
    counts: tuple[Counts, ...]
    chosen_on: int
    complete: bool
    seconds: float


@dataclass(frozen=True)
class Batch:
    """What is kept of a batch.

    Args: counts of each test; marks how the batch of each input, by its place, began.
    """

    counts: tuple[Counts, ...]
    marks: tuple[tuple[int, Mark], ...]

    def document(self) -> dict[str, Any]:
        """As a journal holds it."""
        return {
            "counts": [list(four) for four in self.counts],
            "marks": [[place, mark.digest, mark.bits] for place, mark in self.marks],
        }

    @staticmethod
    def read(document: Mapping[str, Any]) -> Batch:
        """From what `document` wrote."""
        return Batch(
            tuple((a, b, c, d) for a, b, c, d in document["counts"]),
            tuple((place, Mark(digest, bits)) for place, digest, bits in document["marks"]),
        )


@dataclass
class Watch:
    """What an audit is watched by: batches that are known already, and who is told of new ones."""

    finished: Mapping[str, Any] = field(default_factory=dict)
    note: Callable[[str, Any], None] = lambda key, counts: None  # noqa: ARG005  nobody asked
    told: Callable[[Progress], None] = lambda progress: None  # noqa: ARG005  nobody asked


def sampled(plan: Plan, sampler: Sampler, seam: Seam, watch: Watch | None = None) -> Ran:
    """Audit what draws samples.

    Raises: what the sampler raises, one line; EmptyQuestion for too few samples.
    """
    with seam.opened() as workers:
        return _sampled(plan, sampler, workers, watch or Watch())


def _sampled(plan: Plan, sampler: Sampler, seam: Seam, watch: Watch) -> Ran:
    _enough(plan.choice)
    started = time.monotonic()
    beginnings = Beginnings()
    seen, truths = _seen(plan, sampler, seam, beginnings)
    tests = _tests(plan, seen, truths)
    key = _digest(tests)
    count = partial(_counted, sampler, plan, tests)
    sizes = plan.sizes
    known = [i for i in range(len(sizes)) if f"{key}:{i}" in watch.finished]
    fresh = seam.ordered(count, (i for i in range(len(sizes)) if i not in set(known)))

    def batches() -> Iterator[tuple[Counts, ...]]:
        for i in range(len(sizes)):
            if f"{key}:{i}" in watch.finished:
                batch = Batch.read(watch.finished[f"{key}:{i}"])
            else:
                batch = next(fresh)
                watch.note(f"{key}:{i}", batch.document())
            beginnings.note({plan.labels[place]: mark for place, mark in batch.marks})
            yield batch.counts

    try:
        return _looked_at(plan, tests, batches(), len(sizes), started, watch)
    finally:
        fresh.close()


def _looked_at(
    plan: Plan, tests: tuple[Test, ...], batches: Iterator[tuple[Counts, ...]], number: int,
    started: float, watch: Watch,
) -> Ran:  # fmt: skip
    """Add batch after batch; stop where the claim is refuted, time is up, or there are no more."""
    totals: list[Counts] = [(0, 0, 0, 0)] * len(tests)
    goal = -math.log(plan.risk)
    done = 0
    stopped = False
    for counts in batches:
        done += 1
        totals = [_sum(old, new) for old, new in zip(totals, counts, strict=True)]
        reached = log_wealth(tests, totals, plan.claim, plan.claim.value)
        seconds = time.monotonic() - started
        watch.told(Progress(done, number, sum(totals[0]), seconds, reached))
        late = plan.seconds is not None and seconds > plan.seconds
        if (reached >= goal and not plan.to_the_end) or late:
            stopped = True
            break
    complete = not stopped or done == number
    return Ran(tests, tuple(totals), plan.choice, complete, time.monotonic() - started)


def _sum(old: Counts, new: Counts) -> Counts:
    return old[0] + new[0], old[1] + new[1], old[2] + new[2], old[3] + new[3]


def _seen(
    plan: Plan, sampler: Sampler, seam: Seam, beginnings: Beginnings
) -> tuple[list[Outputs], list[list[NDArray[np.bool_]]]]:
    """The outputs of each input on which events are chosen, and where the given events hold."""
    parts = []
    for seen, truths in seam.ordered(partial(_chosen_on, sampler, plan), range(len(plan.parts))):
        beginnings.note({plan.labels[place]: mark_of(one) for place, one in enumerate(seen)})
        parts.append((seen, truths))
    return (
        [joined(seen[place] for seen, _ in parts) for place in range(len(plan.inputs))],
        [
            [np.concatenate([truths[event][place] for _, truths in parts])
             for place in range(len(plan.inputs))]
            for event in range(len(plan.events))
        ],
    )  # fmt: skip


def _tests(
    plan: Plan, seen: Sequence[Outputs], truths: Sequence[Sequence[NDArray[np.bool_]]]
) -> tuple[Test, ...]:
    extra = tuple(zip(plan.events, truths, strict=True))
    # Twice the goal: half of the wealth is on the best bet of one of several tests.
    needed = -2 * math.log(plan.risk) / (plan.draws - plan.choice)
    return chosen(
        plan.claim, plan.pairs, plan.labels, seen, extra, needed=needed,
        classifier=plan.classifier, also=plan.curve,
    )  # fmt: skip


def _enough(choice: int) -> None:
    if choice < LEAST:
        raise EmptyQuestion(
            f"events are chosen on {choice} samples of each input, fewer than {LEAST};"
            f" give {LEAST * CHOICE} or more"
        )


def _digest(tests: Sequence[Test]) -> str:
    """What the counts of a batch are of: the events and bets, as they are said."""
    text = repr([(test.pair, repr(test.event), test.bets) for test in tests])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


# ---------------------------------------------------------------- in a worker


def _chosen_on(
    sampler: Sampler, plan: Plan, part: int
) -> tuple[list[Outputs], list[list[NDArray[np.bool_]]]]:
    """A part of the outputs to choose on, and where the given events hold."""
    seen: list[Outputs] = []
    truths: list[list[NDArray[np.bool_]]] = [[] for _ in plan.events]
    for place, one in enumerate(plan.inputs):
        drawn = sampler.draw(one, seed_of(plan.seed, CHOOSING, part, place), plan.parts[part])
        outputs = joined([outputs_of(drawn)])  # a copy: see `_counted`
        seen.append(outputs)
        for event, places in zip(plan.events, truths, strict=True):
            places.append(_truths(event, drawn, outputs))
    return seen, truths


def _counted(sampler: Sampler, plan: Plan, tests: tuple[Test, ...], batch: int) -> Batch:
    """The counts of one batch, and how it began.

    Of the outputs of an input only truths are left when the next one is drawn: they take an eighth
    of the memory, and a sampler may write its outputs where the last ones were.
    """
    truths: dict[tuple[int, int], NDArray[np.bool_]] = {}
    marks = []
    for place in sorted({place for test in tests for place in test.pair}):
        seed = seed_of(plan.seed, TESTING, batch, place)
        drawn = sampler.draw(plan.inputs[place], seed, plan.sizes[batch])
        outputs = outputs_of(drawn)
        marks.append((place, mark_of(outputs)))
        for number, test in enumerate(tests):
            key = (_first(tests, number), place)
            if place in test.pair and key not in truths:
                truths[key] = _truths(test.event, drawn, outputs)
        del drawn, outputs
    counts = tuple(
        counted(*(truths[_first(tests, number), place] for place in test.pair))
        for number, test in enumerate(tests)
    )
    return Batch(counts, tuple(marks))


def _first(tests: Sequence[Test], number: int) -> int:
    """The first test of the same event: where both directions are compared there are two."""
    return next(i for i, test in enumerate(tests) if test.event is tests[number].event)


def _truths(event: Event | Own, drawn: Any, outputs: Outputs) -> NDArray[np.bool_]:
    return event.holds_for(drawn) if isinstance(event, Own) else event.holds(outputs)


# ---------------------------------------------------------------- files


def in_files(plan: Plan, paths: Sequence[str], watch: Watch | None = None) -> Ran:
    """Audit samples that are in files, one for each input; `plan.draws` is the shortest one's.

    Raises: FileError; EmptyQuestion for too few samples; UsageError for an event of the user's.
    """
    if any(isinstance(event, Own) for event in plan.events):
        raise UsageError("events of your own are asked of samplers, not of files")
    watch = watch or Watch()
    _enough(plan.choice)
    started = time.monotonic()
    size = plan.sizes[0]
    rows = zip(*(_exactly(chunks_of(path, size), plan) for path in paths), strict=True)
    seen = list(next(rows))
    truths = [[event.holds(outputs) for outputs in seen] for event in plan.events
              if not isinstance(event, Own)]  # fmt: skip
    tests = _tests(plan, seen, truths)
    batches = (
        tuple(counted(*(test.event.holds(parts[i]) for i in test.pair))  # type: ignore[union-attr]  # see above
              for test in tests)
        for parts in rows
    )  # fmt: skip
    return _looked_at(plan, tests, batches, len(plan.sizes), started, watch)


def _exactly(chunks: Iterator[Outputs], plan: Plan) -> Iterator[Outputs]:
    """The samples to choose on, then batches of the sizes of the plan, from chunks of any size."""
    store: list[Outputs] = []
    have = 0
    for wanted in (plan.choice, *plan.sizes):
        while have < wanted:
            chunk = next(chunks)
            store.append(chunk)
            have += len(chunk)
        whole = joined(store)
        yield whole.first(wanted)
        store, have = [whole.after(wanted)], have - wanted
