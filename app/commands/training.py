"""`dpverify account dp-sgd`: the plan of a training run from its options, and what it assumes."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from dpverify.checkers.accounting.answer import Account
    from dpverify.defs.accounting.plan import Plan

TRAINING = ("examples", "batch", "epochs", "steps", "sampling", "sigma")
SAMPLED = (
    "Each step is assumed to take a fresh Poisson sample: every record takes part with the same"
    " probability, independently. For batches that are shuffled once an epoch and cut up, as most"
    " training code does, no tight analysis is known, and this number is no bound."
)
SHUFFLED = (
    "What can be proved for shuffled batches is the cost without sampling of one batch an"
    " epoch{cost}, and only where a removed record leaves a place that contributes nothing, so"
    " that all other records stay in their batches."
)
REPLACED = (
    "Neighbours differ in one record added or removed. Where one record is replaced, the"
    " difference of two gradients clipped to 1 can be 2, and the cost is higher{cost}."
)


def training_options(function: Any) -> Any:
    """Add the options of a training run."""
    options = (
        click.option(
            "--sigma", metavar="NUMBER", help="dp-sgd: noise multiplier, σ over the clipping norm."
        ),
        click.option("--examples", type=click.IntRange(1), metavar="N", help="dp-sgd: records."),
        click.option(
            "--batch", type=click.IntRange(1), metavar="N", help="dp-sgd: expected batch size."
        ),
        click.option(
            "--epochs", type=click.IntRange(1), metavar="N", help="dp-sgd: passes over the data."
        ),
        click.option(
            "--steps", type=click.IntRange(1), metavar="N", help="dp-sgd: steps, instead of epochs."
        ),
        click.option(
            "--sampling", metavar="NUMBER", help="dp-sgd: sampling rate, instead of batch/examples."
        ),
    )
    for option in reversed(options):
        function = option(function)
    return function


def training_plan(given: dict[str, Any], sought: str | None = None) -> Plan:
    """The plan of a training run; --steps and --sampling stand in for what they follow from.

    Args: sought what is to be found, which is then not given.
    """
    from dpverify.accounting import Plan, gaussian
    from dpverify.checkers.accounting.training import steps_of

    if sought in given:
        raise click.UsageError(f"--{sought} is what is sought; leave it out")
    if sought == "scale":
        raise click.UsageError("dp-sgd has Gaussian noise; seek --for sigma")
    if "sigma" not in given and sought != "sigma":
        raise click.UsageError("dp-sgd needs --sigma, the noise multiplier")
    sizes = _sizes(given, sought)
    rate = Fraction(given["batch"], given["examples"]) if sizes else given.get("sampling", 1)
    if sought == "steps":
        if "epochs" in given:
            raise click.UsageError("steps are sought; leave --epochs out")
        times = 1
    elif ("steps" in given) == ("epochs" in given):
        raise click.UsageError("dp-sgd needs either --steps or --epochs")
    elif "epochs" in given and not sizes:
        raise click.UsageError("--epochs needs --examples and --batch; give --steps")
    else:
        times = given.get("steps") or steps_of(given["epochs"], given["examples"], given["batch"])
    return Plan((gaussian(given.get("sigma", 1), sampling=rate, times=times),))


def _sizes(given: dict[str, Any], sought: str | None) -> bool:
    """Whether the rate is batch/examples."""
    named = [name for name in ("examples", "batch") if name in given]
    if sought == "sampling":
        if named:
            raise click.UsageError(f"a rate is sought; leave --{named[0]} out, and give --steps")
        return False
    sizes = len(named) == 2
    if ("sampling" in given) == sizes:
        raise click.UsageError("dp-sgd needs --examples and --batch, or --sampling without them")
    if named and not sizes:
        raise click.UsageError("give --examples and --batch together, or --sampling alone")
    if sizes and given["batch"] > given["examples"]:
        raise click.UsageError("--batch is larger than --examples")
    return sizes


def training_remarks(
    answer: Account | None, *, sampled: bool, epochs: int | None = None
) -> tuple[str, ...]:
    """What the number assumes, and what is proved where that is not so.

    Args: answer what the run costs; without one, as for what is sought, words alone. epochs where
        they were given.
    """
    if answer is None:
        words = (SAMPLED, SHUFFLED.format(cost=" (--sampling 1, --steps the number of epochs)"))
        return (*(words if sampled else ()), REPLACED.format(cost=""))
    from dpverify.checkers.accounting.training import replaced, shuffled

    both = replaced(answer)
    other = REPLACED.format(
        cost=""
        if both is None
        else f"; proved is ε ≤ {both[0]} at δ = {both[1]}, of removing it and adding another one"
    )
    if not sampled:
        return (other,)
    cost = shuffled(answer, epochs)
    symbol = "ε" if cost.asked == "eps" else "δ"
    batches = cost.plan.events[0].times
    bound = f", {batches:,} in all: {symbol} ≤ {_short(cost.upper)}"
    return (SAMPLED, SHUFFLED.format(cost=bound), other)


def _short(decimal: str) -> str:
    """Six digits, rounded up."""
    from flint import fmpq

    from dpverify.defs.numbers.decimals import decimal_text

    numerator, denominator = Fraction(decimal).as_integer_ratio()
    return decimal_text(fmpq(numerator, denominator), 6, up=True)
