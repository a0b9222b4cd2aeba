"""Real code that draws again until a value fits: one try is followed, and then it tries anew.

The law of its output is that of one try, conditioned on the end of the code: a value that the
second try returns has the law of one that the first returns, and so on. With B tries at once, of
which the first that fits is taken, this is no other law: given that one fits, it does not depend on
the others. So numbers of tries that grow from round to round, as in `samples *= 2`, change nothing.

What must never change: that is not taken for granted. Some rounds are followed on all of their
paths, and must be made of the paths of the first one on independent noise, each path that ends in
the same company of others (`alike`). What the code keeps from round to round is compared, and must
be the same beside counts of what is drawn at once (`loops.py`); the result says what is taken of
the rounds after these.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from types import CodeType, FrameType
from typing import Any

from dpverify.defs.as_run.kept import Kept, Seen
from dpverify.defs.as_run.loops import Loop, loop_of
from dpverify.defs.continuous.retries import Again
from dpverify.defs.documents.traced import AGAIN, Form, Noise, Path

ROUNDS = (3, 2)
"""Rounds of tries that are followed before a loop is said to try anew; fewer for many paths."""
Words = Mapping[str, Sequence[Path]]


class Tries:
    """Notices at the draws of one run that the code tries again; raises Again at round `most`.

    It does so too where the code keeps something from one try to the next, with `other` set.

    Args: draw the tracer; outside the code of the function that calls the examined one.
    """

    def __init__(self, draw: Any, most: int, outside: CodeType) -> None:
        self._draw, self._most, self._outside = draw, most, outside
        self._site: tuple[tuple[CodeType, int], ...] | None = None
        self._frames: list[FrameType] = []
        self._loop: Loop | None = None
        self._kept: Any = None
        self._place = 0
        self._forks = 0
        self.rounds = 0
        self.left = self.other = False

    @property
    def loop(self) -> Loop | None:
        """The loop in which the code drew first."""
        return self._loop

    def meet(self) -> None:
        """A draw; raises Again where it begins round `most`; the first one is round 0."""
        if self._site is None:
            self._begin()
            return
        if self._loop is None:
            return
        frames = self._stack()
        same = len(frames) > self._place and frames[self._place] is self._frames[self._place]
        if not same or _site(frames) != self._site or self._draw.forks == self._forks:
            return
        try:
            kept = _kept(frames[self._place], self._loop)
        except Kept:
            kept = None
        self._forks = self._draw.forks
        self.rounds += 1
        self.other = kept is None or kept != self._kept
        if self.other or self.rounds >= self._most:
            self.left = True
            raise Again

    def _begin(self) -> None:
        self._frames = self._stack()
        self._site = _site(self._frames)
        for place in range(len(self._frames) - 1, -1, -1):  # from the one that draws outward
            self._loop = loop_of(self._frames[place])
            if self._loop is not None:
                self._place = place
                break
        if self._loop is not None:
            try:
                self._kept = _kept(self._frames[self._place], self._loop)
            except Kept:
                self._loop = None

    def _stack(self) -> list[FrameType]:
        """The frames of the code, the outermost first."""
        frame: FrameType | None = sys._getframe(2)
        found = []
        while frame is not None and frame.f_code is not self._outside:
            if not str(frame.f_globals.get("__name__", "")).startswith("dpverify."):
                found.append(frame)
            frame = frame.f_back
        return found[::-1]


def _site(frames: Sequence[FrameType]) -> tuple[tuple[CodeType, int], ...]:
    return tuple((frame.f_code, frame.f_lasti) for frame in frames)


def _kept(frame: FrameType, loop: Loop) -> Any:
    """What a try finds: the variables of its function, counts apart, and what it names outside.

    Those of the functions around it are among them: a list there may count the tries.
    """
    values = frame.f_locals
    if any(type(values.get(name, 0)) is not int for name in loop.counts):
        raise Kept
    seen = Seen()
    names = [*sorted(loop.names - loop.counts), *frame.f_code.co_freevars]
    own = [(name, seen.of(values[name]) if name in values else ()) for name in names]
    return own, seen.outside(frame.f_code, frame.f_globals), seen.beside()


# ---------------------------------------------------------------- rounds made of the first one


def alike(noises: Sequence[Noise], one: Words, all_noises: Sequence[Noise], more: Words) -> bool:
    """Whether what the code returns after more rounds has the law that it has after one.

    Each path of more rounds must be made of paths of one round, on noises of their own: those whose
    conditions are about the same noises. Let μ be the probabilities of the paths of one round. A
    path that ends returns what one of these returns, path s, and has probability μ(s)·Π μ(others).
    If the multiset of these others is the same for each s that ends, then so is the factor by which
    μ(s) is multiplied, and the law of what is returned is the law after one round.

    Args: noises of the words of `one`, all_noises of those of `more`.
    """
    cells = [(word, path) for word, paths in one.items() for path in paths]
    known: dict[Any, int] = {}
    for number, (_, path) in enumerate(cells):
        parts = _parts(path)
        if parts is None or len(parts) != 1:
            return False
        known[_named(noises, parts[0])[0]] = number
    if len(known) < len(cells):
        return False
    returned = [(word, _named(noises, path)[1]) for word, path in cells]
    company: dict[int, Counter[tuple[int, ...]]] = {
        number: Counter() for number, (word, _) in enumerate(cells) if word != AGAIN
    }
    for word, paths in more.items():
        for path in paths:
            parts = _parts(path)
            numbers = [known.get(_named(all_noises, part)[0]) for part in parts or ()]
            if not numbers or None in numbers:
                return False
            if word == AGAIN:
                if any(cells[number][0] != AGAIN for number in numbers if number is not None):
                    return False
                continue
            last = _last(all_noises, word, parts or [], numbers, returned)
            if last is None:
                return False
            others = [n for place, n in enumerate(numbers) if place != last and n is not None]
            company[numbers[last] or 0][tuple(sorted(others))] += 1
    kinds = list(company.values())
    return bool(kinds) and all(kind and kind == kinds[0] for kind in kinds)


def _last(
    noises: Sequence[Noise],
    word: str,
    parts: Sequence[Path],
    numbers: Sequence[int | None],
    returned: Sequence[tuple[str, Any]],
) -> int | None:
    """The one part of a path of which a value is released, as a path of one round does it."""
    telling = [place for place, part in enumerate(parts) if part.released]
    if not telling:  # a word alone: of the one part that ends
        ends = [n is not None and returned[n][0] != AGAIN for n in numbers]
        telling = [place for place, end in enumerate(ends) if end]
    if len(telling) != 1:
        return None
    (place,) = telling
    number = numbers[place]
    found = (word, _named(noises, parts[place])[1])
    return place if number is not None and returned[number] == found else None


def _parts(path: Path) -> list[Path] | None:
    """The conditions and released forms of a path by the noises that they are about, in order.

    None where one is about no noise, or where what is released is rounded.
    """
    forms = [*path.conditions, *path.released]
    if path.shape is not None or not all(form.noises for form in forms):
        return None
    groups: list[set[int]] = []
    for form in forms:
        mine = {number for number, _ in form.noises}
        groups = [g for g in groups if not g & mine] + [
            mine.union(*(g for g in groups if g & mine))
        ]
    return [
        Path(
            tuple(form for form in path.conditions if form.noises[0][0] in group),
            tuple(form for form in path.released if form.noises[0][0] in group),
        )
        for group in groups
    ]


def _named(noises: Sequence[Noise], part: Path) -> tuple[Any, Any]:
    """The conditions of a part, and what it releases, with its noises by law, scale and order."""
    names: dict[int, int] = {}

    def renamed(form: Form) -> Any:
        for number, _ in form.noises:
            names.setdefault(number, len(names))
        return tuple(sorted((names[n], factor) for n, factor in form.noises)), form.shift

    conditions = tuple(map(renamed, part.conditions))
    kinds = tuple(noises[number] for number in names)
    released = tuple(map(renamed, part.released))
    return (kinds, conditions), (tuple(noises[number] for number in names), released)
