"""Durable work: finished pieces are noted as they come, and the same command resumes.

A journal is a file of JSON lines: a header that says which question it is of, then one line for
each finished piece. What must never change: lines are only ever appended, each synchronised before
the next piece counts as finished; a journal is read only for the very question it was begun for,
with the same options, files and code, each line only if its seal fits. The seal needs a key that is
kept with this user's own files: a journal that came with a checkout is nobody's work, whatever it
says. What is no journal is never written over. It is removed once the whole report was delivered.
"""

from __future__ import annotations

import fcntl
import hmac
import json
import os
import secrets
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from dpverify.defs.errors import FileError
from dpverify.defs.validate import shown_path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

SCHEMA = "dpverify.journal/1.0"
FOLDER = ".dpverify"
OFF = "off"
MOST_BYTES = 1 << 30
DIGITS = 16  # of the digest, in the name of the file
KEY = Path("dpverify", "journal.key")
"""Where the key of the seals is, below the folder of the user's own state."""
KEY_BYTES = 32


class Journal:
    """The finished pieces of one question.

    `finished`: what earlier runs noted, by key. One that is kept nowhere has none and forgets.
    """

    def __init__(self, remark: Callable[[str], None]) -> None:
        """Args: remark says what the user should know of the journal."""
        self.finished: dict[str, Any] = {}
        self.path: Path | None = None
        self._remark, self._file, self._digest, self._key = remark, -1, "", b""

    @classmethod
    def of(
        cls,
        command: str,
        question: Mapping[str, Any],
        *,
        place: str | None,
        remark: Callable[[str], None],
    ) -> Self:
        """The journal of a question.

        Args: command its name; question all that the answer depends on, as data; place a path,
            "off" for none, None for a file in the folder .dpverify.
        Raises: FileError where the path that was given cannot be used.
        """
        journal = cls(remark)
        if place == OFF:
            return journal
        digest = digest_of([command, question])
        path = Path(place) if place else Path(FOLDER, f"{command}-{digest[:DIGITS]}.journal")
        try:
            journal._open(path, command, digest)
        except (OSError, FileError) as error:
            reason = error.strerror if isinstance(error, OSError) else str(error)
            if place:
                raise FileError(f"--journal {shown_path(place)}: {reason}") from None
            remark(f"no journal is kept: {reason}; a run that is killed begins again")
        return journal

    def resumed(self, finished: int, total: int) -> None:
        """Say how much of a run was finished before."""
        if finished:
            self._remark(f"resumed: {finished} of {total} were finished")

    def note(self, key: str, piece: Any) -> None:
        """Append a finished piece; where that cannot be done, say so once and go on without."""
        if self._file < 0:
            return
        try:
            self._append({"key": key, "piece": piece, "seal": self._seal(key, piece)})
        except OSError as error:
            self._remark(f"the journal ends here: {error.strerror}; finished work is kept so far")
            self.close()

    def remove(self) -> None:
        """Remove the file: the report was delivered."""
        path = self.path
        self.close()
        if path is not None:
            with suppress(OSError):
                path.unlink()
            with suppress(OSError):
                if path.parent.name == FOLDER:
                    path.parent.rmdir()

    def _open(self, path: Path, command: str, digest: str) -> None:
        self._key = _key()
        if path.parent.name == FOLDER:
            path.parent.mkdir(exist_ok=True)
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | os.O_NONBLOCK
        self._file = os.open(path, flags, 0o600)
        self._digest = digest
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._read(path, command)
        except BlockingIOError:
            self.close()
            raise FileError("another run of the same command keeps it") from None
        except BaseException:
            self.close()
            raise
        self.path = path

    def _read(self, path: Path, command: str) -> None:
        """Take in the lines that are whole; cut off what a kill left behind them."""
        if not path.is_file() or os.fstat(self._file).st_size > MOST_BYTES:
            raise FileError("it is no journal; name another file")
        header = {"schema": SCHEMA, "command": command, "question": self._digest}
        whole = 0
        with os.fdopen(os.dup(self._file), "rb") as file:
            for number, line in enumerate(file):
                entry = _object(line)
                if number == 0 and entry != header:
                    if not _is_torn(line, header):
                        raise FileError("it is not the journal of this question; name another file")
                    break
                if number and not self._take(entry):
                    break
                whole += len(line)
        os.ftruncate(self._file, whole)
        if not whole:
            self._append(header)

    def _take(self, entry: Any) -> bool:
        try:
            key, piece = entry["key"], entry["piece"]
            fits = isinstance(key, str) and entry["seal"] == self._seal(key, piece)
        except (KeyError, TypeError):
            return False
        if fits:
            self.finished[key] = piece
        return fits

    def _append(self, entry: Mapping[str, Any]) -> None:
        line = memoryview(json.dumps(entry).encode("ascii") + b"\n")
        while line:
            line = line[os.write(self._file, line) :]
        os.fsync(self._file)

    def _seal(self, key: str, piece: Any) -> str:
        digest = digest_of([self._digest, key, piece])
        return hmac.new(self._key, digest.encode("ascii"), "sha256").hexdigest()

    def close(self) -> None:
        """Leave the file as it is, for the next run."""
        if self._file >= 0:
            os.close(self._file)
        self._file, self.path = -1, None


