"""`dpverify check TARGET --definition D …`: decide one claim, or a file of claims."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import click

from dpverify.app import completing, governing
from dpverify.app.commands.command import OptionsOnce
from dpverify.app.commands.options import (
    OPTIONS,
    PIECE,
    Common,
    Reading,
    advice_option,
    all_inputs_option,
    as_run_options,
    claim_options,
    decision_options,
    journal_option,
    limited,
    output_options,
    plots_option,
    reading_options,
    take_as_run,
    take_parameters,
)
from dpverify.app.commands.output import Result, deliver, in_github_actions, with_plots
from dpverify.app.exit_status import ExitStatus

if TYPE_CHECKING:
    from dpverify.app.subjects import Job
    from dpverify.checkers.answers.documents import Answer
    from dpverify.reports.drawings.figure import Figure
    from dpverify.reports.junit import Case
    from dpverify.reports.sarif import Finding

EPILOG = """\b
Examples:
  dpverify check examples/randomized_response.json --definition pure-dp --eps 'ln(3)'
  dpverify check examples/matrix.csv --neighbours all --definition approx-dp --eps 1 --delta 1e-6
  dpverify check examples/programs.py:safe_count --definition pure-dp --eps 1/2
  dpverify check B36 --definition pure-dp --eps eps --eps-range all
  dpverify check --as-run examples/team.py:respond --inputs '[0, 1]' --definition pure-dp --eps 1
  dpverify check --claims examples/claims.toml --jobs 2 --format junit --out claims.xml
  dpverify check --claims examples/packs/paths

