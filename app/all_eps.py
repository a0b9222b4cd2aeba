"""`check --eps-range`: from the words of the command line to what `dv.check` takes."""

from __future__ import annotations

from pathlib import Path

from dpverify.app.subjects import Job, check_target
from dpverify.checkers.all_eps.decide import FamilyClaim
from dpverify.checkers.all_eps.line import Range
from dpverify.checkers.decide import refuse_two_scopes
from dpverify.defs.errors import UsageError
from dpverify.defs.schema import CHANNEL_SUFFIXES
from dpverify.defs.symbolic.family import Family
from dpverify.defs.target import Target, parse_target
from dpverify.defs.validate import shown_path

MAX_BYTES = 10_000_000


def family_claim(job: Job) -> FamilyClaim:
    """The claim, a function of eps.

    Raises: InputError for a claim or a range that makes no sense.
    """
    refuse_two_scopes(all_inputs=job.all_inputs, eps_range=job.eps_range)
    given = {name: text for name, text in job.given if isinstance(text, str)}
    if len(given) != len(job.given):
        raise UsageError("--goal is about guesses; leave it out with --eps-range")
    claim = FamilyClaim(job.definition, given)
    Range.read(job.eps_range or "all")
    return claim


def family_or_target(job: Job) -> Family | Target:
    """The family of a file, or the program that is to be run; nothing of it is run.

    Raises: InputError.
    """
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
    document = strict_loads(
        read_regular_file(path, MAX_BYTES).decode("utf-8", "replace"), what=path
    )
    if not isinstance(document, dict) or not set(document) <= {"schema", "title", *KEYS}:
        raise UsageError(f"{shown_path(path)} has more than schema, title, {', '.join(KEYS)}")
    return family_from({"neighbours": "all", **document})
