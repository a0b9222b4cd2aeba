"""From the options of `dpverify conform` to its document."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpverify.app.commands.options import Reading
from dpverify.app.subjects import load_subject, program_of
from dpverify.checkers.audit.audit import RISK
from dpverify.checkers.conformance.conform import DRAWS, SECONDS, conform, listed_inputs
from dpverify.defs.as_run.literal import literal_list
from dpverify.defs.channel import Channel
from dpverify.defs.errors import FileError, UsageError
from dpverify.defs.places import is_file
from dpverify.defs.target import RealCode, load, parse_target
from dpverify.defs.validate import shown, shown_path

if TYPE_CHECKING:
    from dpverify.defs.programs.mechanism import Mechanism
    from dpverify.defs.target import Target

SHARE = 3
"""The time limit is for two enumerations and the samples: a third for each."""


@dataclass(frozen=True)
class Question:
    """What was asked on the command line."""

    port: str
    real: str
    inputs: str | None
    exceptions: bool
    values_only: bool
    tolerance: str
    draws: int | None
    risk: str | None
    seed: int
    seconds: float | None


def found(question: Question) -> dict[str, Any]:
    """The document of a comparison.

    Raises: InputError for what was given, ProgramError for what the code raises.
    """
    real = _real(question.real)
    port = _port(question.port)
    inputs = question.inputs
    if inputs is None and isinstance(port, Channel):
        raise UsageError("a channel does not say what its inputs are; add --inputs '[0, 1]'")
    if inputs is not None:
        given: Any = literal_list(inputs, "--inputs")
    else:
        given = port.inputs if not callable(port.inputs) else listed_inputs(port)  # type: ignore[arg-type]  # a channel was met above
    how = RealCode("[0, 1]", None, question.exceptions, not question.values_only)
    code: Any = load(replace(real, as_run=how))
    seconds = SECONDS if question.seconds is None else min(SECONDS, question.seconds / SHARE)
    return conform(
        port, code, inputs=given, tolerance=question.tolerance,
        draws=DRAWS if question.draws is None else question.draws, seed=question.seed,
        time_limit=seconds, risk=RISK if question.risk is None else question.risk,
        names=(question.port, question.real),
    ).document  # fmt: skip


def _real(text: str) -> Target:
    target = parse_target(text)
    if target is None or target.kind == "library" or target.settings:
        raise UsageError(
            f"{shown(text)} names no function as the real code; write file.py:function or"
            " package.module:function"
        )
    if target.kind == "file" and not is_file(Path(target.place)):
        raise FileError(f"there is no file {shown_path(target.place)}; name a Python file")
    return target


def _port(text: str) -> Mechanism | Channel:
    """The mechanism or channel that is compared; a program's file is run."""
    target = program_of(text, Reading())
    if target is not None:
        return load(target)
    channel = load_subject(text, Reading())
    if not isinstance(channel, Channel):
        raise UsageError(f"{shown_path(text)} is a scenario; give a mechanism or a channel")
    return channel
