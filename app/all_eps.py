"""`check --eps-range`: a claim for every ε of a range, about a program or a file of functions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpverify.app.subjects import CHANNEL_SUFFIXES, check_target
from dpverify.checkers.all_eps.decide import FamilyClaim, FamilyVerdict, check_family
from dpverify.checkers.all_eps.line import Range
from dpverify.checkers.programs.process import Limits, family_apart
from dpverify.defs.errors import ProgramError, Undecided, UsageError
from dpverify.defs.programs.target import Target, parse_target
from dpverify.defs.symbolic.family import Family
from dpverify.defs.validate import shown_path

if TYPE_CHECKING:
    from dpverify.app.deciding import Job

MAX_BYTES = 10_000_000
MOST_SPOTS = 8
"""Parts of a range at which a program is compared with its family once more."""


def decide_family(job: Job) -> dict[str, Any]:
    """Return the result document of one job with a range of ε.

    Raises: InputError for a target, claim or range that makes no sense together.
    """
    claim, over = _claimed(job)
    given = dict(claim.given)
    try:
        found = check_family(
            _family(job), claim, over,
            time_limit=job.time_limit, seed=job.seed or 0, source=job.shown,
        )  # fmt: skip
        _confirm(job, found)
    except Undecided as stop:
        return _unknown(job, given, over, stop)
    return found.to_dict()


def _claimed(job: Job) -> tuple[FamilyClaim, Range]:
    """The claim, a function of eps, and the range."""
    if job.all_inputs:
        raise UsageError(
            "--eps-range is about the inputs that a program lists, --all-inputs about one eps;"
            " leave one of them out"
        )
    given = {name: text for name, text in job.given if isinstance(text, str)}
    if len(given) != len(job.given):
        raise UsageError("--goal is about guesses; leave it out with --eps-range")
    return FamilyClaim(job.definition, given), Range.read(job.eps_range or "all")


def validate_family(job: Job) -> None:
    """Refuse a job with a range of ε that makes no sense; a program is not looked into.

    Raises: InputError.
    """
    _claimed(job)
    _subject(job)


def _family(job: Job) -> Family:
    found = _subject(job)
    if isinstance(found, Family):
        return found
    limits = Limits() if job.time_limit is None else Limits(seconds=job.time_limit)
    return family_apart(found, limits)


def _confirm(job: Job, found: FamilyVerdict) -> None:
    """Compare the program with its family again, at an ε of each part that was found.

    Raises: ProgramError where they differ; Undecided where time is up.
    """
    target = _subject(job)
    spots = [part.sample for part in found.settled.parts if part.sample is not None]
    if isinstance(target, Family) or not spots:
        return
    seconds = Limits().seconds if job.time_limit is None else job.time_limit
    left = max(seconds - found.seconds, 1)
    again = family_apart(target, Limits(seconds=left), spots[:MOST_SPOTS])
    if again != found.family:
        raise ProgramError(
            f"{job.shown} is no function of its input, eps and its draws: run again, it has other"
            " probabilities; keep time, global state and other randomness out of it"
        )


def _subject(job: Job) -> Family | Target:
    """The family of a file, or the program that is to be run."""
    if job.reading != type(job.reading)():
        raise UsageError("with --eps-range leave out the options on how a channel file is read")
    if Path(job.target).suffix.lower() in CHANNEL_SUFFIXES:
        return _from_file(job.target)
    target = parse_target(job.target)
    if target is None:
        check_target(job.target)
        raise UsageError(f"{shown_path(job.target)} names no program")
    if target.kind == "library":
        from dpverify.defs.mechanisms import library_mechanism

        library_mechanism(target.name)
    return target


def _from_file(path: str) -> Family:
    """Read a channel file (JSON) whose entries are functions of eps."""
    from dpverify.defs.io import read_regular_file, strict_loads
    from dpverify.defs.symbolic.family import KEYS, family_from

    if not path.lower().endswith(".json"):
        raise UsageError(f"{shown_path(path)}: entries with eps in them stand in a .json file")
    found = strict_loads(read_regular_file(path, MAX_BYTES).decode("utf-8", "replace"), what=path)
    if not isinstance(found, dict) or not set(found) <= {"schema", "title", *KEYS}:
        raise UsageError(f"{shown_path(path)} has more than schema, title, {', '.join(KEYS)}")
    return family_from({"neighbours": "all", **found})


def _unknown(job: Job, given: dict[str, str], over: Range, stop: Undecided) -> dict[str, Any]:
    return {
        "schema": "dpverify.result/1.0",
        "subject": {"kind": "family", "source": job.shown},
        "definition": job.definition,
        "given": given,
        "verdict": "unknown",
        "reason": {"code": stop.code, "text": stop.text},
        "range": {"of": "eps", "over": str(over), "parts": []},
    }
