"""The command line: commands are loaded when used, errors become one line and a status.

What must never change: bad input is one line on standard error and status 2, never a traceback;
an exception that is not a `DpverifyError` is our fault and ends with status 70.
"""

from __future__ import annotations

import contextlib
import errno
import importlib
import io
import os
import sys
from typing import TYPE_CHECKING

import click

from dpverify.app import governing
from dpverify.app.commands.command import OptionsOnceGroup
from dpverify.app.exit_status import ExitStatus
from dpverify.app.suggest import did_you_mean, near

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from click.shell_completion import CompletionItem

# The one-line helps stand here so that `dpverify --help` imports none of the commands.
COMMANDS = {
    "prove": "Run the suite of claims and compare each outcome with the registered one.",
    "check": "Decide whether a mechanism satisfies a definition of privacy.",
    "measure": "Compute the tight parameter: the smallest eps, delta or risk that holds.",
    "explore": "Change a channel or a program on a local page, and see what follows.",
    "compare": "Say which of two mechanisms is at least as private, and where.",
    "solve": "Find how much of a parameter, such as noise, is enough for a claim.",
    "repair": "Find single changes of a claim or a program after which the claim holds.",
    "guess": "Say what eps means to an attacker who guesses an attribute, or choose eps.",
    "counterexample": "Write a counterexample report; without NAME list them.",
    "replay": "Re-check saved results with the kernel alone.",
    "export": "Write a proof for all sizes as a file that Coq compiles.",
    "risk": "Compute privacy at risk: the source's formulas beside the truth.",
    "account": "Bound what many steps cost together, from below and from above.",
    "audit": "Try to refute a claim by samples, with confidence that is valid.",
    "conform": "Compare a port with the real code that it stands for.",
    "benchmark": "Decide the field's benchmark mechanisms and print the table.",
    "region": "Decide a claim cell by cell over ranges of its parameters.",
    "sensitivity": "Compute the sensitivity of a count, sum, mean, histogram or function.",
    "attack": "Run reconstruction attacks on subset queries.",
    "atlas": "Print which definition has which property, and which implies which.",
    "list": "List definitions, claims, mechanisms or counterexamples.",
    "explain": "Say what a definition, claim or counterexample means.",
    "new": "Write a starter channel (.json), program (.py) or claims file (.toml).",
    "completion": "Print what lets bash, zsh or fish complete command lines.",
}
EPILOG = """\b
Examples:
  dpverify measure examples/randomized_response.json --definition pure-dp
  dpverify check examples/randomized_response.json --definition pure-dp --eps 1.09
  dpverify check --claims examples/claims.toml
  dpverify prove

\b
Exit status: 0 holds, 1 fails, 2 bad usage or input, 3 unknown, 70 a bug in dpverify,
130 after Ctrl-C, 143 after SIGTERM.
"""
MOST_DIGITS = 100_000
"""Digits of an int that is read or printed: it takes a tenth of a second."""
COMMAND_LINE, SYSTEM = "DP-E09", "DP-E10"
"""The rules that the command line and the system it runs on have; others bring their own."""
CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class LazyGroup(OptionsOnceGroup):
    """A group whose commands are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the documentation."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of a command and return its `command`."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(
            f"dpverify.app.commands.{cmd_name}"
        ).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from the table above."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands and options that start so; no command is imported for it."""
        from click.shell_completion import CompletionItem

        named = [
            CompletionItem(name, help=text)
            for name, text in COMMANDS.items()
            if name.startswith(incomplete)
        ]
        return named or click.Command.shell_complete(self, ctx, incomplete)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Refuse an unknown command with the nearest names."""
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            hint = did_you_mean(args[0], COMMANDS)
            raise click.UsageError(f"there is no command {args[0][:60]!r}{hint}", ctx)
        return super().resolve_command(ctx, args)


def _show_version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    """As click's own option, which loads `importlib.metadata` and all that reads mails."""
    if asked and not ctx.resilient_parsing:
        from dpverify.checkers.versions import version

        click.echo(f"dpverify {version()}")
        ctx.exit()


@click.group(
    cls=LazyGroup, context_settings=CONTEXT, epilog=EPILOG, invoke_without_command=True
)  # fmt: skip
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version,
    help="Show the version and exit.",
)  # fmt: skip
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Decide claims about differential privacy exactly, with witnesses that can be re-checked."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit status."""
    lost = None
    if sys.stdout is None or sys.stderr is None:  # started with one of them closed
        _take_numbers()
    if sys.stdout is None:
        sys.stdout = lost = io.StringIO()
    if sys.stderr is None:  # nobody listens, and whoever writes need not ask
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123  until the end
    for stream in (sys.stdout, sys.stderr):
        # A locale that cannot show ε must not end in a traceback.
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # see above
    if arguments is None:  # the command itself, not a call of it from Python
        governing.govern()
    with _long_numbers():
        status = _run(list(sys.argv[1:] if arguments is None else arguments))
    try:
        sys.stdout.flush()
    except OSError:  # the reader has gone, or the disk is full, which was said already
        _discard_output()
    if lost is not None and status == ExitStatus.DONE and lost.getvalue():
        # Whoever reads the status alone must not take it for a report that is there.
        status = _complain("standard output is closed: the report is lost; give --out PATH", SYSTEM)
    try:
        governing.finish(int(status))
    except KeyboardInterrupt:  # between the answer and its status; it comes once
        governing.finish(int(status))
    return int(status)


