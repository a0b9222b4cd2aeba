"""What an open question is advised: a change of the program after which it was decided.

Changes are proposed, and the ordinary check decides each of them, on a copy of the source that is
nowhere written. What must never change: the verdict stays unknown. What was decided is another
program, or rests on a promise, and is told as advice.
"""

from __future__ import annotations

import ast
import linecache
import math
import textwrap
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any, Final, Literal

from dpverify.checkers.answers.documents import Advice, Evidence
from dpverify.checkers.budget import Budget
from dpverify.checkers.next_questions.constants import source_of
from dpverify.checkers.next_questions.edits import (
    Edit,
    Place,
    checkpoints,
    listed_inputs,
    place_of,
    with_ends,
)
from dpverify.checkers.next_questions.trying import tried
from dpverify.checkers.verdict import Fails, Holds, Unknown, Verdict
from dpverify.defs import moves
from dpverify.defs.definitions import LocalDP, PureDP
from dpverify.defs.definitions.definition import Definition
from dpverify.defs.numbers import number_text
from dpverify.defs.programs.labels import label_of
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.target import Target

SHARE: Final = 3
"""No single change gets more than this part of the time."""
LARGER: Final = 2
"""By how many times a limit is raised."""
CORES: Final = (8, 32)
"""How many outputs a bound of the tail leaves out."""
MOST_PAIRS: Final = 20_000


@dataclass(frozen=True)
class Outcome:
    """What the ordinary check said of a changed program."""

    verdict: Literal["holds", "fails"]
    evidence: Evidence | None
    assumptions: tuple[str, ...]


def advised(
    verdict: Verdict,
    subject: Mechanism | Target,
    claim: Definition,
    check: Callable[..., Verdict],
    *,
    seconds: float,
    time_limit: float | None = None,
    seed: int = 0,
    all_inputs: bool | None = None,
) -> Verdict:
    """An unknown verdict with advice, where a change of the program lets the question be decided.

    Args: verdict what was answered, one that is decided is returned as it is; subject and claim
        what was asked about; check the ordinary check; seconds for all tries together; time_limit
        the limit that was reached, to be raised where time was missing; seed and all_inputs as for
        `check`.
    """
    if not isinstance(verdict, Unknown):
        return verdict
    search = _Search(subject, claim, check, verdict, all_inputs, seed)
    advice = search.run(Budget(seconds), time_limit)
    if advice is None:
        return verdict
    return replace(verdict, reason=replace(verdict.reason, advice=advice))


@dataclass(frozen=True)
class _Search:
    """One open question about one program."""

    subject: Mechanism | Target
    claim: Definition
    check: Callable[..., Verdict]
    verdict: Unknown
    all_inputs: bool | None
    seed: int

    def run(self, budget: Budget, time_limit: float | None) -> Advice | None:
        """The first change after which the claim holds; else the first that leaves it refuted."""
        refuted = None
        for place, edit in self._edits():
            left = budget.remaining() or 0.0
            if not left:
                break
            share = min(left, (budget.seconds or 0) / SHARE)
            outcome = self._decided(partial(self._changed, place, edit), share)
            if outcome is None:
                continue
            advice = Advice(edit.kind, edit.text, **vars(outcome), diff=place.diff(edit))
            if outcome.verdict == "holds":
                return advice
            # Ends of noise that are badly chosen can be what refutes a claim.
            if edit.kind != "ends":
                refuted = refuted or advice
        return refuted or self._larger(budget, time_limit)

    def _larger(self, budget: Budget, time_limit: float | None) -> Advice | None:
        """The same question with a larger limit, where time was what it lacked and is there."""
        if self.verdict.reason.code != "time" or time_limit is None:
            return None
        limit = time_limit * LARGER
        while limit <= (budget.remaining() or 0.0):
            outcome = self._decided(lambda: self.subject, limit)
            if outcome is not None:
                text = f"a time limit of {limit:g} s instead of {time_limit:g} s"
                return Advice("limit", text, **vars(outcome), option=f"--time-limit {limit:g}")
            limit *= LARGER
        return None

    def _decided(self, make: Callable[[], Mechanism | Target], limit: float) -> Outcome | None:
        """What the ordinary check decides of a changed program; None where it decides nothing."""

        def work() -> dict[str, Any]:
            verdict = self.check(
                make(), self.claim, time_limit=limit, seed=self.seed, all_inputs=self.all_inputs
            )
            decided = isinstance(verdict, Holds | Fails)
            return {
                "verdict": verdict.name if decided else None,
                "evidence": verdict.evidence,
                "assumptions": verdict.assumptions,
            }

        form = tried(work, max(limit, 0.001))
        if form is None or form["verdict"] is None:
            return None
        return Outcome(form["verdict"], form["evidence"], tuple(form["assumptions"]))

    # ------------------------------------------------------------------ changes

    def _edits(self) -> Iterator[tuple[Place, Edit]]:
        """Edits of the source, what changes least first."""
        place = self._place()
        if place is not None:
            yield from ((place, edit) for edit in self._edits_of(place) if _is_python(edit.source))

    def _edits_of(self, place: Place) -> Iterator[Edit]:
        inputs = self._inputs(place)
        yield from checkpoints(place)
        if self.all_inputs is None and place.keyword("moves") is None:
            yield from _moving(place, inputs)
        yield from with_ends(place, inputs)
        if isinstance(self.claim, PureDP | LocalDP) and place.keyword("tail") is None:
            yield from self._tails(place)

    def _place(self) -> Place | None:
        """Where the program stands; None for one of the library, or without its source."""
        match self.subject:
            case Target(kind="file", as_run=None, source=None, name=name, place=file):
                try:
                    # Ends of lines stay as they are: the text is compared with the file.
                    text = Path(file).read_bytes().decode()
                except (OSError, ValueError):
                    return None
                return place_of(file, text, name)
            case Mechanism():
                source = source_of(self.subject)
                if source is None or self.subject.function.__module__.startswith("dpverify."):
                    return None
                text = "".join(linecache.getlines(source.file))
                return place_of(_relative(source.file), text, self.subject.function.__name__)
            case _:
                return None

    def _changed(self, place: Place, edit: Edit) -> Mechanism | Target:
        """The program after an edit: of a target its whole file, else the function alone."""
        if isinstance(self.subject, Target):
            return replace(self.subject, source=edit.source)
        found = self.subject
        if "moves" in edit.keywords:
            return replace(found, about={**found.about, **edit.keywords})
        if "tail" in edit.keywords:
            return replace(found, tail=edit.keywords["tail"])
        new, source = place_of(place.file, edit.source, place.function.name), source_of(found)
        if new is None or source is None:
            raise ValueError("the edited function is not found")
        lines = edit.source.splitlines(keepends=True)
        own = lines[new.function.lineno - 1 : new.function.end_lineno]
        return source.with_text(textwrap.dedent("".join(own)))

    def _inputs(self, place: Place) -> list[Any]:
        if isinstance(self.subject, Mechanism) and isinstance(self.subject.inputs, list | tuple):
            return self.subject.first_inputs(1_000)
        return listed_inputs(place)

    def _tails(self, place: Place) -> Iterator[Edit]:
        """The author's word for all but the likeliest outputs, at the ε that is claimed."""
        masses = self.verdict.to_dict()["subject"].get("masses", {})
        outputs = [value for label in masses.get("outputs", ()) if (value := _value(label))]
        eps = number_text(self.claim.given["eps"])
        for count in CORES:
            core = tuple(one[0] for one in outputs[:count])
            if len(core) == count:
                text = (
                    f"your word that beyond {count} outputs each one is at most e^({eps}) times as"
                    " likely on an input as on a neighbour"
                )
                written = f"({core!r}, {eps!r})"
                yield place.with_keyword("tail", text, "tail", written, (core, eps))


