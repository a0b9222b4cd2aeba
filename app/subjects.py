"""What is asked on the command line: a claim as plain data, and its target as what is decided."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from dpverify.app.commands.options import Reading
from dpverify.defs.errors import FileError, UsageError
from dpverify.defs.places import is_file, is_there
from dpverify.defs.schema import CHANNEL_SUFFIXES
from dpverify.defs.validate import shown_path

if TYPE_CHECKING:
    from dpverify.app.claims_file import ListedClaim
    from dpverify.defs.channel import Channel
    from dpverify.defs.knowledge import Scenario
    from dpverify.defs.target import RealCode, Target

AS_WRITTEN = Reading()
MARK = b'"dpverify.scenario/'
"""What a scenario file holds in its `schema`; channels are told from it without a reader."""
SNIFFED = 100_000
"""Bytes at the start of a JSON file in which a scenario says that it is one."""
KEPT = 16
"""Channels that are kept: a file of claims asks about the same few, one claim after the other."""
SMALL = 1 << 16
"""Bytes of a file up to which its channel is kept."""
QUICK = 2_000
"""Bytes of a file whose channel is so small that every claim about it is decided in no time."""


@dataclass(frozen=True)
class Job:
    """One claim: what is decided, under which definition, within which budget.

    It holds texts and numbers only, so that it can be sent to another process.
    """

    target: str
    definition: str
    given: tuple[tuple[str, str | tuple[str, ...]], ...]
    reading: Reading = AS_WRITTEN
    time_limit: float | None = None
    seed: int | None = None
    source: str | None = None
    eps_range: str | None = None
    all_inputs: bool | None = None
    as_run: RealCode | None = None
    advice: float | None = None

    @property
    def shown(self) -> str:
        """The subject as the user wrote it."""
        return self.target if self.source is None else self.source


def load_subject(target: str, reading: Reading) -> Channel | Scenario:
    """Return the channel or scenario in a file.

    Raises: InputError for a target of another kind, a file that cannot be read or is no channel.
    """
    check_target(target)
    data = _small_file(target)
    if data is not None and MARK not in data and _stands_alone(reading):
        return _kept_channel(target, reading, data)
    scenario = load_if_scenario(target, reading)
    return _channel(target, reading) if scenario is None else scenario


def _small_file(target: str) -> bytes | None:
    """The bytes of a small JSON file; None for any other target, which is read by its reader."""
    if Path(target).suffix.lower() != ".json":
        return None
    try:
        if Path(target).stat().st_size > SMALL or not is_file(target):
            return None
    except (OSError, ValueError):
        return None
    from dpverify.defs.io.files import read_regular_file

    return read_regular_file(target)


def is_small_channel(claim: ListedClaim) -> bool:
    """Whether a claim is about a small channel file: no program, and nothing that takes long."""
    if claim.as_run is not None or claim.all_inputs is not None or claim.eps_range is not None:
        return False
    path = Path(claim.path)
    try:
        return path.suffix.lower() == ".json" and path.stat().st_size <= QUICK
    except (OSError, ValueError):
        return False


def _stands_alone(reading: Reading) -> bool:
    """Whether a channel depends on its own file alone."""
    return reading.neighbours in (None, "all") and reading.prior is reading.distance is None


@lru_cache(maxsize=KEPT)
def _kept_channel(target: str, reading: Reading, data: bytes) -> Channel:
    """The channel of a file that holds these very bytes, however often it is asked for."""
    return _channel(target, reading, data)


def _channel(target: str, reading: Reading, data: bytes | None = None) -> Channel:
    """The channel of a file, `data` its bytes where they were read before."""
    from dpverify.defs.io.load import channel_of

    return channel_of(
        target,
        data,
        reading.neighbours,
        reading.prior,
        reading.distance,
        normalise=reading.normalise,
        rationalise=reading.rationalise,
    )


def load_if_scenario(target: str, reading: Reading) -> Scenario | None:
    """Return the scenario of a JSON file that says it is one; None for any other target.

    Raises: UsageError for options that only channels take; InputError for a bad scenario.
    """
    if Path(target).suffix.lower() != ".json" or not is_file(target):
        return None
    from dpverify.defs.io.files import read_regular_file

    if MARK not in read_regular_file(target)[:SNIFFED]:
        return None
    from dpverify.defs.io.read_scenario import load_scenario

    for name, given in vars(reading).items():
        if given not in (None, False):
            raise UsageError(f"--{name} is about channels; {shown_path(target)} is a scenario")
    return load_scenario(target)


def program_of(target: str, reading: Reading) -> Target | None:
    """Return the program that a target names, None for a channel file; nothing of it is run.

    Raises: UsageError for a program with options that say how a channel file is read, FileError
        for a file that is not there, UsageError for an unknown mechanism of the library.
    """
    if Path(target).suffix.lower() in CHANNEL_SUFFIXES:
        return None
    from dpverify.defs.target import parse_target

    parsed = parse_target(target)
    if parsed is None or (parsed.kind == "library" and _is_plainly_a_file(target)):
        return None
    if parsed.kind == "file" and not is_file(parsed.place):
        raise FileError(
            f"there is no file {shown_path(parsed.place)}; give the Python file of the program"
        )
    if parsed.kind == "library":
        from dpverify.defs.mechanisms import library_mechanism

        library_mechanism(parsed.name).with_parameters(**dict(parsed.settings))
    if (reading.neighbours, reading.normalise, reading.rationalise) != (None, False, None):
        raise UsageError(
            f"{shown_path(target)} is a program: its neighbours stand in @mechanism and its"
            " probabilities are exact; leave out --neighbours, --normalise and --rationalise"
        )
    return parsed


def real_code(target: str, how: RealCode) -> Target:
    """Return the function that a target names, to be checked as it is; nothing of it is run.

    Raises: UsageError for what names no function of a file or module, or inputs that are no
        literal; FileError for a file that is not there.
    """
    from dpverify.defs.target import parse_target

    parsed = parse_target(target)
    if parsed is None or parsed.kind == "library":
        raise UsageError(
            f"--as-run is about a function of yours; {shown_path(target)} names none, write"
            " file.py:function or package.module:function"
        )
    if parsed.kind == "file" and not is_file(parsed.place):
        raise FileError(
            f"there is no file {shown_path(parsed.place)}; give the Python file of the function"
        )
    how.what()
    return replace(parsed, as_run=how)


def check_target(target: str) -> None:
    """Refuse targets that are no channel files, saying what there could be."""
    path = Path(target)
    if path.suffix.lower() in CHANNEL_SUFFIXES:
        return
    if path.suffix.lower() == ".toml" and is_file(path):
        raise FileError(
            f"{shown_path(target)} is a file of claims; decide them by `dpverify check --claims`"
        )
    if is_there(path):
        raise FileError(f"{shown_path(target)} is not a channel file; give one of {_suffixes()}")
    from dpverify.defs.io.files import near_file
    from dpverify.defs.mechanisms import names
    from dpverify.defs.validate import did_you_mean

    hint = did_you_mean(target, names()) or near_file(target)
    raise FileError(
        f"there is no file or mechanism {shown_path(target)}; give a channel file ({_suffixes()}),"
        f" a program (file.py:name) or a mechanism of the library (dpverify list mechanisms){hint}"
    )


def _is_plainly_a_file(target: str) -> bool:
    """Whether an unknown word is rather a file that is missing than a mechanism."""
    from dpverify.defs.mechanisms import is_known

    return ":" not in target and not is_known(target)


def _suffixes() -> str:
    return ", ".join(CHANNEL_SUFFIXES)
