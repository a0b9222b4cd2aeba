"""All paths of a program from one checkpoint to the next ones or to the end.

What must never change: a path counts only if its run could be repeated, and what was not followed
is never put anywhere: its mass is missing from the result, and so bounded by what is there.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, Final

from flint import fmpq

from dpverify.defs.errors import ProgramError, Undecided
from dpverify.defs.programs.draw import Draw
from dpverify.defs.programs.guards import STATE, new_run
from dpverify.defs.programs.labels import label_of
from dpverify.defs.programs.laws import Mass
from dpverify.defs.programs.replay import Key, Prefix, Replay, Stop
from dpverify.defs.validate import did_you_mean, shown

LIBRARIES = (sys.prefix, sys.base_prefix)
"""Where no code of the user's stands."""

Run = Callable[[Replay], Any]
"""Runs the program on one input; the result is its output, or what `key=` makes of it."""
Draws = Callable[[Prefix, float, Callable[[], None]], Replay]
"""Makes what a program draws from; `Replay` itself unless told otherwise."""

ALWAYS, EVERY = 16, 64
"""Paths that are run a second time: the first ones, and then one in so many."""
ROOM: Final = 500
"""By how much deeper calls may go in one of two runs of a path that are compared.

So the runs differ where a program catches RecursionError, which tells how deep it was called.
"""
_DEEPER = [0]
"""How many examinations let calls go deeper at the moment: the limit is one for all threads."""
_LOCK = threading.Lock()


@dataclass
class Step:
    """The masses from one checkpoint: of outputs by label, and of the next checkpoints."""

    outputs: dict[str, Mass] = field(default_factory=dict)
    following: dict[Key, Mass] = field(default_factory=dict)
    paths: int = 0
    whole: bool = True
    first: str | None = None


@dataclass
class Arrival:
    """A way to a checkpoint, and log2 of a mass: of this way, later of all ways together."""

    prefix: Prefix
    log: float


class Spent(Exception):
    """The budget of paths is used up."""


@dataclass
class Purse:
    """How many paths may still be run, and who looks at the clock."""

    paths: int
    tick: Callable[[], None]

    def pay(self) -> None:
        """Pay for one path; raises Spent, or what the clock raises."""
        self.paths -= 1
        if self.paths < 0:
            raise Spent
        if not self.paths & 255:
            self.tick()


def explore(
    run: Run,
    prefix: Prefix,
    floor: float,
    purse: Purse,
    draws: Draws = Replay,
    *,
    merging: bool = True,
    backward: bool = False,
) -> tuple[Step, dict[Key, list[Arrival]]]:
    """Follow every path from the end of a prefix whose mass is at least 2^floor.

    Args: draws makes what the program draws from; merging whether a path ends at a checkpoint;
        backward whether finite laws are gone through from their last branch on.
    Returns: what became of the mass, and two ways to each next checkpoint, the likeliest first.
    Raises: ProgramError where the program raises, returns what is no output, or cannot be repeated.
    """
    draw = draws(prefix, floor, purse.tick)
    draw.merging, draw.backward = merging, backward
    with deeper() if backward else nullcontext():
        return _explored(run, draw, purse)


def _explored(run: Run, draw: Replay, purse: Purse) -> tuple[Step, dict[Key, list[Arrival]]]:
    """The paths from where a draw begins, in its order."""
    step, arrivals = Step(), dict[Key, list[Arrival]]()
    names: dict[tuple[type, Any], str] = {}
    more = True
    while more:
        try:
            purse.pay()
        except Spent:
            step.whole = False
            break
        result = outcome(run, draw, names)
        if isinstance(result, str):
            step.outputs[result] = step.outputs.get(result, _NONE) + draw.mass
        elif result is not None:
            step.following[result] = step.following.get(result, _NONE) + draw.mass
            _arrive(arrivals.setdefault(result, []), draw)
        step.paths += 1
        if step.paths == 1 and isinstance(result, str):
            step.first = result
        if step.paths <= ALWAYS or not step.paths % EVERY:
            _repeat(run, draw, result, names)
        more = draw.advance()
    step.whole = step.whole and not draw.pruned
    return step, arrivals


def _arrive(ways: list[Arrival], draw: Replay) -> None:
    """Keep the likeliest way to a checkpoint, and one other."""
    if len(ways) < 2 or draw.log_mass > ways[0].log:
        ways.insert(0, Arrival(draw.path.copied(draw.passed), draw.log_mass))
        del ways[2:]
        ways.sort(key=lambda way: -way.log)


