"""Writing channels."""

from __future__ import annotations

import os

from dpverify.defs.channel import Channel
from dpverify.defs.errors import FileError
from dpverify.defs.io.files import write_atomic
from dpverify.defs.numbers.limits import MAX_TEXT
from dpverify.defs.validate import shown


def write_channel(path: str | os.PathLike[str], channel: Channel) -> None:
    """Write a channel file that `load_channel` reads back to an equal channel.

    Args: path where to write JSON, whatever the suffix; a file that is there is replaced whole.
    Raises: FileError where a number is too long to be read again, or the system refuses.
    """
    for i, label in enumerate(channel.inputs):
        longest = max(map(len, channel.rows.texts(i)))
        if longest > MAX_TEXT:
            raise FileError(
                f"row {shown(label)} holds a number of {longest} characters, more than the"
                f" {MAX_TEXT} that can be read again; round it with --rationalise"
            )
    write_atomic(path, channel.to_json())
