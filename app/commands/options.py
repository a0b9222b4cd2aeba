"""Options that several commands share, spelled and explained once."""

from __future__ import annotations

import contextlib
import errno
import math
import os
from dataclasses import dataclass, replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from dpverify.app import completing, governing
from dpverify.defs.definitions.registry import PARAMETERS
from dpverify.defs.places import is_folder, is_there

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from dpverify.checkers.seam import Seam
    from dpverify.defs.target import RealCode, Sizes

    # click turns functions into commands: what goes in and out is its own affair.
    Decorator: TypeAlias = Callable[[Any], Any]
    Given: TypeAlias = Mapping[str, str | tuple[str, ...]]

OPTIONS = sorted(
    (parameter for parameter in PARAMETERS.values() if parameter.option is not None),
    key=lambda parameter: parameter.metavar != "NUMBER",
)
"""The parameters that are options, those that are numbers first."""


@dataclass(frozen=True)
class Common:
    """The options that every deciding command takes."""

    format: str
    out: str | None
    quiet: bool
    jobs: int = 1
    seed: int | None = None
    solver: str = "z3"
    time_limit: float | None = None
    memory_limit: int = governing.MEGABYTES
    journal: str | None = None
    scheduler: str | None = None

    @property
    def seam(self) -> Seam | None:
        """The workers of the scheduler that was named; None where this machine does the work.

        Raises: UsageError where nobody answers there.
        """
        if self.scheduler is None:
            return None
        from dpverify.checkers.seam import scheduler

        return scheduler(self.scheduler)

    @classmethod
    def take(cls, options: dict[str, Any]) -> Common:
        """Remove the common options from a command's keyword arguments."""
        names = cls.__dataclass_fields__
        return cls(**{name: options.pop(name) for name in names if name in options})


@dataclass(frozen=True)
class Reading:
    """How a channel file is read: what came from the command line or the claims file."""

    neighbours: str | None = None
    prior: str | None = None
    distance: str | None = None
    normalise: bool = False
    rationalise: int | None = None

    @classmethod
    def take(cls, options: dict[str, Any]) -> Reading:
        """Remove the reading options from a command's keyword arguments."""
        return cls(**{name: options.pop(name) for name in cls.__dataclass_fields__})


MOST_SECONDS = 31_536_000
"""A year: the clocks of the system overflow somewhere beyond."""