def _moving(place: Place, inputs: Sequence[Any]) -> Iterator[Edit]:
    """How far neighbours are apart where all inputs are meant: what the listed inputs allow.

    The smallest relation in which all listed inputs are neighbours comes first; then larger ones.
    """
    prefix = ast.unparse(place.decorator.func).rpartition(".")[0]
    sizes = {len(_entries(one)) for one in inputs}
    if len(sizes) > 1 or not all(map(_is_number, (x for one in inputs for x in _entries(one)))):
        return
    steps = [
        [y - x for x, y in zip(_entries(a), _entries(b), strict=True)]
        for a, b in _pairs(place, inputs)
    ]
    words = {
        "O": "one entry moves by at most 1",
        "M": "all entries move the same way, by at most 1",
        "A": "every entry moves by at most 1",
    }
    largest = max((abs(x) for step in steps for x in step), default=1)
    if largest > 1:
        if prefix:
            text = f"all inputs are meant, and every entry moves by at most {largest}"
            relation, bound = f'{prefix}.moves.linf("{largest}")', moves.linf(str(largest))
            yield place.with_keyword("moves", text, "moves", relation, bound)
        return
    one = all(sum(x != 0 for x in step) <= 1 for step in steps)
    same = all(min(step) >= 0 or max(step) <= 0 for step in steps)
    letters = ["O"] * (one and sizes != {1}) + ["M"] * (same and sizes != {1}) + ["A"]
    for letter in letters:
        text = f"all inputs are meant, and {words[letter]}"
        yield place.with_keyword("moves", text, "moves", f'"{letter}"', letter)


def _pairs(place: Place, inputs: Sequence[Any]) -> Iterator[tuple[Any, Any]]:
    """Neighbours among the inputs, as far as they are plainly written; else any two inputs."""
    node = place.keyword("neighbours")
    try:
        listed = [tuple(pair) for pair in ast.literal_eval(node)] if node is not None else []
    except (ValueError, TypeError, SyntaxError):
        listed = []
    pairs = listed or combinations(inputs, 2)
    known = (pair for pair in pairs if len(pair) == 2 and all(x in inputs for x in pair))
    return (pair for _, pair in zip(range(MOST_PAIRS), known, strict=False))


def _entries(given: Any) -> Sequence[Any]:
    return given if isinstance(given, (list, tuple)) else (given,)


def _is_number(given: Any) -> bool:
    return isinstance(given, (int, Fraction)) and not isinstance(given, bool)


def _is_python(text: str) -> bool:
    try:
        ast.parse(text)
    except (SyntaxError, ValueError):
        return False
    return True


def _value(label: str) -> tuple[Any] | None:
    """The output of a label, in brackets, where it is a number or a text."""
    try:
        value = ast.literal_eval(label)
    except (ValueError, SyntaxError):
        return None
    plain = type(value) in (int, str) and math.isfinite(value if type(value) is int else 0)
    return (value,) if plain and label_of(value) == label else None


def _relative(file: str) -> str:
    """A file as a diff names it: from the current folder, if it is there."""
    try:
        return str(Path(file).relative_to(Path.cwd()))
    except (ValueError, OSError):
        return file
