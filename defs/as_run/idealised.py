"""Real code with continuous noise, as a program that is traced: floats are taken for real numbers.

What must never change: this is a weaker statement than an enumeration, and says so; whoever draws,
the tracer or its referee, the same function runs, unmodified, with every other entropy refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

from dpverify.defs.as_run.answers import answered_by
from dpverify.defs.as_run.forms import same_form
from dpverify.defs.as_run.ideal import Ideal, Real, exact, wrapped
from dpverify.defs.as_run.notes import Notes
from dpverify.defs.as_run.operands import is_array
from dpverify.defs.as_run.plainly import Drawn, need_the_same
from dpverify.defs.as_run.receiver import refuse_more_than_members, seen
from dpverify.defs.as_run.refusing import refused
from dpverify.defs.as_run.tries import ROUNDS, Tries, Words, alike
from dpverify.defs.as_run.uniforms import Draws, Uniform
from dpverify.defs.clock import Tick
from dpverify.defs.continuous.concrete import Concrete, Difference
from dpverify.defs.continuous.reading import read
from dpverify.defs.continuous.retries import Again
from dpverify.defs.continuous.trace import one_path, words_of
from dpverify.defs.continuous.tracer import TooMuch, Tracer
from dpverify.defs.documents.traced import AGAIN, Noise
from dpverify.defs.errors import InternalError, ProgramError
from dpverify.defs.numbers.documents import IDEALISED
from dpverify.defs.programs.labels import held_by
from dpverify.defs.programs.laws import Law
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.programs.reach import Reached
from dpverify.defs.validate import shown

if TYPE_CHECKING:
    from collections.abc import Iterable

AS_NUMBERS = (
    "the code treats what it draws as numbers: it does not go by their type, identity or place in"
    " memory, nor by errors that numbers do not raise, where only rare noise leads"
)
"""What no stand-in can see, and runs on plain numbers see only where they come."""
MOST_INTEGERS = 1_000
"""Values of an integer that is drawn beside continuous noise."""
MOST_TRIED = 200
"""Paths of all rounds of tries that are compared with those of the first round."""
REAL_RUNS = 50
"""Runs on real randomness, whose outputs must have the form of a word of the trace."""


class Ideals:
    """Answers with symbols, or with what a referee draws in their place."""

    lazy = True

    def __init__(self, draw: Any, notes: Notes, tries: Tries | None = None) -> None:
        self._draw, self._notes, self._tries = draw, notes, tries
        self.drawn: list[Drawn] = []
        """What was drawn so far, in order."""

    def _meet(self, what: str) -> None:
        """A draw, at which the code may try again."""
        self._notes.use(what)
        if self._tries is not None:
            self._tries.meet()

    def uniform(self, what: str) -> Uniform:
        """A uniform number between 0 and 1."""
        self._meet(what)
        source = Draws(self._draw)
        self.drawn.append(("uniform", source))
        return Uniform(source)

    def below(self, n: int, what: str) -> int:
        """A uniform integer k with 0 ≤ k < n."""
        self._meet(what)
        if n > MOST_INTEGERS:
            raise refused(
                f"draws one of {n} integers ({what}) beside real noise (at most {MOST_INTEGERS})"
            )
        return int(self._value(self._draw.uniform(range(n))))

    def listed(self, law: Law, what: str) -> Any:
        """A value of a law that lists its values."""
        self._meet(what)
        return self._value(self._draw._take(law))

    def noise(self, law: str, scale: Any, what: str) -> Any:
        """Noise of a law around 0, with a scale above 0."""
        self._meet(what)
        return self._value(wrapped(getattr(self._draw, law)(exact(scale))))

    def _value(self, value: Any) -> Any:
        self.drawn.append(("value", value))
        return value


class RealCode(Protocol):
    """What is asked of the code itself (`as_run`)."""

    @property
    def name(self) -> str:
        """The name of the function."""
        ...

    @property
    def notes(self) -> Notes:
        """What its draws were, and what was assumed of them."""
        ...

    def traced_output(self, given: Any) -> Any:
        """What one run returns, with symbols for what depends on continuous noise."""
        ...

    def examined(self) -> AbstractContextManager[Reached]:
        """Within this, the code's draws are answered and all other entropy is refused."""
        ...

    def promises(self, *, idealised: bool = False) -> tuple[str, ...]:
        """What an answer rests on beside the code."""
        ...


