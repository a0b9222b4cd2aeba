"""What the code of a function says of its state at a call: variables read later, temporaries.

At a call a frame holds its local variables and a stack of temporaries: in `x + draw.flip("1/2")`
the value of x lies there while the coin is drawn. Python shows the variables and not the stack. So
the code is read: how deep the stack is below the call, and whether all that lies there was computed
in this statement from variables alone, without a call. Then the variables that are loaded there,
and those that are read after the call before they are written, tell the whole state of the frame.

What must never change: an instruction that is not known makes the state unknown, never known.
"""

from __future__ import annotations

import dis
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from inspect import (
    CO_ASYNC_GENERATOR,
    CO_COROUTINE,
    CO_GENERATOR,
    CO_VARARGS,
    CO_VARKEYWORDS,
)
from types import CodeType
from typing import Any, Final

JUMPS: Final = frozenset({*dis.hasjrel, *dis.hasjabs})
ALWAYS_JUMPS: Final = frozenset(
    {"JUMP_FORWARD", "JUMP_BACKWARD", "JUMP_BACKWARD_NO_INTERRUPT", "JUMP_ABSOLUTE"}
)
ENDS: Final = frozenset({"RETURN_VALUE", "RETURN_CONST", "RAISE_VARARGS", "RERAISE"})
COMPUTES: Final = frozenset(
    {"LOAD_CONST", "LOAD_SMALL_INT", "LOAD_GLOBAL", "PUSH_NULL", "BINARY_OP", "BINARY_SUBSCR",
     "BINARY_SLICE", "UNARY_NEGATIVE", "UNARY_NOT", "UNARY_INVERT", "UNARY_POSITIVE", "COMPARE_OP",
     "BUILD_TUPLE", "NOP", "RESUME", "CACHE", "LOAD_DEREF", "LOAD_CLOSURE"}
)  # fmt: skip
"""Instructions that compute from variables and constants, and draw nothing by themselves."""
LOADS: Final = frozenset(
    {"LOAD_CONST", "LOAD_SMALL_INT", "LOAD_GLOBAL", "PUSH_NULL", "NOP", "RESUME", "CACHE",
     "LOAD_FAST", "LOAD_FAST_CHECK", "LOAD_FAST_BORROW", "LOAD_DEREF", "LOAD_CLOSURE"}
)  # fmt: skip
"""Those of which what lies on the stack is an object that is still held as it was loaded."""
PREPARES: Final = frozenset({"PUSH_NULL", "KW_NAMES", "PRECALL", "CACHE"})
"""Instructions around a call that compute nothing: the call itself is a further one."""
PAIRS: Final = {
    "LOAD_FAST_LOAD_FAST": "LOAD_FAST",
    "LOAD_FAST_BORROW_LOAD_FAST_BORROW": "LOAD_FAST_BORROW",
}
"""Instructions that load two variables, and those that load one of them."""
READS_ALL: Final = frozenset({"locals", "vars", "eval", "exec", "dir", "_getframe", "currentframe"})
"""Names through which a function may read variables that its code does not name."""


@dataclass(frozen=True)
class Call:
    """What is known of a frame at a call that it waits for.

    Args: names of the variables that tell the rest of the run of this frame; callee the
        instructions (operation and name) that load what is called, without those for NULL;
        computed whether temporaries were computed, from what the call may change meanwhile; shared
        the variables, and globals, of such temporaries where the arguments compute something, which
        may run code of the program that changes their values; asked those from which the arguments
        compute, None where they call something.
    """

    names: frozenset[str]
    callee: tuple[tuple[str, object], ...]
    computed: bool = False
    shared: frozenset[str] = frozenset()
    asked: frozenset[str] | None = None


@lru_cache(maxsize=4096)
def call_at(code: CodeType, offset: int) -> Call | None:
    """The call that a frame waits for; None where its state cannot be told.

    Args: offset as `f_lasti` has it.
    """
    form = _form(code)
    if form is None:
        return None
    steps, depths, lives = form
    # While a call runs, the offset is that of the call or of a cache behind it.
    number = max((k for k, step in enumerate(steps) if step.offset <= offset), default=-1)
    if number < 0 or steps[number].opname not in ("CALL", "CALL_KW") or number + 1 >= len(steps):
        return None
    below = depths[number] + dis.stack_effect(steps[number].opcode, steps[number].arg) - 1
    start = _last(depths, number, below)
    if start is None:
        return None
    names = set(lives[number + 1])
    arguments = [step for step in steps[start:number] if step.opname not in PREPARES]
    callee, given = arguments[:2], arguments[2:]
    computed, shared, asked = False, frozenset[str](), None
    if below:
        first = _last(depths, start, 0)
        loaded = None if first is None else _loaded(steps, first, start)
        if loaded is None:
            return None
        if any(step.opname.startswith(("STORE_", "DELETE_")) for step in given):
            return None  # as in k + draw.flip(k := 0), where no variable tells what k was
        names |= loaded
        temporaries = steps[first:start]
        computed = any(step.opname not in LOADS for step in temporaries)
        if computed and any(step.opname not in LOADS for step in given):
            shared = _named(temporaries)
            called = any("CALL" in step.opname for step in given)
            asked = None if called else _named(given)
    kept = frozenset(names) | frozenset(code.co_cellvars) | frozenset(code.co_freevars)
    return Call(kept, tuple((step.opname, step.argval) for step in callee), computed, shared, asked)


