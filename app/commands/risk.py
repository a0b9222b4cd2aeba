"""`dpverify risk …`: what the source on privacy at risk says, and what is true."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from dpverify.app.commands.command import OptionsOnceGroup
from dpverify.app.commands.options import Common, limited, output_options, plots_option
from dpverify.app.commands.output import Result, deliver, with_plots, without_kernel
from dpverify.app.exit_status import ExitStatus

if TYPE_CHECKING:
    from collections.abc import Callable

    from dpverify.app.commands.options import Decorator
    from dpverify.reports.drawings.figure import Figure
    from dpverify.reports.risk_report import Comparison

EPILOG = """\b
Examples:
  dpverify risk laplace --eps0 1 --eps 1/2 --plots plots
  dpverify risk laplace --shares 1/2,1/4,1/4 --eps 1/2
  dpverify risk gaussian --mu 1 --eps 1/2
  dpverify risk gamma1 --k 1 --k 3/2 --k 2
  dpverify risk cost --budget 550000 --eps0 1/2 --eps 0.29 --confidence 0.64
  dpverify risk samples --n 10 --rho 1/2 --eps0 1 --eps 1/2
  dpverify risk compose --n 2000 --delta 1/100 --eps0 1 --eps 1/2
  dpverify risk pate examples/votes.csv --rate 1/20 --delta 1e-5
"""


def _examples(name: str) -> str:
    """Return those of the examples above that are of one subcommand."""
    lines = [line for line in EPILOG.splitlines() if line.startswith(f"  dpverify risk {name} ")]
    return "\n".join(["\b", "Examples:", *lines])


FORMATS = output_options("text", "json", "markdown", "html")
UNREAD = (
    "no kernel reads these formulas; the source's numbers and the true ones are computed here, in"
    " exact arithmetic or rigorous balls"
)


def _number(name: str, text: str, **more: Any) -> Decorator:
    return click.option(f"--{name}", metavar="NUMBER", help=text, **more)


EPS = "ε in nats, at which the loss is asked about."
EPS0 = "ε₀ in nats, at which the mechanism is private."
CONFIDENCE = "A confidence, the probability of |loss| ≤ ε, in [0, 1]."


@click.group(cls=OptionsOnceGroup, epilog=EPILOG, invoke_without_command=True)
@click.pass_context
def command(ctx: click.Context) -> None:
    """Compute privacy at risk: the source's formulas beside the truth.

    The source is Dandekar, Basu, Bressan, Differential privacy at risk, PoPETs 2021(1). Numbers
    are exact or rigorously enclosed; losses are in nats.
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def _deliver(
    comparison: Comparison,
    options: dict[str, Any],
    figures: Callable[[Any], list[Figure]] | None = None,
) -> ExitStatus:
    """Write a comparison; `figures` takes the module that draws, imported only for --plots."""
    from dpverify.reports.risk_report import risk_document, risk_report

    def drawn() -> list[Figure]:
        from dpverify.reports.drawings import risk as drawings

        return [] if figures is None else figures(drawings)

    plots, common = options.pop("plots", None), Common.take(options)
    report = with_plots(lambda: risk_report(comparison), drawn, plots, common)
    deliver(without_kernel(Result(report, lambda: risk_document(comparison)), UNREAD), common)
    return ExitStatus.DONE


@command.command(epilog=_examples("laplace"))
@_number("eps", EPS, required=True)
@_number("eps0", EPS0)
@click.option("--shares", metavar="LIST", help="For several numbers: |Δ_j|/b of each, as 1/2,1/3.")
@FORMATS
@plots_option
@limited()
def laplace(eps: str, eps0: str | None, shares: str | None, **options: Any) -> ExitStatus:
    """Confidence, δ and expected loss of Laplace noise, beside the source's γ₁."""
    if (eps0 is None) == (shares is None):
        raise click.UsageError("give either --eps0, or --shares for noise on several numbers")
    from dpverify import risk

    comparison = risk.laplace(eps, eps0, shares)
    return _deliver(
        comparison, options, lambda drawings: drawings.laplace_figures(eps, eps0, shares)
    )


@command.command(epilog=_examples("gaussian"))
@_number("eps", EPS, required=True)
@_number("mu", "μ = Δ/σ, the distance of the means in standard deviations.", required=True)
@FORMATS
@limited()
def gaussian(eps: str, mu: str, **options: Any) -> ExitStatus:
    """Confidence, δ and expected loss of Gaussian noise."""
    from dpverify import risk

    return _deliver(risk.gaussian(eps, mu), options)


