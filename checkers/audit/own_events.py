"""Events that are named: predicates in a file, and those of a witness that was found exactly."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any

from dpverify.checkers.audit.events import Event, Own, Sums, Union
from dpverify.checkers.audit.samplers import loaded
from dpverify.defs.errors import DpverifyError, InputError, SchemaError
from dpverify.defs.numbers import as_value
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


def of_witness(path: str) -> Event | Own:
    """The event of the witness in a saved result about a port of the sampler.

    Where numbers with continuous noise are released, the event of a witness against (ε, δ) is a
    list of regions: of a word, a weighted sum of its numbers lies in intervals.

    Raises: FileError; SchemaError where the file is no JSON, or has no witness whose event is such
        a list.
    """
    from dpverify.defs.io import read_regular_file

    try:
        document = json.loads(read_regular_file(path))
    except (ValueError, RecursionError):
        raise SchemaError(f"{shown_path(path)} is no JSON; give a result that was saved") from None
    holder = document if isinstance(document, dict) else {}
    place = holder.get("witness") or holder.get("attained_by") or {}
    if isinstance(place, dict) and isinstance(place.get("regions"), list):
        return _of_regions(place["regions"], path)
    event = place.get("event") if isinstance(place, dict) else None
    if not isinstance(event, list) or not event or not all(isinstance(x, str) for x in event):
        raise SchemaError(
            f"{shown_path(path)} has no witness whose event lists outputs; give a result of"
            " `dpverify check` that fails, of approx-dp where numbers are released, or name the"
            " event by --event"
        )
    shown = ", ".join(event[:5]) + (", …" if len(event) > 5 else "")
    return Own(_Labelled(frozenset(event)), f"the witness' event {{{shown}}}")


def _of_regions(regions: list[Any], path: str) -> Event:
    """The event of a witness that lists regions: as doubles, since it only chooses what is tested.

    Raises: SchemaError for regions that cannot be read.
    """
    try:
        parts = tuple(
            Sums(
                str(region["word"]),
                tuple(_double(factor) for factor in region["factors"]),
                tuple(
                    (-math.inf if low is None else _double(low),
                     math.inf if high is None else _double(high))
                    for low, high in region["where"]
                ),
            )
            for region in regions
        )  # fmt: skip
    except (KeyError, TypeError, ValueError, InputError):
        raise SchemaError(
            f"the regions of the witness in {shown_path(path)} cannot be read; save it again"
        ) from None
    return parts[0] if len(parts) == 1 else Union(parts)


def _double(text: Any) -> float:
    value = as_value(text)
    return float(value.approx())
