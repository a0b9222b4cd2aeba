"""A process that decides claims: `python -I -m dpverify.app.claim_worker`.

One question per line of standard input, a `Job` as data; on standard output the result document, or
`{"fault"}` with the sentence of what is wrong with the claim. Several jobs on one line are answered
on one line. It ends when its input is closed.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from dpverify.app.cli import MOST_DIGITS
from dpverify.app.commands.options import Reading
from dpverify.app.deciding import deciding
from dpverify.app.subjects import Job, load_subject
from dpverify.checkers.line_worker import serve
from dpverify.checkers.steps import Steps, alone, in_step
from dpverify.defs.errors import InputError, Undecided
from dpverify.defs.target import RealCode, Sizes

if TYPE_CHECKING:
    from dpverify.defs.channel import Channel
    from dpverify.defs.knowledge import Scenario


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Decide one claim, or several together."""
    if "together" not in question:
        return alone(_answering(job_of(question)))
    tasks: list[Steps[dict[str, Any]]] = []
    channel, before = None, None
    for job in map(job_of, question["together"]):
        about = job.target, job.reading
        if channel is None or about != before:
            channel, before = _channel(job), about
        tasks.append(_answering(job, channel))
    return {"together": in_step(tasks)}


def _channel(job: Job) -> Channel | Scenario | None:
    """The channel of a job, which the next ones may be about too; None where it is not to be had.

    What is wrong with it is said where the claim itself is decided.
    """
    try:
        return load_subject(job.target, job.reading)
    except (InputError, Undecided):
        return None


def _answering(job: Job, channel: Channel | Scenario | None = None) -> Steps[dict[str, Any]]:
    try:
        return (yield from deciding(job, channel))
    except InputError as error:
        return {"fault": str(error), "rule": error.rule}
    except Undecided as stop:
        return {"undecided": [stop.code, stop.text]}


def job_of(form: dict[str, Any]) -> Job:
    """The job that `dataclasses.asdict` and JSON made a form of."""
    given = tuple(
        (name, value if isinstance(value, str) else tuple(value)) for name, value in form["given"]
    )
    how = form["as_run"]
    if how is not None:
        sizes = how["sizes"]
        how = RealCode(**{**how, "sizes": None if sizes is None else Sizes(**sizes)})
    parts = {"given": given, "reading": Reading(**form["reading"]), "as_run": how}
    return Job(**{**form, **parts})


if __name__ == "__main__":
    # As in the command itself: numbers are limited by our own rule, not by Python's.
    sys.set_int_max_str_digits(MOST_DIGITS)
    serve(answer)
