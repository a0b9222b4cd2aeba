"""Work in pieces on any `concurrent.futures.Executor`: one seam for every command that has pieces.

Whoever does a piece, wherever and whenever, gets the same from it: a batch of samples has a seed of
its own, a claim is examined by its id. Pieces are merged in their order, or as they come where the
order does not matter. A worker that dies loses none of them.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    InvalidStateError,
    ProcessPoolExecutor,
    wait,
)
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import islice
from multiprocessing.process import BaseProcess
from typing import Any, Final, Generic, Protocol, TypeVar, runtime_checkable

from dpverify.defs.errors import Undecided, UsageError

P = TypeVar("P")
T = TypeVar("T")
TRIES: Final = 3
"""How often workers may die, one after the other, before there is no answer."""
AHEAD: Final = 2
"""Pieces a worker that are under way or wait at the same time."""
SECONDS: Final = "10s"
"""How long a scheduler may take to answer."""
PATIENCE: Final = 10.0
"""Seconds without an answer after which it is asked whether there are workers at all."""
LONELY: Final = 6
"""How often in a row there may be none: workers that are started again get a minute."""
LEFT: Final = 0.1
"""Seconds after which it is asked whether anybody is left to read what is being written."""
YOUNG: Final = 10_000
"""How many objects more a worker has when it looks for garbage that holds itself. With the 700 of
Python it looks once in eighteen small claims, and finds none: that took 3 % of its time."""


@runtime_checkable
class Countable(Protocol):
    """An executor that can lose its workers without a word, and can be asked."""

    def has_workers(self) -> bool:
        """Whether there are any at this moment."""


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

    def ordered(self, task: Callable[[P], T], pieces: Iterable[P]) -> Generator[T]:
        """The results of a task for each piece, in their order.

        Raises: what the task raises; Undecided where workers die again and again.
        """
        early: dict[int, Future[T]] = {}
        following = 0
        run = _Run(self.make, task, pieces)
        try:
            # What comes early waits for its turn, and takes the room of what could be under way.
            while futures := run.finished(room=self._ahead() - len(early)):
                early.update(futures)
                while following in early:
                    yield early.pop(following).result()
                    following += 1
        finally:
            run.close()

    def as_finished(
        self, task: Callable[[P], T], pieces: Iterable[P]
    ) -> Generator[tuple[int, Future[T]]]:
        """The number of each piece with its finished future, as they come.

        Raises: Undecided where workers die again and again.
        """
        run = _Run(self.make, task, pieces)
        try:
            while futures := run.finished(room=self._ahead()):
                yield from futures.items()
        finally:
            run.close()

    @contextmanager
    def opened(self) -> Iterator[Seam]:
        """The same workers for one run after the other: they stay until the block ends."""
        keeper = _Keeper(self.make)
        try:
            yield Seam(keeper.lend, self.workers)
        finally:
            keeper.close()

    def _ahead(self) -> int:
        """In one process nothing is done ahead: it would be for nothing where one stops."""
        return 1 if self.workers == 0 else self.workers * AHEAD


class _Run(Generic[P, T]):
    """Pieces that are under way on one executor, or on a new one after a worker's death."""

    def __init__(
        self, make: Callable[[], Executor], task: Callable[[P], T], pieces: Iterable[P]
    ) -> None:
        self._make, self._task, self._waiting = make, task, iter(enumerate(pieces))
        self._executor = make()
        self._under_way: dict[Future[T], tuple[int, P]] = {}
        self._deaths = 0

    def finished(self, *, room: int) -> dict[int, Future[T]]:
        """By their numbers, pieces that are finished now; none where there are no more.

        Args: room how many may be under way, counting those that are.
        """
        while True:
            for number, piece in islice(self._waiting, max(0, room - len(self._under_way))):
                self._submit(number, piece)
            if not self._under_way:
                return {}
            done = self._wait()
            deaths = {future: death for future in done if (death := _death(future)) is not None}
            futures = {self._under_way.pop(future)[0]: future for future in done - deaths.keys()}
            if futures:
                self._deaths = 0
            if deaths:
                self._begin_anew(next(iter(deaths.values())))
            if futures:
                return dict(sorted(futures.items()))

    def _wait(self) -> set[Future[T]]:
        """What is finished first. A scheduler keeps work that nobody can do, so it is asked."""
        alone = 0
        while not (done := wait(self._under_way, PATIENCE, FIRST_COMPLETED).done):
            alone = 0 if _has_workers(self._executor) else alone + 1
            if alone == LONELY:
                raise Undecided(
                    "crash", f"the scheduler has had no workers for {LONELY * PATIENCE:g} seconds"
                )
        return done

    def close(self) -> None:
        """Give up what is under way."""
        for future in self._under_way:
            future.cancel()
        self._executor.shutdown(wait=False, cancel_futures=True)

    def _submit(self, number: int, piece: P) -> None:
        try:
            future = self._executor.submit(self._task, piece)
        except BrokenExecutor as death:  # it died since the last piece was finished
            future = Future()
            future.set_exception(death)
        self._under_way[future] = number, piece

    def _begin_anew(self, death: BaseException) -> None:
        self._deaths += 1
        pieces = sorted(self._under_way.values(), key=lambda one: one[0])
        if self._deaths >= TRIES:
            place = f"workers died {TRIES} times at piece {pieces[0][0] + 1}"
            raise Undecided("crash", f"{place}{_unguarded(self._executor)}: {death}") from death
        self.close()
        if isinstance(self._executor, _Lent):
            self._executor.give_up()
        self._under_way = {}
        self._executor = self._make()
        for number, piece in pieces:
            self._submit(number, piece)


