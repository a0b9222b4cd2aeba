"""Where samples come from: a function, a command, files. All but files can be sent to a worker.

A batch is drawn from a seed of its own, made of the audit's seed, the number of the batch and that
of the input: whoever draws it draws the same, in whatever order.
"""

from __future__ import annotations

import csv
import inspect
import json
import math
import random
import shlex
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from contextlib import contextmanager, nullcontext, redirect_stdout
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np

from dpverify.checkers.audit import csv_samples
from dpverify.checkers.audit.adapters import adapted
from dpverify.checkers.audit.csv_samples import cells_of
from dpverify.checkers.audit.fresh import fresh
from dpverify.checkers.audit.outputs import Outputs, outputs_of
from dpverify.defs.errors import FileError, ProgramError, UsageError
from dpverify.defs.validate import shown, shown_path

GENERATOR: Final = ("rng", "generator")
SEED: Final = ("seed",)
COUNT: Final = ("count", "size")
JSON_LINES: Final = (".jsonl", ".ndjson", ".json")
"""How names of files end that hold an output in JSON on each line."""
LINES: Final = 65536
"""Lines of a file that are read at once."""


class Sampler(Protocol):
    """What draws outputs of an input."""

    def draw(self, given: Any, seed: int, count: int) -> Any:
        """So many outputs, from a seed: an array, one output a row, or a list.

        Raises: UsageError, ProgramError with one line.
        """


@dataclass(frozen=True)
class Function:
    """A function of Python, called once for each output, or once for all if it takes a number.

    It gets the input, and by the names of its further parameters: `rng` or `generator`, a
    numpy.random.Generator; `seed`, an int; `count` or `size`, how many outputs to return. Without
    a generator or seed the global generators of `random` and numpy are seeded for each batch. Each
    call gets the input anew, where that is plain data.
    """

    function: Callable[..., Any]

    @cached_property
    def named(self) -> tuple[str, ...]:
        """The names of its parameters but the first."""
        return _parameters(self.function)

    def draw(self, given: Any, seed: int, count: int) -> Any:
        """As in `Sampler`."""
        words: dict[str, Any] = {}
        named = self.named
        for name in named:
            if name in GENERATOR:
                words[name] = np.random.default_rng(seed)
        sizes = [name for name in named if name in COUNT]
        seeded = [name for name in named if name in SEED]
        own = bool(words or seeded)
        try:
            with nullcontext() if own else _global_generators(seed):
                if sizes:
                    more = {**words, **dict.fromkeys(seeded, seed), sizes[0]: count}
                    return _of_length(self.function(fresh(given), **more), count)
                if seeded:
                    seeds = np.random.default_rng(seed).integers(0, 2**63, count).tolist()
                    return [
                        fresh(self.function(fresh(given), **words, **{seeded[0]: one}))
                        for one in seeds
                    ]
                return [fresh(self.function(fresh(given), **words)) for _ in range(count)]
        except UsageError:
            raise
        except SystemExit as error:
            raise ProgramError(
                f"the sampler ends the interpreter (SystemExit) on input {shown(given)}; return"
                " its outputs"
            ) from error
        except Exception as error:
            text = " ".join(str(error).split())[:200]
            raise ProgramError(
                f"the sampler raised {type(error).__name__} on input {shown(given)}: {text}"
            ) from error


_ONE_AT_A_TIME: Final = threading.Lock()
"""Threads share the global generators: each of them would draw from what another one has seeded."""


@contextmanager
def _global_generators(seed: int) -> Iterator[None]:
    """Seeds the generators of `random` and numpy; afterwards they are as they were.

    Whoever audits in his own process goes on with randomness that no seed of ours determines.
    """
    with _ONE_AT_A_TIME:
        states = random.getstate(), np.random.get_state()
        random.seed(seed)
        # Three words: from the two of the seed numpy would draw the same numbers as `random`.
        np.random.seed([seed % 2**32, seed >> 32, 1])
        try:
            yield
        finally:
            random.setstate(states[0])
            np.random.set_state(states[1])


def _parameters(function: Callable[..., Any]) -> tuple[str, ...]:
    try:
        names = [*inspect.signature(function).parameters]
    except (TypeError, ValueError):
        return ()
    return tuple(names[1:])


def _of_length(drawn: Any, count: int) -> Any:
    """The outputs that were asked for, of which one goes through as many as there should be.

    The length of a table of pandas is that of its rows, and it is gone through by its columns.
    """
    if isinstance(drawn, Mapping | AbstractSet):
        raise UsageError(
            f"the sampler takes a count and returned a {type(drawn).__name__}, whose members are in"
            " no order of their own; return an array or a list"
        )
    try:
        length = len(drawn)
    except TypeError:
        raise UsageError("the sampler takes a count and returned no array; return one") from None
    if length != count:
        raise UsageError(f"the sampler was asked for {count} outputs and returned {length}")
    if isinstance(drawn, np.ndarray):
        return drawn
    outputs = list(drawn)
    if len(outputs) != count:
        raise UsageError(
            f"the sampler returned a {type(drawn).__name__} of {count} outputs that is gone through"
            f" in {len(outputs)} steps; return an array of numpy or a list, one output a row"
        )
    return outputs


@dataclass(frozen=True)
class Named:
    """A function by its place, `file.py:function` or `module:function`, loaded where it draws."""

    target: str

    def draw(self, given: Any, seed: int, count: int) -> Any:
        """As in `Sampler`."""
        with redirect_stdout(sys.stderr):  # standard output is the report's
            return Function(loaded(self.target)).draw(given, seed, count)


_LOADED: dict[str, Callable[..., Any]] = {}


