"""Files of channels: readers that refuse rather than guess, a writer that round-trips exactly."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpverify.defs.lazy import lazily

if TYPE_CHECKING:
    from dpverify.defs.io.files import read_regular_file, write_atomic
    from dpverify.defs.io.load import load_channel
    from dpverify.defs.io.read_json import channel_from_document
    from dpverify.defs.io.read_scenario import load_scenario, scenario_from_document
    from dpverify.defs.io.strict_json import JsonNumber, strict_loads
    from dpverify.defs.io.write import write_channel

__all__ = [
    "JsonNumber",
    "channel_from_document",
    "load_channel",
    "load_scenario",
    "read_regular_file",
    "scenario_from_document",
    "strict_loads",
    "write_atomic",
    "write_channel",
]

__getattr__ = lazily(
    __name__,
    {
        "files": ("read_regular_file", "write_atomic"),
        "load": ("load_channel",),
        "read_json": ("channel_from_document",),
        "read_scenario": ("load_scenario", "scenario_from_document"),
        "strict_json": ("JsonNumber", "strict_loads"),
        "write": ("write_channel",),
    },
)