class _Keeper:
    """An executor that is lent for one run after the other, and another one after a death."""

    def __init__(self, make: Callable[[], Executor]) -> None:
        self._make = make
        self._executor: Executor | None = None

    def lend(self) -> _Lent:
        """The executor, made where there is none."""
        if self._executor is None:
            self._executor = self._make()
        return _Lent(self._executor, self.close)

    def close(self) -> None:
        """Shut it down."""
        executor, self._executor = self._executor, None
        if executor is not None:
            executor.shutdown(wait=False, cancel_futures=True)


class _Lent(Executor):
    """Hands work on; its own shutdown ends nothing."""

    def __init__(self, executor: Executor, give_up: Callable[[], None]) -> None:
        self._executor, self.give_up = executor, give_up

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """As that executor does."""
        return self._executor.submit(fn, *args, **kwargs)

    def has_workers(self) -> bool:
        """As that executor says."""
        return _has_workers(self._executor)


def _has_workers(executor: Executor) -> bool:
    """Whether anybody is there to do the work; an executor that cannot tell has its workers."""
    return executor.has_workers() if isinstance(executor, Countable) else True


def _death(future: Future[Any]) -> BaseException | None:
    """What a finished future says of a worker that died; None where it is about the work."""
    try:
        error = future.exception()
    except CancelledError as cancelled:
        return cancelled
    return error if isinstance(error, BrokenExecutor) else None


# ---------------------------------------------------------------- who works


def of(address: str | None, jobs: int) -> Seam:
    """The workers of a scheduler where one is named, else so many processes of this machine.

    Raises: as `scheduler`.
    """
    return processes(jobs) if address is None else scheduler(address)


def here() -> Seam:
    """This process alone."""
    return Seam(Here, 0)


def processes(workers: int) -> Seam:
    """Processes of this machine, started anew: what they load is not in this one."""
    return Seam(lambda: _Processes(workers), workers)


class _Processes(ProcessPoolExecutor):
    """Processes that are started anew. They end with this one; where they have died, nothing waits.

    Up to Python 3.11.4 an executor that lost a process waits until what is being written to it is
    read. For a piece that is larger than a pipe that is never (CPython's issue 94777), and Python
    itself does not end.
    """

    def __init__(self, workers: int) -> None:
        anew = multiprocessing.get_context("spawn")
        super().__init__(workers, mp_context=anew, initializer=_prepare)
        if sys.version_info < (3, 11, 5):
            executor: Any = self  # there is no public way to its queue
            queue = executor._call_queue
            queue.join_thread = partial(_written, queue, queue.join_thread, executor._processes)


