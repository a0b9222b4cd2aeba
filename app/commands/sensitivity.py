"""`dpverify sensitivity`: how much noise a query needs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from dpverify.app.commands.command import OptionsOnce
from dpverify.app.commands.options import Common, limited, output_options
from dpverify.app.commands.output import Result, deliver, without_kernel
from dpverify.app.exit_status import ExitStatus

EPILOG = """\b
Examples:
  dpverify sensitivity mean --low 0 --high 100 --n 30
  dpverify sensitivity mean --low 0 --high 100 --n 30 --neighbours unbounded
  dpverify sensitivity histogram --cells 5 --norm 2
  dpverify sensitivity 'sum(abs(x[i]-x[i+1]))' --domain '[0,1]' --n 5
  dpverify sensitivity 'sum((x[i]-mean(x))^2)' --domain '[0,1]'
  dpverify sensitivity 'sum(x[i]*log(x[i]+c))' --domain '[0,1]' --where c=1..inf --bound 'log(1+c)'

\b
A function is written with + - * / ^, sqrt exp log sin cos tan atan abs odd clip, max(u,v),
min(u,v); sum(…) and prod(…) over all i that fit, sum(i=1..n, …), sum(i<j, …); max(x), min(x),
mean(x), median(x), smallest(k, x), quantile(p, x); [a < b] is 1 or 0. Without --n: for every n.
"""
UNREAD = (
    "no kernel reads sensitivities; that no two neighbours are further apart is exact arithmetic"
    " here, and the two databases can be compared by hand"
)
NEEDS: dict[str, tuple[str, ...]] = {
    "count": (),
    "sum": ("low", "high"),
    "mean": ("low", "high", "n"),
    "histogram": ("cells",),
}


@click.command(cls=OptionsOnce, epilog=EPILOG)
@click.argument("query", metavar="QUERY")
@click.option("--low", metavar="NUMBER", help="The smallest value of a record.")
@click.option("--high", metavar="NUMBER", help="The largest value of a record.")
@click.option(
    "--n", type=click.IntRange(1, 100_000), metavar="N",
    help="Records; with unbounded neighbours N or N − 1.",
)  # fmt: skip
@click.option("--cells", type=click.IntRange(1, 10_000), metavar="N", help="Of a histogram.")
@click.option(
    "--neighbours", type=click.Choice(["bounded", "unbounded"]), default="bounded",
    show_default=True, help="One record replaced, or one added or removed.",
)  # fmt: skip
@click.option("--norm", type=click.IntRange(1, 2), default=1, show_default=True, help="ℓ1 or ℓ2.")
@click.option("--domain", metavar="'[LOW,HIGH]'", help="Of a record, where QUERY is a function.")
@click.option(
    "--least", type=click.IntRange(1, 64), metavar="N",
    help="For every n from N on, where QUERY is a function; 2 unless given.",
)  # fmt: skip
@click.option(
    "--parity", type=click.Choice(["odd", "even"]), help="For odd or even n alone."
)  # fmt: skip
@click.option(
    "--where", multiple=True, metavar="NAME=LOW..HIGH", help="The interval of a parameter."
)  # fmt: skip
@click.option("--bound", metavar="FORMULA", help="Show that this is an upper bound.")
@output_options("text", "json", "markdown", "html")
@limited()
def command(query: str, neighbours: str, norm: int, **options: Any) -> ExitStatus:
    """Compute the global sensitivity of QUERY, with databases that attain it.

    QUERY is count, sum, mean or histogram, or a function of the records x[1], …, x[n].
    """
    of_function = {
        name: options.pop(name) for name in ("domain", "least", "parity", "where", "bound")
    }
    if query not in NEEDS:
        return _function(query, neighbours, norm, of_function, options)
    for name, value in of_function.items():
        if value not in (None, ()):
            raise click.UsageError(f"{query} takes no --{name}; write a function, as in --help")
    names = ("low", "high", "n", "cells")
    given = {name: value for name in names if (value := options.pop(name)) is not None}
    for name in NEEDS[query]:
        if name not in given:
            raise click.UsageError(f"{query} needs --{name}")
    for name in given:
        if name not in NEEDS[query]:
            raise click.UsageError(f"{query} takes no --{name}")
    from dpverify import sensitivity
    from dpverify.reports.sensitivity_report import sensitivity_document, sensitivity_report

    if query == "histogram":
        answer = sensitivity.histogram(given["cells"], neighbours, norm)
    else:  # one number, of which both norms are the same
        function = {
            "count": sensitivity.count, "sum": sensitivity.total, "mean": sensitivity.mean,
        }[query]  # fmt: skip
        one = function(*(given[name] for name in NEEDS[query]), neighbours)  # type: ignore[operator]  # each its own
        answer = replace(one, norm=norm)
    stated = {name: str(given[name]) for name in NEEDS[query]}
    result = Result(
        lambda: sensitivity_report(query, answer, stated),
        lambda: sensitivity_document(query, answer, stated),
    )
    deliver(without_kernel(result, UNREAD), Common.take(options))
    return ExitStatus.DONE


def _function(
    text: str, neighbours: str, norm: int, given: dict[str, Any], options: dict[str, Any]
) -> ExitStatus:
    """The sensitivity of a function that is written out; both norms of one number are the same."""
    from dpverify.app.functions import question_of
    from dpverify.checkers.sensitivity.functions import function_sensitivity
    from dpverify.reports.function_report import function_document, function_report

    numbers = {name: options.pop(name) for name in ("low", "high", "n", "cells")}
    if numbers["cells"] is not None:
        raise click.UsageError("a function takes no --cells")
    question = question_of(text, neighbours, {**given, **numbers})
    answer = function_sensitivity(question)
    result = Result(
        lambda: function_report(question, answer, norm),
        lambda: function_document(question, answer),
    )
    deliver(result, Common.take(options))
    return ExitStatus.DONE if answer.document is not None else ExitStatus.UNKNOWN
