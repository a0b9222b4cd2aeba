"""`dpverify audit`: what samples say against a claim, with confidence that is valid."""

from __future__ import annotations

import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from dpverify.app import completing
from dpverify.app.commands.command import OptionsOnce
from dpverify.app.commands.options import (
    OF_DATA_SETS,
    Common,
    chained,
    dataset_options,
    journal_option,
    limited,
    output_options,
    scheduler_option,
    take_sizes,
)
from dpverify.app.commands.output import Result, deliver, remark
from dpverify.app.exit_status import ExitStatus

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dpverify.checkers.audit.running import Progress

EPILOG = """\b
Examples:
  dpverify audit examples/samplers.py:count --inputs '[3, 4]' --definition pure-dp --eps 1/2 \\
                 --draws 200000
  dpverify audit --command 'awk -v x={input} -v n={count} -v seed={seed} -f examples/coin.awk' \\
                 --inputs '[0, 1]' --definition pure-dp --eps 1 --draws 50000
  dpverify audit examples/samplers.py:total --datasets '[0, 1]' --max-size 2 \\
                 --definition pure-dp --eps 1/2 --draws 20000
  dpverify audit --canaries examples/canaries.csv --definition approx-dp --eps 1 --delta 1e-10

\b
Exit status: 1 fails, 2 bad usage or input, 3 unknown. Samples never show that a claim holds.
"""
STATUS = {"fails": ExitStatus.FAILED, "unknown": ExitStatus.UNKNOWN}
NAMES = ("eps", "delta", "rho", "mu")


@click.command(cls=OptionsOnce, epilog=EPILOG)
@click.argument("target", required=False, shell_complete=completing.targets)
@click.option(
    "--command", "template", metavar="TEMPLATE",
    help="Audit a command that writes one output a line; {input}, {count} and {seed} are replaced.",
)  # fmt: skip
@click.option(
    "--samples", nargs=2, metavar="FILE FILE",
    help="Audit samples in files, of one input each: .csv, .jsonl or .npy.",
)  # fmt: skip
@click.option(
    "--canaries", metavar="FILE.csv",
    help="Audit one run by the scores of canaries: columns score and included (1 or 0).",
)  # fmt: skip
@click.option("--inputs", metavar="LITERAL", help="The inputs, a Python list such as '[0, 1]'.")
@chained(*dataset_options("The inputs"))
@click.option(
    "--neighbours", metavar="all|LITERAL|NAME",
    help="Pairs to compare, a list of pairs of inputs; all of them unless told otherwise.",
)  # fmt: skip
@click.option(
    "--definition", required=True, metavar="NAME", shell_complete=completing.definitions,
    help="pure-dp, approx-dp, local-dp, zcdp or gaussian-dp.",
)  # fmt: skip
@click.option("--eps", metavar="NUMBER", help="The claim's ε in nats: 1, 0.1, 3/4, ln(3).")
@click.option("--delta", metavar="NUMBER", help="The claim's δ, a number in [0, 1].")
@click.option("--rho", metavar="NUMBER", help="The claim's ρ.")
@click.option("--mu", metavar="NUMBER", help="The claim's μ.")
@click.option(
    "--draws", type=click.IntRange(1), metavar="N",
    help="Samples of each input; 1,000,000 unless told otherwise.",
)  # fmt: skip
@click.option(
    "--risk", metavar="NUMBER",
    help="With which a true claim fails, at most; 1/1000000 unless told otherwise.",
)  # fmt: skip
@click.option("--batch", type=click.IntRange(1, 10**8), metavar="N", help="Samples of a batch.")
@click.option(
    "--event", "events", multiple=True, metavar="FILE.py:NAME",
    help="Test the event on which this function of an output is true, and no other.",
)  # fmt: skip
@click.option(
    "--witness", metavar="RESULT.json", shell_complete=completing.files,
    help="Test the event of the witness in a saved result about a port of the sampler.",
)  # fmt: skip
@click.option(
    "--classifier", is_flag=True,
    help="Let a logistic regression propose events too; needs scikit-learn.",
)  # fmt: skip
@click.option(
    "--curve", metavar="EPS,…", help="Bound δ(ε) from below at these ε as well, all together.",
)  # fmt: skip
@click.option(
    "--to-the-end", is_flag=True,
    help="Draw on after the claim is refuted, for a better lower bound.",
)  # fmt: skip
@click.option(
    "--jobs", type=click.IntRange(1, 256), default=1, show_default=True, metavar="N",
    help="Processes that draw.",
)  # fmt: skip
@scheduler_option
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, metavar="N",
    help="Of all batches: the same seed, the same answer, on any number of workers.",
)  # fmt: skip
@output_options("text", "json", "markdown", "html")
@journal_option
@limited(
    "No further batch is begun after it; without it, none of the samples is left out.",
    durable=lambda _: True,
)
def command(**options: Any) -> ExitStatus:
    """Audit a sampler: what samples say against a claim, with confidence that is valid.

    TARGET is file.py:function, called as function(input), or with rng (a numpy Generator) or seed,
    and with count where it returns many outputs at once. Events are chosen on a first part of the
    samples and tested on others, by bets that stay valid whenever one stops. The answer is fails,
    or unknown with its power; samples never show that a claim holds.
    """
    samples = options.pop("samples") or ()
    given = {name: options.pop(name) for name in NAMES}
    jobs, seed = options.pop("jobs"), options.pop("seed")
    about_sets = {name: options.pop(name) for name in OF_DATA_SETS}
    sizes = take_sizes({"datasets": options["datasets"], **about_sets})
    common = Common.take(options)
    from dpverify.app.auditing import Question, batches_of, found, question_of
    from dpverify.app.journal import kept
    from dpverify.app.program_files import Programs
    from dpverify.checkers.audit.running import Watch
    from dpverify.reports.audit_report import audit_page, audit_report

    question = Question(
        command=options.pop("template"), samples=samples, jobs=jobs, seed=seed, sizes=sizes,
        given={name: text for name, text in given.items() if text is not None},
        seconds=common.time_limit, scheduler=common.scheduler, **options,
    )  # fmt: skip
    question.check()
    number = batches_of(question)
    with kept(
        "audit", lambda: question_of(question, Programs.of(common)), number,
        place=common.journal, remark=lambda text: remark(text, common),
    ) as journal, _shown(common) as told:  # fmt: skip
        journal.resumed(len(journal.finished), number)
        document = found(question, Watch(journal.finished, journal.note, told))
        deliver(
            Result(
                lambda: audit_report(document), lambda: document, page=lambda: audit_page(document)
            ),
            common,
        )
    return STATUS[document["verdict"]]


@contextmanager
def _shown(common: Common) -> Iterator[Callable[[Progress], None]]:
    """Samples per second, the e-value and the expected end, on a terminal."""
    if common.quiet or not sys.stderr.isatty():
        yield lambda progress: None  # noqa: ARG005  nobody looks
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("drawing", total=None)
        began = time.monotonic()

        def told(progress: Any) -> None:
            rate = progress.samples / max(time.monotonic() - began, 1e-9)
            text = f"{rate:,.0f} samples/s, e-value e^{progress.log_e:.1f}"
            bar.update(task, description=text, total=progress.batches, completed=progress.batch)

        yield told
