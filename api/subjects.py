"""From a target on the command line to what is decided: today, a channel in a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from dpverify.defs.errors import FileError, UsageError

if TYPE_CHECKING:
    from dpverify.commands.options import Reading
    from dpverify.defs.channel import Channel

CHANNEL_SUFFIXES = (".json", ".csv", ".npy", ".npz")


def load_subject(target: str, reading: Reading) -> Channel:
    """Return the channel that a target names.

    Raises: InputError for a target of another kind, a file that cannot be read or is no channel.
    """
    check_target(target)
    from dpverify.defs.io import load_channel

    return load_channel(
        target,
        neighbours=reading.neighbours,
        normalise=reading.normalise,
        rationalise=reading.rationalise,
        **{key: path for key in ("prior", "distance") if (path := getattr(reading, key))},
    )


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