def _named(steps: Iterable[dis.Instruction]) -> frozenset[str]:
    """The variables, and globals, that instructions load; attributes by their names among them."""
    names = frozenset[str]()
    for step in steps:
        if step.opname.startswith("LOAD_") and step.opname != "LOAD_CONST":
            value = step.argval
            names |= frozenset(value if isinstance(value, tuple) else (value,))
    return names


@lru_cache(maxsize=1024)
def rebinds_arguments(code: CodeType) -> bool:
    """Whether a function gives the variables of its arguments other values, or none."""
    many = bool(code.co_flags & CO_VARARGS) + bool(code.co_flags & CO_VARKEYWORDS)
    given = {*code.co_varnames[: code.co_argcount + code.co_kwonlyargcount + many]}
    steps = dis.get_instructions(code)
    written = (step.argval for step in steps if step.opname.startswith(("STORE_", "DELETE_")))
    return any(
        not given.isdisjoint(value if isinstance(value, tuple) else (value,)) for value in written
    )


Form = tuple[list[dis.Instruction], list[int], list[frozenset[str]]]


@lru_cache(maxsize=1024)
def _form(code: CodeType) -> Form | None:
    """Instructions, the depth of the stack before each, and the variables read from there on."""
    if code.co_flags & (CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR):
        return None
    if code.co_exceptiontable or READS_ALL & set(code.co_names):
        return None  # a handler may begin anywhere
    steps = [one for step in dis.get_instructions(code) for one in _single(step)]
    numbers = {step.offset: number for number, step in reversed([*enumerate(steps)])}
    try:
        depths = _depths(steps, numbers)
    except (ValueError, KeyError):
        return None
    return None if depths is None else (steps, depths, _lives(steps, numbers))


def _single(step: dis.Instruction) -> Iterator[dis.Instruction]:
    """An instruction; one that loads two variables, as Python has since 3.13, as two.

    So the depth of the stack between both is seen.
    """
    kind = PAIRS.get(step.opname)
    if kind is None:
        yield step
        return
    for number, name in enumerate(step.argval):
        changes: dict[str, Any] = {"opname": kind, "opcode": dis.opmap[kind], "argval": name}
        if number:
            changes["label"] = None  # who jumps here begins with the first
        yield step._replace(**changes)


def _next(
    steps: list[dis.Instruction], numbers: dict[int, int], number: int
) -> Iterator[tuple[int, bool]]:
    """The instructions that may follow, and whether by a jump."""
    step = steps[number]
    if step.opcode in JUMPS:
        yield numbers[step.argval], True
    if step.opname not in ALWAYS_JUMPS | ENDS:
        yield number + 1, False


def _depths(steps: list[dis.Instruction], numbers: dict[int, int]) -> list[int] | None:
    """The depth before each instruction, −1 where none leads to it; None where two ways differ."""
    depths = [-1] * len(steps)
    depths[0], waiting = 0, [0]
    while waiting:
        number = waiting.pop()
        step = steps[number]
        argument = step.arg if step.opcode >= dis.HAVE_ARGUMENT else None
        for after, jump in _next(steps, numbers, number):
            depth = depths[number] + dis.stack_effect(step.opcode, argument, jump=jump)
            if after >= len(steps) or depths[after] not in (-1, depth):
                return None
            if depths[after] == -1:
                depths[after] = depth
                waiting.append(after)
    return depths


def _lives(steps: list[dis.Instruction], numbers: dict[int, int]) -> list[frozenset[str]]:
    """The variables that may be read from each instruction on before they are written."""
    lives = [frozenset[str]()] * len(steps)
    changed = True
    while changed:
        changed = False
        for number in range(len(steps) - 1, -1, -1):
            after = frozenset[str]().union(
                *(lives[n] for n, _ in _next(steps, numbers, number) if n < len(steps))
            )
            read, written = _variables(steps[number])
            live = (after - written) | read
            if live != lives[number]:
                lives[number], changed = live, True
    return lives


def _variables(step: dis.Instruction) -> tuple[frozenset[str], frozenset[str]]:
    """The local variables that an instruction reads, and those that it writes without reading.

    One that does both, or that is not known, reads.
    """
    if "FAST" not in step.opname:
        return frozenset(), frozenset()
    value = step.argval
    names = frozenset(value if isinstance(value, tuple) else (value,))
    if step.opname in ("STORE_FAST", "STORE_FAST_STORE_FAST"):
        return frozenset(), names
    return names, frozenset()


def _last(depths: list[int], number: int, depth: int) -> int | None:
    """The last instruction before one where the stack was so deep, and deeper ever since."""
    for k in range(number - 1, -1, -1):
        if depths[k] == depth:
            return k
        if depths[k] < depth:
            return None
    return None


def _loaded(steps: list[dis.Instruction], first: int, end: int) -> set[str] | None:
    """The variables that a straight piece of code loads; None if it does more than compute."""
    names = set[str]()
    for number in range(first, end):
        step = steps[number]
        if number > first and step.is_jump_target:
            return None
        if step.opname.startswith("LOAD_FAST") and "CLEAR" not in step.opname:
            names |= set(step.argval if isinstance(step.argval, tuple) else (step.argval,))
        elif step.opname not in COMPUTES:
            return None
    return None if steps[end].is_jump_target else names
