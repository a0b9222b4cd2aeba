"""From a target on the command line to what is decided: a channel or a scenario in a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dpverify.defs.errors import FileError, UsageError

if TYPE_CHECKING:
    from dpverify.commands.options import Reading
    from dpverify.defs.channel import Channel
    from dpverify.defs.knowledge import Scenario

SNIFFED = 100_000
"""Bytes at the start of a JSON file in which a scenario says that it is one."""
CHANNEL_SUFFIXES = (".json", ".csv", ".npy", ".npz")


def load_subject(target: str, reading: Reading) -> Channel | Scenario:
    """Return the channel or scenario that a target names.

    Raises: InputError for a target of another kind, a file that cannot be read or is no channel.
    """
    check_target(target)
    scenario = load_if_scenario(target, reading)
    if scenario is not None:
        return scenario
    from dpverify.defs.io import load_channel

    return load_channel(
        target,
        neighbours=reading.neighbours,
        normalise=reading.normalise,
        rationalise=reading.rationalise,
    )


def load_if_scenario(target: str, reading: Reading) -> Scenario | None:
    """Return the scenario of a JSON file that says it is one; None for any other target.

    Raises: UsageError for options that only channels take; InputError for a bad scenario.
    """
    if Path(target).suffix.lower() != ".json" or not Path(target).is_file():
        return None
    from dpverify.defs.io import load_scenario, read_regular_file
    from dpverify.defs.io.read_scenario import MARK

    if MARK not in read_regular_file(target)[:SNIFFED]:
        return None
    for name, given in vars(reading).items():
        if given not in (None, False):
            raise UsageError(f"--{name} is about channels; {target!r} is a scenario")
    return load_scenario(target)


def check_target(target: str) -> None:
    """Refuse targets that are no channel files, saying what they would be."""
    path = Path(target)
    if path.suffix.lower() in CHANNEL_SUFFIXES:
        return
    if ".py:" in target or path.suffix == ".py":
        raise UsageError(
            f"{target!r} is a program, and programs as targets are not in this version yet;"
            f" give its channel as a file ({_suffixes()})"
        )
    if path.exists():
        raise FileError(f"{target!r} is not a channel file; give one of {_suffixes()}")
    if ":" in target:
        raise UsageError(
            f"{target!r} names a mechanism or a module, and these are not in this version yet;"
            f" give its channel as a file ({_suffixes()})"
        )
    raise FileError(f"there is no file {target!r}; give a channel file ({_suffixes()})")


def _suffixes() -> str:
    return ", ".join(CHANNEL_SUFFIXES)