@dataclass(frozen=True)
class Idealised(Mechanism):
    """Real code as a program whose noise is a symbol; made by `AsRun.idealised`.

    Args: rounds of tries after which a loop is said to try anew; 0 where no loop is looked for.
    """

    code: RealCode | None = None
    rounds: int = 0

    @property
    def real(self) -> RealCode:
        """The code itself."""
        if self.code is None:
            raise InternalError("an idealised program without its code")
        return self.code

    @property
    def name(self) -> str:
        return self.real.name

    @property
    def parameters(self) -> dict[str, Any]:
        return {}

    def run(self, given: Any, **instead: Any) -> Callable[[Any], Any]:
        """The code on one input, as a function of what answers its draws."""
        del instead
        return self._followed(given, None)

    def _followed(self, given: Any, see: Callable[[Tries], None] | None) -> Callable[[Any], Any]:
        """The same, with what sees its tries where a tracer asks."""
        code = self.real

        def once(draw: Any) -> Any:
            tries = None
            if self.rounds and isinstance(draw, Tracer):
                tries = Tries(draw, self.rounds, once.__code__)
                if see is not None:
                    see(tries)
            answers = Ideals(draw, code.notes, tries)
            try:
                with answered_by(answers):
                    output = code.traced_output(given)
            except Again:
                if see is None and (tries is None or tries.other):
                    raise refused("keeps something from one try to the next") from None
                raise
            if tries is not None and tries.left:
                raise refused("catches the exception that ends a try")
            if isinstance(draw, Tracer):
                same_form(code.notes.forms, draw.word_of(output), code.notes.form)
            if isinstance(draw, Concrete):
                need_the_same(output, answers.drawn, lambda: code.traced_output(given))
            return output

        return once

    def retried(self, tick: Tick) -> Idealised:
        """Itself, or where it tries again until a value fits, one of its tries (`tries.py`).

        Raises: ProgramError for what is refused on the way.
        """
        with self.examined() as reached:
            for given in self.cases().values():
                if not self._tries_again(given, reached, tick):
                    return self
        return replace(self, rounds=1)

    def _tries_again(self, given: Any, reached: Reached, tick: Tick) -> bool:
        """Whether the law of its output on an input is shown to be that of one of its tries."""
        seen: list[Tries] = []

        def words(rounds: int) -> tuple[Sequence[Noise], Words]:
            """The paths of so many rounds; of 0, one path."""
            tracer = Tracer(symbolic=False, tick=tick, reached=reached)
            run = replace(self, rounds=rounds or 1)._followed(given, seen.append)
            if rounds:
                return tracer.noises, words_of(tracer, run, MOST_TRIED)
            word, path = one_path(tracer, run)
            return tracer.noises, {word: [path]}

        words(0)
        if seen[-1].loop is None:
            return False
        for rounds in ROUNDS:
            try:
                one, more = words(1), words(rounds)
            except TooMuch:
                continue
            if any(tries.other for tries in seen):
                return False
            if AGAIN not in one[1] or not alike(*one, *more):
                return False
            for loop in {tries.loop for tries in seen if tries.loop is not None}:
                self.real.notes.loops[loop.function] = (loop.counts, rounds)
            return True
        return False

    def examined(self) -> AbstractContextManager[Reached]:
        """As for the code itself."""
        return self.real.examined()

    def promises(self) -> tuple[str, ...]:
        """That floats are taken for real numbers, and what else such an answer rests on."""
        return (IDEALISED, AS_NUMBERS, *self.real.promises(idealised=True), *self._of_loops())

    def _of_loops(self) -> Iterator[str]:
        """What is taken of loops that try again."""
        for function, (counts, rounds) in self.real.notes.loops.items() if self.rounds else ():
            names = ", ".join(sorted(counts))
            more = f" ({names} is how many values are drawn at once)" if names else ""
            yield (
                f"the loop of {function} that draws again goes on as it began: its variables were"
                f" the same{more}, and on all paths of {rounds} rounds of tries it returned values"
                " of one law; libraries keep nothing from one try to the next (not looked at)"
            )

    def confirm_words(self, traced: Iterable[tuple[str, Iterable[str]]]) -> None:
        """Run the code on its real randomness: what it returns must have the form of a word.

        Args: traced the words of each input, by its label.
        Raises: ProgramError for another output.
        """
        cases = self.cases()
        for label, words in traced:
            known = list(words)
            for _ in range(REAL_RUNS):
                output = self.real.traced_output(cases[label])
                if not any(_fits(output, word) for word in known):
                    raise ProgramError(
                        f"{self.name}: on its real randomness it returned {shown(output)}, which"
                        " none of its traced paths returns: not all of its randomness is answered"
                    )


def _fits(output: Any, word: str) -> bool:
    try:
        read(output, word, strict=False)
    except Difference:
        return False
    return True


def _members(value: Any, *, whole: bool) -> Any:
    """The members of an array in tuples, integers as floats where it has none."""
    if type(value) is list:
        return tuple(_members(member, whole=whole) for member in value)
    return float(value) if type(value) is int and not whole else released(value, types=False)


def released(output: Any, *, types: bool) -> Any:
    """An output in tuples, with symbols where it depends on continuous noise.

    Numbers are seen as numbers: whether one is a float or an element of an array is not told.
    """
    kind = type(output)
    if issubclass(kind, Ideal):
        symbol = output.born()
        return symbol.symbol if isinstance(symbol, Real) else symbol
    if is_array(output):
        refuse_more_than_members(output)
        if types and 0 in output.shape:
            return ("array", output.shape)
        # An array of objects stands for one of floats, in which there are no integers.
        members = _members(output.tolist(), whole=output.dtype != object)
        return ("array", members) if types and output.ndim else members
    if kind is tuple or kind is list:
        members = tuple(released(member, types=types) for member in output)
        return ("list", members) if types and kind is list else members
    if kind is dict:
        pairs = tuple(
            (released(key, types=types), released(value, types=types))
            for key, value in output.items()
        )
        return ("dict", pairs) if types else pairs
    if hasattr(output, "item") and hasattr(output, "dtype") and output.dtype.kind not in "mMV":
        return released(held_by(output), types=types)
    if kind in (float, int, bool, str, type(None), Fraction):
        return output if types or kind is not bool else int(output)
    return seen(output, types=types)
