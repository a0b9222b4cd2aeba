"""A proof that a user's claim brings along: written as steps in its file, or saved beside it.

Not trusted: the proof kernel checks the steps for the claim as it stands, in the process of the
file and once more outside of it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from dpverify.defs.errors import DpverifyError
from dpverify.proofs.derivation import Derivation
from dpverify.proofs.kernel import RefusedError, Setting
from dpverify.proofs.sums import TooLargeError

Script = Callable[[Derivation], None]
Brought = Path | Script | tuple[Script, ...]
"""The file of a saved proof; or a function that writes the steps down, for an equivalence or an
induction one for each part of it."""

LARGEST = 50_000_000
"""Bytes of a saved proof."""


class BroughtError(Exception):
    """The proof cannot be read, or stops; the text says where."""


def brought_steps(proof: Brought, settings: Mapping[str, Setting]) -> dict[str, Any]:
    """The steps of each part of a claim.

    Raises: BroughtError where there is no such file, or a step is refused.
    """
    if isinstance(proof, Path):
        return _saved(proof)
    scripts = proof if isinstance(proof, tuple) else (proof,)
    if len(scripts) != len(settings):
        parts = ", ".join(settings)
        raise BroughtError(
            f"the claim has {len(settings)} parts ({parts}) and its proof {len(scripts)};"
            " give one function for each"
        )
    pairs = zip(settings.items(), scripts, strict=True)
    return {name: _written(name, setting, script) for (name, setting), script in pairs}


def _saved(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > LARGEST:
            raise BroughtError(f"{path.name} has more than {LARGEST // 1_000_000} MB")
        document = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        raise BroughtError(f"{path.name} is no saved proof: {error}") from None
    steps = document.get("steps") if isinstance(document, dict) else None
    if not isinstance(steps, dict):
        raise BroughtError(f"{path.name} is no saved proof: it has no steps")
    return steps


def _written(name: str, setting: Setting, script: Script) -> list[dict[str, Any]]:
    derivation = Derivation(setting)
    where = f"{name}, " if name else ""
    try:
        script(derivation)
    except (
        RefusedError,
        TooLargeError,
        DpverifyError,
        LookupError,
        ValueError,
        TypeError,
    ) as error:
        text = str(error) or type(error).__name__
        raise BroughtError(f"{where}after {len(derivation.steps)} steps: {text}") from None
    left = [goal for goal in setting.goals if not derivation.proves(goal)]
    if left:
        raise BroughtError(f"{where}its steps do not reach the goal {left[0].expr} >= 0")
    return derivation.steps
