"""Processes for programs, each forked from one that has loaded `worker` and no program.

To load takes a quarter of a second, to fork some milliseconds: whoever asks about many programs
would wait for the former most of the time. So for each seed of hashes one process, the server, is
kept as long as this one runs.

What must never change: no program runs in a server, so that what it forks is as fresh as a new
interpreter; and a program finds the environment, the limits and the current folder that this
process has when it asks.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
from dataclasses import dataclass

from dpverify.defs.systems import need_processes

CODE = "dpverify.checkers.programs.worker"
PROGRAM, LIBRARY = b"p", b"l"
"""What is asked of a server: a process for a program of a user, or for one of the library."""
PATIENCE = 10.0
"""Seconds that a process has to end when it is told to, before its group is killed."""
NOT_COMPARED = "PYTEST_CURRENT_TEST"
"""A variable that takes no new server when it changes: in it pytest says what is under way. It is
set for the program all the same."""


class Forked:
    """A process that waits for one question, a line of JSON.

    The socket is all that leads to it. It alone holds the other end: where our end is closed, it
    ends with all that it started; where it ends, we see the other end closed.
    """

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection

    def send(self, question: bytes) -> None:
        """Send the question; nothing happens where the process has ended."""
        with contextlib.suppress(OSError):
            self._connection.sendall(question)

    def end(self) -> None:
        """Have it end; return when it has ended."""
        with self._connection as connection, contextlib.suppress(OSError):
            connection.settimeout(PATIENCE)
            connection.shutdown(socket.SHUT_WR)
            pid = connection.recv(32)  # the first that it says, and the last
            try:
                connection.recv(32)
            except TimeoutError:
                os.killpg(int(pid), signal.SIGKILL)
                connection.recv(32)


def forked(seed: int, answers: int, *, library: bool) -> Forked:
    """A new process for one program, whose hashes have a seed.

    Args: answers the descriptor to which it answers; library whether the program is of dpverify
        itself, so that its server may load all of these.
    """
    need_processes("programs")
    terms = _Terms.of_this_process(seed)
    with _LOCK:
        server = _SERVERS.get((os.getpid(), seed))
        if server is not None and server.terms == terms:
            with contextlib.suppress(ConnectionError):  # somebody killed it
                return server.fork(answers, library=library)
        if server is not None:
            server.close()
        server = _SERVERS[os.getpid(), seed] = Server(seed, terms)
        return server.fork(answers, library=library)


@dataclass(frozen=True)
class _Terms:
    """What a process has from the one that starts it, and keeps."""

    environment: dict[str, str]
    limits: tuple[tuple[int, int], ...]

    @classmethod
    def of_this_process(cls, seed: int) -> _Terms:
        import resource  # there is none on Windows, where no process is started either

        limits = [name for name in dir(resource) if name.startswith("RLIMIT_")]
        environment = environment_of(seed)
        environment.pop(NOT_COMPARED, None)
        return cls(environment, tuple(resource.getrlimit(getattr(resource, x)) for x in limits))


def environment_of(seed: int) -> dict[str, str]:
    """The environment of a process: the seed of its hashes, and nothing else that Python reads."""
    variables = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    # Code that numba compiles has a generator of its own; as Python it draws from NumPy's.
    return {**variables, "PYTHONHASHSEED": str(seed), "NUMBA_DISABLE_JIT": "1"}


class Server:
    """A process that forks; it ends when this one does."""

    def __init__(self, seed: int, terms: _Terms) -> None:
        self.seed, self.terms = seed, terms
        self._control, theirs = socket.socketpair()
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603  our own command, no shell
                # Isolated as by -I, which would not let the seed of the hashes through.
                [sys.executable, "-s", "-P", "-m", CODE],
                env=terms.environment,
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )

    @property
    def pid(self) -> int:
        """The number of the process."""
        number: int = self._process.pid
        return number

    def fork(self, answers: int, *, library: bool) -> Forked:
        """Ask for a process.

        Raises: ConnectionError where the server is gone.
        """
        ours, theirs = socket.socketpair()
        # A folder may be current that is deleted or may not be read.
        here = os.open(".", getattr(os, "O_PATH", os.O_RDONLY))
        try:
            with theirs:
                what = LIBRARY if library else PROGRAM
                socket.send_fds(self._control, [what], [theirs.fileno(), answers, here])
        except BaseException:
            ours.close()
            raise
        finally:
            os.close(here)
        return Forked(ours)

    def close(self) -> None:
        """Have it end; what it forked goes on."""
        with self._control, contextlib.suppress(OSError):
            self._control.shutdown(socket.SHUT_RDWR)
        try:
            self._process.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


_SERVERS: dict[tuple[int, int], Server] = {}
"""By the process that uses them: one that was forked from it has its own."""
_LOCK = threading.Lock()


def servers() -> list[Server]:
    """The servers of this process."""
    return [server for (owner, _), server in _SERVERS.items() if owner == os.getpid()]


@atexit.register
def end_servers() -> None:
    """End the servers of this process; the next question starts new ones."""
    with _LOCK:
        for server in servers():
            server.close()
            del _SERVERS[os.getpid(), server.seed]