@contextmanager
def kept(
    command: str,
    question: Callable[[], Mapping[str, Any]],
    total: int,
    *,
    place: str | None,
    remark: Callable[[str], None],
) -> Iterator[Journal]:
    """The journal of a run of so many pieces, removed where the block ends as it should.

    One piece is done or not: without a path no journal is kept of it.
    """
    if total < 2 and place is None:
        yield Journal(remark)
        return
    journal = Journal.of(command, question(), place=place, remark=remark)
    try:
        yield journal
    except BaseException:
        journal.close()
        raise
    journal.remove()


def digest_of(data: Any) -> str:
    """The SHA-256 of data, as it is written with sorted keys."""
    text = json.dumps(data, sort_keys=True, ensure_ascii=True, default=str)
    return sha256(text.encode("ascii")).hexdigest()


def digest_of_files(paths: Sequence[Path]) -> str:
    """The SHA-256 of files: names and contents; of what cannot be read, that it cannot."""
    whole = sha256()
    for path in paths:
        whole.update(f"{path}\0".encode("utf-8", "surrogateescape"))
        with suppress(OSError, ValueError):
            whole.update(sha256(path.read_bytes()).digest())
    return whole.hexdigest()


def digest_of_code() -> str:
    """The SHA-256 of dpverify itself: what other code found is not resumed."""
    import dpverify
    import dpverify.app
    import dpverify.checkers
    import dpverify.defs
    import dpverify.proofs
    from dpverify.checkers.versions import versions

    folders = [
        Path(next(iter(package.__path__)))
        for package in (dpverify, dpverify.defs, dpverify.checkers, dpverify.proofs, dpverify.app)
    ]
    kinds = ("*.py", "*.json")
    files = sorted({path for folder in folders for kind in kinds for path in folder.rglob(kind)})
    return digest_of([digest_of_files(files), dict(versions())])


def _key() -> bytes:
    """The key of this user, made when it is first needed.

    Raises: FileError where it can neither be read nor kept.
    """
    state = os.environ.get("XDG_STATE_HOME") or Path("~", ".local", "state").expanduser()
    path = Path(state) / KEY
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Written aside and linked: of two runs that begin at once, both have the key of the first.
        aside = path.with_name(f"{path.name}.{os.getpid()}")
        if not path.exists():
            aside.touch(0o600)
            aside.write_bytes(secrets.token_bytes(KEY_BYTES))
            with suppress(FileExistsError):
                os.link(aside, path)
            aside.unlink()
        key = path.read_bytes()
    except (OSError, RuntimeError) as error:  # RuntimeError: the user has no home
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise FileError(
            f"the key of journals cannot be kept as {shown_path(path)} ({reason});"
            " let XDG_STATE_HOME name a folder of yours"
        ) from None
    if len(key) != KEY_BYTES:
        raise FileError(f"{shown_path(path)} is no key of journals; remove it")
    return key


def _object(line: bytes) -> Any:
    try:
        return json.loads(line) if line.endswith(b"\n") else None
    except (ValueError, RecursionError):
        return None


def _is_torn(line: bytes, header: Mapping[str, Any]) -> bool:
    """Whether it is the beginning of our own header, which a kill cut short."""
    return json.dumps(header).encode("ascii").startswith(line)
