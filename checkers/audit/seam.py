"""Batches on any `concurrent.futures.Executor`: merged in order, and a worker that dies loses none.

Whoever draws a batch, wherever and whenever, draws the same from its number. Results are given out
in the order of the numbers, so that what is concluded after each does not depend on who was faster.
"""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from dpverify.defs.errors import Undecided, UsageError

T = TypeVar("T")
TRIES: Final = 3
"""How often a batch is given to new workers after its worker has died."""
AHEAD: Final = 2
"""Batches a worker that are under way or wait at the same time."""


class Here(Executor):
    """Does the work at once, in this process."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """The finished future of a call."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001  it is raised again where the result is taken
            future.set_exception(error)
        return future


@dataclass(frozen=True)
class Seam:
    """Workers that can be had anew: `make` starts an executor of so many workers."""

    make: Callable[[], Executor]
    workers: int

    def ordered(self, task: Callable[[int], T], numbers: Iterable[int]) -> Generator[T]:
        """The results of a task for each number, in their order.

        Raises: what the task raises; Undecided where its worker dies each time.
        """
        waiting, tries = iter(numbers), 0
        queue: deque[tuple[int, Future[T]]] = deque()
        executor = self.make()
        try:
            while True:
                for number in waiting:
                    queue.append((number, executor.submit(task, number)))
                    if len(queue) >= self._ahead():
                        break
                if not queue:
                    return
                try:
                    result = queue[0][1].result()
                except BrokenExecutor as death:
                    tries += 1
                    if tries >= TRIES:
                        raise Undecided(
                            "crash",
                            f"workers died {tries} times at batch {queue[0][0] + 1}: {death}",
                        ) from death
                    executor.shutdown(wait=False, cancel_futures=True)
                    executor = self.make()
                    queue = deque((n, executor.submit(task, n)) for n, _ in queue)
                    continue
                tries = 0
                queue.popleft()
                yield result
        finally:
            executor.shutdown(wait=False, cancel_futures=True)

    def _ahead(self) -> int:
        """In one process nothing is drawn ahead: it would be for nothing where one stops."""
        return 1 if self.workers == 0 else self.workers * AHEAD


def here() -> Seam:
    """This process alone."""
    return Seam(Here, 0)


def processes(workers: int) -> Seam:
    """Processes of this machine, started anew: what they load is not in this one."""
    context = multiprocessing.get_context("spawn")
    return Seam(lambda: ProcessPoolExecutor(workers, mp_context=context), workers)


def given(executor: Executor, workers: int) -> Seam:
    """An executor of the user's, which stays open."""
    return Seam(lambda: _Kept(executor), workers)


class _Kept(Executor):
    """Hands work on; what it is shut down by is not what it hands on to."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """As that executor does."""
        return self._executor.submit(fn, *args, **kwargs)


class _Connected(Executor):
    """The workers of a dask scheduler, by a connection of its own; shut down, it is closed."""

    def __init__(self, address: str) -> None:
        from distributed import Client

        self._client = Client(address, timeout="10s", set_as_default=False)
        # Work is not kept by its arguments: a batch of a sampler without a seed is drawn once only.
        self._executor = self._client.get_executor(pure=False, retries=TRIES)

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """As the scheduler does, which gives lost work to others itself."""
        future: Future[T] = self._executor.submit(fn, *args, **kwargs)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Close the connection; what is still under way there is forgotten."""
        self._executor.shutdown(wait=wait and not cancel_futures)
        self._client.close()


def scheduler(address: str) -> Seam:
    """The workers of a dask scheduler, which runs elsewhere.

    Raises: UsageError where dask.distributed is not installed, or nobody answers at the address.
    """
    try:
        from distributed import Client
    except ImportError:
        raise UsageError(
            "--scheduler needs dask.distributed, which is not installed; pip install distributed"
        ) from None
    try:
        with Client(address, timeout="10s", set_as_default=False) as client:
            workers = sum(client.nthreads().values())
    except (OSError, TimeoutError, ValueError) as error:
        text = " ".join(str(error).split())[:120]
        raise UsageError(f"no scheduler answers at {address[:80]!r}: {text}") from None
    if not workers:
        raise UsageError(f"the scheduler at {address[:80]!r} has no workers; start one")
    return Seam(lambda: _Connected(address), workers)