def _take_numbers() -> None:
    """Open what is closed of the three standard files, so that no other file gets its number."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            taken = os.open(os.devnull, os.O_RDWR)  # the lowest number that is free: this one
            os.set_inheritable(taken, True)  # so that it is taken in other processes too


@contextlib.contextmanager
def _long_numbers() -> Iterator[None]:
    """Let ints be as long as our own limit, which is for the text of a number, allows."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(before and max(before, MOST_DIGITS))
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def _run(arguments: list[str]) -> int:
    try:
        outcome = cli.main(arguments, prog_name="dpverify", standalone_mode=False)
    except (click.exceptions.Abort, KeyboardInterrupt):
        return ExitStatus.INTERRUPTED
    except click.ClickException as error:
        return _complain(_usage_message(error), getattr(error, "rule", COMMAND_LINE))
    except BrokenPipeError:
        _discard_output()
        return ExitStatus.DONE
    except Exception as error:  # noqa: BLE001 (the last line of defence: whatever is left is a bug)
        if _is_out_of_memory(error):
            governing.lift_memory_limit()
            _complain("unknown (memory): there is not enough memory; --memory-limit allows more")
            return ExitStatus.UNKNOWN
        if _came_of_a_signal(error):
            return ExitStatus.INTERRUPTED
        return _status_of(error)
    return outcome if isinstance(outcome, int) else ExitStatus.DONE


def _came_of_a_signal(error: Exception) -> bool:
    """Whether an import was interrupted, and raises something else because of that.

    While it makes a class, up to 3.11 Python raises RuntimeError from what interrupts it. A module
    in C may raise ImportError, without a word of it.
    """
    within_c = isinstance(error, ImportError) and governing.interrupted()
    return within_c or isinstance(error.__cause__, KeyboardInterrupt)


def _is_out_of_memory(error: BaseException | None) -> bool:
    """Whether memory ran out, also inside of an import, which hides it behind other errors."""
    while error is not None:
        if isinstance(error, MemoryError) or getattr(error, "errno", None) == errno.ENOMEM:
            return True
        error = error.__cause__ or error.__context__
    return False


def _status_of(error: Exception) -> ExitStatus:
    """Report an exception; the errors are imported here, for they bring the arithmetic along."""
    from dpverify.defs.errors import InputError, Undecided

    if isinstance(error, InputError):
        return _complain(str(error), error.rule)
    if isinstance(error, Undecided):
        _complain(f"unknown ({error.code}): {error.text}")
        return ExitStatus.UNKNOWN
    if isinstance(error, OSError):
        return _complain(_refused(error), SYSTEM)
    return _internal_error(error)


def _refused(error: OSError) -> str:
    """Say what the system refused: no disk, folder or right is ever our arithmetic's fault."""
    what = f" {error.filename!r}" if error.filename is not None else ""
    reason = error.strerror or type(error).__name__
    return f"the system refused{what}: {reason}; check the path, the current folder and the disk"


def _complain(message: str, rule: str | None = None) -> ExitStatus:
    """Write the one line of an error, which ends with the code of the rule that is broken."""
    from dpverify.defs.numbers.errors import one_line
    from dpverify.reports.escape import visible

    governing.delivering()  # no limit ends the run between this line and its status
    text = visible(one_line(message)) + (f" [{rule}]" if rule is not None else "")
    with contextlib.suppress(BrokenPipeError):
        click.echo(f"dpverify: {text}", err=True)
    return ExitStatus.BAD_INPUT


def _usage_message(error: click.ClickException) -> str:
    """Return the message with click's capital and full stop brought into our form."""
    text = error.format_message().rstrip(".")
    if isinstance(error, click.BadParameter) and not isinstance(error, click.MissingParameter):
        lead = f"{error.param.opts[0]}: " if isinstance(error.param, click.Option) else ""
        text = lead + error.message.rstrip(".")
        text += _near_choice(error)
    if isinstance(error, click.NoSuchOption):
        text = f"there is no option {error.option_name}{_near_option(error)}"
    context = getattr(error, "ctx", None)
    text = text[:1].lower() + text[1:].replace(". Did you mean", "; did you mean")
    return f"{text} (see '{context.command_path} --help')" if context is not None else text


def _near_option(error: click.NoSuchOption) -> str:
    """Return the nearest of the command's options, if one is near."""
    if error.ctx is None:
        return ""
    named = [name for param in error.ctx.command.get_params(error.ctx) for name in param.opts]
    close = near(error.option_name.strip("-"), {name.strip("-") for name in named})
    return f"; did you mean {' or '.join(f'--{name}' for name in close)}?" if close else ""


def _near_choice(error: click.BadParameter) -> str:
    """Return the nearest of the choices that the message lists already, if one is near."""
    given, is_not, _ = error.message.partition(" is not one of ")
    if not is_not or error.param is None or not isinstance(error.param.type, click.Choice):
        return ""
    hint = did_you_mean(given.strip("'"), error.param.type.choices)
    return hint if hint.startswith("; did") else ""


def _internal_error(error: Exception) -> ExitStatus:
    import traceback

    governing.delivering()
    with contextlib.suppress(BrokenPipeError):
        traceback.print_exception(error)
        click.echo(
            f"dpverify: internal error: {type(error).__name__}; this is a bug in dpverify, please"
            f" report it with the lines above at {_where_to_report()}",
            err=True,
        )
    return ExitStatus.INTERNAL_ERROR


def _where_to_report() -> str:
    from importlib.metadata import PackageNotFoundError, metadata

    try:
        urls = metadata("dpverify").get_all("Project-URL") or []
    except PackageNotFoundError:
        urls = []
    named = dict(url.split(", ", 1) for url in urls)
    return str(named.get("Issues", "the issue tracker of the project you installed it from"))


def _discard_output() -> None:
    """Let the interpreter flush into nothing at exit: the reader of our output has gone."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