def outcome(run: Run, draw: Replay, names: dict[tuple[type, Any], str]) -> str | Key | None:
    """One run: the label of its output, the checkpoint that it came to, or None if left out.

    Raises: ProgramError naming what the program did; whatever it raises is caught here.
    """
    draw.begin(_depth())
    new_run()
    try:
        output = run(draw)
    except Stop as stop:
        if draw.trouble is not None:
            raise draw.trouble from None
        if stop.key is not None:
            draw.finished()
        return stop.key
    except (Undecided, KeyboardInterrupt):  # the clock asked from inside a draw, or the user
        raise
    except Exception as error:
        raise draw.trouble or raised(error) from error
    except BaseException as error:  # noqa: BLE001  whatever it raises, the program raised it
        raise draw.trouble or leaves(error) from None
    _refuse_what_was_caught(draw)
    draw.finished()
    return _label(output, names)


def _refuse_what_was_caught(draw: Replay) -> None:
    """Raise what was raised inside a run that went on nevertheless."""
    trouble = draw.trouble or STATE.trouble
    if trouble is not None:
        raise trouble
    if draw.stopped:
        raise ProgramError(
            "goes on after a draw has ended the run; let every exception that is no Exception pass"
        )


def leaves(error: BaseException) -> ProgramError:
    """What a program did that raises past `except Exception`, as sys.exit and pytest.fail do."""
    if isinstance(error, (SystemExit, GeneratorExit)):
        return ProgramError(f"ends the interpreter ({type(error).__name__})")
    return raised(error)


def _label(output: Any, names: dict[tuple[type, Any], str]) -> str:
    """The label; remembered for plain outputs, because most programs return few of them."""
    if type(output) not in (int, bool, str):
        return label_of(output)
    named = (type(output), output)
    label = names.get(named)
    if label is None:
        label = label_of(output)
        if len(names) < 100_000:
            names[named] = label
    return label


def _repeat(
    run: Run, draw: Replay, before: str | Key | None, names: dict[tuple[type, Any], str]
) -> None:
    """Run the same path again, where calls may go deeper if they could not before.

    Raises: ProgramError where anything differs.
    """
    if before is None:
        return
    draw.frozen = True
    with nullcontext() if draw.backward else deeper():
        after = outcome(run, draw, names)
    draw.frozen = False
    if after != before:
        raise ProgramError(unsteady(before, after))


@contextmanager
def deeper() -> Iterator[None]:
    """Within this, calls may go deeper than a program usually finds."""
    with _LOCK:
        _DEEPER[0] += 1
        if _DEEPER[0] == 1:
            sys.setrecursionlimit(sys.getrecursionlimit() + ROOM)
    try:
        yield
    finally:
        with _LOCK:
            _DEEPER[0] -= 1
            if not _DEEPER[0]:
                sys.setrecursionlimit(sys.getrecursionlimit() - ROOM)


def unsteady(before: str | Key | None, after: str | Key | None) -> str:
    """The message for two outcomes of one path."""
    first, second = (
        f"returns {shown(run)}" if isinstance(run, str) else "comes to another checkpoint"
        for run in (before, after)
    )
    return (
        f"is no function of its input and its draws: with the same draws it {first}, then {second};"
        " keep time, global state and other randomness out of it"
    )


def raised(error: BaseException) -> ProgramError:
    """The message for what a program raised, with the line of the program."""
    if isinstance(error, ProgramError):  # from where processes are refused
        return error
    if isinstance(error, RecursionError):
        return ProgramError("recurses too deeply; write a loop instead")
    if isinstance(error, MemoryError):
        raise error
    try:
        text = " ".join(str(error).split())[:200]
    except Exception:  # noqa: BLE001  the user's own __str__ may do anything
        text = "…"
    line = line_of(error)
    if isinstance(error, AttributeError) and isinstance(error.obj, Draw):
        known = [name for name in dir(Draw) if not name.startswith("_")]
        hint = did_you_mean(error.name, known) or f"; there are {', '.join(known)}"
        return ProgramError(f"asks for draw.{error.name}, which there is not{hint}{line}")
    return ProgramError(f"raises {type(error).__name__}{f': {text}' if text else ''}{line}")


def line_of(error: BaseException) -> str:
    """Where the program was: the last line of its own that the traceback names."""
    trace, line = error.__traceback__, 0
    while trace is not None:
        name = trace.tb_frame.f_globals.get("__name__", "")
        # What a program calls of ours may raise; the line is then the one that calls it.
        ours = name.startswith("dpverify.") and not name.startswith("dpverify.defs.mechanisms")
        if not (ours or trace.tb_frame.f_code.co_filename.startswith(LIBRARIES)):
            line = trace.tb_lineno
        trace = trace.tb_next
    return f" (line {line})" if line else ""


def _depth() -> int:
    frame: FrameType | None = sys._getframe(1)
    depth = 0
    while frame is not None:
        frame, depth = frame.f_back, depth + 1
    return depth


_NONE = fmpq(0)
