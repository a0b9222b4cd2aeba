"""A process that enumerates one program, forked from `python -m dpverify.checkers.programs.worker`.

The latter, the server, gets descriptors over its standard input, forks for each question, and runs
no program. What it forks reads its question (a line of JSON), then forks once more. The child has a
session of its own and limits on memory, processor time and written files; it loads the user's file,
enumerates and writes each pass as a line to the pipe for answers. The first process waits for the
child's end or its own input's end, kills whatever is left, and writes how the child ended. This
guards against accidents; it is no security boundary.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import select
import signal
import socket
import sys
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from dpverify.checkers.budget import Budget
from dpverify.checkers.continuous import program
from dpverify.checkers.continuous.integer_program import IntegerProgram
from dpverify.checkers.programs.fork_server import LIBRARY
from dpverify.checkers.programs.moved import about_all_inputs
from dpverify.checkers.programs.passes import passes
from dpverify.checkers.reaping import adopt_orphans, die_with_parent, kill_descendants
from dpverify.defs.errors import EmptyQuestion, InputError, ProgramError, Undecided
from dpverify.defs.programs.audited import audit
from dpverify.defs.programs.guards import slots_held
from dpverify.defs.programs.transport import to_document
from dpverify.defs.programs.untouched import Untouched
from dpverify.defs.target import RealCode, Sizes, Target, load

MOST_WRITTEN = 64_000_000  # bytes of a file that a program may write
STARTS = ("os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.system", "os.exec")
STARTED = frozenset((*STARTS, "subprocess.Popen", "pty.spawn"))


def serve() -> None:
    """Fork for each that asks, until nobody can; then end. The forked go on."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them here
    with socket.socket(fileno=0) as control:
        while True:
            what, descriptors, _, _ = socket.recv_fds(control, 1, 3)
            if not what:
                os._exit(0)
            if what == LIBRARY:
                import dpverify.defs.mechanisms  # noqa: F401  loaded here, for all that follow
            with contextlib.suppress(OSError):  # no process, no answer: who asks sees the end
                if not os.fork():
                    _answer(*descriptors)
            for descriptor in descriptors:
                os.close(descriptor)


def _answer(connection: int, answers: int, folder: int) -> None:
    """Answer one question, then end."""
    try:
        os.setsid()
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.dup2(connection, 0)  # from now on nothing here leads to the server
        os.fchdir(folder)
        for descriptor in (connection, folder):
            os.close(descriptor)
        os.set_inheritable(answers, False)  # descriptors that come over a socket are inherited
        os.write(0, b"%d" % os.getpid())
        with open(0, "rb", closefd=False) as asked:
            question = json.loads(asked.readline())
        os.environ.clear()
        os.environ.update(question["environment"])
        adopt_orphans()
        parent = os.getpid()
        child = os.fork()
        if not child:
            _child(parent, question, answers)
        status = _wait(child)
        kill_descendants(child)
        _say(answers, {"ended": os.waitstatus_to_exitcode(status)})
        os._exit(0)
    finally:
        os._exit(1)


def _wait(child: int) -> int:
    """Wait for the child's end; kill it when standard input is closed."""
    with contextlib.suppress(AttributeError, OSError):
        watched = os.pidfd_open(child)
        readable, _, _ = select.select([watched, 0], [], [])
        if watched not in readable:
            os.kill(child, signal.SIGKILL)
        return os.waitpid(child, 0)[1]
    while True:  # no pidfd: look twenty times a second
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return status
        if select.select([0], [], [], 0.05)[0]:
            os.kill(child, signal.SIGKILL)


def _child(parent: int, question: Mapping[str, Any], descriptor: int) -> None:
    """Enumerate, and end without running what the program may have left to run at exit."""
    try:
        os.setsid()
        die_with_parent(parent)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        _limit(question)
        try:
            _enumerate(question, descriptor)
        except MemoryError:
            _say(descriptor, {"undecided": ["memory", _out_of_memory(question)]})
        except Undecided as stop:
            _say(descriptor, {"undecided": [stop.code, stop.text]})
        except EmptyQuestion as error:
            # That nothing is asked is no fault in the program's code.
            _say(descriptor, {"fault": str(error), "rule": error.rule})
        except InputError as error:
            _say(descriptor, {"fault": str(error)})
        except Exception as error:
            if not _of_the_program(error):
                raise
            _say(descriptor, {"fault": _raised(error)})
        except BaseException as error:  # noqa: BLE001  nothing of dpverify raises such a thing
            _say(descriptor, {"fault": _raised(error)})
        os._exit(0)
    except BaseException as error:  # noqa: BLE001  said on the pipe, which is all there is
        with contextlib.suppress(BaseException):
            _say(descriptor, {"broken": f"{type(error).__name__}: {error}"[:500]})
    finally:
        os._exit(1)