def loaded(target: str) -> Callable[..., Any]:
    """The function that a target names, or that draws by the object of a library it names.

    Its file is run once in each process.

    Raises: UsageError, FileError, ProgramError.
    """
    if target not in _LOADED:
        from dpverify.defs.target import function_of

        _LOADED[target] = function_of(target, adapted)
    return _LOADED[target]


@dataclass(frozen=True)
class Command:
    """A command that writes one output a line, run without a shell for each batch.

    Args: words in which {input}, {count} and {seed} are replaced.
    """

    words: tuple[str, ...]

    def draw(self, given: Any, seed: int, count: int) -> Any:
        """As in `Sampler`."""
        filled = [
            word.replace("{input}", str(given)).replace("{count}", str(count))
            .replace("{seed}", str(seed % 2**31))
            for word in self.words
        ]  # fmt: skip
        try:
            # The user's own command, without a shell.
            done = subprocess.run(filled, capture_output=True, check=False)  # noqa: S603  see above
        except OSError as error:
            raise UsageError(
                f"the command {shown(filled[0])} cannot be run: {error.strerror}"
            ) from None
        if done.returncode:
            said = " ".join(done.stderr.decode("utf-8", "replace").split())[:200]
            raise ProgramError(
                f"the command ended with status {done.returncode} on input {shown(given)}: {said}"
            )
        lines = done.stdout.split(b"\n")
        if lines and not lines[-1]:
            lines.pop()
        if len(lines) != count:
            raise UsageError(
                f"the command was asked for {count} lines and wrote {len(lines)}; it must write one"
                " output a line, as many as {count}"
            )
        return _of_texts([line.decode("utf-8", "replace").strip() for line in lines])


def command_of(text: str) -> Command:
    """The command of a template.

    Raises: UsageError where {input} or {count} is missing, or a quotation is not closed.
    """
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise UsageError(f"--command {shown(text)} cannot be read: {error}") from None
    for place in ("{input}", "{count}"):
        if not any(place in word for word in words):
            raise UsageError(
                f"--command has no {place}; write it as './sampler {{input}} {{count}}'"
            )
    return Command(words)


def _of_texts(texts: list[str]) -> Any:
    """Numbers where all lines are numbers, else each line as one output, split at commas."""
    try:
        return np.array(texts, dtype=np.float64)
    except ValueError:
        return [cells_of(text.split(",")) for text in texts]


# ---------------------------------------------------------------- files


def chunks_of(path: str, size: int) -> Iterator[Outputs]:
    """The samples of a file in order, so many at a time: .npy, .jsonl or .json lines, else CSV.

    Raises: FileError for what cannot be read.
    """
    with _readable(path):
        if path.endswith(".npy"):
            yield from _npy(path, size)
            return
        with Path(path).open(encoding="utf-8-sig", newline="") as file:
            if not path.endswith(JSON_LINES):
                yield from csv_samples.outputs_in(file, size)
                return
            rows = _json_lines(file, path)
            while batch := list(islice(rows, size)):
                yield outputs_of(batch)


def length_of(path: str) -> int:
    """How many samples a file has; raises as `chunks_of`."""
    if path.endswith(JSON_LINES):
        return sum(map(len, chunks_of(path, LINES)))
    with _readable(path):
        if path.endswith(".npy"):
            return len(_array(path))
        with Path(path).open(encoding="utf-8-sig", newline="") as file:
            return csv_samples.count_in(file)


@contextmanager
def _readable(path: str) -> Iterator[None]:
    """Say in one line why a file of samples cannot be read."""
    try:
        yield
    except OSError as error:
        raise FileError(f"{shown_path(path)} cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise FileError(
            f"{shown_path(path)} is no text in UTF-8; give CSV, JSON lines or npy"
        ) from None
    except csv.Error as error:
        raise FileError(f"{shown_path(path)} is no CSV: {error}") from None


def _npy(path: str, size: int) -> Iterator[Outputs]:
    """The rows of an array, so many at a time."""
    whole = _array(path)
    count, columns = len(whole), math.prod(whole.shape[1:])
    # A column is what a file of single numbers is, in CSV too: no tuples of one.
    dtype, shape = whole.dtype, (-1, *(whole.shape[1:] if columns != 1 else ()))
    if not whole.flags.c_contiguous or not columns:
        for place in range(0, count, size):
            yield outputs_of(np.array(whole[place : place + size], dtype=np.float64))
        return
    # Pages that are mapped count as memory of this process, so the rows are read instead.
    start = whole.offset
    del whole
    with Path(path).open("rb") as file:
        file.seek(start)
        for place in range(0, count, size):
            rows = np.fromfile(file, dtype, min(size, count - place) * columns)
            yield outputs_of(rows.reshape(shape).astype(np.float64, copy=False))


def _array(path: str) -> np.memmap[Any, Any]:
    """An array in a file, of which nothing is read yet."""
    try:
        whole = np.load(path, mmap_mode="r", allow_pickle=False)
    except (ValueError, EOFError) as error:
        raise FileError(f"{shown_path(path)} is no array of numpy: {error}") from None
    if not isinstance(whole, np.memmap):
        raise FileError(f"{shown_path(path)} is no single array of numpy; save it with numpy.save")
    if whole.ndim not in (1, 2) or whole.dtype.kind not in "fiub":
        raise FileError(f"{shown_path(path)} holds no rows of real numbers")
    return whole


def _json_lines(lines: Any, path: str) -> Iterator[Any]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            yield json.loads(line)
        except (ValueError, RecursionError):
            raise FileError(f"line {number} of {shown_path(path)} is no JSON") from None
