"""Enumerating a program in a process of its own; everything it started is gone afterwards.

What must never change: whatever the program does, the generator yields enumerations, or raises
ProgramError (one line about the program) or Undecided (a limit was reached).
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from typing import Any

from dpverify.checkers.budget import Budget
from dpverify.checkers.continuous import program
from dpverify.checkers.continuous.integer_program import IntegerProgram
from dpverify.checkers.continuous.program import Program
from dpverify.checkers.programs.agreeing import (
    about_the_same,
    agree,
    is_done,
    is_pass,
    is_whole,
)
from dpverify.checkers.programs.fork_server import environment_of, forked
from dpverify.defs.errors import InternalError, ProgramError, Undecided
from dpverify.defs.places import current_folder
from dpverify.defs.programs.enumeration import MOST_PATHS, Enumeration
from dpverify.defs.programs.transport import from_document
from dpverify.defs.symbolic.family import Family
from dpverify.defs.symbolic.one_threshold import OneThreshold, received, transported
from dpverify.defs.target import Target
from dpverify.defs.validate import shown

SECONDS = 60.0
"""Time limit of a program where none is given: a program may loop for ever."""
GRACE = 0.2
"""Seconds beyond the limit before the process is killed; it looks at the clock itself."""
SHARE, MOST_SPARE = 8, 6.0
"""Of passes: that part of the limit, at most so many seconds, is left for what is said then."""
MOST_BYTES = 400_000_000
"""Bytes of answers that are read."""
Found = Enumeration | Program | IntegerProgram


HASH_SEEDS = (0, 1)
"""Seeds of the hashes of texts under which every program is examined, each in a fresh process."""
MORE_HASH_SEEDS = (2, 3, 4, 5, 6, 7)
"""Further ones where a program can make sets and has few paths: two orders of two texts are alike
under two seeds half of the time."""
FEW_PATHS = 20_000

ONE_ORDER = "all of its paths were followed in one order, and in the opposite order not all of them"
"""Why nothing is said of a program that one process knows whole and another one does not."""

MEGABYTES = 2048
"""Of each process, where nobody said how much."""


def _megabytes() -> int:
    try:
        import resource
    except ImportError:  # there is none on Windows, where no process is started either
        return MEGABYTES
    limit = resource.getrlimit(resource.RLIMIT_DATA)[0]
    return MEGABYTES if limit == resource.RLIM_INFINITY else limit >> 20


@dataclass(frozen=True)
class Limits:
    """What a program may use up; beyond it the verdict is unknown.

    Args: megabytes of each process: what this one may use, where that is limited.
    """

    seconds: float = SECONDS
    megabytes: int = field(default_factory=_megabytes)
    paths: int = MOST_PATHS

    def __post_init__(self) -> None:
        """Raise: DomainError for seconds that no clock has."""
        Budget(self.seconds)


class Apart(Generator[Found, None, None]):
    """The passes of a program that runs in other processes, which end when it is closed.

    A program is examined in two fresh processes that differ in the seed of hashes and in the
    order of paths, and what they say must agree (`agreeing`): the order of a set of texts is the
    seed's, and what a run leaves behind for the next one depends on the order of runs. `hash_seeds`
    are the seeds that agreed; `everywhere` whether all inputs are asked about, which a program
    decides that was not told.
    """

    def __init__(
        self, target: Target, limits: Limits, *, everywhere: bool | None, within_moves: bool
    ) -> None:
        self._target, self._limits = target, limits
        self._which = {"everywhere": everywhere, "within_moves": within_moves}
        self.everywhere = bool(everywhere)
        self.hash_seeds: tuple[int, ...] = ()
        self._open: list[_Lines] = []
        self._others: list[_Other] = []
        # An answer from the last pass takes time as well, with a re-check.
        spare = min(limits.seconds / SHARE, MOST_SPARE)
        self._end = time.monotonic() + limits.seconds - spare
        self._passes = self._until_closed()

    def send(self, _: None) -> Found:
        """The next pass."""
        return next(self._passes)

    def throw(self, *error: Any) -> Any:
        """End the processes and raise."""
        self.close()
        return self._passes.throw(*error)

    def close(self) -> None:
        """End the processes."""
        self._passes.close()

    def _until_closed(self) -> Generator[Found]:
        try:
            yield from self._compared()
        finally:
            while self._open:
                self._open.pop().close()

    def _start(self, seed: int) -> _Lines:
        request = {
            "family": False,
            **self._which,
            "backward": seed != HASH_SEEDS[0],
        }
        lines = _Lines(self._target, self._limits, seed, self._end, request)
        self._open.append(lines)
        if seed != HASH_SEEDS[0]:
            self._others.append(_Other(lines, self._target, self._limits))
        return lines

    def _compared(self) -> Generator[Found]:
        first = self._start(HASH_SEEDS[0])
        # What is of dpverify itself is no function of hashes; it is not examined twice.
        for seed in HASH_SEEDS[1:] if self._target.kind != "library" else ():
            self._start(seed)
        said: list[Any] = []  # what further processes must say too, where they are started
        for line in first:
            message = _read(line, self._target, self._limits)
            for other in self._others:
                other.compare(line)
            if "sets" in line:
                self.everywhere = line["everywhere"]
            if said or line.get("sets"):
                said = self._said(said, line)
            self.hash_seeds = tuple(lines.seed for lines in self._open)
            if message is not None:
                yield message
            if "done" in line:
                return
        raise InternalError(f"the process of {self._target.text} ended without an answer")

    def _said(self, before: list[Any], line: Any) -> list[Any]:
        """What was said so far; nothing once further processes are started, or never will be.

        They say all of it again: a program is often whole after its first pass.
        """
        said = [*before, line]
        if _has_few_paths(line):
            for seed in MORE_HASH_SEEDS:
                self._start(seed)
                for earlier in said:
                    self._others[-1].compare(earlier)
            return []
        # A path has one output: after a pass with more of them no pass is whole by few paths.
        return said if _outputs(line) <= FEW_PATHS else []


class _Other:
    """Another process, which must say of a program what the first one says.

    Either may know a program whole some passes before the other does.
    """

    def __init__(self, lines: _Lines, target: Target, limits: Limits) -> None:
        self._lines, self._target, self._limits = lines, target, limits
        self._last: Any = None  # the last pass
        self._done: Any = None  # the line that says that there is no further one

    def compare(self, expected: Any) -> None:
        """Read what it says of the same; raises a ProgramError where that contradicts."""
        if is_whole(self._last) and about_the_same(self._last, expected):
            self._refuse_unless_alike(self._last, expected)
            return
        line = self._next()
        if is_done(line) and about_the_same(self._last, expected):
            line = self._last  # it gave up before
        self._refuse_unless_alike(line, expected)
        # An answer is drawn from what is whole: until both know it so, both are asked.
        while is_whole(expected) and not is_whole(line):
            line = self._next()
            if is_done(line):  # no accusation, and no answer that one order of paths alone knows
                raise Undecided("time", f"{self._target.text}: {ONE_ORDER}")
            # What is traced between passes was not asked for by what is expected.
            if not isinstance(line, dict) or not line.keys() & {"traced", "integers"}:
                self._refuse_unless_alike(line, expected)

    def _next(self) -> Any:
        if self._done is not None:
            return self._done
        line = next(self._lines, None)
        if isinstance(line, dict) and "undecided" in line:
            _read(line, self._target, self._limits)
        self._done = line if is_done(line) else None
        self._last = line if is_pass(line) else self._last
        return line

    def _refuse_unless_alike(self, line: Any, expected: Any) -> None:
        if not agree(line, expected):
            raise ProgramError(f"{self._target.text} {_differs(self._lines.seed, line)}")


def _differs(seed: int, line: Any) -> str:
    instead = f" ({shown(line['fault'])})" if isinstance(line, dict) and "fault" in line else ""
    return (
        "is no function of its input and its draws: a fresh process with another hash seed"
        f" ({seed} instead of {HASH_SEEDS[0]}), which runs the paths in the opposite order, finds"
        f" something else{instead}; sort what comes out of a set, and keep nothing from run to run"
    )


def _has_few_paths(line: Mapping[str, Any]) -> bool:
    """Whether a pass took few enough paths for more examinations of the whole program."""
    laws = line.get("pass", {}).get("laws", ())
    whole = bool(laws) and all(law["whole"] for law in laws)
    return whole and sum(law["paths"] for law in laws) <= FEW_PATHS


def _outputs(line: Mapping[str, Any]) -> int:
    """How many outputs a pass found, over all inputs."""
    found = line.get("pass", {"laws": ()})
    return sum(len(found["outputs"][law["outputs"]]) for law in found["laws"])


def enumerated_apart(
    target: Target,
    limits: Limits | None = None,
    *,
    everywhere: bool | None = False,
    within_moves: bool = False,
) -> Apart:
    """The passes of a program that runs in other processes; close it to end them.

    Args: everywhere and within_moves which inputs are asked about, as for `passes`.
    Raises: ProgramError for what the program does wrong; Undecided where a limit is reached.
    """
    chosen = Limits() if limits is None else limits
    return Apart(target, chosen, everywhere=everywhere, within_moves=within_moves)


def family_apart(
    target: Target,
    limits: Limits | None = None,
    spots: Sequence[Fraction] = (),
    *,
    pure: bool = False,
) -> Family | OneThreshold:
    """The family of a program that runs in another process, with ε as a symbol.

    Args: spots and pure as for `family_of_program`; its own spots where there are none.
    Raises: as `enumerated_apart`; UsageError where nothing of the program depends on ε.
    """
    chosen = Limits() if limits is None else limits
    seeds = HASH_SEEDS if target.kind != "library" else HASH_SEEDS[:1]
    families = [_family_of(target, chosen, seed, spots, pure) for seed in seeds]
    if any(transported(other) != transported(families[0]) for other in families[1:]):
        raise ProgramError(
            f"{target.text} is no function of its input and its draws: a fresh process with another"
            " hash seed finds something else; sort what comes out of a set or hash"
        )
    return families[0]


def _family_of(
    target: Target, chosen: Limits, seed: int, spots: Sequence[Fraction], pure: bool
) -> Family | OneThreshold:
    request = {
        "family": True,
        "everywhere": False,
        "backward": seed != HASH_SEEDS[0],
        "spots": list(map(str, spots)),
        "pure": pure,
    }
    end = time.monotonic() + chosen.seconds + GRACE
    with contextlib.closing(_Lines(target, chosen, seed, end, request)) as lines:
        for line in lines:
            message = _read(line, target, chosen)
            if isinstance(message, Family | OneThreshold):
                return message
    raise InternalError(f"the process of {target.text} gave no family")


def released_apart(target: Target, limits: Limits | None = None) -> dict[str, Any]:
    """What a program with symbols releases, as JSON data; it runs in another process.

    Raises: as `enumerated_apart`.
    """
    chosen = Limits() if limits is None else limits
    seeds = HASH_SEEDS if target.kind != "library" else HASH_SEEDS[:1]
    forms = [_released_of(target, chosen, seed) for seed in seeds]
    if any(other != forms[0] for other in forms[1:]):
        raise ProgramError(
            f"{target.text} is no function of its input and its draws: a fresh process with another"
            " hash seed finds something else; sort what comes out of a set or hash"
        )
    return forms[0]


def _released_of(target: Target, chosen: Limits, seed: int) -> dict[str, Any]:
    request = {"released": True, "everywhere": True, "backward": False}
    end = time.monotonic() + chosen.seconds + GRACE
    with contextlib.closing(_Lines(target, chosen, seed, end, request)) as lines:
        for line in lines:
            if "released" in line:
                form: dict[str, Any] = line["released"]
                return form
            _read(line, target, chosen)
    raise InternalError(f"the process of {target.text} gave no released values")


class _Lines(Iterator[Any]):
    """The lines that a process answers; it starts at once and ends when this is closed.

    Args: seed of its hashes; end when it must have answered, on the monotonic clock; wanted what
        is asked.
    """

    def __init__(
        self, target: Target, limits: Limits, seed: int, end: float, wanted: Mapping[str, Any]
    ) -> None:
        self.seed = seed
        question = _question(seed, target, limits, **wanted)
        self._ours, theirs = os.pipe()
        try:
            self._process = forked(seed, theirs, library=target.kind == "library")
        except BaseException:
            os.close(self._ours)
            raise
        finally:
            os.close(theirs)
        self._process.send(question)
        self._lines = _lines(self._ours, limits, end)

    def __next__(self) -> Any:
        return next(self._lines)

    def close(self) -> None:
        """End the process, with all that it started."""
        # First the pipe: a process that waits until its answer is read would not end.
        os.close(self._ours)
        self._process.end()


def _question(seed: int, target: Target, limits: Limits, **wanted: Any) -> bytes:
    question = {
        "environment": environment_of(seed),
        "target": {"kind": target.kind, "place": target.place, "name": target.name,
                   "set": target.settings,
                   "as_run": None if target.as_run is None else asdict(target.as_run),
                   "source": target.source},
        "folder": str(current_folder()) if target.kind == "module" else "",
        "seconds": limits.seconds,
        "megabytes": limits.megabytes,
        "paths": limits.paths,
        **wanted,
    }  # fmt: skip
    return json.dumps(question).encode("ascii") + b"\n"


def _read(answer: Any, target: Target, limits: Limits) -> Any:
    """What a line holds; None where it is about the process alone.

    Raises: what the line says of the program.
    """
    match answer:
        case {"pass": found}:
            return from_document(found)
        case {"traced": found}:
            return program.from_document(found)
        case {"integers": found}:
            return IntegerProgram.read(found)
        case {"family": found}:
            return received(found)
        case {"done": _} | {"sets": _}:
            return None
        case {"fault": text}:
            rule = answer.get("rule", ProgramError.rule)
            raise ProgramError.elsewhere(f"{target.text}: {text}", rule)
        case {"undecided": [code, text]}:
            raise Undecided(code, f"{target.text}: {text}")
        case {"ended": int(status)}:
            raise _ended(target, status, limits)
        case _:
            raise InternalError(f"the process of {target.text} says {shown(answer)}")


def _ended(target: Target, status: int, limits: Limits) -> Exception:
    """What an end without an answer means."""
    if status >= 0:
        return ProgramError(
            f"{target.text} ends its process (status {status}) instead of returning an output"
        )
    if -status in (signal.SIGXCPU, signal.SIGKILL):
        return Undecided("time", f"{target.text}: stopped within {limits.seconds:g} s or by memory")
    return ProgramError(f"{target.text} crashes its process ({signal.Signals(-status).name})")


def _lines(descriptor: int, limits: Limits, end: float) -> Generator[Any]:
    received, total = bytearray(), 0
    while True:
        left = end - time.monotonic()
        if left <= 0 or not select.select([descriptor], [], [], left)[0]:
            raise Undecided("time", f"the time limit of {limits.seconds:g} s was reached")
        part = os.read(descriptor, 1 << 16)
        if not part:
            return
        total += len(part)
        if total > MOST_BYTES:
            raise Undecided("bits", f"the channel takes more than {MOST_BYTES} bytes")
        looked = len(received)  # a line may be long: each part of it is looked through once
        received += part
        while (newline := received.find(b"\n", looked)) >= 0:
            line = bytes(received[:newline])
            del received[: newline + 1]
            looked = 0
            yield _message(line)


def _message(line: bytes) -> Any:
    """What a process says; whatever is no message was written by the program."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise ProgramError(
            "the program writes where its process answers; a mechanism only computes and draws"
        ) from None
