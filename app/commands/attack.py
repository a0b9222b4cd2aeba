"""`dpverify attack …`: what a lecturer shows of reconstruction, run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from dpverify.app.commands.command import OptionsOnceGroup
from dpverify.app.commands.options import (
    Common,
    limited,
    output_options,
    plots_option,
)
from dpverify.app.commands.output import Result, deliver, with_plots, without_kernel
from dpverify.app.exit_status import ExitStatus

if TYPE_CHECKING:
    from collections.abc import Sequence

    from dpverify.reports.drawings.figure import Figure

EPILOG = """\b
Examples:
  dpverify attack reconstruct --answers 0.5,0.5,1,1,0.5,1.5,1.5,2.5 --bound 1/2
  dpverify attack reconstruct --n 256 --queries 1024 --alpha 1/4 --noise uniform --seed 1
  dpverify attack reconstruct --n 128 --alpha 1/4 --plots plots
"""
UNREAD = "no kernel reads attacks; run the same command again, with the same seed"
EXACT = ("answers", "answers_file", "bound")
RANDOM = ("n", "queries", "alpha", "noise", "seed")


@click.group(cls=OptionsOnceGroup, epilog=EPILOG, invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Run reconstruction attacks on subset queries (Dinur, Nissim 2003)."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@command.command(epilog=EPILOG)
@click.option(
    "--answers", metavar="LIST",
    help="Answers to all subsets in binary order, first record most significant: 0,1/2,…",
)  # fmt: skip
@click.option("--answers-file", metavar="PATH", help="The same in a file: commas or lines.")
@click.option("--bound", metavar="NUMBER", help="E: how far an answer may be from the truth.")
@click.option("--n", type=int, metavar="N", help="Records of a random database, at most 2000.")
@click.option("--queries", type=int, metavar="N", help="Random subset queries; 4n by default.")
@click.option("--alpha", metavar="NUMBER", help="α: the noise has the size E = α·√n.")
@click.option(
    "--noise", metavar="NAME", help="uniform (default), laplace, gaussian, adversarial, rounded."
)
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), metavar="N", help="0 by default.")
@plots_option
@output_options("text", "json", "markdown", "html")
@limited()
def reconstruct(plots: str | None, **options: Any) -> ExitStatus:
    """Reconstruct a database of bits from noisy answers to subset queries.

    With --answers and --bound: every database that no answer rules out, exactly. With --n and
    --alpha: an experiment, decoding the answers to random queries by a linear program; --plots
    then draws errors against α for --noise, or for every kind of noise (some fifty such runs).
    """
    exact = {name: value for name in EXACT if (value := options.pop(name)) is not None}
    random = {name: value for name in RANDOM if (value := options.pop(name)) is not None}
    if bool(exact) == bool(random):
        raise click.UsageError("give --answers and --bound, or --n and --alpha")
    common = Common.take(options)
    if exact and plots is not None:
        raise click.UsageError("--plots needs --n and --alpha")
    result = _exactly(exact) if exact else _at_random(random, plots, common)
    deliver(without_kernel(result, UNREAD), common)
    return ExitStatus.DONE


def _exactly(given: dict[str, Any]) -> Result:
    if "bound" not in given:
        raise click.UsageError("--answers needs --bound")
    if ("answers" in given) == ("answers_file" in given):
        raise click.UsageError("--bound needs --answers or --answers-file, one of them")
    from dpverify import attack
    from dpverify.reports.attack_report import survivors_document, survivors_report

    text = given["answers"] if "answers" in given else attack.read_answers(given["answers_file"])
    survivors = attack.survivors(text, given["bound"])
    return Result(lambda: survivors_report(survivors), lambda: survivors_document(survivors))


def _at_random(given: dict[str, Any], plots: str | None, common: Common) -> Result:
    if "n" not in given or "alpha" not in given:
        raise click.UsageError("an experiment needs --n and --alpha")
    from dpverify import attack
    from dpverify.reports.attack_report import outcome_document, outcome_report

    noises = (given["noise"],) if "noise" in given else ()
    n, alpha = given.pop("n"), given.pop("alpha")
    queries = given.pop("queries", 4 * n)
    outcome = attack.reconstruct(n, queries, alpha, time_limit=common.time_limit, **given)
    about = attack.curators()[outcome.plan.noise]

    def figures() -> Sequence[Figure]:
        from dpverify.reports.drawings.reconstruction import reconstruction_figures

        return reconstruction_figures(outcome, noises)

    report = with_plots(lambda: outcome_report(outcome, about), figures, plots, common)
    return Result(report, lambda: outcome_document(outcome))