def _of_the_program(error: Exception) -> bool:
    """Whether an exception comes from the user's code or what it called, and not from dpverify.

    The frame that is innermost among those of dpverify and those loaded from elsewhere decides;
    libraries count for whoever called them.
    """
    trace, theirs = error.__traceback__, False
    while trace is not None:
        name = trace.tb_frame.f_globals.get("__name__", "")
        if name.partition(".")[0] == "dpverify":
            theirs = False
        elif not trace.tb_frame.f_code.co_filename.startswith((sys.base_prefix, sys.prefix)):
            theirs = True
        trace = trace.tb_next
    return theirs


def _raised(error: BaseException) -> str:
    try:
        text = " ".join(str(error).split())[:200]
    except BaseException:  # noqa: BLE001  the user's own __str__ may do anything
        text = ""
    return f"the program raises {type(error).__name__}{f': {text}' if text else ''}"


def _real_code(given: Mapping[str, Any]) -> RealCode:
    sizes = given["sizes"]
    return RealCode(**{**given, "sizes": None if sizes is None else Sizes(**sizes)})


def _enumerate(question: Mapping[str, Any], descriptor: int) -> None:
    given = question["target"]
    how = given.get("as_run")
    target = Target(
        given["kind"], given["place"], given["name"], tuple(map(tuple, given["set"])),
        None if how is None else _real_code(how), given["source"],
    )  # fmt: skip
    if target.kind == "module":
        sys.path.insert(0, question["folder"])  # isolated Python leaves the current folder out
    budget = Budget(question["seconds"])
    if question.get("family"):
        _family(target, budget, descriptor, question)
        return
    untouched = Untouched()
    mechanism = load(target)
    untouched.check(target.text)
    _watch()
    if question.get("released"):
        from dpverify.defs.symbolic.released import released

        form = released(mechanism).to_document()
        untouched.check(target.text)
        _say(descriptor, {"released": form})
        return
    asked = question["everywhere"]
    everywhere = about_all_inputs(mechanism) if asked is None else asked
    _say(descriptor, {"sets": mechanism.makes_sets(), "everywhere": everywhere})
    followed = passes(
        mechanism,
        everywhere=asked,
        within_moves=question.get("within_moves", False),
        paths=question["paths"],
        tick=budget.check,
        backward=question["backward"],
    )
    with slots_held():
        for enumeration in followed:
            untouched.check(target.text)
            if isinstance(enumeration, program.Program):
                _say(descriptor, {"traced": program.to_document(enumeration)})
                continue
            if isinstance(enumeration, IntegerProgram):
                _say(descriptor, {"integers": enumeration.to_document()})
                continue
            notes = {name: mechanism.about.get(name) for name in ("title", "source")}
            _say(descriptor, {"pass": to_document(enumeration), "notes": notes})
    _say(descriptor, {"done": True})


def _family(target: Target, budget: Budget, descriptor: int, question: Mapping[str, Any]) -> None:
    """Enumerate with ε as a symbol."""
    from dpverify.checkers.all_eps.programs import SPOTS, family_of_program
    from dpverify.defs.programs.symbolic import split
    from dpverify.defs.symbolic.one_threshold import transported

    bare, settings = split(target)
    untouched = Untouched()
    mechanism = load(bare)
    untouched.check(target.text)
    _watch()
    family = family_of_program(
        mechanism,
        settings,
        budget.check,
        tuple(map(Fraction, question["spots"])) or SPOTS,
        backward=question["backward"],
        pure=question["pure"],
    )
    untouched.check(target.text)
    _say(descriptor, {"family": transported(family)})


def _watch() -> None:
    """From here on the interpreter reports what the program does; the hooks stay to the end."""
    sys.addaudithook(audit)
    sys.addaudithook(_refuse_processes)


def _refuse_processes(event: str, arguments: tuple[Any, ...]) -> None:
    del arguments
    if event in STARTED:
        raise ProgramError(f"starts a process ({event}); a mechanism only computes and draws")


def _limit(question: Mapping[str, Any]) -> None:
    size = question["megabytes"] * 1024 * 1024
    limits = [
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, MOST_WRITTEN),
        (resource.RLIMIT_DATA, size),  # not the address space: libraries reserve much of it
    ]
    if question["seconds"] is not None:
        limits.append((resource.RLIMIT_CPU, int(question["seconds"]) + 5))
    for limit, value in limits:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(limit, (value, value))


def _out_of_memory(question: Mapping[str, Any]) -> str:
    return f"the memory limit of {question['megabytes']} MB was reached; --memory-limit allows more"


def _say(descriptor: int, answer: Mapping[str, Any]) -> None:
    line = memoryview(json.dumps(answer).encode("ascii") + b"\n")
    while line:
        line = line[os.write(descriptor, line) :]


if __name__ == "__main__":
    serve()
