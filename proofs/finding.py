"""A proof for all sizes of any statement, found without a derivation of its own.

Each setting of the statement (one, or one for each direction) is matched against the stored proofs;
where none fits, a linear program looks for the lemmas (`proofs.automatic`). Not trusted: the proof
kernel checks what is found, for the statement as it stands.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from dpverify.proofs import theorems
from dpverify.proofs.automatic import prove_automatically
from dpverify.proofs.kernel import Fact, Setting
from dpverify.proofs.matching import Known, Steps, matched
from dpverify.proofs.sums import read, texts


@dataclass(frozen=True)
class FoundSteps:
    """The steps of one setting, and whence: "as dp.post-processing.pure", or "by search"."""

    steps: Steps
    source: str


def found_steps(setting: Setting, *, seconds: float, known: bool = True) -> FoundSteps:
    """Steps that prove a setting, which the proof kernel accepts.

    Args: setting what is to be shown; seconds when to stop; known whether stored proofs are looked
        at.
    Raises: NoneFoundError where none are found; its text says which goal is left open.
    """
    end = time.monotonic() + seconds
    for proof in stored_proofs() if known else ():
        if time.monotonic() > end:
            break
        steps = matched(proof, setting)
        if steps is not None:
            return FoundSteps(steps, f"as {proof.source}")
    return FoundSteps(prove_automatically(setting, seconds=end - time.monotonic()), "by search")


@cache
def stored_proofs() -> tuple[Known, ...]:
    """The stored proofs by setting, short ones first."""
    return tuple(sorted(_stored(), key=lambda known: (len(known.steps), known.source)))


def _stored() -> Iterator[Known]:
    for place in files(theorems).iterdir():
        if not place.name.endswith(".json"):
            continue
        document: dict[str, Any] = json.loads(place.read_text("utf-8"))
        for name, form in document["settings"].items():
            yield Known(setting_from(form), document["steps"][name], document["entry"])


def setting_from(form: Mapping[str, Any]) -> Setting:
    """A setting from its form in a document, as `theorem.settings_form` writes it.

    Raises: ValueError, TypeError or LookupError for anything else.
    """
    return Setting(
        {name: _fact(given) for name, given in form["axioms"].items()},
        {name: (dict(free), read(a)) for name, (free, a) in form["parts"].items()},
        tuple(_fact(given) for given in form["goals"]),
        {sort: tuple(texts(names, sort)) for sort, names in form.get("countable", {}).items()},
    )


def _fact(given: Any) -> Fact:
    free, relation, expression = given
    return Fact(dict(free), read(expression), relation)
