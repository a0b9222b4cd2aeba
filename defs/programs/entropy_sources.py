"""Where a program could get at chance, time or its machine without asking for it: the names.

What must never change: a name that is not listed here is guarded by nobody.
"""

from __future__ import annotations

from typing import Final

CLOCK, SYSTEM, ADDRESS = "reads the clock", "draws from the system's randomness", "reads an address"
ZONE = "reads the time zone of its machine"
HASH = "reads a hash that differs from process to process"
STACK = "looks at how it is run"
PROCESS, PLACE = "starts a process", "looks at its process or machine"
MEMORY = "takes memory that nobody wrote to"
PYTHON, NUMPY = "draws from Python's random", "draws from numpy.random"
THREAD, SOCKET, FILE = "starts a thread", "opens a socket", "opens a file to write or a device"
ALARM, FOREIGN = "sets an alarm", "calls into a foreign library"
WARNING = "shows a warning, which reads a file"
LASTING: Final = frozenset({CLOCK, ZONE, SYSTEM, ADDRESS, HASH, PYTHON, NUMPY, THREAD, ALARM})
"""What a file must not do while it is loaded either: what it learns would stay in its globals."""
INSTEAD: Final = "; ask draw instead, for nothing else has known probabilities"
ONLY: Final = "; a mechanism only computes and draws"
UNWARNED: Final = "; avoid the warning: numpy.errstate(all='ignore') turns those of NumPy off"

CLOCKS = ("time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns",
          "process_time", "process_time_ns", "thread_time", "thread_time_ns", "clock_gettime",
          "clock_gettime_ns")  # fmt: skip
TEXTS_OF_NOW = ("gmtime", "asctime", "strftime")
STARTS = ("fork", "forkpty", "posix_spawn", "posix_spawnp", "system", "execv", "execve", "popen",
          "spawnv", "spawnve")  # fmt: skip
PLACES = ("getpid", "getppid", "times", "getloadavg", "uname", "getlogin", "cpu_count")

GUARDED: Final[tuple[tuple[str, tuple[str, ...], str], ...]] = (
    ("time", CLOCKS, CLOCK),
    ("time", ("localtime", "ctime", "mktime"), ZONE),
    ("posix", ("urandom", "getrandom"), SYSTEM),
    ("os", ("urandom", "getrandom"), SYSTEM),
    ("posix", PLACES, PLACE),
    ("os", PLACES, PLACE),
    ("posix", STARTS, PROCESS),
    ("os", STARTS, PROCESS),
    ("_posixsubprocess", ("fork_exec",), PROCESS),
    ("_uuid", ("generate_time_safe",), CLOCK),
    ("_thread", ("start_new_thread", "start_new", "start_joinable_thread"), THREAD),
    ("signal", ("alarm", "setitimer", "getitimer"), ALARM),
    ("resource", ("getrusage",), PLACE),
    ("_ctypes", ("dlopen",), FOREIGN),
    ("builtins", ("input",), PLACE),
    ("socket", ("gethostname",), PLACE),
    ("_socket", ("gethostname",), PLACE),
)
"""Module, functions of it, and what a program does that calls one."""

WHOLE_MODULES: Final[dict[str, frozenset[str]]] = {
    # posix: paths are computed; `open` has a guard of its own; what ends the process is seen so.
    "posix": frozenset({"fspath", "strerror", "_path_normpath", "_path_splitroot", "open", "_exit",
                        "abort", "kill", "killpg", "closerange", "close", "device_encoding",
                        "WCOREDUMP", "WEXITSTATUS", "WIFCONTINUED", "WIFEXITED", "WIFSIGNALED",
                        "WIFSTOPPED", "WSTOPSIG", "WTERMSIG"}),
    "select": frozenset(),
    "_ssl": frozenset(),
    "_locale": frozenset(),
    "_random": frozenset(),
    "atexit": frozenset(),
    "fcntl": frozenset(),
    "mmap": frozenset(),
    "pwd": frozenset(),
    "grp": frozenset(),
    "resource": frozenset(),
}  # fmt: skip
"""Modules of C that tell of the machine, all of whose functions but those named are guarded."""

DIRECT: Final = (
    ("builtins", ("id",), ADDRESS),
    ("_thread", ("get_ident", "get_native_id"), PLACE),
    ("threading", ("current_thread", "active_count", "enumerate"), PLACE),
    ("sys", ("getallocatedblocks", "getrefcount", "_current_frames"), PLACE),
    ("numpy", ("empty", "empty_like"), MEMORY),
    ("gc", ("get_count", "get_stats", "get_objects", "get_referrers"), PLACE),
)
"""Functions that libraries need for harmless ends: only calls by the program itself count."""