@command.command(epilog=_examples("gamma1"))
@_number("eps", f"{EPS} Without it: the points of the figure.")
@_number("eps0", f"{EPS0} Without it: 1, 3/2, 2 and 5/2.")
@click.option(
    "--k", "ks", multiple=True, default=("1", "2", "3"), show_default=True, metavar="NUMBER",
    help="The source's k, how many numbers get noise; repeat it. Any k > 0, as 5/2.",
)  # fmt: skip
@FORMATS
@plots_option
@limited()
def gamma1(eps: str | None, eps0: str | None, ks: tuple[str, ...], **options: Any) -> ExitStatus:
    """The source's γ₁ for each k, and the true confidence."""
    if eps is not None and eps0 is None:
        raise click.UsageError("--eps needs --eps0")
    from dpverify import risk

    return _deliver(
        risk.gamma1(eps, eps0, ks), options, lambda drawings: drawings.gamma1_figures(eps, eps0, ks)
    )


@command.command(epilog=_examples("cost"))
@_number("budget", "E, the budget without privacy, of all stakeholders.", required=True)
@_number("rate", "c, in nats.", default="1", show_default=True)
@_number("eps0", EPS0, required=True)
@_number("eps", "An ε to ask about besides; needs --confidence.")
@_number("confidence", CONFIDENCE)
@_number("error", "T, the largest mean absolute error: with --limit, the window of ε.")
@_number("limit", "B, the largest budget: with --error, the window of ε.")
@FORMATS
@plots_option
@limited()
def cost(budget: str, rate: str, eps0: str, **options: Any) -> ExitStatus:
    """The smallest compensation budget, where it is, and the shape of the model."""
    eps, confidence = options.pop("eps"), options.pop("confidence")
    error, limit = options.pop("error"), options.pop("limit")
    if (eps is None) != (confidence is None):
        raise click.UsageError("--eps and --confidence go together")
    if (error is None) != (limit is None) or (error is not None and eps is None):
        raise click.UsageError("the window of ε needs --error, --limit, --eps and --confidence")
    from dpverify import risk

    at = None if eps is None else (eps, confidence)
    limits = None if error is None else (error, limit)

    comparison = risk.cost(budget, rate, eps0, at=at, limits=limits)
    return _deliver(
        comparison, options, lambda drawings: drawings.cost_figures(budget, rate, eps0, at)
    )


@command.command(epilog=_examples("compose"))
@_number("n", "How many mechanisms are composed.", required=True)
@_number("delta", "δ of the composition, in (0, 1].", required=True)
@_number("eps0", EPS0, required=True)
@_number("eps", EPS, required=True)
@_number("confidence", f"{CONFIDENCE} Without it: Laplace noise on one number.")
@FORMATS
@plots_option
@limited()
def compose(
    n: str, delta: str, eps0: str, eps: str, confidence: str | None, **options: Any
) -> ExitStatus:
    """The source's ε' of n-fold composition, a sharper one, and the true δ there."""
    from dpverify import risk

    comparison = risk.compose(n, delta, eps0, eps, confidence)
    return _deliver(
        comparison,
        options,
        lambda drawings: drawings.compose_figures(n, delta, eps0, eps, confidence),
    )


@command.command(epilog=_examples("samples"))
@_number("n", "How many sensitivities are sampled.", required=True)
@_number("rho", "ρ of the DKW inequality, a difference of probabilities.", required=True)
@_number("share", "q: Δ_S is at least this share of the samples.", default="1", show_default=True)
@_number("eps0", EPS0, required=True)
@_number("eps", EPS, required=True)
@FORMATS
@plots_option
@limited()
def samples(n: str, rho: str, share: str, eps0: str, eps: str, **options: Any) -> ExitStatus:
    """What a sensitivity estimated from samples is worth, beside the product of the source."""
    from dpverify import risk

    comparison = risk.samples(n, rho, share, eps0, eps)
    return _deliver(
        comparison, options, lambda drawings: drawings.samples_figures(n, rho, share, eps0, eps)
    )


@command.command(epilog=_examples("pate"))
@click.argument("votes", metavar="VOTES.csv")
@_number("rate", "The inverse of the scale of the Laplace noise on each count.", required=True)
@_number("delta", "δ of all answers together, in (0, 1].", required=True)
@FORMATS
@limited()
def pate(votes: str, rate: str, delta: str, **options: Any) -> ExitStatus:
    """What answers from noisy votes cost: the data-dependent bound, and the truth.

    VOTES.csv has a line for each query and a column for each class: how many teachers voted for it.
    """
    from dpverify import risk

    return _deliver(risk.pate(votes, rate, delta), options)
