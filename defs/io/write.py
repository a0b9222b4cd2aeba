"""Writing channels."""

from __future__ import annotations

import os
from pathlib import Path

from dpverify.defs.channel import Channel
from dpverify.defs.channel_form import file_text
from dpverify.defs.errors import FileError
from dpverify.defs.io.files import write_atomic
from dpverify.defs.numbers.limits import MAX_TEXT
from dpverify.defs.validate import shown, shown_path

TABLES = (".csv", ".npy", ".npz")


def write_channel(path: str | os.PathLike[str], channel: Channel) -> None:
    """Write a channel file that `load_channel` reads back to an equal channel.

    Title, notes and the assumptions on which its numbers rest are in the file, too.

    Args: path where to write JSON; a file that is there is replaced whole.
    Raises: FileError for the suffix of a table, which `load_channel` would not read as JSON and
        which holds no assumptions; where a number is too long to be read again, or the system
        refuses.
    """
    suffix = Path(path).suffix.lower()
    if suffix in TABLES:
        raise FileError(
            f"{shown_path(os.fspath(path))}: a channel is written as JSON, and {suffix} is a table"
            " of numbers without neighbours or assumptions; give a path that ends in .json"
        )
    form = channel.to_dict()  # the texts of all numbers, made once
    for label, texts in zip(channel.inputs, form["matrix"], strict=True):
        longest = max(map(len, texts))
        if longest > MAX_TEXT:
            raise FileError(
                f"row {shown(label)} holds a number of {longest} characters, more than the"
                f" {MAX_TEXT} that can be read again; round it with --rationalise"
            )
    write_atomic(path, file_text(form))
