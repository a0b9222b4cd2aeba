"""`dpverify account`: what thousands of steps cost together, with both bounds proved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from dpverify.app.commands.command import OptionsOnce
from dpverify.app.commands.options import Common, limited, output_options
from dpverify.app.commands.output import Result, deliver
from dpverify.app.exit_status import ExitStatus

if TYPE_CHECKING:
    from dpverify.defs.accounting.plan import Plan

EPILOG = """\b
Examples:
  dpverify account examples/plan.toml --delta 1e-6
  dpverify account dp-sgd --examples 60000 --batch 256 --epochs 60 --sigma 1.1 --delta 1e-5
  dpverify account dp-sgd --sampling 1/100 --steps 10000 --sigma 0.8 --delta 1e-5
"""
DP_SGD = "dp-sgd"
TRAINING = ("examples", "batch", "epochs", "steps", "sampling", "sigma")
SAMPLED = (
    "Each step is assumed to take a fresh Poisson sample: every record takes part with the same"
    " probability, independently. For batches that are shuffled once an epoch and cut up, as most"
    " training code does, no tight analysis is known, and this number is no bound. What can be"
    " proved there is the cost without sampling, by --sampling 1 and --steps the number of epochs,"
    " and only where a removed record leaves a place that contributes nothing, so that all other"
    " records stay in their batches."
)
REPLACED = (
    "Neighbours differ in one record added or removed. Where one record is replaced, the"
    " difference of two gradients clipped to 1 can be 2, and the cost is higher."
)


@click.command(cls=OptionsOnce, epilog=EPILOG)
@click.argument("plan")
@click.option("--eps", metavar="NUMBER", help="Compute δ at this ε, in nats.")
@click.option("--delta", metavar="NUMBER", help="Compute ε at this δ.")
@click.option(
    "--sigma", metavar="NUMBER", help="dp-sgd: noise multiplier, σ over the clipping norm."
)
@click.option("--examples", type=click.IntRange(1), metavar="N", help="dp-sgd: records.")
@click.option("--batch", type=click.IntRange(1), metavar="N", help="dp-sgd: expected batch size.")
@click.option("--epochs", type=click.IntRange(1), metavar="N", help="dp-sgd: passes over the data.")
@click.option(
    "--steps", type=click.IntRange(1), metavar="N", help="dp-sgd: steps, instead of epochs."
)
@click.option(
    "--sampling", metavar="NUMBER", help="dp-sgd: sampling rate, instead of batch/examples."
)
@output_options("text", "json", "markdown", "html")
@limited()
def command(plan: str, eps: str | None, delta: str | None, **options: Any) -> ExitStatus:
    """Bound what the steps of PLAN cost together, from below and from above.

    PLAN is a TOML file of events, or the word dp-sgd with the options of a training run.
    """
    training = {name: options.pop(name) for name in TRAINING}
    given = {name: value for name, value in training.items() if value is not None}
    if (eps is None) == (delta is None):
        raise click.UsageError("give either --eps or --delta; the other one is computed")
    remarks: tuple[str, ...] = ()
    if plan == DP_SGD:
        steps = _training_plan(given)
        remarks = (SAMPLED, REPLACED)
    else:
        if given:
            raise click.UsageError(f"--{next(iter(given))} is for dp-sgd; a plan says it itself")
        from dpverify.accounting import load_plan

        steps = load_plan(plan)
    from dpverify.accounting import account
    from dpverify.reports.account_report import account_report

    answer = account(steps, eps=eps, delta=delta)
    deliver(Result(lambda: account_report(answer, remarks), answer.document), Common.take(options))
    return ExitStatus.DONE


def _training_plan(given: dict[str, Any]) -> Plan:
    """The plan of a training run; --steps and --sampling stand in for what they follow from."""
    from fractions import Fraction
    from math import ceil

    from dpverify.accounting import Plan, gaussian

    if "sigma" not in given:
        raise click.UsageError("dp-sgd needs --sigma, the noise multiplier")
    sizes = "examples" in given and "batch" in given
    if ("sampling" in given) == sizes:
        raise click.UsageError("dp-sgd needs --examples and --batch, or --sampling without them")
    if not sizes and ("examples" in given or "batch" in given):
        raise click.UsageError("give --examples and --batch together, or --sampling alone")
    if sizes and given["batch"] > given["examples"]:
        raise click.UsageError("--batch is larger than --examples")
    if ("steps" in given) == ("epochs" in given):
        raise click.UsageError("dp-sgd needs either --steps or --epochs")
    if "epochs" in given and not sizes:
        raise click.UsageError("--epochs needs --examples and --batch; give --steps")
    rate = Fraction(given["batch"], given["examples"]) if sizes else given["sampling"]
    # A part of a step at the end is a step: a count that is too small would be no bound.
    steps = given.get("steps") or ceil(
        Fraction(given["epochs"] * given["examples"], given["batch"])
    )
    return Plan((gaussian(given["sigma"], sampling=rate, times=steps),))
