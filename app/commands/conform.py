"""`dpverify conform PORT REAL`: whether a port has the law of the code that it stands for."""

from __future__ import annotations

from typing import Any

import click

from dpverify.app import completing
from dpverify.app.commands.command import OptionsOnce
from dpverify.app.commands.options import Common, limited, output_options
from dpverify.app.commands.output import Result, deliver
from dpverify.app.exit_status import ExitStatus

EPILOG = """\b
Examples:
  dpverify conform examples/ports.py:documented examples/team.py:respond
  dpverify conform examples/ports.py:released examples/samplers.py:released --inputs '[3, 4]'

\b
Exit status: 0 equal, or within the tolerance; 1 different; 2 bad usage or input; 3 no difference
seen by samples, which never show that laws are equal.
"""
STATUS = {
    "equal": ExitStatus.DONE,
    "within": ExitStatus.DONE,
    "different": ExitStatus.FAILED,
    "unknown": ExitStatus.UNKNOWN,
}


@click.command(cls=OptionsOnce, epilog=EPILOG)
@click.argument("port", shell_complete=completing.targets)
@click.argument("real", shell_complete=completing.targets)
@click.option(
    "--inputs", metavar="LITERAL",
    help="On which both are compared, a Python list such as '[0, 1]'; those of PORT otherwise.",
)  # fmt: skip
@click.option("--exceptions", is_flag=True, help="An exception of REAL is an output: the text"
              " 'raises ValueError' of PORT.")  # fmt: skip
@click.option(
    "--values-only", is_flag=True, help="Outputs that differ in their types alone are one."
)
@click.option(
    "--tolerance", metavar="NUMBER", default="0", show_default=True,
    help="The total variation up to which two laws count as the same.",
)  # fmt: skip
@click.option(
    "--draws", type=click.IntRange(1, 10**9), metavar="N",
    help="Samples of each side on an input, where samples are needed; 100,000 unless told"
    " otherwise.",
)  # fmt: skip
@click.option(
    "--risk", metavar="NUMBER",
    help="With which equal laws are said to differ by samples; 1/1000000 unless told otherwise.",
)  # fmt: skip
@click.option(
    "--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, metavar="N",
    help="Of the samples.",
)  # fmt: skip
@output_options("text", "json", "markdown", "html")
@limited("A third for each law; after that, samples are drawn. 60 unless told otherwise.",
         engine=True)  # fmt: skip
def command(port: str, real: str, **options: Any) -> ExitStatus:
    """Compare a port with the real code that it stands for.

    PORT is a program under @mechanism, a mechanism of the library or a channel file; REAL is a
    function (file.py:function), which is called as it is. Where both can be run on every path,
    their laws are compared exactly. Where one cannot, samples of both are compared, and the answer
    is different, or no difference seen.
    """
    names = ("inputs", "exceptions", "values_only", "tolerance", "draws", "risk", "seed")
    given = {name: options.pop(name) for name in names}
    common = Common.take(options)
    from dpverify.app.conforming import Question, found
    from dpverify.reports.conformance_report import conformance_report

    document = found(Question(port, real, seconds=common.time_limit, **given))
    deliver(Result(lambda: conformance_report(document), lambda: document), common)
    return STATUS[document["verdict"]]
