"""A program that answers its queries one by one, as its steps: what it does from each state.

A number, the threshold, is drawn; then a step is made for each query, until the program stops. A
step sees the threshold, its query and the state, and draws noise of its own; its word, the answer,
says which state comes next, and whether the threshold is drawn anew. So the answers to n queries
are a run of n words, and what takes n steps here has as many words as there are runs.

As JSON data: {"queries": n, "threshold": noise, "steps": [{"traced": …, "after": {word: …}}]}, one
step for each state, the first one for the start. `after` is "stop", or the number of the next
state, with " anew" where the threshold is drawn anew. Trusted by the kernel.

What must never change: in a step, the gap `threshold` stands for the threshold and `query` for the
query; of the past a step knows nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from dpverify.defs.documents.traced import EXACT, Law, Noise, Traced
from dpverify.defs.documents.traced_documents import rational, read_traced
from dpverify.defs.numbers.documents import member, need

THRESHOLD, QUERY = ENTRIES = ("threshold", "query")
"""The gaps of a step."""
MOST_QUERIES = 10_000
PLAIN = re.compile(r"[A-Za-z0-9_.+-]{1,40}", re.ASCII)
"""Words of steps: those of which a run can be written on one line."""
AFTER = re.compile(r"(?:stop|([0-9]{1,6})( anew)?)", re.ASCII)
TIMES = re.compile(r"([A-Za-z0-9_.+-]{1,40})(?:×([1-9][0-9]{0,5}))?", re.ASCII)


@dataclass(frozen=True)
class After:
    """What follows a word: the next state, None to stop; and whether the threshold is new."""

    state: int | None
    anew: bool = False


@dataclass(frozen=True)
class Step:
    """What the program does from one state, and what follows each word."""

    traced: Traced
    after: Mapping[str, After]


@dataclass(frozen=True)
class Stepwise:
    """A program on lists of so many queries, from the first of its states."""

    queries: int
    threshold: Noise
    steps: tuple[Step, ...]

    @property
    def symbolic(self) -> bool:
        """Whether all scales are in units of 1/ε; they are all so or none."""
        return self.steps[0].traced.symbolic

    @property
    def entries(self) -> tuple[str, ...]:
        """Names of the entries of an input."""
        return tuple(f"q{i:04}" for i in range(1, self.queries + 1))

    @property
    def words(self) -> int:
        """Words of all its states."""
        return sum(len(step.after) for step in self.steps)

    @property
    def runs(self) -> int:
        """How many lists of answers it can give."""
        ahead = [1] * len(self.steps)
        for _ in range(self.queries):
            ahead = [
                sum(
                    1 if after.state is None else ahead[after.state]
                    for after in step.after.values()
                )
                for step in self.steps
            ]
        return ahead[0]


def written_run(program: Stepwise, run: Sequence[str]) -> str:
    """A run of words on one line; "…" at its end where the program has more to say after it."""
    groups = [(word, sum(1 for _ in several)) for word, several in groupby(run)]
    texts = [word if count == 1 else f"{word}×{count}" for word, count in groups]
    return " ".join([*texts, *(["…"] if _goes_on(program, run) else [])])


def _goes_on(program: Stepwise, run: Sequence[str]) -> bool:
    state: int | None = 0
    for word in run:
        after = None if state is None else program.steps[state].after.get(word)
        state = None if after is None else after.state
    return state is not None and len(run) < program.queries


def read_run(program: Stepwise, text: str) -> list[str]:
    """The run that `written_run` wrote; NumberError for another text."""
    run: list[str] = []
    for part in text.removesuffix(" …").split(" "):
        told = TIMES.fullmatch(part)
        need(told is not None, "a run is no text such as '0×20 1'")
        word, count = told.groups() if told else ("", None)
        run += [word] * min(int(count or 1), program.queries + 1)
        need(len(run) <= program.queries, f"a run has more than {program.queries} words")
    need(written_run(program, run) == text, "a run is not written as the program would say it")
    return run


def read_stepwise(given: Any, laws: Sequence[Law] = EXACT) -> Stepwise:
    """The program of a document; NumberError for anything else, or for one without meaning.

    Args: laws those that the caller can deal with.
    """
    _only(given, {"queries", "threshold", "steps"}, "the program by steps")
    queries = rational(given.get("queries"), "the number of queries")
    counted = queries.denominator == 1 and 1 <= queries <= MOST_QUERIES
    need(counted, f"the number of queries is none from 1 to {MOST_QUERIES}")
    listed = member(given, "steps", list)
    need(listed, "the program has no steps")
    steps = tuple(_read_step(one, len(listed), laws) for one in listed)
    stated = member(given, "threshold", dict)
    _only(stated, {"law", "scale"}, "the threshold")
    law, scale = member(stated, "law", str), rational(stated.get("scale"), "a scale")
    need(law in laws and scale > 0, "the threshold is no noise that is dealt with here")
    units = {step.traced.symbolic for step in steps}
    need(len(units) == 1, "the steps have scales in different units")
    return Stepwise(int(queries), Noise(law, scale), steps)


def _read_step(given: Any, states: int, laws: Sequence[Law]) -> Step:
    _only(given, {"traced", "after"}, "a step")
    traced, after = read_traced(given.get("traced"), laws), member(given, "after", dict)
    need(traced.words.keys() == after.keys(), "a step does not say what follows each word, alone")
    need(all(map(PLAIN.fullmatch, after)), "a word of a step is no plain word such as '0'")
    return Step(traced, {word: _read_after(text, states) for word, text in after.items()})


def _read_after(given: Any, states: int) -> After:
    told = AFTER.fullmatch(given) if type(given) is str else None
    need(told is not None, "what follows a word is neither 'stop' nor a state such as '1 anew'")
    number, anew = told.groups() if told else (None, None)
    if number is None:
        return After(None)
    need(int(number) < states, f"there are {states} states to go on to")
    return After(int(number), anew is not None)


def _only(given: Any, known: set[str], what: str) -> None:
    need(type(given) is dict and given.keys() == known, f"{what} does not have its keys, alone")