class Seconds(click.ParamType[float]):
    """A positive number of seconds, no more than MOST_SECONDS."""

    name = "seconds"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Return the seconds as a float: a budget is not a claim, it needs no exactness."""
        try:
            seconds = float(value)
        except ValueError:
            seconds = math.nan
        if not 0 < seconds <= MOST_SECONDS:
            self.fail(
                f"{value!r} is not a number of seconds above 0 and up to {MOST_SECONDS:,}",
                param, ctx,
            )  # fmt: skip
        return seconds


class NoPlace(click.BadParameter):
    """A file or folder, named by an option, that cannot be written."""

    rule = "DP-E06"


def _destination(*, folder: bool) -> Callable[..., str | None]:
    """Return a check, before any work, that the result can be written where asked."""

    def check(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
        if value is None:
            return None
        path = Path(value)
        if not folder and value.endswith(("/", os.sep)):
            raise NoPlace(f"{value!r} is the name of a folder; name a file", ctx, param)
        if not is_folder(path.parent):
            raise NoPlace(f"there is no folder {str(path.parent)!r}", ctx, param)
        if is_folder(path) and not folder:
            raise NoPlace(f"{value!r} is a folder; name a file", ctx, param)
        if folder and is_there(path) and not is_folder(path):
            raise NoPlace(f"{value!r} is a file; name a folder", ctx, param)
        # The system refuses a name that no file can have: here, and not after the work. Without
        # this line only `is_dir` below would ask, which from Python 3.14 on says no instead.
        with contextlib.suppress(FileNotFoundError, ValueError):
            path.lstat()
        written = path if path.is_dir() else path.parent
        if (path.is_dir() or not _is_device(path)) and not _writable(written):
            text = f"nothing can be written in the folder {str(written)!r}; name another"
            raise NoPlace(text, ctx, param)
        return value

    return check


def _is_device(path: Path) -> bool:
    """Whether it is a device or a pipe, which is written as it is."""
    return path.exists() and not path.is_file()


def _writable(folder: Path) -> bool:
    """Whether a file can be made in a folder, tried with one that never has a name."""
    if not os.access(folder, os.W_OK | os.X_OK):
        return False
    unnamed = getattr(os, "O_TMPFILE", None)
    if unnamed is None:
        return True
    try:
        os.close(os.open(folder, unnamed | os.O_WRONLY, 0o600))
    except OSError as error:
        # Some file systems have no files without names; the others say what is wrong.
        nameless = (errno.EOPNOTSUPP, errno.EISDIR, errno.ENOENT, errno.EINVAL)
        return error.errno in nameless and _takes_a_file(folder)
    return True


def _takes_a_file(folder: Path) -> bool:
    import tempfile

    try:
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".dpverify."):
            return True
    except OSError:
        return False


def output_options(*formats: str, folder: bool = False) -> Decorator:
    """Add --format, --out and --quiet."""
    return chained(
        click.option(
            "--format", type=click.Choice(formats), default="text", show_default=True,
            help="Form of the result.",
        ),
        click.option(
            "--out", metavar="FOLDER" if folder else "PATH", callback=_destination(folder=folder),
            shell_complete=completing.files,
            help="Write there too: suite.json, reports and refutations."
            if folder else "Write the result there, whole or not at all.",
        ),
        click.option(
            "--quiet", is_flag=True, help="No progress or remarks on standard error, errors only."
        ),
    )  # fmt: skip


def plots_option(function: Any) -> Any:
    """Add --plots."""
    return click.option(
        "--plots", metavar="FOLDER", callback=_destination(folder=True),
        shell_complete=completing.files, help="Draw plots there too, as SVG files.",
    )(function)  # fmt: skip


NO_EFFECT = "No effect here"
QUESTION = "Beyond it the answer is unknown; 60 unless told otherwise."
PIECE = f"Per claim. {QUESTION}"


def search_options(function: Any) -> Any:
    """Add --jobs, --seed and --solver, for what searches and asks solvers."""
    return _work_options(
        jobs="Claims decided at the same time.",
        seed="Seed of every random search; without it the same instances each time.",
        solver="Used where exact arithmetic alone does not decide.",
    )(function)


def decision_options(*, several: bool) -> Decorator:
    """Add the same options, for what neither searches at random nor asks a solver.

    Every command that decides takes them, so that one line of options serves all.
    """
    one = f"{NO_EFFECT}: there is one question."
    return _work_options(
        jobs="Claims of a file decided at the same time." if several else one,
        seed="Recorded with the result; nothing here draws at random.",
        solver=f"{NO_EFFECT}: what is decided here rests on no solver.",
    )


def _work_options(**help_of: str) -> Decorator:
    return chained(
        click.option(
            "--jobs", type=click.IntRange(1, 256), default=1, show_default=True, metavar="N",
            help=help_of["jobs"],
        ),
        click.option(
            "--seed", type=click.IntRange(0, 2**63 - 1), metavar="N", help=help_of["seed"],
        ),
        click.option(
            "--solver", type=click.Choice(["z3", "cvc5", "both"]), default="z3",
            show_default=True, help=help_of["solver"],
        ),
    )  # fmt: skip


def limited(
    time: str = QUESTION,
    *,
    durable: Callable[[dict[str, Any]], bool] = lambda _: False,
    engine: bool = False,
) -> Decorator:
    """Add --time-limit and --memory-limit, and run the command within them.

    Args: time what the limit in seconds is of; durable whether a run with these options limits each
        piece of its work by itself; engine whether the command hands the limit on to what looks at
        the clock, also the one that holds where none is given.
    """

    def decorate(function: Any) -> Any:
        @wraps(function)
        def run(**options: Any) -> int:
            given, pieces = options.get("time_limit"), durable(options)
            if engine and given is None and governing.governs():
                options["time_limit"] = governing.SECONDS
            seconds = None if pieces else given or governing.SECONDS
            quiet = bool(options.get("quiet"))
            limits = governing.Limits(seconds, options["memory_limit"], pieces, quiet)
            if options.get("format") != "json":
                return governing.run(lambda: function(**options), limits)
            return _as_json(lambda: function(**options), limits, options)

        return chained(
            click.option("--time-limit", type=Seconds(), metavar="SECONDS", help=time),
            click.option(
                "--memory-limit", type=click.IntRange(100, 1_000_000), metavar="MB",
                default=governing.MEGABYTES, show_default=True,
                help="Of each process; beyond it the answer is unknown.",
            ),
        )(run)  # fmt: skip

    return decorate


def _as_json(work: Callable[[], int], limits: governing.Limits, options: dict[str, Any]) -> int:
    """Run a command whose result is read as JSON, also where there is none."""
    from dpverify.app.unanswered import document, stating, write

    words = click.get_current_context().command_path.partition(" ")[2]
    asked, place = dict(options), None if words == "prove" else options.get("out")

    def unanswered(code: str, text: str) -> None:
        write(document(words, asked, code, text), place)

    return governing.run(stating(work, unanswered), limits, unanswered)


def journal_option(function: Any) -> Any:
    """Add --journal, for work of many pieces."""
    return click.option(
        "--journal", metavar="PATH|off", shell_complete=completing.files,
        help="Where finished pieces are noted, so that the same command resumes; in .dpverify"
        " unless told otherwise.",
    )(function)  # fmt: skip


def scheduler_option(function: Any) -> Any:
    """Add --scheduler, for work of many pieces."""
    return click.option(
        "--scheduler", metavar="ADDRESS",
        help="Let the workers of a dask scheduler do the pieces instead of --jobs; needs"
        " dask.distributed.",
    )(function)  # fmt: skip


def all_inputs_option(function: Any) -> Any:
    """Let a command ask about all inputs, or about those that are listed."""
    return click.option(
        "--all-inputs/--listed-inputs", default=None,
        help="Ask about all inputs of a program with noise, or about those alone that it lists."
        " Without either: all, if it states moves.",
    )(function)  # fmt: skip


def claim_options(*, required: bool) -> Decorator:
    """Add --definition and the parameters of a claim."""
    parameters = [
        click.option(
            str(parameter.option), metavar=parameter.metavar, help=parameter.help,
            multiple=parameter.repeated,
        )
        for parameter in OPTIONS
    ]  # fmt: skip
    definition = click.option(
        "--definition", metavar="NAME", required=required, shell_complete=completing.definitions,
        help="What to decide: see `dpverify list definitions`.",
    )  # fmt: skip
    return chained(definition, *parameters)


def reading_options(function: Any) -> Any:
    """Add the options that say how a channel file is read."""
    return chained(
        click.option(
            "--neighbours", metavar="all|FILE", shell_complete=completing.files,
            help="Pairs to compare: all, or a JSON list of pairs; replaces those of the file.",
        ),
        click.option(
            "--prior", metavar="FILE", shell_complete=completing.files,
            help="A JSON list of the probabilities of the inputs; replaces that of the file.",
        ),
        click.option(
            "--distance", metavar="FILE", shell_complete=completing.files,
            help="A JSON matrix of the distances of the inputs; replaces that of the file.",
        ),
        click.option("--normalise", is_flag=True, help="Divide each row exactly by its sum."),
        click.option(
            "--rationalise", type=click.IntRange(min=1), metavar="DENOMINATOR",
            help="First take the nearest fractions with this denominator.",
        ),
    )(function)  # fmt: skip


def dataset_options(inputs: str) -> tuple[Decorator, ...]:
    """The options by which inputs are all data sets of some records; `inputs` begins their help."""
    return (
        click.option(
            "--datasets", metavar="LITERAL",
            help=f"{inputs} are all data sets of these records, a Python list;"
            " --neighbours is then add-remove, substitute, or the place of the key in a record.",
        ),
        click.option(
            "--max-size", type=click.IntRange(1, 1_000), metavar="N",
            help="With --datasets: the most records of a data set.",
        ),
        click.option(
            "--min-size", type=click.IntRange(0, 1_000), metavar="N",
            help="With --datasets: the fewest; 0 unless told otherwise.",
        ),
        click.option(
            "--contributions", type=click.IntRange(1, 1_000), metavar="N",
            help="With --datasets and keys: the most records of a data set with the same key.",
        ),
        click.option(
            "--multisets", is_flag=True,
            help="With --datasets: each in one order of its records alone.",
        ),
    )  # fmt: skip


def advice_option(function: Any) -> Any:
    """Add --advice."""
    return click.option(
        "--advice", type=click.FloatRange(0, MOST_SECONDS), metavar="SECONDS",
        help="Where the answer about a program is unknown, for how long changes of its source are"
        " tried, after the time limit; 0 for none. Unless told otherwise half of the limit, or 10"
        " seconds where that is more and the limit is not less. Not with --claims.",
    )(function)  # fmt: skip


def as_run_options(function: Any) -> Any:
    """Add the options that have a function checked as it is."""
    return chained(
        click.option(
            "--as-run", is_flag=True,
            help="TARGET is a function, called as it is; its randomness is answered exactly.",
        ),
        click.option(
            "--inputs", metavar="LITERAL",
            help="With --as-run: the inputs, a Python list such as '[0, 1]'.",
        ),
        *dataset_options("With --as-run: the inputs"),
        click.option(
            "--exceptions", is_flag=True,
            help="With --as-run: an exception is an output, named by its type.",
        ),
        click.option(
            "--values-only", is_flag=True,
            help="With --as-run: outputs that differ in their types alone are one.",
        ),
    )(function)  # fmt: skip


OF_DATA_SETS = ("max_size", "min_size", "contributions", "multisets")


def take_as_run(options: dict[str, Any], reading: Reading) -> tuple[RealCode | None, Reading]:
    """Remove these options; what they ask for, and how a channel is read.

    Raises: UsageError for one without the others.
    """
    asked, names = options.pop("as_run"), ("inputs", "datasets", "exceptions", "values_only")
    given = {name: options.pop(name) for name in (*names, *OF_DATA_SETS)}
    if not asked:
        for name, value in given.items():
            if value not in (None, False):
                raise click.UsageError(f"{_option(name)} is about a function checked with --as-run")
        return None, reading
    if (given["inputs"] is None) == (given["datasets"] is None):
        raise click.UsageError(
            "--as-run needs the inputs: add --inputs '[0, 1]', or --datasets '[0, 1]' --max-size 3"
        )
    if replace(reading, neighbours=None) != Reading():
        raise click.UsageError(
            "--as-run takes --neighbours alone of the options that say how a channel is read"
        )
    from dpverify.defs.target import RealCode

    inputs = given["inputs"] if given["datasets"] is None else given["datasets"]
    code = RealCode(
        inputs, reading.neighbours, given["exceptions"], not given["values_only"], take_sizes(given)
    )
    return code, Reading()


def take_sizes(given: dict[str, Any]) -> Sizes | None:
    """The sizes of data sets, from the options of `dataset_options`; None where there are none.

    Raises: UsageError for one without the others.
    """
    from dpverify.defs.target import Sizes

    if given["datasets"] is None:
        for name in OF_DATA_SETS:
            if given[name] not in (None, False):
                raise click.UsageError(f"{_option(name)} is about data sets; add --datasets")
        return None
    if given["max_size"] is None:
        raise click.UsageError("--datasets needs the most records of a data set: add --max-size 3")
    return Sizes(
        given["max_size"], given["min_size"] or 0, given["contributions"], given["multisets"]
    )


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def take_parameters(options: dict[str, Any]) -> Given:
    """Remove the claim's parameters and details, and return those that were given."""
    taken = {name: options.pop(name) for name in [parameter.name for parameter in OPTIONS]}
    return {name: value for name, value in taken.items() if value}


def chained(*decorators: Decorator) -> Decorator:
    """Several decorators as one, the first of them outermost."""

    def decorate(function: Any) -> Any:
        for decorator in reversed(decorators):
            function = decorator(function)
        return function

    return decorate
