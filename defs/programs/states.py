"""The state of a program at a draw, where all of it can be seen: then paths that meet are one.

A key tells everything on which the rest of a run depends: for each frame of the program where it
stands and the values of the variables that it may still read. Where an outer frame cannot be read
(it waits in a loop over an iterator, or in a function written in C), the frames inside it are
enough as long as they are the same activation and were given nothing that they can change, for
nothing of the outer frame runs meanwhile: then the draws before that activation are part of the
key, from the last state before it on.

What must never change: a value counts only if nothing can change it, or if all that holds it is
seen; what cannot be seen gives no key, and the paths stay apart.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import isnan
from types import FrameType, FunctionType
from typing import Any, Final

from dpverify.defs.numbers import Value, number_text
from dpverify.defs.programs.code_states import Call, call_at, rebinds_arguments
from dpverify.defs.programs.unbounded import Unbounded

VERIFIED: Final = "verified"
"""The first part of the key of a state that was seen, and not promised."""
MOST_SEEN: Final = 10_000
"""Values in lists that are looked through at one draw."""

Token = tuple[Any, ...]


class Unseen(Exception):
    """A value that may change without being seen."""


def _itself(value: Any) -> Token:
    return (type(value).__name__, value)


def _float(value: float) -> Token:
    if isnan(value):  # `in` and `==` of lists ask which of several NaNs it is
        raise Unseen
    return ("float", value.hex())  # 0.0 and −0.0 are two


_SPELLED: Final[dict[type, Callable[[Any], Token]]] = {
    **dict.fromkeys((int, bool, str, bytes, type(None), Fraction), _itself),
    float: _float,
    range: lambda value: ("range", value.start, value.stop, value.step),  # equal ones differ there
    Value: lambda value: ("Value", number_text(value)),
}
"""What tells everything about a value of a kind that nothing can change."""


class Tokens:
    """Texts of values, equal only if the values are and the same list stands in the same places.

    Args: draw what the program draws from; lists whether a list counts: only where all of the
        program is seen, since it may be held elsewhere.
    """

    def __init__(self, draw: Any, *, lists: bool) -> None:
        self._draw, self._lists = draw, lists
        self._numbers: dict[int, int] = {}
        self.count = 0

    def of(self, value: Any) -> Token:
        """Raises: Unseen."""
        self.count += 1
        if self.count > MOST_SEEN:
            raise Unseen
        kind = type(value)
        if value is self._draw:
            return ("draw",)
        if kind in _SPELLED:
            return _SPELLED[kind](value)
        if kind is tuple:
            return ("tuple", *map(self.of, value))
        if kind is Unbounded:
            return self._noise(value)
        if self._lists and kind in (list, dict):
            return self._container(value)
        raise Unseen

    def _noise(self, symbol: Unbounded) -> Token:
        place = Unbounded.place(symbol)
        if isinstance(place, int):
            return ("int", place)
        start, step, noise = place
        number = self._numbers.setdefault(id(noise), len(self._numbers))
        return ("noise", start, step, number, noise.ratio.text)

    def _container(self, value: Any) -> Token:
        known = self._numbers.get(id(value))
        if known is not None:
            return ("again", known)
        self._numbers[id(value)] = number = len(self._numbers)
        members = [x for pair in value.items() for x in pair] if type(value) is dict else value
        return (type(value).__name__, number, *map(self.of, members))


def key_of(
    frames: Sequence[FrameType],
    draw: Any,
    law: Token,
    before: Callable[[FrameType], Token | None],
    *,
    lists: bool,
    kind: type[Tokens] = Tokens,
) -> tuple[object, ...] | None:
    """The key of a state; None where too little of it can be seen.

    Args: frames of the program, from the one that draws outward; law what is drawn; before what
        tells the state of the frames outside one, which it had when that one first drew, or None;
        lists whether nothing but variables can hold a list of the program; kind what makes tokens.
    """
    calls: list[Call] = []
    for number, frame in enumerate(frames):
        call = call_at(frame.f_code, frame.f_lasti)
        inner = frames[number - 1] if number else None
        if call is None or not _direct(frame, call, inner, draw):
            break
        if number and call.computed:
            break  # a function of the program may have changed the list that it was computed from
        if not _kept(frame, call, lambda lists: kind(draw, lists=lists)):
            break  # as in k[0] + draw.flip(emptied(k))
        calls.append(call)
    for count in range(len(calls), 0, -1):
        whole = count == len(frames)
        tokens = kind(draw, lists=lists and whole)
        try:
            places = [
                _frame(frame, call, tokens)
                for frame, call in zip(frames[:count], calls, strict=False)
            ]
        except Unseen:
            continue
        outside = () if whole else before(frames[count - 1])
        if outside is not None:
            return (VERIFIED, law, outside, *places)
    return None


def _kept(frame: FrameType, call: Call, tokens: Callable[[bool], Tokens]) -> bool:
    """Whether temporaries are still what would be computed anew, after the arguments were.

    So it is where nothing can change what they were computed from; or where arguments without a
    call were computed from numbers, texts and plain lists, since that runs no code of the program.
    What runs some without a call is a generator that is unpacked, or the `+` of a class.
    """
    known = {**frame.f_globals, **frame.f_locals} if call.shared else {}

    def plain(names: frozenset[str], lists: bool) -> bool:
        seen = tokens(lists)
        try:
            for name in names:
                seen.of(known.get(name))
        except Unseen:
            return False
        return True

    return plain(call.shared, False) or (call.asked is not None and plain(call.asked, True))


def holds_what_changes(frame: FrameType, draw: Any) -> bool:
    """Whether a frame, at its first draw, may hold a list or the like that others hold too.

    What it does to that list need not show in its variables: after `heads.append(1)` it may never
    look at `heads` again, while its caller does.
    """
    code = frame.f_code
    if call_at(code, frame.f_lasti) is None and rebinds_arguments(code):
        return True  # what it was given may lie on its stack alone
    tokens = Tokens(draw, lists=False)
    try:
        for value in frame.f_locals.values():
            tokens.of(value)
    except Unseen:
        return True
    return False


def _frame(frame: FrameType, call: Call, tokens: Tokens) -> Token:
    """Where a frame stands, and what it may still read."""
    values = frame.f_locals
    names = sorted(call.names)
    held = [tokens.of(values[name]) if name in values else ("unbound",) for name in names]
    return (id(frame.f_code), frame.f_lasti, *held)


def _direct(frame: FrameType, call: Call, inner: FrameType | None, draw: Any) -> bool:
    """Whether a frame calls a draw, or the inner frame, itself.

    A function written in C may call them too, as `map` does, and has a state that is not seen.
    """
    if not call.callee:
        return False
    (operation, name), *more = call.callee
    if inner is None:  # a method of what is drawn from
        loads = operation.startswith("LOAD_FAST") or operation == "LOAD_DEREF"
        known = loads and isinstance(name, str) and frame.f_locals.get(name) is draw
        return known and bool(more) and more[0][0] in ("LOAD_METHOD", "LOAD_ATTR")
    function = None
    if operation == "LOAD_GLOBAL" and isinstance(name, str):
        function = frame.f_globals.get(name)
    elif operation == "LOAD_DEREF" and isinstance(name, str):
        function = frame.f_locals.get(name)
    return type(function) is FunctionType and function.__code__ is inner.f_code
