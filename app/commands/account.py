"""`dpverify account`: what thousands of steps cost together, with both bounds proved."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from dpverify.app.commands.command import OptionsOnce
from dpverify.app.commands.options import Common, limited, output_options, plots_option
from dpverify.app.commands.output import Result, deliver, with_plots
from dpverify.app.commands.training import (
    TRAINING,
    training_options,
    training_plan,
    training_remarks,
)
from dpverify.app.exit_status import ExitStatus

if TYPE_CHECKING:
    from dpverify.checkers.accounting.answer import Account
    from dpverify.defs.accounting.plan import Plan
    from dpverify.reports.drawings.figure import Figure

EPILOG = """\b
Examples:
  dpverify account examples/plan.toml --delta 1e-6
  dpverify account dp-sgd --examples 60000 --batch 256 --epochs 60 --sigma 1.1 --delta 1e-5
  dpverify account dp-sgd --sampling 1/100 --steps 10000 --sigma 0.8 --delta 1e-5
  dpverify account examples/plan.toml --delta 1e-6 --plots plots
  dpverify account examples/plan.toml --delta 1e-6 --curve 1,2,4 --format json
  dpverify account examples/plan.toml --delta 1e-6 --beside dp_accounting
  dpverify account dp-sgd --for sigma --sampling 1/100 --steps 1000 --eps 2 --delta 1e-5
"""
DP_SGD = "dp-sgd"


@click.command(cls=OptionsOnce, epilog=EPILOG)
@click.argument("plan")
@click.option("--eps", metavar="NUMBER", help="Compute δ at this ε, in nats.")
@click.option("--delta", metavar="NUMBER", help="Compute ε at this δ.")
@click.option(
    "--for",
    "sought",
    type=click.Choice(["sigma", "scale", "steps", "sampling"]),
    help="Find the least noise, the most steps or the largest rate that meet --eps and --delta.",
)
@click.option(
    "--event", type=click.IntRange(1), metavar="N", help="The event of PLAN that --for is about."
)
@click.option(
    "--beside",
    metavar="NAME,…",
    help="Set other accountants beside the answer: dp_accounting, prv_accountant, autodp, opacus.",
)
@click.option(
    "--python",
    metavar="PATH",
    help="The interpreter that has them; this one unless told otherwise.",
)
@click.option(
    "--curve",
    metavar="NUMBER,…",
    help="Add δ at these ε to the answer, and the errors of tests that follow; replay reads them.",
)
@training_options
@plots_option
@output_options("text", "json", "markdown", "html")
@limited()
def command(plan: str, eps: str | None, delta: str | None, **options: Any) -> ExitStatus:
    """Bound what the steps of PLAN cost together, from below and from above.

    PLAN is a TOML or JSON file of events, or the word dp-sgd with the options of a training run.
    """
    training = {name: options.pop(name) for name in TRAINING}
    given = {name: value for name, value in training.items() if value is not None}
    sought, event = options.pop("sought"), options.pop("event")
    plots, places = options.pop("plots"), options.pop("curve")
    others, python = options.pop("beside"), options.pop("python")
    common = Common.take(options)
    _question(eps, delta, sought, event)
    _others(others, python, sought)
    if plots is not None and (sought is not None or others is not None):
        raise click.UsageError("--plots draws what one plan costs; leave --for and --beside out")
    if places is not None and sought is not None:
        raise click.UsageError("--curve says what one plan costs; leave --for out")
    steps = _plan(plan, given, sought)
    if sought is None:
        answer = _cost(steps, eps, delta, places)
        remarks: tuple[str, ...] = ()
        if plan == DP_SGD:
            sampled = steps.events[0].rate != 1
            remarks = training_remarks(answer, sampled=sampled, epochs=given.get("epochs"))
        result = _reported(answer, remarks, plots, common)
        if others is not None:
            result = _compared(answer, remarks, others, python)
    else:
        result = _calibrated(steps, sought, (eps, delta, event), training=plan == DP_SGD)
    deliver(result, common)
    return ExitStatus.DONE


def _question(eps: str | None, delta: str | None, sought: str | None, event: int | None) -> None:
    """Refuse options that ask nothing, or two things."""
    if sought is not None:
        if eps is None or delta is None:
            raise click.UsageError("--for needs both --eps and --delta, the claim to be met")
        return
    if event is not None:
        raise click.UsageError("--event says what --for is about; give --for too")
    if (eps is None) == (delta is None):
        raise click.UsageError("give either --eps or --delta; the other one is computed")


def _others(others: str | None, python: str | None, sought: str | None) -> None:
    """Refuse a comparison of nothing, or of what no other is asked."""
    if python is not None and others is None:
        raise click.UsageError("--python says who runs the others; give --beside too")
    if others is not None and sought is not None:
        raise click.UsageError("--beside compares costs; leave --for out")


def _plan(plan: str, given: dict[str, Any], sought: str | None) -> Plan:
    if plan == DP_SGD:
        return training_plan(given, sought)
    if given:
        raise click.UsageError(f"--{next(iter(given))} is for dp-sgd; a plan says it itself")
    from dpverify.accounting import load_plan

    return load_plan(plan)


def _cost(steps: Plan, eps: str | None, delta: str | None, places: str | None) -> Account:
    from dpverify.accounting import account, with_curve

    answer = account(steps, eps=eps, delta=delta)
    return answer if places is None else with_curve(answer, places.split(","))


def _reported(
    answer: Account, remarks: tuple[str, ...], plots: str | None, common: Common
) -> Result:
    from dpverify.reports.account_report import account_report

    def figures() -> list[Figure]:
        from dpverify.reports.drawings.accounting import account_figures

        return account_figures(answer)

    report = with_plots(lambda: account_report(answer, remarks), figures, plots, common)
    return Result(report, answer.document)


def _compared(answer: Account, remarks: tuple[str, ...], others: str, python: str | None) -> Result:
    from dpverify.accounting import beside
    from dpverify.reports.comparison_report import comparison_report

    comparison = beside(answer, others.split(","), python)
    return Result(lambda: comparison_report(comparison, remarks), comparison.document)


def _calibrated(steps: Plan, sought: str, claim: tuple[Any, ...], *, training: bool) -> Result:
    from dpverify.accounting import calibrate
    from dpverify.reports.calibration_report import calibration_report

    eps, delta, event = claim
    answer = calibrate(steps, sought, eps=eps, delta=delta, event=event)
    remarks: tuple[str, ...] = ()
    if training:
        sampled = sought == "sampling" or steps.events[0].rate != 1
        remarks = training_remarks(None, sampled=sampled)
    return Result(lambda: calibration_report(answer, remarks), answer.document)