def _prepare() -> None:
    """In a worker, before its first piece."""
    gc.set_threshold(YOUNG)
    _end_with_parent()


def _end_with_parent() -> None:
    """In a worker: end as soon as the process that started it has, also if that was killed.

    Without this it would wait for ever: it holds both ends of the pipe that its work comes from, so
    it never reads that nobody writes to it any more. A thread watches, as every system has that;
    the signal that Linux sends would come when the thread that started the worker ends.
    """
    threading.Thread(target=_watch_parent, name="watch-parent", daemon=True).start()


def _watch_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _unguarded(executor: Executor) -> str:
    """What to look for where processes die that import a script anew."""
    main = sys.modules["__main__"]
    script = main.__spec__ is None and str(getattr(main, "__file__", "")).endswith(".py")
    if not (script and isinstance(executor, _Processes)):
        return ""
    return ' (they import the script: does it call this below `if __name__ == "__main__":`?)'


def _written(queue: Any, join: Callable[[], None], processes: Mapping[int, BaseProcess]) -> None:
    """Wait until all is written, or nobody is left to read it."""
    writer: threading.Thread | None = queue._thread
    while writer is not None and writer.is_alive():
        writer.join(LEFT)
        if not any(process.is_alive() for process in processes.values()):
            queue._reader.close()  # what is written then ends in an error, which the queue drops
    join()


def given(executor: Executor, workers: int | None = None) -> Seam:
    """An executor of the user's, which stays open; it is asked how many workers it has."""
    number = workers or int(getattr(executor, "_max_workers", None) or 2)
    return Seam(lambda: _Lent(executor, lambda: None), number)


class _Connected(Executor):
    """The workers of a dask scheduler, by a connection of its own; shut down, it is closed."""

    def __init__(self, address: str) -> None:
        from distributed import Client

        try:
            self._client = Client(address, timeout=SECONDS, set_as_default=False)
        except (OSError, TimeoutError) as error:
            raise Undecided("crash", f"the scheduler at {address[:80]!r} is gone") from error
        # Work is not kept by its arguments: a batch of a sampler without a seed is drawn once only.
        self._executor = self._client.get_executor(pure=False)

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """As the scheduler does, which gives lost work to others itself."""
        there: Future[T] = self._executor.submit(fn, *args, **kwargs)
        future: Future[T] = Future()
        there.add_done_callback(lambda done: _hand_on(done, future))
        return future

    def has_workers(self) -> bool:
        """Whether the scheduler has any at this moment; where it is gone, its futures say so."""
        with suppress(OSError, TimeoutError):
            return bool(self._client.nthreads())
        return True

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Close the connection; what is still under way there is forgotten."""
        self._executor.shutdown(wait=wait and not cancel_futures)
        self._client.close()


def _hand_on(done: Future[T], future: Future[T]) -> None:
    """What came of a future there; what dask says of its own workers is their death."""
    with suppress(InvalidStateError):  # nobody waits for it any more
        if done.cancelled():
            future.set_exception(BrokenExecutor("the scheduler gave it up"))
            return
        error = done.exception()
        if error is None:
            future.set_result(done.result())
        elif type(error).__module__.partition(".")[0] == "distributed":
            future.set_exception(BrokenExecutor(" ".join(str(error).split())[:200]))
        else:
            future.set_exception(error)


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
        with Client(address, timeout=SECONDS, set_as_default=False) as client:
            workers = sum(client.nthreads().values())
    except (OSError, TimeoutError, ValueError) as error:
        text = " ".join(str(error).split())[:120]
        raise UsageError(f"no scheduler answers at {address[:80]!r}: {text}") from None
    if not workers:
        raise UsageError(f"the scheduler at {address[:80]!r} has no workers; start one")
    return Seam(partial(_Connected, address), workers)