\b
Exit status: 0 holds, 1 fails, 2 bad usage or input, 3 unknown; of several claims the first of
2, 1, 3, 0 that occurred, a claim with `expect = "fails"` counting as 0 when it fails; 130 after
Ctrl-C, 143 after SIGTERM.
"""
LEAST_FOR_ADVICE = 10.0
"""Seconds for advice, unless the limit of the question itself is shorter."""
VERDICT_STATUS = {
    "holds": ExitStatus.DONE,
    "fails": ExitStatus.FAILED,
    "unknown": ExitStatus.UNKNOWN,
}


@click.command(cls=OptionsOnce, epilog=EPILOG)
@click.argument("target", required=False, shell_complete=completing.targets)
@claim_options(required=False)
@click.option(
    "--claims", metavar="FILE.toml|FOLDER",
    help="Decide every claim of this file, or every statement of this folder.",
    shell_complete=completing.files,
)  # fmt: skip
@click.option(
    "--eps-range",
    metavar="all|LO..HI",
    help="Decide for every eps of a range: --eps is then a multiple of it, such as eps or 6/5*eps.",
)
@all_inputs_option
@advice_option
@as_run_options
@reading_options
@output_options("text", "line", "json", "markdown", "html", "latex", "junit", "sarif")
@plots_option
@decision_options(several=True)
@journal_option
@limited(PIECE, durable=lambda options: options["claims"] is not None, engine=True)
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> ExitStatus:
    """Decide whether a mechanism satisfies a definition of privacy.

    The answer is holds, fails or unknown. A failure comes with two inputs and an event whose
    probabilities violate the definition; `dpverify replay` re-checks a saved result. TARGET is a
    channel file (.json, .csv, .npy, .npz), a program (file.py:name:eps=1/2), or a mechanism of the
    library (B36:eps=1). A program runs in a process of its own, for 60 s unless told otherwise.
    """
    target, definition = options.pop("target"), options.pop("definition")
    claims, plots = options.pop("claims"), options.pop("plots")
    reach = {name: options.pop(name) for name in ("eps_range", "all_inputs")}
    advice, given = options.pop("advice"), take_parameters(options)
    real, reading = take_as_run(options, Reading.take(options))
    common = Common.take(options)
    if claims is not None:
        _refuse_beside_claims(ctx)
        from dpverify.app.packs import is_pack, run_pack

        if is_pack(claims):
            return run_pack(claims, common)
        from dpverify.app.gate import run_gate

        return run_gate(claims, common)
    if target is None:
        raise click.UsageError(
            "no TARGET given: name a channel file, a program, or --claims FILE.toml", ctx
        )
    if definition is None:
        if target.lower().endswith(".toml"):
            raise click.UsageError(f"a file of claims is given as --claims {target!r}", ctx)
        raise click.UsageError("no --definition given: see `dpverify list definitions`", ctx)
    from dpverify.app.subjects import Job

    parameters = tuple(given.items())
    job = Job(
        target, definition, parameters, reading, common.time_limit, common.seed, as_run=real,
        advice=_time_for_advice(common.time_limit) if advice is None else advice, **reach,
    )  # fmt: skip
    return _check_one(job, plots, common)


def _refuse_beside_claims(ctx: click.Context) -> None:
    """Refuse each option about one claim beside --claims, where a file says what is asked."""
    from click.core import ParameterSource

    for param in ctx.command.params:
        name = param.name or ""
        given = ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if given and name != "claims" and name not in Common.__dataclass_fields__:
            names = [*param.opts, *param.secondary_opts]
            shown = "/".join(names) if isinstance(param, click.Option) else "the TARGET"
            raise click.UsageError(
                f"{shown} does not go with --claims, whose file names targets, definitions and"
                " parameters; leave out one of them",
                ctx,
            )


def _time_for_advice(time_limit: float | None) -> float:
    """How long advice is sought where nobody says: half of the limit, and a little at least."""
    limit = governing.SECONDS if time_limit is None else time_limit
    return max(limit / 2, min(limit, LEAST_FOR_ADVICE))


def _check_one(job: Job, plots: str | None, common: Common) -> ExitStatus:
    from dpverify.app.deciding import decide
    from dpverify.checkers.answers.documents import read_answer
    from dpverify.reports.result_report import result_report

    def figures() -> list[Figure]:
        from dpverify.reports.drawings.of_documents import figures_of

        return figures_of(document)

    # A report in words says nothing of a large channel that its document would hold.
    document = decide(job, brief=common.format in ("text", "line") and plots is None)
    answer = read_answer(document)
    if in_github_actions():
        from dpverify.app.annotations import annotate, file_of
        from dpverify.reports.github import annotation

        # A program's annotation belongs to its file: `file.py:name` is no path of the checkout.
        annotate([annotation(answer, file=file_of(job.target))])
    # What rests on bounds of a program is beyond the kernel.
    about = answer.subject
    carried = about.channel or about.excerpt or about.program or about.scenario
    complete = carried is not None or about.digest is None
    decided = complete and answer.verdict != "unknown"
    recheck = (
        _recheck(job) if decided or (about.kind, answer.verdict) == ("family", "fails") else ()
    )
    report = with_plots(lambda: result_report(answer, recheck), figures, plots, common)
    deliver(
        Result(
            report,
            lambda: document,
            lambda: _cases(answer),
            lambda: _page(answer, recheck, job),
            lambda: _findings(answer, job.target),
        ),
        common,
    )
    return VERDICT_STATUS[document["verdict"]]


def _cases(answer: Answer) -> tuple[Case, ...]:
    from dpverify.reports.result_cases import result_case

    return (result_case(answer),)


def _page(answer: Answer, recheck: tuple[str, ...], job: Job) -> str:
    from dpverify.app.sources import source_of_target
    from dpverify.reports.html.result_page import result_page

    # Of a function that is checked as it is, the draws have other names.
    source = None if job.as_run is not None else source_of_target(job.target)
    return result_page(answer, recheck, source)


def _findings(answer: Answer, target: str) -> tuple[Finding, ...]:
    from dpverify.app.annotations import file_of
    from dpverify.reports.sarif import Finding

    return (Finding(answer, file=file_of(target)),)


def _as_run_words(job: Job) -> list[str]:
    """The options of a function that was checked as it is."""
    how = job.as_run
    if how is None:
        return []
    words = ["--as-run", "--inputs" if how.sizes is None else "--datasets", how.inputs]
    if (sizes := how.sizes) is not None:
        words += ["--max-size", str(sizes.most)]
        words += ["--min-size", str(sizes.least)] if sizes.least else []
        if sizes.contributions is not None:
            words += ["--contributions", str(sizes.contributions)]
        words += ["--multisets"] * sizes.multisets
    if how.neighbours is not None:
        words += ["--neighbours", how.neighbours]
    return words + ["--exceptions"] * how.exceptions + ["--values-only"] * (not how.types)


def _recheck(job: Job) -> tuple[str, str]:
    """Return the two command lines that save this result and re-check it."""
    words = ["dpverify", "check", job.target, "--definition", job.definition]
    given = dict(job.given)
    for parameter in OPTIONS:
        value = given.get(parameter.name, ())
        for text in [value] if isinstance(value, str) else value:
            words += [str(parameter.option), text]
    if job.eps_range is not None:
        words += ["--eps-range", job.eps_range]
    words += _as_run_words(job)
    for name in ("neighbours", "prior", "distance"):
        if getattr(job.reading, name) is not None:
            words += [f"--{name}", getattr(job.reading, name)]
    if job.all_inputs is not None:
        words.append("--all-inputs" if job.all_inputs else "--listed-inputs")
    if job.reading.normalise:
        words.append("--normalise")
    if job.reading.rationalise is not None:
        words += ["--rationalise", str(job.reading.rationalise)]
    return (shlex.join([*words, "--format", "json", "--out", "result.json"]),
            "dpverify replay result.json")  # fmt: skip
