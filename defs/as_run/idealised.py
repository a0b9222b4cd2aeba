"""Real code with continuous noise, as a program that is traced: floats are taken for real numbers.

What must never change: this is a weaker statement than an enumeration, and says so; whoever draws,
the tracer or its referee, the same function runs, unmodified, with every other entropy refused.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Protocol

from dpverify.defs.as_run.answers import answered_by
from dpverify.defs.as_run.ideal import Draws, Ideal, Real, Uniform, exact, wrapped
from dpverify.defs.as_run.notes import Notes
from dpverify.defs.as_run.operands import is_array
from dpverify.defs.as_run.receiver import seen
from dpverify.defs.as_run.refusing import refused
from dpverify.defs.continuous.concrete import Difference
from dpverify.defs.continuous.reading import read
from dpverify.defs.errors import InternalError, ProgramError
from dpverify.defs.numbers.documents import IDEALISED
from dpverify.defs.programs.laws import Law
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.programs.reach import Reached
from dpverify.defs.validate import shown

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_INTEGERS = 1_000
"""Values of an integer that is drawn beside continuous noise."""
REAL_RUNS = 50
"""Runs on real randomness, whose outputs must have the form of a word of the trace."""


class Ideals:
    """Answers with symbols, or with what a referee draws in their place."""

    lazy = True

    def __init__(self, draw: Any, notes: Notes) -> None:
        self._draw, self._notes = draw, notes

    def uniform(self, what: str) -> Uniform:
        """A uniform number between 0 and 1."""
        self._notes.use(what)
        return Uniform(Draws(self._draw))

    def below(self, n: int, what: str) -> int:
        """A uniform integer k with 0 ≤ k < n."""
        self._notes.use(what)
        if n > MOST_INTEGERS:
            raise refused(
                f"draws one of {n} integers ({what}) beside real noise (at most {MOST_INTEGERS})"
            )
        return int(self._draw.uniform(range(n)))

    def listed(self, law: Law, what: str) -> Any:
        """A value of a law that lists its values."""
        self._notes.use(what)
        return self._draw._take(law)

    def noise(self, law: str, scale: Any, what: str) -> Any:
        """Noise of a law around 0, with a scale above 0."""
        self._notes.use(what)
        return wrapped(getattr(self._draw, law)(exact(scale)))


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
    """Real code as a program whose noise is a symbol; made by `AsRun.idealised`."""

    code: RealCode | None = None

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
        code = self.real

        def once(draw: Any) -> Any:
            with answered_by(Ideals(draw, code.notes)):
                return code.traced_output(given)

        return once

    def examined(self) -> AbstractContextManager[Reached]:
        """As for the code itself."""
        return self.real.examined()

    def promises(self) -> tuple[str, ...]:
        """That floats are taken for real numbers, and what else such an answer rests on."""
        return (IDEALISED, *self.real.promises(idealised=True))

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
    if hasattr(output, "item") and hasattr(output, "dtype"):
        return released(output.item(), types=types)
    if kind in (float, int, bool, str, type(None), Fraction):
        return output if types or kind is not bool else int(output)
    return seen(output, types=types)
