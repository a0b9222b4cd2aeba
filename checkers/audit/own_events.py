"""Events that are named: predicates in a file, and those of a witness that was found exactly."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from dpverify.checkers.audit.events import Own
from dpverify.checkers.audit.samplers import loaded
from dpverify.defs.errors import DpverifyError, FileError, SchemaError, UsageError
from dpverify.defs.programs.labels import label_of
from dpverify.defs.validate import shown_path


@dataclass(frozen=True)
class _Predicate:
    """A predicate of a file, loaded in the process that asks it."""

    target: str

    def __call__(self, output: Any) -> bool:
        return bool(loaded(self.target)(output))


@dataclass(frozen=True)
class _Labelled:
    """Whether an output has one of some labels, as channels label outputs."""

    labels: frozenset[str]

    def __call__(self, output: Any) -> bool:
        if str(output) in self.labels:
            return True
        try:
            return label_of(output) in self.labels
        except DpverifyError:  # an output without a label is in no event of labels
            return False


def predicate(target: str) -> Own:
    """The event on which `file.py:function` is true.

    Raises: UsageError, FileError, ProgramError where there is none.
    """
    return Own(_Predicate(target), target)


def of_witness(path: str) -> Own:
    """The event of the witness in a saved result about a port of the sampler.

    Raises: FileError; SchemaError where the file has no witness whose event is a list of outputs.
    """
    from dpverify.defs.io import read_regular_file

    try:
        document = json.loads(read_regular_file(path))
    except (ValueError, RecursionError):
        raise FileError(f"{shown_path(path)} is no JSON; give a result that was saved") from None
    holder = document if isinstance(document, dict) else {}
    place = holder.get("witness") or holder.get("attained_by") or {}
    event = place.get("event") if isinstance(place, dict) else None
    if not isinstance(event, list) or not event or not all(isinstance(x, str) for x in event):
        raise SchemaError(
            f"{shown_path(path)} has no witness whose event lists outputs; give a result of"
            " `dpverify check` that fails, or name the event by --event"
        )
    if isinstance(place, dict) and "regions" in place:
        raise UsageError(
            f"the witness in {shown_path(path)} is about densities; name its event by --event"
        )
    shown = ", ".join(event[:5]) + (", …" if len(event) > 5 else "")
    return Own(_Labelled(frozenset(event)), f"the witness' event {{{shown}}}")
